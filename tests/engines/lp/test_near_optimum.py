"""Points near the optimum, in floats."""

import numpy as np
import pytest

from imab_verify.engines.lp import NearOptimum


def square(rows, least):
    """Maximise x + 2 y over x <= 1, y <= 1 and the rows."""
    table = np.array(rows, dtype=float).reshape(-1, 2)
    return NearOptimum(
        np.array([1.0, 2.0]),
        np.eye(2),
        np.ones(2),
        table,
        np.array(least, dtype=float),
        np.zeros(len(least)),
    )


def test_the_corner_is_found():
    assert square([], []).solve() == pytest.approx([1, 1])


def test_what_binds_is_named_and_can_be_crossed():
    program = square([[1, 0], [1, -1], [-1, -1]], [0, 0.25, -5])
    assert program.solve() == pytest.approx([1, 0.75])
    assert program.binding() == [1]
    assert program.across(1) == pytest.approx([0.75, 1])
    assert program.solve() == pytest.approx([1, 0.75])


def test_rows_after_the_one_that_is_crossed_are_free():
    program = square([[1, -1], [2, -2]], [0.25, 0.5])
    assert program.solve() == pytest.approx([1, 0.75])
    assert program.across(0) == pytest.approx([0.75, 1])


def test_rows_that_are_broken_are_added():
    many = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0.01, 1.56, 500)])
    x = square(-many, -0.5 * np.ones(500)).solve()
    assert np.hypot(*x) == pytest.approx(0.5, abs=1e-4)
    assert x[1] == pytest.approx(2 * x[0], abs=1e-2)


@pytest.mark.parametrize("rows", [[[1, 0]], [[-1, 0], [1, 0]]])
def test_without_an_optimum_there_is_nothing(rows):
    assert square(rows, [2] * len(rows)).solve() is None
