from fractions import Fraction

import pytest
from thoroughness import first_fast

from imab_verify.ledger.deciding import decide_reading
from imab_verify.ledger.statements import Verdict
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.simulation import stepwise
from proofs.competitive_ratio import CASE_1, CASE_2, CAUCHY_SCHWARZ, DERIVED, ENTRIES, STATED, lured
from proofs.instances import line_among_capped, line_among_zeros
from proofs.step_cost import dearest_step, leaps_taken


def ratio(curves, T):
    instance = Instance.of([Reward.from_points(curve.points) for curve in curves])
    return stepwise.run(instance, Algorithm1(), T).ratio


def test_the_entries_are_those_of_the_theorem():
    ids = sorted(entry.id for entry in ENTRIES)
    assert ids == sorted(("D4", "D5", "D6", "D7", "D40", "D41", "D42"))


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
    instance = Instance.of([Reward.from_points(curve.points) for curve in lured(k, T)])
    run = stepwise.run(instance, Algorithm1(), T)
    assert run.pulls == (4, 4, 4, 3, *(2,) * 16)
    paid = Fraction(1001, 1000) * (9 * 3 + 5) + 3
    assert run.ratio == Fraction(T * (T + 1), 2) / paid


def test_where_k_divides_t_the_lower_bound_is_the_printed_one():
    for k, T in ((2, 8), (3, 12), (7, 70)):
        assert ratio(line_among_capped(k, T), T) == Fraction(k * (T + 1), T + k)


@pytest.mark.parametrize("entry", first_fast([STATED, DERIVED, CASE_1, CASE_2]), ids=lambda e: e.id)
def test_as_printed_and_after_the_initialisation_it_is_false(entry):
    readings = (entry.literal[0], *entry.others)
    assert {decide_reading(reading).verdict for reading in readings} == {Verdict.REFUTED}


@pytest.mark.parametrize("reading", first_fast(STATED.repairs[2:]), ids=lambda r: r.says)
def test_the_short_repairs_hold(reading):
    assert decide_reading(reading).verdict is Verdict.PROVED


@pytest.mark.slow
@pytest.mark.parametrize("reading", STATED.repairs[:2], ids=lambda r: r.says)
def test_the_repaired_theorem_holds_for_all_k_and_t(reading):
    assert decide_reading(reading, seconds=60).verdict is Verdict.PROVED


@pytest.mark.parametrize("reading", first_fast(STATED.mutants[:4]), ids=lambda r: r.says)
def test_a_stronger_theorem_is_false(reading):
    assert decide_reading(reading).verdict is Verdict.REFUTED


def test_the_sum_of_squares_is_least_for_equal_counts():
    assert CAUCHY_SCHWARZ.prose
    assert all(decide_reading(r).verdict is Verdict.PROVED for r in CAUCHY_SCHWARZ.literal)


def test_a_step_costs_a_linear_number_of_operations():
    assert [dearest_step(k, 8 * k) for k in (1, 2, 4, 8)] == [6 * k - 4 for k in (1, 2, 4, 8)]
    assert dearest_step(20, 400) <= 6 * 20 - 4


def test_leaps_do_not_depend_on_the_horizon():
    assert leaps_taken(6, 10**3) == leaps_taken(6, 10**15) == 2 * 6 + 2
