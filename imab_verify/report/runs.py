"""Runs, policies side by side, and worst cases: as JSON documents, as tables, as CSV.

In documents rationals are text, and arms are counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console
from rich.table import Table

from imab_verify.errors import InputError, quote
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_ratio, show_rational
from imab_verify.report.replies import Reply
from imab_verify.report.terminal import (
    cell,
    count,
    equation,
    fields,
    line,
    pair,
    sketch,
    table,
)
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import Played, WorstHorizon
from imab_verify.simulation.stepwise import FinishedRun

if TYPE_CHECKING:
    pass


class Span(NamedTuple):
    """For the horizons first, ..., last the arm (index from 0) is the optimal one."""

    first: int
    last: int
    arm: int


def optimal_spans(instance: Instance, T: int) -> list[Span]:
    """The spans of the horizons 1, ..., T in which one arm is optimal, in order."""
    changes = [change for change in instance.opt_changes() if change[0] <= T]
    ends = [first - 1 for first, _ in changes[1:]] + [T]
    return [Span(first, last, arm) for (first, arm), last in zip(changes, ends, strict=False)]


def run_document(
    outcome: Played | Expectation, worst: WorstHorizon | None = None
) -> dict[str, Any]:
    """A run as JSON, with the profile if its worst horizon is given.

    For a randomised policy `alg` is E[ALG(T)], exact or estimated, and there are no pulls.
    """
    run = outcome if isinstance(outcome, Expectation) else outcome.run
    document = {
        "k": run.instance.k,
        "policy": run.policy,
        "T": run.T,
        "opt": show_ratio(run.opt),
        "opt_arm": run.opt_arm + 1,
        "ratio": show_ratio(run.ratio),
        "policy_regret": show_ratio(run.regret),
    }
    if isinstance(outcome, Expectation):
        return document | {
            "exact": outcome.exact,
            "method": "expectation" if outcome.exact else "monte-carlo",
            "pulls": None,
            "alg": show_ratio(outcome.alg),
            "alg_interval": [show_ratio(end) for end in outcome.interval],
            "confidence": "1" if outcome.exact else "19/20",
            "samples": outcome.samples,
            "seed": outcome.seed,
            "external_regret": None,
            "external_regret_reason": "the policy is randomised",
            "gaps": None,
        }
    run, external = outcome.run, outcome.external_regret
    return {
        **document,
        "exact": True,
        "method": outcome.method,
        "pulls": list(run.pulls),
        "alg": show_ratio(run.alg),
        "external_regret": None if isinstance(external, str) else show_ratio(external),
        **({"external_regret_reason": external} if isinstance(external, str) else {}),
        "gaps": [show_ratio(gap) for gap in run.gaps],
        **({"profile": _profile(run, worst)} if worst else {}),
    }


def _profile(run: FinishedRun, worst: WorstHorizon) -> dict[str, Any]:
    points = None if worst.profile is None else worst.profile.points()
    return {
        "worst": {"T": worst.t, "ratio": show_ratio(worst.ratio)},
        "optimal": [
            {"from": first, "to": last, "arm": arm + 1}
            for first, last, arm in optimal_spans(run.instance, run.T)
        ],
        "points": points and [{"T": t, "ratio": show_ratio(ratio)} for t, ratio in points],
    }


# --- a run on the terminal -----------------------------------------------------------------------

MOST_ROWS, MOST_HORIZONS = 30, 24
BARS = 16
HOW = {"leaping": "in leaps", "stepwise": "pull by pull"}


def show_run(
    screen: Console, file: str, outcome: Played | Expectation, worst: WorstHorizon | None = None
) -> None:
    """Print a run on the instance of a file, with the profile if its worst horizon is given."""
    run = outcome.run if isinstance(outcome, Played) else outcome
    where = f"{quote(run.policy)} on {quote(file)}: k = {run.instance.k}, {equation('T', run.T)}"
    if isinstance(outcome, Played):
        screen.print(f"{where}, played {HOW[outcome.method]}")
        screen.print(arms_table(outcome.run))
    else:
        screen.print(f"{where}\n")
    screen.print(fields(_totals(outcome)))
    if worst is not None:
        screen.print()
        screen.print(
            fields([("worst OPT/ALG", f"{line(worst.ratio)}, at horizon {count(worst.t)}")])
        )
        screen.print(_spans_table(optimal_spans(run.instance, run.T), worst))


def arms_table(run: FinishedRun) -> Table:
    """A table with every arm: its curve, its pulls, and where it stands.

    Of more than 30 arms the 30 with most pulls are shown, and the rest is summed up.
    """
    top = max(arm.limit for arm in run.instance.arms)
    places = _places(run.instance, run.T)
    rows = table(
        ["arm", f"f(n), n = 1..{count(places[-1])}"],
        ["pulls", "last reward", "gap to limit", "collected"],
    )
    gaps = run.gaps
    ranked = sorted(range(len(run.pulls)), key=lambda i: (-run.pulls[i], i))
    listed, others = sorted(ranked[:MOST_ROWS]), ranked[MOST_ROWS:]
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


def _totals(outcome: Played | Expectation) -> Iterator[tuple[str, str]]:
    """Reward, optimum and regret of a run; of a randomised policy the mean, exact or estimated."""
    run = outcome.run if isinstance(outcome, Played) else outcome
    if isinstance(outcome, Played):
        yield "ALG(T)", line(outcome.run.alg)
    elif outcome.exact:
        yield "E[ALG(T)]", f"{line(outcome.alg)}, exact"
    else:
        low, high = map(line, outcome.interval)
        yield "E[ALG(T)]", f"{line(outcome.alg)}, an estimate: Monte Carlo"
        yield "at least 95%", f"between {low} and {high}"
        yield "from", f"{outcome.samples} runs with seed {outcome.seed}"
    yield "OPT(T)", f"{line(run.opt)}, arm {run.opt_arm + 1}"
    yield "OPT/ALG", line(run.ratio)
    yield "policy regret", line(run.regret)
    if isinstance(outcome, Played):
        regret = outcome.external_regret
        yield "external regret", f"- ({regret})" if isinstance(regret, str) else line(regret)


def _spans_table(spans: Sequence[Span], worst: WorstHorizon) -> Table:
    """A table of optimal arms by horizons, with OPT/ALG at the last of these if it is known."""
    profile = worst.profile
    rows = table(["horizons", "optimal arm"], ["OPT/ALG at the last"] if profile else [])
    for first, last, arm in spans[:MOST_ROWS]:
        horizons = count(first) if first == last else f"{count(first)}..{count(last)}"
        ratio = [pair(profile.ratio_at(last))] if profile else []
        rows.add_row(horizons, str(arm + 1), *ratio)
    if len(spans) > MOST_ROWS:
        rows.add_row("...", f"{len(spans) - MOST_ROWS} more changes")
    return rows


def _places(instance: Instance, T: int) -> list[int]:
    """At most 16 pulls at which to sketch the curves, up to where all of them are flat."""
    end = max(1, min(T, max(arm.flat_from for arm in instance.arms)))
    bars = min(BARS, end)
    return [-(-end * j // bars) for j in range(1, bars + 1)]


# --- policies side by side -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A policy on one instance at one horizon."""

    policy: str
    instance: str
    reached: FinishedRun | Expectation

    @property
    def badness(self) -> tuple[bool, Fraction]:
        """Order by the ratio; nothing is worse than infinite."""
        return self.reached.ratio is None, self.reached.ratio or Fraction(0)


def worst_line(lines: Iterable[Line]) -> Line:
    """The line with the largest OPT/ALG, the first of several."""
    return max(lines, key=lambda line: line.badness)


def by_policy(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each policy."""
    own: dict[str, list[Line]] = {}
    for one in lines:
        own.setdefault(one.policy, []).append(one)
    return own


@dataclass(frozen=True, slots=True)
class Comparison(Reply):
    """Every policy on every instance at every horizon."""

    lines: tuple[Line, ...]

    def worst(self, policy: str) -> Line:
        """The line of a policy with the largest OPT/ALG."""
        own = [line for line in self.lines if line.policy == policy]
        if not own:
            raise InputError(f"{quote(policy)} was not compared")
        return worst_line(own)

    def to_json(self) -> dict[str, Any]:
        """The document of `compare --json`: each policy with its worst run in front."""
        return {
            "policies": [
                {"name": policy, **_outcome(worst_line(own)), "runs": [*map(_outcome, own)]}
                for policy, own in by_policy(self.lines).items()
            ]
        }

    def show(self, screen: Console) -> None:
        """Print a row for every policy and, over several horizons, OPT/ALG and regret at each."""
        horizons = sorted({one.reached.T for one in self.lines})
        several = len({(one.instance, one.reached.T) for one in self.lines}) > 1
        columns = ["worst OPT/ALG", "at T", "largest regret"]
        rows = table(["policy"], columns if several else ["ALG(T)", "OPT/ALG", "regret"])
        if several:
            rows.add_column("on", overflow="fold")
        for policy, own in by_policy(self.lines).items():
            worst = worst_line(own)
            at, regret = worst.reached, pair(max(one.reached.regret for one in own))
            ratio = _shown(at, at.ratio)
            cells = [_shown(at, at.alg), ratio, regret]
            if several:
                cells = [ratio, count(at.T), regret, quote(worst.instance)]
            rows.add_row(quote(policy), *cells)
        screen.print(rows)
        if len(horizons) > 1:
            screen.print(_by_horizon(self.lines, horizons, "OPT/ALG"))
            screen.print(_by_horizon(self.lines, horizons, "regret"))
        if not all(one.reached.exact for one in self.lines):
            screen.print("~ estimated: a mean of samples, not exact")

    def draw(self, path: str) -> None:
        """Draw OPT/ALG and regret against T into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, draw_comparison, save_figure

        check_figure_path(path)
        save_figure(draw_comparison(self.lines), path)

    def _repr_html_(self) -> str:
        from imab_verify.report.figures import draw_comparison
        from imab_verify.report.replies import reply_with_figure

        return reply_with_figure(self, draw_comparison(self.lines))


def _by_horizon(lines: Sequence[Line], horizons: Sequence[int], what: str) -> Table:
    """The largest ratio or regret over the instances."""
    policies = by_policy(lines)
    rows = table([], ["T", *(f"{what}, {quote(policy)}" for policy in policies)])
    for T in horizons[:MOST_HORIZONS]:
        cells = []
        for own in policies.values():
            here = [one for one in own if one.reached.T == T]
            if what == "OPT/ALG":
                at = worst_line(here).reached
                cells.append(_shown(at, at.ratio))
            else:
                at = max((one.reached for one in here), key=lambda at: at.regret)
                cells.append(_shown(at, at.regret))
        rows.add_row(count(T), *cells)
    if len(horizons) > MOST_HORIZONS:
        rows.add_row(f"... {len(horizons) - MOST_HORIZONS} more")
    return rows


def _shown(at: FinishedRun | Expectation, number: Fraction | None) -> str:
    """A number of a run, marked where it is estimated."""
    return pair(number) if at.exact else f"~ {pair(number)}"


def _outcome(one: Line) -> dict[str, Any]:
    at = one.reached
    return {
        "instance": one.instance,
        "T": at.T,
        "alg": show_rational(at.alg),
        "opt": show_rational(at.opt),
        "ratio": show_ratio(at.ratio),
        "regret": show_rational(at.regret),
        "exact": at.exact,
        "pulls": None if at.pulls is None else list(at.pulls),
    }
