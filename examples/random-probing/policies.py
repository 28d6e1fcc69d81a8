"""Probing with a threshold, in a fixed order and tuned by an exponent."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from imab_verify.policies import Observations


@dataclass(frozen=True)
class Probe:
    """Leave an arm after its n-th pull when f(n) < m (n/T)^a; go back to no arm.

    When every arm has been left, stay with the last one. Options are texts: -o m=1/2 -o a=2.
    """

    m: str = "1"
    a: str = "1"
    name: ClassVar[str] = "probe"
    horizon_aware: ClassVar[bool] = True

    def choose(self, seen: Observations) -> int:
        """The first arm that has not been left."""
        T, pulls = seen.known_horizon(), seen.pulls
        for arm, n in enumerate(pulls):
            if n == 0 or seen.last(arm) >= Fraction(self.m) * Fraction(n, T) ** int(self.a):
                return arm
        return seen.k - 1
