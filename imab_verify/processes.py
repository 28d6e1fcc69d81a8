"""The one way to run work in processes: hard time limits, cancellation, here or on a cluster.

    run_all(task, items, workers=2, seconds=40)     every item with its answer, as they come
    run_one(task, item, seconds=5)                  one item, in a fresh process
    mapping(task, workers=2)                        lists of items, in processes that stay
    team(work, workers=2)                           item by item, with messages on the way

Tasks are functions that another process can import. A process that takes too long is killed with
all that it started, and another one takes its place; one that dies costs one item. A process ends
itself when its parent is gone, even by kill -9. What a task prints goes to the error stream.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from imab_verify.errors import InputError

Item = TypeVar("Item")
Answer = TypeVar("Answer")

PATIENCE = 0.2
"""Seconds after which `wait` comes back though nothing has happened."""


LOST = 60.0
"""Seconds that a cluster may be without workers."""

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
        return Cluster(work, scheduler, seconds, memory)
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
        yield from done_by(crew, waiting)


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


@contextmanager
def mapping(
    task: Callable[[Item], Answer], *, workers: int
) -> Iterator[Callable[[Iterable[Item]], list[Answer]]]:
    """A function that gives [task(item) for item in items], done in processes that stay.

    What a task raises is raised, bad input as such.
    """
    work: Work[tuple[int, Item], Answer] = partial(_without_its_number, task)
    with closing(Processes(work, workers)) as crew:

        def map_all(items: Iterable[Item]) -> list[Answer]:
            answers: dict[int, Answer] = {}
            for (number, _), answer in done_by(crew, enumerate(items)):
                if isinstance(answer, Failure):
                    raise answer.exception()
                answers[number] = answer
            return [answers[number] for number in range(len(answers))]

        yield map_all


def done_by(
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


def _without_its_number(
    task: Callable[[Item], Answer], numbered: tuple[int, Item], line: Line
) -> Answer:
    del line
    return task(numbered[1])


def _without_a_word(task: Callable[[Item], Answer], item: Item, line: Line) -> Answer:
    del line
    return task(item)


def _ignore(item: object, message: object) -> None:
    del item, message


def this_process() -> str:
    """A name of this process that no other one has, on no machine: host, number, start."""
    return f"{socket.gethostname()} {os.getpid()} {_started(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether a process of this machine with that name has ended; of others nothing is known."""
    host, _, rest = name.rpartition(" ")[0].rpartition(" ")
    started = name.rpartition(" ")[2]
    if host != socket.gethostname() or not rest.isdigit():
        return False
    return _started(int(rest)) != started


def _started(process: int) -> str:
    """When a process of this machine began, as the system counts; nothing if there is none."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        return stat.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"


# --- in this process ---------------------------------------------------------------------------


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


# --- processes on this machine -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Begun:
    """The process is ready and has its item."""


@dataclass(frozen=True, slots=True)
class _Told:
    message: Any
    seconds: float | None
    wait: bool


@dataclass(frozen=True, slots=True)
class _Done:
    answer: Any


class Processes(Generic[Item, Answer]):
    """As many processes as there are workers, started when they are needed."""

    def __init__(
        self,
        work: Work[Item, Answer],
        workers: int,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        self._work = pickle.dumps(work)
        self._most = workers
        self._seconds = seconds
        self._memory = memory
        self._idle: list[_Worker[Item]] = []
        self._busy: list[_Worker[Item]] = []

    @property
    def free(self) -> bool:
        """Whether a process is idle or not even started."""
        return len(self._busy) < self._most

    def begin(self, item: Item) -> None:
        """Give the item to an idle process, or to a new one."""
        import cloudpickle  # for what a script or a notebook defines, which no process can import

        try:
            content = cloudpickle.dumps(item)
        except Exception as error:  # noqa: BLE001  an object may raise anything when it is packed
            raise InputError(f"this cannot be sent to another process: {error}") from None
        worker = self._idle.pop() if self._idle else _Worker[Item](self._work, self._memory)
        self._busy.append(worker)
        worker.begin(item, content, self._seconds)

    def wait(self, hear: Hear[Item]) -> list[tuple[Item, Answer | Failure]]:
        """Listen to the processes; kill those that are late."""
        now = time.monotonic()
        next_deadline = min((worker.deadline for worker in self._busy), default=now)
        connections = [worker.connection for worker in self._busy]
        ready = wait_for(connections, max(0.0, min(PATIENCE, next_deadline - now)))
        done: list[tuple[Item, Answer | Failure]] = []
        for worker in [*self._busy]:
            end = worker.listen(hear) if worker.connection in ready else worker.give_up()
            if end is not None:
                self._busy.remove(worker)
                if worker.alive:
                    self._idle.append(worker)
                done.append((worker.item, end.answer))
        return done

    def close(self) -> None:
        """Kill all processes."""
        for worker in [*self._busy, *self._idle]:
            worker.kill()
        self._busy, self._idle = [], []


class _Worker(Generic[Item]):
    """A process, our end of the pipe to it, its item, and until when it may work on that."""

    item: Item

    def __init__(self, work: bytes, memory: int | None) -> None:
        if os.name != "posix":
            raise InputError(
                "this needs processes that can be ended with all that they started, as Linux and "
                "macOS have them: on Windows use the Windows Subsystem for Linux"
            )
        self.connection, theirs = Pipe()
        code = f"import sys; sys.path[:] = {sys.path!r}\n"
        code += f"from imab_verify.processes import serve; serve({theirs.fileno()}, {memory})"
        with theirs:
            # A group of its own: Ctrl-C goes to the one who waits, and a kill takes all.
            self.process = subprocess.Popen(  # noqa: S603  this interpreter, this module
                [sys.executable, "-c", code],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
            )
        self.alive = True
        self.deadline = inf
        self._seconds: float | None = None
        self._send(work)

    def begin(self, item: Item, content: bytes, seconds: float | None) -> None:
        """Send an item; its time begins when the process has it, after all imports."""
        self.item = item
        self._seconds = seconds
        self.deadline = inf
        self._send(content)

    def listen(self, hear: Hear[Item]) -> _Done | None:
        """Read what has arrived; give the end of the item, if that is among it."""
        while self.connection.poll():
            match self._receive():
                case _Begun():
                    self._allow(self._seconds)
                case _Told(message, seconds, wait):
                    hear(self.item, message)
                    self._allow(seconds)
                    if wait:
                        self._send(b"heard")
                case _Done() as end:
                    return end
                case other:
                    raise TypeError(f"no worker sends {other!r}")
        return None

    def give_up(self) -> _Done | None:
        """Kill the process, if it is late."""
        if time.monotonic() < self.deadline or self.connection.poll():
            return None
        self.kill()
        return _Done(Failure(Cause.TIME, f"timed out after {self._seconds:g} s"))

    def kill(self) -> None:
        """End the process at once, and what it has started."""
        self.alive = False
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.connection.close()

    def _receive(self) -> Any:
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            self.kill()
            return _Done(Failure(Cause.DEATH, "the process that worked on it died"))

    def _allow(self, seconds: float | None) -> None:
        self._seconds = seconds
        self.deadline = inf if seconds is None else time.monotonic() + seconds

    def _send(self, content: bytes) -> None:
        with suppress(OSError):  # if the process is gone, `listen` will see that
            self.connection.send_bytes(content)


def serve(handle: int, memory: int | None) -> None:
    """The life of a process: the work, then items, from the other end of the pipe."""
    if memory is not None:
        limit_memory(memory)
    connection: Connection[Any, Any] = Connection(handle)
    threading.Thread(target=_leave_with, args=(handle,), daemon=True).start()
    os.dup2(2, 1)
    with suppress(EOFError, OSError):
        work = pickle.loads(connection.recv_bytes())  # noqa: S301  from our own parent
        while True:
            content = connection.recv_bytes()
            connection.send(_Begun())
            connection.send_bytes(_packed_answer(work, content, _Wire(connection)))


def limit_memory(size: int) -> None:
    """Let this process have so many bytes; what wants more gets a MemoryError."""
    import resource  # not on Windows

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _leave_with(handle: int) -> None:
    """End this process and what it started when the other end of the pipe is closed."""
    poll = select.poll()
    poll.register(handle, 0)  # 0: nothing but the end of the connection
    poll.poll()
    os.killpg(0, signal.SIGKILL)


class _Wire(Line):
    def __init__(self, connection: Connection[Any, Any]) -> None:
        self._connection = connection

    def tell(self, message: Any, seconds: float | None = None, *, wait: bool = False) -> None:
        self._connection.send(_Told(message, seconds, wait))
        if wait:
            self._connection.recv_bytes()


def _packed_answer(work: Work[Any, Any], content: bytes, line: Line) -> bytes:
    """Do the work; whatever it raises is the failure of this item only."""
    try:
        return pickle.dumps(_Done(work(pickle.loads(content), line)))  # noqa: S301  as above
    except InputError as error:
        failure = Failure(Cause.INPUT, str(error))
    except BaseException as error:  # noqa: BLE001  one item must not take the others with it
        # No keyboard reaches this process: an interrupt here was raised by the task itself.
        failure = Failure(Cause.ERROR, f"{type(error).__name__}: {error}".removesuffix(": "))
    return pickle.dumps(_Done(failure))


# --- a Dask cluster ----------------------------------------------------------------------------


class Cluster(Generic[Item, Answer]):
    """A Dask cluster: as many items at a time as it has threads, each in a process there.

    When a machine dies the scheduler gives its items to another one; each is answered once. A
    cluster without machines is given LOST seconds to get some; then, or if the scheduler itself is
    gone, the work is lost.
    """

    def __init__(
        self,
        work: Work[Item, Answer],
        address: str,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        self._work = work
        self._limits = seconds, memory
        self._address = address
        self._client = _connect(address)
        self._items: dict[Any, Item] = {}
        self._last_seen = time.monotonic()

    @property
    def free(self) -> bool:
        """Whether there are fewer items than threads on the cluster."""
        return len(self._items) < max(1, self._threads())

    def begin(self, item: Item) -> None:
        """Send the item."""
        with self._reachable():
            future = self._client.submit(
                _do_remotely, self._work, item, *self._limits, pure=False, retries=2
            )
        self._items[future] = item

    def wait(self, hear: Hear[Item]) -> list[tuple[Item, Answer | Failure]]:
        """Give what has arrived."""
        from distributed import wait

        try:
            with self._reachable():
                wait(list(self._items), timeout=PATIENCE, return_when="FIRST_COMPLETED")
        except TimeoutError:
            self._look_after()
            return []
        done: list[tuple[Item, Answer | Failure]] = []
        for future in [future for future in self._items if future.done()]:
            item = self._items.pop(future)
            if future.status == "finished":
                with self._reachable():
                    messages, answer = future.result()
                for message in messages:
                    hear(item, message)
                done.append((item, answer))
            elif future.status == "cancelled":
                raise self._lost("the scheduler is gone")
            else:
                reason = f"it was lost on the cluster: {future.exception()}"
                done.append((item, Failure(Cause.DEATH, reason)))
        return done

    def close(self) -> None:
        """Cancel what is under way."""
        with suppress(Exception):  # a cluster that is gone has nothing to cancel
            self._client.cancel(list(self._items))
        with suppress(Exception):
            self._client.close(timeout=5)

    def _threads(self) -> int:
        with self._reachable():
            return int(sum(self._client.nthreads().values()))

    def _look_after(self) -> None:
        """See whether there is anybody to wait for."""
        if self._client.status not in ("running", "connecting"):
            raise self._lost("the scheduler is gone")
        if self._threads():
            self._last_seen = time.monotonic()
        elif time.monotonic() > self._last_seen + LOST:
            raise self._lost(f"it has had no workers for {LOST:g} seconds")

    @contextmanager
    def _reachable(self) -> Iterator[None]:
        from distributed import CancelledError
        from distributed.comm import CommClosedError

        try:
            yield
        except TimeoutError:
            raise
        except (OSError, CommClosedError, CancelledError) as error:
            raise self._lost(str(error) or "the connection is closed") from None

    def _lost(self, reason: str) -> LostError:
        return LostError(f"the cluster at {self._address} is lost: {reason}")


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "--scheduler needs the package distributed: install it with "
            "pip install 'imab-verify[dask]'"
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise InputError(f"the scheduler {address} cannot be reached: {error}") from None
    try:
        client.wait_for_workers(1, timeout=10)
    except TimeoutError:
        client.close()
        raise InputError(f"the scheduler {address} has no workers") from None
    return client


def _do_remotely(
    work: Work[Item, Answer], item: Item, seconds: float | None, memory: int | None
) -> tuple[list[Any], Answer | Failure]:
    """Do an item on a worker of a cluster: its last message, if any, and its answer."""
    last: deque[Any] = deque(maxlen=1)
    with closing(Processes(work, 1, seconds, memory)) as crew:
        crew.begin(item)
        while _is_wanted():
            for _, answer in crew.wait(lambda _, message: last.append(message)):
                return list(last), answer
    return [], Failure(Cause.DEATH, "it was cancelled")


def _is_wanted() -> bool:
    """Whether the one who asked is still there and has not cancelled."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"
