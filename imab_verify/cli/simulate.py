"""imab-verify simulate: run a policy on an instance, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from imab_verify.cli.apart import apart, is_own, time_option
from imab_verify.cli.common import (
    OK,
    Whole,
    aside,
    end,
    json_option,
    note_troubles,
    options_of,
    policy_option,
    progress,
    show,
)
from imab_verify.files import check_destination

if TYPE_CHECKING:
    import imab_verify as iv


@click.command()
@click.argument("instance", metavar="INSTANCE")
@policy_option
@click.option("-T", "T", type=Whole(), required=True, help="The horizon: how many pulls.")
@click.option("--profile", is_flag=True, help="Also the worst OPT/ALG over all horizons up to T.")
@click.option("--plot", metavar="FILE", help="Draw the run into a file .svg, .png or .pdf.")
@click.option(
    "--samples",
    type=Whole(1),
    default=1000,
    show_default=True,
    help="Runs to average, where a randomised policy has too many outcomes for an exact mean.",
)
@click.option("--seed", type=Whole(), default=0, show_default=True, help="For these samples.")
@time_option
@json_option
def simulate(
    option: tuple[str, ...],
    plot: str | None,
    time_limit: float,
    as_json: bool,
    **how: Any,
) -> int:
    """Run a policy on an instance, exactly.

    INSTANCE is a JSON file of the format imab-instance/1. Arms are counted from 1. The built-in
    policies are played in leaps, at any horizon; those of your own, and all of them on arms that
    fall, pull by pull.

    \b
    Examples:
      imab-verify simulate examples/two-arms.json --policy algorithm-1 -T 1000
      imab-verify simulate examples/two-arms.json --policy greedy -o ties=highest-index -T 50
      imab-verify simulate examples/sixteen-arms.json --policy algorithm-1 -T 4000 \\
        --profile --plot run.svg
      imab-verify simulate examples/two-arms.json --policy my_policies:Optimist -T 1000 --json
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    if plot is not None:
        from imab_verify.report.figures import check_figure_path

        check_figure_path(plot)
        check_destination(plot)
    with aside():
        how["options"] = options_of(option)
        if is_own(how["policy"]):
            run = apart(_simulate, how, [how["policy"]], time_limit)
        else:
            run = iv.simulate(progress=progress, **how)
    troubles: list[str] = []
    if plot is not None:
        with note_troubles(troubles):
            run.draw(plot)
    show(run, as_json=as_json)
    return end(troubles, OK)


def _simulate(how: Mapping[str, Any]) -> iv.Simulation:
    import imab_verify as iv

    return iv.simulate(**how)
