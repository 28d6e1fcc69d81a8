"""The two functions of the kernel: reading a document, and judging it.

A certificate is a claim with a proof and a witness that its givens can hold, or with a
counterexample. `sides` are claims, with proofs, that the reading of the claim from a text rests
on (denominators that were multiplied away are positive): they must be proved too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import InitVar, dataclass, field
from fractions import Fraction
from typing import Annotated, Any, NoReturn

from imab_verify.kernel.claims import Claim, Comparison, check_well_formed
from imab_verify.kernel.documents import REQUIRED, build, loads, malformed
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.limits import MAX_BYTES, metered
from imab_verify.kernel.points import Point, Violation, violation
from imab_verify.kernel.rules import ClaimProof, check_claim
from imab_verify.kernel.runs.play import RunPoint, run_violation
from imab_verify.kernel.runs.rules import RunProof, check_run_claim
from imab_verify.kernel.worst_case.cells import Cells, check_cells
from imab_verify.kernel.worst_case.document import (
    GZIP,
    WorstCase,
    check_worst_case,
    lines_of,
    read_head,
)

FORMAT = "imab-certificate/1"
MAX_TEXT = 16 * 2**20
MAX_LEMMAS = 64


@dataclass(frozen=True, slots=True)
class ProvedClaim:
    """A claim about arms with its proof: a lemma, or a side condition."""

    claim: Claim
    proof: ClaimProof


@dataclass(frozen=True, slots=True)
class Proved:
    """A claim with a proof, and a witness that its givens can hold."""

    claim: Claim
    proof: ClaimProof | RunProof | Cells
    witness: Point | RunPoint
    lemmas: tuple[ProvedClaim, ...] = ()
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class Refuted:
    """A claim with an instance on which it is false."""

    claim: Claim
    counterexample: Point | RunPoint
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


Certificate = Proved | Refuted
_BY_JUDGE = object()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an accepted document establishes. Only `judge` makes one.

    `rests_on` names the theorems that the kernel takes on their author's word. A refuted claim
    has the comparison that is false, and the value of its form.
    """

    document: Certificate | WorstCase
    verdict: str
    rests_on: tuple[str, ...] = ()
    violated: Comparison | None = None
    value: Fraction | None = None
    made_by: InitVar[object] = None

    def __post_init__(self, made_by: object) -> None:
        if made_by is not _BY_JUDGE:
            raise TypeError("a Judgement is made by judge")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Judgement is made by judge, not copied: judge the document again")

    @property
    def claim(self) -> Claim | WorstCase:
        """The claim that is proved or refuted; a worst case is a claim of its own."""
        return self.document if isinstance(self.document, WorstCase) else self.document.claim


# --- reading -----------------------------------------------------------------------------------


def read(text: str | bytes) -> Certificate | WorstCase:
    """The document in a text, or MalformedError; of a worst case, its first line."""
    data = _bytes(text)
    try:
        with metered(len(data)):
            return _document(data)[0]
    except RejectedError as error:
        raise MalformedError(f"it cannot be read: {error}") from None
    except RecursionError:
        raise MalformedError("the document is nested too deeply") from None


def _bytes(text: str | bytes) -> bytes:
    try:
        data = text.encode() if isinstance(text, str) else bytes(memoryview(text))
    except UnicodeEncodeError:
        malformed("the text has characters that no file can hold")
    except TypeError:
        malformed("a document is a text, and nothing else")
    if len(data) > MAX_BYTES:
        malformed("the file is larger than a certificate may be")
    return data


def _document(data: bytes) -> tuple[Certificate | WorstCase, Iterator[Any]]:
    """The document, and the lines of a worst case that are still to be read."""
    if data.startswith(GZIP) or b'"imab-worst-case/' in data[:100]:
        lines = lines_of(data)
        return read_head(next(lines, None)), lines
    if len(data) > MAX_TEXT:
        malformed("the file is larger than a certificate may be")
    certificate: Certificate = build(Certificate, loads(data))
    extra = certificate.sides + (certificate.lemmas if isinstance(certificate, Proved) else ())
    if len(extra) > MAX_LEMMAS:
        malformed(f"there are more than {MAX_LEMMAS} lemmas")
    for claim in (certificate.claim, *(lemma.claim for lemma in extra)):
        check_well_formed(claim)
    return certificate, iter(())


# --- judging -----------------------------------------------------------------------------------


def judge(text: str | bytes) -> Judgement:
    """Accept the document, or raise RejectedError with the reason, or MalformedError."""
    data = _bytes(text)
    with metered(len(data)):
        try:
            document, lines = _document(data)
            if isinstance(document, WorstCase):
                return _judgement(document, "proved", check_worst_case(document, lines))
            return _judge(document)
        except RecursionError:
            raise RejectedError(Reason.LIMIT, "the proof is nested too deeply") from None


def _judge(certificate: Certificate) -> Judgement:
    claim = certificate.claim
    for side in certificate.sides:
        check_claim(side.proof, side.claim, ())
    if isinstance(certificate, Refuted):
        false = _violation(claim, certificate.counterexample)
        if false is None:
            raise RejectedError(Reason.COUNTEREXAMPLE, "the conclusion is true at this instance")
        return _judgement(certificate, "refuted", (), false)
    if _violation(claim, certificate.witness) is not None:
        raise RejectedError(Reason.WITNESS, "the conclusion is false at the witness")
    known: list[Claim] = []
    for lemma in certificate.lemmas:
        check_claim(lemma.proof, lemma.claim, known)
        known.append(lemma.claim)
    rests_on: tuple[str, ...] = ()
    match certificate.proof:
        case ClaimProof() as proof:
            check_claim(proof, claim, known)
        case Cells() as cells:
            rests_on = check_cells(cells, claim)
        case of_run:
            check_run_claim(of_run, claim, known)
    return _judgement(certificate, "proved", rests_on)


def _violation(claim: Claim, point: Point | RunPoint) -> Violation | None:
    if isinstance(point, RunPoint) != (claim.run is not None):
        raise RejectedError(Reason.INSTANCE, "the instance is not of the kind that the claim needs")
    return run_violation(claim, point) if isinstance(point, RunPoint) else violation(claim, point)


def _judgement(
    document: Certificate | WorstCase,
    verdict: str,
    rests_on: tuple[str, ...] = (),
    false: Violation | tuple[None, None] = (None, None),
) -> Judgement:
    return Judgement(document, verdict, rests_on, false[0], false[1], _BY_JUDGE)
