from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

BIG = 10**18

steps = st.lists(st.fractions(0, 1, max_denominator=8), max_size=4)
gaps = st.lists(st.integers(1, 9), min_size=4, max_size=4)


@st.composite
def arms(draw):
    """An arm of any class with at most four pieces that end before n = 40 and a limit <= 1."""
    kind = draw(st.sampled_from(list(ArmClass)))
    slopes = draw(steps)
    if kind.shape.concave:
        slopes.sort(reverse=True)
    widths = draw(gaps)[: len(slopes)]
    places = accumulate(widths, initial=kind.first)
    rises = (s * w for s, w in zip(slopes, widths, strict=True))
    values = list(accumulate(rises, initial=draw(st.fractions(0, 1, max_denominator=8))))
    size = max(values[-1], 1)
    if not kind.shape.rising:
        values = [values[-1] - value for value in values]
    return Reward.from_points([(n, v / size) for n, v in zip(places, values, strict=True)], kind)


instances = st.lists(arms(), min_size=1, max_size=5).map(Instance.of)


def naive_changes(instance, last):
    best = [instance.opt_arm(T) for T in range(1, last + 1)]
    return [(T, b) for T, b in enumerate(best, 1) if T == 1 or b != best[T - 2]]


@given(instances, st.integers(0, 50))
def test_opt_is_the_best_total_and_its_arm_the_first_with_it(instance, T):
    totals = [sum((f.value(n) for n in range(1, T + 1)), Fraction(0)) for f in instance.arms]
    assert instance.opt(T) == max(totals)
    assert totals[instance.opt_arm(T)] == max(totals)
    assert max(totals) not in totals[: instance.opt_arm(T)]


@examples(300)
@given(instances)
def test_opt_changes_equal_the_argmax_at_every_horizon(instance):
    changes = instance.opt_changes()
    assert [c for c in changes if c[0] <= 60] == naive_changes(instance, 60)
    for T, arm in changes:
        assert instance.opt_arm(T) == arm
        assert T == 1 or instance.opt_arm(T - 1) != arm


def test_opt_changes_far_out_are_found_exactly():
    early = Reward.from_values(["1/2"])
    late = Reward.from_points([(0, 0), (BIG, 1)])
    # (T+1)T/(2 BIG) > T/2 first at T = BIG.
    assert Instance.of([early, late]).opt_changes() == [(1, 0), (BIG, 1)]
    # With the order exchanged a tie, at T = BIG - 1, is enough.
    assert Instance.of([late, early]).opt_changes() == [(1, 1), (BIG - 1, 0)]


def test_a_lead_after_the_last_breakpoint_is_caught_up_linearly():
    flat = Reward.from_values(["99/100"])
    slow = Reward.from_points([(0, 0), (100, 1)])
    # Rew(slow, T) = 101/2 + (T - 100) exceeds 99 T / 100 first at T = 4951.
    assert Instance.of([flat, slow]).opt_changes() == [(1, 0), (4951, 1)]
    assert Instance.of([slow, flat]).opt_changes() == [(1, 1), (4950, 0)]


def test_an_arm_may_lead_twice():
    straight = Reward.from_points([(0, 0), (100, 1)])
    burst = Reward.from_points([(0, 0), (1, "1/50"), (30, "1/4")])
    again = Instance.of([straight, burst]).opt_changes()
    assert again[0] == (1, 1)
    assert again[-1][1] == 0
    stairs = Reward.from_hinges(0, {5: "1/2"}, ArmClass.MONOTONE)
    climb = Reward.from_values([0, "1/9", "1/9", "1/9", "1/9", "1/9", "1/9", "1/9", 1], "monotone")
    twice = Instance.of([climb, stairs])
    assert [arm for _, arm in twice.opt_changes()] == [0, 1, 0]
    assert naive_changes(twice, 60) == twice.opt_changes()


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Instance.of([]), "an instance needs at least one arm"),
        (
            lambda: Instance.of([Reward.from_values([0]), Reward.from_points([(0, 0), (10, 2)])]),
            r"^arm 2 is outside \[0,1\] at pull 6: f\(6\) = 6/5$",
        ),
        (
            lambda: Instance.of([Reward.from_values(["3/2"])]),
            r"^arm 1 is outside \[0,1\] at pull 0: f\(0\) = 3/2$",
        ),
        (
            lambda: Instance.of([Reward.from_values([1, 2], ArmClass.CONCAVE_FROM_1)]),
            r"^arm 1 is outside \[0,1\] at pull 2: f\(2\) = 2$",
        ),
        (
            lambda: Instance.of([Reward.from_values([2], ArmClass.CONCAVE_FROM_1)]),
            r"^arm 1 is outside \[0,1\] at pull 1: f\(1\) = 2$",
        ),
        (
            lambda: Instance.of([Reward.from_points([(0, 0), (4, 1), (BIG, "3/2")])]),
            r"^arm 1 is outside \[0,1\] at pull 5: ",
        ),
        (lambda: Instance.of([Reward.from_values([1])]).scaled(2), r"^arm 1 is outside \[0,1\]"),
        (lambda: Instance.of([Reward.from_values([1])]).opt(-1), "^the horizon T must be at least"),
        (lambda: Instance.of([Reward.from_values([1])]).opt_arm(1.5), "must be an integer"),
    ],
)
def test_bad_instances_are_refused(build, message):
    with pytest.raises(InputError, match=message):
        build()


@given(instances)
def test_the_first_pull_outside_the_interval_is_named(instance):
    doubled = [arm.scaled(2) for arm in instance.arms]
    above = [
        (i, n)
        for i, arm in enumerate(doubled, 1)
        for n in range(arm.kind.first, 50)
        if arm.value(n) > 1
    ]
    if not above:
        assert Instance.of(doubled).k == instance.k
        return
    with pytest.raises(InputError) as caught:
        Instance.of(doubled)
    arm, pull = above[0]
    assert str(caught.value).startswith(f"arm {arm} is outside [0,1] at pull {pull}: ")


@given(arms(), arms())
def test_a_mixture_lies_between(f, g):
    assume(f.kind is g.kind)
    start, end = Instance.of([f]), Instance.of([g])
    [third] = start.mixed(end, Fraction(1, 3)).arms
    places = range(f.kind.first, 45)
    assert all(third.value(n) == (2 * f.value(n) + g.value(n)) / 3 for n in places)
    assert start.mixed(end, Fraction(0)) == start
    assert start.mixed(end, Fraction(1)) == end
