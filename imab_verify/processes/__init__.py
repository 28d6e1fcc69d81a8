"""The one way to run work in processes: hard time limits, cancellation, here or on a cluster.

    run_all(task, items, workers=2, seconds=40)     every item with its answer, as they come
    run_one(task, item, seconds=5)                  one item, in a fresh process
    team(work, workers=2)                           item by item, with messages on the way

Tasks are functions that another process can import. A process that takes too long is killed with
all that it started, and another one takes its place; one that dies costs one item. A process ends
itself when its parent is gone, even by kill -9. What a task prints goes to the error stream.
What only processes or a cluster need is loaded with the first of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial

from imab_verify.processes.here import Here
from imab_verify.processes.identity import is_gone, this_process
from imab_verify.processes.protocol import (
    MEMORY,
    Answer,
    Cause,
    Failure,
    Item,
    Line,
    LostError,
    Team,
    Work,
)

__all__ = [
    "MEMORY",
    "Cause",
    "Failure",
    "Here",
    "Line",
    "LostError",
    "Team",
    "do_all",
    "is_gone",
    "run_all",
    "run_one",
    "team",
    "this_process",
]


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
) -> Iterator[tuple[Item, Answer | Failure]]:
    """Give task(item) for every item, in the order in which they are done.

    Leaving the loop early, by an interrupt too, ends all processes.
    """
    waiting = [*items]
    if not waiting:
        return
    work: Work[Item, Answer] = partial(_without_a_word, task)
    crew = team(work, workers=workers, seconds=seconds, scheduler=scheduler, memory=memory)
    with closing(crew):
        yield from do_all(crew, waiting)


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
    """Let a team do all items; nobody is idle while the answers are looked at."""
    waiting = deque(items)
    left = len(waiting)
    done: list[tuple[Item, Answer | Failure]] = []
    while left:
        while waiting and crew.free:
            crew.begin(waiting.popleft())
        yield from done
        done = crew.wait(_ignore)
        left -= len(done)
    yield from done


def _without_a_word(task: Callable[[Item], Answer], item: Item, line: Line) -> Answer:
    del line
    return task(item)


def _ignore(item: object, message: object) -> None:
    del item, message
