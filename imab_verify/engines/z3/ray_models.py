"""Countermodels with any parameters: every arm a constant plus one ray, j an unknown too."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor

import z3

from imab_verify.engines.z3.claims import (
    Arm,
    Environment,
    Expression,
    floors,
    has_givens_about_rewards,
    is_countermodel,
    number,
    rational,
    says,
)
from imab_verify.engines.z3.countermodel import Answer
from imab_verify.kernel import ArmClass, Claim, Comparison, Curve, Point

SCALES = (1, 2, 3, 7)
MOST_ROUNDINGS = 512


@dataclass(frozen=True, slots=True)
class Shape:
    """f = level + slope * r_j, each a number or a name of an unknown."""

    level: str | Fraction
    slope: str | Fraction
    bend: str = ""


def find_ray_model(claim: Claim, deadline: float) -> tuple[Point | None, Answer]:
    """Negate every comparison on symbolic rays; over the reals first, then over the integers.

    The countermodel, or what z3 says: that there is none at all only where single rays decide.
    """
    answers = {Answer.NONE}
    for goal in claim.conclusion:
        for shapes in shapes_for(claim, goal):
            point, answer = _symbolic(claim, goal, shapes, deadline)
            if point is not None:
                return point, Answer.FOUND
            decides = answer is not Answer.NONE or rays_decide(claim, goal)
            answers.add(answer if decides else Answer.UNKNOWN)
    said = (Answer.UNCONFIRMED, Answer.UNKNOWN, Answer.NONE)
    return None, next(answer for answer in said if answer in answers)


def rays_decide(claim: Claim, goal: Comparison) -> bool:
    """Whether single rays decide: no givens about rewards, and rewards or constants, not both."""
    mixed = len(goal.form.constant) and goal.form.terms
    return not mixed and not has_givens_about_rewards(claim)


def shapes_for(claim: Claim, goal: Comparison) -> Iterator[dict[str, Shape]]:
    """One arm a constant or a ray and the others 0; or all arms a constant plus a ray."""
    zero = {arm: Shape(Fraction(0), Fraction(0)) for arm, _ in claim.arms}
    if not rays_decide(claim, goal):
        yield {arm: Shape(f"{arm} level", f"{arm} slope", f"{arm} bend") for arm in zero}
        return
    yield zero
    for arm in zero if goal.form.terms else ():
        yield zero | {arm: Shape(Fraction(1), Fraction(0))}
        yield zero | {arm: Shape(Fraction(0), Fraction(1), f"{arm} bend")}


def _symbolic(
    claim: Claim, goal: Comparison, shapes: Mapping[str, Shape], deadline: float
) -> tuple[Point | None, Answer]:
    """A countermodel of these shapes, or what z3 says otherwise."""
    integers = [*claim.parameters, *(q.name for q in claim.floors)]
    integers += [shape.bend for shape in shapes.values() if shape.bend]
    sizes = [x for s in shapes.values() for x in (s.level, s.slope) if isinstance(x, str)]
    unknowns = [*integers, *claim.reals, *sizes]
    for whole in (False, True):
        exact = {
            name: z3.Int(name) if whole and name in integers else z3.Real(name) for name in unknowns
        }
        names = {n: z3.ToReal(x) if z3.is_int(x) else x for n, x in exact.items()}
        solver = z3.SolverFor("QF_NIRA" if whole else "QF_NRA")
        solver.set("timeout", max(1, int(1000 * (deadline - time.monotonic()) / 3)))
        solver.add(*_setting(claim, goal, shapes, names))
        answer = solver.check()
        if answer == z3.unsat:
            return None, Answer.NONE
        if answer == z3.sat:
            model = solver.model()
            values = {name: rational(model.eval(x, True)) for name, x in exact.items()}
            point = round_model(claim, shapes, values, set(integers))
            if point is not None:
                return point, Answer.FOUND
    return None, Answer.UNCONFIRMED if answer == z3.sat else Answer.UNKNOWN


def _setting(
    claim: Claim, goal: Comparison, shapes: Mapping[str, Shape], names: Environment
) -> Iterator[Expression]:
    """The givens, the floors, what the shapes mean, and the negated goal."""
    arms = {}
    for arm, kind in claim.arms:
        shape = shapes[arm]
        level, slope = (
            number(x) if isinstance(x, Fraction) else names[x] for x in (shape.level, shape.slope)
        )
        bend = names[shape.bend] if shape.bend else number(Fraction(1))
        arms[arm] = ray_arm(kind, level, slope, bend)
        yield bend >= 1
        if isinstance(shape.level, str):
            top = slope if kind is ArmClass.MONOTONE else slope * bend
            yield z3.And(level >= 0, slope >= 0, level + top <= 1)
    yield from floors(claim, names)
    for given in claim.givens:
        yield says(given, names, arms)
    yield z3.Not(says(goal, names, arms))


def ray_arm(kind: ArmClass, level: Expression, slope: Expression, j: Expression) -> Arm:
    """f = level + slope * r_j with r_j = min(n, j), min(n-1, j) or [n >= j].

    The sum of min(i, j) over i = 1..u is u(u+1)/2 for u <= j and u*j - j(j-1)/2 beyond.
    """
    if kind is ArmClass.MONOTONE:
        return Arm(
            lambda n: level + slope * z3.If(n >= j, number(Fraction(1)), number(Fraction(0))),
            lambda n: level * n + slope * z3.If(n >= j, n - j + 1, number(Fraction(0))),
        )
    first = kind.first

    def value(n: Expression) -> Expression:
        return level + slope * z3.If(n - first <= j, n - first, j)

    def rew(n: Expression) -> Expression:
        u = n - first
        return level * n + slope * z3.If(u <= j, u * (u + 1) / 2, u * j - j * (j - 1) / 2)

    return Arm(value, rew)


def round_model(
    claim: Claim, shapes: Mapping[str, Shape], values: Mapping[str, Fraction], integers: set[str]
) -> Point | None:
    """A point with integers near the model, or near a multiple of it, that the kernel confirms."""
    free = [n for n in values if n in integers and n not in {q.name for q in claim.floors}]
    for scale in SCALES:
        sides = [_neighbours(values[n] * scale) for n in free]
        for count, chosen in enumerate(product(*sides)):
            if count == MOST_ROUNDINGS:
                break
            point = _point(claim, shapes, dict(values) | dict(zip(free, chosen, strict=True)))
            if point is not None:
                return point
    return None


def _neighbours(q: Fraction) -> list[Fraction]:
    return [Fraction(n) for n in sorted({floor(q), ceil(q)})]


def _point(
    claim: Claim, shapes: Mapping[str, Shape], values: Mapping[str, Fraction]
) -> Point | None:
    own = {name: Fraction(values[name]) for name in (*claim.parameters, *claim.reals)}
    point = Point(own, {arm: _curve(kind, shapes[arm], values) for arm, kind in claim.arms})
    return point if is_countermodel(claim, point) else None


def _curve(kind: ArmClass, shape: Shape, values: Mapping[str, Fraction]) -> Curve:
    """The shape as points; a pure ray is scaled to the height 1."""
    level, slope = (x if isinstance(x, Fraction) else values[x] for x in (shape.level, shape.slope))
    first, j = kind.first, max(1, int(values[shape.bend])) if shape.bend else 1
    top = slope if kind is ArmClass.MONOTONE else slope * j
    if shape.slope == 1:
        top = Fraction(1)
    before = [(j - 1, level)] if kind is ArmClass.MONOTONE and j > 1 else []
    return Curve(((first, level), *before, (first + j, level + top)) if top else ((first, level),))
