"""Decide readings along the one road, and keep what came out as text."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from imab_verify.deciding.certify import Verdict as Answer
from imab_verify.deciding.certify import confirm
from imab_verify.deciding.decide import decide
from imab_verify.engines.arms.multipliers import Hints, Multipliers
from imab_verify.kernel import Polynomial, RejectedError
from imab_verify.language.reading import Question, read_question
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
    """Decide one reading; what cannot be read, or is not defined, is unknown with the reason."""
    start = time.monotonic()
    try:
        decision = decide(reading.question(), seconds=seconds, hints=_hints(reading))
    except InputError as error:
        return Outcome(Verdict.UNKNOWN, "", str(error), time.monotonic() - start)
    text = decision.certified.text if decision.certified else ""
    return Outcome(_VERDICTS[decision.verdict], text, decision.reason, decision.seconds)


def confirm_outcome(question: Question, outcome: Outcome) -> Outcome:
    """The outcome with the verdict that the kernel gives to its certificate, here and now."""
    if not outcome.certificate:
        return replace(outcome, verdict=Verdict.UNKNOWN)
    try:
        verdict = confirm(question, outcome.certificate).verdict
    except RejectedError as error:
        return replace(outcome, verdict=Verdict.UNKNOWN, certificate="", reason=str(error))
    return replace(outcome, verdict=_VERDICTS[verdict])


_VERDICTS = {
    Answer.PROVED: Verdict.PROVED,
    Answer.REFUTED: Verdict.REFUTED,
    Answer.VACUOUS: Verdict.UNKNOWN,
    Answer.UNKNOWN: Verdict.UNKNOWN,
}


def _hints(reading: Reading) -> Hints:
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
    return Hints(tuple(hints), tuple(reading.tries() if reading.tries else ()))


def _polynomial(text: str) -> Polynomial:
    """A polynomial in integer parameters, read as the left side of text >= 0."""
    return read_question(f"{text} >= 0", arms={}).claims().claim.conclusion[0].form.constant
