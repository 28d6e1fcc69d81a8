"""Programs over rays: rows are functionals of the arms, solutions are arms."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.engines.lp import Infeasible, Optimal, Sense, Unbounded
from imab_verify.engines.rays import RayProgram, combine, functional_on_rays, values_of_mixture
from imab_verify.kernel import ArmClass, Kind
from imab_verify.model.rewards import Reward

CLASSES = list(ArmClass)
weights = st.dictionaries(st.integers(0, 6), st.fractions(0, 1, max_denominator=6), max_size=4)


def reward(kind, mixture):
    """The same arm, as the model builds it."""
    hinges = {j: w for j, w in mixture.items() if j}
    return Reward.from_hinges(mixture.get(0, 0), hinges, kind)


def on(row, x):
    return sum((c * x[column] for column, c in row.items()), Fraction(0))


@given(st.sampled_from(CLASSES), weights)
def test_a_mixture_has_the_values_of_the_arm(kind, mixture):
    arm, places = reward(kind, mixture), range(kind.first, 10)
    assert values_of_mixture(kind, mixture, places) == [arm.value(n) for n in places]


@given(st.sampled_from(CLASSES), weights, weights, st.integers(2, 7), st.integers(0, 4))
def test_rows_are_functionals_of_the_arms(kind, first, second, a, more):
    program = RayProgram([(kind, range(7)), (kind, range(7))])
    x = [Fraction(mixture.get(j, 0)) for mixture in (first, second) for j in range(7)]
    terms = ((Fraction(2), Kind.VALUE, a), (Fraction(-1, 3), Kind.REW, a + more))
    for columns, mixture in zip(program.arms, (first, second), strict=True):
        arm = reward(kind, mixture)
        assert on(columns.value(a), x) == arm.value(a)
        assert on(columns.rew(a), x) == arm.rew(a)
        expected = 2 * arm.value(a) - arm.rew(a + more) / 3
        assert on(columns.functional(terms), x) == expected
        assert columns.weights(x) == {j: w for j, w in mixture.items() if w}


def test_a_combination_adds_up_column_by_column():
    assert combine((1, {0: 2, 1: 3}), (-2, {1: 1, 5: 4})) == {0: 2, 1: 1, 5: -8}
    assert combine((1, {0: 1}), (1, {0: 1}), (-2, {0: 1})) == {0: 0}
    assert combine() == {}


@pytest.mark.parametrize("kind", CLASSES)
def test_the_largest_sum_of_an_arm_with_a_given_reward(kind):
    # The largest reward is 1: the most that Rew(f,5) can be is 5, by the constant 1 if f rises.
    program = RayProgram([(kind, range(6))])
    [arm] = program.arms
    program.require(arm.value(5 if kind.shape.rising else kind.first), Sense.EQ, 1)
    outcome = program.maximise(arm.rew(5))
    assert isinstance(outcome, Optimal)
    assert outcome.value == 5
    assert arm.weights(outcome.x).get(0, 0) == 1 or not kind.shape.rising


def test_further_unknowns_stand_after_the_rays():
    program = RayProgram([(ArmClass.CONCAVE, (0, 2)), (ArmClass.MONOTONE, (3,))])
    slack = program.add_unknown()
    assert (slack, program.columns) == (3, 4)
    f, g = program.arms
    assert program.require({slack: 1}, Sense.LE, 1) == 0
    row = combine((1, f.value(2)), (-1, g.value(2)), (-1, {slack: 1}))
    assert row == {0: 1, 1: 2, 2: 0, 3: -1}
    assert program.require(row, Sense.GE, 0) == 1
    assert isinstance(program.maximise(f.rew(2)), Unbounded)
    program.require(f.value(2), Sense.LE, -1)
    assert isinstance(program.maximise({slack: 1}), Infeasible)


def test_an_empty_functional_is_zero():
    assert functional_on_rays(ArmClass.CONCAVE, (), (3,)) == (1, [0])
