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
    from collections.abc import Mapping, Sequence

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
    vertex = _first_vertex(program, start)
    stalled = False
    while deadline is None or time.monotonic() < deadline:
        prices = _Prices.at(program, vertex)
        improving = prices.improving(program, vertex)
        if not improving:
            return _conclusion(vertex, prices)
        entering, gain = improving[0] if stalled else max(improving, key=lambda pair: abs(pair[1]))
        move = _move(program, vertex, entering, 1 if gain > 0 else -1)
        leaving = _leaving(program, vertex, move)
        if leaving is None:
            ray = {j: v for j, v in move.items() if j >= 0}
            return UnboundedRay(vertex.x, _fractions(ray, 1))
        stalled = vertex.values[leaving] == 0
        vertex = _Vertex.at(program, _exchange(vertex.basis, entering, leaving))
    return None


def _first_vertex(program: IntegerProgram, start: Basis) -> _Vertex:
    """The vertex of the start or, if its kernel is not square or singular, x = 0."""
    if len(start.columns) == len(start.tight):
        with suppress(SingularMatrixError):
            return _Vertex.at(program, start)
    return _Vertex.at(program, Basis())


def _dot(row: Mapping[int, int], vector: Mapping[int, int]) -> int:
    if len(vector) < len(row):
        row, vector = vector, row
    return sum(a * vector[j] for j, a in row.items() if j in vector)


def _fractions(numerators: Mapping[int, int], scale: int) -> SparseVector:
    return {k: Fraction(v, scale) for k, v in numerators.items() if v}


Values = dict[int, int]
"""Numbers for variables: column j is variable j, the slack of row i is variable ~i < 0."""


@dataclass(frozen=True, slots=True)
class _Vertex:
    """The basic solution: the values of the basic variables, times `scale` > 0."""

    basis: Basis
    columns: list[int]
    tight: list[int]
    system: SquareSystem
    values: Values
    scale: int
    violated: frozenset[int]

    @classmethod
    def at(cls, program: IntegerProgram, basis: Basis) -> Self:
        columns, tight = sorted(basis.columns), sorted(basis.tight)
        system = SquareSystem([[program.rows[i].get(j, 0) for j in columns] for i in tight])
        numerators, scale = system.solve([program.rhs[i] for i in tight])
        x = dict(zip(columns, numerators, strict=True))
        slack = {
            ~i: program.rhs[i] * scale - _dot(row, x)
            for i, row in enumerate(program.rows)
            if i not in basis.tight
        }
        values = slack | x
        violated = frozenset(
            n
            for n, v in values.items()
            if (v < 0 and n not in program.free) or (v and n < 0 and ~n in program.equations)
        )
        return cls(basis, columns, tight, system, values, scale, violated)

    @property
    def x(self) -> SparseVector:
        return _fractions({j: v for j, v in self.values.items() if j >= 0}, self.scale)


@dataclass(frozen=True, slots=True)
class _Prices:
    """Row prices y and reduced costs, times a positive scale, at a vertex.

    At a feasible vertex they belong to the objective c. At an infeasible one they belong to minus
    the total violation: with sigma_i the sign of -s_i on violated rows it equals
      sum of x_j over violated columns + sum of sigma_i s_i over violated rows,
    and s = b - A x turns that into an objective of the columns alone plus a constant.
    """

    y: Values
    scale: int
    reduced: Values
    sigma: Values

    @classmethod
    def at(cls, program: IntegerProgram, vertex: _Vertex) -> Self:
        rows = sorted(~n for n in vertex.violated if n < 0)
        sigma = {i: 1 if vertex.values[~i] < 0 else -1 for i in rows}
        cost = dict(program.objective)
        if vertex.violated:
            cost = dict.fromkeys(sorted(j for j in vertex.violated if j >= 0), 1)
            _subtract_rows(cost, program, sigma)
        prices, scale = vertex.system.solve_transposed([cost.get(j, 0) for j in vertex.columns])
        y = dict(zip(vertex.tight, prices, strict=True))
        reduced = {j: scale * c for j, c in cost.items()}
        _subtract_rows(reduced, program, y)
        return cls(y, scale, reduced, sigma)

    def improving(self, program: IntegerProgram, vertex: _Vertex) -> list[tuple[int, int]]:
        """The nonbasic variables that improve, with their gains, in Bland's order: slacks first.

        A free column whose gain is negative improves as it falls.
        """
        slacks = [(~i, -p) for i, p in self.y.items() if p < 0 and i not in program.equations]
        return slacks + [
            (j, gain)
            for j, gain in sorted(self.reduced.items())
            if gain and j not in vertex.values and (gain > 0 or j in program.free)
        ]


def _subtract_rows(target: Values, program: IntegerProgram, factors: Mapping[int, int]) -> None:
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
    if not vertex.violated:
        return OptimalVertex(vertex.x, y)
    return FarkasProof(y | {i: Fraction(s) for i, s in prices.sigma.items()})


def _move(program: IntegerProgram, vertex: _Vertex, entering: int, sign: int) -> Values:
    """The direction, up to a positive factor, in which the entering variable moves the vertex."""
    if entering < 0:
        rhs = [-sign if i == ~entering else 0 for i in vertex.tight]
    else:
        rhs = [-sign * program.rows[i].get(entering, 0) for i in vertex.tight]
    numerators, scale = vertex.system.solve(rhs)
    x = dict(zip(vertex.columns, numerators, strict=True))
    if entering >= 0:
        x[entering] = sign * scale
    return {n: -_dot(program.rows[~n], x) for n in vertex.values if n < 0} | x


def _leaving(program: IntegerProgram, vertex: _Vertex, move: Values) -> int | None:
    """The basic variable that first reaches its bound; ties by Bland's order.

    A violated variable that reaches its bound from outside blocks too: so the violation never
    grows, and a step that moves always shrinks it.
    """
    best: tuple[int, int, int] | None = None
    for n, value in vertex.values.items():
        fixed = n < 0 and ~n in program.equations
        if n in program.free or not _blocks(value, move[n], fixed=fixed):
            continue
        distance, speed = abs(value), abs(move[n])
        if best is None or distance * best[1] < best[0] * speed:
            best = distance, speed, n
    return best and best[2]


def _blocks(value: int, change: int, *, fixed: bool) -> bool:
    """Whether a variable with bound 0 (two-sided if fixed) reaches it while changing."""
    if value == 0:
        return change < 0 or (fixed and change != 0)
    return (value > 0) != (change > 0) and change != 0


def _exchange(basis: Basis, entering: int, leaving: int) -> Basis:
    columns, tight = {*basis.columns}, {*basis.tight}
    if entering < 0:
        tight.remove(~entering)
    else:
        columns.add(entering)
    if leaving < 0:
        tight.add(~leaving)
    else:
        columns.remove(leaving)
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
