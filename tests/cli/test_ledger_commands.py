"""imab-verify show, errata and graph."""

import json
import xml.etree.ElementTree as ET

from click.testing import CliRunner

from imab_verify.cli import main
from proofs import paper

PROVED, REFUTED = "B16", "D13"


def run(*args):
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_show_alone_lists_every_slug():
    listed = run("show")
    document = json.loads(run("show", "--json"))
    assert len(document["entries"]) == len(paper().entries) >= 144
    assert [entry["slug"] for entry in document["entries"]] == [
        entry.slug for entry in paper().entries
    ]
    assert paper().find(PROVED).slug in listed


def test_show_has_all_a_referee_needs(cache):
    entry, text = paper().find(REFUTED), run("show", REFUTED.lower(), "--cache", cache)
    assert text.startswith(f"{REFUTED}  {entry.title}")
    assert ": refuted\n" in text
    assert "counterexample, the smallest found:" in text
    assert "T = " in text
    assert entry.finding.split()[-1] in text
    assert max(map(len, text.splitlines())) <= 100


def test_show_says_what_a_proof_is_made_of(cache):
    text = run("show", PROVED, "--cache", cache)
    assert "certificate: " in text
    assert "polynomial identit" in text


def test_show_as_json(cache):
    document = json.loads(run("show", REFUTED, "--cache", cache, "--json"))
    assert (document["id"], document["verdict"]) == (REFUTED, "refuted")
    assert document["counterexample"]["parameters"]


def test_errata_of_some_statements(cache):
    text = run("errata", PROVED, REFUTED, "--cache", cache)
    assert f"## {REFUTED}. " in text
    assert f"## {PROVED}. " not in text
    assert run("errata", REFUTED, "--format", "tex", "--cache", cache).startswith(r"\documentclass")
    document = json.loads(run("errata", REFUTED, "--json", "--cache", cache))
    assert [erratum["id"] for erratum in document["errata"]] == [REFUTED]


def test_graph_writes_nothing_unasked(tmp_path, cache, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert f"{REFUTED} [fillcolor=" in run("graph", REFUTED, "--cache", cache)
    assert json.loads(run("graph", REFUTED, "--cache", cache, "--json"))["files"] == []
    assert [*tmp_path.iterdir()] == []


def test_graph_writes_both_files(tmp_path, cache):
    printed = run("graph", PROVED, REFUTED, "--out", str(tmp_path / "new"), "--cache", cache)
    assert printed.split() == [
        str(tmp_path / "new" / f"statements.{kind}") for kind in ("svg", "dot")
    ]
    picture = ET.parse(tmp_path / "new" / "statements.svg").getroot()  # noqa: S314  our own
    assert picture.tag.endswith("svg")
    assert f"{REFUTED} [fillcolor=" in (tmp_path / "new" / "statements.dot").read_text()
