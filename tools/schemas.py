"""Write imab_verify/schemas: JSON Schemas of certificates, instances and claim files.

python tools/schemas.py

Each comes from what reads the format: that of certificates from the annotations of the kernel's
dataclasses (kernel/documents.py), that of claim files from its table of keys. A schema says what
a document looks like. It does not say that names are declared, that texts are polynomials, or that
a proof is one: that is for the kernel.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import EnumMeta
from fractions import Fraction
from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from imab_verify.kernel import documents, texts
from imab_verify.kernel.arms import Term
from imab_verify.kernel.documents import FORMAT, slots
from imab_verify.kernel.judging import Certificate
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.statement import ArmClass, Comparison, Form
from imab_verify.ledger import claim_files
from imab_verify.model import files

FOLDER = Path(__file__).parents[1] / "imab_verify" / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

CHARACTERS = "[ A-Za-z0-9_+*^(),/-]+"
RATIONAL: Schema = {
    "description": 'An exact number: an integer, or a text "p" or "p/q". Floats are refused.',
    "anyOf": [
        {"type": "integer"},
        {
            "type": "string",
            "maxLength": 2 * documents.MAX_DIGITS,
            "pattern": f"^{documents.RATIONAL.pattern}$",
        },
    ],
}
PRODUCT = rf"({documents.LABEL.pattern}(\^[1-9][0-9]?)?|\({CHARACTERS}\)\^2)"
NUMBER = documents.RATIONAL.pattern
PLAIN: dict[Any, tuple[str, Schema]] = {
    str: (
        "name",
        {
            "description": "A name; that of a hypothesis may have dots and end in a minus.",
            "type": "string",
            "maxLength": 200,
            "pattern": f"^{documents.LABEL.pattern}$",
        },
    ),
    int: ("integer", {"type": "integer"}),
    Fraction: ("rational", RATIONAL),
    Polynomial: (
        "polynomial",
        {
            "description": 'A polynomial, such as "T*(T + 1) - 3/2*m^2".',
            "type": "string",
            "pattern": f"^{CHARACTERS}$",
        },
    ),
    Form: (
        "form",
        {
            "description": 'A polynomial plus multiples of functionals, such as "2*Rew(f, T) - 1".',
            "type": "string",
            "pattern": f"^{CHARACTERS}$",
        },
    ),
    Comparison: (
        "comparison",
        {
            "description": 'Two forms that are compared, such as "T - m >= 0".',
            "type": "string",
            "pattern": f"^{CHARACTERS}({texts.RELATION.pattern}){CHARACTERS}$",
        },
    ),
    Term: (
        "product",
        {
            "description": 'A product of hypotheses, such as "3/2*h1^2*c1*(m - T)^2".',
            "type": "string",
            "pattern": rf"^({NUMBER}|({NUMBER}\*)?{PRODUCT}(\*{PRODUCT})*)$",
        },
    ),
    documents.Arm: ("arm", {"description": "An arm, from 1.", "type": "integer"}),
    documents.Natural: ("natural", {"type": "integer", "minimum": 0}),
}
"""What is no dataclass, with the name of its definition."""


# --- certificates --------------------------------------------------------------------------------


class Writer:
    """The definitions of the types that were met so far."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {"rational": RATIONAL}

    def of(self, kind: Any) -> Schema:
        """The schema of what is read as this type."""
        origin, parts = get_origin(kind), get_args(kind)
        if kind in PLAIN:
            name, schema = PLAIN[kind]
            return self._named(name, lambda: schema)
        if is_dataclass(kind):
            return self._named(kind.__name__, lambda: self.of_class(kind))  # type: ignore[union-attr]
        if isinstance(kind, EnumMeta):
            return {"enum": [*map(str, kind)]}
        if origin is Annotated:
            return {"enum": [*parts[1:]]}
        if origin in (Union, UnionType):
            return {"anyOf": [{"type": "null"} if p is NoneType else self.of(p) for p in parts]}
        if origin is Mapping:
            return self._pairs(*parts)
        if parts[-1] is not ...:
            return _row([self.of(part) for part in parts], len(parts))
        inner = get_args(parts[0])
        if inner and inner[0] is str:
            return self._pairs(str, inner[1])
        return {"type": "array", "items": self.of(parts[0])}

    def _named(self, name: str, make: Callable[[], Schema]) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = {}  # it may contain itself
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def _pairs(self, names: Any, values: Any) -> Schema:
        return {
            "type": "object",
            "propertyNames": self.of(names),
            "additionalProperties": self.of(values),
        }

    def of_class(self, kind: Any, **more: Schema) -> Schema:
        """A class: an object with a key for each field."""
        properties = more | {slot.key: self.of(slot.kind) for slot in slots(kind)}
        must = [*more, *(slot.key for slot in slots(kind) if slot.required)]
        says = (getdoc(kind) or "").partition("\n")[0]
        return {"description": says, **_object(properties, must)}


def _object(properties: Schema, must: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": must,
        "additionalProperties": False,
    }


def _row(items: list[Schema], least: int) -> Schema:
    return {"type": "array", "prefixItems": items, "items": False, "minItems": least}


def certificate() -> Schema:
    """Certificates."""
    writer = Writer()
    known: Schema = {"format": {"const": FORMAT}}
    return {
        **_head("certificate", FORMAT, "A claim with a proof or a counterexample"),
        "anyOf": [writer.of_class(kind, **known) for kind in get_args(Certificate)],
        "$defs": writer.definitions,
    }


def _head(name: str, version: str, says: str) -> Schema:
    return {
        "$schema": DRAFT,
        "$id": f"urn:{version.replace('/', ':')}",
        "title": f"imab-verify {name}, format {version}",
        "description": f"{says}. Written by tools/schemas.py.",
    }


# --- instances -----------------------------------------------------------------------------------


def instance() -> Schema:
    """Instances."""
    kind = {"enum": [str(one) for one in ArmClass]}
    values = {"type": "array", "minItems": 1, "items": RATIONAL}
    point = _row([{"type": "integer", "minimum": 0}, RATIONAL], 2)
    points = {"type": "array", "minItems": 1, "items": point}
    arms = [
        _object({key: what, "class": kind}, [key])
        for key, what in (("values", values), ("points", points))
    ]
    many = {"type": "array", "minItems": 1, "items": {"anyOf": arms}}
    return {
        **_head("instance", files.FORMAT, "Arms with their rewards"),
        **_object({"format": {"const": files.FORMAT}, "arms": many}, ["format", "arms"]),
    }


# --- claim files ---------------------------------------------------------------------------------


def claims() -> Schema:
    """Claim files, as the TOML tables that they are."""

    def table(keys: Mapping[str, claim_files.ValueKind], must: list[str], **more: Schema) -> Schema:
        return _object({k: more.get(k) or dict(kind.schema) for k, kind in keys.items()}, must)

    repair = table(claim_files.REPAIR_KEYS, ["claim"])
    entry = table(claim_files.CLAIM_KEYS, ["id"], repair={"type": "array", "items": repair})
    run = dict.fromkeys(claim_files.RUN_KEYS, False)
    entry["anyOf"] = [
        {"required": ["claim"], "properties": {"kind": False}},
        {"required": ["reason"], "properties": run},
    ]
    properties = {
        "format": {"const": claim_files.FORMAT},
        "paper": table(claim_files.PAPER_KEYS, []),
        "claim": {"type": "array", "items": entry},
    }
    says = "The statements of a paper, a TOML file"
    return {**_head("claim file", claim_files.FORMAT, says), **_object(properties, ["format"])}


# --- files ---------------------------------------------------------------------------------------


def schemas() -> dict[str, str]:
    """The names of the schemas, and their texts."""
    made = {"certificate": certificate(), "instance": instance(), "claims": claims()}
    return {name: json.dumps(schema, indent=1) + "\n" for name, schema in made.items()}


def main() -> None:
    """Write them."""
    for name, text in schemas().items():
        (FOLDER / f"{name}.schema.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
