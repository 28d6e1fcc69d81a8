"""imab-verify simulate: run a policy on an instance, exactly."""

from dataclasses import replace
from typing import Any, cast

import click

from imab_verify.cli.common import OK, Whole, emit, json_option, policy_option, rational
from imab_verify.cli.playing import (
    Anytime,
    Played,
    anytime,
    build_policy,
    check_profile,
    expected,
    play,
)
from imab_verify.model.errors import shown
from imab_verify.model.files import read_instance
from imab_verify.policies.protocol import Policy, is_randomised
from imab_verify.report.figures import check_figure_path
from imab_verify.report.reigns import reigns
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.run import Run

HOW = {"leaping": "in leaps", "stepwise": "pull by pull"}


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
    worst: Anytime | None = None
    found: Played | Expectation
    if is_randomised(chosen):
        found = expected(instance, chosen, T, samples, seed)
    else:
        deterministic = cast("Policy", chosen)
        found = play(instance, deterministic, T)
        worst = anytime(found, deterministic) if profile else None
    if plot is not None:
        _plot(found, worst, plot)
    if as_json:
        emit({"instance": instance_file, **document(found, worst)})
    else:
        _show(shown(instance_file), found, worst)
    return OK


def document(found: Played | Expectation, worst: Anytime | None = None) -> dict[str, Any]:
    """Give the JSON document of a run. Rationals are text, arms are counted from 1.

    For a randomised policy `alg` is E[ALG(T)], exact or estimated, and there are no pulls.
    """
    if isinstance(found, Expectation):
        return _common(found) | _expected(found)
    run, external = found.run, found.external_regret
    return {
        **_common(run),
        "exact": True,
        "method": found.method,
        "pulls": list(run.pulls),
        "alg": rational(run.alg),
        "external_regret": None if isinstance(external, str) else rational(external),
        **({"external_regret_reason": external} if isinstance(external, str) else {}),
        "gaps": [rational(gap) for gap in run.gaps],
        **({"profile": _profile(run, worst)} if worst else {}),
    }


def _common(found: Run | Expectation) -> dict[str, Any]:
    return {
        "k": found.instance.k,
        "policy": found.policy,
        "T": found.T,
        "opt": rational(found.opt),
        "opt_arm": found.opt_arm + 1,
        "ratio": rational(found.ratio),
        "policy_regret": rational(found.policy_regret),
    }


def _expected(found: Expectation) -> dict[str, Any]:
    return {
        "exact": found.exact,
        "method": "expectation" if found.exact else "monte-carlo",
        "pulls": None,
        "alg": rational(found.mean),
        "alg_interval": [rational(end) for end in found.interval],
        "confidence": "1" if found.exact else "19/20",
        "samples": found.samples,
        "seed": found.seed,
        "external_regret": None,
        "external_regret_reason": "the policy is randomised",
        "gaps": None,
    }


def _profile(run: Run, worst: Anytime) -> dict[str, Any]:
    points = worst.points
    return {
        "worst": {"T": worst.horizon, "ratio": rational(worst.ratio)},
        "optimal": [
            {"from": first, "to": last, "arm": arm + 1}
            for first, last, arm in reigns(run.instance, run.T)
        ],
        "points": points and [{"T": t, "ratio": rational(ratio)} for t, ratio in points],
    }


def _show(file: str, found: Played | Expectation, worst: Anytime | None) -> None:
    """Print the run for people."""
    from imab_verify.report import run_tables, terminal

    screen = terminal.console()
    run = found if isinstance(found, Expectation) else found.run
    how = "" if isinstance(found, Expectation) else f", played {HOW[found.method]}"
    T = terminal.equation("T", run.T)
    screen.print(f"{shown(run.policy)} on {file}: k = {run.instance.k}, {T}{how}")
    if isinstance(found, Expectation):
        screen.print()
        screen.print(run_tables.expected_totals(found))
        return
    screen.print(run_tables.arms_table(found.run))
    screen.print(run_tables.totals(found.run, found.external_regret))
    if worst is not None:
        screen.print()
        ratio = f"{terminal.line(worst.ratio)}, at horizon {terminal.count(worst.horizon)}"
        screen.print(terminal.fields([("worst OPT/ALG", ratio)]))
        spans = reigns(found.run.instance, found.run.T)
        screen.print(run_tables.reigns_table(spans, worst.ratio_at))


def _plot(found: Played | Expectation, worst: Anytime | None, path: str) -> None:
    """Draw the run into a file."""
    from imab_verify.report.figures import Picture, draw_run, save_figure

    if isinstance(found, Expectation):
        picture = Picture(found.instance, found.policy, found.T)
    else:
        run = found.run
        picture = Picture(run.instance, run.policy, run.T, run.pulls)
        if worst is not None:
            events = [t for t, _ in worst.points or ()]
            picture = replace(picture, ratio_at=worst.ratio_at, events=[worst.horizon, *events])
    save_figure(draw_run(picture), path)
