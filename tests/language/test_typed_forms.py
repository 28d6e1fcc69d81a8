"""Forms that people type first: they mean what their canonical form means, or are refused."""

from fractions import Fraction

import pytest
from runs import run_of
from sentences import read_sentence

from imab_verify.deciding.decide import decide, prove_sides
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.errors import InputError
from imab_verify.kernel import AllOf, Relation, Run
from imab_verify.kernel.semantics import formula_holds
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.writing import show_claim

RUN = Run(ALGORITHM_1)

SAME = [
    ("2T <= 3T", "2*T <= 3*T"),
    ("2(T+1) >= 2", "2*(T+1) >= 2"),
    ("(T+1)(T+2) >= 2", "(T+1)*(T+2) >= 2"),
    ("(T+1)T >= 2", "(T+1)*T >= 2"),
    ("T(T+1) >= 2", "T*(T+1) >= 2"),
    ("T(T+1)^2 >= 2T", "T*(T+1)**2 >= 2*T"),
    ("T^2(T+1) >= 2", "T**2*(T+1) >= 2"),
    ("Rew(f,T) <= T f(T)", "Rew(f,T) <= T*f(T)"),
    ("2 k T >= 3 eps T", "2*k*T >= 3*eps*T"),
    ("n^2 m >= 0", "n**2*m >= 0"),
    ("k T(T+1) >= 0", "k*T*(T+1) >= 0"),
    ("-2T <= 0", "-2*T <= 0"),
    ("2T^2 >= T", "2*T**2 >= T"),
    ("T(T+1)/2 >= T", "T*(T+1)/2 >= T"),
    ("m(m+1)Rew(f,T) <= T(T+1)Rew(f,m)", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)"),
    ("m(m+1) Rew(f,T) <= T(T+1) Rew(f,m)", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)"),
    ("4Rew(f,T) >= 2f(T)", "4*Rew(f,T) >= 2*f(T)"),
    ("2T//3 >= 0", "(2*T)//3 >= 0"),
    ("T^2 >= 0", "T**2 >= 0"),
    ("f(n) = f(n)", "f(n) == f(n)"),
    ("f(n) \u2264 1", "f(n) <= 1"),
    ("f(n) \u2265 0", "f(n) >= 0"),
    ("2\u00b7T \u2212 1 >= 0", "2*T - 1 >= 0"),
    ("2\u00d7T >= 0", "2*T >= 0"),
    ("\u03b5*f(n) <= \u03b5", "eps*f(n) <= eps"),
    ("f(n) >= 0.5*f(n)", "f(n) >= 1/2*f(n)"),
    ("f(n) >= 0.125", "f(n) >= 1/8"),
    ("Rew(f, floor(T/2)) >= 0", "Rew(f, T//2) >= 0"),
    ("Rew(f, ceil(T/2)) >= 0", "Rew(f, (T+1)//2) >= 0"),
    ("Rew(f, ceil((T+1)/k)) >= 0", "Rew(f, (T+1+k-1)//k) >= 0"),
    ("floor(2.5) >= 2", "2 >= 2"),
    ("ceil(2.5) >= 3", "3 >= 3"),
    ("T % 2 <= 1", "T - 2*(T//2) <= 1"),
    ("5T % (m+1) <= m", "5*T - (m+1)*((5*T)//(m+1)) <= m"),
    ("sqrt(4)*T >= T", "2*T >= T"),
    ("sqrt(0.25)*T >= T", "1/2*T >= T"),
    ("N(T+1) >= N", "N*(T+1) >= N"),
    ("1 - Rew(f,m)/Rew(f,T) <= m", "(1-m)*Rew(f,T) <= Rew(f,m)"),
    ("f(m)/Rew(f,T) + f(T)/Rew(f,T) <= 2", "f(m) + f(T) <= 2*Rew(f,T)"),
    ("1/Rew(f,m) <= T/Rew(f,T)", "T*Rew(f,m) >= Rew(f,T)"),
    ("Rew(f,tau) >= 0", "Rew(f,tau) >= 0"),
    ("1/2 Rew(f,T) <= T", "1/2*Rew(f,T) <= T"),
    ("f(n) >= m/n f(n)", "f(n) >= m/n*f(n)"),
    ("2T is even", "(2*T) % 2 == 0"),
    ("2T + 1 is odd", "(2*T + 1) % 2 == 1"),
]


@pytest.mark.parametrize(("typed", "canonical"), SAME)
def test_what_is_typed_means_its_canonical_form(typed, canonical):
    first, second = (read_question(t).claims().claim for t in (typed, canonical))
    assert (first.floors, first.reals) == (second.floors, second.reals)
    assert set(first.givens) == set(second.givens)
    assert set(first.parameters) == set(second.parameters)
    for a, b in zip(first.conclusion, second.conclusion, strict=True):
        assert a.relation is b.relation
        assert a.form.constant == b.form.constant
        assert {atom: c for c, atom in a.form.terms} == {atom: c for c, atom in b.form.terms}


def test_the_sentence_of_a_typed_claim_is_canonical_and_reads_back():
    claim = read_question("T(T+1)Rew(f,ceil(m/2)) \u2265 0.5c*Rew(f,m)").claims()
    sentence = show_claim(claim.claim)
    assert sentence.isascii()
    assert read_sentence(sentence) == claim.claim


# --- names ---------------------------------------------------------------------------------------


def test_greek_names_and_c_are_reals_at_least_zero_and_this_is_said():
    q = read_question("alpha*f(n) <= alpha + c_1")
    assert q.claims().claim.reals == ("alpha", "c_1")
    assert "alpha is a real number by default" in q.notes
    assert "alpha >= 0 by default" in q.notes
    q = read_question("eps*f(n) <= 1", ["0 < eps < 1"])
    assert "eps >= 0 by default" not in q.notes
    assert q.claims().claim.givens[0].relation is Relation.GT


def test_a_declaration_wins():
    assert read_question("eps >= 1", integers=["eps"]).claims().claim.parameters == ("eps",)
    q = read_question("eps >= 1", reals=["eps"])
    assert (q.claims().claim.givens, q.notes) == ((), ())
    assert read_question("e >= 1", integers=["e"]).claims().claim.parameters == ("e",)
    with pytest.raises(InputError, match="declared as an integer"):
        read_question("x >= 1", reals=["x"], integers=["x"])


def test_an_integer_epsilon_is_never_proved():
    assert decide(read_question("Rew(f,T) <= eps*T*T")).verdict == "refuted"


def test_a_name_that_is_a_whole_index_is_an_integer():
    assert read_question("f(c) >= c - c").claims().claim.parameters == ("c",)
    assert read_question("f(T) >= T(c)", ["c >= 0"]).claims().claim.reals == ("c",)


def test_arms_by_default_stand_as_arms_do():
    q = read_question("f(n) + Rew(g, n) + f_2(n) <= h")
    assert [arm for arm, _ in q.claims().claim.arms] == ["f", "g", "f_2"]
    assert q.claims().claim.parameters == ("n", "h")
    assert "g is concave by default" in q.notes
    assert read_question("g(g+1) >= 2").claims().claim.arms == ()


# --- what is assumed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "givens", "matters"),
    [
        ("Rew(f,T) <= T", [], True),
        ("Rew(f,T) <= T*f(T)", [], False),
        ("f(n) <= f(n+1)", ["f(n) >= 0.5"], True),
        ("n >= 1", [], False),
    ],
)
def test_rewards_in_the_unit_interval_are_said_where_the_scale_matters(text, givens, matters):
    assert ("rewards are in [0,1]" in read_question(text, givens).notes) == matters


def test_unbounded_rewards_are_rewards_in_units():
    q = read_question("Rew(f,T) <= T", unbounded=True)
    claim = q.claims().claim
    assert claim.reals == ("unit",)
    assert show_claim(claim).endswith("given T >= 1 and unit > 0: T*unit >= Rew(f, T)")
    assert decide(q).verdict == "refuted"
    assert "rewards are in [0,1]" not in q.notes
    assert decide(read_question("Rew(f,T) + 1 >= f(T)", unbounded=True)).verdict == "proved"
    plain, free = (read_question("f(n) >= 0", unbounded=u) for u in (False, True))
    assert plain.claims() == free.claims()


def test_an_unbounded_given_is_scaled_too():
    q = read_question("f(n+1) >= 0.5", ["f(n) >= 0.5"], unbounded=True)
    assert decide(q).verdict == "proved"


# --- roots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "conditions", "known"),
    [
        ("sqrt(T)*sqrt(T) >= T", ["T >= 0"], [0]),
        ("sqrt(T-5) >= 1", ["T >= 5"], [0]),
        ("sqrt(sqrt(T) - 1) >= 0", ["T >= 0", "sqrt_T >= 1"], [0, 2]),
        ("sqrt(1/alpha) >= 0", ["alpha > 0"], [0]),
        ("1/(sqrt(T) + 1) <= 1", ["sqrt_T + 1 > 0", "T >= 0"], [2, 0]),
        ("T/sqrt(T-1) >= 0", ["T > 1", "T >= 1"], [0, 0]),
    ],
)
def test_a_root_does_not_help_to_show_that_it_exists(text, conditions, known):
    """A side condition knows the definitions, two each, of the roots before it."""
    sides = read_question(text).claims().sides
    assert [show_claim(side).rpartition(": ")[2] for side in sides] == conditions
    of_roots = [sum("sqrt" in str(c.form.constant) for c in side.givens) for side in sides]
    assert of_roots == known


@pytest.mark.parametrize(
    ("text", "givens", "verdict"),
    [
        ("sqrt(T)*sqrt(T) >= T", [], "proved"),
        ("sqrt(T-5) >= 0", ["T >= 5"], "proved"),
        ("1/sqrt(T) >= 0", [], "proved"),
        ("sqrt(T) >= T", [], "refuted"),
        ("floor(sqrt(T))^2 <= T < (floor(sqrt(T))+1)^2", [], "proved"),
        ("ceil(sqrt(T))^2 >= T > (ceil(sqrt(T))-1)^2", [], "proved"),
        ("floor(sqrt(T))^2 >= T", [], "refuted"),
        ("ceil(sqrt(T))^2 <= T", [], "refuted"),
        ("floor(sqrt(8)) = 2 and ceil(sqrt(8)) = 3 and ceil(sqrt(9)) = 3", [], "proved"),
        ("f(min(m,n)) <= f(m)", [], "proved"),
        ("f(max(m,n)) <= f(m)", [], "refuted"),
    ],
)
def test_roots_and_minima_in_indices_are_decided(text, givens, verdict):
    assert decide(read_question(text, givens)).verdict.value == verdict


@pytest.mark.parametrize("text", ["sqrt(T-5) >= 0", "floor(sqrt(T-5)) >= 0"])
def test_what_is_under_a_root_must_be_shown_to_be_no_less_than_zero(text):
    with pytest.raises(UndefinedError, match="T >= 5 is needed"):
        prove_sides(read_question(text))


def test_the_root_of_what_is_always_negative_is_refused():
    with pytest.raises(ClaimError, match="negative"):
        read_question("sqrt(-1/x) >= 0")


# --- runs ----------------------------------------------------------------------------------------


def test_regret_is_what_the_best_arm_has_more():
    q = read_question("Regret(T) <= T", run=RUN)
    assert show_claim(q.claims().claim).endswith(": ALG(T) + T >= OPT(T)")


def test_counts_are_named_where_they_are_used():
    q = read_question("N(f) + N(g) <= T and most >= N(f)", run=RUN)
    run = q.claims().claim.run
    assert run.observed[:2] == (("N_f", ("pulls", "f")), ("N_g", ("pulls", "g")))
    assert run.name_of("most") == "most_pulls"
    assert "N_f >= 1 by default" not in q.notes
    assert read_sentence(show_claim(q.claims().claim)) == q.claims().claim


def test_a_count_that_where_names_keeps_its_name():
    run = run_of("algorithm-1", "N = N(f)")
    q = read_question("N(f) <= T", run=run)
    assert q.claims().claim.run == run
    assert q.claims().claim.parameters == ("k", "T", "N")


def test_the_moment_of_a_last_pull():
    text = "P(f, N(f)-1, most before the last pull of f) >= P(g, N(g) before the last pull of f, M)"
    q = read_question(text, ["M = most before the last pull of f"], run=RUN)
    run = q.claims().claim.run
    assert run.late == ("f",)
    assert (run.name_of("level", "f"), run.name_of("before", "f", "g")) == (
        "most_before",
        "N_g_before",
    )
    assert "only runs in which the last pull of f is after the initialisation" in q.notes
    assert read_sentence(show_claim(q.claims().claim)) == q.claims().claim
    two = "most before the last pull of f <= most before the last pull of g"
    assert read_question(two, run=RUN).claims().claim.run.late == ("f", "g")


# --- minima and maxima in an index ---------------------------------------------------------------


def test_a_minimum_in_an_index_is_an_integer_that_is_the_minimum():
    q = read_question("f(min(m,n)) + f(max(m,n)) >= 0")
    assert q.claims().claim.parameters == ("m", "n", "smallest", "largest")
    assert q.notes[-2:] == ("smallest is min(m, n)", "largest is max(m, n)")
    for m, n in ((1, 3), (3, 1), (2, 2)):
        for guess in range(5):
            values = {"m": m, "n": n, "smallest": min(m, n), "largest": guess}
            point = {name: Fraction(value) for name, value in values.items()}
            bounds = [c.form.constant.at(point) >= 0 for c in q.claims().claim.givens]
            conclusion = AllOf(q.claims().claim.conclusion)
            denied = formula_holds(conclusion, point, lambda _: Fraction(-1))
            assert (all(bounds) and not denied) == (guess == max(m, n))


@pytest.mark.parametrize("text", ["f(max(m, 1/2)) >= 0", "f(min(m, x)) >= 0", "f(abs(f(1))) >= 0"])
def test_an_index_is_the_minimum_of_integers(text):
    with pytest.raises(ClaimError, match="index"):
        read_question(text, reals=["x"] if "x)" in text.replace("max", "") else [])


@pytest.mark.parametrize("word", ["most", "least", "squares"])
def test_counts_without_a_sign_are_factors(word):
    first, second = (
        read_question(text, run=RUN).claims().claim for text in (f"k {word} >= T", f"k*{word} >= T")
    )
    assert first == second
