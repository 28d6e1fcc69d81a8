from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.deciding.attempts import VACUOUS
from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.engines.arms.counterexamples import refutes
from imab_verify.engines.arms.hints import Hints, Multipliers
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.engines.z3 import Answer, Finding
from imab_verify.engines.z3.countermodels import up_to_bound
from imab_verify.kernel import ArmClass, Curve, Point, Polynomial, judge
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import violation
from imab_verify.language.reading import question_about, read_question
from imab_verify.language.writing import show_comparison

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
TWO = {"f": CONCAVE, "g": CONCAVE}


def decision(text, *givens, arms=None, reals=(), seconds=20, **more):
    """The decision; whatever it rests on is judged once more from its text."""
    question = read_question(text, givens, arms, reals)
    found = decide(question, seconds=seconds, **more)
    assert found.question is question
    assert (found.certified is None) == (found.verdict in (Verdict.VACUOUS, Verdict.UNKNOWN))
    if found.certified is not None:
        again = judge(found.certified.text)
        assert again.verdict == found.certified.verdict == found.verdict
        assert again.document == found.certified.certificate
        claims = question.claims()
        assert again.claim == claims.claim
        assert tuple(side.claim for side in again.document.sides) == claims.sides
        assert found.reason == ""
    return found


def parameters(found):
    """Those of the counterexample."""
    return found.certified.certificate.counterexample.parameters


def verdict(text, *givens, **more):
    return decision(text, *givens, **more).verdict


# --- verdicts that are known --------------------------------------------------------------------

TRUE, FALSE = Verdict.PROVED, Verdict.REFUTED
KNOWN = [
    # the examples of the manual
    ("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"], {}, TRUE),
    ("P(f,a,N) >= Rew(f,N)", ["a >= 2", "a <= N"], {}, TRUE),
    ("P(f,a,N) >= Rew(f,N)", ["a >= 2", "a <= N"], {"f": FROM_1}, TRUE),
    ("a*(a+1)*P(f,a,N) <= N*(N+1)*Rew(f,a)", ["2 <= a", "a <= N"], {}, TRUE),
    ("Rew(f,T//2)/Rew(f,T) >= 1/5", ["T >= 4"], {}, TRUE),
    ("Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)", [], {}, TRUE),
    ("Rew(f,n) + Rew(g,T-n) <= Rew(f,T)", ["Rew(g,T) <= Rew(f,T)", "n <= T"], {}, TRUE),
    # strict comparisons, equalities, conjunctions
    ("f(n) < 2", [], {}, TRUE),
    ("f(n) < 1", [], {}, FALSE),
    ("f(n+1) > 0", ["f(n) > 0"], {}, TRUE),
    ("f(n+1) > f(n)", [], {}, FALSE),
    ("T + 1 > m", ["m <= T"], {}, TRUE),
    ("P(f,n,n+1) == Rew(f,n) + 2*f(n) - f(n-1)", [], {}, TRUE),
    ("P(f,n,n+1) == Rew(f,n+1)", [], {}, FALSE),
    ("f(n) == g(n)", ["f(n) <= g(n)", "g(n) <= f(n)"], {}, TRUE),
    ("f(n) <= f(n+1) and f(n+2) <= 2*f(n+1)", [], {}, TRUE),
    ("f(n) <= f(n+1) and f(n+2) <= f(n+1)", [], {}, FALSE),
    # the class, and rewards between 0 and 1
    ("n*f(m) >= m*f(n)", ["m <= n"], {}, TRUE),
    ("n*f(m) >= m*f(n)", ["m <= n"], {"f": FROM_1}, FALSE),
    ("n*f(m) >= m*f(n)", ["m <= n"], {"f": MONOTONE}, FALSE),
    ("Rew(f,n) <= n", [], {"f": MONOTONE}, TRUE),
    ("Rew(f,n) <= n - 1/1000", [], {"f": MONOTONE}, FALSE),
    ("Rew(f,0) == 0", [], {"f": FROM_1}, TRUE),
    ("Delta(f,n) >= 0", ["n >= 2"], {"f": FROM_1}, TRUE),
    ("Rew(f,m)/(T-m) >= 0", ["m < T"], {}, TRUE),
    # real parameters, and parameters alone
    ("alpha*f(n) <= f(n+1)", ["alpha <= 1"], {}, TRUE),
    ("alpha*f(n) <= f(n+1)", ["alpha <= 3"], {}, FALSE),
    ("T**3 + 9 >= 4*T**2", [], {}, TRUE),
    ("T**3 + 6 >= 4*T**2", [], {}, FALSE),
    # floors and powers, just inside and just outside
    ("3*Rew(f,T//3) <= Rew(f,T)", [], {}, TRUE),
    ("4*Rew(f,T//3) <= Rew(f,T)", [], {}, FALSE),
    ("10*Rew(f,T//10) <= Rew(f,T)", [], {}, TRUE),
    ("11*Rew(f,T//10) <= Rew(f,T)", [], {}, FALSE),
    ("f(T//4) <= f(T//3)", [], {}, TRUE),
    ("f(T//4 + 1) <= f(T//3)", [], {}, FALSE),
    ("Rew(f,T//2) + Rew(f,(T+1)//2) <= Rew(f,T)", [], {}, TRUE),
    ("Rew(f,T//2) + Rew(f,T//2 + 1) <= Rew(f,T)", [], {}, FALSE),
    ("Rew(f,T//3)*25 >= Rew(f,T)", ["T >= 3"], {}, TRUE),
    ("Rew(f,T//k) <= Rew(f,T)", [], {}, TRUE),
    ("T//6 == (T//3)//2", [], {}, TRUE),
    ("f(T//k) == f(q)", ["T == q*k"], {}, TRUE),
    ("f(T//k) == f(q)", ["T == q*k - 1"], {}, FALSE),
    ("2*m*(m+1) >= T*(T+1)", ["T**2 <= 2*m**2"], {}, TRUE),
    ("2*m*(m+1) >= T*(T+1) + 3", ["T**2 <= 2*m**2"], {}, FALSE),
    ("2*sigma <= T + 1", ["sigma**2 == T"], {}, TRUE),
]


@pytest.mark.parametrize(("text", "givens", "arms", "expected"), KNOWN)
def test_known_verdicts(text, givens, arms, expected):
    assert verdict(text, *givens, arms=arms or None) is expected


@pytest.mark.parametrize(
    ("text", "givens", "where"),
    [
        ("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"], {"m": 1, "T": 1}),
        ("Rew(f,T//2)/Rew(f,T) >= 1/5", [], {"T": 1}),
        ("Rew(f,T//2)/Rew(f,T) >= 1/5", ["T >= 2"], {"T": 3}),
        ("Rew(f,T//3)*14 >= Rew(f,T)", ["T >= 3"], {"T": 5}),
        ("T**3 + 6 >= 4*T**2", [], {"T": 2}),
        ("2*sigma <= T", ["sigma**2 == T"], {"T": 1, "sigma": 1}),
    ],
)
def test_a_counterexample_is_the_smallest(text, givens, where):
    found = decision(text, *givens)
    assert parameters(found) == where
    assert found.certified.judgement.value < 0


def test_the_extrapolation_bound_fails_without_a_value_at_zero():
    found = decision("a*(a+1)*P(f,a,N) <= N*(N+1)*Rew(f,a)", "2 <= a", "a <= N", arms={"f": FROM_1})
    assert parameters(found) == {"a": 2, "N": 3}
    curve = found.certified.certificate.counterexample.curves["f"]
    assert curve == Curve(((1, Fraction(0)), (2, Fraction(1))))


# --- meaning before proof -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "givens", "kind", "missing"),
    [
        ("f(n-1) >= 0", ["n >= 0"], CONCAVE, "n >= 1"),
        ("f(n-1) >= 0", [], FROM_1, "n >= 2"),
        ("Delta(f,n) >= 0", ["n >= 0"], CONCAVE, "n >= 1"),
        ("Delta(f,n) >= 0", [], FROM_1, "n >= 2"),
        ("P(f,a,N) >= 0", ["a >= 2"], CONCAVE, "N >= a"),
        ("Rew(f,T-m) >= 0", [], MONOTONE, "T >= m"),
        ("Rew(f,T//k) >= 0", ["k >= 0"], CONCAVE, "k >= 1"),
        ("Rew(f,m)/(T-m) >= 0", ["m <= T"], CONCAVE, "T > m"),
    ],
)
def test_an_undefined_claim_is_refused_with_the_missing_given(text, givens, kind, missing):
    with pytest.raises(UndefinedError) as error:
        decision(text, *givens, arms={"f": kind})
    assert show_comparison(error.value.missing) == missing
    assert f'--given "{missing}"' in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("givens", "named"),
    [
        (["n <= 0"], "n >= 1 by default"),
        (["eps <= -1"], "eps >= 0 by default"),
        (["f(n) >= 2"], "rewards in [0,1]"),
        (["f(n) > f(n+1)"], VACUOUS),
        (["n >= 5", "n <= 3"], VACUOUS),
        (["2*n == 2*m + 1"], "givens"),
        (["f(n) >= 2/3", "f(n+1) <= 1/2"], "givens"),
    ],
)
def test_contradicting_givens_make_a_claim_vacuous(givens, named):
    found = decision("f(n) + n >= eps", *givens, seconds=4)
    assert found.verdict is Verdict.VACUOUS or (found.verdict, named) == (Verdict.UNKNOWN, "givens")
    assert named in found.reason


# --- hints, time, unknown -----------------------------------------------------------------------


def test_a_hint_is_used_in_the_certificate():
    hint = Multipliers(ONE.scaled(5), (("h1", ONE.scaled(5)),))
    found = decision("f(n+1) >= g(n)", "f(n) >= g(n)", arms=TWO, hints=Hints((hint,)))
    assert found.certified.certificate.proof.goals[0].scale == ONE.scaled(5)


def test_a_wrong_hint_does_no_harm():
    hint = Multipliers(Polynomial.constant(-3), (("h1", ONE),))
    assert (
        verdict("f(n+1) >= g(n)", "f(n) >= g(n)", arms=TWO, hints=Hints((hint,))) is Verdict.PROVED
    )


def test_out_of_time_is_unknown():
    found = decision("1000000*f(m) >= f(n)", "m <= n", seconds=0.2)
    assert found.verdict is Verdict.UNKNOWN
    assert "within the time" in found.reason


def test_a_point_is_looked_at_first_and_only_if_it_refutes():
    text, given = "f(n) >= 1/2", "n <= 9"
    steep = Point({"n": Fraction(7)}, {"f": Curve(((0, Fraction(1, 4)),))})
    found = decision(text, given, hints=Hints(points=(steep,)))
    assert found.certified.certificate.counterexample == steep
    useless = Point({"n": Fraction(10)}, {"f": Curve(((0, Fraction(1, 4)),))})
    found = decision(text, given, hints=Hints(points=(useless,)))
    assert found.verdict is Verdict.REFUTED
    assert found.certified.certificate.counterexample != useless


def test_z3_is_asked_where_nothing_else_helps(monkeypatch):
    monkeypatch.setattr("imab_verify.deciding.arms.prove_claim", lambda *_: None)
    monkeypatch.setattr("imab_verify.deciding.arms.find_counterexample", lambda *_, most: None)
    found = decision("1000*f(m) >= f(n)", "m <= n", seconds=100)
    assert found.verdict is Verdict.REFUTED
    assert parameters(found)["n"] > 1000


# --- never wrong --------------------------------------------------------------------------------

functionals = {
    CONCAVE: "f(m) f(n) f(0) Rew(f,m) Rew(f,n) Area(f,n) P(f,m,n) Delta(f,n)",
    FROM_1: "f(m) f(n) f(1) Rew(f,m) Rew(f,n) P(f,m+1,n+1) Delta(f,n+1)",
    MONOTONE: "f(m) f(n) f(0) Rew(f,m) Rew(f,n) Area(f,m) Delta(f,m)",
    ROTTING: "f(m) f(n) f(1) Rew(f,m) Rew(f,n) P(f,m+1,n+1) Delta(f,n+1)",
}
coefficients = st.sampled_from(["-3", "-2", "-1", "1", "2", "3", "-m", "m", "n", "-n", "(n-m)"])


@st.composite
def claims(draw):
    kind = draw(st.sampled_from(list(ArmClass)))
    chosen = draw(
        st.lists(st.sampled_from(functionals[kind].split()), min_size=2, max_size=3, unique=True)
    )
    text = " + ".join(f"{draw(coefficients)}*{atom}" for atom in chosen)
    relation = draw(st.sampled_from([">=", ">=", ">=", ">", "=="]))
    return read_question(f"{text} {relation} 0", ["m <= n"], {"f": kind}).claims().claim


def rays(kind, reach):
    """The constant 1 and the rays up to a bend, scaled to height 1."""
    yield Curve(((kind.first, Fraction(1)),))
    for j in range(1, reach + 1):
        if kind is ROTTING:
            yield Curve(tuple({1: Fraction(1), j: Fraction(1), j + 1: Fraction(0)}.items()))
        elif kind is MONOTONE and j > 1:
            yield Curve(((0, Fraction(0)), (j - 1, Fraction(0)), (j, Fraction(1))))
        else:
            yield Curve(((kind.first, Fraction(0)), (kind.first + j, Fraction(1))))


def fails_on_a_small_ray(claim):
    kind = dict(claim.arms)["f"]
    return any(
        refutes(claim, Point({"m": Fraction(m), "n": Fraction(n)}, {"f": curve}))
        for n in range(1, 9)
        for m in range(1, n + 1)
        for curve in rays(kind, n + 1)
    )


def check_against_brute_force(claim):
    found = decide(question_about(claim), seconds=2)
    if found.verdict is Verdict.PROVED:
        assert not fails_on_a_small_ray(claim)
    elif found.verdict is Verdict.REFUTED:
        assert violation(claim, found.certified.certificate.counterexample) is not None
    return found


@examples(40)
@given(claims())
def test_no_verdict_contradicts_the_small_rays(claim):
    check_against_brute_force(claim)


@pytest.mark.slow
@examples(250)
@given(claims())
def test_no_verdict_contradicts_the_small_rays_or_z3(claim):
    found = check_against_brute_force(claim)
    bounded = up_to_bound(claim, 4)
    if found.verdict is Verdict.PROVED:
        assert bounded.answer is Answer.NONE
    if bounded.answer is Answer.FOUND:
        assert found.verdict is Verdict.REFUTED


# --- what was tried ---------------------------------------------------------------------------


def test_an_unknown_says_what_was_tried_and_where_it_got_stuck(monkeypatch):
    monkeypatch.setattr(
        "imab_verify.deciding.arms.search_rays", lambda *_, **__: Finding(Answer.NONE)
    )
    motzkin = "x**2*y**4 + x**4*y**2 + 1 >= 3*x**2*y**2"
    found = decision(motzkin, reals=("x", "y"), seconds=4)
    assert found.verdict is Verdict.UNKNOWN
    tried = {attempt.way: attempt.outcome for attempt in found.attempts}
    assert tried["small parameters"] == "no counterexample"
    assert "x**2*y**4" in tried["a proof"]
    assert "x**2*y**4" in tried["a harder proof"]
    assert tried["z3"] == "sees no countermodel, so there should be a proof"
    assert "more parameters" not in tried


def test_where_z3_does_not_say_that_there_is_none_more_parameters_are_tried(monkeypatch):
    finding = Finding(Answer.UNCONFIRMED)
    monkeypatch.setattr("imab_verify.deciding.arms.search_rays", lambda *_, **__: finding)
    found = decision("x**2*y**4 + x**4*y**2 + 1 >= 3*x**2*y**2", reals=("x", "y"), seconds=4)
    tried = {attempt.way: attempt.outcome for attempt in found.attempts}
    assert tried["z3"] == "has a countermodel that the kernel does not confirm"
    assert tried["more parameters"] == "no counterexample"


def test_what_is_decided_has_no_attempts():
    assert decision("f(n) >= 0").attempts == ()
    assert decision("f(n) >= 1").attempts == ()
