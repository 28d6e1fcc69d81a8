"""The kernel in one file, for who only checks: no site-packages, no environment, no repository."""

import subprocess
import sys
from pathlib import Path

import pytest
from kernel_zip import write_zip

CERTIFICATES = Path(__file__).parent / "certificates"


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    place = tmp_path_factory.mktemp("kernel")
    write_zip(place / "imab-kernel.pyz")

    def run(*files):
        command = [sys.executable, "-I", "-S", "imab-kernel.pyz", *map(str, files)]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, [line.rpartition("json: ")[2] for line in done.stdout.splitlines()]

    return run


def test_it_accepts_what_the_kernel_accepts(judge):
    files = sorted((CERTIFICATES / "valid").glob("*.json"))
    code, verdicts = judge(*files)
    assert (code, len(verdicts)) == (0, len(files))
    assert {*verdicts} == {"proved", "refuted"}


def test_it_rejects_and_refuses(judge):
    code, verdicts = judge(*sorted((CERTIFICATES / "invalid").glob("*.json")))
    assert code == 1
    assert {verdict.split()[0] for verdict in verdicts} == {"rejected"}
    code, [verdict] = judge("missing.json")
    assert (code, verdict.startswith("cannot be read")) == (2, True)
