"""Policies side by side: as a table, as a JSON document, and as a figure against T."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from imab_verify.errors import InputError, quote
from imab_verify.model.rationals import show_ratio, show_rational
from imab_verify.report.figures import LARGEST, STYLE
from imab_verify.report.terminal import cell, count, table
from imab_verify.simulation.play import Reached

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console
    from rich.table import Table

MOST_ROWS = 24


@dataclass(frozen=True, slots=True)
class Line:
    """A policy on one instance at one horizon."""

    policy: str
    instance: str
    reached: Reached

    @property
    def badness(self) -> tuple[bool, Fraction]:
        """Order by the ratio; nothing is worse than infinite."""
        return self.reached.ratio is None, self.reached.ratio or Fraction(0)


def worst(lines: Iterable[Line]) -> Line:
    """The line with the largest OPT/ALG, the first of several."""
    return max(lines, key=lambda line: line.badness)


def show(screen: Console, lines: Sequence[Line]) -> None:
    """Print a row for every policy and, over several horizons, OPT/ALG and regret at each."""
    screen.print(_overview(lines))
    horizons = sorted({line.reached.T for line in lines})
    if len(horizons) > 1:
        screen.print(_by_horizon(lines, horizons, "OPT/ALG", _worst_ratio))
        screen.print(_by_horizon(lines, horizons, "regret", _largest_regret))
    if not all(line.reached.exact for line in lines):
        screen.print("~ estimated: a mean of samples, not exact")


def _overview(lines: Sequence[Line]) -> Table:
    """At one horizon of one instance the run itself, otherwise the worst of all."""
    several = len({(line.instance, line.reached.T) for line in lines}) > 1
    if not several:
        rows = table(["policy"], ["ALG(T)", "OPT/ALG", "regret"])
        for line in lines:
            at = line.reached
            rows.add_row(quote(line.policy), _alg(at), _ratio(at), cell(at.regret))
        return rows
    rows = table(["policy"], ["worst OPT/ALG", "at T", "largest regret"])
    rows.add_column("on", overflow="fold")
    for policy, own in by_policy(lines).items():
        line = worst(own)
        regret = max(one.reached.regret for one in own)
        at = line.reached
        rows.add_row(quote(policy), _ratio(at), count(at.T), cell(regret), quote(line.instance))
    return rows


def _by_horizon(
    lines: Sequence[Line],
    horizons: Sequence[int],
    what: str,
    worst_of: Callable[[Sequence[Line]], str],
) -> Table:
    """The largest value over the instances."""
    policies = by_policy(lines)
    rows = table([], ["T", *(f"{what}, {quote(policy)}" for policy in policies)])
    for T in horizons[:MOST_ROWS]:
        at_T = ([line for line in of if line.reached.T == T] for of in policies.values())
        rows.add_row(count(T), *map(worst_of, at_T))
    if len(horizons) > MOST_ROWS:
        rows.add_row(f"... {len(horizons) - MOST_ROWS} more")
    return rows


def _worst_ratio(lines: Sequence[Line]) -> str:
    return _ratio(worst(lines).reached)


def _largest_regret(lines: Sequence[Line]) -> str:
    at = max((line.reached for line in lines), key=lambda at: at.regret)
    return cell(at.regret) if at.exact else f"~ {cell(at.regret)}"


def _alg(at: Reached) -> str:
    return cell(at.alg) if at.exact else f"~ {cell(at.alg)}"


def _ratio(at: Reached) -> str:
    text = "inf" if at.ratio is None else cell(at.ratio)
    return text if at.exact else f"~ {text}"


def by_policy(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each policy."""
    own: dict[str, list[Line]] = {}
    for line in lines:
        own.setdefault(line.policy, []).append(line)
    return own


def document(lines: Sequence[Line]) -> dict[str, Any]:
    """Every policy with its worst run in front, and all its runs."""
    return {
        "policies": [
            {
                "name": policy,
                **_outcome(worst(own)),
                "runs": [_outcome(line) for line in own],
            }
            for policy, own in by_policy(lines).items()
        ]
    }


def _outcome(line: Line) -> dict[str, Any]:
    at = line.reached
    return {
        "instance": line.instance,
        "T": at.T,
        "alg": show_rational(at.alg),
        "opt": show_rational(at.opt),
        "ratio": show_ratio(at.ratio),
        "regret": show_rational(at.regret),
        "exact": at.exact,
        "pulls": None if at.pulls is None else list(at.pulls),
    }


def draw(lines: Sequence[Line]) -> Figure:
    """OPT/ALG and regret against T, the worst over the instances; a bar for a single horizon."""
    from matplotlib import style
    from matplotlib.figure import Figure

    if max(line.reached.T for line in lines) > LARGEST:
        raise InputError("a figure needs a horizon -T of at most 10^200")
    policies = by_policy(lines)
    with style.context(["default", STYLE]):
        figure = Figure(figsize=(6.8, 5.2), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True)
        for number, (policy, own) in enumerate(policies.items()):
            horizons = sorted({line.reached.T for line in own})
            ratios = [_height(worst(x for x in own if x.reached.T == T).reached) for T in horizons]
            regrets = [
                float(max(x.reached.regret for x in own if x.reached.T == T)) for T in horizons
            ]
            for panel, heights in ((upper, ratios), (lower, regrets)):
                _draw_one(panel, number, policy, horizons, heights)
        upper.set_ylabel("OPT/ALG")
        lower.set_ylabel("regret OPT - ALG")
        lower.set_xlabel("horizon T")
        _axis(lower, policies, lines)
        upper.legend(loc="best", frameon=False)
    return figure


def _draw_one(
    panel: Any, number: int, policy: str, horizons: Sequence[int], heights: Sequence[float]
) -> None:
    from imab_verify.report.curves import colour_of

    label = policy.replace("$", r"\$")
    if len(horizons) == 1:
        panel.bar([number], heights, color=colour_of(number), label=label)
    else:
        places = list(map(float, horizons))
        # Thinner and with longer gaps the later it is drawn: equal curves are all seen.
        panel.plot(
            places,
            heights,
            color=colour_of(number),
            label=label,
            linewidth=max(1.0, 3.2 - 0.6 * number),
            linestyle=(0, (6, 3 * number)) if number else "-",
            marker=".",
            markersize=3,
        )


def _axis(panel: Any, policies: dict[str, list[Line]], lines: Sequence[Line]) -> None:
    horizons = sorted({line.reached.T for line in lines})
    if len(horizons) == 1:
        panel.set_xticks(range(len(policies)), ["" for _ in policies])
        panel.set_xlabel(f"horizon T = {count(horizons[0])}")
    elif horizons[0] > 0 and horizons[-1] > 50 * horizons[0]:
        panel.set_xscale("log")


def _height(at: Reached) -> float:
    return inf if at.ratio is None else float(at.ratio)
