"""Claims about some run of a policy: families of instances, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.deciding.adversary import parameters_of, refutations
from imab_verify.deciding.attempts import Attempt
from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.attained.proofs import attempts
from imab_verify.kernel import Certificate, Claim, Proved, RejectedError, Run

UNKNOWN = "no instance tried attains it, and at small sizes it is not shown that none does"
NOT_REACHED = "this is not shown to attain it"


def certificates(
    claim: Claim, run: Run, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge; what fails is noted in `tried`."""
    clock, witness = Clock(seconds), parameters_of(claim, seconds)
    try:
        for attempt in attempts(claim, run, clock):
            if attempt.proof is not None:
                yield Proved(claim, attempt.proof, witness)
            tried.append(Attempt(attempt.way, NOT_REACHED))
    except (OutOfTimeError, RejectedError) as error:
        tried.append(Attempt("a schedule", str(error) or "out of time"))
    yield from refutations(claim, clock)
    tried.append(Attempt("the worst case at small sizes", "it is not shown to be less"))
