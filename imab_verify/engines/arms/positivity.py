"""p >= 0 or p > 0 on a region of parameters, as a proof node for the kernel.

One identity on the whole region (sums.py) if there is one. Otherwise cases: split the region at an
affine expression and try again on both sides. Where it may be hard, also by products of higher
degree (hard_sums.py).
"""

from __future__ import annotations

from itertools import combinations

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hard_sums import cut_for, prove_by_higher_degree
from imab_verify.engines.arms.sums import (
    by_products,
    is_affine,
    prove_empty_somehow,
    prove_hard,
    prove_sum,
)
from imab_verify.kernel import Case, Empty, Node, Polynomial, Sum
from imab_verify.kernel.arms import Constraint, Region
from imab_verify.kernel.polynomials import ONE


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
    hard = hard or clock.hard
    goal = region.sharpen(p, strict)
    node = _leaf(goal, region, clock, hard=True) or _by_contradiction(goal, region)
    if node is None and hard:
        node = prove_by_higher_degree(goal, region, clock, depth=0)
    node = node or _cut(goal, region, clock, depth)
    if node is None:
        clock.tick()
        node = by_products(goal.polynomial, region, squares=True)
        if node is not None and goal.strict and not _is_plainly_positive(node, region):
            node = None
    if node is None and hard:
        node = prove_by_higher_degree(goal, region, clock)
    return node


def _by_contradiction(goal: Constraint, region: Region) -> Node | None:
    """Where p is an integer over d: d*p <= -1 contradicts the constraints, d*p >= 0 is the goal."""
    if goal.strict or not region.integral(goal.polynomial):
        return None
    cut = cut_for(goal, region)
    empty = prove_empty_somehow(region.branches(cut.split)[0])
    return None if empty is None else Case(cut.split, empty, cut.holds)


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
