"""Verdicts of entries, what becomes of them when a dependency falls, and the record."""

import json
import sys
from dataclasses import replace

import pytest

from imab_verify.deciding.decide import decide, prove_sides
from imab_verify.errors import InputError
from imab_verify.kernel import ProvedClaim
from imab_verify.language.documents import dumps
from imab_verify.language.reading import question_about
from imab_verify.ledger.check import (
    Checked,
    Decided,
    Ledger,
    Result,
    confirm_outcome,
    decide_reading,
    keys_of,
)
from imab_verify.ledger.papers import Key
from imab_verify.ledger.record import differences, record
from imab_verify.ledger.statements import (
    Entry,
    Extent,
    Part,
    Reading,
    Repair,
    Severity,
    Status,
)
from proofs import paper

PROVED, REFUTED, UNKNOWN = Status.PROVED, Status.REFUTED, Status.UNKNOWN
READING = Reading(name="value_le_next", says="as written", claim="f(n+1) >= f(n)")
PAPER = paper()


def entry(id_="D14", **more):
    return Entry(id_, PAPER.find(id_).lines, id_.lower(), "a title", "a statement", **more)


def checked(literal, repairs=(), id_="D14", *, negation=(), beyond=(), given=(), **more):
    """An entry whose readings came out like this; `given` is what the negation is under."""
    verdicts = {
        Part.LITERAL: literal,
        Part.NEGATION: negation,
        Part.BEYOND: beyond,
        Part.REPAIRS: repairs,
    }
    readings = {
        part: tuple(
            replace(READING, name=f"{part}_{n}", given=given if part is Part.NEGATION else ())
            for n, _ in enumerate(found)
        )
        for part, found in verdicts.items()
    }
    results = [
        Result(Key("proofs", id_, part, reading.name, reading), Decided(verdict, "", "", 1.0))
        for part, found in verdicts.items()
        for reading, verdict in zip(readings[part], found, strict=True)
    ]
    named = {part.value: found for part, found in readings.items()}
    return Checked(entry(id_, **{**named, **more}), tuple(results))


def ledger(*all_checked):
    return Ledger(PAPER, all_checked, {c.entry.id: c for c in all_checked})


# --- verdicts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "prose", "verdict"),
    [
        ([PROVED], (), PROVED),
        ([PROVED, PROVED], (), PROVED),
        ([PROVED, PROVED], ("a limit",), Status.REDUCED),
        ([PROVED, REFUTED], ("a limit",), REFUTED),
        ([UNKNOWN, REFUTED], (), REFUTED),
        ([PROVED, UNKNOWN], (), UNKNOWN),
        ([], (), UNKNOWN),
        ([], ("a limit",), UNKNOWN),
    ],
)
def test_the_verdict_of_an_entry(literal, prose, verdict):
    assert checked(literal, prose=prose).verdict is verdict


def test_a_definition_has_no_other_verdict():
    kind = Status.DEFINITION
    assert checked([], kind=kind, reason="it fixes a name").verdict is kind


def test_other_readings_and_repairs_do_not_change_the_verdict():
    assert checked([PROVED], [REFUTED]).verdict is PROVED
    assert checked([REFUTED], [PROVED]).verdict is REFUTED


def test_repaired_means_refuted_with_a_proved_repair():
    assert checked([REFUTED], [UNKNOWN, PROVED]).repaired
    assert not checked([REFUTED], [UNKNOWN]).repaired
    assert not checked([PROVED], [PROVED]).repaired


def test_a_repair_with_prose_is_reduced():
    one = checked([REFUTED], [PROVED, PROVED])
    first, second = one.entry.repairs
    both = Repair(statement="both", obligations=(first, second), prose=("a limit",))
    reduced = replace(one, entry=replace(one.entry, repairs=(both,)))
    assert [repair.verdict for repair in reduced.repairs()] == [Status.REDUCED]
    assert not reduced.repaired
    joined = replace(one, entry=replace(one.entry, repairs=(replace(both, prose=()),)))
    assert joined.repaired


@pytest.mark.parametrize(
    ("negation", "prose", "verdict"),
    [([PROVED], (), REFUTED), ([PROVED], ("a limit",), UNKNOWN), ([REFUTED], (), UNKNOWN)],
)
def test_an_entry_is_refuted_by_the_proof_of_its_opposite(negation, prose, verdict):
    assert checked([], negation=negation, prose=prose).verdict is verdict


@pytest.mark.parametrize(
    ("how", "extent"),
    [
        ({"negation": [PROVED]}, Extent.EVERYWHERE),
        ({"negation": [PROVED], "given": ("n >= 2",)}, Extent.RANGE),
        ({"negation": [UNKNOWN], "beyond": [REFUTED, PROVED]}, Extent.RANGE),
        ({"beyond": [PROVED]}, Extent.DEGENERATE),
        ({"beyond": [UNKNOWN]}, None),
        ({}, None),
    ],
)
def test_how_a_refuted_entry_fails(how, extent):
    assert checked([REFUTED], **how).extent is extent
    assert checked([PROVED], **how).extent is None


def test_findings_come_in_the_order_of_what_hangs_on_them():
    found = ledger(
        checked([REFUTED], id_="D8", severity=Severity.LEMMA, beyond=[PROVED]),
        checked([REFUTED], id_="D27", severity=Severity.SLIP),
        checked([REFUTED], id_="D16", beyond=[REFUTED]),
        checked([REFUTED], id_="C2", severity=Severity.MAIN, beyond=[PROVED]),
        checked([REFUTED], id_="D5", severity=Severity.MAIN, beyond=[REFUTED]),
        checked([PROVED], id_="D14", severity=Severity.MAIN),
    )
    assert found.findings()[0].entry.id == "D5"
    assert {c.entry.id for c in found.findings()[1:3]} == {"D16", "C2"}
    assert [c.entry.id for c in found.findings()][3:] == ["D8", "D27"]


def test_the_telling_counterexample_comes_first():
    names = [r.reading.name for r in checked([REFUTED], beyond=[PROVED, REFUTED]).refutations()]
    assert names == ["beyond_1", "literal_0"]


# --- survival ----------------------------------------------------------------------------------

FALLEN = checked([REFUTED], id_="D11a")


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (
            checked([PROVED], relies_on=("D11a",)),
            "true although its printed proof relies on D11a, which is refuted",
        ),
        (
            checked([REFUTED], relies_on=("D11a",)),
            "refuted, and its printed proof relies on D11a, which is refuted",
        ),
        (
            checked([REFUTED], [PROVED], relies_on=("D11a",)),
            (
                "refuted, but proved in a repaired form, although its printed proof relies on "
                "D11a, which is refuted"
            ),
        ),
        (
            checked([UNKNOWN], relies_on=("D11a",)),
            "open, and its printed proof relies on D11a, which is refuted",
        ),
        (checked([PROVED]), ""),
    ],
)
def test_what_becomes_of_a_statement_when_a_dependency_is_refuted(found, says):
    assert ledger(FALLEN, found).survival(found) == says


def test_only_refuted_dependencies_are_named():
    sound, other = checked([PROVED], id_="D12"), checked([REFUTED], id_="D13")
    found = checked([PROVED], relies_on=("D11a", "D12", "D13"))
    assert ledger(FALLEN, sound, other, found).refuted_premises(found) == ["D11a", "D13"]
    assert "D11a and D13, which are refuted" in ledger(FALLEN, sound, other, found).survival(found)


# --- the kernel has the last word --------------------------------------------------------------


def test_a_worker_is_not_believed_without_a_certificate():
    assert confirm_outcome(READING.question(), Decided(PROVED, "", "", 0)).verdict is UNKNOWN


def test_a_worker_is_not_believed_about_the_verdict():
    honest = decide_reading(READING)
    lie = Decided(REFUTED, honest.certificate, "", 0)
    found = confirm_outcome(READING.question(), lie)
    assert found.verdict is PROVED
    assert found.certified.text == honest.certificate


def undivided(question):
    """The claim of a question that divides, decided as if it had no side conditions."""
    return decide(question_about(question.claims().claim)).certified.certificate


def test_a_claim_that_divides_by_what_may_be_zero_is_not_decided():
    divided = Reading(name="a", says="n may be 0", claim="f(n)/n >= 0", given=("n >= 0",))
    text = dumps(undivided(divided.question()))
    found = confirm_outcome(divided.question(), Decided(PROVED, text, "", 0))
    assert (found.verdict, found.certificate) == (UNKNOWN, "")
    assert "a side condition of the claim is not proved" in found.reason
    found = decide_reading(divided)
    assert (found.verdict, found.certificate) == (UNKNOWN, "")
    assert "n > 0" in found.reason


def test_a_claim_that_divides_needs_its_own_side_claim_proved():
    divided = Reading(name="a", says="n is not 0", claim="f(n)/n >= 0")
    question = divided.question()
    bare = undivided(question)

    def confirmed(sides):
        text = dumps(replace(bare, sides=sides))
        return confirm_outcome(question, Decided(UNKNOWN, text, "", 0)).verdict

    assert confirmed(prove_sides(question)) is PROVED
    assert confirmed(()) is UNKNOWN
    assert confirmed((ProvedClaim(bare.claim, bare.proof),)) is UNKNOWN
    another = replace(divided, given=("n >= 2",))
    assert confirmed(prove_sides(another.question())) is UNKNOWN


# --- the record --------------------------------------------------------------------------------


@pytest.fixture
def on_record(tmp_path, monkeypatch):
    file = tmp_path / "expected.json"
    file.write_text("{}")
    monkeypatch.setattr(sys.modules[__name__], "PAPER", replace(PAPER, record=file))
    return file


def test_what_is_recorded_is_no_difference(on_record):
    found = ledger(checked([REFUTED], [PROVED]))
    assert differences(found) == ["D14: refuted, and nothing is on record"]
    record(found)
    assert differences(found) == []
    assert json.loads(on_record.read_text()) == {
        "D14": {
            "verdict": "refuted",
            "literal": ["refuted"],
            "negation": [],
            "beyond": [],
            "others": [],
            "repairs": ["proved"],
        }
    }


def test_every_change_is_a_difference(on_record):
    record(ledger(checked([REFUTED], [PROVED])))
    assert differences(ledger(checked([REFUTED], [UNKNOWN]))) == [
        "D14: repairs are unknown, on record is proved"
    ]
    assert differences(ledger(checked([UNKNOWN], [PROVED]))) == [
        "D14: unknown, on record is refuted",
        "D14: literal are unknown, on record is refuted",
    ]
    assert differences(ledger(checked([REFUTED]))) == [
        "D14: repairs are nothing, on record is proved"
    ]


def test_recording_a_part_keeps_the_rest(on_record):
    record(ledger(FALLEN))
    record(ledger(checked([PROVED])))
    assert list(json.loads(on_record.read_text())) == ["D11a", "D14"]


# --- the list ----------------------------------------------------------------------------------


def test_the_ids_are_those_of_the_paper():
    ids = [found.id for found in PAPER.entries]
    assert len([id_ for id_ in ids if not id_.startswith("F")]) == 144
    assert {id_[0] for id_ in ids} == set(PAPER.sections)


def test_entries_come_in_the_order_of_the_paper():
    ids = [found.id for found in PAPER.entries]
    assert ids[:2] == ["A1", "A2"]
    assert ids[ids.index("D19") :][:2] == ["D19", "D19b"]


def test_an_entry_is_found_by_id_or_slug():
    for found in PAPER.entries:
        for name in (found.id, found.slug, found.id.lower()):
            assert PAPER.find(name) is found
    with pytest.raises(InputError, match="Z9 is no id or slug"):
        PAPER.find("Z9")


def test_dependencies_are_decided_with_what_relies_on_them():
    for found in PAPER.entries:
        keys = keys_of(PAPER, [found])
        of_verdicts = (Part.LITERAL, Part.NEGATION)
        assert {key.id for key in keys if key.part not in of_verdicts} <= {found.id}
        wanted = {id_ for id_ in found.relies_on if PAPER.find(id_).literal}
        assert wanted <= {key.id for key in keys}
