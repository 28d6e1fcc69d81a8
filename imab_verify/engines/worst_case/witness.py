"""An instance with its run: the lower bound of a worst case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from imab_verify.kernel import ALGORITHM_1, opening_pulls
from imab_verify.kernel.worst_case import Rounds, Supremum
from imab_verify.language.curves import instance_of_curves
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward


@dataclass(frozen=True, slots=True)
class WitnessRun:
    """OPT/ALG = ratio for `limit` on the run; it is the run of `near` or, without it, of `limit`.

    It is given by the sequence of its pulls, or by the rounds of Algorithm 1 after its opening.
    """

    ratio: Fraction
    limit: Instance
    sequence: tuple[int, ...] | None
    near: Instance | None = None
    rounds: Rounds | None = None

    @classmethod
    def of(
        cls,
        ratio: Fraction,
        arms: Iterable[Sequence[Fraction]],
        sequence: Iterable[int],
        near: Iterable[Sequence[Fraction]] | None = None,
    ) -> Self:
        """From arms by their values f(0..T), scaled so that the largest reward is 1."""
        close = None if near is None else instance_of(near)
        return cls(ratio, instance_of(arms), tuple(sequence), close)

    @property
    def pulls(self) -> tuple[int, ...]:
        """How often each arm is pulled."""
        counts = Counter(self.sequence)
        for arms, c in self.rounds or ():
            counts.update(dict.fromkeys(arms, c))
        opened = 0 if self.rounds is None else 2
        return tuple(opened + counts[i] for i in range(self.limit.k))

    def list_pulls(self, init: str) -> tuple[int, ...]:
        """All pulls, one by one."""
        if self.sequence is not None:
            return self.sequence
        later = (i for arms, c in self.rounds or () for _ in range(c) for i in arms)
        return (*opening(self.limit.k, init), *later)

    def towards(self, step: Fraction) -> Instance:
        """(1-step)*limit + step*near, or the instance itself if the ratio is attained."""
        if self.near is None:
            return self.limit
        return self.limit.mixed(self.near, step)


def run_in(case: Supremum) -> WitnessRun:
    """The run that a certificate holds."""
    lower = case.lower
    near = None if lower.near is None else instance_of_curves(lower.near)
    limit = instance_of_curves(lower.curves)
    return WitnessRun(lower.ratio or Fraction(0), limit, lower.sequence, near, lower.rounds)


def opening(k: int, init: str) -> list[int]:
    """The 2k initial pulls of Algorithm 1."""
    return opening_pulls(ALGORITHM_1, init, k, 2 * k)


def instance_of(arms: Iterable[Sequence[Fraction]]) -> Instance:
    """The instance with these values f(0..T), scaled so that its largest reward is 1."""
    return within_1(map(Reward.from_values, arms))


def within_1(arms: Iterable[Reward]) -> Instance:
    """The instance with these arms, scaled so that its largest reward is 1."""
    rewards = list(arms)
    top = max(reward.limit for reward in rewards)
    return Instance.of(reward.scaled(1 / top) if top else reward for reward in rewards)
