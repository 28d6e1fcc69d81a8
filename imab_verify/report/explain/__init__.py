"""The proof or the counterexample of a certificate as a person would write it.

    explain(certificate)      what there is to say, as blocks (blocks.py)
    write(document, format)   in plain text, Markdown, TeX or HTML (writers.py)

Nothing here decides anything. Formulas are objects (expressions.py), and every identity that is
written can be checked by expanding it.
"""

from __future__ import annotations

from collections.abc import Mapping

from imab_verify.kernel import Certificate, Claim, ClaimProof, Lemma, Proved, ProvedClaim, Refuted
from imab_verify.report.explain.arms import Known, Telling, statement
from imab_verify.report.explain.blocks import Block, Document, Paragraph, Section, say
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.refutations import Refutation
from imab_verify.report.explain.runs import RunTelling, about_run
from imab_verify.report.explain.signs import Appendix
from imab_verify.report.explain.writers import FORMATS, html_body, write
from imab_verify.report.outlines import parts_of

__all__ = ["FORMATS", "Document", "explain", "html_body", "write"]


def explain(
    certificate: Certificate,
    rests_on: tuple[str, ...] = (),
    names: Mapping[Claim, str] | None = None,
) -> Document:
    """What an accepted certificate says; `names` are those of the lemmas it cites."""
    appendix = Appendix()
    blocks: list[Block] = list(_stated(certificate.claim))
    stated = len(blocks)
    positive = "What is divided by is positive"
    blocks += [_aside(positive, side, appendix) for side in certificate.sides]
    if isinstance(certificate, Refuted):
        own = Names.of(certificate.claim)
        return Document((*blocks, *Refutation.of(certificate, own).tell(), *appendix.section()))
    lemmas = [Known(lemma.claim, "") for lemma in certificate.lemmas]
    for number, place in enumerate(_used(certificate), start=1):
        lemma = certificate.lemmas[place]
        called = (names or {}).get(lemma.claim)
        lemmas[place] = Known(lemma.claim, f"Lemma {number}{f' ({called})' if called else ''}")
        blocks.append(_aside(lemmas[place].name, lemma, appendix, lemmas))
    proof = _proof(certificate, lemmas, appendix)
    if len(blocks) > stated:
        blocks.append(Section("Proof of the claim", tuple(proof)))
    else:
        blocks += _begun(proof)
    blocks += [say(f"This rests on the {name}, on its author's word.") for name in rests_on]
    return Document((*blocks, *appendix.section()))


def _begun(proof: list[Block]) -> list[Block]:
    """The proof with the word Proof before it."""
    match proof:
        case [Paragraph(parts, ""), *rest]:
            return [Paragraph(parts, "Proof."), *rest]
        case _:
            return [say(lead="Proof."), *proof]


def _stated(claim: Claim) -> list[Block]:
    names = Names.of(claim)
    if claim.run is None:
        return statement(claim, names, "Claim.")
    return statement(claim, names, "Claim.", (*about_run(claim.run), " "))


def _proof(certificate: Certificate, lemmas: list[Known], appendix: Appendix) -> list[Block]:
    if isinstance(certificate, Refuted):
        raise TypeError("a refutation is no proof")
    claim, names = certificate.claim, Names.of(certificate.claim)
    if isinstance(certificate.proof, ClaimProof):
        return Telling(claim, names, appendix, lemmas).proof(certificate.proof)
    return RunTelling(claim, names, appendix, lemmas).proof(certificate.proof)


def _used(certificate: Proved) -> list[int]:
    """The numbers of the lemmas that the proof uses, or that these use."""
    used: set[int] = set()
    for number in range(len(certificate.lemmas) - 1, -1, -1):
        later = [lemma.proof for n, lemma in enumerate(certificate.lemmas) if n in used]
        parts = [part for proof in (certificate.proof, *later) for part in parts_of(proof)]
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
