"""The single-arm proposition: what comes out, and the proposition itself on all small instances."""

from fractions import Fraction
from itertools import product

import pytest

from imab_verify.kernel import read
from imab_verify.ledger.statements import Status
from tests.proofs.asking import decide, entry, obligations, verdicts

LEVELS = (Fraction(0), Fraction(1, 2), Fraction(1))


@pytest.mark.parametrize(("id_", "parameters"), [("B21", {"T": 2}), ("B25", {"T": 2, "n": 1})])
def test_two_printed_steps_fail_at_the_smallest_place_possible(id_, parameters):
    outcome = decide(entry(id_).literal[0])
    assert outcome.verdict is Status.REFUTED
    assert read(outcome.certificate).counterexample.parameters == parameters
    assert set(verdicts(obligations(id_))) == {Status.PROVED}


def test_mixing_two_nondecreasing_arms_never_pays():
    T = 3
    arms = [values for values in product(LEVELS, repeat=T) if list(values) == sorted(values)]
    for f, g in product(arms, repeat=2):
        assert all(sum(f[:n]) + sum(g[: T - n]) <= max(sum(f), sum(g)) for n in range(T + 1))


def test_an_arm_whose_mean_falls_loses_to_a_mixture_with_a_constant():
    T = 3
    for f in product(LEVELS, repeat=T):
        mean = sum(f) / T
        falls = any(sum(f[:n]) > n * mean for n in range(T + 1))
        mixed = max(sum(f[:n]) + (T - n) * mean for n in range(T + 1))
        assert falls == (mixed > T * mean)
