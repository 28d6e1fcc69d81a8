"""imab-verify ask."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from imab_verify.cli import main
from imab_verify.model.files import instance_from_json

PROGRAM = Path(sys.executable).with_name("imab-verify")
HALF = ("Rew(f,T//2)/Rew(f,T) >= 1/5",)
TWO_ARMS = (
    "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
    *("--arm", "f", "--arm", "g", "--given", "Rew(g,T) <= Rew(f,T)", "--given", "n <= T"),
)


def ask(*args):
    return CliRunner().invoke(main, ["ask", *args])


def answer(*args):
    done = ask(*args, "--json")
    assert done.stderr == ""
    return done.exit_code, json.loads(done.stdout)


def rewards(counterexample, name):
    """The named arm of a counterexample, read by the model and not by the kernel."""
    arm = counterexample["arms"][name]
    return instance_from_json({"format": "imab-instance/1", "arms": [arm]}, "test").arms[0]


# --- the examples of the documentation ---


@pytest.mark.parametrize(
    "args",
    [
        ("P(f,a,N) >= Rew(f,N)", "--given", "a >= 2", "--given", "a <= N"),
        (*HALF, "--given", "T >= 4"),
        ("Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",),
        TWO_ARMS,
    ],
    ids=lambda args: args[0],
)
def test_true_lemmas_are_proved_and_replayed(args, tmp_path):
    file = tmp_path / "proof.json"
    code, document = answer(*args, "--certificate", str(file))
    assert (code, document["verdict"], document["counterexample"]) == (0, "proved", None)
    replayed = CliRunner().invoke(main, ["replay", str(file), "--json"])
    assert replayed.exit_code == 0
    [accepted] = json.loads(replayed.stdout)["accepted"]
    assert accepted["verdict"] == "proved"
    assert accepted["claim"] == document["scope"]["statement"]


def test_a_false_lemma_is_refuted_with_both_sides():
    code, document = answer("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "--given", "m <= T")
    assert (code, document["verdict"]) == (1, "refuted")
    found = document["counterexample"]
    m, T = (int(found["parameters"][name]) for name in ("m", "T"))
    f = rewards(found, "f")
    assert m <= T <= 3
    assert 0 <= f.value(0) <= f.limit <= 1
    lhs, rhs = m * (m + 2) * f.rew(T), T * (T + 1) * f.rew(m)
    assert (Fraction(found["lhs"]), Fraction(found["rhs"])) == (lhs, rhs)
    assert lhs > rhs


def test_a_ratio_is_shown_as_it_was_written():
    code, document = answer(*HALF)
    found = document["counterexample"]
    assert (code, found["parameters"]["T"]) in {(1, "1"), (1, "3")}
    f, T = rewards(found, "f"), int(found["parameters"]["T"])
    assert Fraction(found["lhs"]) == f.rew(T // 2) / f.rew(T) < Fraction(1, 5)
    assert found["rhs"] == "1/5"
    assert found["comparison"] == "Rew(f,T//2)/Rew(f,T) >= 1/5"


def test_the_violated_link_of_a_chain_is_the_one_that_is_shown():
    code, document = answer("Rew(f,T) >= 0 and f(T) <= f(T+1) < f(T)")
    assert code == 1
    assert document["counterexample"]["comparison"] == "f(T+1) < f(T)"


# --- what is said about the claim ---


def test_defaults_and_readings_are_in_the_scope():
    _, document = answer("f(n)/n <= f(1)")
    scope = document["scope"]
    assert scope["arms"] == {"f": "concave"}
    assert scope["parameters"] == ["n"]
    assert scope["givens"] == ["n >= 1"]
    assert "n >= 1 by default" in scope["notes"]
    assert any("n > 0 is needed" in note for note in scope["notes"])


def test_people_see_verdict_claim_and_instance():
    done = ask("f(2) <= f(1)")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert done.exit_code == 1
    assert lines[0] == "refuted"
    assert "f(n) = min(n, 2)/2" in done.stdout
    assert lines[-1].endswith("f(2) = 1 > f(1) = 1/2")
    assert "time" not in done.stdout
    assert ask("f(2) >= f(1)", "-v").stdout.splitlines()[-1].startswith("time ")


def test_the_outline_names_the_hypothesis_and_its_multiplier():
    done = ask(*TWO_ARMS, "--multiplier", "(T-n)/T")
    assert done.exit_code == 0
    assert "T * the claim follows from (T - n) * (Rew(f, T) >= Rew(g, T))" in done.stdout


def test_contradicting_givens_are_vacuous_not_proved():
    code, document = answer("f(n) <= 0", "--given", "n >= 3", "--given", "n <= 2")
    assert (code, document["verdict"]) == (3, "vacuous")
    assert "contradict" in document["reason"]


def test_a_missing_given_is_named():
    done = ask(*TWO_ARMS[:-2])
    assert (done.exit_code, done.stdout) == (2, "")
    assert 'add --given "T >= n"' in done.stderr
    done = ask("f(n)/(n-3) >= 0")
    assert done.exit_code == 2
    assert 'add --given "n > 3"' in done.stderr


# --- sharpen ---


def test_sharpen_gives_formula_constant_and_instance(tmp_path):
    file = tmp_path / "five.json"
    code, document = answer(
        *("Rew(f,T//2)*c >= Rew(f,T)", "--given", "T >= 4", "--sharpen", "c"),
        *("--certificate", str(file)),
    )
    assert (code, document["verdict"]) == (0, "proved")
    found = document["sharpened"]
    assert found["direction"] == "smallest"
    assert found["formula"]["value"] == "T*(T + 1)/((T//2)*(T//2 + 1))"
    constant = found["constant"]
    assert (constant["value"], constant["attained"]) == ("5", True)
    assert constant["instance"]["parameters"] == {"T": "5", "c": "5"}
    assert constant["instance"]["lhs"] == constant["instance"]["rhs"]
    assert Fraction(constant["sharper"]["lhs"]) < Fraction(constant["sharper"]["rhs"])
    replayed = CliRunner().invoke(main, ["replay", str(file), "--json"])
    [accepted] = json.loads(replayed.stdout)["accepted"]
    assert accepted["claim"] == constant["statement"]
    beside = [(one["verdict"], one["claim"]) for one in accepted["beside"]]
    assert ("proved", found["formula"]["statement"]) in beside
    assert ("refuted", found["formula"]["refuted"]) in beside
    assert ("refuted", constant["refuted"]) in beside
    [formula] = [one for one in accepted["beside"] if one["verdict"] == "proved"]
    assert formula["sides"]  # what the formula divides by is positive
    table = CliRunner().invoke(main, ["replay", str(file)]).stdout
    assert "proved with it" in table


def test_sharpen_refutes_what_no_constant_saves(tmp_path):
    file = tmp_path / "none.json"
    code, document = answer("c*f(n) >= 1", "--sharpen", "c", "--certificate", str(file))
    assert (code, document["verdict"]) == (1, "refuted")
    assert document["counterexample"]["instance"]["parameters"] == {"n": "1"}
    assert document["counterexample"]["says"].startswith("no c serves")
    replayed = CliRunner().invoke(main, ["replay", str(file), "--json"])
    [accepted] = json.loads(replayed.stdout)["accepted"]
    assert accepted["verdict"] == "refuted"


# --- runs ---


def test_ranges_of_a_run_are_decided_cell_by_cell(tmp_path):
    file = tmp_path / "cells.json"
    code, document = answer(
        *("OPT(T) <= 2*k*ALG(T)", "--policy", "algorithm-1", "-k", "2..3", "-T", "7..8"),
        *("--certificate", str(file)),
    )
    assert (code, document["verdict"]) == (0, "proved")
    cells = {(c["k"], c["T"]): c for c in document["cells"]}
    assert set(cells) == {(2, 7), (2, 8), (3, 7), (3, 8)}
    assert cells[3, 7] == {
        "k": 3,
        "T": 7,
        "bound": "6",
        "lower": "14/3",
        "upper": "14/3",
        "verdict": "proved",
    }
    assert document["scope"]["policy"] == {
        "name": "algorithm-1",
        "init": "rounds",
        "ties": "any",
        "k": "2..3",
        "T": "7..8",
    }
    assert document["rests_on"] == []
    replayed = CliRunner().invoke(main, ["replay", str(file), "--json"])
    [accepted] = json.loads(replayed.stdout)["accepted"]
    assert accepted["verdict"] == "proved"
    assert accepted["claim"].endswith("T >= 7 and 8 >= T: 2*k*ALG(T) >= OPT(T)")
    assert accepted["rests_on"] == document["rests_on"]
    assert len(json.loads(file.read_text())["beside"]) == 4


def test_a_false_bound_on_a_run_is_refuted_by_an_instance():
    code, document = answer(
        "OPT(T) <= 4*ALG(T)", *("--policy", "algorithm-1", "-k", "3", "-T", "7..9")
    )
    found = document["counterexample"]
    assert (code, found["parameters"]) == (1, {"k": "3", "T": "7"})
    assert Fraction(found["lhs"]) == Fraction(14, 3) * Fraction(found["values"]["ALG(T)"])
    assert sum(found["pulls"]) == 7


@pytest.mark.slow
def test_a_bound_by_cases_of_the_quotient_is_proved_of_an_index_policy():
    code, document = answer(
        "OPT(T) <= k*ALG(T)",
        *("--given", "T >= 3k + 2", "--policy", "index 2 by P(f,a,M)"),
    )
    assert (code, document["verdict"]) == (0, "proved")


def test_what_some_run_attains_is_asked_like_a_policy():
    code, document = answer("ALG(T) == 0", "--policy", "some round-robin", "--given", "T < k")
    assert (code, document["verdict"]) == (0, "proved")
    assert document["scope"]["policy"]["name"] == "some round-robin"
    assert "there are an instance with OPT(T) > 0" in document["scope"]["statement"]
    done = ask("OPT(T) > ALG(T)", "--policy", "some round-robin", "--given", "k == 1")
    assert done.exit_code == 1
    assert "k = 1, T = 1" in done.stdout


@pytest.mark.slow
def test_a_run_of_any_size_gets_an_answer():
    huge = "9" * 30
    for code, spans in (
        (3, ("-k", "2", "-T", huge)),
        (3, ("-k", huge, "-T", "5")),
        (0, ("-k", f"1..{huge}", "-T", "0")),
    ):
        done = ask("OPT(T) >= ALG(T)", "--policy", "algorithm-1", *spans, "--seconds", "1")
        assert (done.exit_code, done.stderr) == (code, "")


# --- bad input ---


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("f.__class__ <= 1", 1),
        ("__import__(1) <= 1", 0),
        ("exec(n) <= 1", 0),
        ("Rew(f,n) <= 1.5.", 15),
        ("n**999999999 >= 1", None),
        ("9**9**9**9 >= 1", None),
        ("(n + 1 >= 2", 0),
        ("n) >= 1", 1),
        ("Rew(f,n >= 1", 3),
        ("Rеw(f,n) >= 0", 1),
        ("f(n) <= 1; n", 9),
        ("f(n)", 4),
        ("", 0),
        ("OPT(T) <= 1", 0),
    ],
)
def test_hostile_text_ends_with_a_caret(text, place):
    done = ask(text)
    assert (done.exit_code, done.stdout) == (2, "")
    sentence, *shown = done.stderr.splitlines()
    assert sentence.startswith("imab-verify: ")
    assert "Traceback" not in done.stderr
    assert shown[-1].strip() == "^"
    if place is not None:
        assert shown[-1].index("^") == place


def test_a_hundred_kilobytes_are_refused_quickly_by_the_real_program():
    for text in ("f(n) + " * 14_000 + "1 >= 0", "(" * 100_000, "n" * 100_000):
        done = subprocess.run(
            [PROGRAM, "ask", text],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2, done.stderr[-300:]
        assert done.stderr.splitlines()[-1].strip() == "^"
        assert len(done.stderr) < 1000


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("f(n) >= 0", "--given", "n >="), "the text ends"),
        (("f(n) >= 0", "--arm", "f:convex"), "the class of arm f"),
        (("f(n) >= 0", "-k", "2"), "name one with --policy"),
        (("f(n) >= 0", "-o", "ties=any"), "name one with --policy"),
        (("OPT(T) <= ALG(T)", "--policy", "random-probe"), "policy random-probe is randomised"),
        (("OPT(T) <= ALG(T)", "--policy", "algoritm-1"), "did you mean algorithm-1"),
        (("OPT(T) <= ALG(T)", "--policy", "some algoritm-1"), "did you mean algorithm-1"),
        (("OPT(T) <= ALG(T)", "--policy", "some"), "some run of what? Name one policy"),
        (("OPT(T) <= ALG(T)", "--policy", "algorithm-1", "-o", "ties=none"), "must be one of"),
        (("OPT(T) <= ALG(T)", "--policy", "round-robin", "-o", "ties=any"), "no options"),
        (("OPT(T) <= ALG(T)", "--policy", "algorithm-1", "-k", "3..2"), "ends before it starts"),
        (("f(n) >= 0", "--certificate", "no/such/directory/c.json"), "directory does not exist"),
        (("f(n) >= 0", "--certificate", "c.json.gz"), "not compressed: call it *.json"),
        (("f(n) >= 0", "--multiplier", "n"), "givens about rewards"),
        (("f(n) >= 0", "--given", "f(n) >= 0", "--multiplier", "x"), "parameters of the claim"),
        (("f(n) >= 0", "--sharpen", "c"), "c does not occur"),
        (("f(n) >= c and f(n) >= 2*c", "--sharpen", "c"), "a single comparison"),
        (("f(n) >= c**2", "--sharpen", "c"), "linear in c"),
        (("f(n) >= c", "--given", "c >= 1", "--sharpen", "c"), "leave out givens about it"),
        (("f(n)*f(n) >= 0",), "a product of two rewards"),
    ],
)
def test_bad_options_are_refused_in_one_sentence(args, words):
    done = ask(*args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr.splitlines()[0]
    assert "Traceback" not in done.stderr


def test_a_certificate_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    taken = tmp_path / "taken"
    taken.mkdir()
    done = ask("f(n) >= 0", "--certificate", str(taken))
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr
    assert sorted(tmp_path.iterdir()) == [taken]


def test_sentences_fit_a_terminal_of_80_columns():
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    program = "from imab_verify.cli import main; main()"
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    done = subprocess.run(
        [sys.executable, "-c", program, "ask", "f(n)*f(n) >= 0"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        check=False,
    )
    os.close(slave)
    said = os.read(master, 100_000).decode().splitlines()
    os.close(master)
    assert done.returncode == 2
    assert len(said) > 3
    assert max(map(len, said)) <= 80


def test_an_unknown_ends_with_the_next_command():
    done = ask("m^2 != 2*n^2", "--given", "m >= 3", "--seconds", "1")
    assert done.exit_code == 3
    said = done.stdout.splitlines()[-1]
    assert said == "imab-verify ask 'm^2 != 2*n^2' --given 'm >= 3' --seconds 4"
    run = ("--policy", "any", "-k", "2..3")
    _, document = answer("OPT(T) <= ALG(T) + T/3", *run, "--given", "T >= 10**9", "--seconds", "1")
    assert document["command"].endswith(" --policy any -k 2..3 --seconds 4 --json")
