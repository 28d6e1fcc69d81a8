"""imab-verify simulate, compare and worst-case: policies, run exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from imab_verify.cli import common
from imab_verify.errors import InputError, quote
from imab_verify.files import check_destination, write_file

Answer = TypeVar("Answer")

run_options = common.together(
    common.option_with_default(
        "--samples",
        type=common.whole(1),
        default=1000,
        help="Runs to average, where a randomised policy has too many outcomes for an exact mean.",
    ),
    common.option_with_default(
        "--seed", type=common.whole(), default=0, help="The seed of these samples."
    ),
    common.option_with_default(
        "--time-limit",
        type=common.SECONDS,
        default=60.0,
        help="Seconds that policies of your own may take for all their runs.",
    ),
)


@click.command()
@click.argument("instance", metavar="INSTANCE")
@common.policy_option
@click.option("-T", "T", type=common.whole(), required=True, help="The horizon: how many pulls.")
@click.option("--profile", is_flag=True, help="Also the worst OPT/ALG over all horizons up to T.")
@click.option("--plot", metavar="FILE", help="Draw the run into a file .svg, .png or .pdf.")
@run_options
@common.json_option
def simulate(option: Sequence[str], plot: str | None, **how: Any) -> int:
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

    own = _own([how["policy"]])
    how |= {"options": common.options_of(option)} | ({} if own else {"progress": common.progress})
    return _play(iv.simulate, own, plot, **how)


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
@click.option("-T", "T", type=common.span(0), required=True, help="The horizon, or a range A..B.")
@click.option(
    "-k", "k", type=common.span(1), help="The number of arms of a family, or a range A..B."
)
@common.option_with_default(
    "--points",
    type=common.whole(2),
    default=40,
    help="The largest number of horizons of a range that are played.",
)
@click.option("--plot", metavar="FILE", help="Draw OPT/ALG and regret into a .svg, .png or .pdf.")
@run_options
@common.json_option
def compare(plot: str | None, **how: Any) -> int:
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

    return _play(iv.compare, _own(how["policies"]), plot, **how)


def _own(policies: Sequence[str]) -> list[str]:
    """The policies that are named as package.module:name, and so may do anything."""
    return [policy for policy in policies if ":" in policy]


def _play(
    call: Callable[..., Any],
    own: Sequence[str],
    plot: str | None,
    *,
    time_limit: float,
    as_json: bool,
    **how: Any,
) -> int:
    """Draw and print what call(**how) gives, in a process apart if policies are the user's own."""
    common.check_plot(plot)
    with common.aside():
        run = _play_apart(call, how, own, time_limit) if own else call(**how)
    troubles: list[str] = []
    if plot is not None:
        with common.note_troubles(troubles):
            run.draw(plot)
    return common.end(troubles, common.show(run, as_json=as_json))


def _play_apart(
    call: Callable[..., Answer], how: Mapping[str, Any], policies: Sequence[str], seconds: float
) -> Answer:
    """Give call(**how) from another process; these policies are to blame if nothing comes back."""
    from imab_verify.processes import MEMORY, Cause, Failure, run_one

    answer = run_one(_called, (call, how), seconds=seconds, memory=MEMORY)
    if not isinstance(answer, Failure):
        return answer
    if answer.cause is Cause.INPUT:
        raise InputError(answer.reason)
    who = " or ".join(f"policy {quote(policy)}" for policy in policies)
    what = {
        Cause.DEATH: "ended the process it was played in",
        Cause.TIME: f"did not finish within {seconds:g} seconds, give more with --time-limit",
    }
    raise InputError(f"{who} could not be played: {what.get(answer.cause, answer.reason)}")


def _called(job: tuple[Callable[..., Answer], Mapping[str, Any]]) -> Answer:
    call, how = job
    return call(**how)


@click.command("worst-case")
@common.policy_option
@click.option(
    "-k", "k", type=common.span(), required=True, help="The number of arms, or a range A..B."
)
@click.option("-T", "T", type=common.span(), required=True, help="The horizon, or a range A..B.")
@common.option_with_default(
    "--ties",
    type=click.Choice(["adversarial", "lowest-index"]),
    default="adversarial",
    help="The rule for ties among best arms with fewest pulls.",
)
@click.option(
    "--init", type=click.Choice(["rounds", "pairs"]), help="The order of the initial pulls."
)
@click.option(
    "--certificate", metavar="FILE", help="Write the certificate; for ranges, into a directory."
)
@click.option(
    "--seconds", type=common.whole(1), help="Stop each size after so many seconds, with bounds."
)
@common.option_with_default(
    "--workers", type=common.whole(1), default=1, help="The number of worker processes."
)
@common.scheduler_option
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV.")
@common.json_option
def worst_case(option: Sequence[str], csv_file: str | None, as_json: bool, **question: Any) -> int:
    """The exact supremum of OPT(T)/ALG(T) over all concave instances with k arms.

    The answer is a fraction, with an instance that attains it (or a sequence that approaches it)
    and a certificate that no instance does worse; `imab-verify replay` checks that again. Policies:
    algorithm-1, round-robin, greedy, and your own if it derives from
    imab_verify.policies.linear_index.LinearIndex. Ctrl-C gives the bounds so far.

    Exit code: 0 if all answers are exact, 3 if there are only bounds.

    \b
    Examples:
      imab-verify worst-case --policy algorithm-1 -k 3 -T 11 --certificate worst.json
      imab-verify worst-case --policy algorithm-1 -k 2..4 -T 8..16
      imab-verify worst-case --policy greedy -k 2 -T 3..7 --json
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    if csv_file is not None:
        check_destination(csv_file, parents=True)
    with common.aside():
        options = common.options_of(option)
        answer = iv.worst_cases(options=options, progress=True, **question)
    troubles = [*answer.troubles]
    if csv_file is not None:
        with common.note_troubles(troubles):
            write_file(csv_file, answer.to_csv(), parents=True)
    common.show(answer, as_json=as_json)
    return common.end(troubles, common.OK if answer.exact else common.UNKNOWN)
