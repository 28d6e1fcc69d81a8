import csv
import io
import json
import signal
import subprocess
import sys
from contextlib import chdir

import pytest
from click.testing import CliRunner
from rich.console import Console

from counterexample_search.problem import Problem
from counterexample_search.store import Store
from imab_verify.cli import main
from imab_verify.report import hunts


def command(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def hunt(*arguments, cwd="."):
    with chdir(cwd):
        return command("hunt", *arguments)


def answer(*arguments, code=0, cwd="."):
    done = hunt(*arguments, "--json", cwd=cwd)
    assert done.exit_code == code, done.stderr
    return json.loads(done.stdout)


def refusal(*arguments, cwd="."):
    done = hunt(*arguments, cwd=cwd)
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr
    [sentence] = done.stderr.splitlines()
    return sentence


CELL = ("--policy", "algorithm-1", "-k", 3, "-T", 6)
RANGE = ("--policy", "greedy", "-k", "2..3", "-T", 5)


def test_one_cell_as_json_keeps_the_contract():
    found = answer(*CELL, "--evaluations", 60)
    assert found["best"]["ratio"] == "7"
    assert found["best"]["pulls"] == [2, 2, 2]
    assert found["best"]["judged"] is True
    assert found["best"]["instance"]["format"] == "imab-instance/1"
    assert found["best"]["settled"] is True
    assert found["best"]["found_by"] == "exact engine"
    assert found["evaluations"] <= 60


def test_the_best_instance_gives_the_ratio_when_simulated(tmp_path):
    found = answer("--policy", "greedy", "-k", 2, "-T", 9, "--evaluations", 80)
    file = tmp_path / "best.json"
    file.write_text(json.dumps(found["best"]["instance"]))
    run = json.loads(command("simulate", file, "--policy", "greedy", "-T", 9, "--json").stdout)
    assert run["ratio"] == found["best"]["ratio"]
    assert run["pulls"] == found["best"]["pulls"]


def test_ranges_as_table_csv_and_heat_map(tmp_path):
    figure, table = tmp_path / "map.svg", tmp_path / "cells.csv"
    done = hunt(
        "--policy", "round-robin", "-k", "2..3", "-T", "6..7", "--evaluations", 200,
        "--csv", table, "--plot", figure,
    )  # fmt: skip
    assert done.exit_code == 0
    assert "7/2 = 3.5" in done.stdout
    assert "worst OPT/ALG: 28/3 ≈ 9.33333, at k = 3, T = 7" in done.stdout
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    scores = {(row["k"], row["T"]): row["score"] for row in rows}
    assert scores == {("2", "6"): "7/2", ("2", "7"): "14/3", ("3", "6"): "7", ("3", "7"): "28/3"}
    assert figure.read_text().count("<svg") == 1


def test_a_store_is_resumed(tmp_path):
    store = tmp_path / "hunt.db"
    cell = ("--policy", "elimination", "-k", 3, "-T", 6, "--store", store)
    first = answer(*cell, "--evaluations", 40)
    again = answer(*cell, "--evaluations", 4000)  # so many that some are drawn anew
    assert (first["evaluations"], again["evaluations"]) == (40, 4000)


def test_a_certificate_replays(tmp_path):
    file = tmp_path / "record.json"
    answer(*CELL, "--evaluations", 60, "--certificate", file)
    replayed = json.loads(command("replay", file, "--json").stdout)
    assert replayed["accepted"][0]["verdict"] == "refuted"


def test_the_certificates_of_a_range_are_in_a_directory(tmp_path):
    there = tmp_path / "records"
    for _ in range(2):  # it may be there already
        answer(
            "--policy", "greedy", "-k", "2..3", "-T", 5, "--evaluations", 60, "--certificate", there
        )
        assert sorted(file.name for file in there.iterdir()) == ["k2-T5.json", "k3-T5.json"]
    replayed = json.loads(command("replay", there, "--json").stdout)
    assert [one["verdict"] for one in replayed["accepted"]] == ["refuted", "refuted"]
    (tmp_path / "file").write_text("old")
    done = command(
        "hunt", "--policy", "greedy", "-k", "2..3", "-T", 5, "--certificate", tmp_path / "file"
    )
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is no directory" in done.stderr


def test_a_claim_is_refuted_or_left_unknown():
    found = answer("--claim", "OPT(T) <= k*ALG(T)", *CELL, "--evaluations", 200, code=1)
    assert found["verdict"] == "refuted"
    assert found["counterexample"]["parameters"]["k"] == "3"
    large = answer("--claim", "Rew(f,T) <= T", "--unbounded", "--evaluations", 200, code=1)
    assert "unit" in large["counterexample"]["parameters"]
    whole = ("--claim", "f(eps) <= 1/eps", "--integer", "eps", "--evaluations", 200)
    assert answer(*whole, code=1)["verdict"] == "refuted"
    unknown = answer("--claim", "Rew(f,n) <= n*f(n)", "--evaluations", 40, code=3)
    assert (unknown["verdict"], unknown["counterexample"]) == ("unknown", None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        ("1/(n-3) <= 1", "--given", "n <= 2"),
        ("f(n-2) >= 0",),
        ("Rew(f,n)/(m-n) >= 0", "--given", "n >= 3"),
        ("OPT(T)/(T-5) <= 1", "--policy", "round-robin", "-k", "2", "-T", "4"),
        ("f(T-5) <= ALG(T)", "--arm", "f", "--policy", "round-robin", "-k", "2", "-T", "4"),
    ],
)
def test_a_hunt_refuses_what_ask_refuses(claim):
    text, *options = claim
    asked = command("ask", text, *options)
    hunted = command("hunt", "--claim", text, *options, "--evaluations", 200)
    assert (asked.exit_code, hunted.exit_code) == (2, 2)
    assert (hunted.stdout, hunted.stderr) == ("", asked.stderr)


@pytest.mark.parametrize("option", ["--csv", "--plot", "--certificate"])
def test_a_place_that_cannot_be_written_is_refused_before_the_hunt(option, tmp_path):
    file = tmp_path / "no" / "such.svg"
    assert "its directory does not exist" in refusal(*CELL, "--seconds", 1000, option, file)


def test_a_faulty_policy_is_named_with_its_instance(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Odd:\n"
        "    name = 'odd'\n"
        "    horizon_aware = False\n"
        "    def choose(self, seen):\n"
        "        if seen.t == 2 and seen.last(0) > 0: raise ValueError('odd')\n"
        "        return seen.t % seen.k\n"
    )
    done = hunt(
        "--policy", "mine:Odd", "-k", 2, "-T", 4, "--evaluations", 60, "--json", cwd=tmp_path
    )
    assert done.exit_code == 0
    assert "policy odd raised an error at step 3: ValueError: odd" in done.stderr
    [cell] = json.loads(done.stdout)["cells"]
    assert cell["faults"][0]["instance"]["arms"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-k", 2, "-T", 5), "--policy"),
        (("--policy", "greedy", "-k", 2), "-T"),
        (("--policy", "gredy", "-k", 2, "-T", 5), "did you mean greedy"),
        (("--policy", "greedy", "-k", "3..2", "-T", 5), "ends before it starts"),
        (("--policy", "greedy", "-k", 0, "-T", 5), "-k must be at least 1"),
        (("--policy", "greedy", "-k", 2, "-T", 10**7), "-T must be at most"),
        (("--policy", "greedy", "-k", "1..100", "-T", "1..100"), "10000 cells"),
        (("--policy", "greedy", "-k", 2, "-T", 5, "--seconds", "nan"), "--seconds"),
        (("--policy", "greedy", "-k", 2, "-T", 5, "--seconds", "0"), "--seconds"),
        (("--policy", "greedy", "-k", 2, "-T", 5, "--plot", "x.gif"), "x.gif"),
        (("--policy", "greedy", "-k", 2, "-T", 5, "--given", "n >= 1"), "--claim"),
        (("--policy", "greedy", "-k", 2, "-T", 5, "--unbounded"), "--claim"),
        (("--claim", "f(n) >= 1 or f(n) <= 0", "--evaluations", 10), "one part of this claim"),
        (("--claim", "exists n: n > 3", "--evaluations", 10), "one part of this claim"),
        (("--policy", "elimination", "-k", 2, "-T", 5, "--objective", "anytime"), "horizon"),
        (("--claim", "OPT(T) <= 2", "--policy", "random-probe", "-k", 2, "-T", 5), "randomised"),
        (("--policy", "no_such_module:x", "-k", 2, "-T", 5), "no_such_module"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_sentence(arguments, complaint, tmp_path):
    assert complaint in refusal(*arguments, cwd=tmp_path)


def test_a_foreign_store_is_refused_and_left_alone(tmp_path):
    store = tmp_path / "hunt.db"
    store.write_bytes(b"something else entirely" * 200)
    assert "hunt.db" in refusal(*CELL, "--evaluations", 10, "--store", store)
    assert store.read_bytes() == b"something else entirely" * 200


def test_a_terminal_shows_the_best_the_speed_and_the_time_left(monkeypatch):
    screen = Console(file=io.StringIO(), force_terminal=True, width=100)
    monkeypatch.setattr(hunts, "console", lambda **_: screen)
    monkeypatch.setattr(hunts, "EVERY", 0)
    done = hunt(*CELL, "--evaluations", 60, "--seconds", 100)
    assert done.exit_code == 0
    shown = screen.file.getvalue()
    assert "OPT/ALG" in shown
    assert "evaluations/s" in shown
    assert "s left" in shown


@pytest.mark.parametrize(
    ("objective", "score", "horizon"), [("anytime", "6", 3), ("regret", "2", 4)]
)
def test_other_objectives(objective, score, horizon):
    # After 3 pulls a line in second place has given 1 of 6. Rewards of pulls 3 and 4 are at most 1.
    found = answer(
        "--policy", "round-robin", "-k", 2, "-T", 4, "--objective", objective, "--evaluations", 60
    )
    assert (found["best"]["score"], found["best"]["horizon"]) == (score, horizon)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_prints_the_best_so_far(tmp_path, workers):
    store = tmp_path / "hunt.db"
    arguments = ["hunt", "--policy", "elimination", "-k", "3", "-T", "14", "--seconds", "300"]
    arguments += ["--store", str(store), "--workers", str(workers), "--json"]
    code = "from imab_verify.cli import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    with Store(store) as watched:
        cell = watched.cell(Problem("elimination", 3, 14))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            while watched.best(cell) is None:
                assert running.poll() is None
            running.send_signal(signal.SIGINT)
            answered = json.loads(running.communicate()[0])
    assert running.returncode == 0
    assert answered["interrupted"] is True
    assert answered["best"]["judged"] is True


def test_the_best_instance_is_saved_and_the_store_shown(tmp_path):
    saved, store, figure = (tmp_path / name for name in ("best.json", "hunt.db", "rise.svg"))
    cell = ("--policy", "elimination", "-k", 2, "-T", 6, "--evaluations", 60)
    found = answer(*cell, "--save", saved, "--store", store, "--plot", figure)
    assert json.loads(saved.read_text()) == found["best"]["instance"]
    assert figure.read_text().count("<svg") == 1
    [held] = json.loads(command("hunt", "--show", store, "--json").stdout)["cells"]
    assert held["score"] == held["history"][-1]["score"] == found["best"]["score"]
    assert (held["evaluations"], held["open_slices"]) == (60, 0)
    assert "elimination" in command("hunt", "--show", store).stdout
    assert "there is no such store" in refusal("--show", tmp_path / "nothing.db")


def test_a_hunt_leaves_no_trace_where_it_is_started(tmp_path):
    answer("--policy", "elimination", "-k", 2, "-T", 6, "--evaluations", 30, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
