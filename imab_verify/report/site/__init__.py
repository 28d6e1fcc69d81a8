"""A ledger as a static site: it opens from the disk and asks the network for nothing.

Templates escape all text; what is HTML here says so.
"""

from __future__ import annotations

import json
import platform
import re
import shlex
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import Any
from zlib import compress

from counterexample_search.store import Store
from imab_verify.deciding.worst import RatioBounds
from imab_verify.errors import InputError, require
from imab_verify.files import show_path, write_file
from imab_verify.ledger.check import Checked, Ledger, Repaired, Result
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Identity, Severity, Status
from imab_verify.ledger.witnesses import Agreement
from imab_verify.model.rationals import show_ratio, show_short
from imab_verify.report import mathematics
from imab_verify.report.counterexamples import Counterexample, failure, lines
from imab_verify.report.curves import counterexample_figure
from imab_verify.report.explain import explain_result, html_body
from imab_verify.report.graph import MARKS, svg
from imab_verify.report.ledger_documents import (
    counterexample_of,
    fails,
    outline,
    reduced_only,
    sentence,
    telling,
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
from imab_verify.report.site.charts import ratio_chart, run_of, steps

UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Names:
    """The file of every entry by its id, and the entry by whose page a reading is told in full."""

    files: Mapping[str, str]
    homes: Mapping[str, str]

    @staticmethod
    def of(ledger: Ledger) -> Names:
        """File names are plain letters and differ by more than capitals."""
        files: dict[str, str] = {}
        taken: set[str] = set()
        for checked in ledger.asked:
            plain = UNSAFE.sub("-", checked.entry.id).strip("-") or "entry"
            name, number = plain, 1
            while name.lower() in taken:
                number += 1
                name = f"{plain}-{number}"
            taken.add(name.lower())
            files[checked.entry.id] = f"{name}.html"
        homes: dict[str, str] = {}
        for checked in ledger.asked:
            for result in checked.results:
                homes.setdefault(result.reading.name, checked.entry.id)
        return Names(files, homes)

    def page(self, id_: str, root: str = "") -> str:
        """The page of an entry, from the page whose way to the top is `root`; "" without one."""
        return f"{root}entries/{self.files[id_]}" if id_ in self.files else ""

    def certificate(self, result: Result) -> str:
        """The file of a certificate, from the top; "" if there is none."""
        return f"certificates/{result.reading.name}.json" if result.outcome.certificate else ""

    def is_home(self, checked: Checked, result: Result) -> bool:
        """Whether the reading is told in full on the page of this entry."""
        return self.homes[result.reading.name] == checked.entry.id


WIDE, HIGH, EDGE = 380, 160, 34


@dataclass(frozen=True, slots=True)
class Hunted:
    """One cell of a campaign: improvements by the second they were found, None is infinite."""

    policy: str
    goal: str
    k: int
    T: int
    improvements: tuple[tuple[float, Fraction | None], ...]
    evaluations: int

    @property
    def best(self) -> str:
        """The best score."""
        return show_ratio(self.improvements[-1][1]) if self.improvements else "none"

    @property
    def ratio(self) -> Fraction | None:
        """The best ratio, if it is one and finite, for the figure of Algorithm 1."""
        wanted = self.policy == "algorithm-1" and self.goal == "ratio" and self.improvements
        return self.improvements[-1][1] if wanted else None


def read_hunts(path: str) -> list[Hunted]:
    """The cells of a store that have a result."""
    if not Path(path).is_file():
        raise InputError(f"{show_path(path)} is no file: give the --store of a hunt")
    with Store(path, reading=True) as store:
        return [
            Hunted(
                cell.problem.policy,
                cell.problem.goal,
                cell.problem.k,
                cell.problem.T,
                tuple((one.seconds, one.score.value) for one in cell.history),
                cell.evaluations,
            )
            for cell in store.cells()
            if cell.history
        ]


def hunt_chart(hunt: Hunted) -> str:
    """Best so far: a staircase over the seconds since the first record."""
    finite = [(s, v) for s, v in hunt.improvements if v is not None]
    if not finite:
        return ""
    start = hunt.improvements[0][0]
    span = max(hunt.improvements[-1][0] - start, 1.0)
    low, high = float(finite[0][1]), float(finite[-1][1])
    room = (high - low) or 1.0
    across, up = (WIDE - 2 * EDGE) / span, (HIGH - 2 * EDGE) / room
    places = [(EDGE + across * (s - start), HIGH - EDGE - up * (float(v) - low)) for s, v in finite]
    (x, y), *later = places
    path = f"M{x:.1f},{y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in later)
    label = escape(f"best {hunt.goal} so far, k = {hunt.k}, T = {hunt.T}: {hunt.best}")
    words = [
        f'<text x="{EDGE}" y="{EDGE - 10}">{escape(show_short(finite[-1][1]))}</text>',
        f'<text x="{EDGE}" y="{HIGH - 12}">{escape(show_short(finite[0][1]))}</text>',
        f'<text x="{WIDE - EDGE}" y="{HIGH - 12}" text-anchor="end">{span:.0f} s</text>',
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">'
        f'<path class="axis" d="M{EDGE},{EDGE}V{HIGH - EDGE}H{WIDE - EDGE}"/>'
        f'<path class="curve" d="{path}H{WIDE - EDGE}"/>{"".join(words)}</svg>'
    )


INLINE = 3000
"""A proof of so many letters stands in the page as it is; a longer one is packed there."""


def tell(result: Result, paper: Paper) -> str:
    """The proof or the counterexample of one reading, "" if it is open; headings one level down."""
    document = explain_result(result, paper)
    text = "" if document is None else html_body(document)
    return text.replace("<h3>", "<h4>").replace("</h3>", "</h4>")


def pack_text(text: str) -> str:
    """Text compressed for a page whose script unpacks it: deflate, then base64."""
    return b64encode(compress(text.encode(), 9)).decode()


TEMPLATES = Path(__file__).parent / "templates"
LIBRARIES = ("imab-verify", "sympy", "z3-solver", "highspy", "python-flint", "hypothesis")
SHADES = 7
LIST = "files.txt"
"""The names of all files of a site, for the next one in the same directory."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What a site may show besides the ledger."""

    agreement: Agreement | None = None
    hunts: Sequence[Hunted] = ()
    paper: str = ""
    """How the paper is named on the command line; nothing for the one that comes with the tool."""


@dataclass(frozen=True, slots=True)
class Site:
    """What was written."""

    index: Path
    files: tuple[Path, ...]
    bytes: int


def write_site(ledger: Ledger, directory: str | Path, extras: Extras | None = None) -> Site:
    """Write all pages into a directory, and say what was written.

    What an earlier report wrote there, and this one does not, is removed; nothing else is.
    """
    for package in ("jinja2", "markupsafe", "latex2mathml"):
        require(package, "a site")
    top = Path(directory)
    earlier = _earlier_files(top)
    sizes = []
    names = []
    for name, content in _Pages(ledger, extras or Extras()).all():
        data = content.encode()
        write_file(top / name, data, parents=True)
        sizes.append((top / name, len(data)))
        names.append(name)
    write_file(top / LIST, "".join(f"{name}\n" for name in names))
    for name in earlier.difference(names):
        with suppress(OSError):
            (top / name).unlink()
    return Site(top / "index.html", tuple(f for f, _ in sizes), sum(n for _, n in sizes))


def _earlier_files(top: Path) -> set[str]:
    """The files of an earlier report, by its list; before there was one it packed certificates."""
    try:
        listed = (top / LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        listed = [f"certificates/{file.name}" for file in top.glob("certificates/*.json.gz")]
    own = re.compile(r"(entries/|certificates/)?[^/\\]+\.(html|css|js|json|json\.gz)")
    return {name for name in listed if own.fullmatch(name)}


@dataclass(slots=True)
class _Pages:
    """The pages of one ledger."""

    ledger: Ledger
    extras: Extras
    names: Names = field(init=False)
    render: Callable[..., str] = field(init=False)
    cases: Sequence[RatioBounds] = field(init=False)
    headings: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.names = Names.of(self.ledger)
        sections = list(self.ledger.sections())
        self.headings = {c.entry.id: title for title, asked in sections for c in asked}
        self.cases = ()
        if speaks_of_algorithm_1(self.ledger.paper):
            self.cases = worst_cells([*panel_sizes(), *heat_sizes()])
        self.render = _renderer()

    def all(self) -> Iterator[tuple[str, str]]:
        """The files by their names."""
        yield "style.css", (TEMPLATES / "style.css").read_text(encoding="utf-8")
        yield "site.js", (TEMPLATES / "site.js").read_text(encoding="utf-8")
        yield "index.html", self._page("index.html", **self._overview())
        yield "ledger.html", self._page("ledger.html", **self._ledger())
        yield "graph.html", self._page("graph.html", **self._graph())
        if self.cases:
            page = self._page("worst-cases.html", **_worst_cases(self.cases))
            yield "worst-cases.html", page
        if self.extras.hunts:
            hunts = [{"hunt": h, "chart": hunt_chart(h)} for h in self.extras.hunts]
            yield "hunts.html", self._page("hunts.html", hunts=hunts)
        for place, checked in enumerate(self.ledger.asked):
            name = self.names.page(checked.entry.id)
            yield name, self._page("entry.html", "../", **self._entry(checked, place))
        yield from self._certificates()

    def _page(self, template: str, root: str = "", **more: Any) -> str:
        return self.render(
            template,
            root=root,
            paper=self.ledger.paper,
            worst=bool(self.cases),
            hunting=bool(self.extras.hunts),
            here=template,
            **more,
        )

    def _certificates(self) -> Iterator[tuple[str, str]]:
        for checked in self.ledger.asked:
            for result in checked.results:
                name = self.names.certificate(result)
                if name and self.names.is_home(checked, result):
                    yield name, result.outcome.certificate

    # --- overview -----------------------------------------------------------------------------

    def _overview(self) -> dict[str, Any]:
        ledger = self.ledger
        counts = ledger.counts()
        findings = sorted(ledger.findings(), key=lambda c: list(Severity).index(c.entry.severity))
        groups = groupby(findings, key=lambda c: c.entry.severity)
        hunted = [(h.k, h.T, h.ratio) for h in self.extras.hunts if h.ratio is not None]
        drawn: list[Panel] = panels(self.cases, hunted=hunted) if self.cases else []
        bounds: list[Bound] = bounds_of(ledger) if self.cases else []
        return {
            "counts": [(v, counts[v]) for v in Status if counts[v]],
            "entries": len(ledger.asked),
            "claims": len(self.names.homes),
            "repaired": sum(checked.repaired for checked in ledger.asked),
            "reduced_repairs": sum(map(reduced_only, ledger.asked)),
            "findings": [(s, [self._finding(c) for c in group]) for s, group in groups],
            "charts": [ratio_chart(panel, bounds) for panel in drawn],
            "bounds": [(b, self.names.page(b.id)) for b in bounds],
            "panels": drawn,
            "versions": _versions(),
            "heard": self.extras.agreement is not None,
            "disagreements": (
                self.extras.agreement.disagreements(ledger) if self.extras.agreement else []
            ),
        }

    def _finding(self, checked: Checked) -> dict[str, Any]:
        wrong = telling(checked)
        proved = [r.repair.statement for r in checked.repairs() if r.verdict is Status.PROVED]
        return {
            "entry": checked.entry,
            "page": self.names.page(checked.entry.id),
            "fails": fails(checked),
            "failure": failure(wrong.failures()[0]) if wrong else "",
            "repair": proved[0] if proved else "",
        }

    # --- the ledger ---------------------------------------------------------------------------

    def _ledger(self) -> dict[str, Any]:
        rows: list[dict[str, Any]] = [
            {
                "entry": checked.entry,
                "section": heading,
                "number": number,
                "page": self.names.page(checked.entry.id),
                "verdict": checked.verdict,
                "fails": fails(checked),
                "repaired": checked.repaired,
                "claims": len(checked.results),
                "rank": list(Severity).index(checked.entry.severity),
            }
            for number, (heading, checked) in enumerate(
                (heading, checked) for heading, asked in self.ledger.sections() for checked in asked
            )
        ]
        return {
            "rows": rows,
            "sections": list(dict.fromkeys(row["section"] for row in rows)),
            "verdicts": [v for v in Status if any(row["verdict"] is v for row in rows)],
            "severities": [s for s in Severity if any(r["entry"].severity is s for r in rows)],
        }

    # --- the graph ----------------------------------------------------------------------------

    def _graph(self) -> dict[str, Any]:
        fallen = [(c, self.ledger.users(c.entry.id)) for c in self.ledger.asked]
        fallen.sort(key=lambda one: one[0].verdict is not Status.REFUTED)
        falls = [
            {
                "checked": checked,
                "page": self.names.page(checked.entry.id),
                "users": [
                    (c, self.names.page(c.entry.id), checked.entry.id in c.entry.relies_on)
                    for c in self.ledger.asked
                    if c.entry.id in ids
                ],
            }
            for checked, ids in fallen
            if ids
        ]
        return {"svg": _html(svg(self.ledger, self.names.page)), "falls": falls}

    # --- one entry ----------------------------------------------------------------------------

    def _entry(self, checked: Checked, place: int) -> dict[str, Any]:
        entry, asked = checked.entry, self.ledger.asked
        parts = [
            (heading, [self._reading(checked, result) for result in checked.part(part)])
            for part, heading in HEADINGS.items()
            if checked.part(part)
        ]
        used_by = [e for e in self.ledger.paper.entries if entry.id in e.relies_on]
        around = (place - 1, place + 1)
        neighbours = [asked[n].entry if 0 <= n < len(asked) else None for n in around]
        name = shlex.quote(entry.id)
        where = f"{shlex.quote(self.extras.paper)} " if self.extras.paper else ""
        return {
            "checked": checked,
            "entry": entry,
            "section": self.headings[entry.id],
            "fails": fails(checked),
            "parts": parts,
            "repairs": [self._repair(checked, repaired) for repaired in checked.repairs()],
            "identities": [_identity(identity) for identity in entry.identities],
            "relies_on": [
                (id_, self.ledger.known[id_], self.names.page(id_, "../"))
                for id_ in entry.relies_on
            ],
            "used_by": [(e, self.names.page(e.id, "../")) for e in used_by],
            "survival": self.ledger.survival(checked),
            "neighbours": [(e, self.names.page(e.id, "../")) if e else None for e in neighbours],
            "commands": [
                f"imab-verify show {where}{name}",
                f"imab-verify check {where}{name} --fresh --witnesses",
                *(f"imab-verify replay {c}" for c in self._own_certificates(checked)),
            ],
        }

    def _proof_fields(self, checked: Checked, result: Result) -> dict[str, Any]:
        """The proof, as it is if it is short, or packed."""
        home = self.names.is_home(checked, result)
        text = tell(result, self.ledger.paper) if home else ""
        short = len(text) <= INLINE
        return {"told": _html(text) if short else "", "packed": "" if short else pack_text(text)}

    def _own_certificates(self, checked: Checked) -> list[str]:
        """A few certificates of the entry, by their files."""
        files = [self.names.certificate(result) for result in checked.results]
        return [file for file in files if file][:2]

    def _repair(self, checked: Checked, repaired: Repaired) -> dict[str, Any]:
        return {
            "repair": repaired.repair,
            "verdict": repaired.verdict,
            "readings": [self._reading(checked, result) for result in repaired.results],
        }

    def _reading(self, checked: Checked, result: Result) -> dict[str, Any]:
        reading, home = result.reading, self.names.is_home(checked, result)
        wrong = counterexample_of(result) if home else None
        run = run_of(result) if home else None
        agreement = self.extras.agreement
        heard = agreement.of(result) if agreement and result.outcome.certificate else {}
        file = self.names.certificate(result)
        return {
            "name": reading.name,
            "says": reading.says,
            "verdict": result.verdict,
            "formula": _claim(reading.claim),
            "given": [_claim(given) for given in reading.given],
            "typed": sentence(reading),
            "cites": [
                (name, f"{self.names.page(self.names.homes[name], '../')}#{name}")
                for name in reading.cites()
                if name in self.names.homes
            ],
            "witnesses": [(name, said.stance.value, said.detail) for name, said in heard.items()],
            "reason": result.outcome.reason,
            "home": home,
            "home_id": self.names.homes[reading.name],
            "elsewhere": (
                f"{self.names.page(self.names.homes[reading.name], '../')}#{reading.name}"
            ),
            "outline": outline(result) if result.verdict is Status.PROVED else "",
            **self._proof_fields(checked, result),
            "wrong": _wrong(result, wrong) if wrong else None,
            "run": run,
            "certificate": file,
        }


def _wrong(result: Result, wrong: Counterexample) -> dict[str, Any]:
    """A counterexample: its lines, its figure, and its numbers as fractions and decimals."""
    numbers = {**wrong.values}
    for failed in wrong.failures():
        numbers |= {failed.left: failed.lhs, failed.right: failed.rhs}
    return {
        "heading": counterexample_heading(result),
        "lines": list(lines(wrong)),
        "figure": _html(
            counterexample_figure(wrong.arms, wrong.parameters, numbered=bool(wrong.policy))
        ),
        "numbers": [
            (name, show_ratio(value), decimal(value))
            for name, value in numbers.items()
            if name != show_ratio(value)
        ],
    }


def decimal(value: Fraction) -> str:
    """A number to six digits; "" if that is the number itself."""
    if value.denominator == 1:
        return ""
    text = f"{value.numerator / value.denominator:.6g}"
    return f"= {text}" if Fraction(text) == value else f"≈ {text}"


def _claim(text: str) -> Any:
    """A claim as mathematics; as it is typed where that is not known."""
    try:
        shown = mathematics.mathml(mathematics.formula(text))
    except InputError:
        shown = ""
    return _html(shown) if shown else None


def _identity(identity: Identity) -> dict[str, Any]:
    return {"identity": identity, "formula": _claim(identity.equation)}


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
        "short": "∞" if value is None else f"{value.numerator / value.denominator:.3g}",
        "shade": "inf" if value is None else _shade(value),
        "tip": f"k = {case.k}, T = {case.T}: OPT/ALG = {'infinite' if value is None else exact}",
    }


def _shade(value: Fraction) -> int:
    """Which of the shades: shade s is for ratios from 2^s on."""
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


def _renderer() -> Callable[..., str]:
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
    environment.globals["marks"] = {verdict.value: mark for verdict, mark in MARKS.items()}

    def render(template: str, **context: Any) -> str:
        return environment.get_template(template).render(context)

    return render


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
