"""Charts of the site as inline SVG, and the numbers of a run for the player of a page.

Colours come from the stylesheet by class. Floats are for drawing and nothing else; the numbers of
a run are exact: the page only counts pulls and looks them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil, log10
from typing import Any

from imab_verify.kernel import Refuted, Run, RunPoint
from imab_verify.kernel.semantics import sequence_of
from imab_verify.language.policy_names import short_name
from imab_verify.ledger.check import Result
from imab_verify.model.rationals import show_rational, show_short
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1, estimate
from imab_verify.policies.protocol import History, Observations
from imab_verify.report.paper_figures import LAST, Bound, Panel

WIDE, HIGH = 380, 280
LEFT, RIGHT, TOP, LOW = 40, 58, 26, 36


def ratio_chart(panel: Panel, bounds: Sequence[Bound]) -> str:
    """One panel: both axes are logarithmic."""
    chart = _Chart(panel.k, _top(panel, bounds))
    label = f"largest OPT/ALG against T for k = {panel.k}, beside the bounds "
    label += ", ".join(bound.name for bound in bounds)
    inside = [
        *chart.frame(),
        *(chart.level(bound) for bound in bounds),
        chart.line(panel.bound, "curve"),
        *(chart.dot(T, ratio, "exact", panel.k) for T, ratio in panel.exact),
        *(chart.dot(T, ratio, "hunted", panel.k) for T, ratio in panel.hunted),
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(label)}">'
        f"{''.join(inside)}</svg>"
    )


def _top(panel: Panel, bounds: Sequence[Bound]) -> int:
    """The decades above 1 that are needed."""
    highest = max([bound.factor * panel.k for bound in bounds] + [r for _, r in panel.exact])
    return max(1, ceil(log10(float(highest)) + 0.05))


class _Chart:
    """Where T and the ratios are."""

    def __init__(self, k: int, decades: int) -> None:
        self.first = max(k, 1)
        self.decades = decades
        self.k = k

    def x(self, T: int) -> float:
        share = log10(T / self.first) / log10(LAST / self.first)
        return LEFT + (WIDE - LEFT - RIGHT) * share

    def y(self, ratio: Fraction) -> float:
        return HIGH - LOW - (HIGH - TOP - LOW) * log10(float(ratio)) / self.decades

    def frame(self) -> Iterator[str]:
        right, low = WIDE - RIGHT, HIGH - LOW
        yield _text(LEFT, 15, f"k = {self.k}", "start", "title")
        for decade in range(self.decades + 1):
            y = self.y(Fraction(10**decade))
            yield f'<path class="grid" d="M{LEFT},{y:.1f}H{right}"/>'
            yield _text(LEFT - 5, y + 3.5, _power(decade), "end")
        ticks = [10**d for d in range(5) if 10**d > 1.6 * self.first]
        for T in [self.first, *ticks]:
            yield f'<path class="axis" d="M{self.x(T):.1f},{low}v4"/>'
            yield _text(self.x(T), low + 15, f"{T:,}".replace(",", "\u202f"), "middle")
        yield f'<path class="axis" d="M{LEFT},{TOP}V{low}H{right}"/>'
        yield _text((LEFT + right) / 2, HIGH - 5, "horizon T", "middle")

    def level(self, bound: Bound) -> str:
        y, right = self.y(bound.factor * self.k), WIDE - RIGHT
        kind = bound.verdict.value if bound.verdict else "known"
        tip = f"{bound.name} = {show_short(bound.factor * self.k)}: {bound.says}"
        tip += f" ({bound.id}, {bound.verdict})" if bound.verdict else ""
        name = _text(right + 5, min(y + 3.5, HIGH - LOW - 4), bound.name, "start")
        return (
            f'<g class="level {kind}"><title>{escape(tip)}</title>'
            f'<path d="M{LEFT},{y:.1f}H{right}"/>{name}</g>'
        )

    def line(self, points: Sequence[tuple[int, Fraction]], kind: str) -> str:
        path = " ".join(f"{self.x(T):.1f},{self.y(ratio):.1f}" for T, ratio in points)
        return f'<polyline class="{kind}" points="{path}"/>'

    def dot(self, T: int, ratio: Fraction, kind: str, k: int) -> str:
        tip = escape(f"{kind}: k = {k}, T = {T}, OPT/ALG = {show_short(ratio)}")
        x, y = self.x(T), self.y(ratio)
        if kind == "hunted":
            path = f"M{x - 4:.1f},{y:.1f}l4,-4l4,4l-4,4z"
            return f'<path class="hunted" d="{path}"><title>{tip}</title></path>'
        return (
            f'<circle class="exact" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{tip}</title></circle>'
        )


def _power(decade: int) -> str:
    return {0: "1", 1: "10"}.get(
        decade, "10" + str(decade).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    )


def _text(x: float, y: float, words: str, anchor: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


Points = tuple[tuple[int, Fraction], ...]
LONGEST = 5000
"""Runs of more pulls are shown by their counts alone."""


def run_of(result: Result) -> dict[str, Any] | None:
    """The run that refutes a reading, if a run does."""
    certified = result.outcome.certified
    if certified is None:
        return None
    document = certified.certificate
    if not isinstance(document, Refuted):
        return None
    claim, point = document.claim, document.counterexample
    if (
        not isinstance(point, RunPoint)
        or not isinstance(claim.run, Run)
        or not 1 <= point.T <= LONGEST
    ):
        return None
    curves = [curve.points for curve in point.curves]
    roles = {name: arm + 1 for name, arm in point.roles.items()}
    return steps(short_name(claim.run.policy), curves, sequence_of(claim.run, point), roles)


def steps(
    policy: str,
    arms: Sequence[Points],
    sequence: Sequence[int],
    roles: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """What the player shows of this sequence of pulls (arms from 0)."""
    kinds = {points: number for number, points in enumerate(dict.fromkeys(arms))}
    curves = [Reward.from_points(points) for points in kinds]
    curve_of = [kinds[points] for points in arms]
    estimates, alg = _along(curve_of, curves, sequence, estimated=policy == Algorithm1.name)
    rewards = [_rewards(curve, len(sequence)) for curve in curves]
    best = [_largest([row[t] for row in rewards]) for t in range(len(alg))]
    reached = _largest_counts(curve_of, sequence, len(curves))
    return {
        "policy": policy,
        "k": len(arms),
        "T": len(sequence),
        "arms": curve_of,
        "curves": [[[n, show_rational(v)] for n, v in points] for points in kinds],
        "values": [
            [show_rational(curve.value(n)) for n in range(1, last + 1)]
            for curve, last in zip(curves, reached, strict=True)
        ],
        "totals": [
            [show_rational(total) for total in row[: last + 1]]
            for row, last in zip(rewards, reached, strict=True)
        ],
        "estimates": estimates,
        "sequence": list(sequence),
        "alg": [show_rational(value) for value in alg],
        "opt": [show_rational(rewards[best[t]][t]) for t in range(len(alg))],
        "best": [curve_of.index(number) for number in best],
        "roles": dict(roles or {}),
    }


def _along(
    curve_of: Sequence[int], curves: Sequence[Reward], sequence: Sequence[int], *, estimated: bool
) -> tuple[dict[str, str], list[Fraction]]:
    """The estimates that occur, by "curve,n,M", and ALG(t) for t = 0, 1, ..., T."""
    k = len(curve_of)
    history = History(k)
    seen = Observations(history)
    pulls, most = [0] * k, 0
    alike: dict[tuple[int, int], set[int]] = {}
    for arm, curve in enumerate(curve_of):
        alike.setdefault((curve, 0), set()).add(arm)
    estimates: dict[str, str] = {}
    alg = [Fraction(0)]
    for t in range(len(sequence) + 1):
        if estimated and t >= 2 * k:
            for (curve, n), some in alike.items():
                key = f"{curve},{n},{most}"
                if some and key not in estimates:
                    estimates[key] = show_rational(estimate(seen, next(iter(some)), most - n))
        if t == len(sequence):
            break
        arm = sequence[t]
        curve = curve_of[arm]
        alike[curve, pulls[arm]].discard(arm)
        pulls[arm] += 1
        most = max(most, pulls[arm])
        alike.setdefault((curve, pulls[arm]), set()).add(arm)
        reward = curves[curve].value(pulls[arm])
        history.record(arm, reward)
        alg.append(alg[-1] + reward)
    return estimates, alg


def _largest(values: Sequence[Fraction]) -> int:
    """The first place of the largest value."""
    return max(range(len(values)), key=values.__getitem__)


def _largest_counts(curve_of: Sequence[int], sequence: Sequence[int], number: int) -> list[int]:
    """The largest count that an arm with each curve reaches."""
    reached = [0] * number
    for arm, n in Counter(sequence).items():
        reached[curve_of[arm]] = max(reached[curve_of[arm]], n)
    return reached


def _rewards(curve: Reward, T: int) -> list[Fraction]:
    """Rew(f,0), ..., Rew(f,T)."""
    totals = [Fraction(0)]
    for n in range(1, T + 1):
        totals.append(totals[-1] + curve.value(n))
    return totals
