"""Where slices are done: in this process, in child processes, or on a Dask cluster.

A pool takes tasks under a ticket and tells what happens as events. Only processes are used, never
threads. A child that plays one instance for longer than allowed is killed.
"""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast

from counterexample_search.slices import (
    Listener,
    Result,
    Task,
    held_from_json,
    result_from_json,
    result_to_json,
    run_slice,
    task_to_json,
)
from imab_verify.model.errors import InputError
from imab_verify.model.files import instance_from_json, instance_to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import BufferedReader

    from counterexample_search.store import Held
    from imab_verify.model.instances import Instance

TIME_LIMIT = 10.0
"""Seconds that a policy of the user's own may take for one run."""


@dataclass(frozen=True, slots=True)
class Improved:
    """A slice has a new best."""

    ticket: int
    held: Held


@dataclass(frozen=True, slots=True)
class Counted:
    """A slice has made so many evaluations."""

    ticket: int
    evaluations: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A slice is done."""

    ticket: int
    result: Result


@dataclass(frozen=True, slots=True)
class Broken:
    """A slice ended without a result; `instance` is what was being played, if that is known.

    fatal: it could not even start, and another one could not either.
    """

    ticket: int
    sentence: str
    instance: Instance | None = None
    fatal: bool = False


Event = Improved | Counted | Finished | Broken


class Pool(Protocol):
    """Does slices."""

    @property
    def free(self) -> bool:
        """Whether another task can be taken."""

    def submit(self, ticket: int, task: Task) -> None:
        """Take a task."""

    def wait(self, handle: Callable[[Event], None]) -> None:
        """Let work go on for a moment, and pass on what happened."""

    def close(self) -> None:
        """End all work."""


# --- here --------------------------------------------------------------------------------------


class Inline:
    """Does one slice at a time in this process: the same events in the same order every time."""

    def __init__(self, stopped: Callable[[], bool] = lambda: False) -> None:
        self._stopped = stopped
        self._waiting: tuple[int, Task] | None = None

    @property
    def free(self) -> bool:
        """Whether nothing is waiting."""
        return self._waiting is None

    def submit(self, ticket: int, task: Task) -> None:
        """Keep the task for `wait`."""
        self._waiting = (ticket, task)

    def wait(self, handle: Callable[[Event], None]) -> None:
        """Do the slice."""
        if self._waiting is None:
            return
        (ticket, task), self._waiting = self._waiting, None
        try:
            result = run_slice(task, _Passing(ticket, handle, self._stopped))
        except InputError as error:
            handle(Broken(ticket, str(error), fatal=True))
        else:
            handle(Finished(ticket, result))

    def close(self) -> None:
        """Forget what waits."""
        self._waiting = None


class _Passing(Listener):
    def __init__(
        self, ticket: int, handle: Callable[[Event], None], stopped: Callable[[], bool]
    ) -> None:
        self._ticket = ticket
        self._handle = handle
        self.stopped = stopped  # type: ignore[method-assign]

    def improved(self, held: Held) -> None:
        self._handle(Improved(self._ticket, held))

    def progress(self, evaluations: int) -> None:
        self._handle(Counted(self._ticket, evaluations))


# --- child processes ---------------------------------------------------------------------------


@dataclass(slots=True)
class Child:
    """A child process and what it is doing."""

    limit: float
    process: subprocess.Popen[bytes] = field(init=False)
    output: BufferedReader = field(init=False)
    ticket: int | None = None
    policy: str = ""
    playing: Any = None
    since: float | None = None
    made: int = 0
    _rest: bytes = b""

    def __post_init__(self) -> None:
        command = [sys.executable, "-m", "counterexample_search.child"]
        self.process = subprocess.Popen(  # noqa: S603  our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.output = cast("BufferedReader", self.process.stdout)

    def start(self, ticket: int, task: Task) -> None:
        """Send a task."""
        self.ticket, self.policy = ticket, task.problem.policy
        self.playing = self.since = None
        self.made = 0
        self._send(json.dumps(task_to_json(task)))

    def receive(self) -> list[dict[str, Any]] | None:
        """Read what has arrived; None if the child is gone."""
        content = self.output.read1(1 << 16)
        if not content:
            return None
        *lines, self._rest = (self._rest + content).split(b"\n")
        return [json.loads(line) for line in lines]

    def event(self, message: dict[str, Any]) -> Event | None:
        """Turn a message into an event."""
        [(kind, content)] = message.items()
        ticket = -1 if self.ticket is None else self.ticket
        if kind == "at":
            self.playing = content
            self.since = None if content is None else time.monotonic()
            self.made += content is not None
            return None
        if kind == "progress":
            return Counted(ticket, content)
        if kind == "improved":
            held = held_from_json(content)
            return None if held is None else Improved(ticket, held)
        self.ticket = None
        if kind == "result":
            return Finished(ticket, result_from_json(content))
        return Broken(ticket, content, fatal=True)

    def go(self) -> None:
        """Let the child go on after an improvement."""
        self._send("go")

    def overdue(self) -> bool:
        """Whether one run of the policy takes longer than allowed."""
        return self.since is not None and time.monotonic() - self.since > self.limit

    def broken(self, what: str) -> Broken:
        """Say what happened to the slice that was under way."""
        shown = self.playing
        instance = None if shown is None else instance_from_json(shown, "the instance played")
        ticket = -1 if self.ticket is None else self.ticket
        return Broken(ticket, f"policy {self.policy} {what}", instance)

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.output.close()
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()
        self.process.wait()

    def _send(self, line: str) -> None:
        if self.process.stdin is not None:
            with suppress(OSError):  # if it is gone, `receive` will show it
                self.process.stdin.write(line.encode() + b"\n")
                self.process.stdin.flush()


class Children:
    """Does slices in child processes, as many at a time as there are workers."""

    def __init__(self, workers: int, limit: float = TIME_LIMIT) -> None:
        self._limit = limit
        self._selector = selectors.DefaultSelector()
        self._idle: list[Child] = []
        self._busy: list[Child] = []
        self._most = workers

    @property
    def free(self) -> bool:
        """Whether a worker is idle or not even started."""
        return len(self._busy) < self._most

    def submit(self, ticket: int, task: Task) -> None:
        """Give the task to an idle child, or to a new one."""
        child = self._idle.pop() if self._idle else self._new()
        child.start(ticket, task)
        self._busy.append(child)

    def wait(self, handle: Callable[[Event], None]) -> None:
        """Pass on what the children say; kill those that are stuck."""
        for key, _ in self._selector.select(timeout=0.2):
            self._listen(key.data, handle)
        for child in [c for c in self._busy if c.overdue()]:
            self._lose(child, f"did not finish one run within {self._limit:g} seconds", handle)

    def close(self) -> None:
        """Kill all children; what they found is in the store already."""
        for child in [*self._busy, *self._idle]:
            self._forget(child)
        self._busy, self._idle = [], []
        self._selector.close()

    def _new(self) -> Child:
        child = Child(self._limit)
        self._selector.register(child.output, selectors.EVENT_READ, child)
        return child

    def _forget(self, child: Child) -> None:
        self._selector.unregister(child.output)
        child.kill()

    def _lose(self, child: Child, what: str, handle: Callable[[Event], None]) -> None:
        self._forget(child)
        if child in self._busy:
            self._busy.remove(child)
            lost = child.broken(what)
            handle(Counted(lost.ticket, child.made))
            handle(lost)
        else:
            self._idle.remove(child)

    def _listen(self, child: Child, handle: Callable[[Event], None]) -> None:
        messages = child.receive()
        if messages is None:
            self._lose(child, "ended the process it was played in", handle)
            return
        for message in messages:
            event = child.event(message)
            if event is None:
                continue
            handle(event)
            if isinstance(event, Improved):
                child.go()
            elif isinstance(event, Finished | Broken):
                self._busy.remove(child)
                self._idle.append(child)


# --- a cluster ---------------------------------------------------------------------------------


def run_remotely(ticket: int, task: Task, limit: float) -> dict[str, Any]:
    """Do a slice on a cluster's worker, in a child process there; give the event's document."""
    answer: dict[str, Any] = {}

    def handle(event: Event) -> None:
        if isinstance(event, Finished):
            answer["result"] = result_to_json(event.result)
        elif isinstance(event, Broken):
            shown = None if event.instance is None else instance_to_json(event.instance)
            answer["broken"] = [event.sentence, shown, event.fatal]

    pool = Children(1, limit)
    try:
        pool.submit(ticket, task)
        while not answer:
            pool.wait(handle)
    finally:
        pool.close()
    return answer


class Cluster:
    """Does slices on a Dask cluster.

    A slice is a pure function of its task, so when a worker dies the scheduler repeats its slices
    elsewhere, and each result arrives once.
    """

    def __init__(self, address: str, limit: float = TIME_LIMIT) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "--scheduler needs the package distributed: install it with "
                "pip install 'imab-verify[dask]'"
            ) from None
        try:
            self._client = Client(address, timeout=10)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            raise InputError(f"the scheduler {address} cannot be reached: {error}") from None
        self._limit = limit
        self._futures: dict[int, Any] = {}

    @property
    def free(self) -> bool:
        """Whether there are fewer slices than threads on the cluster."""
        threads = sum(self._client.nthreads().values())
        return len(self._futures) < max(1, int(threads))

    def submit(self, ticket: int, task: Task) -> None:
        """Send the task."""
        self._futures[ticket] = self._client.submit(
            run_remotely, ticket, task, self._limit, pure=False, retries=2
        )

    def wait(self, handle: Callable[[Event], None]) -> None:
        """Pass on the results that have arrived."""
        from distributed import wait

        try:
            wait(list(self._futures.values()), timeout=0.5, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return
        for ticket, future in list(self._futures.items()):
            if not future.done():
                continue
            del self._futures[ticket]
            handle(self._event(ticket, future))

    def _event(self, ticket: int, future: Any) -> Event:
        error = future.exception() if future.status != "finished" else None
        if error is not None or future.status != "finished":
            return Broken(ticket, f"a slice was lost on the cluster: {error}")
        answer = future.result()
        if "result" in answer:
            return Finished(ticket, result_from_json(answer["result"]))
        sentence, shown, fatal = answer["broken"]
        instance = None if shown is None else instance_from_json(shown, "the instance played")
        return Broken(ticket, sentence, instance, fatal)

    def close(self) -> None:
        """Cancel what is under way."""
        self._client.cancel(list(self._futures.values()))
        self._client.close()
