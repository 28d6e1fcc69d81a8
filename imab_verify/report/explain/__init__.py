"""The proof or the counterexample of a certificate as a person would write it.

    explain(certificate)      what there is to say, as blocks (blocks.py)
    write(document, format)   in plain text, Markdown, TeX or HTML (writers.py)

Nothing here decides anything. Formulas are objects (expressions.py), and every identity that is
written can be checked by expanding it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from imab_verify.deciding.existence import derive_formula
from imab_verify.kernel import (
    AnyCertificate,
    Cells,
    Claim,
    Compound,
    Every,
    ExistenceCertificate,
    GoodPolicy,
    Lemma,
    Proved,
    ProvedClaim,
    ProvedExistence,
    ProvedFormula,
    Refuted,
    RefutedFormula,
    Some,
    beaten_claim,
    clause_claim,
    clauses,
    read,
)
from imab_verify.kernel.worst_case import Supremum
from imab_verify.language.writing import show_existence
from imab_verify.report.counterexamples import instance_lines
from imab_verify.report.explain.adversary import AdversaryTelling, outdone, state_for_every
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.attained import AttainedTelling, state_for_some
from imab_verify.report.explain.blocks import Block, Document, Paragraph, Parts, Section, say
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.refutations import Refutation
from imab_verify.report.explain.runs import RunTelling, about_run, tell_cells
from imab_verify.report.explain.signs import Appendix
from imab_verify.report.explain.statements import statement
from imab_verify.report.explain.telling import Known
from imab_verify.report.explain.writers import FORMATS, html_body, write
from imab_verify.report.outlines import parts_of, show_choice

__all__ = ["FORMATS", "Document", "explain", "explain_text", "html_body", "write"]


def explain(certificate: AnyCertificate, names: Mapping[Claim, str] | None = None) -> Document:
    """What an accepted certificate says; `names` are those of the lemmas it cites."""
    if isinstance(certificate, ExistenceCertificate):
        return _existence(certificate, names)
    appendix = Appendix()
    blocks: list[Block] = list(_state(certificate.claim))
    stated = len(blocks)
    positive = "What is divided by is positive"
    blocks += [_aside(positive, side, appendix) for side in certificate.sides]
    if isinstance(certificate, Refuted | RefutedFormula):
        own = Names.of(_plain(certificate.claim))
        policy = certificate.counterexample
        if isinstance(certificate, Refuted) and isinstance(policy, GoodPolicy):
            return Document((*blocks, *_beaten(certificate, policy, appendix)))
        return Document((*blocks, *Refutation.of(certificate, own).tell(), *appendix.section()))
    lemmas = [Known(lemma.claim, "") for lemma in certificate.lemmas]
    for number, place in enumerate(_lemmas_used(certificate), start=1):
        lemma = certificate.lemmas[place]
        called = (names or {}).get(lemma.claim)
        lemmas[place] = Known(lemma.claim, f"Lemma {number}{f' ({called})' if called else ''}")
        blocks.append(_aside(lemmas[place].name, lemma, appendix, lemmas))
    if isinstance(certificate, Proved):
        proof = _proof(certificate.proof, certificate.claim, lemmas, appendix)
    else:
        proof = list(_clauses(certificate, lemmas, appendix))
    if len(blocks) > stated:
        blocks.append(Section("Proof of the claim", tuple(proof)))
    else:
        blocks += _begin_proof(proof)
    return Document((*blocks, *appendix.section()))


def _existence(
    certificate: ExistenceCertificate,
    names: Mapping[Claim, str] | None,
) -> Document:
    """The choice, and what is proved of it; or the instance, and what is proved of all choices."""
    blocks: list[Block] = [say(f"{show_existence(certificate.claim)}.", lead="Statement.")]
    if isinstance(certificate, ProvedExistence):
        blocks.append(say(f"It holds with {', '.join(show_choice(certificate))}, because:"))
    else:
        where = "; ".join(instance_lines(certificate))
        at = f"at {where}" if where else "without any choice"
        blocks.append(say(f"It does not hold: {at}, no choice serves."))
    proof = derive_formula(certificate)
    if proof is None:
        return Document((*blocks, say("Each choice that is allowed was looked at.")))
    return Document((*blocks, *explain(proof, names).blocks))


def explain_text(text: str) -> Document:
    """What an accepted certificate says, as it is written."""
    certificate = read(text)
    if isinstance(certificate, Supremum):
        raise TypeError("a worst case is a table, not an argument")
    return explain(certificate)


def _beaten(certificate: Refuted, policy: GoodPolicy, appendix: Appendix) -> Iterator[Block]:
    """A policy that beats a lower bound: what it does in all runs, and why."""
    about = beaten_claim(
        certificate.claim, policy.parameters, policy.run, policy.comparison, policy.margin
    )
    lemmas = [Known(lemma.claim, "") for lemma in policy.lemmas]
    yield from outdone(certificate.claim, policy)
    yield Section(
        "What the policy does",
        (
            *statement(about, Names.of(about), "", (*about_run(policy.run), " ")),
            *_proof(policy.proof, about, lemmas, appendix),
            *appendix.section(),
        ),
    )


def _begin_proof(proof: list[Block]) -> list[Block]:
    """The proof with the word Proof before it."""
    match proof:
        case [Paragraph(parts, ""), *rest]:
            return [Paragraph(parts, "Proof."), *rest]
        case _:
            return [say(lead="Proof."), *proof]


def _plain(claim: Claim | Compound) -> Claim:
    return claim if isinstance(claim, Claim) else claim.claim


def _state(whole: Claim | Compound) -> list[Block]:
    claim = _plain(whole)
    formula = whole.formula if isinstance(whole, Compound) else None
    if isinstance(claim.run, Every):
        return state_for_every(claim, claim.run, Names.of(claim))
    if isinstance(claim.run, Some):
        return state_for_some(claim, claim.run.some, Names.of(claim))
    about: Parts = (*about_run(claim.run), " ") if claim.run is not None else ()
    return statement(claim, Names.of(claim), "Claim.", about, formula)


def _proof(proof: Any, claim: Claim, lemmas: list[Known], appendix: Appendix) -> list[Block]:
    names = Names.of(claim)
    if isinstance(proof, Cells):
        return list(tell_cells(claim, proof))
    if isinstance(claim.run, Every):
        return AdversaryTelling(claim, appendix, lemmas).proof(proof)
    if isinstance(claim.run, Some):
        return AttainedTelling(claim, appendix, lemmas).proof(proof)
    about = Telling if claim.run is None else RunTelling
    return about(claim, names, appendix, lemmas).proof(proof)


def _clauses(
    certificate: ProvedFormula, lemmas: list[Known], appendix: Appendix
) -> Iterator[Block]:
    """One claim for each clause: one comparison holds wherever the others do not."""
    wanted = clauses(certificate.claim.formula)
    yield say(
        "The statement says the same as all of the following together. In each of them one "
        "comparison is shown under the hypothesis that the alternatives to it fail."
    )
    for number, (part, clause) in enumerate(zip(certificate.clauses, wanted, strict=True), start=1):
        claim = clause_claim(certificate.claim.claim, clause, part.goal)
        proof = _proof(part.proof, claim, lemmas, appendix)
        yield Section(f"Part {number}", (*statement(claim, Names.of(claim)), *proof))


def _lemmas_used(certificate: Proved | ProvedFormula) -> list[int]:
    """The numbers of the lemmas that the proof uses, or that these use."""
    used: set[int] = set()
    own = certificate.proof if isinstance(certificate, Proved) else certificate.clauses
    for number in range(len(certificate.lemmas) - 1, -1, -1):
        later = [lemma.proof for n, lemma in enumerate(certificate.lemmas) if n in used]
        parts = [part for proof in (own, *later) for part in parts_of(proof)]
        if any(isinstance(part, Lemma) and part.lemma == number for part in parts):
            used.add(number)
    return sorted(used)


def _aside(
    title: str, proved: ProvedClaim, appendix: Appendix, lemmas: list[Known] | None = None
) -> Section:
    """A lemma or a side condition, with its proof."""
    names = Names.of(proved.claim)
    telling = Telling(proved.claim, names, appendix, tuple(lemmas or ()))
    return Section(title, (*statement(proved.claim, names), *telling.proof(proved.proof)))
