"""The side conditions of a question: what its text divides by is positive."""

from __future__ import annotations

from imab_verify.deciding.contradictions import VacuousError, contradictory
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.arms.proofs import check_meaning, prove_claim, undefined_error
from imab_verify.kernel import ProvedClaim
from imab_verify.language.reading import Question

QUICK = 0.5
"""So many seconds for a proof before a counterexample is looked for."""


def prove_sides(question: Question, *, seconds: float = 20) -> tuple[ProvedClaim, ...]:
    """Every side condition with its proof; UndefinedError names the first without one.

    VacuousError where the givens contradict each other.
    """
    proved = []
    for side in question.claims().sides:
        quick = Clock(min(QUICK, seconds))
        domain = check_meaning(side, Clock(seconds))
        proof = prove_claim(side, domain, quick)
        if proof is None and not quick.left():
            point = find_counterexample(side, Clock(min(1, seconds / 4)), most=300)
            proof = prove_claim(side, domain, Clock(seconds)) if point is None else None
        if proof is None:
            if contradictory(side):
                raise VacuousError
            raise undefined_error(side, side.plain[0])
        proved.append(ProvedClaim(side, proof))
    return tuple(proved)
