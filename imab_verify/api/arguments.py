"""Arguments of the interface are what their annotations say, or the user is told in a sentence."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

from imab_verify.errors import InputError, quote
from imab_verify.model.rationals import check_count

FROM_0 = ("seed",)
"""Integers that may be 0; the others begin at 1."""
MANY = ("ids", "paths")
"""Arguments of which there are any number, each of its own."""
ELSEWHERE = ("k", "T")
"""Sizes, whose readers know more about them."""


def check_arguments(function: Callable[..., object], given: Mapping[str, Any]) -> None:
    """Check the arguments of a function, which gives its `locals()` before anything else."""
    for name, kind in function.__annotations__.items():
        if name not in given or name in ELSEWHERE:
            continue
        optional = kind.endswith(" | None")
        check = CHECKS.get(kind.removesuffix(" | None"))
        for value in given[name] if name in MANY else (given[name],):
            if check is not None and not (optional and value is None):
                check(value, name)


def _integer(value: object, name: str) -> None:
    check_count(value, 0 if name in FROM_0 else 1, name)


def _seconds(value: object, name: str) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value < inf:  # type: ignore[operator]  # a number, as was just seen
        raise InputError(f"{name} must be a positive number of seconds, not {quote(value)}")


def _truth(value: object, name: str) -> None:
    if not isinstance(value, bool):
        raise InputError(f"{name} must be True or False, not {quote(value)}")


def _text(value: object, name: str) -> None:
    if not isinstance(value, str):
        raise InputError(f"{name} must be text, not {quote(value)}")


def check_path(value: object, name: str) -> None:
    """Refuse what is no path; the others of its kind are private to the table below."""
    if not isinstance(value, str | os.PathLike):
        raise InputError(f"{name} must be a path, not {quote(value)}")
    if "\0" in os.fspath(value):
        raise InputError(f"{name} is {quote(os.fspath(value))}, which is no path")


def _texts(value: object, name: str) -> None:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{name} must be a list of texts, not {quote(value)}")
    for part in value:
        if not isinstance(part, str):
            raise InputError(f"{name} must be a list of texts, and {quote(part)} is none")


def _several(value: object, name: str) -> None:
    if not isinstance(value, Iterable):
        raise InputError(f"{name} must be a list, not {quote(value)}")


def _arms(value: object, name: str) -> None:
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    _texts([value] if isinstance(value, str) else value, name)


def _options(value: object, name: str) -> None:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{name} must be a mapping from names to values, not {quote(value)}")


CHECKS: Mapping[str, Callable[[object, str], None]] = {
    "int": _integer,
    "float": _seconds,
    "bool": _truth,
    "str": _text,
    "str | Path": check_path,
    "str | os.PathLike[str]": check_path,
    "PaperPath": check_path,
    "Sequence[str]": _texts,
    "Sequence[Written]": _several,
    "Sequence[PolicyLike]": _several,
    "Arms": _arms,
    "Options": _options,
}
"""By annotation; what is not here is checked by whoever reads it."""
