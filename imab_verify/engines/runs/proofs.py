"""Certificates for claims about runs: sums over arms and facts, with a run that has the givens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.arms.points import run_sizes
from imab_verify.engines.runs.facts import facts_proofs
from imab_verify.engines.runs.ratios import is_ratio
from imab_verify.engines.runs.sums import guaranteed_proofs, sum_proofs
from imab_verify.kernel import (
    Claim,
    ClaimProof,
    Curve,
    Proved,
    ProvedClaim,
    RejectedError,
    RunPoint,
)
from imab_verify.kernel.semantics import violation
from imab_verify.language.declarations import run_names

WITNESS_SECONDS = 5
"""For a run that satisfies the givens."""


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


def find_run_witness(claim: Claim) -> RunPoint | None:
    """A small run that satisfies the givens: arms that are 0, that rise slowly, or all but one."""
    clock = Clock(WITNESS_SECONDS)
    try:
        for point in _small_points(claim):
            clock.tick()
            try:
                if violation(claim, point) is None:
                    return point
            except RejectedError:
                continue
    except OutOfTimeError:
        pass
    return None


def _small_points(claim: Claim) -> Iterator[RunPoint]:
    for curves, horizon in _small_runs(claim):
        for roles in _role_choices(claim, len(curves)):
            for parameters in _free_values(claim):
                yield RunPoint(curves, horizon, roles, "lowest-index", parameters)


def _small_runs(claim: Claim) -> Iterator[tuple[tuple[Curve, ...], int]]:
    zero = Curve(((0, Fraction(0)),))
    rising = Curve(((0, Fraction(0)), (RISE, Fraction(1))))
    for k, horizon in run_sizes(claim):
        yield (zero,) * k, horizon
        if k < 4:
            yield (rising,) * k, horizon
            yield (rising, *(zero,) * (k - 1)), horizon


RISE = 30


def _role_choices(claim: Claim, k: int) -> Iterator[dict[str, int]]:
    """All declared arms the same arm, or different ones."""
    names = [arm for arm, _ in claim.arms]
    yield dict.fromkeys(names, 0)
    for first, shift in product(range(min(k, 2)), range(1, k if names else 1)):
        yield {name: (first + i * shift) % k for i, name in enumerate(names)}


def _free_values(claim: Claim) -> Iterator[dict[str, Fraction]]:
    """Values for the parameters that the run itself does not determine."""
    own = {name for group in run_names(claim.played) for name in group}
    free = [n for n in (*claim.parameters, *claim.reals) if n not in own]
    for values in product((1, 2, RISE), repeat=len(free)):
        yield {name: Fraction(value) for name, value in zip(free, values, strict=True)}
