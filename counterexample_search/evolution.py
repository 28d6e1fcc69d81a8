"""Evolution on hinges: edit a little, keep what is not worse, start again elsewhere.

One burst takes a start and a number; the number is the only source of chance, so hypothesis draws
both, and a burst is one of its examples. Edits move, reweigh, add and drop hinges, and scale, tie,
copy, swap and empty whole arms. Equal arms are mostly edited together, since worst cases of many
arms have few different ones.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp
from random import Random
from typing import TYPE_CHECKING

from counterexample_search.sketches import GRAIN, Arm, Sketch, arm_of
from imab_verify.engines.rays import rew_on_ray, value_on_ray

if TYPE_CHECKING:
    from collections.abc import Callable

    from counterexample_search.problem import Score
    from imab_verify.kernel import ArmClass

MOST_HINGES = 6
ROOMS = (1, 1, 1, 2, 3, 10)


def evolve(
    start: Sketch, number: int, steps: int, score: Callable[[Sketch], Score | None], edits: Edits
) -> Sketch:
    """The sketch after a number of edits of the start, each taken back if it is worse.

    A score of None means that the policy could not be played.
    """
    rng = Random(number)  # noqa: S311  for searching, not for secrets
    best, current = start, score(start)
    for _ in range(steps):
        if current is not None and current.infinite:
            break
        changed = edits.draw(rng, best)
        if changed == best:
            continue
        value = score(changed)
        if value is not None and (current is None or value >= current):
            best, current = changed, value
    return best


class Edits:
    """The edits of sketches with k arms and horizon T."""

    def __init__(self, k: int, T: int, kind: ArmClass) -> None:
        self.k = k
        self.T = T
        self.kind = kind
        self.shares = sorted({max(1, T // d) for d in (1, 2, 3, k, 2 * k)})

    def draw(self, rng: Random, sketch: Sketch) -> Sketch:
        """The sketch after one edit, seldom several."""
        while True:
            sketch = self._once(rng, sketch)
            if rng.random() < 0.7:
                return sketch

    def _once(self, rng: Random, sketch: Sketch) -> Sketch:
        arms = list(sketch.arms)
        i, j = rng.randrange(self.k), rng.randrange(self.k)
        dice = rng.random()
        if dice < 0.04:
            return sketch._replace(room=Fraction(rng.choice(ROOMS)))
        if dice < 0.10:
            arms[i], arms[j] = arms[j], arms[i]
        elif dice < 0.16:
            arms[i] = arms[j]
        elif dice < 0.18:
            arms[i] = Arm(0, ())
        else:
            levelled = dice < 0.26
            before = arms[i]
            after = self._level_with(rng, arms[j]) if levelled else self._edit(rng, before, arms[j])
            together = not levelled and rng.random() < 0.6
            arms = [
                after if n == i or (together and a == before) else a for n, a in enumerate(arms)
            ]
        return sketch._replace(arms=tuple(arms))

    def _edit(self, rng: Random, arm: Arm, other: Arm) -> Arm:
        dice = rng.random()
        if dice < 0.08:
            return self._scale(arm, _factor(rng))
        if dice < 0.20:
            return self._tie(rng, arm, other)
        constant, hinges = arm.constant, dict(arm.hinges)
        if dice < 0.32:
            constant = self._level(rng, constant, other)
        elif dice < 0.45 or not hinges:
            if len(hinges) < MOST_HINGES:
                whole = sum(hinges.values()) or max(constant, GRAIN)
                place = self._place(rng, other)
                hinges[place] = hinges.get(place, 0) + max(1, int(whole * rng.random()))
        else:
            place = rng.choice(sorted(hinges))
            weight = hinges.pop(place)
            if dice < 0.70:
                hinges[place] = int(weight * _factor(rng))
            elif dice < 0.93:
                target = self._move(rng, place, other)
                kept = weight if rng.random() < 0.5 else max(1, weight * place // target)
                hinges[target] = hinges.get(target, 0) + kept
        return arm_of(constant, hinges)

    def _level(self, rng: Random, constant: int, other: Arm) -> int:
        """Another constant: changed a little, none, or a value of another arm."""
        dice = rng.random()
        if dice < 0.5 and constant:
            return int(constant * _factor(rng))
        return 0 if dice < 0.6 else self._value(other, rng.choice(self._near(rng, other)))

    def _tie(self, rng: Random, arm: Arm, other: Arm) -> Arm:
        """Scale the arm so that it has a value of the other one."""
        mine = self._value(arm, rng.choice(self._near(rng, arm)))
        wanted = self._value(other, rng.choice(self._near(rng, other)))
        return self._scale(arm, wanted / mine) if mine and wanted else arm

    def _level_with(self, rng: Random, other: Arm) -> Arm:
        """A constant, or a line, that has earned as much as the other by some pull, or hardly more.

        Policies that add up what an arm has paid do not tell them apart there.
        """
        n = max(1, rng.choice(self._near(rng, other)) - rng.choice((0, 0, 1)))
        earned = other.constant * n
        earned += sum(c * rew_on_ray(self.kind, j, n) for j, c in other.hinges)
        more = rng.choice((0, 1))
        if rng.random() < 0.7:
            return arm_of(int(earned // n) + more, {})
        pays = max(1, rew_on_ray(self.kind, self.T, n))
        return arm_of(0, {self.T: int(earned // pays) + more})

    def _scale(self, arm: Arm, factor: float) -> Arm:
        # Not below a grain: what is small could no longer change.
        return arm_of(
            int(arm.constant * factor), {j: max(1, int(c * factor)) for j, c in arm.hinges}
        )

    def _value(self, arm: Arm, n: int) -> int:
        at = max(n, self.kind.first)
        return arm.constant + sum(c * value_on_ray(self.kind, j, at) for j, c in arm.hinges)

    def _near(self, rng: Random, arm: Arm) -> list[int]:
        """Pulls at which something may be compared."""
        return [1, 2, *self.shares, *(j for j, _ in arm.hinges), rng.randint(1, self.T)]

    def _place(self, rng: Random, other: Arm) -> int:
        return rng.choice([*self._near(rng, other), rng.randint(1, self.T)])

    def _move(self, rng: Random, place: int, other: Arm) -> int:
        step = rng.choice((1, -1, 1, -1, 2, -2, max(1, self.T // (4 * self.k))))
        target = place + step if rng.random() < 0.6 else self._place(rng, other)
        return min(max(target, 1), self.T)


def _factor(rng: Random) -> float:
    """A factor near 1 as often as one far from it."""
    return exp(rng.gauss(0, rng.choice((0.015, 0.15, 0.7))))
