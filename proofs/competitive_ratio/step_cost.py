"""Costs of Algorithm 1, counted while it is played: operations per step, and leaps per run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import add, ge, gt, le, lt, mul, sub
from typing import Any, cast

from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.policies.protocol import History, Observations
from imab_verify.simulation.leaping import leaps
from imab_verify.simulation.leaps import RunState


class Meter:
    """The number of operations made so far."""

    def __init__(self) -> None:
        self.operations = 0


@dataclass(frozen=True, slots=True, eq=False)
class Metered:
    """A rational number that counts each sum, product and comparison it takes part in."""

    value: Fraction
    meter: Meter

    def _apply(self, operation: Callable[[Any, Any], Any], other: object) -> Any:
        self.meter.operations += 1
        return operation(self.value, other.value if isinstance(other, Metered) else other)

    def _number(self, operation: Callable[[Any, Any], Any], other: object) -> Metered:
        return Metered(Fraction(self._apply(operation, other)), self.meter)

    def __add__(self, other: object) -> Metered:
        return self._number(add, other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Metered:
        return self._number(sub, other)

    def __mul__(self, other: object) -> Metered:
        return self._number(mul, other)

    __rmul__ = __mul__

    def __lt__(self, other: object) -> bool:
        return bool(self._apply(lt, other))

    def __le__(self, other: object) -> bool:
        return bool(self._apply(le, other))

    def __gt__(self, other: object) -> bool:
        return bool(self._apply(gt, other))

    def __ge__(self, other: object) -> bool:
        return bool(self._apply(ge, other))

    def __eq__(self, other: object) -> bool:
        self.meter.operations += 1
        return self.value == (other.value if isinstance(other, Metered) else other)

    def __hash__(self) -> int:
        return hash(self.value)


def dearest_step(k: int, T: int) -> int:
    """The most operations on rewards in a step 2k < t <= T of the stepwise simulator.

    Arm i is min(n, i+1)/T, so the arms bend one after another. A step is the choice of the arm and
    the record of its reward.
    """
    meter, policy, history = Meter(), Algorithm1(), History(k)
    seen = Observations(history)
    counts, most = [0] * k, 0
    for t in range(T):
        meter.operations = 0
        arm = policy.choose(seen)
        counts[arm] += 1
        reward = Metered(Fraction(min(counts[arm], arm + 2), T), meter)
        history.record(arm, cast("Fraction", reward))
        if t >= 2 * k:
            most = max(most, meter.operations)
    return most


def leaps_taken(k: int, T: int) -> int:
    """In how many leaps the leaping simulator plays T pulls, on the arms min(n, i+1)/(k+1)."""
    instance = Instance.of(
        [Reward.from_hinges(0, {bend: Fraction(1, k + 1)}) for bend in range(2, k + 2)]
    )
    return sum(1 for _ in leaps(RunState.on(instance, T), Algorithm1()))
