"""A hunt on the terminal: the table of its cells, live while it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.live import Live
from rich.table import Table

from counterexample_search.campaign import Campaign, Cell
from counterexample_search.problem import Problem
from counterexample_search.store import Held
from imab_verify.report.terminal import cell as shown_cell
from imab_verify.report.terminal import console, count, table

MOST_ROWS = 24
EVERY = 0.25
"""Seconds between two pictures."""
NAMES = {"ratio": "OPT/ALG", "anytime": "OPT/ALG at some t <= T", "regret": "OPT - ALG"}


def cells_table(cells: Sequence[Cell]) -> Table:
    """Show every cell: its best score, the supremum if it is not attained, and the work done."""
    rows = _started(cells[0].problem if cells else None, ["supremum", "evaluations", "seconds"])
    for found in cells[:MOST_ROWS]:
        limit = found.best.limit if found.best is not None else None
        attained = found.best is not None and limit == found.best.evaluation.score.value
        rows.add_row(
            str(found.problem.k),
            count(found.problem.T),
            _score(found.best),
            "" if limit is None else "attained" if attained else shown_cell(limit),
            str(found.evaluations),
            f"{found.seconds:.1f}",
        )
    if len(cells) > MOST_ROWS:
        rows.add_row("...", f"{len(cells) - MOST_ROWS} more")
    return rows


@contextmanager
def live() -> Iterator[Callable[[Campaign], None]]:
    """Show a campaign while it runs, on a terminal only; call the given function to refresh."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    last = 0.0
    with Live(console=screen, auto_refresh=False, transient=True) as picture:

        def refresh(campaign: Campaign) -> None:
            nonlocal last
            if time.monotonic() - last >= EVERY:
                last = time.monotonic()
                picture.update(_now(campaign), refresh=True)

        yield refresh


def _now(campaign: Campaign) -> Table:
    records = campaign.records()
    rows = _started(records[0][0], ["evaluations"])
    for problem, held, evaluations in records[:MOST_ROWS]:
        rows.add_row(str(problem.k), count(problem.T), _score(held), str(evaluations))
    if len(records) > MOST_ROWS:
        rows.add_row("...", f"{len(records) - MOST_ROWS} more")
    made = campaign.made()
    speed = made / max(time.monotonic() - campaign.start, 0.001)
    left = campaign.time_left()
    rows.caption = f"{speed:.0f} evaluations/s" + ("" if left is None else f", {left:.0f} s left")
    return rows


def _started(problem: Problem | None, columns: Sequence[str]) -> Table:
    name = NAMES[str(problem.goal)] if problem is not None else "best"
    return table(["k", "T"], [name, *columns])


def _score(held: Held | None) -> str:
    if held is None:
        return "-"
    value = held.evaluation.score.value
    return "inf" if value is None else shown_cell(value)
