"""A paper: its statements, where the record of their verdicts is, and the files it is read from.

A folder is one paper: its claim files and its modules with statements, in the order of their names,
or what the function `paper` of its __init__.py gives. Folders inside it are other papers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from imab_verify.errors import InputError, quote
from imab_verify.files import did_you_mean
from imab_verify.ledger.claim_files import ENDING, ClaimFile, read_claim_file, show_file, show_place
from imab_verify.ledger.statements import Entry, Part, Reading
from imab_verify.modules import has_statements, import_file, importable
from imab_verify.policies.protocol import FAULTS, show_fault

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
        known = [word for entry in self.entries for word in (entry.id, entry.slug)]
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else "imab-verify show lists the ids"
        raise InputError(
            f"{quote(name)} is no id or slug of this paper, and no file or folder: {hint}"
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
            Key(self.source, entry.id, part, reading.name, reading)
            for entry in entries
            for part in parts
            for reading in entry.part(part)
        ]

    def section(self, entry: Entry) -> str:
        """The letters of the section of an entry: the longest ones that its id begins with."""
        return max((s for s in self.sections if entry.id.startswith(s)), key=len, default="")


@dataclass(frozen=True, slots=True)
class Key:
    """A reading and where it belongs: the source of its paper, the id of its entry, the part."""

    source: str
    id: str
    part: Part
    name: str
    reading: Reading = field(compare=False, repr=False)


@cache
def load_paper(source: str) -> Paper:
    """The paper of a Python module, whose function `paper` gives it, or of a file or folder."""
    if all(word.isidentifier() for word in source.split(".")):
        paper: Paper = import_module(source).paper()
        return paper
    return read_paper(Path(source))


def _check(paper: Paper) -> None:
    """Refuse ids, slugs or names with two meanings, and references to what is not there."""
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
    """A circle of names that use each other; "" if there is none."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def _list_sorted(words: set[str]) -> str:
    return ", ".join(sorted(words))


# --- folders, claim files, modules -------------------------------------------------------------

RECORD = "expected.json"


def read_paper(path: Path) -> Paper:
    """The paper of a folder or file; InputError says what is wrong, and where."""
    path = path.absolute()
    if path.is_dir():
        return _read_folder(path)
    if not path.exists():
        raise InputError(f"{show_file(path)} does not exist{did_you_mean(show_file(path))}")
    if path.name.endswith(ENDING):
        name = path.name.removesuffix(ENDING)
    elif path.suffix == ".py":
        name = path.stem
    else:
        raise InputError(
            f"{show_file(path)} holds no statements: a claim file is called NAME{ENDING}, and a "
            "module NAME.py"
        )
    return _paper(path, name, path.with_name(f"{name}.{RECORD}"), [(path, _read_file(path))])


def paper_around(file: Path) -> tuple[Paper, list[Entry]]:
    """The smallest paper in which a file with statements makes sense, and the entries of the file.

    That is the file alone or, if it refers to others, its folder, or the package that it is in.
    """
    places = [file, file.parent]
    while (places[-1] / "__init__.py").exists():
        places.append(places[-1].parent)
    faults: list[InputError] = []
    for place in places:
        try:
            paper = load_paper(str(place.absolute()))
        except InputError as error:
            faults.append(error)
        else:
            ids = {entry.id for entry in _read_file(file).entries}
            return _with_record(paper, file.parent), [e for e in paper.entries if e.id in ids]
    raise faults[0]


def _with_record(paper: Paper, folder: Path) -> Paper:
    """The paper of a file, with the record of its folder if it has none of its own."""
    shared = folder / RECORD
    if paper.record.exists() or not shared.exists():
        return paper
    return replace(paper, record=shared)


def is_path(text: str) -> bool:
    """Whether a word on the command line is the path of a paper, and no id."""
    return text.endswith((".toml", ".py")) or "/" in text or "\\" in text or Path(text).exists()


def sources(folder: Path) -> list[Path]:
    """The claim files and the modules with statements in a folder."""
    claims = folder.glob(f"*{ENDING}")
    modules = (file for file in folder.glob("*.py") if has_statements(file))
    return sorted([*claims, *modules], key=lambda file: file.name)


def _read_folder(folder: Path) -> Paper:
    if (folder / "__init__.py").exists():
        package = _import(folder, lambda: _import_package(folder))
        if hasattr(package, "paper"):
            return _call_paper(folder, package)
    files = sources(folder)
    if not files:
        inside = sorted(f.name for f in folder.iterdir() if f.is_dir() and sources(f))
        hint = f"; its folders {', '.join(inside)} do" if inside else ""
        raise InputError(
            f"{show_file(folder)} has no claim file (NAME{ENDING}) and no module with ENTRY or "
            f"ENTRIES{hint}"
        )
    parts = [(file, _read_file(file)) for file in files]
    return _paper(folder, folder.name, folder / RECORD, parts)


def _read_file(file: Path) -> ClaimFile:
    return _read_module(file) if file.suffix == ".py" else read_claim_file(file)


def _paper(source: Path, name: str, record: Path, parts: list[tuple[Path, ClaimFile]]) -> Paper:
    entries = tuple(entry for _, part in parts for entry in part.entries)
    about: Mapping[str, Any] = {}
    for file, part in parts:
        if part.paper and about:
            raise InputError(f"{show_file(file)} has a second [paper] for the same folder")
        about = part.paper or about
    if not entries:
        raise InputError(
            f"{show_file(source)} has no statements: write [[claim]] in a claim file, ENTRY or "
            "ENTRIES in a module"
        )
    _check_uses(parts)
    where = [about[key] for key in ("version", "url", "tex") if key in about]
    try:
        return Paper(
            source=str(source),
            title=about.get("title", name),
            authors=tuple(about.get("authors", ())),
            entries=entries,
            record=record,
            version=", ".join(where),
        )
    except InputError as error:
        raise InputError(f"{show_file(source)}: {error}") from None


def _check_uses(parts: list[tuple[Path, ClaimFile]]) -> None:
    """Refuse, with its place, an id in `relies_on` that does not exist."""
    ids = [entry.id for _, part in parts for entry in part.entries]
    for file, part in parts:
        for number, entry in enumerate(part.entries):
            missing = [id_ for id_ in entry.relies_on if id_ not in ids]
            if missing and file.name.endswith(ENDING):
                place = show_place(file, ("claim", number, "relies_on"), missing[0])
                near = get_close_matches(missing[0], ids, n=1)
                hint = f": did you mean {near[0]}?" if near else ""
                raise InputError(
                    f"{place}: {entry.id} relies on {quote(missing[0])}, which is no id{hint}"
                )


# --- modules -----------------------------------------------------------------------------------


def _read_module(file: Path) -> ClaimFile:
    """The entries of a module: ENTRY, or ENTRIES for a small family."""
    package = (file.parent / "__init__.py").exists()
    module = _import(file, lambda: _import_part(file) if package else import_file(file))
    entries = tuple(_entries(module))
    for entry in entries:
        if not isinstance(entry, Entry):
            raise InputError(f"{show_file(file)}: ENTRY and ENTRIES hold entries of a ledger")
    return ClaimFile(entries=entries)


def _entries(module: ModuleType) -> Iterator[Entry]:
    if hasattr(module, "ENTRY"):
        yield module.ENTRY
    yield from getattr(module, "ENTRIES", ())


def _call_paper(folder: Path, package: ModuleType) -> Paper:
    try:
        paper = package.paper()
    except FAULTS as error:
        raise InputError(f"{show_file(folder)}: its paper() fails: {show_fault(error)}") from error
    if not isinstance(paper, Paper):
        raise InputError(f"{show_file(folder)}: its paper() gives no Paper")
    return replace(paper, source=str(folder))


def _import(file: Path, load: Callable[[], ModuleType]) -> ModuleType:
    try:
        return load()
    except FAULTS as error:
        raise InputError(f"{show_file(file)} cannot be imported: {show_fault(error)}") from error


def _import_package(folder: Path) -> ModuleType:
    """A folder with an __init__.py by its name; another package of that name is in its way."""
    with importable(folder.parent):
        package = import_module(folder.name)
    if folder.resolve() not in [Path(place).resolve() for place in package.__path__]:
        raise ImportError(f"another package is called {folder.name}: give the folder another name")
    return package


def _import_part(file: Path) -> ModuleType:
    _import_package(file.parent)
    with importable(file.parent.parent):
        return import_module(f"{file.parent.name}.{file.stem}")
