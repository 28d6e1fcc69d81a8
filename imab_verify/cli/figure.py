"""imab-verify figure: a figure for a paper."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli.common import json_option, print_reply
from imab_verify.cli.paper_options import call_deciding, deciding_options, split
from imab_verify.report.paper_figures import FIGURES


@click.command()
@click.argument("name", type=click.Choice(list(FIGURES)))
@click.argument("names", nargs=-1, metavar="[PATH] [ID...]")
@click.option("--out", metavar="FILE", required=True, help="Where to: .svg, .pdf or .png.")
@click.option(
    "--columns",
    type=click.Choice(["1", "2"]),
    default="1",
    show_default=True,
    help="How many columns of a two-column page it takes: 3.3 or 6.9 inches.",
)
@deciding_options
@json_option
def figure(
    name: str, names: Sequence[str], out: str, columns: str, as_json: bool, **how: Any
) -> int:
    """Draw a figure of the report for a paper, as SVG or PDF.

    ratio: the exact worst ratios of Algorithm 1 against T, beside the bounds that are claimed.
    worst-cases: a heat map of them over k and T. graph: which printed proof uses which statement.
    counterexample: the reward curves that refute one statement.

    \b
    Examples:
      imab-verify figure ratio --out ratio.pdf --columns 2
      imab-verify figure counterexample D22 --out d22.svg
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    path, ids = split(names)
    drawn = call_deciding(iv.figure, name, out, path, *ids, columns=int(columns), **how)
    return print_reply(drawn, as_json)
