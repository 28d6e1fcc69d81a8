"""A paper: its statements, and where the record of their verdicts is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from imab_verify.errors import InputError, quote
from imab_verify.ledger.statements import Entry, Part, Reading

NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Paper:
    """The statements of a paper, in its order.

    source: where it was loaded from, by `load_paper`; workers find it there too.
    record: the file with the verdicts on record. sections: titles by the letters that ids begin
    with. version: which text of it was read, and where that is.
    """

    source: str
    title: str
    authors: tuple[str, ...]
    entries: tuple[Entry, ...]
    record: Path
    sections: Mapping[str, str] = field(default_factory=dict)
    version: str = ""

    def __post_init__(self) -> None:
        _check(self)

    def find(self, name: str) -> Entry:
        """The entry with this id or slug."""
        for entry in self.entries:
            if name.lower() in (entry.id.lower(), entry.slug):
                return entry
        raise InputError(
            f"{quote(name)} is no id or slug of this paper, and no file or folder "
            "(imab-verify show lists the ids)"
        )

    def reading(self, name: str) -> Reading:
        """The reading with this name."""
        for entry in self.entries:
            for reading in entry.readings():
                if reading.name == name:
                    return reading
        raise InputError(f"{quote(name)} is no reading of {self.title}")

    def keys(self, entries: Sequence[Entry], parts: Iterable[Part] = Part) -> list[Key]:
        """The keys of all readings in these parts of the entries."""
        return [
            Key(self.source, entry.id, part, reading.name)
            for entry in entries
            for part in parts
            for reading in entry.part(part)
        ]

    def section(self, entry: Entry) -> str:
        """The letters of the section of an entry: the longest ones that its id begins with."""
        return max((s for s in self.sections if entry.id.startswith(s)), key=len, default="")


class Key(NamedTuple):
    """Which reading: it is looked up in every process."""

    source: str
    id: str
    part: Part
    name: str

    def reading(self) -> Reading:
        """Look the reading up."""
        return self.paper().reading(self.name)

    def paper(self) -> Paper:
        """Look the paper up."""
        return load_paper(self.source)


@cache
def load_paper(source: str) -> Paper:
    """The paper of a Python module, whose function `paper` gives it, or of a file or folder."""
    if all(word.isidentifier() for word in source.split(".")):
        paper: Paper = import_module(source).paper()
        return paper
    from imab_verify.ledger.folders import read_paper

    return read_paper(Path(source))


def _check(paper: Paper) -> None:
    """Ids, slugs and names mean one thing each, and what is referred to is there."""
    ids = [entry.id for entry in paper.entries]
    for what, words in (("ids", ids), ("slugs", [entry.slug for entry in paper.entries])):
        twice = {word for word in words if words.count(word) > 1}
        if twice:
            raise InputError(f"{paper.title}: two entries have the {what} {_list_sorted(twice)}")
    readings: dict[str, Reading] = {}
    for entry in paper.entries:
        for reading in entry.readings():
            if not NAME.fullmatch(reading.name):
                raise InputError(f"{entry.id}: {quote(reading.name)} is no name of a reading")
            if readings.setdefault(reading.name, reading) != reading:
                raise InputError(f"{entry.id}: two readings have the name {reading.name}")
        if missing := set(entry.relies_on) - set(ids):
            raise InputError(f"{entry.id} relies on {_list_sorted(missing)}, which is no id")
    for reading in readings.values():
        if missing := set(reading.cites()) - readings.keys():
            raise InputError(f"{reading.name} cites {_list_sorted(missing)}, which is no reading")
    if circle := _circle({name: reading.cites() for name, reading in readings.items()}):
        raise InputError(f"readings cite each other in a circle: {circle}")
    if circle := _circle({entry.id: entry.relies_on for entry in paper.entries}):
        raise InputError(f"entries rely on each other in a circle: {circle}")


def _circle(uses: Mapping[str, Sequence[str]]) -> str:
    """A circle, if some cannot be proved after all that they use; "" if all can."""
    waiting = {name: set(used) for name, used in uses.items()}
    while ready := {name for name, used in waiting.items() if not used}:
        waiting = {name: used - ready for name, used in waiting.items() if name not in ready}
    if not waiting:
        return ""
    walk = [min(waiting)]
    while walk[-1] not in walk[:-1]:
        walk.append(min(waiting[walk[-1]]))
    return " -> ".join(walk[walk.index(walk[-1]) :])


def _list_sorted(words: set[str]) -> str:
    return ", ".join(sorted(words))
