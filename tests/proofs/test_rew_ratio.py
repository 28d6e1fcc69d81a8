from fractions import Fraction

import pytest
from thoroughness import first_fast

from imab_verify.ledger.deciding import decide_reading
from imab_verify.ledger.statements import Verdict
from imab_verify.model.rewards import Reward
from proofs.rew_ratio import CLAIM_A, CLAIM_B, COMPARED_A, ENTRIES, LENGTHS_A, PART_A, PART_B

LINE = Reward.from_points([(0, "0"), (60, "1")])


def test_the_entries_are_those_of_the_lemma_and_its_corollary():
    assert len(ENTRIES) == 17
    assert {entry.id for entry in ENTRIES} >= {"D11a", "D11b", "D19f", "D21", "D44"}


@pytest.mark.parametrize("entry", first_fast([PART_A, PART_B, CLAIM_B]), ids=lambda e: e.id)
def test_true_for_integers(entry):
    assert all(decide_reading(reading).verdict is Verdict.PROVED for reading in entry.literal)


@pytest.mark.parametrize("entry", first_fast([CLAIM_A, LENGTHS_A, COMPARED_A]), ids=lambda e: e.id)
def test_false_at_alpha_one_half_and_repaired(entry):
    assert any(decide_reading(reading).verdict is Verdict.REFUTED for reading in entry.literal)
    assert all(decide_reading(reading).verdict is Verdict.PROVED for reading in entry.repairs)


@pytest.mark.slow
def test_rounded_down_part_a_fails_at_one_and_three_only():
    fails = [T for T in range(1, 50) if 5 * LINE.rew(T // 2) < LINE.rew(T)]
    assert fails == [1, 3]
    verdicts = [decide_reading(reading).verdict for reading in PART_A.others[:2]]
    assert verdicts == [Verdict.REFUTED, Verdict.REFUTED]
    assert all(decide_reading(reading).verdict is Verdict.PROVED for reading in PART_A.repairs)


def test_rounded_down_the_claim_fails_where_the_file_says():
    fails = [T for T in range(1, 50) if LINE.rew(T) > Fraction(5 * T, 4) * LINE.value(T // 2)]
    assert fails == [1, 2, 3, 5, 7]


@pytest.mark.parametrize(
    "reading", first_fast([*PART_A.mutants, *PART_B.mutants]), ids=lambda r: r.says
)
def test_a_stronger_ratio_is_false(reading):
    assert decide_reading(reading).verdict is Verdict.REFUTED
