"""The built-in policies: each is a frozen dataclass, and its fields are its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random
from typing import ClassVar

from imab_verify.errors import InputError, check_choice, quote
from imab_verify.model.rationals import check_count, show_short
from imab_verify.policies.protocol import Observations

TIES = ("lowest-index", "highest-index")
INITS = ("rounds", "pairs")
COMMITS = ("last-reward", "estimate")
FALLBACKS = ("last", "best")
MOST_HALVINGS = 1000


def best_arm(scores: Mapping[int, Fraction], pulls: tuple[int, ...], ties: str) -> int:
    """Return an arm of maximal score; ties by fewest pulls, then by lowest (or highest) index."""
    sign = -1 if ties == "lowest-index" else 1
    return max(scores, key=lambda i: (scores[i], -pulls[i], sign * i))


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


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Pull arms 1, 2, .., k, 1, 2, .., k, ..."""

    name: ClassVar[str] = "round-robin"
    horizon_aware: ClassVar[bool] = False

    def choose(self, seen: Observations) -> int:
        """Return the arm after the last one, cyclically."""
        return seen.t % seen.k


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


@dataclass(frozen=True, slots=True)
class SingleArm:
    """Pull one arm for ever; `arm` is counted from 1."""

    arm: int = 1
    name: ClassVar[str] = "single-arm"
    horizon_aware: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_count(self.arm, 1, f"policy {self.name}: arm")

    def choose(self, seen: Observations) -> int:
        """Return the index of the one arm."""
        if self.arm > seen.k:
            raise InputError(f"there is no arm {self.arm}, the instance has k = {seen.k}")
        return self.arm - 1


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
        left = seen.known_horizon() - seen.t
        sure = left * max(seen.last(i) for i in range(seen.k))
        order = sorted(range(seen.k), key=pulls.__getitem__)  # a stable sort: lowest index first
        return next(i for i in order if optimistic(seen.last(i), seen.last_delta(i), left) >= sure)


def optimistic(value: Fraction, delta: Fraction, left: int) -> Fraction:
    """Sum of min(1, value + j delta) over j = 1..left, for 0 <= value <= 1 and delta >= 0."""
    if delta == 0:
        return left * value
    below = min(left, floor((1 - value) / delta))
    return below * value + below * (below + 1) // 2 * delta + (left - below)


@dataclass(frozen=True, slots=True)
class ProbeInOrder:
    """Probe the arms in a fixed order; leave an arm after its n-th pull when f(n) < scale n/T.

    When every arm has been left, stay for the rest of the time with the last arm of the order
    (`fallback="last"`) or with an arm of maximal last reward, lowest index first
    (`fallback="best"`).

    Nothing but the rewards is needed to know which arms have been left: an arm that was left is
    not pulled again, so its last pull still lies below the line. And the arm the policy stays
    with remains the best, because its reward never falls.
    """

    order: tuple[int, ...]
    scale: Fraction
    fallback: str = "last"
    name: ClassVar[str] = "random-probe"
    horizon_aware: ClassVar[bool] = True

    def choose(self, seen: Observations) -> int:
        """Return the first arm of the order that has not been left."""
        pulls = seen.pulls
        T = seen.known_horizon()
        for i in self.order:
            if pulls[i] == 0 or seen.last(i) * T >= self.scale * pulls[i]:
                return i
        if self.fallback == "last":
            return self.order[-1]
        rewards = {i: seen.last(i) for i in range(seen.k)}
        return max(rewards, key=lambda i: (rewards[i], -i))


@dataclass(frozen=True, slots=True)
class RandomProbe:
    """Probe the arms in uniformly random order; leave an arm once it falls below the line m n/T.

    The scale m is known (`scale` a positive rational), or guessed (`scale="guess"`): drawn
    uniformly from 1, 1/2, 1/4, .., 1/2^`grid`, once per run. `fallback` as in `ProbeInOrder`.
    """

    scale: Fraction | str = Fraction(1)
    grid: int = 8
    fallback: str = "last"
    name: ClassVar[str] = "random-probe"
    horizon_aware: ClassVar[bool] = True

    def __post_init__(self) -> None:
        where = f"policy {self.name}: "
        if self.scale != "guess" and not (isinstance(self.scale, Fraction) and self.scale > 0):
            got = show_short(self.scale) if isinstance(self.scale, Fraction) else quote(self.scale)
            raise InputError(f"{where}scale must be a positive rational p/q or guess, not {got}")
        if check_count(self.grid, 0, f"{where}grid") > MOST_HALVINGS:
            raise InputError(
                f"{where}grid must be at most {MOST_HALVINGS}, not {show_short(self.grid)}"
            )
        check_choice(self.fallback, FALLBACKS, f"{where}fallback")

    @property
    def scales(self) -> tuple[Fraction, ...]:
        """The values of m, all equally likely."""
        if isinstance(self.scale, Fraction):
            return (self.scale,)
        return tuple(Fraction(1, 2**g) for g in range(self.grid + 1))

    def draw(self, k: int, rng: Random) -> ProbeInOrder:
        """Draw the scale and the order."""
        scale = rng.choice(self.scales)
        return ProbeInOrder(tuple(rng.sample(range(k), k)), scale, self.fallback)
