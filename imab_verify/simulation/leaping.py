"""Exact runs whose cost depends on the breakpoints of the arms and not on the horizon.

`run` gives the same `FinishedRun` as `stepwise.run`, for the deterministic built-in policies with
all their options, on arms that rise: the leaps rest on rewards being linear between breakpoints
and, for greedy and elimination, on their not falling, but never on concavity.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.pieces import Pieces
from imab_verify.model.rationals import check_count
from imab_verify.policies.builtin import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RoundRobin,
    SingleArm,
)
from imab_verify.policies.protocol import History, Observations, Policy, RandomisedPolicy
from imab_verify.simulation.elimination import elimination
from imab_verify.simulation.leaps import (
    Leap,
    RunState,
    algorithm_1,
    explore_then_commit,
    greedy,
    in_rounds,
)
from imab_verify.simulation.stepwise import FinishedRun

SCALE_FREE = (Algorithm1, ExploreThenCommit, Greedy, RoundRobin, SingleArm)
"""These pull the same arms if all rewards are multiplied by the same number."""
LEAPING = (*SCALE_FREE, Elimination)


def supports(policy: Policy | RandomisedPolicy) -> bool:
    """Tell whether the leaps of this policy are known; a subclass may choose otherwise, so no."""
    return type(policy) in LEAPING


def is_scale_free(policy: Policy | RandomisedPolicy) -> bool:
    """Tell whether the policy is known not to mind if all rewards are multiplied."""
    return type(policy) in SCALE_FREE


def leaps(state: RunState, policy: Policy) -> Iterator[Leap]:
    """Give the leaps of a run from its start, where no pull is made yet, to its horizon."""
    match policy if supports(policy) else None:
        case Algorithm1(init=init, ties=ties):
            return algorithm_1(state, init, ties)
        case Elimination():
            return elimination(state)
        case ExploreThenCommit(explore=explore, commit=commit, ties=ties):
            return explore_then_commit(state, explore, commit, ties)
        case Greedy(ties=ties):
            return greedy(state, ties)
        case RoundRobin():
            return in_rounds(state, range(len(state.arms)), state.T)
        case SingleArm():
            start = Observations(History(len(state.arms)))
            arm = policy.choose(start) if state.T else 0  # refused if there is no such arm
            return in_rounds(state, [arm], state.T)
        case _:
            raise InputError(
                f"policy {policy.name} cannot be played in leaps: only the deterministic built-in "
                "policies can"
            )


def run(instance: Instance, policy: Policy, T: int) -> FinishedRun:
    """Play T pulls in leaps."""
    check_count(T, 0, "the horizon T")
    state = RunState.on(instance, T)
    for _ in leaps(state, policy):
        pass
    return _finished(instance, policy, state)


def run_with_regret(instance: Instance, policy: Policy, T: int) -> tuple[FinishedRun, Fraction]:
    """Play T pulls in leaps, and give `stepwise.external_regret` of them, without listing them.

    An arm has the same on offer until it is pulled again, so its offers are added up when it is
    pulled and at the end: the cost of a leap grows with its own arms only.
    """
    check_count(T, 0, "the horizon T")
    state = RunState.on(instance, T)
    arms = state.arms
    rivals, added = [0] * instance.k, [0] * instance.k
    for leap in leaps(state, policy):
        for place, i in enumerate(leap.arms):
            arm, n = arms[i], leap.counts[place]
            rivals[i] += (leap.start - added[i]) * (arm.rew(n + 1) - arm.rew(n))
            rivals[i] += _sum_offers(arm, n, place, leap)
            added[i] = leap.end
    for i, (arm, n) in enumerate(zip(arms, state.counts, strict=True)):
        rivals[i] += (T - added[i]) * (arm.rew(n + 1) - arm.rew(n))
    run = _finished(instance, policy, state)
    return run, Fraction(max(rivals), state.one) - run.alg


def _finished(instance: Instance, policy: Policy, state: RunState) -> FinishedRun:
    alg = Fraction(state.paid, state.one)
    return FinishedRun(instance, policy.name, state.T, alg, tuple(state.counts))


def _sum_offers(arm: Pieces, count: int, place: int, leap: Leap) -> int:
    """Sum what an arm of the leap has on offer at each of its pulls, scaled.

    The arm is pulled at the steps x = place, place + g, ..., so at step x = 0, 1, ... its offer is
    f(count + 1 + floor((x + g - 1 - place)/g)): whole blocks of g equal offers, but for the ends.
    """
    g = len(leap.arms)

    def up_to(end: int) -> int:
        blocks, rest = divmod(end, g)
        n = count + blocks
        return g * (arm.rew(n) - arm.rew(count)) + rest * (arm.rew(n + 1) - arm.rew(n))

    skipped = g - 1 - place
    return up_to(skipped + leap.pulls) - up_to(skipped)
