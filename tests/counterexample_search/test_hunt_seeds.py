from fractions import Fraction

from hypothesis import find, given
from hypothesis import strategies as st
from paper_instances import capped_linear
from thoroughness import examples

from counterexample_search.seeds import redraw, shape_of, small_sizes
from imab_verify.kernel import ArmClass


def test_small_cells_have_no_smaller_ones():
    assert small_sizes(3, 12) == []
    assert small_sizes(1, 5) == []


@given(st.integers(1, 60), st.integers(1, 2000))
def test_small_sizes_are_small_and_not_above_the_size(k, T):
    for arms, horizon in small_sizes(k, T):
        assert 1 <= arms <= min(k, 3)
        assert 1 <= horizon <= min(T, 15)


@examples(50)
@given(st.data(), st.integers(1, 12), st.integers(1, 200))
def test_shapes_can_be_redrawn_at_any_size(data, k, T):
    shapes = [shape_of(capped_linear(3, 12), 12), shape_of(capped_linear(2, 6), 6)]
    made = data.draw(redraw(shapes, k, T))
    assert made.k == k
    assert all(arm.kind is ArmClass.CONCAVE for arm in made.arms)
    assert all(arm.flat_from <= T for arm in made.arms)


def test_a_capped_linear_shape_gives_the_family_at_another_size():
    shape = shape_of(capped_linear(3, 12), 12)
    target = capped_linear(10, 1000)
    found = find(redraw([shape], 10, 1000), lambda i: i == target)
    assert found.opt(1000) == Fraction(1001, 2)
