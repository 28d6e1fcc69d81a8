"""The refuted statements as an erratum, in Markdown or TeX."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from imab_verify.ledger.check import Checked, Ledger, Result, listed
from imab_verify.ledger.statements import Part, Verdict
from imab_verify.report.counterexamples import Counterexample, document, lines
from imab_verify.report.ledger_documents import refuted_by, sentence

INTRODUCTION = (
    "Each statement below is refuted by an exact instance, which can be recomputed by hand. "
    "A repair is proved if the kernel of imab-verify accepted a certificate for it, "
    "for all parameters and all reward functions it speaks of."
)


@dataclass(frozen=True, slots=True)
class Erratum:
    """A refuted statement, its refuted readings with their counterexamples, and what follows.

    The first reading is one of what is literally written.
    """

    checked: Checked
    wrong: tuple[tuple[Result, Counterexample], ...]
    survival: str

    @property
    def heading(self) -> str:
        """Id, title and line."""
        entry = self.checked.entry
        return f"{entry.id}. {entry.title} (line {entry.lines})"


def errata(ledger: Ledger) -> list[Erratum]:
    """One erratum for every refuted statement that was asked about."""
    errata_ = []
    for checked in ledger.asked:
        if checked.verdict is Verdict.REFUTED:
            readings = [*checked.part(Part.LITERAL), *checked.part(Part.OTHERS)]
            wrong = [(reading, refuted_by(reading)) for reading in readings]
            exact = tuple((reading, found) for reading, found in wrong if found is not None)
            errata_.append(Erratum(checked, exact, _survival(checked, ledger)))
    return errata_


def _survival(checked: Checked, ledger: Ledger) -> str:
    """Say what is left of the statement, and of those whose printed proofs use it."""
    repairs = checked.part(Part.REPAIRS)
    if checked.repaired:
        words = ["In the repaired form it is proved."]
    elif repairs:
        words = ["No repaired form is proved yet."]
    else:
        words = ["No repaired form is given."]
    id_ = checked.entry.id
    users = [c for c in ledger.asked if id_ in c.entry.relies_on and c.entry.id != id_]
    if users:
        names = listed([f"{user.entry.id} ({_status(user)})" for user in users])
        words.append(f"The printed proofs of these statements use it: {names}.")
    return " ".join(words)


def _status(checked: Checked) -> str:
    return "refuted, repaired" if checked.repaired else checked.verdict.value


def erratum_document(erratum: Erratum) -> dict[str, Any]:
    """Give one erratum as JSON."""
    entry = erratum.checked.entry
    return {
        "id": entry.id,
        "line": entry.lines,
        "title": entry.title,
        "statement": entry.statement,
        "wrong": entry.finding,
        "refuted": [
            {
                "statement": sentence(r.reading),
                "says": r.reading.says,
                "counterexample": document(found),
            }
            for r, found in erratum.wrong
        ],
        "repairs": [
            {"statement": sentence(r.reading), "says": r.reading.says, "verdict": r.verdict.value}
            for r in erratum.checked.part(Part.REPAIRS)
        ],
        "survival": erratum.survival,
    }


# --- Markdown ----------------------------------------------------------------------------------


def markdown(found: list[Erratum]) -> str:
    """The erratum in Markdown."""
    blocks = ["# Errata", INTRODUCTION]
    for erratum in found:
        blocks += _markdown(erratum)
    return "\n\n".join(blocks) + "\n"


def _markdown(erratum: Erratum) -> Iterator[str]:
    entry = erratum.checked.entry
    yield f"## {_plain(erratum.heading)}"
    yield f"**Statement.** {_plain(entry.statement)}"
    if entry.finding:
        yield f"**What is wrong.** {_plain(entry.finding)}"
    for result, found in erratum.wrong:
        yield f"**Refuted** ({_plain(result.reading.says)}): {_code(result)}"
        rows = "\n".join(f"    {line}" for line in lines(found))
        yield f"The smallest counterexample found:\n\n{rows}"
    repairs = erratum.checked.part(Part.REPAIRS)
    if repairs:
        rows = "\n".join(
            f"- {repair.verdict}: {_plain(repair.reading.says)}: {_code(repair)}"
            for repair in repairs
        )
        yield f"**Repair.**\n\n{rows}"
    yield f"**Does it survive?** {_plain(erratum.survival)}"


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
    **{c: f"\\{c}" for c in "{}$&#_%"},
}


def tex(found: list[Erratum]) -> str:
    """The erratum as a TeX document."""
    rows = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage[margin=25mm]{geometry}",
        r"\setlength{\parindent}{0pt}",
        r"\setlength{\parskip}{1ex}",
        r"\raggedright",
        r"\begin{document}",
        r"\section*{Errata}",
        escaped(INTRODUCTION),
    ]
    for erratum in found:
        rows += ["", *_tex(erratum)]
    return "\n".join([*rows, r"\end{document}"]) + "\n"


def _tex(erratum: Erratum) -> Iterator[str]:
    entry = erratum.checked.entry
    yield rf"\subsection*{{{escaped(erratum.heading)}}}"
    yield rf"\textbf{{Statement.}} {escaped(entry.statement)}"
    if entry.finding:
        yield rf"\par\textbf{{What is wrong.}} {escaped(entry.finding)}"
    for result, found in erratum.wrong:
        reading = result.reading
        yield rf"\par\textbf{{Refuted}} ({escaped(reading.says)}): {_typed(sentence(reading))}"
        yield r"\par The smallest counterexample found:"
        yield r"\begin{quote}"
        yield "\\\\\n".join(_typed(line) for line in lines(found))
        yield r"\end{quote}"
    repairs = erratum.checked.part(Part.REPAIRS)
    if repairs:
        yield r"\textbf{Repair.}"
        yield r"\begin{itemize}"
        for repair in repairs:
            words = f"{repair.verdict}: {repair.reading.says}: "
            yield rf"\item {escaped(words)}{_typed(sentence(repair.reading))}"
        yield r"\end{itemize}"
    yield rf"\textbf{{Does it survive?}} {escaped(erratum.survival)}"


def _typed(text: str) -> str:
    return rf"\texttt{{{escaped(text)}}}"


def escaped(text: str) -> str:
    """Text that TeX prints as it is."""
    return "".join(TEX.get(c, c) for c in text)
