"""JSON texts to dataclasses, whose annotations are the one description of the format.

dataclass              an object, a key for each field; left out iff there is a default
tuple[X, ...]          a list; tuple[A, B] a list of two
tuple[tuple[str, X], ...], Mapping[K, X]       an object
A | B                  the dataclass whose keys fit, or what has this type in JSON
Fraction               "p/q" or an integer; floats are refused
Polynomial, Form, Comparison, Term     a text (texts.py)
str                    a name; of a hypothesis also with dots: x.low
Annotated[str, a, b]   one of these words
Arm                    an arm, counted from 1 in documents and from 0 here
Natural                an integer that is not negative
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import EnumMeta
from fractions import Fraction
from functools import cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NoReturn, Union, get_args, get_origin, get_type_hints

from imab_verify.kernel.polynomials import MalformedError, spend

FORMAT = "imab-certificate/2"
MAX_DEPTH = 100
MAX_DIGITS = 600
MAX_EXPONENT = 24
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)
LABEL = re.compile(r"_?[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*-?", re.ASCII)
RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)

_COUNTED, _NATURAL = object(), object()
Arm = Annotated[int, _COUNTED]
Natural = Annotated[int, _NATURAL]
Reader = Callable[[Any, int], Any]
"""The value of one type that a JSON value describes; the number is the depth of nesting."""


def refuse(message: str) -> NoReturn:
    """Refuse the document."""
    raise MalformedError(message)


def key(name: str) -> dict[str, str]:
    """A field that has another name in documents."""
    return {"key": name}


class Slot(NamedTuple):
    """A field of a dataclass: its name, its key, its type, and whether it must be there."""

    name: str
    key: str
    kind: Any
    required: bool


@cache
def slots(kind: Any) -> tuple[Slot, ...]:
    """The fields of a dataclass as they stand in documents."""
    hints, rows = get_type_hints(kind, include_extras=True), []
    for f in fields(kind):
        required = f.default is MISSING and f.default_factory is MISSING
        rows.append(Slot(f.name, f.metadata.get("key", f.name), hints[f.name], required))
    return tuple(rows)


def loads(text: str | bytes) -> Any:
    """The JSON value of a text without floats and without keys that are written twice.

    The price of making objects of it is paid here, too: it is in proportion to the text.
    """
    try:
        spend(3 * len(text))
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


# --- what is described by annotations ------------------------------------------------------------


def build(kind: Any, item: Any) -> Any:
    """The object of this type that a JSON value describes, or MalformedError."""
    return _reader(kind)(item, 0)


@cache
def _reader(kind: Any) -> Reader:
    origin, parts = get_origin(kind), get_args(kind)
    if kind in READERS:
        return READERS[kind]
    if is_dataclass(kind):
        return _class_reader(kind)
    if isinstance(kind, EnumMeta) or origin is Annotated:
        return _word_reader({str(word): word for word in parts[1:] or tuple(kind)})
    if origin in (Union, UnionType):
        return _union_reader(parts)
    inner = get_args(parts[0])
    if origin is Mapping or (parts[-1] is ... and inner[:1] == (str,)):
        names, values = inner if inner[:1] == (str,) else parts
        return _pair_reader(names, values, dict if origin is Mapping else tuple)
    return _list_reader(parts)


@cache
def _fields(kind: Any) -> list[tuple[str, str, Reader]]:
    return [(slot.name, slot.key, _reader(slot.kind)) for slot in slots(kind)]


def _class_reader(kind: Any) -> Reader:
    """Of a dataclass; its fields are looked up when it is read, for it may contain itself."""
    must, may = _keys(kind)

    def read(item: Any, depth: int) -> Any:
        item = _of_type(dict, "an object", item)
        if not must <= item.keys() <= may:
            missing, unknown = sorted(must - item.keys()), sorted(item.keys() - may)
            refuse(f"missing keys {missing}, unknown keys {unknown}"[:200])
        rows = _fields(kind)
        return kind(**{name: read(item[key], depth) for name, key, read in rows if key in item})

    return read


def _keys(kind: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that an object of this class must have, and all that it may have."""
    rows = slots(kind)
    return frozenset(slot.key for slot in rows if slot.required), frozenset(s.key for s in rows)


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    """One of several types, told apart by the keys of an object or by what it is in JSON."""
    classes: list[Any] = [kind for kind in kinds if is_dataclass(kind) and kind not in READERS]
    rows = [(*_keys(kind), _reader(kind)) for kind in classes]
    types = {int: int, tuple: list}
    plain = [kind for kind in kinds if kind not in (*classes, NoneType)]
    others = {types.get(get_origin(kind) or kind, str): _reader(kind) for kind in plain}

    def read(item: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            refuse("the document is nested too deeply")
        if item is None and NoneType in kinds:
            return None
        fit = [others[type(item)]] if type(item) in others else [] if rows else [*others.values()]
        if isinstance(item, dict):
            fit = [reader for must, may, reader in rows if must <= item.keys() <= may]
        if len(fit) != 1:
            keys_of = " or ".join("+".join(sorted(must)) for must, *_ in rows)
            refuse(f"an object with the keys {keys_of} is expected, without unknown keys")
        return fit[0](item, depth + 1)

    return read


def _list_reader(parts: tuple[Any, ...]) -> Reader:
    """A list of any length of the same, or one of each of the parts."""
    readers, many = [_reader(kind) for kind in parts if kind is not ...], parts[-1] is ...

    def read(item: Any, depth: int) -> tuple[Any, ...]:
        item = _of_type(list, "a list", item)
        if not many and len(item) != len(readers):
            refuse(f"a list of {len(readers)} is expected")
        each = repeat(readers[0], len(item)) if many else readers
        return tuple([reader(part, depth) for reader, part in zip(each, item, strict=True)])

    return read


def _pair_reader(names: Any, values: Any, make: Callable[[Any], Any]) -> Reader:
    read_name, reader = _reader(names), _reader(values)

    def read(item: Any, depth: int) -> Any:
        rows = _of_type(dict, "an object", item).items()
        return make([(read_name(name, depth), reader(part, depth)) for name, part in rows])

    return read


def _word_reader(words: dict[str, Any]) -> Reader:
    def read(item: Any, _: int) -> Any:
        if not isinstance(item, str) or item not in words:
            refuse(f"{str(item)[:40]!r} is not one of {', '.join(words)}")
        return words[item]

    return read


def _of_type(kind: type, name: str, item: Any) -> Any:
    return item if isinstance(item, kind) else refuse(f"{name} is expected")


# --- names and numbers ---------------------------------------------------------------------------


def name_of(item: Any) -> str:
    """A name; those with a leading underscore belong to the rules."""
    if not isinstance(item, str) or not NAME.fullmatch(item.removeprefix("_")):
        refuse(f"{str(item)[:40]!r} is not a name")
    return item


def _label(item: Any, _: int) -> str:
    """A name, or the name of a hypothesis, which may have dots."""
    if not isinstance(item, str) or not LABEL.fullmatch(item) or len(item) > 200:
        refuse(f"{str(item)[:40]!r} is not a name")
    return item


def _integer(item: Any, _: int) -> int:
    if not isinstance(item, int) or isinstance(item, bool) or item.bit_length() > 4 * MAX_DIGITS:
        refuse(f"{type(item).__name__} is not an integer of at most {MAX_DIGITS} digits")
    return item


def _natural(item: Any, depth: int) -> int:
    number = _integer(item, depth)
    return number if number >= 0 else refuse("a number that counts is negative")


def rational_of(item: Any, depth: int = 0) -> Fraction:
    """A number p/q or an integer."""
    if isinstance(item, int):
        return Fraction(_integer(item, depth))
    if not isinstance(item, str) or len(item) > 2 * MAX_DIGITS or not RATIONAL.fullmatch(item):
        refuse(f"{str(item)[:40]!r} is not a rational p/q")
    return Fraction(item)


READERS: dict[Any, Reader] = {
    str: _label,
    int: _integer,
    Fraction: rational_of,
    Arm: lambda item, depth: _integer(item, depth) - 1,
    Natural: _natural,
}
"""What is no dataclass; texts.py adds what is written as a text."""
