"""Counterexamples to claims about runs."""

from fractions import Fraction

import pytest
from runs import run_of

from imab_verify.engines.arms.points import run_sizes
from imab_verify.engines.runs.instances import bad_instances, find_run_counterexample
from imab_verify.kernel import ArmClass, Refuted, judge
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.simulation import stepwise


def claimed(text, *givens, policy="algorithm-1", arms=None, **run):
    return read_question(text, givens, arms, run=run_of(policy, **run)).claims().claim


def counterexample(text, *givens, **how):
    claim = claimed(text, *givens, **how)
    point = find_run_counterexample(claim, seconds=60)
    assert point is not None
    assert judge(dumps(Refuted(claim, point))).verdict == "refuted"
    return point


def size(point):
    return len(point.curves), point.T


def replayed(point, **options):
    """The same instance, played pull by pull."""
    instance = Instance.of([Reward.from_points(c.points) for c in point.curves])
    return stepwise.run(instance, Algorithm1(**options), point.T)


def test_the_papers_constant_fails_first_at_48_arms():
    point = counterexample("OPT(T) <= 32*k*ALG(T)", "T == 2*k")
    assert size(point) == (48, 96)
    assert replayed(point).ratio > 32 * 48
    fewer = claimed("OPT(T) <= 32*k*ALG(T)", "T == 2*k", "k <= 47")
    assert find_run_counterexample(fewer, seconds=60) is None


def test_the_derived_constant_fails_at_300_arms_within_the_kernels_limits():
    point = counterexample("OPT(T) <= 200*k*ALG(T)", "T == 2*k", "k == 300")
    assert size(point) == (300, 600)
    assert replayed(point).ratio == Fraction(600 * 601, 6)


@pytest.mark.parametrize(
    ("text", "policy"), [("OPT(T) > 0", "round-robin"), ("OPT(T) < 100*ALG(T)", "algorithm-1")]
)
def test_arms_that_are_all_0_refute_what_is_strict(text, policy):
    point = counterexample(text, "k == 2", "T == 8", policy=policy)
    assert all(curve.rew(8) == 0 for curve in point.curves)


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
    arms = {"f": ArmClass.CONCAVE}
    point = counterexample("Rew(f,T) <= n*ALG(T)", "T >= 2*k", "n <= 3", arms=arms)
    assert 1 <= point.parameters["n"] <= 3


def test_true_claims_have_no_counterexample():
    for text, givens in (("OPT(T) >= 0", ["k <= 5"]), ("k*OPT(T) >= ALG(T)", ["k <= 4", "T <= 9"])):
        assert find_run_counterexample(claimed(text, *givens), seconds=60) is None


@pytest.mark.parametrize(("k", "T"), [(1, 0), (1, 5), (2, 1), (4, 8), (5, 30)])
def test_the_instances_tried_are_instances(k, T):
    found = list(bad_instances(k, T))
    assert found
    for curves in found:
        assert len(curves) == k
        Instance.of([Reward.from_points(c.points) for c in curves])


def test_sizes_respect_the_givens_and_start_small():
    claim = claimed("OPT(T) <= ALG(T)", "T >= 2*k", "k >= 3", "T <= 10")
    sizes = list(run_sizes(claim))
    assert sizes[0] == (3, 6)
    assert set(sizes) == {(k, T) for k in (3, 4, 5) for T in range(2 * k, 11)}


def test_a_wide_look_comes_to_many_arms_soon():
    claim = claimed("OPT(T) <= 40*ALG(T)", "T >= 4*k")
    point = find_run_counterexample(claim, seconds=60, wide=True)
    assert judge(dumps(Refuted(claim, point))).verdict == "refuted"
    assert size(point) == (48, 192)
    sizes = list(run_sizes(claim, wide=True))
    assert len(sizes) < 200
    assert max(k for k, _ in sizes) == 1000
    assert set(sizes) <= set(run_sizes(claim))
    assert all(4 * k <= T for k, T in sizes)
