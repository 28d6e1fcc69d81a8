"""The statements of a paper: decided, shown, and written as errata, graph, figures and a site."""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.errors import InputError, check_choice, quote
from imab_verify.files import check_destination, show_path, write_file
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import SECONDS, WORKERS, Checked, Ledger, keys_of
from imab_verify.ledger.check import check as check_paper
from imab_verify.ledger.papers import Paper, load_paper
from imab_verify.ledger.record import differences, expected_verdicts, is_undecided, record
from imab_verify.ledger.statements import Entry, Status
from imab_verify.ledger.witnesses import Agreement, certificates, hear
from imab_verify.model.rationals import check_numbers
from imab_verify.report import ledger_documents, ledger_tables
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.report.errata import Errata

BUILT_IN = "imab_verify.proofs" if find_spec("imab_verify.proofs") else "proofs"
"""The paper without a path: the module of the one that comes with the tool, which an installed
package has inside."""

PaperPath = str | os.PathLike[str]


def open_paper(path: PaperPath | None = None) -> Paper:
    """The paper of a folder, claim file or module; without a path the one of the tool."""
    if path is None:
        return load_paper(BUILT_IN)
    show_path(path)  # refuses what is no path
    load_paper.cache_clear()  # the file may have changed since, as in a notebook it will
    return load_paper(str(Path(path).absolute()))


@dataclass(frozen=True, slots=True)
class Check(Reply):
    """The statements of a paper, each with its verdict.

    differences: sentences that say which verdicts are not the expected ones. heard: what sympy and
    z3 say of each certificate, if they were asked.
    """

    ledger: Ledger
    differences: tuple[str, ...]
    seconds: float
    heard: Agreement | None = field(default=None, repr=False)

    @property
    def verdicts(self) -> dict[str, Status]:
        """The verdicts by id."""
        return {checked.entry.id: checked.verdict for checked in self.ledger.asked}

    @property
    def as_expected(self) -> bool:
        """Whether no verdict differs from the expected one."""
        return not self.differences

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it: what was not decided is unknown."""
        return self.ledger.interrupted

    @property
    def undecided(self) -> bool:
        """Whether statements are open of which nothing is expected."""
        return is_undecided(self.ledger)

    @property
    def disagreements(self) -> tuple[str, ...]:
        """Contradictions between a witness and the kernel, one sentence each."""
        return () if self.heard is None else tuple(self.heard.disagreements(self.ledger))

    def __getitem__(self, name: str) -> Checked:
        """A statement by its id or slug: with `verdict`, `results`, `repairs()`."""
        entry = self.ledger.known.get(self.ledger.paper.find(name).id)
        if entry is None:
            raise InputError(f"{quote(name)} is not among the statements that were checked")
        return entry

    def record(self) -> Check:
        """Put the verdicts on record; then they are the expected ones."""
        record(self.ledger)
        return replace(self, differences=tuple(differences(self.ledger)))

    def write_certificates(self, directory: PaperPath) -> None:
        """Write one file for every accepted certificate."""
        for checked in self.ledger.asked:
            for result in checked.results:
                if result.outcome.certificate:
                    file = Path(directory) / f"{result.reading.name}.json"
                    write_file(file, result.outcome.certificate, parents=True)

    def to_json(self) -> dict[str, Any]:
        """The document of `check --json`."""
        from imab_verify.report.ledger_documents import check_document

        known = expected_verdicts(self.ledger)
        return check_document(self.ledger, known, self.differences, self.seconds, self.heard)

    def show(self, screen: Console) -> None:
        """Print the tables and the summary."""
        from imab_verify.report.ledger_tables import show_check

        show_check(screen, self.ledger, self.heard, self.differences, self.seconds)


def check(
    path: PaperPath | None = None,
    *ids: str,
    seconds: float = SECONDS,
    workers: int = WORKERS,
    scheduler: str | None = None,
    cache: PaperPath | Cache | None = None,
    fresh: bool = False,
    witnesses: bool = False,
    progress: bool = False,
) -> Check:
    """Decide every statement of a paper, or those with the given ids or slugs.

    path: a folder, a claim file or a module with statements; without it, the paper that comes with
    the tool. seconds: the hard limit for one claim. cache: a directory that keeps certificates,
    which the kernel judges again; fresh: nothing is taken from it. witnesses: cross-check every
    certificate with sympy and z3. progress: show it on a terminal. Ctrl-C gives what is done
    (`interrupted`).

    >>> check("examples/lemmas.claims.toml", "lem:half").verdicts
    {'lem:half': <Status.REFUTED: 'refuted'>}
    """
    check_numbers(seconds=seconds, workers=workers)
    start = time.monotonic()
    paper = open_paper(path)
    entries = entries_of(paper, ids)
    where: dict[str, Any] = {"workers": workers, "scheduler": scheduler}
    total = len(keys_of(paper, entries))
    with _progress_of(f"{len(entries)} entries, {total} claims", total, progress) as report:
        ledger = check_paper(
            paper, entries, seconds=seconds, cache=cache_of(cache, fresh), report=report, **where
        )
    heard = None
    if witnesses and ledger.complete:
        total = len(certificates(ledger))
        with _progress_of(f"witnesses of {total} certificates", total, progress) as report:
            heard = hear(ledger, report=report, **where)
    return Check(ledger, tuple(differences(ledger)), time.monotonic() - start, heard)


def entries_of(paper: Paper, ids: Sequence[str]) -> list[Entry]:
    """The entries with these ids or slugs, in the order of the paper; all, if there are none."""
    wanted = {paper.find(name).id for name in ids}
    return [entry for entry in paper.entries if not ids or entry.id in wanted]


def _progress_of(what: str, total: int, progress: bool) -> Any:
    from imab_verify.report import terminal

    return terminal.progress(what, total) if progress else nullcontext()


def cache_of(given: PaperPath | Cache | None, fresh: bool = False) -> Cache | None:
    """The cache that was given, or the one in the directory that was given."""
    if given is None or isinstance(given, Cache):
        return given
    return Cache.at(Path(given), fresh=fresh)


def check_whole(path: PaperPath | None, *ids: str, **how: Any) -> Check:
    """Decide the statements, all of them: Ctrl-C or a cluster that is lost ends everything.

    They are only shown: what a check tried lately for as long is not tried again.
    """
    cache = cache_of(how.get("cache"), how.get("fresh", False))
    how["cache"] = cache and replace(cache, showing=True)
    done = check(path, *ids, **how)
    if done.interrupted:
        raise KeyboardInterrupt
    if done.ledger.trouble:
        raise InputError(done.ledger.trouble)
    return done


# --- statements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statements(Reply):
    """The statements of a paper, not decided."""

    entries: tuple[Entry, ...]

    def to_json(self) -> dict[str, Any]:
        """The document of `show --json` without an id."""
        return {"entries": [{"id": e.id, "slug": e.slug, "title": e.title} for e in self.entries]}

    def show(self, screen: Console) -> None:
        """Print a row for each."""
        screen.print(ledger_tables.index_table(self.entries))


def statements(path: PaperPath | None = None) -> Statements:
    """List the statements of a paper."""
    return Statements(tuple(open_paper(path).entries))


@dataclass(frozen=True, slots=True)
class Statement(Reply):
    """One statement of a paper in full, decided."""

    ledger: Ledger

    @property
    def checked(self) -> Checked:
        """The entry with `verdict`, `results` and `repairs()`."""
        return self.ledger.asked[0]

    def explain(self, form: str = "text", width: int = 80) -> str:
        """The proofs or counterexamples as a person would write them: text, md, tex or html."""
        from imab_verify.report.explain import FORMATS, explain_entry, write

        check_choice(form, FORMATS, "the format of an explanation")
        return write(explain_entry(self.checked, self.ledger), form, width)

    def to_json(self) -> dict[str, Any]:
        """The document of `show ID --json`."""
        return ledger_documents.entry_document(self.checked, self.ledger)

    def show(self, screen: Console) -> None:
        """Print what is written there, how it is read, the verdicts, the repairs."""
        entries, own = self.ledger.paper.entries, self.checked.entry.id
        used_by = [other for other in entries if own in other.relies_on]
        for text in ledger_tables.entry_lines(self.checked, self.ledger, used_by):
            screen.print(text, soft_wrap=True)

    def _repr_html_(self) -> str:
        from imab_verify.report.explain import explain_entry, html_body
        from imab_verify.report.replies import reply_html, unfolding

        told = html_body(explain_entry(self.checked, self.ledger))
        return reply_html(self, unfolding("proofs and counterexamples, told", told))


def statement(name: str, path: PaperPath | None = None, **how: Any) -> Statement:
    """Decide one statement of a paper, by its id or slug; `how` as for `check`."""
    return Statement(check_whole(path, name, **how).ledger)


def smtlib(name: str, path: PaperPath | None = None) -> str:
    """Every reading of a statement, negated, in SMT-LIB, one after the other."""
    from imab_verify.engines.z3.smtlib import smtlib as script

    entry = open_paper(path).find(name)
    texts, left_out = [], ""
    for reading in entry.readings():
        head = f'(echo "{reading.name}")\n; {reading.says}\n'
        try:
            texts.append(head + script(reading.question().claims().claim))
        except InputError as error:
            left_out += f"; {reading.name} is left out: {error}\n"
    if not texts:
        raise InputError(f"{entry.id} makes no claim of which z3 could be asked: nothing to write")
    return left_out + "(reset)\n\n".join(texts)


# --- errata, graph, figure, site -----------------------------------------------------------------


def errata(path: PaperPath | None = None, *ids: str, **how: Any) -> Errata:
    """The erratum of a paper, or of the statements with these ids; `how` as for `check`."""
    from imab_verify.report.errata import find_errata

    return find_errata(check_whole(path, *ids, **how).ledger)


@dataclass(frozen=True, slots=True)
class Written(Reply):
    """Files that were written, and what else there is to say of them."""

    files: tuple[str, ...]
    document: dict[str, Any]
    text: str

    def to_json(self) -> dict[str, Any]:
        """The document of the command."""
        return self.document

    def show(self, screen: Console) -> None:
        """Print where they are."""
        screen.print(self.text, soft_wrap=True, markup=False, highlight=False)


@dataclass(frozen=True, slots=True)
class Graph(Written):
    """The graph of the statements, as it was written; a notebook shows the picture."""

    picture: str = field(default="", repr=False)

    _repr_html_ = None  # type: ignore[assignment]  # a notebook would take it before the picture

    def _repr_svg_(self) -> str:
        return self.picture


def graph(
    path: PaperPath | None = None, *ids: str, out: str | Path | None = None, **how: Any
) -> Graph:
    """Draw which statement relies on which; with `out` into statements.svg and statements.dot."""
    from imab_verify.report.graph import dot, edges_of, svg

    ledger = check_whole(path, *ids, **how).ledger
    texts = {"statements.svg": svg(ledger), "statements.dot": dot(ledger)}
    files = {} if out is None else {Path(out) / name: text for name, text in texts.items()}
    for file, text in files.items():
        write_file(file, text, parents=True)
    written = tuple(map(str, files))
    nodes = [{"id": c.entry.id, "verdict": c.verdict.value} for c in ledger.asked]
    edges = [{"used": used, "by": user} for used, user in edges_of(ledger.paper.entries)]
    document = {"nodes": nodes, "edges": edges, "files": [*written]}
    shown = "\n".join(written) or texts["statements.dot"].rstrip("\n")
    return Graph(written, document, shown, texts["statements.svg"])


def figure(
    name: str,
    out: str,
    path: PaperPath | None = None,
    *ids: str,
    columns: int = 1,
    **how: Any,
) -> Written:
    """Draw a figure of the report into a file: ratio, worst-cases, graph or counterexample."""
    from imab_verify.report.figures import check_figure_path, save_figure
    from imab_verify.report.paper_figures import FIGURES, draw

    check_choice(name, tuple(FIGURES), "the figure")
    check_figure_path(out)
    check_destination(out)
    paper = open_paper(path)
    entries = [entry.id for entry in entries_of(paper, ids)]
    if name in ("ratio", "worst-cases"):
        entries = _bounds(paper.entries) if name == "ratio" else []
    ledger = check_whole(path, *entries, **how).ledger if entries else Ledger(paper, (), {})
    save_figure(draw(name, ledger, columns), out)
    return Written((out,), {"file": out}, out)


def _bounds(entries: Sequence[Entry]) -> list[str]:
    """The entries that claim a bound on the ratio."""
    from imab_verify.report.paper_figures import CLAIMED

    return [
        entry.id
        for entry in entries
        if any(CLAIMED.fullmatch("".join(r.claim.split())) for r in entry.literal)
    ]


def site(
    path: PaperPath | None = None,
    *ids: str,
    out: str | Path = "site",
    store: str | None = None,
    **how: Any,
) -> Written:
    """Write the paper as a site that opens from the disk. store: of a hunt, shown there too."""
    from imab_verify.report.site import Extras, check_packages, read_hunts, write_site

    check_packages()
    check_destination(Path(out) / "index.html", parents=True)
    hunts = read_hunts(store) if store is not None else ()
    done = check_whole(path, *ids, **how)
    shown = "" if path is None else str(path)
    made = write_site(done.ledger, out, Extras(agreement=done.heard, hunts=hunts, paper=shown))
    written = tuple(map(str, made.files))
    document = {"index": str(made.index), "files": [*written], "bytes": made.bytes}
    text = f"{made.index}  ({len(written)} files, {made.bytes / 10**6:.1f} MB)"
    return Written(written, document, text)


# --- a new paper ---------------------------------------------------------------------------------


def init(directory: str | Path) -> Written:
    """Write a folder to start from: claims, a policy and tests, which all run as they are."""
    folder = Path(directory)
    template = files("imab_verify").joinpath("templates/paper")
    texts = {  # the Python files there end in .txt: they are not for this program to import
        file.name.removesuffix(".txt"): file.read_text(encoding="utf-8")
        for file in sorted(template.iterdir(), key=lambda file: file.name)
    }
    taken = [name for name in texts if (folder / name).exists()]
    if taken:
        raise InputError(f"{show_path(folder)} has a file {taken[0]}: choose another folder")
    for name, text in texts.items():
        write_file(folder / name, text, parents=True)
    written = tuple(str(folder / name) for name in texts)
    place = shlex.quote(str(directory))
    commands = [f"imab-verify check {place}", f"pytest {place}"]
    tests = "The tests need pytest: pip install pytest"
    text = "\n".join([*written, "", f"Now try: {' and '.join(commands)}", tests])
    return Written(written, {"files": [*written], "next": commands}, text)


NAMES = ("certificate", "instance", "claims")


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of certificates, instances or claim files, by one word.

    name: certificate, instance or claims. It says what a document looks like, not that it is true.

    >>> schema("instance")["title"]
    'imab-verify instance, format imab-instance/1'
    """
    check_choice(name, NAMES, "the name of a schema")
    text = files("imab_verify").joinpath(f"schemas/{name}.schema.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
