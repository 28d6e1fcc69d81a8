"""Sketches: instances in small integers, for searches that play thousands of them.

A sketched arm is a constant and the weights of its hinges (steps, for a monotone arm), all of them
integers; nothing normalises or checks them, since any such numbers make a valid arm. `room` says
how far below 1 the largest reward is: the instance has its largest reward 1/room.

What Algorithm 1, greedy and round robin do does not change when all rewards are multiplied, so
their sketches are played in leaps on these very integers. Everything else is played as the
instance that the sketch stands for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, cast

from counterexample_search.objective import Goal, Score
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.simulation import leaping
from imab_verify.simulation.courses import leaps
from imab_verify.simulation.leaps import Course
from imab_verify.simulation.pieces import Pieces, line_from
from imab_verify.simulation.run import ratio

if TYPE_CHECKING:
    from counterexample_search.problem import Problem
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


def sketch_of(instance: Instance) -> Sketch:
    """The instance in integers; exactly, unless its numbers are very long."""
    found = [arm.hinges() for arm in instance.arms]
    numbers = [w for constant, hinges in found for w in (constant, *hinges.values()) if w]
    scale = Fraction(lcm(*(w.denominator for w in numbers)))
    least = min((w * scale for w in numbers), default=Fraction(GRAIN))
    scale *= -(-GRAIN // least)
    largest = max((w * scale for w in numbers), default=Fraction(0))
    if largest.numerator.bit_length() > MOST_BITS:
        scale *= Fraction(2**MOST_BITS) / largest
    arms = tuple(
        arm_of(round(constant * scale), {j: round(c * scale) for j, c in hinges.items()})
        for constant, hinges in found
    )
    top = max(arm.limit for arm in instance.arms)
    return Sketch(arms, 1 / top if 0 < top <= 1 else Fraction(1))


def instance_of(sketch: Sketch, kind: ArmClass) -> Instance:
    """The instance that a sketch stands for."""
    unit = Fraction(max(arm.limit(kind) for arm in sketch.arms)) * sketch.room
    return Instance.of(_reward(arm, unit, kind) for arm in sketch.arms)


@lru_cache(maxsize=2**12)
def _reward(arm: Arm, unit: Fraction, kind: ArmClass) -> Reward:
    if not unit:
        return Reward.from_values([0], kind)
    hinges = {j: c / unit for j, c in arm.hinges}
    return Reward.from_hinges(arm.constant / unit, hinges, kind)


@lru_cache(maxsize=2**12)
def _pieces(arm: Arm, T: int) -> Pieces:
    """The pieces of a concave arm, scaled by 2."""
    start, rew, value, slope = 0, 0, arm.constant, sum(c for _, c in arm.hinges)
    ends, lines = [], []
    for j, c in (*arm.hinges, (max(T, arm.hinges[-1][0] if arm.hinges else 0) + 1, 0)):
        line = line_from(start, rew, value, slope)
        ends.append(j)
        lines.append(line)
        start, rew, value, slope = j, line.at(j), value + slope * (j - start), slope - c
    return Pieces(tuple(ends), tuple(lines))


@dataclass(frozen=True, slots=True)
class Player:
    """Scores sketches of one problem; `exact` is asked where integers do not suffice."""

    problem: Problem
    policy: AnyPolicy
    quick: bool = field(init=False)

    def __post_init__(self) -> None:
        plain = self.problem.kind is ArmClass.CONCAVE and self.problem.goal is not Goal.ANYTIME
        object.__setattr__(self, "quick", plain and leaping.supports(self.policy))

    def score(self, sketch: Sketch) -> Score:
        """The score of a sketch that can be played in integers."""
        T = self.problem.T
        arms = [_pieces(arm, T) for arm in sketch.arms]
        course = Course(arms, T)
        for _ in leaps(course, cast("Policy", self.policy), whole=True):
            pass
        alg = sum(arm.rew(n) for arm, n in zip(arms, course.counts, strict=True))
        opt = max(arm.rew(T) for arm in arms)
        if self.problem.goal is Goal.RATIO:
            return Score(ratio(Fraction(opt), Fraction(alg)))
        top = max(arm.limit(self.problem.kind) for arm in sketch.arms)
        return Score((opt - alg) / (2 * top * sketch.room) if top else Fraction(0))
