from fractions import Fraction

import pytest

from imab_verify.model import InputError, Instance, Reward
from imab_verify.model.families import (
    capped_linear,
    lower_bound_appendix,
    lower_bound_main,
    policy_regret_example,
    round_robin_worst,
)

GRID = [(k, T) for k in range(1, 7) for T in range(1, 20)]


@pytest.mark.parametrize(("k", "T"), GRID)
def test_the_main_text_family_is_its_formula_and_always_valid(k, T):
    N = -(-T // k)
    instance = lower_bound_main(k, T, k)
    for i, arm in enumerate(instance.arms, 1):
        for n in range(1, k * N + 3):
            if i == k:
                assert arm.value(n) == (Fraction(n, k * N) if n <= k * N else 1)
            else:
                assert arm.value(n) == (Fraction(n, k * N) if n <= N else Fraction(1, k))


@pytest.mark.parametrize(("k", "T"), GRID)
def test_the_appendix_family_is_valid_exactly_when_k_divides_T(k, T):
    N = -(-T // k)
    if T % k:
        with pytest.raises(InputError) as caught:
            lower_bound_appendix(k, T, 1)
        assert str(caught.value) == (
            f"the appendix's lower-bound instance for k = {k}, T = {T}, m = 1 is invalid: "
            f"arm 2 is not monotone at pull {N + 1}: f({N + 1}) = 1/{k} "
            f"is less than f({N}) = {Fraction(N, T)}"
        )
        return
    instance = lower_bound_appendix(k, T, 1)
    for n in range(1, T + 3):
        assert instance.arms[0].value(n) == (Fraction(n, T) if n <= T else 1)
        for arm in instance.arms[1:]:
            assert arm.value(n) == (Fraction(n, T) if n <= N else Fraction(1, k))
    assert instance == lower_bound_main(k, T, 1)


@pytest.mark.parametrize(("k", "T"), GRID)
def test_the_capped_linear_family_is_always_valid_and_has_its_ratio(k, T):
    instance = capped_linear(k, T)
    N = -(-T // k)
    for n in range(T + 3):
        assert instance.arms[-1].value(n) == Fraction(min(n, T), T)
        for arm in instance.arms[:-1]:
            assert arm.value(n) == Fraction(min(n, N), T)
    assert instance.opt(T) == Fraction(T + 1, 2)
    if T % k == 0:
        equal_shares = sum(arm.rew(T // k) for arm in instance.arms)
        assert instance.opt(T) / equal_shares == Fraction(k * (T + 1), T + k)


def test_m_is_the_arm_that_goes_on():
    for family in (lower_bound_main, lower_bound_appendix, capped_linear):
        for m in (1, 2, 3):
            limits = [arm.limit for arm in family(3, 6, m).arms]
            assert [i for i, limit in enumerate(limits, 1) if limit == 1] == [m]


def test_the_round_robin_instance_is_its_formula():
    instance = round_robin_worst(3, 9)
    zero = Reward.from_values([0])
    assert instance == Instance.of([Reward.from_points([(0, 0), (9, 1)]), zero, zero])
    assert instance.opt(9) == 5
    assert sum(arm.rew(3) for arm in instance.arms) == Fraction(9 + 3, 2 * 9)


def test_the_policy_regret_example_is_literal_and_leaves_the_interval_after_ten_pulls():
    instance = policy_regret_example(10)
    assert [instance.arms[0].value(n) for n in range(11)] == [Fraction(n, 10) for n in range(11)]
    assert instance.arms[1] == Reward.from_values(["1/10"])
    with pytest.raises(InputError) as caught:
        policy_regret_example(11)
    assert str(caught.value) == (
        "the policy-regret example for T = 11 is invalid: "
        "arm 1 is outside [0,1] at pull 11: f(11) = 11/10"
    )


def test_what_the_paper_leaves_open_in_the_policy_regret_example_is_a_parameter():
    second = policy_regret_example(5, f_2_at_0=0, f_2_at_1="1/20").arms[1]
    assert [second.value(n) for n in range(4)] == [0, *(Fraction(n, 20) for n in (1, 2, 2))]
    with pytest.raises(InputError, match="is invalid: arm 2 is not concave at pull 2: "):
        policy_regret_example(5, 0, 0)
    with pytest.raises(InputError, match=r"^f_2\(1\) is 0\.05, which is not an exact rational"):
        policy_regret_example(5, 0, 0.05)


def test_horizons_may_be_enormous():
    assert lower_bound_main(3, 10**18, 2).arms[1].flat_from == 10**18 + 2
    assert capped_linear(3, 10**18).opt(10**18) == Fraction(10**18 + 1, 2)
    assert round_robin_worst(2, 10**18).opt_changes() == [(1, 0)]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: lower_bound_main(0, 5, 1), "the number of arms k must be at least 1, not 0"),
        (lambda: lower_bound_appendix(2, 0, 1), "the horizon T must be at least 1, not 0"),
        (lambda: lower_bound_main(2, 5.0, 1), "the horizon T must be an integer, not 5.0"),
        (lambda: lower_bound_main(2, 5, 3), "the arm m must be at most k = 2, not 3"),
        (lambda: capped_linear(2, 5, 0), "the arm m must be at least 1, not 0"),
        (lambda: capped_linear("2", 5), "the number of arms k must be an integer, not 2"),
        (lambda: round_robin_worst(2, -1), "the horizon T must be at least 1, not -1"),
        (lambda: policy_regret_example(0), "the horizon T must be at least 1, not 0"),
    ],
)
def test_bad_parameters_are_named(build, message):
    with pytest.raises(InputError) as caught:
        build()
    assert str(caught.value) == message
