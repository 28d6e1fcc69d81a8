"""The whole ledger: every entry is well formed, comes out as recorded, and has mutants."""

import re

import pytest

from imab_verify.ledger.check import DECIDED, Ledger, Part, check, differences, keys_of, recorded
from imab_verify.ledger.deciding import decide_reading
from imab_verify.ledger.statements import Verdict
from proofs import entries
from proofs.ids import LINES

ENTRIES = [pytest.param(entry, id=entry.id) for entry in entries()]
WORDS_OF_A_VERDICT = {"proved", "refuted", "unknown"}


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_says_what_it_is(entry):
    assert re.findall(r"\d+", entry.lines) == re.findall(r"\d+", LINES[entry.id])
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.slug)
    assert entry.title
    assert entry.statement
    assert not entry.title.endswith(".")
    if entry.kind is None:
        assert entry.literal
    else:
        assert entry.kind in (Verdict.DEFINITION, Verdict.NOT_FORMAL)
        assert entry.reason


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_claim_can_be_read_and_a_mutant_says_something_else(entry):
    claims = {
        part: [reading.question().claims().claim for reading in getattr(entry, part)]
        for part in Part
    }
    for mutant in claims.pop(Part.MUTANTS):
        assert all(mutant not in others for others in claims.values())


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_entry_says_what_its_verdict_is(entry):
    for text in (entry.statement, entry.convention, entry.finding):
        assert not WORDS_OF_A_VERDICT & set(re.findall(r"[a-z]+", text.lower()))


def test_the_record_has_every_entry_with_every_reading():
    record = recorded()
    assert list(record) == [entry.id for entry in entries()]
    for entry in entries():
        for part in DECIDED:
            assert len(record[entry.id][part]) == len(getattr(entry, part)), entry.id


def test_what_is_on_record_as_proved_has_two_mutants_and_what_is_refuted_a_finding():
    record = recorded()
    proved = [e for e in entries() if record[e.id]["verdict"] in ("proved", "reduced")]
    assert [e.id for e in proved if len(e.mutants) < 2] == []
    refuted = [e for e in entries() if record[e.id]["verdict"] == "refuted"]
    assert [e.id for e in refuted if not e.finding] == []


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return check(entries())


@pytest.mark.slow
def test_every_verdict_is_as_recorded(ledger):
    assert differences(ledger) == []


@pytest.mark.slow
def test_a_verdict_does_not_depend_on_the_process(ledger):
    """What a fresh search finds here is what the workers found after other claims."""
    some = [key for key in keys_of(entries()) if key.part is Part.REPAIRS][::12]
    found = {r.key: r.outcome for checked in ledger.asked for r in checked.results}
    for key in some:
        assert decide_reading(key.reading()).verdict is found[key].verdict


@pytest.mark.slow
def test_no_mutant_is_proved():
    mutants = check(entries(), parts=[Part.MUTANTS])
    results = [result for checked in mutants.asked for result in checked.results]
    assert len(results) >= 100
    wrong = [result.key for result in results if result.verdict is Verdict.PROVED]
    assert wrong == []
