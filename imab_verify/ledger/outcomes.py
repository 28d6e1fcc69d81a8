"""Decide readings along the one road, and keep what came out as text."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from imab_verify.deciding import certify
from imab_verify.deciding.certify import Certified, confirm, read_certificate
from imab_verify.deciding.decide import decide
from imab_verify.errors import InputError
from imab_verify.kernel import Certificate, RejectedError
from imab_verify.language.reading import Question
from imab_verify.ledger.engine_hints import hints_of
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Reading, Status


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict of one reading, the text of its accepted certificate, or why there is none.

    `certified` is what the kernel said to that text in this process. `kept`: the text is from the
    cache. `reached`: not so where the check ended before this reading was done.
    """

    verdict: Status
    certificate: str
    reason: str
    seconds: float
    certified: Certified | None = None
    kept: bool = False
    reached: bool = True


def decide_reading(
    reading: Reading,
    paper: Paper | None = None,
    *,
    seconds: float = 20,
    decided: dict[str, Outcome] | None = None,
) -> Outcome:
    """Decide one reading; what cannot be read, or is not defined, is unknown with the reason.

    What the reading cites is looked up in the paper, and decided unless it is among the readings
    `decided` before, by their names; all that is decided here is added to these.
    """
    known = {} if decided is None else decided
    if reading.name not in known:
        known[reading.name] = _decide_reading(reading, paper, seconds, known)
    return known[reading.name]


def _decide_reading(
    reading: Reading, paper: Paper | None, seconds: float, known: dict[str, Outcome]
) -> Outcome:
    start = time.monotonic()

    def certificate_of(name: str) -> Certificate:
        if paper is None:
            raise InputError(f"{reading.name} cites {name}, and there is no paper to find it in")
        outcome = decide_reading(paper.reading(name), paper, seconds=seconds, decided=known)
        if not outcome.certificate:
            raise InputError(f"{name} cannot be cited: {outcome.reason}")
        return read_certificate(outcome.certificate)

    try:
        question = reading.question()
        hints = hints_of(reading, question.claims().claim, certificate_of, seconds)
        decision = decide(question, reading.scope(), seconds=seconds, hints=hints)
    except InputError as error:
        return Outcome(Status.UNKNOWN, "", str(error), time.monotonic() - start)
    certified, took = decision.certified, time.monotonic() - start
    text = certified.text if certified else ""
    return Outcome(_VERDICTS[decision.verdict], text, decision.reason, took, certified)


def confirm_outcome(question: Question, outcome: Outcome) -> Outcome:
    """The outcome with the verdict that the kernel gives to its certificate, here and now."""
    if not outcome.certificate:
        return replace(outcome, verdict=Status.UNKNOWN)
    try:
        certified = confirm(question, outcome.certificate)
    except RejectedError as error:
        return replace(outcome, verdict=Status.UNKNOWN, certificate="", reason=str(error))
    return replace(outcome, verdict=_VERDICTS[certified.verdict], certified=certified)


_VERDICTS = {
    certify.Verdict.PROVED: Status.PROVED,
    certify.Verdict.REFUTED: Status.REFUTED,
    certify.Verdict.VACUOUS: Status.UNKNOWN,
    certify.Verdict.UNKNOWN: Status.UNKNOWN,
}
"""The ledger's word for an answer to one question."""
