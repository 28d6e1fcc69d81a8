"""The tools that test the tests."""

import ast
import sys
import tomllib
from dataclasses import replace
from itertools import chain

import pytest
from kernel_mutants import (
    KERNEL,
    ROOT,
    Mutant,
    Reach,
    Runner,
    _Finder,
    copy_project,
    fingerprint_of_sources,
    list_mutants,
    read_allowed,
)
from lowest_versions import PYPROJECT, lowest_versions

SOURCE = '''"""Text stays."""

def check(a: int, b: int = 2) -> bool:
    """So does this."""
    if a < b and not known(a):
        raise ValueError(f"{a} is {b + 1}")
    total = a + b
    spend(2 * total)
    note(total)
    return all(x <= total for x in zip(a, b, strict=True))
'''


def changes(source):
    return [(m.before, m.after) for m in _Finder("file.py", source).mutants]


def test_every_kind_of_place_is_changed_and_text_is_not():
    assert changes(SOURCE) == [
        ("2", "3"),
        ("a < b and not known(a)", "(a < b or not known(a))"),
        ("a < b and not known(a)", "(not known(a))"),
        ("a < b and not known(a)", "(a < b)"),
        ("a < b", "(a <= b)"),
        ("a < b", "(a >= b)"),
        ("not known(a)", "(known(a))"),
        ('raise ValueError(f"{a} is {b + 1}")', "pass"),
        ("a + b", "(a - b)"),
        ("spend(2 * total)", "pass"),
        ("note(total)", "pass"),
        ("return all(x <= total for x in zip(a, b, strict=True))", "return None"),
        (
            "all(x <= total for x in zip(a, b, strict=True))",
            "any((x <= total for x in zip(a, b, strict=True)))",
        ),
        ("x <= total", "(x < total)"),
        ("x <= total", "(x > total)"),
    ]


def test_a_mutant_changes_its_place_only():
    mutant = _Finder("file.py", SOURCE).mutants[4]
    changed = mutant.apply(SOURCE.encode()).decode()
    assert changed == SOURCE.replace("a < b", "(a <= b)")
    assert (mutant.function, mutant.line) == ("check", 5)
    before, after = mutant.changed_lines(SOURCE.encode())
    assert before == "if a < b and not known(a):"
    assert after == "if (a <= b) and not known(a):"


def test_columns_count_bytes():
    (mutant,) = _Finder("file.py", 'x = "≥", 1\n').mutants
    assert mutant.apply('x = "≥", 1\n'.encode()).decode() == 'x = "≥", 2\n'


@pytest.mark.slow
def test_the_kernel_has_mutants_in_every_module_with_code():
    mutants = list_mutants()
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    raising = {
        str(path.relative_to(PYPROJECT.parent))
        for path in (PYPROJECT.parent / KERNEL).rglob("*.py")
        if any(isinstance(node, ast.Raise) for node in ast.walk(ast.parse(path.read_text())))
    }
    assert raising
    assert raising <= {mutant.file for mutant in mutants}
    assert fingerprint_of_sources() == fingerprint_of_sources()


def test_short_tests_come_first_and_what_runs_on_import_concerns_all():
    reach = Reach({"a": 2, "b": 1, "c": 3}, {"file.py": {1: [""], 5: ["a", "b", "gone"]}})
    inside, outside = (Mutant("file.py", f, line, 0, 1, "", "") for f, line in (("g", 5), ("", 1)))
    assert reach.tests_of(inside) == ["b", "a"]
    assert reach.tests_of(outside) == ["b", "a", "c"]
    assert reach.tests_of(Mutant("file.py", "g", 9, 0, 1, "", "")) == []


@pytest.mark.slow
def test_the_kernel_as_it_is_survives_and_a_changed_one_does_not(tmp_path):
    """A runner in which every test fails would call every mutant killed."""
    test = "tests/kernel/test_judging.py::test_what_a_judgement_says"
    sums = (m for m in list_mutants() if m.function == "Polynomial.__add__")
    changed = next(m for m in sums if m.after == "return None")
    reach = Reach({test: 1.0}, {changed.file: {changed.line: [test]}})
    runner = Runner(copy_project(tmp_path / "copy"))
    try:
        runner.check(reach)
        assert runner.survives(replace(changed, after=changed.before), reach)
        assert not runner.survives(changed, reach)
        with pytest.raises(SystemExit, match="as it is"):
            runner.check(Reach({f"{test}_there": 1.0}, {}))
    finally:
        runner.close()


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


def test_every_allowed_survivor_is_a_line_of_the_kernel():
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / KERNEL).rglob("*.py")}
    joined = {path: " ".join(text.split()) for path, text in sources.items()}
    names = {
        node.name
        for text in sources.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    }
    for function, line, _ in read_allowed():
        assert function.rpartition(".")[2] in names | {""}, function
        assert any(line in text for text in joined.values()), (function, line)
