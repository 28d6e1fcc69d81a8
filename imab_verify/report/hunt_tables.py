"""A hunt on the terminal: its cells, live while it goes on; a claim; faults."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table

from counterexample_search.campaign import Campaign
from counterexample_search.judging import NOT_STANDING, Record
from counterexample_search.problem import Goal
from counterexample_search.store import Cell, StoredClaim
from imab_verify.errors import quote
from imab_verify.model.files import instance_to_json
from imab_verify.report.run_tables import arms_table, sketch_arms
from imab_verify.report.terminal import cell as shown_cell
from imab_verify.report.terminal import console, count, table
from imab_verify.simulation.stepwise import FinishedRun

MOST_ROWS = 24
EVERY = 0.25
"""Seconds between two pictures."""
LONG = 600
"""Arms of a fault that take more characters are left to --json."""
SETTLES = "exact engine"
NAMES = {
    Goal.RATIO: "OPT/ALG",
    Goal.ANYTIME: "OPT/ALG at some t <= T",
    Goal.REGRET: "OPT - ALG",
}


def show_cells(screen: Console, cells: Sequence[Cell], *, interrupted: bool) -> None:
    """Print the cells as a table, and of a single cell the arms of its record too."""
    first = cells[0].problem
    how = ", interrupted" if interrupted else ""
    screen.print(f"hunt against {quote(first.policy)}, arms of class {first.kind}{how}")
    screen.print(cells_table(cells))
    if len(cells) == 1 and cells[0].best is not None:
        record = cells[0].best.evaluation
        if record.pulls is not None:
            alg = record.instance.collected(record.pulls)
            run = FinishedRun(record.instance, first.policy, record.horizon, record.pulls, alg)
            screen.print(arms_table(run))
        confirmation = cells[0].best.confirmation
        how = "judged by the kernel" if confirmation.by_kernel else "played and computed again"
        screen.print(f"the instance in full: --json; {how} at T = {record.horizon}")
        for name in confirmation.rests_on(first.policy):
            screen.print(f"rests on {name}")
    if any(cell.best is not None and cell.best.supremum is not None for cell in cells):
        screen.print("supremum: as the engines have it, not certified here")


def fault_sentences(cells: Sequence[Cell]) -> Iterator[str]:
    """Name what a policy did wrong, with the arms that show it if they are not too long."""
    for cell in cells:
        for fault in cell.faults:
            arms = json.dumps(instance_to_json(fault.instance)["arms"])
            where = arms if len(arms) <= LONG else "in --json"
            yield f"{_size(cell)}: {fault.sentence} (the arms: {where})"


def cells_table(cells: Sequence[Cell]) -> Table:
    """Show every cell: its best score, the supremum if it is not attained, and the work done."""
    columns = ["supremum", "found by", "evaluations", "seconds"]
    rows = _empty_table(cells[0].problem.goal, columns)
    for cell in cells[:MOST_ROWS]:
        limit = cell.best.supremum if cell.best is not None else None
        attained = cell.best is not None and limit == cell.best.score.value
        rows.add_row(
            str(cell.problem.k),
            count(cell.problem.T),
            _score(cell.best),
            "" if limit is None else "attained" if attained else shown_cell(limit),
            _show_finder(cell.best),
            str(cell.evaluations),
            f"{cell.seconds:.1f}",
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
    rows = _empty_table(records[0][0].goal, ["found by", "best and most pulled arm", "runs"])
    for problem, held, evaluations in records[:MOST_ROWS]:
        picture = "" if held is None else _picture(held)
        score = _score(held), _show_finder(held), picture
        rows.add_row(str(problem.k), count(problem.T), *score, str(evaluations))
    if len(records) > MOST_ROWS:
        rows.add_row("...", f"{len(records) - MOST_ROWS} more")
    made = campaign.evaluations()
    speed = made / max(time.monotonic() - campaign.start, 0.001)
    left = campaign.time_left()
    rows.caption = f"{speed:.0f} evaluations/s" + ("" if left is None else f", {left:.0f} s left")
    return rows


def _empty_table(goal: Goal, columns: Sequence[str]) -> Table:
    return table(["k", "T"], [NAMES[goal], *columns])


def _show_finder(held: Record | None) -> str:
    if held is None:
        return ""
    settled = held.settled and held.found_by != SETTLES
    return f"{held.found_by} (settled)" if settled else held.found_by


def _picture(held: Record) -> str:
    """The optimal arm, and the one with most pulls among the others, as rows of bars."""
    record = held.evaluation
    best = record.instance.opt_arm(record.horizon)
    arms = [best]
    if record.pulls is not None and record.instance.k > 1:
        others = [i for i in range(record.instance.k) if i != best]
        arms.append(max(others, key=record.pulls.__getitem__))
    return " ".join(f"|{bars}|" for bars in sketch_arms(record.instance, record.horizon, arms, 8))


def show_holdings(
    screen: Console, store: str, cells: Sequence[Cell], claims: Sequence[StoredClaim]
) -> None:
    """Print what a store holds."""
    told = [_counted(len(cells), "cell")] if cells or not claims else []
    told += [_counted(len(claims), "claim")] if claims else []
    screen.print(f"{quote(store)}: {', '.join(told)}")
    rows = table(["policy", "k", "T"], ["score", "found by", "runs", "open", "faults"])
    for held in cells:
        problem = held.problem
        goal = "" if problem.goal == Goal.RATIO else f" ({problem.goal})"
        rows.add_row(
            f"{quote(problem.policy)}{goal}",
            str(problem.k),
            count(problem.T),
            _score(held.best),
            _show_finder(held.best),
            str(held.evaluations),
            f"{held.open_slices}/{held.slices}",
            str(len(held.faults)),
        )
    if cells:
        screen.print(rows)
    for held in cells:
        for fault in held.faults:
            if fault.sentence.startswith(NOT_STANDING):
                where = quote(f"{held.problem.policy} at {_size(held)}")
                screen.print(f"{where}, not judged: {fault.sentence}")
    for claim in claims:
        doubtful = "a certificate that does not stand" if claim.work.certificate else ""
        outcome = "refuted" if claim.refuted else doubtful or "no violation found"
        tried = _counted(claim.work.evaluations, "evaluation")
        screen.print(f"{outcome} in {tried}: {claim.statement}")
        for cell in claim.cells[:MOST_ROWS]:
            screen.print(f"  for {quote(cell)}")
        if len(claim.cells) > MOST_ROWS:
            screen.print(f"  and {_counted(len(claim.cells) - MOST_ROWS, 'cell')} more")


def _size(cell: Cell) -> str:
    return f"k = {cell.problem.k}, T = {cell.problem.T}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _score(held: Record | None) -> str:
    if held is None:
        return "-"
    value = held.score.value
    return "inf" if value is None else shown_cell(value)
