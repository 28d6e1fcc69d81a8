"""Parameter values that satisfy the givens, small ones first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from imab_verify.kernel.claims import Claim, Relation
from imab_verify.kernel.errors import RejectedError
from imab_verify.kernel.instances import Point, settle
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.regions import parameter_region

REALS = tuple(Fraction(n, d) for n, d in ((0, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (-1, 1)))
Values = dict[str, Fraction]


def parameter_points(claim: Claim, most: int) -> Iterator[Values]:
    """Values of all parameters and floors at which the givens about parameters hold.

    They come in the order of their total distance above the least value that the affine givens
    allow, so the first ones are small.
    """
    order = _order(claim)
    bounds = [
        c.polynomial
        for c in parameter_region(claim).constraints
        if c.polynomial.names() <= set(order)
    ]
    tests = [given for given in claim.givens if not given.form.terms]
    produced = 0
    for distance in range(400):
        fruitful = False
        for values in _assign(order, 0, {}, distance, bounds, set(claim.reals)):
            fruitful = True
            try:
                settled = settle(claim, Point(values, {}))
            except RejectedError:
                continue
            if all(t.relation.holds(t.form.constant.at(settled)) for t in tests):
                yield settled
                produced += 1
                if produced >= most:
                    return
        if not fruitful and distance > 3 and not order:
            return


def _order(claim: Claim) -> list[str]:
    """Parameters such that lower bounds mention earlier ones, as far as possible."""
    names = [*claim.parameters, *claim.reals]
    after: dict[str, set[str]] = {name: set() for name in names}
    for given in claim.givens:
        p = given.form.constant
        if given.form.terms or p.degree() > 1 or given.relation is Relation.EQ:
            continue
        above = [m[0][0] for m, c in p.terms() if m and c > 0 and m[0][0] in after]
        below = [m[0][0] for m, c in p.terms() if m and c < 0 and m[0][0] in after]
        for name in above:
            after[name].update(below)
    order: list[str] = []
    while names:
        free = [n for n in names if not (after[n] - {n}) & set(names)]
        chosen = free[0] if free else names[0]
        order.append(chosen)
        names.remove(chosen)
    return order


def _assign(
    order: Sequence[str],
    position: int,
    values: Values,
    distance: int,
    bounds: Sequence[Polynomial],
    reals: set[str],
) -> Iterator[Values]:
    """Assign parameters in order; the distances above their lower bounds add up to `distance`."""
    if position == len(order):
        if distance == 0:
            yield dict(values)
        return
    name = order[position]
    last = position == len(order) - 1
    if name in reals:
        for index, value in enumerate(REALS):
            if index == distance or (index < distance and not last):
                values[name] = value
                yield from _assign(order, position + 1, values, distance - index, bounds, reals)
        values.pop(name, None)
        return
    low, high = _limits(name, values, bounds)
    for step in [distance] if last else range(distance + 1):
        if high is not None and low + step > high:
            break
        values[name] = Fraction(low + step)
        yield from _assign(order, position + 1, values, distance - step, bounds, reals)
    values.pop(name, None)


def _limits(
    name: str, values: Mapping[str, Fraction], bounds: Sequence[Polynomial]
) -> tuple[int, int | None]:
    """The integers that the constraints leave to `name` when the others in them are known."""
    low, high = -3, None
    known = {*values, name}
    for p in bounds:
        if name not in p.names() or not p.names() <= known:
            continue
        slope, rest = Fraction(0), Fraction(0)
        linear = True
        for monomial, c in p.terms():
            powers = dict(monomial)
            if powers.get(name, 0) > 1:
                linear = False
                break
            value = c
            for other, e in powers.items():
                if other != name:
                    value *= values[other] ** e
            if name in powers:
                slope += value
            else:
                rest += value
        if linear and slope > 0:
            low = max(low, ceil(-rest / slope))
        elif linear and slope < 0:
            top = floor(rest / -slope)
            high = top if high is None else min(high, top)
    return low, high
