import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
from paper_instances import capped_linear

from counterexample_search.judging import Confirmation, NotConfirmedError, judge
from counterexample_search.problem import Goal, Score, evaluate
from imab_verify.kernel import ArmClass
from imab_verify.kernel import judge as kernel_judge
from imab_verify.language.scored import ScoredIndex
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RandomProbe,
    RoundRobin,
    SingleArm,
)
from imab_verify.simulation import stepwise
from imab_verify.simulation.leaping import leaps

INSTANCE = capped_linear(3, 9)
STEP = Reward.from_values([0, 0, 1], ArmClass.MONOTONE)
JUMPS = Instance.of([STEP, STEP, STEP])


@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize(
    "policy",
    [
        Algorithm1(),
        Algorithm1(init="pairs"),
        RoundRobin(),
        Greedy(ties="highest-index"),
        ScoredIndex("mine", "f(a) + f(a-1)", init="pairs"),
    ],
)
def test_a_record_of_a_policy_the_kernel_plays_has_a_certificate_that_replays(policy, goal):
    confirmation, text = judge(evaluate(INSTANCE, policy, 9, goal), policy, goal)
    assert kernel_judge(text).verdict == "refuted"
    assert confirmation is Confirmation.PLAYED
    assert confirmation.rests_on("mine") == ()


class Reversed(ScoredIndex):
    """Not what its score says."""

    def choose(self, seen):
        return seen.k - 1 - super().choose(seen)


@pytest.mark.parametrize("policy", [Elimination(), Reversed("reversed", "f(a)", start=1)])
def test_other_policies_have_one_with_their_pulls(policy):
    confirmation, text = judge(evaluate(INSTANCE, policy, 9, Goal.RATIO), policy, Goal.RATIO)
    judgement = kernel_judge(text)
    assert judgement.verdict == "refuted"
    assert judgement.claim.run.policy == "any"
    pulls = stepwise.sequence(INSTANCE, policy, 9)
    assert judgement.document.counterexample.choices == tuple(pulls)
    assert confirmation is Confirmation.LISTED
    assert "pulls of mine, which was played" in confirmation.rests_on("mine")[0]


@pytest.mark.parametrize(
    ("policy", "instance"), [(RandomProbe(), INSTANCE), (Greedy(), JUMPS), (Elimination(), JUMPS)]
)
def test_what_the_kernel_cannot_replay_is_computed_again(policy, instance):
    confirmation, text = judge(evaluate(instance, policy, 9, Goal.RATIO), policy, Goal.RATIO)
    assert (confirmation, text) == (Confirmation.COMPUTED, "")
    assert "without a certificate" in confirmation.rests_on("mine")[0]


def test_a_list_of_pulls_that_is_too_long_is_computed_again(monkeypatch):
    found = evaluate(INSTANCE, Elimination(), 9, Goal.RATIO)
    monkeypatch.setattr("counterexample_search.judging.MOST_LISTED", 3 * 9 - 1)
    assert judge(found, Elimination(), Goal.RATIO)[0] is Confirmation.COMPUTED
    monkeypatch.setattr("counterexample_search.judging.MOST_LISTED", 3 * 9)
    assert judge(found, Elimination(), Goal.RATIO)[0] is Confirmation.LISTED


@pytest.mark.parametrize("most", [10**6, 3])
@pytest.mark.parametrize(
    "policy", [Elimination(), ExploreThenCommit(commit="estimate"), SingleArm()], ids=repr
)
def test_a_policy_confirms_its_leaps_or_the_record_does_not_stand(monkeypatch, policy, most):
    monkeypatch.setattr("counterexample_search.judging.MOST_ASKED", most)
    found = evaluate(INSTANCE, policy, 40, Goal.RATIO)
    judge(found, policy, Goal.RATIO)
    monkeypatch.setattr(
        "counterexample_search.judging.leaps",
        lambda course, _policy, whole: leaps(course, RoundRobin(), whole=whole),
    )
    # Asked seldom it may not notice, but then the counts are not those of the record.
    sentence = "does not make the pulls of its leaps" if most > 3 else "leaps|in two ways|otherwise"
    with pytest.raises(NotConfirmedError, match=sentence):
        judge(found, policy, Goal.RATIO)


def test_an_infinite_ratio_is_confirmed():
    instance = Instance.of([Reward.from_values([0]), Reward.from_values([1])])
    found = evaluate(instance, RoundRobin(), 1, Goal.RATIO)
    assert judge(found, RoundRobin(), Goal.RATIO)[0] is Confirmation.PLAYED


@pytest.mark.parametrize("policy", [Algorithm1(), Greedy(), RandomProbe()])
def test_a_wrong_score_is_not_confirmed(policy):
    found = evaluate(INSTANCE, policy, 9, Goal.RATIO)
    wrong = replace(found, score=Score(found.score.value + Fraction(1, 10**9)))
    with pytest.raises(NotConfirmedError):
        judge(wrong, policy, Goal.RATIO)


def test_wrong_pulls_are_not_confirmed():
    found = evaluate(INSTANCE, Algorithm1(), 9, Goal.RATIO)
    with pytest.raises(NotConfirmedError, match="otherwise before"):
        judge(replace(found, pulls=(9, 0, 0)), Algorithm1(), Goal.RATIO)


def test_a_policy_that_is_not_deterministic_is_caught():
    turns = itertools.count()

    class Coin:
        name = "coin"
        horizon_aware = False

        def __deepcopy__(self, memo):
            return self

        def choose(self, seen):
            return next(turns) % 3 % seen.k

    found = evaluate(capped_linear(2, 5), Coin(), 5, Goal.RATIO)
    with pytest.raises(NotConfirmedError, match="not deterministic"):
        judge(found, Coin(), Goal.RATIO)


def test_arms_of_other_classes_are_confirmed_by_their_curves():
    arms = [Reward.from_values([0, 0, 1], ArmClass.MONOTONE)] * 2
    found = evaluate(Instance.of(arms), Algorithm1(), 6, Goal.RATIO)
    assert judge(found, Algorithm1(), Goal.RATIO) == (Confirmation.COMPUTED, "")
