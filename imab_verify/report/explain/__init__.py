"""The proof or the counterexample of a certificate as a person would write it.

    explain(certificate)      what there is to say, as blocks (documents.py)
    write(document, format)   in plain text, Markdown, TeX or HTML

Nothing here decides anything. Formulas are objects, and every identity that is written can be
checked by expanding it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from imab_verify.deciding.arms import derive_formula
from imab_verify.kernel import (
    AllOf,
    Certificate,
    Claim,
    Clauses,
    Disproved,
    Every,
    Lemma,
    Proved,
    ProvedClaim,
    Refuted,
    Run,
    Some,
    read,
)
from imab_verify.kernel.formulas import clause_claim, clauses
from imab_verify.kernel.semantics import observe
from imab_verify.language.writing import show_claim, show_run
from imab_verify.ledger.check import Checked, Ledger, Result
from imab_verify.ledger.papers import Paper
from imab_verify.report.counterexamples import instance_lines
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.cases import Appendix, Known
from imab_verify.report.explain.documents import (
    FORMATS,
    Block,
    Document,
    Paragraph,
    Parts,
    Section,
    html_body,
    say,
    write,
)
from imab_verify.report.explain.refutations import Refutation, outdone
from imab_verify.report.explain.runs import ExhibitTelling, RunTelling
from imab_verify.report.explain.statements import Names, statement
from imab_verify.report.outlines import parts_of, show_choice

__all__ = ["FORMATS", "Document", "explain", "explain_text", "html_body", "write"]


def explain(certificate: Certificate, names: Mapping[Claim, str] | None = None) -> Document:
    """The document that explains an accepted certificate; `names` are those of lemmas it cites."""
    claim = certificate.claim
    if claim.chosen:
        return _existence(certificate, names)
    appendix = Appendix()
    stated = list(_state(claim, "Claim."))
    asides: list[Block] = [
        _aside("What is divided by is positive", side, appendix) for side in certificate.sides
    ]
    if isinstance(certificate, Refuted):
        point = certificate.counterexample
        told = Refutation(claim, point, Names.of(claim), *observe(claim, point)).tell()
        return Document((*stated, *asides, *told, *appendix.section()))
    if isinstance(certificate, Disproved):
        negated = derive_formula(certificate)
        proved = explain(negated, names).blocks if negated else ()
        return Document((*stated, *asides, *outdone(certificate), *proved))
    lemmas = [Known(lemma.claim, "") for lemma in certificate.lemmas]
    for number, place in enumerate(_lemmas_used(certificate), start=1):
        lemma = certificate.lemmas[place]
        called = (names or {}).get(lemma.claim)
        lemmas[place] = Known(lemma.claim, f"Lemma {number}{f' ({called})' if called else ''}")
        asides.append(_aside(lemmas[place].name, lemma, appendix, lemmas))
    if isinstance(certificate.proof, Clauses):
        proof = list(_clauses(claim, certificate.proof, lemmas, appendix))
    else:
        proof = _proof(certificate.proof, claim, lemmas, appendix)
    if asides:
        proof = [Section("Proof of the claim", tuple(proof))]
    elif proof and isinstance(proof[0], Paragraph) and not proof[0].lead:
        proof[0] = say(*proof[0].parts, lead="Proof.")
    else:
        proof = [say(lead="Proof."), *proof]
    return Document((*stated, *asides, *proof, *appendix.section()))


def _existence(certificate: Certificate, names: Mapping[Claim, str] | None) -> Document:
    """The choice, and what is proved of it; or the instance, and what is proved of all choices."""
    blocks: list[Block] = [say(_sentence(certificate.claim), lead="Statement.")]
    if isinstance(certificate, Proved):
        blocks.append(say(f"It holds with {', '.join(show_choice(certificate))}, because:"))
    elif isinstance(certificate, Refuted):
        where = "; ".join(instance_lines(certificate.counterexample))
        at = f"at {where}" if where else "without any choice"
        blocks.append(say(f"It does not hold: {at}, no choice serves."))
    else:
        blocks.append(say("It does not hold, for its negation is proved:"))
    proof = derive_formula(certificate)
    if proof is None:
        return Document((*blocks, say("Each choice that is allowed was looked at.")))
    return Document((*blocks, *explain(proof, names).blocks))


def explain_text(text: str) -> Document:
    """The document that explains an accepted certificate, read from its text."""
    return explain(read(text))


def _sentence(claim: Claim) -> str:
    text = show_claim(claim)
    return f"{text[:1].upper()}{text[1:]}."


def _state(claim: Claim, lead: str = "") -> list[Block]:
    """The claim, as it is judged where there are an instance and a run to be found."""
    if isinstance(claim.run, Every | Some):
        return [say(_sentence(claim), lead=lead)]
    where: Parts = (f"This holds {show_run(claim.run)}. ",) if claim.run else ()
    return statement(claim, Names.of(claim), lead, where)


def _proof(proof: Any, claim: Claim, lemmas: list[Known], appendix: Appendix) -> list[Block]:
    about: type[Telling] = RunTelling if isinstance(claim.run, Run) else Telling
    if isinstance(claim.run, Every | Some):
        about = ExhibitTelling
    return about(claim, Names.of(claim), appendix, lemmas).proof(proof)


def _clauses(
    whole: Claim, proof: Clauses, lemmas: list[Known], appendix: Appendix
) -> Iterator[Block]:
    """One claim for each clause: one comparison holds wherever the others do not."""
    wanted = clauses(AllOf(whole.conclusion))
    yield say(
        "The statement says the same as all of the following together. In each of them one "
        "comparison is shown under the hypothesis that the alternatives to it fail."
    )
    for number, (part, clause) in enumerate(zip(proof.clauses, wanted, strict=True), start=1):
        claim = clause_claim(whole, clause, part.goal)
        own = _proof(part.proof, claim, lemmas, appendix)
        yield Section(f"Part {number}", (*statement(claim, Names.of(claim)), *own))


def _lemmas_used(certificate: Proved) -> list[int]:
    """The numbers of the lemmas that the proof uses, or that these use."""
    used: set[int] = set()
    own = certificate.proof
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
    proof = _proof(proved.proof, proved.claim, lemmas or [], appendix)
    return Section(title, (*_state(proved.claim), *proof))


def explain_entry(checked: Checked, ledger: Ledger) -> Document:
    """The statement, then every reading."""
    entry = checked.entry
    first = say(entry.statement, lead=f"{entry.id}. {entry.title} ({checked.verdict}).")
    told = [_section(result, ledger.paper) for result in checked.results]
    return Document((first, *told))


def explain_result(result: Result, paper: Paper) -> Document | None:
    """The proof or the counterexample of one reading, if there is one."""
    certified = result.outcome.certified
    if certified is None:
        return None
    cited = {paper.reading(name).question().claims().claim: name for name in result.reading.cites()}
    return explain(certified.certificate, cited)


def _section(result: Result, paper: Paper) -> Section:
    document = explain_result(result, paper)
    why: tuple[Block, ...] = (say(f"Undecided: {result.outcome.reason}."),)
    title = f"{result.reading.name} ({result.verdict})"
    return Section(title, document.blocks if document else why)
