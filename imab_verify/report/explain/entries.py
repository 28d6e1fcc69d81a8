"""An entry of the ledger with the proof or the counterexample of each of its readings."""

from __future__ import annotations

from imab_verify.kernel import Claim
from imab_verify.ledger.check import Checked, Ledger, Result
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Reading
from imab_verify.report.explain import explain
from imab_verify.report.explain.blocks import Block, Document, Section, say


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
    names = cited_names(result.reading, paper)
    return explain(certified.certificate, names)


def cited_names(reading: Reading, paper: Paper) -> dict[Claim, str]:
    """The names of the readings that a proof cites, by their claims."""
    return {paper.reading(name).question().claims().claim: name for name in reading.cites()}


def _section(result: Result, paper: Paper) -> Section:
    document = explain_result(result, paper)
    why: tuple[Block, ...] = (say(f"Undecided: {result.outcome.reason}."),)
    title = f"{result.reading.name} ({result.verdict})"
    return Section(title, document.blocks if document else why)
