from fractions import Fraction

import pytest
from thoroughness import first_fast

from imab_verify.ledger.statements import Status
from imab_verify.model.rewards import Reward
from tests.proofs.asking import entry, obligations, verdict, verdicts
from tests.proofs.mutants import mutants

PART_A = entry("D11a")

LINE = Reward.from_points([(0, "0"), (60, "1")])


@pytest.mark.parametrize("id_", ["D11a", "D11b", "D19b"])
def test_true_for_integers(id_):
    assert set(verdicts(entry(id_).literal)) == {Status.PROVED}


@pytest.mark.parametrize("id_", first_fast(["D13", "D16", "D17"]))
def test_false_at_alpha_one_half_and_repaired(id_):
    assert Status.REFUTED in verdicts(entry(id_).literal)
    assert set(verdicts(obligations(id_))) == {Status.PROVED}


@pytest.mark.slow
def test_rounded_down_part_a_fails_at_one_and_three_only():
    fails = [T for T in range(1, 50) if 5 * LINE.rew(T // 2) < LINE.rew(T)]
    assert fails == [1, 3]
    assert verdicts(PART_A.others[:2]) == [Status.REFUTED, Status.REFUTED]
    assert set(verdicts(obligations("D11a"))) == {Status.PROVED}


def test_rounded_down_the_claim_fails_where_the_file_says():
    fails = [T for T in range(1, 50) if LINE.rew(T) > Fraction(5 * T, 4) * LINE.value(T // 2)]
    assert fails == [1, 2, 3, 5, 7]


@pytest.mark.parametrize(
    "reading", first_fast([*mutants()["D11a"], *mutants()["D11b"]]), ids=lambda r: r.name
)
def test_a_stronger_ratio_is_false(reading):
    assert verdict(reading) is Status.REFUTED
