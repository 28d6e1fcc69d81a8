"""What pyproject.toml declares: requirements with lower bounds, and all of them."""

import ast
import sys
import tomllib
from itertools import chain

import pytest
from lowest_versions import PYPROJECT, lowest_versions


def test_every_requirement_has_a_lower_bound_that_can_be_installed():
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    pins = lowest_versions(project)
    assert {"python-flint", "numpy"} <= {pin.partition("==")[0] for pin in pins}
    project["dependencies"].append("six")
    with pytest.raises(SystemExit, match="'six' is not of the form name>=version"):
        lowest_versions(project)


def test_what_is_imported_is_declared():
    """By the sources: every third-party module belongs to a requirement."""
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    extras = project["optional-dependencies"]
    of_users = (extras[name] for name in ("site", "figures", "dask"))
    names = {r.partition(">=")[0] for r in chain(project["dependencies"], *of_users)}
    modules = {"python-flint": "flint", "z3-solver": "z3"}
    declared = {modules.get(name, name) for name in names}
    own = {"imab_verify", "proofs", "counterexample_search"}
    root = PYPROJECT.parent
    imported = set()
    for package in own:
        for path in (root / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    imported |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    imported.add((node.module or "").partition(".")[0])
    plugin = {"pytest"}  # which loads it itself
    assert imported - own - sys.stdlib_module_names == declared | plugin
