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

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
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
    """How a task speaks to whoever waits for it; this one is not connected."""

    def tell(self, message: Any, seconds: float | None = None, *, wait: bool = False) -> None:
        """Send a message; until the next one the task may take so many seconds.

        With `wait` go on only when it has been heard.
        """

    def stopped(self) -> bool:
        """Whether to end early."""
        return False


Work = Callable[[Item, Line], Answer]
Hear = Callable[[Item, Any], None]


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
    def __init__(self, hear: Callable[[Any], None], stopped: Callable[[], bool]) -> None:
        self._hear = hear
        self._stopped = stopped

    def tell(self, message: Any, seconds: float | None = None, *, wait: bool = False) -> None:
        del seconds, wait
        self._hear(message)

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
    On a cluster only the last message of an item is heard, together with its answer.
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
    waiting = deque(items)
    left = len(waiting)
    done: list[tuple[Item, Answer | Failure]] = []
    while left:
        while waiting and crew.free:
            crew.begin(waiting.popleft())
        yield from done
        done = crew.wait(lambda _item, _message: None)
        left -= len(done)
    yield from done


def _without_a_word(task: Callable[[Item], Answer], item: Item, _line: Line) -> Answer:
    return task(item)


def this_process() -> str:
    """A name of this process that no other one has, on no machine: host, number, start."""
    return f"{socket.gethostname()} {os.getpid()} {_start_of(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether a process of this machine with that name has ended; False for other machines."""
    host, _, rest = name.rpartition(" ")[0].rpartition(" ")
    started = name.rpartition(" ")[2]
    if host != socket.gethostname() or not rest.isdigit():
        return False
    return _start_of(int(rest)) != started


def _start_of(process: int) -> str:
    """The start of a process of this machine, as the system counts; "0" if there is none."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        return stat.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"
