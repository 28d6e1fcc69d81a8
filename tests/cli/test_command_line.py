"""The command line as a whole: what it loads, how it fails, and with which exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from imab_verify.cli import COMMANDS, main
from imab_verify.errors import InputError
from imab_verify.language.parser import ClaimError

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("imab-verify")
TWO_ARMS = "examples/two-arms.json"
GREEDY = ("simulate", TWO_ARMS, "--policy", "greedy", "-T", "30")
HEAVY = {"sympy", "z3", "highspy", "flint", "numpy", "matplotlib", "hypothesis"}


def run_program(*args, **options):
    return subprocess.run(
        [PROGRAM, *args], cwd=ROOT, capture_output=True, check=False, encoding="utf-8", **options
    )


def modules_after(*args):
    """The top-level modules loaded when the command line is left again."""
    script = (
        "import sys\n"
        "from imab_verify.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as leave: code = leave.code\n"
        "print('MODULES', code, *sorted(m for m in sys.modules if '.' not in m), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    marker, code, *modules = done.stderr.splitlines()[-1].split()
    assert (marker, code) == ("MODULES", "0")
    return set(modules)


def test_help_loads_no_heavy_module_and_no_command():
    modules = modules_after("--help")
    assert "click" in modules
    assert not modules & (HEAVY | {"rich"})


@pytest.mark.slow
def test_simulate_loads_matplotlib_only_for_a_plot(tmp_path):
    assert not modules_after(*GREEDY) & HEAVY
    assert "matplotlib" in modules_after(*GREEDY, "--plot", str(tmp_path / "run.png"))


def test_the_overview_lists_every_command_with_its_line():
    shown = CliRunner().invoke(main, ["--help"])
    assert shown.exit_code == 0
    for name, (_, summary) in COMMANDS.items():
        assert f"{name}  " in shown.output
        assert summary.split()[0] in shown.output
    assert CliRunner().invoke(main, []).output == shown.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_an_example_and_the_line_of_the_overview(name):
    shown = CliRunner().invoke(main, [name, "--help"])
    assert shown.exit_code == 0
    assert "Example" in shown.output
    assert f"imab-verify {name} " in shown.output.split("Example")[1]
    command = main.get_command(None, name)
    assert command.get_short_help_str(200).rstrip(".") in command.help
    assert "--json" in shown.output


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["nope"], "No such command 'nope'"),
        (["chekc"], "No such command 'chekc': did you mean check?"),
        (["Worstcase"], "No such command 'Worstcase': did you mean worst-case?"),
        (["--nope"], "No such option"),
        (["simulate"], "Missing argument 'INSTANCE' (see imab-verify simulate --help)"),
        (["simulate", TWO_ARMS, "--policy", "greedy"], "Missing option '-T'"),
        (["simulate", TWO_ARMS, "-T", "3"], "Missing option '--policy'"),
        (["replay"], "Missing argument"),
        (["replay", "exampels/two-arms.json"], "did you mean examples/two-arms.json?"),
        (["check", "examples/lemma.claims.toml"], "did you mean examples/lemmas.claims.toml?"),
        (["check", "D555"], "did you mean D5"),
        (
            ["simulate", "examples/twoarms.json", "--policy", "greedy", "-T", "3"],
            f"mean {TWO_ARMS}?",
        ),
        (["hunt", "--show", "exampls"], "did you mean examples?"),
    ],
)
def test_a_wrong_command_line_is_one_sentence_and_exit_code_2(args, sentence):
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("imab-verify: ")
    assert sentence in done.stderr


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (InputError("arm 1 is wrong"), 2, "imab-verify: arm 1 is wrong\n"),
        (InputError("policy a\nb\x1b[2J is wrong"), 2, "imab-verify: policy a b [2J is wrong\n"),
        (
            ClaimError("a number is missing", "m <= ", 5),
            2,
            "imab-verify: a number is missing\nm <= \n     ^\n",
        ),
        (KeyboardInterrupt(), 130, "\nimab-verify: interrupted\n"),
    ],
)
def test_what_goes_wrong_in_a_command_has_its_exit_code(monkeypatch, error, code, said):
    def fail(*_):
        raise error

    monkeypatch.setattr("imab_verify.api.policies.read_instance", fail)
    done = CliRunner().invoke(main, GREEDY)
    assert (done.exit_code, done.stdout, done.stderr) == (code, "", said)


def test_a_crash_does_not_look_like_a_verdict(monkeypatch):
    monkeypatch.setattr("imab_verify.api.policies.read_instance", lambda _: 1 // 0)
    done = CliRunner().invoke(main, GREEDY)
    assert done.exit_code == 70
    assert done.stdout == ""
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.endswith("this is a bug in imab-verify: please report the text above\n")


def test_through_the_installed_program():
    done = run_program(*GREEDY, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["pulls"] == [29, 1]
    done = run_program("simulate", "missing.json", "--policy", "greedy", "-T", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "imab-verify: missing.json: cannot be read: No such file or directory\n"


def test_a_terminal_without_unicode_gets_plain_characters():
    done = run_program(*GREEDY, "--profile", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "?" not in done.stdout
    assert "OPT/ALG           1465/1416 ~ 1.03460" in done.stdout


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_reader_who_leaves_hears_no_complaint(extra):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [PROGRAM, *GREEDY, *extra],
            cwd=ROOT,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")
