"""The hunt against other ways to search, at equal time budgets.

All searchers call the same exact evaluation. The numeric ones search a box: two hinges and a
constant per arm, 5 numbers each, rounded to small rationals. scipy and cma are not dependencies of
the project: without them their columns say so.
"""

import contextlib
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.table import Table
from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.driving import drive
from counterexample_search.objective import Goal, Score, evaluate
from counterexample_search.problem import Problem
from counterexample_search.searcher import Searcher
from counterexample_search.strategies import Hinges, build, instances
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.model.instances import Instance

NAME = "hunt"
SECONDS = 8.0
PER_ARM = 5
STEPS = 60
CELLS = [
    Problem(policy, k, T)
    for policy, sizes in {
        "algorithm-1": [(2, 9), (3, 12), (3, 14), (4, 14), (6, 40), (10, 200)],
        "greedy": [(2, 10), (3, 20), (5, 60)],
        "elimination": [(2, 12), (3, 20), (4, 30)],
        "explore-then-commit": [(2, 12), (4, 30)],
    }.items()
    for k, T in sizes
]


class TimeIsUpError(BaseException):
    """Ends a searcher at its deadline."""


class Trial:
    """Scores instances until the time is up, and keeps the best."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.policy = problem.build()
        self.best = Score(Fraction(0))
        self.deadline = time.monotonic() + SECONDS

    def score(self, instance: Instance) -> float:
        """Evaluate one instance exactly."""
        if time.monotonic() > self.deadline:
            raise TimeIsUpError
        found = evaluate(instance, self.policy, self.problem.T, Goal.RATIO).score
        self.best = max(self.best, found)
        return found.hint

    def at(self, numbers: Sequence[float]) -> float:
        """Evaluate the instance that numbers in [0, 1] stand for; smaller is better."""
        k, T = self.problem.k, self.problem.T
        return -self.score(build([arm_at(numbers[i * PER_ARM :], T) for i in range(k)]))


def arm_at(numbers: Sequence[float], T: int) -> Hinges:
    """Give a constant and two hinges, heights in steps of 1/60."""
    constant, *rest = (min(max(float(x), 0.0), 1.0) for x in numbers[:PER_ARM])
    hinges: dict[int, Fraction] = {}
    for where, height in zip(rest[::2], rest[1::2], strict=True):
        place = 1 + round(where * (T - 1))
        hinges[place] = hinges.get(place, Fraction(0)) + Fraction(round(height * STEPS), place)
    return Fraction(round(constant * STEPS)), hinges


def by_hunt(trial: Trial) -> None:
    """Search as `imab-verify hunt` does, with one worker."""
    searcher = Searcher(trial.problem, 0, Budget(deadline=trial.deadline))
    with contextlib.suppress(BudgetSpentError):
        for number in range(10**6):
            searcher.slice(number)
    trial.best = searcher.best.score if searcher.best is not None else trial.best


def by_target(trial: Trial) -> None:
    """Use hypothesis's target() alone."""
    strategy = instances(trial.problem.k, trial.problem.T)
    for number in range(10**6):
        drive(strategy, lambda i: {"score": trial.score(i)}, examples=300, number=number)


def by_chance(trial: Trial) -> None:
    """Draw points of the box."""
    rng = random.Random(0)  # noqa: S311  not for secrets
    while True:
        trial.at([rng.random() for _ in range(PER_ARM * trial.problem.k)])


def by_evolution(trial: Trial) -> None:
    """Use scipy's differential evolution, restarted when it ends."""
    optimize = import_module("scipy.optimize")
    bounds = [(0.0, 1.0)] * (PER_ARM * trial.problem.k)
    for number in range(10**6):
        optimize.differential_evolution(trial.at, bounds, seed=number, polish=False)


def by_cma(trial: Trial) -> None:
    """Use CMA-ES from the package cma, restarted when it ends."""
    cma = import_module("cma")
    options: dict[str, Any] = {"bounds": [0, 1], "verbose": -9}
    for number in range(1, 10**6):
        size = PER_ARM * trial.problem.k
        cma.fmin2(trial.at, [0.5] * size, 0.3, {**options, "seed": number})


SEARCHERS: dict[str, tuple[Callable[[Trial], None], str | None]] = {
    "hunt": (by_hunt, None),
    "random sampling": (by_chance, None),
    "hypothesis target": (by_target, None),
    "scipy diff. evolution": (by_evolution, "scipy"),
    "CMA-ES": (by_cma, "cma"),
}


def run() -> Table:
    """Let every searcher have the same time in every cell."""
    rows = []
    sums = dict.fromkeys(SEARCHERS, 0.0)
    for problem in CELLS:
        found = {name: reached(problem, *how) for name, how in SEARCHERS.items()}
        best = best_known(problem, [score for score in found.values() if score is not None])
        shares = {name: share(score, best) for name, score in found.items()}
        for name, part in shares.items():
            sums[name] += part or 0.0
        size = f"{problem.policy}, k = {problem.k}, T = {problem.T}"
        rows.append([size, f"{best.hint:.5g}", *(shown(part) for part in shares.values())])
    available = [how[1] is None or find_spec(how[1]) is not None for how in SEARCHERS.values()]
    means = [
        f"{total / len(CELLS):.3f}" if there else "not installed"
        for total, there in zip(sums.values(), available, strict=True)
    ]
    rows.append(["mean", "", *means])
    return Table(
        f"Ratio found / best ratio known, {SECONDS:g} s per cell on one core. Best known is the "
        "exact worst case for algorithm-1, otherwise the best found by any of them.",
        ("cell", "best OPT/ALG", *SEARCHERS),
        rows,
    )


def best_known(problem: Problem, found: Sequence[Score]) -> Score:
    """Give the exact worst case where it is known for every size, else the best that was found."""
    if problem.policy == "algorithm-1":
        return max(*found, Score(worst_case(problem.build(), problem.k, problem.T).lower))
    return max(found)


def reached(problem: Problem, search: Callable[[Trial], None], package: str | None) -> Score | None:
    """Give the best score of a searcher within the time; None if its package is missing."""
    if package is not None and find_spec(package) is None:
        return None
    trial = Trial(problem)
    with contextlib.suppress(TimeIsUpError):
        search(trial)
    return trial.best


def share(score: Score | None, best: Score) -> float | None:
    """Divide by the best; infinite over infinite is 1, finite over infinite 0."""
    if score is None:
        return None
    if best.value is None:
        return float(score.value is None)
    return float(score.value / best.value) if score.value is not None else 1.0


def shown(part: float | None) -> str:
    """Write a share."""
    return "-" if part is None else f"{part:.3f}"
