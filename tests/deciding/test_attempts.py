import time
from itertools import count

import pytest

from imab_verify.deciding import attempts
from imab_verify.deciding.attempts import Attempt, advice, proof_attempt, show_obstacle
from imab_verify.deciding.certify import Scope
from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.deciding.sharpen import sharpen
from imab_verify.engines.arms.clock import Clock, Obstacle
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass, Polynomial, Run
from imab_verify.kernel.arms import Constraint, parameter_region, ray_region
from imab_verify.kernel.statement import RAY
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index

T, J, ONE = Polynomial.variable("T"), Polynomial.variable(RAY), Polynomial.constant(1)


def claim_of(text, *givens, reals=()):
    return read_question(text, givens, reals=reals).claims().claim


def test_an_obstacle_is_a_goal_on_a_region():
    claim = claim_of("T >= m", "m*m <= T*T")
    obstacle = Obstacle(Constraint(T - ONE.scaled(4), strict=True), parameter_region(claim))
    assert show_obstacle(obstacle, claim) == "T > 4 where m >= 1, T >= 1, T**2 >= m**2"
    claim = claim_of("T//3 >= 1")
    q = Polynomial.variable(claim.floors[0].name)
    obstacle = Obstacle(Constraint(q - ONE), parameter_region(claim))
    assert show_obstacle(obstacle, claim) == "T//3 >= 1 where T >= 1"
    claim = claim_of("f(T) >= 0")
    region = ray_region(parameter_region(claim))
    for kind, ray in ((ArmClass.CONCAVE, "min(n,j)"), (ArmClass.MONOTONE, "[n >= j]")):
        shown = show_obstacle(Obstacle(Constraint(T - J), region, kind), claim)
        assert shown == f"T >= j for f(n) = {ray} where j >= 1, T >= 1"


def test_long_regions_are_cut_short():
    givens = [f"x{i} >= {i}" for i in range(9)]
    names = tuple(f"x{i}" for i in range(9))
    claim = claim_of(f"{' + '.join(names)} >= 0", *givens, reals=names)
    obstacle = Obstacle(Constraint(Polynomial.variable("x1")), parameter_region(claim))
    assert show_obstacle(obstacle, claim).endswith(", and 3 more")


def test_a_search_remembers_the_first_obstacle():
    claim = claim_of("T >= 1")
    region = parameter_region(claim)
    clock = Clock(100)
    assert proof_attempt(clock, claim) == Attempt("a proof", "nothing more to try")
    for p in (T, ONE):
        clock.note(Obstacle(Constraint(p), region))
    outcome = proof_attempt(clock, claim).outcome
    assert outcome == "nothing more to try; not shown: T >= 0 where T >= 1"
    assert proof_attempt(Clock(-1), claim).outcome == "out of time"


IRRATIONAL = "m^2 != 2*n^2"
"""True, and beyond what is tried."""


@pytest.fixture(scope="module")
def undecided():
    """A decision that is none, and what was heard while it was looked for."""
    heard = []
    return decide(read_question(IRRATIONAL), seconds=2, report=heard.append), heard


def test_who_waits_hears_of_every_stage(undecided):
    decision, heard = undecided
    assert decision.verdict.value == "unknown"
    assert len(heard) == len(decision.attempts)
    assert heard[0] == "small parameters: no counterexample; going on"


def test_an_undecided_formula_says_which_part_failed_and_what_z3_says(undecided):
    tried = {a.way: a.outcome for a in undecided[0].attempts}
    assert tried["part 1 of 1 of the formula"] == "not proved: m**2 > 2*n**2 or 2*n**2 > m**2"
    assert tried["z3"]
    assert "not shown" in tried["a proof"]


FLOORS = "P(f,m//3,T) + P(g,n//2,T) <= T*T*Rew(f,(m*n)//7) + T**3*Rew(g,(m+n)//5) + m*n"


@pytest.mark.parametrize(
    ("text", "givens", "policy"),
    [
        (FLOORS, ["m <= T", "n <= T", "m >= 12", "n >= 12"], ""),
        ("m^2 != 2*n^2 and k^3 != 2*j^3", [], ""),
        ("for all n, T: exists m: m^2 + T*n >= n^2 + m*T and m*m <= 2*n*T", [], ""),
        ("ALG(T) <= OPT(T) - 1/9**9", ["T >= 10**9"], "round-robin"),
        ("OPT(T) >= k*ALG(T)/2", ["T >= 9*k"], "some algorithm-1"),
        ("101*OPT(T) >= 100*k*ALG(T)", ["T <= 3*k"], "every"),
    ],
)
def test_a_question_takes_the_seconds_that_it_is_given(monkeypatch, text, givens, policy):
    """Here a tenth of a second passes whenever somebody looks at the clock."""
    looks = count()
    monkeypatch.setattr(time, "process_time", lambda: next(looks) / 10)
    run = read_run(policy, []) if policy else None
    decide(read_question(text, givens, run=run), seconds=10)
    assert next(looks) / 10 <= 16


def test_when_the_time_is_over_nothing_more_is_tried():
    decision = decide(read_question(IRRATIONAL), seconds=0.0001)
    assert decision.attempts[-1] == Attempt("everything else", "out of time")


@pytest.mark.parametrize(
    ("text", "givens", "run", "words"),
    [
        ("f(n) >= 0", [], None, "stronger --given"),
        ("f(n) >= 0", ["f(m) >= 0"], None, "--multiplier"),
        ("OPT(T) >= 0", [], Run("round-robin"), "hunt"),
        ("OPT(T) <= k*ALG(T)", [], Run(ALGORITHM_1), "ranges with -k and -T"),
        ("OPT(T) <= k*ALG(T)", [], Run("any"), "about one policy"),
        ("OPT(T) <= k*ALG(T)", [], Run(read_index(1, "f(a)")), "`worst-case`"),
    ],
)
def test_advice_fits_the_claim(text, givens, run, words):
    claim = read_question(text, givens, run=run).claims().claim
    assert words in advice(claim, ())
    if run is None:
        assert "--seconds" in advice(claim, [Attempt("a proof", "out of time")])
    assert "ranges with -k and -T" not in advice(claim, (), sized=True)


ARMS, RUNS = "imab_verify.deciding.arms", "imab_verify.deciding.runs"
ONE_SIZE = Scope(range(2, 3), range(3, 4))


def ask(text, policy="", scope=None):
    run = read_run(policy, []) if policy else None
    return decide(read_question(text, run=run), scope, seconds=2)


@pytest.fixture
def break_engine(monkeypatch):
    """Engines that raise as they would before a user."""
    monkeypatch.setattr(attempts, "failures_raise", False)

    def broken(*_, **__):
        raise KeyError("_q")

    return lambda *names: [monkeypatch.setattr(name, broken) for name in names]


@pytest.mark.parametrize(
    ("text", "policy", "engines", "verdict"),
    [
        ("f(2n) <= 2f(n)", "", [f"{ARMS}.find_counterexample"], "proved"),
        ("f(2n) <= 2f(n)", "", [f"{ARMS}.prove_claim"], "unknown"),
        ("f(2n) <= 2f(n)", "", [f"{ARMS}.check_meaning"], "unknown"),
        ("f(2n) <= f(n)", "", [f"{ARMS}.prove_claim"], "refuted"),
        (IRRATIONAL, "", ["imab_verify.deciding.arms.search_rays"], "unknown"),
        ("m*m >= 2*n*n - 100000", "", [f"{ARMS}.search_rays"], "unknown"),
        ("n > 1 or n < 2", "", ["imab_verify.deciding.arms.find_counterexample"], "proved"),
        ("n > 1 or n < 2", "", ["imab_verify.deciding.arms.prove_claim"], "unknown"),
        ("exists n: n > 4", "", ["imab_verify.deciding.arms.refute"], "unknown"),
        ("f(n)/n <= 1", "", ["imab_verify.engines.arms.proofs.prove_claim"], "unknown"),
        ("OPT(T) <= k*ALG(T)", "round-robin", [f"{RUNS}.run_certificates"], "refuted"),
        ("ALG(T) <= OPT(T)", "any", [f"{RUNS}.find_run_counterexample"], "proved"),
        ("ALG(T) <= OPT(T)", "any", [f"{RUNS}.run_certificates"], "unknown"),
        ("OPT(T) >= ALG(T)", "every", ["imab_verify.deciding.policies.adversaries"], "unknown"),
        (
            "OPT(T) >= ALG(T)",
            "some round-robin",
            ["imab_verify.deciding.policies.schedules"],
            "unknown",
        ),
    ],
)
def test_an_engine_that_raises_costs_an_attempt(break_engine, text, policy, engines, verdict):
    break_engine(*engines)
    decision = ask(text, policy)
    assert decision.verdict.value == verdict
    if verdict == "unknown":
        assert "failed: KeyError: '_q'" in [tried.outcome for tried in decision.attempts]


def test_what_was_found_at_single_sizes_is_not_needed(break_engine):
    break_engine("imab_verify.deciding.runs.ratio_at_most", f"{RUNS}.run_certificates")
    decision = ask("ALG(T) <= OPT(T)", "any", ONE_SIZE)
    assert decision.verdict.value == "unknown"
    break_engine("imab_verify.deciding.runs.ratio_at_most")
    decision = ask("OPT(T) <= ALG(T)", "algorithm-1", ONE_SIZE)
    assert decision.verdict.value == "refuted"


def test_a_constant_whose_search_fails_is_unknown(break_engine):
    break_engine("imab_verify.deciding.sharpen.Optima")
    best = sharpen(read_question("f(2n) <= c*f(n)", reals=["c"]), "c", seconds=2)
    assert (best.verdict.value, best.reason) == ("unknown", "failed: KeyError: '_q'")


def test_what_a_user_got_wrong_is_no_failure_of_an_engine(break_engine):
    break_engine()
    with pytest.raises(InputError, match="not defined"):
        ask("f(n-5) >= 0")


def test_the_suite_hides_no_failure(monkeypatch):
    def broken(*_, **__):
        raise KeyError("_q")

    monkeypatch.setattr(f"{ARMS}.prove_claim", broken)
    with pytest.raises(KeyError):
        ask("f(2n) <= 2f(n)")
