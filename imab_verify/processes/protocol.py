"""What a team is, how a task speaks to whoever waits for it, and what there is if it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from imab_verify.errors import InputError

Item = TypeVar("Item")
Answer = TypeVar("Answer")

PATIENCE = 0.2
"""Seconds after which `wait` comes back though nothing has happened."""

MEMORY = 4 * 2**30
"""Bytes that a process with a policy of the user's own may have."""


class Cause(StrEnum):
    """Why there is no answer: too late, the process died, bad input, or any other exception."""

    TIME = "time"
    DEATH = "death"
    INPUT = "input"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Failure:
    """What an item has in the place of an answer; the reason is for people."""

    cause: Cause
    reason: str

    def exception(self) -> Exception:
        """The failure as something to raise, where an item must not fail."""
        return (InputError if self.cause is Cause.INPUT else RuntimeError)(self.reason)


class Line:
    """How a task speaks to whoever waits for it; here nobody does."""

    def tell(self, message: Any, seconds: float | None = None, *, wait: bool = False) -> None:
        """Say something; what follows, until the next word, may take so many seconds.

        With `wait` go on only when it has been heard.
        """

    def stopped(self) -> bool:
        """Whether to end early."""
        return False


Work = Callable[[Item, Line], Answer]
Hear = Callable[[Item, Any], None]


class LostError(InputError):
    """Those who did the work are gone."""


class Team(Protocol[Item, Answer]):
    """Does items; made by `team`."""

    @property
    def free(self) -> bool:
        """Whether another item can be begun now."""

    def begin(self, item: Item) -> None:
        """Start with an item."""

    def wait(self, hear: Hear[Item]) -> list[tuple[Item, Answer | Failure]]:
        """Let work go on for a moment: pass on messages, and give the items that are done.

        LostError if nobody is left to do them.
        """

    def close(self) -> None:
        """End all work at once."""
