"""Instances that attain the least weight of the theorem in kernel/worst_case/theorems.py.

Some arms are 0 and get no pull after the initialisation. The others share the remaining pulls
evenly. The optimal arm is f(n) = n; one arm with the largest count N is constant N/2, so it crosses
the level N-1 last of all; every other arm with count N is min(n, N-1), which looks like f(n) = n
until its last pull. At every tie the optimal arm waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from imab_verify.engines.worst_case.realise import Arms, Scores, WitnessRun, lowest_index_run
from imab_verify.kernel.worst_case import least_weight


def family_run(k: int, T: int, init: str) -> WitnessRun | None:
    """A run with OPT/ALG = T(T+1)/V for the least V, if the family has one (T >= 2k).

    The arms stand in such an order that ties may fall to the lowest index.
    """
    wanted = Fraction(T * (T + 1), least_weight(k, T))
    for counts, arms in candidates(k, T):
        scores = Scores(arms)
        if scores.ratio(counts, T) == wanted:
            sequence = lowest_index_run(scores, k, T, init)
            if all(sequence.count(i) == n for i, n in enumerate(counts)):
                return WitnessRun(wanted, arms, tuple(sequence))
    return None


def candidates(k: int, T: int) -> Iterator[tuple[tuple[int, ...], Arms]]:
    """The counts and arms of the family, by the number of arms that are 0."""
    for zeros in range(k):
        m, r = divmod(T - 2 * zeros, k - zeros)
        shares = [m + 1] * r + [m] * (k - zeros - r)
        for best in {0, len(shares) - 1}:
            others = shares[:best] + shares[best + 1 :]
            if all(N >= 3 for N in others):
                counts = (*others, shares[best], *([2] * zeros))
                yield counts, tuple(_arms(others, zeros, T))


def _arms(others: list[int], zeros: int, T: int) -> Iterator[tuple[Fraction, ...]]:
    """The constant arm, the bent ones, the optimal one, the arms that are 0."""
    for number, N in enumerate(others):
        if number == 0:
            yield (Fraction(N, 2),) * (T + 1)
        else:
            yield tuple(Fraction(min(n, N - 1)) for n in range(T + 1))
    yield tuple(map(Fraction, range(T + 1)))
    yield from (((Fraction(0),) * (T + 1)),) * zeros
