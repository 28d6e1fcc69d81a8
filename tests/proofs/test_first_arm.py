from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples, first_fast

from imab_verify.ledger.statements import Status
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.simulation import stepwise
from tests.proofs.asking import entry, verdict, verdicts
from tests.proofs.mutants import mutants

LEMMA, PROOF = entry("D8"), entry("D10")

T = 24
SLOPES = st.lists(st.integers(0, 9), min_size=6, max_size=6).map(
    lambda steps: sorted(steps, reverse=True)
)
ARMS = st.lists(SLOPES, min_size=2, max_size=4)


def concave(slopes):
    """f(0) = 0 and the given slopes, scaled into [0,1]."""
    return Reward.from_values([f"{v}/54" for v in accumulate([0, *slopes])])


@given(ARMS)
@examples(60)
def test_from_the_third_pull_on_the_first_arm_is_optimal(arms):
    instance = Instance.of([concave(slopes) for slopes in arms])
    counts, reached = [0] * instance.k, 0
    for arm in stepwise.sequence(instance, Algorithm1(), T):
        counts[arm] += 1
        if counts[arm] > reached:
            reached = counts[arm]
            if reached >= 3:
                assert instance.arms[arm].rew(reached - 1) == instance.opt(reached - 1)


@pytest.mark.parametrize(
    "reading", first_fast([*LEMMA.literal, *LEMMA.others]), ids=lambda r: r.name
)
def test_the_second_pull_depends_on_the_order_of_the_arms(reading):
    assert verdict(reading) is Status.REFUTED


def test_the_lemma_holds_after_the_initialisation():
    assert verdict(LEMMA.repairs[0]) is Status.PROVED


def test_only_the_comparison_of_estimates_breaks():
    assert verdicts(PROOF.literal) == [Status.PROVED, Status.REFUTED, Status.PROVED]


@pytest.mark.parametrize("reading", first_fast(mutants()["D8"]), ids=lambda r: r.name)
def test_a_stronger_lemma_is_false(reading):
    assert verdict(reading) is Status.REFUTED
