"""The one way to run work in processes: hard time limits, cancellation, here or on a cluster.

    run_all(task, items, workers=2, seconds=40)     every item with its answer, as they come
    run_one(task, item, seconds=5)                  one item, in a fresh process
    team(work, workers=2)                           item by item, with messages on the way

Tasks are functions that another process can import. A process that takes too long is killed with
all that it started, and another one takes its place; one that dies costs one item. A process ends
itself when its parent is gone, even by kill -9. What a task prints goes to the error stream.
`local` and `cluster` are loaded when processes, or a cluster, are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

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
    """A cause in the place of an answer, with the reason in words."""

    cause: Cause
    reason: str

    def exception(self) -> Exception:
        """The failure as something to raise, where an item must not fail."""
        return (InputError if self.cause is Cause.INPUT else RuntimeError)(self.reason)


class Line:
    """The messages of a task to whoever waits for it; this one is not connected."""

    def tell(self, message: Any, seconds: float | None = None, *, urgent: bool = False) -> None:
        """Send a message; until the next one the task may take so many seconds.

        The task goes on when an urgent one has been heard or, on a cluster, sent.
        """

    def stopped(self) -> bool:
        """Whether to end early."""
        return False


Work = Callable[[Item, Line], Answer]
Hear = Callable[[Item, Any, bool], None]
"""Is told the item, its message, and whether that is urgent."""


class LostError(InputError):
    """All workers are gone: the cluster or its scheduler cannot be reached any more."""


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


class Here(Generic[Item, Answer]):
    """A team of this process alone, one item at a time and without time limits."""

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
    def __init__(self, hear: Callable[[Any, bool], None], stopped: Callable[[], bool]) -> None:
        self._hear = hear
        self._stopped = stopped

    def tell(self, message: Any, seconds: float | None = None, *, urgent: bool = False) -> None:
        del seconds
        self._hear(message, urgent)

    def stopped(self) -> bool:
        return self._stopped()


def team(
    work: Work[Item, Answer],
    *,
    workers: int,
    seconds: float | None = None,
    scheduler: str | None = None,
    memory: int | None = None,
) -> Team[Item, Answer]:
    """Processes on this machine or, with a scheduler's address, on its Dask cluster.

    An item may take so many seconds until its first word, and a process so many bytes of memory.
    On a cluster only urgent messages of an item are heard at once, and the last with its answer.
    """
    if scheduler is not None:
        from imab_verify.processes.cluster import Cluster

        return Cluster(work, scheduler, seconds, memory)
    from imab_verify.processes.local import Processes

    return Processes(work, workers, seconds, memory)


def run_all(
    task: Callable[[Item], Answer],
    items: Iterable[Item],
    *,
    workers: int,
    seconds: float | None = None,
    scheduler: str | None = None,
    memory: int | None = None,
    again: bool = False,
) -> Iterator[tuple[Item, Answer | Failure]]:
    """Give task(item) for every item, in the order in which they are done.

    again: items whose process died are tried once more, after the others. Leaving the loop early,
    by an interrupt too, ends all processes.
    """
    waiting = [*items]
    if not waiting:
        return
    work: Work[Item, Answer] = partial(_without_a_word, task)
    crew = team(work, workers=workers, seconds=seconds, scheduler=scheduler, memory=memory)
    lost = []
    with closing(crew):
        for item, answer in do_all(crew, waiting):
            if again and isinstance(answer, Failure) and answer.cause is Cause.DEATH:
                lost.append(item)
            else:
                yield item, answer
        for item, answer in do_all(crew, lost):
            if isinstance(answer, Failure) and answer.cause is Cause.DEATH:
                yield item, Failure(Cause.DEATH, f"{answer.reason}, twice")
            else:
                yield item, answer


def run_one(
    task: Callable[[Item], Answer],
    item: Item,
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Answer | Failure:
    """Give task(item) from a fresh process, which is killed when its time is over."""
    [(_, answer)] = run_all(task, [item], workers=1, seconds=seconds, memory=memory)
    return answer


def do_all(
    crew: Team[Item, Answer], items: Iterable[Item]
) -> Iterator[tuple[Item, Answer | Failure]]:
    """Let a team do all items; no worker is idle while the answers are looked at."""
    waiting, busy = iter(items), 0
    done: list[tuple[Item, Answer | Failure]] = []
    while True:
        while crew.free:
            try:
                item = next(waiting)
            except StopIteration:
                break
            crew.begin(item)
            busy += 1
        yield from done
        if not busy:
            return
        done = crew.wait(lambda *_: None)
        busy -= len(done)


def _without_a_word(task: Callable[[Item], Answer], item: Item, _line: Line) -> Answer:
    return task(item)
