"""The witnesses heard on entries of the paper; on all of them in the slow tests."""

from dataclasses import replace

import pytest

from imab_verify.ledger import Identity, witnesses
from imab_verify.ledger.check import check
from imab_verify.ledger.statements import Status
from imab_verify.ledger.witnesses import KERNEL, NAMES, SYMPY, Z3, Agreement, hear
from imab_verify.processes import Cause, Failure
from imab_verify.witnesses import Evidence, Stance
from proofs import paper

PROVED, REFUTED, DEFINITION = "D12", "D13", "A8"


@pytest.fixture(scope="module")
def ledger():
    entries = [entry for entry in paper().entries if entry.id in (PROVED, REFUTED)]
    return check(paper(), entries)


@pytest.mark.slow
def test_all_three_agree_on_two_entries(ledger):
    counts = []
    agreement = hear(ledger, workers=2, report=counts.append)
    assert agreement.disagreements(ledger) == []
    for checked in ledger.asked:
        assert set(agreement.stances(checked)) >= set(NAMES)
        stances = agreement.stances(checked)
        assert {stances[name] for name in NAMES} == {Stance.AGREES}
    assert counts == sorted(counts)
    assert 0 < counts[-1] <= len(witnesses.certificates(ledger))


def test_a_witness_that_dies_or_is_late_gave_no_answer_and_z3_is_asked_again(ledger, monkeypatch):
    asked = []

    def fail(task, items, **how):
        for item in items:
            asked.append(item)
            yield item, Failure(Cause.TIME, "timed out after 60 s")

    monkeypatch.setattr(witnesses, "run_all", fail)
    agreement = hear(ledger, workers=1)
    texts = witnesses.certificates(ledger)
    assert len(asked) == 3 * len(texts)
    assert sum(question.bounded for question in asked) == len(texts)
    [said] = {str(agreement.of(r)[Z3]) for checked in ledger.asked for r in checked.results}
    assert "timed out" in said


def test_a_disagreement_names_both_sides(ledger):
    texts = witnesses.certificates(ledger)
    fine = Evidence(Stance.AGREES)
    wrong = Evidence(Stance.DISAGREES, "z3: false at m = 1")
    agreement = Agreement({text: {KERNEL: fine, SYMPY: fine, Z3: wrong} for text in texts})
    sentences = agreement.disagreements(ledger)
    assert len(sentences) == sum(len(checked.results) for checked in ledger.asked)
    assert sentences[0].startswith(f"{PROVED} ")
    assert sentences[0].endswith(": proved, but z3: false at m = 1")


def test_a_wrong_closed_form_is_a_disagreement(ledger):
    planted = Identity(name="wrong_sum", says="off by one", equation="sum(n, n, 1, T) == T**2/2")
    first, *others = ledger.asked
    entry = replace(first.entry, identities=(planted,))
    sentences = [*witnesses.false_identities([replace(first, entry=entry), *others])]
    assert sentences == [
        f"{entry.id} wrong_sum: sympy: sum(n, n, 1, T) == T**2/2: the difference is T/2"
    ]


@pytest.mark.slow
def test_the_whole_ledger():
    """sympy agrees with every claim, z3 without bound on 60 % of those about arms, or with one."""
    ledger = check(paper())
    agreement = hear(ledger, workers=2)
    assert agreement.disagreements(ledger) == []
    results = [r for checked in ledger.asked for r in checked.results if r.outcome.certificate]
    said = [(r, agreement.of(r)) for r in results]
    assert all(by[SYMPY].stance is Stance.AGREES for _, by in said)
    about_arms = [(r, by[Z3].stance) for r, by in said if not r.reading.policy]
    assert all(stance is not Stance.SILENT for _, stance in about_arms)
    free = sum(stance is Stance.AGREES for _, stance in about_arms)
    assert free >= 0.6 * len(about_arms)
    refuted = [stance for r, stance in about_arms if r.verdict is Status.REFUTED]
    assert set(refuted) == {Stance.AGREES}
