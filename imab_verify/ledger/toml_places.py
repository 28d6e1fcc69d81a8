"""Where the keys and texts of a TOML document stand: the reader of the standard library forgets it.

    places = Places(text)
    places.of("claim", 2, "given")                  the key of the third [[claim]]
    places.within(("claim", 2, "given"), "m <= T", 3)   a character of a text in its value

The document is one that `tomllib` reads; anything else may be placed anywhere.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Path = tuple[str | int, ...]

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_WORD = r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'"""
_KEY = re.compile(rf"(?:{_WORD})(?:[ \t]*\.[ \t]*(?:{_WORD}))*")
_STRING = re.compile(
    r'"""(?:\r?\n)?(?P<long>(?:[^\\]|\\.)*?"{0,2})"""(?!")'
    r"|'''(?:\r?\n)?(?P<raw>.*?'{0,2})'''(?!')"
    r'|"(?P<short>(?:[^"\\\n]|\\.)*)"'
    r"|'(?P<plain>[^'\n]*)'",
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
        """Where a key or a table stands; what is not there is where it would be, in its table."""
        while path and path not in self._keys:
            path = path[:-1]
        return self._place(self._keys.get(path, 0))

    def holds(self, path: Path, text: str) -> bool:
        """Whether a text is, or is in, the value of a key."""
        return any(written == text for _, written in self._strings.get(path, []))

    def within(self, path: Path, text: str, position: int) -> Place:
        """Where a character of a text stands, which is or is in the value of a key.

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
        at = self._blank(0)
        table: Path = ()
        while at < len(self._text):
            if self._text[at] == "[":
                at, table = self._header(at)
            else:
                at = self._assignment(at, table)
            at = self._blank(at)

    def _blank(self, at: int) -> int:
        """The end of blanks, line ends and comments."""
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _header(self, at: int) -> tuple[int, Path]:
        """[a.b] or [[a.b]]: its end, and the path of the table that it opens."""
        several = self._text.startswith("[[", at)
        words, end = self._key(self._blank(at + 1 + several))
        path: Path = ()
        for word in words[:-1]:
            path = self._latest((*path, word))
        path = (*path, words[-1])
        if several:
            self._tables[path] = self._tables.get(path, -1) + 1
            path = self._latest(path)
        self._keys[path] = at
        return self._text.find("]", end) + 1 + several, path

    def _latest(self, path: Path) -> Path:
        """A path, with the number of the last table if there are several of this name."""
        return (*path, self._tables[path]) if path in self._tables else path

    def _key(self, at: int) -> tuple[list[str], int]:
        """A key with its dots: its words and its end."""
        match = _KEY.match(self._text, at)
        if match is None:
            return [""], at + 1
        return [word.strip("\"'") for word in re.findall(_WORD, match[0])], match.end()

    def _assignment(self, at: int, table: Path) -> int:
        """Key = value: its end."""
        words, end = self._key(at)
        path = (*table, *words)
        self._keys[path] = at
        strings = self._strings.setdefault(path, [])
        equals = self._text.find("=", end)
        return self._value(equals + 1 if equals >= 0 else len(self._text), strings)

    def _value(self, at: int, strings: list[tuple[int, str]]) -> int:
        """The end of a value, which may run over lines inside brackets."""
        depth = 0
        while at < len(self._text):
            letter = self._text[at]
            string = _STRING.match(self._text, at) if letter in "\"'" else None
            if string is not None:
                strings.append((string.start(string.lastgroup or 0), string[string.lastgroup or 0]))
                at = string.end()
                continue
            if letter in "\n#" and depth == 0:
                return at
            if letter == "#":
                at = self._blank(at)
                continue
            depth += (letter in "[{") - (letter in "]}")
            at += 1
        return at
