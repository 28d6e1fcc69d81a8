"""Work in processes on this machine: our end of the pipe, and the life at the other end."""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any, Generic

from imab_verify.errors import InputError
from imab_verify.processes import PATIENCE, Answer, Cause, Failure, Hear, Item, Line, Work


@dataclass(frozen=True, slots=True)
class _Begun:
    """The process is ready and has its item."""


@dataclass(frozen=True, slots=True)
class _Told:
    message: Any
    seconds: float | None
    urgent: bool


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
        path = [*sys.path, str(Path.cwd())]  # policies of a user are looked for here as well
        code = f"import sys; sys.path[:] = {path!r}\n"
        code += f"from imab_verify.processes.local import serve; serve({theirs.fileno()}, {memory})"
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
                case _Told(message, seconds, urgent):
                    hear(self.item, message, urgent)
                    self._allow(seconds)
                    if urgent:
                        self._send(b"heard")
                case _Done() as end:
                    return end
                case _:
                    pass  # no worker sends anything else
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
            failure = Failure(Cause.DEATH, "the process that worked on it died")
        except Exception:  # noqa: BLE001  what was no message may raise anything
            failure = Failure(Cause.ERROR, "it wrote to the pipe of its process")
        self.kill()
        return _Done(failure)

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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # no keyboard reaches this process
    connection: Connection[Any, Any] = Connection(handle)
    os.register_at_fork(after_in_child=lambda: _silence(handle))
    threading.Thread(target=_leave_with, args=(handle,), daemon=True).start()
    os.dup2(2, 1)
    with suppress(EOFError, OSError):
        work = pickle.loads(connection.recv_bytes())  # noqa: S301  from our own parent
        while True:
            content = connection.recv_bytes()
            connection.send(_Begun())
            connection.send_bytes(_pack_answer(work, content, _Wire(connection)))
    os._exit(1)  # at once: a task may have left anything behind, also a copy of this process


def _silence(handle: int) -> None:
    """Take the pipe from a copy of this process: it ends when it speaks, and does no work twice."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, handle)
    os.close(nowhere)


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

    def tell(self, message: Any, seconds: float | None = None, *, urgent: bool = False) -> None:
        self._connection.send(_Told(message, seconds, urgent))
        if urgent:
            self._connection.recv_bytes()


def _pack_answer(work: Work[Any, Any], content: bytes, line: Line) -> bytes:
    """Do the work; whatever it raises is the failure of this item only."""
    try:
        return pickle.dumps(_Done(work(pickle.loads(content), line)))  # noqa: S301  as above
    except InputError as error:
        failure = Failure(Cause.INPUT, str(error))
    except BaseException as error:  # noqa: BLE001  one item must not take the others with it
        failure = Failure(Cause.ERROR, f"{type(error).__name__}: {error}".removesuffix(": "))
    return pickle.dumps(_Done(failure))
