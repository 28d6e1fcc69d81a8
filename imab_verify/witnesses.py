"""Cross-checks: what the kernel, sympy and z3 say about a certificate, each on its own.

kernel   judges the written certificate
sympy    derives every identity of the proof again, or evaluates the counterexample
z3       looks for countermodels of the claim, of the certificate it sees only the verdict; where it
         finds none by itself, it is told the parameters or the pulls of the counterexample

One that cannot say anything gives no answer. One that says the opposite disagrees, and that is an
error, of this program or of sympy or z3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from imab_verify.deciding.certify import judged
from imab_verify.kernel import (
    AllOf,
    Certificate,
    Clauses,
    Disproved,
    Point,
    Proved,
    Refuted,
    RejectedError,
    RunPoint,
    Some,
)
from imab_verify.kernel.formulas import clause_claim, clauses

if TYPE_CHECKING:
    from imab_verify.engines.z3 import Finding


class Stance(StrEnum):
    """What a cross-check comes to, the weakest first."""

    DISAGREES = "disagrees"
    SILENT = "no answer"
    BOUNDED = "agrees up to a bound"
    AGREES = "agrees"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A stance, and what there is to say: the bound, how much was checked, what is wrong."""

    stance: Stance
    detail: str = ""


def weakest(said: Iterable[Evidence]) -> Evidence:
    """The weakest evidence among them; of nothing there is no answer."""
    order = list(Stance)
    no_answer = Evidence(Stance.SILENT)
    return min(said, key=lambda evidence: order.index(evidence.stance), default=no_answer)


def plain_parts(certificate: Certificate) -> Sequence[Proved | Refuted]:
    """Certificates of plain claims; of a formula, one for each clause, or the clause refuted.

    How a formula becomes clauses, and what must hold of a choice, are rules of the kernel, and
    taken from there.
    """
    if certificate.claim.chosen or isinstance(certificate, Disproved):
        from imab_verify.deciding.arms import derive_formula

        derived = derive_formula(certificate)
        return plain_parts(derived) if derived else []
    claim, sides = certificate.claim, certificate.sides
    by_clauses = isinstance(certificate, Proved) and isinstance(certificate.proof, Clauses)
    if claim.is_plain and not by_clauses:
        return [certificate]
    wanted = clauses(AllOf(claim.conclusion))
    if isinstance(certificate, Proved):
        witness, lemmas, proof = certificate.witness, certificate.lemmas, certificate.proof
        if not isinstance(proof, Clauses) or len(wanted) != len(proof.clauses):
            raise RejectedError("coverage", "a clause of the formula has no proof")
        return [
            Proved(clause_claim(claim, clause, part.goal), part.proof, witness, lemmas, sides=sides)
            for clause, part in zip(wanted, proof.clauses, strict=True)
        ]
    from imab_verify.engines.z3 import is_countermodel

    point = certificate.counterexample
    parts = [Refuted(clause_claim(claim, clause, 0), point, sides=sides) for clause in wanted]
    return [part for part in parts if is_countermodel(part.claim, point)][:1] or parts[:1]


# --- the kernel --------------------------------------------------------------------------------


def ask_kernel(text: str) -> Evidence:
    """The kernel's word on a written certificate."""
    try:
        return Evidence(Stance.AGREES, judged(text).verdict)
    except RejectedError as error:
        return Evidence(Stance.DISAGREES, f"the kernel rejects it: {error}")


# --- sympy -------------------------------------------------------------------------------------


def ask_sympy(certificate: Certificate) -> Evidence:
    """sympy on the identities of a proof, or on the numbers of a counterexample."""
    try:
        parts = plain_parts(certificate)
    except RejectedError as error:
        return Evidence(Stance.DISAGREES, str(error))
    return weakest(map(_sympy_on, parts))


def _sympy_on(certificate: Proved | Refuted) -> Evidence:
    from imab_verify.engines.sympy.identities import identities
    from imab_verify.engines.sympy.points import complaint
    from imab_verify.engines.sympy.polynomials import DisagreementError

    count = 0
    try:
        for identity in identities(certificate):
            count += 1
            if wrong := identity.complaint():
                place = ", ".join(identity.place)
                return Evidence(Stance.DISAGREES, f"sympy: {place}: {wrong}")
        if isinstance(certificate, Refuted):
            if wrong := complaint(certificate):
                return Evidence(Stance.DISAGREES, f"sympy: {wrong}")
            return Evidence(Stance.AGREES, "the counterexample")
    except (DisagreementError, RejectedError) as error:
        return Evidence(Stance.DISAGREES, f"sympy: {error}")
    except NotImplementedError as error:
        return Evidence(Stance.SILENT, str(error))
    return Evidence(Stance.AGREES, "1 identity" if count == 1 else f"{count} identities")


# --- z3 ----------------------------------------------------------------------------------------


def ask_z3(certificate: Certificate, *, bounded: bool) -> Evidence:
    """z3 on the claim; `bounded` says which of two questions, the second of which always ends.

    It may never come back from the first one: ask it in a process that can be killed.
    """
    return weakest(_z3_on(part, bounded=bounded) for part in plain_parts(certificate))


def _z3_on(certificate: Proved | Refuted, *, bounded: bool) -> Evidence:
    from imab_verify.engines.z3.constraints import InexpressibleError
    from imab_verify.engines.z3.countermodels import search, search_at

    claim = certificate.claim
    if claim.families:
        return Evidence(Stance.SILENT, "families of hypotheses are not told to solvers")
    try:
        said = _stance(certificate, search(claim, bounded=bounded))
        if said.stance is Stance.SILENT and bounded and isinstance(certificate, Refuted):
            return _stance(certificate, search_at(claim, certificate.counterexample), at_it=True)
    except InexpressibleError as error:
        return Evidence(Stance.SILENT, str(error))
    return said


def _stance(certificate: Certificate, finding: Finding, *, at_it: bool = False) -> Evidence:
    """How a finding stands to the verdict; `at_it`: it is about the very counterexample."""
    from imab_verify.engines.z3 import Answer

    proved = isinstance(certificate, Proved)
    match finding.answer:
        case Answer.FOUND if proved and finding.point is not None:
            return Evidence(Stance.DISAGREES, f"z3: false {_where(finding.point)}")
        case Answer.FOUND:
            return Evidence(Stance.AGREES, "sat, and the model replays")
        case Answer.NONE if not proved and (at_it or not finding.bound):
            return Evidence(Stance.DISAGREES, "z3: there is no countermodel")
        case Answer.NONE if proved and finding.bound:
            answer = "sat" if isinstance(certificate.claim.run, Some) else "unsat"
            return Evidence(Stance.BOUNDED, f"{answer} for {finding.bound}")
        case Answer.NONE if proved:
            return Evidence(Stance.AGREES, "unsat")
    about_some = isinstance(certificate.claim.run, Some)
    return Evidence(Stance.SILENT, "no run found at small k and T" if about_some else "")


def _where(point: Point | RunPoint) -> str:
    """The numbers of a countermodel."""
    parts = [f"{name} = {value}" for name, value in point.parameters.items()]
    if isinstance(point, RunPoint):
        parts = [f"k = {len(point.curves)}", f"T = {point.T}", *parts]
        curves = {f"arm {i}": curve for i, curve in enumerate(point.curves, start=1)}
    else:
        curves = {f"arm {name}": curve for name, curve in point.curves.items()}
    for name, curve in curves.items():
        parts.append(f"{name} through {', '.join(f'({n}, {v})' for n, v in curve.points)}")
    return f"at {'; '.join(parts)}" if parts else "everywhere"
