"""Curves as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.kernel import ArmClass, Curve
from imab_verify.language.instances import read_curve, show_curve
from imab_verify.language.parser import ClaimError

values = st.fractions(min_value=0, max_value=1, max_denominator=50)


@given(st.sampled_from(ArmClass), values, st.integers(1, 9), values)
def test_a_curve_with_one_bend_is_read_back(kind, start, length, rise):
    curve = Curve(((kind.first, start), (kind.first + length, start + rise)))
    again = read_curve(show_curve(curve), kind)
    assert all(again.value(n) == curve.value(n) for n in range(kind.first, 20))


def test_more_bends_are_shown_as_points():
    curve = read_curve("min(n, 4)/8 + min(n, 2)/8")
    assert show_curve(curve) == "straight lines through (0, 0), (2, 1/2), (4, 3/4), then constant"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("0", [(0, 0)]),
        (" 1/3 ", [(0, "1/3")]),
        ("min(n,5)/5", [(0, 0), (5, 1)]),
        ("min(n, 4)/8 + min(n, 2)/8", [(0, 0), (2, "1/2"), (4, "3/4")]),
        ("1/10 + 2*min(n,3)/7", [(0, "1/10"), (3, "67/70")]),
        ("2/7*min(n,3) + 1/10", [(0, "1/10"), (3, "67/70")]),
    ],
)
def test_a_text_is_a_curve(text, points):
    assert read_curve(text) == Curve(tuple((n, Fraction(v)) for n, v in points))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "should stand here"),
        ("n/5", "is written like"),
        ("f(n)", "--arm f"),
        ("1/3 + ", "should stand here"),
        ("min(n, m)", "is written like"),
        ("n*n - min(n, 4)", "is written like"),
        ("1/0", "divides by zero"),
        ("min(n,3)/0", "divides by zero"),
        ("1 >= 0 and 1", "is written like"),
        ("1/3 + min(n+2,1)", "from n = 0 on"),
    ],
)
def test_what_is_no_curve_is_refused(text, word):
    with pytest.raises(ClaimError, match=word):
        read_curve(text)
