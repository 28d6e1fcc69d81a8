"""The ledger as one self-contained web page: no script, no file beside it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from imab_verify.ledger.check import Checked, Ledger, Repaired, Result
from imab_verify.ledger.statements import Verdict
from imab_verify.report.counterexamples import brief, lines
from imab_verify.report.curves import counterexample_figure
from imab_verify.report.graph import COLOURS, svg
from imab_verify.report.ledger_documents import (
    fails,
    findings,
    outline,
    reduced_only,
    refuted_by,
    sentence,
)
from imab_verify.report.ledger_tables import HEADINGS, counterexample_heading

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { margin: .3rem 0 .3rem 1rem; white-space: pre-wrap; }
details { border-top: 1px solid #ddd; padding: .3rem 0; }
summary { cursor: pointer; display: grid; grid-template-columns: 4rem 7rem 1fr 11rem; gap: .6rem; }
.verdict { border-radius: .3rem; padding: 0 .5rem; text-align: center; border: 1px solid #bbb; }
.line { color: #777; text-align: right; }
.entry { margin: .5rem 0 1rem 4.6rem; }
figure { margin: .4rem 0 .4rem 1rem; }
.graph { overflow-x: auto; }
"""


def page(ledger: Ledger) -> str:
    """The whole page."""
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>The ledger</title><style>{STYLE}</style></head><body>",
            "<h1>Every statement of the paper, decided</h1>",
            f"<p><i>{escape(ledger.paper.title)}</i><br>",
            f"{escape(', '.join(ledger.paper.authors))}</p>",
            *_summary(ledger),
            *_sections(ledger),
            "<h2>Which statement relies on which</h2>",
            f'<div class="graph">{svg(ledger)}</div>',
            "</body></html>\n",
        ]
    )


def _summary(ledger: Ledger) -> Iterator[str]:
    counts = ledger.counts()
    chips = [f"{counts[verdict]} {_verdict(verdict)}" for verdict in Verdict if counts[verdict]]
    repaired = sum(checked.repaired for checked in ledger.asked)
    yield f"<p>{len(ledger.asked)} statements: {', '.join(chips)}. "
    reduced = sum(map(reduced_only, ledger.asked))
    more = f", {reduced} more by one that is reduced" if reduced else ""
    yield f"{repaired} of the refuted ones are repaired by a claim that is proved{more}.</p>"
    found = findings(ledger)
    if found:
        yield "<h2>What a reader of the paper must know first</h2><ol>"
        for checked, wrong in found:
            entry = checked.entry
            link = f'<a href="#{entry.id}">{escape(entry.title)}</a>'
            kind = ", ".join(word for word in (entry.severity, fails(checked)) if word)
            shown = f"<pre>{escape(brief(wrong))}</pre>" if wrong else ""
            yield f"<li>{link} ({kind}): {escape(entry.finding)}{shown}</li>"
        yield "</ol>"


def _verdict(verdict: Verdict) -> str:
    return f'<span class="verdict" style="background:{COLOURS[verdict]}">{verdict}</span>'


def _sections(ledger: Ledger) -> Iterator[str]:
    for heading, asked in ledger.sections():
        yield f"<h2>{escape(heading)}</h2>"
        for checked in asked:
            yield from _entry(checked, ledger)


def _entry(checked: Checked, ledger: Ledger) -> Iterator[str]:
    entry = checked.entry
    yield (
        f'<details id="{entry.id}"><summary><b>{entry.id}</b>{_verdict(checked.verdict)}'
        f'<span>{escape(entry.title)}</span><span class="line">{escape(entry.place)}</span>'
        f'</summary><div class="entry">'
    )
    kind = "; ".join(word for word in (entry.severity, fails(checked)) if word)
    for text in (kind, entry.statement, entry.convention, entry.reason, entry.finding):
        yield f"<p>{escape(text)}</p>" if text else ""
    for part, heading in HEADINGS.items():
        results = checked.part(part)
        if results:
            items = "".join(f"<li>{_reading(result)}</li>" for result in results)
            yield f"<h4>{heading}</h4><ol>{items}</ol>"
    repairs = checked.repairs()
    if repairs:
        items = "".join(f"<li>{_repair(repaired)}</li>" for repaired in repairs)
        yield f"<h4>Repairs and sharp forms</h4><ol>{items}</ol>"
    for name in checked.rests_on:
        yield f"<p>Rests on the {escape(name)}, on its author's word.</p>"
    if entry.prose:
        steps = "".join(f"<li>{escape(step)}</li>" for step in entry.prose)
        yield f"<h4>Steps in prose, not checked</h4><ul>{steps}</ul>"
    for slip in entry.slips:
        words = f"Slip, line {slip.line}: {slip.printed} Meant: {slip.meant}"
        yield f"<p>{escape(words)}</p>"
    if entry.relies_on:
        links = ", ".join(
            f'<a href="#{id_}">{id_}</a> ({ledger.known[id_].verdict})' for id_ in entry.relies_on
        )
        survival = ledger.survival(checked)
        yield f"<p>Relies on {links}{escape(f': {survival}' if survival else '')}.</p>"
    yield "</div></details>"


def _repair(repaired: Repaired) -> str:
    """A repair: its sentence, and its obligations below it."""
    repair = repaired.repair
    items = "".join(f"<li>{_reading(result)}</li>" for result in repaired.results)
    steps = "".join(f"<li>in prose, not checked: {escape(step)}</li>" for step in repair.prose)
    rests = "".join(
        f"<li>rests on the {escape(n)}, on its author's word</li>" for n in repaired.rests_on
    )
    said = f"{_verdict(repaired.verdict)} {escape(repair.statement)}"
    return f"{said}<ul>{items}{steps}{rests}</ul>"


def _reading(result: Result) -> str:
    said = f"{_verdict(result.verdict)} <b>{result.reading.name}</b>: {escape(result.reading.says)}"
    claim = f"<br><code>{escape(sentence(result.reading))}</code>"
    wrong = refuted_by(result)
    if wrong is not None:
        text = escape("\n".join(lines(wrong)))
        figure = counterexample_figure(wrong.arms, wrong.parameters, numbered=bool(wrong.policy))
        return f"{said}{claim}<br>{counterexample_heading(result)}:<pre>{text}</pre>{figure}"
    if result.verdict is Verdict.PROVED:
        return f"{said}{claim}<br>certificate: {escape(outline(result))}"
    return f"{said}{claim}<br>{escape(result.outcome.reason)}"
