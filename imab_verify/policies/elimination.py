from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar

from imab_verify.policies.protocol import Observations


@dataclass(frozen=True, slots=True)
class Elimination:
    """Horizon-aware elimination, in the spirit of Heidari, Kearns and Roth (IJCAI 2016).

    Pull every arm twice, in rounds. From then on, with R = T - t pulls left, give every arm two
    bounds on what R further pulls of it would pay when its curve is concave and at most 1:

        optimistic   U_i = sum_{j=1..R} min(1, f_i(N_i) + j Delta(f_i, N_i))
        pessimistic  L_i = R f_i(N_i)

    An arm is active while U_i >= max_j L_j: otherwise spending the rest of the time on it is
    certainly worse than spending it on another arm. Pull the active arm with the fewest pulls
    (lowest index first), which is to go round the active arms. The arm of largest L_i is one of
    them, because U_i >= L_i.

    No list of dropped arms is kept. U_i / R does not increase when time passes without a pull of
    i, and max_j L_j / R = max_j f_j(N_j) never decreases, so an arm once dropped stays dropped.
    """

    name: ClassVar[str] = "elimination"
    horizon_aware: ClassVar[bool] = True

    def choose(self, seen: Observations) -> int:
        """Return the next active arm of the current round."""
        if seen.t < 2 * seen.k:
            return seen.t % seen.k
        pulls = seen.pulls
        sure = _sure(seen)
        order = sorted(range(seen.k), key=pulls.__getitem__)  # a stable sort: lowest index first
        return next(i for i in order if _is_active(seen, i, sure))


def _sure(seen: Observations) -> Fraction:
    """max_j L_j."""
    return (seen.known_horizon() - seen.t) * max(seen.last(i) for i in range(seen.k))


def _is_active(seen: Observations, arm: int, sure: Fraction) -> bool:
    left = seen.known_horizon() - seen.t
    return optimistic(seen.last(arm), seen.last_delta(arm), left) >= sure


def optimistic(value: Fraction, delta: Fraction, left: int) -> Fraction:
    """Sum of min(1, value + j delta) over j = 1..left, for 0 <= value <= 1 and delta >= 0."""
    if delta == 0:
        return left * value
    below = min(left, floor((1 - value) / delta))
    return below * value + below * (below + 1) // 2 * delta + (left - below)
