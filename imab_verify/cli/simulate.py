"""imab-verify simulate: run a policy on an instance, exactly."""

import sys
from contextlib import redirect_stdout
from typing import cast

import click

from imab_verify.cli.common import (
    OK,
    Whole,
    build_policy,
    emit,
    json_option,
    policy_option,
    progress,
)
from imab_verify.model.files import read_instance
from imab_verify.policies.protocol import Policy
from imab_verify.report.figures import check_figure_path
from imab_verify.report.run_documents import run_document
from imab_verify.simulation.play import Played, check_profile, find_worst_horizon
from imab_verify.simulation.play import simulate as play


@click.command()
@click.argument("instance_file", metavar="INSTANCE")
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
@json_option
def simulate(
    instance_file: str,
    policy: str,
    option: tuple[str, ...],
    T: int,
    profile: bool,
    plot: str | None,
    samples: int,
    seed: int,
    as_json: bool,
) -> int:
    """Run a policy on an instance, exactly.

    INSTANCE is a JSON file of the format imab-instance/1. Arms are counted from 1. The policies
    algorithm-1, greedy and round-robin are played in leaps, at any horizon; the others pull by
    pull.

    \b
    Examples:
      imab-verify simulate examples/two-arms.json --policy algorithm-1 -T 1000
      imab-verify simulate examples/two-arms.json --policy greedy -o ties=highest-index -T 50
      imab-verify simulate examples/sixteen-arms.json --policy algorithm-1 -T 4000 \\
        --profile --plot run.svg
      imab-verify simulate examples/two-arms.json --policy my_policies:Optimist -T 1000 --json
    """  # noqa: D301  click reads the backspace
    if plot is not None:
        check_figure_path(plot)
    instance = read_instance(instance_file)
    chosen = build_policy(policy, option)
    if profile:
        check_profile(chosen, T)
    with redirect_stdout(sys.stderr):  # what a policy prints
        outcome = play(instance, chosen, T, samples=samples, seed=seed, progress=progress)
    worst = None
    if profile and isinstance(outcome, Played):
        played = cast("Policy", chosen)
        worst = find_worst_horizon(instance, played, T, sequence=outcome.sequence)
    if plot is not None:
        from imab_verify.report.figures import draw_run, picture_of, save_figure

        save_figure(draw_run(picture_of(outcome, worst)), plot)
    if as_json:
        emit({"instance": instance_file, **run_document(outcome, worst)})
    else:
        from imab_verify.report import run_tables, terminal

        run_tables.show_run(terminal.console(), instance_file, outcome, worst)
    return OK
