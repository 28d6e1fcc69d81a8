"""Python files of a user, imported by where they are.

import_file(path)       a module; files of the same name in other folders do not get in its way
has_statements(path)    whether it has statements of a paper; it is not imported for that
importable(folder)      while this lasts, modules of a folder can be imported by name
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

_STAMPS: dict[str, tuple[int, int] | None] = {}
"""The stamps of the files of modules when they were imported."""
STATEMENTS = re.compile(r"^(ENTRY|ENTRIES)\b[^=\n]*=", re.MULTILINE)


def has_statements(path: Path) -> bool:
    """Whether a Python file, and no test, assigns ENTRY or ENTRIES and knows of this program."""
    if path.name == "conftest.py" or path.stem.startswith("test_") or path.stem.endswith("_test"):
        return False
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return "imab_verify" in text and STATEMENTS.search(text) is not None


def import_file(path: Path) -> ModuleType:
    """Import a file, again if it has changed; it can import what stands beside it.

    Whatever it raises is raised.
    """
    from hashlib import sha256

    file = path.resolve()
    name = f"{file.stem}_{sha256(str(file).encode()).hexdigest()[:12]}"
    now = _stamp(file)
    if name in sys.modules and _STAMPS.get(name) == now:
        return sys.modules[name]
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file.name} is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with importable(file.parent):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    _STAMPS[name] = now
    return module


def _stamp(file: Path) -> tuple[int, int] | None:
    """When a file was written last, and its size; None if there is none."""
    try:
        known = file.stat()
    except OSError:
        return None
    return known.st_mtime_ns, known.st_size


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Import like a script started in a folder would, and leave no trace in the import path."""
    here = str(folder)
    sys.path.insert(0, here)
    invalidate_caches()
    try:
        yield
    finally:
        if here in sys.path:
            sys.path.remove(here)
