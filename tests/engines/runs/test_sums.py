"""Sums over arms for index policies: constants that are proved for all k and T, and not less."""

import pytest

from examples.index_policies import BOLD, CAREFUL, FAR, HORIZON, NEXT
from imab_verify.deciding.decide import decide
from imab_verify.kernel import Have, Proved, Run, Shares, judge
from imab_verify.language.reading import read_question
from imab_verify.language.scored import ScoredIndex

FLAT = ScoredIndex("flat", "Rew(f,a) + (M-a)*f(a)", 1)
THREE = ScoredIndex("three", "P(f,a,M)", 3)
LAST = ScoredIndex("last", "2*f(a)", 1)  # as greedy plays, but no theorem is known of it
COMMIT = ScoredIndex("commit", "(a-1)*f(a)", 2)
AFTER_ONE = "2*(T-k+2)*OPT(T) <= {}T*(T+1)*ALG(T)"
AFTER_TWO = "4*(T-2*k+3)*OPT(T) <= {}T*(T+1)*ALG(T)"


def decision(policy, text, *givens):
    run = Run(policy.data)
    return decide(read_question(text, givens, run=run), seconds=40)


@pytest.mark.parametrize(
    ("policy", "text", "given"),
    [
        (HORIZON, "(T*T + k*T - 2*k*(k-1))*OPT(T) <= k*T*(T+1)*ALG(T)", "T >= 4*k"),
        pytest.param(HORIZON, "OPT(T) <= k*ALG(T)", "T >= 4*k", marks=pytest.mark.slow),
        (NEXT, "(T*T + k*T - 2*k*(k-1))*OPT(T) <= k*T*(T+1)*ALG(T)", "T >= 4*k"),
        pytest.param(FAR, "OPT(T) <= 2*k*ALG(T)", "T >= 4*k", marks=pytest.mark.slow),
        pytest.param(BOLD, "OPT(T) <= 2*k*ALG(T)", "T >= 4*k", marks=pytest.mark.slow),
        pytest.param(CAREFUL, "T*OPT(T) <= 2*k*(T+1)*ALG(T)", "T >= 4*k", marks=pytest.mark.slow),
        pytest.param(THREE, "T*OPT(T) <= k*(T+1)*ALG(T)", "T >= 6*k", marks=pytest.mark.slow),
    ],
)
def test_a_constant_is_proved_for_all_runs(policy, text, given):
    found = decision(policy, text, given, "k >= 2").certified
    assert isinstance(found.certificate, Proved)
    judgement = judge(found.text)
    assert judgement.verdict == "proved"


@pytest.mark.parametrize(
    ("policy", "text", "given"),
    [
        (HORIZON, "1001*(T*T + k*T - 2*k*(k-1))*OPT(T) <= 1000*k*T*(T+1)*ALG(T)", "T >= 4*k"),
        (NEXT, "1001*(T*T + k*T - 2*k*(k-1))*OPT(T) <= 1000*k*T*(T+1)*ALG(T)", "T >= 4*k"),
        (HORIZON, "OPT(T) <= k*ALG(T)", "T >= 2*k"),
        (CAREFUL, "OPT(T) <= k*ALG(T)", "T >= 4*k"),
        pytest.param(FLAT, "OPT(T) <= 20*k*ALG(T)", "T >= 4*k", marks=pytest.mark.slow),
    ],
)
def test_a_constant_that_is_too_small_is_refuted(policy, text, given):
    assert decision(policy, text, given).verdict.value == "refuted"


def shares_in(node):
    """The sums over arms in a proof."""
    while isinstance(node, Have):
        if isinstance(node.source, Shares):
            yield node.source
        node = node.then


@pytest.mark.parametrize(
    ("policy", "text", "least"),
    [
        (LAST, AFTER_ONE, "k + 1"),
        (FLAT, AFTER_ONE, "k + 1"),
        (COMMIT, AFTER_TWO, "2*k + 2"),
        (LAST, "OPT(T) <= T*ALG(T)", "2*k"),
    ],
)
def test_the_first_pull_after_the_opening_proves_a_constant(policy, text, least):
    found = decision(policy, text.format(""), f"T >= {least}").certified
    assert [part.pull for part in shares_in(found.certificate.proof.goals[0])] == ["first"]
    assert judge(found.text).verdict == "proved"


@pytest.mark.parametrize(
    ("policy", "text", "givens"),
    [
        (LAST, AFTER_ONE.format("999/1000*"), ("k == 3", "T == 9")),
        (LAST, AFTER_ONE.format(""), ("T == k",)),
        (COMMIT, AFTER_TWO.format("999/1000*"), ("k == 3", "T == 9")),
        (COMMIT, AFTER_TWO.format(""), ("T == 2*k + 1",)),
        pytest.param(LAST, "OPT(T) <= 3/4*T*ALG(T)", ("T >= 2*k",), marks=pytest.mark.slow),
    ],
)
def test_and_nothing_more(policy, text, givens):
    assert decision(policy, text, *givens).verdict.value == "refuted"
