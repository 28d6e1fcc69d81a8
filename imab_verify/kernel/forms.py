"""What a claim compares: functionals of arms, their combinations, and how these compare with 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from imab_verify.kernel.documents import INLINE, REQUIRED, Layout, refuse
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, show


class Kind(StrEnum):
    """The functionals; each is linear in the reward function, those of a run apart.

    OPT and ALG are max_i Rew(f_i,T) and the reward of the run with T pulls. OPT-at and ALG-at are
    the same with t pulls of that run, which goes on after T if t > T.
    """

    VALUE = "value"
    REW = "Rew"
    DELTA = "Delta"
    P = "P"
    AREA = "Area"
    OPT = "OPT"
    ALG = "ALG"
    OPT_AT = "OPT-at"
    ALG_AT = "ALG-at"


ARITY = dict.fromkeys(Kind, 1) | {Kind.P: 2, Kind.OPT: 0, Kind.ALG: 0}
AT_TIMES = (Kind.OPT_AT, Kind.ALG_AT)
OF_RUN = (Kind.OPT, Kind.ALG, *AT_TIMES)


@dataclass(frozen=True, slots=True)
class Atom(Layout):
    """One functional of one arm at indices that are polynomials in the integer parameters."""

    AS_LIST = True
    kind: Kind
    arm: str = ""
    indices: tuple[Polynomial, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """constant + sum of coefficient * atom, coefficients polynomials in the parameters."""

    constant: Polynomial = ZERO
    terms: tuple[tuple[Polynomial, Atom], ...] = ()

    def scaled(self, factor: Polynomial) -> Form:
        """The product with a polynomial."""
        return Form(self.constant * factor, tuple((c * factor, a) for c, a in self.terms))

    def __add__(self, other: Form) -> Form:
        return Form(self.constant + other.constant, self.terms + other.terms)

    def substitute(
        self, values: Mapping[str, Polynomial], arms: Mapping[str, str] | None = None
    ) -> Form:
        """The form with polynomials in the place of names, and perhaps with other arms."""

        def put(atom: Atom) -> Atom:
            indices = tuple(index.substitute(values) for index in atom.indices)
            return Atom(atom.kind, arms[atom.arm] if arms else atom.arm, indices)

        terms = tuple((c.substitute(values), put(atom)) for c, atom in self.terms)
        return Form(self.constant.substitute(values), terms)


class Relation(StrEnum):
    """How a form compares with 0."""

    GE = ">="
    GT = ">"
    EQ = "=="

    def holds(self, value: Fraction) -> bool:
        """Whether `value relation 0`."""
        if self == Relation.EQ:
            return value == 0
        return value > 0 if self == Relation.GT else value >= 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """form relation 0."""

    form: Form = field(metadata=INLINE)
    relation: Relation = field(default=Relation.GE, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class Floor(Layout):
    """name = floor(numerator / divisor); the divisor must be at least 1 under the givens."""

    AS_LIST = True
    name: str
    numerator: Polynomial
    divisor: Polynomial


# --- plain ones --------------------------------------------------------------------------------


def at_least(p: Polynomial) -> Comparison:
    """p >= 0."""
    return Comparison(Form(p))


def positive(p: Polynomial) -> Comparison:
    """p > 0."""
    return Comparison(Form(p), Relation.GT)


def rew(arm: str, n: Polynomial) -> Form:
    """Rew(arm, n)."""
    return Form(ZERO, ((ONE, Atom(Kind.REW, arm, (n,))),))


def speaks_of(names: set[str], p: Polynomial, *, integral: bool = False) -> None:
    """A polynomial in these names, which is an integer at integers where it must be."""
    if not p.names() <= names:
        refuse(f"{show(p)} uses names that are not declared, or not integers")
    if integral and p.denominator() != 1:
        refuse(f"{show(p)} is not an integer for all integers")
