"""The best constant: formula, number, the instance that attains it."""

from fractions import Fraction

import pytest

from imab_verify.deciding.sharpen import sharpen
from imab_verify.errors import InputError
from imab_verify.kernel import evaluate, form_value, judge
from imab_verify.language.declarations import read_arms
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question
from imab_verify.report.constants import show_ratio

HALF = "Rew(f,T//2)*c >= Rew(f,T)"


def sharpened(text, *givens, arms=()):
    question = read_question(text, givens, read_arms(arms), reals=("c",))
    found = sharpen(question, "c")
    for best in (found.formula, found.constant):
        if best is not None:
            check(best)
    return found


def check(best):
    """The kernel's word for everything that is said about a best constant."""
    assert judge(best.certified.text).verdict == "proved"
    if best.tight is not None:
        claim = best.certified.certificate.claim
        assert form_value(claim.conclusion[0].form, *evaluate(claim, best.tight)) == 0
    if best.sharper is not None:
        assert judge(dumps(best.sharper)).verdict == "refuted"


def number(best):
    return best.numerator.at({}) / best.denominator.at({})


def test_a_family_has_a_formula_and_no_constant():
    found = sharpened("Rew(f,m)*c >= Rew(f,T)", "m <= T")
    assert found.smallest
    assert show_ratio(found.formula, ()) == "T*(T + 1)/(m*(m + 1))"
    assert found.formula.tight is not None
    assert found.formula.sharper is not None
    assert found.constant is None
    assert "grows for ever" in found.reason


@pytest.mark.parametrize(("given", "best", "at"), [("T >= 4", 5, 5), ("T >= 2", 6, 3)])
def test_a_constant_is_attained_at_a_small_horizon(given, best, at):
    found = sharpened(HALF, given)
    assert number(found.constant) == best
    assert found.constant.tight.parameters == {"T": at}
    assert found.constant.sharper is not None
    assert found.formula.at(found.constant.tight) == best


def test_a_numeric_range_has_a_constant():
    found = sharpened("Rew(f,m)*c >= Rew(f,T)", "m <= T", "2 <= m", "T <= 30")
    assert number(found.constant) == Fraction(30 * 31, 2 * 3)
    assert found.constant.tight.parameters == {"m": 2, "T": 30}


def test_a_limit_is_approached_and_not_attained():
    found = sharpened("Rew(f,2*m) <= c*Rew(f,m)")
    assert show_ratio(found.formula, ()) == "2*(2*m + 1)/(m + 1)"
    assert number(found.constant) == 4
    assert found.constant.tight is None
    assert found.constant.sharper is not None


def test_the_largest_constant_of_a_lower_bound():
    found = sharpened("Rew(f,m)/Rew(f,T) >= c", "m <= T", "T <= 2*m")
    assert not found.smallest
    assert show_ratio(found.formula, ()) == "m*(m + 1)/(T*(T + 1))"
    assert number(found.constant) == Fraction(1, 4)
    assert found.constant.tight is None


def test_a_hypothesis_between_two_arms():
    found = sharpened("Rew(f,T) <= c*Rew(g,T)", "m <= T", "Rew(f,m) <= Rew(g,m)", arms=("f", "g"))
    assert show_ratio(found.formula, ()) == "(T + 1)/(m + 1)"


def test_values_in_the_unit_interval_count():
    found = sharpened("f(T) <= c")
    assert found.constant is found.formula
    assert number(found.constant) == 1
    assert found.constant.tight is not None


@pytest.mark.parametrize(
    ("text", "formula", "constant"),
    [
        ("f(n+1) <= f(n) + c", "1/(n + 1)", Fraction(1, 2)),
        ("f(T) <= f(m) + c", "(T - m)/T", 1),
        ("T*f(T) <= Rew(f,T) + c*T", "(T - 1)/(2*T)", Fraction(1, 2)),
    ],
)
def test_additive_constants(text, formula, constant):
    found = sharpened(text, *(["m <= T"] if "m" in text else []))
    assert show_ratio(found.formula, ()) == formula
    assert number(found.constant) == constant
    assert found.constant.sharper is not None


def test_a_claim_that_no_constant_saves():
    found = sharpened(HALF, "T >= 1")
    assert (found.formula, found.constant) == (None, None)
    assert "false for every c at T = 1" in found.reason


@pytest.mark.slow
def test_the_formula_agrees_with_round_robins_worst_case():
    found = sharpened("Rew(f,T) <= c*Rew(f,T//3)", "T >= 3")
    for T in range(3, 40):
        values = {"T": Fraction(T), "T_div_3": Fraction(T // 3)}
        value = found.formula.numerator.at(values) / found.formula.denominator.at(values)
        assert value == Fraction(T * (T + 1), (T // 3) * (T // 3 + 1))
    assert number(found.constant) == 15


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Rew(f,T) < c", "<= or >="),
        ("Rew(f,T)/c <= 1", "does not divide by c"),
        ("c*(f(2) - 1/2) >= 0", "both a large and a small"),
    ],
)
def test_what_has_no_best_constant_is_refused(claim, words):
    with pytest.raises(InputError, match=words):
        sharpened(claim)
