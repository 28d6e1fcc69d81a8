"""Figures for a paper of two columns, drawn with matplotlib, which is loaded only for a figure.

ratio            the exact worst ratios of Algorithm 1 against T, beside the bounds that are claimed
worst-cases      a heat map of them over small k and T
graph            which printed proof uses which statement
counterexample   the reward curves that refute a statement
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from imab_verify.deciding.worst import Asked, RatioBounds, Size, solve_sizes
from imab_verify.engines.runs.ratios import least_weight
from imab_verify.errors import InputError
from imab_verify.ledger.check import Ledger
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Severity, Status
from imab_verify.policies.builtin import Algorithm1
from imab_verify.report import graph
from imab_verify.report.curves import OKABE_ITO, axes_of, colour_of, equal_arms
from imab_verify.report.figures import STYLE, draw_heatmap, plain
from imab_verify.report.ledger_documents import main_counterexample

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


CLAIMED = re.compile(r"OPT\(T\)<=([1-9][0-9]{0,5})\*k\*ALG\(T\)")
SHOWN = (2, 8, 64, 300)
"""The numbers of arms of which the figure has a panel each."""
LAST = 10_000
CELLS_K, CELLS_T = range(1, 9), range(1, 21)
"""The sizes of the heat map."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A line of the figure: factor * k, what it is, and what became of it."""

    factor: Fraction
    says: str
    verdict: Status | None = None
    id: str = ""

    @property
    def name(self) -> str:
        """k/2, k, 32k."""
        n, d = self.factor.numerator, self.factor.denominator
        return f"{'' if n == 1 else n}k{'' if d == 1 else f'/{d}'}"


@dataclass(frozen=True, slots=True)
class Panel:
    """One k: judged worst cases by T, and the theorem's bound T(T+1)/V at many T >= 2k."""

    k: int
    exact: tuple[tuple[int, Fraction], ...]
    bound: tuple[tuple[int, Fraction], ...]


def speaks_of_algorithm_1(paper: Paper) -> bool:
    """Whether a claim of the paper is about the runs of Algorithm 1."""
    return any(r.policy == Algorithm1.name for entry in paper.entries for r in entry.readings())


def bounds_of(ledger: Ledger) -> list[Bound]:
    """k/2 and k, and what the paper claims: OPT(T) <= c*k*ALG(T) in every run.

    Of several statements with the same c, the one on which most hangs is named.
    """
    by_constant: dict[int, Bound] = {}
    severities = list(Severity)
    for checked in sorted(ledger.asked, key=lambda c: severities.index(c.entry.severity)):
        for reading in checked.entry.literal:
            claimed = CLAIMED.fullmatch("".join(reading.claim.split()))
            if claimed and reading.policy == Algorithm1.name:
                c, entry = int(claimed[1]), checked.entry
                by_constant.setdefault(
                    c, Bound(Fraction(c), entry.title, checked.verdict, entry.id)
                )
    own = [
        Bound(
            Fraction(1, 2),
            "for k >= 2 every deterministic policy has at least this somewhere",
        ),
        Bound(Fraction(1), "the exact worst case is at most this from T = 4k on"),
    ]
    return [*own, *(by_constant[c] for c in sorted(by_constant) if c > 1)]


def worst_cells(sizes: Iterable[Size]) -> list[RatioBounds]:
    """The worst cases of Algorithm 1 at these sizes, each judged by the kernel."""
    cases, _ = solve_sizes(Asked(Algorithm1()), list(dict.fromkeys(sizes)))
    return cases


def heat_sizes() -> list[Size]:
    """The sizes of the heat map."""
    return [(k, T) for k in CELLS_K for T in CELLS_T]


def panel_sizes(ks: Sequence[int] = SHOWN) -> list[Size]:
    """The sizes whose worst cases the panels show."""
    return [(k, T) for k in ks for T in judged_horizons(k)]


def panels(cases: Sequence[RatioBounds], ks: Sequence[int] = SHOWN) -> list[Panel]:
    """The panels of the figure, from the worst cases at its sizes."""
    exact = {(c.k, c.T): c.lower for c in cases if c.lower is not None}
    return [
        Panel(
            k,
            tuple((T, exact[k, T]) for T in judged_horizons(k) if (k, T) in exact),
            tuple((T, theorem_bound(k, T)) for T in _spread(2 * k, LAST, 60)),
        )
        for k in ks
    ]


def theorem_bound(k: int, T: int) -> Fraction:
    """T(T+1)/V with the least V: no run of Algorithm 1 with T >= 2k has a larger ratio."""
    return Fraction(T * (T + 1), least_weight(k, T))


def judged_horizons(k: int) -> list[int]:
    """Horizons at which worst cases are computed: near 2k, and further on where that is cheap."""
    if k > 100:
        return [2 * k]
    some = _spread(2 * k, 200, 5) if k <= 16 else [5 * k // 2, 4 * k]
    return sorted({k, 2 * k - 1, 2 * k, *some})


def _spread(first: int, last: int, number: int) -> list[int]:
    """About so many integers from first to last, evenly on a logarithmic scale."""
    steps = range(number + 1)
    return sorted({round(first * (last / first) ** (i / number)) for i in steps})


WIDTHS = {1: 3.3, 2: 6.9}
"""Inches, by the columns of the page that a figure takes."""
SMALL = {**STYLE, "font.size": 7, "axes.labelsize": 7, "axes.titlesize": 8, "legend.fontsize": 6.5,
         "xtick.labelsize": 6.5, "ytick.labelsize": 6.5}  # fmt: skip
DASHES = ("-", "--", ":", "-.")


def draw_ratio(ledger: Ledger, columns: int) -> Figure:
    """A panel for each k, in rows of as many as there are columns."""
    drawn, bounds = panels(worst_cells(panel_sizes())), bounds_of(ledger)
    figure = _figure(columns, 2.0 * len(drawn) / columns)
    grid = figure.subplots(len(drawn) // columns, columns, squeeze=False)
    for axes, one in zip(grid.flat, drawn, strict=True):
        _draw_panel(axes, one, bounds)
    for axes in grid[-1]:
        axes.set_xlabel("horizon T")
    return figure


def _draw_panel(axes: Axes, panel: Panel, bounds: Sequence[Bound]) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_title(f"k = {panel.k}", loc="left")
    axes.set_ylabel("largest OPT/ALG")
    for number, bound in enumerate(bounds):
        height = float(bound.factor * panel.k)
        axes.axhline(height, color="#888888", linestyle=DASHES[number % 4], linewidth=0.8)
        where: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "fontsize": 6.5}
        axes.annotate(bound.name, (1, height), (2, -2), textcoords="offset points", **where)
    axes.plot(*_floats(panel.bound), color=OKABE_ITO[0], linewidth=1.1)
    axes.plot(*_floats(panel.exact), color=OKABE_ITO[0], linestyle="", marker="o", markersize=2.6)


def _floats(points: Sequence[tuple[int, Fraction]]) -> tuple[list[float], list[float]]:
    return [float(T) for T, _ in points], [float(ratio) for _, ratio in points]


def draw_worst_cases(_: Ledger, columns: int) -> Figure:
    """The heat map of the report."""
    cells = {(case.k, case.T): case.lower for case in worst_cells(heat_sizes())}
    figure = draw_heatmap(cells, "algorithm-1", "OPT/ALG")
    figure.set_size_inches(WIDTHS[columns], 1.9 if columns == 1 else 2.6)
    figure.axes[0].set_title("")
    return figure


def draw_graph(ledger: Ledger, columns: int) -> Figure:
    """The dependency graph, at the width of the columns."""
    from matplotlib.patches import FancyArrowPatch, Rectangle
    from matplotlib.path import Path

    drawn = graph.layout(ledger)
    scale = WIDTHS[columns] / drawn.width
    figure = _figure(columns, drawn.height * scale)
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, drawn.width)
    axes.set_ylim(drawn.height, graph.TOP - graph.HIGH)
    axes.axis("off")
    points = 72 * scale
    for arrow in drawn.arrows:
        curve = Path(arrow.curve(), [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        line = FancyArrowPatch(path=curve, arrowstyle="-|>", mutation_scale=8 * points)
        line.set_color(graph.BROKEN if arrow.broken else graph.ARROW)
        line.set_linewidth((1 if arrow.inside else 0.5) * points)
        axes.add_patch(line)
    for y, words in drawn.titles:
        axes.text(graph.LEFT, y, plain(words), fontsize=11 * points, weight="bold", va="center")
    for checked in ledger.asked:
        x, y = drawn.places[checked.entry.id]
        box = Rectangle((x, y - graph.HIGH / 2), graph.WIDE, graph.HIGH, zorder=3)
        box.set(facecolor=graph.COLOURS[checked.verdict], edgecolor=graph.INK)
        box.set_linewidth(0.8 * points)
        axes.add_patch(box)
        words = plain(f"{graph.MARKS[checked.verdict]} {checked.entry.id}")
        size = min(10.0, 78 / len(words)) * points
        middle = x + graph.WIDE / 2
        axes.text(middle, y, words, fontsize=size, ha="center", va="center", zorder=4)
    return figure


def draw_counterexample(ledger: Ledger, columns: int) -> Figure:
    """The arms that refute the one statement that was asked about, equal ones once."""
    if len(ledger.asked) != 1:
        raise InputError("the figure counterexample takes the id of one statement")
    checked = ledger.asked[0]
    wrong = main_counterexample(checked)
    if wrong is None or not wrong.arms:
        raise InputError(f"{checked.entry.id} has no counterexample to draw: {checked.verdict}")
    kinds = equal_arms(wrong.arms, numbered=bool(wrong.policy))
    right = axes_of(list(kinds), wrong.parameters).right
    figure = _figure(columns, 1.9 if columns == 1 else 2.6)
    axes = figure.subplots()
    for number, (curve, name) in enumerate(kinds.items()):
        corners = [*curve.points, (right, curve.value(right))]
        dash = DASHES[number % len(DASHES)]
        axes.plot(*_floats(corners), color=colour_of(number), linestyle=dash, label=name)
    axes.set_xlabel("pulls n")
    axes.set_ylabel("reward f(n)")
    axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])  # a curve at 0 is not hidden by the axis
    axes.legend(frameon=False)
    return figure


def _figure(columns: int, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTHS[columns], height), layout="constrained")


FIGURES: Mapping[str, Callable[[Ledger, int], Figure]] = {
    "ratio": draw_ratio,
    "worst-cases": draw_worst_cases,
    "graph": draw_graph,
    "counterexample": draw_counterexample,
}
OF_ALGORITHM_1 = ("ratio", "worst-cases")


def draw(name: str, ledger: Ledger, columns: int) -> Figure:
    """One of the figures; InputError where the paper gives nothing to draw."""
    from matplotlib import style

    if name in OF_ALGORITHM_1 and not speaks_of_algorithm_1(ledger.paper):
        raise InputError(f"the figure {name} is of algorithm-1, and no claim of the paper is")
    with style.context(["default", SMALL]):
        return FIGURES[name](ledger, columns)
