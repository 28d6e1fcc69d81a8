"""The ledger as JSON, and the words that tables, pages and errata share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from imab_verify.errors import InputError
from imab_verify.files import show_source
from imab_verify.kernel import ArmClass
from imab_verify.language.policy_names import some_policy
from imab_verify.language.writing import show_run
from imab_verify.ledger.check import Checked, Ledger, Repaired, Result
from imab_verify.ledger.statements import Part, Reading, Status
from imab_verify.ledger.witnesses import NAMES, Agreement
from imab_verify.report import outlines
from imab_verify.report.counterexamples import Counterexample, as_written, document
from imab_verify.report.mathematics import formula
from imab_verify.witnesses import Evidence, Stance

FINDINGS = 8
"""The refuted statements that a summary names: those that the authors would want to know first."""


def sentence(reading: Reading) -> str:
    """The claim as it was written, its givens, and what it ranges over."""
    parts = [" ".join(reading.claim.split())]
    if reading.given:
        parts.append(f"given {' and '.join(reading.given)}")
    parts += _ranges(reading)
    parts += [f"{', '.join(reading.reals)} real"] if reading.reals else []
    return ", ".join(parts)


def _ranges(reading: Reading) -> Iterator[str]:
    """The unusual arms, the run and its sizes; of a run that cannot be read, the policy alone."""
    name = show_source(some_policy(reading.policy) or reading.policy)
    try:
        claim = reading.question().claims().claim
    except InputError:
        yield from [f"in the run of {name}"] if name else []
    else:
        unusual = [f"{arm} {kind}" for arm, kind in claim.arms if kind is not ArmClass.CONCAVE]
        yield from [f"with {', '.join(unusual)}"] if unusual else []
        yield from [show_run(claim.run, name)] if claim.run is not None else []
    sizes = [f"{name} = {text}" for name, text in (("k", reading.k), ("T", reading.T)) if text]
    yield from [" and ".join(sizes)] if sizes else []


def counterexample_of(result: Result) -> Counterexample | None:
    """The counterexample of a refuted reading, with the sides as it has them."""
    certified = result.outcome.certified
    if result.verdict is not Status.REFUTED or certified is None:
        return None
    return as_written(certified.judgement, result.reading.question().links)


def outline(result: Result) -> str:
    """An accepted proof in one line."""
    certified = result.outcome.certified
    return "; ".join(outlines.outline(certified.certificate)) if certified else ""


def was_searched(result: Result) -> bool:
    """Whether a counterexample was searched for, small ones first, and not just looked at."""
    return not result.reading.tries


def main_counterexample(checked: Checked) -> Counterexample | None:
    """The counterexample that says most: away from degenerate sizes, if there is one."""
    refutations = checked.refutations()
    return counterexample_of(refutations[0]) if refutations else None


def fails(checked: Checked) -> str:
    """The words for how a refuted statement fails."""
    return f"fails {checked.extent}" if checked.extent else ""


def summary(ledger: Ledger) -> dict[str, Any]:
    """The numbers of entries by verdict, and the findings."""
    counts = ledger.counts()
    return {
        "entries": len(ledger.asked),
        **{verdict.value: counts[verdict] for verdict in Status},
        "repaired": sum(checked.repaired for checked in ledger.asked),
        "reduced_repairs": sum(reduced_only(checked) for checked in ledger.asked),
        "claims": sum(len(checked.results) for checked in ledger.asked),
        "findings": [_finding(checked) for checked in ledger.findings()[:FINDINGS]],
    }


def _finding(checked: Checked) -> dict[str, Any]:
    wrong = main_counterexample(checked)
    return {
        "id": checked.entry.id,
        "severity": checked.entry.severity.value,
        "fails": checked.extent.value if checked.extent else None,
        "finding": checked.entry.finding,
        "counterexample": document(wrong) if wrong else None,
    }


def reduced_only(checked: Checked) -> bool:
    """Whether a refuted statement has a reduced repair, and none that is proved."""
    repairs = [repair.verdict for repair in checked.repairs()]
    refuted = checked.verdict is Status.REFUTED
    return refuted and not checked.repaired and Status.REDUCED in repairs


def check_document(
    ledger: Ledger,
    expected: Mapping[str, Status | None],
    different: Sequence[str],
    seconds: float,
    heard: Agreement | None = None,
) -> dict[str, Any]:
    """All entries that were asked for, and how they compare with what is expected."""
    document: dict[str, Any] = {
        "paper": {"title": ledger.paper.title, "authors": list(ledger.paper.authors)},
        "claims": [
            entry_document(checked, ledger, heard) | {"expected": expected[checked.entry.id]}
            for checked in ledger.asked
        ],
        "summary": {
            **summary(ledger),
            "from_cache": ledger.from_cache(),
            "seconds": round(seconds, 3),
            "as_recorded": ledger.complete and not different,
            "differences": list(different),
        },
    }
    if heard is not None:
        document["summary"]["witnesses"] = witness_summary(heard, ledger)
        document["summary"]["disagreements"] = heard.disagreements(ledger)
    return document


def witness_summary(heard: Agreement, ledger: Ledger) -> dict[str, dict[str, int]]:
    """The number of decided claims by witness and its word."""
    results = [r for c in ledger.asked for r in c.results if r.outcome.certificate]
    said = {name: [heard.of(result)[name].stance for result in results] for name in NAMES}
    return {
        name: {stance.value: stances.count(stance) for stance in reversed(Stance)}
        for name, stances in said.items()
    }


def entry_document(
    checked: Checked, ledger: Ledger, heard: Agreement | None = None
) -> dict[str, Any]:
    """One entry with its readings, part by part; `repairs` have theirs as obligations.

    heard: adds the weakest word of each witness on its readings, null where there are none.
    """
    entry = checked.entry
    wrong = main_counterexample(checked)
    readings = [part for part in Part if part is not Part.REPAIRS]
    optional = {
        "fails": checked.extent.value if checked.extent else "",
        "convention": entry.convention,
        "reason": entry.reason,
        "finding": entry.finding,
        "prose": list(entry.prose),
        "relies_on": {id_: ledger.known[id_].verdict.value for id_ in entry.relies_on},
        "survival": ledger.survival(checked),
        "witnesses": {name: word and word.value for name, word in heard.stances(checked).items()}
        if heard
        else {},
        "counterexample": document(wrong) if wrong else None,
        "printed": entry.printed,
        "corrected": entry.corrected,
        "identities": [
            {"name": i.name, "says": i.says, "equation": i.equation, "tex": formula(i.equation)}
            for i in entry.identities
        ],
        "slips": [
            {"line": slip.line, "printed": slip.printed, "meant": slip.meant}
            for slip in entry.slips
        ],
    }
    return {
        "id": entry.id,
        "line": entry.lines,
        "slug": entry.slug,
        "title": entry.title,
        "statement": entry.statement,
        "verdict": checked.verdict.value,
        "severity": entry.severity.value,
        "rests_on": [],
        "rules": _rules(checked.results),
        **{part.value: [_reading(r, heard) for r in checked.part(part)] for part in readings},
        "repairs": [repair_document(repair, heard) for repair in checked.repairs()],
        **{key: value for key, value in optional.items() if value},
        "seconds": round(checked.seconds, 3),
    }


def repair_document(repaired: Repaired, heard: Agreement | None = None) -> dict[str, Any]:
    """One repair: its sentence, its verdict, what it rests on, and its obligations."""
    return {
        "statement": repaired.repair.statement,
        "verdict": repaired.verdict.value,
        "rests_on": [],
        "rules": _rules(repaired.results),
        "obligations": [_reading(result, heard) for result in repaired.results],
        **({"prose": list(repaired.repair.prose)} if repaired.repair.prose else {}),
    }


def _rules(results: Sequence[Result]) -> list[str]:
    """The rules and facts about runs that the kernel used for any of these."""
    accepted = (result.outcome.certified for result in results)
    return sorted({rule for one in accepted if one for rule in one.judgement.rules})


def _reading(result: Result, heard: Agreement | None) -> dict[str, Any]:
    wrong = counterexample_of(result)
    words = heard.of(result) if heard else {}
    return {
        "name": result.reading.name,
        "says": result.reading.says,
        "statement": sentence(result.reading),
        "verdict": result.verdict.value,
        "seconds": round(result.outcome.seconds, 3),
        "rules": _rules([result]),
        **({"cites": list(result.reading.cites())} if result.reading.cites() else {}),
        **({"reason": result.outcome.reason} if result.outcome.reason else {}),
        **({"counterexample": document(wrong)} if wrong else {}),
        **({"witnesses": {name: _word(said) for name, said in words.items()}} if heard else {}),
    }


def _word(said: Evidence) -> dict[str, str]:
    return {"stance": said.stance.value, **({"detail": said.detail} if said.detail else {})}
