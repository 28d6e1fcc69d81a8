"""Proofs about the sum S of the squares of all final counts: bounds for each arm, summed.

0 >= -(k*N - T)^2        so k*S >= T^2, the inequality of Cauchy and Schwarz
0 >= N^2 - most*N        so S <= most*T
0 >= N^2 - T*N           so S <= T^2
0 >= N - N^2             so S >= T
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.arms.proofs import prove_goals
from imab_verify.engines.runs.known import Known, claim_proof, known_of
from imab_verify.kernel import Claim, ClaimProof, Polynomial, Shares
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.sums import share_kinds

K, T = Polynomial.variable("k"), Polynomial.variable("T")


def squares_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[ClaimProof]:
    """Proofs by those of these sums that hold, if the claim names the sum of squares."""
    run = claim.played
    if run is None or not run.name_of("squares"):
        return
    known = known_of(claim)
    provable = tuple(filter(None, (_prove_shares(part, known, clock) for part in _sums(known))))
    for parts in (*((part,) for part in provable), provable):
        whole = known
        for number, part in enumerate(parts, start=1):
            whole = whole.summing(f"sum{number}", part)
        nodes = whole.prove(clock, hints) if whole.plausible else None
        proof = claim_proof(claim, nodes, clock)
        if proof is not None:
            yield proof


def _sums(known: Known) -> Iterator[Shares]:
    def of_counts(alpha: Polynomial, beta: Polynomial, gamma: Polynomial) -> Shares:
        return Shares(ZERO, {}, alpha, beta, gamma)

    yield of_counts(-(T * T), (K * T).scaled(2), -(K * K))
    yield of_counts(ZERO, -T, ONE)
    yield of_counts(ZERO, ONE, -ONE)
    if most := known.run.name_of("most"):
        yield of_counts(ZERO, -Polynomial.variable(most), ONE)


def _prove_shares(part: Shares, known: Known, clock: Clock) -> Shares | None:
    region, goal = share_kinds(part, known.region)["any"]
    nodes = prove_goals([goal], region, clock)
    return None if nodes is None else replace(part, proofs={"any": nodes[0]})
