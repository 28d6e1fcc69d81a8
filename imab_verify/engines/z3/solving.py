"""z3 on one script. Only processes that may be killed load this."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import z3

from imab_verify.engines.z3.smtlib import Script

MEMORY_MB = 3000
UNSAT, SAT = "unsat", "sat"


@dataclass(frozen=True, slots=True)
class Reply:
    """z3's answer, and the values of all unknowns if it is sat."""

    answer: str
    values: dict[str, Fraction] = field(default_factory=dict)


def solve(script: Script, effort: int, seconds: float | None = None) -> Reply:
    """Ask z3, which gives up after so many of its own steps: the same on every machine.

    With `seconds` it gives up after these too.
    """
    z3.set_param("memory_max_size", MEMORY_MB)
    solver = z3.SolverFor(script.logic, ctx=z3.Context())  # nothing is left from other scripts
    solver.set("rlimit", effort)
    if seconds is not None:
        solver.set("timeout", max(1, int(1000 * seconds)))
    solver.from_string(script.text())
    answer = str(solver.check())
    return Reply(answer, _values(solver.model(), script) if answer == SAT else {})


def _values(model: Any, script: Script) -> dict[str, Fraction]:
    """The values of all unknowns; what the model says nothing about may be 0."""
    known = {d.name(): _rational(model[d]) for d in model.decls() if d.arity() == 0}
    return {name: known.get(name) or Fraction(0) for name in script.unknowns()}


def _rational(value: Any) -> Fraction | None:
    """A value of a model; an irrational one to twenty digits."""
    if z3.is_int_value(value):
        return Fraction(value.as_long())
    if z3.is_algebraic_value(value):
        value = value.approx(20)
    return Fraction(value.as_fraction()) if z3.is_rational_value(value) else None
