import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
from paper_instances import capped_linear

from counterexample_search.judging import (
    Confirmation,
    NotConfirmedError,
    Record,
    UnsteadyError,
    confirm_record,
)
from counterexample_search.problem import Goal, Problem, Score, evaluate
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
)
from imab_verify.simulation import stepwise

INSTANCE = capped_linear(3, 9)
JUMPS = Instance.of([Reward.from_values([0, 0, 1], ArmClass.MONOTONE)] * 3)


def judged(policy, instance=INSTANCE, T=9, goal=Goal.RATIO, **changed):
    """The record of a run, changed, as it is confirmed."""

    class Cell(Problem):
        def build(self):
            return policy

    cell = Cell(policy.name, instance.k, T, goal=goal, kind=instance.arms[0].kind)
    return confirm_record(cell, Record(replace(evaluate(instance, policy, T, goal), **changed)))


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
    record = judged(policy, goal=goal)
    assert kernel_judge(record.certificate).verdict == "refuted"
    assert record.confirmation is Confirmation.PLAYED
    assert record.confirmation.rests_on("mine") == ()


class Reversed(ScoredIndex):
    """Not what its score says."""

    def choose(self, seen):
        return seen.k - 1 - super().choose(seen)


@pytest.mark.parametrize(
    "policy", [Elimination(), ExploreThenCommit(), Reversed("reversed", "f(a)", start=1)]
)
def test_other_policies_have_one_with_their_pulls(policy):
    record = judged(policy)
    judgement = kernel_judge(record.certificate)
    assert judgement.verdict == "refuted"
    assert judgement.claim.run.policy == "any"
    pulls = stepwise.sequence(INSTANCE, policy, 9)
    assert judgement.document.counterexample.choices == tuple(pulls)
    assert record.confirmation is Confirmation.LISTED
    assert "pulls of mine, which was played" in record.confirmation.rests_on("mine")[0]


@pytest.mark.parametrize(
    ("policy", "instance"),
    [(RandomProbe(), INSTANCE), (Algorithm1(), JUMPS), (Elimination(), JUMPS)],
)
def test_what_the_kernel_cannot_replay_is_computed_again(policy, instance):
    record = judged(policy, instance)
    assert (record.confirmation, record.certificate) == (Confirmation.COMPUTED, "")
    assert "without a certificate" in record.confirmation.rests_on("mine")[0]


def test_a_list_of_pulls_that_is_too_long_is_computed_again(monkeypatch):
    for most, confirmation in ((26, Confirmation.COMPUTED), (27, Confirmation.LISTED)):
        monkeypatch.setattr("counterexample_search.judging.MOST_LISTED", most)
        assert judged(Elimination()).confirmation is confirmation


def test_an_infinite_ratio_is_confirmed():
    instance = Instance.of([Reward.from_values([0]), Reward.from_values([1])])
    assert judged(RoundRobin(), instance, 1).confirmation is Confirmation.PLAYED


@pytest.mark.parametrize("policy", [Algorithm1(), Elimination(), RandomProbe()])
def test_a_wrong_score_is_not_confirmed(policy):
    with pytest.raises(NotConfirmedError, match="another score"):
        judged(policy, score=Score(Fraction(10**9 + 1, 10**9)))


def test_wrong_pulls_are_not_confirmed():
    with pytest.raises(UnsteadyError, match="in two ways"):
        judged(Algorithm1(), pulls=(9, 0, 0))


def test_a_policy_that_is_not_deterministic_is_caught():
    turns = itertools.count()

    class Coin:
        name = "coin"
        horizon_aware = False

        def __deepcopy__(self, memo):
            return self

        def choose(self, seen):
            return next(turns) % 3 % seen.k

    with pytest.raises(UnsteadyError, match="not deterministic"):
        judged(Coin(), capped_linear(2, 5), 5)
