from fractions import Fraction

import pytest
from hypothesis import strategies as st

from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward


@st.composite
def draw_arm(draw, kind):
    """Few small slopes and lengths, so that estimates tie often."""
    slopes = draw(st.lists(st.sampled_from([0, 1, 1, 2, 3, Fraction(1, 2)]), max_size=4))
    if kind.shape.concave:
        slopes.sort(reverse=True)
    n, value = kind.first, Fraction(draw(st.sampled_from([0, 0, 1, 2, 5])))
    points = [(n, value)]
    for slope in slopes:
        length = draw(st.sampled_from([1, 1, 2, 3, 7, 20]))
        n, value = n + length, value + slope * length
        points.append((n, value))
    return Reward.from_points([(n, value / 250) for n, value in points], kind)


@st.composite
def draw_instance(draw, kinds):
    """Arms chosen from at most three different ones, so that some are often identical."""
    pool = draw(st.lists(st.sampled_from(kinds).flatmap(draw_arm), min_size=1, max_size=3))
    return Instance.of(draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4)))


@pytest.fixture(scope="session")
def tying_instances():
    """Instances of concave arms, or of arms of all classes that rise side by side."""
    rising = [kind for kind in ArmClass if kind.shape.rising]
    return draw_instance([ArmClass.CONCAVE]) | draw_instance(rising)
