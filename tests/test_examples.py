"""The paper folders under examples/: their claims are as expected, and their tests pass."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
FOLDERS = sorted({file.parent.name for file in EXAMPLES.glob("*/*.claims.toml")})

pytestmark = pytest.mark.slow


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_verdict_is_as_expected(name, tmp_path):
    program = Path(sys.executable).with_name("imab-verify")
    done = run(program, "check", name, "--cache", tmp_path, cwd=EXAMPLES)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", FOLDERS)
def test_the_tests_pass(name):
    options = ["-p", "imab_verify.testing.plugin", "-p", "no:cacheprovider", "-c", "/dev/null"]
    files = sorted(file.name for file in (EXAMPLES / name).glob("test_*.py"))
    if not files:
        pytest.skip("it has claims only")
    done = run(sys.executable, "-m", "pytest", *options, "-q", *files, cwd=EXAMPLES / name)
    assert done.returncode == 0, done.stdout


def test_there_are_examples():
    assert {"gallery", "random-probing", "rotting"} <= set(FOLDERS)
