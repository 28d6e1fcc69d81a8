"""One slice of work: the same function whether it runs here, in a child process or on a cluster.

Tasks and results are plain JSON documents, so they travel over any wire.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from counterexample_search.databases import database_for
from counterexample_search.objective import Evaluation, Goal, Score
from counterexample_search.problem import Problem
from counterexample_search.searcher import Budget, BudgetSpentError, Fault, Searcher
from counterexample_search.store import Held
from imab_verify.kernel import ArmClass
from imab_verify.model.files import instance_from_json, instance_to_json
from imab_verify.model.rationals import parse_rational, show_rational

if TYPE_CHECKING:
    from collections.abc import Callable

    from imab_verify.model.instances import Instance

SHARE = 0.85
"""This part of the time is for finding, the rest for simplifying and judging."""
STEP = 20
"""Progress is told after so many evaluations."""


@dataclass(frozen=True, slots=True)
class Task:
    """A slice to be done: at most `evaluations` of them, and for at most `seconds`."""

    problem: Problem
    seed: int
    number: int
    evaluations: int | None = None
    seconds: float | None = None
    incumbent: Held | None = None
    database: str | None = None
    redis: str | None = None


@dataclass(slots=True)
class Result:
    """What a slice found: its best record (judged, if it stands) and what went wrong."""

    evaluations: int
    seconds: float
    held: Held | None
    refused: Instance | None = None
    faults: list[Fault] = field(default_factory=list)


class Listener:
    """Is told what happens during a slice; this one does not care."""

    def improved(self, held: Held) -> None:
        """A new best, not judged yet."""

    def progress(self, evaluations: int) -> None:
        """So many evaluations are made."""

    def watch(self, instance: Instance | None) -> None:
        """The policy is about to play this instance, or (None) is done with it."""

    def stopped(self) -> bool:
        """Whether to end now."""
        return False


def run_slice(task: Task, listener: Listener | None = None) -> Result:
    """Do a slice, and judge its best."""
    tell = listener or Listener()
    start = time.monotonic()
    budget = Budget(task.evaluations, stop=tell.stopped)
    if task.seconds is not None:
        budget.deadline = start + SHARE * task.seconds
    searcher = Searcher(
        task.problem,
        task.seed,
        budget,
        improved=lambda found: tell.improved(Held(found, None, judged=False)),
        watch=_watcher(tell, budget) if task.problem.foreign else _counter(tell, budget),
        database=database_for(task.problem, task.database, task.redis),
    )
    before = task.incumbent
    if before is not None:
        searcher.best, searcher.limit = before.evaluation, before.limit
        searcher.skip(before.evaluation.instance, polished=before.limit is not None)
    _within(lambda: searcher.slice(task.number))
    if searcher.best is not None and (before is None or searcher.best != before.evaluation):
        if task.seconds is not None:
            budget.deadline = start + task.seconds
        _within(searcher.simplify)
    return _result(searcher, start)


def _within(work: Callable[[], None]) -> None:
    with suppress(BudgetSpentError):
        work()


def _result(searcher: Searcher, start: float) -> Result:
    best = searcher.best
    record = searcher.judged()
    held = Held(record.evaluation, searcher.limit, judged=True) if record is not None else None
    refused = best.instance if best is not None and record is None else None
    seconds = time.monotonic() - start
    return Result(searcher.budget.used, seconds, held, refused, searcher.faults)


def _counter(tell: Listener, budget: Budget) -> Callable[[Instance | None], None]:
    """Tell the progress now and then."""

    def watch(instance: Instance | None) -> None:
        if instance is None and budget.used % STEP == 0:
            tell.progress(budget.used)

    return watch


def _watcher(tell: Listener, budget: Budget) -> Callable[[Instance | None], None]:
    """Tell every evaluation too, since it may be the last."""
    count = _counter(tell, budget)

    def watch(instance: Instance | None) -> None:
        tell.watch(instance)
        count(instance)

    return watch


# --- documents ---------------------------------------------------------------------------------


def task_to_json(task: Task) -> dict[str, Any]:
    """Give the document of a task."""
    problem = task.problem
    return {
        "policy": problem.policy,
        "options": dict(problem.options),
        "goal": str(problem.goal),
        "class": str(problem.kind),
        "k": problem.k,
        "T": problem.T,
        "seed": task.seed,
        "number": task.number,
        "evaluations": task.evaluations,
        "seconds": task.seconds,
        "incumbent": held_to_json(task.incumbent),
        "database": task.database,
        "redis": task.redis,
    }


def task_from_json(doc: dict[str, Any]) -> Task:
    """Give the task of a document."""
    problem = Problem(
        doc["policy"],
        doc["k"],
        doc["T"],
        tuple(sorted(doc["options"].items())),
        Goal(doc["goal"]),
        ArmClass(doc["class"]),
    )
    return Task(
        problem,
        doc["seed"],
        doc["number"],
        doc["evaluations"],
        doc["seconds"],
        held_from_json(doc["incumbent"]),
        doc["database"],
        doc["redis"],
    )


def held_to_json(held: Held | None) -> dict[str, Any] | None:
    """Give the document of a record."""
    if held is None:
        return None
    found = held.evaluation
    value = found.score.value
    return {
        "score": None if value is None else show_rational(value),
        "instance": instance_to_json(found.instance),
        "horizon": found.horizon,
        "pulls": None if found.pulls is None else list(found.pulls),
        "limit": None if held.limit is None else show_rational(held.limit),
        "judged": held.judged,
    }


def held_from_json(doc: dict[str, Any] | None) -> Held | None:
    """Give the record of a document."""
    if doc is None:
        return None
    where = "a record"
    evaluation = Evaluation(
        instance_from_json(doc["instance"], where),
        Score(None if doc["score"] is None else parse_rational(doc["score"], where)),
        doc["horizon"],
        None if doc["pulls"] is None else tuple(doc["pulls"]),
    )
    limit = None if doc["limit"] is None else parse_rational(doc["limit"], where)
    return Held(evaluation, limit, doc["judged"])


def result_to_json(result: Result) -> dict[str, Any]:
    """Give the document of a result."""
    return {
        "evaluations": result.evaluations,
        "seconds": result.seconds,
        "held": held_to_json(result.held),
        "refused": None if result.refused is None else instance_to_json(result.refused),
        "faults": [[f.sentence, instance_to_json(f.instance)] for f in result.faults],
    }


def result_from_json(doc: dict[str, Any]) -> Result:
    """Give the result of a document."""
    where = "a result"
    return Result(
        doc["evaluations"],
        doc["seconds"],
        held_from_json(doc["held"]),
        None if doc["refused"] is None else instance_from_json(doc["refused"], where),
        [Fault(instance_from_json(shown, where), text) for text, shown in doc["faults"]],
    )
