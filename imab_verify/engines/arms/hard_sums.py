"""Sums that take longer to find: products of higher degree, and squares of m, m + n and m - n.

p >= 0 is shown by contradiction: where p <= -1 (for integers) the region is empty, -1 being a sum
of products; where p <= 0 (for reals) p itself is such a sum, in which -p may be a factor. The sums
are found by linear programs over all products of constraints up to a degree, times squares of
monomials m, of m + n and of m - n (the diagonally dominant sums of squares), as the degree grows.
Where none is found the region is cut in two.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice, product
from math import prod
from typing import NamedTuple

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.sums import (
    Column,
    is_affine,
    products_of,
    solve_columns,
)
from imab_verify.kernel import Case, Empty, Node, Polynomial, Sum, Term
from imab_verify.kernel.arms import Constraint, Region
from imab_verify.kernel.polynomials import ONE

MAX_DEGREE = 6
MAX_COLUMNS = 1500
MAX_ROWS = 260
MAX_SQUARES = 400
GRID = (1, 2, 3, 5, 9)
MAX_GRID = 4000
DEPTH = 2


def prove_by_higher_degree(
    goal: Constraint, region: Region, clock: Clock, depth: int = DEPTH
) -> Node | None:
    """The goal, by contradiction, cutting the region up to `depth` times."""
    if _is_false_somewhere(goal, region):
        return None
    cut = cut_for(goal, region)
    try:
        empty = _refute(goal, region.branches(cut.split)[0], clock, depth)
    except OutOfTimeError:
        return None
    return None if empty is None else Case(cut.split, empty, cut.holds)


class Cut(NamedTuple):
    """A split on whose high side the goal holds, and the proof of that."""

    split: Polynomial
    holds: Sum


def cut_for(goal: Constraint, region: Region) -> Cut:
    """p >= 0 is d*p >= 0 for integers d*p, the high side of d*p + 1; for reals that of p."""
    p = goal.polynomial
    d = p.denominator()
    split = p.scaled(d) + ONE if region.integral(p) and not goal.strict else p.scaled(d)
    return Cut(split, Sum((Term(Fraction(1, d), ((f"c{region.cases + 1}", 1),)),)))


def _refute(goal: Constraint, low: Region, clock: Clock, depth: int) -> Node | None:
    """-1, or the goal if it is not strict, as a sum of products on the low side."""
    weak = goal.polynomial if _allows_zero(goal, low) else None
    for degree in _degrees(low):
        clock.tick()
        columns = _columns(low, degree)
        terms = solve_columns(-ONE, columns, MAX_ROWS)
        if terms is not None:
            return Empty(terms)
        terms = None if weak is None else solve_columns(weak, columns, MAX_ROWS)
        if terms is not None:
            return Sum(terms)
    if depth == 0:
        return None
    for cut in _cuts(low):
        clock.tick()
        first, second = low.branches(cut)
        above = _refute(goal, second, clock, 0)
        below = _refute(goal, first, clock, depth - 1) if above is not None else None
        if above is not None and below is not None:
            return Case(cut, below, above)
    return None


def _allows_zero(goal: Constraint, low: Region) -> bool:
    """Whether the goal may be 0 on the low side, so that no contradiction can be expected."""
    return not goal.strict and not low.integral(goal.polynomial)


def _degrees(region: Region) -> Iterator[int]:
    """From the degree of the constraints on, at least 2, two steps further."""
    start = max(2, *(c.polynomial.degree() for c in region.constraints))
    yield from range(start, min(start + 2, MAX_DEGREE) + 1)


def _columns(region: Region, degree: int) -> list[Column]:
    """Products of constraints, then squares times such products."""
    columns = products_of(region, degree)[:MAX_COLUMNS]
    columns += islice(_squares(region, degree), MAX_SQUARES)
    return columns


def _squares(region: Region, degree: int) -> Iterator[Column]:
    """m**2, (m + n)**2 and (m - n)**2 for monomials m, n, by themselves and times a constraint."""
    names = sorted(set().union(*(c.polynomial.names() for c in region.constraints)))
    variables = [Polynomial.variable(name) for name in names]
    for half in range(1, degree // 2 + 1):
        monomials = [
            prod(chosen, start=ONE)
            for size in range(half + 1)
            for chosen in combinations_with_replacement(variables, size)
        ]
        newest = [m for m in monomials if m.degree() == half]
        bodies = [
            *newest,
            *(m - n for m, n in combinations(monomials, 2) if m in newest or n in newest),
        ]
        bodies += [m + n for m, n in combinations(monomials, 2) if n in newest]
        for body in bodies:
            square = body * body
            for numbers, _, p in products_of(region, min(1, degree - 2 * half)):
                yield numbers, body, square * p


def _cuts(region: Region) -> list[Polynomial]:
    """Differences of variables, and their values at the ends of the region."""
    names = sorted(set().union(*(c.polynomial.names() for c in region.constraints)))
    variables = [Polynomial.variable(name) for name in names]
    cuts = [a - b for a, b in combinations(variables, 2)]
    for c in region.constraints:
        if is_affine(c.polynomial) and len(c.polynomial.names()) == 1:
            cuts += [c.polynomial, c.polynomial - ONE]
    known = {c.polynomial for c in region.constraints}
    return [c for c in dict.fromkeys(cuts) if c.names() and -c not in known and c not in known][:10]


def _is_false_somewhere(goal: Constraint, region: Region) -> bool:
    """Whether the goal fails at a point of a small grid inside the region."""
    names = sorted(region.names)
    for values in islice(product(GRID, repeat=len(names)), MAX_GRID):
        point = {name: Fraction(value) for name, value in zip(names, values, strict=True)}
        value = goal.polynomial.at(point)
        if (value < 0 or (goal.strict and value == 0)) and all(
            c.polynomial.at(point) > 0 or (not c.strict and c.polynomial.at(point) == 0)
            for c in region.constraints
        ):
            return True
    return False
