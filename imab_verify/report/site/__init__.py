"""A ledger as a static site: it opens from the disk and asks the network for nothing.

Templates escape all text; what is HTML here says so.
"""

from __future__ import annotations

import json
import platform
import re
import shlex
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress

from counterexample_search.store import Cell, Store
from imab_verify.deciding.worst import RatioBounds
from imab_verify.errors import InputError, require
from imab_verify.files import show_path, write_file
from imab_verify.ledger.check import Checked, Ledger, Result
from imab_verify.ledger.statements import Severity, Status
from imab_verify.ledger.witnesses import Agreement
from imab_verify.model.rationals import show_ratio
from imab_verify.report import mathematics
from imab_verify.report.counterexamples import Counterexample, failure, lines
from imab_verify.report.curves import counterexample_figure
from imab_verify.report.explain import explain_result, html_body
from imab_verify.report.graph import MARKS, svg
from imab_verify.report.ledger_documents import (
    counterexample_of,
    fails,
    main_counterexample,
    outline,
    reduced_only,
    sentence,
)
from imab_verify.report.ledger_tables import HEADINGS, counterexample_heading
from imab_verify.report.paper_figures import (
    Bound,
    Panel,
    bounds_of,
    heat_sizes,
    panel_sizes,
    panels,
    speaks_of_algorithm_1,
    worst_cells,
)
from imab_verify.report.site.charts import hunt_chart, ratio_chart, run_of, steps
from imab_verify.report.terminal import pair

if TYPE_CHECKING:
    from jinja2 import Environment

EXACT = 10**6
"""No number of a counterexample is too long for a page."""
UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def read_hunts(path: str) -> list[Cell]:
    """The cells of a store that have a result."""
    if not Path(path).is_file():
        raise InputError(f"{show_path(path)} is no file: give the --store of a hunt")
    with Store(path, reading=True) as store:
        return [cell for cell in store.cells() if cell.history]


INLINE = 3000
"""A proof of so many letters stands in the page as it is; a longer one is packed there."""


def pack_text(text: str) -> str:
    """Text compressed for a page whose script unpacks it: deflate, then base64."""
    return b64encode(compress(text.encode(), 9)).decode()


TEMPLATES = Path(__file__).parent / "templates"
LIBRARIES = ("imab-verify", "sympy", "z3-solver", "highspy", "python-flint", "hypothesis")
SHADES = 7
LIST = "files.txt"
"""The names of all files of a site, for the next one in the same directory."""
OWN = re.compile(r"(entries/|certificates/)?[^/\\]+\.(html|css|js|json)")


@dataclass(frozen=True, slots=True)
class Extras:
    """Parts of a site besides the ledger."""

    agreement: Agreement | None = None
    hunts: Sequence[Cell] = ()
    paper: str = ""
    """The words that name the paper on the command line; none for the one of the tool."""


@dataclass(frozen=True, slots=True)
class Site:
    """The files of a site that was written."""

    index: Path
    files: tuple[Path, ...]
    bytes: int


def check_packages() -> None:
    """Refuse a site where a package that it needs is not installed."""
    for package in ("jinja2", "markupsafe", "latex2mathml"):
        require(package, "a site")


def write_site(ledger: Ledger, directory: str | Path, extras: Extras | None = None) -> Site:
    """Write all pages into a directory, and say what was written.

    What an earlier report wrote there, and this one does not, is removed; nothing else is.
    """
    check_packages()
    top = Path(directory)
    try:
        earlier = set((top / LIST).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        earlier = set()
    written: dict[str, int] = {}
    for name, content in _Pages(ledger, extras or Extras()).all():
        data = content.encode()
        write_file(top / name, data, parents=True)
        written[name] = len(data)
    write_file(top / LIST, "".join(f"{name}\n" for name in written))
    for name in earlier.difference(written):
        if OWN.fullmatch(name):
            with suppress(OSError):
                (top / name).unlink()
    files = tuple(top / name for name in written)
    return Site(top / "index.html", files, sum(written.values()))


class _Pages:
    """The pages of one ledger.

    files: the file of every entry by its id. homes: by the name of a reading the id of the entry on
    whose page it is told in full, the most severe that has it.
    """

    def __init__(self, ledger: Ledger, extras: Extras) -> None:
        self.ledger, self.extras = ledger, extras
        self.files = _file_names([checked.entry.id for checked in ledger.asked])
        severities = list(Severity)
        self.homes: dict[str, str] = {}
        for checked in sorted(ledger.asked, key=lambda c: severities.index(c.entry.severity)):
            for result in checked.results:
                self.homes.setdefault(result.reading.name, checked.entry.id)
        self.cases: Sequence[RatioBounds] = ()
        if speaks_of_algorithm_1(ledger.paper):
            self.cases = worst_cells([*panel_sizes(), *heat_sizes()])
        self.environment = _environment()
        self.environment.globals |= {"page": self.page, "ledger": ledger, "paper": ledger.paper}
        self.environment.globals |= {"worst": bool(self.cases), "hunting": bool(extras.hunts)}

    def page(self, id_: str, root: str = "") -> str:
        """The page of an entry, from the page whose way to the top is `root`; "" without one."""
        return f"{root}entries/{self.files[id_]}" if id_ in self.files else ""

    def place(self, name: str) -> str:
        """The place where a reading is told in full, from the page of an entry."""
        return f"{self.page(self.homes[name], '../')}#{name}"

    def all(self) -> Iterator[tuple[str, str]]:
        """The files by their names."""
        yield "style.css", (TEMPLATES / "style.css").read_text(encoding="utf-8")
        yield "site.js", (TEMPLATES / "site.js").read_text(encoding="utf-8")
        yield "index.html", self._page("index.html", **self._overview())
        yield "ledger.html", self._page("ledger.html", severities=list(Severity), verdicts=Status)
        yield "graph.html", self._page("graph.html", **self._graph())
        if self.cases:
            yield "worst-cases.html", self._page("worst-cases.html", **_worst_cases(self.cases))
        if self.extras.hunts:
            yield "hunts.html", self._page("hunts.html", hunts=map(_hunt, self.extras.hunts))
        for place, checked in enumerate(self.ledger.asked):
            name = self.page(checked.entry.id)
            yield name, self._page("entry.html", "../", **self._entry(checked, place))
            for result in checked.results:
                if result.outcome.certificate and self._is_home(checked, result):
                    yield _certificate(result), result.outcome.certificate

    def _is_home(self, checked: Checked, result: Result) -> bool:
        return self.homes[result.reading.name] == checked.entry.id

    def _page(self, template: str, root: str = "", **more: Any) -> str:
        return self.environment.get_template(template).render(root=root, here=template, **more)

    # --- overview -----------------------------------------------------------------------------

    def _overview(self) -> dict[str, Any]:
        ledger, heard = self.ledger, self.extras.agreement
        counts = ledger.counts()
        groups = [(s, [c for c in ledger.findings() if c.entry.severity is s]) for s in Severity]
        drawn: list[Panel] = panels(self.cases) if self.cases else []
        bounds: list[Bound] = bounds_of(ledger) if self.cases else []
        return {
            "counts": [(v, counts[v]) for v in Status if counts[v]],
            "entries": len(ledger.asked),
            "claims": sum(len(checked.results) for checked in ledger.asked),
            "different": len(self.homes),
            "repaired": sum(checked.repaired for checked in ledger.asked),
            "reduced_repairs": sum(map(reduced_only, ledger.asked)),
            "findings": [(s, [*map(_finding, group)]) for s, group in groups if group],
            "charts": [ratio_chart(panel, bounds) for panel in drawn],
            "bounds": bounds,
            "panels": drawn,
            "versions": _versions(),
            "heard": heard is not None,
            "disagreements": heard.disagreements(ledger) if heard else [],
        }

    def _graph(self) -> dict[str, Any]:
        asked = self.ledger.asked
        falls = []
        for checked in sorted(asked, key=lambda c: c.verdict is not Status.REFUTED):
            users = self.ledger.users(checked.entry.id)
            falls.append((checked, [c for c in asked if c.entry.id in users]))
        return {"svg": _html(svg(self.ledger, self.page)), "falls": [f for f in falls if f[1]]}

    # --- one entry ----------------------------------------------------------------------------

    def _entry(self, checked: Checked, place: int) -> dict[str, Any]:
        entry, asked = checked.entry, self.ledger.asked
        parts = [
            (heading, [self._reading(checked, result) for result in checked.part(part)])
            for part, heading in HEADINGS.items()
            if checked.part(part)
        ]
        around = (place - 1, place + 1)
        certificates = [_certificate(r) for r in checked.results if r.outcome.certificate]
        name = shlex.quote(entry.id)
        where = f"{shlex.quote(self.extras.paper)} " if self.extras.paper else ""
        return {
            "checked": checked,
            "entry": entry,
            "section": next(title for title, some in self.ledger.sections() if checked in some),
            "parts": parts,
            "repairs": [
                (repaired, [self._reading(checked, result) for result in repaired.results])
                for repaired in checked.repairs()
            ],
            "identities": [(one, _claim(one.equation)) for one in entry.identities],
            "used_by": [e for e in self.ledger.paper.entries if entry.id in e.relies_on],
            "survival": self.ledger.survival(checked),
            "neighbours": [asked[n].entry if 0 <= n < len(asked) else None for n in around],
            "commands": [
                f"imab-verify show {where}{name}",
                f"imab-verify check {where}{name} --fresh --witnesses",
                *(f"imab-verify replay {file}" for file in certificates[:2]),
            ],
        }

    def _reading(self, checked: Checked, result: Result) -> dict[str, Any]:
        reading, home = result.reading, self._is_home(checked, result)
        wrong = counterexample_of(result)
        document = explain_result(result, self.ledger.paper) if home else None
        text = "" if document is None else html_body(document)
        text = text.replace("<h3>", "<h4>").replace("</h3>", "</h4>")
        short = len(text) <= INLINE
        agreement = self.extras.agreement
        heard = agreement.of(result) if agreement and result.outcome.certificate else {}
        return {
            "name": reading.name,
            "says": reading.says,
            "verdict": result.verdict,
            "formula": _claim(reading.claim),
            "given": [_claim(given) for given in reading.given],
            "typed": sentence(reading),
            "cites": [(name, self.place(name)) for name in reading.cites() if name in self.homes],
            "witnesses": [(name, said.stance.value, said.detail) for name, said in heard.items()],
            "reason": result.outcome.reason,
            "home": self.homes[reading.name],
            "elsewhere": "" if home else self.place(reading.name),
            "outline": outline(result) if result.verdict is Status.PROVED else "",
            "told": _html(text) if short else "",
            "packed": "" if short else pack_text(text),
            "wrong": _wrong(result, wrong) if wrong else None,
            "run": run_of(result) if home else None,
            "certificate": _certificate(result) if result.outcome.certificate else "",
        }


def _file_names(ids: Sequence[str]) -> dict[str, str]:
    """A file for each id, of plain letters; they differ by more than capitals."""
    files: dict[str, str] = {}
    taken: set[str] = set()
    for id_ in ids:
        plain = UNSAFE.sub("-", id_).strip("-") or "entry"
        name, number = plain, 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.lower())
        files[id_] = f"{name}.html"
    return files


def _certificate(result: Result) -> str:
    """The file of a certificate, from the top."""
    return f"certificates/{result.reading.name}.json"


def _hunt(cell: Cell) -> dict[str, Any]:
    problem, best = cell.problem, show_ratio(cell.history[-1].score.value)
    label = f"best {problem.goal} so far, k = {problem.k}, T = {problem.T}: {best}"
    chart = _html(hunt_chart(cell.history, label))
    return {"problem": problem, "best": best, "evaluations": cell.evaluations, "chart": chart}


def _finding(checked: Checked) -> tuple[Checked, str, str]:
    """A refuted statement, what fails at its counterexample, and what is proved instead."""
    wrong = main_counterexample(checked)
    proved = [r.repair.statement for r in checked.repairs() if r.verdict is Status.PROVED]
    return checked, failure(wrong.failures[0]) if wrong else "", proved[0] if proved else ""


def _wrong(result: Result, wrong: Counterexample) -> dict[str, Any]:
    """A counterexample: its lines, its figure, and its numbers as fractions and decimals."""
    numbers = {**wrong.values}
    for failed in wrong.failures:
        numbers |= {failed.left: failed.lhs, failed.right: failed.rhs}
    return {
        "heading": counterexample_heading(result),
        "lines": list(lines(wrong)),
        "figure": _html(
            counterexample_figure(wrong.arms, wrong.parameters, numbered=bool(wrong.policy))
        ),
        "numbers": [
            (name, pair(value, EXACT))
            for name, value in numbers.items()
            if name != show_ratio(value)
        ],
    }


def _claim(text: str) -> Any:
    """A claim as mathematics; as it is typed where that is not known."""
    try:
        shown = mathematics.mathml(mathematics.formula(text))
    except InputError:
        shown = ""
    return _html(shown) if shown else None


# --- worst cases -------------------------------------------------------------------------------


def _worst_cases(solved: Sequence[RatioBounds]) -> dict[str, Any]:
    """The cells of the heat map, and the instance and run of each."""
    wanted = set(heat_sizes())
    cases = [case for case in solved if (case.k, case.T) in wanted]
    ks, Ts = sorted({c.k for c in cases}), sorted({c.T for c in cases})
    cells = {(c.k, c.T): c for c in cases}
    return {
        "ks": ks,
        "Ts": Ts,
        "rows": [(k, [_cell(cells[k, T]) for T in Ts]) for k in ks],
        "runs": {f"k{c.k}-T{c.T}": _case(c) for c in cases},
        "shades": _legend(),
    }


def _cell(case: RatioBounds) -> dict[str, Any]:
    value = case.lower
    exact = show_ratio(value)
    return {
        "name": f"k{case.k}-T{case.T}",
        "exact": exact,
        "short": "∞" if value is None else f"{float(value):.3g}",
        "shade": "inf" if value is None else _shade(value),
        "tip": f"k = {case.k}, T = {case.T}: OPT/ALG = {'infinite' if value is None else exact}",
    }


def _shade(value: Fraction) -> int:
    """The number of the shade of a ratio: s from 2^s on."""
    return min(SHADES - 1, (value.numerator // value.denominator).bit_length() - 1)


def _legend() -> list[tuple[int, str]]:
    bands = [(shade, f"from {2**shade}") for shade in range(SHADES)]
    return [(0, "from 1, below 2"), *bands[1:]]


def _case(case: RatioBounds) -> dict[str, Any]:
    arms = [arm.points for arm in case.instance.arms]
    return {
        **steps(case.policy, arms, case.sequence),
        "ratio": show_ratio(case.lower),
        "attained": case.attained,
        "status": case.status,
    }


# --- templates ---------------------------------------------------------------------------------


def _html(text: str) -> Any:
    """HTML that is made here, from escaped parts."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704  every maker escapes what it is given


def _environment() -> Environment:
    """The templates: all they are given is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["words"] = lambda text: _html(mathematics.words(text))
    environment.filters["data"] = _data
    environment.filters["fails"] = fails
    environment.globals["marks"] = {verdict.value: mark for verdict, mark in MARKS.items()}
    return environment


def _data(value: Any) -> Any:
    """JSON for a script element: no tag can end it."""
    text = json.dumps(value, separators=(",", ":"))
    return _html(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _versions() -> Mapping[str, str]:
    versions = {"Python": platform.python_version()}
    for name in LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "not installed"
    return versions
