"""Elimination in leaps: the same pulls as the policy makes, and few leaps."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Elimination
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.leaping import leaps
from imab_verify.simulation.leaps import RunState

RISING = [kind for kind in ArmClass if kind.shape.rising]


@st.composite
def draw_arm(draw, kind, T):
    """Long pieces with heights of very different sizes: the drops happen far inside them."""
    bends = draw(st.lists(st.integers(kind.first + 1, T + 2), max_size=3, unique=True).map(sorted))
    slopes = [draw(st.integers(0, 5)) * 10 ** draw(st.sampled_from([0, 0, 0, 1, 3])) for _ in bends]
    if kind.shape.concave:
        slopes.sort(reverse=True)
    points = [(kind.first, draw(st.sampled_from([0, 0, 1, 2, 5, 30, 300, 3000])))]
    for bend, slope in zip(bends, slopes, strict=True):
        n, value = points[-1]
        points.append((bend, value + slope * (bend - n)))
    return points, kind


@st.composite
def draw_instance(draw, T):
    """At most four different arms, beside copies of them; the largest reward is 1 or below."""
    kinds = [draw(st.sampled_from(RISING))] if draw(st.booleans()) else RISING
    one = st.sampled_from(kinds).flatmap(lambda kind: draw_arm(kind, T))
    pool = draw(st.lists(one, min_size=1, max_size=4))
    arms = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=6))
    top = max(points[-1][1] for points, _ in arms) or 1
    unit = top * draw(st.sampled_from([1, 1, Fraction(11, 10), 2, 5, 50]))
    return Instance.of(
        [Reward.from_points([(n, v / Fraction(unit)) for n, v in p], kind) for p, kind in arms]
    )


@st.composite
def draw_run(draw):
    T = draw(st.integers(0, 12) | st.integers(5, 60) | st.integers(40, 200))
    return draw(draw_instance(T)), T


def all_leaps(instance, T):
    return list(leaps(RunState.on(instance, T), Elimination()))


def order_of_pulls(instance, T):
    found = all_leaps(instance, T)
    return [leap.arms[x % len(leap.arms)] for leap in found for x in range(leap.pulls)]


@examples(200)
@given(draw_run())
def test_the_order_of_pulls_is_that_of_the_policy(run):
    instance, T = run
    expected = stepwise.sequence(instance, Elimination(), T)
    assert order_of_pulls(instance, T) == expected
    assert leaping.run(instance, Elimination(), T) == stepwise.run(instance, Elimination(), T)
    regret = stepwise.external_regret(instance, expected)
    assert leaping.run_with_regret(instance, Elimination(), T)[1] == regret


def line(T, top=1):
    return Reward.from_points([(0, 0), (T, top)])


def test_a_line_is_dropped_beside_a_constant_when_its_end_is_in_sight_by_hand():
    # After N pulls of each arm R = 100 - 2N are left, and the line n/100 would pay N + (R + 1)/2
    # hundredths on average: 101/200 in every round, and the same round after round.
    equal, above = (Reward.from_values([v]) for v in ("101/200", "51/100"))
    assert leaping.run(Instance.of([line(100), equal]), Elimination(), 100).pulls == (50, 50)
    assert leaping.run(Instance.of([line(100), above]), Elimination(), 100).pulls == (2, 98)


def test_an_arm_that_had_its_turn_drops_one_that_comes_before_the_leader():
    # At one pull left for each, arm 1 is seen above arm 2 in the same round, arm 3 only after it.
    for T in range(4, 40):
        steps = [Reward.from_points([(0, 0), (9 + i, "1/2")]) for i in (1, 2, 0)]
        instance = Instance.of(steps)
        assert order_of_pulls(instance, T) == stepwise.sequence(instance, Elimination(), T)


def test_a_jump_at_a_breakpoint_is_seen_when_it_is_paid():
    jump = Reward.from_points([(0, 0), (6, 0), (7, "9/10")], ArmClass.MONOTONE)
    constant = Reward.from_values(["1/10"])
    for arms in ([jump, jump, constant], [constant, jump], [jump, line(30), jump]):
        instance = Instance.of(arms)
        assert order_of_pulls(instance, 60) == stepwise.sequence(instance, Elimination(), 60)


def test_equal_arms_share_and_one_arm_is_alone_for_ever():
    T = 10**18 + 1
    rising = Reward.from_points([(0, 0), (10, "1/2"), (30, "3/4")])
    assert leaping.run(Instance.of([rising]), Elimination(), T).pulls == (T,)
    thirds = leaping.run(Instance.of([rising] * 3), Elimination(), T).pulls
    assert thirds == (T // 3 + 1, T // 3 + 1, T // 3)


def test_the_number_of_leaps_does_not_grow_with_the_horizon():
    for scale in (10**4, 10**8, 10**16):
        arms = [
            Reward.from_points([(0, 0), (scale + i, Fraction(i, 12)), (2 * scale, Fraction(1, 2))])
            for i in range(4, 7)
        ]
        instance = Instance.of([*arms, *arms, line(5 * scale), Reward.from_values(["1/3"])])
        assert len(all_leaps(instance, 10 * scale)) < 60


def test_a_line_that_runs_beside_the_bound_is_not_played_round_by_round():
    # Both lines rise alike, and the lower one is kept by hardly more than the leader's next pull.
    for scale in (10**4, 10**8, 10**16):
        low, high = (Fraction(n, 4 * scale) for n in (0, 2))
        arms = [
            Reward.from_points([(0, start), (2 * scale, start + Fraction(1, 2))])
            for start in (low, high)
        ]
        assert len(all_leaps(Instance.of(arms), 4 * scale)) < 20
