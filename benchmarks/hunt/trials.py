"""One searcher in one cell with one seed, for so many seconds of CPU time."""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from benchmarks.hunt.encodings import Encoding, Numbers
from counterexample_search.objective import Goal, Score, evaluate
from counterexample_search.problem import Problem
from counterexample_search.sketches import Player, Sketch, instance_of
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance


class TimeIsUpError(BaseException):
    """Ends a searcher at its deadline."""


class Trial:
    """Scores instances exactly until the time is up, and keeps the best score.

    Sketches are scored as the hunt does, in integers where the policy can be played so.
    """

    def __init__(self, problem: Problem, seed: int, seconds: float) -> None:
        self.problem = problem
        self.seed = seed
        self.policy = problem.build()
        self.player = Player(problem, self.policy)
        self.best = Score(Fraction(0))
        self.evaluations = 0
        self.deadline = time.process_time() + seconds

    def score(self, instance: Instance) -> float:
        """Evaluate one instance."""
        return self._keep(lambda: evaluate(instance, self.policy, self.problem.T, Goal.RATIO).score)

    def at(self, encoding: Encoding) -> Callable[[Numbers], float]:
        """The function that numeric searchers minimise."""
        return lambda numbers: (
            -self._of_sketch(encoding.sketch(numbers, self.problem, capped=self.player.roomy))
        )

    def size(self, encoding: Encoding) -> int:
        """How many numbers it takes."""
        return encoding.size(self.problem.k) + self.player.roomy

    def _of_sketch(self, sketch: Sketch) -> float:
        if not self.player.quick:
            return self.score(instance_of(sketch, ArmClass.CONCAVE))
        return self._keep(lambda: self.player.score(sketch))

    def _keep(self, scored: Callable[[], Score]) -> float:
        if time.process_time() > self.deadline:
            raise TimeIsUpError
        reached = scored()
        self.best = max(self.best, reached)
        self.evaluations += 1
        return reached.hint

    def restarts(self) -> Iterator[int]:
        """Seeds for one run after the other, until the time is up."""
        yield from range(1 + self.seed * 10**4, (self.seed + 1) * 10**4)
