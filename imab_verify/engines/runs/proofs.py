"""Certificates for claims about runs: sums over arms and facts, with a run that has the givens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.runs.facts import facts_proofs
from imab_verify.engines.runs.instances import find_run_witness
from imab_verify.engines.runs.ratios import is_ratio
from imab_verify.engines.runs.sums import guaranteed_proofs, sum_proofs
from imab_verify.kernel import (
    Claim,
    ClaimProof,
    Proved,
    ProvedClaim,
    RejectedError,
)


def run_certificates(claim: Claim, hints: Hints, clock: Clock) -> Iterator[Proved]:
    """Certificates for a claim about a run, for the kernel to judge; the first is the best."""
    witness = find_run_witness(claim)
    if witness is None:
        return
    for proof, lemmas in run_proofs(claim, hints, clock):
        yield Proved(claim, proof, witness, lemmas)


def run_proofs(
    claim: Claim, hints: Hints, clock: Clock
) -> Iterator[tuple[ClaimProof, tuple[ProvedClaim, ...]]]:
    """Proofs by what is true in every run, each with the lemmas that it cites."""
    if claim.played is None:
        return
    with suppress(OutOfTimeError, RejectedError):
        if is_ratio(claim):
            yield from guaranteed_proofs(claim, clock)
            yield from sum_proofs(claim, clock)
    with suppress(OutOfTimeError, RejectedError):
        yield from ((proof, hints.lemmas) for proof in facts_proofs(claim, hints, clock))
