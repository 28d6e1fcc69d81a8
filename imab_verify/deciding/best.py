"""That a constant serves, and that none better does: each a question of its own, on the one road.

c serves          the claim with c in it is proved
none better       "there is one c better than b that serves" is refuted, at an instance
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from imab_verify.deciding.certify import Certified, Verdict, certify, confirm
from imab_verify.deciding.decide import decide
from imab_verify.deciding.existence import refute_at
from imab_verify.deciding.sides import prove_sides
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.kernel import (
    Claim,
    Comparison,
    Form,
    Point,
    Polynomial,
    Proved,
    Refuted,
    RejectedError,
    Relation,
    RunPoint,
)
from imab_verify.kernel.semantics import settle
from imab_verify.language.documents import dumps
from imab_verify.language.reading import Question

STEP = Fraction(1, 1000)


def step_of(c: Fraction) -> Fraction:
    """What counts as little beside c: 1/1000, and 1/1000 of c where that is less."""
    return STEP * min(Fraction(1), abs(c)) if c else STEP


def is_close(a: Fraction, b: Fraction) -> bool:
    """Whether two constants differ by little."""
    return abs(a - b) <= step_of(max(a, b, key=abs))


@dataclass(frozen=True, slots=True)
class Constant:
    """A claim A + name*B >= 0; the smallest name is wanted, or the largest."""

    question: Question
    name: str
    A: Form
    B: Form
    smallest: bool = True

    def at(self, numerator: Polynomial, denominator: Polynomial) -> Question:
        """The question with numerator/denominator in the place of the constant."""
        return self.question.at_constant(self.name, self.A, self.B, numerator, denominator)

    def better(self, c: Fraction) -> tuple[Comparison, ...]:
        """That the constant is better than c."""
        beyond = Polynomial.constant(c) - Polynomial.variable(self.name)
        return (Comparison(Form(beyond if self.smallest else -beyond), Relation.GT),)


@dataclass(frozen=True, slots=True)
class NoBetter:
    """No constant that is better than c serves all of the rest at the instance.

    With c = None no constant at all does.
    """

    c: Fraction | None
    point: Point | RunPoint
    certified: Certified


@dataclass(frozen=True, slots=True)
class Best:
    """c = numerator/denominator with an accepted proof, and what is known against better ones."""

    claim: Claim
    numerator: Polynomial
    denominator: Polynomial
    question: Question
    certified: Certified
    against: NoBetter | None = None

    def at(self, point: Point) -> Fraction:
        """c at the parameters of a point."""
        values = settle(self.claim, point.parameters)
        return self.numerator.at(values) / self.denominator.at(values)

    @property
    def is_number(self) -> bool:
        """Whether c is the same for all parameters."""
        return not (self.numerator.names() | self.denominator.names())

    @property
    def tight(self) -> Point | None:
        """Where nothing better serves, and both sides are equal with this c."""
        return self._against(exactly=True)

    @property
    def near(self) -> Point | None:
        """Where nothing serves that is better by more than a little."""
        return self._against(exactly=False)

    def _against(self, *, exactly: bool) -> Point | None:
        if self.against is None or self.against.c is None:
            return None
        point, c = self.against.point, self.against.c
        if not isinstance(point, Point):
            return None
        here = self.at(point)
        return point if (here == c if exactly else is_close(here, c)) else None


def prove_constant(
    constant: Constant, numerator: Polynomial, denominator: Polynomial, seconds: float
) -> Best | None:
    """The claim with this c, if the kernel accepts a proof and the denominator is positive."""
    asked = constant.at(numerator, denominator)
    try:
        decision = decide(asked, seconds=seconds)
    except UndefinedError:
        return None
    if decision.verdict is not Verdict.PROVED or decision.certified is None:
        return None
    claim = asked.claims().claim
    return Best(claim, numerator, denominator, asked, decision.certified)


def refute_better(
    constant: Constant,
    c: Fraction | None,
    point: Point | RunPoint,
    seconds: float,
    *,
    there: bool = False,
) -> NoBetter | None:
    """That nothing better than c serves, as the point shows; `there`, at its parameters."""
    where = () if c is None else constant.better(c)
    fixed = [Polynomial.variable(n) - Polynomial.constant(v) for n, v in point.parameters.items()]
    givens = tuple(Comparison(Form(p), Relation.EQ) for p in fixed) if there else ()
    if constant.question.claims().claim.families:
        return _refute_step(constant, c, point, seconds)
    asked = constant.question.for_some(constant.name, where, givens)
    refuted = refute_at(asked.claims().claim, point, seconds)
    return None if refuted is None else _no_better(asked, refuted, c, seconds)


def _refute_step(
    constant: Constant, c: Fraction | None, point: Point | RunPoint, seconds: float
) -> NoBetter | None:
    """What is better by a little fails; the kernel knows no choice beside families."""
    if c is None:
        return None
    less = c - step_of(c) if constant.smallest else c + step_of(c)
    asked = constant.at(Polynomial.constant(less), Polynomial.constant(1))
    return _no_better(asked, Refuted(asked.claims().claim, point), less, seconds)


def _no_better(
    asked: Question, refuted: Refuted, c: Fraction | None, seconds: float
) -> NoBetter | None:
    point = refuted.counterexample
    try:
        certified = certify(asked, refuted, prove_sides(asked, seconds=seconds))
    except RejectedError:
        return None
    return NoBetter(c, point, certified) if isinstance(point, Point | RunPoint) else None


def certify_together(
    question: Question, first: Certified, others: Sequence[Certified]
) -> Certified:
    """One certificate, with the others beside it, as the kernel judges what is written."""
    if not isinstance(first.certificate, Proved) or not others:
        return first
    beside = tuple(
        other.certificate for other in others if isinstance(other.certificate, Proved | Refuted)
    )
    return confirm(question, dumps(replace(first.certificate, beside=beside)))
