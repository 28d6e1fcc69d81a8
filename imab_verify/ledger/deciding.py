"""Decide readings: find a certificate with the engines, let the kernel judge it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from imab_verify.deciding.decide import check_denominators, decide
from imab_verify.deciding.run_search import find_run_counterexample
from imab_verify.engines.runs.proofs import prove_run_claim
from imab_verify.kernel import Certificate, Claim, RejectedError, judge, read
from imab_verify.language.documents import dumps
from imab_verify.ledger.helping import Aid, aid_of, point_of
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Reading, Verdict
from imab_verify.model.errors import InputError


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict of one reading, the text of its accepted certificate, or why there is none."""

    verdict: Verdict
    certificate: str
    reason: str
    seconds: float


def decide_reading(reading: Reading, paper: Paper | None = None, *, seconds: float = 20) -> Outcome:
    """Decide one reading. The verdict is the kernel's judgement of the certificate as text.

    What the reading cites is looked up in the paper.
    """
    start = time.monotonic()
    certificate, reason = _certificate(reading, paper, seconds)
    if certificate is None:
        return Outcome(Verdict.UNKNOWN, "", reason, time.monotonic() - start)
    text = dumps(certificate)
    return Outcome(confirm(text), text, "", time.monotonic() - start)


def confirm(text: str) -> Verdict:
    """The kernel's verdict on a certificate, read from its text."""
    return Verdict(judge(read(text)).verdict)


def _certificate(
    reading: Reading, paper: Paper | None, seconds: float
) -> tuple[Certificate | None, str]:
    question = reading.question()
    claim = question.claim
    for instance in reading.tries:
        tried = Certificate(claim, (), None, point_of(instance, claim))
        if accepted(tried):
            return tried, ""

    def cited(name: str) -> tuple[Claim, Certificate]:
        if paper is None:
            raise InputError(f"{reading.name} cites {name}, and there is no paper to find it in")
        other = paper.reading(name)
        certificate, reason = _certificate(other, paper, seconds)
        if certificate is None:
            raise InputError(f"{name} cannot be cited: {reason}")
        return certificate.claim, certificate

    try:
        aid = aid_of(reading, claim, cited, seconds)
        if claim.run is not None:
            return _run_certificate(claim, aid, seconds)
        check_denominators(question, seconds=seconds)
        decision = decide(
            claim, hints=aid.hints, extra=aid.extra, lemmas=aid.lemmas, seconds=seconds
        )
    except InputError as error:
        return None, str(error)
    return decision.certificate, decision.reason


def _run_certificate(claim: Claim, aid: Aid, seconds: float) -> tuple[Certificate | None, str]:
    certificate = (
        find_run_counterexample(claim, seconds=min(1, seconds / 8))
        or prove_run_claim(claim, aid.hints, aid.extra, aid.lemmas, seconds=seconds)
        or find_run_counterexample(claim, seconds=seconds / 4)
    )
    why = "no proof and no counterexample run was found within the time"
    return certificate, "" if certificate else why


def accepted(certificate: Certificate) -> bool:
    """Whether the kernel accepts it."""
    try:
        judge(certificate)
    except RejectedError:
        return False
    return True
