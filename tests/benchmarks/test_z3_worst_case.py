"""The z3 problem, written independently, agrees with the exact engine."""

from fractions import Fraction

import pytest

from benchmarks.z3_worst_case import INFINITE, smt_worst_case
from imab_verify.deciding.worst import worst_case
from imab_verify.policies.builtin import Algorithm1

SMALL = [(1, 3, "adversarial"), (2, 5, "adversarial"), (2, 7, "lowest-index")]
LARGER = [
    (k, T, ties)
    for k, most in ((1, 5), (2, 9), (3, 9), (4, 10))
    for T in range(1, most + 1)
    for ties in ("adversarial", "lowest-index")
]


def agree(k, T, ties, init="rounds"):
    exact = worst_case(Algorithm1(), k, T, ties=ties, init=init)
    answer = smt_worst_case(k, T, ties=ties, init=init, seconds=300)
    assert exact.status == "exact"
    assert answer.ratio == (INFINITE if exact.lower is None else exact.lower)
    if exact.attained:
        assert answer.attained


@pytest.mark.parametrize(("k", "T", "ties"), SMALL)
def test_small_sizes_agree(k, T, ties):
    agree(k, T, ties)


@pytest.mark.slow
@pytest.mark.parametrize(("k", "T", "ties"), LARGER)
def test_larger_sizes_agree(k, T, ties):
    agree(k, T, ties)


@pytest.mark.slow
def test_the_other_initialisation_agrees():
    for k, T in ((2, 3), (3, 4), (3, 5), (3, 7)):
        agree(k, T, "adversarial", "pairs")


def test_no_answer_in_time_is_no_answer():
    assert smt_worst_case(3, 14, seconds=0.01).ratio is None


def test_an_arm_that_is_never_pulled():
    assert smt_worst_case(2, 1).ratio == INFINITE
    assert smt_worst_case(2, 3).ratio == Fraction(6)
