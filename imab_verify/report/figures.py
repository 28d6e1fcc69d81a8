"""Figures of runs, comparisons and hunts, drawn with matplotlib, which is loaded only for a figure.

The same run always gives the same file, byte by byte. Floats are for drawing and nothing else.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, log, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterexample_search.store import Cell
from imab_verify.errors import InputError, quote, require
from imab_verify.files import write_file
from imab_verify.model.instances import Instance
from imab_verify.report.curves import OKABE_ITO, colour_of
from imab_verify.report.hunts import NAMES
from imab_verify.report.runs import Line, Span, by_policy, optimal_spans, worst_line
from imab_verify.report.terminal import count
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import Played, WorstHorizon

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


FORMATS = (".svg", ".png", ".pdf")
LARGEST = 10**200
"""Beyond this horizon the floats of a figure would overflow."""
SAMPLES = 400

MOST_COLOURS = 20
GREY = "#CCCCCC"
NAMED = 0.03
"""An arm is named on the strip where it takes more than this share of it."""

STYLE: dict[str, Any] = {
    "axes.edgecolor": "#444444",
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9,
    "figure.dpi": 150,
    "font.size": 9,
    "legend.fontsize": 8,
    "legend.title_fontsize": 8,
    "svg.fonttype": "path",
    "svg.hashsalt": "imab-verify",
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
}

CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}
DOT: dict[str, Any] = {"marker": "o", "markersize": 6, "markeredgecolor": "white",
                       "markeredgewidth": 0.9, "zorder": 4, "clip_on": False}  # fmt: skip
BESIDE: dict[str, Any] = {"alignment": "left", "frameon": False, "handlelength": 1.2,
                          "labelspacing": 0.35}  # fmt: skip

Ratio = Callable[[int], Fraction | None]


def check_figure_path(path: str) -> None:
    """Refuse, before any work, a name of no known format, and any if nothing can be drawn."""
    if Path(path).suffix.lower() not in FORMATS:
        formats = ", ".join(FORMATS)
        raise InputError(f"{quote(path)}: a figure is written to a file that ends in {formats}")
    require("matplotlib", "a figure")


def check_horizon(T: int) -> None:
    """Refuse a horizon that no float can hold."""
    if T > LARGEST:
        raise InputError("a figure needs a horizon -T of at most 10^200")


@dataclass(frozen=True)
class Picture:
    """A run to be drawn, without `pulls` for a randomised policy.

    If `ratio_at` is given, OPT/ALG is drawn too, not least at the horizons `events`.
    """

    instance: Instance
    policy: str
    T: int
    pulls: Sequence[int] | None = None
    ratio_at: Ratio | None = None
    events: Sequence[int] = ()

    @cached_property
    def end(self) -> int:
        """The right end of the horizontal axis, whose left end is 1 where it is logarithmic."""
        return max(self.T, 1)

    @cached_property
    def spans(self) -> list[Span]:
        """The spans of horizons with their optimal arms."""
        return optimal_spans(self.instance, self.end)

    @cached_property
    def log(self) -> bool:
        """Whether most of what there is to see would be squeezed to the left of a linear axis."""
        events = [n for arm in self.instance.arms for n, _ in arm.points if 0 < n <= self.end]
        events = sorted([*events, *(span.first for span in self.spans)])
        return self.end > 200 and events[len(events) // 2] * 50 < self.end

    @cached_property
    def colours(self) -> dict[int, Any]:
        """Colours for up to 20 arms: all, or else those that were optimal or pulled most."""
        from matplotlib import colormaps

        k = self.instance.k
        if k <= len(OKABE_ITO):
            return dict(enumerate(OKABE_ITO[:k]))
        length = dict.fromkeys(range(k), 0)
        for first, last, arm in self.spans:
            length[arm] += last - first + 1
        pulls = self.pulls or [0] * k
        ranked = sorted(range(k), key=lambda i: (-length[i], -pulls[i], i))
        palette = colormaps["tab20"]
        return {i: palette(place) for place, i in enumerate(sorted(ranked[:MOST_COLOURS]))}

    def places(self, extra: Iterable[int] = ()) -> list[int]:
        """Integers at which to sample, evenly spread on the axis, besides `extra`."""
        first, end = int(self.log), self.end
        steps = range(1, SAMPLES)
        even = {int(end ** (i / SAMPLES)) if self.log else end * i // SAMPLES for i in steps}
        return sorted({n for n in extra if first <= n <= end} | {first, end} | (even - {0}))

    def set_axis(self, panel: Axes) -> None:
        """Set the scale and the limits."""
        panel.set_xscale("log" if self.log else "linear")
        panel.set_xlim(int(self.log), float(self.end))
        if not self.log:
            panel.locator_params(axis="x", integer=True)

    def share(self, x: float) -> float:
        """The place of x on the axis, from 0 at its left end to 1 at its right end."""
        return log(x) / log(self.end) if self.log else x / self.end


def picture_of(outcome: Played | Expectation, worst: WorstHorizon | None = None) -> Picture:
    """The picture of a run; with its worst horizon also the ratio, if it was profiled."""
    if isinstance(outcome, Expectation):
        return Picture(outcome.instance, outcome.policy, outcome.T)
    run = outcome.run
    picture = Picture(run.instance, run.policy, run.T, run.pulls)
    if worst is None or worst.profile is None:
        return picture
    events = [worst.t, *(t for t, _ in worst.profile.points())]
    return replace(picture, ratio_at=worst.profile.ratio_at, events=events)


@contextmanager
def blank_figure(width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches, in the style of all, whatever the reader has set up."""
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(["default", STYLE]):
        yield Figure(figsize=(width, height), layout="constrained")


def draw_run(picture: Picture) -> Figure:
    """The reward curves, where each arm stands, and who was optimal when.

    A third panel shows OPT/ALG as it went, if that is given.
    """
    check_horizon(picture.T)
    heights = [3.0, 0.28, *([1.1] if picture.ratio_at else [])]
    with blank_figure(6.8, 0.7 + sum(heights)) as figure:
        grid = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)
        panels = list(grid.flat)
        for panel in panels:
            picture.set_axis(panel)
        _draw_curves(panels[0], picture)
        _draw_spans(panels[1], picture)
        if picture.ratio_at:
            _draw_ratio(panels[2], picture.ratio_at, picture.places(picture.events[:SAMPLES]))
        panels[-1].set_xlabel("pulls n of an arm, horizon t")
        title = None if picture.pulls is None else "arm: pulls"
        drawn = panels[0].get_legend_handles_labels()
        figure.legend(*drawn, loc="outside right upper", title=title, **BESIDE)
    return figure


def save_figure(figure: Figure, path: str) -> None:
    """Write a figure; the file appears whole or not at all, and tells no date."""
    write_file(path, figure_bytes(figure, Path(path).suffix.lower().removeprefix(".")))


def figure_bytes(figure: Figure, kind: str) -> bytes:
    """A figure as svg, pdf or png, without a date."""
    from matplotlib import style

    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
    content = io.BytesIO()
    with style.context(["default", STYLE]):
        figure.savefig(content, format=kind, metadata=undated[kind])
    return content.getvalue()


def _draw_curves(panel: Axes, picture: Picture) -> None:
    for i, arm in enumerate(picture.instance.arms):
        # Breakpoints suffice where straight lines stay straight.
        bends = {n for n, _ in arm.points if n <= picture.end} | {picture.end}
        places = [n for n in (picture.places(bends) if picture.log else sorted(bends))
                  if n >= arm.kind.first]  # fmt: skip
        curve = [float(n) for n in places], [float(arm.value(n)) for n in places]
        if i not in picture.colours:
            panel.plot(*curve, color=GREY, linewidth=0.8, zorder=1)
            continue
        colour, label = picture.colours[i], f"arm {i + 1}"
        if picture.pulls is not None:
            n = picture.pulls[i]
            label = f"{i + 1}: {_number(n)}"
            if n >= max(arm.kind.first, int(picture.log)):
                panel.plot([float(n)], [float(arm.value(n))], color=colour, **DOT)
        panel.plot(*curve, color=colour, linewidth=1.6, zorder=2, label=label)
    top = max(arm.top for arm in picture.instance.arms)
    panel.set_ylim(0, 1.05 * float(top) or 1)
    panel.set_ylabel("reward f(n)")
    title = f"{plain(quote(picture.policy))}, k = {picture.instance.k}, T = {_number(picture.T)}"
    panel.set_title(title, loc="left")


def _draw_spans(panel: Axes, picture: Picture) -> None:
    for first, last, arm in picture.spans:
        # A horizon is an integer: its cell reaches half a unit to both sides.
        left = float(picture.log) if first == 1 else first - 0.5
        right = float(last) if last == picture.end else last + 0.5
        colour = picture.colours.get(arm, GREY)
        panel.axvspan(left, right, color=colour, linewidth=0)
        start, end = picture.share(left), picture.share(right)
        if end - start > NAMED:
            words = panel.text((start + end) / 2, 0.46, str(arm + 1), **CENTRED)
            words.set(transform=panel.transAxes, color=_ink(colour), fontsize=8)
    panel.set_ylim(0, 1)
    panel.set_yticks([])
    panel.spines["left"].set_visible(False)
    panel.set_ylabel("optimal\narm", rotation=0, ha="right", va="center", fontsize=8)


def _draw_ratio(panel: Axes, ratio_at: Ratio, horizons: Sequence[int]) -> None:
    places = [t for t in horizons if t >= 1]
    ratios = [ratio_at(t) for t in places]
    heights = [nan if ratio is None else float(ratio) for ratio in ratios]
    panel.plot([float(t) for t in places], heights, color="#444444", linewidth=1.2)
    panel.set_ylim(1, 1.05 * max([1.1, *(h for h in heights if h < inf)]))
    panel.set_ylabel("OPT/ALG")


def _number(n: int) -> str:
    """An integer, by its leading digits if it is long."""
    if n < 10**7:
        return str(n)
    leading, _, exponent = f"{n:.2e}".partition("e")
    leading = leading.rstrip("0").rstrip(".")
    times = "" if leading == "1" else rf"{leading}\times "
    return f"${times}10^{{{int(exponent)}}}$"


def _ink(colour: Any) -> str:
    """Choose black or white, whichever can be read on the colour."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(colour)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "white"


def plain(text: str) -> str:
    """Text of a user that is not read as mathematics."""
    return text.replace("$", r"\$")


MOST_NAMED = 12
"""Cells carry their number while there are at most so many columns."""
Cells = Mapping[tuple[int, int], Fraction | None]
"""The score of (k, T); None is infinite."""


def draw_cells(cells: Sequence[Cell]) -> Figure:
    """Draw the best scores of a hunt, of a single cell as they were found."""
    if len(cells) == 1:
        return draw_history(cells[0])
    scores = {
        (cell.problem.k, cell.problem.T): cell.best.score.value
        for cell in cells
        if cell.best is not None
    }
    first = cells[0].problem
    return draw_heatmap(scores, first.policy, NAMES[first.goal])


def draw_history(cell: Cell) -> Figure:
    """Draw the best score so far over the seconds, with the layer that found each."""
    steps = [(step.seconds, step.score.hint, step.layer) for step in cell.history]
    steps = [step for step in steps if step[1] < LARGEST]
    if not steps:
        raise InputError("there is nothing to draw: no finite score was found")
    seconds, scores, layers = zip(*steps, strict=True)
    end = max(cell.seconds, seconds[-1], 0.1)
    problem = cell.problem
    with blank_figure(6.4, 3.2) as figure:
        panel = figure.subplots()
        panel.step([*seconds, end], [*scores, scores[-1]], where="post", color="#999999")
        for number, layer in enumerate(dict.fromkeys(layers)):
            mine = [n for n, name in enumerate(layers) if name == layer]
            places, heights = [seconds[n] for n in mine], [scores[n] for n in mine]
            colour = colour_of(number)
            panel.scatter(places, heights, s=14, zorder=3, color=colour, label=layer or "?")
        panel.set_xlabel("seconds")
        panel.set_ylabel(f"largest {NAMES[problem.goal]} so far")
        panel.set_title(plain(f"{problem.policy}, k = {problem.k}, T = {problem.T}"))
        panel.legend(loc="lower right")
    return figure


def draw_heatmap(cells: Cells, policy: str, what: str) -> Figure:
    """The scores: T to the right, k upwards. Infinite ones have their sign, unknown are white."""
    from matplotlib.colors import LogNorm

    if not cells:
        raise InputError("there is nothing to draw: no cell has a result")
    ks, Ts = sorted({k for k, _ in cells}), sorted({T for _, T in cells})
    grid = [[_height(cells, k, T) for T in Ts] for k in ks]
    known = [h for row in grid for h in row if h == h and h > 0]  # noqa: PLR0124  nan
    with blank_figure(1.8 + 0.5 * min(len(Ts), 14), 1.4 + 0.4 * min(len(ks), 14)) as figure:
        panel = figure.subplots()
        wide = known and max(known) > 20 * min(known)
        norm = LogNorm(min(known), max(known)) if wide else None
        image = panel.imshow(grid, origin="lower", aspect="auto", cmap="viridis", norm=norm)
        middle = (min(known) + max(known)) / 2 if known else 0.0
        for (k, T), score in cells.items():
            if score is None or len(Ts) <= MOST_NAMED:
                words = "∞" if score is None else f"{float(score):.4g}"
                colour = "black" if score is None or float(score) >= middle else "white"
                place = Ts.index(T), ks.index(k)
                panel.text(*place, words, color=colour, fontsize=7, **CENTRED)
        panel.set_xticks(*_ticks(Ts))
        panel.set_yticks(*_ticks(ks))
        panel.set_xlabel("horizon T")
        panel.set_ylabel("arms k")
        panel.set_title(plain(f"largest {what} found for {policy}"))
        figure.colorbar(image, ax=panel)
    return figure


def _height(cells: Cells, k: int, T: int) -> float:
    score = cells.get((k, T))
    return nan if score is None or score > LARGEST else float(score)


def _ticks(numbers: list[int]) -> tuple[list[int], list[str]]:
    step = -(-len(numbers) // MOST_NAMED)
    places = list(range(0, len(numbers), step))
    return places, [str(numbers[place]) for place in places]


def draw_comparison(lines: Sequence[Line]) -> Figure:
    """OPT/ALG and regret against T, the worst over the instances; a bar for a single horizon."""
    horizons = sorted({one.reached.T for one in lines})
    check_horizon(horizons[-1])
    policies = by_policy(lines)
    with blank_figure(6.8, 5.2) as figure:
        upper, lower = figure.subplots(2, 1, sharex=True)
        for number, (policy, own) in enumerate(policies.items()):
            places = sorted({one.reached.T for one in own})
            at = [[one for one in own if one.reached.T == T] for T in places]
            ratios = [worst_line(here).reached.ratio for here in at]
            regrets = [max(one.reached.regret for one in here) for here in at]
            _draw_policy(upper, number, policy, places, [inf if q is None else q for q in ratios])
            _draw_policy(lower, number, policy, places, regrets)
        upper.set_ylabel("OPT/ALG")
        lower.set_ylabel("regret OPT - ALG")
        lower.set_xlabel("horizon T")
        if len(horizons) == 1:
            lower.set_xticks(range(len(policies)), ["" for _ in policies])
            lower.set_xlabel(f"horizon T = {count(horizons[0])}")
        elif horizons[0] > 0 and horizons[-1] > 50 * horizons[0]:
            lower.set_xscale("log")
        upper.legend(loc="best", frameon=False)
    return figure


def _draw_policy(
    panel: Axes,
    number: int,
    policy: str,
    places: Sequence[int],
    numbers: Sequence[Fraction | float],
) -> None:
    heights = list(map(float, numbers))
    colour, label = colour_of(number), plain(policy)
    if len(places) == 1:
        panel.bar([number], heights, color=colour, label=label)
        return
    # Thinner and with longer gaps the later it is drawn: equal curves are all seen.
    panel.plot(
        list(map(float, places)),
        heights,
        color=colour,
        label=label,
        linewidth=max(1.0, 3.2 - 0.6 * number),
        linestyle=(0, (6, 3 * number)) if number else "-",
        marker=".",
        markersize=3,
    )
