"""check, show, errata, graph and report on a paper of the user's own."""

import json
import os

import pytest
from click.testing import CliRunner

import imab_verify as iv
from imab_verify.cli import main
from imab_verify.ledger.papers import load_paper
from imab_verify.report import ledger_tables

CLAIMS = """\
format = "imab-claims/1"

[paper]
title = "My lemmas"

[[claim]]
id = "lem:ratio"
title = "The ratio lemma"
claim = "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)"
given = ["m <= T"]

[[claim]]
id = "lem:half"
claim = "Rew(f,T) <= 3*Rew(f,m)"
given = ["m <= T", "T <= 2*m"]
relies_on = ["lem:ratio"]
expect = "refuted"

[[claim.repair]]
claim = "Rew(f,T) <= 4*Rew(f,m)"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my.claims.toml").write_text(CLAIMS)
    return tmp_path


@pytest.fixture(scope="module")
def run(cache):
    """The commands with one cache: each claim is decided once, and judged every time."""

    def invoke(command, *args):
        return CliRunner().invoke(main, [command, *map(str, args), "--cache", cache])

    return invoke


def test_check_of_a_folder(folder, run):
    done = run("check", folder)
    assert done.exit_code == 0, done.output
    assert "My lemmas" in done.stdout
    assert "lem:ratio" in done.stdout
    assert "every verdict is as expected" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_check_of_a_file_and_an_id_as_json(folder, run):
    done = run("check", folder / "my.claims.toml", "lem:half", "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["paper"]["title"] == "My lemmas"
    [claim] = document["claims"]
    assert (claim["id"], claim["verdict"], claim["expected"]) == ("lem:half", "refuted", "refuted")
    assert claim["counterexample"]["parameters"] == {"T": "4", "m": "2"}
    assert [repair["verdict"] for repair in claim["repairs"]] == ["proved"]


def test_the_verdicts_are_put_on_record_beside_the_file(folder, run):
    file = folder / "my.claims.toml"
    assert run("check", file, "--record").exit_code == 0
    assert json.loads((folder / "my.expected.json").read_text())["lem:half"]["repairs"] == [
        "proved"
    ]
    file.write_text(CLAIMS.replace("4*Rew", "3*Rew").replace("lem:ratio", "lem:rate"))
    load_paper.cache_clear()
    done = run("check", file)
    assert done.exit_code == 1
    assert "not as recorded: lem:half: repairs are refuted, on record is proved" in done.stdout
    assert "not as recorded: lem:rate: proved, and nothing is on record" in done.stdout


def test_another_verdict_than_the_expected_one_is_exit_code_1(folder, run):
    (folder / "my.claims.toml").write_text(CLAIMS.replace('"refuted"', '"proved"'))
    done = run("check", folder)
    assert done.exit_code == 1
    assert "not as expected: lem:half: refuted, expected is proved" in done.stdout


def test_what_is_open_and_not_expected_to_be_is_exit_code_3(folder, run):
    (folder / "my.claims.toml").write_text(
        CLAIMS + '\n[[claim]]\nid = "limit"\nreason = "It speaks of a limit."\n'
    )
    done = run("check", folder)
    assert done.exit_code == 3
    assert "open: limit: It speaks of a limit." in done.stdout
    assert "what is decided is as expected" in done.stdout


def test_show_of_a_paper_and_of_an_entry(folder, run):
    assert "lem-half" in run("show", folder).stdout
    shown = run("show", folder, "lem:half")
    assert shown.stdout.startswith("lem:half  Rew(f,T) <= 3*Rew(f,m)  [lem-half]: refuted\n")
    assert "T = 4, m = 2" in shown.stdout
    two = run("show", folder, "lem:half", "lem:ratio")
    assert (two.exit_code, two.stderr) == (2, "imab-verify: show takes one id, not 2\n")


def test_errata_graph_and_report(folder, run):
    errata = run("errata", folder).stdout
    assert errata.startswith("# Errata: My lemmas\n")
    assert "## lem:half. " in errata
    assert run("graph", folder, "--out", folder).exit_code == 0
    assert '"lem:ratio" -> "lem:half";' in (folder / "statements.dot").read_text()
    assert ">lem:ratio</text>" in (folder / "statements.svg").read_text()
    assert run("report", folder, "--out", folder).exit_code == 0
    assert 'href="entries/lem-half.html"' in (folder / "ledger.html").read_text()
    page = (folder / "entries" / "lem-half.html").read_text()
    assert "My lemmas" in page
    assert "lem:half" in page


def test_what_is_wrong_in_a_file_is_one_sentence_with_its_place(folder, run):
    (folder / "my.claims.toml").write_text(CLAIMS.replace("T*(T+1)*", "T*(T+1*"))
    done = run("check", folder)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "my.claims.toml:9:" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_narrow_terminal_is_not_too_narrow(folder, run, monkeypatch):
    monkeypatch.setattr(ledger_tables, "columns", lambda: 60)
    shown = run("show", folder, "lem:half").stdout
    assert max(map(len, shown.splitlines())) <= 60
    checked = run("check", folder).stdout
    told = checked[checked.index("What a reader") :]
    assert max(map(len, told.splitlines())) <= 60


def test_own_policies_are_called_by_their_names_without_directories(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "from imab_verify.language.scored import ScoredIndex\n"
        "Optimist = ScoredIndex('optimist', 'f(a)', start=2)\n"
        "class Turns:\n"
        "    name = 'turns'\n"
        "    horizon_aware = False\n"
        "    def choose(self, seen):\n"
        "        return seen.t % seen.k\n"
    )
    (tmp_path / "own.claims.toml").write_text(
        'format = "imab-claims/1"\n'
        '[[claim]]\nid = "known"\nclaim = "OPT(T) <= T*T*ALG(T)"\n'
        'policy = "mine.py:Optimist"\nk = "2"\nT = "4"\n'
        '[[claim]]\nid = "unknown"\nclaim = "OPT(T) <= 9*ALG(T)"\n'
        'policy = "mine.py:Turns"\nk = "2"\nT = "4"\n'
    )
    document = iv.check(tmp_path / "own.claims.toml").to_json()
    known, unknown = (claim["literal"][0] for claim in document["claims"])
    assert "in every run of mine.py:Optimist on k arms" in known["statement"]
    assert "in the run of mine.py:Turns" in unknown["statement"]
    assert unknown["reason"].startswith("the kernel does not know mine.py:Turns: ")
    monkeypatch.chdir(tmp_path.parent)
    again = iv.check(tmp_path / "own.claims.toml", "unknown").to_json()
    reading = again["claims"][0]["literal"][0]
    assert f"in the run of {tmp_path.name}/mine.py:Turns" in reading["statement"]


MORTAL = """\
import os
from pathlib import Path
from imab_verify import ScoredIndex

LEFT = Path(__file__).with_name("lives")

if os.environ["PARENT"] != str(os.getpid()) and (lives := int(LEFT.read_text())):
    LEFT.write_text(str(lives - 1))
    os._exit(9)

LAST = ScoredIndex("last", "f(a)")
"""
OF_THE_MORTAL = """\
format = "imab-claims/1"
[[claim]]
id = "a"
claim = "ALG(T) <= OPT(T)"
policy = "mortal.py:LAST"
"""


@pytest.mark.parametrize(("lives", "code", "said"), [(1, 0, "1 proved"), (9, 3, "died, twice")])
def test_the_claims_of_a_worker_that_dies_are_tried_again_and_then_named(
    lives, code, said, tmp_path, monkeypatch
):
    monkeypatch.setenv("PARENT", str(os.getpid()))
    (tmp_path / "lives").write_text(str(lives))
    (tmp_path / "mortal.py").write_text(MORTAL)
    (tmp_path / "own.claims.toml").write_text(OF_THE_MORTAL)
    done = CliRunner().invoke(main, ["check", str(tmp_path), "--cache", str(tmp_path / "cache")])
    assert (done.exit_code, said in done.stdout) == (code, True), done.output
    assert ("open: a, a: the process that worked on it died" in done.stdout) == (code == 3)
