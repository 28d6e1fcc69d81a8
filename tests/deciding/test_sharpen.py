"""The best constant: formula, number, the instance that attains it."""

from fractions import Fraction

import pytest

from imab_verify.deciding.sharpen import sharpen
from imab_verify.errors import InputError
from imab_verify.kernel import judge
from imab_verify.kernel.semantics import form_value, observe
from imab_verify.language.declarations import read_arms
from imab_verify.language.reading import read_question
from imab_verify.report.answers import show_ratio

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
        assert form_value(claim.conclusion[0].form, *observe(claim, best.tight)) == 0
    if best.against is not None:
        assert judge(best.against.certified.text).verdict == "refuted"


def number(best):
    return best.numerator.at({}) / best.denominator.at({})


def test_a_family_has_a_formula_and_no_constant():
    found = sharpened("Rew(f,m)*c >= Rew(f,T)", "m <= T")
    assert found.smallest
    assert show_ratio(found.formula, ()) == "T*(T + 1)/(m*(m + 1))"
    assert found.formula.tight is not None
    assert found.formula.near is not None
    assert found.constant is None
    assert found.against.c == Fraction(2**19 * (2**19 + 1), 2)
    assert "none below 137439215616 does" in found.reason


@pytest.mark.parametrize(
    ("text", "givens", "formula", "constant", "attained"),
    [
        (HALF, ["T >= 4"], None, 5, {"T": 5}),
        (HALF, ["T >= 2"], None, 6, {"T": 3}),
        (
            "Rew(f,m)*c >= Rew(f,T)",
            ["m <= T", "2 <= m", "T <= 30"],
            "T*(T + 1)/(m*(m + 1))",
            155,
            {"m": 2, "T": 30},
        ),
        ("Rew(f,2*m) <= c*Rew(f,m)", [], "2*(2*m + 1)/(m + 1)", 4, None),
        ("Rew(f,m)/Rew(f,T) >= c", ["m <= T", "T <= 2*m"], "m*(m + 1)/(T*(T + 1))", "1/4", None),
        ("f(T) <= c", [], "1", 1, ...),
        ("f(T) <= 5000*c", [], "1/5000", "1/5000", ...),
        ("f(n+1) <= f(n) + c", [], "1/(n + 1)", "1/2", ...),
        ("f(T) <= f(m) + c", ["m <= T"], "(T - m)/T", 1, None),
        ("T*f(T) <= Rew(f,T) + c*T", [], "(T - 1)/(2*T)", "1/2", None),
        ("Rew(f,2*m) <= 20000*c*Rew(f,m)", [], None, "1/5000", None),
        ("Rew(f,3*m) <= c*Rew(f,m)", [], None, 9, None),
        ("c*(T+7) >= 3*T + 1", [], None, 3, None),
        ("f(m)/f(T) >= c", ["m <= T", "T <= 3*m"], None, "1/3", ...),
        ("c*m*T >= m^2 + T^2", ["m <= T", "T <= 5*m"], None, "26/5", ...),
        ("Rew(f,T) <= c*Rew(f,(T+1)//2)", [], None, 4, ...),
        ("c <= T - m", ["m <= T"], None, 0, ...),
    ],
)
def test_constants_that_are_known_by_hand(text, givens, formula, constant, attained):
    """Attained at these parameters, or nowhere, or wherever it may be (...)."""
    found = sharpened(text, *givens)
    best = found.constant
    assert number(best) == Fraction(constant)
    assert formula is None or show_ratio(found.formula, ()) == formula
    assert best.near is not None
    assert abs(found.better(best, best.near) - Fraction(constant)) <= Fraction(1, 500)
    if attained is not ...:
        assert (best.tight and best.tight.parameters) == attained


def test_a_hypothesis_between_two_arms():
    found = sharpened("Rew(f,T) <= c*Rew(g,T)", "m <= T", "Rew(f,m) <= Rew(g,m)", arms=("f", "g"))
    assert show_ratio(found.formula, ()) == "(T + 1)/(m + 1)"


def test_what_is_close_depends_on_the_constant():
    found = sharpened("f(T) <= 5000*c")
    assert 0 < found.better(found.constant, found.constant.near) < Fraction(1, 5000)
    found = sharpened("Rew(f,2*m) <= 20000*c*Rew(f,m)")
    assert found.constant.against.c >= Fraction(999, 5_000_000)


def test_a_claim_that_no_constant_saves():
    found = sharpened(HALF, "T >= 1")
    assert (found.formula, found.constant) == (None, None)
    assert found.verdict == "refuted"
    assert found.against.point.parameters == {"T": 1}
    assert judge(found.certified.text).verdict == "refuted"


def test_a_limit_far_out_is_found_and_nothing_less_serves():
    """10^9 T/(T + 10^9) looks as if it grew for ever until T is far beyond 10^9."""
    found = sharpened("c*(T+1000000000) >= 1000000000*T")
    assert number(found.constant) == 10**9
    assert found.constant.tight is None
    assert 10**9 - Fraction(1, 1000) <= found.constant.against.c < 10**9
    assert found.constant.near.parameters["T"] > 10**20


def test_one_file_has_everything_that_is_said():
    found = sharpened("c*Rew(f,m)/(m+1) >= Rew(f,T)/(T+1)", "m <= T", "T <= 2*m")
    said = judge(found.certified.text)
    assert number(found.constant) == 2
    assert said.claim == found.constant.claim
    assert len(said.document.sides) == 2
    beside = [(one.verdict, one.claim) for one in said.beside]
    assert ("proved", found.formula.claim) in beside
    for best in (found.constant, found.formula):
        assert ("refuted", best.against.certified.judgement.claim) in beside
    [formula] = [one.document for one in said.beside if one.verdict == "proved"]
    assert len(formula.sides) == 3  # m + 1, T + 1 and m, by which T/m divides


def test_a_constant_that_is_multiplied_by_0():
    found = sharpened("c*f(n) >= 1")
    assert found.verdict == "refuted"
    assert found.best is None


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
        ("c*(f(2) - 1/2) >= 0", "larger or a smaller"),
    ],
)
def test_what_has_no_best_constant_is_refused(claim, words):
    with pytest.raises(InputError, match=words):
        sharpened(claim)
