"""Policies for arms that rot."""

from fractions import Fraction
from typing import ClassVar

from imab_verify.policies import Observations


class LastReward:
    """Pull every arm once, then the arm with the largest last reward; lowest index first."""

    name: ClassVar[str] = "last-reward"
    horizon_aware: ClassVar[bool] = False

    def choose(self, seen: Observations) -> int:
        """The arm that paid most when it was last pulled."""
        for arm, n in enumerate(seen.pulls):
            if n == 0:
                return arm
        last = [seen.last(arm) for arm in range(seen.k)]
        return last.index(max(last))


def best_total(instance, T) -> Fraction:
    """The T largest rewards of all arms: no policy collects more."""
    rewards = [arm.value(n) for arm in instance.arms for n in range(1, T + 1)]
    return sum(sorted(rewards, reverse=True)[:T], Fraction(0))
