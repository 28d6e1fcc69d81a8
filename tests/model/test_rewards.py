import pickle
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.rewards import Reward

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
BIG = 10**18

small = st.fractions(0, 3, max_denominator=12)


@st.composite
def values(draw, kind=None):
    """A class and a list of values of it: concave ones have sorted steps."""
    kind = kind or draw(st.sampled_from(list(ArmClass)))
    steps = draw(st.lists(small | st.sampled_from([Fraction(0), Fraction(1, 3)]), max_size=12))
    if kind.shape.concave:
        steps.sort(reverse=True)
    found = list(accumulate(steps, initial=draw(small)))
    return kind, found if kind.shape.rising else found[::-1]


def naive(kind, vals, n):
    return vals[min(n - kind.first, len(vals) - 1)]


@given(values())
def test_closed_forms_equal_the_definitions(drawn):
    kind, vals = drawn
    f = Reward.from_values(vals, kind)
    for n in range(kind.first, len(vals) + 4):
        assert f.value(n) == naive(kind, vals, n)
    for n in range(len(vals) + 4):
        assert f.rew(n) == sum((naive(kind, vals, i) for i in range(1, n + 1)), Fraction(0))
    for n in range(kind.first + 1, len(vals) + 4):
        assert f.delta(n) == naive(kind, vals, n) - naive(kind, vals, n - 1)
    assert f.limit == vals[-1]
    assert all(f.value(n) == f.limit for n in range(f.flat_from, len(vals) + 4))
    assert f.flat_from == kind.first or f.value(f.flat_from - 1) != f.limit


@given(values(), st.data())
def test_estimate_is_the_sum_along_the_line_through_the_last_two_values(drawn, data):
    kind, vals = drawn
    f = Reward.from_values(vals, kind)
    a = data.draw(st.integers(kind.first + 1, len(vals) + 3))
    N = data.draw(st.integers(a, a + 12))
    line = (f.value(a) + d * f.delta(a) for d in range(1, N - a + 1))
    assert f.estimate(a, N) == f.rew(a) + sum(line)


@given(values())
def test_area_is_the_sum_of_trapezia(drawn):
    kind, vals = drawn
    f = Reward.from_values(vals, kind)
    if kind.first:
        with pytest.raises(InputError, match=r"Area\(f,n\) needs f\(0\)"):
            f.area(1)
        return
    for n in range(len(vals) + 3):
        assert f.area(n) == sum((f.value(i) + f.value(i + 1)) / 2 for i in range(n))


@given(values())
def test_points_values_and_hinges_give_the_same_function_back(drawn):
    kind, vals = drawn
    f = Reward.from_values(vals, kind)
    assert Reward.from_points(f.points, kind) == f
    assert Reward.from_points(list(enumerate(vals, kind.first)), kind) == f
    assert Reward.from_values([f.value(n) for n in range(kind.first, f.flat_from + 3)], kind) == f
    assert Reward.from_hinges(*f.hinges(), kind) == f
    assert hash(Reward.from_hinges(*f.hinges(), kind)) == hash(f)
    assert pickle.loads(pickle.dumps(f)) == f  # noqa: S301  our own bytes


@given(
    st.sampled_from(list(ArmClass)),
    small,
    st.dictionaries(st.integers(1, 15), small.filter(bool), max_size=6),
)
def test_hinges_are_the_sum_they_stand_for_and_come_back(kind, constant, weights):
    def hinge(n, j):
        if kind is ROTTING:
            return int(n <= j)
        return int(n >= j) if kind is MONOTONE else min(n - kind.first, j)

    f = Reward.from_hinges(constant, weights, kind)
    for n in range(kind.first, 20):
        assert f.value(n) == constant + sum(c * hinge(n, j) for j, c in weights.items())
    assert f.hinges() == (constant, weights)


@given(values(), small)
def test_scaling_multiplies_every_value(drawn, c):
    kind, vals = drawn
    f = Reward.from_values(vals, kind)
    assert f.scaled(c) == Reward.from_values([c * v for v in vals], kind)


def test_equality_is_equality_of_functions_of_one_class():
    line = Reward.from_points([(0, 0), (4, "2/5")])
    assert line == Reward.from_values(["0", "1/10", "2/10", "3/10", "4/10", "4/10"])
    assert line == Reward.from_points([(0, 0), (1, "1/10"), (4, "2/5"), (9, "2/5")])
    assert line.points == ((0, 0), (4, Fraction(2, 5)))
    assert line != Reward.from_points([(0, 0), (4, "2/5")], MONOTONE)
    assert Reward.from_values(["1/2", "1/2", "1/2"]).points == ((0, Fraction(1, 2)),)
    assert len({line, Reward(line.points), Reward(line.points, MONOTONE)}) == 2


def test_large_counts_cost_nothing():
    f = Reward.from_points([(0, 0), (BIG, 1)])
    assert f.value(BIG // 2) == Fraction(1, 2)
    assert f.rew(BIG) == Fraction(BIG + 1, 2)
    assert f.rew(10**30) == Fraction(BIG + 1, 2) + 10**30 - BIG
    assert f.area(BIG) == Fraction(BIG, 2)
    assert f.delta(BIG) == Fraction(1, BIG)
    assert f.delta(BIG + 1) == 0
    assert f.estimate(1, BIG) == f.rew(BIG)
    assert f.flat_from == BIG
    assert f.hinges() == (0, {BIG: Fraction(1, BIG)})


def test_long_monotone_slopes_have_too_many_steps_to_list():
    f = Reward.from_points([(0, 0), (BIG, 1)], MONOTONE)
    with pytest.raises(InputError, match="too many steps"):
        f.hinges()
    step = Reward.from_hinges(0, {BIG: 1}, MONOTONE)
    assert step.points == ((0, 0), (BIG - 1, 0), (BIG, 1))
    assert step.hinges() == (0, {BIG: 1})


@pytest.mark.parametrize(
    ("vals", "kind", "message"),
    [
        ([0, "1/2", "1/4"], CONCAVE, "arm 7 is not monotone at pull 2: f(2) = 1/4 is less than"),
        ([0, "1/4", "1/4", "1/2"], CONCAVE, "arm 7 is not concave at pull 3: it rises by 1/4"),
        ([0, 0, 1], FROM_1, "arm 7 is not concave at pull 3"),
        ([1, 1, 0], FROM_1, "arm 7 is not monotone at pull 3"),
        (["-1/2", 0], CONCAVE, "arm 7 is negative at pull 0: f(0) = -1/2"),
        ([-1], FROM_1, "arm 7 is negative at pull 1"),
        ([0, 1, 0], MONOTONE, "arm 7 is not monotone at pull 2"),
        ([], CONCAVE, "arm 7 has no rewards: give at least f(0)"),
        ([], FROM_1, "arm 7 has no rewards: give at least f(1)"),
        ([0, 0.5], CONCAVE, "arm 7, pull 1: the reward is 0.5, which is not an exact rational"),
        ([0, "1/3x"], FROM_1, "arm 7, pull 2: the reward is 1/3x"),
        ([0], "convex", "arm 7 is of unknown class convex: use one of concave, "),
        ([0], [], "arm 7 is of unknown class []"),
    ],
)
def test_bad_values_name_arm_and_pull(vals, kind, message):
    with pytest.raises(InputError) as caught:
        Reward.from_values(vals, kind, "arm 7")
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([(0, 0), (2, 1), (2, 1)], "arm 7 has its points out of order: n = 2 comes after n = 2"),
        ([(0, 0), (5, 1), (3, 1)], "arm 7 has its points out of order: n = 3 comes after n = 5"),
        ([(1, 0)], "arm 7 must start at n = 0, as its class is concave, but its first point"),
        ([(-1, 0)], "arm 7, point 1: n must be at least 0, not -1"),
        ([(0, 0), (1.0, 1)], "arm 7, point 2: n must be an integer, not 1.0"),
        ([(0, 0), (True, 1)], "arm 7, point 2: n must be an integer, not True"),
        ([(0, 0), (10**4000, 1)], "arm 7, point 2 has a number of over 4000 digits"),
        ([(0, Fraction(1, 10**4000))], "arm 7, point 1 has a number of over 4000 digits"),
        ([(0, 0, 0)], "arm 7, point 1 must be a pair n, f(n), not (0, 0, 0)"),
        (["ab"], "arm 7, point 1 must be a pair n, f(n), not ab"),
        ([(0, 0), (9, 1), (19, 1), (30, 2)], "arm 7 is not concave at pull 20"),
        ([(0, 1), (9, 2), (19, 1)], "arm 7 is not monotone at pull 10: f(10) = 19/10"),
    ],
)
def test_bad_points_name_arm_and_place(points, message):
    with pytest.raises(InputError) as caught:
        Reward.from_points(points, CONCAVE, "arm 7")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("constant", "weights", "kind", "message"),
    [
        (0, {0: 1}, CONCAVE, "arm 7: the index of a hinge must be at least 1, not 0"),
        (0, {1: 0.5}, CONCAVE, "arm 7: the weight of hinge 1 is 0.5, which is not"),
        (None, {}, CONCAVE, "arm 7: the constant is None, which is not"),
        (-1, {}, CONCAVE, "arm 7 is negative at pull 0"),
        (0, {2: -1, 5: 2}, CONCAVE, "arm 7 is not concave at pull 3"),
        (0, {2: -1, 5: 2}, FROM_1, "arm 7 is not concave at pull 4"),
        (1, {3: -1}, MONOTONE, "arm 7 is not monotone at pull 3"),
    ],
)
def test_bad_hinges_are_named(constant, weights, kind, message):
    with pytest.raises(InputError) as caught:
        Reward.from_hinges(constant, weights, kind, "arm 7")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda f, g: f.value(-1), r"index n of f\(n\) must be at least 0, not -1"),
        (lambda f, g: g.value(0), r"index n of f\(n\) must be at least 1, not 0"),
        (lambda f, g: f.value(1.0), "must be an integer, not 1.0"),
        (lambda f, g: f.rew(-1), r"Rew\(f,n\) must be at least 0"),
        (lambda f, g: f.delta(0), r"Delta\(f,n\) must be at least 1"),
        (lambda f, g: g.delta(1), r"Delta\(f,n\) must be at least 2"),
        (lambda f, g: g.estimate(1, 5), r"index a of P\(f,a,N\) must be at least 2"),
        (lambda f, g: f.estimate(1, -1), r"index N of P\(f,a,N\) must be at least 0"),
        (lambda f, g: f.area(-1), r"Area\(f,n\) must be at least 0"),
        (lambda f, g: f.scaled(-1), "scale factor must not be negative"),
        (lambda f, g: f.scaled(0.5), "scale factor is 0.5, which is not"),
    ],
)
def test_indices_outside_the_domain_are_refused(ask, message):
    f = Reward.from_values([0, 1])
    g = Reward.from_values([0, 1], FROM_1)
    assert g.rew(0) == 0
    with pytest.raises(InputError, match=message):
        ask(f, g)


def test_rewards_that_cannot_share_a_denominator_are_refused_rather_than_swallow_memory():
    start = 10**3990
    rising = [Fraction(1, start - d) for d in range(100)]
    with pytest.raises(InputError, match="arm 1 has too many rewards without a small common"):
        Reward.from_values(rising, MONOTONE)
