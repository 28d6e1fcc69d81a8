"""A campaign: many cells, one budget, one store."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from counterexample_search.interrupts import Interrupt
from counterexample_search.slices import Task
from counterexample_search.workers import (
    TIME_LIMIT,
    Broken,
    Children,
    Cluster,
    Counted,
    Event,
    Finished,
    Improved,
    Inline,
    Pool,
)
from imab_verify.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from counterexample_search.problem import Problem
    from counterexample_search.slices import Result
    from counterexample_search.store import Held, Store
    from imab_verify.model.instances import Instance

LEAST = 0.3
"""A slice of fewer seconds is not worth starting."""
REMOTE = 10.0
"""On a cluster a slice takes at most so many seconds, as it reports only at its end."""
MOST_BROKEN = 5
"""A cell whose slices break so often is given up."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How much to spend, and where.

    seconds: for this call, shared by the cells. evaluations: for all cells together, those that
    are in the store already included.
    """

    seed: int = 0
    seconds: float | None = None
    evaluations: int | None = None
    workers: int = 1
    scheduler: str | None = None
    limit: float = TIME_LIMIT
    database: str | None = None
    redis: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """What is known about one cell."""

    problem: Problem
    best: Held | None
    evaluations: int
    seconds: float
    faults: list[tuple[str, Instance]]


@dataclass(slots=True)
class _Under:
    """A slice under way."""

    cell: int
    number: int
    start: float
    evaluations: int | None
    made: int = 0


@dataclass(slots=True)
class Campaign:
    """The state of a campaign under way. `refresh` is called now and then, to show it."""

    problems: Sequence[Problem]
    settings: Settings
    store: Store
    refresh: Callable[[Campaign], None] = lambda _: None
    interrupted: bool = False
    start: float = field(default_factory=time.monotonic)
    _cells: list[int] = field(default_factory=list)
    _under: dict[int, _Under] = field(default_factory=dict)
    _handed: Counter[int] = field(default_factory=Counter)
    _broken: Counter[int] = field(default_factory=Counter)
    _tickets: int = 0
    _done: int = 0

    def run(self) -> None:
        """Spend the budget; an interrupt from the keyboard ends it early, and cleanly."""
        self._cells = [self.store.cell(problem) for problem in self.problems]
        with Interrupt() as interrupt:
            pool = self._pool(interrupt)
            try:
                while not interrupt.asked:
                    self._hand_out(pool)
                    if not self._under:
                        break
                    pool.wait(self._handle)
                    self.refresh(self)
            finally:
                pool.close()
                self._under.clear()
            self.interrupted = interrupt.asked
            self._judge_the_rest()

    def cells(self) -> list[Cell]:
        """Give what is known about every cell, as judged by the kernel."""
        return [
            Cell(
                problem,
                self.store.best(cell, judged_only=True),
                *self.store.totals(cell)[:2],
                self.store.faults(cell),
            )
            for problem, cell in zip(self.problems, self._cells, strict=True)
        ]

    def records(self) -> list[tuple[Problem, Held | None, int]]:
        """Give the best so far of every cell, judged or not, and its evaluations."""
        return [
            (problem, self.store.best(cell), self.store.totals(cell)[0])
            for problem, cell in zip(self.problems, self._cells, strict=True)
        ]

    def made(self) -> int:
        """Count the evaluations of this call so far."""
        return self._done + sum(under.made for under in self._under.values())

    def time_left(self) -> float | None:
        """Give the seconds that are left, if they are counted."""
        if self.settings.seconds is None:
            return None
        return max(0.0, self.start + self.settings.seconds - time.monotonic())

    # --- handing out ---------------------------------------------------------------------------

    def _pool(self, interrupt: Interrupt) -> Pool:
        settings = self.settings
        if settings.scheduler is not None:
            return Cluster(settings.scheduler, settings.limit)
        if settings.workers > 1 or any(problem.foreign for problem in self.problems):
            return Children(settings.workers, settings.limit)
        return Inline(interrupt)

    def _hand_out(self, pool: Pool) -> None:
        while pool.free:
            task = self._next()
            if task is None:
                return
            cell, number, ready = task
            ticket, self._tickets = self._tickets, self._tickets + 1
            self._under[ticket] = _Under(cell, number, time.monotonic(), ready.evaluations)
            pool.submit(ticket, ready)

    def _next(self) -> tuple[int, int, Task] | None:
        """Choose the open cell with fewest slices in this call, and cut a slice of it."""
        seconds = self._slice_seconds()
        if seconds is not None and seconds < LEAST:
            return None
        order = sorted(range(len(self._cells)), key=lambda i: (self._handed[self._cells[i]], i))
        for i in order:
            cell = self._cells[i]
            evaluations = self._evaluations_left(cell)
            best = self.store.best(cell)
            done = best is not None and best.evaluation.score.infinite
            if done or evaluations == 0 or self._broken[cell] >= MOST_BROKEN:
                continue
            self._handed[cell] += 1
            number = self.store.reserve(cell)
            settings = self.settings
            task = Task(
                self.problems[i],
                settings.seed,
                number,
                evaluations,
                seconds,
                best,
                settings.database,
                settings.redis,
            )
            return cell, number, task
        return None

    def _slice_seconds(self) -> float | None:
        """Share the time that is left among the cells that have had nothing yet."""
        left = self.time_left()
        if left is None:
            return REMOTE if self.settings.scheduler is not None else None
        fresh = sum(1 for cell in self._cells if not self._handed[cell])
        share = left * self.settings.workers / max(fresh, 1)
        longest = REMOTE if self.settings.scheduler is not None else left
        return min(left, longest, max(share, LEAST))

    def _evaluations_left(self, cell: int) -> int | None:
        """Give what the cell may still spend of its share; slices under way have theirs."""
        total = self.settings.evaluations
        if total is None:
            return None
        share = total // len(self._cells) + (self._cells.index(cell) < total % len(self._cells))
        used = self.store.totals(cell)[0]
        promised = sum(
            max((u.evaluations or 0) - u.made, 0) for u in self._under.values() if u.cell == cell
        )
        return max(share - used - promised, 0)

    # --- what happens --------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        under = self._under.get(event.ticket)
        if under is None:
            return
        cell, number = under.cell, under.number
        seconds = time.monotonic() - under.start
        match event:
            case Improved(held=held):
                self.store.improve(cell, number, held)
                self.refresh(self)
            case Counted(evaluations=made):
                under.made = made
                self.store.progress(cell, number, made, seconds)
                self.refresh(self)
            case Finished(result=result):
                self._done += result.evaluations
                self._finish(cell, number, result)
                self.store.progress(cell, number, result.evaluations, result.seconds, done=True)
                del self._under[event.ticket]
            case Broken(sentence=sentence, instance=instance, fatal=fatal):
                if fatal:
                    raise InputError(sentence)
                self._broken[cell] += 1
                if instance is not None:
                    self._blame(cell, sentence, instance)
                self.store.progress(cell, number, under.made, seconds, done=True)
                del self._under[event.ticket]

    def _finish(self, cell: int, number: int, result: Result) -> None:
        if result.refused is not None:
            self.store.discard(cell, result.refused)
        if result.held is not None:
            best = self.store.best(cell)
            if best is None or best.evaluation.score <= result.held.evaluation.score:
                self.store.improve(cell, number, result.held)
        for fault in result.faults:
            self.store.fault(cell, fault.sentence, fault.instance)

    def _blame(self, cell: int, sentence: str, instance: Instance) -> None:
        """Keep a fault with its instance; a record on that instance does not stand."""
        self.store.fault(cell, sentence, instance)
        best = self.store.best(cell)
        if best is not None and not best.judged and best.evaluation.instance == instance:
            self.store.discard(cell, instance)

    def _judge_the_rest(self) -> None:
        """Judge records whose slice did not live to do so: a slice without evaluations."""
        pending = [
            (problem, cell, best)
            for problem, cell in zip(self.problems, self._cells, strict=True)
            if (best := self.store.best(cell)) is not None and not best.judged
        ]
        if not pending:
            return
        foreign = any(problem.foreign for problem, _, _ in pending)
        pool: Pool = Children(1, self.settings.limit) if foreign else Inline()
        try:
            for problem, cell, best in pending:
                self._under = {0: _Under(cell, self.store.reserve(cell), time.monotonic(), 0)}
                pool.submit(0, Task(problem, self.settings.seed, 0, 0, None, best))
                while self._under:
                    pool.wait(self._handle)
        finally:
            pool.close()
