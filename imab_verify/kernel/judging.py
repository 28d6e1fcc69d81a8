"""Certificates as data, and `read` and `judge`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeAlias

import imab_verify.kernel.texts  # noqa: F401  texts are read where a document has them
from imab_verify.kernel.arms import MAX_LEMMAS, ClaimProof, ProvedClaim, check_claim, check_lemmas
from imab_verify.kernel.documents import GZIP, REQUIRED, Elsewhere, build, key, loads, refuse
from imab_verify.kernel.formulas import (
    Compound,
    Existence,
    clause_claim,
    clauses,
    formula_holds,
    tests_of,
)
from imab_verify.kernel.polynomials import (
    MAX_BYTES,
    MalformedError,
    Polynomial,
    Reason,
    RejectedError,
    at,
    meter_work,
    pair_up,
    rules_used,
    use,
)
from imab_verify.kernel.semantics import (
    Point,
    RunPoint,
    Values,
    Violation,
    first_violation,
    observe,
)
from imab_verify.kernel.statement import (
    Claim,
    Comparison,
    Every,
    Floor,
    Form,
    Run,
    Some,
    check_well_formed,
)

if TYPE_CHECKING:
    from imab_verify.kernel.adversary import LowerBoundProof
    from imab_verify.kernel.schedule import AttainedProof
    from imab_verify.kernel.worst_case import Cells, Supremum

    AnyProof = ClaimProof | Cells | LowerBoundProof | AttainedProof
    Document: TypeAlias = "AnyCertificate | Supremum"
else:
    AnyProof = Annotated[
        ClaimProof,
        Elsewhere("worst_case", "Cells", ("cells",)),
        Elsewhere("adversary", "LowerBoundProof", ("last-arm", "anytime", "caps", "by-case")),
        Elsewhere("schedule", "AttainedProof", ("schedule", "cases")),
    ]

if TYPE_CHECKING:
    from imab_verify.kernel.judging import Document
    from imab_verify.kernel.worst_case import Supremum


# --- Certificates as data: claims with what proves or refutes them -------------------------------

"""A certificate is a claim with a proof and a witness that its givens can hold, or with a
counterexample. `sides` are claims, with proofs, that the reading of the claim from a text rests
on (denominators that were multiplied away are positive): they must be proved too. What stands
`beside` a proof are certificates of their own: that a constant cannot be better, say. The layers of
rules about runs, policies and schedules are loaded when a document names one of their rules.
"""


FORMAT = "imab-certificate/2"


@dataclass(frozen=True, slots=True)
class Proved:
    """A claim with a proof, and a witness that its givens can hold."""

    claim: Claim
    proof: AnyProof
    witness: Point | RunPoint
    lemmas: tuple[ProvedClaim, ...] = ()
    sides: tuple[ProvedClaim, ...] = ()
    beside: tuple[Proved | Refuted | RefutedExistence, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class GoodPolicy:
    """A counterexample to a claim that there is an instance: a policy that does better on all.

    `margin` says by how much the policy beats the comparison with this number.
    """

    parameters: Values
    run: Run
    comparison: int
    margin: Fraction
    proof: AnyProof
    lemmas: tuple[ProvedClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """A claim with an instance on which it is false, or a policy that does better on all."""

    claim: Claim
    counterexample: Point | RunPoint | GoodPolicy
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class ClauseProof:
    """A proof of one clause of a formula: of its comparison number `goal`."""

    goal: int
    proof: AnyProof


@dataclass(frozen=True, slots=True)
class ProvedFormula:
    """A claim whose conclusion is a formula, with a proof of each of its clauses."""

    claim: Compound = field(metadata=key("formula"))
    clauses: tuple[ClauseProof, ...]
    witness: Point | RunPoint
    lemmas: tuple[ProvedClaim, ...] = ()
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class RefutedFormula:
    """A claim whose conclusion is a formula, with an instance on which it is false."""

    claim: Compound = field(metadata=key("formula"))
    counterexample: Point | RunPoint
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class ProvedExistence:
    """A statement that something exists, with a choice and proofs that it serves."""

    claim: Existence = field(metadata=key("existence"))
    values: Mapping[str, Polynomial]
    clauses: tuple[ClauseProof, ...]
    witness: Point | RunPoint
    floors: tuple[Floor, ...] = ()
    lemmas: tuple[ProvedClaim, ...] = ()
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class RefutedExistence:
    """A statement that something exists, with an instance at which no choice serves.

    `clauses` proves that of all choices; where these can be looked at one by one it is empty.
    """

    claim: Existence = field(metadata=key("existence"))
    counterexample: Point | RunPoint
    clauses: tuple[ClauseProof, ...] = ()
    sides: tuple[ProvedClaim, ...] = ()
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)


Certificate = Proved | Refuted
FormulaCertificate = ProvedFormula | RefutedFormula
ExistenceCertificate = ProvedExistence | RefutedExistence
AnyCertificate = Certificate | FormulaCertificate | ExistenceCertificate


# --- The two functions of the kernel: reading a document, and judging it -------------------------

"""What only documents about runs, policies, choices or worst cases need is loaded with the first of
these: a reader of claims about arms needs nothing of it.
"""


MAX_TEXT = 16 * 2**20
EARLIER = (
    "the certificate is of an earlier format: write it again with"
    " `imab-verify ask ... --certificate FILE` or `imab-verify check --certificates DIR`"
)
WORST_CASE = re.compile(rb'\s*\{\s*"format"\s*:\s*"imab-worst-case/')


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an accepted document establishes. Only `judge` makes one.

    A refuted claim has the comparison that is false, and the value of its form at the instance.
    `beside` is what the certificates beside a proof establish. `rules` are the rules and facts that
    were used: what a reader must believe of the kernel, by `RULES`.
    """

    document: Document
    verdict: str
    violated: Comparison | None = None
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
    def claim(self) -> Claim | Compound | Existence | Supremum:
        """The claim that is proved or refuted; a worst case is a claim of its own."""
        return self.document.claim if isinstance(self.document, AnyCertificate) else self.document


# --- reading -----------------------------------------------------------------------------------


def read(text: str | bytes) -> Document:
    """The document in a text, or MalformedError; of a worst case, its first line."""
    data = _bytes(text)
    try:
        with meter_work(_size(data)):
            return _document(data)[0]
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


def _size(data: bytes) -> int:
    """The length of a text without its blanks, which buy nothing."""
    return len(data if data.startswith(GZIP) else data.translate(None, b" \t\r\n"))


def _document(data: bytes) -> tuple[Document, Iterator[Any]]:
    """The document, and the lines of a worst case that are still to be read."""
    if data.startswith(GZIP) or WORST_CASE.match(data):
        from imab_verify.kernel.worst_case import lines_of, read_head

        lines = lines_of(data)
        return read_head(next(lines, None)), lines
    if len(data) > MAX_TEXT:
        refuse("the file is larger than a certificate may be")
    item = loads(data)
    if isinstance(item, dict) and item.get("format") == "imab-certificate/1":
        refuse(EARLIER)
    certificate: AnyCertificate = build(AnyCertificate, item)
    claims = list(_claims(certificate))
    if len(claims) > MAX_LEMMAS + 1:
        refuse(f"there are more than {MAX_LEMMAS} lemmas")
    for claim in claims:
        check_statement(claim)
    return certificate, iter(())


def _claims(certificate: AnyCertificate) -> Iterator[Claim | Compound | Existence]:
    """The claim, those that are proved on the way, and those of the certificates beside it."""
    yield certificate.claim
    yield from (side.claim for side in certificate.sides)
    yield from (lemma.claim for lemma in getattr(certificate, "lemmas", ()))
    for other in getattr(certificate, "beside", ()):
        yield from _claims(other)


def check_statement(statement: Claim | Compound | Existence) -> None:
    """A claim, perhaps with a formula for a conclusion or with a choice, is well-formed."""
    if isinstance(statement, Claim):
        check_well_formed(statement)
        return
    if isinstance(statement.claim.run, Every | Some):
        refuse("a claim that there is an instance has no formula: its parts hold on that one")
    if statement.claim.conclusion:
        refuse("a claim with a formula has no other conclusion")
    forms = tuple(tests_of(statement.formula)) or (Comparison(Form()),)
    where = statement.where if isinstance(statement, Existence) else ()
    check_well_formed(replace(statement.claim, conclusion=(*forms, *where)))
    if isinstance(statement, Existence):
        from imab_verify.kernel.formulas import check_existence

        check_existence(statement)


# --- judging -----------------------------------------------------------------------------------


def judge(text: str | bytes) -> Judgement:
    """Accept the document, or raise RejectedError with the reason, or MalformedError."""
    data = _bytes(text)
    with meter_work(_size(data)):
        try:
            document, lines = _document(data)
            if isinstance(document, AnyCertificate):
                return _judge(document)
            from imab_verify.kernel.worst_case import check_worst_case

            use("worst-case")
            check_worst_case(document, lines)
            return _judgement(document, "proved")
        except RecursionError:
            raise RejectedError(Reason.LIMIT, "the proof is nested too deeply") from None


def _judge(certificate: AnyCertificate) -> Judgement:
    for number, side in enumerate(certificate.sides):
        with at(f"sides.{number}.proof"):
            check_claim(side.proof, side.claim, ())
    if isinstance(certificate, ProvedExistence | RefutedExistence):
        return _judge_existence(certificate)
    if isinstance(certificate, Refuted | RefutedFormula):
        if isinstance(certificate, Refuted) and isinstance(certificate.claim.run, Every | Some):
            return _beaten(certificate)
        use("point")
        false = _violation(certificate.claim, certificate.counterexample)
        if false is None:
            raise RejectedError(Reason.COUNTEREXAMPLE, "the conclusion is true at this instance")
        return _judgement(certificate, "refuted", false)
    _check_witness(certificate.claim, certificate.witness)
    known = check_lemmas(certificate.lemmas)
    if not isinstance(certificate, Proved):
        _check_clauses(certificate.clauses, certificate.claim, known)
        return _judgement(certificate, "proved")
    with at("proof"):
        _check(certificate.proof, certificate.claim, known)
    return _judgement(certificate, "proved", beside=tuple(map(_judge, certificate.beside)))


def _beaten(certificate: Refuted) -> Judgement:
    """That there is an instance is refuted by a policy that does better on every one."""
    from imab_verify.kernel.adversary import beaten_claim

    use("good-policy")
    claim, policy = certificate.claim, certificate.counterexample
    if not isinstance(policy, GoodPolicy):
        raise RejectedError(Reason.RULE, "no instance refutes a claim that there is one")
    about_runs = beaten_claim(
        claim, policy.parameters, policy.run, policy.comparison, policy.margin
    )
    _check(policy.proof, about_runs, check_lemmas(policy.lemmas))
    return _judgement(certificate, "refuted", (claim.conclusion[policy.comparison], None))


def _judge_existence(certificate: ExistenceCertificate) -> Judgement:
    """Choice, or no choice."""
    from imab_verify.kernel.formulas import at_choice, at_rest, check_none_chosen

    use("choice" if isinstance(certificate, ProvedExistence) else "no-choice")
    if isinstance(certificate, ProvedExistence):
        chosen = at_choice(certificate.claim, certificate.values, certificate.floors)
        _check_derived(chosen)
        _check_witness(chosen, certificate.witness)
        _check_clauses(certificate.clauses, chosen, check_lemmas(certificate.lemmas))
        return _judgement(certificate, "proved")
    every = at_rest(certificate.claim, certificate.counterexample)
    if every is None:
        check_none_chosen(certificate.claim, certificate.counterexample)
    else:
        _check_clauses(certificate.clauses, every, ())
    return _judgement(certificate, "refuted")


def _check_derived(compound: Compound) -> None:
    """What the kernel derived from a statement and a certificate is a statement as well."""
    try:
        check_statement(compound)
    except MalformedError as error:
        raise RejectedError(Reason.RULE, f"the choice makes no statement: {error}") from None


def _check_witness(statement: Claim | Compound, witness: Point | RunPoint) -> None:
    if _violation(statement, witness) is not None:
        raise RejectedError(Reason.WITNESS, "the conclusion is false at the witness")


def _check(proof: Any, claim: Claim, known: Sequence[Claim]) -> None:
    """A proof of a claim, by the rules for what it is about: they refuse those of another kind."""
    if isinstance(proof, ClaimProof):
        check_claim(proof, claim, known)
    elif isinstance(claim.run, Every):
        from imab_verify.kernel.adversary import check_lower_bound

        check_lower_bound(proof, claim, known)
    elif isinstance(claim.run, Some):
        from imab_verify.kernel.schedule import check_attained

        check_attained(proof, claim, known)
    elif proof.rule == "cells":
        from imab_verify.kernel.worst_case import check_cells

        use("cells")
        check_cells(proof, claim, known)
    else:
        raise RejectedError(Reason.RULE, "this is no proof of a claim about runs")


def _check_clauses(
    proofs: Sequence[ClauseProof], compound: Compound, known: Sequence[Claim]
) -> None:
    """Clauses: a formula holds if each of its clauses does."""
    use("clauses")
    wanted = pair_up(proofs, clauses(compound.formula), Reason.COVERAGE, "clauses")
    for number, (part, clause) in enumerate(wanted):
        claim = clause_claim(compound.claim, clause, part.goal)
        with at(f"clauses.{number}.proof"):
            _check(part.proof, claim, known)


def _violation(
    statement: Claim | Compound, point: Point | RunPoint | GoodPolicy
) -> Violation | tuple[None, None] | None:
    """What is false at an instance at which the givens hold; None if nothing is."""
    claim = statement if isinstance(statement, Claim) else statement.claim
    if isinstance(claim.run, Every | Some):
        from imab_verify.kernel.adversary import check_witness

        check_witness(claim, point)
        return None
    if isinstance(point, GoodPolicy):
        raise RejectedError(Reason.INSTANCE, "a policy is no instance of this claim")
    at = observe(claim, point)
    false = first_violation(claim, *at)
    if isinstance(statement, Claim):
        return false
    return None if formula_holds(statement.formula, *at) else (None, None)


def _judgement(
    document: Document,
    verdict: str,
    false: Violation | tuple[Comparison | None, None] = (None, None),
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
    "member": "arms._of_family",
    "total": "arms._of_family",
    "shares": "sums.sum_of_shares",
    "crossing": "sums.sum_of_crossing",
    "clauses": "formulas.clauses",
    "choice": "formulas.at_choice",
    "no-choice": "formulas.at_rest",
    "point": "semantics.evaluate",
    "good-policy": "adversary.beaten_claim",
    "last-arm": "adversary.last_arm_claims",
    "anytime": "adversary.anytime_claims",
    "caps": "adversary.caps_claims",
    "by-case": "adversary.split_cases",
    "schedule": "schedule.schedule_claims",
    "cells": "worst_case.check_cells",
    "worst-case": "worst_case.check_worst_case",
}
"""Where each rule is checked; facts about runs are rows of the table in `facts`."""


def rule_text(rule: str) -> str:
    """What a rule, or a fact about runs, says and why it is sound: its docstring."""
    home, _, name = f"facts.{rule[5:]}".rpartition(".")
    if not rule.startswith("fact "):
        home, _, name = RULES[rule].rpartition(".")
    module = import_module(f"imab_verify.kernel.{home}")
    return getdoc(getattr(module, name)) or ""
