from dataclasses import dataclass
from typing import ClassVar

from imab_verify.policies.options import check_choice
from imab_verify.policies.protocol import Observations
from imab_verify.policies.ties import TIES, best_arm


@dataclass(frozen=True, slots=True)
class Greedy:
    """Myopic: pull every arm once, in order, then an arm of maximal last reward f_i(N_i).

    Ties by fewest pulls, then by `ties`.
    """

    ties: str = "lowest-index"
    name: ClassVar[str] = "greedy"
    horizon_aware: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_choice(self.ties, TIES, f"policy {self.name}: ties")

    def choose(self, seen: Observations) -> int:
        """Return the next arm not pulled yet, then one of maximal last reward."""
        if seen.t < seen.k:
            return seen.t
        return best_arm({i: seen.last(i) for i in range(seen.k)}, seen.pulls, self.ties)
