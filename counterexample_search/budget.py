"""What a search may spend: time, evaluations, and somebody's patience."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


class BudgetSpentError(BaseException):
    """The time or the number of evaluations is used up; hypothesis lets it through."""


@dataclass(slots=True)
class Budget:
    """What may still be spent. `tick` is called before every evaluation.

    A part of a budget spends the whole's evaluations too, and ends with it. The clock counts
    seconds: those of the world, or those of this process.
    """

    evaluations: int | None = None
    deadline: float | None = None
    used: int = 0
    stop: Callable[[], bool] = lambda: False
    whole: Budget | None = None
    clock: Callable[[], float] = time.monotonic

    def tick(self, seconds: float = 0.0) -> None:
        """Count one evaluation, if there is one left, and the seconds that it will take."""
        self.check(seconds)
        if self.whole is not None:
            self.whole.tick(seconds)
        if self.evaluations is not None and self.used >= self.evaluations:
            raise BudgetSpentError
        self.used += 1

    def check(self, seconds: float = 0.0) -> None:
        """Raise BudgetSpentError if the time is over, or will be in so many seconds."""
        if self.whole is not None:
            self.whole.check(seconds)
        if self.stop() or (self.deadline is not None and self.clock() + seconds >= self.deadline):
            raise BudgetSpentError

    def seconds_left(self) -> float | None:
        """The seconds until the deadline, if there is one."""
        return None if self.deadline is None else max(0.0, self.deadline - self.clock())

    def part(self, seconds: float | None) -> Budget:
        """A part of the budget that ends after so many seconds."""
        deadline = None if seconds is None else self.clock() + seconds
        return Budget(deadline=deadline, whole=self, clock=self.clock)
