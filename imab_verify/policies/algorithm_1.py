from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from imab_verify.policies.options import check_choice
from imab_verify.policies.protocol import Observations
from imab_verify.policies.ties import TIES, best_arm

INITS = ("rounds", "pairs")


@dataclass(frozen=True, slots=True)
class Algorithm1:
    """The paper's horizon-unaware algorithm.

    Pull every arm twice, in the order 1..k, 1..k (`init="rounds"`) or 1,1,2,2,..,k,k
    (`init="pairs"`). From then on pull an arm of maximal P(f_i, N_i, M), M = max_j N_j; ties by
    fewest pulls, then by `ties`.
    """

    init: str = "rounds"
    ties: str = "lowest-index"
    name: ClassVar[str] = "algorithm-1"
    horizon_aware: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_choice(self.init, INITS, f"policy {self.name}: init")
        check_choice(self.ties, TIES, f"policy {self.name}: ties")

    def choose(self, seen: Observations) -> int:
        """Return the next arm of the initialisation, then one of maximal optimistic estimate."""
        if seen.t < 2 * seen.k:
            return seen.t % seen.k if self.init == "rounds" else seen.t // 2
        pulls = seen.pulls
        M = max(pulls)
        scores = {i: estimate(seen, i, M - pulls[i]) for i in range(seen.k)}
        return best_arm(scores, pulls, self.ties)


def estimate(seen: Observations, arm: int, more: int) -> Fraction:
    """P(f, a, a + more) = Rew(f, a) + more f(a) + more (more + 1)/2 Delta(f, a), with a = N_arm.

    The reward of a + more pulls if every further pull improves as much as the last one did.
    """
    if more == 0:
        return seen.total(arm)
    return seen.total(arm) + more * seen.last(arm) + more * (more + 1) // 2 * seen.last_delta(arm)
