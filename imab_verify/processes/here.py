"""Work in this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Generic

from imab_verify.errors import InputError
from imab_verify.processes.protocol import Answer, Cause, Failure, Hear, Item, Line, Work


class Here(Generic[Item, Answer]):
    """Does one item at a time in this process, without time limits: the same every time."""

    def __init__(self, work: Work[Item, Answer], stopped: Callable[[], bool]) -> None:
        self._work = work
        self._stopped = stopped
        self._items: list[Item] = []

    @property
    def free(self) -> bool:
        """Whether nothing is waiting."""
        return not self._items

    def begin(self, item: Item) -> None:
        """Keep the item for `wait`."""
        self._items.append(item)

    def wait(self, hear: Hear[Item]) -> list[tuple[Item, Answer | Failure]]:
        """Do the item."""
        done: list[tuple[Item, Answer | Failure]] = []
        while self._items:
            item = self._items.pop()
            try:
                done.append((item, self._work(item, _Direct(partial(hear, item), self._stopped))))
            except InputError as error:
                done.append((item, Failure(Cause.INPUT, str(error))))
        return done

    def close(self) -> None:
        """Forget what waits."""
        self._items.clear()


class _Direct(Line):
    def __init__(self, hear: Callable[[Any], None], stopped: Callable[[], bool]) -> None:
        self._hear = hear
        self._stopped = stopped

    def tell(self, message: Any, seconds: float | None = None, *, wait: bool = False) -> None:
        del seconds, wait
        self._hear(message)

    def stopped(self) -> bool:
        return self._stopped()
