"""The ledger as JSON, and the words that tables, pages and errata share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from imab_verify.kernel import ArmClass
from imab_verify.language.writing import show_run
from imab_verify.ledger.check import Checked, Ledger, Result
from imab_verify.ledger.statements import Part, Reading, Verdict
from imab_verify.report import outlines
from imab_verify.report.counterexamples import Counterexample, counterexample, document

FINDINGS = 5


def sentence(reading: Reading) -> str:
    """The claim as it was written, its givens, and what it ranges over."""
    claim = reading.question().claims().claim
    parts = [reading.claim]
    if reading.given:
        parts.append(f"given {' and '.join(reading.given)}")
    unusual = [f"{arm} {kind}" for arm, kind in claim.arms if kind is not ArmClass.CONCAVE]
    parts += [f"with {', '.join(unusual)}"] if unusual else []
    parts += [show_run(claim.run)] if claim.run is not None else []
    parts += [f"{', '.join(reading.reals)} real"] if reading.reals else []
    return ", ".join(parts)


def refuted_by(result: Result) -> Counterexample | None:
    """The counterexample of a refuted reading."""
    certified = result.outcome.certified
    if result.verdict is not Verdict.REFUTED or certified is None:
        return None
    return counterexample(certified.judgement)


def outline(result: Result) -> str:
    """What an accepted proof is made of."""
    certified = result.outcome.certified
    return "; ".join(outlines.outline(certified.certificate)) if certified else ""


class Finding(NamedTuple):
    """A refuted main statement, what is wrong with it, and the instance that shows it."""

    checked: Checked
    counterexample: Counterexample


def findings(ledger: Ledger) -> list[Finding]:
    """The first five refuted ones of the paper's main statements."""
    found = []
    by_id = {checked.entry.id: checked for checked in ledger.asked}
    for id_ in ledger.paper.main:
        refutation = by_id[id_].refutation() if id_ in by_id else None
        wrong = refuted_by(refutation) if refutation else None
        if wrong is not None:
            found.append(Finding(by_id[id_], wrong))
    return found[:FINDINGS]


def summary(ledger: Ledger) -> dict[str, Any]:
    """How many entries have which verdict, and the findings."""
    counts = ledger.counts()
    return {
        "entries": len(ledger.asked),
        **{verdict.value: counts[verdict] for verdict in Verdict},
        "repaired": sum(checked.repaired for checked in ledger.asked),
        "claims": sum(len(checked.results) for checked in ledger.asked),
        "findings": [
            {
                "id": checked.entry.id,
                "finding": checked.entry.finding,
                "counterexample": document(wrong),
            }
            for checked, wrong in findings(ledger)
        ],
    }


def check_document(ledger: Ledger, different: Sequence[str], seconds: float) -> dict[str, Any]:
    """All entries that were asked for, and how they compare with the record."""
    return {
        "claims": [entry_document(checked, ledger) for checked in ledger.asked],
        "summary": {
            **summary(ledger),
            "seconds": round(seconds, 3),
            "as_recorded": not different,
            "differences": list(different),
        },
    }


def entry_document(checked: Checked, ledger: Ledger) -> dict[str, Any]:
    """One entry; `literal`, `others` and `repairs` are its readings."""
    entry = checked.entry
    refutation = checked.refutation()
    wrong = refuted_by(refutation) if refutation else None
    optional = {
        "convention": entry.convention,
        "reason": entry.reason,
        "finding": entry.finding,
        "prose": list(entry.prose),
        "relies_on": {id_: ledger.known[id_].verdict.value for id_ in entry.relies_on},
        "survival": ledger.survival(checked),
        "counterexample": document(wrong) if wrong else None,
    }
    return {
        "id": entry.id,
        "line": entry.lines,
        "slug": entry.slug,
        "title": entry.title,
        "statement": entry.statement,
        "verdict": checked.verdict.value,
        "rests_on": list(checked.rests_on),
        **{part.value: [_reading(r) for r in checked.part(part)] for part in Part},
        **{key: value for key, value in optional.items() if value},
        "seconds": round(checked.seconds, 3),
    }


def _reading(result: Result) -> dict[str, Any]:
    wrong = refuted_by(result)
    return {
        "name": result.reading.name,
        "says": result.reading.says,
        "statement": sentence(result.reading),
        "verdict": result.verdict.value,
        "seconds": round(result.outcome.seconds, 3),
        **({"cites": list(result.reading.cites())} if result.reading.cites() else {}),
        **({"reason": result.outcome.reason} if result.outcome.reason else {}),
        **({"counterexample": document(wrong)} if wrong else {}),
    }
