"""The kernel stays as small as CONTRIBUTING.md says, layer by layer."""

from pathlib import Path

import pytest
from kernel_layers import KERNEL, LAYERS, lines_of, table

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_no_layer_is_larger_than_it_may_be(layer):
    assert layer.lines() <= layer.most


def test_every_file_is_in_one_layer():
    files = [path for layer in LAYERS for path in layer.files()]
    assert sorted(files) == sorted(KERNEL.rglob("*.py"))


def test_contributing_shows_the_layers():
    assert table() in CONTRIBUTING.read_text(encoding="utf-8")


def test_what_a_line_of_code_is():
    source = '''"""Two lines
of text."""

import this  # a comment

# another one
X = """one
two"""
"""What X is."""
Y = (
    1,
)
'''
    assert lines_of(source) == 1 + 2 + 3
