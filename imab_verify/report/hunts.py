"""A hunt as JSON documents, as CSV, and on the terminal: its cells, live while it goes on.

In documents rationals are text, and arms are counted from 1.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.live import Live
from rich.table import Table

from counterexample_search.campaign import Campaign
from counterexample_search.judging import NOT_STANDING, Record
from counterexample_search.problem import Goal, Problem
from counterexample_search.store import Cell, StoredClaim
from imab_verify.deciding.certify import Certified
from imab_verify.errors import quote
from imab_verify.model.files import instance_to_json
from imab_verify.model.rationals import show_ratio
from imab_verify.report import counterexamples
from imab_verify.report.outlines import count_of
from imab_verify.report.runs import arms_table
from imab_verify.report.terminal import console, count, pair, table
from imab_verify.simulation.stepwise import FinishedRun, ratio

if TYPE_CHECKING:
    from rich.console import Console


COLUMNS = ("policy", "objective", "k", "T", "score", "supremum", "horizon", "pulls",
           "evaluations", "seconds", "faults")  # fmt: skip


def cells_document(cells: Sequence[Cell], *, interrupted: bool) -> dict[str, Any]:
    """Every cell, and the best of all."""
    top = best_cell(cells)
    first = cells[0].problem
    return {
        "policy": first.policy,
        "objective": str(first.goal),
        "best": None if top is None else _best_document(top),
        "evaluations": sum(cell.evaluations for cell in cells),
        "seconds": round(sum(cell.seconds for cell in cells), 3),
        "interrupted": interrupted,
        "cells": [_cell_document(cell) for cell in cells],
    }


def best_cell(cells: Sequence[Cell]) -> Cell | None:
    """The cell with the largest score, if any has one."""
    scored = [(cell.best.score, cell) for cell in cells if cell.best is not None]
    return max(scored, key=lambda pair: pair[0])[1] if scored else None


def _cell_document(cell: Cell) -> dict[str, Any]:
    return {
        "k": cell.problem.k,
        "T": cell.problem.T,
        "best": _best_document(cell),
        "evaluations": cell.evaluations,
        "seconds": round(cell.seconds, 3),
        "faults": [
            {"fault": fault.sentence, "instance": instance_to_json(fault.instance)}
            for fault in cell.faults
        ],
    }


def _best_document(cell: Cell) -> dict[str, Any] | None:
    """The record of a cell; `supremum` is what instances that play like it come close to."""
    if cell.best is None:
        return None
    record, limit = cell.best.evaluation, cell.best.supremum
    opt, score = record.instance.opt(record.horizon), record.score.value
    regret = score if cell.problem.goal is Goal.REGRET else None
    return {
        "score": show_ratio(score),
        "ratio": show_ratio(score if regret is None else ratio(opt, opt - regret)),
        "supremum": None if limit is None else show_ratio(limit),
        "k": cell.problem.k,
        "T": cell.problem.T,
        "horizon": record.horizon,
        "pulls": None if record.pulls is None else list(record.pulls),
        "opt_arm": record.instance.opt_arm(record.horizon) + 1,
        "judged": cell.best.confirmation.by_kernel,
        "rests_on": list(cell.best.confirmation.rests_on(cell.problem.policy)),
        "found_by": cell.best.found_by,
        "settled": cell.best.settled,
        "instance": instance_to_json(record.instance),
    }


def holdings_document(
    store: str, cells: Sequence[Cell], claims: Sequence[StoredClaim]
) -> dict[str, Any]:
    """The cells and claims of a store as JSON."""
    return {
        "store": store,
        "cells": [_held_document(cell) for cell in cells],
        "claims": [
            {
                "statement": claim.statement,
                "cells": list(claim.cells),
                "calls": claim.work.calls,
                "evaluations": claim.work.evaluations,
                "refuted": claim.refuted,
            }
            for claim in claims
        ],
    }


def _held_document(cell: Cell) -> dict[str, Any]:
    """A cell of a store, with its slices and the history of its record."""
    known = _cell_document(cell)
    best = known.pop("best") or {"score": None, "judged": False, "found_by": "", "instance": None}
    return known | {
        "policy": cell.problem.policy,
        "objective": cell.problem.goal,
        "key": cell.problem.key,
        **{name: best[name] for name in ("score", "judged", "found_by", "instance")},
        "slices": cell.slices,
        "open_slices": cell.open_slices,
        "faults": [fault.sentence for fault in cell.faults],
        "history": [
            {
                "seconds": round(step.seconds, 3),
                "score": show_ratio(step.score.value),
                "found_by": step.layer,
            }
            for step in cell.history
        ],
    }


def cells_csv(cells: Sequence[Cell]) -> str:
    """A row for every cell, with exact numbers."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for cell in cells:
        problem, best = cell.problem, _best_document(cell) or {}
        writer.writerow(
            [
                *(problem.policy, problem.goal, problem.k, problem.T),
                *(best.get(name) or "" for name in ("score", "supremum", "horizon")),
                " ".join(map(str, best.get("pulls") or [])),
                *(cell.evaluations, f"{cell.seconds:.3f}", len(cell.faults)),
            ]
        )
    return text.getvalue()


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
    rows = [(c.problem, c.best, (_supremum(c), c.evaluations, f"{c.seconds:.1f}")) for c in cells]
    screen.print(_cells_table(rows, ["supremum", "evaluations", "seconds"]))
    worst = best_cell(cells)
    if len(cells) > 1 and worst is not None:
        screen.print(f"worst {NAMES[first.goal]}: {_score(worst.best)}, at {_size(worst)}")
    if len(cells) == 1 and cells[0].best is not None:
        record = cells[0].best.evaluation
        if record.pulls is not None:
            alg = record.instance.collected(record.pulls)
            run = FinishedRun(record.instance, first.policy, record.horizon, alg, record.pulls)
            screen.print(arms_table(run))
        confirmation = cells[0].best.confirmation
        how = "judged by the kernel" if confirmation.by_kernel else "played and computed again"
        screen.print(f"the instance in full: --json; {how} at T = {record.horizon}")
        for name in confirmation.rests_on(first.policy):
            screen.print(f"rests on {name}")
    if any(cell.best is not None and cell.best.supremum is not None for cell in cells):
        screen.print("supremum: as the engines have it, not certified here")


def fault_sentences(cells: Sequence[Cell]) -> Iterator[str]:
    """A sentence for each fault of a policy, with arms that show it if they are short."""
    for cell in cells:
        for fault in cell.faults:
            arms = json.dumps(instance_to_json(fault.instance)["arms"])
            where = arms if len(arms) <= LONG else "in --json"
            yield f"{_size(cell)}: {fault.sentence} (the arms: {where})"


def _cells_table(
    cells: Sequence[tuple[Problem, Record | None, Sequence[object]]], columns: Sequence[str]
) -> Table:
    """A row for each of the first cells: its size, the best score, and what is in the columns."""
    rows = table(["k", "T"], [NAMES[cells[0][0].goal], "found by", *columns])
    for problem, held, more in cells[:MOST_ROWS]:
        size = str(problem.k), count(problem.T)
        rows.add_row(*size, _score(held), _show_finder(held), *map(str, more))
    if len(cells) > MOST_ROWS:
        rows.add_row("...", f"{len(cells) - MOST_ROWS} more")
    return rows


def _supremum(cell: Cell) -> str:
    """The supremum that the record of a cell comes close to."""
    limit = None if cell.best is None else cell.best.supremum
    if cell.best is None or limit is None:
        return ""
    return "attained" if limit == cell.best.score.value else pair(limit)


@contextmanager
def live() -> Iterator[Callable[[Campaign], None]]:
    """A picture of a campaign while it runs, on a terminal only, and the function to refresh it."""
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
    rows = _cells_table([(problem, held, (made,)) for problem, held, made in records], ["runs"])
    speed = campaign.evaluations() / max(time.monotonic() - campaign.start, 0.001)
    left = campaign.time_left()
    rows.caption = f"{speed:.0f} evaluations/s" + ("" if left is None else f", {left:.0f} s left")
    return rows


def _show_finder(held: Record | None) -> str:
    if held is None:
        return ""
    settled = held.settled and held.found_by != SETTLES
    return f"{held.found_by} (settled)" if settled else held.found_by


def show_holdings(
    screen: Console, store: str, cells: Sequence[Cell], claims: Sequence[StoredClaim]
) -> None:
    """Print what a store holds."""
    told = [count_of(len(cells), "cell")] if cells or not claims else []
    told += [count_of(len(claims), "claim")] if claims else []
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
        tried = count_of(claim.work.evaluations, "evaluation")
        screen.print(f"{outcome} in {tried}: {claim.statement}")
        for cell in claim.cells[:MOST_ROWS]:
            screen.print(f"  for {quote(cell)}")
        if len(claim.cells) > MOST_ROWS:
            screen.print(f"  and {count_of(len(claim.cells) - MOST_ROWS, 'cell')} more")


def _size(cell: Cell) -> str:
    return f"k = {cell.problem.k}, T = {cell.problem.T}"


def _score(held: Record | None) -> str:
    return "-" if held is None else pair(held.score.value)


def claim_document(statement: str, certified: Certified | None, evaluations: int) -> dict[str, Any]:
    """A claim, refuted by its counterexample or left open."""
    point = None
    if certified is not None:
        point = counterexamples.document(counterexamples.counterexample(certified.judgement))
    return {
        "statement": statement,
        "verdict": "unknown" if certified is None else certified.verdict.value,
        "counterexample": point,
        "evaluations": evaluations,
    }


def show_claim(
    screen: Console, statement: str, certified: Certified | None, evaluations: int
) -> None:
    """Print what came out of the hunt for a violation of a claim."""
    screen.print(f"claim: {statement}")
    if certified is None:
        screen.print(f"no violation found in {evaluations} evaluations")
        return
    screen.print(f"{certified.verdict.value}, as the kernel confirms ({evaluations} evaluations)")
    for text in counterexamples.lines(counterexamples.counterexample(certified.judgement)):
        screen.print(text)
