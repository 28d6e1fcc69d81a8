"""A claim in, a verdict with its certificate out. The kernel gives the verdict."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from imab_verify.engines.counterexamples import find_counterexample, find_witness
from imab_verify.engines.multipliers import Multipliers, prove_goal
from imab_verify.engines.points import parameter_points
from imab_verify.engines.positivity import Clock, OutOfTimeError, prove_sign
from imab_verify.kernel.certificates import Certificate, Judgement, judge
from imab_verify.kernel.claims import Claim, Comparison, Form
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.proofs import ClaimProof, Node
from imab_verify.kernel.regions import Region, parameter_region
from imab_verify.kernel.rules import goals, obligations
from imab_verify.model.errors import InputError


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


class UndefinedError(InputError):
    """The givens do not show that an index is in the domain, or that a denominator is positive."""

    def __init__(self, message: str, missing: Polynomial, *, strict: bool) -> None:
        super().__init__(message)
        self.missing = missing
        self.strict = strict


def decide(
    claim: Claim,
    *,
    positive: Sequence[Polynomial] = (),
    hints: Sequence[Multipliers] = (),
    seconds: float = 20,
) -> Decision:
    """Prove, refute or give up on a claim about arms within the time.

    `positive` are denominators that were cleared in reading the claim; they must be > 0.
    """
    start = time.monotonic()

    def decision(
        verdict: Verdict, certificate: Certificate | None = None, reason: str = ""
    ) -> Decision:
        judgement = judge(certificate) if certificate else None
        return Decision(verdict, claim, certificate, judgement, reason, time.monotonic() - start)

    domain = check_meaning(claim, positive, Clock(seconds))
    quick = find_counterexample(claim, Clock(min(2.0, seconds / 4)), most=800)
    if quick is not None:
        return decision(Verdict.REFUTED, Certificate(claim, (), None, quick))
    witness = find_witness(claim, Clock(min(5.0, seconds / 2)))
    if witness is None:
        return decision(*_no_witness(claim))
    try:
        nodes = _prove_goals(claim, hints, Clock(seconds))
    except OutOfTimeError:
        nodes = None
    if nodes is not None:
        proof = ClaimProof(tuple(domain), tuple(nodes))
        return decision(Verdict.PROVED, Certificate(claim, (), proof, witness))
    slow = find_counterexample(claim, Clock(seconds / 2), most=20_000)
    if slow is not None:
        return decision(Verdict.REFUTED, Certificate(claim, (), None, slow))
    return decision(
        Verdict.UNKNOWN, reason="no proof and no counterexample was found within the time"
    )


def _prove_goals(claim: Claim, hints: Sequence[Multipliers], clock: Clock) -> list[Node] | None:
    region = parameter_region(claim)
    nodes = []
    for goal in goals(claim):
        node = prove_goal(goal, claim, region, clock, hints)
        if node is None:
            return None
        nodes.append(node)
    return nodes


def check_meaning(claim: Claim, positive: Sequence[Polynomial], clock: Clock) -> list[Node]:
    """Proofs that all indices are in the domain; UndefinedError with the missing given if not."""
    region = parameter_region(claim)
    for p in positive:
        _prove_meaning(claim, p, region, clock, strict=True)
    return [_prove_meaning(claim, p, where, clock, strict=False) for p, where in obligations(claim)]


def _prove_meaning(
    claim: Claim, p: Polynomial, region: Region, clock: Clock, *, strict: bool
) -> Node:
    try:
        node = prove_sign(p, region, clock, strict=strict)
    except OutOfTimeError:
        node = None
    if node is not None:
        return node
    relation = ">" if strict else ">="
    where = ""
    for values in parameter_points(claim, 300):
        if p.at(values) < 0 or (strict and p.at(values) == 0):
            listing = ", ".join(f"{name} = {values[name]}" for name in claim.parameters)
            where = f" (it fails at {listing})"
            break
    raise UndefinedError(
        f"the claim is not defined under the givens: {p} {relation} 0 is needed{where}; "
        f'add --given "{p} {relation} 0" or something stronger',
        p,
        strict=strict,
    )


def _no_witness(claim: Claim) -> tuple[Verdict, None, str]:
    """No instance of the givens was found; vacuous only if -1 >= 0 follows from them."""
    absurd = Comparison(Form(Polynomial.constant(-1)))
    try:
        proof = prove_goal(absurd, claim, parameter_region(claim), Clock(5))
    except OutOfTimeError:
        proof = None
    if proof is not None:
        return Verdict.VACUOUS, None, "the givens contradict each other, so nothing is claimed"
    return Verdict.UNKNOWN, None, "no parameters and rewards were found that satisfy the givens"
