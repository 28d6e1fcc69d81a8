"""Decide the statements of a paper."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.api.arguments import check_arguments, check_path
from imab_verify.errors import InputError, quote
from imab_verify.files import write_file
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import SECONDS, WORKERS, Checked, Ledger, keys_of
from imab_verify.ledger.check import check as check_paper
from imab_verify.ledger.papers import Paper, load_paper
from imab_verify.ledger.record import differences, expected_verdicts, is_undecided, record
from imab_verify.ledger.statements import Entry, Status
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.ledger.witnesses import Agreement

BUILT_IN = "imab_verify.proofs" if find_spec("imab_verify.proofs") else "proofs"
"""The paper without a path: the module of the one that comes with the tool, which an installed
package has inside."""

PaperPath = str | os.PathLike[str]


def open_paper(path: PaperPath | None = None) -> Paper:
    """The paper of a folder, claim file or module; without a path the one of the tool."""
    if path is None:
        return load_paper(BUILT_IN)
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
        """Where a witness contradicts the kernel, one sentence each."""
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

    def write_agreement(self, page: str) -> None:
        """Write what the witnesses say into a page, between its marks."""
        from imab_verify.report.ledger_tables import agreement_table, page_with_table

        if self.heard is not None:
            write_file(page, page_with_table(page, agreement_table(self.heard, self.ledger)))

    def to_json(self) -> dict[str, Any]:
        """The document of `check --json`."""
        from imab_verify.report.ledger_documents import check_document
        from imab_verify.report.ledger_tables import add_witnesses

        ledger = self.ledger
        document = check_document(ledger, expected_verdicts(ledger), self.differences, self.seconds)
        if self.heard is not None:
            add_witnesses(document, ledger, self.heard)
        return document

    def show(self, screen: Console) -> None:
        """Print the tables and the summary."""
        from imab_verify.report.ledger_tables import show_check

        show_check(screen, self.ledger, self.heard, self.differences, self.seconds)

    def _repr_html_(self) -> str:
        from imab_verify.report.replies import verdicts_html

        known = expected_verdicts(self.ledger)
        rows = [
            (one.entry.id, one.verdict.value, known.get(one.entry.id) or "", one.entry.title)
            for one in self.ledger.asked
        ]
        return verdicts_html(rows, self)


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
    which the kernel judges again; fresh: nothing is taken from it. witnesses: hear sympy and z3 on
    every certificate. progress: show it on a terminal. Ctrl-C gives what is done (`interrupted`).

    >>> check("examples/lemmas.claims.toml", "lem:half").verdicts
    {'lem:half': <Status.REFUTED: 'refuted'>}
    """
    check_arguments(check, locals())
    start = time.monotonic()
    paper = open_paper(path)
    how = {"workers": workers, "scheduler": scheduler}
    ledger = decide(paper, entries_of(paper, ids), seconds, how, cache_of(cache, fresh), progress)
    ended = ledger.interrupted or ledger.trouble
    heard = hear(ledger, how, progress) if witnesses and not ended else None
    return Check(ledger, tuple(differences(ledger)), time.monotonic() - start, heard)


def entries_of(paper: Paper, ids: Sequence[str]) -> list[Entry]:
    """The entries with these ids or slugs, in the order of the paper; all, if there are none."""
    wanted = {paper.find(name).id for name in ids}
    return [entry for entry in paper.entries if not ids or entry.id in wanted]


def decide(
    paper: Paper,
    entries: Sequence[Entry],
    seconds: float,
    how: dict[str, Any],
    cache: Cache | None,
    progress: bool,
) -> Ledger:
    """Decide these entries."""
    total = len(keys_of(paper, entries))
    with _progress_of(f"{len(entries)} entries, {total} claims", total, progress) as report:
        return check_paper(paper, entries, seconds=seconds, cache=cache, report=report, **how)


def hear(ledger: Ledger, how: dict[str, Any], progress: bool) -> Agreement:
    """Hear the witnesses on a ledger."""
    from imab_verify.ledger.witnesses import certificates
    from imab_verify.ledger.witnesses import hear as ask_witnesses

    total = len(certificates(ledger))
    with _progress_of(f"witnesses of {total} certificates", total, progress) as report:
        return ask_witnesses(ledger, report=report, **how)


def _progress_of(what: str, total: int, progress: bool) -> Any:
    from imab_verify.report import terminal

    return terminal.progress(what, total) if progress else nullcontext()


def cache_of(given: PaperPath | Cache | None, fresh: bool = False) -> Cache | None:
    """The cache that was given, or the one in the directory that was given."""
    if given is None or isinstance(given, Cache):
        return given
    check_path(given, "cache")
    return Cache.at(Path(given), fresh=fresh)
