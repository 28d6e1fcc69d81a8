"""imab-verify report and figure."""

import json

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

PAPER = """
format = "imab-claims/1"
[paper]
title = "Own"
[[claim]]
id = "a"
claim = "f(n) >= 1/2"
"""


@pytest.fixture
def paper(tmp_path):
    file = tmp_path / "own.claims.toml"
    file.write_text(PAPER)
    return str(file)


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_report_says_where_the_site_is(tmp_path, paper, cache):
    done = run("report", paper, "--out", tmp_path / "new" / "site", "--cache", cache)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(str(tmp_path / "new" / "site" / "index.html"))
    entry = (tmp_path / "new" / "site" / "entries" / "a.html").read_text()
    assert "imab-verify show " in entry


@pytest.mark.slow
def test_report_as_json_with_witnesses(tmp_path, paper, cache):
    done = run("report", paper, "--out", tmp_path / "site", "--witnesses", "--json",
               "--cache", cache)  # fmt: skip
    found = json.loads(done.stdout)
    assert found["index"] == str(tmp_path / "site" / "index.html")
    assert len(found["files"]) == 7
    entry = (tmp_path / "site" / "entries" / "a.html").read_text()
    assert "z3 agrees" in entry


def test_a_store_that_is_not_there_is_said_before_any_work(tmp_path, paper, cache):
    done = run("report", paper, "--out", tmp_path / "site", "--store", tmp_path / "none.db")
    assert done.exit_code == 2
    assert "is no file: give the --store of a hunt" in done.stderr
    assert not (tmp_path / "site").exists()


def test_a_hunt_is_shown(tmp_path, paper, cache):
    store = tmp_path / "hunt.db"
    hunted = run("hunt", "--policy", "round-robin", "-k", 2, "-T", 4, "--evaluations", 20,
                 "--store", store)  # fmt: skip
    assert hunted.exit_code == 0, hunted.output
    done = run("report", paper, "--out", tmp_path / "site", "--store", store,
               "--cache", cache)  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "round-robin, k = 2, T = 4" in (tmp_path / "site" / "hunts.html").read_text()


def test_a_figure_is_written(tmp_path, paper, cache):
    done = run("figure", "counterexample", paper, "a", "--out", tmp_path / "a.svg",
               "--cache", cache, "--json")  # fmt: skip
    assert json.loads(done.stdout) == {"file": str(tmp_path / "a.svg")}
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("counterexample", "--out", "a.gif"), "ends in .svg, .png, .pdf"),
        (("ratio", "--out", "a.svg"), "no claim of the paper is"),
        (("nothing", "--out", "a.svg"), "'nothing' is not one of"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(tmp_path, paper, arguments, says, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name, *rest = arguments
    done = run("figure", name, paper, *rest)
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
