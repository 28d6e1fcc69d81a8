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
from tests.proofs.asking import entry, obligations, verdict, verdicts
from tests.proofs.mutants import mutants

LEMMA = entry("D22")

SLOPES = st.lists(st.integers(0, 9), min_size=6, max_size=6).map(
    lambda steps: sorted(steps, reverse=True)
)


def concave(slopes):
    """f(0) = 0 and the given slopes, scaled into [0,1]."""
    return Reward.from_values([f"{v}/54" for v in accumulate([0, *slopes])])


@given(st.lists(SLOPES, min_size=1, max_size=4), st.integers(1, 30))
@examples(80)
def test_the_sharp_bound_holds_for_arms_with_three_pulls(arms, T):
    instance = Instance.of([concave(slopes) for slopes in arms])
    run = stepwise.run(instance, Algorithm1(), T)
    for arm, N in zip(instance.arms, run.pulls, strict=True):
        if N >= 3:
            assert N * N * run.opt <= T * (T + 1) * arm.rew(N)


@pytest.mark.parametrize(
    "reading", first_fast([*LEMMA.literal, *LEMMA.others]), ids=lambda r: r.name
)
def test_arms_with_two_pulls_refute_the_lemma(reading):
    assert verdict(reading) is Status.REFUTED


@pytest.mark.parametrize("reading", first_fast(obligations("D22")), ids=lambda r: r.name)
def test_the_steps_of_the_sharp_bound(reading):
    assert verdict(reading) is Status.PROVED


@pytest.mark.parametrize("id_", first_fast(["D29", "D31", "D32", "D27"]))
def test_steps_that_need_three_pulls_or_are_slips(id_):
    assert Status.REFUTED in verdicts(entry(id_).literal)
    assert set(verdicts(obligations(id_))) == {Status.PROVED}


@pytest.mark.parametrize("reading", first_fast(mutants()["D22"]), ids=lambda r: r.name)
def test_a_stronger_bound_is_false(reading):
    assert verdict(reading) is Status.REFUTED
