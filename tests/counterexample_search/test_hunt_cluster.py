"""The same campaign on a real Dask cluster of processes on this machine."""

import os
import signal

import pytest

from counterexample_search.budget import Settings
from counterexample_search.campaign import Campaign
from counterexample_search.problem import Problem
from counterexample_search.store import Store
from imab_verify.errors import InputError

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

PROBLEMS = [Problem("elimination", k, T) for k, T in ((2, 5), (2, 8), (3, 6), (3, 7))]
"""Cells that no exact engine settles."""


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


def evaluations(store, problems):
    return [store.evaluations(store.cell(problem)) for problem in problems]


def test_a_campaign_runs_on_a_cluster(tmp_path, cluster):
    with Store(tmp_path / "s.db") as store:
        settings = Settings(evaluations=1200, scheduler=cluster.scheduler_address)
        found = Campaign(PROBLEMS, settings, store)
        found.run()
        cells = found.cells()
        assert all(cell.best.confirmation.by_kernel for cell in cells)
        assert sum(evaluations(store, PROBLEMS)) == 1200


def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(tmp_path, cluster):
    from distributed import Client

    with Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))
    killed = []

    def kill_once(campaign):
        # Both workers have a slice now, the victim one that it will not finish.
        if not killed:
            killed.append(victim)
            os.kill(victim, signal.SIGKILL)

    with Store(tmp_path / "s.db") as store:
        settings = Settings(evaluations=1200, scheduler=cluster.scheduler_address)
        found = Campaign(PROBLEMS, settings, store, kill_once)
        found.run()
        cells = found.cells()
        assert killed
        assert all(cell.best.confirmation.by_kernel for cell in cells)
        assert evaluations(store, PROBLEMS) == [300] * 4
        assert not any(cell.faults for cell in cells)


def test_a_scheduler_that_is_not_there_is_named(tmp_path):
    pytest.importorskip("distributed")
    with Store(tmp_path / "s.db") as store:
        settings = Settings(evaluations=10, scheduler="tcp://127.0.0.1:9")
        with pytest.raises(InputError, match=r"tcp://127\.0\.0\.1:9 cannot be reached"):
            Campaign(PROBLEMS, settings, store).run()


def lose(cluster, tmp_path, how):
    """A long campaign that loses its cluster in its first slice, once there is a record."""
    lost = []

    def once(campaign):
        if not lost and any(held is not None for _, held, _ in campaign.records()):
            lost.append(True)
            how(cluster)

    with Store(tmp_path / "s.db") as store:
        settings = Settings(seconds=600, scheduler=cluster.scheduler_address)
        hunt = Campaign([PROBLEMS[0], PROBLEMS[1]], settings, store, once)
        hunt.run()
        return hunt.troubles, hunt.cells()


def test_without_workers_the_hunt_ends_with_a_sentence(tmp_path, cluster, monkeypatch):
    monkeypatch.setattr("imab_verify.processes.cluster.LOST", 3.0)
    monkeypatch.setattr("counterexample_search.campaign.REMOTE", 600.0)
    [sentence], cells = lose(cluster, tmp_path, lambda running: running.scale(0))
    assert "has had no workers for 3 seconds" in sentence
    assert any(cell.best is not None and cell.best.confirmation.by_kernel for cell in cells)


def test_a_scheduler_that_is_lost_ends_the_hunt_with_a_sentence(tmp_path, cluster, monkeypatch):
    monkeypatch.setattr("counterexample_search.campaign.REMOTE", 600.0)
    [sentence], cells = lose(cluster, tmp_path, lambda running: running.close())
    assert "is lost" in sentence
    assert any(cell.best is not None and cell.best.confirmation.by_kernel for cell in cells)
