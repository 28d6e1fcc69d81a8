"""A run for people: the arms, the totals, and who was optimal when."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table

from imab_verify.errors import quote
from imab_verify.model.instances import Instance
from imab_verify.report.reigns import Reign, reigns
from imab_verify.report.terminal import cell, count, equation, fields, line, sketch, table
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import Played, WorstHorizon
from imab_verify.simulation.stepwise import FinishedRun

MOST_ROWS = 30
BARS = 16
HOW = {"leaping": "in leaps", "stepwise": "pull by pull"}


def show_run(
    screen: Console, file: str, outcome: Played | Expectation, worst: WorstHorizon | None = None
) -> None:
    """Print a run on the instance of a file, with the profile if its worst horizon is given."""
    if isinstance(outcome, Expectation):
        screen.print(f"{_heading(file, outcome)}\n")
        screen.print(expected_totals(outcome))
        return
    run = outcome.run
    screen.print(f"{_heading(file, run)}, played {HOW[outcome.method]}")
    screen.print(arms_table(run))
    screen.print(totals(run, outcome.external_regret))
    if worst is not None:
        ratio = f"{line(worst.ratio)}, at horizon {count(worst.t)}"
        screen.print()
        screen.print(fields([("worst OPT/ALG", ratio)]))
        ratio_at = None if worst.profile is None else worst.profile.ratio_at
        screen.print(reigns_table(reigns(run.instance, run.T), ratio_at))


def _heading(file: str, run: FinishedRun | Expectation) -> str:
    return f"{quote(run.policy)} on {quote(file)}: k = {run.instance.k}, {equation('T', run.T)}"


def arms_table(run: FinishedRun) -> Table:
    """Show every arm: its curve, its pulls, and where it stands.

    Of more than 30 arms the 30 with most pulls are shown, and the rest is summed up.
    """
    top = max(arm.limit for arm in run.instance.arms)
    places = _places(run.instance, run.T)
    rows = table(
        ["arm", f"f(n), n = 1..{count(places[-1])}"],
        ["pulls", "last reward", "gap to limit", "collected"],
    )
    gaps = run.gaps
    listed, others = _most_pulled(run.pulls)
    for i in listed:
        arm, n = run.instance.arms[i], run.pulls[i]
        rows.add_row(
            str(i + 1),
            sketch([arm.value(place) for place in places], top),
            count(n),
            cell(arm.value(n)) if n else "-",
            cell(gaps[i]),
            cell(arm.rew(n)),
        )
    if others:
        rest = [n if i in others else 0 for i, n in enumerate(run.pulls)]
        collected = cell(run.instance.collected(rest))
        rows.add_row("...", f"{len(others)} other arms", count(sum(rest)), "", "", collected)
    return rows


def totals(run: FinishedRun, external: Fraction | str) -> Table:
    """Show what the run reached; `external` is the external regret, or why it is not known."""
    return fields(
        [
            ("ALG(T)", line(run.alg)),
            *_against_opt(run),
            ("external regret", f"- ({external})" if isinstance(external, str) else line(external)),
        ]
    )


def expected_totals(outcome: Expectation) -> Table:
    """Show the expected reward of a randomised policy, and whether it is exact or an estimate."""
    if outcome.exact:
        reward = [("E[ALG(T)]", f"{line(outcome.mean)}, exact")]
    else:
        low, high = map(line, outcome.interval)
        reward = [
            ("E[ALG(T)]", f"{line(outcome.mean)}, an estimate: Monte Carlo"),
            ("at least 95%", f"between {low} and {high}"),
            ("from", f"{outcome.samples} runs with seed {outcome.seed}"),
        ]
    return fields([*reward, *_against_opt(outcome)])


def _against_opt(outcome: FinishedRun | Expectation) -> list[tuple[str, str]]:
    return [
        ("OPT(T)", f"{line(outcome.opt)}, arm {outcome.opt_arm + 1}"),
        ("OPT/ALG", line(outcome.ratio)),
        ("policy regret", line(outcome.policy_regret)),
    ]


def reigns_table(
    spans: Sequence[Reign], ratio_at: Callable[[int], Fraction | None] | None = None
) -> Table:
    """Show who is optimal when and, if it is known, OPT/ALG at the last of these horizons."""
    rows = table(["horizons", "optimal arm"], ["OPT/ALG at the last"] if ratio_at else [])
    for first, last, arm in spans[:MOST_ROWS]:
        horizons = count(first) if first == last else f"{count(first)}..{count(last)}"
        ratio = _ratio_cells(ratio_at, last)
        rows.add_row(horizons, str(arm + 1), *ratio)
    if len(spans) > MOST_ROWS:
        rows.add_row("...", f"{len(spans) - MOST_ROWS} more changes")
    return rows


def _ratio_cells(ratio_at: Callable[[int], Fraction | None] | None, t: int) -> Iterator[str]:
    if ratio_at is not None:
        ratio = ratio_at(t)
        yield "inf" if ratio is None else cell(ratio)


def sketch_arms(instance: Instance, T: int, arms: Sequence[int], bars: int = BARS) -> list[str]:
    """Draw the curves of some arms as rows of bars, all on one scale."""
    top = max(arm.limit for arm in instance.arms)
    places = _places(instance, T, bars)
    if not top:
        return [" " * len(places) for _ in arms]
    return [sketch([instance.arms[i].value(n) for n in places], top) for i in arms]


def _places(instance: Instance, T: int, most: int = BARS) -> list[int]:
    """Choose at most 16 pulls at which to sketch the curves, up to where all of them are flat."""
    end = max(1, min(T, max(arm.flat_from for arm in instance.arms)))
    bars = min(most, end)
    return [-(-end * j // bars) for j in range(1, bars + 1)]


def _most_pulled(pulls: Sequence[int]) -> tuple[list[int], set[int]]:
    """Split the arms into those that are listed, in arm order, and the others."""
    ranked = sorted(range(len(pulls)), key=lambda i: (-pulls[i], i))
    return sorted(ranked[:MOST_ROWS]), set(ranked[MOST_ROWS:])
