"""Whether an outcome proves what it says about its program: exact, without any solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from imab_verify.engines.lp.integers import IntegerForm, integer_form
from imab_verify.engines.lp.program import (
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    Unbounded,
    WrongOutcomeError,
)
from imab_verify.engines.lp.simplex import IntegerProgram

_ZERO = Fraction(0)


def check_outcome(lp: LinearProgram, outcome: Outcome) -> None:
    """Raise WrongOutcomeError unless the outcome is exactly right for the program."""
    check_integer_form(integer_form(lp), outcome)


def check_integer_form(form: IntegerForm, outcome: Outcome) -> None:
    """The same for a program whose integer form is known."""
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


def _integer_form_prices(form: IntegerForm, y: Sequence[Fraction]) -> list[Fraction]:
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
