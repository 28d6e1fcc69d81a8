"""Curves as text, both ways."""

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.kernel import ArmClass, Curve
from imab_verify.language.instances import read_curve, show_curve
from imab_verify.language.parser import ClaimError

values = st.fractions(min_value=0, max_value=1, max_denominator=50)
steps = st.lists(st.tuples(st.integers(1, 9), values), max_size=4)


@given(st.sampled_from(ArmClass), values, steps)
def test_what_is_shown_is_the_same_function(kind, start, more):
    places = accumulate((n for n, _ in more), initial=kind.first)
    heights = accumulate((v for _, v in more), initial=start)
    curve = Curve(tuple(zip(places, heights, strict=True)))
    again = read_curve(show_curve(curve), kind)
    assert all(again.value(n) == curve.value(n) for n in range(kind.first, 60))
    assert show_curve(again) == show_curve(curve)
    assert read_curve(show_curve(again), kind) == again


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("0", [(0, 0)]),
        (" 1/3 ", [(0, "1/3")]),
        ("min(n,5)/5", [(0, 0), (5, 1)]),
        ("min(n, 4)/8 + min(n, 2)/8", [(0, 0), (2, "1/2"), (4, "3/4")]),
        ("1/10 + 2*min(n,3)/7", [(0, "1/10"), (3, "67/70")]),
        ("2/7*min(n,3) + 1/10", [(0, "1/10"), (3, "67/70")]),
        ("straight lines through (0, 0), (2, 0), (3, 1)", [(0, 0), (2, 0), (3, 1)]),
    ],
)
def test_a_text_is_a_curve(text, points):
    assert read_curve(text) == Curve(tuple((n, Fraction(v)) for n, v in points))


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("", 0, "is written like"),
        ("n/5", 0, "is written like"),
        ("1/3 + ", 5, "is written like"),
        ("1/3 - 1/4", 4, "is written like"),
        ("1/0", 0, "divides by zero"),
        ("min(n,3)/0", 0, "divides by zero"),
        ("min(n,0)", 0, "at least 1"),
        ("1/3 + min(n-1,2)", 5, "begins at n = 0"),
        ("straight lines through (0, 0) (1, 1)", 30, "comma"),
        ("straight lines through (1, 0), (1, 1)", 30, "order of n"),
        ("straight lines through 1", 22, "a point is written"),
    ],
)
def test_what_is_no_curve_is_refused_at_its_place(text, at, word):
    with pytest.raises(ClaimError, match=word) as error:
        read_curve(text)
    assert error.value.position == at
