"""Formulas and quantifiers: what the Boolean structure of a text says, and what stands before it.

What is read is turned into all-of and any-of: `not` goes down to the comparisons. For a claim, "for
all" says no more than a free name does, so a range is a given; for a given it makes a family of
hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby

from imab_verify.kernel import AllOf, AnyOf, Comparison
from imab_verify.kernel.formulas import negate_formula
from imab_verify.kernel.statement import Formula
from imab_verify.language.declarations import roles
from imab_verify.language.parser import (
    ALL,
    EXISTS,
    Both,
    ClaimError,
    Either,
    Expression,
    Fresh,
    Link,
    Name,
    Not,
    Quantified,
    Quantifier,
    Syntax,
    Tree,
    leaves,
    parse_quantified,
)

ARITHMETIC = frozenset(("min", "max", "abs", "ceil", "floor", "sqrt"))


def lower(
    tree: Tree, tests: Callable[[Syntax], Sequence[Comparison]], *, negated: bool = False
) -> Formula:
    """The tree (or its negation) as a formula, where `tests` reads comparisons."""
    match tree:
        case Syntax():
            every = tuple(negate_formula(test) if negated else test for test in tests(tree))
            return every[0] if len(every) == 1 else _join_parts(every, all_of=not negated)
        case Not(part):
            return lower(part, tests, negated=not negated)
        case Both(parts) | Either(parts):
            lowered = tuple(lower(part, tests, negated=negated) for part in parts)
            return _join_parts(lowered, all_of=isinstance(tree, Both) != negated)


def conclusion_of(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a formula that says that all of them hold."""
    return formula.parts if isinstance(formula, AllOf) and formula.parts else (formula,)


def _join_parts(parts: tuple[Formula, ...], *, all_of: bool) -> Formula:
    return AllOf(parts) if all_of else AnyOf(parts)


# --- quantifiers ---------------------------------------------------------------------------------


def families(parts: Sequence[Quantified], others: Iterable[Syntax]) -> list[Quantified]:
    """The givens with a quantifier; a name that stands elsewhere too becomes another one."""
    taken = {name for syntax in others for name in syntax.names}
    own = {name for part in parts for q in part.quantifiers for name in q.names}
    fresh = Fresh({*taken, *own})
    return [_family(part, taken, fresh) for part in parts]


def _family(part: Quantified, taken: set[str], fresh: Fresh) -> Quantified:
    [first, *more] = part.quantifiers
    if more or first.kind != ALL or len(first.names) > 1:
        message = "a given is for all of one name: for all n <= T: f(n) >= g(n)"
        raise ClaimError(message, part.text, (more or [first])[0].at)
    if not isinstance(part.tree, Syntax):
        raise ClaimError("only comparisons can be given for all of a range", part.text, first.at)
    [old] = first.names
    return parse_quantified(part.text, {old: fresh.name(old, old)}) if old in taken else part


def bounds(part: Quantified) -> Iterator[tuple[Expression, bool, bool]]:
    """Bounds on the name of a family, whether each is a lower one, and whether it is strict."""
    [quantifier] = part.quantifiers
    [name] = quantifier.names
    message = "a range has bounds only, such as n <= T or 1 <= n <= T"
    if not isinstance(quantifier.tree, Syntax | None):
        raise ClaimError(message, part.text, quantifier.at)
    for link in quantifier.tree.links if quantifier.tree else ():
        sides = [side.expression for side in (link.left, link.right)]
        left, right = (isinstance(side, Name) and side.name == name for side in sides)
        if left == right or link.relation == "==":
            raise ClaimError(message, part.text, link.left.start)
        lower = (link.relation in (">=", ">")) == left
        yield sides[left], lower, link.relation in ("<", ">")


def said_in(part: Quantified) -> Iterator[Syntax]:
    """All comparisons of a text, those of its ranges first."""
    for tree in (*ranges(part, ALL), *ranges(part, EXISTS), part.tree):
        yield from leaves(tree)


def ranges(part: Quantified, kind: str) -> list[Tree]:
    """The conditions in the quantifiers of one kind."""
    return [q.tree for q in part.quantifiers if q.tree is not None and q.kind == kind]


@dataclass(frozen=True, slots=True)
class Choice:
    """The names that a claim says to exist, and all quantified names in their order.

    `inner`: names that no quantifier has stand inside of what exists, if "for all" is not first.
    """

    names: tuple[str, ...]
    blocks: tuple[tuple[str, tuple[str, ...]], ...]
    inner: bool
    at: int


def choice(part: Quantified) -> Choice | None:
    """The names that a claim says to exist; None if it says that of none.

    Names are chosen before those that stand after them, and after those before them; if nothing
    says which, after those that their range speaks of.
    """
    exists = [q for q in part.quantifiers if q.kind == EXISTS]
    if not exists:
        return None
    names = tuple(name for q in exists for name in q.names)
    later = {name for q in part.quantifiers for name in q.names}
    for q in part.quantifiers:
        later -= {*q.names}
        early = [name for name in _range_names(q) if name in later]
        if early:
            message = f"{early[0]} is quantified after its use here: put its quantifier first"
            raise ClaimError(message, part.text, q.at)
    blocks = [
        (kind, tuple(name for q in group for name in q.names))
        for kind, group in groupby(part.quantifiers, key=lambda q: q.kind)
    ]
    ranged = {name for q in exists for name in _range_names(q)}
    inner = len(blocks) > 1 or not ranged - {*names}
    return Choice(names, tuple(blocks), inner, exists[0].at)


def check_order(part: Quantified, said: Iterable[Tree], numbers: AbstractSet[str]) -> None:
    """ClaimError if a comparison has a free number beside a chosen one, and may be read both ways.

    A number is free if no quantifier has its name, and no range up to the last `exists`. Beside
    rewards its place is that of all free names, inside, unless `for all` stands before `exists`.
    """
    chosen = {name for q in part.quantifiers if q.kind == EXISTS for name in q.names}
    if not chosen:
        return
    last = max(i for i, q in enumerate(part.quantifiers) if q.kind == EXISTS)
    bound = {name for q in part.quantifiers for name in q.names}
    bound |= {name for q in part.quantifiers[: last + 1] for name in _range_names(q)}
    outer = part.quantifiers[0].kind == ALL
    links = ((leaf, link) for tree in said for leaf in leaves(tree) for link in leaf.links)
    for syntax, link in links:
        used = roles([replace(syntax, links=(link,))])
        words = used.alone | used.armed
        free = [name for name in syntax.names if name in (words & numbers) - bound]
        if free and words & chosen and (outer or words <= numbers | ARITHMETIC):
            first = next(name for name in syntax.names if name in words & chosen)
            raise ClaimError(_two_readings(part, link, free[0], first), syntax.text, link.at)


def _range_names(quantifier: Quantifier) -> Iterator[str]:
    for leaf in leaves(quantifier.tree) if quantifier.tree else ():
        yield from leaf.names


def _two_readings(part: Quantified, link: Link, free: str, chosen: str) -> str:
    """The two meanings of a comparison of a free name with a chosen one, and how to write each."""
    shown = f"{link.left.text} {link.relation} {link.right.text}"
    outer = [name for q in part.quantifiers if q.kind == ALL for name in q.names]
    change = f" with a number for {' and '.join(outer)}" if part.quantifiers[0].kind == ALL else ""
    return (
        f"{shown} can be read in two ways, since no quantifier names {free}: 'for all {free} there "
        f"is a {chosen} such that ...', written 'for all {free}: exists {chosen}: ...', or 'there "
        f"is a {chosen} such that for all {free} ...', written 'exists {chosen}: for all {free}: "
        f"...'{change}"
    )
