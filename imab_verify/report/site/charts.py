"""The figure of the overview as inline SVG: the exact worst ratios against T, a panel for each k.

Colours come from the stylesheet by class. Floats are for drawing and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from math import ceil, log10

from imab_verify.model.rationals import show_short
from imab_verify.report.ratios import LAST, Bound, Panel

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
