"""Instances that attain the least weight of the theorem in kernel/worst_case/theorems.py.

Some arms are 0 and get no pull after the initialisation. The others share the remaining pulls
evenly. The optimal arm is f(n) = n; one arm with the largest count N is constant N/2, so it crosses
the level N-1 last of all; every other arm with count N is min(n, N-1), which looks like f(n) = n
until its last pull. At every tie the optimal arm waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from imab_verify.engines.worst_case.realise import Scores, WitnessRun, lowest_index_run
from imab_verify.kernel.worst_case import least_weight
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.simulation import leaping

Counts = tuple[int, ...]


def family_run(k: int, T: int, init: str) -> WitnessRun | None:
    """A run with OPT/ALG = T(T+1)/V for the least V, if the family has one (T >= 2k).

    The arms stand in such an order that ties may fall to the lowest index.
    """
    for counts, rewards in _attaining(k, T):
        played = leaping.run(Instance.of(_within_1(rewards)), Algorithm1(init=init), T)
        if played.pulls == counts:
            arms = tuple(tuple(map(reward.value, range(T + 1))) for reward in rewards)
            sequence = lowest_index_run(Scores(arms), k, T, init)
            return WitnessRun(Fraction(T * (T + 1), least_weight(k, T)), arms, tuple(sequence))
    return None


def family_instances(k: int, T: int) -> Iterator[Instance]:
    """The instances of the family that have this ratio if they are played as they should be."""
    for _, rewards in _attaining(k, T):
        yield Instance.of(_within_1(rewards))


def _attaining(k: int, T: int) -> Iterator[tuple[Counts, list[Reward]]]:
    """The counts and arms with OPT/ALG = T(T+1)/V: OPT = T(T+1)/2, so those with 2 ALG = V."""
    wanted = least_weight(k, T)
    for shares, zeros in _shares(k, T):
        if _twice_alg(shares) == wanted:
            yield (*shares, *([2] * zeros)), list(_rewards(shares, zeros, T))


def _twice_alg(shares: list[int]) -> int:
    """2 ALG: N^2 for the constant arm, (N-1)(N+2) for the bent ones, N(N+1) for the optimal one."""
    *others, best = shares
    constant = others[0] ** 2 if others else 0
    return constant + sum((N - 1) * (N + 2) for N in others[1:]) + best * (best + 1)


def _shares(k: int, T: int) -> Iterator[tuple[list[int], int]]:
    """The counts of the arms that are not 0, that of the optimal one last; and how many are 0."""
    for zeros in range(k):
        m, r = divmod(T - 2 * zeros, k - zeros)
        shares = [m + 1] * r + [m] * (k - zeros - r)
        for best in {0, len(shares) - 1}:
            others = shares[:best] + shares[best + 1 :]
            if all(N >= 3 for N in others):
                yield [*others, shares[best]], zeros


def _rewards(shares: list[int], zeros: int, T: int) -> Iterator[Reward]:
    """The constant arm, the bent ones, the optimal one, the arms that are 0."""
    for number, N in enumerate(shares[:-1]):
        if number == 0:
            yield Reward.from_values([Fraction(N, 2)])
        else:
            yield Reward.from_points([(0, 0), (N - 1, N - 1)])
    yield Reward.from_points([(0, 0), (T, T)])
    yield from [Reward.from_values([0])] * zeros


def _within_1(rewards: list[Reward]) -> list[Reward]:
    top = max(reward.limit for reward in rewards)
    return [reward.scaled(1 / top) for reward in rewards]
