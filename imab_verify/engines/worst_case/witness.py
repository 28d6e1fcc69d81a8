"""An instance with its run: the lower bound of a worst case, and the exhibit that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Self

from imab_verify.kernel import Node, Played, Run, Schedule
from imab_verify.kernel.semantics import opening_pulls
from imab_verify.language.instances import curves_of, instance_of_curves
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

Rounds = tuple[tuple[tuple[int, ...], int], ...]
"""(A, c), one after the other: c rounds in which the arms A are pulled once each."""


@dataclass(frozen=True, slots=True)
class WitnessRun:
    """OPT/ALG = ratio for `limit` on the run; it is the run of `near` or, without it, of `limit`.

    It is given by all its pulls, or by the rounds after an opening of so many pulls of every arm:
    then `plan` is the schedule that has them.
    """

    ratio: Fraction
    limit: Instance
    sequence: tuple[int, ...] | None
    near: Instance | None = None
    rounds: Rounds | None = None
    opening: int = 0
    plan: Schedule | None = None

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
        return tuple(self.opening + counts[i] for i in range(self.limit.k))

    def list_pulls(self, run: Run) -> tuple[int, ...]:
        """All pulls, one by one."""
        if self.sequence is not None:
            return self.sequence
        k, m = self.limit.k, self.opening
        later = (i for arms, c in self.rounds or () for _ in range(c) for i in arms)
        return (*opening_pulls(run.policy, k, m * k), *later)

    def towards(self, step: Fraction) -> Instance:
        """(1-step)*limit + step*near, or the instance itself if the ratio is attained."""
        if self.near is None:
            return self.limit
        return self.limit.mixed(self.near, step)

    def exhibit(self) -> Played | Schedule:
        """The run for the kernel, without proofs."""
        if self.plan is not None:
            return self.plan
        near = None if self.near is None else curves_of(self.near)
        return Played(curves_of(self.limit), self.sequence or (), {}, near)


def run_in(node: Node, ratio: Fraction) -> WitnessRun:
    """The run that an exhibit shows: one that is played, or a schedule whose sizes are numbers."""
    if isinstance(node, Played):
        near = None if node.near is None else instance_of_curves(node.near)
        return WitnessRun(ratio, instance_of_curves(node.curves), node.pulls, near)
    if not isinstance(node, Schedule):
        raise TypeError("this exhibits no run")
    sizes = [int(group.size.at({})) for group in node.groups.values()]
    ends = list(accumulate(sizes))
    places = {
        name: range(end - size, end)
        for name, size, end in zip(node.groups, sizes, ends, strict=True)
    }
    scale, m = node.scale.at({}), int(node.opening.at({}))
    arms: list[Reward] = []
    for name, group in node.groups.items():
        bend, slope = int(group.bend.at({})), group.slope.at({}) / scale
        arms += [Reward.from_points([(0, Fraction(0)), (bend, slope * bend)])] * len(places[name])
    counts, rounds = dict.fromkeys(node.groups, m), []
    for phase in node.phases:
        until, start = int(phase.until.at({})), counts[phase.groups[0]]
        if until > start:
            rounds.append((tuple(i for g in phase.groups for i in places[g]), until - start))
        counts |= dict.fromkeys(phase.groups, until)
    return WitnessRun(ratio, Instance.of(arms), None, None, tuple(rounds), m, node)


def instance_of(arms: Iterable[Sequence[Fraction]]) -> Instance:
    """The instance with these values f(0..T), scaled so that its largest reward is 1."""
    return within_1(map(Reward.from_values, arms))


def within_1(arms: Iterable[Reward]) -> Instance:
    """The instance with these arms, scaled so that its largest reward is 1."""
    rewards = list(arms)
    top = max(reward.limit for reward in rewards)
    return Instance.of(reward.scaled(1 / top) if top else reward for reward in rewards)
