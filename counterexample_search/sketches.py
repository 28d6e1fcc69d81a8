"""Sketches: instances in small integers, for searches that play thousands of them.

A sketched arm is a constant and the weights of its hinges (steps, for a monotone arm), all of them
integers; nothing normalises or checks them, since any such numbers make a valid arm. `room` says
how far below 1 the largest reward is: an integer near `room` times the largest reward stands for 1.

Policies whose leaps are known are played on these very integers. Every other deterministic policy
is played roughly: pull by pull, on rewards that are floats. That takes a small part of the time and
is seldom wrong, but it decides nothing: what looks better than the best is played exactly.

For OPT/ALG over concave arms a sketch stands for the best instance that looks the same while it is
played: after its last pull every arm goes on as steeply as it may, which nobody sees. Where the
policy does not mind if all rewards are multiplied, there is as much room for that as one likes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import ceil, lcm
from typing import TYPE_CHECKING, NamedTuple, cast

from counterexample_search.problem import LARGEST, Goal, Score
from imab_verify.engines.rays import value_on_ray
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.pieces import Pieces, Quadratic, line_from
from imab_verify.model.rewards import Reward
from imab_verify.policies.protocol import is_randomised
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.leaping import is_scale_free, leaps
from imab_verify.simulation.leaps import RunState
from imab_verify.simulation.play import play_run
from imab_verify.simulation.stepwise import ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

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


def _at_best(arm: Pieces, n: int, T: int, one: int | None) -> int:
    """Rew(f, T) of a concave arm that is this one from pull 1 to pull n, at most; scaled.

    Its rewards are at most `one`, if that is given: pull x of a line pays Q(x) - Q(x-1). Without
    such a bound an arm that was never pulled is not looked at.
    """
    if not n:
        return (one or 0) * T
    line = Quadratic(arm.rew(1) // 2, arm.rew(1) // 2, 0) if n == 1 else arm.at(n).line
    below = T
    if one is not None and line.at(T) - line.at(T - 1) > one:
        below = (one - line.b + line.a) // (2 * line.a)
    return line.at(below) + (T - below) * (one or 0)


@dataclass(frozen=True, slots=True)
class _RoughArm:
    """The rewards f(0), ..., f(T) in floats, and their sums from f(1) on."""

    values: list[float]
    sums: list[float]

    def at_best(self, n: int) -> float:
        """Rew(f, T) of a concave arm in [0, 1] that is this one up to pull n, at most."""
        left, value = len(self.values) - 1 - n, self.values[n] if n else 1.0
        slope = 0.0 if not n else value if n == 1 else value - self.values[n - 1]
        rising = left if value + left * slope <= 1 else 0
        if rising < left and value < 1:  # rounding may put a flat arm just above 1
            rising = int((1 - value) / slope)
        total = self.sums[n] + rising * value + rising * (rising + 1) / 2 * slope
        return total + (left - rising) * 1.0

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


@dataclass(slots=True)
class Player:
    """Scores sketches of one problem: `quick` in integers, `rough` in floats.

    `roomy`: it matters how far below 1 the rewards are.
    """

    problem: Problem
    policy: AnyPolicy
    quick: bool = field(init=False)
    rough: bool = field(init=False)
    roomy: bool = field(init=False)

    def __post_init__(self) -> None:
        known = leaping.supports(self.policy)
        whole = self.problem.goal is not Goal.ANYTIME
        self.quick = known and whole and self.problem.kind is ArmClass.CONCAVE
        self.rough = not known and whole and not is_randomised(self.policy)
        self.roomy = not (self.quick and is_scale_free(self.policy))

    def score(self, sketch: Sketch) -> Score:
        """The score of a sketch as it is, where it can be played in integers."""
        T = self.problem.T
        played = self._leap(sketch)
        alg = sum(times * arm.rew(n) for arm, n, times in played)
        opt = max(arm.rew(T) for arm, _, _ in played)
        if self.problem.goal is Goal.RATIO:
            return Score(ratio(Fraction(opt), Fraction(alg)))
        return Score(Fraction(opt - alg, 2 * sketch.one(self.problem.kind)))

    def _leap(self, sketch: Sketch) -> list[tuple[Pieces, int, int]]:
        """The different arms, by how often they are pulled, and how many there are of each."""
        arms = [_pieces(arm, self.problem.T) for arm in sketch.arms]
        state = RunState(arms, self.problem.T, 2 * sketch.one(self.problem.kind))
        for _ in leaps(state, cast("Policy", self.policy), whole=True):
            pass
        counted = Counter(zip(sketch.arms, state.counts, strict=True))
        return [(_pieces(arm, self.problem.T), n, times) for (arm, n), times in counted.items()]

    def best_score(self, sketch: Sketch) -> Score | None:
        """The score of the best instance that looks so; None if it cannot be played on floats."""
        if not self.quick:
            return self._rough_score(sketch)
        if self.problem.goal is not Goal.RATIO:
            return self.score(sketch)
        T, one = self.problem.T, 2 * sketch.one(self.problem.kind) if self.roomy else None
        played = self._leap(sketch)
        alg = sum(times * arm.rew(n) for arm, n, times in played)
        opt = max(_at_best(arm, n, T, one) for arm, n, _ in played)
        return Score(ratio(Fraction(opt), Fraction(alg)))

    def _rough_score(self, sketch: Sketch) -> Score | None:
        T, kind = self.problem.T, self.problem.kind
        unit = float(sketch.one(kind))
        arms = [_rough(arm, unit, kind, T) for arm in sketch.arms]
        try:
            sequence = stepwise.sequence(_RoughInstance(arms), cast("Policy", self.policy), T)
        except InputError:
            # It may well be played on fractions; if not, that will be told there.
            self.rough = False
            return None
        counts = [sequence.count(i) for i in range(len(arms))]
        alg = sum(arm.sums[n] for n, arm in zip(counts, arms, strict=True))
        if self.problem.goal is not Goal.RATIO:
            return Score(Fraction(max(arm.sums[T] for arm in arms) - alg))
        opt = max(arm.sums[T] for arm in arms)
        if kind is ArmClass.CONCAVE:
            opt = max(arm.at_best(n) for n, arm in zip(counts, arms, strict=True))
        return Score(Fraction(opt / alg if alg else LARGEST if opt else 1.0))

    def instance(self, sketch: Sketch) -> Instance:
        """An instance that looks like the sketch while it is played, and has its score."""
        plain = instance_of(sketch, self.problem.kind)
        if self.problem.goal is not Goal.RATIO or self.problem.kind is not ArmClass.CONCAVE:
            return plain
        T = self.problem.T
        if not self.roomy:
            # The policy does not mind if all rewards are made smaller, to leave room below 1.
            plain = Instance.of(arm.scaled(Fraction(1, T + 1)) for arm in plain.arms)
        run = play_run(plain, cast("Policy", self.policy), T)
        return extend(plain, run.pulls, T)


def extend(instance: Instance, pulls: Sequence[int], T: int) -> Instance:
    """Let every arm go on after its last pull as steeply as its class and the bound 1 allow.

    An arm that was never pulled becomes the constant 1. Nothing the policy saw changes.
    """
    longer = [_extend_arm(arm, n, T) for arm, n in zip(instance.arms, pulls, strict=True)]
    return Instance.of(longer)


def _extend_arm(arm: Reward, n: int, T: int) -> Reward:
    kind = arm.kind
    if n == 0:
        return Reward.from_values([1], kind)
    if n >= T:
        return arm
    seen = [(m, v) for m, v in arm.points if m < n] + [(n, arm.value(n))]
    if not kind.shape.rising:
        return Reward.from_points(seen, kind)
    if not kind.shape.concave:
        return Reward.from_points([*seen, (n + 1, Fraction(1))], kind)
    if n == kind.first:
        slope = 1 - seen[-1][1]
    else:
        slope = arm.delta(n)
        if n == 1 and kind.first == 0:
            slope, seen = seen[-1][1], [(0, Fraction(0)), seen[-1]]
    if not slope:
        return Reward.from_points(seen, kind)
    steps = min(T - n, (1 - seen[-1][1]) // slope)
    points = [*seen, *([(n + steps, seen[-1][1] + steps * slope)] if steps else [])]
    if steps < T - n and points[-1][1] < 1:
        points.append((n + steps + 1, Fraction(1)))
    return Reward.from_points(points, kind)
