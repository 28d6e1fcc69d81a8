"""Exact linear algebra over the rationals, done by FLINT.

Integers and fractions go in and come out; no FLINT object leaves this module.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class SingularMatrixError(ArithmeticError):
    """A square system was asked for whose matrix has determinant zero."""


class SquareSystem:
    """Exact solves with one square integer matrix M, given by its rows."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self._size = len(rows)
        self._matrix = _flint_matrix(rows, self._size) if rows else None

    def solve(self, rhs: Sequence[int]) -> tuple[list[int], int]:
        """Give v and d > 0 with M (v/d) = rhs."""
        return self._solve(self._matrix, rhs)

    def solve_transposed(self, rhs: Sequence[int]) -> tuple[list[int], int]:
        """Give v and d > 0 with M^T (v/d) = rhs."""
        return self._solve(self._matrix and self._matrix.transpose(), rhs)

    def _solve(self, matrix: Any, rhs: Sequence[int]) -> tuple[list[int], int]:
        from flint import fmpz_mat

        if matrix is None:
            return [], 1
        try:
            solution = matrix.solve(fmpz_mat(self._size, 1, rhs))
        except ZeroDivisionError:
            raise SingularMatrixError("the matrix of the system is singular") from None
        numerators, denominator = solution.numer_denom()
        return [int(v) for v in numerators.entries()], int(denominator)


def largest_nonsingular_part(
    rows: Sequence[Sequence[int]], width: int
) -> tuple[list[int], list[int]]:
    """Give row and column indices of a nonsingular submatrix of full rank.

    The pivot columns of the reduced echelon form are a basis of the column space; the pivot rows
    of those columns, found the same way on the transpose, make the part square.
    """
    columns = _pivots(_flint_matrix(rows, width))
    kept = _flint_matrix([[row[j] for j in columns] for row in rows], len(columns))
    return _pivots(kept.transpose()), columns


def solve_exact_system(
    matrix: Sequence[Sequence[Fraction | int]], rhs: Sequence[Fraction | int]
) -> list[Fraction] | None:
    """Give one exact solution v of `matrix` v = `rhs`, or None if there is none.

    Any shape and rank is allowed. Where the solution is not unique, the unknowns without a pivot
    are zero.
    """
    if len(matrix) != len(rhs) or len({len(row) for row in matrix}) > 1:
        raise ValueError("a linear system needs rows of one length and one right-hand side each")
    if not matrix:
        return []
    width = len(matrix[0])
    rows = [_integer_row([*row, b]) for row, b in zip(matrix, rhs, strict=True)]
    if len(rows) == width:
        try:
            numerators, d = SquareSystem([row[:-1] for row in rows]).solve([r[-1] for r in rows])
        except SingularMatrixError:
            pass
        else:
            return [Fraction(v, d) for v in numerators]
    return _solution_from_echelon_form(rows, width)


def _solution_from_echelon_form(rows: list[list[int]], width: int) -> list[Fraction] | None:
    """Read a solution off the reduced echelon form of the augmented matrix."""
    echelon, denominator, rank = _flint_matrix(rows, width + 1).rref()
    solution = [Fraction(0)] * width
    for i, pivot in enumerate(_pivots_of_echelon_form(echelon, rank)):
        if pivot == width:
            return None
        solution[pivot] = Fraction(int(echelon[i, width]), int(denominator))
    return solution


def _integer_row(row: Sequence[Fraction | int]) -> list[int]:
    """Multiply a row by the least positive integer that clears its denominators."""
    scale = lcm(*(q.denominator for q in row))
    return [q.numerator * (scale // q.denominator) for q in row]


def _flint_matrix(rows: Sequence[Sequence[int]], width: int) -> Any:
    from flint import fmpz_mat

    return fmpz_mat(len(rows), width, [a for row in rows for a in row])


def _pivots(matrix: Any) -> list[int]:
    echelon, _, rank = matrix.rref()
    return _pivots_of_echelon_form(echelon, rank)


def _pivots_of_echelon_form(echelon: Any, rank: int) -> list[int]:
    """Give the column of the first nonzero entry of each nonzero row."""
    pivots: list[int] = []
    column = 0
    for i in range(rank):
        while echelon[i, column] == 0:
            column += 1
        pivots.append(column)
    return pivots
