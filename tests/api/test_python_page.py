"""The examples of docs/python.md."""

import doctest
from pathlib import Path

import imab_verify as iv

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_examples_are_true():
    text = "\n".join(line for line in PAGE.read_text().splitlines() if not line.startswith("```"))
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 30
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_call_is_told():
    told = PAGE.read_text()
    calls = [name for name in iv.__all__ if callable(getattr(iv, name))]
    missing = [name for name in calls if f"iv.{name}" not in told and f"`{name}`" not in told]
    assert missing == []
