"""A claim in, a verdict with its certificate out. The kernel gives the verdict."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from imab_verify.engines.arms.counterexamples import find_counterexample, find_witness
from imab_verify.engines.arms.multipliers import Hypothesis, Multipliers, prove_goal
from imab_verify.engines.arms.positivity import (
    Clock,
    OutOfTimeError,
)
from imab_verify.engines.arms.proofs import check_meaning, prove_claim, undefined
from imab_verify.engines.z3.countermodel import find_countermodel
from imab_verify.kernel import (
    ZERO,
    Certificate,
    Claim,
    Comparison,
    Form,
    Judgement,
    Lemmas,
    RejectedError,
    Relation,
    judge,
    parameter_region,
)
from imab_verify.language.reading import Question


class Verdict(StrEnum):
    """What `decide` can say; only the kernel can make it say proved or refuted."""

    PROVED = "proved"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict, the accepted certificate behind it, and what there is to say otherwise."""

    verdict: Verdict
    claim: Claim
    certificate: Certificate | None
    judgement: Judgement | None
    reason: str
    seconds: float


def decide_question(
    question: Question, hints: Sequence[Multipliers] = (), seconds: float = 20
) -> Decision:
    """Decide what a text says; first of all, that it divides by positive numbers only."""
    check_denominators(question, seconds=seconds)
    return decide(question.claim, hints=hints, seconds=seconds)


def decide(
    claim: Claim,
    *,
    hints: Sequence[Multipliers] = (),
    extra: Sequence[Hypothesis] = (),
    lemmas: Sequence[Lemmas] = (),
    seconds: float = 20,
) -> Decision:
    """Prove, refute or give up on a claim about arms within the time.

    `extra` are instances of `lemmas`, which the certificate then carries.
    """
    start = time.monotonic()

    def decision(
        verdict: Verdict, certificate: Certificate | None = None, reason: str = ""
    ) -> Decision:
        judgement = None
        try:
            judgement = judge(certificate) if certificate else None
        except RejectedError as error:
            verdict, certificate, reason = Verdict.UNKNOWN, None, f"the kernel rejected it: {error}"
        return Decision(verdict, claim, certificate, judgement, reason, time.monotonic() - start)

    domain = check_meaning(claim, Clock(seconds))
    quick = find_counterexample(claim, Clock(min(0.3, seconds / 4)), most=120)
    if quick is not None:
        return decision(Verdict.REFUTED, Certificate(claim, (), None, quick))
    witness = find_witness(claim, Clock(min(5.0, seconds / 2)))
    if witness is None:
        return decision(*_no_witness(claim))
    proof = prove_claim(claim, domain, Clock(seconds), hints, extra)
    if proof is not None:
        return decision(Verdict.PROVED, Certificate(claim, tuple(lemmas), proof, witness))
    slow = find_counterexample(claim, Clock(seconds / 4), most=20_000)
    if slow is not None:
        return decision(Verdict.REFUTED, Certificate(claim, (), None, slow))
    model = find_countermodel(claim, seconds=seconds / 4)
    if model is not None:
        return decision(Verdict.REFUTED, Certificate(claim, (), None, model))
    return decision(
        Verdict.UNKNOWN, reason="no proof and no counterexample was found within the time"
    )


def check_denominators(question: Question, *, seconds: float = 20) -> None:
    """What the text divides by is > 0, with the kernel's word for it; UndefinedError if not.

    Givens that contradict each other show everything, so they are not complained about here.
    """
    side = question.side_claim()
    if side is None:
        return
    for comparison in side.conclusion:
        alone = replace(side, conclusion=(comparison,))
        if decide(alone, seconds=seconds).verdict not in (Verdict.PROVED, Verdict.VACUOUS):
            raise undefined(alone, comparison)


def _no_witness(claim: Claim) -> tuple[Verdict, None, str]:
    """No instance of the givens was found; vacuous only if 0 > 0 follows from them."""
    absurd = Comparison(Form(ZERO), Relation.GT)
    try:
        proof = prove_goal(absurd, claim, parameter_region(claim), Clock(5))
    except OutOfTimeError:
        proof = None
    if proof is not None:
        return Verdict.VACUOUS, None, "the givens contradict each other, so nothing is claimed"
    return Verdict.UNKNOWN, None, "no parameters and rewards were found that satisfy the givens"
