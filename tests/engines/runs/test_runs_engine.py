from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from paper_instances import capped_linear, round_robin_worst
from runs import run_of
from thoroughness import first_fast

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS
from imab_verify.engines.runs.proofs import run_certificates
from imab_verify.engines.runs.ratios import ratio_shares
from imab_verify.kernel import (
    ArmClass,
    Case,
    Fact,
    Have,
    RejectedError,
    Run,
    Shares,
    judge,
)
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.policies.builtin import Algorithm1, RoundRobin
from imab_verify.simulation import stepwise

CONCAVE = ArmClass.CONCAVE
MAIN = "k*(T+1)*ALG(T) >= T*OPT(T)"


def claim_of(text, *givens, policy=ALGORITHM_1):
    return read_question(text, givens, run=run_of(policy)).claims().claim


def certificate(text, *givens, policy=ALGORITHM_1, seconds=60):
    """The first certificate that the kernel accepts; or None."""
    for found in run_certificates(claim_of(text, *givens, policy=policy), NO_HINTS, Clock(seconds)):
        with suppress(RejectedError):
            assert judge(dumps(found)).verdict == "proved"
            return found
    return None


def sources(found):
    """What the proof brings in, one after the other, in the first of its cases."""
    node = found.proof.goals[0]
    while isinstance(node, Have | Case):
        if isinstance(node, Have):
            yield node.source
        node = node.then if isinstance(node, Have) else node.low


def by_sum(found):
    """Whether a sum over all arms proves it."""
    return any(isinstance(source, Shares) for source in sources(found))


def by_count_of_the_best_arm(found):
    """Whether the pulls that the best arm surely gets prove it."""
    words = {source.word for source in sources(found) if isinstance(source, Fact)}
    return {"share", "best_count"} <= words and not by_sum(found)


def test_the_main_theorem_from_four_pulls_per_arm_on():
    assert by_sum(certificate(MAIN, "T >= 4*k"))


@pytest.mark.slow
def test_after_the_initialisation():
    assert by_sum(certificate("T*(T+1)*ALG(T) >= 8*(T - 2*k)*OPT(T)", "T > 2*k"))


def test_at_the_end_of_the_initialisation():
    found = certificate("k*(2*k+1)*ALG(T) >= 3*OPT(T)", "T == 2*k")
    assert "opening" in {source.word for source in sources(found) if isinstance(source, Fact)}
    assert by_count_of_the_best_arm(found)


def test_round_robin_for_all_horizons():
    text = "T*(T+1)*ALG(T) >= (T//k)*(T//k + 1)*OPT(T)"
    assert by_count_of_the_best_arm(certificate(text, policy=ROUND_ROBIN))


@pytest.mark.parametrize(
    ("text", "given"),
    first_fast(
        [
            ("k*(T+1)*ALG(T) >= (T+1)*OPT(T)", "T >= 4*k"),
            ("k*T*ALG(T) >= T*OPT(T)", "T >= 4*k"),
            (MAIN, "T >= 4*k - 1"),
            (MAIN, "T >= 3*k"),
            ("(k-1)*(T+1)*ALG(T) >= T*OPT(T)", "T >= 4*k"),
        ]
    ),
)
def test_stronger_versions_of_the_main_theorem_are_not_proved(text, given):
    assert certificate(text, given, seconds=60) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "given", "policy"),
    [
        ("k*(2*k+1)*ALG(T) >= 4*OPT(T)", "T == 2*k", ALGORITHM_1),
        ("k*(2*k+1)*ALG(T) >= 3*OPT(T)", "T >= k", ALGORITHM_1),
        ("T*(T+1)*ALG(T) >= (T//k)*(T//k + 2)*OPT(T)", "T >= 1", ROUND_ROBIN),
        ("T*(T+1)*ALG(T) >= (T//k + 1)*(T//k)*OPT(T)", "T >= 1", ALGORITHM_1),
    ],
)
def test_stronger_versions_of_the_other_theorems_are_not_proved(text, given, policy):
    assert certificate(text, given, policy=policy, seconds=60) is None


def test_one_missing_pull_makes_the_round_robin_bound_false():
    k, T = 3, 12
    run = stepwise.run(round_robin_worst(k, T), RoundRobin(), T)
    q = T // k
    assert T * (T + 1) * run.alg == q * (q + 1) * run.opt
    assert T * (T + 1) * run.alg < q * (q + 2) * run.opt


def test_what_is_proved_is_true_of_real_runs():
    for k in (1, 2, 3):
        for T in range(4 * k, 4 * k + 6):
            run = stepwise.run(capped_linear(k, T), Algorithm1(), T)
            assert k * (T + 1) * run.alg >= T * run.opt


def test_a_claim_about_the_last_pull():
    last = "before the last pull of f"
    run = run_of("algorithm-1", f"N = N(f), M = most {last}, B = N(g) {last}")
    question = read_question("P(f,N-1,M) >= P(g,B,M)", arms={"f": CONCAVE, "g": CONCAVE}, run=run)
    found = next(run_certificates(question.claims().claim, NO_HINTS, Clock(20)))
    assert Fact("last", ("f",)) in [replace(source, conditions=()) for source in sources(found)]
    assert judge(dumps(found)).verdict == "proved"


def test_no_witness_means_no_certificate():
    assert certificate(MAIN, "T >= 4*k", "T <= 3*k") is None


def test_shares_of_a_conclusion():
    alg, opt = ratio_shares(claim_of("2*ALG(T) + k*ALG(T) >= (T-1)*OPT(T)", "T >= 4*k"))
    at = {"k": Fraction(5), "T": Fraction(9)}
    assert (alg.at(at), opt.at(at)) == (7, 8)


def test_a_certificate_proves_its_own_claim_only():
    found = certificate("k*(2*k+1)*ALG(T) >= 3*OPT(T)", "T == 2*k")
    stronger = claim_of("k*(2*k+1)*ALG(T) >= 4*OPT(T)", "T == 2*k")
    with pytest.raises(RejectedError):
        judge(dumps(replace(found, claim=stronger)))
    other = replace(found.claim, run=Run(ROUND_ROBIN))
    with pytest.raises(RejectedError):
        judge(dumps(replace(found, claim=other)))
