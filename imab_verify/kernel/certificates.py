"""Certificates as data: claims with what proves or refutes them.

A certificate is a claim with a proof and a witness that its givens can hold, or with a
counterexample. `sides` are claims, with proofs, that the reading of the claim from a text rests
on (denominators that were multiplied away are positive): they must be proved too. What stands
`beside` a proof are certificates of their own: that a constant cannot be better, say. The layers of
rules about runs, policies and schedules are loaded when a document names one of their rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, TypeAlias

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import Run
from imab_verify.kernel.documents import REQUIRED, Elsewhere, key
from imab_verify.kernel.forms import Floor
from imab_verify.kernel.formulas import Compound, Existence
from imab_verify.kernel.points import Point, RunPoint, Values
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.proofs import ClaimProof, ProvedClaim

if TYPE_CHECKING:
    from imab_verify.kernel.adversary.rules import LowerBoundProof
    from imab_verify.kernel.attained import AttainedProof
    from imab_verify.kernel.cells import Cells
    from imab_verify.kernel.worst_case.document import Supremum

    AnyProof = ClaimProof | Cells | LowerBoundProof | AttainedProof
    Document: TypeAlias = "AnyCertificate | Supremum"
else:
    AnyProof = Annotated[
        ClaimProof,
        Elsewhere("cells", "Cells", ("cells",)),
        Elsewhere("adversary.rules", "LowerBoundProof", ("last-arm", "anytime", "caps", "by-case")),
        Elsewhere("attained", "AttainedProof", ("schedule", "cases")),
    ]

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
