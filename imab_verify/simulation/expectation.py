"""Expected reward of a randomised policy: exact where possible, else a labelled estimate.

*`random-probe`, averaged over all orders without listing them.* Fix the scale m. Arm i is left
after d_i pulls, d_i = min{n >= 1: f_i(n) < m n/T}, whatever was played before it. So when S is the
set of arms probed before arm i, that arm gets min(d_i, T - d(S)) pulls, d(S) = sum of d_j over S,
and nothing when d(S) >= T. In a uniformly random order of k arms the set before arm i is S with
probability |S|! (k-1-|S|)! / k!. Only |S| and d(S) matter: it is enough to count the subsets by
size and sum.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import factorial, floor, isqrt
from random import Random
from typing import ClassVar

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import ProbeInOrder, RandomProbe
from imab_verify.policies.protocol import (
    FAULTS,
    Policy,
    RandomisedPolicy,
    check_policy,
    is_finite,
    is_randomised,
    show_fault,
    show_value,
)
from imab_verify.simulation import stepwise
from imab_verify.simulation.stepwise import Outcome

MOST_SUBSETS = 500_000
MOST_STEPS = 1_000_000
LOG_40 = Fraction(36889, 10000)  # just above ln(2/0.05)


@dataclass(frozen=True, slots=True)
class Expectation(Outcome):
    """E[ALG(T)] of a randomised policy on an instance.

    exact: `alg` is E[ALG(T)] and `interval` is (alg, alg); `samples` and `seed` are None. Otherwise
    `alg` is the average of `samples` independent runs, and `interval` holds E[ALG(T)] with
    probability at least 95% (Hoeffding; nothing is assumed of the distribution).
    """

    interval: tuple[Fraction, Fraction]
    exact: bool
    samples: int | None = None
    seed: int | None = None
    pulls: ClassVar[None] = None


def expectation(
    instance: Instance,
    policy: RandomisedPolicy,
    T: int,
    *,
    only_exact: bool = False,
    samples: int = 1000,
    seed: int = 0,
) -> Expectation:
    """Give E[ALG(T)].

    It is averaged over all outcomes or, if these are too many and it need not be exact, over
    `samples` drawn ones.
    """
    check_policy(policy, f"the object {show_value(policy)}")
    if isinstance(policy, RandomProbe) and not all(a.kind.shape.rising for a in instance.arms):
        raise InputError(f"policy {policy.name} is for arms whose rewards do not fall")
    if not is_randomised(policy):
        raise InputError(f"policy {policy.name} is not randomised: it has runs, not an expectation")
    check_count(T, 0, "the horizon T")
    check_count(samples, 1, "the number of samples")
    mean = _exact_mean(instance, policy, T)
    if mean is not None:
        return Expectation(instance, policy.name, T, mean, (mean, mean), exact=True)
    if only_exact:
        raise InputError(f"policy {policy.name} has too many outcomes here for an exact average")
    return _estimate(instance, policy, T, samples, seed)


def _exact_mean(instance: Instance, policy: RandomisedPolicy, T: int) -> Fraction | None:
    """E[ALG(T)], or None if the outcomes are too many or not listed."""
    if isinstance(policy, RandomProbe):
        try:
            return expected_reward(instance, policy, T, MOST_SUBSETS)
        except TooManySubsets:
            return None
    if not is_finite(policy):
        return None
    try:
        if policy.support_size(instance.k) * max(T, 1) > MOST_STEPS:
            return None
        outcomes = list(policy.support(instance.k))
        weights = [weight for weight, _ in outcomes]
    except FAULTS as error:
        fault = show_fault(error)
        raise InputError(f"policy {policy.name} cannot list its outcomes: {fault}") from error
    if not all(isinstance(w, Fraction) and w >= 0 for w in weights) or sum(weights) != 1:
        raise InputError(f"the probabilities of policy {policy.name} must be Fractions of sum 1")
    return sum((w * _reward(instance, policy, outcome, T) for w, outcome in outcomes), Fraction(0))


def _estimate(
    instance: Instance, policy: RandomisedPolicy, T: int, samples: int, seed: int
) -> Expectation:
    """Average `samples` independent runs.

    Every run pays between 0 and OPT(T): Rew(f_i, n) is convex in n, so a sum of rewards over the
    arms is largest at a corner, where one arm gets all pulls.
    """
    rng = Random(seed)  # noqa: S311  for sampling, not for secrets
    total = Fraction(0)
    for _ in range(samples):
        try:
            outcome = policy.draw(instance.k, rng)
        except FAULTS as error:
            fault = show_fault(error)
            raise InputError(f"policy {policy.name} raised an error in draw: {fault}") from error
        total += _reward(instance, policy, outcome, T)
    mean, opt = total / samples, instance.opt(T)
    margin = opt * _hoeffding(samples)
    interval = (max(mean - margin, Fraction(0)), min(mean + margin, opt))
    return Expectation(instance, policy.name, T, mean, interval, False, samples, seed)


def _hoeffding(samples: int, digits: int = 6) -> Fraction:
    """Give h >= sqrt(ln(2/0.05) / (2 samples)), rounded up to `digits` digits.

    By Hoeffding's inequality the average of that many independent variables in [0, 1] is further
    than h from its expectation with probability at most 5%.
    """
    square = LOG_40 / (2 * samples) * 10 ** (2 * digits)
    return Fraction(isqrt(-(-square.numerator // square.denominator)) + 1, 10**digits)


def _reward(instance: Instance, policy: RandomisedPolicy, outcome: Policy, T: int) -> Fraction:
    """ALG(T) of one outcome."""
    if isinstance(outcome, ProbeInOrder):
        return reward_in_order(instance, outcome, T)
    if getattr(outcome, "horizon_aware", False) and not policy.horizon_aware:
        raise InputError(f"policy {policy.name} hides that its outcomes are horizon-aware")
    return stepwise.run(instance, outcome, T).alg


# --- random-probe -----------------------------------------------------------------------------


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
