"""A campaign: many cells, one budget, one store."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from counterexample_search.interrupts import Interrupt
from counterexample_search.judge import NOT_STANDING, VOID, judge_in, judge_text
from counterexample_search.settings import JUDGED_RUNS, Settings, fault_of
from counterexample_search.slices import (
    SHARE,
    STEP,
    Improved,
    Progress,
    Result,
    Task,
    judge_anew,
    run_slice,
)
from counterexample_search.standing import MOST_BROKEN
from counterexample_search.store import Store, StoreError
from imab_verify.errors import InputError
from imab_verify.processes import MEMORY, Cause, Failure, Here, LostError, Team, team

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from counterexample_search.problem import Problem
    from counterexample_search.store import Held, Improvement
    from imab_verify.model.instances import Instance

LEAST = 0.3
"""A slice of fewer seconds is not worth starting."""
REMOTE = 10.0
"""On a cluster a slice takes at most so many seconds, as it reports only at its end."""
LEAST_LIMIT = 2.0
"""So many seconds a run may take in the shortest call, if the time limit allows."""
JUDGING = -1
"""The number of a slice that only judges; the store has none such."""
CHANGED = "plays it otherwise now: changed, or not deterministic"
"""What is said of a policy whose stored record does not stand any more."""


@dataclass(frozen=True, slots=True)
class CellRecord:
    """What is known about one cell."""

    problem: Problem
    best: Held | None
    evaluations: int
    seconds: float
    faults: list[tuple[str, Instance]]
    history: tuple[Improvement, ...] = field(default=(), compare=False)


@dataclass(slots=True)
class _Under:
    """A slice under way: so many evaluations made, and what is being played, if that is told."""

    cell: int
    start: float
    evaluations: int | None
    made: int = 0
    playing: Instance | None = None


@dataclass(frozen=True, slots=True)
class Hunt:
    """What came out: every cell, whether it was interrupted, and what went wrong around it."""

    cells: list[CellRecord]
    interrupted: bool
    troubles: tuple[str, ...] = ()


def hunt_cells(
    problems: Sequence[Problem],
    settings: Settings,
    store: str | None = None,
    refresh: Callable[[Campaign], None] = lambda _: None,
) -> Hunt:
    """Hunt in all cells, with the given store or one that is thrown away."""
    if store is not None:
        settings = replace(settings, database=f"{store}.examples")
    with TemporaryDirectory() as spare, Store(store or Path(spare) / "hunt.db") as opened:
        campaign = Campaign(problems, settings, opened, refresh)
        campaign.run()
        return Hunt(campaign.cells(), campaign.interrupted, tuple(campaign.troubles))


@dataclass(slots=True)
class Campaign:
    """The state of a campaign under way. `refresh` is called now and then, to show it.

    A store that cannot be written any more, or a cluster that is gone, ends the campaign; this is
    one of its `troubles`, and what was found and could not be stored is kept here.

    What a policy of the user's own did, in this call or in an earlier one, is reported only if it
    plays the same in a process of this call that has not searched.
    """

    problems: Sequence[Problem]
    settings: Settings
    store: Store
    refresh: Callable[[Campaign], None] = lambda _: None
    interrupted: bool = False
    start: float = field(default_factory=time.monotonic)
    _cells: list[int] = field(default_factory=list)
    _under: dict[tuple[Problem, int], _Under] = field(default_factory=dict)
    _handed: Counter[int] = field(default_factory=Counter)
    _broken: Counter[int] = field(default_factory=Counter)
    _done: int = 0
    troubles: list[str] = field(default_factory=list)
    _unstored: dict[int, Held] = field(default_factory=dict)
    _stands: dict[int, Held] = field(default_factory=dict)
    _notes: dict[int, list[tuple[str, Instance]]] = field(default_factory=dict)
    _run_seconds: dict[int, float] = field(default_factory=dict)
    _ended: bool = False

    def run(self) -> None:
        """Spend the budget; an interrupt from the keyboard ends it early, and cleanly."""
        self._cells = [self.store.cell(problem) for problem in self.problems]
        with Interrupt() as interrupt:
            self._judge_stored()
            with closing(self._team(lambda: interrupt.asked or self._ended)) as crew:
                try:
                    while not interrupt.asked and not self._ended:
                        self._hand_out(crew)
                        if not self._under:
                            break
                        self._attend(crew)
                        self.refresh(self)
                except (LostError, StoreError) as error:
                    self._trouble(error)
            self._under.clear()
            self.interrupted = interrupt.asked
            self._judge_the_rest()

    def cells(self) -> list[CellRecord]:
        """Give what is known about every cell, as judged by the kernel."""
        return [
            CellRecord(
                problem,
                self._stands.get(cell) if problem.foreign else self._judge_best(problem, cell),
                *self.store.totals(cell)[:2],
                [*self._notes.get(cell, ()), *self.store.faults(cell)],
                self.store.history(cell),
            )
            for problem, cell in zip(self.problems, self._cells, strict=True)
        ]

    def records(self) -> list[tuple[Problem, Held | None, int]]:
        """Give the best so far of every cell, judged or not, and its evaluations."""
        return [
            (problem, self._best(cell), self.store.totals(cell)[0])
            for problem, cell in zip(self.problems, self._cells, strict=True)
        ]

    def evaluations(self) -> int:
        """Count the evaluations of this call so far."""
        return self._done + sum(under.made for under in self._under.values())

    def time_left(self) -> float | None:
        """Give the seconds that are left, if they are counted."""
        if self.settings.seconds is None:
            return None
        return max(0.0, self.start + self.settings.seconds - time.monotonic())

    # --- handing out ---------------------------------------------------------------------------

    def _team(self, stopped: Callable[[], bool]) -> Team[Task, Result]:
        settings = self.settings
        foreign = any(problem.foreign for problem in self.problems)
        if settings.scheduler is None and settings.workers == 1 and not foreign:
            return Here(run_slice, stopped)
        return team(
            run_slice,
            workers=settings.workers,
            scheduler=settings.scheduler,
            memory=MEMORY if foreign else None,
        )

    def _hand_out(self, crew: Team[Task, Result]) -> None:
        while crew.free and (task := self._next()) is not None:
            self._begin(crew, task)

    def _begin(self, crew: Team[Task, Result], task: Task) -> None:
        under = _Under(self.store.cell(task.problem), time.monotonic(), task.evaluations)
        self._under[task.problem, task.number] = under
        crew.begin(task)

    def _attend(self, crew: Team[Task, Result]) -> None:
        take = self._take_judged if isinstance(crew, Here) else self._end
        for task, answer in crew.wait(self._hear):
            take(task, answer)

    def _next(self) -> Task | None:
        """Choose the open cell with fewest slices in this call, and cut a slice of it."""
        seconds = self._slice_seconds()
        if seconds is not None and seconds < LEAST:
            return None
        order = sorted(range(len(self._cells)), key=lambda i: (self._handed[self._cells[i]], i))
        for i in order:
            cell = self._cells[i]
            evaluations = self._evaluations_left(cell)
            best = self._best(cell)
            done = best is not None and (best.evaluation.score.infinite or best.settled)
            if done or evaluations == 0 or self._broken[cell] >= MOST_BROKEN:
                continue
            if seconds is not None and SHARE * seconds <= self._run_seconds.get(cell, 0.0):
                continue
            self._handed[cell] += 1
            return self._task(self.problems[i], self.store.reserve(cell), evaluations, seconds)
        return None

    def _task(
        self, problem: Problem, number: int, evaluations: int | None, seconds: float | None
    ) -> Task:
        settings = self.settings
        cell = self.store.cell(problem)
        return Task(
            problem,
            settings.seed,
            number,
            evaluations,
            seconds,
            self._limit(),
            self._best(cell),
            self.store.population(cell),
            settings.database,
        )

    def _limit(self) -> float:
        """Give the seconds for one run of an own policy: not more than the whole call has."""
        seconds, limit = self.settings.seconds, self.settings.limit
        return limit if seconds is None else min(limit, max(seconds, LEAST_LIMIT))

    def _slice_seconds(self) -> float | None:
        """Share the time that is left among the cells that have had nothing yet.

        Of a policy of the user's own what was found is still to be judged.
        """
        left = self.time_left()
        if left is None:
            return REMOTE if self.settings.scheduler is not None else None
        left = max(0.0, left - JUDGED_RUNS * sum(self._run_seconds.values()))
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

    def _hear(self, task: Task, message: Improved | Progress) -> None:
        """Take a message of a slice under way; what it tells is safe before the slice goes on."""
        under = self._under[task.problem, task.number]
        match message:
            case Improved(held):
                self._keep(under.cell, task.number, held)
            case Progress(made, playing):
                under.made, under.playing = made, playing
                if playing is not None or made % STEP:
                    return
                seconds = time.monotonic() - under.start
                self._write(lambda: self.store.progress(under.cell, task.number, made, seconds))
        self.refresh(self)

    def _end(self, task: Task, answer: Result | Failure) -> None:
        under = self._under.pop((task.problem, task.number))
        if isinstance(answer, Failure):
            self._break(task, under, answer)
            made, seconds = under.made, time.monotonic() - under.start
        else:
            self._finish(under.cell, task.number, answer)
            made, seconds = answer.evaluations, answer.seconds
        self._done += made
        self._write(lambda: self.store.progress(under.cell, task.number, made, seconds, done=True))

    def _break(self, task: Task, under: _Under, failure: Failure) -> None:
        """A slice without a result: the policy's fault, if it was playing; bad input ends all."""
        if failure.cause is Cause.INPUT:
            raise InputError(failure.reason)
        self._broken[under.cell] += 1
        if under.playing is not None:
            what = fault_of(failure, self._limit())
            self._blame(under.cell, f"policy {task.problem.policy} {what}", under.playing)
        elif failure.cause is Cause.ERROR:
            size = f"k = {task.problem.k}, T = {task.problem.T}"
            self._note(f"{size}: a part of the search broke off: {failure.reason}")

    def _finish(self, cell: int, number: int, result: Result) -> None:
        if result.unsteady:
            self._void(cell)
        self._broken[cell] += result.broken
        if self.problems[self._cells.index(cell)].foreign:
            self._run_seconds[cell] = max(self._run_seconds.get(cell, 0.0), result.run_seconds)
        if (refused := result.refused) is not None:
            self._write(lambda: self.store.discard(cell, refused))
        if result.population:
            self._write(lambda: self.store.keep_population(cell, result.population))
        if result.held is not None:
            self._keep(cell, number, result.held)
        for fault in result.faults:
            self._fault(cell, fault.sentence, fault.instance)

    # --- a store that may fail -----------------------------------------------------------------

    def _best(self, cell: int, *, judged_only: bool = False) -> Held | None:
        """The best record of a cell, in the store or not."""
        stored, mine = self.store.best(cell, judged_only=judged_only), self._unstored.get(cell)
        if mine is None or (judged_only and not mine.judged):
            return stored
        beaten = stored is not None and stored.evaluation.score > mine.evaluation.score
        return stored if beaten else mine

    def _keep(self, cell: int, number: int, held: Held) -> None:
        """Put a record into the store; if that fails, keep it here and say so."""
        if not self._write(lambda: self.store.improve(cell, number, held)):
            mine = self._unstored.get(cell)
            if mine is None or mine.evaluation.score <= held.evaluation.score:
                self._unstored[cell] = held

    def _fault(self, cell: int, sentence: str, instance: Instance) -> None:
        self._write(lambda: self.store.fault(cell, sentence, instance))

    def _write(self, action: Callable[[], object]) -> bool:
        """Write to the store, and tell whether that was possible."""
        try:
            action()
        except StoreError as error:
            self._trouble(error)
            return False
        return True

    def _trouble(self, error: InputError) -> None:
        """Say what went wrong, once, and end the campaign."""
        self._ended = True
        self._note(str(error))

    def _note(self, sentence: str) -> None:
        if sentence not in self.troubles:
            self.troubles.append(sentence)

    # --- policies that misbehave ---------------------------------------------------------------

    def _void(self, cell: int) -> None:
        """The policy of a cell is not deterministic: no record of it stands, in no cell."""
        policy = self.problems[self._cells.index(cell)].policy
        for problem, other in zip(self.problems, self._cells, strict=True):
            if problem.policy == policy:
                self._broken[other] = MOST_BROKEN
                self._unstored.pop(other, None)
                self._stands.pop(other, None)
                self._void_cell(other)

    def _void_cell(self, cell: int) -> None:
        self._write(lambda: self.store.void(cell))

    def _blame(self, cell: int, sentence: str, instance: Instance) -> None:
        """Keep a fault with its instance; a record on that instance does not stand."""
        self._fault(cell, sentence, instance)
        best = self.store.best(cell)
        if best is not None and not best.judged and best.evaluation.instance == instance:
            self._write(lambda: self.store.discard(cell, instance))

    # --- judging -------------------------------------------------------------------------------

    def _pending(self) -> list[tuple[Problem, int, Held]]:
        """The records that are still to be judged; all of an own policy that are not by this call.

        A policy may have been changed since an earlier call.
        """
        pending = []
        for problem, cell in zip(self.problems, self._cells, strict=True):
            best, stands = self._best(cell), self._stands.get(cell)
            if best is None:
                continue
            judged = bool(best.judged)
            if problem.foreign:
                judged = stands is not None and stands.evaluation == best.evaluation
            if not judged:
                pending.append((problem, cell, best))
        return pending

    def _judge_stored(self) -> None:
        """Play again what the store holds of own policies; what they play otherwise is forgotten.

        So is a cell of a policy that was not deterministic: it gets another chance.
        """
        cells = [c for c, p in zip(self._cells, self.problems, strict=True) if p.foreign]
        for problem, cell in zip(self.problems, self._cells, strict=True):
            if not problem.foreign:
                self._judge_best(problem, cell)
        for cell in cells:
            if any(sentence.endswith(VOID) for sentence, _ in self.store.faults(cell)):
                self._forget(cell)
        if cells:
            self._judge(self._pending(), self._take_stored)

    def _judge_best(self, problem: Problem, cell: int) -> Held | None:
        """The best record of a cell that stands, as judged in this process, whoever found it.

        One that does not stand is named and dropped.
        """
        while (held := self._best(cell, judged_only=True)) is not None:
            stands = self._stands.get(cell)
            if stands is None or stands.evaluation != held.evaluation:
                try:
                    standing = judge_in(problem, held.evaluation).standing
                except InputError as error:
                    instance = held.evaluation.instance
                    note = (f"{NOT_STANDING}: {error}", instance)
                    self._notes[cell] = [*self._notes.get(cell, ()), note]
                    self._drop(cell, instance)
                    if self._best(cell, judged_only=True) == held:
                        return None
                    continue
                self._stands[cell] = stands = replace(held, judged=standing)
            return replace(held, judged=stands.judged)
        return None

    def _drop(self, cell: int, instance: Instance) -> None:
        self._write(lambda: self.store.discard(cell, instance))

    def _take_stored(self, task: Task, answer: Result | Failure) -> None:
        """A stored record stands, or its cell begins again; the store says nothing of that."""
        under = self._under.pop((task.problem, task.number))
        cell, held = under.cell, task.incumbent
        if held is None:
            return
        if isinstance(answer, Failure):
            self._break(task, under, answer)
        elif answer.held is not None:
            self._stands[cell] = _judged_here(task.problem, answer.held, answer.certificate)
            self._keep(cell, JUDGING, answer.held)
        else:
            sentence = f"policy {task.problem.policy} {CHANGED}"
            self._notes[cell] = [(sentence, held.evaluation.instance)]
            self._forget(cell)

    def _forget(self, cell: int) -> None:
        self._write(lambda: self.store.forget(cell))

    def _judge_the_rest(self) -> None:
        """Judge what is not yet: own policies, and slices that did not live to do so."""
        self._judge(self._pending(), self._take_judged)

    def _take_judged(self, task: Task, answer: Result | Failure) -> None:
        cell = self._under[task.problem, task.number].cell
        self._end(task, answer)
        if isinstance(answer, Result) and answer.held is not None:
            self._stands[cell] = _judged_here(task.problem, answer.held, answer.certificate)

    def _judge(
        self,
        pending: Sequence[tuple[Problem, int, Held]],
        take: Callable[[Task, Result | Failure], None],
    ) -> None:
        """Judge records one by one: here, or those of own policies in a new process."""
        if not pending:
            return
        foreign = any(problem.foreign for problem, *_ in pending)
        crew: Team[Task, Result] = (
            team(judge_anew, workers=1, memory=MEMORY)
            if foreign
            else Here(run_slice, lambda: False)
        )
        limit = self.settings.limit
        with closing(crew):
            for problem, cell, best in pending:
                if self._best(cell) != best:  # meanwhile the policy turned out not to be one
                    continue
                self._under[problem, JUDGING] = _Under(cell, time.monotonic(), 0)
                crew.begin(Task(problem, 0, JUDGING, 0, limit=limit, incumbent=best))
                while self._under:
                    for task, answer in crew.wait(self._hear):
                        take(task, answer)


def _judged_here(problem: Problem, held: Held, certificate: str) -> Held:
    """The record of an own policy, which played elsewhere, as the kernel judges its text here."""
    if not problem.foreign:
        return held
    standing = judge_text(certificate, held.evaluation, problem.goal)
    return replace(held, judged=min(held.judged, standing))
