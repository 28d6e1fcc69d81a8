"""The sides of a claim's text at an instance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.kernel import Curve, Point
from imab_verify.kernel.semantics import form_value, observe
from imab_verify.language.comparisons import sides
from imab_verify.language.reading import read_question

LINE = Curve(((0, Fraction(0)), (4, Fraction(1))))
TEXTS = [
    "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
    "Rew(f, T//2) - -f(T) >= 2**3*Delta(f,m) + 1",
    "P(f,m,m+T) + m//2 > Area(f,T) - 3*m/T",
    "(m - T)**2 == f(m+T)*m",
]


def evaluated(text, number=0, curve=LINE, **values):
    """Both sides, with the functionals asked of the kernel."""
    question = read_question(text)
    exact = {name: Fraction(value) for name, value in values.items()}
    claim, point = question.claims().claim, Point(exact, {"f": curve})

    return question, point, sides(question.links[number], *observe(claim, point))


@examples(60)
@given(st.sampled_from(TEXTS), st.integers(1, 9), st.integers(1, 9))
def test_the_sides_differ_as_the_claim_says(text, m, T):
    question, point, found = evaluated(text, m=m, T=T)
    claim = question.claims().claim
    values, atoms = observe(claim, point)
    gap = form_value(claim.conclusion[0].form, values, atoms)
    for side in question.sides:
        gap /= side.conclusion[0].form.constant.at(values)
    difference = found.lhs - found.rhs
    assert gap == (-difference if found.relation in ("<=", "<") else difference)


def test_the_words_and_the_numbers_of_one_link():
    _, _, found = evaluated("f(1) <= f(2)   <= Rew(f, T) and f(T) >= 1/3", 1, T=3)
    assert (found.left, found.relation, found.right) == ("f(2)", "<=", "Rew(f, T)")
    assert (found.lhs, found.rhs) == (Fraction(1, 2), Fraction(3, 2))
    _, _, found = evaluated("f(1) <= f(2) <= Rew(f, T) and f(T) >= 1/3", 2, T=3)
    assert (found.lhs, found.rhs) == (Fraction(3, 4), Fraction(1, 3))


def test_a_ratio_whose_denominator_is_0_has_no_value():
    zero = Curve(((0, Fraction(0)),))
    _, _, found = evaluated("Rew(f,m)/Rew(f,T) >= 1/5", curve=zero, m=1, T=2)
    assert found is None


@pytest.mark.parametrize(
    ("text", "values", "left"),
    [
        ("7//2 <= f(1)", {}, 3),
        ("-7//2 <= f(1)", {}, -4),
        ("T(T+1)/2 + 0.5 >= f(1)", {"T": 3}, Fraction(13, 2)),
        ("ceil(T/2) >= f(1)", {"T": 3}, 2),
        ("7T % 5 >= f(1)", {"T": 3}, 1),
        ("sqrt(T) >= f(1)", {"T": 9, "sqrt_T": 3}, 3),
        ("ceil(sqrt(T)) >= f(1)", {"T": 8, "isqrt_T_minus_1": 2}, 3),
    ],
)
def test_a_side_has_the_value_of_its_text(text, values, left):
    _, _, found = evaluated(text, **values)
    assert found.lhs == left


def test_the_text_of_a_side_is_ascii():
    _, _, found = evaluated("2\u00b7T \u2264 T\u00d7T + f(1)", T=3)
    assert (found.left, found.right) == ("2*T", "T*T + f(1)")
