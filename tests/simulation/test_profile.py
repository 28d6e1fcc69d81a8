from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1, Greedy, RoundRobin
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.profile import profile
from imab_verify.simulation.stepwise import ratio

POLICIES = [
    Algorithm1(),
    Algorithm1(init="pairs", ties="highest-index"),
    Greedy(),
    Greedy(ties="highest-index"),
    RoundRobin(),
]
every_policy = pytest.mark.parametrize("policy", POLICIES, ids=repr)


def concave(*points):
    return Reward.from_points(points)


def naive_profile(instance, policy, T):
    """[(t, pulls, opt, alg)] for t = 1..T, pull by pull."""
    counts, alg, rows = [0] * instance.k, Fraction(0), []
    for t, arm in enumerate(stepwise.sequence(instance, policy, T), 1):
        counts[arm] += 1
        alg += instance.arms[arm].value(counts[arm])
        rows.append((t, tuple(counts), instance.opt(t), alg))
    return rows


def naive_worst(rows):
    ratios = [(t, ratio(opt, alg)) for t, _, opt, alg in rows]
    infinite = [pair for pair in ratios if pair[1] is None]
    return infinite[0] if infinite else max(ratios, key=lambda pair: (pair[1], -pair[0]))


def check(instance, policy, T):
    rows = naive_profile(instance, policy, T)
    found = profile(instance, policy, T)
    for t, pulls, opt, alg in rows:
        assert found.pulls_at(t) == pulls
        assert (found.opt_at(t), found.alg_at(t)) == (opt, alg)
        assert found.ratio_at(t) == ratio(opt, alg)
        assert found.segment_at(t).opt_arm == instance.opt_arm(t)
    assert found.worst() == naive_worst(rows)


@every_policy
@examples(40)
@given(data=st.data(), T=st.integers(1, 60))
def test_the_profile_is_that_of_stepwise_at_every_horizon(tying_instances, policy, data, T):
    check(data.draw(tying_instances), policy, T)


@every_policy
@examples(30)
@given(data=st.data())
def test_the_segments_cover_all_horizons_in_order(tying_instances, policy, data):
    found = profile(data.draw(tying_instances), policy, 10**15)
    ends = [(segment.first, segment.last) for segment in found.segments]
    assert ends[0][0] == 1
    assert ends[-1][1] == 10**15
    assert all(first == last + 1 for (_, last), (first, _) in pairwise(ends))
    assert {t for t, _ in found.points()} == {t for pair in ends for t in pair}
    assert all(value == found.ratio_at(t) for t, value in found.points())


@every_policy
@examples(30)
@given(data=st.data(), T=st.integers(10**9, 10**10), shift=st.integers(0, 10**9))
def test_far_horizons_agree_with_runs_of_their_own(tying_instances, policy, data, T, shift):
    found = profile(data.draw(tying_instances), policy, T)
    t = T - shift
    if t >= 1:
        own = leaping.run(found.instance, policy, t)
        assert found.pulls_at(t) == own.pulls
        assert found.ratio_at(t) == own.ratio
    _, worst = found.worst()
    if worst is not None:
        assert all(value <= worst for _, value in found.points())
        assert found.ratio_at(max(t, 1)) <= worst


def test_a_maximum_inside_a_segment_is_found():
    # For 1000 <= t <= 2000, up to lower terms, OPT(t) = t - 500 and ALG(t) = t^2/8000 + t/8. The
    # ratio has its maximum where t^2 - 1000 t - 500000 = 0, at t = 500 + 500 sqrt(3), about 1366.
    instance = Instance.of([concave((0, "1/4")), concave((0, 0), (1000, 1))])
    found = profile(instance, RoundRobin(), 5000)
    t, worst = found.worst()
    ends = {end for segment in found.segments for end in (segment.first, segment.last)}
    assert t not in ends
    assert 1360 < t < 1370
    assert worst == found.ratio_at(t)
    assert (t, worst) == naive_worst(naive_profile(instance, RoundRobin(), 5000))


def test_a_horizon_at_which_nothing_was_paid_is_infinite():
    instance = Instance.of([concave((0, 0)), concave((0, 1))])
    found = profile(instance, RoundRobin(), 10)
    assert found.ratio_at(1) is None
    assert found.worst() == (1, None)


def test_nothing_to_be_had_is_ratio_one_until_something_is():
    late = Reward.from_points([(0, 0), (6, 0), (7, 1)], ArmClass.MONOTONE)
    zero = concave((0, 0))
    found = profile(Instance.of([zero, late]), RoundRobin(), 20)
    assert found.ratio_at(6) == 1
    assert found.ratio_at(7) is None
    assert found.worst() == (7, None)
    assert profile(Instance.of([zero, zero]), RoundRobin(), 20).worst() == (1, 1)
    assert profile(Instance.of([late]), RoundRobin(), 20).worst() == (1, 1)


def test_a_horizon_outside_the_profile_is_refused():
    instance = Instance.of([concave((0, 1))])
    found = profile(instance, RoundRobin(), 10)
    with pytest.raises(InputError, match="at most 10, where the profile ends, not 11"):
        found.ratio_at(11)
    with pytest.raises(InputError, match="at least 1, not 0"):
        found.ratio_at(0)
    with pytest.raises(InputError, match="the horizon T of a profile must be at least 1"):
        profile(instance, RoundRobin(), 0)
