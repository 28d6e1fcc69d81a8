"""What the commands about a paper share: which statements, and how they are decided."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from imab_verify.cli.common import Whole, aside, scheduler_option, together
from imab_verify.errors import InputError
from imab_verify.files import cache_directory
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import SECONDS, WORKERS
from imab_verify.ledger.papers import is_path

Answer = TypeVar("Answer")

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
"""--workers, --scheduler, --seconds, --cache and --fresh, which arrive for `call_deciding`."""


paper_argument = click.argument("names", nargs=-1, metavar="[PATH] [ID...]")
"""A paper (the built-in one, if there is no path) and entries of it (all, if there are none)."""


def split(names: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Read [PATH] [ID...]: where the paper is, and the words after its path."""
    if names and is_path(names[0]):
        return names[0], names[1:]
    return None, names


def call_deciding(
    call: Callable[..., Answer], *words: Any, cache: str | None, fresh: bool, **how: Any
) -> Answer:
    """Call the interface with the options of `deciding_options`, progress and the cache.

    What a module of the paper prints goes to the error stream.
    """
    with aside():
        return call(*words, cache=_cache(cache, fresh), progress=True, **how)


def _cache(directory: str | None, fresh: bool) -> Cache | None:
    """Give the cache of this user, if it can be had, or the one asked for."""
    if directory is not None:
        return Cache.at(directory, fresh=fresh)
    try:
        return Cache.at(cache_directory() / "certificates", fresh=fresh)
    except InputError:
        return None
