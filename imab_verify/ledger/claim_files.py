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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn, TypeVar

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
Check = Callable[[object], str]
"""What is wrong with a value, or nothing."""


@dataclass(frozen=True, slots=True)
class ClaimFile:
    """What a claim file says: about the paper, and its entries."""

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


def _is_text(value: object) -> str:
    good = isinstance(value, str) and value.strip()
    return "" if good else "must be a text that is not empty"


def _is_texts(value: object) -> str:
    good = isinstance(value, list) and all(not _is_text(item) for item in value)
    return "" if good else 'must be a list of texts, such as ["m <= T"]'


def _is_id(value: object) -> str:
    good = isinstance(value, str) and ID.fullmatch(value)
    return "" if good else 'must be at most 40 letters, digits and _ . : -, such as "lem:ratio"'


def _is_arms(value: object) -> str:
    if isinstance(value, dict):
        return "" if all(isinstance(v, str) for v in value.values()) else "must have texts"
    return 'must be a table of names and classes, such as {f = "concave"}'


def _is_span(value: object) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool)
    good = whole or not _is_text(value)
    return "" if good else 'must be an integer or a range such as "2..4"'


def _is_seconds(value: object) -> str:
    good = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10**6
    return "" if good else "must be an integer from 1 to 1000000"


def _is_flag(value: object) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


def _is_tables(value: object) -> str:
    good = isinstance(value, list) and all(isinstance(item, dict) for item in value)
    return "" if good else "must be tables: write [[claim.repair]]"


def _one_of(*words: str) -> Check:
    def check(value: object) -> str:
        return "" if value in words else f"must be one of {', '.join(words)}"

    return check


SEVERITIES = {"main": Severity.MAIN, "step": Severity.STEP} | {s.value: s for s in Severity}
KINDS = (Status.DEFINITION.value, Status.NOT_FORMAL.value)

RUN_KEYS: dict[str, Check] = {
    "claim": _is_text,
    "given": _is_texts,
    "arms": _is_arms,
    "reals": _is_texts,
    "integers": _is_texts,
    "unbounded": _is_flag,
    "policy": _is_text,
    "init": _is_text,
    "ties": _is_text,
    "where": _is_text,
    "k": _is_span,
    "T": _is_span,
    "seconds": _is_seconds,
}
"""What says a claim; a repair has what it does not say from its claim."""

CLAIM_KEYS: dict[str, Check] = {
    "id": _is_id,
    "title": _is_text,
    "statement": _is_text,
    "lines": _is_text,
    "severity": _one_of(*SEVERITIES),
    **RUN_KEYS,
    "expect": _one_of(*Status),
    "kind": _one_of(*KINDS),
    "reason": _is_text,
    "finding": _is_text,
    "convention": _is_text,
    "printed": _is_text,
    "number": _is_text,
    "corrected": _is_text,
    "prose": _is_texts,
    "relies_on": _is_texts,
    "marks": _is_texts,
    "repair": _is_tables,
}
REPAIR_KEYS: dict[str, Check] = {"statement": _is_text, **RUN_KEYS, "prose": _is_texts}
PAPER_KEYS: dict[str, Check] = {
    "title": _is_text,
    "authors": _is_texts,
    "version": _is_text,
    "url": _is_text,
    "tex": _is_text,
}
INHERITED = tuple(key for key in RUN_KEYS if key != "claim")


# --- reading -----------------------------------------------------------------------------------


class _Reader:
    """One file: its text, and where in it things stand."""

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
        if _is_tables(claims):
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
        said = table.get("claim", "")
        self._check_sense(path, table, who)
        name = _name(table["id"])
        literal: tuple[Reading, ...] = ()
        if said:
            literal = (self._reading(path, table, name, table.get("title", said), who),)
        repairs = []
        for number, repair in enumerate(table.get("repair", [])):
            repairs.append(self._repair((*path, "repair", number), repair, table, name, who))
        one_line = _line(said)
        return Entry(
            id=table["id"],
            lines=table.get("lines", ""),
            slug=re.sub("[^a-z0-9]+", "-", table["id"].lower()).strip("-"),
            title=table.get("title", table.get("statement", one_line or table["id"])),
            statement=_line(table.get("statement", one_line or table.get("title", ""))),
            literal=literal,
            repairs=tuple(repairs),
            prose=tuple(table.get("prose", ())),
            relies_on=tuple(table.get("relies_on", ())),
            convention=table.get("convention", ""),
            kind=Status(table["kind"]) if "kind" in table else None,
            reason=_line(table.get("reason", "")),
            finding=table.get("finding", ""),
            severity=SEVERITIES[table.get("severity", Severity.LEMMA.value)],
            printed=table.get("printed", ""),
            number=table.get("number", ""),
            corrected=table.get("corrected", ""),
            expect=Status(table["expect"]) if "expect" in table else None,
            marks=tuple(table.get("marks", ())),
        )

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
        inherited = {key: claim[key] for key in INHERITED if key in claim}
        says = table.get("statement", table["claim"])
        reading = self._reading(path, {**inherited, **table}, f"{name}_repair_{number}", says, who)
        return Repair(statement=says, obligations=(reading,), prose=tuple(table.get("prose", ())))

    def _reading(
        self, path: Keys, table: Mapping[str, Any], name: str, says: str, who: str
    ) -> Reading:
        reading = Reading(
            name=name,
            says=_line(says),
            claim=table["claim"],
            given=tuple(table.get("given", ())),
            arms=table.get("arms"),
            reals=tuple(table.get("reals", ())),
            integers=tuple(table.get("integers", ())),
            unbounded=table.get("unbounded", False),
            policy=policy_beside(self._path, table.get("policy", "")),
            where=table.get("where", ""),
            init=table.get("init", "rounds"),
            ties=table.get("ties", "any"),
            k=str(table.get("k", "")),
            T=str(table.get("T", "")),
            seconds=table.get("seconds"),
        )
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
        """Do it; what is wrong is said with its place, in the text that it is about."""
        try:
            return read()
        except ClaimError as error:
            self._wrong_text(path[:-1], error, who)
        except InputError as error:
            self._wrong(path, f"{who}: {error}")

    def _wrong_text(self, path: Keys, error: ClaimError, who: str) -> NoReturn:
        """Something is wrong in one of the texts of a table."""
        for key in ("claim", "given", "where"):
            keys = (*path, key)
            if self._places.holds(keys, error.text):
                place = self._places.within(keys, error.text, error.position)
                raise self._at(place, f"{who}: {error}")
        self._wrong((*path, "claim"), f"{who}: {error}")

    def _check_table(
        self, path: Keys, table: Mapping[str, Any], keys: Mapping[str, Check], who: str
    ) -> None:
        for key, value in table.items():
            if key not in keys:
                self._wrong((*path, key), f"{who}: {_unknown(key, keys)}")
            fault = keys[key](value)
            if fault:
                self._wrong((*path, key), f"{who}: {key} {fault}")

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
    """What is no TOML, with the place that the message ends with."""
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


def _line(text: str) -> str:
    """A text that runs over lines, as one."""
    return " ".join(text.split())


def _name(id_: str) -> str:
    """The name of a reading, from the id of its claim."""
    name = re.sub("[^a-z0-9]+", "_", id_.lower()).strip("_")
    return name if name[:1].isalpha() else f"claim_{name}"
