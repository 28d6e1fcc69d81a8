"""Packages whose names are loaded when they are first used."""

import ast
import sys
from functools import cache
from importlib import import_module
from pathlib import Path


def load(package: str, name: str) -> object:
    """The object of this name that a package offers, or `__all__`, the names of all."""
    homes = _homes(package)
    if name == "__all__":
        return sorted(homes)
    if name not in homes:
        raise AttributeError(f"module {package} has no attribute {name}")
    return getattr(import_module(homes[name]), name)


@cache
def _homes(package: str) -> dict[str, str]:
    """The module of each name, as the stub of the package imports it."""
    stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    return {
        alias.name: node.module or ""
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
