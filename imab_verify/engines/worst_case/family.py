"""Instances of Algorithm 1 that attain the least weight of engines/runs/ratios.py.

Some arms are 0 and get no pull after the initialisation. The others share the remaining pulls
evenly. The optimal arm is f(n) = n; one arm with the largest count N is constant N/2, so it crosses
the level N-1 last of all; every other arm with count N is min(n, N-1), which looks like f(n) = n
until its last pull. At every tie the optimal arm waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from imab_verify.engines.exhibits.schedules import crossing_at, leading_at
from imab_verify.engines.runs.ratios import least_weight
from imab_verify.engines.worst_case.witness import WitnessRun, run_in, within_1
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward


def family_run(k: int, T: int) -> WitnessRun:
    """The run on an instance of the family (T >= 2k), with its own ratio: T(T+1)/V for the least V.

    The arms stand in such an order that ties may fall to the lowest index.
    """
    shares, zeros = next(_best_shares(k, T))
    plan = crossing_at(shares, zeros, T) if len(shares) > 1 else leading_at(k, T)
    run = run_in(plan, Fraction(1))
    return replace(run, ratio=run.limit.opt(T) / run.limit.collected(run.pulls))


def family_instances(k: int, T: int) -> Iterator[Instance]:
    """The instances of the family that have this ratio if they are played as they should be."""
    for shares, zeros in _best_shares(k, T):
        yield within_1(_rewards(shares, zeros, T))


def _best_shares(k: int, T: int) -> Iterator[tuple[list[int], int]]:
    wanted = least_weight(k, T)  # OPT = T(T+1)/2, so OPT/ALG = T(T+1)/V if 2 ALG = V
    return ((shares, zeros) for shares, zeros in _shares(k, T) if _twice_alg(shares) == wanted)


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
        for best in dict.fromkeys((len(shares) - 1, 0)):
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
