"""The smallest counterexample that can be found: parameters first, then a single ray."""

from __future__ import annotations

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.concrete import (
    givens_at,
    interior,
    least,
    ray_curve,
    single_rays,
    zero_curves,
)
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.kernel import Claim, Comparison, Point, RejectedError, Relation
from imab_verify.kernel.arms import goals
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import violation

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
