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
from imab_verify.engines.runs.facts import arms_proof, plausible
from imab_verify.kernel import (
    ONE,
    ZERO,
    Claim,
    Known,
    Polynomial,
    RunFacts,
    Shares,
    known_of,
    per_arm,
    sum_shares,
)

K, T = Polynomial.variable("k"), Polynomial.variable("T")


def squares_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[RunFacts]:
    """Proofs by those of these sums that hold, if the claim names the sum of squares."""
    run = claim.played
    if run is None or not run.squares:
        return
    known = known_of(claim, ())
    provable = tuple(filter(None, (_prove_shares(part, known, clock) for part in _sums(known))))
    for parts in (*((part,) for part in provable), provable):
        whole = known.adding(*(sum_shares(part, known) for part in parts)).claim
        proof = arms_proof(whole, clock, hints) if plausible(whole) else None
        if proof is not None:
            yield RunFacts(proof, sums=parts)


def _sums(known: Known) -> Iterator[Shares]:
    def of_counts(alpha: Polynomial, beta: Polynomial, gamma: Polynomial) -> Shares:
        return Shares(ZERO, alpha, beta, ZERO, ZERO, (), gamma=gamma)

    yield of_counts(-(T * T), (K * T).scaled(2), -(K * K))
    yield of_counts(ZERO, -T, ONE)
    yield of_counts(ZERO, ONE, -ONE)
    if known.run.most:
        yield of_counts(ZERO, -Polynomial.variable(known.run.most), ONE)


def _prove_shares(part: Shares, known: Known, clock: Clock) -> Shares | None:
    [wanted] = per_arm(part, known, is_opened=False)
    proof = arms_proof(wanted, clock)
    return None if proof is None else replace(part, proofs=(proof,))
