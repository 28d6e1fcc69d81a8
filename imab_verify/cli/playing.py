"""One exact run, by the fastest simulator that knows the policy."""

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.model.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_short
from imab_verify.policies.options import parse_options
from imab_verify.policies.protocol import Observations, Policy, RandomisedPolicy, is_randomised
from imab_verify.policies.random_probe import RandomProbe
from imab_verify.policies.registry import make_policy
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.expectation import Expectation, expectation
from imab_verify.simulation.run import Run, ratio

MOST_STEPS = 10**6
"""So many pulls are played one by one, and not more."""
MOST_OFFERS = 4 * 10**6
"""The external regret of a run played pull by pull looks at every arm at every step."""
LONG = 20_000
"""Runs of so many steps show their progress."""

Ratio = Fraction | None
"""OPT/ALG; None is infinite."""


@dataclass(frozen=True, slots=True)
class Played:
    """A run and its external regret, or the reason why that is not known.

    `sequence` has the arm of every step if the run was played pull by pull, otherwise it is None.
    """

    run: Run
    external_regret: Fraction | str
    sequence: list[int] | None = None

    @property
    def method(self) -> str:
        """How the run was played."""
        return "leaping" if self.sequence is None else "stepwise"


@dataclass(frozen=True, slots=True)
class Anytime:
    """The largest OPT/ALG over the horizons 1, ..., T of a run, at the first horizon that has it.

    For a run played in leaps also OPT/ALG at every horizon, and all points (t, OPT/ALG) where its
    form as a function of t changes.
    """

    horizon: int
    ratio: Ratio
    ratio_at: Callable[[int], Ratio] | None = None
    points: list[tuple[int, Ratio]] | None = None


def build_policy(spec: str, options: tuple[str, ...]) -> Policy | RandomisedPolicy:
    """Make the policy of --policy and -o; what its module prints goes to the error stream."""
    with redirect_stdout(sys.stderr):
        return make_policy(spec, parse_options(options))


def play(instance: Instance, policy: Policy, T: int) -> Played:
    """Play T pulls: in leaps where they are known for the policy, otherwise one by one."""
    if leaping.supports(policy):
        found = leaping.run(instance, policy, T)
        return Played(found, leaping.external_regret(instance, policy, T))
    if T > MOST_STEPS:
        raise InputError(
            f"policy {policy.name} is played pull by pull, at most {MOST_STEPS} of them: give a "
            "smaller -T, or use algorithm-1, greedy or round-robin, which are played in leaps"
        )
    sequence = _sequence(instance, policy, T)
    pulls = Counter(sequence)
    counts = tuple(pulls[i] for i in range(instance.k))
    alg = sum((arm.rew(n) for arm, n in zip(instance.arms, counts, strict=True)), Fraction(0))
    regret: Fraction | str = f"k T is over {MOST_OFFERS}"
    if instance.k * T <= MOST_OFFERS:
        regret = stepwise.external_regret(instance, sequence)
    return Played(Run(instance, policy.name, T, counts, alg), regret, sequence)


def expected(
    instance: Instance, policy: RandomisedPolicy, T: int, samples: int, seed: int
) -> Expectation:
    """Average over the chance of a randomised policy: exactly if possible, else by samples."""
    if not isinstance(policy, RandomProbe) and samples * T > 10 * MOST_STEPS:
        raise InputError(
            f"policy {policy.name} is played pull by pull, and {samples} samples of "
            f"T = {show_short(T)} pulls are more than {10 * MOST_STEPS}: give fewer --samples or "
            "a smaller -T"
        )
    with redirect_stdout(sys.stderr):
        return expectation(instance, policy, T, samples=samples, seed=seed)


def check_profile(policy: Policy | RandomisedPolicy, T: int) -> None:
    """Refuse a profile where one run does not contain the runs of all shorter horizons."""
    if is_randomised(policy):
        raise InputError(f"policy {policy.name} is randomised: leave out --profile")
    if policy.horizon_aware:
        raise InputError(
            f"policy {policy.name} knows the horizon, so every horizon is another run: leave out "
            "--profile"
        )
    if T == 0:
        raise InputError("a profile needs a horizon -T of at least 1")


def anytime(played: Played, policy: Policy) -> Anytime:
    """Find the worst horizon up to T."""
    run = played.run
    if played.sequence is not None:
        return _worst_horizon(run.instance, played.sequence)
    profile = leaping.profile(run.instance, policy, run.T)
    return Anytime(*profile.worst(), profile.ratio_at, profile.points())


def _worst_horizon(instance: Instance, sequence: list[int]) -> Anytime:
    """Compare all horizons of a run played pull by pull."""
    counts = [0] * instance.k
    alg = Fraction(0)
    at, largest = 1, Fraction(0)
    for t, arm in enumerate(sequence, 1):
        counts[arm] += 1
        alg += instance.arms[arm].value(counts[arm])
        here = ratio(instance.opt(t), alg)
        if here is None:
            return Anytime(t, None)
        if here > largest:
            at, largest = t, here
    return Anytime(at, largest)


class _Watched:
    """A policy that reports now and then how many pulls it has made."""

    def __init__(self, policy: Policy, report: Callable[[int], None]) -> None:
        self.policy = policy
        self.report = report
        self.name = policy.name
        self.horizon_aware = policy.horizon_aware

    def __deepcopy__(self, memo: dict[int, object]) -> "_Watched":
        return _Watched(deepcopy(self.policy, memo), self.report)

    def choose(self, seen: Observations) -> int:
        """Choose as the policy does."""
        if seen.t % 1000 == 0:
            self.report(seen.t)
        return self.policy.choose(seen)


def _sequence(instance: Instance, policy: Policy, T: int) -> list[int]:
    with redirect_stdout(sys.stderr):
        if T < LONG:
            return stepwise.sequence(instance, policy, T)
        from imab_verify.report.terminal import progress

        with progress(f"{policy.name}: {T} pulls", T) as report:
            return stepwise.sequence(instance, _Watched(policy, report), T)
