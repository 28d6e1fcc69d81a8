"""Linear programs, solved exactly: an island with two functions, and a guess beside them.

    solve(program) -> outcome     an answer that carries its own proof
    check(program, outcome)       raises WrongOutcomeError unless the proof is right
    NearOptimum(...)              floats, for whoever checks the result in another way

An outcome is an optimal pair of equal value, a Farkas proof of infeasibility, or a feasible point
with an improving ray; `Unknown` only where a time limit passed. `solve` finds a basis in floats
(HiGHS), judges and mends it in exact arithmetic (FLINT), and lets nothing out that `check` refuses.
Everything else in this package is its own affair.
"""

from imab_verify.engines.lp.exact import solve
from imab_verify.engines.lp.near import NearOptimum
from imab_verify.engines.lp.program import (
    Infeasible,
    LinearProgram,
    Optimal,
    Outcome,
    Rational,
    Row,
    Sense,
    Unbounded,
    Unknown,
)
from imab_verify.engines.lp.proof import WrongOutcomeError, check

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
    "WrongOutcomeError",
    "check",
    "solve",
]
