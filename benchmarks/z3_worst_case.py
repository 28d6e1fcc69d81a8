"""The whole run of Algorithm 1 as one z3 optimisation problem: an independent cross-check.

Unknowns are the rewards f_i(0..T) and who is pulled at each step. Written from the definition of
the policy alone: nothing is shared with the exact engine. z3 works in a fresh process that is
ended when its time is up; what it answers is a cross-check and never a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from imab_verify.processes import Failure, run_one

INFINITE = "inf"


@dataclass(frozen=True, slots=True)
class SmtAnswer:
    """sup OPT/ALG ("inf" possible), or None if z3 did not finish; whether it is attained."""

    ratio: Fraction | str | None
    attained: bool = False


def smt_worst_case(
    k: int, T: int, *, ties: str = "adversarial", init: str = "rounds", seconds: float = 60.0
) -> SmtAnswer:
    """Ask z3 for the worst case of Algorithm 1, for at most so many seconds."""
    answer = run_one(_optimum, (k, T, ties, init), seconds=seconds)
    return SmtAnswer(None) if isinstance(answer, Failure) else answer


def _optimum(question: tuple[int, int, str, str]) -> SmtAnswer:
    import z3

    k, T, ties, init = question

    problem = z3.Optimize()
    f = [[z3.Real(f"f_{i}_{n}") for n in range(T + 1)] for i in range(k)]
    for values in f:
        problem.add(values[0] >= 0)
        for n in range(1, T + 1):
            problem.add(values[n] >= values[n - 1])
        for n in range(1, T):
            problem.add(values[n + 1] - values[n] <= values[n] - values[n - 1])
    sums = [[z3.Sum([z3.RealVal(0), *values[1 : n + 1]]) for n in range(T + 1)] for values in f]
    pulled = [[z3.Bool(f"pull_{t}_{i}") for i in range(k)] for t in range(T)]
    counts = _count(problem, pulled, k, T)
    order = [t % k for t in range(2 * k)] if init == "rounds" else [t // 2 for t in range(2 * k)]
    for t in range(T):
        if t < 2 * k:
            problem.add(pulled[t][order[t]])
        else:
            _decide(problem, f, sums, counts[t], pulled[t], t, ties)
    alg = []
    for i in range(k):
        reward = z3.Real(f"alg_{i}")
        alg.append(reward)
        for n, holds in counts[T][i].items():
            problem.add(z3.Implies(holds, reward == sums[i][n]))
    problem.add(z3.Sum(alg) == 1)
    opt = z3.Real("opt")
    problem.add(z3.Or([opt == sums[i][T] for i in range(k)]))
    goal = problem.maximize(opt)
    if problem.check() != z3.sat:
        return SmtAnswer(None)
    return _read(problem.upper_values(goal))


def _read(parts: Any) -> SmtAnswer:
    """z3 gives a bound as infinity, value and infinitesimal."""
    infinite, value, little = (Fraction(str(part)) for part in parts)
    if infinite:
        return SmtAnswer(INFINITE, attained=True)
    return SmtAnswer(value, attained=little == 0)


def _count(problem: Any, pulled: Any, k: int, T: int) -> Any:
    """counts[t][i][n]: arm i has n pulls before step t (from 0)."""
    import z3

    counts: Any = [[{0: z3.BoolVal(True)} for _ in range(k)]]
    for t in range(T):
        row = []
        for i in range(k):
            here = {n: z3.Bool(f"count_{t + 1}_{i}_{n}") for n in range(t + 2)}
            problem.add(z3.PbEq([(b, 1) for b in here.values()], 1))
            for n, before in counts[t][i].items():
                problem.add(z3.Implies(z3.And(before, pulled[t][i]), here[n + 1]))
                problem.add(z3.Implies(z3.And(before, z3.Not(pulled[t][i])), here[n]))
            row.append(here)
        problem.add(z3.PbEq([(b, 1) for b in pulled[t]], 1))
        counts.append(row)
    return counts


def _decide(problem: Any, f: Any, sums: Any, counts: Any, pulled: Any, t: int, ties: str) -> None:
    """The arm pulled has a maximal estimate; among those, fewest pulls; then as `ties` says."""
    import z3

    k = len(f)
    estimates = [z3.Real(f"estimate_{t}_{i}") for i in range(k)]
    for M in range(2, t + 1):
        is_level = z3.And(
            z3.Or([c[M] for c in counts if M in c]),
            *(z3.Not(b) for c in counts for n, b in c.items() if n > M),
        )
        for i in range(k):
            for a in range(2, M + 1):
                gap = M - a
                value = (
                    sums[i][a] + gap * f[i][a] + (gap * (gap + 1) // 2) * (f[i][a] - f[i][a - 1])
                )
                problem.add(z3.Implies(z3.And(is_level, counts[i][a]), estimates[i] == value))
    for i in range(k):
        for j in range(k):
            if i == j:
                continue
            problem.add(z3.Implies(pulled[i], estimates[i] >= estimates[j]))
            strictly = estimates[i] > estimates[j]
            for a, mine in counts[i].items():
                for b, theirs in counts[j].items():
                    if a > b or (a == b and ties == "lowest-index" and j < i):
                        problem.add(z3.Implies(z3.And(pulled[i], mine, theirs), strictly))
