from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paper_instances import capped_linear
from thoroughness import examples

from counterexample_search.evolution import rough_score, sketch_of
from counterexample_search.problem import Goal, Problem, Score, check_goal, evaluate
from counterexample_search.strategies import instances
from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import Algorithm1, Elimination, Greedy, RandomProbe, SingleArm
from imab_verify.simulation import stepwise
from tests.counterexample_search.policies_for_hunt import Means, Turns


def test_scores_are_ordered_exactly_with_infinity_on_top():
    small, large, top = (
        Score(Fraction(1, 3)),
        Score(Fraction(1, 3) + Fraction(1, 10**40)),
        Score(None),
    )
    assert small < large < top
    assert not top < Score(None)
    assert top == Score(None)
    assert small.hint == large.hint
    assert top.hint < float("inf")
    assert Score(Fraction(10**400)).hint < float("inf")


@examples(40)
@given(instances(3, 9), st.integers(1, 9), st.sampled_from([Algorithm1(), Greedy(), Elimination()]))
def test_ratio_and_regret_are_those_of_the_stepwise_run(instance, T, policy):
    run = stepwise.run(instance, policy, T)
    ratio = evaluate(instance, policy, T, Goal.RATIO)
    assert (ratio.score.value, ratio.pulls, ratio.horizon) == (run.ratio, run.pulls, T)
    assert evaluate(instance, policy, T, Goal.REGRET).score.value == run.regret


@examples(40)
@given(instances(2, 9), st.sampled_from([Algorithm1(), Greedy(), SingleArm()]))
def test_anytime_is_the_worst_of_all_horizons_from_k_on(instance, policy):
    by_horizon = {t: Score(stepwise.run(instance, policy, t).ratio) for t in range(2, 10)}
    found = evaluate(instance, policy, 9, Goal.ANYTIME)
    assert found.score == max(by_horizon.values())
    assert by_horizon[found.horizon] == found.score
    assert found.pulls == stepwise.run(instance, policy, found.horizon).pulls


def test_a_randomised_policy_is_scored_by_its_exact_expectation():
    instance = capped_linear(2, 6)
    found = evaluate(instance, RandomProbe(), 6, Goal.RATIO)
    assert found.pulls is None
    assert found.score.value is not None


def test_an_unpulled_arm_makes_the_ratio_infinite():
    instance = Instance.of([Reward.from_values([0]), Reward.from_values([1])])
    assert evaluate(instance, SingleArm(), 5, Goal.RATIO).score.infinite


def test_anytime_is_refused_where_one_run_does_not_hold_the_shorter_ones():
    for policy in (Elimination(), RandomProbe()):
        with pytest.raises(InputError, match="use --objective ratio"):
            check_goal(policy, Goal.ANYTIME)
        check_goal(policy, Goal.RATIO)


@examples(60)
@given(instances(3, 12), st.sampled_from([Goal.RATIO, Goal.REGRET]))
def test_a_rough_play_is_near_the_exact_one(instance, goal):
    problem = Problem("turns", 3, 12, goal=goal)
    rough = rough_score(sketch_of(instance), problem, Turns())
    exact = evaluate(instance, Turns(), 12, goal).score
    assert rough.hint == pytest.approx(exact.hint, rel=1e-9, abs=1e-9)
    assert rough_score(sketch_of(instance), problem, Means()).hint >= 0
