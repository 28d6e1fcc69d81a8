"""Claims as text for people."""

from dataclasses import replace

import pytest
from runs import run_of
from sentences import read_sentence

from imab_verify.errors import InputError
from imab_verify.kernel import (
    ArmClass,
    Claim,
    Comparison,
    Floor,
    Form,
    Polynomial,
    Relation,
    Run,
    Some,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.language.writing import show_claim, show_comparison, show_form, show_polynomial


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("m*m*Rew(f,T) <= T**2*Rew(f,m)", "T**2*Rew(f, m) >= m**2*Rew(f, T)"),
        ("m*(m+1)*Rew(f,T) <= 2*f(m)", "2*f(m) >= m*(m + 1)*Rew(f, T)"),
        ("T - m >= 0", "T >= m"),
        ("-T >= 3", "T + 3 <= 0"),
        ("-T > f(n)", "f(n) + T < 0"),
        ("-T == 3", "T + 3 == 0"),
        ("0 >= 0", "0 >= 0"),
        ("n <= 0", "n <= 0"),
        ("f(n) - f(n) >= 0", "0*f(n) >= 0"),
        ("f(n) - f(n) + Rew(f,n) + n >= 0", "Rew(f, n) + n + 0*f(n) >= 0"),
        ("T//2 <= (T+1)//2", "(T + 1)//2 >= T//2"),
        ("0 >= T//2", "T//2 <= 0"),
        ("3*(T//2) + (T//2)**2 > T//2//3", "(T//2)**2 + 3*(T//2) > (T//2)//3"),
        ("(T-m)*f(n) >= -(1/2)*P(f,n,m)", "(T - m)*f(n) + 1/2*P(f, n, m) >= 0"),
        ("(m-T)*f(n)*(2*T//m) >= 1", "((2*T)//m)*(m - T)*f(n) >= 1"),
        ("(6*m*T + 9*T)*f(n) >= 1/2", "3*T*(2*m + 3)*f(n) >= 1/2"),
        ("f(T//2 - 1) >= Delta(f, n + T//2)", "f(T//2 - 1) >= Delta(f, T//2 + n)"),
    ],
)
def test_a_comparison_is_shown_with_positive_terms_on_both_sides(text, shown):
    claim = read_question(text).claims().claim
    assert show_comparison(claim.conclusion[0], claim.floors) == shown
    again = read_question(shown).claims().claim
    assert again.conclusion[0].relation is claim.conclusion[0].relation
    assert show_comparison(again.conclusion[0], again.floors) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-T**2 + m", "m - T**2"),
        ("-T//2", "(-T)//2"),
        ("-(T//2)", "-(T//2)"),
        ("-(T//2) - 1", "-(T//2) - 1"),
        ("n - T//2", "n - T//2"),
        ("-n/2 - 1", "-1/2*n - 1"),
        ("-f(n) - m*f(m) - 1", "-f(n) - m*f(m) - 1"),
        ("n - n", "0"),
    ],
)
def test_a_form_is_shown_so_that_it_reads_back(text, shown):
    claim = read_question(f"{text} >= 0").claims().claim
    form = claim.conclusion[0].form
    assert show_form(form, claim.floors) == shown
    if not form.terms:
        assert show_polynomial(form.constant, claim.floors) == shown
    again = read_question(f"{shown} >= 0").claims().claim
    assert again.conclusion == claim.conclusion
    assert again.floors == claim.floors


LAST_PULL = "N = N(f), M = most before the last pull of f, B = N(g) before the last pull of f"


def test_a_floor_that_is_not_known_is_a_name():
    q = Polynomial.variable("T_div_2")
    assert show_comparison(Comparison(Form(q), Relation.GT)) == "T_div_2 > 0"


def test_a_claim_is_one_sentence():
    q = read_question(
        "Rew(f,n) + x*Rew(g,T-n) <= Rew(h,T)",
        ["n <= T"],
        {"f": ArmClass.CONCAVE, "h": ArmClass.MONOTONE, "g": ArmClass.CONCAVE},
        ["x"],
    )
    assert show_claim(q.claims().claim) == (
        "for all integers n, T; reals x; concave f, g; monotone h, "
        "given T >= n and n >= 1 and T >= 1: Rew(h, T) >= Rew(f, n) + x*Rew(g, T - n)"
    )
    assert show_claim(read_question("2 >= 1").claims().claim) == "1 >= 0"


def test_a_claim_about_a_run_says_which():
    q = read_question("OPT(T) <= 4*k*ALG(T)", ["T >= 4*k"], run=Run(ALGORITHM_1))
    assert show_claim(q.claims().claim) == (
        "for all integers k, T, in every run of algorithm-1 on k arms with horizon T, "
        "initialisation in rounds, ties any, given T >= 4*k and k >= 1 and T >= 1: "
        "4*k*ALG(T) >= OPT(T)"
    )
    run = run_of("algorithm-1", LAST_PULL)
    arms = dict.fromkeys("fg", ArmClass.CONCAVE)
    q = read_question("P(f,N-1,M) >= P(g,B,M)", arms=arms, run=run)
    assert (
        "where N = N(f), M = most before the last pull of f, B = N(g) before the last pull of f, "
        "the last pull of f after the initialisation"
    ) in show_claim(q.claims().claim)


def test_a_sentence_is_read_back():
    q = read_question("OPT(T)/ALG(T) <= k*(1+1/T)", ["T >= 4*k"], run=Run(ALGORITHM_1))
    assert read_sentence(show_claim(q.claims().claim)) == q.claims().claim


def test_long_floors_are_written_once():
    floors, q = [], Polynomial.variable("T")
    for n in range(60):
        floors.append(Floor(f"q{n}", q * q + q, Polynomial.constant(3)))
        q = Polynomial.variable(f"q{n}")
    claim = Claim(("T",), (), (), (Comparison(Form(q)),), floors=tuple(floors))
    text = show_claim(claim)
    assert len(text) < 4000
    assert "q58 = (((q56**2 + q56)//3)**2 + (q56**2 + q56)//3)//3: " in text
    assert {floor.name for floor in read_sentence(text).floors} >= {"q2", "q58"}


@pytest.mark.parametrize(
    "sentence",
    ["for all numbers n: n >= 1", "in every run of luck: ALG(T) >= 0", "with q: q >= 1", "n: n"],
)
def test_what_is_no_sentence_is_refused(sentence):
    with pytest.raises(InputError):
        read_sentence(sentence)


A, B = Polynomial.variable("a"), Polynomial.variable("b")


def test_names_of_a_score_that_the_claim_has_too_are_told_apart():
    run = Run(read_index(1, "(a-1)*f(a)"))
    own = Claim(("k", "T", "a"), (), (), (Comparison(Form(A)),), run=run)
    assert "by (a - 1)*f(a) (there f is any arm, a its pulls, M the most) on k arms" in show_claim(
        own
    )
    assert read_sentence(show_claim(own)) == own
    other = replace(own, parameters=("k", "T", "b"), conclusion=(Comparison(Form(B)),))
    assert "by (a - 1)*f(a) on k arms" in show_claim(other)
    assert read_sentence(show_claim(other)) == other


def test_a_last_pull_comes_at_any_stage_or_late():
    for policy, late, words in (
        ("any", (), "at any stage"),
        (ALGORITHM_1, (), "at any stage"),
        (ALGORITHM_1, ("f",), "after the initialisation"),
    ):
        run, arms = Run(policy, (("M", ("level", "f")),), late), (("f", ArmClass.CONCAVE),)
        claim = Claim(("k", "T", "M"), arms, (), (Comparison(Form(ONE)),), run=run)
        assert f"the last pull of f {words}" in show_claim(claim)
        assert read_sentence(show_claim(claim)) == claim


def test_some_run_is_one_on_at_least_one_arm():
    claim = Claim(("k", "T"), conclusion=(Comparison(Form(ONE)),), run=Some(Run("round-robin")))
    assert "on k >= 1 arms" in show_claim(claim)
    assert read_sentence(show_claim(claim)) == claim
