"""The cells of the benchmark: those looked at while tuning, and those drawn by a seed."""

import random
from fractions import Fraction

from counterexample_search.exact import known_worst
from counterexample_search.problem import Problem

TUNED = [
    Problem("algorithm-1", 10, 200),
    Problem("algorithm-1", 12, 300),
    Problem("greedy", 5, 60),
    Problem("elimination", 5, 40),
    Problem("elimination", 3, 53),
    Problem("elimination", 3, 170),
    Problem("explore-then-commit", 4, 30),
]
POLICIES = ("algorithm-1", "greedy", "elimination", "explore-then-commit")


def held_out(number: int = 20261116) -> list[Problem]:
    """Draw two cells for every policy."""
    rng = random.Random(number)  # noqa: S311  not for secrets
    cells = []
    for policy in POLICIES:
        for _ in range(2):
            k = rng.randint(2, 12)
            cells.append(Problem(policy, k, rng.randint(2 * k + 2, 200)))
    return cells


def name_of(problem: Problem) -> str:
    """The cell, and whether it was looked at."""
    kind = "tuned" if problem in TUNED else "held out"
    return f"{problem.policy}, k = {problem.k}, T = {problem.T} ({kind})"


def supremum(problem: Problem) -> Fraction | None:
    """The exact supremum of OPT/ALG, where it is known: from an engine, or from a formula."""
    if problem.policy == "explore-then-commit" and not problem.options:
        return _explore_then_commit(problem.k, problem.T)
    known = known_worst(problem, 20.0, 1000, lambda: None)
    return None if known is None else known.supremum


def _explore_then_commit(k: int, T: int) -> Fraction | None:
    """T(T+1)/min(n(n+1), 4(n+1)) with n = T-2k+2, for every arm twice first, T > 2k, k >= 2.

    The arm that is committed to has n pulls. If it is the optimal arm o, then
    n(n+1) OPT <= T(T+1) Rew(f_o,n), with equality if f_o is a line and the others are 0.
    If it is another arm j, f_j(2) >= f_o(2) and f_j(1) >= f_j(2)/2, so that
    2 ALG >= 2 f_o(1) + (2n+1) f_o(2). On the rays of f_o: the right side is 4(n+1) and 2 OPT at
    most T(T+1) for min(m,i) with i >= 2; it is 2n+3 and OPT is T for the constant and i = 1, which
    is less as T >= 5. Equality: f_o is a line m/T, and f_j = min(m,2)/T stands before it.
    """
    n = T - 2 * k + 2
    return Fraction(T * (T + 1), (n + 1) * min(n, 4)) if k >= 2 and n >= 3 else None
