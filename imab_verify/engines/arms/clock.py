"""Time limits of searches, and where they got stuck."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from imab_verify.kernel import ArmClass
from imab_verify.kernel.arms import Constraint, Region


class OutOfTimeError(Exception):
    """The search has used up its time."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A goal that could not be shown on a region, of parameters or on the rays of a class."""

    goal: Constraint
    region: Region
    ray: ArmClass | None = None


@dataclass(slots=True)
class Clock:
    """A deadline for a search, in seconds of this process; `tick` raises when it has passed.

    Other work on the machine does not count, so that it changes no answer. `hard`: products of
    higher degree are worth their time everywhere. `obstacle` is the first thing that the search
    could not show.
    """

    seconds: float
    hard: bool = False
    obstacle: Obstacle | None = None
    start: float = field(init=False)

    def __post_init__(self) -> None:
        """Start now."""
        self.start = time.process_time()

    def part(self, most: float, *, hard: bool = False) -> Clock:
        """A clock for so many seconds from now, or for those that are left."""
        return Clock(min(most, self.left()), hard=hard)

    def note(self, obstacle: Obstacle) -> None:
        """Remember what could not be shown, if it is the first."""
        if self.obstacle is None:
            self.obstacle = obstacle

    def left(self) -> float:
        """The seconds until the deadline, 0 past it."""
        return max(0.0, self.seconds - (time.process_time() - self.start))

    def tick(self) -> None:
        """Raise OutOfTimeError past the deadline."""
        if time.process_time() - self.start > self.seconds:
            raise OutOfTimeError
