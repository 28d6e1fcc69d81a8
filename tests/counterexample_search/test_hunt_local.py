"""Traces of a policy, and the programs that follow from them."""

from contextlib import suppress
from fractions import Fraction
from time import monotonic

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.local_programs import Local, Tape, Traced, on_the_way, trace, weights_of
from counterexample_search.problem import Goal, Problem, evaluate
from counterexample_search.search import Search
from counterexample_search.strategies import instances
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import Elimination
from imab_verify.simulation import stepwise
from tests.counterexample_search.policies_for_hunt import Means, Myopic, Squares

POLICIES = (Elimination(), Means(), Squares(), Myopic())
RAYS = tuple(range(13))


def traced(*values):
    tape = Tape(monotonic() + 60, 100)
    return tape, [
        Traced.of(Fraction(value), np.eye(len(values))[n], tape) for n, value in enumerate(values)
    ]


@given(st.sampled_from(POLICIES), instances(3, 12))
@examples(60)
def test_a_traced_run_is_the_run(policy, instance):
    found = trace(instance, policy, 12, RAYS)
    assert found.sequence == stepwise.sequence(instance, policy, 12)
    assert (found.slacks >= 0).all()
    at_start = found.slopes @ weights_of(instance, RAYS) + found.constants
    assert at_start == pytest.approx(found.slacks, abs=1e-9)


@given(instances(3, 12))
@examples(40)
def test_where_a_policy_is_linear_its_comparisons_have_no_constant(instance):
    assert abs(trace(instance, Means(), 12, RAYS).constants).max(initial=0) < 1e-9


@pytest.mark.parametrize(
    "formula",
    [
        lambda x, y: x + 2 * y - 1,
        lambda x, y: 3 - x - y,
        lambda x, y: x * y + y * 5,
        lambda x, y: x / y + 2 / x,
        lambda x, y: x**3 - y**2 / 2,
        lambda x, y: -abs(x - y) + +y,
    ],
)
def test_gradients_are_those_of_the_formula(formula):
    _, (x, y) = traced("1/3", "5/7")
    tiny = Fraction(1, 10**9)
    value = formula(x, y)
    assert value == formula(Fraction(1, 3), Fraction(5, 7))
    for n, (dx, dy) in enumerate([(tiny, 0), (0, tiny)]):
        moved = formula(Fraction(1, 3) + dx, Fraction(5, 7) + dy)
        assert float((moved - Fraction(value.numerator, value.denominator)) / tiny) == (
            pytest.approx(value.slope[n], abs=1e-6)
        )


def test_comparisons_are_written_as_they_came_out():
    tape, (x, y) = traced(1, 2)
    assert [x < y, x > y, x <= 1, x >= 1, bool(x)] == [True, False, True, True, True]
    assert [row.tolist() for row in tape.slopes] == [[-1, 1], [-1, 1], [-1, 0], [1, 0], [1, 0]]
    assert tape.slacks == [1, 1, 0, 0, 1]


def test_being_equal_is_kept_from_both_sides():
    tape, (x,) = traced(1)
    assert x == 1
    assert x != 2
    assert [row.tolist() for row in tape.slopes] == [[1], [-1], [-1]]


def test_a_local_program_finds_the_worst_case_with_the_same_pulls():
    # Greedy stays with the constant: the worst line begins where the constant is.
    arms = [Reward.from_values(["1/2"]), Reward.from_points([(0, 0), (10, 1)])]
    local = Local.around(Instance.of(arms), Myopic(), 10, Goal.RATIO)
    solution, _ = local.solve(1, 0)
    reached = evaluate(solution, Myopic(), 10, Goal.RATIO).score.value
    assert Fraction(549, 100) < reached <= Fraction(55, 10)


def test_across_a_comparison_another_arm_is_pulled():
    arms = [Reward.from_values(["1/2"]), Reward.from_points([(0, 0), (10, 1)])]
    local = Local.around(Instance.of(arms), Myopic(), 10, Goal.RATIO)
    same, *others = local.solve(1, 6)
    assert stepwise.sequence(same, Myopic(), 10) == local.trace.sequence
    assert any(stepwise.sequence(other, Myopic(), 10) != local.trace.sequence for other in others)


def test_local_programs_of_regret_keep_the_rewards_at_most_1():
    arms = [Reward.from_values(["1/2"]), Reward.from_points([(0, 0), (10, 1)])]
    local = Local.around(Instance.of(arms), Myopic(), 8, Goal.REGRET)
    solution, _ = local.solve(1, 0)
    reached = evaluate(solution, Myopic(), 8, Goal.REGRET).score.value
    assert Fraction(449, 100) < reached <= Fraction(9, 2)


def test_the_search_of_a_black_box_uses_local_programs():
    search = Search(Problem("elimination", 3, 12), 0, Budget(3000))
    found = []
    search.improved = lambda record: found.append(record.found_by)
    with suppress(BudgetSpentError):
        search.slice(0)
    assert "local programs" in found


def test_on_the_way_every_instance_is_half_as_far():
    start = Instance.of([Reward.from_values([0])])
    end = Instance.of([Reward.from_points([(0, "1/2"), (4, 1)])])
    values = [instance.arms[0].value(2) for instance in on_the_way(start, end)]
    assert values == [Fraction(3, 4) / 2**n for n in range(1, 7)]
