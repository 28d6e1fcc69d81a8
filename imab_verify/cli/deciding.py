"""What the commands about the ledger share: which entries, how they are decided, progress."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any, NamedTuple

import click

from imab_verify.api.checking import open_paper
from imab_verify.cli.common import Whole, scheduler_option, together
from imab_verify.errors import InputError
from imab_verify.files import cache_directory
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import SECONDS, WORKERS, Ledger, check, keys_of
from imab_verify.ledger.folders import is_path
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Entry
from imab_verify.ledger.witnesses import Agreement, certificates, hear
from imab_verify.report.terminal import progress

deciding_options = together(
    click.option("--workers", type=Whole(1), default=WORKERS, show_default=True, help="Processes."),
    scheduler_option,
    click.option(
        "--seconds",
        type=Whole(1),
        default=int(SECONDS),
        show_default=True,
        help="The hard time limit for one claim; after it the verdict is unknown.",
    ),
    click.option(
        "--cache",
        metavar="DIR",
        help="Where accepted certificates are kept; the kernel judges them again.",
    ),
    click.option("--fresh", is_flag=True, help="Take no certificate from the cache."),
)
"""--workers, --scheduler, --seconds, --cache and --fresh, which arrive for `decide`."""


class Asked(NamedTuple):
    """A paper, and those of its entries that a command is about."""

    paper: Paper
    entries: list[Entry]


paper_argument = click.argument("names", nargs=-1, metavar="[PATH] [ID...]")
"""A paper (the built-in one, if there is no path) and entries of it (all, if there are none)."""


def chosen(names: Sequence[str]) -> Asked:
    """Read [PATH] [ID...]: the entries with these ids or slugs in the order of the paper."""
    paper, names = split(names)
    wanted = {paper.find(name).id for name in names}
    return Asked(paper, [entry for entry in paper.entries if not names or entry.id in wanted])


def split(names: Sequence[str]) -> tuple[Paper, Sequence[str]]:
    """Read [PATH] [ID...]: the paper, and the words after its path."""
    if names and is_path(names[0]):
        with redirect_stdout(sys.stderr):  # what a module of the paper prints
            return open_paper(names[0]), names[1:]
    return open_paper(), names


def decide(
    asked: Asked,
    *,
    workers: int,
    scheduler: str | None,
    seconds: int,
    cache: str | None,
    fresh: bool,
) -> Ledger:
    """Decide the entries, with progress on a terminal."""
    paper, entries = asked
    kept = _cache(cache, fresh)
    total = len(keys_of(paper, entries))
    with progress(f"{len(entries)} entries, {total} claims", total) as report:
        return check(
            paper,
            entries,
            workers=workers,
            scheduler=scheduler,
            seconds=seconds,
            cache=kept,
            report=report,
        )


def decide_all(asked: Asked, **how: Any) -> Ledger:
    """Decide the entries, all of them: Ctrl-C ends the command."""
    ledger = decide(asked, **how)
    if ledger.interrupted:
        raise KeyboardInterrupt
    return ledger


def hear_witnesses(ledger: Ledger, *, workers: int, scheduler: str | None) -> Agreement:
    """Hear the witnesses on a ledger, with progress on a terminal."""
    total = len(certificates(ledger))
    with progress(f"witnesses of {total} certificates", total) as report:
        return hear(ledger, workers=workers, scheduler=scheduler, report=report)


def _cache(directory: str | None, fresh: bool) -> Cache | None:
    """Give the cache of this user, if it can be had, or the one asked for."""
    if directory is not None:
        return Cache.at(directory, fresh=fresh)
    try:
        return Cache.at(cache_directory() / "certificates", fresh=fresh)
    except InputError:
        return None
