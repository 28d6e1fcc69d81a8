"""What z3 answers as points of the kernel, which says whether the claim is false there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor

from imab_verify.engines.z3.rays import MIXED, ONE, ZERO, Shapes, bend, level, slope
from imab_verify.engines.z3.runs import Played
from imab_verify.kernel import ArmClass, Claim, Curve, Point, RejectedError, RunPoint
from imab_verify.kernel.semantics import violation
from imab_verify.kernel.statement import RAY as RAY_INDEX

Model = Mapping[str, Fraction]

SCALES = (1, 2, 3, 7)
MOST_ROUNDINGS = 512


def is_countermodel(claim: Claim, point: Point | RunPoint) -> bool:
    """Whether the kernel agrees that the claim is false there."""
    try:
        return violation(claim, point) is not None
    except RejectedError:
        return False


def point_of_rays(claim: Claim, shapes: Shapes, model: Model) -> Point | None:
    """A point with integers near the model, or near a multiple of it, that the kernel confirms."""
    bends = [bend(arm) for arm in shapes if bend(arm) in model]
    free = [*claim.parameters, *bends]
    for scale in SCALES:
        sides = [_neighbours(model.get(name, Fraction(1)) * scale) for name in free]
        for chosen in islice(product(*sides), MOST_ROUNDINGS):
            values = dict(model) | dict(zip(free, chosen, strict=True))
            parameters = {name: values[name] for name in claim.parameters}
            parameters |= {name: values.get(name, Fraction(0)) for name in claim.reals}
            curves = {arm: _bent_curve(arm, kind, shapes[arm], values) for arm, kind in claim.arms}
            point = Point(parameters, curves)
            if is_countermodel(claim, point):
                return point
    return None


def _neighbours(q: Fraction) -> list[Fraction]:
    return [Fraction(n) for n in sorted({floor(q), ceil(q)})]


def _bent_curve(arm: str, kind: ArmClass, shape: str, values: Model) -> Curve:
    """A constant, a ray of height 1, or the sum of both."""
    first, zero, one = kind.first, Fraction(0), Fraction(1)
    if shape in (ZERO, ONE):
        return Curve(((first, zero if shape == ZERO else one),))
    base, top = zero, one
    j = max(1, int(values.get(bend(arm), 1)))
    if shape == MIXED:
        base = values.get(level(arm), zero)
        steep = values.get(slope(arm), zero)
        top = steep * j if kind.shape.concave else steep
    if not top:
        return Curve(((first, base),))
    last = int(kind.shape.ray.last.at({RAY_INDEX: Fraction(j)}))
    if kind.shape.concave:
        return Curve(((first, base), (last, base + top)))
    start, end = (base, base + top) if kind.shape.rising else (base + top, base)
    return Curve(tuple({first: start, last: start, last + 1: end}.items()))


def point_of_table(claim: Claim, values: Model, model: Model) -> Point | None:
    """The point with these integers and the rewards of the model, if the kernel confirms it."""
    parameters = {name: values[name] for name in claim.parameters}
    parameters |= {name: model.get(name, Fraction(0)) for name in claim.reals}
    curves = {arm: Curve(tuple(_table(arm, model))) for arm, _ in claim.arms}
    point = Point(parameters, curves)
    return point if is_countermodel(claim, point) else None


def _table(arm: str, model: Model) -> Iterator[tuple[int, Fraction]]:
    """The places of an arm that have a value."""
    for name, value in model.items():
        if name.startswith(f"{arm}(") and name.endswith(")"):
            yield int(name[len(arm) + 1 : -1]), value


def point_of_run(claim: Claim, played: Played, model: Model) -> RunPoint | None:
    """The run with these pulls and the rewards of the model, if the kernel confirms it."""
    curves = tuple(Curve(tuple(_table(f"f{i + 1}", model))) for i in range(played.k))
    parameters = dict(played.free) | {name: model.get(name, Fraction(0)) for name in claim.reals}
    point = RunPoint(curves, len(played.pulls), dict(played.roles), played.pulls, parameters)
    return point if is_countermodel(claim, point) else None
