"""Names of a claim: how they are used, what they are declared to be, and what name(...) means."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from imab_verify.errors import InputError, quote
from imab_verify.kernel import ArmClass, Kind, Run
from imab_verify.kernel.documents import NAME
from imab_verify.kernel.statement import Context
from imab_verify.language.parser import (
    GREEK_NAMES,
    WORDS,
    Call,
    Expression,
    Name,
    Negation,
    Number,
    Power,
    Series,
    Syntax,
)

OF_ARMS = ("Rew", "Delta", "P", "Area", "N")
"""Words written with an arm as the first argument."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Names in order; those that stand alone as numbers do, and those that stand as arms do.

    In T*g(n) + Rew(h, m-1) the names T, n and m stand alone, and g and h stand as arms. `indexed`
    has (g, n): what is called or measured, and a name that is a whole index of it.
    """

    names: tuple[str, ...]
    alone: frozenset[str]
    armed: frozenset[str]
    indexed: frozenset[tuple[str, str]]


def roles(syntaxes: Iterable[Syntax]) -> Roles:
    """The names of several texts that belong together."""
    names: dict[str, None] = {}
    alone: set[str] = set()
    armed: set[str] = set()
    indexed: set[tuple[str, str]] = set()
    for syntax in syntaxes:
        names |= dict.fromkeys(syntax.names)
        sides = [side for link in syntax.links for side in (link.left, link.right)]
        for name, of in (use for side in sides for use in _uses(side.expression)):
            (armed if of is None else alone).add(name)
            if of:
                indexed.add((of, name))
    return Roles(tuple(names), frozenset(alone), frozenset(armed), frozenset(indexed))


def _uses(node: Expression, of: str = "") -> Iterator[tuple[str, str | None]]:
    """Every name with what it is an index of, "" if it is no index, None if it is no number."""
    match node:
        case Number():
            return
        case Name(name):
            yield name, of
        case Call("before", (count, Name(arm))):
            yield from _uses(count)
            yield arm, None
        case Call(name, arguments):
            yield name, None
            match arguments:
                case (Name(arm), *rest) if name in OF_ARMS:
                    yield arm, None
                    arguments = tuple(rest)
            for argument in arguments:
                yield from _uses(argument, name)
        case Negation(operand):
            yield from _uses(operand)
        case Power(base, exponent):
            yield from _uses(base)
            yield from _uses(exponent)
        case Series(first, steps):
            yield from _uses(first)
            for step in steps:
                yield from _uses(step.operand)


# --- declared names ------------------------------------------------------------------------------


FUNCTIONALS = {
    "Rew": (Kind.REW, "Rew(f, n)"),
    "Delta": (Kind.DELTA, "Delta(f, n)"),
    "P": (Kind.P, "P(f, a, N)"),
    "Area": (Kind.AREA, "Area(f, n)"),
    "OPT": (Kind.OPT, "OPT(T)"),
    "ALG": (Kind.ALG, "ALG(T)"),
}
"""The functionals by name, and how each is written."""

FUNCTIONS = {
    "ceil": "ceil(a/b)",
    "floor": "floor(a/b)",
    "sqrt": "sqrt(x)",
    "Regret": "Regret(T)",
    "N": "N(f)",
    "min": "min(a, b)",
    "max": "max(a, b)",
    "abs": "abs(x)",
}
"""Other words that take arguments, and how each is written."""

RESERVED_FOR_ARMS = {*FUNCTIONALS, *FUNCTIONS, *WORDS, "exists", "most", "least", "squares"}
"""An arm is written f(n), so it cannot have the name of anything else that takes arguments."""

RESERVED = RESERVED_FOR_ARMS - {"N", "ceil", "floor", "sqrt"}
"""Words of the language, which are no names of parameters: what is printed must read one way."""

DEFAULT_ARM = "f"
ARM_LIKE = re.compile(r"[fgh](_?[0-9]+)?")
"""Names that are arms without a declaration, where they stand as arms do."""

REAL_LIKE = re.compile(rf"(c|C|{GREEK_NAMES})(_?[0-9]+)?")
"""Names that are real numbers, at least 0, without a declaration: Greek ones, and c for a constant.

As a whole index, as in f(c) or Rew(f, tau), such a name can only be an integer, and is one."""

UNDECLARED = {
    "e": "e can be a number or a name",
    "pi": "pi can be a number or a name",
    "inf": "there is no infinity in a claim, and inf can be a name",
    "infinity": "there is no infinity in a claim",
    "oo": "there is no infinity in a claim",
}
"""Names that are read only if they are declared."""


def read_arms(declared: str | Mapping[str, str] | Sequence[str]) -> dict[str, ArmClass] | None:
    """Arms as "f: monotone, g", ["f:monotone", "g"] or by name with their classes; concave else.

    None, the default arms, if there are none.
    """
    if isinstance(declared, str):
        declared = [text for text in declared.replace(" ", "").split(",") if text]
    elif isinstance(declared, Mapping):
        declared = [f"{name}:{kind}" for name, kind in declared.items()]
    arms: dict[str, ArmClass] = {}
    for text in declared:
        name, colon, kind = text.partition(":")
        _check_name(name, RESERVED_FOR_ARMS)
        if colon and kind not in list(ArmClass):
            known = ", ".join(ArmClass)
            raise InputError(f"the class of arm {name} is {quote(kind)}, not one of {known}")
        if name in arms:
            raise InputError(f"arm {name} is declared twice")
        arms[name] = ArmClass(kind or ArmClass.CONCAVE)
    return arms or None


@dataclass(frozen=True, slots=True)
class Scope:
    """The declared names; every other name is an integer parameter.

    `doubtful`: those of `reals`, and `by_default`: those of `arms`, that nobody declared.
    """

    arms: Mapping[str, ArmClass]
    reals: tuple[str, ...]
    run: Context | None
    integers: frozenset[str] = frozenset()
    doubtful: tuple[str, ...] = ()
    by_default: tuple[str, ...] = ()

    def parameters(self, names: Iterable[str], run: Context | None) -> tuple[str, ...]:
        """The integer parameters among names, in order; those of a run are always there."""
        first, more = run_names(run)
        rest = [n for n in names if n not in self.arms and n not in FUNCTIONALS]
        for name in rest:
            _check_name(name)
        return tuple(n for n in dict.fromkeys((*first, *rest, *more)) if n not in self.reals)


def scope(
    arms: Mapping[str, ArmClass] | None,
    reals: Sequence[str],
    run: Context | None,
    roles: Roles,
    integers: Sequence[str] = (),
) -> Scope:
    """Check the declarations against each other and against the names that occur.

    Without declared arms they are f, those of g, h, f1, ... that stand as arms do, and those that
    the run names, all concave.
    """
    names = roles.names
    by_default = arms is None
    if arms is None:
        likely = {n for n in roles.armed - roles.alone if ARM_LIKE.fullmatch(n)} | {DEFAULT_ARM}
        named = [name for name in names if name in likely]
        arms = dict.fromkeys([*named, *run_arms(run)], ArmClass.CONCAVE)
    for arm in arms:
        _check_name(arm, RESERVED_FOR_ARMS)
    for real in reals:
        _check_name(real)
        if real in arms:
            raise InputError(f"{real} is declared as an arm and as a real parameter")
        if real not in names:
            raise InputError(f"the real parameter {real} does not occur in the claim")
    for integer in integers:
        _check_name(integer)
        if integer in arms or integer in reals:
            raise InputError(f"{integer} is declared as an integer and as something else")
    for arm in run_arms(run):
        if arm not in arms:
            raise InputError(f"the run names the arm {arm}, which is not declared")
    counts = [n for group in run_names(run) for n in group]
    for name in counts:
        _check_name(name)
        if name in arms or name in reals:
            raise InputError(f"{name} is an integer of the run and cannot be declared otherwise")
    if run is not None and set(arms.values()) - {ArmClass.CONCAVE}:
        raise InputError("the arms of a run must be concave")
    indices = [name for of, name in roles.indexed if of in OF_ARMS or of in arms]
    known = {*arms, *reals, *integers, *counts, *indices}
    doubtful = tuple(n for n in names if n not in known and REAL_LIKE.fullmatch(n))
    declared = tuple(dict.fromkeys(reals))
    return Scope(
        arms=arms,
        reals=(*declared, *doubtful),
        run=run,
        integers=frozenset((*integers, *counts, *indices)),
        doubtful=doubtful,
        by_default=tuple(arms) if by_default else (),
    )


def run_names(run: Context | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parameters that a run has by itself: k and T, and the counts it names."""
    if run is None:
        return (), ()
    if not isinstance(run, Run):
        return ("k", "T"), ()
    return ("k", "T"), run.named


def run_arms(run: Context | None) -> tuple[str, ...]:
    """The arms that a run names."""
    if not isinstance(run, Run):
        return ()
    arms = [arm for _, (_, *of) in run.observed for arm in of]
    return tuple(dict.fromkeys([*arms, *run.different, *run.late]))


def _check_name(name: str, reserved: Container[str] = RESERVED) -> None:
    if not NAME.fullmatch(name) or name in reserved:
        raise InputError(
            f"{quote(name)} cannot be declared as a name: use at most 40 letters, digits and _, "
            "a letter first, and no word of the claim language"
        )


# --- calls ---------------------------------------------------------------------------------------


WRITTEN = {name: usage for name, (_, usage) in FUNCTIONALS.items()} | FUNCTIONS
"""Everything that takes arguments, and how it is written."""

OTHER_WORDS = {
    "reward": "Rew",
    "rewards": "Rew",
    "cumulative": "Rew",
    "ceiling": "ceil",
    "root": "sqrt",
    "pulls": "N",
}
ABSENT = frozenset(("log", "log2", "ln", "exp", "sum", "prod", "sup", "lim", "argmax"))
"""Functions that people know and the language does not."""


def suggestion(word: str) -> str:
    """How the word of the language that somebody seems to mean is written; "" if there is none."""
    lower = {name.lower(): name for name in WRITTEN if len(name) > 1} | OTHER_WORDS
    if len(word) <= 2:
        return ""
    close = get_close_matches(word.lower(), lower, n=1, cutoff=0.8)
    close = close or [name for name in lower if sorted(name) == sorted(word.lower())]
    return WRITTEN[lower[close[0]]] if close else ""
