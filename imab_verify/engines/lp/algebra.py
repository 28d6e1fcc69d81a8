"""Exact linear algebra over the rationals, done by FLINT.

Integers go in and come out; no FLINT object leaves this module.
"""

from __future__ import annotations

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


def _flint_matrix(rows: Sequence[Sequence[int]], width: int) -> Any:
    from flint import fmpz_mat

    return fmpz_mat(len(rows), width, [a for row in rows for a in row])


def _pivots(matrix: Any) -> list[int]:
    """Give the pivot columns: where the nonzero rows of the reduced echelon form begin."""
    echelon, _, rank = matrix.rref()
    pivots: list[int] = []
    column = 0
    for i in range(rank):
        while echelon[i, column] == 0:
            column += 1
        pivots.append(column)
    return pivots
