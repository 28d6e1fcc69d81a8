from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from counterexample_search.strategies import (
    arms,
    drive,
    instances,
    shorter_instances,
    simplify,
)
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

KINDS = st.sampled_from(list(ArmClass))


@examples(60)
@given(st.data(), KINDS, st.integers(1, 40))
def test_arms_are_of_their_class_and_within_bounds(data, kind, T):
    arm = data.draw(arms(T, kind))
    assert arm.kind is kind
    ends = [arm.value(kind.first), arm.limit]
    lowest, highest = ends if kind.shape.rising else reversed(ends)
    assert 0 <= lowest <= highest == arm.top <= 1
    assert arm.flat_from <= T + kind.first
    # Building it again from its values runs the validation of the class.
    values = [arm.value(n) for n in range(kind.first, arm.flat_from + 1)]
    assert Reward.from_values(values, kind) == arm


@examples(60)
@given(st.data(), KINDS, st.integers(1, 9), st.integers(1, 30))
def test_instances_have_k_arms_of_the_class(data, kind, k, T):
    instance = data.draw(instances(k, T, kind))
    assert instance.k == k
    assert {arm.kind for arm in instance.arms} == {kind}


@examples(60)
@given(st.data(), KINDS)
def test_simpler_instances_stay_in_the_class(data, kind):
    start = data.draw(instances(3, 12, kind))
    for made in (
        *simplify(start, 12, lambda _: data.draw(st.booleans())),
        *shorter_instances(start, 12),
    ):
        assert made.k == 3
        assert max(arm.top for arm in made.arms) <= 1
        assert {arm.kind for arm in made.arms} == {kind}


def test_odd_numbers_are_scaled_to_simple_ones():
    line = Reward.from_points([(0, 0), (6, Fraction(1152859 * 6, 24431349))])
    made = shorter_instances(Instance.of([Reward.from_values([0]), line]), 9)
    assert Reward.from_points([(0, 0), (6, 1)]) in {x.arms[1] for x in made[:5]}
    assert shorter_instances(Instance.of([Reward.from_values([0])]), 9) == []


def drawn(number):
    seen = []
    drive(
        instances(2, 5),
        lambda i: seen.append(i) or float(i.opt(5)),
        examples=40,
        number=number,
    )
    return seen


def test_the_same_number_gives_the_same_examples():
    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_an_exception_that_is_no_error_ends_the_run_at_once():
    class Stop(BaseException):
        pass

    seen = []

    def score(instance):
        seen.append(instance)
        if len(seen) == 5:
            raise Stop
        return 0.0

    with pytest.raises(Stop):
        drive(instances(2, 5), score, examples=40, number=0)
    assert len(seen) == 5
