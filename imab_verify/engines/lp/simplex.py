"""The simplex method in exact arithmetic, started from any basis.

The program is: maximise c.x subject to A x + s = b, x_j >= 0 unless column j is free, s_i >= 0
unless row i is an equation (then s_i = 0); A, b, c are integers.

A basis is named by its basic columns J and its tight rows R (the rows whose slack s_i is not
basic), |J| = |R|. Everything follows from the kernel matrix M = A[R, J]:
  x_J = M^-1 b_R, all other x are 0;   y_R = M^-T c_J, all other y are 0.
Each step solves these systems afresh and exactly. That is dear for a long run from nothing, and
ideal for what this is used for: judging and, where needed, mending a basis found in floats.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SparseVector = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class IntegerProgram:
    """Maximise `objective`.x subject to `rows` x <= `rhs` (= on `equations`), x >= 0 off `free`."""

    columns: int
    objective: Mapping[int, int]
    rows: tuple[Mapping[int, int], ...]
    rhs: tuple[int, ...]
    equations: frozenset[int]
    free: frozenset[int]


@dataclass(frozen=True, slots=True)
class Basis:
    """The basic columns J and the tight rows R."""

    columns: frozenset[int] = frozenset()
    tight: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OptimalVertex:
    """A feasible x and a dual feasible y of equal value."""

    x: SparseVector
    y: SparseVector


@dataclass(frozen=True, slots=True)
class FarkasProof:
    """y with A^T y >= 0 (= 0 on free columns), y >= 0 off equations, b.y < 0."""

    y: SparseVector


@dataclass(frozen=True, slots=True)
class UnboundedRay:
    """A feasible x and a direction that stays feasible and raises the objective."""

    x: SparseVector
    ray: SparseVector


Result = OptimalVertex | FarkasProof | UnboundedRay


def run_simplex(
    program: IntegerProgram, start: Basis, deadline: float | None = None
) -> Result | None:
    """Solve the program exactly from the given basis; None if the deadline passed.

    The largest reduced cost enters while the vertex moves, Bland's rule rules while it does not.
    A cycle has only steps that do not move, and Bland's rule has no cycles: the method ends.
    """
    basis, vertex = _first_vertex(program, start)
    stalled = False
    while deadline is None or time.monotonic() < deadline:
        prices = _Prices.at(program, vertex)
        entering = prices.entering(program, vertex, first=stalled)
        if entering is None:
            return _conclusion(vertex, prices)
        move = _Move.along(program, vertex, entering)
        leaving = move.leaving(program, vertex)
        if leaving is None:
            return UnboundedRay(_fractions(vertex.x, vertex.scale), _fractions(move.x, 1))
        basis = _exchange(basis, entering.variable, leaving)
        stalled = vertex.value(leaving) == 0
        vertex = _Vertex.at(program, basis)
    return None


def _first_vertex(program: IntegerProgram, start: Basis) -> tuple[Basis, _Vertex]:
    """The vertex of the start or, if its kernel is not square or singular, x = 0."""
    if len(start.columns) == len(start.tight):
        with suppress(SingularMatrixError):
            return start, _Vertex.at(program, start)
    return Basis(), _Vertex.at(program, Basis())


def _kernel(program: IntegerProgram, tight: list[int], columns: list[int]) -> list[list[int]]:
    """Give M = A[R, J] by rows."""
    return [[program.rows[i].get(j, 0) for j in columns] for i in tight]


def _dot(row: Mapping[int, int], vector: Mapping[int, int]) -> int:
    if len(vector) < len(row):
        row, vector = vector, row
    return sum(a * vector[j] for j, a in row.items() if j in vector)


def _fractions(numerators: Mapping[int, int], scale: int) -> SparseVector:
    return {k: Fraction(v, scale) for k, v in numerators.items() if v}


@dataclass(frozen=True, slots=True)
class _Variable:
    """A column or, if `is_slack`, the slack of a row. Bland's order: slacks first, by index."""

    is_slack: bool
    index: int


@dataclass(frozen=True, slots=True)
class _Entering:
    """A nonbasic variable that improves the objective when moved in direction `sign`."""

    variable: _Variable
    sign: int


@dataclass(frozen=True, slots=True)
class _Vertex:
    """The basic solution, times `scale` > 0: x on J, slack on the rows that are not tight."""

    columns: list[int]
    tight: list[int]
    system: SquareSystem
    x: dict[int, int]
    slack: dict[int, int]
    scale: int
    violated_columns: frozenset[int]
    violated_rows: frozenset[int]

    @classmethod
    def at(cls, program: IntegerProgram, basis: Basis) -> Self:
        columns, tight = sorted(basis.columns), sorted(basis.tight)
        system = SquareSystem(_kernel(program, tight, columns))
        numerators, scale = system.solve([program.rhs[i] for i in tight])
        x = dict(zip(columns, numerators, strict=True))
        slack = {
            i: program.rhs[i] * scale - _dot(row, x)
            for i, row in enumerate(program.rows)
            if i not in basis.tight
        }
        return cls(
            columns,
            tight,
            system,
            x,
            slack,
            scale,
            frozenset(j for j, v in x.items() if v < 0 and j not in program.free),
            frozenset(i for i, v in slack.items() if v < 0 or (v and i in program.equations)),
        )

    @property
    def is_feasible(self) -> bool:
        return not self.violated_columns and not self.violated_rows

    def value(self, variable: _Variable) -> int:
        """Give the value of a basic variable, times scale."""
        return (self.slack if variable.is_slack else self.x)[variable.index]


@dataclass(frozen=True, slots=True)
class _Prices:
    """Row prices y and reduced costs, times a positive scale, at a vertex.

    At a feasible vertex they belong to the objective c. At an infeasible one they belong to minus
    the total violation: with sigma_i the sign of -s_i on violated rows it equals
      sum of x_j over violated columns + sum of sigma_i s_i over violated rows,
    and s = b - A x turns that into an objective of the columns alone plus a constant.
    """

    y: dict[int, int]
    scale: int
    reduced: dict[int, int]
    sigma: dict[int, int]

    @classmethod
    def at(cls, program: IntegerProgram, vertex: _Vertex) -> Self:
        sigma = {i: 1 if vertex.slack[i] < 0 else -1 for i in sorted(vertex.violated_rows)}
        if vertex.is_feasible:
            cost = dict(program.objective)
        else:
            cost = dict.fromkeys(sorted(vertex.violated_columns), 1)
            _subtract_rows(cost, program, sigma)
        prices, scale = vertex.system.solve_transposed([cost.get(j, 0) for j in vertex.columns])
        y = dict(zip(vertex.tight, prices, strict=True))
        reduced = {j: scale * c for j, c in cost.items()}
        _subtract_rows(reduced, program, y)
        return cls(y, scale, reduced, sigma)

    def entering(
        self, program: IntegerProgram, vertex: _Vertex, *, first: bool
    ) -> _Entering | None:
        """Choose a nonbasic variable that improves: the first in order, or the best priced."""
        best: _Entering | None = None
        best_gain = 0
        for entering, gain in self._improving(program, vertex):
            if gain > best_gain:
                best, best_gain = entering, gain
                if first:
                    break
        return best

    def _improving(
        self, program: IntegerProgram, vertex: _Vertex
    ) -> Iterable[tuple[_Entering, int]]:
        """List the improving nonbasic variables with their gains, in Bland's order."""
        for i, price in self.y.items():
            if price < 0 and i not in program.equations:
                yield _Entering(_Variable(is_slack=True, index=i), 1), -price
        for j in sorted(self.reduced):
            gain = self.reduced[j]
            if gain and j not in vertex.x and (gain > 0 or j in program.free):
                yield (
                    _Entering(_Variable(is_slack=False, index=j), 1 if gain > 0 else -1),
                    abs(gain),
                )


def _subtract_rows(
    target: dict[int, int], program: IntegerProgram, factors: Mapping[int, int]
) -> None:
    """Subtract A^T factors from a vector over the columns."""
    for i, factor in factors.items():
        if factor:
            for j, a in program.rows[i].items():
                target[j] = target.get(j, 0) - factor * a


def _conclusion(vertex: _Vertex, prices: _Prices) -> OptimalVertex | FarkasProof:
    """Nothing improves: an optimum, or the least total violation is positive.

    In the second case y + sigma is a Farkas proof: A^T (y + sigma) >= [j violated] >= 0, and
    b.(y + sigma) is minus the total violation.
    """
    y = _fractions(prices.y, prices.scale)
    if vertex.is_feasible:
        return OptimalVertex(_fractions(vertex.x, vertex.scale), y)
    return FarkasProof(y | {i: Fraction(s) for i, s in prices.sigma.items()})


@dataclass(frozen=True, slots=True)
class _Move:
    """The direction, up to a positive factor, in which the entering variable moves the vertex."""

    x: dict[int, int]
    slack: dict[int, int]

    @classmethod
    def along(cls, program: IntegerProgram, vertex: _Vertex, entering: _Entering) -> Self:
        index, sign = entering.variable.index, entering.sign
        if entering.variable.is_slack:
            rhs = [-sign if i == index else 0 for i in vertex.tight]
        else:
            rhs = [-sign * program.rows[i].get(index, 0) for i in vertex.tight]
        numerators, scale = vertex.system.solve(rhs)
        x = dict(zip(vertex.columns, numerators, strict=True))
        if not entering.variable.is_slack:
            x[index] = sign * scale
        slack = {i: -_dot(program.rows[i], x) for i in vertex.slack}
        return cls(x, slack)

    def leaving(self, program: IntegerProgram, vertex: _Vertex) -> _Variable | None:
        """Find the basic variable that first reaches its bound; ties by Bland's order.

        A violated variable that reaches its bound from outside blocks too: so the violation
        never grows, and a step that moves always shrinks it.
        """
        best: tuple[int, int, _Variable] | None = None
        for i, change in self.slack.items():
            value = vertex.slack[i]
            if _blocks(value, change, fixed=i in program.equations):
                best = _nearest(best, abs(value), abs(change), _Variable(is_slack=True, index=i))
        for j, value in vertex.x.items():
            change = self.x[j]
            if j not in program.free and _blocks(value, change, fixed=False):
                best = _nearest(best, abs(value), abs(change), _Variable(is_slack=False, index=j))
        return best and best[2]


def _blocks(value: int, change: int, *, fixed: bool) -> bool:
    """Whether a variable with bound 0 (two-sided if fixed) reaches it while changing."""
    if value == 0:
        return change < 0 or (fixed and change != 0)
    return (value > 0) != (change > 0) and change != 0


def _nearest(
    best: tuple[int, int, _Variable] | None, distance: int, speed: int, variable: _Variable
) -> tuple[int, int, _Variable]:
    """Keep the least distance/speed; the candidates come in Bland's order, so ties stay."""
    if best is None or distance * best[1] < best[0] * speed:
        return distance, speed, variable
    return best


def _exchange(basis: Basis, entering: _Variable, leaving: _Variable) -> Basis:
    columns, tight = set(basis.columns), set(basis.tight)
    if entering.is_slack:
        tight.remove(entering.index)
    else:
        columns.add(entering.index)
    if leaving.is_slack:
        tight.add(leaving.index)
    else:
        columns.remove(leaving.index)
    return Basis(frozenset(columns), frozenset(tight))


# --- linear algebra by FLINT: integers go in and come out ---------------------------------------


class SingularMatrixError(ArithmeticError):
    """A square system was asked for whose matrix has determinant zero."""


class SquareSystem:
    """Exact solves with one square integer matrix M, given by its rows."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self._size = len(rows)
        from flint import fmpz_mat

        entries = [a for row in rows for a in row]
        self._matrix = fmpz_mat(self._size, self._size, entries) if rows else None

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
