"""Names of functions say what they do to what: none is a participle by itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("imab_verify", "counterexample_search", "proofs")
COPIES = {"collected", "mixed", "permuted", "resized", "scaled"}
"""Methods that give a changed copy, or a sum, of what they are called on."""
IRREGULAR = {"drawn", "found", "given", "held", "known", "made", "said", "shown", "told", "written"}


def is_participle(name: str) -> bool:
    regular = name.isalpha() and name.endswith("ed") and not name.endswith("eed")
    return regular or name in IRREGULAR


def is_adjective(function: ast.FunctionDef) -> bool:
    """A property or a yes or no reads as one: `check.interrupted`, `line.stopped()`."""
    is_property = any(
        isinstance(d, ast.Name) and "property" in d.id for d in function.decorator_list
    )
    return is_property or (isinstance(function.returns, ast.Name) and function.returns.id == "bool")


def bare_participles(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name) if is_participle(name) and name not in COPIES:
                if not is_adjective(node):
                    yield name


@pytest.mark.parametrize("room", ROOMS)
def test_no_public_function_is_named_by_a_bare_participle(room):
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    named = [(file.name, name) for file in files for name in bare_participles(file.read_text())]
    assert named == [], "name it by what it does to what: join_names(names), not joined(names)"


def test_what_counts_as_a_bare_participle():
    source = """
def joined(names: list[str]) -> str: ...
def join_names(names: list[str]) -> str: ...
def check_closed(node: int) -> None: ...
def seed() -> int: ...
def found(name: str) -> int: ...
def closed(node: int) -> bool: ...
class A:
    @property
    def attained(self) -> str: ...
    def scaled(self, c: int) -> "A": ...
    def packed(self) -> bytes: ...
"""
    assert set(bare_participles(source)) == {"joined", "found", "packed"}
