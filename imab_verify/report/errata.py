"""The refuted statements as an erratum that an author would open, in Markdown or TeX.

Title, authors and version of the paper; a summary; the findings in the order of what hangs on them,
each with the sentence as printed, what fails with numbers, and what is true instead; then the slips
of the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from imab_verify.ledger.check import Checked, Ledger, Repaired, Result, list_words
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import BEYOND, Extent, Part, Severity, Slip, Status
from imab_verify.report.counterexamples import Counterexample, document, failing, lines
from imab_verify.report.ledger_documents import (
    counterexample_of,
    fails,
    reduced_only,
    repair_document,
    sentence,
    was_searched,
)
from imab_verify.report.mathematics import sentence_in_tex

INTRODUCTION = (
    "Each statement below is refuted by an exact instance that can be recomputed by hand, or by a "
    "proof of its opposite. A corrected sentence is proved if the kernel of imab-verify accepted a "
    "certificate for all it says, for all parameters and all reward functions; it is reduced if "
    "named steps in prose, which are not checked, join what was accepted."
)


@dataclass(frozen=True, slots=True)
class Erratum:
    """A refuted statement, its refuted readings with their counterexamples, and what follows.

    The telling reading is the first.
    """

    checked: Checked
    wrong: tuple[tuple[Result, Counterexample], ...]
    opposite: tuple[Result, ...]
    survival: str

    @property
    def heading(self) -> str:
        """Id, title, number and line."""
        entry = self.checked.entry
        place = ", ".join(word for word in (entry.number, entry.place) if word)
        return f"{entry.id}. {_clause(entry.title)}" + (f" ({place})" if place else "")

    @property
    def row(self) -> str:
        """The finding in the summary."""
        entry = self.checked.entry
        named = f"{entry.id}, {_clause(entry.title)}"
        named += f" ({entry.number})" if entry.number else ""
        return ": ".join(word for word in (named, fails(self.checked)) if word)

    @property
    def kind(self) -> str:
        """What hangs on the statement, and how it fails."""
        return "; ".join(
            word for word in (self.checked.entry.severity, fails(self.checked)) if word
        )

    @property
    def slip(self) -> bool:
        """Whether the statement is a slip of the text."""
        return self.checked.entry.severity is Severity.SLIP


@dataclass(frozen=True, slots=True)
class Errata:
    """What is wrong in a paper: the findings, those with most hanging on them first; the slips.

    `extent` says how much of the paper that is.
    """

    paper: Paper
    extent: str
    findings: tuple[Erratum, ...]
    slips: tuple[tuple[str, Slip], ...]

    def summary(self) -> Iterator[tuple[str, list[Erratum]]]:
        """The findings by severity."""
        order = list(Severity)
        in_order = sorted(
            self.findings, key=lambda erratum: order.index(erratum.checked.entry.severity)
        )
        for severity, group in groupby(in_order, key=lambda e: e.checked.entry.severity):
            yield severity.value, list(group)


def find_errata(ledger: Ledger) -> Errata:
    """What is refuted of the statements that were asked about, and the slips in their words."""
    slips = [(c.entry.id, slip) for c in ledger.asked for slip in c.entry.slips]
    findings = tuple(_erratum(checked, ledger) for checked in ledger.findings())
    return Errata(ledger.paper, _extent(ledger), findings, tuple(slips))


def _extent(ledger: Ledger) -> str:
    """How many statements of the paper were looked at, and what came out."""
    asked = [c for c in ledger.asked if c.entry.lines != BEYOND]
    counts = Counter(c.verdict for c in asked)
    refuted = [c for c in asked if c.verdict is Status.REFUTED]
    degenerate = sum(c.extent is Extent.DEGENERATE for c in refuted)
    return (
        f"Statements read: {len(asked)}. Proved as printed: {counts[Status.PROVED]}; reduced: "
        f"{counts[Status.REDUCED]}; refuted: {len(refuted)}, of these only at degenerate sizes: "
        f"{degenerate}. A corrected form is proved for {sum(c.repaired for c in refuted)} of the "
        f"refuted, and reduced for {sum(map(reduced_only, refuted))} more."
    )


def _erratum(checked: Checked, ledger: Ledger) -> Erratum:
    others = [r for r in checked.part(Part.OTHERS) if r.verdict is Status.REFUTED]
    wrong = [(result, counterexample_of(result)) for result in (*checked.refutations(), *others)]
    exact = tuple((result, point) for result, point in wrong if point is not None)
    opposite = [r for r in checked.part(Part.NEGATION) if r.verdict is Status.PROVED]
    return Erratum(checked, exact, tuple(opposite), _survival(checked, ledger))


def _survival(checked: Checked, ledger: Ledger) -> str:
    """Say what is left of the statement, and of those whose printed proofs use it."""
    repairs = [repair.verdict for repair in checked.repairs()]
    if checked.repaired:
        words = ["In the repaired form it is proved."]
    elif Status.REDUCED in repairs:
        words = ["In the repaired form it is reduced to checked claims, joined by steps in prose."]
    elif repairs:
        words = ["No repaired form is proved yet."]
    elif checked.entry.corrected:
        words = ["It is a matter of wording: nothing is to be proved of the corrected sentence."]
    else:
        words = ["No repaired form is given."]
    id_ = checked.entry.id
    users = [c for c in ledger.asked if id_ in c.entry.relies_on and c.entry.id != id_]
    if users:
        names = list_words([f"{user.entry.id} ({_status(user)})" for user in users])
        words.append(f"The printed proofs of these statements use it: {names}.")
    return " ".join(words)


def _status(checked: Checked) -> str:
    return "refuted, repaired" if checked.repaired else checked.verdict.value


def errata_document(errata: Errata) -> dict[str, Any]:
    """All errata as JSON."""
    return {
        "title": errata.paper.title,
        "authors": list(errata.paper.authors),
        "version": errata.paper.version,
        "extent": errata.extent,
        "errata": [erratum_document(erratum) for erratum in errata.findings],
        "slips": [
            {"id": id_, "line": slip.line, "printed": slip.printed, "meant": slip.meant}
            for id_, slip in errata.slips
        ],
    }


def erratum_document(erratum: Erratum) -> dict[str, Any]:
    """Give one erratum as JSON."""
    checked = erratum.checked
    entry = checked.entry
    return {
        "id": entry.id,
        "line": entry.lines,
        "number": entry.number,
        "title": entry.title,
        "severity": entry.severity.value,
        "fails": checked.extent.value if checked.extent else None,
        "statement": entry.statement,
        "printed": entry.printed,
        "wrong": entry.finding,
        "refuted": [
            {
                "statement": sentence(r.reading),
                "says": r.reading.says,
                "part": r.key.part.value,
                "counterexample": document(point),
            }
            for r, point in erratum.wrong
        ],
        "prose": list(entry.prose),
        "corrected": entry.corrected,
        "repairs": [repair_document(repair) for repair in checked.repairs()],
        "survival": erratum.survival,
    }


def _clause(text: str) -> str:
    """A sentence inside another one: without its full stop."""
    return text if text.endswith("..") else text.removesuffix(".")


def _note_on(result: Result) -> str:
    """What is said of a refuted reading: those under other conventions are not the paper's."""
    return "Also false" if result.key.part is Part.OTHERS else "Refuted"


def _display_of(result: Result) -> str:
    return "The smallest counterexample found" if was_searched(result) else "A counterexample"


def _by(paper: Paper) -> str:
    """Whose paper it is; the erratum is not theirs."""
    return f"a paper by {list_words(paper.authors)}" if paper.authors else ""


# --- Markdown ----------------------------------------------------------------------------------


def markdown(errata: Errata) -> str:
    """The erratum in Markdown."""
    paper = errata.paper
    blocks = [f"# Errata: {_plain(paper.title)}"]
    if paper.authors:
        blocks.append(_plain(_by(paper)))
    if paper.version:
        blocks.append(_plain(f"Read in {paper.version}."))
    blocks.append(INTRODUCTION)
    blocks += _markdown_summary(errata)
    for erratum in errata.findings:
        if not erratum.slip:
            blocks += _markdown(erratum)
    slips = [*_markdown_slips(errata)]
    if slips:
        blocks += ["## Slips of the text", *slips]
    return "\n\n".join(blocks) + "\n"


def _markdown_summary(errata: Errata) -> Iterator[str]:
    """One line for each finding, by severity."""
    if errata.findings:
        yield "## Summary"
        yield _plain(errata.extent)
    for severity, group in errata.summary():
        rows = [f"- {_plain(erratum.row)}" for erratum in group]
        yield f"{len(group)} × {severity}:\n\n" + "\n".join(rows)


def _markdown(erratum: Erratum) -> Iterator[str]:
    checked = erratum.checked
    entry = checked.entry
    yield f"{'###' if erratum.slip else '##'} {_plain(erratum.heading)}"
    yield f"*{_plain(erratum.kind)}*"
    yield f"**As printed.** {entry.printed or _plain(entry.statement)}"
    if entry.finding:
        yield f"**What fails.** {_plain(entry.finding)}"
    for result, point in erratum.wrong:
        yield f"**{_note_on(result)}** ({_wording_of(result)}): {_code(result)}"
        rows = "\n".join(f"    {line}" for line in lines(point))
        yield f"{_display_of(result)}:\n\n{rows}"
    for result in erratum.opposite:
        yield f"**The opposite is proved** ({_wording_of(result)}): {_code(result)}"
    for step in entry.prose:
        yield f"**In prose, not checked.** {_plain(step)}"
    if entry.corrected:
        yield f"**Corrected.** {entry.corrected}"
    repairs = checked.repairs()
    if repairs:
        rows = "\n".join(_markdown_repair(repair) for repair in repairs)
        yield f"**What is true.**\n\n{rows}"
    yield f"**Does it survive?** {_plain(erratum.survival)}"


def _markdown_repair(repaired: Repaired) -> str:
    claims = "; ".join(_code(result) for result in repaired.results)
    prose = "".join(f"; in prose: {_plain(step)}" for step in repaired.repair.prose)
    says = _plain(_clause(repaired.repair.statement))
    return f"- {repaired.verdict}: {says}: {claims}{prose}"


def _markdown_slips(errata: Errata) -> Iterator[str]:
    rows = [
        f"- line {_plain(slip.line)} ({id_}): {_plain(slip.printed)} Meant: {_plain(slip.meant)}"
        for id_, slip in errata.slips
    ]
    if rows:
        yield "\n".join(rows)
    for erratum in errata.findings:
        if erratum.slip:
            yield from _markdown(erratum)


def _wording_of(result: Result) -> str:
    return _plain(_clause(result.reading.says))


def _code(result: Result) -> str:
    return f"`{sentence(result.reading)}`"


def _plain(text: str) -> str:
    """Text in which Markdown sees no mark-up."""
    return "".join(f"\\{c}" if c in "\\`*_<>[]#|" else c for c in text)


# --- TeX ---------------------------------------------------------------------------------------

TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "×": r"$\times$",
    **{c: f"\\{c}" for c in "{}$&#_%"},
}


def tex(errata: Errata) -> str:
    """The erratum as a TeX document."""
    paper = errata.paper
    rows = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage{amsmath,amssymb}",
        r"\usepackage[margin=25mm]{geometry}",
        r"\setlength{\parindent}{0pt}",
        r"\setlength{\parskip}{1ex}",
        r"\raggedright",
        rf"\title{{Errata: {escape_tex(paper.title)}}}",
        rf"\author{{{escape_tex(_by(paper))}}}",
        rf"\date{{{escape_tex(f'Read in {paper.version}.' if paper.version else '')}}}",
        r"\begin{document}",
        r"\maketitle",
        escape_tex(INTRODUCTION),
        *_tex_summary(errata),
    ]
    if not all(erratum.slip for erratum in errata.findings):
        rows += ["", r"\section*{Findings}"]
    for erratum in errata.findings:
        if not erratum.slip:
            rows += ["", *_tex(erratum)]
    slips = [*_tex_slips(errata)]
    if slips:
        rows += ["", r"\section*{Slips of the text}", *slips]
    return "\n".join([*rows, r"\end{document}"]) + "\n"


def _tex_summary(errata: Errata) -> Iterator[str]:
    if errata.findings:
        yield r"\section*{Summary}"
        yield rf"{escape_tex(errata.extent)}\par"
    for severity, group in errata.summary():
        yield rf"{len(group)} $\times$ {escape_tex(severity)}:"
        yield from _items(erratum.row for erratum in group)


def _items(texts: Iterator[str]) -> Iterator[str]:
    yield r"\begin{itemize}"
    yield from (rf"\item {escape_tex(text)}" for text in texts)
    yield r"\end{itemize}"


def _tex(erratum: Erratum) -> Iterator[str]:
    checked = erratum.checked
    entry = checked.entry
    yield rf"\subsection*{{{escape_tex(erratum.heading)}}}"
    yield rf"\emph{{{escape_tex(erratum.kind)}}}"
    yield rf"\par\textbf{{As printed.}} {entry.printed or escape_tex(entry.statement)}"
    if entry.finding:
        yield rf"\par\textbf{{What fails.}} {escape_tex(entry.finding)}"
    for result, point in erratum.wrong:
        words = rf"\textbf{{{_note_on(result)}}} ({escape_tex(_clause(result.reading.says))})"
        yield rf"\par {words}: {_formula(result)}"
        yield rf"\par {_display_of(result)}, {_typewriter(next(failing(point)))}:"
        yield r"\begin{quote}"
        yield "\\\\\n".join(_typewriter(line) for line in lines(point))
        yield r"\end{quote}"
    for result in erratum.opposite:
        says = escape_tex(_clause(result.reading.says))
        yield rf"\par\textbf{{The opposite is proved}} ({says}): {_formula(result)}"
    for step in entry.prose:
        yield rf"\par\textbf{{In prose, not checked.}} {escape_tex(step)}"
    if entry.corrected:
        yield rf"\par\textbf{{Corrected.}} {entry.corrected}"
    repairs = checked.repairs()
    if repairs:
        yield r"\par\textbf{What is true.}"
        yield r"\begin{itemize}"
        yield from (_tex_repair(repaired) for repaired in repairs)
        yield r"\end{itemize}"
    yield rf"\textbf{{Does it survive?}} {escape_tex(erratum.survival)}"


def _tex_repair(repaired: Repaired) -> str:
    words = f"{repaired.verdict}: {_clause(repaired.repair.statement)}: "
    claims = "; ".join(_formula(result) for result in repaired.results)
    prose = "".join(f"; in prose: {step}" for step in repaired.repair.prose)
    return rf"\item {escape_tex(words)}{claims}{escape_tex(prose)}"


def _tex_slips(errata: Errata) -> Iterator[str]:
    if errata.slips:
        yield from _items(
            f"line {slip.line} ({id_}): {slip.printed} Meant: {slip.meant}"
            for id_, slip in errata.slips
        )
    for erratum in errata.findings:
        if erratum.slip:
            yield from _tex(erratum)


def _formula(result: Result) -> str:
    return sentence_in_tex(result.reading.claim, result.reading.given)


def _typewriter(text: str) -> str:
    return rf"\texttt{{{escape_tex(text)}}}"


def escape_tex(text: str) -> str:
    """Text that TeX prints as it is."""
    return "".join(TEX.get(c, c) for c in text)
