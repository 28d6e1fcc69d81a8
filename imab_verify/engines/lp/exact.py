"""Solve a linear program exactly: a basis found in floats, judged and mended in integers."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

from imab_verify.engines.lp.floats import Guess, promising_basis
from imab_verify.engines.lp.integers import IntegerForm, integer_form
from imab_verify.engines.lp.program import (
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    Unbounded,
    Unknown,
)
from imab_verify.engines.lp.proof import check_integer_form
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

_ZERO = Fraction(0)
_SMALL = 40  # matrix entries up to which starting from nothing beats asking HiGHS (measured)


def solve_exactly(lp: LinearProgram, time_limit: float | None) -> Outcome:
    """Solve the program; the time limit is looked at between exact solves."""
    deadline = None if time_limit is None else time.monotonic() + time_limit
    form = integer_form(lp)
    return _outcome(form, _solve_integer_program(form.program, deadline))


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


def _outcome(form: IntegerForm, result: Result | None) -> Outcome:
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
    check_integer_form(form, outcome)
    return outcome


def _dense(vector: SparseVector, length: int) -> tuple[Fraction, ...]:
    return tuple(vector.get(k, _ZERO) for k in range(length))
