"""JSON texts to dataclasses, whose annotations are the one description of the format.

    dataclass              an object, a key for each field; left out iff there is a default
    tuple[X, ...]          a list; tuple[A, B] a list of two
    tuple[tuple[str, X], ...], Mapping[K, X]       an object
    A | B of dataclasses   the one whose keys fit
    Fraction               "p/q" or an integer; floats are refused
    Polynomial, Form, Comparison, Term     a text (texts.py)
    str                    a name; of a hypothesis also with dots: x.low
    Annotated[str, a, b]   one of these words
    Arm                    an arm, counted from 1 in documents and from 0 here
    Natural                an integer that is not negative
    Words                  a text of words with single blanks between them

`key`, `INLINE` and `Layout` say where a class differs from that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import EnumMeta
from fractions import Fraction
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NoReturn, Union, get_args, get_origin, get_type_hints

from imab_verify.kernel.polynomials import MalformedError, spend

MAX_DEPTH = 100
MAX_DIGITS = 600
MAX_EXPONENT = 24
KEPT = 512
"""Texts of numbers and monomials whose meaning is remembered: most occur many times."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)
LABEL = re.compile(r"_?[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*-?", re.ASCII)
RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)

_COUNTED, _NATURAL, _WORDS = object(), object(), object()
Arm = Annotated[int, _COUNTED]
Natural = Annotated[int, _NATURAL]
Words = Annotated[tuple[str, ...], _WORDS]


def refuse(message: str) -> NoReturn:
    """Refuse the document."""
    raise MalformedError(message)


# --- how a class is laid out -------------------------------------------------------------------


INLINE = {"inline": True}
"""A field whose own keys stand among those of the class that has it."""
REQUIRED = {"required": True}
"""A field that documents must have though it has a default."""


def key(name: str) -> dict[str, str]:
    """A field that has another name in documents."""
    return {"key": name}


class Layout:
    """A class that is not simply an object with a key for each field.

    AS_LIST: a list of the fields in order, the last one with all that is left if it is a tuple.
    UNDER: all of it stands under this key of an object.
    """

    __slots__ = ()
    AS_LIST = False
    UNDER = ""


class Slot(NamedTuple):
    """A field: its name, its key, its type, whether it must be there, whether it is inline."""

    name: str
    key: str
    kind: Any
    required: bool
    inline: bool


@cache
def slots(kind: Any) -> tuple[Slot, ...]:
    """The fields of a dataclass as they stand in documents."""
    hints, rows = get_type_hints(kind, include_extras=True), []
    for f in fields(kind):
        hint, about = hints[f.name], f.metadata
        if f.default is None:  # the key is left out then; null is not written
            hint = Union[tuple(part for part in get_args(hint) if part is not NoneType)]  # noqa: UP007
        optional = f.default is not MISSING or f.default_factory is not MISSING
        required = not optional or "required" in about
        rows.append(Slot(f.name, about.get("key", f.name), hint, required, "inline" in about))
    return tuple(rows)


Keys = tuple[frozenset[str], frozenset[str]]
"""The keys that an object must have, and all that it may have."""


@cache
def _keys(kind: Any) -> Keys:
    """The keys for the fields of a dataclass."""
    outer = [_outer_keys(s.kind) if s.inline else (frozenset({s.key}),) * 2 for s in slots(kind)]
    must = [keys[0] for keys, s in zip(outer, slots(kind), strict=True) if s.required]
    return frozenset().union(*must), frozenset().union(*(keys[1] for keys in outer))


@cache
def _outer_keys(kind: Any) -> Keys:
    """The keys of an object that describes one of this type."""
    if not _is_class(kind):
        return frozenset(), frozenset().union(*(_outer_keys(part)[1] for part in get_args(kind)))
    under = getattr(kind, "UNDER", "")
    return (frozenset({under}),) * 2 if under else _keys(kind)


def _is_class(kind: Any) -> bool:
    """Whether a dataclass is an object in documents, and no text."""
    return is_dataclass(kind) and kind not in READERS


# --- reading -----------------------------------------------------------------------------------


def loads(text: str | bytes) -> Any:
    """The JSON value of a text without floats and without keys that are written twice."""
    try:
        spend(len(text))
        return json.loads(
            text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_no_twice
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"this is not JSON of the expected depth: {error}") from None


def _no_float(text: str) -> NoReturn:
    refuse(f"the number {text[:20]} is not exact; write rationals as strings")


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len(item) != len(pairs):
        refuse("an object has the same key twice")
    return item


Reader = Callable[[Any, int], Any]


def build(kind: Any, item: Any, depth: int = 0) -> Any:
    """The object of this type that a JSON value describes, or MalformedError."""
    spend(1)
    return _reader(kind)(item, depth)


@cache
def _reader(kind: Any) -> Reader:
    origin, parts = get_origin(kind), get_args(kind)
    if kind in READERS:
        return READERS[kind]
    if _is_class(kind):
        return _class_reader(kind)
    if isinstance(kind, EnumMeta):
        return _word_reader(tuple(kind))
    if origin is Annotated:
        return _word_reader(parts[1:])
    if origin in (Union, UnionType):
        return _union_reader(parts)
    if origin is Mapping:
        pairs = _pair_reader(parts[1], parts[0])
        return lambda item, depth: dict(pairs(item, depth))
    if parts[-1] is not ...:
        return _row_reader(parts)
    inner = get_args(parts[0])
    return _pair_reader(inner[1]) if inner and inner[0] is str else _list_reader(parts[0])


@cache
def _fields(kind: Any) -> tuple[tuple[Slot, frozenset[str], Reader], ...]:
    """The fields of a class, the keys of those that are inline, and how each is read."""
    return tuple((slot, _outer_keys(slot.kind)[1], _reader(slot.kind)) for slot in slots(kind))


def _class_reader(kind: Any) -> Reader:
    """Of a dataclass; its fields are looked up when it is read, for it may contain itself."""
    keys, outer = _keys(kind), _outer_keys(kind)
    under, as_list = getattr(kind, "UNDER", ""), getattr(kind, "AS_LIST", False)

    def read(item: Any, depth: int) -> Any:
        if under:
            item = _object(item, outer)[under]
        if as_list:
            return kind(*_positional(_fields(kind), _list(item), depth))
        item, values = _object(item, keys), {}
        for slot, own, reader in _fields(kind):
            if slot.inline:
                values[slot.name] = reader({k: item[k] for k in item if k in own}, depth)
            elif slot.key in item:
                values[slot.name] = reader(item[slot.key], depth)
        spend(1 + len(values))
        return kind(**values)

    return read


def _positional(
    row: tuple[tuple[Slot, frozenset[str], Reader], ...], item: list[Any], depth: int
) -> list[Any]:
    if get_origin(row[-1][0].kind) is tuple:
        item = [*item[: len(row) - 1], *([item[len(row) - 1 :]] if len(item) >= len(row) else [])]
    if not sum(slot.required for slot, *_ in row) <= len(item) <= len(row):
        refuse(f"a list of {len(row)} is expected")
    spend(1 + len(item))
    return [reader(part, depth) for (*_, reader), part in zip(row, item, strict=False)]


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    classes = [(*_outer_keys(kind), _reader(kind)) for kind in kinds if _is_class(kind)]
    plain = [kind for kind in kinds if not _is_class(kind) and kind is not NoneType]
    lists = [_reader(kind) for kind in plain if get_origin(kind) is tuple]
    others = [_reader(kind) for kind in plain if get_origin(kind) is not tuple]

    def read(item: Any, depth: int) -> Any:
        spend(1)
        if depth > MAX_DEPTH:
            refuse("the document is nested too deeply")
        if item is None and NoneType in kinds:
            return None
        fit = lists if isinstance(item, list) else others
        if isinstance(item, dict):
            fit = [reader for must, may, reader in classes if must <= item.keys() <= may]
        if len(fit) != 1:
            keys_of = " or ".join("+".join(sorted(must)) for must, *_ in classes)
            refuse(f"an object with the keys {keys_of} is expected, without unknown keys")
        return fit[0](item, depth + 1)

    return read


def _row_reader(kinds: tuple[Any, ...]) -> Reader:
    readers = [_reader(kind) for kind in kinds]

    def read(item: Any, depth: int) -> tuple[Any, ...]:
        if len(_list(item)) != len(readers):
            refuse(f"a list of {len(readers)} is expected")
        spend(len(readers))
        return tuple([reader(part, depth) for reader, part in zip(readers, item, strict=True)])

    return read


def _pair_reader(kind: Any, of: Any = str) -> Reader:
    reader, read_key = _reader(kind), _reader(of)

    def read(item: Any, depth: int) -> tuple[tuple[str, Any], ...]:
        rows = _object(item).items()
        spend(len(rows))
        return tuple([(read_key(name, depth), reader(part, depth)) for name, part in rows])

    return read


def _list_reader(kind: Any) -> Reader:
    reader = _reader(kind)

    def read(item: Any, depth: int) -> tuple[Any, ...]:
        spend(len(_list(item)))
        return tuple([reader(part, depth) for part in item])

    return read


def _word_reader(words: tuple[Any, ...]) -> Reader:
    by_text = {str(word): word for word in words}

    def read(item: Any, _: int) -> Any:
        if not isinstance(item, str) or item not in by_text:
            refuse(f"{str(item)[:40]!r} is not one of {', '.join(words)}")
        return by_text[item]

    return read


def _list(item: Any) -> list[Any]:
    return item if isinstance(item, list) else refuse("a list is expected")


def _object(item: Any, keys: Keys | None = None) -> dict[str, Any]:
    if not isinstance(item, dict):
        refuse("an object is expected")
    must, may = keys or (frozenset(), item.keys())
    if not must <= item.keys() <= may:
        missing, unknown = sorted(must - item.keys()), sorted(item.keys() - may)
        refuse(f"missing keys {missing}, unknown keys {unknown}"[:200])
    return item


def name_of(item: Any, *_: Any) -> str:
    """A name; those with a leading underscore belong to the rules."""
    if not isinstance(item, str) or not NAME.fullmatch(item.removeprefix("_")):
        refuse(f"{str(item)[:40]!r} is not a name")
    return item


def label_of(item: Any, *_: Any) -> str:
    """A name, or the name of a hypothesis, which may have dots."""
    if not isinstance(item, str) or not LABEL.fullmatch(item) or len(item) > 200:
        refuse(f"{str(item)[:40]!r} is not a name")
    return item


def _integer(item: Any, *_: Any) -> int:
    if not isinstance(item, int) or isinstance(item, bool) or item.bit_length() > 4 * MAX_DIGITS:
        refuse(f"{type(item).__name__} is not an integer of at most {MAX_DIGITS} digits")
    return item


def _natural(item: Any, *_: Any) -> int:
    return refuse("a number that counts is negative") if _integer(item) < 0 else int(item)


def _rational(item: Any, *_: Any) -> Fraction:
    if isinstance(item, int):
        return Fraction(_integer(item))
    if not isinstance(item, str) or len(item) > 2 * MAX_DIGITS or not RATIONAL.fullmatch(item):
        refuse(f"{str(item)[:40]!r} is not a rational p/q")
    return _fraction(item)


@lru_cache(KEPT)
def _fraction(text: str) -> Fraction:
    return Fraction(text)


def _words(item: Any, *_: Any) -> tuple[str, ...]:
    return tuple(item.split(" ")) if isinstance(item, str) else refuse("words are expected")


READERS: dict[Any, Reader] = {
    str: label_of,
    int: _integer,
    Fraction: _rational,
    Arm: lambda item, _: _integer(item) - 1,
    Natural: _natural,
    Words: _words,
}
