"""Work on a Dask cluster."""

from __future__ import annotations

import logging
import pickle
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from queue import SimpleQueue
from typing import Any, Generic
from uuid import uuid4

from imab_verify.errors import InputError, require
from imab_verify.processes import PATIENCE, Answer, Cause, Failure, Hear, Item, LostError, Work
from imab_verify.processes.local import Processes

LOST = 60.0
"""Seconds that a cluster may be without workers."""


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
        self._heard: SimpleQueue[tuple[float, tuple[str, bytes]]] = SimpleQueue()
        self._topic = uuid4().hex
        self._client.subscribe_topic(self._topic, self._heard.put)
        self._last_seen = time.monotonic()

    @property
    def free(self) -> bool:
        """Whether there are fewer items than threads on the cluster."""
        return len(self._items) < max(1, self._threads())

    def begin(self, item: Item) -> None:
        """Send the item."""
        asked = (self._work, item, *self._limits, self._topic)
        with self._reachable():
            future = self._client.submit(_do_remotely, *asked, pure=False, retries=2)
        self._items[future] = item

    def wait(self, hear: Hear[Item]) -> list[tuple[Item, Answer | Failure]]:
        """Give what has arrived."""
        from distributed import wait

        items = {future.key: item for future, item in self._items.items()}
        while not self._heard.empty():
            _, (key, message) = self._heard.get()
            if key in items:
                hear(items[key], pickle.loads(message), True)  # noqa: S301  from our own work
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
                    hear(item, message, False)
                done.append((item, answer))
            elif future.status == "cancelled":
                raise self._lost_error("the scheduler is gone")
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
            raise self._lost_error("the scheduler is gone")
        if self._threads():
            self._last_seen = time.monotonic()
        elif time.monotonic() > self._last_seen + LOST:
            raise self._lost_error(f"it has had no workers for {LOST:g} seconds")

    @contextmanager
    def _reachable(self) -> Iterator[None]:
        from distributed import CancelledError
        from distributed.comm import CommClosedError

        try:
            yield
        except TimeoutError:
            raise
        except CancelledError:
            raise self._lost_error("the scheduler is gone") from None
        except (OSError, CommClosedError) as error:
            raise self._lost_error(str(error) or "the connection is closed") from None

    def _lost_error(self, reason: str) -> LostError:
        return LostError(f"the cluster at {self._address} is lost: {reason}")


def _connect(address: str) -> Any:
    require("distributed", "--scheduler")
    from distributed import Client

    # What goes wrong is said here in a sentence; its own log would show tracebacks beside that.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
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
    work: Work[Item, Answer],
    item: Item,
    seconds: float | None,
    memory: int | None,
    topic: str,
) -> tuple[list[Any], Answer | Failure]:
    """Do an item on a worker of a cluster: its last message, if any, and its answer."""
    from distributed import get_worker

    last: deque[Any] = deque(maxlen=1)

    def hear(_: Item, message: Any, urgent: bool) -> None:
        last.append(message)
        if urgent:
            worker = get_worker()
            worker.log_event(topic, (worker.get_current_task(), pickle.dumps(message)))

    with closing(Processes(work, 1, seconds, memory)) as crew:
        crew.begin(item)
        while _is_wanted():
            for _, answer in crew.wait(hear):
                return list(last), answer
    return [], Failure(Cause.DEATH, "it was cancelled")


def _is_wanted() -> bool:
    """Whether the one who asked is still there and has not cancelled."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"
