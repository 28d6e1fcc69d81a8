"""Charts of the site as inline SVG, and the numbers of a run for the player of a page.

Colours come from the stylesheet by class. Floats are for drawing and nothing else; the numbers of
a run are exact: the page only counts pulls and looks them up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import ceil, log10
from typing import Any

from counterexample_search.store import Improvement
from imab_verify.kernel import Refuted, Run, RunPoint
from imab_verify.kernel.semantics import sequence_of
from imab_verify.language.policy_names import short_name
from imab_verify.ledger.check import Result
from imab_verify.model.rationals import show_rational, show_short
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.report.paper_figures import LAST, Bound, Panel

WIDE, HIGH, LOWER = 380, 280, 160
LEFT, RIGHT, TOP, LOW = 40, 58, 26, 36


def ratio_chart(panel: Panel, bounds: Sequence[Bound]) -> str:
    """The worst ratios for one k against T, beside the bounds; both axes are logarithmic."""
    k, first, right, low = panel.k, max(panel.k, 1), WIDE - RIGHT, HIGH - LOW
    highest = max([bound.factor * k for bound in bounds] + [r for _, r in panel.exact])
    decades = max(1, ceil(log10(float(highest)) + 0.05))

    def x(T: int) -> float:
        return LEFT + (right - LEFT) * log10(T / first) / log10(LAST / first)

    def y(ratio: Fraction | int) -> float:
        return low - (low - TOP) * log10(float(ratio)) / decades

    parts = [_text(LEFT, 15, f"k = {k}", "start", "title")]
    for decade in range(decades + 1):
        height = y(10**decade)
        parts.append(f'<path class="grid" d="M{LEFT},{height:.1f}H{right}"/>')
        parts.append(_text(LEFT - 5, height + 3.5, f"{10**decade:,}".replace(",", THIN), "end"))
    for T in [first, *(10**d for d in range(5) if 10**d > 1.6 * first)]:
        parts.append(f'<path class="axis" d="M{x(T):.1f},{low}v4"/>')
        parts.append(_text(x(T), low + 15, f"{T:,}".replace(",", THIN), "middle"))
    parts.append(f'<path class="axis" d="M{LEFT},{TOP}V{low}H{right}"/>')
    parts.append(_text((LEFT + right) / 2, HIGH - 5, "horizon T", "middle"))
    for bound in bounds:
        height = y(bound.factor * k)
        kind = bound.verdict.value if bound.verdict else "known"
        tip = f"{bound.name} = {show_short(bound.factor * k)}: {bound.says}"
        tip += f" ({bound.id}, {bound.verdict})" if bound.verdict else ""
        name = _text(right + 5, min(height + 3.5, low - 4), bound.name, "start")
        line = f'<path d="M{LEFT},{height:.1f}H{right}"/>{name}'
        parts.append(f'<g class="level {kind}"><title>{escape(tip)}</title>{line}</g>')
    path = " ".join(f"{x(T):.1f},{y(ratio):.1f}" for T, ratio in panel.bound)
    parts.append(f'<polyline class="curve" points="{path}"/>')
    for T, ratio in panel.exact:
        tip = escape(f"exact: k = {k}, T = {T}, OPT/ALG = {show_short(ratio)}")
        dot = f'<circle class="exact" cx="{x(T):.1f}" cy="{y(ratio):.1f}" r="3">'
        parts.append(f"{dot}<title>{tip}</title></circle>")
    label = f"largest OPT/ALG against T for k = {k}, beside the bounds "
    return _svg(HIGH, label + ", ".join(bound.name for bound in bounds), parts)


def hunt_chart(improvements: Sequence[Improvement], label: str) -> str:
    """The best score so far: a staircase over the seconds since the first record."""
    finite = [(one.seconds, one.score.value) for one in improvements if one.score.value is not None]
    if not finite:
        return ""
    start, right, low = improvements[0].seconds, WIDE - LEFT, LOWER - LOW
    span = max(improvements[-1].seconds - start, 1.0)
    worst, best = finite[0][1], finite[-1][1]
    up = (low - TOP) / (float(best - worst) or 1.0)
    path = f"M{LEFT},{low:.1f}"
    for seconds, score in finite:
        x = LEFT + (right - LEFT) * (seconds - start) / span
        path += f"H{x:.1f}V{low - up * float(score - worst):.1f}"
    parts = [
        f'<path class="axis" d="M{LEFT},{TOP}V{low}H{right}"/>',
        f'<path class="curve" d="{path}H{right}"/>',
        _text(LEFT, TOP - 10, show_short(best), "start"),
        _text(LEFT, LOWER - 12, show_short(worst), "start"),
        _text(right, LOWER - 12, f"{span:.0f} s", "end"),
    ]
    return _svg(LOWER, label, parts)


THIN = "\u202f"
"""A narrow space between groups of digits."""


def _svg(height: int, label: str, parts: Sequence[str]) -> str:
    head = f'<svg class="chart" viewBox="0 0 {WIDE} {height}" role="img" aria-label='
    return f'{head}"{escape(label)}">{"".join(parts)}</svg>'


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
    """The numbers that the player shows of this sequence of pulls (arms from 0)."""
    k, T = len(arms), len(sequence)
    kinds = {points: number for number, points in enumerate(dict.fromkeys(arms))}
    curves = [Reward.from_points(points) for points in kinds]
    curve_of = [kinds[points] for points in arms]
    pulls, gains = [0] * k, []
    estimates: dict[str, str] = {}
    for t in range(T + 1):
        if policy == Algorithm1.name and t >= 2 * k:
            most = max(pulls)
            for curve, n in sorted(set(zip(curve_of, pulls, strict=True))):
                key = f"{curve},{n},{most}"
                if key not in estimates:
                    estimates[key] = show_rational(curves[curve].estimate(n, most))
        if t < T:
            pulls[sequence[t]] += 1
            gains.append(curves[curve_of[sequence[t]]].value(pulls[sequence[t]]))
    largest = [
        max(n for n, c in zip(pulls, curve_of, strict=True) if c == own)
        for own in range(len(curves))
    ]
    totals = [[curve.rew(t) for t in range(T + 1)] for curve in curves]
    best = [max(range(len(curves)), key=lambda c: totals[c][t]) for t in range(T + 1)]
    return {
        "policy": policy,
        "k": k,
        "T": T,
        "arms": curve_of,
        "curves": [[[n, show_rational(v)] for n, v in points] for points in kinds],
        "values": [
            [show_rational(curve.value(n)) for n in range(1, last + 1)]
            for curve, last in zip(curves, largest, strict=True)
        ],
        "totals": [
            [show_rational(total) for total in row[: last + 1]]
            for row, last in zip(totals, largest, strict=True)
        ],
        "estimates": estimates,
        "sequence": list(sequence),
        "alg": [show_rational(value) for value in accumulate(gains, initial=Fraction(0))],
        "opt": [show_rational(totals[best[t]][t]) for t in range(T + 1)],
        "best": [curve_of.index(curve) for curve in best],
        "roles": dict(roles or {}),
    }
