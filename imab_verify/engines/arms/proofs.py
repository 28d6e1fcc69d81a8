"""Proofs of claims about arms: every goal, and every index in its domain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.goals import prove_goal
from imab_verify.engines.arms.hints import NO_HINTS, Hints
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.arms.positivity import Facts, find_facts, prove_sign_by_facts
from imab_verify.engines.arms.sums import prove_empty
from imab_verify.errors import InputError
from imab_verify.kernel import Case, Claim, ClaimProof, Comparison, Form, Node, Polynomial
from imab_verify.kernel.arms import Region, goals, obligations, parameter_region
from imab_verify.language.writing import show_comparison


class UndefinedError(InputError):
    """The givens do not show that an index is in the domain, or that a denominator is positive."""

    def __init__(self, message: str, missing: Comparison) -> None:
        super().__init__(message)
        self.missing = missing


def prove_claim(
    claim: Claim, domain: Mapping[Polynomial, Node], clock: Clock, hints: Hints = NO_HINTS
) -> ClaimProof | None:
    """A proof of every goal of the claim, or None when the time is over or nothing was found."""
    nodes = prove_goals(goals(claim), parameter_region(claim), clock, hints)
    return None if nodes is None else ClaimProof(domain, nodes)


def prove_goals(
    wanted: Iterable[Comparison], region: Region, clock: Clock, hints: Hints = NO_HINTS
) -> tuple[Node, ...] | None:
    """Proofs of comparisons on a region, or None when the time is over or one was not found."""
    nodes: list[Node] = []
    try:
        for goal in wanted:
            node = _prove(goal, region, clock, hints)
            if node is None:
                return None
            nodes.append(node)
    except OutOfTimeError:
        return None
    return tuple(nodes)


MAX_RESIDUES, MAX_PARTS = 12, 40
"""How many remainders one floor may have, and all floors together."""
FEW_PARTS = 4
QUICK = 0.3
"""So many seconds for a size at which one of many claims is false."""
IN_ONE_PIECE = 0.5
"""So many seconds for a proof without remainders, where these would make more than a few parts."""


def _remainders(region: Region) -> tuple[list[list[Polynomial]], int]:
    """n - d*q for q = n // d with a small constant d, then n - d*q - 1 and so on up to d - 2.

    Floors with small d first; also the number of parts into which they cut the region.
    """
    constant = [floor for floor in region.floors if not floor.divisor.names()]
    cuts, parts = [], 1
    for floor in sorted(constant, key=lambda floor: floor.divisor.at({})):
        d = int(floor.divisor.at({}))
        if d <= MAX_RESIDUES and parts * d <= MAX_PARTS:
            rest = floor.numerator - floor.divisor * Polynomial.variable(floor.name)
            cuts.append([rest - Polynomial.constant(step) for step in range(d - 1)])
            parts *= d
    return cuts, parts


def _prove(goal: Comparison, region: Region, clock: Clock, hints: Hints) -> Node | None:
    """First what the region says about floors and the order of the indices, then the goal."""
    indices = [index for _, atom in goal.form.terms for index in atom.indices]
    known = find_facts(region, clock, indices)
    cuts, parts = _remainders(region)
    node = None
    if parts > FEW_PARTS:
        with suppress(OutOfTimeError):
            quick = Clock(min(IN_ONE_PIECE, clock.left()))
            node = prove_goal(goal, known.region, quick, hints)
    return known.before(node or _by_residues(goal, known.region, cuts, clock, hints))


def _by_residues(
    goal: Comparison,
    region: Region,
    floors: Sequence[Sequence[Polynomial]],
    clock: Clock,
    hints: Hints,
) -> Node | None:
    """Split at the remainders of the floors first: each part then has an equation for q.

    The remainder of one floor says something about the others.
    """
    empty = prove_empty(region)
    if empty is not None:
        return empty
    if not floors:
        return prove_goal(goal, region, clock, hints)
    if not floors[0]:
        known = find_facts(region, clock) if floors[1:] else Facts((), region)
        return known.before(_by_residues(goal, known.region, floors[1:], clock, hints))
    (cut, *later), *others = floors
    low, high = region.branches(cut)
    below = _by_residues(goal, low, [[], *others], clock, hints)
    above = _by_residues(goal, high, [later, *others], clock, hints) if below is not None else None
    return None if below is None or above is None else Case(cut, below, above)


def check_meaning(claim: Claim, clock: Clock) -> dict[Polynomial, Node]:
    """Proofs that all indices are in the domain; UndefinedError with the missing given if not."""
    wanted = obligations(claim, parameter_region(claim))
    return {p: _prove_inside(claim, p, where, clock) for p, where in wanted}


def _prove_inside(claim: Claim, p: Polynomial, region: Region, clock: Clock) -> Node:
    try:
        node = prove_sign_by_facts(p, region, clock)
    except OutOfTimeError:
        node = None
    if node is None:
        raise undefined_error(claim, Comparison(Form(p)))
    return node


def undefined_error(claim: Claim, needed: Comparison) -> UndefinedError:
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
