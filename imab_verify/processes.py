"""Processes that work through a list, each item within a hard time limit."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_SPAWN = get_context("spawn")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an item has no result."""

    reason: str


def run_all(
    task: Callable[[Item], Result], items: Iterable[Item], *, workers: int, seconds: float
) -> Iterator[tuple[Item, Result | Failure]]:
    """Give task(item) for every item, in the order in which they are done.

    A process that is not done with an item after so many seconds is killed, its children too,
    and another one takes its place. Leaving the loop early ends all processes.
    """
    waiting = deque(items)
    team: list[_Worker[Item, Result]] = []
    try:
        while waiting and len(team) < workers:
            team.append(_Worker(task))
            team[-1].begin(waiting.popleft(), seconds)
        while busy := [worker for worker in team if worker.items]:
            next_deadline = min(worker.deadline for worker in busy)
            left = max(0.0, next_deadline - time.monotonic())
            ready = wait([worker.connection for worker in busy], left)
            for worker in busy:
                if worker.connection in ready:
                    answer = worker.answer()
                elif time.monotonic() >= worker.deadline:
                    answer = Failure(f"timed out after {seconds:g} s")
                    worker.restart()
                else:
                    continue
                item = worker.items.pop()
                if waiting:
                    worker.begin(waiting.popleft(), seconds)
                yield item, answer
    finally:
        for worker in team:
            worker.kill()


class _Worker(Generic[Item, Result]):
    """A process, our end of the pipe to it, and the item it works on, if any."""

    def __init__(self, task: Callable[[Item], Result]) -> None:
        self.task = task
        self.items: list[Item] = []
        self.deadline = 0.0
        self.start()

    def start(self) -> None:
        """Start the process; its imports are over when it reports, and cost no item its time."""
        self.connection, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, self.task), daemon=True)
        self.process.start()
        theirs.close()
        self.connection.recv()

    def begin(self, item: Item, seconds: float) -> None:
        self.items.append(item)
        self.deadline = time.monotonic() + seconds
        self.connection.send(item)

    def answer(self) -> Result | Failure:
        try:
            found: Result | Failure = self.connection.recv()
        except EOFError:
            self.restart()
            return Failure("the process that worked on it died")
        return found

    def restart(self) -> None:
        self.kill()
        self.start()

    def kill(self) -> None:
        """End the process at once, and whatever it has started."""
        if self.process.pid is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self.process.kill()
        self.process.join()
        self.connection.close()


def _serve(connection: Connection[Any, Any], task: Callable[[Any], Any]) -> None:
    """Work for the other end of the pipe until it is closed.

    In a process group of its own: Ctrl-C goes to the one who waits, and a kill takes all.
    """
    os.setpgid(0, 0)
    connection.send(None)
    while True:
        try:
            item = connection.recv()
        except EOFError:
            return
        try:
            answer = task(item)
        except Exception as error:  # noqa: BLE001  one item must not take the others with it
            answer = Failure(f"{type(error).__name__}: {error}")
        connection.send(answer)
