"""The refuted statements as an erratum that an author would open, in Markdown or TeX.

Title, authors and version of the paper; a summary; the findings in the order of what hangs on them,
each with the sentence as printed, what fails with numbers, and what is true instead; then the slips
of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.errors import require
from imab_verify.ledger.check import Checked, Ledger, Result, list_words
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import BEYOND, Extent, Part, Reading, Severity, Slip, Status
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
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console

INTRODUCTION = (
    "Each statement below is refuted by an exact instance that can be recomputed by hand, or by a "
    "proof of its opposite. A corrected sentence is proved if the kernel of imab-verify accepted a "
    "certificate for all it says, for all parameters and all reward functions; it is reduced if "
    "named steps in prose, which are not checked, join what was accepted."
)


@dataclass(frozen=True, slots=True)
class Erratum:
    """A refuted statement, with its refuted readings and their counterexamples.

    heading: id, title, number and line. row: the finding in the summary. kind: what hangs on the
    statement, and how it fails. wrong: the reading that says most is the first. opposite: proved
    readings that say the opposite. survival: what is left of it.
    """

    checked: Checked
    heading: str
    row: str
    kind: str
    wrong: tuple[tuple[Result, Counterexample], ...]
    opposite: tuple[Result, ...]
    survival: str

    @property
    def slip(self) -> bool:
        """Whether the statement is a slip of the text."""
        return self.checked.entry.severity is Severity.SLIP


@dataclass(frozen=True, slots=True)
class Errata(Reply):
    """An erratum of a paper: the findings, those with most hanging on them first; the slips.

    `extent` says how much of the paper that is.
    """

    paper: Paper
    extent: str
    findings: tuple[Erratum, ...]
    slips: tuple[tuple[str, Slip], ...]

    def markdown(self) -> str:
        """The erratum in Markdown."""
        return _render("errata.md", self, plain=escape_markdown, sentence=sentence)

    def tex(self) -> str:
        """The erratum as a TeX document."""

        def formula(reading: Reading) -> str:
            return sentence_in_tex(reading.claim, reading.given)

        return _render("errata.tex", self, plain=escape_tex, formula=formula)

    def to_json(self) -> dict[str, Any]:
        """The document of `errata --json`."""
        return {
            "title": self.paper.title,
            "authors": list(self.paper.authors),
            "version": self.paper.version,
            "extent": self.extent,
            "errata": [erratum_document(erratum) for erratum in self.findings],
            "slips": [
                {"id": id_, "line": slip.line, "printed": slip.printed, "meant": slip.meant}
                for id_, slip in self.slips
            ],
        }

    _repr_html_ = None  # type: ignore[assignment]  # a notebook would take it before Markdown

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def show(self, screen: Console) -> None:
        """Print it in Markdown."""
        screen.print(self.markdown(), soft_wrap=True, markup=False, highlight=False, end="")


def find_errata(ledger: Ledger) -> Errata:
    """The refuted ones of the statements that were asked about, and the slips in their words."""
    slips = [(c.entry.id, slip) for c in ledger.asked for slip in c.entry.slips]
    findings = tuple(_erratum(checked, ledger) for checked in ledger.findings())
    return Errata(ledger.paper, _extent(ledger), findings, tuple(slips))


def _extent(ledger: Ledger) -> str:
    """The number of statements that were looked at, and of those with each verdict."""
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
    entry = checked.entry
    title = _clause(entry.title)
    place = ", ".join(filter(None, (entry.number, entry.place)))
    named = f"{entry.id}, {title}" + (f" ({entry.number})" if entry.number else "")
    others = [r for r in checked.part(Part.OTHERS) if r.verdict is Status.REFUTED]
    wrong = [(result, counterexample_of(result)) for result in (*checked.refutations(), *others)]
    return Erratum(
        checked,
        heading=f"{entry.id}. {title}" + (f" ({place})" if place else ""),
        row=": ".join(filter(None, (named, fails(checked)))),
        kind="; ".join(filter(None, (entry.severity, fails(checked)))),
        wrong=tuple((result, point) for result, point in wrong if point is not None),
        opposite=tuple(r for r in checked.part(Part.NEGATION) if r.verdict is Status.PROVED),
        survival=_survival(checked, ledger),
    )


def _survival(checked: Checked, ledger: Ledger) -> str:
    """Sentences on what is left of a statement, and which printed proofs use it."""
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
        names = list_words(
            [f"{c.entry.id} ({c.verdict}{', repaired' if c.repaired else ''})" for c in users]
        )
        words.append(f"The printed proofs of these statements use it: {names}.")
    return " ".join(words)


def erratum_document(erratum: Erratum) -> dict[str, Any]:
    """One erratum as JSON."""
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


# --- texts ---------------------------------------------------------------------------------------

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


def _render(template: str, errata: Errata, **filters: Callable[..., Any]) -> str:
    require("jinja2", "an erratum")
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    own: dict[str, Callable[..., Any]] = {
        "clause": _clause,
        "lines": lambda point: [*lines(point)],
        "failing": lambda point: [*failing(point)],
        "note": lambda r: "Also false" if r.key.part is Part.OTHERS else "Refuted",
        "display": lambda r: (
            "The smallest counterexample found" if was_searched(r) else "A counterexample"
        ),
    }
    environment.filters |= own | filters
    paper = errata.paper
    text = environment.get_template(template).render(
        paper=paper,
        by=f"a paper by {list_words(paper.authors)}" if paper.authors else "",
        read_in=f"Read in {paper.version}." if paper.version else "",
        introduction=INTRODUCTION,
        extent=errata.extent,
        summary=[
            (severity.value, found)
            for severity in Severity
            if (found := [e for e in errata.findings if e.checked.entry.severity is severity])
        ],
        findings=errata.findings,
        slips=errata.slips,
        own_slips=[erratum for erratum in errata.findings if erratum.slip],
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"[\\`*_<>\[\]#|]", r"\\\g<0>", text)


def escape_tex(text: str) -> str:
    """Text that TeX prints as it is."""
    return "".join(TEX.get(c, c) for c in text)
