"""The exact expected reward of `random-probe`, averaged over all orders without listing them.

Fix the scale m. Arm i is left after d_i pulls, d_i = min{n >= 1: f_i(n) < m n/T}, whatever was
played before it. So when S is the set of arms probed before arm i, that arm gets
min(d_i, T - d(S)) pulls, d(S) = sum of d_j over S, and nothing when d(S) >= T. In a uniformly
random order of k arms the set before arm i is S with probability |S|! (k-1-|S|)! / k!. Only |S|
and d(S) matter: it is enough to count the subsets by size and sum.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import factorial, floor

from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.random_probe import ProbeInOrder, RandomProbe


class TooManySubsets(Exception):  # noqa: N818  a limit of this method, not a fault of the input
    """The sums of subsets are too many to be counted."""


def leave_after(arm: Reward, scale: Fraction, T: int) -> int:
    """Return d = min{n >= 1: f(n) < scale n/T}, for T >= 1 and scale > 0, piece by piece."""
    line = scale / T
    for (a, _), (b, _) in pairwise(arm.points):
        start = max(a, 1)
        lead = arm.value(start) - line * start
        if lead < 0:
            return start
        closing = line - arm.delta(b)
        if closing > 0 and start + floor(lead / closing) < b:
            return start + floor(lead / closing) + 1
    return floor(arm.limit / line) + 1


def expected_reward(instance: Instance, policy: RandomProbe, T: int, most: int) -> Fraction:
    """E[ALG(T)]; TooManySubsets if it would take more than `most` pairs (size, sum) in all."""
    if T == 0:
        return Fraction(0)
    budget = most // len(policy.scales)
    means = [_mean(instance, scale, policy.fallback, T, budget) for scale in policy.scales]
    return sum(means, Fraction(0)) / len(means)


def reward_in_order(instance: Instance, outcome: ProbeInOrder, T: int) -> Fraction:
    """ALG(T) of one drawn order and scale, in closed form."""
    if T == 0:
        return Fraction(0)
    leave = [leave_after(arm, outcome.scale, T) for arm in instance.arms]
    pulls = [0] * instance.k
    left = T
    for i in outcome.order:
        pulls[i] = min(leave[i], left)
        left -= pulls[i]
    if left:
        stay = outcome.order[-1] if outcome.fallback == "last" else _best(instance, pulls)
        pulls[stay] += left
    return instance.collected(pulls)


def _mean(instance: Instance, scale: Fraction, fallback: str, T: int, most: int) -> Fraction:
    """E[ALG(T)] over a uniformly random order, for one scale."""
    leave = [leave_after(arm, scale, T) for arm in instance.arms]
    if sum(leave) < T and fallback == "best":
        # Every arm is left, in any order, and the rest goes to the same arm.
        pulls = list(leave)
        pulls[_best(instance, pulls)] += T - sum(leave)
        return instance.collected(pulls)
    alike = Counter(zip(instance.arms, leave, strict=True))
    budget = most // len(alike)
    return sum(
        (
            copies * _mean_of_arm(arm, d, alike - Counter([(arm, d)]), T, budget)
            for (arm, d), copies in alike.items()
        ),
        Fraction(0),
    )


def _mean_of_arm(
    arm: Reward, d: int, others: Counter[tuple[Reward, int]], T: int, most: int
) -> Fraction:
    """Average the reward from one arm, given the leaving times of the others."""
    k = others.total() + 1
    mean = Fraction(0)
    for (size, used), count in _subset_sums((d for _, d in others.elements()), T, most).items():
        # After all the others it is the last arm, and stays to the end.
        pulls = T - used if size == k - 1 else min(d, T - used)
        mean += count * factorial(size) * factorial(k - 1 - size) * arm.rew(pulls)
    return mean / factorial(k)


def _subset_sums(numbers: Iterable[int], T: int, most: int) -> Counter[tuple[int, int]]:
    """Count the subsets by (size, sum), those with sum < T."""
    counts = Counter({(0, 0): 1})
    for d in numbers:
        longer = {(n + 1, s + d): c for (n, s), c in counts.items() if s + d < T}
        counts.update(longer)
        if len(counts) > most:
            raise TooManySubsets
    return counts


def _best(instance: Instance, pulls: list[int]) -> int:
    """Return the arm of largest last reward, the first of several."""
    return max(range(instance.k), key=lambda i: (instance.arms[i].value(pulls[i]), -i))
