"""Sketches: instances in small integers, for searches that play thousands of them.

A sketched arm is a constant and the weights of its hinges (steps, for a monotone arm), all of them
integers; nothing normalises or checks them, since any such numbers make a valid arm. `room` says
how far below 1 the largest reward is: an integer near `room` times the largest reward stands for 1.

A policy whose leaps are not known is played roughly: pull by pull, on rewards that are floats. That
takes a small part of the time and is seldom wrong, but it decides nothing: what looks better than
the best is played exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, lcm
from typing import TYPE_CHECKING, NamedTuple, cast

from counterexample_search.problem import LARGEST, Goal, Problem, Score
from imab_verify.engines.rays import value_on_ray
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.protocol import is_randomised
from imab_verify.simulation import leaping, stepwise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from imab_verify.policies.protocol import Policy
    from imab_verify.policies.registry import AnyPolicy

GRAIN = 720_720
"""The least weight of a new sketch is at least this, so that it can change a little."""
MOST_BITS = 256
"""Larger weights are rounded."""


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
