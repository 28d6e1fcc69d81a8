"""Adaptation: an evolution strategy whose steps learn their directions and their size.

A few instances are told by few numbers in [0, 1]: of every arm a constant and two hinges, by their
places and heights. Of many arms only four are told: one, some of a kind, one, and the rest of a
kind. Points are drawn from a normal distribution; its mean moves towards the better half of them,
and its covariance and step size are adapted as in CMA-ES (Hansen, arXiv:1604.00772), until nothing
changes any more. What it comes to is rough, and a good start for linear programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from typing import TYPE_CHECKING

from counterexample_search.sketches import Arm, Sketch, arm_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from counterexample_search.objective import Score
    from imab_verify.kernel import ArmClass

    Floats = NDArray[np.float64]

UNIT = 2**20
"""The largest constant, and the largest height of a hinge."""
TOLD = 4
"""So many arms are told one by one."""
PER_ARM = 5
ROOMS = 10
"""The largest reward is at least one over this."""
WIDTH = 0.3
"""How far the first points are from their mean."""
NARROW = 1e-4
"""Steps below this change nothing any more."""
FLAT = 1e-6
"""The best of many rounds differ by no more than this part of them: that is the end."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How numbers in [0, 1] tell k arms played for T pulls; one number may tell the room."""

    k: int
    T: int
    kind: ArmClass
    roomy: bool

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        arms = min(self.k, TOLD)
        return PER_ARM * arms + (self.k > TOLD) + self.roomy

    def sketch(self, numbers: Sequence[float]) -> Sketch:
        """What the numbers tell."""
        told = [*numbers]
        room = Fraction(1) + round(256 * (ROOMS - 1) * told.pop() ** 2) * Fraction(1, 256)
        if not self.roomy:
            told, room = [*numbers], Fraction(1)
        arms = [self._arm(told[PER_ARM * i :]) for i in range(min(self.k, TOLD))]
        if self.k > TOLD:
            first, many, one, rest = arms
            number = round(told[PER_ARM * TOLD] * (self.k - 2))
            arms = [first, *[many] * number, one, *[rest] * (self.k - 2 - number)]
        return Sketch(tuple(arms), room)

    def _arm(self, numbers: Sequence[float]) -> Arm:
        hinges: dict[int, int] = {}
        for where, height in ((numbers[1], numbers[2]), (numbers[3], numbers[4])):
            place = 1 + round(where * (self.T - 1))
            spread = place if self.kind.shape.concave else 1
            hinges[place] = hinges.get(place, 0) + round(height**3 * UNIT / spread)
        return arm_of(round(numbers[0] ** 3 * UNIT), hinges)


class Adaptation:
    """One run, in pieces; the number is its only source of chance."""

    def __init__(self, telling: Telling, number: int) -> None:
        import numpy as np

        self.best: Sketch | None = None
        self.done = False
        self._telling = telling
        self._chance = np.random.default_rng(number)
        self._strategy = _Strategy(self._chance.uniform(0.2, 0.8, telling.size))
        self._top: Score | None = None
        self._tops: list[float] = []

    def go_on(self, rounds: int, score: Callable[[Sketch], Score | None]) -> None:
        """Go on for so many rounds, or until nothing changes; a score of None is the worst."""
        for _ in range(rounds):
            if self.done:
                return
            drawn = self._strategy.draw(self._chance)
            scores = [self._score(point, score) for point in drawn]
            self._strategy.learn(drawn, scores)
            self._tops.append(max(scores))
            self.done = self._is_flat() or self._strategy.is_narrow()

    def _score(self, point: Floats, score: Callable[[Sketch], Score | None]) -> float:
        sketch = self._telling.sketch(_fold(point).tolist())
        value = score(sketch)
        if value is None:
            return -1.0
        if self._top is None or value > self._top:
            self.best, self._top = sketch, value
        return value.hint

    def _is_flat(self) -> bool:
        patience = 10 + 30 * self._telling.size // self._strategy.points
        last = self._tops[-patience:]
        return len(last) == patience and max(last) - min(last) <= FLAT * max(last)


def _fold(point: Floats) -> Floats:
    """The point of the box that a point of space is folded to."""
    import numpy as np

    folded: Floats = 1 - np.abs(point % 2 - 1)
    return folded


class _Strategy:
    """A normal distribution that learns; names as in Hansen's tutorial."""

    def __init__(self, mean: Floats) -> None:
        import numpy as np

        n = len(mean)
        points = 4 + int(3 * log(n))
        self.mean, self.sigma, self.points = mean, WIDTH, points
        kept = points // 2
        weights = np.array([log((points + 1) / 2) - log(i) for i in range(1, kept + 1)])
        self.weights = weights / weights.sum()
        self.mass = float(1 / (self.weights**2).sum())
        self.c_path = (4 + self.mass / n) / (n + 4 + 2 * self.mass / n)
        self.c_sigma = (self.mass + 2) / (n + self.mass + 5)
        self.c_one = 2 / ((n + 1.3) ** 2 + self.mass)
        many = 2 * (self.mass - 2 + 1 / self.mass) / ((n + 2) ** 2 + self.mass)
        self.c_many = min(1 - self.c_one, many)
        self.damping = 1 + 2 * max(0.0, sqrt((self.mass - 1) / (n + 1)) - 1) + self.c_sigma
        self.expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        self.path, self.sigma_path = np.zeros(n), np.zeros(n)
        self.covariance = np.eye(n)
        self.axes, self.lengths = np.eye(n), np.ones(n)

    def draw(self, chance: np.random.Generator) -> Floats:
        """Points of one round, as rows."""
        normal = chance.standard_normal((self.points, len(self.mean)))
        drawn: Floats = self.mean + self.sigma * (normal * self.lengths) @ self.axes.T
        return drawn

    def learn(self, drawn: Floats, scores: Sequence[float]) -> None:
        """Move to the better points; stretch along the way and along their directions."""
        import numpy as np

        n = len(self.mean)
        better = drawn[np.argsort(-np.array(scores), kind="stable")[: len(self.weights)]]
        steps = (better - self.mean) / self.sigma
        step = self.weights @ steps
        self.mean = self.mean + self.sigma * step
        whitened = self.axes @ ((self.axes.T @ step) / self.lengths)
        self.sigma_path = (1 - self.c_sigma) * self.sigma_path + whitened * sqrt(
            self.c_sigma * (2 - self.c_sigma) * self.mass
        )
        length = float(np.linalg.norm(self.sigma_path))
        stalled = length >= (1.4 + 2 / (n + 1)) * self.expected
        kept = 0.0 if stalled else sqrt(self.c_path * (2 - self.c_path) * self.mass)
        self.path = (1 - self.c_path) * self.path + kept * step
        self.covariance = (
            (1 - self.c_one - self.c_many) * self.covariance
            + self.c_one * np.outer(self.path, self.path)
            + self.c_many * (steps.T * self.weights) @ steps
        )
        self.sigma *= float(np.exp(self.c_sigma / self.damping * (length / self.expected - 1)))
        self.sigma = min(self.sigma, 1.0)
        values, self.axes = np.linalg.eigh((self.covariance + self.covariance.T) / 2)
        self.lengths = np.sqrt(np.maximum(values, 1e-20))

    def is_narrow(self) -> bool:
        """Whether steps have become too small."""
        return self.sigma * float(self.lengths.max()) < NARROW
