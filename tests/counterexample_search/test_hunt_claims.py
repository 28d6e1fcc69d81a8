import pytest

from counterexample_search.claims import ClaimHunt, run_of
from counterexample_search.problem import Problem
from counterexample_search.searcher import Budget
from imab_verify.errors import InputError
from imab_verify.kernel import judge
from imab_verify.language import read_question


def hunt(text, problem=None, counts=None, givens=(), evaluations=300):
    run = None if problem is None else run_of(problem, counts or {})
    search = ClaimHunt(read_question(text, givens, run=run).claims().claim, 0, Budget(evaluations))
    if problem is None:
        search.about_arms()
    else:
        search.about_runs(problem)
    return search.certificate


def test_a_violation_far_out_is_found():
    found = hunt("Rew(f,n) <= 20*f(n)")
    assert judge(found).verdict == "refuted"
    assert found.point.parameters["n"] > 20


def test_givens_are_kept():
    found = hunt("f(2*n) <= f(n)*19/10", givens=["n >= 7", "f(n) >= 1/4"])
    assert judge(found).verdict == "refuted"
    assert found.point.parameters["n"] >= 7


def test_a_true_claim_is_not_refuted():
    assert hunt("Rew(f,n) <= n*f(n)", evaluations=120) is None
    assert hunt("OPT(T) <= 10*ALG(T)", Problem("algorithm-1", 2, 4), evaluations=120) is None


def test_the_per_arm_lemma_as_printed_is_refuted():
    text = "OPT(T)/Rew(f,N) <= 200*T**2/N**2"
    found = hunt(text, Problem("algorithm-1", 2, 4), {"N": "f"})
    assert judge(found).verdict == "refuted"


def test_a_constant_too_small_is_refuted_for_round_robin():
    found = hunt("OPT(T) <= k*ALG(T)", Problem("round-robin", 3, 6))
    assert judge(found).verdict == "refuted"


def test_only_policies_of_the_kernel_can_be_judged():
    with pytest.raises(InputError, match="algorithm-1 and round-robin"):
        hunt("OPT(T) <= ALG(T)", Problem("greedy", 2, 4))
