"""Integers and ranges on the command line, and rationals in JSON."""

from fractions import Fraction

import click
import pytest

from imab_verify.cli.common import span, whole
from imab_verify.errors import InputError
from imab_verify.model.rationals import show_ratio

K = click.Option(["-k"])


READ = [
    ("0", 0),
    ("12", 12),
    ("9" * 30, 10**30 - 1),
    ("1e6", 10**6),
    ("25E3", 25_000),
    ("10^6", 10**6),
    ("2**10", 1024),
    ("1_000_000", 10**6),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_an_integer_is_read(text, value):
    assert whole().convert(text, K, None) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1.0",
        "1.5e3",
        "1e-3",
        "1__0",
        "_1",
        "1_",
        "e3",
        " 1",
        "+1",
        "0x1",
        "٣",
        "1\n",
        "9" * 5000,
    ],
)
def test_what_is_not_an_integer_is_refused(text):
    with pytest.raises(InputError, match=r"^-k must be an integer, not "):
        whole().convert(text, K, None)


def test_it_is_said_how_a_large_integer_is_written():
    with pytest.raises(InputError, match=r"not 1\.5e6: write it as 1000000, .* 1e6"):
        whole().convert("1.5e6", K, None)


@pytest.mark.parametrize("text", ["1e4000", "1e999999999", "10^4000", "99**999999999"])
def test_an_integer_that_is_too_long_is_not_written_out(text):
    with pytest.raises(InputError, match=r"which has more than 4000 digits$"):
        whole().convert(text, K, None)


def test_a_small_integer_is_refused():
    with pytest.raises(InputError, match=r"^-k must be at least 1, not -2$"):
        whole(1).convert("-2", K, None)


@pytest.mark.parametrize(
    ("text", "wanted"), [("3", range(3, 4)), ("1..5", range(1, 6)), ("1e1..10^2", range(10, 101))]
)
def test_a_range_has_both_its_ends(text, wanted):
    assert span().convert(text, K, None) == wanted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5..2", "-k is 5..2, a range that ends before it starts"),
        ("0..2", "-k must be at least 1, not 0"),
        ("1..", "-k must be an integer, not ''"),
        ("..3", "-k must be an integer, not ''"),
        ("1...3", "-k is 1...3: write a range as 1..3"),
        ("1-3", "-k is 1-3: write a range as 1..3"),
        ("1..2..3", "-k must be an integer, not 2..3: write it as 1000000, 1_000_000, 1e6 or 10^6"),
    ],
)
def test_what_is_not_a_range_is_refused(text, sentence):
    with pytest.raises(InputError) as refused:
        span().convert(text, K, None)
    assert str(refused.value) == sentence


def test_rationals_are_text():
    assert [show_ratio(q) for q in (Fraction(3, 2), Fraction(4), None)] == ["3/2", "4", "inf"]
