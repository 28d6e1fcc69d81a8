from dataclasses import dataclass
from typing import ClassVar

from imab_verify.policies.protocol import Observations


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Pull arms 1, 2, .., k, 1, 2, .., k, ..."""

    name: ClassVar[str] = "round-robin"
    horizon_aware: ClassVar[bool] = False

    def choose(self, seen: Observations) -> int:
        """Return the arm after the last one, cyclically."""
        return seen.t % seen.k
