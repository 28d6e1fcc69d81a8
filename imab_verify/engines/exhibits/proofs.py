"""Exhibits with proofs of all that they must show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.positivity import prove_sign_by_facts
from imab_verify.engines.arms.proofs import prove_goals
from imab_verify.engines.runs.known import plausible
from imab_verify.kernel import (
    Case,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Form,
    Have,
    Node,
    Polynomial,
    Relation,
)
from imab_verify.kernel.arms import (
    Exhibit,
    Proofs,
    Quotient,
    Region,
    bring_in,
    obligations,
    start_of,
    wanted_of,
)
from imab_verify.kernel.exhibits import duties
from imab_verify.kernel.polynomials import ONE

QUOTIENT = "q"


class Attempted(NamedTuple):
    """An exhibit in words, and the proof that it does what the claim says, if there is one."""

    way: str
    proof: ClaimProof | None


class Game(NamedTuple):
    """A claim that there is an instance, and where it is to be shown."""

    claim: Claim
    region: Region
    clock: Clock

    def shows(self, plan: Exhibit) -> Exhibit | None:
        """The exhibit with proofs of its duties; None soon if a small size refutes one."""
        places = {
            name: (where, _goals(where, wanted))
            for name, (where, wanted) in duties(plan, self.region, self.claim).items()
        }
        if not all(plausible(*place) for place in places.values()):
            return None
        proofs: dict[str, Proofs] = {}
        for name in sorted(places, key=lambda name: name != "outcome"):
            found = _prove(*places[name], self.clock)
            if found is None:
                return None
            proofs[name] = found
        shown = {name: proofs[name] for name in places if proofs[name]}
        return replace(plan, proofs=shown)

    def quotient(
        self,
        numerator: Polynomial,
        divisor: Polynomial,
        then: Callable[[Game, Polynomial], Node | None],
    ) -> Node | None:
        """A proof that may use the floor of a fraction, by the claim's name if it has one."""
        for floor in self.claim.floors:
            if (floor.numerator, floor.divisor) == (numerator, divisor):
                return then(self, Polynomial.variable(floor.name))
        positive = _sign(divisor - ONE, self.region, self.clock)
        if positive is None:
            return None
        source = Quotient(numerator, divisor, positive)
        region = bring_in(QUOTIENT, source, self.region)
        node = then(self._replace(region=region), Polynomial.variable(f"_{QUOTIENT}"))
        return None if node is None else Have(QUOTIENT, source, node)

    def split(
        self,
        e: Polynomial,
        low: Shown,
        high: Shown,
    ) -> Node | None:
        """Two proofs, where e <= 0 and where e > 0; one will do where the other case is empty."""
        parts = [self._replace(region=part) for part in self.region.branches(e)]
        possible = [_possible(part) for part in parts]
        if not all(possible):
            return (low if possible[0] else high)(self)
        below = low(parts[0])
        above = high(parts[1]) if below is not None else None
        return None if below is None or above is None else Case(e, below, above)


def _possible(game: Game) -> bool:
    return not plausible(game.region, (Comparison(Form(-ONE)),))


Shown = Callable[[Game], Node | None]


def showing(plan: Exhibit) -> Shown:
    """What proves that one exhibit serves wherever it is tried."""
    return lambda game: game.shows(plan)


def exhibit_at(claim: Claim, plan: Exhibit, clock: Clock) -> Node | None:
    """The exhibit with proofs of its duties, under the givens of the claim."""
    return Game(claim, start_of(claim)[1], clock).shows(plan)


def prove_exhibit(claim: Claim, clock: Clock, exhibit: Shown) -> ClaimProof | None:
    """The proof that there is an instance, if the exhibit serves and the claim is defined."""
    region = start_of(claim)[1]
    node = exhibit(Game(claim, region, clock))
    if node is None:
        return None
    domain: dict[Polynomial, Node] = {}
    for p, where in obligations(claim, region):
        inside = _sign(p, where, clock)
        if inside is None:
            return None
        domain[p] = inside
    return ClaimProof(domain, (node,))


def _sign(p: Polynomial, region: Region, clock: Clock) -> Node | None:
    """A proof that p >= 0 on a region."""
    with suppress(OutOfTimeError):
        return prove_sign_by_facts(p, region, clock)
    return None


def _goals(region: Region, wanted: Iterable[Comparison]) -> tuple[Comparison, ...]:
    return tuple(
        Comparison(Form(c.polynomial), Relation.GT if c.strict else Relation.GE)
        for c in wanted_of(region, wanted)
    )


def prove_all(region: Region, wanted: Iterable[Comparison], clock: Clock) -> Proofs | None:
    """Proofs of comparisons of parameters on a region, by the polynomials that they are about."""
    goals = _goals(region, wanted)
    return _prove(region, goals, clock) if goals else {}


def _prove(region: Region, goals: Sequence[Comparison], clock: Clock) -> Proofs | None:
    """Proofs of the goals on a region, by the polynomials that they are about."""
    found = prove_goals(goals, region, clock)
    if found is None:
        return None
    return {g.form.constant: _flat(node) for g, node in zip(goals, found, strict=True)}


def _flat(node: Node) -> Node:
    """A proof of a goal without rewards as one about parameters alone."""
    match node:
        case Combine():
            return node.rest
        case Case(split, low, high):
            return Case(split, _flat(low), _flat(high))
        case _:
            return node
