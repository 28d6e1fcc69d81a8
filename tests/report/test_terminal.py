"""Numbers and sketches on the terminal."""

import time
from fractions import Fraction
from math import floor, log10

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from imab_verify.report import terminal
from imab_verify.report.terminal import approximate, cell, console, equation, line, sketch, stages


@given(st.fractions(min_value=Fraction(1, 10**30), max_value=10**30))
def test_an_approximation_is_within_half_a_unit_of_its_sixth_digit(q):
    shown = Fraction(approximate(q))
    unit = Fraction(10) ** (floor(log10(q)) - 4)  # one digit of slack: log10 is a float
    assert abs(shown - q) <= unit / 2


@pytest.mark.parametrize(
    ("q", "shown"),
    [
        (Fraction(1, 3), "0.333333"),
        (Fraction(2, 3), "0.666667"),
        (Fraction(5, 4), "1.25"),
        (Fraction(0), "0"),
        (Fraction(10**5000, 3), "3.33333e+4999"),
        # Rounding the numerator first would give 1.00001.
        (Fraction(10000049999999, 10**13), "1.00000"),
    ],
)
def test_approximations(q, shown):
    assert approximate(q) == shown


@pytest.mark.parametrize(
    ("q", "shown"),
    [
        (Fraction(22, 7), "22/7"),
        (Fraction(123456, 7), "123456/7"),
        (Fraction(1234567891, 7), "≈ 1.76367e+8"),
        (10**11 + 1, "≈ 1.00000e+11"),
        (10**10, "10000000000"),
    ],
)
def test_a_cell_is_exact_while_it_is_short(q, shown):
    assert cell(q) == shown


@pytest.mark.parametrize(
    ("q", "shown"),
    [
        (None, "inf"),
        (Fraction(7), "7"),
        (Fraction(5, 4), "5/4 = 1.25"),
        (Fraction(1, 3), "1/3 ≈ 0.333333"),
        (Fraction(1, 10**60 + 1), "≈ 1.00000e-60 (exact with --json)"),
    ],
)
def test_a_line_says_whether_its_decimal_is_exact(q, shown):
    assert line(q) == shown


def test_an_equation_is_marked_where_it_is_none():
    assert equation("T", 1000) == "T = 1000"
    assert equation("T", 10**60 + 1) == "T ≈ 1.00000e+60"


def test_a_sketch_rises_with_its_values():
    values = [Fraction(n, 8) for n in range(9)]
    assert sketch(values, Fraction(1)) == " ▂▃▄▅▆▇██"
    assert sketch([Fraction(0)] * 3, Fraction(0)) == "   "


def test_the_console_takes_text_as_it_is(capsys):
    console().print("[bold]a[/bold] :smile:", "x" * 60)
    assert capsys.readouterr().out.rstrip() == "[bold]a[/bold] :smile: " + "x" * 60


def test_stages_are_said_on_a_terminal_only(capsys):
    with stages("beginning") as report:
        report("going on")
    assert capsys.readouterr() == ("", "")


def test_stages_are_said_after_a_while(monkeypatch, capsys):
    monkeypatch.setattr(terminal, "console", lambda **_: Console(force_terminal=True, stderr=True))
    monkeypatch.setattr(terminal, "PATIENCE", 0)
    with stages("beginning") as report:
        while "beginning" not in capsys.readouterr().err:
            time.sleep(0.01)
        report("going on")
        while "going on" not in capsys.readouterr().err:
            time.sleep(0.01)
