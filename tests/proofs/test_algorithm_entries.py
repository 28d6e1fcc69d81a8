import pytest

from imab_verify.ledger.deciding import decide_reading
from imab_verify.ledger.statements import Verdict
from proofs.algorithm import ENTRIES, INITIALISATION, OPTIMISM, PSEUDOCODE


def test_the_entries_are_those_about_the_algorithm():
    assert [entry.id for entry in ENTRIES] == ["D1", "D2", "D3"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.id)
def test_what_is_written_holds(entry):
    assert {decide_reading(reading).verdict for reading in entry.literal} == {Verdict.PROVED}


def test_a_short_horizon_ends_within_the_initialisation():
    verdicts = {decide_reading(reading).verdict for reading in INITIALISATION.others}
    assert verdicts == {Verdict.REFUTED}


def test_optimism_does_not_need_a_reward_before_the_first_pull():
    assert {decide_reading(reading).verdict for reading in OPTIMISM.others} == {Verdict.PROVED}


@pytest.mark.parametrize("reading", [*PSEUDOCODE.mutants, *OPTIMISM.mutants], ids=lambda r: r.says)
def test_another_estimate_is_not_the_papers(reading):
    assert decide_reading(reading).verdict is Verdict.REFUTED
