"""Evolution of sketches, which are instances in small integers, for thousands of quick plays.

A sketched arm is a constant and the weights of its hinges (steps, for a monotone arm), all of them
integers; nothing normalises or checks them, since any such numbers make a valid arm. `room` says
how far below 1 the largest reward is: an integer near `room` times the largest reward stands for 1.

A policy whose leaps are not known is played roughly: pull by pull, on rewards that are floats. That
takes a small part of the time and is seldom wrong, but it decides nothing: what looks better than
the best is played exactly.

One burst of edits takes a start and a number; the number is the only source of chance, so
hypothesis draws both, and a burst is one of its examples. Edits move, reweigh, add and drop hinges,
and scale, tie, copy, swap and empty whole arms, and what is not worse is kept. Equal arms are
mostly edited together, since worst cases of many arms have few different ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, lcm
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from counterexample_search.problem import LARGEST, Goal, Problem, Score
from imab_verify.engines.rays import rew_on_ray, value_on_ray
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.protocol import is_randomised
from imab_verify.simulation import leaping, stepwise

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from imab_verify.policies.protocol import Policy
    from imab_verify.policies.registry import AnyPolicy

GRAIN = 720_720
"""The least weight of a new sketch is at least this, so that it can change a little."""
MOST_BITS = 256
"""Larger weights are rounded."""
MOST_HINGES = 6
ROOMS = (1, 1, 1, 2, 3, 10)


class Arm(NamedTuple):
    """A constant, and the hinges (j, weight) in order of j, with weights > 0."""

    constant: int
    hinges: tuple[tuple[int, int], ...]

    def limit(self, kind: ArmClass) -> int:
        """The limit of the arm: a hinge of weight c at j rises by c j in all, a step by c."""
        if not kind.shape.concave:
            return self.constant + sum(c for _, c in self.hinges)
        return self.constant + sum(j * c for j, c in self.hinges)


def arm_of(constant: int, hinges: dict[int, int]) -> Arm:
    """An arm in normal form; what is not positive is left out."""
    return Arm(max(constant, 0), tuple(sorted((j, c) for j, c in hinges.items() if c > 0)))


class Sketch(NamedTuple):
    """The arms, and the room above them."""

    arms: tuple[Arm, ...]
    room: Fraction = Fraction(1)

    def one(self, kind: ArmClass) -> int:
        """The integer that stands for the reward 1."""
        return ceil(max(arm.limit(kind) for arm in {*self.arms}) * self.room) or 1


def sketch_of(instance: Instance) -> Sketch:
    """The instance in integers; exactly, unless its numbers are very long."""
    shapes = [arm.hinges() for arm in instance.arms]
    numbers = [w for constant, hinges in shapes for w in (constant, *hinges.values()) if w]
    scale = Fraction(lcm(*(w.denominator for w in numbers)))
    least = min((w * scale for w in numbers), default=Fraction(GRAIN))
    scale *= -(-GRAIN // least)
    largest = max((w * scale for w in numbers), default=Fraction(0))
    if largest.numerator.bit_length() > MOST_BITS:
        scale *= Fraction(2**MOST_BITS) / largest
    arms = tuple(
        arm_of(round(constant * scale), {j: round(c * scale) for j, c in hinges.items()})
        for constant, hinges in shapes
    )
    top = max(arm.limit for arm in instance.arms)
    return Sketch(arms, 1 / top if 0 < top <= 1 else Fraction(1))


def instance_of(sketch: Sketch, kind: ArmClass) -> Instance:
    """The instance that a sketch stands for."""
    one = sketch.one(kind)
    return Instance.of(_reward(arm, one, kind) for arm in sketch.arms)


@lru_cache(maxsize=2**12)
def _reward(arm: Arm, one: int, kind: ArmClass) -> Reward:
    hinges = {j: Fraction(c, one) for j, c in arm.hinges}
    return Reward.from_hinges(Fraction(arm.constant, one), hinges, kind)


@dataclass(frozen=True, slots=True)
class _RoughArm:
    """The rewards f(0), ..., f(T) in floats, and their sums from f(1) on."""

    values: list[float]
    sums: list[float]

    def value(self, n: int) -> Fraction:
        """f(n): a float, which most policies do not tell from a fraction."""
        return cast("Fraction", self.values[n])


@dataclass(frozen=True, slots=True)
class _RoughInstance:
    arms: list[_RoughArm]

    @property
    def k(self) -> int:
        """The number of arms."""
        return len(self.arms)


@lru_cache(maxsize=2**8)
def _ray(kind: ArmClass, j: int, T: int) -> NDArray[np.float64]:
    import numpy as np

    return np.array([float(value_on_ray(kind, j, max(n, kind.first))) for n in range(T + 1)])


@lru_cache(maxsize=2**10)
def _rough(arm: Arm, unit: float, kind: ArmClass, T: int) -> _RoughArm:
    import numpy as np

    values = np.full(T + 1, arm.constant / unit)
    for j, c in arm.hinges:
        values += (c / unit) * _ray(kind, j, T)
    return _RoughArm(values.tolist(), np.append(0.0, np.cumsum(values[1:])).tolist())


def can_be_rough(problem: Problem, policy: AnyPolicy) -> bool:
    """Whether playing on floats is worth it: exact leaps are faster, a mean needs many runs."""
    exact = leaping.supports(policy) or is_randomised(policy)
    return not exact and problem.goal is not Goal.ANYTIME


def rough_score(sketch: Sketch, problem: Problem, policy: Policy) -> Score:
    """The score of a sketch that is played on floats; InputError if the policy cannot do that."""
    T, kind = problem.T, problem.kind
    unit = float(sketch.one(kind))
    arms = [_rough(arm, unit, kind, T) for arm in sketch.arms]
    sequence = stepwise.sequence(_RoughInstance(arms), policy, T)
    alg = sum(arm.sums[sequence.count(i)] for i, arm in enumerate(arms))
    opt = max(arm.sums[T] for arm in arms)
    if problem.goal is Goal.REGRET:
        return Score(Fraction(opt - alg))
    return Score(Fraction(opt / alg if alg else LARGEST if opt else 1.0))


# --- edits ----------------------------------------------------------------------------------------


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
