"""Claims as data, and what they mean.

A claim says: for all integers (or reals) that satisfy the givens, and all reward functions of
the declared classes that satisfy the givens, every comparison of the conclusion holds.
Reward functions take values in [0,1]. A claim with a `run` speaks about the run of a policy with
horizon T on an instance of k arms; its arms then range over the arms of the instance.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from imab_verify.kernel.polynomials import Polynomial

ONE = Polynomial.constant(1)
ZERO = Polynomial({})


class ArmClass(StrEnum):
    """What is assumed of f, besides values in [0,1] and f(n) <= f(n+1).

    concave: defined from n = 0, f(n+1)-f(n) <= f(n)-f(n-1) for all n >= 1.
    concave-from-1: defined from n = 1, the same for all n >= 2.
    monotone: defined from n = 0, nothing more.
    """

    CONCAVE = "concave"
    CONCAVE_FROM_1 = "concave-from-1"
    MONOTONE = "monotone"

    @property
    def first(self) -> int:
        """The least n at which f is defined."""
        return 1 if self is ArmClass.CONCAVE_FROM_1 else 0


class Kind(StrEnum):
    """The functionals; each is linear in the reward function (OPT and ALG belong to a run)."""

    VALUE = "value"
    REW = "Rew"
    DELTA = "Delta"
    P = "P"
    AREA = "Area"
    OPT = "OPT"
    ALG = "ALG"


ARITY = {
    Kind.VALUE: 1,
    Kind.REW: 1,
    Kind.DELTA: 1,
    Kind.P: 2,
    Kind.AREA: 1,
    Kind.OPT: 0,
    Kind.ALG: 0,
}


@dataclass(frozen=True, slots=True)
class Atom:
    """One functional of one arm at indices that are polynomials in the integer parameters."""

    kind: Kind
    arm: str = ""
    indices: tuple[Polynomial, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """constant + sum of coefficient * atom, coefficients polynomials in the parameters."""

    constant: Polynomial
    terms: tuple[tuple[Polynomial, Atom], ...] = ()

    def scaled(self, factor: Polynomial) -> Form:
        """The product with a polynomial."""
        return Form(self.constant * factor, tuple((c * factor, a) for c, a in self.terms))

    def __add__(self, other: Form) -> Form:
        return Form(self.constant + other.constant, self.terms + other.terms)


class Relation(StrEnum):
    """How a form compares with 0."""

    GE = ">="
    GT = ">"
    EQ = "=="

    def holds(self, value: Fraction) -> bool:
        """Whether `value relation 0`."""
        if self is Relation.EQ:
            return value == 0
        return value > 0 if self is Relation.GT else value >= 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """form relation 0."""

    form: Form
    relation: Relation = Relation.GE


@dataclass(frozen=True, slots=True)
class Floor:
    """name = floor(numerator / divisor); the divisor must be at least 1 under the givens."""

    name: str
    numerator: Polynomial
    divisor: Polynomial


@dataclass(frozen=True, slots=True)
class Run:
    """The run of `policy` on an instance of k `concave` arms with horizon T.

    `pulls` names parameters that are final counts N_i(T) of declared arms.
    If `pulled` names an arm, the claim is about those runs in which that arm got its last pull
    after step 2k; then `level` names max_j N_j just before that pull, and `before` names counts
    of declared arms at that moment.
    `stage` "any" drops the words "after step 2k"; `most` names max_j N_j(T).
    `init` is the order of the 2k first pulls, `ties` who wins among fewest-pulled best arms:
    "any" quantifies over all ways to break these ties.
    """

    policy: str
    init: str = "rounds"
    ties: str = "any"
    pulls: tuple[tuple[str, str], ...] = ()
    pulled: str = ""
    level: str = ""
    before: tuple[tuple[str, str], ...] = ()
    stage: str = "after"
    most: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement that a certificate proves or refutes."""

    parameters: tuple[str, ...]
    arms: tuple[tuple[str, ArmClass], ...]
    givens: tuple[Comparison, ...]
    conclusion: tuple[Comparison, ...]
    reals: tuple[str, ...] = ()
    floors: tuple[Floor, ...] = ()
    run: Run | None = field(default=None)

    def class_of(self, arm: str) -> ArmClass:
        """The class of a declared arm."""
        return dict(self.arms)[arm]

    def comparisons(self) -> tuple[Comparison, ...]:
        """Everything the claim says, givens first."""
        return self.givens + self.conclusion


def expand(atom: Atom) -> list[tuple[Polynomial, Kind, Polynomial]]:
    """An atom as a combination of values f(e) and sums Rew(f,e), from the definitions.

    Delta(f,n) = f(n) - f(n-1).
    P(f,a,N) = Rew(f,a) + (N-a) f(a) + (N-a)(N-a+1)/2 Delta(f,a).
    Area(f,n) = sum over j = 1..n of (f(j-1)+f(j))/2 = Rew(f,n) - f(n)/2 + f(0)/2.
    """
    half = Polynomial.constant(Fraction(1, 2))
    match atom.kind, atom.indices:
        case Kind.VALUE | Kind.REW, (n,):
            return [(ONE, atom.kind, n)]
        case Kind.DELTA, (n,):
            return [(ONE, Kind.VALUE, n), (-ONE, Kind.VALUE, n - ONE)]
        case Kind.P, (a, N):
            gap = N - a
            triangle = gap * (gap + ONE) * half
            return [
                (ONE, Kind.REW, a),
                (gap + triangle, Kind.VALUE, a),
                (-triangle, Kind.VALUE, a - ONE),
            ]
        case Kind.AREA, (n,):
            return [(ONE, Kind.REW, n), (-half, Kind.VALUE, n), (half, Kind.VALUE, ZERO)]
        case _:
            raise ValueError(f"{atom.kind} is not a functional of one arm")


def domain(atom: Atom, kind: ArmClass) -> list[Polynomial]:
    """Polynomials that must be >= 0 for the atom to be defined.

    f(n): n >= first. Rew, Area: n >= 0. Delta: n >= first + 1. P: a >= first + 1 and N >= a.
    """
    first = Polynomial.constant(kind.first)
    match atom.kind, atom.indices:
        case Kind.VALUE, (n,):
            return [n - first]
        case Kind.REW | Kind.AREA, (n,):
            return [n]
        case Kind.DELTA, (n,):
            return [n - first - ONE]
        case Kind.P, (a, N):
            return [a - first - ONE, N - a]
        case _:
            return []
