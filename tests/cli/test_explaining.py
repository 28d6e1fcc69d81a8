"""--explain of ask and show."""

import json

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

CLAIM = ("Rew(f,T) <= T*f(T)",)
FALSE = ("Rew(f,T) <= f(T)",)


def run(*args):
    return CliRunner().invoke(main, args)


def test_ask_tells_the_proof_after_the_answer():
    done = run("ask", *CLAIM, "--explain")
    assert done.exit_code == 0
    assert done.stdout.startswith("proved\n")
    assert "\n\nClaim. Let T be an integer" in done.stdout
    assert "D = T*(T - 1)/2 >= 0" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_ask_tells_the_counterexample():
    done = run("ask", *FALSE, "--explain")
    assert done.exit_code == 1
    assert "\nCounterexample. Take T = " in done.stdout


@pytest.mark.parametrize(
    ("form", "start"),
    [("md", "**Claim.** Let $T$"), ("tex", "\\documentclass"), ("html", "<!DOCTYPE html>")],
)
def test_other_formats_are_the_document_alone(form, start):
    done = run("ask", *CLAIM, "--explain", "--format", form)
    assert done.exit_code == 0
    assert done.stdout.startswith(start)


def test_the_explanation_is_part_of_the_json_document():
    done = run("ask", *CLAIM, "--explain", "--json")
    assert json.loads(done.stdout)["explanation"].startswith("Claim. Let T be an integer")
    assert "explanation" not in json.loads(run("ask", *CLAIM, "--json").stdout)


def test_nothing_is_told_where_nothing_is_decided():
    done = run("ask", "Rew(f,T) >= 0", "--given", "T >= 2", "--given", "T <= 1", "--explain")
    assert done.exit_code == 3
    assert "Claim." not in done.stdout


@pytest.mark.parametrize("command", [("ask", *CLAIM), ("show", "B16")])
def test_a_format_without_an_explanation_is_bad_input(command):
    done = run(*command, "--format", "tex")
    assert done.exit_code == 2
    assert "--format says how --explain prints: add --explain" in done.stderr


def test_show_tells_every_reading(tmp_path):
    show = ("show", "B16", "--explain", "--cache", str(tmp_path))
    done = run(*show)
    assert done.exit_code == 0
    assert done.stdout.startswith("B16. ")
    assert "(proved)" in done.stdout
    document = json.loads(
        run("show", "B16", "--explain", "--json", "--cache", str(tmp_path)).stdout
    )
    assert document["explanation"] == done.stdout
