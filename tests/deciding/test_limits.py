"""Limits, and what follows from theorems: quantifiers in the order in which they stand."""

import pytest
from runs import run_of

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.language.reading import read_question


def verdict(text, *givens):
    question = read_question(text, list(givens), run=run_of("algorithm-1"))
    return decide(question, seconds=60).verdict


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        ("OPT(T) - ALG(T) <= (1-1/k)*T", ["T >= 3*k + 2"]),
        ("OPT(2*T) <= 4*k*ALG(T)", ["T >= 3*k + 2"]),
        ("OPT(T) <= (k+eps)*ALG(T)", ["T >= 3*k + 2", "eps > 0"]),
        ("OPT(x) <= k*ALG(x)", ["x >= 4*k"]),
        ("exists c: OPT(T) <= c*k*ALG(T)", ["T >= 4*k"]),
    ],
)
def test_what_follows_from_a_theorem_in_one_line_is_proved(text, givens):
    assert verdict(text, *givens) is Verdict.PROVED


@pytest.mark.parametrize(
    "text",
    [
        "for all eps > 0: exists T0: for all T >= T0: OPT(T) <= (k+eps)*ALG(T)",
        "for large T: OPT(T) <= k*ALG(T)",
        "limsup OPT(T)/ALG(T) <= k",
    ],
)
def test_a_limit_is_proved_by_the_horizon_of_a_theorem(text):
    assert verdict(text) is Verdict.PROVED


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        ("exists T0: for all T >= T0: OPT(T) <= k*ALG(T)", []),
        ("for all eps > 0: exists T0: for all T >= T0: OPT(T) <= (1+eps)*ALG(T)", ["k >= 2"]),
    ],
)
def test_a_limit_is_refuted_for_every_horizon(text, givens):
    assert verdict(text, *givens) is Verdict.REFUTED
