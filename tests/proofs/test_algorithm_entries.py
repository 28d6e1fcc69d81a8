import pytest

from imab_verify.ledger.statements import Status
from tests.proofs.asking import entry, verdict, verdicts
from tests.proofs.mutants import mutants


@pytest.mark.parametrize("id_", ["D2", "D3"])
def test_what_is_written_holds(id_):
    assert set(verdicts(entry(id_).literal)) == {Status.PROVED}


def test_a_short_horizon_ends_within_the_initialisation():
    assert set(verdicts(entry("D1").others[1:])) == {Status.REFUTED}


def test_optimism_does_not_need_a_reward_before_the_first_pull():
    assert set(verdicts(entry("D3").others)) == {Status.PROVED}


@pytest.mark.parametrize("reading", [*mutants()["D2"], *mutants()["D3"]], ids=lambda r: r.name)
def test_another_estimate_is_not_the_papers(reading):
    assert verdict(reading) is Status.REFUTED
