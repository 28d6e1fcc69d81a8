"""Proofs that a functional of one arm is >= 0 on its class, through the extreme rays."""

from __future__ import annotations

from imab_verify.engines.arms.clock import Clock, Obstacle
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.arms.sums import prove_empty
from imab_verify.kernel import ArmClass, Atom, Case, Node, Polynomial, Rays
from imab_verify.kernel.arms import (
    Constraint,
    Functional,
    Region,
    cut,
    functional,
    on_constant,
    on_ray,
    ray_region,
)
from imab_verify.kernel.polynomials import ONE


def prove_rays(
    kind: ArmClass, terms: list[tuple[Polynomial, Atom]], region: Region, clock: Clock
) -> Rays | None:
    """A proof on the constant and one on the rays r_j, or None."""
    parts = functional(terms)
    constant = prove_sign(on_constant(parts), region, clock)
    if constant is None:
        clock.note(Obstacle(Constraint(on_constant(parts)), region))
        return None
    ray = _prove_ray(kind, parts, ray_region(region), clock)
    return None if ray is None else Rays(constant, ray)


def _prove_ray(kind: ArmClass, parts: Functional, region: Region, clock: Clock) -> Node | None:
    """Split until every index is on one side of the bend, then prove a polynomial inequality."""
    clock.tick()
    empty = prove_empty(region)
    if empty is not None:
        return empty
    for _, index in parts:
        side = cut(kind, index)
        if not region.implies(-side) and not region.implies(side - ONE):
            low, high = region.branches(side)
            above = _prove_ray(kind, parts, high, clock)
            below = _prove_ray(kind, parts, low, clock) if above is not None else None
            return None if above is None or below is None else Case(side, below, above)
    value = on_ray(kind, parts, region)
    node = prove_sign(value, region, clock)
    if node is None:
        clock.note(Obstacle(Constraint(value), region, kind))
    return node
