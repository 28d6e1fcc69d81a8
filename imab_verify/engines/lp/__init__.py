"""Linear programs, solved exactly: an island with one function, and a guess beside it.

    solve(program) -> outcome     an answer that carries its own proof
    NearOptimum(...)              floats, for whoever checks the result in another way

An outcome is an optimal pair of equal value, a Farkas proof of infeasibility, or a feasible point
with an improving ray; `Unknown` only where a time limit passed. `solve` finds a basis in floats
(HiGHS), and judges and mends it in exact arithmetic (FLINT). Everything else in this package is its
own affair, and loaded with the first program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from imab_verify.engines.lp.floats import NearOptimum

__all__ = [
    "Infeasible",
    "LinearProgram",
    "NearOptimum",
    "Optimal",
    "Outcome",
    "Rational",
    "Row",
    "Sense",
    "Unbounded",
    "Unknown",
    "solve",
]

Rational = Fraction | int


class Sense(StrEnum):
    """How a row compares with its right-hand side."""

    LE = "<="
    GE = ">="
    EQ = "=="


@dataclass(frozen=True)
class Row:
    """The constraint: sum of coefficients[j] x_j, compared by `sense` with `rhs`."""

    coefficients: Mapping[int, Rational]
    sense: Sense
    rhs: Rational


@dataclass(frozen=True)
class LinearProgram:
    """Maximise the objective subject to the rows, with x_j >= 0 unless column j is free."""

    columns: int
    objective: Mapping[int, Rational]
    rows: tuple[Row, ...]
    free: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Optimal:
    """x is feasible with c.x = value; the duals y prove that nothing is better.

    y_i >= 0 on <= rows, y_i <= 0 on >= rows, A^T y >= c (equal on free columns), b.y = value.
    """

    value: Fraction
    x: tuple[Fraction, ...]
    duals: tuple[Fraction, ...]


@dataclass(frozen=True)
class Infeasible:
    """y with the sign rule of duals, A^T y >= 0 (equal on free columns) and b.y < 0."""

    farkas: tuple[Fraction, ...]


@dataclass(frozen=True)
class Unbounded:
    """A feasible x and a ray that keeps every row and bound and has c.ray > 0."""

    x: tuple[Fraction, ...]
    ray: tuple[Fraction, ...]


@dataclass(frozen=True)
class Unknown:
    """No answer, with the reason."""

    reason: str


Outcome = Optimal | Infeasible | Unbounded | Unknown


def solve(lp: LinearProgram, *, time_limit: float | None = None) -> Outcome:
    """Solve the program exactly; `Unknown` only if the time limit (in seconds) passed.

    The limit is looked at between exact solves, so it can be overrun by the length of one.
    """
    from imab_verify.engines.lp.exact import solve_exactly

    return solve_exactly(lp, time_limit)
