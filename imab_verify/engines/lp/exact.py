"""Solve a linear program exactly: a basis found in floats, judged and mended in integers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from imab_verify.engines.lp import (
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    Rational,
    Sense,
    Unbounded,
    Unknown,
)
from imab_verify.engines.lp.floats import promising_basis
from imab_verify.engines.lp.simplex import (
    Basis,
    FarkasProof,
    IntegerProgram,
    Result,
    SparseVector,
    UnboundedRay,
    run_simplex,
)

_ZERO = Fraction(0)
_SMALL = 40  # matrix entries up to which starting from nothing beats asking HiGHS (measured)


def solve_exactly(lp: LinearProgram, time_limit: float | None) -> Outcome:
    """Solve the program; the time limit is looked at between exact solves."""
    deadline = None if time_limit is None else time.monotonic() + time_limit
    form = integer_form(lp)
    small = sum(map(len, form.program.rows)) <= _SMALL
    return form.outcome((from_nothing if small else from_floats)(form.program, deadline))


def from_nothing(program: IntegerProgram, deadline: float | None) -> Result | None:
    """Start the exact simplex method at x = 0."""
    return run_simplex(program, Basis(), deadline)


def from_floats(program: IntegerProgram, deadline: float | None) -> Result | None:
    """Start the exact simplex method where the floats point."""
    return run_simplex(program, promising_basis(program, deadline), deadline)


# --- integers ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntegerForm:
    """The program with primitive integer rows, >= rows turned round.

    Row i of `program` is row_scale[i] times row i of the original (negative for >= rows), its
    objective is objective_scale > 0 times the original one.
    """

    program: IntegerProgram
    row_scale: tuple[Fraction, ...]
    objective_scale: Fraction

    def outcome(self, result: Result | None) -> Outcome:
        """The result about the original program; without one the time was over."""
        if result is None:
            return Unknown("time limit reached")
        if isinstance(result, UnboundedRay):
            return Unbounded(self._columns(result.x), self._columns(result.ray))
        if isinstance(result, FarkasProof):
            return Infeasible(self._prices(result.y, Fraction(1)))
        objective, scale = self.program.objective, self.objective_scale
        value = sum((objective.get(j, 0) * v for j, v in result.x.items()), _ZERO) / scale
        return Optimal(value, self._columns(result.x), self._prices(result.y, scale))

    def _columns(self, x: SparseVector) -> tuple[Fraction, ...]:
        return tuple(x.get(j, _ZERO) for j in range(self.program.columns))

    def _prices(self, y: SparseVector, scale: Fraction) -> tuple[Fraction, ...]:
        return tuple(y.get(i, _ZERO) * own / scale for i, own in enumerate(self.row_scale))


def integer_form(lp: LinearProgram) -> IntegerForm:
    """Clear the denominators of every row."""
    objective, _, objective_scale = _primitive(lp.objective, 0)
    parts = [
        _primitive(row.coefficients, row.rhs, -1 if row.sense is Sense.GE else 1) for row in lp.rows
    ]
    rows, rhs, scales = zip(*parts, strict=True) if parts else ((), (), ())
    equations = frozenset(i for i, row in enumerate(lp.rows) if row.sense is Sense.EQ)
    program = IntegerProgram(lp.columns, objective, rows, rhs, equations, lp.free)
    return IntegerForm(program, scales, objective_scale)


def _primitive(
    coefficients: Mapping[int, Rational], rhs: Rational, sign: int = 1
) -> tuple[dict[int, int], int, Fraction]:
    """Scale coefficients and right-hand side to coprime integers; give them and the factor."""
    multiple = lcm(rhs.denominator, *(a.denominator for a in coefficients.values()))
    integers = {
        j: sign * a.numerator * (multiple // a.denominator) for j, a in coefficients.items() if a
    }
    bound = sign * rhs.numerator * (multiple // rhs.denominator)
    divisor = gcd(bound, *integers.values()) or 1
    if divisor > 1:
        integers = {j: a // divisor for j, a in integers.items()}
    return integers, bound // divisor, Fraction(sign * multiple, divisor)
