"""Claims about arms: a counterexample and a proof in turn, each time with more effort; then z3.

What is quick comes first: most counterexamples are seen at a glance, and most proofs are short. z3
is never believed, but it says what is worth its time: where it sees that there is no countermodel,
a proof and nothing else is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.deciding.attempts import Attempt, Trying, proof_attempt
from imab_verify.deciding.contradictions import no_instance
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import (
    GLANCE,
    find_counterexample,
    find_witness,
)
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.arms.proofs import check_meaning, prove_claim
from imab_verify.engines.z3.countermodel import search_rays
from imab_verify.engines.z3.findings import Answer
from imab_verify.kernel import Certificate, Claim, Proved, Refuted

NO_ANSWER = "no proof and no counterexample was found within the time"
QUICK, SHORT = 0.3, 0.5
"""So many seconds for a counterexample, and for a short proof before a second look for one."""
FIRST = 4.0
"""So many for a proof before z3 is asked."""
HARD = 3.0
"""So many for a harder proof where z3 does not say that there is no countermodel."""
SLOW = 2.5
"""So many for a counterexample in the end."""

SAID_BY_Z3 = {
    Answer.NONE: "sees no countermodel, so there should be a proof",
    Answer.UNCONFIRMED: "has a countermodel that the kernel does not confirm",
    Answer.UNKNOWN: "has no countermodel, and does not say that there is none",
}


def certificates(
    claim: Claim, hints: Hints, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge, quick ones first; what fails is noted in `tried`.

    VacuousError or NoWitnessError where no instance of the givens was found.
    """
    domain = check_meaning(claim, Clock(seconds))

    def refutations(limit: float, most: int) -> Iterator[Refuted]:
        with Trying("a counterexample", tried):
            point = find_counterexample(claim, Clock(min(limit, seconds / 4)), most=most)
            if point is not None:
                yield Refuted(claim, point)

    yield from refutations(QUICK, GLANCE)
    witness = find_witness(claim, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise no_instance(claim)

    def proofs(clock: Clock) -> Iterator[Proved]:
        with Trying("a proof", tried):
            proof = prove_claim(claim, domain, clock, hints.multipliers, hints.cited)
            if proof is not None:
                yield Proved(claim, proof, witness, hints.lemmas)

    def proofs_or_note(clock: Clock) -> Iterator[Proved]:
        yield from proofs(clock)
        tried.append(proof_attempt(clock, claim))

    yield from proofs(Clock(min(SHORT, seconds)))
    yield from refutations(QUICK, 5 * GLANCE)
    tried.append(Attempt("small parameters", "no counterexample"))
    first = Clock(min(FIRST, seconds))
    yield from proofs_or_note(first)
    none = False
    with Trying("z3", tried):
        finding = search_rays(claim, seconds=seconds / 8)
        if finding.point is not None:
            yield Refuted(claim, finding.point)
        tried.append(Attempt("z3", SAID_BY_Z3.get(finding.answer, "")))
        none = finding.answer is Answer.NONE
    if not first.left() and seconds > FIRST:
        yield from proofs_or_note(Clock(seconds))
    yield from proofs_or_note(Clock(seconds if none else min(HARD, seconds), hard=True))
    if not none:
        yield from refutations(SLOW, 20_000)
        tried.append(Attempt("more parameters", "no counterexample"))
