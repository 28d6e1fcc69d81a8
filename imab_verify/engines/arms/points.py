"""Parameter values that satisfy the givens, small ones first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, isqrt, prod

from imab_verify.kernel import Claim, Polynomial
from imab_verify.kernel.arms import Constraint, Region, parameter_region

REALS = tuple(Fraction(n, d) for n, d in ((0, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (-1, 1)))
MOST_REALS = 12  # values tried for a real parameter
LEAST_INTEGER = -3  # for a parameter without a lower bound
MAX_DISTANCE = 400
MAX_VISITS = 40_000
Values = dict[str, Fraction]


def parameter_points(claim: Claim, most: int) -> Iterator[Values]:
    """Values of all parameters and floors at which the givens about parameters hold."""
    return points_in(parameter_region(claim), most, (*claim.parameters, *claim.reals))


def points_in(region: Region, most: int, names: Sequence[str] = ()) -> Iterator[Values]:
    """Points of a region, with its floors, in the order of the total distance of the names

    above the least values that the affine constraints allow: the first ones are small.
    """
    names = names or free_names(region)
    bounds = [c for c in region.constraints if c.polynomial.names() <= {*names}]
    order = _order(names, bounds)
    relevant = [
        [c.polynomial for c in bounds if name in c.polynomial.names() <= {*order[: i + 1]}]
        for i, name in enumerate(order)
    ]
    produced, visits = 0, iter(range(min(MAX_VISITS, 2000 + 20 * most)))
    assignment = _Assignment(order, relevant, region.reals, visits)
    for distance in range(MAX_DISTANCE):
        for values in assignment.assign(0, distance):
            if _settle(values, region) and all(c.holds(values) for c in region.constraints):
                yield values
                produced += 1
                if produced >= most:
                    return
        if next(visits, None) is None:
            return


def free_names(region: Region) -> list[str]:
    """The names that are no floors; those that the rules gave come last."""
    free = region.names - {quotient.name for quotient in region.floors}
    return sorted(free, key=lambda name: (name[0] == "_", name.lower(), name))


def _settle(values: Values, region: Region) -> bool:
    """Compute the floors; False where one divides by 0 or less."""
    for quotient in region.floors:
        divisor = quotient.divisor.at(values)
        if divisor < 1:
            return False
        values[quotient.name] = Fraction(quotient.numerator.at(values) // divisor)
    return True


def _order(names: Iterable[str], bounds: Sequence[Constraint]) -> list[str]:
    """Names such that lower bounds mention earlier ones, as far as possible."""
    left = list(names)
    after: dict[str, set[str]] = {name: set() for name in left}
    affine = {c.polynomial for c in bounds if c.polynomial.degree() <= 1}
    for p in affine:
        if -p not in affine:
            above = [m[0][0] for m, c in p.terms() if m and c > 0]
            below = {m[0][0] for m, c in p.terms() if m and c < 0}
            for name in above:
                after[name] |= below
    order: list[str] = []
    while left:
        free = [n for n in left if not (after[n] - {n}) & {*left}]
        order.append(free[0] if free else left[0])
        left.remove(order[-1])
    return order


@dataclass(slots=True)
class _Assignment:
    """Parameters in order, each with the constraints on it that involve no later one.

    What these leave to a parameter is asked for again at every distance, so it is kept.
    """

    order: Sequence[str]
    bounds: Sequence[Sequence[Polynomial]]
    reals: frozenset[str]
    visits: Iterator[int]
    values: Values = field(default_factory=dict)
    ranges: dict[tuple[Fraction, ...], tuple[int, int | None]] = field(default_factory=dict)

    def assign(self, position: int, distance: int) -> Iterator[Values]:
        """Assign the parameters from a position on; their distances add up to `distance`."""
        if next(self.visits, None) is None:
            return
        if position == len(self.order):
            if distance == 0:
                yield dict(self.values)
            return
        name = self.order[position]
        last = position == len(self.order) - 1
        if name in self.reals:
            for index, value in enumerate(_real_values(name, self.values, self.bounds[position])):
                if index == distance or (index < distance and not last):
                    self.values[name] = value
                    yield from self.assign(position + 1, distance - index)
            self.values.pop(name, None)
            return
        low, high = self._range(position)
        for step in [distance] if last else range(distance + 1):
            if high is not None and low + step > high:
                break
            self.values[name] = Fraction(low + step)
            yield from self.assign(position + 1, distance - step)
        self.values.pop(name, None)

    def _range(self, position: int) -> tuple[int, int | None]:
        """The limits of a parameter where the earlier ones have their values."""
        earlier = tuple(self.values[name] for name in self.order[:position])
        if earlier not in self.ranges:
            name, bounds = self.order[position], self.bounds[position]
            self.ranges[earlier] = limits(name, self.values, bounds)
        return self.ranges[earlier]


def _real_values(
    name: str, values: Mapping[str, Fraction], bounds: Sequence[Polynomial]
) -> list[Fraction]:
    """Values to try for a real parameter if the others are known.

    What an equation leaves, if there is one; otherwise simple numbers, then the ends of the
    interval that the constraints leave, its middle, and what is 1 away from an end.
    """
    rows = [_in_one_name(p, name, values) for p in bounds]
    for row in rows:
        if tuple(-c for c in row) in rows:
            return _roots(*row)
    lows = [-rest / slope for square, slope, rest in rows if not square and slope > 0]
    highs = [-rest / slope for square, slope, rest in rows if not square and slope < 0]
    low, high = max(lows, default=None), min(highs, default=None)
    ends = [end for end in (low, high) if end is not None]
    if low is not None and high is not None:
        ends.append((low + high) / 2)
    ends += [low + 1] if low is not None else []
    ends += [high - 1] if high is not None else []
    inside = [
        value
        for value in dict.fromkeys((*REALS, *ends))
        if (low is None or low <= value) and (high is None or value <= high)
    ]
    return inside[:MOST_REALS]


def _roots(square: Fraction, slope: Fraction, rest: Fraction) -> list[Fraction]:
    """The rational x with square*x**2 + slope*x + rest = 0, the largest first."""
    if square == 0:
        return [-rest / slope] if slope else []
    disc = slope * slope - 4 * square * rest
    if disc < 0:
        return []
    root = Fraction(isqrt(disc.numerator), isqrt(disc.denominator))
    ends = {(-slope + sign * root) / (2 * square) for sign in (1, -1)}
    return sorted(ends, reverse=True) if root * root == disc else []


def _in_one_name(
    p: Polynomial, name: str, values: Mapping[str, Fraction]
) -> tuple[Fraction, Fraction, Fraction]:
    """The coefficients of name**2, name and 1 with the others known; zeros if p has more."""
    coefficients = [Fraction(0)] * 3
    for monomial, c in p.terms():
        powers = dict(monomial)
        own = powers.pop(name, 0)
        if own > 2 or not powers.keys() <= values.keys():
            return Fraction(0), Fraction(0), Fraction(0)
        coefficients[2 - own] += c * prod(values[other] ** e for other, e in powers.items())
    return coefficients[0], coefficients[1], coefficients[2]


def limits(
    name: str,
    values: Mapping[str, Fraction],
    bounds: Sequence[Polynomial],
    least: int = LEAST_INTEGER,
) -> tuple[int, int | None]:
    """The integers >= least that the constraints leave to `name` if the others are known."""
    low, high = least, None
    known = {*values, name}
    for p in bounds:
        if name not in p.names() or not p.names() <= known:
            continue
        square, slope, rest = _in_one_name(p, name, values)
        if not square and slope > 0:
            low = max(low, ceil(-rest / slope))
        elif not square and slope < 0:
            top = floor(rest / -slope)
            high = top if high is None else min(high, top)
    return low, high


# --- runs ----------------------------------------------------------------------------------------

STEPS = 64
LEAPS = (80, 100, 128, 160, 200, 256, 300, 400, 512, 700, 1000)
MULTIPLES = (1, 2, 3, 4, 5, 6, 8, 10, 16)
WIDE_STEPS, WIDE_MULTIPLES = (0, 1, 2, 4, 8, 15, 31, 47), (1, 2, 3, 6, 16)
MOST_ARMS, MOST_PULLS = 5000, 20_000
"""Larger runs are too long for the kernel, which plays them pull by pull."""


def run_sizes(claim: Claim, *, wide: bool = False) -> Iterator[tuple[int, int]]:
    """Numbers of arms and horizons (k, T) that the affine givens allow, few arms first.

    Every k from the least one on, 64 of them, then some larger; for each the least horizons and
    those around multiples of k, where arms get their first, second, ... pull. Horizons in a short
    range are all taken. `wide` leaves out most sizes, to come to many arms soon.
    """
    bounds = [c.polynomial for c in parameter_region(claim).constraints]
    low, high = limits("k", {}, bounds, 1)
    steps = range(low, low + STEPS)
    few = [low + step for step in WIDE_STEPS] if wide else [*steps]
    for k in (*few, *(k for k in LEAPS if k >= low + STEPS)):
        if k > MOST_ARMS or (high is not None and k > high):
            return
        first, last = limits("T", {"k": Fraction(k)}, bounds, 0)
        near = {n * k + shift for n in MULTIPLES for shift in (-1, 0, 1)}
        horizons = near | set(range(first, first + 12))
        if wide:
            horizons = {first, first + 1, *(n * k for n in WIDE_MULTIPLES)}
        elif last is not None and last - first <= STEPS:
            horizons = set(range(first, last + 1))
        for T in sorted(horizons):
            if first <= T <= (MOST_PULLS if last is None else min(last, MOST_PULLS)):
                yield k, T
