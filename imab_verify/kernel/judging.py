"""Certificates as data, and `read` and `judge`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from importlib import import_module
from inspect import getdoc
from typing import NoReturn

import imab_verify.kernel.texts  # noqa: F401  texts are read where a document has them
from imab_verify.kernel.arms import (
    MAX_LEMMAS,
    NO_CHOICE,
    Choice,
    ClaimProof,
    ProvedClaim,
    check_claim,
    check_lemmas,
)
from imab_verify.kernel.documents import FORMAT, build, loads, refuse
from imab_verify.kernel.formulas import (
    at_rest,
    check_none_chosen,
    choose,
    clause_claim,
    clauses,
    negation,
)
from imab_verify.kernel.polynomials import (
    MAX_BYTES,
    MalformedError,
    RejectedError,
    at,
    meter_work,
    pair_up,
    reject,
    rules_used,
    use,
)
from imab_verify.kernel.semantics import (
    Point,
    RunPoint,
    Violation,
    violation,
)
from imab_verify.kernel.statement import (
    AllOf,
    Claim,
    Every,
    Formula,
    Run,
    Some,
    check_well_formed,
)

# --- Certificates as data: claims with what proves or refutes them -------------------------------

"""A certificate is a claim with a proof and a witness that its givens can hold, or with a
counterexample. `sides` are claims, with proofs, that the reading of the claim from a text rests
on (denominators that were multiplied away are positive): they must be proved too. What stands
`beside` a proof are certificates of their own: that a constant cannot be better, say. The layers of
rules about runs, policies and schedules are loaded when a document names one of their rules.
"""


@dataclass(frozen=True, slots=True)
class ClauseProof:
    """A proof of one clause of a formula: of its comparison number `goal`."""

    goal: int
    proof: ClaimProof


@dataclass(frozen=True, slots=True)
class Clauses:
    """A proof of each clause of a conclusion that is a formula."""

    clauses: tuple[ClauseProof, ...]


AnyProof = ClaimProof | Clauses


@dataclass(frozen=True, slots=True)
class Proved:
    """A claim with a proof, and a witness that its givens can hold.

    `choice` has values for the names that exist; the rest is what is proved.
    """

    claim: Claim
    proof: AnyProof
    witness: Point | RunPoint
    lemmas: tuple[ProvedClaim, ...] = ()
    choice: Choice = NO_CHOICE
    sides: tuple[ProvedClaim, ...] = ()
    beside: tuple[Proved | Refuted, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """A claim with an instance on which it is false.

    If names exist, `clauses` proves that no choice serves at the instance; where choices can be
    looked at one by one it is empty.
    """

    claim: Claim
    counterexample: Point | RunPoint
    clauses: tuple[ClauseProof, ...] = ()
    sides: tuple[ProvedClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class Disproved:
    """A claim with a proof of its negation; of one about every policy, for this policy."""

    claim: Claim
    negation: AnyProof
    policy: Run | None = None
    lemmas: tuple[ProvedClaim, ...] = ()
    choice: Choice = NO_CHOICE
    sides: tuple[ProvedClaim, ...] = ()


Certificate = Proved | Refuted | Disproved


# --- The two functions of the kernel: reading a document, and judging it -------------------------

"""What only documents about runs, policies or choices need is loaded with the first of these: a
reader of claims about arms needs nothing of it.
"""


BLANKS = b" \t\r\n"
"""They buy no work."""
EARLIER = (
    f"the document is not of the format {FORMAT}; if it is of an earlier format, write it again"
    " with `imab-verify ask --certificate FILE`, `imab-verify worst-case --certificate FILE`"
    " or `imab-verify check --certificates DIR`"
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an accepted document establishes. Only `judge` makes one.

    A refuted claim has the part of its conclusion that is false at the instance, and the value of
    its form if it is a comparison.
    `beside` is what the certificates beside a proof establish. `rules` are the rules and facts that
    were used: what a reader must believe of the kernel, by `RULES`.
    """

    document: Certificate
    verdict: str
    violated: Formula | None = None
    value: Fraction | None = None
    beside: tuple[Judgement, ...] = ()
    rules: tuple[str, ...] = ()

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("a Judgement is made by judge")

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a Judgement is made by judge, and has no other kinds")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Judgement is made by judge, not copied: judge the document again")

    def __setstate__(self, state: object) -> NoReturn:
        raise TypeError("a Judgement is made by judge, not changed")

    @property
    def claim(self) -> Claim:
        """The claim that is proved or refuted."""
        return self.document.claim


# --- reading -----------------------------------------------------------------------------------


def read(text: str | bytes) -> Certificate:
    """The certificate in a text, or MalformedError."""
    data = _bytes(text)
    try:
        with meter_work(len(data.translate(None, BLANKS))):
            return _document(data)
    except RejectedError as error:
        raise MalformedError(f"it cannot be read: {error}") from None
    except RecursionError:
        raise MalformedError("the document is nested too deeply") from None


def _bytes(text: str | bytes) -> bytes:
    try:
        data = text.encode() if isinstance(text, str) else bytes(memoryview(text))
    except UnicodeEncodeError:
        refuse("the text has characters that no file can hold")
    except TypeError:
        refuse("a document is a text, and nothing else")
    if len(data) > MAX_BYTES:
        refuse("the file is larger than a certificate may be")
    return data


def _document(data: bytes) -> Certificate:
    item = {} if b'"imab-worst-case/' in data[:100] else loads(data)
    if not isinstance(item, dict) or item.pop("format", None) != FORMAT:
        refuse(EARLIER)
    certificate: Certificate = build(Certificate, item)
    claims = list(_claims(certificate))
    if len(claims) > MAX_LEMMAS + 1:
        refuse(f"there are more than {MAX_LEMMAS} lemmas")
    for claim in claims:
        check_well_formed(claim)
    return certificate


def _claims(certificate: Certificate) -> Iterator[Claim]:
    """The claim, those that are proved on the way, and those of the certificates beside it."""
    yield certificate.claim
    yield from (side.claim for side in certificate.sides)
    yield from (lemma.claim for lemma in getattr(certificate, "lemmas", ()))
    for other in getattr(certificate, "beside", ()):
        yield from _claims(other)


# --- judging -----------------------------------------------------------------------------------


def judge(text: str | bytes) -> Judgement:
    """Accept the document, or raise RejectedError with the reason, or MalformedError."""
    data = _bytes(text)
    with meter_work(len(data.translate(None, BLANKS))):
        try:
            return _judge(_document(data))
        except RecursionError:
            raise RejectedError("limit", "the proof is nested too deeply") from None


def _judge(certificate: Certificate) -> Judgement:
    for number, side in enumerate(certificate.sides):
        with at(f"sides.{number}.proof"):
            check_claim(side.proof, side.claim, ())
    if isinstance(certificate, Refuted):
        return _judgement(certificate, "refuted", _refute(certificate))
    if isinstance(certificate, Disproved):
        claim = choose(negation(certificate.claim, certificate.policy), certificate.choice)
        known = check_lemmas(certificate.lemmas)
        with at("negation"):
            _check(certificate.negation, claim, known)
        return _judgement(certificate, "refuted")
    claim = choose(certificate.claim, certificate.choice)
    _check_witness(claim, certificate.witness)
    known = check_lemmas(certificate.lemmas)
    with at("proof"):
        _check(certificate.proof, claim, known)
    return _judgement(certificate, "proved", beside=tuple(map(_judge, certificate.beside)))


def _refute(certificate: Refuted) -> Violation | tuple[None, None]:
    """What is false at the instance, or that no choice serves there."""
    claim, false = certificate.claim, certificate.counterexample
    if isinstance(claim.run, Every | Some):
        reject("rule", "no instance refutes a claim that there is one")
    if claim.chosen:
        use("no-choice")
        every = at_rest(claim, false)
        if every is None:
            check_none_chosen(claim, false)
        else:
            _check(Clauses(certificate.clauses), every, ())
        return None, None
    use("point")
    wrong = violation(claim, false)
    if wrong is None:
        reject("counterexample", "the conclusion is true at this instance")
    return wrong


def _check_witness(claim: Claim, witness: Point | RunPoint) -> None:
    """The givens can hold: at the witness they do, and the conclusion, too."""
    if claim.run is not None and not (claim.played and isinstance(witness, RunPoint)):
        from imab_verify.kernel.exhibits import check_witness

        check_witness(claim, witness)
    elif violation(claim, witness) is not None:
        reject("witness", "the conclusion is false at the witness")


def _check(proof: AnyProof, claim: Claim, known: Sequence[Claim]) -> None:
    """Clauses: a formula holds if each of its clauses does; other proofs are of plain claims."""
    if isinstance(proof, ClaimProof):
        check_claim(proof, claim, known)
        return
    use("clauses")
    pairs = pair_up(proof.clauses, clauses(AllOf(claim.conclusion)), "coverage", "clauses")
    for number, (part, clause) in enumerate(pairs):
        with at(f"clauses.{number}.proof"):
            check_claim(part.proof, clause_claim(claim, clause, part.goal), known)


def _judgement(
    document: Certificate,
    verdict: str,
    false: Violation | tuple[None, None] = (None, None),
    beside: tuple[Judgement, ...] = (),
) -> Judgement:
    made, values = object.__new__(Judgement), (document, verdict, *false, beside, rules_used())
    for slot, value in zip(fields(Judgement), values, strict=True):
        object.__setattr__(made, slot.name, value)
    return made


# --- what the words of a judgement mean ----------------------------------------------------------

RULES = {
    "sum": "arms.check_identity",
    "empty": "arms.check_tree",
    "case": "arms.check_tree",
    "combine": "arms._check_combination",
    "rays": "arms.check_rays",
    "bound": "arms._bound",
    "lemma": "arms._instance",
    "quotient": "arms._quotient",
    "member": "arms._of_family",
    "total": "arms._of_family",
    "shares": "sums.sum_of_shares",
    "crossing": "sums.sum_of_crossing",
    "clauses": "formulas.clauses",
    "choice": "formulas.choose",
    "no-choice": "formulas.at_rest",
    "negation": "formulas.negation",
    "point": "semantics.evaluate",
    "last-arm": "exhibits.last_arm",
    "caps": "exhibits.caps",
    "schedule": "exhibits.schedule",
    "played": "exhibits.played",
    "ratio": "tree.check_ratio",
    "tree": "tree.check_runs",
}
"""Where each rule is checked; facts about runs are rows of the table in `facts`."""


def rule_text(rule: str) -> str:
    """What a rule, or a fact about runs, says and why it is sound: its docstring."""
    home, _, name = f"facts.{rule[5:]}".rpartition(".")
    if not rule.startswith("fact "):
        home, _, name = RULES[rule].rpartition(".")
    module = import_module(f"imab_verify.kernel.{home}")
    return getdoc(getattr(module, name)) or ""
