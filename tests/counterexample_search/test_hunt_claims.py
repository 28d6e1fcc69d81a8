import pytest

from counterexample_search.campaign import Settings
from counterexample_search.claim_campaign import hunt_claim_in
from counterexample_search.claims import hunt_claim, run_of
from counterexample_search.problem import Problem
from counterexample_search.store import Store, Tried
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


def test_a_violation_far_out_is_found_and_made_small():
    found = hunt("Rew(f,n) <= 20*f(n)")
    assert found.parameters["n"] == 21


def test_the_instance_of_a_violation_is_made_simple():
    found = hunt("OPT(T) <= 2*ALG(T)", Problem("algorithm-1", 3, 9), evaluations=600)
    assert sum(len(curve.points) for curve in found.curves) <= 5


def test_a_store_keeps_what_refutes_a_claim_and_what_was_tried(tmp_path):
    store = str(tmp_path / "claims.db")
    false, true = (read_question(f"Rew(f,n) <= {c}*f(n)") for c in ("20", "n"))
    first = hunt_claim_in(false, [], Settings(evaluations=300), store)
    again = hunt_claim_in(false, [], Settings(evaluations=300), store)
    assert first.certified.text == again.certified.text
    assert first.evaluations == again.evaluations
    vain = [hunt_claim_in(true, [], Settings(evaluations=n), store) for n in (20, 50, 50)]
    assert [one.evaluations for one in vain] == [20, 50, 50]
    assert all(one.certified is None for one in vain)


def test_a_certificate_in_a_store_is_judged_again(tmp_path):
    store = str(tmp_path / "claims.db")
    question = read_question("Rew(f,n) <= n*f(n)")
    other = hunt_claim_in(read_question("Rew(f,n) <= 20*f(n)"), [], Settings(evaluations=300))
    with Store(store) as opened:
        opened.keep_tried(other.statement, Tried(1, 5))
        outcome = hunt_claim_in(question, [], Settings(evaluations=10), store)
        opened.keep_tried(outcome.statement, Tried(1, 5, other.certified.text))
    assert hunt_claim_in(question, [], Settings(evaluations=10), store).certified is None


def test_processes_hunt_a_claim_together():
    problem = Problem("algorithm-1", 3, 9)
    question = read_question("OPT(T) <= 2*ALG(T)", run=run_of(problem, ""))
    found = hunt_claim_in(question, [problem], Settings(evaluations=600, workers=2))
    assert found.certified.verdict is Verdict.REFUTED


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
