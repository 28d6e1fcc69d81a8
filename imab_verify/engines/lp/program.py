"""Linear programs and their solutions, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

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


class WrongOutcomeError(ValueError):
    """An outcome does not prove what it says about its linear program."""
