"""What the witnesses say: words for tables and JSON, and the table of agreement in Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from imab_verify.errors import InputError, quote
from imab_verify.ledger.check import Checked, Ledger, Result
from imab_verify.ledger.statements import Part, Status
from imab_verify.ledger.witnesses import NAMES, SYMPY, Z3, Agreement
from imab_verify.report.ledger_tables import STYLES, id_width
from imab_verify.report.terminal import table
from imab_verify.witnesses import Evidence, Stance

CELLS = {
    Stance.AGREES: "agrees",
    Stance.BOUNDED: "bound",
    Stance.SILENT: "none",
    Stance.DISAGREES: "DISAGREES",
    None: "",
}
BEGIN, END = "<!-- witnesses: begin -->", "<!-- witnesses: end -->"
KINDS = {False: "about arms", True: "about runs"}


def section_tables(ledger: Ledger, agreement: Agreement) -> Iterator[tuple[str, Table]]:
    """The title and the table of every section, with the weakest word of each witness."""
    for heading, asked in ledger.sections():
        rows = table(["id", "verdict", "statement"], ["claims", *NAMES])
        for column, width in zip(rows.columns, _widths(len(NAMES), id_width(ledger)), strict=True):
            column.width = width
        for checked in asked:
            stances = agreement.stances(checked).values()
            rows.add_row(
                checked.entry.id,
                Text(checked.verdict.value, STYLES[checked.verdict]),
                checked.entry.title,
                str(len(checked.results) or ""),
                *(CELLS[stance] for stance in stances),
            )
        yield heading, rows


def _widths(witnesses: int, ids: int) -> tuple[int, ...]:
    """Of the columns, so that all sections look alike: 100 with what is between them."""
    ids = min(max(5, ids), 14)
    return (ids, 10, 71 - ids - 12 * witnesses, 6, *(9 for _ in range(witnesses)))


def add_witnesses(document: dict[str, Any], ledger: Ledger, agreement: Agreement) -> None:
    """Put `witnesses` into the document of `check`: by entry, by reading, and in the summary.

    An entry has the weakest word of each witness on its readings; null where there are none.
    """
    for claim, checked in zip(document["claims"], ledger.asked, strict=True):
        stances = agreement.stances(checked).items()
        claim["witnesses"] = {name: stance and stance.value for name, stance in stances}
        for reading, result in _readings(claim, checked):
            reading["witnesses"] = _testimony_document(agreement.of(result))
    document["summary"]["witnesses"] = summary(agreement, ledger)
    document["summary"]["disagreements"] = agreement.disagreements(ledger)


def _readings(claim: dict[str, Any], checked: Checked) -> Iterator[tuple[dict[str, Any], Result]]:
    """The readings of an entry in its document, those of a repair being its obligations."""
    for part in Part:
        if part is not Part.REPAIRS:
            yield from zip(claim[part.value], checked.part(part), strict=True)
    for document, repaired in zip(claim[Part.REPAIRS.value], checked.repairs(), strict=True):
        yield from zip(document["obligations"], repaired.results, strict=True)


def _testimony_document(testimonies: Mapping[str, Evidence]) -> dict[str, Any]:
    return {
        name: {"stance": said.stance.value, **({"detail": said.detail} if said.detail else {})}
        for name, said in testimonies.items()
    }


def summary(agreement: Agreement, ledger: Ledger) -> dict[str, dict[str, int]]:
    """How often each witness says what, over all decided claims."""
    heard = [agreement.of(result) for result in _decided_results(ledger)]
    counts = {name: Counter(by[name].stance for by in heard) for name in NAMES}
    return {
        name: {stance.value: counts[name][stance] for stance in reversed(Stance)} for name in NAMES
    }


def summary_lines(agreement: Agreement, ledger: Ledger) -> Iterator[str]:
    """The same in words."""
    for name, counts in summary(agreement, ledger).items():
        said = ", ".join(f"{count} {stance}" for stance, count in counts.items() if count)
        yield f"{name}: {said}"


def _decided_results(ledger: Ledger) -> list[Result]:
    results = (result for checked in ledger.asked for result in checked.results)
    return [result for result in results if result.outcome.certificate]


# --- the table of agreement --------------------------------------------------------------------


def agreement_table(agreement: Agreement, ledger: Ledger) -> str:
    """The counts by kind and verdict, then the claims on which z3 does not simply agree."""
    rows = [
        "| claims | verdict | number | sympy agrees | z3 agrees | z3: up to a bound | z3: silent |",
        "|---|---|---|---|---|---|---|",
    ]
    distinct = list({result.reading.name: result for result in _decided_results(ledger)}.values())
    for of_run, kind in KINDS.items():
        for verdict in (Status.PROVED, Status.REFUTED):
            chosen = [r for r in distinct if (_is_run(r), r.verdict) == (of_run, verdict)]
            if chosen:
                numbers = [len(chosen), *_counts(agreement, chosen)]
                rows.append(f"| {kind} | {verdict} | {' | '.join(map(str, numbers))} |")
    rows += ["", "| claim | verdict | z3 |", "|---|---|---|"]
    for result in distinct:
        said = agreement.of(result)[Z3]
        if said.stance is not Stance.AGREES:
            words = said.detail or said.stance
            rows.append(f"| `{result.reading.name}` | {result.verdict} | {words} |")
    return "\n".join(rows)


def _is_run(result: Result) -> bool:
    return bool(result.reading.policy)


def _counts(agreement: Agreement, results: Sequence[Result]) -> list[int]:
    by_sympy = Counter(agreement.of(result)[SYMPY].stance for result in results)
    by_z3 = Counter(agreement.of(result)[Z3].stance for result in results)
    order = (Stance.AGREES, Stance.BOUNDED, Stance.SILENT)
    return [by_sympy[Stance.AGREES], *(by_z3[stance] for stance in order)]


def page_with_table(path: str, rows: str) -> str:
    """The page with the table between its marks; InputError if it has none."""
    try:
        page = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{quote(path)} cannot be read") from None
    marks = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not marks.search(page):
        raise InputError(
            f"{quote(path)} has no lines {BEGIN} and {END}, between which a table goes"
        )
    return marks.sub(lambda _: f"{BEGIN}\n{rows}\n{END}", page)
