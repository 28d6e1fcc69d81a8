"""imab-verify check: a few entries end to end."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from imab_verify.api import papers
from imab_verify.cli import main
from imab_verify.ledger import check
from imab_verify.ledger.record import read_record
from imab_verify.processes import LostError
from proofs import paper

PROVED, REFUTED, DEFINITION = "B16", "D13", "A8"
ASKED = (PROVED, REFUTED, DEFINITION)


def invoke(*args):
    return CliRunner().invoke(main, args)


def run_json(*args):
    done = invoke(*args, "--json")
    return done.exit_code, json.loads(done.stdout)


@pytest.fixture(scope="module")
def checked(cache, tmp_path_factory):
    """The exit code and document of one check, and the directory of its certificates."""
    directory = tmp_path_factory.mktemp("certificates") / "new"
    code, document = run_json("check", *ASKED, "--cache", cache, "--certificates", str(directory))
    return code, document, directory


def claims(document):
    return {claim["id"]: claim for claim in document["claims"]}


def test_verdicts_are_those_on_record_and_the_exit_code_says_so(checked):
    code, document, _ = checked
    assert code == 0
    assert document["summary"]["as_recorded"] is True
    found = claims(document)
    assert list(found) == [DEFINITION, PROVED, REFUTED]
    assert found[PROVED]["verdict"] == read_record(paper())[PROVED]["verdict"] == "proved"
    assert found[REFUTED]["verdict"] == read_record(paper())[REFUTED]["verdict"] == "refuted"
    assert found[DEFINITION]["verdict"] == "definition"


def test_every_claim_has_what_the_contract_asks_for(checked):
    _, document, _ = checked
    for claim in document["claims"]:
        assert claim["line"] == paper().find(claim["id"]).lines
        assert claim["seconds"] >= 0
        assert {"severity", "rests_on"} <= set(claim)
        assert all({"statement", "verdict"} <= set(repair) for repair in claim["repairs"])
    summary = document["summary"]
    assert summary["entries"] == 3
    assert (summary["proved"], summary["refuted"], summary["definition"]) == (1, 1, 1)


def test_a_refuted_claim_shows_its_counterexample(checked):
    _, document, _ = checked
    found = claims(document)[REFUTED]["counterexample"]
    assert found["comparison"]
    assert found["lhs"] != found["rhs"]
    assert set(found["parameters"]) >= {"T"}


def test_certificates_are_one_file_each_and_replay(checked):
    _, document, directory = checked
    names = {file.name for file in directory.iterdir()}
    readings = [paper().find(id_).literal[0].name for id_ in (PROVED, REFUTED)]
    assert {f"{name}.json" for name in readings} <= names
    decided = {
        reading["name"]
        for claim in document["claims"]
        for reading in (
            *(r for part in ("literal", "negation", "beyond", "others") for r in claim[part]),
            *(r for repair in claim["repairs"] for r in repair["obligations"]),
        )
        if reading["verdict"] in ("proved", "refuted")
    }
    assert names == {f"{name}.json" for name in decided}
    code, replayed = run_json("replay", str(directory))
    assert code == 0
    assert len(replayed["accepted"]) == len(decided)


def test_the_cache_gives_the_same_verdicts(checked, cache):
    _, document, _ = checked
    code, again = run_json("check", *ASKED, "--cache", cache)
    assert code == 0

    def verdicts(found):
        return {id_: claim["verdict"] for id_, claim in claims(found).items()}

    assert verdicts(again) == verdicts(document)
    assert all(claim["seconds"] == 0 for claim in again["claims"])
    kept = again["summary"]["from_cache"]
    assert kept == again["summary"]["claims"] > 0
    sentence = f"from the cache, judged again by the kernel: {kept} certificates"
    assert sentence in invoke("check", *ASKED, "--cache", cache).stdout
    assert sentence not in invoke("check", DEFINITION, "--cache", cache).stdout


def test_for_people(checked, cache):
    done = invoke("check", *ASKED, "--cache", cache)
    assert done.exit_code == 0
    assert "A. Front matter, model, definitions" in done.stdout
    assert "3 statements" in done.stdout
    assert "every verdict is as recorded" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_another_verdict_than_the_recorded_one_is_exit_code_1(
    checked, cache, tmp_path, monkeypatch
):
    record = read_record(paper())
    record[PROVED]["verdict"] = "unknown"
    file = tmp_path / "expected.json"
    file.write_text(json.dumps(record))
    monkeypatch.setattr(papers, "open_paper", lambda _: replace(paper(), record=file))
    done = invoke("check", PROVED, "--cache", cache)
    assert done.exit_code == 1
    assert f"not as recorded: {PROVED}: proved, on record is unknown" in done.stdout


def test_recording_makes_it_agree(cache, tmp_path, monkeypatch):
    file = tmp_path / "expected.json"
    file.write_text("{}")
    monkeypatch.setattr(papers, "open_paper", lambda _: replace(paper(), record=file))
    assert invoke("check", DEFINITION, "--cache", cache).exit_code == 1
    assert invoke("check", DEFINITION, "--cache", cache, "--record").exit_code == 0
    assert invoke("check", DEFINITION, "--cache", cache).exit_code == 0
    assert json.loads(file.read_text())[DEFINITION]["verdict"] == "definition"


def test_what_an_interrupted_check_did_not_reach_is_unknown_and_no_difference(cache, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(check, "run_all", interrupted)
    words = ("check", *(entry.id for entry in paper().entries[60:90]), "--fresh", "--cache", cache)
    done = invoke(*words)
    assert done.exit_code == 130
    assert "interrupted: what was not decided is unknown" in done.stderr
    assert "interrupted before it was decided" in done.stdout
    assert "not as recorded" not in done.stdout
    assert "every verdict" not in done.stdout
    assert len([line for line in done.stdout.splitlines() if line.startswith("open:")]) < 10
    code, document = run_json(*words)
    assert (code, document["summary"]["differences"]) == (130, [])
    assert document["summary"]["as_recorded"] is False


def test_a_check_whose_cluster_is_lost_shows_what_is_done(tmp_path, monkeypatch):
    def lost_after_one(*words, **how):
        yield next(run_all(*words, **how))
        raise LostError("the cluster at tcp://host:1 is lost: the scheduler is gone")

    run_all = check.run_all
    monkeypatch.setattr(check, "run_all", lost_after_one)
    done = invoke("check", "examples/lemmas.claims.toml", "--fresh", "--cache", str(tmp_path))
    assert done.exit_code == 2
    assert "2 statements, 3 claims" in done.stdout
    [sentence] = done.stderr.splitlines()
    assert sentence == "imab-verify: the cluster at tcp://host:1 is lost: the scheduler is gone"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["Z9"], "Z9 is no id or slug of this paper, and no file or folder"),
        ([PROVED, "--workers", "0"], "--workers must be at least 1"),
        ([PROVED, "--seconds", "x"], "--seconds must be an integer"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(args, sentence):
    done = invoke("check", *args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_files_in_the_way_are_bad_input(tmp_path, checked, cache):
    file = tmp_path / "file"
    file.write_text("")
    for args in (["--cache", str(file)], ["--cache", cache, "--certificates", str(file)]):
        done = invoke("check", PROVED, *args)
        assert done.exit_code == 2
        assert "Traceback" not in done.stderr
        assert str(file)[:20] in done.stderr
