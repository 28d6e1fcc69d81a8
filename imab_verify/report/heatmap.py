"""Figures of a hunt, drawn with matplotlib, which is loaded only for a figure.

Of many cells a heat map over (k, T); of a single one how its best score rose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import nan
from typing import TYPE_CHECKING

from counterexample_search.store import Cell
from imab_verify.errors import InputError
from imab_verify.report.curves import OKABE_ITO
from imab_verify.report.figures import STYLE
from imab_verify.report.hunt_tables import NAMES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_NAMED = 12
"""Cells carry their number while there are at most so many columns."""
LARGEST = 10**200

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
    from matplotlib import style
    from matplotlib.figure import Figure

    steps = [(step.seconds, step.score.hint, step.layer) for step in cell.history]
    steps = [step for step in steps if step[1] < LARGEST]
    if not steps:
        raise InputError("there is nothing to draw: no finite score was found")
    seconds, scores, layers = zip(*steps, strict=True)
    end = max(cell.seconds, seconds[-1], 0.1)
    problem = cell.problem
    with style.context(["default", STYLE]):
        figure = Figure(figsize=(6.4, 3.2))
        figure.set_layout_engine("constrained")
        panel = figure.subplots()
        panel.step([*seconds, end], [*scores, scores[-1]], where="post", color="#999999")
        for number, layer in enumerate(dict.fromkeys(layers)):
            mine = [n for n, name in enumerate(layers) if name == layer]
            places, heights = [seconds[n] for n in mine], [scores[n] for n in mine]
            colour = OKABE_ITO[number % len(OKABE_ITO)]
            panel.scatter(places, heights, s=14, zorder=3, color=colour, label=layer or "?")
        panel.set_xlabel("seconds")
        panel.set_ylabel(f"largest {NAMES[problem.goal]} so far")
        panel.set_title(f"{problem.policy}, k = {problem.k}, T = {problem.T}")
        panel.legend(loc="lower right")
    return figure


def draw_heatmap(cells: Cells, policy: str, what: str) -> Figure:
    """Draw the scores: T to the right, k upwards. Infinite ones are black, unknown ones white."""
    from matplotlib import style
    from matplotlib.colors import LogNorm
    from matplotlib.figure import Figure

    if not cells:
        raise InputError("there is nothing to draw: no cell has a result")
    ks, Ts = sorted({k for k, _ in cells}), sorted({T for _, T in cells})
    grid = [[_height(cells, k, T) for T in Ts] for k in ks]
    known = [h for row in grid for h in row if h == h and h > 0]  # noqa: PLR0124  nan
    with style.context(["default", STYLE]):
        figure = Figure(figsize=(1.8 + 0.5 * min(len(Ts), 14), 1.4 + 0.4 * min(len(ks), 14)))
        figure.set_layout_engine("constrained")
        panel = figure.subplots()
        wide = known and max(known) > 20 * min(known)
        norm = LogNorm(min(known), max(known)) if wide else None
        image = panel.imshow(grid, origin="lower", aspect="auto", cmap="viridis", norm=norm)
        for (k, T), score in cells.items():
            row, column = ks.index(k), Ts.index(T)
            if score is None:
                panel.text(column, row, "inf", ha="center", va="center", fontsize=7)
            elif len(Ts) <= MOST_NAMED:
                panel.text(
                    column,
                    row,
                    f"{float(score):.4g}",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color="white" if float(score) < _middle(known) else "black",
                )
        panel.set_xticks(*_ticks(Ts))
        panel.set_yticks(*_ticks(ks))
        panel.set_xlabel("horizon T")
        panel.set_ylabel("arms k")
        panel.set_title(f"largest {what} found for {policy}")
        figure.colorbar(image, ax=panel)
    return figure


def _height(cells: Cells, k: int, T: int) -> float:
    score = cells.get((k, T))
    return nan if score is None or score > LARGEST else float(score)


def _middle(known: list[float]) -> float:
    return (min(known) + max(known)) / 2 if known else 0.0


def _ticks(numbers: list[int]) -> tuple[list[int], list[str]]:
    step = -(-len(numbers) // MOST_NAMED)
    places = list(range(0, len(numbers), step))
    return places, [str(numbers[place]) for place in places]
