"""How much a hunt may spend, and where: the options of `hunt` that say so."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from imab_verify.cli.common import Seconds, Whole, scheduler_option

Command = TypeVar("Command", bound=Callable[..., Any])

OF_SIZES = ("redis", "time_limit", "csv_file", "plot", "save")
"""What only a hunt over sizes can use."""


def search_options(command: Command) -> Command:
    """Add --seconds, --evaluations, --seed, --store, --workers and so on."""
    for option in (
        click.option(
            "--time-limit",
            type=Seconds(),
            default=10.0,
            show_default=True,
            help="Seconds that one run of a policy of your own may take.",
        ),
        click.option(
            "--redis", metavar="URL", help="Share hypothesis's examples over a Redis server."
        ),
        scheduler_option,
        click.option(
            "--workers",
            type=Whole(1),
            default=1,
            show_default=True,
            help="Processes on this machine.",
        ),
        click.option("--store", metavar="FILE", help="Keep and resume everything in this file."),
        click.option("--seed", type=Whole(), default=0, show_default=True, help="For the draws."),
        click.option(
            "--evaluations", type=Whole(1), help="Runs for all cells together, in the store too."
        ),
        click.option("--seconds", type=Seconds(), help="Time for all cells together [10]."),
    ):
        command = option(command)
    return command
