"""Linear programs, solved exactly: an island with two functions, and a guess beside them.

    solve(program) -> outcome     an answer that carries its own proof
    check(program, outcome)       raises WrongOutcomeError unless the proof is right
    NearOptimum(...)              floats, for whoever checks the result in another way

An outcome is an optimal pair of equal value, a Farkas proof of infeasibility, or a feasible point
with an improving ray; `Unknown` only where a time limit passed. `solve` finds a basis in floats
(HiGHS), judges and mends it in exact arithmetic (FLINT), and lets nothing out that `check` refuses.
Everything else in this package is its own affair, and loaded with the first program.
"""

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
    WrongOutcomeError,
)

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


def solve(lp: LinearProgram, *, time_limit: float | None = None) -> Outcome:
    """Solve the program exactly; `Unknown` only if the time limit (in seconds) passed.

    The limit is looked at between exact solves, so it can be overrun by the length of one.
    """
    from imab_verify.engines.lp.exact import solve_exactly

    return solve_exactly(lp, time_limit)


def check(lp: LinearProgram, outcome: Outcome) -> None:
    """Raise WrongOutcomeError unless the outcome is exactly right for the program."""
    from imab_verify.engines.lp.proof import check_outcome

    check_outcome(lp, outcome)
