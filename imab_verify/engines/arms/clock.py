"""Time limits of searches."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


class OutOfTimeError(Exception):
    """The search has used up its time."""


@dataclass(slots=True)
class Clock:
    """A deadline for a search; `tick` raises when it has passed."""

    seconds: float
    start: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        """The seconds until the deadline, 0 past it."""
        return max(0.0, self.seconds - (time.monotonic() - self.start))

    def tick(self) -> None:
        """Raise OutOfTimeError past the deadline."""
        if time.monotonic() - self.start > self.seconds:
            raise OutOfTimeError
