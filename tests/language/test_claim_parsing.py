"""Texts that are not claims: one sentence each, a caret at the right place, nothing else."""

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.errors import InputError
from imab_verify.kernel import Claim, Run
from imab_verify.kernel.documents import build
from imab_verify.language.documents import claim_to_json
from imab_verify.language.parser import (
    MAX_LENGTH,
    MAX_NESTING,
    ClaimError,
    Name,
    Number,
    Power,
    Series,
    caret,
    parse,
)
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question

REFUSED = [
    # attribute access, calls, quotes
    ("f.x >= 1", 1, "attributes"),
    ("x.__class__ >= 1", 1, "attributes"),
    ("__import__('os') >= 1", 0, "begin with a letter"),
    ("eval(x) >= 1", 0, "--arm eval"),
    ("1 <= open(n)", 5, "--arm open"),
    ("n >= 'a'", 5, "not part of the claim language"),
    # numbers
    ("f(n) >= .5", 8, "0.5"),
    ("f(n) >= 0.", 9, "both sides"),
    ("f(n) >= 1.5.2", 11, "both sides"),
    ("n >= 1.5e5", 8, "10**5"),
    ("n >= 1e5.5", 8, "both sides"),
    ("n >= 1e99999999999999999999", 5, "600 digits"),
    ("n >= 1__000", 6, "begin with a letter"),
    ("n >= 1e-5", 6, "10**5"),
    ("2_n >= 1", 1, "begin with a letter"),
    ("9" * 601 + " >= 1", 0, "600 digits"),
    ("n**25 >= 1", 3, "from 0 to 24"),
    ("n**99999999999999999999 >= 1", 3, "from 0 to 24"),
    ("n**-1 >= 1", 3, "from 0 to 24"),
    ("n**m >= 1", 3, "m is a parameter"),
    ("2**(n+1) >= 1", 4, "n is a parameter"),
    ("n**(1/2) >= 1", 4, "from 0 to 24"),
    ("n**f(n) >= 1", 3, "from 0 to 24"),
    ("(n**20)*(n**20) >= 1", 7, "more than 24"),
    ("((((1/9)**24)**24)**24)**24 >= 1", 18, "too large"),
    ("n/0 >= 1", 1, "divides by zero"),
    ("n/(m-m) >= 1", 1, "divides by zero"),
    ("n//0 >= 1", 1, "at least 1"),
    ("n//(-2) >= 1", 1, "at least 1"),
    ("Rwe(f,T) >= 1", 0, "it is written Rew(f, n)"),
    # brackets
    ("(n >= 1", 0, "never closed"),
    ("f((n) >= 1", 1, "never closed"),
    ("f(n >= 1", 1, "never closed"),
    ("f(n)) >= 1", 4, "closes nothing"),
    ("f(n more) >= 1", 4, "missing before more"),
    ("f() >= 1", 2, "not )"),
    ("[n] >= 1", 0, "round brackets"),
    # comparisons
    ("n => 2", 3, "written >=, not =>"),
    ("n =< 2", 3, "written <=, not =<"),
    ("", 0, "ends"),
    ("  ", 2, "ends"),
    ("f(n)", 4, "comparison is missing"),
    ("f(n) and n >= 1", 5, "comparison is missing"),
    ("n >=", 4, "ends"),
    ("n >= 1 and", 10, "ends"),
    ("n! != 1", 1, "factorial"),
    ("n: m >= 1", 1, "colon"),
    ("n is prime", 5, "is even"),
    ("n >= 1, m", 6, "comma"),
    ("n >= 1 m >= 2", 7, "missing before m"),
    ("n more >= 1", 2, "missing before more"),
    ("n >=\n1 & m >= 2", 7, "'and'"),
    ("* n >= 1", 0, "not *"),
    # products without an operator that can be read in two ways, or not at all
    ("1/2T >= 0", 3, "two ways"),
    ("T//2k >= 0", 4, "two ways"),
    ("T%2k >= 0", 3, "two ways"),
    ("1/2(T+1) >= 0", 3, "two ways"),
    ("1/T(T+1) >= 0", 2, "two ways"),
    ("1/T(T+1)^2 >= 0", 2, "two ways"),
    ("2^3T >= 0", 3, "two ways"),
    ("2^T(T+1) >= 0", 2, "two ways"),
    ("(T+1)2 >= 0", 5, "missing before 2"),
    ("T 2 >= 0", 2, "missing before 2"),
    ("u(n+1) >= 2", 0, "write u*(...)"),
    ("u(n, m) >= u", 0, "--arm u"),
    ("f(n) <= 1 always", 10, "missing before always"),
    ("f(n) <= 1 if n >= 2", 10, "missing before if"),
    ("n >= m T <= 1", 7, "missing before T"),
    ("T/2 k >= 0", 4, "two ways"),
    ("n >= 1 f(n) <= 1", 7, "missing before f"),
    ("n >= 1 (m + 1) >= 2", 7, "missing before ("),
    # words that somebody means otherwise
    ("rew(f,n) >= 0", 0, "written Rew(f, n)"),
    ("reward(f,n) >= 0", 0, "written Rew(f, n)"),
    ("regret(T) >= 0", 0, "written Regret(T)"),
    ("regret <= 1", 0, "written Regret(T)"),
    ("opt <= n", 0, "written OPT(T)"),
    ("area(f,n) >= 0", 0, "written Area(f, n)"),
    ("ceiling(n/2) >= 0", 0, "written ceil(a/b)"),
    ("log(n) >= 0", 0, "log is not in the claim language"),
    ("e >= 1", 0, "--real e or --integer e"),
    ("n <= inf", 5, "no infinity"),
    ("pi*n >= 3*n", 0, "--real pi"),
    ("f(eps*n) >= 0", 2, "--integer eps"),
    ("Rew(f, alpha*T) >= 0", 7, "--integer alpha"),
    # functions
    ("floor(n, 2) >= 0", 0, "written floor(a/b)"),
    ("ceil(f(n)) >= 0", 0, "parameters only"),
    ("sqrt(f(n)) >= 0", 0, "linear in the rewards"),
    ("sqrt(2) >= 1", 0, "irrational"),
    ("sqrt(-4) >= 1", 0, "negative"),
    ("N(f) >= 0", 0, "--policy"),
    ("most >= 0", 0, "--policy"),
    ("Regret(T) >= 0", 0, "--policy"),
    ("N(n) >= 0", 0, "written N(f)"),
    ("f(n) before the last pull of f >= 0", 0, "only N(f) and most"),
    ("most before 3 >= 0", 12, "before the last pull of f"),
    ("most before the last pull of 3 >= 0", 29, "name of an arm"),
    # not ASCII: Cyrillic er, full-width digit, Arabic digit, superscript, root sign, not equal
    ("\u0440 >= 1", 0, "U+0440"),
    ("n >= \uff11", 5, "U+FF11"),
    ("n >= \u0661", 5, "U+0661"),
    ("n\u00b2 >= 1", 1, "^2"),
    ("\u221an >= 1", 0, "sqrt"),
    ("n >= 1\x00", 6, "U+0000"),
    ("n >= \ud800", 5, "U+D800"),
    # sizes
    ("x" * 41 + " >= 1", 0, "40 letters"),
    ("(" * 100 + "n" + ")" * 100 + " >= 1", MAX_NESTING, "deep"),
    ("n" + "**1" * 100 + " >= 1", 1 + 3 * MAX_NESTING, "deep"),
    ("n >= " + "1" * 100_000, MAX_LENGTH, "100005 characters"),
]


@pytest.mark.parametrize(("text", "position", "word"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_claim_is_refused_at_its_place(text, position, word):
    with pytest.raises(ClaimError) as refused:
        read_question(text)
    assert refused.value.position == position
    assert refused.value.text == text
    assert word in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).isascii()


@pytest.mark.parametrize(("text", "position", "word"), REFUSED, ids=range(len(REFUSED)))
def test_the_caret_stands_under_the_place_and_the_line_fits(text, position, word):
    with pytest.raises(ClaimError) as refused:
        read_question(text)
    shown, mark = caret(refused.value).split("\n")
    assert mark.strip() == "^"
    assert len(shown) <= 80
    column = mark.index("^")
    if position == len(text):
        assert column == len(shown)
    elif " " <= text[position] <= "~":
        assert shown[column] == text[position]
    else:
        assert shown[column] == "?"


def test_the_caret_of_a_long_line_is_in_a_window():
    text = "n + " * 100 + "@ + " + "m + " * 100 + "m >= 1"
    with pytest.raises(ClaimError) as refused:
        read_question(text)
    shown, mark = caret(refused.value).split("\n")
    assert len(shown) == 80
    assert shown.startswith("...")
    assert shown.endswith("...")
    assert shown[mark.index("^")] == "@"


def test_the_caret_shows_the_line_of_the_error_only():
    with pytest.raises(ClaimError) as refused:
        read_question("n >= 1\n\tand m ? 2\nand T >= 3")
    assert caret(refused.value) == " and m ? 2\n       ^"


def test_an_error_in_a_given_has_the_text_of_the_given():
    with pytest.raises(ClaimError) as refused:
        read_question("f(n) >= 0", ["n >= 1", "n >= 2.5."])
    assert refused.value.text == "n >= 2.5."
    assert caret(refused.value) == "n >= 2.5.\n        ^"


def test_a_claim_error_is_an_input_error_and_survives_a_process_border():
    error = ClaimError("no", "text", 2)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert isinstance(again, InputError)
    assert (str(again), again.text, again.position) == ("no", "text", 2)


def test_minus_binds_weaker_than_a_power_and_a_power_goes_from_right_to_left():
    [link] = parse("-n**2 == 2**3**0").links
    assert isinstance(link.left.expression.operand, Power)
    assert link.right.expression == Power(Number(2, 9), Power(Number(3, 12), Number(0, 15), 13), 10)


def test_series_are_flat_so_that_long_sums_are_not_deep():
    [link] = parse("n" + "+n" * 5000 + " >= 1").links
    assert isinstance(link.left.expression, Series)
    assert len(link.left.expression.steps) == 5000
    assert link.left.expression.first == Name("n", 0)


def test_names_are_listed_in_order_of_appearance():
    assert parse("Rew(f, T) >= m and m >= T + a").names == ("Rew", "f", "T", "m", "a")


NAMES = "f g n m T k x and or Rew Delta P Area OPT ALG"
MARKS = "( ) , + - * / // ** <= >= < > == = . ^ _ \u2264 0 1 2 7 24 1/2 1.5"
WHOLES = "Rew(f,n) f(n) OPT(T) ALG(T)"
WORDS = f"{NAMES} {MARKS} {WHOLES}".split()


def read_or_refused(text):
    """The question or the error; any other exception is a bug and comes through."""
    try:
        return read_question(text, run=Run(ALGORITHM_1))
    except ClaimError as error:
        return error


@examples(400)
@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)))
@example("f(n) >= 1")
def test_any_text_is_read_or_refused(text):
    outcome = read_or_refused(text)
    if isinstance(outcome, ClaimError):
        assert 0 <= outcome.position <= len(text)
        assert caret(outcome).count("\n") == 1
    else:
        claim = outcome.claims().claim
        assert build(Claim, claim_to_json(claim)) == claim


SIDES = st.recursive(
    st.sampled_from(["n", "m", "T", "1", "3", "f(n)", "Rew(f,m)", "OPT(T)", "P(f,n,m)"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//"]), inner).map(
            "({0[0]}{0[1]}{0[2]})".format
        ),
        inner.map("-{}".format),
        inner.map("{}**2".format),
        inner.map("Rew(f,{})".format),
    ),
    max_leaves=8,
)


@examples(400)
@given(SIDES, st.sampled_from(["<=", ">=", "<", ">", "=="]), SIDES)
def test_any_well_formed_comparison_is_read_or_refused(left, relation, right):
    outcome = read_or_refused(f"{left} {relation} {right}")
    if isinstance(outcome, ClaimError):
        assert "should stand here" not in str(outcome)
        assert "bracket" not in str(outcome)
    else:
        claim = outcome.claims().claim
        assert build(Claim, claim_to_json(claim)) == claim
