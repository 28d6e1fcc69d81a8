"""A wheel outside the repository: everything is there, and takes no name from anybody."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SOURCES = ("imab_verify", "proofs", "counterexample_search", "examples")
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A directory into which the wheel of this repository is installed, without the network."""
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    for name in SOURCES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    building = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", place, source]
    subprocess.run(building, check=True, capture_output=True)
    [wheel] = place.glob("*.whl")
    target = place / "site"
    installing = [*pip, "install", "--no-deps", "--target", target, wheel]
    subprocess.run(installing, check=True, capture_output=True)
    return target


@pytest.fixture
def run(site, tmp_path):
    """Run the installed program in a directory whose own modules have our names."""
    for name in ("proofs", "counterexample_search"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('not ours')\n")

    def command(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(site), "XDG_CACHE_HOME": str(tmp_path)}
        program = [sys.executable, "-m", "imab_verify", *arguments, "--json"]
        done = subprocess.run(
            program, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return command


def test_only_our_own_name_is_taken(site):
    names = {path.name for path in site.iterdir() if path.suffix != ".dist-info"}
    assert names - {"bin"} == {"imab_verify"}


def test_folders_of_the_user_with_our_names_break_nothing(run):
    assert run("ask", "f(n) >= 0")["verdict"] == "proved"
    assert run("check", "A1")["claims"][0]["id"] == "A1"
    hunted = run("hunt", "--policy", "round-robin", "-k", "2", "-T", "6", "--evaluations", "40")
    assert hunted["best"]["ratio"] == "7/2"
    workers = ("--workers", "2")
    again = run("hunt", "--policy", "greedy", "-k", "2", "-T", "6", "--evaluations", "40", *workers)
    assert 0 < again["evaluations"] <= 40


def test_the_site_comes_with_its_templates(run, tmp_path):
    (tmp_path / "own.claims.toml").write_text(
        'format = "imab-claims/1"\n[[claim]]\nid = "a"\nclaim = "f(n) >= 1/2"\n'
    )
    found = run("report", "own.claims.toml", "--out", "out")
    assert (tmp_path / found["index"]).read_text().startswith("<!doctype html>")
    assert (tmp_path / "out" / "style.css").exists()


OWN = """
class Own:
    name = "own"
    horizon_aware = False

    def choose(self, seen):
        return seen.t % seen.k
"""


def test_a_policy_of_ones_own_is_played(run, tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    size = ("--policy", "mine.py:Own", "-k", "2", "-T", "5")
    asked = run("ask", "5*OPT(T) <= 6*ALG(T)", *size, "--seconds", "8")
    assert (asked["verdict"], len(asked["rests_on"])) == ("refuted", 1)
    hunted = run("hunt", "--claim", "5*OPT(T) <= 6*ALG(T)", *size, "--evaluations", "200")
    assert hunted["verdict"] == "refuted"
    compared = run("compare", "ladder", "-k", "2", "-T", "5", "--policy", "mine.py:Own")
    assert compared["policies"][0]["name"] == "mine.py:Own"


def test_a_new_folder_runs_as_it_is(run, site, tmp_path):
    run("init", "paper")
    verdicts = [claim["verdict"] for claim in run("check", "paper")["claims"]]
    assert verdicts == ["proved", "refuted", "proved", "refuted", "unknown"]
    assert run("graph", "paper", "--out", "out")["files"]
    environment = {**os.environ, "PYTHONPATH": str(site), "XDG_CACHE_HOME": str(tmp_path)}
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "paper"]
    done = subprocess.run(
        tests, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "9 passed" in done.stdout
