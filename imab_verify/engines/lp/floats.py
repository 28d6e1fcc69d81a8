"""HiGHS, in floating point: a promising basis of a linear program, or a point near its optimum.

What comes back is a hint: it says where an exact method should start, and proves nothing.
"""

from __future__ import annotations

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from imab_verify.engines.lp.simplex import Basis, IntegerProgram

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    _Integers = NDArray[np.int64]
    _Floats = NDArray[np.float64]

_TOLERANCE = 1e-9
_SMALL_MATRIX_VALUE = 1e-12  # the least HiGHS allows
_LARGEST_SIZE = 49  # HiGHS refuses matrix entries from 10^15 on
_SCALING_PASSES = 3


class Guess(StrEnum):
    """What the floats suggest."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    NOTHING = "nothing"


def promising_basis(program: IntegerProgram, deadline: float | None) -> tuple[Guess, Basis]:
    """Give a basis near the optimum, or near the least violation if there is no feasible point."""
    guess, basis = _run_highs(program, deadline)
    if guess is Guess.INFEASIBLE:
        elastic, relaxed = _elastic(program)
        _, elastic_basis = _run_highs(elastic, deadline)
        basis = _without_elastic_columns(program, elastic_basis, relaxed)
    return guess, basis


def _elastic(program: IntegerProgram) -> tuple[IntegerProgram, list[int]]:
    """Relax each row violated at x = 0 by a column of its own; minimise the total relaxation."""
    relaxed = [i for i, b in enumerate(program.rhs) if b < 0 or (b > 0 and i in program.equations)]
    rows = list(program.rows)
    for column, i in enumerate(relaxed, start=program.columns):
        rows[i] = {**rows[i], column: -1 if program.rhs[i] < 0 else 1}
    columns = program.columns + len(relaxed)
    objective = dict.fromkeys(range(program.columns, columns), -1)
    elastic = IntegerProgram(
        columns, objective, tuple(rows), program.rhs, program.equations, program.free
    )
    return elastic, relaxed


def _without_elastic_columns(program: IntegerProgram, basis: Basis, relaxed: list[int]) -> Basis:
    """Let the slack of a row take the place of the row's elastic column in the basis."""
    slack_again = {relaxed[j - program.columns] for j in basis.columns if j >= program.columns}
    return Basis(
        frozenset(j for j in basis.columns if j < program.columns), basis.tight - slack_again
    )


def _highs(**options: float | str) -> Any:
    """A silent HiGHS, which finds bases by the simplex method."""
    import highspy

    highs = highspy.Highs()
    options |= {"threads": 1, "parallel": "off", "solver": "simplex"}
    options |= dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), 1e-9)
    highs.setOptionValue("output_flag", False)
    for name, value in options.items():
        highs.setOptionValue(name, value)
    return highs


def _run_highs(program: IntegerProgram, deadline: float | None) -> tuple[Guess, Basis]:
    import highspy

    # presolve answers "infeasible" without a basis
    highs = _highs(presolve="off", small_matrix_value=_SMALL_MATRIX_VALUE)
    if deadline is not None:
        highs.setOptionValue("time_limit", max(0.0, deadline - time.monotonic()))
    highs.passModel(_highs_model(program))
    highs.run()
    status = highspy.HighsModelStatus
    guess = {
        status.kOptimal: Guess.OPTIMAL,
        status.kInfeasible: Guess.INFEASIBLE,
        status.kUnbounded: Guess.UNBOUNDED,
    }.get(highs.getModelStatus(), Guess.NOTHING)
    return guess, _highs_basis(highs.getBasis())


def _highs_basis(basis: Any) -> Basis:
    import highspy

    if not basis.valid:
        return Basis()
    basic = highspy.HighsBasisStatus.kBasic
    return Basis(
        frozenset(j for j, status in enumerate(basis.col_status) if status == basic),
        frozenset(i for i, status in enumerate(basis.row_status) if status != basic),
    )


def _highs_model(program: IntegerProgram) -> Any:
    """Write the program, scaled by powers of two, as a HiGHS model.

    With row i times 2^r_i and column j times 2^c_j the matrix becomes a_ij 2^(r_i + c_j), the
    right-hand side b_i 2^r_i and the objective c_j 2^c_j; a basis stays a basis.
    """
    import highspy
    import numpy as np

    m, n = len(program.rows), program.columns
    lengths = np.array([len(row) for row in program.rows], dtype=np.int64)
    i_of = np.repeat(np.arange(m), lengths)
    j_of = np.array([j for row in program.rows for j in row], dtype=np.int64)
    mantissas, sizes = _split(a for row in program.rows for a in row.values())
    row_shift, column_shift = _geometric_scaling(i_of, j_of, sizes, (m, n))
    upper = _balance(program.rhs, row_shift)
    is_equation = np.isin(np.arange(m), list(program.equations))
    is_free = np.isin(np.arange(n), list(program.free))

    model = highspy.HighsLp()
    model.sense_ = highspy.ObjSense.kMaximize
    model.num_col_, model.num_row_ = n, m
    model.col_cost_ = _balance([program.objective.get(j, 0) for j in range(n)], column_shift)
    model.col_lower_ = np.where(is_free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(n, highspy.kHighsInf)
    model.row_lower_ = np.where(is_equation, upper, -highspy.kHighsInf)
    model.row_upper_ = upper
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.num_col_, matrix.num_row_ = n, m
    matrix.start_ = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    matrix.index_ = j_of.astype(np.int32)
    matrix.value_ = _join(mantissas, sizes + row_shift[i_of] + column_shift[j_of])
    return model


def _geometric_scaling(
    i_of: _Integers, j_of: _Integers, sizes: _Integers, shape: tuple[int, int]
) -> tuple[_Integers, _Integers]:
    """Choose r and c so that the sizes of a_ij 2^(r_i + c_j) centre on 1 by row and by column."""
    import numpy as np

    m, n = shape
    row_shift, column_shift = np.zeros(m, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for _ in range(_SCALING_PASSES):
        row_shift = -_middles(i_of, sizes + column_shift[j_of], m)
        column_shift = -_middles(j_of, sizes + row_shift[i_of], n)
    return row_shift, column_shift


def _middles(lines: _Integers, sizes: _Integers, count: int) -> _Integers:
    """Give, for each line, the middle of its least and its greatest size (0 if it has none)."""
    import numpy as np

    bounds = np.iinfo(np.int64)
    low, high = np.full(count, bounds.max), np.full(count, bounds.min)
    np.minimum.at(low, lines, sizes)
    np.maximum.at(high, lines, sizes)
    return np.where(low <= high, (low + high) // 2, 0)


def _balance(vector: Sequence[int], shift: _Integers) -> _Floats:
    """Give a_k 2^(shift_k) times one common power of two that centres the sizes on 1."""
    import numpy as np

    mantissas, sizes = _split(vector)
    line = np.zeros(np.count_nonzero(mantissas), dtype=np.int64)
    sizes = sizes + shift
    return _join(mantissas, sizes - _middles(line, sizes[mantissas != 0], 1)[0])


def _split(integers: Iterable[int]) -> tuple[_Floats, _Integers]:
    """Write each a as mantissa 2^size with size its bit length; integers of any size will do."""
    import numpy as np

    pairs = [(a, a.bit_length()) for a in integers]
    mantissas = np.array([a / (1 << size) for a, size in pairs], dtype=np.float64)
    return mantissas, np.array([size for _, size in pairs], dtype=np.int64)


def _join(mantissas: _Floats, sizes: _Integers) -> _Floats:
    """Give mantissa 2^size, cut off at the largest size HiGHS takes."""
    import numpy as np

    return np.ldexp(mantissas, np.clip(sizes, -_LARGEST_SIZE, _LARGEST_SIZE))


# --- points near the optimum ---------------------------------------------------------------------

_FIRST, _MORE = 150, 60
"""So many rows at first, and so many of those that are broken at a time."""
_ROUNDS = 25
_SECONDS = 2.0


class NearOptimum:
    """Maximise objective . x over x >= 0, fixed x <= limits and rows x >= least.

    Rows with a small slack are there from the beginning, the others when they are broken.
    """

    def __init__(
        self,
        objective: _Floats,
        fixed: _Floats,
        limits: _Floats,
        rows: _Floats,
        least: _Floats,
        slacks: _Floats,
    ) -> None:
        import numpy as np

        self._rows = rows
        self._least = least
        self._highs = _solver(objective)
        self._there: list[int] = []
        _add(self._highs, -fixed, -limits)
        self._take(np.argsort(slacks, kind="stable")[:_FIRST])

    def _take(self, new: _Integers) -> None:
        self._there += new.tolist()
        _add(self._highs, self._rows[new], self._least[new])

    def solve(self) -> _Floats | None:
        """A point near the optimum; None if there is none, or if rows go on being broken."""
        import numpy as np

        for _ in range(_ROUNDS):
            self._highs.run()
            if not _is_optimal(self._highs):
                return None
            x: _Floats = np.maximum(np.array(self._highs.getSolution().col_value), 0.0)
            missing = self._least - self._rows @ x
            missing[self._there] = -1.0
            broken = np.flatnonzero(missing > _TOLERANCE)
            if not len(broken):
                return x
            self._take(broken[np.argsort(-missing[broken], kind="stable")[:_MORE]])
        return None


def _solver(objective: _Floats) -> Any:
    import highspy
    import numpy as np

    highs, n = _highs(time_limit=_SECONDS), len(objective)
    upper = np.full(n, highspy.kHighsInf)
    starts, none = np.zeros(n, dtype=np.int32), np.empty(0, dtype=np.int32)
    highs.addCols(n, objective, np.zeros(n), upper, 0, starts, none, np.empty(0))
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    return highs


def _add(highs: Any, rows: _Floats, least: _Floats) -> None:
    import highspy
    import numpy as np

    if not len(rows):
        return
    at, columns = np.nonzero(rows)
    starts = np.searchsorted(at, np.arange(len(rows))).astype(np.int32)
    upper = np.full(len(rows), highspy.kHighsInf)
    entries = rows[at, columns]
    highs.addRows(len(rows), least, upper, len(columns), starts, columns.astype(np.int32), entries)


def _is_optimal(highs: Any) -> bool:
    import highspy

    return bool(highs.getModelStatus() == highspy.HighsModelStatus.kOptimal)
