"""Expected reward of a randomised policy: exact where possible, else a labelled estimate."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count
from imab_verify.policies.options import check_choice
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
from imab_verify.policies.random_probe import ProbeInOrder, RandomProbe
from imab_verify.simulation import stepwise
from imab_verify.simulation.probing import TooManySubsets, expected_reward, reward_in_order
from imab_verify.simulation.run import BesideOpt, ratio

METHODS = ("auto", "exact", "monte-carlo")
MOST_SUBSETS = 500_000
MOST_STEPS = 1_000_000
LOG_40 = Fraction(36889, 10000)  # just above ln(2/0.05)


@dataclass(frozen=True, slots=True)
class Expectation(BesideOpt):
    """E[ALG(T)] of a randomised policy on an instance.

    exact: `mean` is E[ALG(T)] and `interval` is (mean, mean); `samples` and `seed` are None.
    Otherwise `mean` is the average of `samples` independent runs, and `interval` holds E[ALG(T)]
    with probability at least 95% (Hoeffding; nothing is assumed of the distribution).
    """

    mean: Fraction
    interval: tuple[Fraction, Fraction]
    exact: bool
    samples: int | None = None
    seed: int | None = None

    @property
    def ratio(self) -> Fraction | None:
        """OPT(T)/mean; None where mean = 0 < OPT, 1 where both are 0."""
        return ratio(self.opt, self.mean)

    @property
    def policy_regret(self) -> Fraction:
        """OPT(T) - mean."""
        return self.opt - self.mean


def expectation(
    instance: Instance,
    policy: RandomisedPolicy,
    T: int,
    *,
    method: str = "auto",
    samples: int = 1000,
    seed: int = 0,
) -> Expectation:
    """Give E[ALG(T)].

    method "exact" averages over all outcomes or says that they are too many, "monte-carlo"
    averages over `samples` drawn ones, "auto" prefers exact.
    """
    check_policy(policy, f"the object {show_value(policy)}")
    if isinstance(policy, RandomProbe) and not all(a.kind.shape.rising for a in instance.arms):
        raise InputError(f"policy {policy.name} is for arms whose rewards do not fall")
    if not is_randomised(policy):
        raise InputError(f"policy {policy.name} is not randomised: it has runs, not an expectation")
    check_count(T, 0, "the horizon T")
    check_choice(method, METHODS, "the method")
    check_count(samples, 1, "the number of samples")
    mean = None if method == "monte-carlo" else _exact_mean(instance, policy, T)
    if mean is not None:
        return Expectation(instance, policy.name, T, mean, (mean, mean), exact=True)
    if method == "exact":
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
