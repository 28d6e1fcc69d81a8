"""The best number c in a claim A + c*B >= 0 about a run, between what fails and what serves.

An instance that refutes one c says how large c must be there, -A/B; that is tried next. Numbers in
between are tried in the order of their simplicity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from imab_verify.deciding.best import (
    STEP,
    Constant,
    NoBetter,
    certify_together,
    is_close,
    refute_better,
    step_of,
)
from imab_verify.deciding.certify import Certified, Verdict, certify
from imab_verify.deciding.decide import decide
from imab_verify.deciding.scopes import Cell, Scope
from imab_verify.deciding.sides import prove_sides
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.runs.ratios import values_where_givens_hold
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Atom,
    Claim,
    Form,
    Kind,
    Polynomial,
    Refuted,
    RejectedError,
    RunPoint,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import form_value, observe
from imab_verify.language.reading import Question

MOST, MOST_OPEN = 14, 3
"""So many numbers are tried, and so many without an answer."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A number, and the certificate that it serves, or that it fails."""

    c: Fraction
    certified: Certified


@dataclass(frozen=True, slots=True)
class Bracket:
    """The number with a proof and the one with a counterexample that are nearest to each other.

    `none` is there where an instance shows that no number serves, and `exact` where one shows that
    none better than `serves` does. `certified` is the one certificate of all of it.
    """

    name: str
    smallest: bool
    serves: Tried | None
    fails: Tried | None
    reason: str
    none: NoBetter | None = None
    certified: Certified | None = None
    exact: NoBetter | None = None

    @property
    def verdict(self) -> Verdict:
        """The kernel's word: on what serves or, where nothing does, on that."""
        return self.certified.verdict if self.certified else Verdict.UNKNOWN

    @property
    def best(self) -> Tried | None:
        """What is proved."""
        return self.serves

    @property
    def sharp(self) -> bool:
        """Whether what serves and what fails are close."""
        return bool(self.serves and self.fails and is_close(self.serves.c, self.fails.c))


class NoNumberError(Exception):
    """The claim is false at an instance, whatever c is."""

    def __init__(self, tried: Tried) -> None:
        super().__init__()
        self.tried = tried


def sharpen_run(constant: Constant, scope: Scope | None = None, *, seconds: float) -> Bracket:
    """The smallest c, or the largest one, with which the claim was proved.

    Over a scope that is by exact worst cases, size by size.
    """
    sign = _sign(constant.question.claims().claim, constant.B)
    directed = replace(constant, smallest=sign > 0)
    return _Search(directed, sign, Clock(2 * seconds), seconds, scope).run()


def _sign(claim: Claim, B: Form) -> int:
    """1 if a larger c is better, -1 if a smaller one is: OPT, ALG and rewards are at least 0."""
    arms = replace(claim, run=None, givens=tuple(g for g in claim.givens if not g.form.terms))
    points = list(parameter_points(arms, 20))
    parts = [B.constant, *(c for c, _ in B.terms)]
    values = {p.at(values) for values in points for p in parts}
    signs = {1 if value > 0 else -1 for value in values if value}
    if len(signs) != 1:
        raise InputError("it is not plain whether a larger or a smaller constant is better")
    return signs.pop()


@dataclass(slots=True)
class _Search:
    """c is counted in the direction in which it gets better, so that the smallest is looked for."""

    constant: Constant
    sign: int
    clock: Clock
    seconds: float
    scope: Scope | None = None
    serves: Tried | None = None
    fails: Tried | None = None
    least: Fraction | None = None
    """Nothing below this serves."""

    def run(self) -> Bracket:
        open_numbers: list[Fraction] = []
        try:
            for _ in range(MOST):
                c = self._next(open_numbers)
                if c is None or not self.clock.left() or len(open_numbers) == MOST_OPEN:
                    break
                if not self._try(c):
                    open_numbers.append(c)
        except NoNumberError as error:
            return self._without_number(error.tried)
        self._sharpen_failure()
        name, serves, fails = self.constant.name, self.serves, self.fails
        certified, exact = None, self._none_better()
        if serves is not None:
            others = [end.certified for end in (fails, exact) if end is not None]
            certified = certify_together(self._with(serves.c), serves.certified, others)
        between = "" if serves else f"no {name} was found with which it can be proved"
        return Bracket(name, self.sign > 0, serves, fails, between, None, certified, exact)

    def _without_number(self, tried: Tried) -> Bracket:
        """An instance at which both sides do not depend on c, and the claim is false."""
        name, none = self.constant.name, None
        document = tried.certified.certificate
        if isinstance(document, Refuted) and isinstance(document.counterexample, RunPoint):
            none = refute_better(self.constant, None, document.counterexample, self.seconds)
        said = "" if none else f"no {name} was found with which it can be proved"
        certified = none.certified if none else None
        return Bracket(name, self.sign > 0, None, tried, said, none, certified)

    def _next(self, open_numbers: Sequence[Fraction]) -> Fraction | None:
        """Twice as much while nothing serves; then what may be sharp, then numbers in between."""
        low = max([*([self.least] if self.least is not None else []), *open_numbers], default=None)
        if self.serves is None:
            return Fraction(self.sign) if low is None else max(2 * low, Fraction(floor(low) + 1))
        high = self.sign * self.serves.c
        if low is None:
            if high <= 0:
                return 2 * high or Fraction(-1)
            return high / 2 if high > STEP else Fraction(0)
        if low == high or (is_close(low, high) and low in open_numbers):
            return None
        if low == self.least and low not in open_numbers:
            return low
        return simplest_between(low, high)

    def _try(self, c: Fraction) -> bool:
        """Whether there is an answer for c; what it says is kept."""
        decision = decide(self._with(self.sign * c), self.scope, seconds=self.seconds)
        if decision.certified is None:
            return False
        tried = Tried(self.sign * c, decision.certified)
        if decision.verdict is Verdict.PROVED:
            self.serves = tried
            return True
        self.fails = tried
        needed = [self._constant_at(tried), *self._constants_in(decision.cells)]
        self.least = max([*needed, self.least if self.least is not None else c])
        return True

    def _with(self, c: Fraction) -> Question:
        return self.constant.at(Polynomial.constant(c), ONE)

    def _constant_at(self, tried: Tried) -> Fraction:
        """The c with which both sides are equal at a counterexample."""
        document = tried.certified.certificate
        if not isinstance(document, Refuted) or not isinstance(document.counterexample, RunPoint):
            raise TypeError("a claim about a run is refuted by a run")
        at = observe(document.claim, document.counterexample)
        a, b = (form_value(form, *at) for form in (self.constant.A, self.constant.B))
        if self.sign * b <= 0:
            raise NoNumberError(tried)
        return -a / (self.sign * b)

    def _constants_in(self, cells: Sequence[Cell]) -> Iterator[Fraction]:
        """The c with which both sides are equal at the largest OPT/ALG known at each size.

        Where that is only approached, every smaller c fails, and this one need not.
        """
        bare = self._with(Fraction(0)).claims().claim
        for cell in cells:
            values = values_where_givens_hold(bare, cell.k, cell.T)
            ratio = cell.case.lower if cell.case is not None else None
            if values is None or ratio is None:
                continue
            of_run = {Kind.ALG: Fraction(1), Kind.OPT: ratio}

            def value(atom: Atom, known: Mapping[Kind, Fraction] = of_run) -> Fraction:
                return known[atom.kind]

            a, b = (form_value(form, values, value) for form in (self.constant.A, self.constant.B))
            if self.sign * b > 0:
                yield -a / (self.sign * b)

    def _sharpen_failure(self) -> None:
        """What was refuted with one c is refuted with all below what is needed there.

        Where that is only approached, a better c has another counterexample.
        """
        if self.fails is None or self.least is None:
            return
        document, below = self.fails.certified.certificate, self.least - step_of(self.least)
        if isinstance(document, Refuted) and below > self.sign * self.fails.c:
            asked = self._with(self.sign * below)
            refuted = Refuted(asked.claims().claim, document.counterexample)
            try:
                certified = certify(asked, refuted, prove_sides(asked, seconds=self.seconds))
            except RejectedError:
                self._try(below)
                return
            self.fails = Tried(self.sign * below, certified)

    def _none_better(self) -> NoBetter | None:
        """That nothing better serves, where the instance that is known needs what serves."""
        if self.serves is None or self.fails is None or self.least != self.sign * self.serves.c:
            return None
        document = self.fails.certified.certificate
        point = document.counterexample if isinstance(document, Refuted) else None
        if not isinstance(point, RunPoint):
            return None
        return refute_better(self.constant, self.serves.c, point, self.seconds)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator strictly between two numbers, low < high."""
    whole = floor(low)
    if whole + 1 < high:
        return Fraction(whole + 1)
    rest = low - whole
    above = high - whole
    if rest == 0:
        return whole + Fraction(1, floor(1 / above) + 1)
    return whole + 1 / simplest_between(1 / above, 1 / rest)
