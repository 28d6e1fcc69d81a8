"""What needs a package that the core does not bring says so in one sentence, before any work."""

import sys

import pytest
from click.testing import CliRunner

from imab_verify.cli import main
from imab_verify.errors import EXTRAS

TWO_ARMS = "examples/two-arms.json"
LEMMAS = "examples/lemmas.claims.toml"
COMMANDS = [
    ("matplotlib", "simulate", TWO_ARMS, "--policy", "greedy", "-T", "9", "--plot", "run.svg"),
    ("matplotlib", "compare", TWO_ARMS, "--policy", "greedy", "-T", "9", "--plot", "run.svg"),
    ("matplotlib", "figure", "ratio", "--out", "ratio.pdf"),
    ("jinja2", "errata", LEMMAS),
    ("jinja2", "report", LEMMAS, "--out", "never-written"),
    ("latex2mathml", "ask", "Rew(f,T) <= T*f(T)", "--explain", "--format", "html"),
    ("distributed", "check", LEMMAS, "--fresh", "--scheduler", "tcp://127.0.0.1:9"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[1])
def test_a_missing_package_is_one_sentence_that_names_the_remedy(command, monkeypatch, tmp_path):
    package, *words = command
    monkeypatch.setitem(sys.modules, package, None)
    if package == "jinja2":
        monkeypatch.setattr("imab_verify.ledger.check.run_all", lambda *_, **__: 1 // 0)
    done = CliRunner().invoke(main, [*words, *(["--cache", str(tmp_path)] * (package == "jinja2"))])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    remedy = f"pip install 'imab-verify[{EXTRAS[package]}]'"
    assert done.stderr.endswith(f"needs the package {package}: install it with {remedy}\n")
