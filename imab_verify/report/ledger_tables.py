"""The ledger on the terminal: tables by section, a summary, one entry in full, the witnesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from rich.console import Console
from rich.table import Table
from rich.text import Text

from imab_verify.ledger.check import Checked, Ledger, Repaired, Result, list_words
from imab_verify.ledger.record import is_undecided
from imab_verify.ledger.statements import Entry, Part, Status
from imab_verify.ledger.witnesses import NAMES, Agreement
from imab_verify.report.counterexamples import brief, lines
from imab_verify.report.ledger_documents import (
    FINDINGS,
    counterexample_of,
    fails,
    main_counterexample,
    outline,
    reduced_only,
    sentence,
    was_searched,
    witness_summary,
)
from imab_verify.report.mathematics import formula
from imab_verify.report.outlines import count_of
from imab_verify.report.terminal import WIDTH, columns, table
from imab_verify.witnesses import Stance

STYLES = {
    Status.PROVED: "green",
    Status.REFUTED: "red",
    Status.REDUCED: "cyan",
    Status.UNKNOWN: "yellow",
    Status.DEFINITION: "dim",
    Status.NOT_FORMAL: "dim",
}
LONGEST_ID, VERDICT = 18, 10
"""Widths of the columns for ids, of which longer ones are broken, and for verdicts."""
HEADINGS = {
    Part.LITERAL: "As written",
    Part.NEGATION: "The opposite",
    Part.BEYOND: "As written, away from degenerate sizes",
    Part.OTHERS: "Read otherwise",
}
CELLS = {
    Stance.AGREES: "agrees",
    Stance.BOUNDED: "bound",
    Stance.SILENT: "none",
    Stance.DISAGREES: "DISAGREES",
    None: "",
}
LABEL = 13
"""The labels of an entry in full stand in a column of this width."""


def section_tables(ledger: Ledger, heard: Agreement | None = None) -> Iterator[tuple[str, Table]]:
    """The title and the table of every section; with the weakest word of each witness, if heard.

    All sections have columns of the same widths, as wide as the terminal together.
    """
    if heard is None:
        numbers = {"readings": 8, "repairs": 7} | ({"s": 5} if columns() >= WIDTH else {})
    else:
        numbers = {"claims": 6, **dict.fromkeys(NAMES, 9)}
    ids = min(max(4, *(len(checked.entry.id) for checked in ledger.asked), 0), LONGEST_ID)
    spare = columns() - ids - VERDICT - sum(numbers.values()) - 3 * (len(numbers) + 3) - 4
    lines = spare * 2 // 5 if any(checked.entry.lines for checked in ledger.asked) else len("line")
    for heading, asked in ledger.sections():
        rows = table(["id", "line", "verdict", "statement"], numbers)
        widths = (ids, lines, VERDICT, spare - lines, *numbers.values())
        for column, width in zip(rows.columns, widths, strict=True):
            column.width, column.no_wrap = width, column.header not in ("line", "statement")
        for checked in asked:
            entry, verdict = checked.entry, checked.verdict
            styled = Text(verdict.value, STYLES[verdict])
            cells = _shares(checked) if heard is None else _words(checked, heard)
            rows.add_row(entry.id, entry.lines, styled, entry.title, *cells[: len(numbers)])
        yield heading, rows


def _shares(checked: Checked) -> tuple[str, ...]:
    """The proved ones of all readings and of all repairs, as 1/3, and the seconds."""
    readings = [r.verdict for r in checked.results if r.key.part is not Part.REPAIRS]
    repairs = [repair.verdict for repair in checked.repairs()]
    shares = (
        f"{verdicts.count(Status.PROVED)}/{len(verdicts)}" if verdicts else ""
        for verdicts in (readings, repairs)
    )
    return *shares, f"{checked.seconds:.1f}" if checked.results else ""


def _words(checked: Checked, heard: Agreement) -> tuple[str, ...]:
    """The number of claims, and the weakest word of each witness on them."""
    stances = heard.stances(checked).values()
    return str(len(checked.results) or ""), *(CELLS[stance] for stance in stances)


def summary_lines(ledger: Ledger) -> Iterator[str]:
    """The numbers, and the findings that a reader of the paper must know."""
    counts = ledger.counts()
    numbers = [f"{counts[verdict]} {verdict}" for verdict in Status if counts[verdict]]
    repaired = sum(checked.repaired for checked in ledger.asked)
    claims = sum(len(checked.results) for checked in ledger.asked)
    asked = [count_of(len(ledger.asked), "statement"), count_of(claims, "claim")]
    total = f"{', '.join(asked)}: {', '.join(numbers)}"
    yield from fill_lines("", total, 0)
    if counts[Status.REFUTED]:
        reduced = sum(map(reduced_only, ledger.asked))
        more = f"; by one that is reduced: {reduced} more" if reduced else ""
        of = f"{repaired} of the {counts[Status.REFUTED]} refuted"
        yield f"repaired by a proved claim: {of}{more}"
    errors = ledger.findings()[:FINDINGS]
    if errors:
        yield ""
        yield "What a reader of the paper must know first:"
    indent = max([6, *(len(checked.entry.id) + 1 for checked in errors)])
    for checked in errors:
        entry, wrong = checked.entry, main_counterexample(checked)
        kind = ", ".join(word for word in (entry.severity, fails(checked)) if word)
        where = "; ".join(word for word in (entry.place, kind) if word)
        heading = f"{entry.title} ({where})" + (f": {entry.finding}" if entry.finding else "")
        yield from fill_lines(entry.id, heading, indent)
        yield from fill_lines("", brief(wrong), indent) if wrong else ()


def unknown_lines(ledger: Ledger) -> Iterator[str]:
    """A line for each open claim with its reason; claims that were not reached are counted."""
    left = [r.outcome for c in ledger.asked for r in c.results if not r.outcome.reached]
    if left:
        yield f"{count_of(len(left), 'claim')}: {left[0].reason}"
    for checked in ledger.asked:
        if checked.verdict is Status.UNKNOWN and not checked.results:
            yield f"{checked.entry.id}: {checked.entry.reason or 'it has no claim'}"
        for result in checked.results:
            if result.verdict is Status.UNKNOWN and result.outcome.reached:
                name = f"{checked.entry.id}, {result.reading.name}"
                yield f"{name}: {result.outcome.reason}"


def fill_lines(label: str, text: str, indent: int = LABEL) -> list[str]:
    """A label, and text wrapped beside it."""
    rows = wrap(text, columns() - indent, break_on_hyphens=False) or [""]
    return [f"{label if not n else '':<{indent}}{row}".rstrip() for n, row in enumerate(rows)]


# --- one entry in full -------------------------------------------------------------------------


def entry_lines(checked: Checked, ledger: Ledger, used_by: Sequence[Entry]) -> Iterator[str]:
    """One entry in full, for a referee report."""
    entry = checked.entry
    place = f", {entry.place}" if entry.place else ""
    heading = f"{entry.title}  [{entry.slug}]{place}: {checked.verdict}"
    yield from fill_lines(f"{entry.id}  ", heading, len(entry.id) + 2)
    yield "; ".join(word for word in (entry.severity, fails(checked)) if word)
    yield ""
    yield from fill_lines("Statement", entry.statement)
    for label, text in (
        ("Convention", entry.convention),
        ("Reason", entry.reason),
        ("Finding", entry.finding),
    ):
        yield from fill_lines(label, text) if text else ()
    for part, heading in HEADINGS.items():
        yield from _titled(heading, _numbered(checked.part(part)))
    yield from _titled("Repairs and sharp forms", _repair_lines(checked.repairs()))
    prose = (row for step in entry.prose for row in fill_lines("  -", step, 4))
    yield from _titled("Steps in prose, which join the claims and are not checked", prose)
    yield from _titled("Closed forms, which sympy derives again", _identity_lines(entry))
    for slip in entry.slips:
        yield ""
        yield from fill_lines("Slip", f"line {slip.line}: {slip.printed} Meant: {slip.meant}")
    relies = [f"{id_} ({ledger.known[id_].verdict})" for id_ in entry.relies_on]
    around = {
        "Relies on": ", ".join(relies),
        "Used by": ", ".join(other.id for other in used_by),
        "Survival": ledger.survival(checked),
    }
    if any(around.values()):
        yield ""
    for label, text in around.items():
        yield from fill_lines(label, text) if text else ()


def _identity_lines(entry: Entry) -> Iterator[str]:
    for number, identity in enumerate(entry.identities, start=1):
        yield from fill_lines(f"  {number}.", f"{identity.says} ({identity.name})", 5)
        yield f"     {formula(identity.equation)}"


def _titled(title: str, rows: Iterable[str]) -> Iterator[str]:
    """Lines with an empty one and a title before them, if there are any."""
    found = list(rows)
    yield from ["", f"{title}:", *found] if found else []


def _repair_lines(repairs: Sequence[Repaired]) -> Iterator[str]:
    """Repairs and sharp forms: their sentences, obligations, and what joins these."""
    for number, repaired in enumerate(repairs, start=1):
        repair = repaired.repair
        alone = len(repair.obligations) == 1 and repair.statement == repair.obligations[0].says
        if alone and not repair.prose:
            yield from _reading_lines(f"{number}.", repaired.results[0])
            continue
        yield from fill_lines(f"  {number}.", f"{repaired.verdict}: {repair.statement}", 5)
        for result in repaired.results:
            yield from _reading_lines(" -", result)
        for step in repair.prose:
            yield from fill_lines("     in prose:", step, 15)


def _numbered(results: Sequence[Result]) -> Iterator[str]:
    for number, result in enumerate(results, start=1):
        yield from _reading_lines(f"{number}.", result)


def checked_lines(checked: Checked) -> Iterator[str]:
    """The readings and repairs of an entry, with their numbers."""
    yield from _numbered(checked.results)
    if not checked.results and checked.entry.reason:
        yield from fill_lines("Reason", checked.entry.reason)


def _reading_lines(number: str, result: Result) -> Iterator[str]:
    yield from fill_lines(f"  {number}", f"{result.verdict}: {result.reading.says}", 5)
    yield from result_lines(result)


def result_lines(result: Result) -> Iterator[str]:
    """A claim, and what its counterexample or its proof is, or why there is none."""
    yield from fill_lines("", f"{result.reading.name}: {sentence(result.reading)}", 5)
    if result.reading.cites():
        yield from fill_lines("", f"from {list_words(result.reading.cites())}", 5)
    wrong = counterexample_of(result)
    if wrong is not None:
        yield f"     {counterexample_heading(result)}:"
        for text in lines(wrong):
            yield from fill_lines("", text, 7)
    elif result.verdict is Status.PROVED:
        yield from fill_lines("", f"certificate: {outline(result)}", 5)
    elif result.outcome.reason:
        yield from fill_lines("", result.outcome.reason, 5)


def counterexample_heading(result: Result) -> str:
    """The heading of a counterexample, which is the smallest only if one was searched for."""
    return "counterexample, the smallest found" if was_searched(result) else "counterexample"


def index_table(entries: Sequence[Entry]) -> Table:
    """Every id with its slug and title."""
    rows = table(["id", "slug", "statement"], [])
    for entry in entries:
        rows.add_row(entry.id, entry.slug, entry.title)
    return rows


def show_check(
    screen: Console,
    ledger: Ledger,
    heard: Agreement | None,
    different: Sequence[str],
    seconds: float,
) -> None:
    """Print it all; with the words of the witnesses, if they were heard."""
    for title, rows in section_tables(ledger, heard):
        screen.print(title, style="bold")
        screen.print(rows)
    for text in unknown_lines(ledger):
        screen.print(f"open: {text}")
    for text in summary_lines(ledger):
        screen.print(text, soft_wrap=True)
    for name, counts in (witness_summary(heard, ledger) if heard else {}).items():
        said = ", ".join(f"{count} {stance}" for stance, count in counts.items() if count)
        screen.print(f"{name}: {said}", soft_wrap=True)
    if kept := ledger.from_cache():
        times = "1 certificate" if kept == 1 else f"{kept} certificates"
        screen.print(f"from the cache, judged again by the kernel: {times}")
    screen.print()
    word = "recorded" if ledger.paper.record.exists() else "expected"
    for text in different:
        screen.print(f"not as {word}: {text}")
    agreement = "not every verdict" if different else "every verdict"
    if (is_undecided(ledger) or not ledger.complete) and not different:
        agreement = "what is decided"
    screen.print(f"{agreement} is as {word}; {seconds:.1f} s")
