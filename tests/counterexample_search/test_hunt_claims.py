import pytest

from counterexample_search.claims import hunt_claim, run_of
from counterexample_search.problem import Problem
from imab_verify.deciding.certify import Verdict, confirm
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.errors import InputError
from imab_verify.language import read_question


def hunt(text, problem=None, where="", givens=(), evaluations=300):
    """The counterexample, once more accepted by the kernel as an answer to the text."""
    run = None if problem is None else run_of(problem, where)
    question = read_question(text, givens, run=run)
    problems = [] if problem is None else [problem]
    certified = hunt_claim(question, problems, evaluations=evaluations).certified
    if certified is None:
        return None
    assert confirm(question, certified.text).verdict is Verdict.REFUTED
    return certified.certificate.counterexample


def test_a_violation_far_out_is_found():
    found = hunt("Rew(f,n) <= 20*f(n)")
    assert found.parameters["n"] > 20


def test_givens_are_kept():
    found = hunt("f(2*n) <= f(n)*19/10", givens=["n >= 7", "f(n) >= 1/4"])
    assert found.parameters["n"] >= 7


def test_a_true_claim_is_not_refuted():
    assert hunt("Rew(f,n) <= n*f(n)", evaluations=120) is None
    assert hunt("OPT(T) <= 10*ALG(T)", Problem("algorithm-1", 2, 4), evaluations=120) is None


def test_the_per_arm_lemma_as_printed_is_refuted():
    text = "OPT(T)/Rew(f,N) <= 200*T**2/N**2"
    found = hunt(text, Problem("algorithm-1", 2, 4), "N = N(f)")
    assert found.roles.keys() == {"f"}


def test_a_constant_too_small_is_refuted_for_round_robin():
    found = hunt("OPT(T) <= k*ALG(T)", Problem("round-robin", 3, 6))
    assert (len(found.curves), found.T) == (3, 6)


def test_only_policies_of_the_kernel_can_be_judged():
    with pytest.raises(InputError, match="algorithm-1 and round-robin"):
        hunt("OPT(T) <= ALG(T)", Problem("greedy", 2, 4))


def test_a_duty_of_the_text_is_not_dropped():
    """1/(n-3) <= 1 is true for n <= 2; n - 3 >= 1, which is left of it, is not."""
    with pytest.raises(UndefinedError, match="n > 3"):
        hunt("1/(n-3) <= 1", givens=["n <= 2"])
    assert hunt("1/(n-3) <= 1/2", givens=["n >= 4"]).parameters == {"n": 4}
