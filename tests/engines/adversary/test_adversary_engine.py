"""Adversaries that are tried: natural data, and nothing that the kernel would not accept."""

import pytest

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.schedules import adversaries
from imab_verify.kernel import Caps, Case, Have, LastArm, Polynomial
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.policy_names import POLICIES
from imab_verify.language.reading import read_question

k, T, n = (Polynomial.variable(name) for name in ("k", "T", "n"))
TWO = Polynomial.constant(2)


def first(text, policy, *givens):
    claim = read_question(text, givens, run=POLICIES[policy]).claims().claim
    proofs = (attempt.proof for attempt in adversaries(claim, Clock(120)))
    node = next((proof.goals[0] for proof in proofs if proof is not None), None)
    return node.then if isinstance(node, Have) else node


def test_the_share_of_an_arm_has_the_name_that_the_claim_gives_it():
    assert first("OPT(T) >= k/2*ALG(T)", "every").cap == Polynomial.variable("_q")
    own = first("2*T*ALG(T) <= T//k*(2*T - T//k + 1)", "every")
    assert own.cap == Polynomial.variable("T_div_k")


@pytest.mark.parametrize(
    ("givens", "cap", "horizon"),
    [
        (("T >= n",), n, TWO * k * n),
        (("T >= 2*k-1", "T <= 2*k"), ONE, TWO * k),
        (("T > 5",), Polynomial.constant(6), Polynomial.constant(12) * k),
    ],
)
def test_what_T_is_at_least_and_at_most_is_data_of_an_anytime_adversary(givens, cap, horizon):
    proof = first("OPT(T) >= k/2*ALG(T)", "every-anytime", *givens)
    assert isinstance(proof, LastArm)
    assert (proof.cap, proof.horizon) == (cap, horizon)


def test_more_arms_in_the_cap_where_the_constant_needs_it():
    proof = first("n*OPT(T) >= (n*k-1)*ALG(T)", "every-anytime", "T >= n")
    assert proof.cap == k * n


def test_an_adversary_for_each_range():
    assert isinstance(first("OPT(T) >= ALG(T)", "every"), LastArm)
    assert isinstance(first("10*OPT(T) >= 17*ALG(T)", "every", "k == 2", "T >= 15"), Caps)
    short = first("OPT(T) >= k*ALG(T)", "every", "T <= 2*k")
    assert isinstance(short, Case)
    assert isinstance(short.high, Case)


def test_what_no_adversary_reaches():
    assert first("OPT(T) >= 2*k*ALG(T)", "every") is None
    assert first("OPT(T) >= 2*k*ALG(T)", "every-anytime", "T >= 4*k") is None
