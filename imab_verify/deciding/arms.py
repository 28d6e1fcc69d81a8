"""Claims about arms: a quick look for a counterexample, a proof, a long look, z3."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import find_counterexample, find_witness
from imab_verify.engines.arms.goals import prove_goal
from imab_verify.engines.arms.multipliers import Hints
from imab_verify.engines.arms.proofs import check_meaning, prove_claim
from imab_verify.kernel import (
    ZERO,
    Certificate,
    Claim,
    Comparison,
    Form,
    Proved,
    Refuted,
    Relation,
    parameter_region,
)

NO_ANSWER = "no proof and no counterexample was found within the time"
NO_WITNESS = "no parameters and rewards were found that satisfy the givens"
VACUOUS = "the givens contradict each other, so nothing is claimed"
QUICK = 0.3
"""So many seconds for a counterexample before a proof is tried."""


class VacuousError(Exception):
    """The givens contradict each other."""


class NoWitnessError(Exception):
    """No instance of the givens was found, so that nothing can be proved."""


def certificates(claim: Claim, hints: Hints, seconds: float) -> Iterator[Certificate]:
    """Certificates for the kernel to judge, quick ones first.

    VacuousError or NoWitnessError where no instance of the givens was found.
    """
    domain = check_meaning(claim, Clock(seconds))
    quick = find_counterexample(claim, Clock(min(QUICK, seconds / 4)), most=120)
    if quick is not None:
        yield Refuted(claim, quick)
    witness = find_witness(claim, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise VacuousError if contradictory(claim) else NoWitnessError
    proof = prove_claim(claim, domain, Clock(seconds), hints.multipliers, hints.cited)
    if proof is not None:
        yield Proved(claim, proof, witness, hints.lemmas)
    slow = find_counterexample(claim, Clock(seconds / 4), most=20_000)
    if slow is not None:
        yield Refuted(claim, slow)
    from imab_verify.engines.z3.countermodel import find_countermodel

    model = find_countermodel(claim, seconds=seconds / 4)
    if model is not None:
        yield Refuted(claim, model)


def contradictory(claim: Claim) -> bool:
    """Whether 0 > 0 follows from the givens."""
    absurd = Comparison(Form(ZERO), Relation.GT)
    try:
        return prove_goal(absurd, claim, parameter_region(claim), Clock(5)) is not None
    except OutOfTimeError:
        return False
