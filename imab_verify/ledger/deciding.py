"""Decide readings: find a certificate with the engines, let the kernel judge it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from imab_verify.deciding.decide import decide_question
from imab_verify.deciding.run_search import find_run_counterexample
from imab_verify.engines.arms.multipliers import Multipliers
from imab_verify.engines.runs.proofs import prove_run_claim
from imab_verify.kernel import Certificate, Claim, Polynomial, RejectedError, judge, read
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question
from imab_verify.ledger.statements import Reading, Verdict
from imab_verify.model.errors import InputError


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict of one reading, the text of its accepted certificate, or why there is none."""

    verdict: Verdict
    certificate: str
    reason: str
    seconds: float


def decide_reading(reading: Reading, *, seconds: float = 20) -> Outcome:
    """Decide one reading. The verdict is the kernel's judgement of the certificate as text."""
    start = time.monotonic()
    certificate, reason = _certificate(reading, seconds)
    if certificate is None:
        return Outcome(Verdict.UNKNOWN, "", reason, time.monotonic() - start)
    text = dumps(certificate)
    return Outcome(confirm(text), text, "", time.monotonic() - start)


def confirm(text: str) -> Verdict:
    """The kernel's verdict on a certificate, read from its text."""
    return Verdict(judge(read(text)).verdict)


def _certificate(reading: Reading, seconds: float) -> tuple[Certificate | None, str]:
    question = reading.question()
    claim = question.claim
    for point in reading.tries() if reading.tries else ():
        tried = Certificate(claim, (), None, point)
        if accepted(tried):
            return tried, ""
    if claim.run is not None:
        return _run_certificate(claim, _hints(reading), seconds)
    try:
        decision = decide_question(question, _hints(reading), seconds)
    except InputError as error:
        return None, str(error)
    return decision.certificate, decision.reason


def _run_certificate(
    claim: Claim, hints: Sequence[Multipliers], seconds: float
) -> tuple[Certificate | None, str]:
    found = (
        find_run_counterexample(claim, seconds=min(1, seconds / 8))
        or prove_run_claim(claim, hints, seconds=seconds)
        or find_run_counterexample(claim, seconds=seconds / 4)
    )
    return found, "" if found else "no proof and no counterexample run was found within the time"


def accepted(certificate: Certificate) -> bool:
    """Whether the kernel accepts it."""
    try:
        judge(certificate)
    except RejectedError:
        return False
    return True


def _hints(reading: Reading) -> list[Multipliers]:
    """Multipliers written as texts: a scale, one per given about rewards, then bounds f <= 1."""
    hints = []
    for scale, *texts in reading.multipliers:
        uses = [t for t in texts if isinstance(t, str)]
        bounds = [t for t in texts if not isinstance(t, str)]
        hints.append(
            Multipliers(
                _polynomial(str(scale)),
                tuple((n, _polynomial(text)) for n, text in enumerate(uses)),
                tuple((arm, _polynomial(e), _polynomial(m)) for arm, e, m in bounds),
            )
        )
    return hints


def _polynomial(text: str) -> Polynomial:
    """A polynomial in integer parameters, read as the left side of text >= 0."""
    return read_question(f"{text} >= 0", arms={}).claim.conclusion[0].form.constant
