"""Points near the optimum of a linear program, in floats: good for a guess, and prove nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_FIRST, _MORE = 150, 60
"""So many rows at first, and so many of those that are broken at a time."""
_ROUNDS = 25
_SECONDS = 2.0
_TOLERANCE = 1e-9


class NearOptimum:
    """Maximise objective . x over x >= 0, fixed x <= limits and rows x >= least.

    Rows with a small slack are there from the beginning, the others when they are broken.
    """

    def __init__(
        self,
        objective: Floats,
        fixed: Floats,
        limits: Floats,
        rows: Floats,
        least: Floats,
        slacks: Floats,
    ) -> None:
        import numpy as np

        self._rows = rows
        self._least = least
        self._highs = _solver(objective)
        self._there: list[int] = []
        self._fixed = len(fixed)
        _add(self._highs, -fixed, -limits)
        self._take(np.argsort(slacks, kind="stable")[:_FIRST])

    def _take(self, new: NDArray[np.int64]) -> None:
        self._there += new.tolist()
        _add(self._highs, self._rows[new], self._least[new])

    def solve(self) -> Floats | None:
        """A point near the optimum; None if there is none, or if rows go on being broken."""
        return self._solve(len(self._rows))

    def _solve(self, end: int) -> Floats | None:
        """The same with the rows before number `end` only."""
        import numpy as np

        for _ in range(_ROUNDS):
            self._highs.run()
            if not _is_optimal(self._highs):
                return None
            x: Floats = np.maximum(np.array(self._highs.getSolution().col_value), 0.0)
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

    def across(self, row: int) -> Floats | None:
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


def _solver(objective: Floats) -> Any:
    import highspy
    import numpy as np

    highs = highspy.Highs()
    options: dict[str, bool | int | float | str] = {
        "output_flag": False,
        "threads": 1,
        "parallel": "off",
        "solver": "simplex",
        "primal_feasibility_tolerance": _TOLERANCE,
        "dual_feasibility_tolerance": _TOLERANCE,
        "time_limit": _SECONDS,
    }
    for name, value in options.items():
        highs.setOptionValue(name, value)
    n = len(objective)
    upper = np.full(n, highspy.kHighsInf)
    starts, none = np.zeros(n, dtype=np.int32), np.empty(0, dtype=np.int32)
    highs.addCols(n, objective, np.zeros(n), upper, 0, starts, none, np.empty(0))
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    return highs


def _add(highs: Any, rows: Floats, least: Floats) -> None:
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
