"""Claims about the run of a policy: bad instances and proofs in turn, with more and more time."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.deciding.attempts import Attempt
from imab_verify.deciding.worst_runs import small_refutations, worst_refutations
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.runs.crossing import crossing_certificates
from imab_verify.engines.runs.instances import find_run_counterexample, settings
from imab_verify.engines.runs.proofs import run_certificates
from imab_verify.kernel import Certificate, Claim, Refuted

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
    yield from _refutations(claim, seconds * GLANCE)
    yield from worst_refutations(claim, seconds * LONG)
    yield from crossing_certificates(claim, Clock(seconds))
    yield from run_certificates(claim, hints, Clock(min(SHORT, seconds)))
    yield from _refutations(claim, seconds * QUICK)
    tried.append(Attempt("small runs", "no counterexample"))
    first = Clock(min(FIRST, seconds))
    if claim.played is not None and claim.played.squares:
        yield from crossing_certificates(claim, Clock(seconds))
    yield from run_certificates(claim, hints, first)
    yield from _refutations(claim, seconds * WIDE, wide=True)
    if not first.left() and seconds > FIRST:
        yield from run_certificates(claim, hints, Clock(seconds))
    tried.append(Attempt("rules about runs", RULES))
    yield from small_refutations(claim, seconds * LONG)
    yield from _refutations(claim, seconds * LONG)
    tried.append(Attempt("runs of many sizes", "no counterexample"))


def _refutations(claim: Claim, seconds: float, *, wide: bool = False) -> Iterator[Refuted]:
    point = find_run_counterexample(claim, seconds=seconds, wide=wide)
    if point is not None:
        yield Refuted(claim, point)


def why_unknown(claim: Claim) -> str:
    """What there is to say when nothing was decided."""
    if next(settings(claim), None) is None:
        return "no k and T of a size that can be played were found that satisfy the givens"
    return "no rule about runs proves it, and no instance tried refutes it"
