"""imab-verify compare: policies side by side, on the same instances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from imab_verify.cli.apart import apart, is_own, time_option
from imab_verify.cli.common import OK, Span, Whole, aside, end, json_option, note_troubles, show
from imab_verify.files import check_destination
from imab_verify.report.figures import check_figure_path

if TYPE_CHECKING:
    import imab_verify as iv


@click.command()
@click.argument("instances", nargs=-1, required=True, metavar="INSTANCE|DIR|FAMILY...")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    required=True,
    metavar="NAME[,KEY=VALUE...]",
    help="A policy with its options, built-in or your own as package.module:name; repeat it.",
)
@click.option("-T", "T", type=Span(0), required=True, help="The horizon, or a range A..B.")
@click.option("-k", "k", type=Span(1), help="The number of arms of a family, or a range A..B.")
@click.option(
    "--points",
    type=Whole(2),
    default=40,
    show_default=True,
    help="Of a range, so many horizons at most are played.",
)
@click.option(
    "--samples",
    type=Whole(1),
    default=1000,
    show_default=True,
    help="Runs to average, where a randomised policy has too many outcomes for an exact mean.",
)
@click.option("--seed", type=Whole(), default=0, show_default=True, help="For these samples.")
@click.option("--plot", metavar="FILE", help="Draw OPT/ALG and regret into a .svg, .png or .pdf.")
@time_option
@json_option
def compare(plot: str | None, time_limit: float, as_json: bool, **how: Any) -> int:
    """Play policies on the same instances, exactly, and set them side by side.

    INSTANCE is a JSON file of the format imab-instance/1; a directory stands for all files *.json
    in it. FAMILY has an instance for every k and T: one-line, capped-lines, ladder, square-roots,
    worst-of-algorithm-1, or your own function of k and T as package.module:function. Over several
    horizons or instances a policy is shown with its worst OPT/ALG.

    \b
    Examples:
      imab-verify compare examples/two-arms.json -T 200 \\
        --policy algorithm-1 --policy greedy --policy explore-then-commit,explore=3
      imab-verify compare examples/two-arms.json -T 4..4000 --plot policies.svg \\
        --policy algorithm-1 --policy round-robin
      imab-verify compare capped-lines -k 4 -T 8..400 --policy algorithm-1 --policy greedy
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    if plot is not None:
        check_figure_path(plot)
        check_destination(plot)
    with aside():
        own = [policy for policy in how["policies"] if is_own(policy)]
        done = apart(_compare, how, own, time_limit) if own else iv.compare(**how)
    troubles: list[str] = []
    if plot is not None:
        with note_troubles(troubles):
            done.draw(plot)
    show(done, as_json=as_json)
    return end(troubles, OK)


def _compare(how: Mapping[str, Any]) -> iv.Comparison:
    import imab_verify as iv

    return iv.compare(**how)
