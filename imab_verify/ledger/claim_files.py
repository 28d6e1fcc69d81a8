"""Claim files: the statements of a paper as TOML, format "imab-claims/1".

    format = "imab-claims/1"

    [paper]                     # title, authors, version, url, tex: all optional
    title = "..."

    [[claim]]
    id = "lem:ratio"
    claim = "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)"
    given = ["m <= T"]
    expect = "proved"

Every sentence about a file begins with FILE:LINE:COLUMN. docs/papers.md has all keys.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from imab_verify.errors import InputError, quote
from imab_verify.files import show_path
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import policy_beside, some_policy
from imab_verify.ledger.statements import Entry, Reading, Repair, Severity, Status
from imab_verify.ledger.toml_places import Path as Keys
from imab_verify.ledger.toml_places import Place, Places
from imab_verify.policies.registry import make_policy

FORMAT = "imab-claims/1"
ENDING = ".claims.toml"
MAX_BYTES = 5_000_000
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,39}")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ClaimFile:
    """The content of a claim file: keys of the paper, and its entries."""

    paper: Mapping[str, Any] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()


def read_claim_file(path: Path) -> ClaimFile:
    """Read a claim file; InputError says what is wrong in it, and where."""
    reader = _Reader(path, _text_of(path))
    return reader.file()


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{show_file(path)} has more than {MAX_BYTES} bytes")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line = before.count(b"\n") + 1
        raise InputError(f"{show_file(path)}:{line}: this is no UTF-8 text") from None
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise InputError(f"{show_file(path)} cannot be read: {reason}") from None


# --- what a value must be ----------------------------------------------------------------------


class ValueKind(NamedTuple):
    """A kind of values: what to say of a wrong one, its JSON Schema, and whether a value fits."""

    must: str
    schema: Mapping[str, Any]
    fits: Callable[[Any], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not value.isspace() and value != ""


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(words: Iterable[str]) -> ValueKind:
    allowed = list(words)
    return ValueKind(
        f"must be one of {', '.join(allowed)}", {"enum": allowed}, allowed.__contains__
    )


TEXT = ValueKind("must be a text that is not empty", {"type": "string", "pattern": r"\S"}, _is_text)
TEXTS = ValueKind(
    'must be a list of texts, such as ["m <= T"]',
    {"type": "array", "items": TEXT.schema},
    lambda value: isinstance(value, list) and all(map(_is_text, value)),
)
NAME = ValueKind(
    'must be at most 40 letters, digits and _ . : -, such as "lem:ratio"',
    {"type": "string", "pattern": f"^{ID.pattern}$"},
    lambda value: isinstance(value, str) and ID.fullmatch(value) is not None,
)
ARMS = ValueKind(
    'must be a table of names and classes, such as {f = "concave"}',
    {"type": "object", "additionalProperties": {"type": "string"}},
    lambda value: isinstance(value, dict) and all(isinstance(v, str) for v in value.values()),
)
SPAN = ValueKind(
    'must be an integer or a range such as "2..4"',
    {"anyOf": [{"type": "integer"}, TEXT.schema]},
    lambda value: _is_integer(value) or _is_text(value),
)
LIMIT = ValueKind(
    "must be an integer from 1 to 1000000",
    {"type": "integer", "minimum": 1, "maximum": 10**6},
    lambda value: _is_integer(value) and 1 <= value <= 10**6,
)
FLAG = ValueKind(
    "must be true or false", {"type": "boolean"}, lambda value: isinstance(value, bool)
)
TABLES = ValueKind(
    "must be tables: write [[claim.repair]]",
    {"type": "array"},
    lambda value: isinstance(value, list) and all(isinstance(item, dict) for item in value),
)
SEVERITIES = {"main": Severity.MAIN, "step": Severity.STEP} | {s.value: s for s in Severity}

RUN_KEYS = {
    "claim": TEXT,
    "given": TEXTS,
    "arms": ARMS,
    "reals": TEXTS,
    "integers": TEXTS,
    "unbounded": FLAG,
    "policy": TEXT,
    "init": TEXT,
    "ties": TEXT,
    "where": TEXT,
    "k": SPAN,
    "T": SPAN,
    "seconds": LIMIT,
}
"""The keys that say a claim; a repair inherits those that it does not have from its claim."""

CLAIM_KEYS = {
    "id": NAME,
    "title": TEXT,
    "statement": TEXT,
    "lines": TEXT,
    "severity": _one_of(SEVERITIES),
    **RUN_KEYS,
    "expect": _one_of(Status),
    "kind": _one_of([Status.DEFINITION, Status.NOT_FORMAL]),
    "reason": TEXT,
    "finding": TEXT,
    "convention": TEXT,
    "printed": TEXT,
    "number": TEXT,
    "corrected": TEXT,
    "prose": TEXTS,
    "relies_on": TEXTS,
    "marks": TEXTS,
    "repair": TABLES,
}
REPAIR_KEYS = {"statement": TEXT, **RUN_KEYS, "prose": TEXTS}
PAPER_KEYS = {"title": TEXT, "authors": TEXTS, "version": TEXT, "url": TEXT, "tex": TEXT}


# --- reading -----------------------------------------------------------------------------------


class _Reader:
    """Reads one file, whose errors come with their place."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        try:
            self._document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(_syntax(path, text, str(error))) from None
        self._places = Places(text)

    def file(self) -> ClaimFile:
        """The whole file."""
        known = {"format", "paper", "claim"}
        for key in self._document:
            if key not in known:
                self._wrong((key,), f"{_unknown(key, known)}: write claims as [[claim]]")
        if self._document.get("format") != FORMAT:
            self._wrong(("format",), f'a claim file begins with format = "{FORMAT}"')
        paper = self._document.get("paper", {})
        if not isinstance(paper, dict):
            self._wrong(("paper",), "the paper is a table: write [paper]")
        self._check_table(("paper",), paper, PAPER_KEYS, "the paper")
        claims = self._document.get("claim", [])
        if not TABLES.fits(claims):
            self._wrong(("claim",), "claims are tables: write [[claim]]")
        return ClaimFile(paper, tuple(self._entries(claims)))

    def _entries(self, claims: Sequence[Mapping[str, Any]]) -> Iterator[Entry]:
        seen: dict[str, Place] = {}
        for number, table in enumerate(claims):
            path: Keys = ("claim", number)
            if "id" not in table:
                self._wrong(path, f"claim {number + 1} has no id")
            who = f"claim {quote(table['id'])}"
            self._check_table(path, table, CLAIM_KEYS, who)
            id_ = table["id"]
            if id_ in seen:
                self._wrong((*path, "id"), f"{who} was there before, in line {seen[id_].line}")
            seen[id_] = self._places.of(*path)
            yield self._entry(path, table, who)

    def _entry(self, path: Keys, table: Mapping[str, Any], who: str) -> Entry:
        self._check_sense(path, table, who)
        said, id_ = _line(table.get("claim", "")), table["id"]
        name = re.sub("[^a-z0-9]+", "_", id_.lower()).strip("_")
        name = name if name[:1].isalpha() else f"claim_{name}"
        says = table.get("title", said)
        literal = (self._reading(path, table, name, says, who),) if said else ()
        repairs = tuple(
            self._repair((*path, "repair", number), repair, table, name, who)
            for number, repair in enumerate(table.get("repair", []))
        )
        values = {"lines": "", **_values(table, CLAIM_KEYS.keys() - RUN_KEYS.keys() - {"repair"})}
        values |= {key: Status(table[key]) for key in ("kind", "expect") if key in table}
        values |= {
            "title": table.get("title", table.get("statement", said or id_)),
            "statement": _line(table.get("statement", said or table.get("title", ""))),
            "reason": _line(table.get("reason", "")),
            "severity": SEVERITIES[table.get("severity", Severity.LEMMA.value)],
        }
        slug = re.sub("[^a-z0-9]+", "-", id_.lower()).strip("-")
        return Entry(slug=slug, literal=literal, repairs=repairs, **values)

    def _check_sense(self, path: Keys, table: Mapping[str, Any], who: str) -> None:
        """An entry says something: a claim, or why there is none, or what is open."""
        if "claim" in table and "kind" in table:
            self._wrong((*path, "kind"), f"{who} has a claim, so it is no {table['kind']}")
        if "claim" not in table and "reason" not in table:
            self._wrong(path, f'{who} has no claim = "..." and no reason = "..." why it has none')
        stray = [key for key in table if key in RUN_KEYS]
        if "claim" not in table and stray:
            self._wrong((*path, stray[0]), f"{who} has {stray[0]}, but no claim that it is for")

    def _repair(
        self,
        path: Keys,
        table: Mapping[str, Any],
        claim: Mapping[str, Any],
        name: str,
        who: str,
    ) -> Repair:
        number = int(path[-1]) + 1
        who = f"{who}, repair {number}"
        self._check_table(path, table, REPAIR_KEYS, who)
        if "claim" not in table:
            self._wrong(path, f'{who} has no claim = "..."')
        says = table.get("statement", table["claim"])
        whole = {**{key: claim[key] for key in RUN_KEYS if key in claim}, **table}
        reading = self._reading(path, whole, f"{name}_repair_{number}", says, who)
        return Repair(statement=says, obligations=(reading,), **_values(table, ["prose"]))

    def _reading(
        self, path: Keys, table: Mapping[str, Any], name: str, says: str, who: str
    ) -> Reading:
        values = _values(table, RUN_KEYS)
        values |= {key: str(values[key]) for key in ("k", "T") if key in values}
        values["policy"] = policy_beside(self._path, table.get("policy", ""))
        reading = Reading(name=name, says=_line(says), **values)
        self._check_reading(path, reading, who)
        return reading

    def _check_reading(self, path: Keys, reading: Reading, who: str) -> None:
        """Read everything that the reading says, each part at its own place."""
        if reading.policy and not self._is_decidable(path, reading, who):
            return
        for key in ("k", "T"):
            if getattr(reading, key) and not reading.policy:
                self._wrong((*path, key), f"{who}: {key} is a size of a run, so it needs a policy")
        self._try((*path, "k" if reading.k else "T"), reading.spans, who)
        self._try((*path, "claim"), reading.question, who)

    def _is_decidable(self, path: Keys, reading: Reading, who: str) -> bool:
        """Whether claims about runs of a policy can be decided; it must be a policy in any case."""
        try:
            reading.run()
        except ClaimError as error:
            self._wrong_text(path, error, who)
        except InputError:
            named = some_policy(reading.policy) or reading.policy
            self._try((*path, "policy"), lambda: make_policy(named), who)
            return False
        return True

    def _try(self, path: Keys, read: Callable[[], Value], who: str) -> Value:
        """Call `read`; an error is raised again with its place in the text that it is about."""
        try:
            return read()
        except ClaimError as error:
            self._wrong_text(path[:-1], error, who)
        except InputError as error:
            self._wrong(path, f"{who}: {error}")

    def _wrong_text(self, path: Keys, error: ClaimError, who: str) -> NoReturn:
        """Raise an error about one of the texts of a table, with its place."""
        for key in ("claim", "given", "where"):
            keys = (*path, key)
            if self._places.holds(keys, error.text):
                place = self._places.within(keys, error.text, error.position)
                raise self._at(place, f"{who}: {error}")
        self._wrong((*path, "claim"), f"{who}: {error}")

    def _check_table(
        self, path: Keys, table: Mapping[str, Any], keys: Mapping[str, ValueKind], who: str
    ) -> None:
        for key, value in table.items():
            if key not in keys:
                self._wrong((*path, key), f"{who}: {_unknown(key, keys)}")
            if not keys[key].fits(value):
                self._wrong((*path, key), f"{who}: {key} {keys[key].must}")

    def _wrong(self, path: Keys, sentence: str) -> NoReturn:
        raise self._at(self._places.of(*path), sentence)

    def _at(self, place: Place, sentence: str) -> InputError:
        return InputError(f"{show_file(self._path)}:{place.line}:{place.column}: {sentence}")


def show_place(path: Path, keys: Keys, text: str) -> str:
    """A text in the value of a key of a claim file, as file:line:column."""
    place = Places(_text_of(path)).within(keys, text, 0)
    return f"{show_file(path)}:{place.line}:{place.column}"


def show_file(path: Path) -> str:
    """A file by its name from here, if it is below here, else in full."""
    here = Path.cwd()
    return show_path(path.relative_to(here) if path.is_relative_to(here) else path)


def _syntax(path: Path, text: str, message: str) -> str:
    """The sentence for a file that is no TOML, with the place that the message ends with."""
    place = re.fullmatch(r"(.*) \(at line ([0-9]+), column ([0-9]+)\)", message, re.DOTALL)
    if place:
        return f"{show_file(path)}:{place[2]}:{place[3]}: this is no TOML: {place[1]}"
    line = text.count("\n") + 1
    what = message.removesuffix(" (at end of document)")
    return f"{show_file(path)}:{line}:1: this is no TOML: {what}"


def _unknown(key: str, known: Mapping[str, object] | set[str]) -> str:
    near = get_close_matches(key, list(known), n=1)
    hint = f"did you mean {near[0]}" if near else f"known are {', '.join(known)}"
    return f"there is no key {quote(key)} ({hint})"


def _values(table: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """The values of some keys, lists as tuples."""
    found = {key: table[key] for key in keys if key in table}
    return {key: tuple(v) if isinstance(v, list) else v for key, v in found.items()}


def _line(text: str) -> str:
    """A text that runs over lines, as one."""
    return " ".join(text.split())
