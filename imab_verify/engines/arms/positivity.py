"""p >= 0 or p > 0 on a region of parameters, as a proof node for the kernel.

One identity on the whole region (sums.py) if there is one. Otherwise cases: split the region at an
affine expression and try again on both sides.

Where it may be hard, also by contradiction: where p <= -1 (for integers) the region is empty, -1
being a sum of products; where p <= 0 (for reals) p itself is such a sum, in which -p may be a
factor. The sums are found by linear programs over all products of constraints up to a degree, times
squares of monomials m, of m + n and of m - n (the diagonally dominant sums of squares), as the
degree grows.

Sums see the constraints as they stand. That q = T//3 is >= 0 for T >= 1 follows from 3*q + 2 >= T
only because q is an integer: q <= -1 contradicts it. Such facts about floors, and about the order
of indices, are proved before the search begins; each is a case split for the kernel, whose other
side is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import prod

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.points import Values, points_in
from imab_verify.engines.arms.sums import (
    Column,
    by_products,
    is_affine,
    products_of,
    prove_empty_somehow,
    prove_hard,
    prove_sum,
    solve_columns,
)
from imab_verify.kernel import Case, Empty, Node, Polynomial, Sum, Term
from imab_verify.kernel.arms import Constraint, Region
from imab_verify.kernel.polynomials import ONE

MAX_DEGREE = 6
MAX_COLUMNS, MAX_ROWS, MAX_SQUARES = 1500, 260, 400
GRID, MAX_GRID = (1, 2, 3, 5, 9), 4000
SAMPLES = 60
LARGEST_GAP = 1
"""x - q is compared with numbers up to this one, for a floor q."""


def prove_sign(
    p: Polynomial,
    region: Region,
    clock: Clock,
    *,
    strict: bool = False,
    depth: int = 2,
    hard: bool = False,
) -> Node | None:
    """A proof of p >= 0 (or > 0) on the region, or None."""
    goal = region.sharpen(p, strict)
    node = _leaf(goal, region, clock, hard=True) or _by_contradiction(goal, region)
    if node is None and (hard or clock.hard):
        node = prove_by_higher_degree(goal, region, clock)
    return node or _cut(goal, region, clock, depth)


def _by_contradiction(goal: Constraint, region: Region) -> Node | None:
    """Where p is an integer over d: d*p <= -1 contradicts the constraints, d*p >= 0 is the goal."""
    if goal.strict or not region.integral(goal.polynomial):
        return None
    empty = prove_empty_somehow(region.branches(_split_at(goal, region))[0])
    return None if empty is None else _refuted_below(goal, region, empty)


def _split_at(goal: Constraint, region: Region) -> Polynomial:
    """p >= 0 is d*p >= 0 for integers d*p, the high side of d*p + 1; for reals that of p."""
    p = goal.polynomial.scaled(goal.polynomial.denominator())
    return p + ONE if region.integral(p) and not goal.strict else p


def _refuted_below(goal: Constraint, region: Region, low: Node) -> Case:
    """The goal from a proof on the low side of its split: on the high side it is what is known."""
    weight = Fraction(1, goal.polynomial.denominator())
    holds = Sum((Term(weight, ((f"c{region.cases + 1}", 1),)),))
    return Case(_split_at(goal, region), low, holds)


def _is_plainly_positive(node: Sum | Empty, region: Region) -> bool:
    strict = {c.name for c in region.constraints if c.strict}
    return isinstance(node, Empty) or any(
        term.square is None and all(name in strict for name, _ in term.factors)
        for term in node.terms
    )


def _leaf(goal: Constraint, region: Region, clock: Clock, *, hard: bool) -> Node | None:
    clock.tick()
    node: Sum | Empty | None = prove_sum(goal.polynomial, region)
    if node is None and hard:
        node = prove_hard(goal.polynomial, region)
    if node is not None and goal.strict and not _is_plainly_positive(node, region):
        return None
    return node


def _search(goal: Constraint, region: Region, clock: Clock, depth: int) -> Node | None:
    """One sum on the whole region, or two proofs on the sides of a cut."""
    return _leaf(goal, region, clock, hard=True) or _cut(goal, region, clock, depth)


def _cut(goal: Constraint, region: Region, clock: Clock, depth: int) -> Node | None:
    """Two proofs on the sides of a cut, one of them easy."""
    for split in _splits(region, goal.polynomial) if depth else ():
        low, high = region.branches(split)
        easy, other = high, low
        first = _leaf(goal, high, clock, hard=False)
        if first is None:
            easy, other = low, high
            first = _leaf(goal, low, clock, hard=False)
        second = _search(goal, other, clock, depth - 1) if first else None
        if first and second:
            return Case(split, second, first) if easy is high else Case(split, first, second)
    return None


def _splits(region: Region, p: Polynomial) -> list[Polynomial]:
    """Where to cut: each affine constraint at 0 and 1, and differences of variables."""
    cuts: list[Polynomial] = []
    for c in reversed(region.constraints):
        if is_affine(c.polynomial) and c.polynomial.names() <= p.names():
            cuts += [c.polynomial, c.polynomial - ONE]
    variables = [Polynomial.variable(n) for n in sorted(p.names())]
    for a, b in combinations(variables, 2):
        cuts += [a - b, a - b.scaled(2), b - a.scaled(2)]
    known = {c.polynomial for c in region.constraints}
    unique = dict.fromkeys(c for c in cuts if c.names() and -c not in known)
    return [c for c in unique if c - ONE not in known][:24]


# --- products of higher degree ------------------------------------------------------------------


def prove_by_higher_degree(goal: Constraint, region: Region, clock: Clock) -> Node | None:
    """The goal, by contradiction: -1, or a goal that may be 0, is a sum of products below it."""
    if _is_false_somewhere(goal, region):
        return None
    low = region.branches(_split_at(goal, region))[0]
    weak = not goal.strict and not low.integral(goal.polynomial)
    for degree in _degrees(low):
        try:
            clock.tick()
        except OutOfTimeError:
            return None
        columns = _columns(low, degree)
        if terms := solve_columns(-ONE, columns, MAX_ROWS, clock.left()):
            return _refuted_below(goal, region, Empty(terms))
        terms = solve_columns(goal.polynomial, columns, MAX_ROWS, clock.left()) if weak else None
        if terms is not None:
            return _refuted_below(goal, region, Sum(terms))
    return None


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


# --- facts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fact:
    """An integer expression is >= 0, since it is <= -1 nowhere."""

    holds: Polynomial
    otherwise: Empty


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a region, one after the other, and the region with all of them."""

    facts: tuple[Fact, ...]
    region: Region

    def before(self, node: Node | None) -> Node | None:
        """The proof on the region with the facts, as a proof on the region without them."""
        for fact in reversed(self.facts):
            node = None if node is None else Case(fact.holds + ONE, fact.otherwise, node)
        return node


def find_facts(region: Region, clock: Clock, indices: Sequence[Polynomial] = ()) -> Facts:
    """Bounds of the floors, their order among the parameters, and the order of the indices.

    The latter only where constraints are curved: of affine ones sums see it themselves.
    """
    facts: list[Fact] = []
    start = region
    flat = all(is_affine(c.polynomial) for c in region.constraints)
    if region.floors or not flat:
        for tries in _candidates(start, [] if flat else indices):
            clock.tick()
            fact = next(filter(None, (_fact(p, region) for p in tries)), None)
            if fact is not None:
                facts.append(fact)
                region = region.branches(fact.holds + ONE)[1]
    return Facts(tuple(facts), region)


def prove_sign_by_facts(
    p: Polynomial, region: Region, clock: Clock, *, strict: bool = False
) -> Node | None:
    """p >= 0 (or > 0) on a region, by facts if not without them.

    Where there are floors, facts are looked for before cases are tried.
    """
    node = prove_sign(p, region, clock, strict=strict, depth=0 if region.floors else 2)
    if node is not None:
        return node
    known = find_facts(region, clock)
    return known.before(prove_sign(p, known.region, clock, strict=strict, hard=True))


def _fact(p: Polynomial, region: Region) -> Fact | None:
    """p >= 0, if the integers are needed to see that, and suffice."""
    if region.implies(p) or (is_affine(p) and by_products(p, region) is not None):
        return None
    empty = prove_empty_somehow(region.branches(p + ONE)[0])
    return None if empty is None else Fact(p, empty)


def _candidates(region: Region, indices: Sequence[Polynomial]) -> Iterator[list[Polynomial]]:
    """Expressions that are >= 0 at all sampled parameters, the strongest of each kind first."""
    samples = list(points_in(region, SAMPLES))
    if not samples:
        return
    floors = [Polynomial.variable(floor.name) for floor in region.floors]
    names = dict.fromkeys([*floors, *map(Polynomial.variable, sorted(region.names - region.reals))])
    for q in floors:
        yield _above(q, samples, None)
    for q in floors:
        for x in names:
            if x != q:
                yield _above(x - q, samples, LARGEST_GAP)
                if x not in floors:
                    yield _above(q - x, samples, LARGEST_GAP)
    for a, b in permutations(dict.fromkeys([*indices, Polynomial({})]), 2):
        if (a - b).names():
            yield _above(b - a, samples, 0)


def _above(p: Polynomial, samples: Sequence[Values], most: int | None) -> list[Polynomial]:
    """p - c for c from the least value of p at the samples (at most `most`) down to 0."""
    least = min(p.at(values) for values in samples)
    top = least if most is None else min(least, Fraction(most))
    bounds = dict.fromkeys(c for c in (top, Fraction(1), Fraction(0)) if 0 <= c <= top)
    return [p - Polynomial.constant(c) for c in bounds]
