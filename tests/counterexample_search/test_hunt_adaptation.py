"""Sketches played roughly, and the strategy that adapts its steps."""

import random
from fractions import Fraction

import pytest

from counterexample_search.adaptation import Adaptation, Telling
from counterexample_search.budget import Budget
from counterexample_search.objective import Goal, Score, evaluate
from counterexample_search.problem import Problem
from counterexample_search.searcher import Searcher
from counterexample_search.sketches import Arm, Player, Sketch, instance_of
from imab_verify.kernel import ArmClass
from imab_verify.simulation import stepwise

OWN = "tests.counterexample_search.policies_for_hunt"
POLICIES = ["elimination", "explore-then-commit", "greedy", "algorithm-1", f"{OWN}:Means"]


def drawn(telling, number):
    rng = random.Random(number)  # noqa: S311  not for secrets
    return telling.sketch([rng.random() for _ in range(telling.size)])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("k", "T"), [(2, 9), (6, 20)])
def test_a_sketch_has_the_score_of_the_instance_it_stands_for(policy, k, T):
    problem = Problem(policy, k, T)
    player = Player(problem, problem.build())
    telling = Telling(k, T, problem.kind, roomy=player.roomy)
    for number in range(10):
        sketch = drawn(telling, number)
        score = evaluate(player.instance(sketch), player.policy, T, Goal.RATIO).score
        plain = evaluate(instance_of(sketch, problem.kind), player.policy, T, Goal.RATIO).score
        assert score >= plain
        assert player.best_score(sketch).hint == pytest.approx(score.hint, rel=1e-9)
        if player.quick:
            assert player.score(sketch) == plain


@pytest.mark.parametrize(("k", "T"), [(1, 3), (2, 9), (3, 24), (6, 4), (6, 20), (9, 60)])
@pytest.mark.parametrize("goal", [Goal.RATIO, Goal.REGRET])
def test_elimination_is_scored_exactly_in_integers(goal, k, T):
    problem = Problem("elimination", k, T, goal=goal)
    player = Player(problem, problem.build())
    assert player.quick
    assert player.roomy
    for number in range(30):
        sketch = drawn(Telling(k, T, problem.kind, roomy=True), number)
        found = evaluate(player.instance(sketch), player.policy, T, goal)
        assert player.best_score(sketch) == found.score
        as_drawn = instance_of(sketch, problem.kind)
        assert found.pulls == stepwise.run(as_drawn, player.policy, T).pulls


@pytest.mark.parametrize("goal", [Goal.RATIO, Goal.REGRET])
@pytest.mark.parametrize("kind", [ArmClass.MONOTONE, ArmClass.CONCAVE_FROM_1])
def test_other_classes_and_regret_are_scored_as_they_are(goal, kind):
    problem = Problem("elimination", 3, 12, goal=goal, kind=kind)
    player = Player(problem, problem.build())
    for number in range(10):
        sketch = drawn(Telling(3, 12, kind, roomy=True), number)
        score = evaluate(player.instance(sketch), player.policy, 12, goal).score
        assert player.best_score(sketch).hint == pytest.approx(score.hint, rel=1e-9)


def test_a_flat_arm_that_rounding_puts_above_1_is_scored():
    problem = Problem(f"{OWN}:Means", 2, 9)
    player = Player(problem, problem.build())
    up_to_1 = Arm(3, ((3, 27),))  # 3/84 + 3 * 27/84 is 1 + 2**-52 in floats
    score = player.best_score(Sketch((up_to_1, up_to_1)))
    assert score is not None
    assert 1 <= score.hint < 2


def test_a_policy_that_needs_fractions_is_hunted_on_fractions():
    problem = Problem(f"{OWN}:Exact", 2, 6)
    searcher = Searcher(problem, 0, Budget(400), ask_exact=False)
    searcher._adapt(0, 3)
    assert not searcher._player.rough
    assert searcher.best is not None
    assert not searcher.faults


@pytest.mark.parametrize("k", [1, 3, 4, 5, 9])
def test_numbers_tell_as_many_arms_as_there_are(k):
    telling = Telling(k, 10, ArmClass.CONCAVE, roomy=True)
    for number in (0.0, 0.5, 1.0):
        sketch = telling.sketch([number] * telling.size)
        assert len(sketch.arms) == k
        assert 1 <= sketch.room <= 10


def test_adaptation_climbs_and_is_the_same_for_a_number():
    telling = Telling(1, 10, ArmClass.CONCAVE, roomy=False)

    def height(sketch):
        # The largest is where one hinge stands at pull 7 and everything else is 0.
        arm = sketch.arms[0]
        at = dict(arm.hinges).get(7, 0) * 7
        return Score(Fraction(at - arm.constant - arm.limit(ArmClass.CONCAVE), 2**20) + 3)

    first, again = (Adaptation(telling, 5) for _ in range(2))
    first.go_on(5, height)
    early = height(first.best)
    first.go_on(300, height)
    again.go_on(305, height)
    assert first.best == again.best
    assert height(first.best) > early
    assert height(first.best) >= Score(Fraction(299, 100))
