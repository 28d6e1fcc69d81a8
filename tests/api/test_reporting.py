"""Papers from Python: everything that the commands about a paper do is one call."""

from importlib import import_module
from inspect import getsource

import pytest
from click.testing import CliRunner

import imab_verify as iv
from imab_verify.cli import COMMANDS, main
from imab_verify.report.replies import Reply

LEMMAS = "examples/lemmas.claims.toml"
CALLS = {
    "ask": "ask",
    "check": "check",
    "compare": "compare",
    "errata": "errata",
    "export": "export",
    "figure": "figure",
    "graph": "graph",
    "hunt": "hunt",
    "init": "init",
    "replay": "replay",
    "report": "site",
    "show": "statement",
    "simulate": "simulate",
    "worst-case": "worst_cases",
}


def test_every_command_is_a_call():
    assert {*CALLS} == {*main.list_commands(None)}
    for command, call in CALLS.items():
        module = import_module(f"imab_verify.cli.{COMMANDS[command][0]}")
        assert f"iv.{call}" in getsource(module)
        assert callable(getattr(iv, call))


@pytest.mark.slow
def test_a_statement_in_full():
    found = iv.statement("lem:half", LEMMAS)
    assert isinstance(found, Reply)
    assert found.checked.verdict == "refuted"
    printed = CliRunner().invoke(main, ["show", LEMMAS, "lem:half"]).stdout
    assert str(found).split() == printed.split()
    assert "Counterexample" in found.explain("md")
    assert found.to_json()["id"] == "lem:half"


def test_the_statements_of_a_paper():
    listed = iv.statements(LEMMAS)
    assert [entry.id for entry in listed.entries] == ["lem:ratio", "lem:half"]
    assert "lem:half" in str(listed)
    assert "(check-sat)" in iv.smtlib("lem:ratio", LEMMAS)


def test_an_erratum():
    found = iv.errata(LEMMAS)
    assert found.markdown().startswith("# Errata")
    assert r"\begin{document}" in found.tex()
    assert len(found.to_json()["errata"]) == 1
    assert str(found).split() == found.markdown().split()


@pytest.mark.slow
def test_a_graph_and_a_figure(tmp_path):
    drawn = iv.graph(LEMMAS, out=tmp_path)
    assert [file.split("/")[-1] for file in drawn.files] == ["statements.svg", "statements.dot"]
    assert drawn.to_json()["edges"] == [{"used": "lem:ratio", "by": "lem:half"}]
    out = tmp_path / "half.svg"
    iv.figure("counterexample", str(out), LEMMAS, "lem:half")
    assert out.read_text().startswith("<?xml")


@pytest.mark.slow
def test_a_site(tmp_path):
    made = iv.site(LEMMAS, out=tmp_path / "site")
    assert (tmp_path / "site" / "index.html").exists()
    assert made.to_json()["index"].endswith("index.html")


def test_a_check_from_a_clean_start_is_recorded(tmp_path):
    (tmp_path / "own.claims.toml").write_text(
        "format = 'imab-claims/1'\n[[claim]]\nid = 'a'\nclaim = 'f(n) >= 1'\n"
    )
    done = iv.check(tmp_path / "own.claims.toml")
    assert (done.as_expected, done.interrupted) == (False, False)
    assert done.record().as_expected
    assert iv.check(tmp_path / "own.claims.toml").as_expected
    done.write_certificates(tmp_path / "certificates")
    assert len(iv.replay(tmp_path / "certificates").accepted) == 1


@pytest.mark.slow
def test_witnesses_are_heard():
    done = iv.check(LEMMAS, "lem:ratio", witnesses=True)
    assert (done.disagreements, done.heard is None) == ((), False)
    assert "witnesses" in done.to_json()["claims"][0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: iv.check("no/such/paper"), "no/such/paper"),
        (lambda: iv.check(3), "3 is not a path"),
        (lambda: iv.check(LEMMAS, "lem:no"), "lem:no"),
        (lambda: iv.check(LEMMAS, workers=0), "at least 1"),
        (lambda: iv.statement("lem:no", LEMMAS), "lem:no"),
        (lambda: iv.figure("pie", "x.svg", LEMMAS), "must be one of ratio"),
        (lambda: iv.figure("ratio", "x.doc", LEMMAS), "x.doc"),
    ],
)
def test_bad_input_is_one_sentence(call, words):
    with pytest.raises(iv.InputError, match=words):
        call()


def test_what_was_not_decided_cannot_be_shown():
    done = iv.check(LEMMAS, "lem:ratio", workers=1)
    with pytest.raises(iv.InputError, match="lem:no"):
        done["lem:no"]
    with pytest.raises(iv.InputError, match="not among the statements"):
        done["lem:half"]
    with pytest.raises(iv.InputError, match="must be one of text"):
        iv.Statement(done.ledger).explain("pdf")


def test_a_file_that_has_changed_is_read_again(tmp_path):
    """As in a notebook, where the next call is about what is written now."""
    file, policy = tmp_path / "own.claims.toml", tmp_path / "mine.py"
    head = "format = 'imab-claims/1'\n[[claim]]\nid = 'a'\n"
    verdicts = []
    for claim in ("f(n) >= 0", "f(n) >= 1"):
        file.write_text(f"{head}claim = '{claim}'\n")
        verdicts.append(iv.check(file, workers=1).verdicts["a"])
    assert verdicts == ["proved", "refuted"]
    for arm in (0, 1):
        policy.write_text(
            "class Mine:\n    name, horizon_aware = 'mine', False\n"
            f"    def choose(self, seen):\n        return {arm}{' ' * arm}\n"
        )
        run = iv.simulate("examples/two-arms.json", f"{policy}:Mine", 5)
        assert run.pulls[arm] == 5
