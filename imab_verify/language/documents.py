"""Kernel objects to certificate documents: the inverse of the kernel's reader.

The annotations of the kernel's dataclasses describe the format (kernel/documents.py); this walks
them in the other direction. What has its default value is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from imab_verify.kernel import Atom, Certificate, Claim, Comparison, Form, Kind, Polynomial, Term
from imab_verify.kernel.documents import Arm, Slot, Words, slots
from imab_verify.model.rationals import show_rational

WIDTH = 100
SHORT = 30
_quoted = json.encoder.encode_basestring_ascii
"""A text as JSON."""

Json = dict[str, Any]


def dumps(certificate: Certificate) -> str:
    """The certificate as text: what fits on a line stands on one. Always the same text."""
    return "\n".join(_lines(encode(type(certificate), certificate))) + "\n"


def claim_to_json(claim: Claim) -> Json:
    """The claim as a JSON object."""
    document: Json = encode(Claim, claim)
    return document


def write_polynomial(p: Polynomial) -> str:
    """3 - m^2*T/2 is "-1/2*T*m^2 + 3"."""
    return str(p).replace("**", "^")


def write_atom(atom: Atom) -> str:
    """A functional: f(n), Rew(f, n), P(f, a, N), OPT, ALG(n + 1)."""
    indices = ", ".join(map(write_polynomial, atom.indices))
    match atom.kind:
        case Kind.VALUE:
            return f"{atom.arm}({indices})"
        case Kind.OPT | Kind.ALG:
            return atom.kind.value
        case Kind.OPT_AT | Kind.ALG_AT:
            return f"{atom.kind.value[:3]}({indices})"
        case _:
            return f"{atom.kind.value}({atom.arm}, {indices})"


def write_form(form: Form) -> str:
    """A polynomial plus multiples of functionals, minima and maxima."""
    parts = []
    said = [(c, write_atom(atom)) for c, atom in form.terms]
    said += [(c, f"{e.kind}({', '.join(map(write_form, e.of))})") for c, e in form.extrema]
    for c, what in said:
        factor = write_polynomial(c)
        negative = len(c) == 1 and factor.startswith("-")
        factor = factor.removeprefix("-") if negative else factor
        shown = "" if factor == "1" else f"({factor})*" if len(c) > 1 else f"{factor}*"
        parts.append(("- " if negative else "+ ") + shown + what)
    if len(form.constant) or not parts:
        text = write_polynomial(form.constant)
        parts.append(f"- {text[1:]}" if text.startswith("-") else f"+ {text}")
    text = " ".join(parts)
    return f"-{text[2:]}" if text.startswith("-") else text[2:]


def write_comparison(comparison: Comparison) -> str:
    """form >= 0."""
    return f"{write_form(comparison.form)} {comparison.relation.value} 0"


def write_product(term: Term) -> str:
    """3/2*h1^2*c1*(m - T)^2."""
    factors = [name if e == 1 else f"{name}^{e}" for name, e in term.factors]
    if term.square is not None:
        factors.append(f"({write_polynomial(term.square)})^2")
    if term.weight != 1 or not factors:
        factors.insert(0, show_rational(term.weight))
    return "*".join(factors)


# --- by annotations ----------------------------------------------------------------------------


Writer = Callable[[Any], Any]


def encode(kind: Any, value: Any) -> Any:
    """The JSON value that the kernel reads as this value of this type."""
    return _writer(kind)(value)


@cache
def _writer(kind: Any) -> Writer:
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _writer(parts[0])
    if origin in (Union, UnionType):
        return _alternative(parts)
    if is_dataclass(kind):
        return _dataclass(kind)
    if origin is tuple or origin is Mapping:
        return _collection(origin, parts)
    return _plain


def _plain(value: Any) -> Any:
    match value:
        case Polynomial():
            return write_polynomial(value)
        case Fraction():
            return show_rational(value)
        case Enum():
            return value.value
        case _:
            return value


_SPECIAL: dict[Any, Writer] = {
    Arm: lambda value: value + 1,
    Words: " ".join,
    Polynomial: write_polynomial,
    Form: write_form,
    Comparison: write_comparison,
    Term: write_product,
}


def _alternative(kinds: tuple[Any, ...]) -> Writer:
    """A value of one of these types."""
    lists = next((kind for kind in kinds if get_origin(kind) is tuple), None)
    plain = (kind for kind in kinds if not is_dataclass(kind))
    other = next((kind for kind in plain if get_origin(kind) is not tuple), None)

    def write(value: Any) -> Any:
        if type(value) in kinds:
            return encode(type(value), value)
        inner = lists if isinstance(value, tuple) else other
        return None if value is None else encode(inner, value)

    return write


def _collection(origin: Any, parts: tuple[Any, ...]) -> Writer:
    inner = get_args(parts[0])
    if origin is Mapping:
        name_of, each = _writer(parts[0]), _writer(parts[1])
        return lambda value: {name_of(name): each(part) for name, part in value.items()}
    if parts[-1] is not ...:
        row = [_writer(kind) for kind in parts]
        return lambda value: [write(part) for write, part in zip(row, value, strict=True)]
    if inner and inner[0] is str:
        each = _writer(inner[1])
        return lambda value: {name: each(part) for name, part in value}
    each = _writer(parts[0])
    return lambda value: [each(part) for part in value]


@cache
def _fields(kind: Any) -> tuple[tuple[Slot, Any, Writer], ...]:
    """The fields in the order of documents, their defaults, and how each is written."""
    rows = slots(kind) if getattr(kind, "AS_LIST", False) else _tags_first(kind)
    return tuple((slot, _defaults(kind)[slot.name], _writer(slot.kind)) for slot in rows)


def _dataclass(kind: Any) -> Writer:
    """Its fields are looked up when it is written, for it may contain itself."""
    under, as_list = getattr(kind, "UNDER", ""), getattr(kind, "AS_LIST", False)

    def write(value: Any) -> Any:
        document = (_write_list if as_list else _write_object)(_fields(kind), value)
        return {under: document} if under else document

    return write


def _write_list(rows: tuple[tuple[Slot, Any, Writer], ...], value: Any) -> list[Any]:
    parts = [(slot, getattr(value, slot.name), write) for slot, _, write in rows]
    present = [(slot, write(part)) for slot, part, write in parts if slot.required or part]
    document = [part for _, part in present]
    rest = present and present[-1][0] is rows[-1][0] and get_origin(rows[-1][0].kind) is tuple
    return [*document[:-1], *document[-1]] if rest else document


def _write_object(rows: tuple[tuple[Slot, Any, Writer], ...], value: Any) -> Json:
    document: Json = {}
    for slot, default, write in rows:
        part = getattr(value, slot.name)
        if slot.inline:
            document |= write(part)
        elif slot.required or part != default:
            document[slot.key] = write(part)
    return document


@cache
def _tags_first(kind: Any) -> tuple[Slot, ...]:
    """The fields, first of all the words that say what kind of object this is."""
    return tuple(sorted(slots(kind), key=lambda slot: slot.key != "format"))


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
            entries.append([f"{_quoted(key)}: {head}", *tail])
    elif isinstance(item, list):
        first, last = "[", "]"
        entries = list(map(_lines, item))
    else:
        return [_quoted(item) if isinstance(item, str) else json.dumps(item)]
    if len(entries) == 1 and len(entries[0]) > 1:  # brackets of one entry share its lines
        begin, *inner, end = entries[0]
        return [first + begin, *inner, end + last]
    for entry in entries[:-1]:
        entry[-1] += ","
    if max(map(len, entries), default=1) == 1:
        heads = [entry[0] for entry in entries]
        if sum(map(len, heads)) + len(heads) < WIDTH:
            return [first + " ".join(heads) + last]
        if max(map(len, heads)) <= SHORT:
            return [first, *_fill_lines(heads), last]
    return [first, *(f" {line}" for entry in entries for line in entry), last]


def _fill_lines(entries: list[str]) -> list[str]:
    """Short entries, as many to a line as fit."""
    lines = [""]
    for entry in entries:
        if len(lines[-1]) + len(entry) >= WIDTH:
            lines.append("")
        lines[-1] += f" {entry}"
    return lines
