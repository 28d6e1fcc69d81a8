"""Instances: k arms with rewards in [0, 1], and the best single arm for every horizon."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from imab_verify.errors import InputError, check_listed, quote
from imab_verify.model.pieces import optima_of, scaled_pieces
from imab_verify.model.rationals import check_count, show_short
from imab_verify.model.rewards import Exact, Reward


@dataclass(frozen=True, slots=True)
class Instance:
    """An improving-bandits instance: at least one arm, every reward in [0, 1]."""

    arms: tuple[Reward, ...]

    def __post_init__(self) -> None:
        if not self.arms:
            raise InputError("an instance needs at least one arm, and there are no arms")
        for i, arm in enumerate(self.arms, 1):
            if not isinstance(arm, Reward):
                raise InputError(f"arm {i} of the instance is {quote(arm)}, not a Reward")
            if arm.top > 1:
                pull = _first_above_one(arm)
                raise InputError(
                    f"arm {i} is outside [0,1] at pull {show_short(pull)}: "
                    f"f({show_short(pull)}) = {show_short(arm.value(pull))}"
                )

    @classmethod
    def of(cls, rewards: Iterable[Reward]) -> Self:
        """Build an instance from its arms in order."""
        return cls(tuple(check_listed(rewards, "the arms of an instance")))

    @property
    def k(self) -> int:
        """The number of arms."""
        return len(self.arms)

    def opt(self, T: int) -> Fraction:
        """OPT(T) = max_i Rew(f_i, T)."""
        return max(self._totals(T))

    def opt_arm(self, T: int) -> int:
        """Give the arm with Rew(f_i, T) = OPT(T); of several, the one with the lowest index."""
        totals = self._totals(T)
        return totals.index(max(totals))

    def collected(self, pulls: Sequence[int]) -> Fraction:
        """ALG after so many pulls of each arm: sum_i Rew(f_i, N_i)."""
        return sum((arm.rew(n) for arm, n in zip(self.arms, pulls, strict=True)), Fraction(0))

    def _totals(self, T: int) -> list[Fraction]:
        check_count(T, 0, "the horizon T")
        return [arm.rew(T) for arm in self.arms]

    def opt_changes(self) -> list[tuple[int, int]]:
        """Give [(T, arm), ...]: from horizon T >= 1 on, until the next entry, arm is `opt_arm`."""
        # From where all arms are flat on, totals are lines with integer coefficients: two of them
        # meet no later than the difference of their constants says.
        constants = [arm.lines[-1].c for arm in scaled_pieces(self.arms, 1)[1]]
        flat = max(arm.flat_from for arm in self.arms)
        last = flat + max(constants) - min(constants) + 1
        changes: list[tuple[int, int]] = []
        first = 1
        for optimum in optima_of(scaled_pieces(self.arms, last)[1], last):
            if not changes or changes[-1][1] != optimum.arm:
                changes.append((first, optimum.arm))
            first = optimum.last + 1
        return changes

    def scaled(self, c: Exact) -> Self:
        """Multiply every reward by c >= 0."""
        return self.of(arm.scaled(c) for arm in self.arms)

    def mixed(self, other: Self, part: Fraction) -> Self:
        """Give (1-part) times this instance and part times another one, arm by arm."""
        return self.of(f.mixed(g, part) for f, g in zip(self.arms, other.arms, strict=True))

    def _repr_html_(self) -> str:
        """Show the arms in a notebook, which asks the object itself."""
        from imab_verify.report.curves import instance_html

        return instance_html(self)


def _first_above_one(arm: Reward) -> int:
    """Give the least n with f(n) > 1, for an arm whose limit is above 1."""
    if arm.points[0][1] > 1:
        return arm.kind.first
    for piece in arm.pieces():
        if piece.end is not None and arm.value(piece.end) > 1:
            break
    return piece.start + (1 - piece.value) // piece.slope + 1
