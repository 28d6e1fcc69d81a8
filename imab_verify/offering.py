"""Packages that offer names from their modules, each of which is loaded with its first name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module


def load(package: str, rooms: Mapping[str, str], name: str) -> object:
    """What a package offers by this name; `rooms` has the names, with blanks, of each module."""
    for room, names in rooms.items():
        if name in names.split():
            return getattr(import_module(f"{package}.{room}"), name)
    raise AttributeError(f"module {package} has no attribute {name}")
