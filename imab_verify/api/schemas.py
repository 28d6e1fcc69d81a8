"""JSON Schemas of the formats: what a document looks like, for editors and other programs."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from imab_verify.api.arguments import check_arguments
from imab_verify.errors import check_choice

NAMES = ("certificate", "instance", "claims")


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of certificates, instances or claim files, by one word.

    name: certificate, instance or claims. It says what a document looks like, not that it is true.

    >>> schema("instance")["title"]
    'imab-verify instance, format imab-instance/1'
    """
    check_arguments(schema, locals())
    check_choice(name, NAMES, "the name of a schema")
    text = files("imab_verify").joinpath(f"schemas/{name}.schema.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
