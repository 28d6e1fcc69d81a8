"""A hunt in many cells: one budget, one store, slices of work in this or in other processes.

Every cell is looked at first, for as long as the time allows; then the cells with the fewest slices
get more. What was found is judged at the end, in time that is kept for it, the best first. A policy
of the user's own plays in other processes, and its records are judged in one that has not searched.
"""

from __future__ import annotations

import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from counterexample_search.budget import (
    JUDGED_RUNS,
    Budget,
    BudgetSpentError,
    Settings,
    asked_to_stop,
    fault_of,
)
from counterexample_search.judging import (
    MOST_LISTED,
    NOT_STANDING,
    VOID,
    Record,
    UnsteadyError,
    confirm_record,
    judge_text,
    replay_record,
)
from counterexample_search.problem import Fault, Problem
from counterexample_search.search import Search
from counterexample_search.store import Cell, Store, StoreError
from imab_verify.errors import InputError
from imab_verify.processes import MEMORY, Cause, Failure, Here, Line, LostError, Team, do_all, team

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance

SIMPLIFY_SHARE = 0.1
"""Part of the time of a slice for simplifying its best instance."""
STEP = 20
"""Progress is told after that many evaluations."""
LEAST = 0.1
"""A second slice of fewer seconds is not worth starting."""
REMOTE = 10.0
"""On a cluster a slice takes at most that many seconds: a worker that dies costs no more."""
LEAST_LIMIT = 2.0
"""Seconds that a run may take in the shortest call, if the time limit allows."""
MOST_BROKEN = 5
"""A cell is given up after that many slices that ended in a way that no policy may."""
MOST_REFUSED = 20
"""A cell is judged again after a record that does not stand, that many times."""
JUDGE_SECONDS, JUDGE_RATE, START_SECONDS = 0.03, 5e-5, 1.0
"""Time to judge a small record, more for each arm and pull, and to start a process for it."""
REPLAY_SECONDS = 0.002
"""Time to play a small record once more."""
JUDGE_SHARE, JUDGE_SHARE_APART = 0.3, 0.5
"""Part of all time that may be kept for judging, here and in processes apart."""
CHANGED = "plays it otherwise now: changed, or not deterministic"
"""End of the sentence about a policy whose stored record does not stand any more."""


# --- slices --------------------------------------------------------------------------------------


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
    best: Record | None = None
    begun: bool = False


@dataclass(frozen=True, slots=True)
class News:
    """A message from a slice: its evaluations, and a new best or the instance being played."""

    evaluations: int
    playing: Instance | None = None
    best: Record | None = None


@dataclass(slots=True)
class Result:
    """Outcome of a slice: its best record, not judged yet, and what went wrong; see `Search`."""

    evaluations: int
    best: Record | None
    faults: list[Fault] = field(default_factory=list)
    begun: bool = True
    run_seconds: float = 0.0


def run_slice(task: Task, line: Line | None = None) -> Result:
    """Do a slice: the same function here, in another process or on a cluster."""
    wire, start = line or Line(), time.monotonic()
    budget = Budget(task.evaluations, stop=wire.stopped)
    if task.seconds is not None:
        budget.deadline = start + (1 - SIMPLIFY_SHARE) * task.seconds

    def watch(instance: Instance | None) -> None:
        # A policy of the user's own may never come back: what follows is limited while it plays.
        playing = instance is not None
        if task.problem.foreign:
            wire.tell(News(budget.used, instance), task.limit if playing else None)
        elif not playing and budget.used % STEP == 0:
            wire.tell(News(budget.used))

    search = Search(
        task.problem,
        task.seed,
        budget,
        improved=lambda best: wire.tell(News(budget.used, best=best), urgent=True),
        watch=watch,
        best=task.best,
        begun=task.begun,
    )
    with warnings.catch_warnings():
        # Nobody reads the examples that hypothesis finds too long to print.
        warnings.filterwarnings("ignore", module="hypothesis")
        with suppress(BudgetSpentError):
            search.slice(task.number)
        if search.best != task.best:
            if task.seconds is not None:
                budget.deadline = start + task.seconds - JUDGED_RUNS * search.run_seconds
            with suppress(BudgetSpentError):
                search.simplify()
    return Result(
        budget.used,
        search.best,
        search.faults,
        search.begun,
        search.run_seconds,
    )


@dataclass(frozen=True, slots=True)
class ToJudge:
    """A record to be judged, by the kernel or only by playing it once more."""

    cell: int
    problem: Problem
    record: Record
    limit: float
    by_kernel: bool = True


def judge_apart(asked: ToJudge, line: Line) -> Record | InputError:
    """The record as judged where nothing was searched, or why it does not stand.

    Whatever a policy of the user's own kept in another process, or did before it was changed, is
    not known in this one.
    """
    line.tell(None, JUDGED_RUNS * asked.limit)
    judged = confirm_record if asked.by_kernel else replay_record
    try:
        return judged(asked.problem, asked.record)
    except InputError as error:
        return error
    finally:
        line.tell(None)


# --- hunts ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Underway:
    """A slice that was begun, and the last news of it."""

    cell: int
    start: float
    news: News = News(0)


@dataclass(slots=True)
class _Work:
    """The work of this call in one cell; `confirmed` is its record as judged in this call.

    `void`: the policy is not deterministic, so that nothing it did counts. `to_judge`: seconds.
    """

    problem: Problem
    begun: bool
    slices: int = 0
    broken: int = 0
    void: bool = False
    run_seconds: float = 0.0
    to_judge: float = 0.0
    confirmed: Record | None = None
    notes: tuple[Fault, ...] = ()

    @property
    def seconds_to_judge(self) -> float:
        """Time to judge a record of the cell, roughly; longer runs have no certificate."""
        size = min(self.problem.k * self.problem.T, MOST_LISTED)
        return JUDGE_SECONDS + JUDGE_RATE * size + JUDGED_RUNS * self.run_seconds


@dataclass(slots=True)
class Campaign:
    """The state of a hunt under way. `refresh` is called now and then, to show it.

    A store that cannot be written any more, or a cluster that is gone, ends the hunt; this is one
    of its `troubles`. A copy in memory takes the place of the store then.
    """

    problems: Sequence[Problem]
    settings: Settings
    store: Store
    refresh: Callable[[Campaign], None] = lambda _: None
    interrupted: bool = False
    start: float = field(default_factory=time.monotonic)
    troubles: list[str] = field(default_factory=list)
    _work: dict[int, _Work] = field(default_factory=dict)
    _underway: dict[tuple[Problem, int], _Underway] = field(default_factory=dict)
    _queue: deque[int] = field(default_factory=deque)
    _fresh: int = 0
    _to_judge: float = 0.0
    _done: int = 0
    _ended: bool = False
    _refused: bool = False

    def run(self) -> None:
        """Spend the budget; an interrupt from the keyboard ends it early, and cleanly."""
        for problem in self.problems:
            cell = self.store.cell(problem)
            self._work[cell] = _Work(problem, self.store.is_begun(cell))
        self._queue = deque(_spread([*self._work]))
        self._fresh = len(self._queue)
        self._to_judge = START_SECONDS if self._foreign else 0.0
        with asked_to_stop() as asked:
            self._judge_stored()
            with closing(self._team(lambda: asked() or self._ended)) as crew:
                try:
                    while not asked() and not self._ended:
                        while crew.free and (task := self._next()) is not None:
                            crew.begin(task)
                        if not self._underway:
                            break
                        for task, answer in crew.wait(self._hear):
                            self._end(task, answer)
                        self.refresh(self)
                except (LostError, StoreError) as error:
                    self._trouble(error)
            self._underway.clear()
            self.interrupted = asked()
            self._judge(at_end=True)

    def cells(self) -> list[Cell]:
        """All cells, with their records as judged in this call."""
        known = {cell: self.store.known(cell, work.problem) for cell, work in self._work.items()}
        return [
            replace(held, best=work.confirmed, faults=(*work.notes, *held.faults))
            for held, work in zip(known.values(), self._work.values(), strict=True)
        ]

    def records(self) -> list[tuple[Problem, Record | None, int]]:
        """The best so far of every cell, judged or not, and its evaluations."""
        return [
            (work.problem, self.store.best(cell), self.store.evaluations(cell))
            for cell, work in self._work.items()
        ]

    def evaluations(self) -> int:
        """Count the evaluations of this call so far."""
        return self._done + sum(one.news.evaluations for one in self._underway.values())

    def time_left(self) -> float | None:
        """Seconds that are left, if they are counted."""
        if self.settings.seconds is None:
            return None
        return max(0.0, self.start + self.settings.seconds - time.monotonic())

    # --- handing out ---------------------------------------------------------------------------

    @property
    def _foreign(self) -> bool:
        return any(problem.foreign for problem in self.problems)

    @property
    def _judge_share(self) -> float:
        return JUDGE_SHARE_APART if self._foreign else JUDGE_SHARE

    def _team(self, stopped: Callable[[], bool]) -> Team[Task, Result]:
        settings = self.settings
        if settings.scheduler is None and settings.workers == 1 and not self._foreign:
            return Here(run_slice, stopped)
        return team(
            run_slice,
            workers=settings.workers,
            scheduler=settings.scheduler,
            memory=MEMORY if self._foreign else None,
        )

    def _next(self) -> Task | None:
        """Cut a slice of the next open cell; the queue has those with fewest slices first."""
        for _ in range(len(self._queue)):
            seconds = self._slice_seconds()
            if seconds is not None and seconds < (LEAST if not self._fresh else 0.0):
                return None
            cell = self._queue.popleft()
            work = self._work[cell]
            evaluations, best = self._evaluations_left(cell), self.store.best(cell)
            self._fresh -= not work.slices
            work.slices += 1
            done = best is not None and (best.score.infinite or best.settled)
            if done or evaluations == 0 or work.broken >= MOST_BROKEN:
                continue
            self._queue.append(cell)
            if seconds is not None and seconds <= work.run_seconds:
                continue
            number = self.store.reserve(cell, self.settings.slices)
            if number is None:
                self._queue.remove(cell)
                continue
            self._underway[work.problem, number] = _Underway(cell, time.monotonic())
            begun, work.begun = work.begun, True
            return Task(
                *(work.problem, self.settings.seed, number, evaluations, seconds, self._limit()),
                *(best, begun),
            )
        return None

    def _slice_seconds(self) -> float | None:
        """Seconds for the next slice: a share of the time left, half of it in the first round.

        Some time is kept for judging.
        """
        settings, left = self.settings, self.time_left()
        remote = settings.scheduler is not None
        if left is None or settings.seconds is None:
            return REMOTE if remote else None
        left -= min(self._to_judge, self._judge_share * settings.seconds)
        if left <= 0:
            return -1.0
        share = left * settings.workers / (self._fresh or len(self._queue))
        if not self._fresh:
            share = max(share, LEAST)
        elif self._fresh > settings.workers:
            share /= 2
        return min(share, left, REMOTE) if remote else min(share, left)

    def _limit(self) -> float:
        """Seconds for one run of an own policy: not more than the whole call has."""
        seconds, limit = self.settings.seconds, self.settings.limit
        return limit if seconds is None else min(limit, max(seconds, LEAST_LIMIT))

    def _evaluations_left(self, cell: int) -> int | None:
        """Evaluations that the cell may still spend; a slice under way has them all."""
        total = self.settings.evaluations
        if total is None:
            return None
        if any(one.cell == cell for one in self._underway.values()):
            return 0
        cells = [*self._work]
        share = total // len(cells) + (cells.index(cell) < total % len(cells))
        return max(share - self.store.evaluations(cell), 0)

    # --- news and results ----------------------------------------------------------------------

    def _hear(self, task: Task, news: News, _urgent: bool) -> None:
        """Take a message of a slice; what it tells is safe before the slice goes on."""
        one = self._underway[task.problem, task.number]
        one.news = news
        best = news.best
        if best is not None:
            self._write(lambda store: store.improve(one.cell, task.number, best))
        elif news.playing is None and news.evaluations % STEP == 0:
            self._progress(one, task, news.evaluations)
        self.refresh(self)

    def _end(self, task: Task, answer: Result | Failure) -> None:
        one = self._underway.pop((task.problem, task.number))
        work = self._work[one.cell]
        if isinstance(answer, Failure):
            self._break(task, one, answer)
            made = one.news.evaluations
        else:
            made = answer.evaluations
            work.begun = answer.begun
            work.run_seconds = max(work.run_seconds, answer.run_seconds)
            self._to_judge += work.seconds_to_judge - work.to_judge
            work.to_judge = work.seconds_to_judge
            best = answer.best
            if best is not None and best != task.best:
                self._write(lambda store: store.improve(one.cell, task.number, best))
            for fault in answer.faults:
                self._fault(one.cell, fault)
        if one.cell not in self._queue:
            self._queue.append(one.cell)
        self._done += made
        self._progress(one, task, made, done=True)

    def _progress(self, one: _Underway, task: Task, made: int, *, done: bool = False) -> None:
        seconds = time.monotonic() - one.start
        self._write(lambda store: store.progress(one.cell, task.number, made, seconds, done=done))

    def _break(self, task: Task, one: _Underway, failure: Failure) -> None:
        """A slice without a result: the policy's fault, if it was playing; bad input ends all."""
        if failure.cause is Cause.INPUT:
            raise InputError(failure.reason)
        self._work[one.cell].broken += 1
        if one.news.playing is not None:
            what, instance = fault_of(failure, self._limit()), one.news.playing
            self._fault(one.cell, Fault(instance, f"policy {task.problem.policy} {what}"))
            self._discard(one.cell, instance)
        elif failure.cause is Cause.ERROR:
            size = f"k = {task.problem.k}, T = {task.problem.T}"
            self._note(f"{size}: a part of the search broke off: {failure.reason}")

    def _void(self, policy: str) -> None:
        """The policy is not deterministic: discard its records in all cells."""
        for cell, work in self._work.items():
            if work.problem.policy == policy:
                work.void, work.confirmed = True, None
                self._forget(cell, all_of_it=False)

    # --- a store that may fail -----------------------------------------------------------------

    def _write(self, action: Callable[[Store], object]) -> None:
        """Write to the store or, if that fails, end the hunt and write to a copy in memory."""
        try:
            action(self.store)
        except StoreError as error:
            self._trouble(error)
            self.store = self.store.in_memory()
            action(self.store)

    def _fault(self, cell: int, fault: Fault) -> None:
        self._write(lambda store: store.fault(cell, fault))

    def _forget(self, cell: int, *, all_of_it: bool) -> None:
        self._write(lambda store: store.forget(cell, all_of_it=all_of_it))

    def _discard(self, cell: int, instance: Instance) -> None:
        """Drop the records with an instance that did not stand."""
        work = self._work[cell]
        if work.confirmed is not None and work.confirmed.evaluation.instance == instance:
            work.confirmed = None
        self._write(lambda store: store.discard(cell, instance))

    def _trouble(self, error: InputError) -> None:
        """Keep the sentence about an error that ends the hunt."""
        self._ended = True
        self._note(str(error))

    def _note(self, sentence: str) -> None:
        if sentence not in self.troubles:
            self.troubles.append(sentence)

    # --- judging -------------------------------------------------------------------------------

    def _judge_stored(self) -> None:
        """Judge what earlier calls left in the store; what does not stand is named and dropped.

        A cell of a policy that was not deterministic gets another chance.
        """
        for cell, work in self._work.items():
            faults = self.store.faults(cell) if work.problem.foreign else ()
            if any(fault.sentence.endswith(VOID) for fault in faults):
                self._forget(cell, all_of_it=True)
        self._judge(at_end=False)

    def _judge(self, *, at_end: bool) -> None:
        """Judge the best records of all cells, the best first.

        The first one is always judged by the kernel, the others while there is time. After that
        those of known policies are played once more, so that none is left without confirmation.
        Policies of the user's own play in processes that have not searched, here and not on a
        cluster.
        """
        for _ in range(MOST_REFUSED):
            self._refused = False
            crew: Team[ToJudge, Record | InputError] = Here(judge_apart, lambda: False)
            if self._foreign:
                crew = team(judge_apart, workers=self.settings.workers, memory=MEMORY)
            with closing(crew):
                for asked, answer in do_all(crew, self._to_be_judged(at_end=at_end)):
                    self._take_judged(asked, answer, at_end=at_end)
            if not self._refused:
                return

    def _to_be_judged(self, *, at_end: bool) -> Iterator[ToJudge]:
        waiting = self._waiting()
        for n, (cell, record) in enumerate(waiting):
            by_kernel = not n or self._has_time(at_end, len(waiting) - n)
            if by_kernel or not self._foreign:
                problem, limit = self._work[cell].problem, self.settings.limit
                yield ToJudge(cell, problem, record, limit, by_kernel)

    def _waiting(self) -> list[tuple[int, Record]]:
        """Best records that were not confirmed in this call, by falling score."""
        waiting = []
        for cell, work in self._work.items():
            best, known = self.store.best(cell), work.confirmed
            if best is not None and known != best:
                waiting.append((cell, best))
        return sorted(waiting, key=lambda pair: pair[1].score, reverse=True)

    def _has_time(self, at_end: bool, waiting: int) -> bool:
        """Whether the kernel may judge the next of so many records; playing them takes time too."""
        left, seconds = self.time_left(), self.settings.seconds or 0.0
        kept = waiting * REPLAY_SECONDS if at_end else (1 - self._judge_share) * seconds
        return left is None or left > kept

    def _take_judged(
        self, asked: ToJudge, answer: Record | InputError | Failure, *, at_end: bool
    ) -> None:
        cell, policy = asked.cell, asked.problem.policy
        if self._work[cell].void:
            return
        if isinstance(answer, Record):
            if asked.problem.foreign:  # what another process says is taken by its certificate
                evaluation = asked.record.evaluation
                found = judge_text(answer.certificate, evaluation, asked.problem.goal)
                answer = replace(answer, confirmation=min(answer.confirmation, found))
            self._work[cell].confirmed = answer
            return
        if isinstance(answer, Failure):
            if answer.cause is Cause.INPUT:
                raise InputError(answer.reason)
            answer = InputError(f"policy {policy} {fault_of(answer, self.settings.limit)}")
        self._refuse(cell, asked.record, answer, at_end=at_end)

    def _refuse(self, cell: int, record: Record, error: InputError, *, at_end: bool) -> None:
        """Drop a record that does not stand, and tell why."""
        self._refused = True
        work, instance = self._work[cell], record.evaluation.instance
        if at_end:
            self._fault(cell, Fault(instance, str(error)))
            self._discard(cell, instance)
            if isinstance(error, UnsteadyError) and work.problem.foreign:
                self._void(work.problem.policy)
        elif work.problem.foreign:
            sentence = str(error)
            if isinstance(error, UnsteadyError):
                sentence = f"policy {work.problem.policy} {CHANGED}"
            work.notes = (*work.notes, Fault(instance, sentence))
            self._forget(cell, all_of_it=True)
        else:
            work.notes = (*work.notes, Fault(instance, f"{NOT_STANDING}: {error}"))
            self._discard(cell, instance)


def _spread(cells: Sequence[int]) -> list[int]:
    """The cells in an order whose beginnings are spread over all of them."""
    bits = max(len(cells) - 1, 1).bit_length()
    order = sorted(range(len(cells)), key=lambda n: int(f"{n:0{bits}b}"[::-1], 2))
    return [cells[n] for n in order]
