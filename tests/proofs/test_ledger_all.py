"""The whole ledger: every entry is well formed, comes out as recorded, and has mutants."""

import re

import pytest

from imab_verify.kernel import read
from imab_verify.language.documents import dumps
from imab_verify.ledger.check import Ledger, check, decide_reading, keys_of
from imab_verify.ledger.record import differences, read_record
from imab_verify.ledger.statements import Part, Status
from proofs import paper
from tests.proofs import mutants as mutated

PAPER = paper()
MUTANTS = mutated.mutants()
ENTRIES = [pytest.param(entry, id=entry.id) for entry in PAPER.entries]
WORDS_OF_A_VERDICT = {"proved", "refuted", "unknown"}


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_says_what_it_is(entry):
    assert re.search(r"\d|beyond", entry.lines)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.slug)
    assert entry.title
    assert entry.statement
    assert not entry.title.endswith(".")
    if entry.kind is None:
        assert entry.literal or entry.negation
    else:
        assert entry.kind in (Status.DEFINITION, Status.NOT_FORMAL)
        assert entry.reason


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_claim_can_be_read_and_a_mutant_says_something_else(entry):
    claims = [reading.question().claims().claim for reading in entry.readings()]
    for mutant in MUTANTS.get(entry.id, ()):
        assert mutant.question().claims().claim not in claims


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_entry_says_what_its_verdict_is(entry):
    for text in (entry.statement, entry.convention, entry.finding):
        assert not WORDS_OF_A_VERDICT & set(re.findall(r"[a-z]+", text.lower()))


def test_the_record_has_every_entry_with_every_reading():
    record = read_record(PAPER)
    assert list(record) == [entry.id for entry in PAPER.entries]
    for entry in PAPER.entries:
        for part in Part:
            readings = entry.repairs if part is Part.REPAIRS else entry.part(part)
            assert len(record[entry.id][part]) == len(readings), entry.id


def test_what_is_on_record_as_proved_has_two_mutants_and_what_is_refuted_a_finding():
    record = read_record(PAPER)
    proved = [e for e in PAPER.entries if record[e.id]["verdict"] in ("proved", "reduced")]
    assert [e.id for e in proved if len(MUTANTS.get(e.id, ())) < 2] == []
    refuted = [e for e in PAPER.entries if record[e.id]["verdict"] == "refuted"]
    assert [e.id for e in refuted if not e.finding] == []


def test_what_is_on_record_as_refuted_says_how_it_fails():
    record = read_record(PAPER)
    refuted = [id_ for id_, entry in record.items() if entry["verdict"] == "refuted"]
    assert [id_ for id_ in refuted if "fails" not in record[id_]] == []


def test_no_claim_repeats_a_given():
    """A claim that is one of its own hypotheses says nothing, unless it clears a denominator."""
    for entry in PAPER.entries:
        for reading in (*entry.literal, *entry.part(Part.REPAIRS)):
            claim = reading.question().claims().claim
            repeated = set(claim.conclusion) <= set(claim.givens)
            assert not repeated or "/" in reading.claim, reading.name


def test_mutants_are_named_like_readings():
    """Ids and names mean one thing each there too: a paper refuses what is not so."""
    assert [entry.id for entry in mutated.paper().entries] == list(MUTANTS)


SAMPLE = ("D24", "A14", "B1", "C5", "D2", "D3", "D8", "D10", "D11a", "D13", "D29", "D42", "F12")


@pytest.mark.parametrize("id_", SAMPLE)
def test_a_sample_comes_out_as_recorded(id_):
    entry, recorded = PAPER.find(id_), read_record(PAPER)[id_]
    for part in (Part.LITERAL, Part.BEYOND, Part.OTHERS):
        assert [decide_reading(r, PAPER).verdict for r in entry.part(part)] == recorded[part]
    for reading in entry.part(Part.REPAIRS):
        assert decide_reading(reading, PAPER).verdict is Status.PROVED
    for mutant in MUTANTS.get(id_, ())[:2]:
        assert decide_reading(mutant, PAPER).verdict is Status.REFUTED


CITING = [r for e in PAPER.entries for r in e.readings() if r.cites()]


@pytest.mark.slow
@pytest.mark.parametrize("reading", {r.name: r for r in CITING}.values(), ids=lambda r: r.name)
def test_what_is_cited_is_used(reading):
    certificate = read(decide_reading(reading, PAPER).certificate)
    used = set(re.findall(r'"lemma": (\d+)', dumps(certificate)))
    assert len(used) == len(certificate.lemmas) > 0


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return check(PAPER)


@pytest.mark.slow
def test_every_verdict_is_as_recorded(ledger):
    assert differences(ledger) == []


@pytest.mark.slow
def test_a_verdict_does_not_depend_on_the_process(ledger):
    """What a fresh search finds here is what the workers found after other claims."""
    some = [key for key in keys_of(PAPER, PAPER.entries) if key.part is Part.REPAIRS][::12]
    found = {r.key: r.outcome for checked in ledger.asked for r in checked.results}
    for key in some:
        assert decide_reading(key.reading, PAPER).verdict is found[key].verdict


@pytest.mark.slow
def test_no_mutant_is_proved():
    mutants = check(mutated.paper())
    results = [result for checked in mutants.asked for result in checked.results]
    assert len(results) >= 100
    wrong = [result.key for result in results if result.verdict is Status.PROVED]
    assert wrong == []
