"""Hunts in numbered slices, each call with a store of its own; the stores are put together."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

CELL = ("--policy", "elimination", "-k", "2", "-T", "6", "--evaluations", "60")
PAGE = Path(__file__).parents[2] / "docs" / "hunt.md"


def hunt(*arguments, code=0):
    done = CliRunner().invoke(main, ["hunt", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return done


def answer(*arguments):
    return json.loads(hunt(*arguments, "--json").stdout)


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """Two stores, of a hunt with slices 0..9 and of one with slices 10..19, and their answers."""
    folder = tmp_path_factory.mktemp("parts")
    spans = {"0..9": folder / "a.db", "10..19": folder / "b.db"}
    return folder, [answer(*CELL, "--slices", s, "--store", f) for s, f in spans.items()]


def test_what_is_put_together_has_the_best_record_and_all_work(parts, tmp_path):
    folder, answers = parts
    [held] = answer("--merge", folder, "--store", tmp_path / "all.db")["cells"]
    scores = [one["best"]["ratio"] for one in answers]
    assert held["score"] in scores
    assert held["evaluations"] == sum(one["evaluations"] for one in answers)
    assert held["judged"] is True


def test_a_store_that_is_merged_twice_is_counted_once(parts, tmp_path):
    folder, _ = parts
    store = tmp_path / "all.db"
    once = answer("--merge", folder / "a.db", "--merge", folder / "b.db", "--store", store)
    assert answer("--merge", folder, "--store", store)["cells"] == once["cells"]


def test_slices_with_other_numbers_draw_otherwise(tmp_path):
    cell = ("--policy", "elimination", "-k", "3", "-T", "12", "--evaluations", "700")
    one, two = (answer(*cell, "--slices", span) for span in ("0..0", "7..7"))
    assert one["best"]["instance"] != two["best"]["instance"]


def test_slices_that_are_done_are_not_done_again(tmp_path):
    one = ("--policy", "elimination", "-k", "2", "-T", "6", "--slices", "0..0")
    store = ("--store", tmp_path / "one.db", "--seconds", "1")
    first = answer(*one, *store)
    assert answer(*one, *store)["evaluations"] == first["evaluations"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--merge", "nowhere", "--store", "all.db"), "there is no such store"),
        (("--merge", "nowhere"), "give one with --store"),
        (("--merge", "a", "--store", "b", "-k", "3"), "only puts together"),
        ((*CELL, "--slices", "9..3"), "ends before it starts"),
        (("--claim", "OPT(T) <= k*ALG(T)", "--slices", "0..3"), "leave it out"),
    ],
)
def test_refusals(arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sentence in hunt(*arguments, code=2).stderr


def test_the_recipe_for_an_array_of_jobs_works(tmp_path):
    """The script of the page, as SLURM would run it, in less time."""
    script, merge = re.findall(
        r"```sh\n(#!/bin/sh.*?|imab-verify hunt --merge.*?)```", PAGE.read_text(), re.DOTALL
    )
    script = script.replace("-k 2..4 -T 10..40 --seconds 600", "-k 2 -T 6 --evaluations 30")
    assert "--evaluations 30" in script
    (tmp_path / "parts").mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for number in ("0", "1"):
        environment = {**os.environ, "PATH": path, "SLURM_ARRAY_TASK_ID": number}
        subprocess.run(["/bin/sh", "-ec", script], cwd=tmp_path, env=environment, check=True)
    done = subprocess.run(
        ["/bin/sh", "-ec", f"{merge.strip()} --json"],
        cwd=tmp_path, env={**os.environ, "PATH": path}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    [held] = json.loads(done.stdout)["cells"]
    assert held["judged"] is True
    assert held["evaluations"] > 30


@pytest.mark.slow
def test_the_recipe_for_dask_jobqueue_makes_jobs():
    jobqueue = pytest.importorskip("dask_jobqueue")
    [recipe] = re.findall(r"SLURMCluster\((.*?)\)", PAGE.read_text())
    options = dict(re.findall(r'(\w+)="?([^",]+)"?', recipe))
    options["cores"] = int(options["cores"])
    with jobqueue.SLURMCluster(**options) as cluster:
        told = cluster.job_script()
    assert "#SBATCH" in told
    assert options["walltime"] in told
