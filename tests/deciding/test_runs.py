"""The decision of claims about all runs of a policy."""

import pytest
from runs import run_of

from imab_verify.deciding.attempts import why_unknown
from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import check_defined, decide
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import Hints
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.engines.runs.ratios import false_size
from imab_verify.kernel import ArmClass, Proved, Refuted, Run, RunPoint, judge
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question


def question(text, *givens, policy="algorithm-1", **run):
    return read_question(text, givens, run=run_of(policy, **run))


def test_a_true_bound_is_proved_for_all_runs_in_a_range_of_horizons():
    decision = decide(question("OPT(T) <= 32*k*ALG(T)", "T == 2*k", "k <= 47"), seconds=30)
    assert decision.verdict is Verdict.PROVED
    assert isinstance(decision.certified.certificate, Proved)
    assert judge(decision.certified.text).verdict == "proved"
    assert decision.cells == ()


def test_a_false_bound_is_refuted_by_a_run():
    decision = decide(question("OPT(T) <= k*ALG(T)", "T >= 2*k"), seconds=30)
    assert decision.verdict is Verdict.REFUTED
    assert isinstance(decision.certified.certificate, Refuted)
    assert judge(decision.certified.text).verdict == "refuted"
    hint = Hints(points=(decision.certified.certificate.counterexample,))
    again = decide(question("2*OPT(T) <= 2*k*ALG(T)", "T >= 2*k"), hints=hint, seconds=30)
    assert again.certified.certificate.counterexample == hint.points[0]


def test_what_is_neither_proved_nor_refuted_is_unknown():
    decision = decide(question("2*OPT(T) <= T*(T+1)*ALG(T)", "T >= k"), seconds=1)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.certified is None
    assert decision.reason == "no rule about runs proves it, and no instance tried refutes it"
    assert decision.attempts[0].way == "small runs"


def test_why_nothing_could_be_played():
    claim = question("OPT(T) <= k*ALG(T)", "T >= 10**9").claims().claim
    assert "no k and T of a size that can be played" in why_unknown(claim)


def test_a_denominator_must_be_positive():
    with pytest.raises(UndefinedError, match="T > 3"):
        decide(question("OPT(T)/(T-3) <= ALG(T)", "T >= 1"))


def test_a_denominator_that_is_positive_is_a_side_condition():
    asked = question("OPT(T)/(T-3) <= 32*k*ALG(T)", "T >= 4", "T == 2*k", "k <= 47")
    decision = decide(asked, seconds=30)
    assert decision.verdict is Verdict.PROVED
    [side] = decision.certified.certificate.sides
    assert side.claim == asked.claims().sides[0]


def test_indices_of_declared_arms_are_in_the_domain():
    arms = {"f": ArmClass.CONCAVE}
    short = read_question("f(T-4) <= OPT(T)", [], arms, run=Run(ALGORITHM_1))
    with pytest.raises(UndefinedError, match="T >= 4"):
        decide(short, seconds=5)
    long = read_question("f(T-4) <= OPT(T)", ["T >= 4"], arms, run=Run(ALGORITHM_1))
    check_defined(long.claims().claim, Clock(5))


def test_a_point_of_the_wrong_kind_is_no_hint():
    point = RunPoint((), 1)
    about_arms = read_question("f(n) >= 0")
    assert decide(about_arms, hints=Hints(points=(point,))).verdict is Verdict.PROVED


@pytest.mark.slow
@pytest.mark.parametrize("enough", ["T >= k", "T//k >= 1"])
def test_ways_to_say_that_every_arm_is_pulled_are_equally_good(enough):
    run = Run("round-robin")
    claim = read_question("OPT(T) <= 4*k**2*ALG(T)", [enough], run=run)
    assert decide(claim, seconds=60).verdict is Verdict.PROVED
    claim = read_question("OPT(T) <= k**2/2*ALG(T)", [enough], run=run)
    assert decide(claim, seconds=60).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "givens", "size"),
    [
        ("OPT(T) <= 32*k*ALG(T)", ["T == 2*k"], (48, 96)),
        ("OPT(T) <= 32*k*ALG(T)", ["T == 2*k", "k <= 47"], None),
        ("OPT(T) <= 44/15*ALG(T)", ["k == 3", "T == 11"], None),
        ("OPT(T) <= (44/15 - 1/1000)*ALG(T)", ["k == 3", "T == 11"], (3, 11)),
        ("ALG(T) >= 0", [], None),
    ],
)
def test_the_least_size_is_the_one_where_the_worst_case_passes_the_constant(text, givens, size):
    assert false_size(question(text, *givens).claims().claim) == size


def test_a_worst_case_refutes_where_nothing_simple_will_do():
    asked = question("OPT(T) <= (44/15 - 1/10**6)*ALG(T)", "k == 3", "T == 11")
    assert decide(asked).verdict is Verdict.REFUTED
