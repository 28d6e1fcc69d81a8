"""Claims written with operators say what the same Python expression says."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

import imab_verify as iv
from imab_verify.language.parser import parse
from imab_verify.language.terms import Term, as_term

f = iv.arm("f")
m, n, T = iv.integers("m n T")
c = iv.real("c")


@st.composite
def values(draw, depth=4):
    """A term without names, and its value."""
    if depth == 0 or draw(st.booleans()):
        q = draw(st.integers(-3, 9) | st.builds(Fraction, st.integers(-3, 3), st.integers(1, 4)))
        return as_term(q), Fraction(q)
    (a, x), (b, y) = draw(values(depth - 1)), draw(values(depth - 1))
    signs = ["+", "-", "*", "square", "minus", *(["/", "//"] if y else [])]
    match draw(st.sampled_from(signs)):
        case "+":
            return a + b, x + y
        case "-":
            return a - b, x - y
        case "*":
            return a * b, x * y
        case "/":
            return a / b, x / y
        case "//":
            return a // b, Fraction(x // y)
        case "square":
            return a**2, x**2
        case _:
            return -a, -x


@examples(300)
@given(values())
def test_a_text_means_what_the_operators_mean(pair):
    term, value = pair
    exact = re.sub(r"\d+", r"Fraction(\g<0>)", term.text)
    assert eval(exact) == value  # noqa: S307  digits and operators only
    parse(f"{term.text} <= 0")


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (iv.Rew(f, m) * T * (T + 1), "Rew(f, m)*T*(T + 1)"),
        (T - (m - 3), "T - (m - 3)"),
        (T * (m // 2), "T*(m//2)"),
        (2 / T, "2/T"),
        (5 // T + 7 % as_term(3), "5//T + 7%3"),
        (f(n + 1) - f(n), "f(n + 1) - f(n)"),
        (iv.P(f, m, T) + iv.Delta(f, m) + iv.Area(f, T), "P(f, m, T) + Delta(f, m) + Area(f, T)"),
        (iv.OPT(T) - iv.ALG(T), "OPT(T) - ALG(T)"),
        (abs(m - n), "abs(m - n)"),
        (iv.minimum(m, n) + iv.maximum(1, T), "min(m, n) + max(1, T)"),
        ((-T) ** 2, "(-T)**2"),
        (Fraction(1, 2) * T, "1/2*T"),
    ],
)
def test_texts(term, text):
    assert str(term) == text


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ((m <= T) & (T < 4) | (n == m), "m <= T and T < 4 or n == m"),
        ((m >= T) & ((T > 4) | ~(n == m)), "m >= T and (T > 4 or not (n == m))"),
        (n != m, "not (n == m)"),
        ((n <= m).implies(f(n) <= f(m)), "not (n <= m) or f(n) <= f(m)"),
        (n >= 3, "n >= 3"),
    ],
)
def test_conditions(condition, text):
    assert str(condition) == text


def test_a_claim_with_operators_is_the_claim_of_its_text():
    written = iv.claim(m * (m + 1) * iv.Rew(f, T) <= T * (T + 1) * iv.Rew(f, m), given=[m <= T])
    typed = iv.claim("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"], arms="f")
    assert written.question.claims() == typed.question.claims()
    assert written.ask().verdict is iv.Verdict.PROVED


def test_declarations_travel_with_the_terms():
    g, x = iv.arm("g", "monotone"), iv.real("x")
    said = iv.claim(x * g(n) <= x * g(n + 1), given=[x >= 0])
    assert said.question.claims().claim.reals == ("x",)
    assert dict(said.question.claims().claim.arms) == {"g": "monotone"}
    assert said.ask().verdict is iv.Verdict.PROVED
    assert iv.ask(x * g(n) <= x * g(n + 1)).verdict is iv.Verdict.REFUTED


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda: m <= n <= T, r"\(a <= b\) & \(b <= c\)"),
        (lambda: bool(m), "neither true nor false"),
        (lambda: 0.5 * T, "0.5 cannot stand in a claim"),
        (lambda: m + "n", "cannot stand in a claim"),
        (lambda: m + True, "cannot stand in a claim"),
        (lambda: (m <= n) & True, "is no comparison"),
        (lambda: iv.Rew("f", m), "Rew is of an arm"),
        (lambda: iv.arm("f", "convex"), "not one of concave"),
        (lambda: iv.arm("Rew"), "cannot be declared"),
        (lambda: f(m) + iv.arm("f", "monotone")(m), "different classes"),
        (lambda: m + iv.real("m"), "as an integer and as a real"),
    ],
)
def test_what_is_no_claim_is_refused_at_once(write, words):
    with pytest.raises(iv.InputError, match=words):
        write()


def test_terms_are_no_keys():
    with pytest.raises(TypeError):
        {m: 1}  # noqa: B018
    assert isinstance(m, Term)
