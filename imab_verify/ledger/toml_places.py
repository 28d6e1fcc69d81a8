"""Places of the keys and texts of a TOML document, which the standard library does not keep.

    places = Places(text)
    places.of("claim", 2, "given")                  the key of the third [[claim]]
    places.within(("claim", 2, "given"), "m <= T", 3)   a character of a text in its value

The document is one that `tomllib` reads; anything else may be placed anywhere.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"#[^\n]*"
    r'|"""(?:\r?\n)?(?P<long>(?:[^\\]|\\.)*?"{0,2})"""(?!")'
    r"|'''(?:\r?\n)?(?P<raw>.*?'{0,2})'''(?!')"
    r'|"(?P<short>(?:[^"\\\n]|\\.)*)"'
    r"|'(?P<plain>[^'\n]*)'"
    r"|[=\n\[\]{}]"
    r"|[^\s=\[\]{}#\"']+",
    re.DOTALL,
)


class Place(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int


class Places:
    """The places in one document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._keys: dict[Path, int] = {}
        self._strings: dict[Path, list[tuple[int, str]]] = {}
        self._tables: dict[Path, int] = {}
        self._scan()

    def of(self, *path: str | int) -> Place:
        """The place of a key or a table; of what is not there, that of its table."""
        while path and path not in self._keys:
            path = path[:-1]
        return self._place(self._keys.get(path, 0))

    def holds(self, path: Path, text: str) -> bool:
        """Whether a text is, or is in, the value of a key."""
        return any(written == text for _, written in self._strings.get(path, []))

    def within(self, path: Path, text: str, position: int) -> Place:
        """The place of a character of a text that is, or is in, the value of a key.

        A text that is written with escapes is at its beginning.
        """
        strings = self._strings.get(path, [])
        for start, written in strings:
            if written == text:
                return self._place(start + position)
        return self._place(strings[0][0]) if len(strings) == 1 else self.of(*path)

    def _place(self, offset: int) -> Place:
        before = self._text[:offset]
        return Place(before.count("\n") + 1, offset - before.rfind("\n"))

    def _scan(self) -> None:
        """Note each header, each key, and the texts in each value, which may run over lines."""
        table: Path = ()
        words: list[str] = []
        start = brackets = depth = 0
        value: list[tuple[int, str]] | None = None
        for token in _TOKEN.finditer(self._text + "\n"):
            mark, quoted = token[0], token.lastgroup
            if value is not None:
                if quoted:
                    value.append((token.start(quoted), token[quoted]))
                depth += (mark in "[{") - (mark in "]}")
                if mark == "\n" and depth == 0:
                    value = None
            elif mark == "\n":
                table = self._open(words, start, several=brackets > 1) if brackets else table
                words, brackets = [], 0
            elif mark == "=":
                path = (*table, *words)
                self._keys[path], value, words = start, self._strings.setdefault(path, []), []
            elif not mark.startswith(("#", "]")):
                start = token.start() if not (words or brackets) else start
                brackets += mark == "["
                words += [token[quoted]] if quoted else mark.strip("[").replace(".", " ").split()

    def _open(self, words: list[str], start: int, *, several: bool) -> Path:
        """The path of the table that a header [a.b] or [[a.b]] opens."""
        path: Path = ()
        for word in words[:-1]:
            path = self._latest((*path, word))
        path = (*path, *words[-1:])
        if several:
            self._tables[path] = self._tables.get(path, -1) + 1
            path = self._latest(path)
        self._keys[path] = start
        return path

    def _latest(self, path: Path) -> Path:
        """A path, with the number of the last table if there are several of this name."""
        return (*path, self._tables[path]) if path in self._tables else path
