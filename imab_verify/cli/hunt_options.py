"""The options of `hunt`: what is hunted, how much that may cost and where, what is written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from imab_verify.cli.common import (
    Seconds,
    Span,
    Whole,
    check_certificate_file,
    note_troubles,
    scheduler_option,
    together,
)
from imab_verify.files import check_destination, write_file

if TYPE_CHECKING:
    import imab_verify as iv

OBJECTIVES = ("ratio", "anytime", "regret")
CLASSES = ("concave", "concave-from-1", "monotone", "rotting")
FILES = ("save", "csv_file", "plot", "certificate")
OF_SIZES = ("time_limit", "slices", "csv_file", "plot", "save")
"""What only a hunt over sizes can use."""

cell_options = together(
    click.option("--policy", metavar="NAME", help="A built-in policy, or package.module:name."),
    click.option(
        "-o", "--option", multiple=True, metavar="KEY=VALUE", help="An option of the policy."
    ),
    click.option("-k", "k", type=Span(1), help="Number of arms, or a range such as 2..8."),
    click.option("-T", "T", type=Span(1), help="Horizon, or a range such as 20..200."),
    click.option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        default="ratio",
        show_default=True,
        help="OPT/ALG at T; its maximum over the horizons k..T; or OPT - ALG.",
    ),
    click.option(
        "--class",
        "arm_class",
        type=click.Choice(CLASSES),
        default="concave",
        show_default=True,
        help="The class of the arms.",
    ),
)
"""What is hunted."""
search_options = together(
    click.option("--seconds", type=Seconds(), help="Time for all cells together [10]."),
    click.option(
        "--evaluations", type=Whole(1), help="Runs for all cells together, in the store too."
    ),
    click.option("--seed", type=Whole(), default=0, show_default=True, help="For the draws."),
    click.option("--store", metavar="FILE", help="Keep and resume everything in this file."),
    click.option(
        "--workers", type=Whole(1), default=1, show_default=True, help="Processes on this machine."
    ),
    scheduler_option,
    click.option(
        "--slices", type=Span(0), help="Numbers of the pieces of work to do, such as 10..19."
    ),
    click.option(
        "--time-limit",
        type=Seconds(),
        default=10.0,
        show_default=True,
        help="Seconds that one run of a policy of your own may take.",
    ),
)
"""How much it may cost, and where."""
file_options = together(
    click.option("--save", metavar="FILE", help="Write the best instance, for simulate."),
    click.option("--csv", "csv_file", metavar="FILE", help="Write the cells to a CSV file."),
    click.option("--plot", metavar="FILE", help="Draw the cells, or the rise of a single one."),
    click.option(
        "--certificate",
        metavar="FILE",
        help="Write what the kernel accepted, for replay; for ranges, into a directory.",
    ),
)
"""What is written."""


def check_files(files: Mapping[str, str | None], *, many: bool) -> None:
    """Refuse, before any work, what could not be written; many: sizes, in a directory."""
    for file in (files["save"], files["csv_file"], files["plot"]):
        if file is not None:
            check_destination(file)
    if files["certificate"] is not None and many:
        check_destination(Path(files["certificate"]) / "certificate.json", parents=True)
    elif files["certificate"] is not None:
        check_certificate_file(files["certificate"])
    if files["plot"] is not None:
        from imab_verify.report.figures import check_figure_path

        check_figure_path(files["plot"])


def _certificates(done: iv.Hunt | iv.ClaimHunt, file: str) -> dict[str, str]:
    """The certificates by file: one, or for a range a file for every size in a directory."""
    import imab_verify as iv

    if isinstance(done, iv.ClaimHunt) or len(done.cells) == 1:
        return {} if done.certificate is None else {file: done.certificate}
    sizes = done.certificates.items()
    return {str(Path(file) / f"k{k}-T{T}.json"): text for (k, T), text in sizes}


def write_files(done: iv.Hunt | iv.ClaimHunt, files: Mapping[str, str | None]) -> list[str]:
    """Write what was asked for, as far as there is something to write; say what failed."""
    import imab_verify as iv

    troubles: list[str] = []
    if (file := files["certificate"]) is not None:
        with note_troubles(troubles):
            for place, text in _certificates(done, file).items():
                write_file(place, text, parents=True)
    if isinstance(done, iv.ClaimHunt):
        return troubles
    from imab_verify.model.files import write_instance

    if (file := files["csv_file"]) is not None:
        with note_troubles(troubles):
            write_file(file, done.to_csv())
    if (file := files["plot"]) is not None:
        with note_troubles(troubles):
            done.draw(file)
    if (file := files["save"]) is not None and done.best is not None:
        with note_troubles(troubles):
            write_instance(file, done.best.instance)
    return troubles
