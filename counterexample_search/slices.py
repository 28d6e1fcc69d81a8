"""One slice of work: the same function whether it runs here, in another process or on a cluster."""

from __future__ import annotations

import time
import warnings
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.databases import database_for
from counterexample_search.judge import OtherwiseError, UnsteadyError, judge_in
from counterexample_search.problem import Problem
from counterexample_search.searcher import Searcher
from counterexample_search.settings import JUDGED_RUNS, Standing
from counterexample_search.standing import Fault
from counterexample_search.store import Held
from imab_verify.errors import InputError
from imab_verify.processes import Line

if TYPE_CHECKING:
    from collections.abc import Callable

    from imab_verify.model.instances import Instance

SHARE = 0.85
"""This part of the time is for finding, the rest for simplifying and judging."""
STEP = 20
"""Progress is told after so many evaluations."""


@dataclass(frozen=True, slots=True)
class Task:
    """A slice to be done: at most `evaluations` of them, and for at most `seconds`.

    A policy of the user's own may take `limit` seconds for one run.
    """

    problem: Problem
    seed: int
    number: int
    evaluations: int | None = None
    seconds: float | None = None
    limit: float | None = None
    incumbent: Held | None = None
    population: tuple[Instance, ...] = ()
    database: str | None = None


@dataclass(slots=True)
class Result:
    """What a slice found: its best record (judged, if it stands) and what went wrong.

    A policy of the user's own is judged elsewhere, in a process that has not searched. `unsteady`:
    the policy is not deterministic, so nothing of it stands, not even what is held from before;
    `otherwise`: it played the record in another way before. `broken` counts runs that it ended as
    if from the keyboard, `run_seconds` is what the longest run took, `certificate` what the kernel
    accepted there of a policy of the user's own.
    """

    evaluations: int
    seconds: float
    held: Held | None
    refused: Instance | None = None
    faults: list[Fault] = field(default_factory=list)
    population: tuple[Instance, ...] = ()
    unsteady: bool = False
    otherwise: bool = False
    broken: int = 0
    run_seconds: float = 0.0
    certificate: str = ""


@dataclass(frozen=True, slots=True)
class Improved:
    """What a slice says of a new best, not judged yet; it goes on once that is in the store."""

    held: Held


@dataclass(frozen=True, slots=True)
class Progress:
    """What a slice says of its evaluations; `playing` is the instance of the last one, until it
    is played.
    """

    evaluations: int
    playing: Instance | None = None


def run_slice(task: Task, line: Line | None = None) -> Result:
    """Do a slice, and judge its best, unless the policy is the user's own."""
    wire = line or Line()
    start = time.monotonic()
    budget = Budget(task.evaluations, stop=wire.stopped)
    if task.seconds is not None:
        budget.deadline = start + SHARE * task.seconds
    searcher = Searcher(
        task.problem,
        task.seed,
        budget,
        improved=lambda better: wire.tell(
            Improved(Held(better, None, Standing.NOT_YET, layer=searcher.found_by)), wait=True
        ),
        watch=_watcher(task, wire, budget),
        database=database_for(task.problem, task.database),
        population=[*task.population],
    )
    before = task.incumbent
    if before is not None:
        searcher.best, searcher.limit = before.evaluation, before.limit
        searcher.settled, searcher.found_by = before.settled, before.layer
        searcher.skip(before.evaluation.instance, polished=before.limit is not None)
    with warnings.catch_warnings():
        # Nobody reads the examples that hypothesis finds too long to print.
        warnings.filterwarnings("ignore", module="hypothesis")
        _within(lambda: searcher.slice(task.number))
    if searcher.best is not None and (before is None or searcher.best != before.evaluation):
        if task.seconds is not None:
            budget.deadline = start + task.seconds - searcher.judging
        _within(searcher.simplify)
    return _result(searcher, start)


def _within(work: Callable[[], None]) -> None:
    with suppress(BudgetSpentError):
        work()


def _result(searcher: Searcher, start: float) -> Result:
    best, foreign = searcher.best, searcher.problem.foreign
    record = None if foreign else searcher.judge_best()
    stands = foreign or record is not None
    held = None
    if best is not None and stands:
        judged = Standing.NOT_YET if record is None else record.standing
        held = Held(best, searcher.limit, judged, searcher.found_by, searcher.settled)
    return Result(
        searcher.budget.used,
        time.monotonic() - start,
        held,
        best.instance if best is not None and not stands else None,
        searcher.faults,
        tuple(searcher.population),
        searcher.unsteady,
        broken=searcher.broken,
        run_seconds=searcher.run_seconds,
    )


def judge_anew(task: Task, line: Line) -> Result:
    """Judge what is held of a policy of the user's own, in a process that has not searched.

    What the policy kept in another process, or did before it was changed, is not known here.
    """
    start, held = time.monotonic(), task.incumbent
    if held is None:
        raise ValueError("there is nothing to judge")
    instance = held.evaluation.instance
    result = Result(0, 0.0, None, instance)
    try:
        line.tell(Progress(0, instance), None if task.limit is None else JUDGED_RUNS * task.limit)
        record = judge_in(task.problem, held.evaluation)
        result.held, result.refused = replace(held, judged=record.standing), None
        result.certificate = record.certificate.text if record.certificate else ""
    except InputError as error:
        result.faults.append(Fault(instance, str(error)))
        result.otherwise = isinstance(error, OtherwiseError)
        result.unsteady = isinstance(error, UnsteadyError)
    line.tell(Progress(0))
    result.seconds = time.monotonic() - start
    return result


def _watcher(task: Task, wire: Line, budget: Budget) -> Callable[[Instance | None], None]:
    """Tell the progress now and then; of a policy of the user's own every evaluation.

    Such a policy may never come back, so what follows is limited while it plays.
    """

    def watch(instance: Instance | None) -> None:
        playing = instance is not None
        if task.problem.foreign:
            wire.tell(Progress(budget.used, instance), task.limit if playing else None)
        elif not playing and budget.used % STEP == 0:
            wire.tell(Progress(budget.used))

    return watch
