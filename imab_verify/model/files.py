"""Instance files: JSON of the format "imab-instance/1", read and written without loss.

    {"format": "imab-instance/1",
     "arms": [{"values": ["0", "1/10"]},
              {"points": [[0, "0"], [4, "2/5"]], "class": "monotone"}]}

Values start at the first n of the class (0, or 1 for concave-from-1), points are joined by
straight lines, the last value repeats for ever, and the class is concave unless given.
"""

import json
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from imab_verify.errors import InputError, quote
from imab_verify.files import did_you_mean, reason_of, show_path, write_file
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import MAX_DIGITS, TOO_LONG, show_rational
from imab_verify.model.rewards import Reward

FORMAT = "imab-instance/1"
MAX_BYTES = 4 * 2**20
"""Files larger than this are refused; an arm with many rewards fits in as points."""


def read_instance(path: str | os.PathLike[str]) -> Instance:
    """Read an instance file; every error names the file, the arm and the pull.

    Of a file that is too large only the beginning is ever read. Floats stay text, which no rational
    looks like, so they are refused in their place.
    """
    where = show_path(path)
    with _naming(where):
        doc = _parse(_read(path))
    return instance_from_json(doc, where)


def write_instance(path: str | os.PathLike[str], instance: Instance) -> None:
    """Write an instance file, one arm per line; the file appears whole or not at all."""
    if not isinstance(instance, Instance):
        raise InputError(f"{quote(instance)} is not an instance")
    arms = ",\n  ".join(json.dumps(reward_to_json(arm)) for arm in instance.arms)
    text = f'{{"format": "{FORMAT}", "arms": [\n  {arms}\n]}}\n'
    write_file(path, text)


def instance_from_json(doc: Any, where: str) -> Instance:
    """Build the instance that a JSON document describes; `where` begins every error."""
    with _naming(where):
        _check_object(doc, ("format", "arms"), "the document")
        if "format" not in doc:
            raise InputError(f'the key "format" is missing: it must be "{FORMAT}"')
        if doc["format"] != FORMAT:
            raise InputError(f"the format is {quote(doc['format'])}, but only {FORMAT} can be read")
        arms = _list(doc, "arms", "the document")
        return Instance.of(reward_from_json(arm, f"arm {i}") for i, arm in enumerate(arms, 1))


def instance_to_json(instance: Instance) -> dict[str, Any]:
    """Give the JSON document of an instance; `instance_from_json` gives the same instance back."""
    return {"format": FORMAT, "arms": [reward_to_json(arm) for arm in instance.arms]}


def reward_from_json(doc: Any, name: str) -> Reward:
    """Build the arm that one object of the "arms" list describes; `name` begins every error."""
    _check_object(doc, ("values", "points", "class"), name)
    kind = doc.get("class", ArmClass.CONCAVE)
    if ("values" in doc) == ("points" in doc):
        count = "both" if "values" in doc else "neither"
        raise InputError(f'{name} has {count} of "values" and "points": give exactly one of them')
    if "values" in doc:
        return Reward.from_values(_list(doc, "values", name), kind, name)
    return Reward.from_points(_list(doc, "points", name), kind, name)


def reward_to_json(reward: Reward) -> dict[str, Any]:
    """Give the JSON object of one arm: its breakpoints, and its class unless concave."""
    doc: dict[str, Any] = {"points": [[n, show_rational(v)] for n, v in reward.points]}
    if reward.kind is not ArmClass.CONCAVE:
        doc["class"] = str(reward.kind)
    return doc


def _check_object(doc: Any, keys: Collection[str], name: str) -> None:
    """Check that doc is an object with no other keys than these."""
    if not isinstance(doc, dict):
        raise InputError(f"{name} must be a JSON object, not {quote(doc)}")
    for key in doc:
        if key not in keys:
            raise InputError(f"{name} has an unknown key {quote(key)}: use {' or '.join(keys)}")


def _list(doc: dict[str, Any], key: str, name: str) -> list[Any]:
    content = doc.get(key)
    if not isinstance(content, list):
        raise InputError(f'{name} needs a list under the key "{key}"')
    return content


@contextmanager
def _naming(where: str) -> Iterator[None]:
    """Begin every error with the name of its file."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason_of(error)}{did_you_mean(path)}") from None
    if len(content) > MAX_BYTES:
        raise InputError(f"is too large: an instance file has at most {MAX_BYTES} bytes")
    return content


def _parse(content: bytes) -> Any:
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            parse_float=str,
            parse_constant=str,
            parse_int=_integer,
            object_pairs_hook=_unique,
        )
    except UnicodeDecodeError:
        raise InputError("is not JSON: it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"is not JSON: {error.msg} at {place}") from None
    except RecursionError:
        raise InputError("is nested too deeply for an instance") from None


def _integer(text: str) -> int:
    """Read an integer; any of too many digits becomes the least such, and is refused in place."""
    return int(text) if len(text.removeprefix("-")) <= MAX_DIGITS else TOO_LONG


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    doc: dict[str, Any] = {}
    for key, value in pairs:
        if key in doc:
            raise InputError(f"the key {quote(key)} is given twice in one object")
        doc[key] = value
    return doc
