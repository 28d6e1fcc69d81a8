"""Givens for every integer of a range: used at single integers, and summed up with weights."""

import pytest

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.kernel import ArmClass
from imab_verify.language.reading import read_question

LINE = "for all n <= T: T*f(n) >= n*f(T)"
HILL = "for all n <= T: T^2*f(n) >= (2*T*n - n^2)*f(T)"


@pytest.mark.parametrize(
    ("text", "given", "verdict"),
    [
        ("2*Rew(f,T) >= (T+1)*f(T)", LINE, Verdict.PROVED),
        ("2*Rew(f,T) > (T+1)*f(T)", LINE, Verdict.REFUTED),
        ("3*Rew(f,T) >= 2*T*f(T)", HILL, Verdict.PROVED),
        ("3*Rew(f,T) >= (2*T+2)*f(T)", HILL, Verdict.REFUTED),
        ("Rew(f,T) <= c*T*(T+1)/2", "for all n <= T: f(n) <= c*n", Verdict.PROVED),
        ("f(T) - f(1) <= c*(T-1)", "for all n from 2 to T: Delta(f,n) <= c", Verdict.PROVED),
    ],
)
def test_envelopes_are_summed_up(text, given, verdict):
    question = read_question(text, [given], {"f": ArmClass.MONOTONE})
    assert decide(question).verdict is verdict
