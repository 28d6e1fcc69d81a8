"""Kernel objects to certificate documents: the inverse of the kernel's reader.

The annotations of the kernel's dataclasses describe the format (kernel/documents.py); this walks
them in the other direction. What has its default value is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from imab_verify.kernel import (
    Atom,
    Certificate,
    Claim,
    Comparison,
    Form,
    Kind,
    Polynomial,
    Term,
)
from imab_verify.kernel.documents import FORMAT, Arm, Slot, slots
from imab_verify.model.rationals import show_rational

WIDTH = 100
SHORT = 30
_quoted = json.encoder.encode_basestring_ascii
"""A text as JSON."""

Json = dict[str, Any]


def dumps(certificate: Certificate) -> str:
    """The certificate as text: what fits on a line stands on one. Always the same text."""
    document = {"format": FORMAT} | encode(type(certificate), certificate)
    return "\n".join(_lines(document)) + "\n"


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
    origin, parts = get_origin(kind), get_args(kind)
    if kind in _TEXTS:
        return _TEXTS[kind]
    if is_dataclass(kind):
        return lambda value: _object(kind, value)
    if origin in (Union, UnionType):
        return _alternative(parts)
    if origin is not tuple and origin is not Mapping:
        return lambda value: value.value if isinstance(value, Enum) else value
    inner = get_args(parts[0])
    if origin is Mapping or (parts[-1] is ... and inner[:1] == (str,)):
        name, each = map(_writer, inner or parts)
        return lambda value: {name(key): each(part) for key, part in dict(value).items()}
    many = parts[-1] is ...
    row = [_writer(part) for part in parts if part is not ...]
    return lambda value: [
        write(part) for write, part in zip(row * len(value) if many else row, value, strict=True)
    ]


_TEXTS: dict[Any, Writer] = {
    Arm: lambda value: value + 1,
    Fraction: show_rational,
    Polynomial: write_polynomial,
    Form: write_form,
    Comparison: write_comparison,
    Term: write_product,
}


def _alternative(kinds: tuple[Any, ...]) -> Writer:
    """A value of one of these types, told apart by its class or by what it is in JSON."""
    others = {get_origin(kind) is tuple: kind for kind in kinds if kind is not NoneType}

    def write(value: Any) -> Any:
        kind = type(value) if type(value) in kinds else others[isinstance(value, tuple)]
        return None if value is None else encode(kind, value)

    return write


def _object(kind: Any, value: Any) -> Json:
    rows = ((slot, default, getattr(value, slot.name)) for slot, default in _fields(kind))
    return {slot.key: encode(slot.kind, part) for slot, default, part in rows if part != default}


@cache
def _fields(kind: Any) -> tuple[tuple[Slot, Any], ...]:
    """The fields with their default values, or MISSING."""
    defaults = (
        f.default if f.default_factory is MISSING else f.default_factory() for f in fields(kind)
    )
    return tuple(zip(slots(kind), defaults, strict=True))


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
