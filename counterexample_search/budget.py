"""Settings of a hunt, its budget, and how it ends: by Ctrl-C, or by a policy that misbehaves."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from imab_verify.processes import Cause, Failure

TIME_LIMIT = 10.0
"""Seconds that a policy of the user's own may take for one run."""
SECONDS = 10.0
"""Time for a hunt, unless somebody says how long or how much."""
JUDGED_RUNS = 2
"""Runs that judging takes where the kernel does not play itself."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits of a hunt, and the place where it runs.

    seconds: for this call, shared by the cells. evaluations: for all cells together, those that
    are in the store already included. slices: the numbers of those that may be worked on; each has
    draws of its own, so calls with different numbers share a hunt without knowing of each other.
    """

    seed: int = 0
    seconds: float | None = None
    evaluations: int | None = None
    workers: int = 1
    scheduler: str | None = None
    limit: float = TIME_LIMIT
    slices: range | None = None


@dataclass(frozen=True, slots=True)
class ClaimWork:
    """The work on a claim: calls, evaluations, and the certificate that refutes it, if any."""

    calls: int = 0
    evaluations: int = 0
    certificate: str | None = None

    def plus(self, other: ClaimWork) -> ClaimWork:
        """Add the work of another process."""
        return ClaimWork(
            self.calls + other.calls,
            self.evaluations + other.evaluations,
            other.certificate or self.certificate,
        )


class BudgetSpentError(BaseException):
    """The time or the number of evaluations is used up; hypothesis lets it through."""


@dataclass(slots=True)
class Budget:
    """Evaluations and time that may still be spent; `tick` is called before every evaluation.

    The clock counts seconds: those of the world, or those of this process.
    """

    evaluations: int | None = None
    deadline: float | None = None
    used: int = 0
    stop: Callable[[], bool] = lambda: False
    clock: Callable[[], float] = time.monotonic

    def tick(self, seconds: float = 0.0) -> None:
        """Count one evaluation, if there is one left, and the seconds that it will take."""
        self.check(seconds)
        if self.evaluations is not None and self.used >= self.evaluations:
            raise BudgetSpentError
        self.used += 1

    def check(self, seconds: float = 0.0) -> None:
        """Raise BudgetSpentError if the time is over, or will be in so many seconds."""
        if self.stop() or (self.deadline is not None and self.clock() + seconds >= self.deadline):
            raise BudgetSpentError

    def seconds_left(self) -> float | None:
        """Seconds until the deadline, if there is one."""
        return None if self.deadline is None else max(0.0, self.deadline - self.clock())


@contextmanager
def asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed while this context lasts; a second one interrupts."""
    asked = threading.Event()

    def hear(*_: object) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set  # signals are the main thread's business
        return
    before = signal.signal(signal.SIGINT, hear)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def fault_of(failure: Failure, limit: float) -> str:
    """Sentence about a policy in whose process there is no answer."""
    more = "give it more with --time-limit, and --seconds, or play less with -T"
    what = {
        Cause.TIME: f"did not finish one run within {limit:g} seconds: {more}",
        Cause.DEATH: "ended the process it was played in",
    }
    return what.get(failure.cause, f"could not be played: {failure.reason}")
