from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from imab_verify.errors import InputError, quote
from imab_verify.model.rationals import check_count, show_short
from imab_verify.policies.options import check_choice
from imab_verify.policies.protocol import Observations

FALLBACKS = ("last", "best")
MOST_HALVINGS = 1000


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
