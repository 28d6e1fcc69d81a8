"""Round robin: the exact ratio, both directions, and the steps that fail at the boundary."""

from fractions import Fraction
from itertools import product

import pytest
from paper_instances import round_robin_worst
from thoroughness import first_fast

from imab_verify.kernel import read
from imab_verify.ledger.statements import Status
from imab_verify.model.instances import Instance
from imab_verify.policies.builtin import RoundRobin
from imab_verify.simulation import stepwise
from tests.proofs.asking import decide, entry, obligations, verdicts


def refuting_point(reading):
    outcome = decide(reading)
    assert outcome.verdict is Status.REFUTED
    return read(outcome.certificate).counterexample


def line_last(k: int, T: int):
    first, *rest = round_robin_worst(k, T).arms
    return Instance.of([*rest, first])


def test_a_line_as_last_arm_attains_it():
    for k, T in product(range(1, 6), range(1, 14)):
        q = T // k
        run = stepwise.run(line_last(k, T), RoundRobin(), T)
        assert run.pulls[-1] == q
        assert run.ratio == (Fraction(T * (T + 1), q * (q + 1)) if q else None)


@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_the_bounds_from_k_on_are_attained(k):
    assert stepwise.run(line_last(k, k), RoundRobin(), k).ratio == Fraction(k * (k + 1), 2)
    T = 2 * k - 1
    assert stepwise.run(line_last(k, T), RoundRobin(), T).ratio == k * (2 * k - 1)


def test_no_upper_bound_holds_before_every_arm_is_pulled():
    for id_ in ("A4", "C2"):
        point = refuting_point(entry(id_).literal[0])
        assert (len(point.curves), point.T) == (2, 1)


def test_the_printed_instance_has_the_line_first_and_a_ratio_below_half_k_squared():
    for reading, k, T in ((entry("C5").literal[0], 3, 4), (entry("C5").beyond[0], 5, 11)):
        point = refuting_point(reading)
        assert (len(point.curves), point.T) == (k, T)
    assert stepwise.run(round_robin_worst(5, 11), RoundRobin(), 11).ratio == 11 < Fraction(5**2, 2)
    run = stepwise.run(round_robin_worst(3, 4), RoundRobin(), 4)
    assert run.pulls == (2, 1, 1)
    assert run.ratio == Fraction(20, 6)
    assert run.ratio < Fraction(3**2, 2)


@pytest.mark.parametrize("id_", first_fast(["C11", "C9", "C14"]))
def test_one_arm_breaks_the_geometry_and_two_do_not(id_):
    assert refuting_point(entry(id_).literal[0]).parameters["k"] == 1
    assert set(verdicts(obligations(id_))) == {Status.PROVED}
