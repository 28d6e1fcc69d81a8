"""Lower bounds, claims about every deterministic policy: adversaries, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from imab_verify.deciding import arms
from imab_verify.deciding.attempts import Attempt
from imab_verify.engines.adversary.proofs import attempts
from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import find_witness
from imab_verify.kernel import Claim, Comparison, Form, Point, Proved, RejectedError

UNKNOWN = "no adversary tried reaches it, and no rule refutes a claim about every policy"
NOT_REACHED = "it does not show this"


def certificates(claim: Claim, seconds: float, tried: list[Attempt]) -> Iterator[Proved]:
    """Certificates for the kernel to judge; what fails is noted in `tried`."""
    clock = Clock(seconds)
    witness = _witness(claim, seconds)
    try:
        for attempt in attempts(claim, clock):
            if attempt.proof is not None:
                yield Proved(claim, attempt.proof, witness)
            failed = Attempt(attempt.way, NOT_REACHED)
            if failed not in tried:
                tried.append(failed)
    except (OutOfTimeError, RejectedError) as error:
        tried.append(Attempt("an adversary", str(error) or "out of time"))


def _witness(claim: Claim, seconds: float) -> Point:
    """Parameters that satisfy the givens."""
    bare = replace(claim, run=None, conclusion=(Comparison(Form()),))
    witness = find_witness(bare, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise arms.VacuousError if arms.contradictory(bare) else arms.NoWitnessError
    return witness
