"""The one place that chooses how to play: in leaps where they are known, otherwise pull by pull.

`simulate` is what the commands and the Python interface call; `play_run` and `find_worst_horizon`
are for callers that play many instances, such as the hunt; `reach` plays at several horizons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_short
from imab_verify.policies.builtin import RandomProbe
from imab_verify.policies.protocol import Policy, RandomisedPolicy, is_randomised
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.expectation import Expectation, expectation
from imab_verify.simulation.profile import Profile, profile
from imab_verify.simulation.stepwise import FinishedRun, ratio

MOST_STEPS = 10**6
"""Longest run that is played pull by pull."""
MOST_OFFERS = 4 * 10**6
"""The external regret of a run played pull by pull looks at every arm at every step."""
LONG = 20_000
"""Runs of so many steps show their progress."""

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Given what is done and the total, a context whose function is told how much is done."""


@dataclass(frozen=True, slots=True)
class Played:
    """A run and its external regret, or the reason why that is not known.

    `sequence` has the arm of every step if the run was played pull by pull, otherwise it is None.
    """

    run: FinishedRun
    external_regret: Fraction | str
    sequence: Sequence[int] | None = None

    @property
    def method(self) -> str:
        """The way of playing: leaping or stepwise."""
        return "leaping" if self.sequence is None else "stepwise"


@dataclass(frozen=True, slots=True)
class WorstHorizon:
    """The largest OPT/ALG over some horizons of a run, at the first horizon t that has it.

    ratio: OPT(t)/ALG(t); None is infinite. pulls: the counts after t pulls. profile: for a run
    played in leaps, OPT/ALG at every horizon.
    """

    t: int
    ratio: Fraction | None
    pulls: tuple[int, ...]
    profile: Profile | None = None


def simulate(
    instance: Instance,
    policy: Policy | RandomisedPolicy,
    T: int,
    *,
    samples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Played | Expectation:
    """Play T pulls, or average over the chance of a randomised policy.

    The average is exact if possible, otherwise over so many samples drawn with this seed.
    """
    if not is_randomised(policy):
        return play(instance, cast("Policy", policy), T, progress)
    if not isinstance(policy, RandomProbe) and samples * T > 10 * MOST_STEPS:
        raise InputError(
            f"policy {policy.name} is played pull by pull, and {samples} samples of "
            f"T = {show_short(T)} pulls are more than {10 * MOST_STEPS}: give fewer --samples or "
            "a smaller -T"
        )
    return expectation(instance, policy, T, samples=samples, seed=seed)


def play(instance: Instance, policy: Policy, T: int, progress: Progress | None = None) -> Played:
    """Play T pulls of a deterministic policy, and find the external regret."""
    if can_leap(instance, policy):
        return Played(*leaping.run_with_regret(instance, policy, T))
    if T > MOST_STEPS:
        raise InputError(
            f"policy {policy.name} is played pull by pull, at most {MOST_STEPS} of them: give a "
            "smaller -T, or use a built-in policy on arms that rise, which is played in leaps"
        )
    shown = (
        nullcontext() if progress is None or T < LONG else progress(f"{policy.name}: {T} pulls", T)
    )
    with shown as report:
        sequence = stepwise.sequence(instance, policy, T, report)
    stepwise.confirm(instance, policy, sequence)
    counted = Counter(sequence)
    pulls = tuple(counted[i] for i in range(instance.k))
    regret: Fraction | str = f"k T is over {MOST_OFFERS}"
    if instance.k * T <= MOST_OFFERS:
        regret = stepwise.external_regret(instance, sequence)
    run = FinishedRun(instance, policy.name, T, instance.collected(pulls), pulls)
    return Played(run, regret, sequence)


def can_leap(instance: Instance, policy: Policy) -> bool:
    """Whether the leaps of the policy are known, and good for arms that rise."""
    return leaping.supports(policy) and all(arm.kind.shape.rising for arm in instance.arms)


def play_run(instance: Instance, policy: Policy, T: int) -> FinishedRun:
    """Play T pulls of a deterministic policy, at any cost, and find nothing else."""
    fastest = leaping.run if can_leap(instance, policy) else stepwise.run
    return fastest(instance, policy, T)


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


def find_worst_horizon(
    instance: Instance,
    policy: Policy,
    T: int,
    *,
    first: int = 1,
    sequence: Sequence[int] | None = None,
) -> WorstHorizon:
    """Find the worst horizon t with first <= t <= T; `sequence` is the run if it is known."""
    if can_leap(instance, policy):
        whole = profile(instance, policy, T)
        t, largest = whole.worst(first)
        return WorstHorizon(t, largest, whole.pulls_at(t), whole)
    if sequence is None:
        sequence = stepwise.sequence(instance, policy, T)
    horizons = (
        WorstHorizon(t, ratio(instance.opt(t), alg), tuple(pulls))
        for t, alg, pulls in _along(instance, sequence)
        if t >= first
    )
    # Nothing is worse than infinite.
    return max(horizons, key=lambda h: (h.ratio is None, h.ratio or Fraction(0)))


def _along(instance: Instance, arms: Iterable[int]) -> Iterator[tuple[int, Fraction, list[int]]]:
    """Give t, ALG(t) and the counts, a list that changes, after each pull of a run."""
    pulls, alg = [0] * instance.k, Fraction(0)
    for t, arm in enumerate(arms, 1):
        pulls[arm] += 1
        alg += instance.arms[arm].value(pulls[arm])
        yield t, alg, pulls


# --- several horizons -------------------------------------------------------------------------


def reach(
    instance: Instance,
    policy: Policy | RandomisedPolicy,
    horizons: Sequence[int],
    *,
    samples: int = 1000,
    seed: int = 0,
) -> Sequence[FinishedRun | Expectation]:
    """The outcome at each horizon, in the order of `horizons`.

    A policy that does not know the horizon makes the same pulls at all of them, so one run serves;
    one that knows it, or is randomised, is played again for each.
    """
    if is_randomised(policy):
        means = (simulate(instance, policy, T, samples=samples, seed=seed) for T in horizons)
        return [*cast("Iterator[Expectation]", means)]
    fixed = cast("Policy", policy)
    if can_leap(instance, fixed):
        return [leaping.run(instance, fixed, T) for T in horizons]
    steps = sum(horizons) if fixed.horizon_aware else max(horizons)
    if steps > MOST_STEPS:
        raise InputError(
            f"policy {fixed.name} is played pull by pull, and these horizons take "
            f"{show_short(steps)} pulls, more than {MOST_STEPS}: give a smaller -T, or fewer points"
        )
    if fixed.horizon_aware:
        return [_stop_at(instance, fixed, {T})[T] for T in horizons]
    seen = _stop_at(instance, fixed, set(horizons))
    return [seen[T] for T in horizons]


def _stop_at(instance: Instance, policy: Policy, horizons: set[int]) -> dict[int, FinishedRun]:
    """Give what one run that is played pull by pull has reached at these horizons."""
    sequence = stepwise.sequence(instance, policy, max(horizons))
    stepwise.confirm(instance, policy, sequence)
    start = FinishedRun(instance, policy.name, 0, Fraction(0), (0,) * instance.k)
    return {0: start} | {
        t: FinishedRun(instance, policy.name, t, alg, tuple(pulls))
        for t, alg, pulls in _along(instance, sequence)
        if t in horizons
    }
