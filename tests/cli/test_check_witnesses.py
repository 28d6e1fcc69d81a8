"""imab-verify check --witnesses, and show --smt2."""

import json

import pytest
from click.testing import CliRunner

from imab_verify.cli import main
from imab_verify.ledger import witnesses
from imab_verify.witnesses import Evidence, Stance
from proofs import paper

PROVED, REFUTED, DEFINITION = "D12", "D13", "D23"
REPAIRED = "B9"
ATTAINED = "F9"


def invoke(*args):
    return CliRunner().invoke(main, args)


def in_this_process(task, items, **how):
    return ((item, task(item)) for item in items)


@pytest.fixture
def quick(monkeypatch):
    """The witnesses in this process, with words put into their mouths."""
    fine = Evidence(Stance.AGREES, "fine")
    monkeypatch.setattr(witnesses, "run_all", in_this_process)
    monkeypatch.setattr(witnesses, "ask_sympy", lambda certificate: fine)
    monkeypatch.setattr(
        witnesses,
        "ask_z3",
        lambda certificate, bounded: Evidence(
            Stance.BOUNDED if bounded else Stance.SILENT, "unsat for m <= 3"
        ),
    )


@pytest.mark.slow
def test_the_table_has_a_column_for_each(cache, monkeypatch):
    done = invoke("check", PROVED, DEFINITION, "--cache", cache, "--witnesses")
    assert done.exit_code == 0
    [head, *_] = [line for line in done.stdout.splitlines() if line.startswith(" id")]
    assert head.split()[-3:] == ["kernel", "sympy", "z3"]
    [row] = [line for line in done.stdout.splitlines() if line.startswith(f" {PROVED} ")]
    assert row.split()[-3:] == ["agrees"] * 3
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_json_has_the_witnesses_of_every_claim_and_reading(cache, quick):
    done = invoke("check", PROVED, DEFINITION, "--cache", cache, "--witnesses", "--json")
    document = json.loads(done.stdout)
    claims = {claim["id"]: claim for claim in document["claims"]}
    assert claims[PROVED]["witnesses"] == {
        "kernel": "agrees",
        "sympy": "agrees",
        "z3": "agrees up to a bound",
    }
    reading = claims[PROVED]["literal"][0]["witnesses"]
    assert reading["z3"] == {"stance": "agrees up to a bound", "detail": "unsat for m <= 3"}
    if not paper().find(DEFINITION).readings():
        assert claims[DEFINITION]["witnesses"] == dict.fromkeys(("kernel", "sympy", "z3"))
    assert document["summary"]["witnesses"]["z3"]["agrees up to a bound"] > 0
    assert document["summary"]["disagreements"] == []


def test_json_has_the_witnesses_of_every_obligation_of_a_repair(cache, quick):
    done = invoke("check", REPAIRED, "--cache", cache, "--witnesses", "--json", "--seconds", "6")
    [claim] = json.loads(done.stdout)["claims"]
    [repair] = claim["repairs"]
    assert len(repair["obligations"]) == 2
    for reading in (*claim["literal"], *repair["obligations"]):
        assert set(reading["witnesses"]) == {"kernel", "sympy", "z3"}


def test_a_disagreement_is_exit_code_1_with_both_sides(cache, quick, monkeypatch):
    wrong = Evidence(Stance.DISAGREES, "sympy: the two sides differ by -1")
    monkeypatch.setattr(witnesses, "ask_sympy", lambda certificate: wrong)
    done = invoke("check", PROVED, "--cache", cache, "--witnesses")
    assert done.exit_code == 1
    assert f"a cross-check disagrees: {PROVED}" in done.stderr
    assert "proved, but sympy: the two sides differ by -1" in done.stderr
    assert "DISAGREES" in done.stdout


def test_smt2_writes_every_reading(cache, tmp_path):
    file = tmp_path / "claims.smt2"
    assert invoke("show", PROVED, "--cache", cache, "--smt2", str(file)).exit_code == 0
    text = file.read_text()
    for reading in paper().find(PROVED).readings():
        assert f'(echo "{reading.name}")' in text
    assert text.count("(check-sat)") >= text.count("(echo")


def test_smt2_leaves_out_claims_about_some_run(cache, tmp_path):
    file = tmp_path / "claims.smt2"
    assert invoke("show", ATTAINED, "--cache", cache, "--smt2", str(file)).exit_code == 0
    left_out = [line for line in file.read_text().splitlines() if "is left out" in line]
    about_some = [r for r in paper().find(ATTAINED).readings() if r.policy.startswith("some")]
    assert 1 <= len(about_some) <= len(left_out) < len(paper().find(ATTAINED).readings())


def test_smt2_needs_a_statement_that_claims_something(cache, tmp_path):
    file = str(tmp_path / "claims.smt2")
    assert "--smt2 needs the id" in invoke("show", "--smt2", file).stderr
    wordings = [entry.id for entry in paper().entries if not entry.readings()]
    done = invoke("show", wordings[0], "--cache", cache, "--smt2", file)
    assert done.exit_code == 2
    assert "makes no claim" in done.stderr
