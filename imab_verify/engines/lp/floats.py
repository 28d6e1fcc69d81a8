"""HiGHS, in floating point: a promising basis of a linear program, or a point near its optimum.

What comes back is a hint: it says where an exact method should start, and proves nothing.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from imab_verify.engines.lp.simplex import Basis, IntegerProgram

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    _Integers = NDArray[np.int64]
    _Floats = NDArray[np.float64]

_TOLERANCE = 1e-9
_LEAST_ENTRY = 1e-12  # the least HiGHS allows


def promising_basis(program: IntegerProgram, deadline: float | None) -> Basis:
    """A basis near the optimum, or near the least violation if there is no feasible point."""
    feasible, basis = _run_highs(program, deadline)
    if feasible:
        return basis
    # rows violated at x = 0 are relaxed by a column each, whose sum is made as small as can be
    rhs, n = program.rhs, program.columns
    relaxed = [i for i, b in enumerate(rhs) if b < 0 or (b > 0 and i in program.equations)]
    rows, objective = list(program.rows), dict.fromkeys(range(n, n + len(relaxed)), -1)
    for column, i in enumerate(relaxed, start=n):
        rows[i] = {**rows[i], column: -1 if rhs[i] < 0 else 1}
    elastic = replace(program, columns=n + len(relaxed), objective=objective, rows=tuple(rows))
    _, basis = _run_highs(elastic, deadline)
    slack_again = {relaxed[j - n] for j in basis.columns if j >= n}
    return Basis(frozenset(j for j in basis.columns if j < n), basis.tight - slack_again)


def _run_highs(program: IntegerProgram, deadline: float | None) -> tuple[bool, Basis]:
    """Whether HiGHS does not say that there is no feasible point, and its last basis."""
    import highspy

    # presolve answers "infeasible" without a basis
    highs = _highs(presolve="off", small_matrix_value=_LEAST_ENTRY)
    if deadline is not None:
        highs.setOptionValue("time_limit", max(0.0, deadline - time.monotonic()))
    highs.passModel(_highs_model(program))
    highs.run()
    feasible = highs.getModelStatus() != highspy.HighsModelStatus.kInfeasible
    found = highs.getBasis()
    if not found.valid:
        return feasible, Basis()
    basic = highspy.HighsBasisStatus.kBasic
    return feasible, Basis(
        frozenset(j for j, status in enumerate(found.col_status) if status == basic),
        frozenset(i for i, status in enumerate(found.row_status) if status != basic),
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


def _highs_model(program: IntegerProgram) -> Any:
    """The program with columns, then rows, divided by their largest entries: a basis stays one."""
    import highspy
    import numpy as np

    m, n = len(program.rows), program.columns
    columns = [1] * n
    for row in program.rows:
        for j, a in row.items():
            columns[j] = max(columns[j], abs(a))
    scaled = [{j: a / columns[j] for j, a in row.items()} for row in program.rows]
    heights = [max(map(abs, row.values()), default=0.0) or 1.0 for row in scaled]
    costs = [Fraction(program.objective.get(j, 0), columns[j]) for j in range(n)]
    upper = _floats([b / Fraction(height) for b, height in zip(program.rhs, heights, strict=True)])
    is_equation = np.isin(np.arange(m), list(program.equations))
    is_free = np.isin(np.arange(n), list(program.free))

    model = highspy.HighsLp()
    model.sense_ = highspy.ObjSense.kMaximize
    model.num_col_, model.num_row_ = n, m
    model.col_cost_ = _floats(costs)
    model.col_lower_ = np.where(is_free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(n, highspy.kHighsInf)
    model.row_lower_ = np.where(is_equation, upper, -highspy.kHighsInf)
    model.row_upper_ = upper
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.num_col_, matrix.num_row_ = n, m
    lengths = [len(row) for row in scaled]
    matrix.start_ = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    matrix.index_ = np.array([j for row in scaled for j in row], dtype=np.int32)
    entries = [a / h for row, h in zip(scaled, heights, strict=True) for a in row.values()]
    matrix.value_ = np.array(entries)
    return model


def _floats(vector: Sequence[Fraction]) -> _Floats:
    """The vector divided by its largest entry."""
    import numpy as np

    largest = max(map(abs, vector), default=Fraction(0)) or 1
    return np.array([float(a / largest) for a in vector])


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
        self._fixed = len(fixed)
        _add(self._highs, -fixed, -limits)
        self._take(np.argsort(slacks, kind="stable")[:_FIRST])

    def _take(self, new: _Integers) -> None:
        self._there += new.tolist()
        _add(self._highs, self._rows[new], self._least[new])

    def solve(self) -> _Floats | None:
        """A point near the optimum; None if there is none, or if rows go on being broken."""
        return self._solve(len(self._rows))

    def _solve(self, end: int) -> _Floats | None:
        """The same with the rows before number `end` only."""
        import numpy as np

        for _ in range(_ROUNDS):
            self._highs.run()
            if not _is_optimal(self._highs):
                return None
            x: _Floats = np.maximum(np.array(self._highs.getSolution().col_value), 0.0)
            missing = self._least[:end] - self._rows[:end] @ x
            missing[[row for row in self._there if row < end]] = -1.0
            broken = np.flatnonzero(missing > _TOLERANCE)
            if not len(broken):
                return x
            self._take(broken[np.argsort(-missing[broken], kind="stable")[:_MORE]])
        return None

    def binding(self) -> list[int]:
        """The rows that keep the solution from being better, those that matter most first."""
        import numpy as np

        duals = abs(np.array(self._highs.getSolution().row_dual)[self._fixed :])
        order = np.argsort(-duals, kind="stable")
        return [self._there[n] for n in order if duals[n] > _TOLERANCE]

    def across(self, row: int) -> _Floats | None:
        """A point near the optimum on the other side of a row, where the rows after it are free."""
        import highspy

        freed = [(n, r) for n, r in enumerate(self._there, self._fixed) if r >= row]
        for n, r in freed:
            upper = -self._least[r] if r == row else highspy.kHighsInf
            self._highs.changeRowBounds(n, -highspy.kHighsInf, float(upper))
        x = self._solve(row)
        for n, r in freed:
            self._highs.changeRowBounds(n, float(self._least[r]), highspy.kHighsInf)
        return x


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
