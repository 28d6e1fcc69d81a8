"""Counterexamples to claims about runs, and the decision of such claims."""

from fractions import Fraction

import pytest
from imab_verify.deciding.run_search import bad_instances, decide_run, find_run_counterexample

from imab_verify.deciding.cells import decide_cells, decide_ranges
from imab_verify.deciding.decide import Verdict
from imab_verify.engines.arms.points import run_sizes
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.kernel import ArmClass, Run, judge
from imab_verify.language.reading import read_question
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.simulation import stepwise


def question(text, *givens, policy="algorithm-1", **run):
    return read_question(text, givens, run=Run(policy, **run))


def counterexample(text, *givens, **how):
    found = find_run_counterexample(question(text, *givens, **how).claim, seconds=60)
    assert found is not None
    assert judge(found).verdict == "refuted"
    return found.point


def size(point):
    return len(point.curves), point.T


def replayed(point, **options):
    """The same instance, played pull by pull."""
    instance = Instance.of([Reward.from_points(c.points) for c in point.curves])
    return stepwise.run(instance, Algorithm1(**options), point.T)


# --- counterexamples ---


def test_the_papers_constant_fails_first_at_48_arms():
    point = counterexample("OPT(T) <= 32*k*ALG(T)", "T == 2*k")
    assert size(point) == (48, 96)
    assert replayed(point).ratio > 32 * 48
    fewer = question("OPT(T) <= 32*k*ALG(T)", "T == 2*k", "k <= 47")
    assert find_run_counterexample(fewer.claim, seconds=60) is None


def test_the_derived_constant_fails_at_300_arms_within_the_kernels_limits():
    point = counterexample("OPT(T) <= 200*k*ALG(T)", "T == 2*k", "k == 300")
    assert size(point) == (300, 600)
    assert replayed(point).ratio == Fraction(600 * 601, 6)


def test_an_arm_that_is_never_pulled():
    point = counterexample("OPT(T) <= 1000*k*ALG(T)")
    assert size(point) == (2, 1)
    assert replayed(point).ratio is None


@pytest.mark.parametrize("ties", ["any", "lowest-index", "highest-index"])
@pytest.mark.parametrize("init", ["rounds", "pairs"])
def test_every_option_of_algorithm_1(ties, init):
    text = "OPT(T) <= (k - 1/2)*ALG(T)"
    point = counterexample(text, "T >= 8*k", "k >= 4", ties=ties, init=init)
    played = replayed(point, init=init, ties="lowest-index" if ties == "any" else ties)
    assert played.ratio > len(point.curves) - Fraction(1, 2)


def test_round_robin():
    point = counterexample("OPT(T) <= k**2*ALG(T)", "T >= k", policy="round-robin")
    assert size(point) == (2, 3)
    k, T = size(point)
    opt = max(c.rew(T) for c in point.curves)
    alg = sum(c.rew((T + k - 1 - i) // k) for i, c in enumerate(point.curves))
    assert opt > k**2 * alg


def test_declared_arms_and_further_parameters():
    claim = read_question(
        "Rew(f,T) <= c*ALG(T)",
        ["T >= 2*k", "c <= 3"],
        arms={"f": ArmClass.CONCAVE},
        run=Run("algorithm-1"),
    ).claim
    found = find_run_counterexample(claim, seconds=60)
    assert judge(found).verdict == "refuted"
    assert 1 <= found.point.parameters["c"] <= 3


def test_true_claims_have_no_counterexample():
    for text, givens in (("OPT(T) >= 0", ["k <= 5"]), ("k*OPT(T) >= ALG(T)", ["k <= 4", "T <= 9"])):
        claim = question(text, *givens).claim
        assert find_run_counterexample(claim, seconds=60) is None


@pytest.mark.parametrize(("k", "T"), [(1, 0), (1, 5), (2, 1), (4, 8), (5, 30)])
def test_the_instances_tried_are_instances(k, T):
    found = list(bad_instances(k, T))
    assert found
    for curves in found:
        assert len(curves) == k
        Instance.of([Reward.from_points(c.points) for c in curves])


def test_sizes_respect_the_givens_and_start_small():
    claim = question("OPT(T) <= ALG(T)", "T >= 2*k", "k >= 3", "T <= 10").claim
    sizes = list(run_sizes(claim))
    assert sizes[0] == (3, 6)
    assert set(sizes) == {(k, T) for k in (3, 4, 5) for T in range(2 * k, 11)}


# --- decisions ---


def test_a_true_bound_is_proved_for_all_runs_in_a_range_of_horizons():
    decision = decide_run(question("OPT(T) <= 32*k*ALG(T)", "T == 2*k", "k <= 47"), seconds=30)
    assert decision.verdict is Verdict.PROVED
    assert judge(decision.certificate).verdict == "proved"


def test_what_is_neither_proved_nor_refuted_is_unknown():
    decision = decide_run(question("OPT(T) <= k*ALG(T)", "T >= 4*k", "k <= 2"), seconds=1)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.certificate is None
    assert decision.reason


def test_a_denominator_must_be_positive():
    with pytest.raises(UndefinedError, match="T > 3"):
        decide_run(question("OPT(T)/(T-3) <= ALG(T)", "T >= 1"))


# --- cells ---


def test_cells_agree_with_round_robins_closed_form():
    asked = question("OPT(T) <= 3*ALG(T)", "k <= 3", "T <= 12", policy="round-robin")
    found = decide_cells(asked.claims().claim, range(1, 4), range(4, 13))
    for cell in found.cells:
        q = cell.T // cell.k
        worst = Fraction(cell.T * (cell.T + 1), q * (q + 1))
        assert cell.case.lower == cell.case.upper == worst
        assert cell.verdict is (Verdict.PROVED if worst <= 3 else Verdict.REFUTED)
    assert found.verdict is Verdict.REFUTED
    assert judge(found.counterexample).verdict == "refuted"


def test_cells_skip_what_the_givens_exclude():
    asked = question("OPT(T) <= 2*k*ALG(T)", "T >= 3*k", "k <= 3", "T <= 9")
    decision, cells = decide_ranges(asked, range(1, 4), range(10))
    assert decision.verdict is Verdict.PROVED
    assert {(c.k, c.T) for c in cells} == {(k, T) for k in (1, 2, 3) for T in range(3 * k, 10)}


def test_no_cell_at_all_is_vacuous():
    asked = question("OPT(T) <= ALG(T)", "T >= 5*k", "k == 3", "T <= 9", "T >= 0")
    decision, cells = decide_ranges(asked, range(3, 4), range(10))
    assert (decision.verdict, cells) == (Verdict.VACUOUS, ())


def test_both_sides_are_0_at_horizon_0():
    asked = question("OPT(T) <= ALG(T)", "k <= 2", "T == 0")
    decision, cells = decide_ranges(asked, range(1, 3), range(1))
    assert decision.verdict is Verdict.PROVED
    assert [cell.case for cell in cells] == [None, None]


@pytest.mark.parametrize("text", ["OPT(T) < 9*ALG(T)", "OPT(T) <= 9*ALG(T) + 1", "T <= T"])
def test_other_forms_are_not_decided_by_cells(text):
    asked = question(text, "k <= 2", "T <= 9")
    assert decide_cells(asked.claims().claim, range(1, 3), range(1, 10)) is None
