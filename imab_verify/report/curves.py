"""Reward curves as inline SVG, for web pages and notebooks; and the colours all figures share.

Floats are for drawing and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from imab_verify.kernel import Curve
from imab_verify.model.rationals import show_short

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance
    from imab_verify.model.rewards import Reward

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
"""Colours that colour-blind readers can tell apart."""
GREY = "#777777"
WIDTH, HEIGHT, EDGE = 360, 160, 24
ROWS = 12
"""Arms and breakpoints of a notebook's table beyond this many are counted, not shown."""


def colour_of(i: int) -> str:
    """The colour of the i-th curve (from 0)."""
    return OKABE_ITO[i % len(OKABE_ITO)]


@dataclass(frozen=True, slots=True)
class Axes:
    """n from 0 to `right`, rewards from 0 to `top`, and words below some n."""

    right: int
    top: Fraction
    marks: Mapping[int, str]

    def x(self, n: int) -> float:
        """The place of n, in pixels from the left."""
        return float(EDGE + (WIDTH - 2 * EDGE) * Fraction(n, self.right))

    def y(self, value: Fraction) -> float:
        """The place of a reward, in pixels from above."""
        return float(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value / self.top)


Points = Sequence[tuple[int, Fraction]]


def curves_svg(curves: Sequence[tuple[Points, str]], axes: Axes) -> str:
    """Curves through their breakpoints, constant after the last, with labels at their ends."""
    low, end = HEIGHT - EDGE, WIDTH - EDGE
    parts = [
        f'<path d="M{EDGE},{EDGE} V{low} H{end}" fill="none" stroke="{GREY}"/>',
        _text(EDGE, EDGE - 6, show_short(axes.top), GREY, "start"),
    ]
    for n, words in axes.marks.items():
        parts.append(
            _text(axes.x(n), HEIGHT - 6, words, GREY, "middle" if n < axes.right else "end")
        )
    for i, (points, label) in enumerate(curves):
        corners = [*points, (axes.right, points[-1][1])]
        path = " ".join(f"{axes.x(n):.1f},{axes.y(v):.1f}" for n, v in corners)
        colour = colour_of(i)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{path}"/>')
        parts.append(_text(end, axes.y(corners[-1][1]) - 5, label, colour, "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif" font-size="11" role="img" '
        f'aria-label="reward of the n-th pull">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, colour: str, anchor: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}">{escape(words)}</text>'


def equal_arms(arms: Mapping[str, Curve], *, numbered: bool) -> dict[Curve, str]:
    """Each curve once, with the names of its arms; those of a run have numbers for names."""
    kinds: dict[Curve, list[str]] = {}
    for name, curve in arms.items():
        kinds.setdefault(curve, []).append(name)
    return {
        curve: ", ".join(names)
        if not numbered
        else f"arm {names[0]}"
        if len(names) == 1
        else f"arms {names[0]} to {names[-1]}"
        for curve, names in kinds.items()
    }


def counterexample_figure(
    arms: Mapping[str, Curve], parameters: Mapping[str, Fraction], *, numbered: bool
) -> str:
    """The arms of a counterexample, equal ones once, above the names of integer parameters."""
    kinds = equal_arms(arms, numbered=numbered)
    if not kinds:
        return ""
    lines = [(curve.points, names) for curve, names in kinds.items()]
    return f"<figure>{curves_svg(lines, axes_of(list(kinds), parameters))}</figure>"


def axes_of(curves: Sequence[Curve], parameters: Mapping[str, Fraction]) -> Axes:
    """Axes to one beyond the last breakpoint and every parameter that is not far beyond it."""
    last = max(curve.points[-1][0] for curve in curves)
    names: dict[int, list[str]] = {}
    for name, value in parameters.items():
        if name != "k" and value.denominator == 1 and 0 <= value <= max(2 * last, 4):
            names.setdefault(int(value), []).append(name)
    top = max(curve.points[-1][1] for curve in curves)
    marks = {n: ", ".join(some) for n, some in names.items()}
    return Axes(max([last, *marks]) + 1, top or Fraction(1), marks)


def instance_html(instance: Instance) -> str:
    """An instance in a notebook: its curves, and its arms in a table."""
    arms = instance.arms[:ROWS]
    last = max(arm.flat_from for arm in arms) * 9 // 8 + 1
    axes = Axes(last, Fraction(1), {last: f"n = {show_short(last)}"})
    svg = curves_svg([(arm.points, "") for arm in arms], axes)
    rows = "".join(_row(i, arm) for i, arm in enumerate(arms))
    more = f"<p>and {instance.k - ROWS} more arms</p>" if instance.k > ROWS else ""
    return (
        f"<div>{svg}<table><thead><tr><th>arm</th><th>class</th>"
        f"<th>breakpoints n: f(n)</th><th>limit</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>{more}</div>"
    )


def _row(i: int, arm: Reward) -> str:
    points = ", ".join(f"{show_short(n)}: {show_short(v)}" for n, v in arm.points[:ROWS])
    more = f" and {len(arm.points) - ROWS} more" if len(arm.points) > ROWS else ""
    return (
        f'<tr><td style="color:{colour_of(i)}">{i + 1}</td><td>{arm.kind}</td>'
        f"<td>{points}{more}</td><td>{show_short(arm.limit)}</td></tr>"
    )
