"""Proofs of claims about arms: every goal, and every index in its domain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.goals import prove_goal
from imab_verify.engines.arms.multipliers import Hypothesis, Multipliers
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.arms.sums import is_affine, prove_empty_by_products
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Case,
    Claim,
    ClaimProof,
    Comparison,
    Form,
    Node,
    Polynomial,
    Region,
    goals,
    obligations,
    parameter_region,
)
from imab_verify.language.writing import show_comparison


class UndefinedError(InputError):
    """The givens do not show that an index is in the domain, or that a denominator is positive."""

    def __init__(self, message: str, missing: Comparison) -> None:
        super().__init__(message)
        self.missing = missing


def prove_claim(
    claim: Claim,
    domain: Sequence[Node],
    clock: Clock,
    hints: Sequence[Multipliers] = (),
    extra: Sequence[Hypothesis] = (),
) -> ClaimProof | None:
    """A proof of every goal of the claim, or None when the time is over or nothing was found."""
    nodes = []
    search = _Search(claim, hints, extra, clock)
    try:
        for goal in goals(claim):
            node = search.prove(goal, parameter_region(claim))
            if node is None:
                return None
            nodes.append(node)
    except OutOfTimeError:
        return None
    return ClaimProof(tuple(domain), tuple(nodes))


MAX_RESIDUES = 6


def _remainders(claim: Claim) -> list[Polynomial]:
    """n - d*q for q = n // d with a small constant d, then n - d*q - 1 and so on up to d - 2."""
    cuts = []
    for floor in claim.floors:
        if not floor.divisor.names() and floor.divisor.at({}) <= MAX_RESIDUES:
            rest = floor.numerator - floor.divisor * Polynomial.variable(floor.name)
            steps = range(int(floor.divisor.at({})) - 1)
            cuts += [rest - Polynomial.constant(step) for step in steps]
    return cuts


def _is_flat(region: Region) -> bool:
    return all(is_affine(c.polynomial) for c in region.constraints)


def _order_facts(goal: Comparison, region: Region) -> Iterator[Polynomial]:
    """Differences a - b of indices that are <= 0 because a - b >= 1 contradicts the region."""
    indices = [index for _, atom in goal.form.terms for index in atom.indices]
    for a, b in permutations(dict.fromkeys([*indices, Polynomial({})]), 2):
        if (a - b).names() and not region.implies(b - a):
            low, high = region.branches(a - b)
            if prove_empty_by_products(high) is not None:
                yield a - b
                region = low


@dataclass(frozen=True, slots=True)
class _Search:
    """What stays the same while one claim is being proved."""

    claim: Claim
    hints: Sequence[Multipliers]
    extra: Sequence[Hypothesis]
    clock: Clock

    def prove(self, goal: Comparison, region: Region) -> Node | None:
        """First state what curved constraints say about the order of the indices."""
        facts = [] if _is_flat(region) else list(_order_facts(goal, region))
        for fact in facts:
            region = region.branches(fact)[0]
        node = self.by_residues(goal, region, _remainders(self.claim))
        for number, fact in reversed(list(enumerate(facts))):
            before = parameter_region(self.claim)
            for earlier in facts[:number]:
                before = before.branches(earlier)[0]
            empty = prove_empty_by_products(before.branches(fact)[1])
            node = Case(fact, node, empty) if node is not None and empty is not None else None
        return node

    def by_residues(
        self, goal: Comparison, region: Region, cuts: Sequence[Polynomial]
    ) -> Node | None:
        """Split at the remainders of the floors first: each part then has an equation for q."""
        if not cuts:
            return prove_goal(goal, self.claim, region, self.clock, self.hints, self.extra)
        low, high = region.branches(cuts[0])
        other_floors = [cut for cut in cuts[1:] if (cut - cuts[0]).names()]
        below = self.by_residues(goal, low, other_floors)
        above = self.by_residues(goal, high, cuts[1:]) if below is not None else None
        return None if below is None or above is None else Case(cuts[0], below, above)


def check_meaning(claim: Claim, clock: Clock) -> list[Node]:
    """Proofs that all indices are in the domain; UndefinedError with the missing given if not."""
    return [_prove_inside(claim, p, where, clock) for p, where in obligations(claim)]


def _prove_inside(claim: Claim, p: Polynomial, region: Region, clock: Clock) -> Node:
    try:
        node = prove_sign(p, region, clock)
    except OutOfTimeError:
        node = None
    if node is None:
        raise undefined(claim, Comparison(Form(p)))
    return node


def undefined(claim: Claim, needed: Comparison) -> UndefinedError:
    """The error for a comparison of parameters that the givens do not show."""
    text = show_comparison(needed, claim.floors)
    where = ""
    for values in parameter_points(claim, 300):
        if not needed.relation.holds(needed.form.constant.at(values)):
            names = (*claim.parameters, *claim.reals)
            where = f" (it fails at {', '.join(f'{name} = {values[name]}' for name in names)})"
            break
    return UndefinedError(
        f"the claim is not defined under the givens: {text} is needed{where}; "
        f'add --given "{text}" or something stronger',
        needed,
    )
