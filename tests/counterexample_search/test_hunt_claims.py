from pathlib import Path

import pytest

from counterexample_search.budget import ClaimWork, Settings
from counterexample_search.claims import ClaimHunt, hunt_claim, hunt_claim_in
from counterexample_search.problem import Problem
from counterexample_search.run_claims import run_of
from counterexample_search.store import Store
from imab_verify.deciding import certify
from imab_verify.deciding.certify import Verdict, confirm
from imab_verify.deciding.decide import decide
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.errors import InputError
from imab_verify.kernel import Run
from imab_verify.language.reading import read_question
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.simulation import stepwise


def hunt(text, problem=None, where="", givens=(), evaluations=300):
    """The counterexample, once more accepted by the kernel as an answer to the text."""
    run = None if problem is None else run_of(problem, where)
    question = read_question(text, givens, run=run)
    problems = [] if problem is None else [problem]
    certified, _ = hunt_claim(question, problems, evaluations=evaluations)
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


def test_a_claim_is_refuted_on_the_one_road(monkeypatch):
    """Side conditions, meaning and certificate are those of `decide`; a text is judged again."""
    judged = []
    judge = certify.judge
    monkeypatch.setattr(certify, "judge", lambda text: judged.append(text) or judge(text))
    outcome = hunt_claim_in(read_question("Rew(f,2*m)/m <= 2*f(m)"), [], Settings(evaluations=300))
    assert {outcome.certified.text} == {*judged}
    assert outcome.certified.certificate.sides
    assert outcome.certified.judgement.document.counterexample.parameters == {"m": 1}


def test_a_violation_that_the_kernel_does_not_certify_refutes_nothing(monkeypatch):
    question = read_question("f(n) >= 1/3")
    monkeypatch.setattr(ClaimHunt, "takes", lambda hunt, _, point: hunt.points.append(point) or 1)
    certified, tried = hunt_claim(read_question("f(n) >= 0"), [], evaluations=20)
    assert (certified, tried > 0) == (None, True)
    assert hunt_claim(question, [], evaluations=20)[0].verdict is Verdict.REFUTED


def test_a_proof_in_a_store_refutes_nothing(tmp_path):
    store, question = str(tmp_path / "claims.db"), read_question("Rew(f,n) <= n*f(n)")
    proof = decide(question).certified
    assert proof.verdict is Verdict.PROVED
    first = hunt_claim_in(question, [], Settings(evaluations=10), store)
    with Store(store) as opened:
        opened.add_work(first.statement, ClaimWork(1, 5, proof.text))
    assert hunt_claim_in(question, [], Settings(evaluations=20), store).certified is None


def test_a_certificate_in_a_store_is_judged_again(tmp_path):
    store = str(tmp_path / "claims.db")
    question = read_question("Rew(f,n) <= n*f(n)")
    other = hunt_claim_in(read_question("Rew(f,n) <= 20*f(n)"), [], Settings(evaluations=300))
    with Store(store) as opened:
        opened.add_work(other.statement, ClaimWork(1, 5))
        outcome = hunt_claim_in(question, [], Settings(evaluations=10), store)
        opened.add_work(outcome.statement, ClaimWork(1, 5, other.certified.text))
    assert hunt_claim_in(question, [], Settings(evaluations=10), store).certified is None


def test_processes_hunt_a_claim_together():
    problem = Problem("algorithm-1", 3, 9)
    question = read_question("OPT(T) <= 2*ALG(T)", run=run_of(problem, ""))
    found = hunt_claim_in(question, [problem], Settings(evaluations=600, workers=2))
    assert found.certified.verdict is Verdict.REFUTED


def test_a_true_claim_is_not_refuted():
    assert hunt("Rew(f,n) <= n*f(n)", evaluations=120) is None
    assert hunt("OPT(T) <= 10*ALG(T)", Problem("algorithm-1", 2, 4), evaluations=120) is None


def test_a_constant_too_small_is_refuted_for_round_robin():
    found = hunt("OPT(T) <= k*ALG(T)", Problem("round-robin", 3, 6))
    assert (len(found.curves), found.T) == (3, 6)


# --- policies of one's own ---


@pytest.mark.parametrize("policy", ["greedy", "examples.index_policies:CAREFUL"])
def test_an_index_policy_is_known_to_the_kernel(policy):
    problem = Problem(policy, 2, 6)
    found = hunt("OPT(T) <= 2*ALG(T)", problem)
    assert run_of(problem, "").index is not None
    assert found.choices == "lowest-index"


OWN = Path(__file__).parent / "policies_for_hunt.py"
TURNS = Problem(f"{OWN}:Turns", 2, 5)
"""Round robin by another name: OPT/ALG is 5 at most for k = 2, T = 5."""


@pytest.mark.parametrize("problem", [TURNS, Problem("elimination", 2, 5)])
def test_a_policy_that_the_kernel_does_not_know_is_one_of_all(problem):
    """The counterexample lists its pulls."""
    assert run_of(problem, "") == Run("any")
    found = hunt("OPT(T) <= 6/5*ALG(T)", problem)
    instance = Instance.of(Reward.from_points(curve.points) for curve in found.curves)
    assert list(found.choices) == stepwise.sequence(instance, problem.build(), 5)


def test_numbers_of_a_counterexample_are_short():
    """Greedy, which the kernel is not told: the worst case is approached along long fractions."""
    found = hunt("OPT(T) <= 29/10*ALG(T)", Problem(f"{OWN}:Last", 2, 5), evaluations=1500)
    rewards = [value for curve in found.curves for _, value in curve.points]
    assert max(value.denominator for value in rewards) < 10**6


def test_roles_and_counts_of_an_unknown_policy():
    found = hunt("3*N <= T", TURNS, "N = N(f)")
    assert found.roles.keys() == {"f"}
    assert found.choices.count(found.roles["f"]) >= 2


def campaign(text, problem, *, store=None, **how):
    question = read_question(text, run=run_of(problem, ""))
    settings = Settings(**{"evaluations": 200, **how})
    return hunt_claim_in(question, [problem], settings, store)


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("Raises", "policy raises raised an error at step 4: RuntimeError: boom"),
        ("Nonsense", "policy nonsense returned, at step 4, 'first', which is no arm"),
        ("Hangs", "policies_for_hunt.py:Hangs did not finish one run within 1 seconds"),
        ("Leaves", "policies_for_hunt.py:Leaves ended the process it was played in"),
    ],
)
def test_a_faulty_policy_ends_in_one_sentence(policy, sentence):
    problem = Problem(f"{OWN}:{policy}", 2, 5)
    with pytest.raises(InputError) as error:
        campaign("OPT(T) <= 100*ALG(T)", problem, limit=1 if policy == "Hangs" else 60)
    assert sentence in str(error.value)


def test_a_policy_that_is_not_deterministic_refutes_nothing():
    with pytest.raises(InputError, match="not deterministic"):
        campaign("OPT(T) <= ALG(T)", Problem(f"{OWN}:Coin", 2, 5))


@pytest.mark.slow
def test_a_stored_run_is_played_again(tmp_path):
    """The policy may have changed since: then what is in the store says nothing about it."""
    store = str(tmp_path / "claims.db")
    first = campaign("OPT(T) <= 2*ALG(T)", TURNS, store=store)
    assert campaign("OPT(T) <= 2*ALG(T)", TURNS, store=store).certified == first.certified
    pulls, others = "[1, 2, 1, 2, 1]", "[1, 1, 2, 2, 1]"
    tampered = first.certified.text.replace(pulls, others)
    question = read_question("OPT(T) <= 2*ALG(T)", run=run_of(TURNS, ""))
    assert others in confirm(question, tampered).text  # some policy pulls so, but not this one
    with Store(store) as opened:
        opened.add_work(f"{first.statement}\n{TURNS.key}", ClaimWork(1, 5, tampered))
    again = campaign("OPT(T) <= 2*ALG(T)", TURNS, store=store)
    assert pulls in again.certified.text


def test_what_has_no_run_is_refused():
    with pytest.raises(InputError, match="randomised"):
        run_of(Problem("random-probe", 2, 5), "")
    with pytest.raises(InputError, match=r"write OPT\(T\)"):
        campaign("OPT(2*T) <= 5*ALG(T)", TURNS)


def test_a_duty_of_the_text_is_not_dropped():
    """1/(n-3) <= 1 is true for n <= 2; n - 3 >= 1, which is left of it, is not."""
    with pytest.raises(UndefinedError, match="n > 3"):
        hunt("1/(n-3) <= 1", givens=["n <= 2"])
    assert hunt("1/(n-3) <= 1/2", givens=["n >= 4"]).parameters == {"n": 4}
