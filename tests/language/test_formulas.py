"""Boolean structure in texts: read, printed back, and read again as the same."""

from fractions import Fraction

import pytest

from imab_verify.kernel import AllOf, ArmClass, Run
from imab_verify.kernel.semantics import formula_holds
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.writing import show_claim

TWO = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE}


def truth(text, given=(), **values):
    """What a text about parameters says at these values."""
    claim = read_question(text, given, arms={}).claims().claim
    assert not claim.is_plain
    at = {name: Fraction(value) for name, value in values.items()}
    return formula_holds(AllOf(claim.conclusion), at, lambda _: Fraction(0))


@pytest.mark.parametrize("m", [-1, 0, 1, 2])
@pytest.mark.parametrize("n", [-1, 0, 1, 2])
def test_connectives_mean_what_they_say(m, n):
    low, high = m <= 0, n >= 1
    assert truth("m <= 0 or n >= 1", m=m, n=n) == (low or high)
    assert truth("not (m <= 0 and n >= 1)", m=m, n=n) == (not (low and high))
    assert truth("m <= 0 implies n >= 1", m=m, n=n) == ((not low) or high)
    assert truth("m <= 0 iff n >= 1", m=m, n=n) == (low == high)
    assert truth("not m <= 0 or n >= 1 and m >= 0", m=m, n=n) == ((not low) or (high and m >= 0))
    assert truth("m <= 0 implies n >= 1 implies m == n", m=m, n=n) == (
        (not low) or (not high) or m == n
    )
    assert truth("(m <= 0 or n >= 1) and not (m == n)", m=m, n=n) == ((low or high) and m != n)
    assert truth("m != n", m=m, n=n) == (m != n)
    assert truth("not m != n or n > 0", m=m, n=n) == (m == n or n > 0)
    assert truth("m <= n != 1", m=m, n=n) == (m <= n and n != 1)
    assert truth("m > n or 0 >= 0", ["m != n"], m=m, n=n)
    assert truth("max(m, 2*n) >= min(m, 0) + abs(m - n)", m=m, n=n) == (
        max(m, 2 * n) >= min(m, 0) + abs(m - n)
    )
    assert truth("max(m/2, min(n, 1)) < 3/4", m=m, n=n) == (
        max(Fraction(m, 2), min(n, 1)) < Fraction(3, 4)
    )
    assert truth("m >= 0", ["m <= 0 or n >= 1"], m=m, n=n) == (not (low or high) or m >= 0)


@pytest.mark.parametrize(
    "text",
    [
        "f(n) >= 1/2 or g(n) <= 1/2",
        "not (f(n) == g(n))",
        "n >= 3 implies f(n-3) <= g(n)",
        "max(f(n), g(n)) >= 1/2*f(n) + 1/2*g(n)",
        "min(f(n), max(g(n), 1/3)) <= 1 and (n >= 2 or f(n) > 0)",
        "f(n) <= g(n) iff Rew(f,n) <= Rew(g,n)",
        "abs(f(n) - g(n)) <= 1",
    ],
)
def test_what_is_printed_reads_back_as_the_same(text):
    first = read_question(text, ["n >= 1"], TWO).claims().claim
    shown = show_claim(first)
    again = read_question(shown.rpartition(": ")[2], ["n >= 1"], TWO).claims().claim
    assert show_claim(again) == shown


def test_brackets_around_an_expression_stay_an_expression():
    plain = read_question("(n + 1)*f(n) >= (f(n))").claims()
    assert plain.claim.is_plain
    assert len(plain.claim.conclusion) == 1


def test_brackets_around_a_comparison_change_nothing():
    assert read_question("(f(n) >= 0)").claims() == read_question("f(n) >= 0").claims()
    both = read_question("(f(n) >= 0) and (f(n) <= 1)").claims()
    assert both == read_question("f(n) >= 0 and f(n) <= 1").claims()


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("f(n) >= 0 or", "the text ends", 12),
        ("or f(n) >= 0", "a comparison is missing", 0),
        ("m <= n iff n <= m iff m == n", "which iff", 18),
        ("f(n) >= 0 or (f(n) >= )", "should stand here", 22),
        ("1/max(f(n), 1) <= 1", "dividing by min, max or abs", 1),
        ("abs(m, n) <= 1", "abs is written", 0),
        ("max() <= 1", None, None),
    ],
)
def test_errors_point_at_their_place(text, message, position):
    with pytest.raises(ClaimError, match=message) as error:
        read_question(text)
    if position is not None:
        assert error.value.position == position
        assert error.value.text == text


@pytest.mark.slow
def test_very_deep_brackets_are_an_error_and_no_crash():
    with pytest.raises(ClaimError):
        read_question("(" * 3000 + "f(n) >= 0" + ")" * 3000 + " or n >= 1")


def test_a_run_may_have_a_formula():
    claims = read_question("T >= 4*k implies OPT(T) <= k*ALG(T)", run=Run(ALGORITHM_1)).claims()
    assert not claims.claim.is_plain
