"""--scheduler: check, worst-case and hunt on a Dask cluster."""

import json

import pytest
from click.testing import CliRunner

from imab_verify.cli import main

COMMANDS = {
    "check": ("check", "B16", "--fresh"),
    "worst-case": ("worst-case", "--policy", "algorithm-1", "-k", "2..3", "-T", "6"),
    "hunt": ("hunt", "--policy", "algorithm-1", "-k", "3", "-T", "6", "--evaluations", "60"),
}


def run(name, address, cache):
    how = ("--cache", str(cache)) if name == "check" else ()
    return CliRunner().invoke(main, [*COMMANDS[name], *how, "--scheduler", address, "--json"])


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as running:
        yield running.scheduler_address


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_check_on_a_cluster(cluster, tmp_path):
    done = run("check", cluster, tmp_path)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["summary"]["as_recorded"] is True


@pytest.mark.filterwarnings("default")
@pytest.mark.slow
def test_worst_case_on_a_cluster(cluster, tmp_path):
    done = run("worst-case", cluster, tmp_path)
    assert done.exit_code == 0, done.output
    assert [one["ratio"] for one in json.loads(done.stdout)["results"]] == ["21/10", "7"]


@pytest.mark.filterwarnings("default")
def test_hunt_on_a_cluster(cluster, tmp_path):
    done = run("hunt", cluster, tmp_path)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["best"]["ratio"] == "7"
