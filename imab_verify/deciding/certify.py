"""The one way to a verdict: what the kernel says about a written certificate, read back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from imab_verify.kernel import (
    Certificate,
    Judgement,
    MalformedError,
    ProvedClaim,
    RejectedError,
    judge,
)
from imab_verify.language.documents import dumps
from imab_verify.language.reading import Question

if TYPE_CHECKING:
    from imab_verify.engines.worst_case.solve import ProposedBounds


class Verdict(StrEnum):
    """The answers to a question; only the kernel makes it proved or refuted."""

    PROVED = "proved"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Certified:
    """A written certificate that answers a question, and the kernel's judgement of it."""

    text: str
    judgement: Judgement
    certificate: Certificate

    @property
    def verdict(self) -> Verdict:
        """The kernel's word."""
        return Verdict(self.judgement.verdict)


def certify(
    question: Question, certificate: Certificate, sides: tuple[ProvedClaim, ...] = ()
) -> Certified:
    """Write the certificate with its side conditions, and let the kernel judge what is written."""
    return confirm(question, dumps(replace(certificate, sides=sides)))


def confirm(question: Question, text: str) -> Certified:
    """Let the kernel judge a text as the answer to a question; RejectedError if it is none.

    It must be about the claim of the question, and prove its side conditions too.
    """
    claims, certified = question.claims(), judged(text)
    if certified.certificate.claim != claims.claim:
        raise RejectedError("rule", "the certificate is about another claim")
    if not set(claims.sides) <= {side.claim for side in certified.certificate.sides}:
        raise RejectedError("coverage", "a side condition of the claim is not proved")
    return certified


def judged(text: str | bytes) -> Certified:
    """Let the kernel judge a text, whatever it is about; RejectedError if it is not accepted."""
    try:
        judgement = judge(text)
    except MalformedError as error:
        raise RejectedError("rule", f"this is no certificate: {error}") from None
    whole = text if isinstance(text, str) else text.decode()
    return Certified(whole, judgement, judgement.document)


# --- ranges of sizes -----------------------------------------------------------------------------


class Scope(NamedTuple):
    """All k and all T in these ranges."""

    k: range
    T: range


@dataclass(frozen=True, slots=True)
class Cell:
    """One k and T: the claim is OPT <= bound * ALG there. `case` is None where T = 0.

    The kernel has accepted the case, by itself or as a part of the certificate of all sizes.
    """

    k: int
    T: int
    bound: Fraction
    verdict: Verdict
    case: ProposedBounds | None
