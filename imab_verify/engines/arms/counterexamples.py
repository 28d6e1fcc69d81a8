"""A claim at fixed parameters: numbers on the rays, the linear program over all arms, and the
smallest counterexample that can be found: parameters first, then a single ray.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.engines.lp import Optimal, Rational, Sense
from imab_verify.engines.rays import (
    Coefficients,
    RayProgram,
    Rays,
    Terms,
    combine,
    functional_on_rays,
    last_before,
    value_on_ray,
    values_of_mixture,
)
from imab_verify.kernel import (
    ArmClass,
    Claim,
    Comparison,
    Curve,
    Family,
    Form,
    Point,
    Polynomial,
    RejectedError,
    Relation,
)
from imab_verify.kernel.arms import functional, goals
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import violation


@dataclass(frozen=True, slots=True)
class Concrete:
    """A form at fixed parameters: a constant, and a functional of each arm that occurs."""

    constant: Fraction
    arms: Mapping[str, Terms]

    def largest_index(self, arm: str) -> int:
        """The last n whose value matters for this arm."""
        return max((e for _, _, e in self.arms.get(arm, ())), default=0)

    def on_ray(self, arm: str, kind: ArmClass, j: int) -> Fraction:
        """The functional of this arm on ray j."""
        scale, [number] = functional_on_rays(kind, self.arms.get(arm, ()), (j,))
        return Fraction(number, scale)


def at_point(form: Form, own: Iterable[tuple[str, ArmClass]], values: Values) -> Concrete:
    """The form at the values of the parameters."""
    arms: dict[str, Terms] = {}
    for arm, _ in own:
        parts = functional([(c, atom) for c, atom in form.terms if atom.arm == arm])
        terms = tuple(
            (coefficient, kind, int(index.at(values)))
            for (kind, index), c in parts.items()
            if (coefficient := c.at(values))
        )
        if terms:
            arms[arm] = terms
    return Concrete(form.constant.at(values), arms)


# --- rewards --------------------------------------------------------------------------------------


def curve(kind: ArmClass, weights: Mapping[int, Fraction]) -> Curve:
    """The reward function sum_j weights[j] * (ray j)."""
    lasts = [last_before(kind, j) for j, w in weights.items() if j and w]
    jumps = [] if kind.shape.concave else [n + 1 for n in lasts]
    corners = sorted({kind.first, *lasts, *jumps})
    return Curve(tuple(zip(corners, values_of_mixture(kind, weights, corners), strict=True)))


def ray_curve(kind: ArmClass, j: int) -> Curve:
    """Ray j, scaled so that its largest reward is 1."""
    ends = (kind.first, last_before(kind, j) + 1 if j else kind.first)
    height = max(value_on_ray(kind, j, n) for n in ends)
    return curve(kind, {j: Fraction(1, height)})


def zero_curves(claim: Claim) -> dict[str, Curve]:
    """Every arm constantly 0."""
    return {arm: curve(kind, {}) for arm, kind in claim.arms}


# --- the program ----------------------------------------------------------------------------------


class ClaimProgram:
    """The program over the rays of all arms of a claim, at fixed parameters.

    The forms say how far the rays must reach; `rays` which ones up to there are taken.
    """

    def __init__(
        self,
        claim: Claim,
        values: Values,
        forms: Sequence[Concrete],
        rays: Callable[[int], Rays],
    ) -> None:
        self.claim, self.values = claim, values
        self.last = {
            arm: max((form.largest_index(arm) for form in forms), default=0)
            for arm, _ in claim.arms
        }
        self.program = RayProgram(
            (kind, rays(max(self.last[arm] - kind.first, 0))) for arm, kind in claim.arms
        )

    def row(self, form: Concrete) -> Coefficients:
        """What the arms contribute to the form: all but its constant."""
        row: Coefficients = {}
        for (arm, _), columns in zip(self.claim.arms, self.program.arms, strict=True):
            if arm in form.arms:
                row |= columns.functional(form.arms[arm])
        return row

    def heights(self) -> list[Coefficients]:
        """The largest reward of each arm that matters."""
        return [
            columns.value(max(self.last[arm], kind.first) if kind.shape.rising else kind.first)
            for (arm, kind), columns in zip(self.claim.arms, self.program.arms, strict=True)
        ]

    def point(self, x: Sequence[Fraction], scale: Rational = 1) -> Point:
        """The parameters, and the arms of a solution divided by the scale."""
        curves = {}
        for (arm, kind), columns in zip(self.claim.arms, self.program.arms, strict=True):
            weights = {j: w / scale for j, w in columns.weights(x).items()}
            curves[arm] = curve(kind, weights)
        names = (*self.claim.parameters, *self.claim.reals)
        return Point({name: self.values[name] for name in names}, curves)


def sense_of(relation: Relation) -> Sense:
    """How a program reads a comparison with 0: > as >=."""
    return Sense.EQ if relation is Relation.EQ else Sense.GE


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least value of a form at fixed parameters and rewards that attain it."""

    value: Fraction
    point: Point


def least(
    goal: Comparison, claim: Claim, values: Values, givens: Sequence[Comparison]
) -> Extreme | None:
    """Minimise the goal over all arms in [0,1] that satisfy the givens, strict ones read as >=.

    Among minimisers of a homogeneous goal any positive multiple serves, so the bound f <= 1 is
    enough. The kernel looks at the result in any case.
    """
    target, *known = [at_point(c.form, claim.arms, values) for c in (goal, *givens)]
    problem = ClaimProgram(claim, values, [target, *known], rays_up_to)
    for given, form in zip(givens, known, strict=True):
        problem.program.require(problem.row(form), sense_of(given.relation), -form.constant)
    outcome = _maximise_below_1(problem, combine((-1, problem.row(target))))
    if outcome is None:
        return None
    return Extreme(target.constant - outcome.value, problem.point(outcome.x))


def interior(claim: Claim, values: Values, givens: Sequence[Comparison]) -> Point | None:
    """Arms in [0,1] that satisfy all givens, strict ones included, if there are any.

    One more unknown s >= 0, s <= 1, stands below every strict given, and is made as large as can
    be; it is positive if and only if all strict givens can hold together.
    """
    forms = [at_point(given.form, claim.arms, values) for given in givens]
    problem = ClaimProgram(claim, values, forms, rays_up_to)
    program = problem.program
    slack = program.add_unknown()
    program.require({slack: 1}, Sense.LE, 1)
    for given, form in zip(givens, forms, strict=True):
        row = problem.row(form)
        if given.relation is Relation.GT:
            row[slack] = -1
        program.require(row, sense_of(given.relation), -form.constant)
    outcome = _maximise_below_1(problem, {slack: 1})
    strict = any(given.relation is Relation.GT for given in givens)
    if outcome is None or (strict and not outcome.x[slack]):
        return None
    return problem.point(outcome.x)


def _maximise_below_1(problem: ClaimProgram, objective: Coefficients) -> Optimal | None:
    """The optimum under f <= 1 for every arm."""
    for height in problem.heights():
        problem.program.require(height, Sense.LE, 1)
    outcome = problem.program.maximise(objective)
    return outcome if isinstance(outcome, Optimal) else None


def functional_givens(claim: Claim) -> list[Comparison]:
    """The givens that speak about rewards."""
    return [given for given in claim.givens if given.form.terms]


def givens_at(claim: Claim, values: Values) -> list[Comparison]:
    """The same at fixed parameters, with those of families one by one."""
    members = (m for family in claim.families for m in _members(family, claim, values))
    return [*functional_givens(claim), *members]


MOST_MEMBERS = 80


def _members(family: Family, claim: Claim, values: Values) -> Iterable[Comparison]:
    """The hypotheses of a family at fixed parameters; of one without an end as far as matters."""
    first = int(family.first.at(values))
    if family.last is not None:
        last = int(family.last.at(values))
    else:
        indices = [int(index.at(values)) for atom in claim.atoms() for index in atom.indices]
        last = max([first, *indices]) + 1
    for n in range(first, min(last, first + MOST_MEMBERS) + 1):
        yield family.at(Polynomial.constant(n))


MANY = 300


def rays_up_to(top: int) -> Rays:
    """0, 1, ..., top; where these are too many, small ones, large ones and some between."""
    if top <= MANY:
        return range(top + 1)
    between = {top * part // 16 for part in range(16)}
    return tuple(sorted({*range(MANY // 2), *between, *range(top - 8, top + 1)}))


def single_rays(goal: Comparison, claim: Claim, values: Values) -> Iterable[tuple[str, int, int]]:
    """(arm, j, value of the goal's functional on ray j, times d > 0) for all rays that matter."""
    form = at_point(goal.form, claim.arms, values)
    for arm, kind in claim.arms:
        if arm in form.arms:
            rays = rays_up_to(form.largest_index(arm))
            numerators = functional_on_rays(kind, form.arms[arm], rays)[1]
            yield from ((arm, j, number) for j, number in zip(rays, numerators, strict=True))


# --- the smallest counterexample ------------------------------------------------------------------


GLANCE = 24
"""So many parameters are a glance; a counterexample that is easy to find is there."""


def refutes(claim: Claim, point: Point) -> bool:
    """Whether the kernel agrees that the claim is false at this point."""
    try:
        return violation(claim, point) is not None
    except RejectedError:
        return False


def find_counterexample(claim: Claim, clock: Clock, most: int = 3000) -> Point | None:
    """The first violation over small parameters; single rays before mixtures."""
    givens = claim.families or any(given.form.terms for given in claim.givens)
    programs = max(most // 4, GLANCE)
    try:
        for number, values in enumerate(parameter_points(claim, most)):
            clock.tick()
            point = _on_rays(claim, values)
            if point is None and (givens or _is_inhomogeneous(claim)) and number < programs:
                point = _by_program(claim, values)
            if point is not None:
                return point
    except OutOfTimeError:
        return None
    return None


def _is_inhomogeneous(claim: Claim) -> bool:
    return any(len(c.form.constant) and c.form.terms for c in claim.plain)


def _own(claim: Claim, values: Values) -> Values:
    return {name: values[name] for name in (*claim.parameters, *claim.reals)}


def _on_rays(claim: Claim, values: Values) -> Point | None:
    """All arms 0, or one arm a single ray scaled into [0,1] and the others 0."""
    zero = Point(_own(claim, values), zero_curves(claim))
    if refutes(claim, zero):
        return zero
    for goal in claim.plain:
        for arm, j, value in single_rays(goal, claim, values):
            if _may_fail(goal, value):
                bent = ray_curve(dict(claim.arms)[arm], j)
                point = Point(zero.parameters, dict(zero.curves) | {arm: bent})
                if refutes(claim, point):
                    return point
    return None


def _may_fail(goal: Comparison, value: int) -> bool:
    return value != 0 if goal.relation is Relation.EQ else value < 0


def _by_program(claim: Claim, values: Values) -> Point | None:
    """The exact minimum of each goal under the givens about rewards."""
    points = (_violation_of(goal, claim, values) for goal in goals(claim))
    return next(filter(None, points), None)


def _violation_of(goal: Comparison, claim: Claim, values: Values) -> Point | None:
    """Where the goal is least or, if a strict given fails there, inside all givens and not-goal."""
    givens = givens_at(claim, values)
    worst = least(goal, claim, values, givens)
    if worst is None or goal.relation.holds(worst.value):
        return None
    if refutes(claim, worst.point):
        return worst.point
    opposite = Relation.GE if goal.relation is Relation.GT else Relation.GT
    negated = Comparison(goal.form.scaled(-ONE), opposite)
    inside = interior(claim, values, [*givens, negated])
    return inside if inside is not None and refutes(claim, inside) else None


def find_witness(claim: Claim, clock: Clock, most: int = 400) -> Point | None:
    """Small parameters and rewards that satisfy all givens, so that the claim is not vacuous."""
    try:
        for values in parameter_points(claim, most):
            clock.tick()
            givens = givens_at(claim, values)
            candidates = [Point(_own(claim, values), zero_curves(claim))]
            if givens:
                inside = interior(claim, values, givens)
                candidates += [inside] if inside else []
            for point in candidates:
                if _satisfies(claim, point):
                    return point
    except OutOfTimeError:
        return None
    return None


def _satisfies(claim: Claim, point: Point) -> bool:
    try:
        violation(claim, point)
    except RejectedError:
        return False
    return True
