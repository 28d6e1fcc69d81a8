"""An instance for notebooks: a small table and the curves as inline SVG, without dependencies."""

from collections.abc import Sequence
from fractions import Fraction

from imab_verify.model.rationals import show_short
from imab_verify.model.rewards import Reward

ROWS = 12
"""Arms and breakpoints beyond this many are counted, not shown."""

WIDTH, HEIGHT, MARGIN = 360, 160, 24
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000")


def instance_html(arms: Sequence[Reward]) -> str:
    """Give the table and the curves of the first arms."""
    drawn = arms[:ROWS]
    rows = "".join(_row(i, arm) for i, arm in enumerate(drawn))
    more = f"<p>and {len(arms) - ROWS} more arms</p>" if len(arms) > ROWS else ""
    return (
        f"<div>{_curves(drawn)}<table><thead><tr><th>arm</th><th>class</th>"
        f"<th>breakpoints n: f(n)</th><th>limit</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>{more}</div>"
    )


def _colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def _row(i: int, arm: Reward) -> str:
    points = ", ".join(f"{show_short(n)}: {show_short(v)}" for n, v in arm.points[:ROWS])
    more = f" and {len(arm.points) - ROWS} more" if len(arm.points) > ROWS else ""
    return (
        f'<tr><td style="color:{_colour(i)}">{i + 1}</td><td>{arm.kind}</td>'
        f"<td>{points}{more}</td><td>{show_short(arm.limit)}</td></tr>"
    )


def _curves(arms: Sequence[Reward]) -> str:
    """Draw n from 0 to a little beyond the last breakpoint against f(n) from 0 to 1."""
    last = max(arm.flat_from for arm in arms) * 9 // 8 + 1
    lines = "".join(
        f'<polyline fill="none" stroke="{_colour(i)}" stroke-width="1.5" '
        f'points="{_path(arm, last)}"/>'
        for i, arm in enumerate(arms)
    )
    bottom, right = HEIGHT - MARGIN, WIDTH - MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="reward of the n-th pull">'
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="currentColor"/>'
        f"{lines}{_label(MARGIN - 12, MARGIN + 4, '1')}{_label(MARGIN - 12, bottom, '0')}"
        f"{_label(right, HEIGHT - 8, f'n = {show_short(last)}', 'end')}</svg>"
    )


def _label(x: int, y: int, text: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="11" text-anchor="{anchor}" fill="currentColor">'
        f"{text}</text>"
    )


def _path(arm: Reward, last: int) -> str:
    """Round the breakpoints and the right end to tenths of a pixel."""
    return " ".join(
        f"{_tenths(MARGIN + Fraction(n, last) * (WIDTH - 2 * MARGIN))},"
        f"{_tenths(HEIGHT - MARGIN - v * (HEIGHT - 2 * MARGIN))}"
        for n, v in (*arm.points, (last, arm.limit))
    )


def _tenths(q: Fraction) -> str:
    whole, tenth = divmod(round(q * 10), 10)
    return f"{whole}.{tenth}"
