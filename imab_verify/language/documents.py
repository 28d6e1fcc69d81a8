"""Kernel objects to certificate documents: the inverse of the kernel's reader.

The annotations of the kernel's dataclasses describe the format (kernel/documents.py); this walks
them in the other direction. What has its default value is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from imab_verify.kernel import (
    AnyCertificate,
    Arm,
    Claim,
    Polynomial,
    Ratio,
    Raw,
    Slot,
    degree_of,
    slots,
)
from imab_verify.model.rationals import show_rational

WIDTH = 100
SHORT = 30

Json = dict[str, Any]


def dumps(certificate: AnyCertificate) -> str:
    """The certificate as text: what fits on a line stands on one. Always the same text."""
    return "\n".join(_lines(encode(type(certificate), certificate))) + "\n"


def claim_to_json(claim: Claim) -> Json:
    """The claim as a JSON object."""
    document: Json = encode(Claim, claim)
    return document


def polynomial_to_json(p: Polynomial) -> dict[str, str]:
    """3 - m^2 T / 2 is {"T m^2": "-1/2", "1": "3"}."""
    ordered = sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
    return {
        " ".join(v if e == 1 else f"{v}^{e}" for v, e in monomial) or "1": show_rational(c)
        for monomial, c in ordered
    }


# --- by annotations ----------------------------------------------------------------------------


def encode(kind: Any, value: Any) -> Any:
    """The JSON value that the kernel reads as this value of this type."""
    if kind == Arm:
        return value + 1
    if kind == Ratio:
        return "inf" if value is None else show_rational(value)
    if kind == Raw:
        return value
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return encode(parts[0], value)
    if origin in (Union, UnionType):
        return _alternative(parts, value)
    if is_dataclass(kind):
        return _dataclass(kind, value)
    if origin is tuple or origin is Mapping:
        return _collection(origin, parts, value)
    return _plain(value)


def _plain(value: Any) -> Any:
    match value:
        case Polynomial():
            return polynomial_to_json(value)
        case Fraction():
            return show_rational(value)
        case Enum():
            return value.value
        case _:
            return value


def _alternative(kinds: tuple[Any, ...], value: Any) -> Any:
    """A value of one of these types."""
    if type(value) in kinds:
        return encode(type(value), value)
    inner = next((k for k in kinds if (get_origin(k) is tuple) == isinstance(value, tuple)), None)
    return None if value is None else encode(inner, value)


def _collection(origin: Any, parts: tuple[Any, ...], value: Any) -> Any:
    inner = get_args(parts[0])
    if origin is Mapping:
        return {name: encode(parts[1], part) for name, part in value.items()}
    if parts[-1] is not ...:
        return [encode(kind, part) for kind, part in zip(parts, value, strict=True)]
    if inner and inner[0] is str:
        return {name: encode(inner[1], part) for name, part in value}
    return [encode(parts[0], part) for part in value]


def _dataclass(kind: Any, value: Any) -> Any:
    rows = slots(kind)
    document: Any
    if getattr(kind, "AS_LIST", False):
        present = [slot for slot in rows if slot.required or getattr(value, slot.name)]
        document = [encode(slot.kind, getattr(value, slot.name)) for slot in present]
        if get_origin(rows[-1].kind) is tuple and rows[-1] in present:
            document = [*document[:-1], *document[-1]]
    else:
        document = {}
        for slot in _tags_first(kind):
            part = getattr(value, slot.name)
            if slot.inline:
                document |= encode(slot.kind, part)
            elif slot.required or part != _defaults(kind)[slot.name]:
                document[slot.key] = encode(slot.kind, part)
    return {kind.UNDER: document} if getattr(kind, "UNDER", "") else document


@cache
def _tags_first(kind: Any) -> tuple[Slot, ...]:
    """The fields, first of all the words that say what kind of object this is."""
    return tuple(sorted(slots(kind), key=lambda slot: slot.key not in ("format", "rule")))


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """The default values of the fields that have one."""
    return {
        f.name: f.default_factory() if callable(f.default_factory) else f.default
        for f in fields(kind)
    }


# --- text --------------------------------------------------------------------------------------


def _lines(item: Any) -> list[str]:
    """The lines of a JSON value: one line if it fits, otherwise one or more for every entry."""
    if isinstance(item, dict):
        first, last = "{", "}"
        entries = []
        for key, value in item.items():
            head, *tail = _lines(value)
            entries.append([f"{json.dumps(key)}: {head}", *tail])
    elif isinstance(item, list):
        first, last = "[", "]"
        entries = list(map(_lines, item))
    else:
        return [json.dumps(item)]
    for entry in entries[:-1]:
        entry[-1] += ","
    if all(len(entry) == 1 for entry in entries):
        heads = [entry[0] for entry in entries]
        if sum(map(len, heads)) + len(heads) < WIDTH:
            return [first + " ".join(heads) + last]
        if max(map(len, heads)) <= SHORT:
            return [first, *_filled(heads), last]
    return [first, *(f" {line}" for entry in entries for line in entry), last]


def _filled(entries: list[str]) -> list[str]:
    """Short entries, as many to a line as fit."""
    lines = [""]
    for entry in entries:
        if len(lines[-1]) + len(entry) >= WIDTH:
            lines.append("")
        lines[-1] += f" {entry}"
    return lines
