"""Claims about the run of a policy: bad instances and proofs in turn, with more and more time."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.deciding.attempts import Attempt, Trying, pass_on
from imab_verify.deciding.worst_runs import small_refutations, worst_refutations
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.runs.crossing import crossing_certificates
from imab_verify.engines.runs.instances import find_run_counterexample, settings
from imab_verify.engines.runs.proofs import run_certificates
from imab_verify.kernel import Certificate, Claim, Refuted

NO_ANSWER = "no rule about runs proves it, and no instance tried refutes it"
RULES = "what is true in every run, sums over arms and crossing sums do not prove it"
GLANCE, QUICK, WIDE, LONG = 1 / 400, 1 / 40, 1 / 12, 1 / 8
"""Parts of the time for a counterexample: before a proof and after a short one; then over many
sizes, and in the end."""
SHORT, FIRST = 2.0, 4.0
"""So many seconds for a proof before more instances are tried, and the next time."""


def certificates(
    claim: Claim, hints: Hints, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge, quick ones first; what fails is noted in `tried`."""

    def refutations(limit: float, *, wide: bool = False) -> Iterator[Refuted]:
        with Trying("runs", tried):
            point = find_run_counterexample(claim, seconds=limit, wide=wide)
            if point is not None:
                yield Refuted(claim, point)

    def proofs(clock: Clock) -> Iterator[Certificate]:
        with Trying("facts of runs", tried):
            yield from run_certificates(claim, hints, clock)

    def crossing() -> Iterator[Certificate]:
        with Trying("crossing sums", tried):
            yield from crossing_certificates(claim, Clock(seconds))

    yield from refutations(seconds * GLANCE)
    yield from pass_on("the worst case", worst_refutations(claim, seconds * LONG), tried)
    yield from crossing()
    yield from proofs(Clock(min(SHORT, seconds)))
    yield from refutations(seconds * QUICK)
    tried.append(Attempt("small runs", "no counterexample"))
    first = Clock(min(FIRST, seconds))
    if claim.played is not None and claim.played.name_of("squares"):
        yield from crossing()
    yield from proofs(first)
    yield from refutations(seconds * WIDE, wide=True)
    if not first.left() and seconds > FIRST:
        yield from proofs(Clock(seconds))
    tried.append(Attempt("rules about runs", RULES))
    yield from pass_on("small sizes", small_refutations(claim, seconds * LONG), tried)
    yield from refutations(seconds * LONG)
    tried.append(Attempt("runs of many sizes", "no counterexample"))


def why_unknown(claim: Claim) -> str:
    """What there is to say when nothing was decided."""
    if next(settings(claim), None) is None:
        return "no k and T of a size that can be played were found that satisfy the givens"
    return NO_ANSWER
