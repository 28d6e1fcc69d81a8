"""What a region says about its floors, and about the order of its indices, said outright.

Sums of products see the constraints as they stand. That q = T//3 is >= 0 for T >= 1 follows from
3*q + 2 >= T only because q is an integer: q <= -1 contradicts it. Such facts are proved before the
search begins; each is a case split for the kernel, whose other side is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.points import Values, parameter_points
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.arms.sums import by_products, is_affine, prove_empty_somehow
from imab_verify.kernel import Case, Claim, Empty, Node, Polynomial
from imab_verify.kernel.arms import Region
from imab_verify.kernel.polynomials import ONE

SAMPLES = 60
LARGEST_GAP = 1
"""x - q is compared with numbers up to this one."""


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


def find_facts(
    claim: Claim, region: Region, clock: Clock, indices: Sequence[Polynomial] = ()
) -> Facts:
    """Bounds of the floors, their order among the parameters, and the order of the indices.

    The latter only where constraints are curved: of affine ones sums see it themselves.
    """
    facts: list[Fact] = []
    start = region
    flat = all(is_affine(c.polynomial) for c in region.constraints)
    if claim.floors or not flat:
        for tries in _candidates(claim, start, [] if flat else indices):
            clock.tick()
            fact = next(filter(None, (_fact(p, region) for p in tries)), None)
            if fact is not None:
                facts.append(fact)
                region = region.branches(fact.holds + ONE)[1]
    return Facts(tuple(facts), region)


def prove_sign_by_facts(
    p: Polynomial, claim: Claim, region: Region, clock: Clock, *, strict: bool = False
) -> Node | None:
    """p >= 0 (or > 0) on a region of the claim's parameters, by facts if not without them.

    Where there are floors, facts are looked for before cases are tried.
    """
    node = prove_sign(p, region, clock, strict=strict, depth=0 if claim.floors else 2)
    if node is not None:
        return node
    known = find_facts(claim, region, clock)
    node = prove_sign(p, known.region, clock, strict=strict, hard=True)
    if node is None and claim.floors:
        return prove_sign(p, region, clock, strict=strict)
    return known.before(node)


def _fact(p: Polynomial, region: Region) -> Fact | None:
    """p >= 0, if the integers are needed to see that, and suffice."""
    if region.implies(p) or (is_affine(p) and by_products(p, region, squares=False) is not None):
        return None
    empty = prove_empty_somehow(region.branches(p + ONE)[0])
    return None if empty is None else Fact(p, empty)


def _candidates(
    claim: Claim, region: Region, indices: Sequence[Polynomial]
) -> Iterator[list[Polynomial]]:
    """Expressions that are >= 0 at all sampled parameters, the strongest of each kind first."""
    samples = [
        values
        for values in parameter_points(claim, SAMPLES)
        if all(c.polynomial.at(values) >= 0 for c in region.constraints)
    ]
    if not samples:
        return
    floors = [Polynomial.variable(floor.name) for floor in claim.floors]
    names = [*floors, *map(Polynomial.variable, claim.parameters)]
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
