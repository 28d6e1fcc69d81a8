"""Linear programs solved exactly.

`solve` finds a basis in floats (HiGHS), judges and mends it in exact arithmetic (FLINT), and
returns an answer that carries its own proof: an optimal pair of equal value, a Farkas proof of
infeasibility, or a feasible point with an improving ray. `check` verifies such a proof; nothing
but `Unknown` leaves `solve` without having passed it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from imab_verify.engines.lp.floats import Guess, promising_basis
from imab_verify.engines.lp.simplex import (
    Basis,
    FarkasProof,
    IntegerProgram,
    OptimalVertex,
    Result,
    SparseVector,
    UnboundedRay,
    run_simplex,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Rational = Fraction | int

_ZERO = Fraction(0)
_SMALL = 40  # matrix entries up to which starting from nothing beats asking HiGHS (measured)


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


def solve(lp: LinearProgram, *, time_limit: float | None = None) -> Outcome:
    """Solve the program exactly; `Unknown` only if the time limit (in seconds) passed.

    The limit is looked at between exact solves, so it can be overrun by the length of one.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    form = _integer_form(lp)
    return _outcome(form, _solve_integer_program(form.program, deadline))


def check(lp: LinearProgram, outcome: Outcome) -> None:
    """Raise WrongOutcomeError unless the outcome is exactly right for the program."""
    _check(_integer_form(lp), outcome)


def _solve_integer_program(program: IntegerProgram, deadline: float | None) -> Result | None:
    if sum(map(len, program.rows)) <= _SMALL:
        return run_simplex(program, Basis(), deadline)
    return _solve_from_floats(program, deadline)


def _solve_from_floats(program: IntegerProgram, deadline: float | None) -> Result | None:
    """Start the exact simplex method where the floats point."""
    guess, basis = promising_basis(program, deadline)
    if guess is Guess.UNBOUNDED:
        unbounded = _improving_ray(program, deadline)
        if unbounded is not None:
            return unbounded
    return run_simplex(program, basis, deadline)


def _improving_ray(program: IntegerProgram, deadline: float | None) -> UnboundedRay | None:
    """Look for a feasible point and for a ray, by a program each; None if one is not found.

    The ray maximises c.r subject to A r <= 0 (= 0 on equations) and c.r <= 1, which is feasible
    and bounded; it improves iff the optimum is not 0. A float basis leads straight to it, while
    the basis at which HiGHS gives up on an unbounded program may be far from showing a ray.
    """
    cone = replace(
        program,
        rows=(*program.rows, program.objective),
        rhs=(*(0 for _ in program.rhs), 1),
    )
    ray = run_simplex(cone, promising_basis(cone, deadline)[1], deadline)
    if not isinstance(ray, OptimalVertex) or not ray.x:
        return None
    anywhere = replace(program, objective={})
    point = run_simplex(anywhere, promising_basis(anywhere, deadline)[1], deadline)
    return UnboundedRay(point.x, ray.x) if isinstance(point, OptimalVertex) else None


@dataclass(frozen=True, slots=True)
class _IntegerForm:
    """The program with primitive integer rows, >= rows turned round.

    Row i of `program` is row_scale[i] times row i of the original (negative for >= rows), its
    objective is objective_scale > 0 times the original one.
    """

    program: IntegerProgram
    row_scale: tuple[Fraction, ...]
    objective_scale: Fraction


def _integer_form(lp: LinearProgram) -> _IntegerForm:
    if not all(0 <= j < lp.columns for j in lp.free):
        raise ValueError(f"a free column is not among the {lp.columns} columns of the program")
    objective, _, objective_scale = _primitive(lp.objective, 0, lp.columns)
    rows, rhs, scales = [], [], []
    senses = [Sense(row.sense) for row in lp.rows]
    for row, sense in zip(lp.rows, senses, strict=True):
        sign = -1 if sense is Sense.GE else 1
        coefficients, bound, scale = _primitive(row.coefficients, row.rhs, lp.columns, sign)
        rows.append(coefficients)
        rhs.append(bound)
        scales.append(scale)
    equations = frozenset(i for i, sense in enumerate(senses) if sense is Sense.EQ)
    program = IntegerProgram(lp.columns, objective, tuple(rows), tuple(rhs), equations, lp.free)
    return _IntegerForm(program, tuple(scales), objective_scale)


def _primitive(
    coefficients: Mapping[int, Rational], rhs: Rational, columns: int, sign: int = 1
) -> tuple[dict[int, int], int, Fraction]:
    """Scale coefficients and right-hand side to coprime integers; give them and the factor."""
    for j, a in coefficients.items():
        if not 0 <= j < columns:
            raise ValueError(f"column {j} is not among the {columns} columns of the program")
        _require_rational(a)
    _require_rational(rhs)
    multiple = lcm(rhs.denominator, *(a.denominator for a in coefficients.values()))
    integers = {
        j: sign * a.numerator * (multiple // a.denominator) for j, a in coefficients.items() if a
    }
    bound = sign * rhs.numerator * (multiple // rhs.denominator)
    divisor = gcd(bound, *integers.values()) or 1
    if divisor > 1:
        integers = {j: a // divisor for j, a in integers.items()}
    return integers, bound // divisor, Fraction(sign * multiple, divisor)


def _require_rational(number: object) -> None:
    if not isinstance(number, int | Fraction):
        raise TypeError(f"an exact linear program takes int and Fraction, not {number!r}")


def _outcome(form: _IntegerForm, result: Result | None) -> Outcome:
    """Translate a result on the integer form back, and check it."""
    if result is None:
        return Unknown("time limit reached")
    columns, rows = form.program.columns, len(form.program.rows)
    outcome: Outcome
    if isinstance(result, OptimalVertex):
        objective, scale = form.program.objective, form.objective_scale
        value = sum((objective.get(j, 0) * v for j, v in result.x.items()), _ZERO) / scale
        duals = {i: v * form.row_scale[i] / scale for i, v in result.y.items()}
        outcome = Optimal(value, _dense(result.x, columns), _dense(duals, rows))
    elif isinstance(result, FarkasProof):
        outcome = Infeasible(_dense({i: v * form.row_scale[i] for i, v in result.y.items()}, rows))
    else:
        outcome = Unbounded(_dense(result.x, columns), _dense(result.ray, columns))
    _check(form, outcome)
    return outcome


def _dense(vector: SparseVector, length: int) -> tuple[Fraction, ...]:
    return tuple(vector.get(k, _ZERO) for k in range(length))


def _check(form: _IntegerForm, outcome: Outcome) -> None:
    program = form.program
    if isinstance(outcome, Optimal):
        _require_columns(program, outcome.x, homogeneous=False)
        value = outcome.value * form.objective_scale
        _require(_objective(program, outcome.x) == value, "the value is not that of x")
        duals = [form.objective_scale * y for y in _integer_form_prices(form, outcome.duals)]
        bound = _require_prices(program, duals, program.objective)
        _require(bound == value, "the value is not that of the duals")
    elif isinstance(outcome, Infeasible):
        bound = _require_prices(program, _integer_form_prices(form, outcome.farkas), {})
        _require(bound < 0, "the Farkas vector does not contradict the right-hand sides")
    elif isinstance(outcome, Unbounded):
        _require_columns(program, outcome.x, homogeneous=False)
        _require_columns(program, outcome.ray, homogeneous=True)
        _require(_objective(program, outcome.ray) > 0, "the ray does not improve the objective")


def _require(condition: bool, complaint: str) -> None:
    if not condition:
        raise WrongOutcomeError(complaint)


def _integer_form_prices(form: _IntegerForm, y: Sequence[Fraction]) -> list[Fraction]:
    _require(len(y) == len(form.row_scale), "there is not one price for each row")
    return [v / scale if v else _ZERO for v, scale in zip(y, form.row_scale, strict=True)]


def _over_common_denominator(vector: Iterable[Fraction]) -> tuple[list[int], int]:
    """Give integers v and d > 0 with vector = v/d."""
    entries = list(vector)
    _require(
        all(isinstance(q, int | Fraction) for q in entries), "an entry is not an exact rational"
    )
    d = lcm(*(q.denominator for q in entries))
    return [q.numerator * (d // q.denominator) for q in entries], d


def _require_columns(
    program: IntegerProgram, vector: Sequence[Fraction], *, homogeneous: bool
) -> None:
    """Check that x keeps every row and bound (with right-hand sides 0 if homogeneous)."""
    _require(len(vector) == program.columns, "there is not one entry for each column")
    x, d = _over_common_denominator(vector)
    for j, v in enumerate(x):
        _require(v >= 0 or j in program.free, f"column {j} is negative")
    for i, row in enumerate(program.rows):
        left = sum([a * x[j] for j, a in row.items()])
        right = 0 if homogeneous else program.rhs[i] * d
        kept = left == right if i in program.equations else left <= right
        _require(kept, f"row {i} is violated")


def _objective(program: IntegerProgram, x: Sequence[Fraction]) -> Fraction:
    return sum((c * x[j] for j, c in program.objective.items()), _ZERO)


def _require_prices(
    program: IntegerProgram, prices: Sequence[Fraction], cost: Mapping[int, int]
) -> Fraction:
    """Check the signs of y and A^T y >= cost (equal on free columns); give b.y."""
    y, d = _over_common_denominator(prices)
    surplus = [0] * program.columns
    for j, c in cost.items():
        surplus[j] = -c * d
    for i, v in enumerate(y):
        _require(v >= 0 or i in program.equations, f"the price of row {i} has the wrong sign")
        if v:
            for j, a in program.rows[i].items():
                surplus[j] += v * a
    for j, s in enumerate(surplus):
        covered = s == 0 if j in program.free else s >= 0
        _require(covered, f"the prices do not cover column {j}")
    return Fraction(sum(b * v for b, v in zip(program.rhs, y, strict=True)), d)
