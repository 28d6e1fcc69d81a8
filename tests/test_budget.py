"""The lines of code that the kernel and the library may have: who adds takes something away."""

import ast
import io
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUDGET = {"imab_verify/kernel": 3_535, "imab_verify": 28_571, "counterexample_search": 2_614}
SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines_of_code(file):
    """How many lines of a file are more than a comment, a docstring or a blank."""
    text = file.read_text(encoding="utf-8")
    told = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    spoken = [token for token in tokens if token.type not in SILENT]
    used = {line for t in spoken for line in range(t.start[0], t.end[0] + 1)}
    return len(used - told)


@pytest.mark.parametrize("folder", BUDGET)
def test_no_part_is_larger_than_it_may_be(folder):
    lines = sum(map(lines_of_code, (ROOT / folder).rglob("*.py")))
    assert lines <= BUDGET[folder]
