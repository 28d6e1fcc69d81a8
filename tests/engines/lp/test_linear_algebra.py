from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.engines.lp.simplex import (
    SingularMatrixError,
    SquareSystem,
    largest_nonsingular_part,
)


@st.composite
def matrices(draw):
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    row = st.lists(st.integers(-2, 2), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=height))


def times(matrix, vector):
    return [sum((a * v for a, v in zip(row, vector, strict=True)), Fraction(0)) for row in matrix]


def determinant(matrix):
    """By the first row, in the plainest way."""
    if not matrix:
        return 1
    minors = ([row[:j] + row[j + 1 :] for row in matrix[1:]] for j in range(len(matrix)))
    return sum((-1) ** j * matrix[0][j] * determinant(minor) for j, minor in enumerate(minors))


def rank(matrix):
    """The size of the largest square part with a determinant that is not 0."""
    height, width = len(matrix), len(matrix[0])
    return max(
        size
        for size in range(min(height, width) + 1)
        for rows in combinations(range(height), size)
        for columns in combinations(range(width), size)
        if determinant([[matrix[i][j] for j in columns] for i in rows])
    )


def test_a_scaled_hilbert_system_of_size_40_is_solved_exactly():
    n, scale = 40, 1
    for i in range(1, 2 * n):
        scale *= i
    hilbert = [[scale // (i + j + 1) for j in range(n)] for i in range(n)]
    solution = [Fraction(j, 7) for j in range(n)]
    numerators, d = SquareSystem(hilbert).solve([int(7 * b) for b in times(hilbert, solution)])
    assert [Fraction(v, 7 * d) for v in numerators] == solution


@examples(100)
@given(matrices())
def test_the_nonsingular_part_has_full_rank(matrix):
    rows, columns = largest_nonsingular_part(matrix, len(matrix[0]))
    assert len(rows) == len(columns) == rank(matrix)
    assert determinant([[matrix[i][j] for j in columns] for i in rows]) != 0


def test_a_singular_square_system_says_so():
    with pytest.raises(SingularMatrixError):
        SquareSystem([[1, 2], [2, 4]]).solve([1, 2])


def test_both_directions_of_a_square_system():
    system = SquareSystem([[1, 2], [0, 3]])
    assert system.solve([1, 1]) == ([1, 1], 3)
    assert system.solve_transposed([1, 1]) == ([3, -1], 3)
    assert SquareSystem([]).solve([]) == ([], 1)
