from dataclasses import dataclass
from typing import ClassVar

from imab_verify.model.rationals import check_count
from imab_verify.policies.algorithm_1 import estimate
from imab_verify.policies.options import check_choice
from imab_verify.policies.protocol import Observations
from imab_verify.policies.ties import TIES, best_arm

COMMITS = ("last-reward", "estimate")


@dataclass(frozen=True, slots=True)
class ExploreThenCommit:
    """Pull every arm m = `explore` times in rounds 1..k, then one arm for ever.

    `commit="last-reward"`: an arm of maximal f_i(m).
    `commit="estimate"`: an arm of maximal P(f_i, m, m + T - mk), the most it can still reach by
    the horizon; this needs m >= 2 and makes the policy horizon-aware.
    Ties by `ties`.
    """

    explore: int = 2
    commit: str = "last-reward"
    ties: str = "lowest-index"
    name: ClassVar[str] = "explore-then-commit"

    def __post_init__(self) -> None:
        check_choice(self.commit, COMMITS, f"policy {self.name}: commit")
        check_choice(self.ties, TIES, f"policy {self.name}: ties")
        least = 2 if self.commit == "estimate" else 1
        check_count(self.explore, least, f"policy {self.name}: explore")

    @property
    def horizon_aware(self) -> bool:
        """Only the estimate looks as far as T."""
        return self.commit == "estimate"

    def choose(self, seen: Observations) -> int:
        """Return the arm whose turn it is, or the one committed to."""
        if seen.t < self.explore * seen.k:
            return seen.t % seen.k
        pulls = seen.pulls
        if seen.t > self.explore * seen.k:
            return pulls.index(max(pulls))  # committed: only that arm has more than m pulls
        if self.commit == "last-reward":
            scores = {i: seen.last(i) for i in range(seen.k)}
        else:
            left = seen.known_horizon() - seen.t
            scores = {i: estimate(seen, i, left) for i in range(seen.k)}
        return best_arm(scores, pulls, self.ties)
