"""imab-verify init: what it writes runs as it is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

FILES = ["lemmas.claims.toml", "policies.py", "test_paper.py"]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "new" / "my paper"
    done = CliRunner().invoke(main, ["init", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["files"] == [str(folder / name) for name in FILES]
    return folder


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_it_says_what_to_do_next(tmp_path):
    done = CliRunner().invoke(main, ["init", str(tmp_path / "a b")])
    assert f"Now try: imab-verify check '{tmp_path}/a b' and pytest" in done.stdout
    assert done.stdout.endswith("\nThe tests need pytest: pip install pytest\n")


@pytest.mark.slow
def test_the_claims_are_decided_as_expected(folder):
    program = Path(sys.executable).with_name("imab-verify")
    done = run(program, "check", ".", "--cache", "cache", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 statements, 5 claims: 2 proved, 2 refuted, 1 unknown" in done.stdout


@pytest.mark.slow
def test_the_tests_pass(folder):
    plugin = ["-p", "imab_verify.testing.plugin"]  # as its entry point does, where it is installed
    done = run(sys.executable, "-m", "pytest", *plugin, "-q", cwd=folder)
    assert done.returncode == 0, done.stdout
    assert "9 passed" in done.stdout


def test_nothing_is_overwritten(folder):
    (folder / "policies.py").write_text("mine\n")
    (folder / "lemmas.claims.toml").unlink()
    done = CliRunner().invoke(main, ["init", str(folder)])
    assert done.exit_code == 2
    assert "has a file policies.py: choose another folder" in done.stderr
    assert (folder / "policies.py").read_text() == "mine\n"
    assert not (folder / "lemmas.claims.toml").exists()
