"""The hunt, and other ways to search, all configured on the tuned cells.

scipy, cma and optuna are not dependencies of the project: `pip install 'imab-verify[benchmarks]'`.
"""

import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from benchmarks.hunt.encodings import FALLING, HINGES, KINDS, Encoding
from benchmarks.hunt.results import sources_of_hunt
from benchmarks.hunt.trials import Trial
from counterexample_search.budget import BudgetSpentError
from counterexample_search.evolution import sketch_of
from counterexample_search.judging import confirm_record
from counterexample_search.search import Search as Hunt
from counterexample_search.strategies import drive, instances
from imab_verify.model.instances import Instance

TO_JUDGE = 0.15
"""The part of its time that the hunt keeps for simplifying and judging."""
PARTS = {"scipy": "scipy.optimize"}
"""What is imported of a package, if it is not the whole."""
EXAMPLES = 300
"""What `target()` draws between restarts."""
PATIENCE = 40
"""Plain evolution starts again after so many tries per number without getting better."""
EVOLUTION: dict[str, Any] = {
    "strategy": "best1bin",
    "popsize": 2,
    "mutation": (0.3, 0.9),
    "recombination": 0.7,
}


@dataclass(frozen=True, slots=True)
class Searcher:
    """A way to search, with its settings, and the package that it needs."""

    search: Callable[[Trial], None]
    about: str
    package: str | None = None

    @property
    def missing(self) -> bool:
        """Whether its package is not installed."""
        return self.package is not None and find_spec(self.package) is None

    def load(self) -> None:
        """Import the package: that is not part of the search."""
        if self.package is not None:
            import_module(PARTS.get(self.package, self.package))

    @property
    def settings(self) -> str:
        """What it is, with the version."""
        return (
            self.about if self.package is None else f"{self.package} {self._version}, {self.about}"
        )

    @property
    def _version(self) -> str:
        return "not installed" if self.missing else version(self.package or "")


# --- the hunt ----------------------------------------------------------------------------------


def by_hunt(trial: Trial, *, ask_exact: bool) -> None:
    """Search, simplify and judge as `imab-verify hunt` does, with one worker."""
    budget = trial.budget
    budget.deadline = trial.deadline - TO_JUDGE * (trial.deadline - time.process_time())
    hunt = Hunt(trial.problem, trial.seed, budget, ask_exact=ask_exact)
    number = 0
    with contextlib.suppress(BudgetSpentError):
        while not hunt.done:
            hunt.slice(number)
            number += 1
    budget.deadline = trial.deadline
    with contextlib.suppress(BudgetSpentError):
        hunt.simplify()
    if hunt.best is not None:
        trial.best = confirm_record(trial.problem, hunt.best).score


# --- peers -------------------------------------------------------------------------------------


def by_target(trial: Trial) -> None:
    """Use hypothesis's target() alone, on the strategies of the hunt."""
    strategy = instances(trial.problem.k, trial.problem.T)

    def hint(instance: Instance) -> float:
        return trial.score(sketch_of(instance))

    for number in trial.restarts():
        drive(strategy, hint, examples=EXAMPLES, number=number)


def by_chance(trial: Trial, encoding: Encoding) -> None:
    """Draw points of the box."""
    rng, score = random.Random(trial.seed), trial.at(encoding)  # noqa: S311  not for secrets
    while True:
        score([rng.random() for _ in range(trial.size(encoding))])


def by_plain_evolution(trial: Trial, encoding: Encoding) -> None:
    """Change one number, a place or a weight, and keep what is not worse."""
    rng, score = random.Random(trial.seed), trial.at(encoding)  # noqa: S311  not for secrets
    size = trial.size(encoding)
    while True:
        best = [rng.random() for _ in range(size)]
        value, idle = score(best), 0
        while idle < PATIENCE * size:
            changed, place = [*best], rng.randrange(size)
            step = rng.gauss(0, rng.choice((0.003, 0.05)))
            changed[place] = rng.random() if rng.random() < 0.3 else changed[place] + step
            changed[place] = min(max(changed[place], 0.0), 1.0)
            tried = score(changed)
            idle = idle + 1 if tried >= value else 0
            if tried <= value:
                best, value = changed, tried


def by_differential_evolution(trial: Trial, encoding: Encoding) -> None:
    """Use scipy's, restarted when it has converged."""
    optimize = import_module("scipy.optimize")
    bounds = [(0.0, 1.0)] * trial.size(encoding)
    for number in trial.restarts():
        optimize.differential_evolution(
            trial.at(encoding), bounds, seed=number, polish=False, maxiter=10**6, **EVOLUTION
        )


def by_cma(trial: Trial, encoding: Encoding) -> None:
    """CMA-ES from the middle of the box."""
    cma = import_module("cma")
    for number in trial.restarts():
        options = {"bounds": [0, 1], "verbose": -9, "seed": number}
        start = [0.5] * trial.size(encoding)
        cma.fmin2(trial.at(encoding), start, 0.3, options, restarts=6, bipop=True)


def by_tpe(trial: Trial, encoding: Encoding) -> None:
    """Use optuna's sampler."""
    optuna = import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=trial.seed, multivariate=True)
    names, score = [str(n) for n in range(trial.size(encoding))], trial.at(encoding)

    def suggested(point: Any) -> float:
        return score([point.suggest_float(name, 0.0, 1.0) for name in names])

    optuna.create_study(sampler=sampler).optimize(suggested, n_trials=10**6)


def _on(search: Callable[[Trial, Encoding], None], encoding: Encoding) -> Callable[[Trial], None]:
    return lambda trial: search(trial, encoding)


CMA = "BIPOP restarts from the middle with sigma 0.3"
SEARCHERS = {
    "hunt": Searcher(
        partial(by_hunt, ask_exact=True),
        "`imab-verify hunt`, one worker, judging and simplifying included; sources "
        f"{sources_of_hunt()}",
    ),
    "hunt, no exact engine": Searcher(
        partial(by_hunt, ask_exact=False),
        f"the same, without the exact engine, sources {sources_of_hunt()}",
    ),
    "target()": Searcher(
        by_target, f"restarts after {EXAMPLES} examples, strategies of the hunt", "hypothesis"
    ),
    "plain evolution": Searcher(
        _on(by_plain_evolution, KINDS),
        f"changes one number, keeps what is not worse, starts again after {PATIENCE} idle tries "
        f"per number; {KINDS.about}",
    ),
    "random": Searcher(_on(by_chance, KINDS), KINDS.about),
    "differential evolution": Searcher(
        _on(by_differential_evolution, KINDS),
        f"{', '.join(f'{key} {value}' for key, value in EVOLUTION.items())}; {KINDS.about}",
        "scipy",
    ),
    "CMA-ES, hinges": Searcher(_on(by_cma, HINGES), f"{CMA}; {HINGES.about}", "cma"),
    "CMA-ES, slopes": Searcher(_on(by_cma, FALLING), f"{CMA}; {FALLING.about}", "cma"),
    "CMA-ES, kinds": Searcher(_on(by_cma, KINDS), f"{CMA}; {KINDS.about}", "cma"),
    "TPE": Searcher(_on(by_tpe, KINDS), f"multivariate; {KINDS.about}", "optuna"),
}
