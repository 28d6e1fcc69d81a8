"""A heat map over cells (k, T), drawn with matplotlib, which is loaded only for a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import nan
from typing import TYPE_CHECKING

from counterexample_search.campaign import CellRecord
from imab_verify.errors import InputError
from imab_verify.report.figures import STYLE
from imab_verify.report.hunt_tables import NAMES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_NAMED = 12
"""Cells carry their number while there are at most so many columns."""
LARGEST = 10**200

Cells = Mapping[tuple[int, int], Fraction | None]
"""The score of (k, T); None is infinite."""


def draw_cells(cells: Sequence[CellRecord]) -> Figure:
    """Draw the best scores of a hunt."""
    scores = {
        (cell.problem.k, cell.problem.T): cell.best.evaluation.score.value
        for cell in cells
        if cell.best is not None
    }
    first = cells[0].problem
    return draw_heatmap(scores, first.policy, NAMES[first.goal])


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
