from fractions import Fraction

import pytest

from imab_verify.engines.lp.simplex import SingularMatrixError, SquareSystem


def times(matrix, vector):
    return [sum((a * v for a, v in zip(row, vector, strict=True)), Fraction(0)) for row in matrix]


def test_a_scaled_hilbert_system_of_size_40_is_solved_exactly():
    n, scale = 40, 1
    for i in range(1, 2 * n):
        scale *= i
    hilbert = [[scale // (i + j + 1) for j in range(n)] for i in range(n)]
    solution = [Fraction(j, 7) for j in range(n)]
    numerators, d = SquareSystem(hilbert).solve([int(7 * b) for b in times(hilbert, solution)])
    assert [Fraction(v, 7 * d) for v in numerators] == solution


def test_a_singular_square_system_says_so():
    with pytest.raises(SingularMatrixError):
        SquareSystem([[1, 2], [2, 4]]).solve([1, 2])


def test_both_directions_of_a_square_system():
    system = SquareSystem([[1, 2], [0, 3]])
    assert system.solve([1, 1]) == ([1, 1], 3)
    assert system.solve_transposed([1, 1]) == ([3, -1], 3)
    assert SquareSystem([]).solve([]) == ([], 1)
