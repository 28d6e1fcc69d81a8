"""One searcher in one cell with one seed, for so many seconds of CPU time."""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from benchmarks.hunt.encodings import Encoding, Numbers
from counterexample_search.budget import Budget
from counterexample_search.evolution import Sketch
from counterexample_search.judging import Record
from counterexample_search.problem import Problem, Score
from counterexample_search.search import Search
from imab_verify.simulation.leaping import is_scale_free


class Trial:
    """Scores sketches until BudgetSpentError says that the time is up, and keeps the best score.

    The scoring is the hunt's own: it plays quickly, and what seems to beat the best is played
    exactly. So `best` is the exact score of an instance.
    """

    def __init__(self, problem: Problem, seed: int, seconds: float) -> None:
        self.problem = problem
        self.seed = seed
        self.best = Score(Fraction(0))
        self.deadline = time.process_time() + seconds
        self.budget = Budget(deadline=self.deadline, clock=time.process_time)
        self._search = Search(problem, seed, self.budget, improved=self._keep)
        self._capped = not is_scale_free(problem.build())

    @property
    def evaluations(self) -> int:
        """How many plays there were; the exact ones count too."""
        return self.budget.used

    def score(self, sketch: Sketch) -> float:
        """Play one sketch."""
        score = self._search.score(sketch)
        return 0.0 if score is None else score.hint

    def at(self, encoding: Encoding) -> Callable[[Numbers], float]:
        """The function that numeric searchers minimise."""
        return lambda numbers: (
            -self.score(encoding.sketch(numbers, self.problem, capped=self._capped))
        )

    def size(self, encoding: Encoding) -> int:
        """How many numbers it takes."""
        return encoding.size(self.problem.k) + self._capped

    def _keep(self, record: Record) -> None:
        self.best = record.score

    def restarts(self) -> Iterator[int]:
        """Seeds for one run after the other, until the time is up."""
        yield from range(1 + self.seed * 10**4, (self.seed + 1) * 10**4)
