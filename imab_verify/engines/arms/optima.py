"""The best c of A + c*B >= 0 at fixed parameters: the supremum of -A/B over all rewards.

Where the forms are linear in the rewards and B >= 0, that is the largest ratio on an extreme ray
or, under givens about rewards, the value of a linear-fractional program.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from imab_verify.engines.arms.concrete import (
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
from imab_verify.kernel import Claim, Comparison, Form, Point


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
        form = at_point(self.B, self.claim, values)
        signs = {_sign(form.constant)}
        for arm, kind in self.claim.arms:
            rays = rays_up_to(form.largest_index(arm)) if arm in form.arms else ()
            signs |= {_sign(form.on_ray(arm, kind, j)) for j in rays}
        return signs - {0}

    def largest_index(self, values: Values) -> int:
        """The last n whose reward matters at these parameters."""
        forms = [at_point(form, self.claim, values) for form in (self.A, self.B)]
        each = (form.largest_index(arm) for form in forms for arm, _ in self.claim.arms)
        return max(each, default=0)

    def at(self, values: Values) -> Optimum | None:
        """The best c at these parameters; None if every c is as good."""
        return self._on_rays(values) if self.conic else self._by_program(values)

    def _on_rays(self, values: Values) -> Optimum | None:
        a, b = at_point(self.A, self.claim, values), at_point(self.B, self.claim, values)
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
            curves[arm] = ray_curve(self.claim.class_of(arm), j)
        names = (*self.claim.parameters, *self.claim.reals)
        return Point({name: values[name] for name in names}, curves)

    def _by_program(self, values: Values) -> Optimum | None:
        """Maximise -A with B = 1 over t * (instances of the givens), t >= 0.

        It is unbounded if B = 0 and A < 0 at some instance, t = 1.
        """
        givens = givens_at(self.claim, values)
        wanted = (self.A, self.B, *(given.form for given in givens))
        forms = [at_point(form, self.claim, values) for form in wanted]
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
