"""The best c of A + c*B >= 0 at fixed parameters: the supremum of -A/B over all rewards.

Where the forms are linear in the rewards and B >= 0, that is the largest ratio on an extreme ray
or, under givens about rewards, the value of a linear-fractional program. Where a ratio goes when
parameters grow for ever is a number to try, and a place far out one to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from imab_verify.engines.arms.counterexamples import (
    ClaimProgram,
    Concrete,
    at_point,
    functional_givens,
    givens_at,
    ray_curve,
    rays_up_to,
    sense_of,
    zero_curves,
)
from imab_verify.engines.arms.points import Values
from imab_verify.engines.lp import Optimal, Sense, Unbounded
from imab_verify.engines.rays import Coefficients, combine
from imab_verify.kernel import Claim, Comparison, Form, Point, Polynomial, RejectedError
from imab_verify.kernel.semantics import settle


class NoConstantError(Exception):
    """At this point B = 0 and A < 0, so the claim is false whatever c is."""

    def __init__(self, point: Point) -> None:
        super().__init__()
        self.point = point


@dataclass(frozen=True, slots=True)
class Optimum:
    """The supremum of -A/B at fixed parameters, and rewards that attain it."""

    value: Fraction
    point: Point


@dataclass(frozen=True, slots=True)
class Optima:
    """The claim without c and without its conclusion, and the forms A and B."""

    claim: Claim
    A: Form
    B: Form

    @property
    def conic(self) -> bool:
        """Whether rays decide: no givens about rewards, and no constant terms beside them."""
        constants = len(self.A.constant) or len(self.B.constant)
        rewards = self.A.terms or self.B.terms
        given = self.claim.families or functional_givens(self.claim)
        return not given and not (constants and rewards)

    def signs(self, values: Values) -> set[int]:
        """The signs of B, zero left out, on the rays at these parameters."""
        form = at_point(self.B, self.claim.arms, values)
        signs = {_sign(form.constant)}
        for arm, kind in self.claim.arms:
            rays = rays_up_to(form.largest_index(arm)) if arm in form.arms else ()
            signs |= {_sign(form.on_ray(arm, kind, j)) for j in rays}
        return signs - {0}

    def largest_index(self, values: Values) -> int:
        """The last n whose reward matters at these parameters."""
        forms = [at_point(form, self.claim.arms, values) for form in (self.A, self.B)]
        each = (form.largest_index(arm) for form in forms for arm, _ in self.claim.arms)
        return max(each, default=0)

    def at(self, values: Values) -> Optimum | None:
        """The best c at these parameters; None if every c is as good."""
        return self._on_rays(values) if self.conic else self._by_program(values)

    def _on_rays(self, values: Values) -> Optimum | None:
        a, b = at_point(self.A, self.claim.arms, values), at_point(self.B, self.claim.arms, values)
        pairs = [(b.constant, a.constant, "", 0)]
        for arm, kind in self.claim.arms:
            for j in rays_up_to(max(a.largest_index(arm), b.largest_index(arm))):
                x, y = (form.on_ray(arm, kind, j) for form in (a, b))
                pairs.append((y, x, arm, j))
        for y, x, arm, j in pairs:
            if y == 0 and x < 0:
                raise NoConstantError(self._ray(values, arm, j))
        ratios = [(-x / y, arm, j) for y, x, arm, j in pairs if y > 0]
        if not ratios:
            return None
        value, arm, j = max(ratios, key=lambda ratio: ratio[0])
        return Optimum(value, self._ray(values, arm, j))

    def _ray(self, values: Values, arm: str, j: int) -> Point:
        """The arm is r_j scaled into [0,1], and all others are 0; no arm is if it has no name."""
        curves = zero_curves(self.claim)
        if arm:
            curves[arm] = ray_curve(dict(self.claim.arms)[arm], j)
        names = (*self.claim.parameters, *self.claim.reals)
        return Point({name: values[name] for name in names}, curves)

    def _by_program(self, values: Values) -> Optimum | None:
        """Maximise -A with B = 1 over t * (instances of the givens), t >= 0.

        It is unbounded if B = 0 and A < 0 at some instance, t = 1.
        """
        givens = givens_at(self.claim, values)
        wanted = (self.A, self.B, *(given.form for given in givens))
        forms = [at_point(form, self.claim.arms, values) for form in wanted]
        problem, t, A, B = self._program(values, givens, forms)
        problem.program.require(B, Sense.EQ, 1)
        outcome = problem.program.maximise(combine((-1, A)))
        if isinstance(outcome, Optimal):
            return Optimum(outcome.value, problem.point(outcome.x, outcome.x[t]))
        if isinstance(outcome, Unbounded):
            problem, t, A, B = self._program(values, givens, forms)
            problem.program.require(B, Sense.EQ, 0)
            problem.program.require({t: 1}, Sense.EQ, 1)
            against = problem.program.maximise(combine((-1, A)))
            if isinstance(against, Optimal):
                raise NoConstantError(problem.point(against.x))
        return None

    def _program(
        self, values: Values, givens: list[Comparison], forms: list[Concrete]
    ) -> tuple[ClaimProgram, int, Coefficients, Coefficients]:
        """The cone over the instances of the givens, its unknown t, and the rows of A and B."""
        problem = ClaimProgram(self.claim, values, forms, lambda top: range(top + 1))
        program = problem.program
        t = program.add_unknown()
        A, B, *known = [problem.row(form) | {t: form.constant} for form in forms]
        for given, row in zip(givens, known, strict=True):
            program.require(row, sense_of(given.relation), 0)
        for height in problem.heights():
            program.require(height | {t: -1}, Sense.LE, 0)
        return problem, t, A, B


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


# --- where a ratio goes -------------------------------------------------------------------------

FAR = (10**6, 10**12)
TIMES = "times"
"""The name of the factor by which parameters grow."""


@dataclass(frozen=True, slots=True)
class Way:
    """Parameters of which some are multiplied by a factor that grows for ever.

    `limit` is where the ratio goes; None if it grows for ever.
    """

    claim: Claim
    values: Values
    growing: tuple[str, ...]
    limit: Fraction | None = None

    def at(self, factor: int) -> Values | None:
        """The parameters at a factor, if the givens about parameters allow them."""
        names = (*self.claim.parameters, *self.claim.reals)
        point = {n: self.values[n] * (factor if n in self.growing else 1) for n in names}
        try:
            settled = settle(self.claim, point)
        except RejectedError:
            return None
        givens = (given for given in self.claim.givens if not given.form.terms)
        inside = all(g.relation.holds(g.form.constant.at(settled)) for g in givens)
        return settled if inside else None


def ways(
    claim: Claim, samples: Sequence[Values], numerator: Polynomial, denominator: Polynomial
) -> Iterator[Way]:
    """The ways out of small parameters on which the ratio does not fall for ever."""
    names = (*claim.parameters, *claim.reals)
    for values in samples:
        for chosen in product((False, True), repeat=len(names)):
            growing = tuple(n for n, large in zip(names, chosen, strict=True) if large)
            way = Way(claim, values, growing)
            if growing and None not in (way.at(factor) for factor in FAR):
                yield from _with_limit(way, numerator, denominator)


def _with_limit(way: Way, numerator: Polynomial, denominator: Polynomial) -> Iterator[Way]:
    """By the leading coefficients in the factor."""
    known = _in_factor(way)
    if known is None:
        return
    above, below = (_leading(p.substitute(known)) for p in (numerator, denominator))
    if below[1] == 0:
        return
    ratio = above[1] / below[1]
    if above[0] <= below[0]:
        limit = ratio if above[0] == below[0] else Fraction(0)
        yield Way(way.claim, way.values, way.growing, limit)
    elif ratio > 0:
        yield way


def _in_factor(way: Way) -> dict[str, Polynomial] | None:
    """Parameters and floors as polynomials in a factor that all divisors of floors divide."""
    names = (*way.claim.parameters, *way.claim.reals)
    divisors = [floor.divisor.at(way.values) for floor in way.claim.floors]
    step = Polynomial.variable(TIMES).scaled(prod(divisors, start=Fraction(1)))
    known = {
        n: step.scaled(way.values[n]) if n in way.growing else Polynomial.constant(way.values[n])
        for n in names
    }
    for floor in way.claim.floors:
        if (divisor := floor.divisor.substitute(known)).names():
            return None
        whole, by = floor.numerator.substitute(known), divisor.at({})
        rest = whole.at({TIMES: Fraction(0)}) % by
        known[floor.name] = (whole - Polynomial.constant(rest)).scaled(1 / by)
    return known


def _leading(p: Polynomial) -> tuple[int, Fraction]:
    """The degree in the factor, and its coefficient."""
    return max(((dict(m).get(TIMES, 0), c) for m, c in p.terms()), default=(0, Fraction(0)))
