"""Claims written with operators on Python objects: Rew(f, m) * T * (T + 1) >= m * Rew(f, T).

Every operator writes text of the claim language, and the text is read like any other, so there is
one meaning and not two. A `Term` knows which names in it are arms, reals and integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from imab_verify.errors import InputError, quote
from imab_verify.kernel import ArmClass
from imab_verify.language.declarations import read_arms
from imab_verify.model.rationals import show_rational

SUM, PRODUCT, POWER, ATOM = range(4)
"""How strongly the outermost operator of a text binds."""
OR, AND, NOT = range(3)


@dataclass(frozen=True, slots=True)
class Names:
    """The declarations of the names of a text."""

    arms: Mapping[str, ArmClass] = field(default_factory=dict)
    reals: frozenset[str] = frozenset()
    integers: frozenset[str] = frozenset()

    def join(self, other: Names) -> Names:
        """Both together; a name is one thing."""
        for arm in self.arms.keys() & other.arms.keys():
            if self.arms[arm] is not other.arms[arm]:
                raise InputError(f"arm {arm} is declared twice, with different classes")
        both = Names(
            {**self.arms, **other.arms}, self.reals | other.reals, self.integers | other.integers
        )
        for name in both.reals & both.integers:
            raise InputError(f"{name} is declared as an integer and as a real")
        return both


def _operator(sign: str, binds: int) -> Callable[[Term, Operand], Term]:
    return lambda left, right: _binary(left, sign, right, binds)


def _reflected(sign: str, binds: int) -> Callable[[Term, Operand], Term]:
    return lambda right, left: _binary(left, sign, right, binds)


def _comparison(sign: str) -> Callable[[Term, Operand], Condition]:
    return lambda left, right: _compare(left, sign, right)


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """An expression: `text` in the claim language, and what its names are."""

    text: str
    names: Names = field(default_factory=Names, repr=False)
    binds: int = field(default=ATOM, repr=False)

    def __str__(self) -> str:
        return self.text

    __add__ = _operator("+", SUM)
    __radd__ = _reflected("+", SUM)
    __sub__ = _operator("-", SUM)
    __rsub__ = _reflected("-", SUM)
    __mul__ = _operator("*", PRODUCT)
    __rmul__ = _reflected("*", PRODUCT)
    __truediv__ = _operator("/", PRODUCT)
    __rtruediv__ = _reflected("/", PRODUCT)
    __floordiv__ = _operator("//", PRODUCT)
    __rfloordiv__ = _reflected("//", PRODUCT)
    __mod__ = _operator("%", PRODUCT)
    __rmod__ = _reflected("%", PRODUCT)

    def __pow__(self, exponent: int) -> Term:
        base = self.text if self.binds == ATOM else f"({self.text})"
        return Term(f"{base}**{as_term(exponent).text}", self.names, POWER)

    def __neg__(self) -> Term:
        return Term(f"-{_inside(self, PRODUCT)}", self.names, SUM)

    def __abs__(self) -> Term:
        return call("abs", self)

    __le__ = _comparison("<=")
    __ge__ = _comparison(">=")
    __lt__ = _comparison("<")
    __gt__ = _comparison(">")

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]  # a claim, not a bool
        return _compare(self, "==", other)

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]  # as above
        return ~_compare(self, "==", other)

    __hash__ = None  # type: ignore[assignment]  # == is a claim, so terms are no keys

    def __bool__(self) -> NoReturn:
        raise InputError(f"{quote(self.text)} is a term of a claim: it is neither true nor false")


Operand = Term | int | Fraction


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison, or several joined by & (and), | (or) and ~ (not)."""

    text: str
    names: Names = field(default_factory=Names, repr=False)
    binds: int = field(default=NOT, repr=False)

    def __str__(self) -> str:
        return self.text

    def __and__(self, other: Condition) -> Condition:
        return self._join("and", other, AND)

    def __or__(self, other: Condition) -> Condition:
        return self._join("or", other, OR)

    def __invert__(self) -> Condition:
        return Condition(f"not ({self.text})", self.names, NOT)

    def implies(self, other: Condition) -> Condition:
        """The condition that the other one holds wherever this does."""
        return ~self | other

    def _join(self, word: str, other: Condition, binds: int) -> Condition:
        if not isinstance(other, Condition):
            raise InputError(f"{quote(other)} is no comparison, so it cannot be joined by {word}")
        left, right = (
            part.text if part.binds >= binds else f"({part.text})" for part in (self, other)
        )
        return Condition(f"{left} {word} {right}", self.names.join(other.names), binds)

    def __bool__(self) -> NoReturn:
        raise InputError(
            f"{quote(self.text)} is a claim, which is not true or false by itself: join several "
            "with & | ~, write a <= b <= c as (a <= b) & (b <= c), and ask for the verdict"
        )


@dataclass(frozen=True, slots=True)
class ArmName:
    """An arm of a claim: f(n) is its reward at pull n."""

    name: str
    kind: ArmClass = ArmClass.CONCAVE

    def __call__(self, n: Operand) -> Term:
        """f(n)."""
        return call(self.name, n, names=Names({self.name: self.kind}))

    def __str__(self) -> str:
        return self.name


def as_term(thing: object) -> Term:
    """A number as a term; floats are refused, since they are not what was written down."""
    if isinstance(thing, Term):
        return thing
    if isinstance(thing, bool) or not isinstance(thing, int | Fraction):
        raise InputError(
            f"{quote(thing)} cannot stand in a claim: use integers, Fractions and declared names"
        )
    text = show_rational(thing)
    return Term(text, binds=ATOM if text.isdecimal() else SUM if thing < 0 else PRODUCT)


def call(function: str, *arguments: Operand, names: Names | None = None) -> Term:
    """function(arguments), with the names of the arguments and these."""
    known = names or Names()
    terms = [as_term(argument) for argument in arguments]
    for term in terms:
        known = known.join(term.names)
    return Term(f"{function}({', '.join(term.text for term in terms)})", known)


def _binary(left: object, sign: str, right: object, binds: int) -> Term:
    """left sign right; on the right only sums under + need no brackets: a*(b//c) is not a*b//c."""
    a, b = as_term(left), as_term(right)
    plain = sign == "+" and not b.text.startswith("-")
    gap = " " if binds == SUM else ""
    text = f"{_inside(a, binds)}{gap}{sign}{gap}{_inside(b, binds + (not plain))}"
    return Term(text, a.names.join(b.names), binds)


def _inside(term: Term, binds: int) -> str:
    return term.text if term.binds >= binds else f"({term.text})"


def _compare(left: object, sign: str, right: object) -> Condition:
    a, b = as_term(left), as_term(right)
    return Condition(f"{a.text} {sign} {b.text}", a.names.join(b.names))


# --- what one writes ---------------------------------------------------------------------------


def arm(name: str, kind: str = ArmClass.CONCAVE) -> ArmName:
    """Declare an arm of a claim, of class concave, concave-from-1 or monotone."""
    return ArmName(name, (read_arms({name: kind}) or {})[name])


def arms(names: str, kind: str = ArmClass.CONCAVE) -> tuple[ArmName, ...]:
    """Declare several arms, whose names stand in one text: "f g"."""
    return tuple(arm(name, kind) for name in names.split())


def integer(name: str) -> Term:
    """Declare an integer parameter; it is at least 1 unless a given says otherwise."""
    return Term(name, Names(integers=frozenset({name})))


def integers(names: str) -> tuple[Term, ...]:
    """Declare several integer parameters, whose names stand in one text: "m T"."""
    return tuple(map(integer, names.split()))


def real(name: str) -> Term:
    """Declare a parameter that is a real number."""
    return Term(name, Names(reals=frozenset({name})))


def reals(names: str) -> tuple[Term, ...]:
    """Declare several real parameters, whose names stand in one text: "a b"."""
    return tuple(map(real, names.split()))


def Rew(f: ArmName, n: Operand) -> Term:
    """f(1) + ... + f(n)."""
    return _of_arm("Rew", f, n)


def Delta(f: ArmName, n: Operand) -> Term:
    """f(n) - f(n-1)."""
    return _of_arm("Delta", f, n)


def P(f: ArmName, a: Operand, N: Operand) -> Term:
    """The optimistic estimate Rew(f,a) + (N-a) f(a) + (N-a)(N-a+1)/2 Delta(f,a)."""
    return _of_arm("P", f, a, N)


def Area(f: ArmName, n: Operand) -> Term:
    """The area under the curve of f from 0 to n."""
    return _of_arm("Area", f, n)


def OPT(T: Operand) -> Term:
    """max_i Rew(f_i, T), in a claim about a run."""
    return call("OPT", T)


def ALG(T: Operand) -> Term:
    """The reward that the policy collects, in a claim about a run."""
    return call("ALG", T)


def minimum(*terms: Operand) -> Term:
    """The least of these."""
    return call("min", *terms)


def maximum(*terms: Operand) -> Term:
    """The largest of these."""
    return call("max", *terms)


def _of_arm(function: str, f: ArmName, *indices: Operand) -> Term:
    if not isinstance(f, ArmName):
        raise InputError(f"{function} is of an arm, not of {quote(f)}: declare one with arm")
    inside = call(function, *indices, names=Names({f.name: f.kind}))
    return Term(inside.text.replace("(", f"({f.name}, ", 1), inside.names)
