from fractions import Fraction

import pytest

from imab_verify.language.instances import read_curve
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.simulation import stepwise
from proofs.competitive_ratio.step_cost import dearest_step, leaps_taken
from tests.proofs.asking import entry

STATED = entry("D5")


def run_of(arms, T):
    instance = Instance.of([Reward.from_points(read_curve(text).points) for text in arms])
    return stepwise.run(instance, Algorithm1(), T)


def ratio(arms, T):
    return run_of(arms, T).ratio


def line_among_zeros(k, T):
    """k - 1 arms that stay at 0, then the arm n/T, whose ratio Rew(T)/Rew(m) is the largest."""
    return (*("0",) * (k - 1), f"min(n, {T})/{T}")


def line_among_capped(k, T):
    """k - 1 arms min(n, floor(T/k))/T, then the arm n/T, which nobody can tell from them."""
    return (*(f"min(n, {T // k})/{T}",) * (k - 1), f"min(n, {T})/{T}")


def lured(k, T):
    """Arms c min(n,3), c min(n,2) and 0, then the arm n, scaled; c = 1001/1000.

    The T - 2k pulls after the initialisation all go to the bent arms, which are as few as can be.
    """
    pairs, single = divmod(T - 2 * k, 2)
    bent = [f"1001*min(n, {bend})/{2000 * T}" for bend in [3] * pairs + [2] * single]
    return (*bent, *("0",) * (k - 1 - len(bent)), f"min(n, {T})/{2 * T}")


def constant_and_line(k, T):
    """A constant 2/T, the line n/T, and arms that stay at 0: two pulls more for each of the two."""
    return (f"1/{T // 2}", f"min(n, {T})/{T}", *("0",) * (k - 2))


def test_the_instances_tried_are_these():
    tried = [i.arms for part in (STATED.beyond, STATED.others) for r in part for i in r.tries]
    assert tuple(tried[0]) == line_among_zeros(48, 96)
    assert tuple(tried[2]) == constant_and_line(284, 572)
    assert ratio(tried[2], 572) == Fraction(572 * 573, 9 * 4) > 32 * 284


@pytest.mark.parametrize(("c", "k"), [(32, 48), (200, 300)])
def test_at_two_pulls_per_arm_the_constants_fail_from_this_k_on(c, k):
    assert ratio(line_among_zeros(k, 2 * k), 2 * k) == Fraction(k * (2 * k + 1), 3) > c * k
    assert Fraction((k - 1) * (2 * k - 1), 3) <= c * (k - 1)


@pytest.mark.parametrize(("c", "k"), [(32, 95), (200, 599)])
def test_one_step_later_they_fail_from_this_k_on(c, k):
    T = 2 * k + 1
    assert ratio(line_among_zeros(k, T), T) == Fraction(T * (T + 1), 12) > c * k
    assert Fraction((T - 2) * (T - 1), 12) <= c * (k - 1)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_lower_bound_is_what_the_algorithm_gets(k):
    for T in range(2 * k, 8 * k + 1):
        q, r = divmod(T, k)
        assert ratio(line_among_capped(k, T), T) == Fraction(T * (T + 1), q * (T + k + r))


def test_lured_arms_take_all_pulls_after_the_initialisation():
    k, T = 20, 47
    run = run_of(lured(k, T), T)
    assert run.pulls == (4, 4, 4, 3, *(2,) * 16)
    paid = Fraction(1001, 1000) * (9 * 3 + 5) + 3
    assert run.ratio == Fraction(T * (T + 1), 2) / paid


def test_where_k_divides_t_the_lower_bound_is_the_printed_one():
    for k, T in ((2, 8), (3, 12), (7, 70)):
        assert ratio(line_among_capped(k, T), T) == Fraction(k * (T + 1), T + k)


def test_a_step_costs_a_linear_number_of_operations():
    assert [dearest_step(k, 8 * k) for k in (1, 2, 4, 8)] == [6 * k - 4 for k in (1, 2, 4, 8)]
    assert dearest_step(20, 400) <= 6 * 20 - 4


def test_leaps_do_not_depend_on_the_horizon():
    assert leaps_taken(6, 10**3) == leaps_taken(6, 10**15) == 2 * 6 + 2
