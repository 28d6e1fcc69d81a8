"""Hypothesis's example database for a cell: a directory, and a Redis server beside it if given."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, MultiplexedDatabase

from imab_verify.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from counterexample_search.problem import Problem


SECONDS = 5.0
"""A Redis server that does not answer within this is left out."""


class CellDatabase(ExampleDatabase):
    """The part of a database that belongs to one cell.

    Hypothesis names examples by the function they are for, and all cells share that one.
    """

    def __init__(self, whole: ExampleDatabase, cell: str) -> None:
        super().__init__()
        self._whole = whole
        self._cell = blake2b(cell.encode(), digest_size=12).digest()

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an example."""
        self._whole.save(self._cell + key, value)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """Give the examples."""
        return self._whole.fetch(self._cell + key)

    def delete(self, key: bytes, value: bytes) -> None:
        """Forget an example."""
        self._whole.delete(self._cell + key, value)


class Cache(ExampleDatabase):
    """A database that may fail at any time: it only makes a search faster, so it is left out then.

    A full disk, a server that dies: examples are lost, and no record is.
    """

    def __init__(self, whole: ExampleDatabase) -> None:
        super().__init__()
        self._whole = whole
        self.failed = False

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an example."""
        self._try(lambda: self._whole.save(key, value))

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """Give the examples."""
        examples: list[bytes] = []
        self._try(lambda: examples.extend(self._whole.fetch(key)))
        return examples

    def delete(self, key: bytes, value: bytes) -> None:
        """Forget an example."""
        self._try(lambda: self._whole.delete(key, value))

    def _try(self, action: Callable[[], None]) -> None:
        if self.failed:
            return
        try:
            action()
        except Exception:  # noqa: BLE001  whatever the disk or the client raises
            self.failed = True


def database_for(
    problem: Problem, directory: str | None, redis: str | None
) -> ExampleDatabase | None:
    """Open the database of a cell; None without a directory and a server."""
    parts: list[ExampleDatabase] = []
    if directory is not None:
        parts.append(Cache(DirectoryBasedExampleDatabase(directory)))
    if redis is not None:
        parts.append(Cache(_redis_database(redis)))
    if not parts:
        return None
    whole = parts[0] if len(parts) == 1 else MultiplexedDatabase(*parts)
    return CellDatabase(whole, problem.key)


def check_redis(url: str) -> None:
    """Refuse a server that does not answer."""
    client = _redis_client(url)
    try:
        client.ping()
    except Exception as error:  # noqa: BLE001  whatever the client raises, there is no server
        raise InputError(f"the Redis server {url} does not answer: {error}") from None


def _redis_database(url: str) -> ExampleDatabase:
    from hypothesis.extra.redis import RedisExampleDatabase

    return RedisExampleDatabase(_redis_client(url))


def _redis_client(url: str):  # type: ignore[no-untyped-def]  # noqa: ANN202  of an optional package
    try:
        from redis import Redis
    except ImportError:
        raise InputError(
            "--redis needs the package redis: install it with pip install 'imab-verify[redis]'"
        ) from None
    try:
        return Redis.from_url(url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
    except ValueError as error:
        raise InputError(f"--redis {url} is not the address of a server: {error}") from None
