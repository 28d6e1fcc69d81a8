"""What somebody wrote into a store is not said to be judged: the kernel is asked again."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

import imab_verify as iv
from counterexample_search.campaign import Task, run_slice
from counterexample_search.judging import Confirmation, certificate_of, judge_text
from counterexample_search.problem import Problem, Score
from imab_verify.cli import main

CELL = {"policy": "round-robin", "k": 2, "T": 6, "evaluations": 60}
EDITS = {
    "another score": "UPDATE records SET score = '100'",
    "infinite": "UPDATE records SET score = 'inf', settled = 1",
    "another instance": "UPDATE records SET instance = replace(instance, '6', '5')",
    "other pulls": "UPDATE records SET pulls = '[5, 1]'",
    "another horizon": "UPDATE records SET horizon = '5'",
}


def edit(store, *statements):
    with closing(sqlite3.connect(store)) as base, base:
        for statement in statements:
            base.execute(statement)


def shown(store):
    document = json.loads(CliRunner().invoke(main, ["hunt", "--show", store, "--json"]).stdout)
    return document, CliRunner().invoke(main, ["hunt", "--show", store]).stdout


@pytest.fixture
def store(tmp_path):
    return str(tmp_path / "hunt.db")


def test_a_store_that_nobody_edited_is_judged_again(store):
    first = iv.hunt(**CELL, store=store).to_json()["best"]
    again = iv.hunt(**CELL, store=store)
    assert again.to_json()["best"] == first
    assert first["judged"]
    assert not again.faults
    document, text = shown(store)
    assert [cell["judged"] for cell in document["cells"]] == [True]
    assert "does not stand" not in text


@pytest.mark.parametrize("change", EDITS.values(), ids=EDITS)
def test_an_edited_record_is_named_and_not_judged(store, change):
    true = iv.hunt(**CELL, store=store).best.score
    edit(store, change)
    document, text = shown(store)
    [cell] = document["cells"]
    assert not cell["judged"]
    assert any("does not stand" in fault for fault in cell["faults"])
    assert "round-robin at k = 2, T = 6, not judged: a record of the store does not" in text
    again = iv.hunt(**{**CELL, "evaluations": 200}, store=store)
    assert any("a record of the store does not stand" in fault for fault in again.faults)
    assert again.best is None or (again.best.score <= true and again.to_json()["best"]["judged"])


def test_the_record_of_another_cell_is_none_of_this_one(store):
    iv.hunt(**CELL, store=store)
    iv.hunt(**{**CELL, "T": 7}, store=store)
    edit(store, "UPDATE records SET cell = 3 - cell")
    document, _ = shown(store)
    assert [cell["judged"] for cell in document["cells"]] == [False, False]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE claims SET certificate = '{}'",
        "UPDATE claims SET key = replace(key, '3*', '4*')",
    ],
)
def test_a_claim_is_refuted_only_by_a_certificate_of_it(store, change):
    iv.hunt_claim("Rew(f,2*m) <= 3*Rew(f,m)", evaluations=200, store=store)
    assert shown(store)[0]["claims"][0]["refuted"]
    edit(store, change)
    document, text = shown(store)
    assert not document["claims"][0]["refuted"]
    assert "a certificate that does not stand in" in text


def test_what_another_process_says_is_judged_here_by_its_text():
    problem = Problem("elimination", 2, 6)
    found = run_slice(Task(problem, seed=0, number=0, evaluations=60)).best
    text = certificate_of((problem, found))
    assert judge_text(text, found.evaluation, problem.goal) is Confirmation.LISTED
    better = replace(found.evaluation, score=Score(found.evaluation.score.value + 1))
    other = replace(found.evaluation, instance=found.evaluation.instance.scaled(Fraction(1, 2)))
    for claimed, certificate in ((better, text), (other, text), (found.evaluation, "{}")):
        assert judge_text(certificate, claimed, problem.goal) is Confirmation.COMPUTED
