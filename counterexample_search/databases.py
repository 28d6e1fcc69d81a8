"""Hypothesis's example database for a cell, in a directory."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from counterexample_search.problem import Problem


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

    On a full disk examples are lost, and no record is.
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
        except Exception:  # noqa: BLE001  whatever the disk raises
            self.failed = True


def database_for(problem: Problem, directory: str | None) -> ExampleDatabase | None:
    """The database of a cell in a directory; None without one."""
    if directory is None:
        return None
    return CellDatabase(Cache(DirectoryBasedExampleDatabase(directory)), problem.key)
