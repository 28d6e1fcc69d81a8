"""Claims in SMT-LIB: the encodings decide what they should, and any solver can read them."""

import pytest
from runs import run_of

from imab_verify.engines.z3 import Answer
from imab_verify.engines.z3.countermodels import of_play, search
from imab_verify.engines.z3.runs import plays_at
from imab_verify.engines.z3.smtlib import problems, smtlib
from imab_verify.kernel import ArmClass, Run, RunPoint
from imab_verify.kernel.semantics import violation
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.scored import ScoredIndex

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
TWO = {"f": CONCAVE, "g": CONCAVE}


def claim_of(text, *givens, arms=None, reals=(), run=None):
    return read_question(text, givens, arms, reals, run).claims().claim


# --- without a bound ----------------------------------------------------------------------------

RATIO = claim_of("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T")
BELOW_G = claim_of("Rew(f,T) <= T*g(1)", "f(T) <= g(1)", arms=TWO)
TRUE = [
    claim_of("n*f(m) >= m*f(n)", "m <= n"),
    claim_of("f(m) >= f(n)", "m <= n", arms={"f": ROTTING}),
    RATIO,
    claim_of("Rew(f,n) <= n"),
    claim_of("f(n) + g(n) <= 2", arms=TWO),
    claim_of("n*(f(m)-f(1)) >= (m-1)*(f(n+1)-f(1))", "m <= n", arms={"f": FROM_1}),
    claim_of("f(m) <= f(n)", "m <= n", arms={"f": MONOTONE}),
    claim_of("Rew(f,n) <= n*f(n)", arms={"f": MONOTONE}),
    claim_of("Area(f,n) <= Rew(f,n)"),
    claim_of("Rew(f,T//2) <= T//2"),
    claim_of("x*f(n) <= f(n)", "x <= 1", reals=("x",)),
    # givens about rewards: by slopes at breakpoints
    BELOW_G,
    claim_of("Rew(f,n) >= Rew(g,n)", "f(1) >= g(n)", arms=TWO | {"f": MONOTONE}),
    claim_of("2*f(2) >= f(1) + c", "f(3) >= c", "c <= 1", reals=("c",)),
    claim_of("m*Rew(f,n) <= n*Rew(f,m)", "m <= n", arms={"f": ROTTING}),
    claim_of("Rew(f,n) <= n", arms={"f": ROTTING}),
    claim_of("Rew(f,n) <= n*g(n)", "f(1) <= g(n)", arms=dict.fromkeys("fg", ROTTING)),
]
FALSE = [
    claim_of("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T", "m >= 5"),
    claim_of("2*Rew(f,n) <= n"),
    claim_of("f(n) + g(n) <= 3/2", arms=TWO),
    claim_of("f(n) > 0"),
    claim_of("n*f(m) >= m*f(n)", "m <= n", arms={"f": MONOTONE}),
    claim_of("Rew(f,n) <= n*f(n)", arms={"f": ROTTING}),
    claim_of("Rew(f,T) <= T*g(1) - 1", "f(T) <= g(1)", arms=TWO),
    claim_of("n*f(m) >= m*f(n)", "m <= n", arms={"f": FROM_1}),
    claim_of("m*f(m) >= n*f(n)", "m <= n", arms={"f": ROTTING}),
    claim_of("1000*f(m) >= f(n)", "m <= n"),
    claim_of("Rew(f,T//2) <= T//3 + 2", "T >= 6"),
]


@pytest.mark.parametrize("claim", TRUE)
def test_a_true_claim_has_no_countermodel_for_any_parameters(claim):
    finding = search(claim, bounded=False)
    assert (finding.answer, finding.bound) == (Answer.NONE, "")


@pytest.mark.parametrize("claim", FALSE)
def test_a_false_claim_has_one_that_the_kernel_confirms(claim):
    finding = search(claim, bounded=False)
    assert finding.answer is Answer.FOUND
    assert violation(claim, finding.point) is not None


# --- up to a bound ------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_widest_bound_leaves_enough_to_look_at():
    finding = search(RATIO, bounded=True)
    assert finding.answer is Answer.NONE
    assert finding.bound == "m, T <= 16"
    far = claim_of("f(m) <= f(n)", "m <= n", "n >= 40", "m >= 40")
    assert search(far, bounded=True).bound == "m, n <= 48"
    nowhere = claim_of("f(m) <= f(n)", "m <= n", "n >= 4000")
    assert search(nowhere, bounded=True).answer is Answer.UNKNOWN


def test_without_parameters_there_is_one_table():
    assert search(claim_of("f(1) <= f(2)"), bounded=True).bound == "all rewards"


# --- runs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["algorithm-1", "round-robin"])
def test_a_false_claim_about_runs_has_a_run_that_the_kernel_replays(policy):
    claim = claim_of("3*ALG(T) >= 2*OPT(T)", "T >= 4", "k == 2", run=run_of(policy))
    finding = search(claim, bounded=True)
    assert finding.answer is Answer.FOUND
    assert isinstance(finding.point, RunPoint)
    assert violation(claim, finding.point) is not None


@pytest.mark.parametrize("policy", ["algorithm-1", "round-robin"])
def test_a_true_one_has_none_up_to_a_bound(policy):
    claim = claim_of("ALG(T) <= k*OPT(T)", run=run_of(policy))
    finding = search(claim, bounded=True)
    assert finding.answer is Answer.NONE
    assert finding.bound == "k <= 3, T <= 9"


def test_ties_fall_as_the_claim_says():
    first = claim_of("N >= 3", "T == 5", "k == 2", run=run_of("algorithm-1", "N = N(f)"))
    assert search(first, bounded=True).answer is Answer.FOUND
    same = "f(1) == g(1)", "f(2) == g(2)", "N + B == 5", "T == 5", "k == 2"
    for ties, holds in (("lowest-index", True), ("highest-index", False)):
        run = run_of("algorithm-1", "N = N(f), B = N(g)", ties=ties)
        claim = claim_of("N >= B", *same, arms=TWO, run=run)
        points = [
            of_play(claim, run, played).answer
            for played in plays_at(claim, run, 2, 5)
            if played.roles == {"f": 0, "g": 1}
        ]
        assert (Answer.FOUND not in points) is holds


COMMIT = ScoredIndex("commit", "(a-1)*f(a)")
HORIZON = ScoredIndex("horizon", "P(f,a,T)")


@pytest.mark.parametrize(
    ("policy", "exact", "T"),
    [
        (COMMIT, "4*(T-2*k+3)*OPT(T) <= {}*T*(T+1)*ALG(T)", 6),
        (HORIZON, "(T*T + k*T - 2*k*(k-1))*OPT(T) <= {}*k*T*(T+1)*ALG(T)", 8),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_an_index_policy_has_its_exact_worst_case(policy, exact, T):
    for factor, answer in (("1", Answer.NONE), ("999/1000", Answer.FOUND)):
        claim = claim_of(exact.format(factor), "k == 2", f"T == {T}", run=policy.run())
        finding = search(claim, bounded=True)
        assert finding.answer is answer
        if answer is Answer.FOUND:
            assert violation(claim, finding.point) is not None


# --- the text -----------------------------------------------------------------------------------


def test_the_text_says_what_its_answers_mean_and_reads_back():
    import z3

    text = smtlib(RATIO)
    assert text.startswith("; If every answer is unsat, the claim is true for all parameters")
    assert text.count("(check-sat)") == 3
    for problem in problems(RATIO):
        solver = z3.Solver()
        solver.from_string(problem.text())
        assert solver.check() == z3.unsat


def test_claims_with_givens_about_rewards_are_written_in_both_ways():
    text = smtlib(BELOW_G)
    assert "Arm f is a constant and a ray." in text
    assert "|f(T) left|" in text


def test_claims_about_runs_are_written_for_small_sizes():
    text = smtlib(claim_of("ALG(T) <= k*OPT(T)", run=Run(ALGORITHM_1)))
    assert text.startswith("; Runs with k <= 2 and T <= 5")
    assert "; k = 2, pulls of arms 1 2 1 2 1" in text
