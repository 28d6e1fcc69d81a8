from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.engines.lp.algebra import (
    SingularMatrixError,
    SquareSystem,
    largest_nonsingular_part,
    solve_exact_system,
)

rationals = st.builds(Fraction, st.integers(-6, 6), st.integers(1, 5))


@st.composite
def matrices(draw, entries=rationals):
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return draw(
        st.lists(st.lists(entries, min_size=width, max_size=width), min_size=1, max_size=height)
    )


def times(matrix, vector):
    return [sum((a * v for a, v in zip(row, vector, strict=True)), Fraction(0)) for row in matrix]


def test_a_unique_solution_is_found_exactly():
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert solve_exact_system([[half, 1], [1, third]], [1, 2]) == [Fraction(2), Fraction(0)]


def test_a_hilbert_system_of_size_40_is_solved_exactly():
    n = 40
    hilbert = [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]
    solution = [Fraction(j, 7) for j in range(n)]
    assert solve_exact_system(hilbert, times(hilbert, solution)) == solution


@pytest.mark.parametrize(
    ("matrix", "rhs"),
    [
        ([[1, 1], [2, 2]], [1, 3]),
        ([[1], [1]], [1, 2]),
        ([[0, 0]], [1]),
        ([[], []], [0, 1]),
    ],
)
def test_an_inconsistent_system_has_no_solution(matrix, rhs):
    assert solve_exact_system(matrix, rhs) is None


@pytest.mark.parametrize(
    ("matrix", "rhs", "solution"),
    [
        ([[1, 1], [2, 2]], [3, 6], [3, 0]),
        ([[0, 2]], [1], [0, Fraction(1, 2)]),
        ([[2], [4]], [1, 2], [Fraction(1, 2)]),
        ([[0]], [0], [0]),
        ([[]], [0], []),
        ([], [], []),
    ],
)
def test_unknowns_without_a_pivot_are_zero(matrix, rhs, solution):
    assert solve_exact_system(matrix, rhs) == solution


@pytest.mark.parametrize(("matrix", "rhs"), [([[1], [1, 2]], [1, 1]), ([[1]], [1, 2])])
def test_a_ragged_system_is_refused(matrix, rhs):
    with pytest.raises(ValueError, match="one length"):
        solve_exact_system(matrix, rhs)


@examples(150)
@given(matrices(), st.data())
def test_every_consistent_system_is_solved(matrix, data):
    width = len(matrix[0])
    known = data.draw(st.lists(rationals, min_size=width, max_size=width))
    rhs = times(matrix, known)
    solution = solve_exact_system(matrix, rhs)
    assert solution is not None
    assert times(matrix, solution) == rhs


@examples(150)
@given(matrices(st.integers(-2, 2)))
def test_the_nonsingular_part_has_full_rank(matrix):
    rows, columns = largest_nonsingular_part(matrix, len(matrix[0]))
    part = [[matrix[i][j] for j in columns] for i in rows]
    assert len(rows) == len(columns)
    SquareSystem(part).solve([1] * len(part))
    # full rank: every row of the matrix is a combination of the kept rows
    for row in matrix:
        combination = solve_exact_system(
            [[matrix[i][j] for i in rows] for j in range(len(row))], row
        )
        assert combination is not None


def test_a_singular_square_system_says_so():
    with pytest.raises(SingularMatrixError):
        SquareSystem([[1, 2], [2, 4]]).solve([1, 2])


def test_both_directions_of_a_square_system():
    system = SquareSystem([[1, 2], [0, 3]])
    assert system.solve([1, 1]) == ([1, 1], 3)
    assert system.solve_transposed([1, 1]) == ([3, -1], 3)
    assert SquareSystem([]).solve([]) == ([], 1)
