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
    assert again["evaluations"] == 40


def test_the_site_comes_with_its_templates(run, tmp_path):
    (tmp_path / "own.claims.toml").write_text(
        'format = "imab-claims/1"\n[[claim]]\nid = "a"\nclaim = "f(n) >= 1/2"\n'
    )
    found = run("report", "own.claims.toml", "--out", "out")
    assert (tmp_path / found["index"]).read_text().startswith("<!doctype html>")
    assert (tmp_path / "out" / "style.css").exists()
