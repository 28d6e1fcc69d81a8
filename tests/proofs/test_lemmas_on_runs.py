"""The repaired first-arm lemma (D8) and per-arm lemma (D22), on runs of Algorithm 1."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.simulation import stepwise

SLOPES = st.lists(st.integers(0, 9), min_size=6, max_size=6).map(
    lambda steps: sorted(steps, reverse=True)
)


def concave(slopes):
    """f(0) = 0 and the given slopes, scaled into [0,1]."""
    return Reward.from_values([f"{v}/54" for v in accumulate([0, *slopes])])


@given(st.lists(SLOPES, min_size=2, max_size=4))
@examples(60)
def test_from_the_third_pull_on_the_first_arm_is_optimal(arms):
    instance = Instance.of([concave(slopes) for slopes in arms])
    counts, reached = [0] * instance.k, 0
    for arm in stepwise.sequence(instance, Algorithm1(), 24):
        counts[arm] += 1
        if counts[arm] > reached:
            reached = counts[arm]
            if reached >= 3:
                assert instance.arms[arm].rew(reached - 1) == instance.opt(reached - 1)


@given(st.lists(SLOPES, min_size=1, max_size=4), st.integers(1, 30))
@examples(80)
def test_the_sharp_bound_holds_for_arms_with_three_pulls(arms, T):
    instance = Instance.of([concave(slopes) for slopes in arms])
    run = stepwise.run(instance, Algorithm1(), T)
    for arm, N in zip(instance.arms, run.pulls, strict=True):
        if N >= 3:
            assert N * N * run.opt <= T * (T + 1) * arm.rew(N)
