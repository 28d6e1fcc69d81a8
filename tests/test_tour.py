"""The tour notebook runs from its first cell to its last."""

import ast
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOUR = ROOT / "examples" / "tour.ipynb"

pytestmark = pytest.mark.slow


def run_cell(source, names):
    """Run a cell; give the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102  our own notebook
    if last is not None:
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307  as above
    return None


def test_the_tour_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    document = json.loads(TOUR.read_text())
    sources = ["".join(c["source"]) for c in document["cells"] if c["cell_type"] == "code"]
    names = {"__name__": "tour"}
    shown = [run_cell(source, names) for source in sources]
    assert len(sources) >= 10
    assert sum(hasattr(value, "_repr_html_") for value in shown) >= 5
    assert all(value._repr_html_() for value in shown if hasattr(value, "_repr_html_"))
