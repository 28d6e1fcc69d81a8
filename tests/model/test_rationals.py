from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError, quote
from imab_verify.model.rationals import (
    MAX_DIGITS,
    check_count,
    parse_rational,
    show_rational,
    show_short,
)


@given(st.fractions())
def test_what_is_shown_is_read_back(q):
    assert parse_rational(show_rational(q), "x") == q


@pytest.mark.parametrize(
    ("given_", "meant"),
    [
        (3, Fraction(3)),
        ("-7", Fraction(-7)),
        ("6/4", Fraction(3, 2)),
        ("-1/3", Fraction(-1, 3)),
        ("007/010", Fraction(7, 10)),
        ("9" * MAX_DIGITS, Fraction(10**MAX_DIGITS - 1)),
        (Fraction(2, 5), Fraction(2, 5)),
    ],
)
def test_exact_forms_are_read(given_, meant):
    assert parse_rational(given_, "x") == meant


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (0.5, "not an exact rational"),
        (True, "not an exact rational"),
        (None, "not an exact rational"),
        ("", "not an exact rational"),
        ("0.5", "not an exact rational"),
        ("1e3", "not an exact rational"),
        ("1 / 2", "not an exact rational"),
        ("+1", "not an exact rational"),
        ("1/-2", "not an exact rational"),
        ("1/2\n", "not an exact rational"),
        ("1_000", "not an exact rational"),
        ("\N{ARABIC-INDIC DIGIT THREE}", "not an exact rational"),
        ("inf", "not an exact rational"),
        (["1"], "not an exact rational"),
        ("1/0", "denominator zero"),
        ("9" * (MAX_DIGITS + 1), "more than 4000 digits"),
        ("1/" + "9" * (MAX_DIGITS + 1), "more than 4000 digits"),
        (10**MAX_DIGITS, "more than 4000 digits"),
    ],
)
def test_anything_else_is_refused_in_one_line_that_says_where(bad, why):
    with pytest.raises(InputError) as caught:
        parse_rational(bad, "arm 2, pull 3: the reward")
    text = str(caught.value)
    assert text.startswith("arm 2, pull 3: the reward ")
    assert why in text
    assert len(text) < 200
    assert text.isprintable()


def test_numbers_too_long_for_str_are_shown():
    q = Fraction(-(10**10000 + 7), 10**9000 + 1)
    p, d = show_rational(q).split("/")
    assert p == "-1" + "0" * 9999 + "7"
    assert d == "1" + "0" * 8999 + "1"
    assert show_short(q).endswith("...")
    assert len(show_short(q)) <= 60


@pytest.mark.parametrize("bad", [1.0, True, "1", None, 1])
def test_a_count_is_an_integer_that_is_large_enough(bad):
    with pytest.raises(InputError, match=r"^the horizon T must be "):
        check_count(bad, 2, "the horizon T")
    assert check_count(2, 2, "the horizon T") == 2


def test_user_text_is_shown_on_one_short_line():
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    for thing in ("a\nb", "\ud800", "x" * 10**6, 10**5000, nested, ""):
        assert quote(thing).isprintable()
        assert 0 < len(quote(thing)) <= 60
