"""Claims with or, not, implies, min, max are decided, and never wrongly."""

import pytest
from runs import run_of

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.kernel import ArmClass, Run
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question

TWO = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE}

TRUE = [
    "f(n) >= 1/2 or f(n) <= 1/2",
    "f(n) == 0 or f(n+1) > 0",
    "n >= 3 implies f(n-3) <= f(n)",
    "max(f(n), g(n)) <= f(n) + g(n)",
    "min(f(n), g(n)) <= 1/2*f(n) + 1/2*g(n)",
    "f(n) + g(n) >= 1 implies f(n) >= 1/2 or g(n) >= 1/2",
    "Rew(f,T) <= max(T*f(T), m)",
    "abs(m - n) <= max(m, n)",
    "m < n or m == n or m > n",
    "not (f(n) > f(n+1))",
    "min(f(n), g(n)) >= 1/2 or f(n) + g(n) < 3/2",
    "f(n) == 0 implies f(n+1) == 0",
]
FALSE = [
    "f(n) >= 1/2 or f(n) <= 1/3",
    "min(f(n), g(n)) >= 1/2 or f(n) + g(n) < 4/3",
    "m <= n iff f(m) <= f(n)",
    "max(f(n), g(n)) <= 1/2*f(n) + 1/2*g(n)",
    "f(n) == 0 implies g(n) == 0",
    "abs(m - n) < max(m, n) - 1",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", TRUE)
def test_true_ones_are_proved(text):
    assert decide(read_question(text, (), TWO)).verdict is Verdict.PROVED


@pytest.mark.parametrize("text", FALSE)
def test_false_ones_are_refuted(text):
    assert decide(read_question(text, (), TWO)).verdict is Verdict.REFUTED


@pytest.mark.slow
def test_a_disjunction_may_be_given():
    given = ["f(n) >= 1/2 or g(n) >= 1/2"]
    assert decide(read_question("max(f(n), g(n)) >= 1/2", given, TWO)).verdict is Verdict.PROVED
    assert decide(read_question("f(n) >= 1/2", given, TWO)).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("T >= 2*k implies 6*OPT(T) <= T*(T+1)*ALG(T)", "algorithm-1"),
        (
            (
                "6*OPT(T) <= T*(T+1)*ALG(T) and (T >= 4*k implies T*OPT(T) <= k*(T+1)*ALG(T))"
                " or T < 2*k"
            ),
            "algorithm-1",
        ),
        ("T < k or (T//k)*OPT(T) <= T*(T+1)*ALG(T)", "round-robin"),
    ],
)
def test_a_formula_about_all_runs_is_proved(text, policy):
    """Its parts cite lemmas of their own."""
    decision = decide(read_question(text, (), run=run_of(policy)), seconds=40)
    assert decision.verdict is Verdict.PROVED
    assert decision.certified.certificate.lemmas


def test_a_formula_about_a_run_is_refuted_by_a_run():
    question = read_question(
        "T >= 2*k implies OPT(T) <= 2*ALG(T)", ["k >= 2"], run=Run(ALGORITHM_1)
    )
    assert decide(question, seconds=10).verdict is Verdict.REFUTED
