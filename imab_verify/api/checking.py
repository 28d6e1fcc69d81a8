"""Decide the statements of a paper."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import SECONDS, WORKERS, Checked, Ledger
from imab_verify.ledger.check import check as check_paper
from imab_verify.ledger.papers import Paper, load_paper
from imab_verify.ledger.record import differences, expected
from imab_verify.ledger.statements import Verdict
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console

BUILT_IN = "imab_verify.proofs" if find_spec("imab_verify.proofs") else "proofs"
"""The paper without a path: the module of the one that comes with the tool, which an installed
package has inside."""


def open_paper(path: str | os.PathLike[str] | None = None) -> Paper:
    """The paper of a folder, claim file or module; without a path the one of the tool."""
    return load_paper(BUILT_IN if path is None else str(Path(path).absolute()))


@dataclass(frozen=True, slots=True)
class Check(Reply):
    """The statements of a paper, each with its verdict.

    differences: sentences that say which verdicts are not the expected ones.
    """

    ledger: Ledger
    differences: tuple[str, ...]
    seconds: float

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts by id."""
        return {checked.entry.id: checked.verdict for checked in self.ledger.asked}

    @property
    def as_expected(self) -> bool:
        """Whether no verdict differs from the expected one."""
        return not self.differences

    def __getitem__(self, name: str) -> Checked:
        """A statement by its id or slug: with `verdict`, `results`, `repairs()`."""
        return self.ledger.known[self.ledger.paper.find(name).id]

    def to_json(self) -> dict[str, Any]:
        """The document of `check --json`."""
        from imab_verify.report.ledger_documents import check_document

        return check_document(self.ledger, expected(self.ledger), self.differences, self.seconds)

    def show(self, screen: Console) -> None:
        """Print the tables and the summary."""
        from imab_verify.report.checks import show_check

        show_check(screen, self.ledger, None, self.differences, self.seconds)


def check(
    path: str | os.PathLike[str] | None = None,
    *ids: str,
    seconds: float = SECONDS,
    workers: int = WORKERS,
    scheduler: str | None = None,
    cache: str | os.PathLike[str] | None = None,
) -> Check:
    """Decide every statement of a paper, or those with the given ids or slugs.

    path: a folder, a claim file or a module with statements; without it, the paper that comes with
    the tool. seconds: the hard limit for one claim. cache: a directory that keeps certificates,
    which the kernel judges again.

    >>> check("examples/lemmas.claims.toml", "lem:half").verdicts
    {'lem:half': <Verdict.REFUTED: 'refuted'>}
    """
    start = time.monotonic()
    paper = open_paper(path)
    wanted = {paper.find(name).id for name in ids}
    ledger = check_paper(
        paper,
        [entry for entry in paper.entries if not ids or entry.id in wanted],
        seconds=seconds,
        workers=workers,
        scheduler=scheduler,
        cache=None if cache is None else Cache.at(Path(cache)),
    )
    if ledger.interrupted:
        raise KeyboardInterrupt
    return Check(ledger, tuple(differences(ledger)), time.monotonic() - start)
