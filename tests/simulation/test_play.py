"""Whoever plays, and however: leaps and single pulls tell the same of a run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RoundRobin,
    SingleArm,
)
from imab_verify.simulation import play, stepwise


class InDisguise:
    """A policy whose leaps nobody knows."""

    def __init__(self, policy):
        self.policy = policy
        self.name = policy.name
        self.horizon_aware = policy.horizon_aware

    def choose(self, seen):
        return self.policy.choose(seen)


POLICIES = [
    Algorithm1(),
    Elimination(),
    ExploreThenCommit(explore=3),
    Greedy(),
    RoundRobin(),
    SingleArm(),
]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@given(data=st.data())
def test_both_ways_find_the_same(tying_instances, policy, data):
    instance = data.draw(tying_instances)
    T = data.draw(st.integers(1, 30))
    first = data.draw(st.integers(1, T))
    leaps, steps = (play.play(instance, p, T) for p in (policy, InDisguise(policy)))
    assert (leaps.method, steps.method) == ("leaping", "stepwise")
    assert leaps.run == steps.run == play.play_run(instance, policy, T)
    assert leaps.external_regret == steps.external_regret
    assert leaps.run.alg == instance.collected(leaps.run.pulls)
    one, other = (
        play.find_worst_horizon(instance, p, T, first=first) for p in (policy, InDisguise(policy))
    )
    assert (one.t, one.ratio, one.pulls) == (other.t, other.ratio, other.pulls)
    assert first <= one.t <= T
    if policy.horizon_aware:
        return  # the run of a shorter horizon is another one
    ratios = [stepwise.run(instance, policy, t).ratio for t in range(first, T + 1)]
    worst = None if None in ratios else max(ratios)
    assert (one.t, one.ratio) == (first + ratios.index(worst), worst)


def test_single_pulls_are_refused_where_they_are_too_many():
    instance = Instance.of([Reward.from_values([1])])
    with pytest.raises(InputError, match="is played pull by pull, at most 1000000 of them"):
        play.play(instance, InDisguise(Greedy()), play.MOST_STEPS + 1)
    assert play.play(instance, Greedy(), 10**30).run.alg == 10**30
