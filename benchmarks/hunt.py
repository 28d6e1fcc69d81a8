"""The hunt against other ways to search, at equal CPU time, over several seeds.

All searchers call the same exact evaluation and have the seconds of their own process, so a busy
machine favours nobody. The numeric ones search a box; an arm is a constant and two hinges, five
numbers, or, in the other encoding of CMA-ES, a start and eight falling slopes. Half of the cells
were looked at while the hunt was made; the others were drawn by a seed and looked at by nobody.
The hunt has its judging and simplifying in its time. It is measured with the exact engine, as
`imab-verify hunt` runs, and without it.

scipy, cma and optuna are not dependencies of the project (`pip install 'imab-verify[bench]'`):
without them their columns say so.
"""

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from typing import Any

from benchmarks.table import Table
from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.driving import drive
from counterexample_search.exact import known_worst
from counterexample_search.objective import Goal, Score, evaluate
from counterexample_search.problem import Problem
from counterexample_search.searcher import Searcher
from counterexample_search.strategies import Hinges, build, instances
from imab_verify.model.instances import Instance

NAME = "hunt"
SECONDS = 8.0
SEEDS = 5
PER_ARM = 5
STEPS = 60
SLOPES = 8
TUNED = [
    Problem("algorithm-1", 10, 200),
    Problem("algorithm-1", 12, 300),
    Problem("greedy", 5, 60),
    Problem("elimination", 5, 40),
    Problem("explore-then-commit", 4, 30),
]


def held_out(number: int = 15) -> list[Problem]:
    """Draw two cells for every policy."""
    rng = random.Random(number)  # noqa: S311  not for secrets
    policies = ("algorithm-1", "greedy", "elimination", "explore-then-commit")
    cells = []
    for policy in policies:
        for _ in range(2):
            k = rng.randint(2, 9)
            cells.append(Problem(policy, k, rng.randint(2 * k + 2, 90)))
    return cells


class TimeIsUpError(BaseException):
    """Ends a searcher at its deadline."""


class Trial:
    """Scores instances until the time is up, and keeps the best."""

    def __init__(self, problem: Problem, seed: int, seconds: float) -> None:
        self.problem = problem
        self.seed = seed
        self.policy = problem.build()
        self.best = Score(Fraction(0))
        self.deadline = time.process_time() + seconds

    def score(self, instance: Instance) -> float:
        """Evaluate one instance exactly."""
        if time.process_time() > self.deadline:
            raise TimeIsUpError
        reached = evaluate(instance, self.policy, self.problem.T, Goal.RATIO).score
        self.best = max(self.best, reached)
        return reached.hint

    def at(self, numbers: Sequence[float]) -> float:
        """Evaluate the instance that numbers in [0, 1] stand for; smaller is better."""
        k, T = self.problem.k, self.problem.T
        return -self.score(build([arm_at(numbers[i * PER_ARM :], T) for i in range(k)]))

    def at_slopes(self, numbers: Sequence[float]) -> float:
        """The same in the encoding by slopes."""
        k, T, size = self.problem.k, self.problem.T, SLOPES + 1
        return -self.score(build([slopes_at(numbers[i * size :], T) for i in range(k)]))

    def restarts(self) -> Iterator[int]:
        """Seeds for one run after the other, until the time is up."""
        yield from range(1 + self.seed * 10**4, (self.seed + 1) * 10**4)


def arm_at(numbers: Sequence[float], T: int) -> Hinges:
    """Give a constant and two hinges, heights in steps of 1/60."""
    constant, *rest = (min(max(float(x), 0.0), 1.0) for x in numbers[:PER_ARM])
    hinges: dict[int, Fraction] = {}
    for where, height in zip(rest[::2], rest[1::2], strict=True):
        place = 1 + round(where * (T - 1))
        hinges[place] = hinges.get(place, Fraction(0)) + Fraction(round(height * STEPS), place)
    return Fraction(round(constant * STEPS)), hinges


def slopes_at(numbers: Sequence[float], T: int) -> Hinges:
    """Give a start, and weights of hinges at 1/8, 2/8, ... of the horizon: falling slopes."""
    constant, *rest = (min(max(float(x), 0.0), 1.0) for x in numbers[: SLOPES + 1])
    places = [max(1, T * n // SLOPES) for n in range(1, SLOPES + 1)]
    hinges: dict[int, Fraction] = {}
    for place, weight in zip(places, rest, strict=True):
        part = Fraction(round(weight**2 * STEPS**2), STEPS * place)
        hinges[place] = hinges.get(place, Fraction(0)) + part
    return Fraction(round(constant**2 * STEPS)), hinges


def by_hunt(trial: Trial, *, ask_exact: bool = True) -> None:
    """Search, simplify and judge as `imab-verify hunt` does, with one worker."""
    seconds = trial.deadline - time.process_time()
    budget = Budget(deadline=trial.deadline - 0.15 * seconds, clock=time.process_time)
    searcher = Searcher(trial.problem, trial.seed, budget, ask_exact=ask_exact)
    number = 0
    with contextlib.suppress(BudgetSpentError):
        while not searcher.done:
            searcher.slice(number)
            number += 1
    budget.deadline = trial.deadline
    with contextlib.suppress(BudgetSpentError):
        searcher.simplify()
    record = searcher.judged()
    if record is not None:
        trial.best = record.evaluation.score


def by_hunt_alone(trial: Trial) -> None:
    """The same without the exact engine."""
    by_hunt(trial, ask_exact=False)


def by_target(trial: Trial) -> None:
    """Use hypothesis's target() alone."""
    strategy = instances(trial.problem.k, trial.problem.T)
    for number in trial.restarts():
        drive(strategy, lambda i: {"score": trial.score(i)}, examples=300, number=number)


def by_chance(trial: Trial) -> None:
    """Draw points of the box."""
    rng = random.Random(trial.seed)  # noqa: S311  not for secrets
    while True:
        trial.at([rng.random() for _ in range(PER_ARM * trial.problem.k)])


def by_plain_evolution(trial: Trial) -> None:
    """Change one number of the box, a place or a weight, and keep what is not worse."""
    rng = random.Random(trial.seed)  # noqa: S311  not for secrets
    size = PER_ARM * trial.problem.k
    best = [rng.random() for _ in range(size)]
    value = trial.at(best)
    while True:
        changed, place = [*best], rng.randrange(size)
        wide = rng.random() < 0.3
        changed[place] = rng.random() if wide else changed[place] + rng.gauss(0, 0.05)
        changed[place] = min(max(changed[place], 0.0), 1.0)
        tried = trial.at(changed)
        if tried <= value:
            best, value = changed, tried


def by_differential_evolution(trial: Trial) -> None:
    """scipy: popsize 8, mutation 0.3 to 0.9, recombination 0.9, best1bin, restarted."""
    optimize = import_module("scipy.optimize")
    bounds = [(0.0, 1.0)] * (PER_ARM * trial.problem.k)
    how: dict[str, Any] = {"popsize": 8, "mutation": (0.3, 0.9), "recombination": 0.9}
    for number in trial.restarts():
        optimize.differential_evolution(trial.at, bounds, seed=number, polish=False, **how)


def by_cma(trial: Trial) -> None:
    """CMA-ES on hinges, from the middle with sigma 0.3, BIPOP restarts."""
    _cma(trial, trial.at, PER_ARM)


def by_cma_on_slopes(trial: Trial) -> None:
    """CMA-ES on falling slopes."""
    _cma(trial, trial.at_slopes, SLOPES + 1)


def _cma(trial: Trial, score: Callable[[Sequence[float]], float], per_arm: int) -> None:
    cma = import_module("cma")
    options: dict[str, Any] = {"bounds": [0, 1], "verbose": -9}
    for number in trial.restarts():
        start = [0.5] * (per_arm * trial.problem.k)
        how = {**options, "seed": number}
        cma.fmin2(score, start, 0.3, how, restarts=6, bipop=True)


def by_tpe(trial: Trial) -> None:
    """Optuna's TPE, multivariate."""
    optuna = import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=trial.seed, multivariate=True)
    size = PER_ARM * trial.problem.k

    def score(suggested: Any) -> float:
        return trial.at([suggested.suggest_float(str(n), 0.0, 1.0) for n in range(size)])

    with contextlib.suppress(RuntimeError):
        optuna.create_study(sampler=sampler).optimize(score, n_trials=10**6)


Search = Callable[[Trial], None]
SEARCHERS: dict[str, tuple[Search, str | None]] = {
    "hunt": (by_hunt, None),
    "hunt, no exact engine": (by_hunt_alone, None),
    "hypothesis target()": (by_target, "hypothesis"),
    "plain evolution": (by_plain_evolution, None),
    "random": (by_chance, None),
    "differential evolution": (by_differential_evolution, "scipy"),
    "CMA-ES, hinges": (by_cma, "cma"),
    "CMA-ES, slopes": (by_cma_on_slopes, "cma"),
    "TPE": (by_tpe, "optuna"),
}


def run() -> Table:
    """Let every searcher have the same time in every cell."""
    return measure([*TUNED, *held_out()], SECONDS, SEEDS)


def measure(cells: Sequence[Problem], seconds: float, seeds: int) -> Table:
    """The median of what is found, and the least, as parts of the best known."""
    rows = []
    for problem in cells:
        found = {
            name: [reached(problem, *how, seed, seconds) for seed in range(seeds)]
            for name, how in SEARCHERS.items()
        }
        best, exact = best_known(problem, [s for row in found.values() for s in row if s])
        kind = "tuned" if problem in TUNED else "held out"
        size = f"{problem.policy}, k = {problem.k}, T = {problem.T} ({kind})"
        shares = [shown([share(score, best) for score in row]) for row in found.values()]
        rows.append([size, f"{best.hint:.5g}{'' if exact else ' *'}", *shares])
    used = {how[1] for how in SEARCHERS.values() if how[1] and find_spec(how[1])}
    versions = ", ".join(f"{package} {version(package)}" for package in sorted(used))
    return Table(
        f"Ratio found / best ratio known: median over {seeds} seeds, and the least in brackets; "
        f"{seconds:g} s of CPU time per cell and seed ({versions}). Best known is exact, or, "
        "marked *, the best found by any of them.",
        ("cell", "best OPT/ALG", *SEARCHERS),
        rows,
    )


def best_known(problem: Problem, found: Sequence[Score]) -> tuple[Score, bool]:
    """Give the exact worst case where it is known, else the best that was found."""
    known = known_worst(problem, 20.0, 1000, lambda: None)
    if known is not None and known.supremum is not None:
        return Score(known.supremum), True
    return max(found), False


def reached(
    problem: Problem, search: Search, package: str | None, seed: int, seconds: float
) -> Score | None:
    """Give the best score of a searcher within the time; None if its package is missing."""
    if package is not None and find_spec(package) is None:
        return None
    trial = Trial(problem, seed, seconds)
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


def shown(parts: Sequence[float | None]) -> str:
    """Write the median and the least share."""
    known = [part for part in parts if part is not None]
    return f"{median(known):.4f} [{min(known):.4f}]" if known else "not installed"
