"""A hunt with a Redis server beside its store: a real server, on a port of this machine."""

import shutil
import socket
import subprocess
import time

import pytest

from counterexample_search.campaign import hunt_cells
from counterexample_search.databases import _redis_client, check_redis, database_for
from counterexample_search.driving import drive
from counterexample_search.problem import Problem
from counterexample_search.settings import Settings
from counterexample_search.strategies import instances
from imab_verify.errors import InputError

ONE, TWO = Problem("greedy", 2, 5), Problem("greedy", 2, 6)
pytestmark = pytest.mark.filterwarnings("default")  # of the client, about sockets left open


class Server:
    """A running redis-server that keeps nothing on disk."""

    def __init__(self, program, directory):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{port}"
        where = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(directory)]
        self.process = subprocess.Popen(
            [program, *where, "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def answers(self):
        """Wait until it does; not, if somebody else took the port meanwhile."""
        while self.process.poll() is None:
            try:
                check_redis(self.url)
            except InputError:
                time.sleep(0.1)
            else:
                return _redis_client(self.url).info("server")["process_id"] == self.process.pid
        return False

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path):
    pytest.importorskip("redis", reason="needs pip install 'imab-verify[redis]'")
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("there is no redis-server here (Debian has it in a package of that name)")
    for _ in range(5):
        running = Server(program, tmp_path)
        try:
            if running.answers():
                yield running
                return
        finally:
            running.stop()
    pytest.fail("redis-server found no port that is free")


def test_examples_of_one_machine_are_seen_on_another(tmp_path, server):
    here = database_for(ONE, str(tmp_path / "here"), server.url)
    there = database_for(ONE, str(tmp_path / "there"), server.url)
    other = database_for(TWO, str(tmp_path / "there"), server.url)
    here.save(b"key", b"value")
    assert list(there.fetch(b"key")) == [b"value"]
    assert list(other.fetch(b"key")) == []
    there.delete(b"key", b"value")
    assert list(database_for(ONE, None, server.url).fetch(b"key")) == []


def test_what_a_search_found_good_is_drawn_first_elsewhere(tmp_path, server):
    def opts(place, number):
        seen = []

        def score(instance):
            seen.append(float(instance.opt(5)))
            return {"opt": seen[-1]}

        database = database_for(ONE, str(tmp_path / place), server.url)
        drive(instances(2, 5), score, examples=30, number=number, database=database)
        return seen

    best = max(opts("here", 1))
    assert best in opts("there", 2)[:5]


def test_a_server_that_dies_is_only_a_cache(tmp_path, server):
    killed = []

    def refresh(campaign):
        if campaign.evaluations() > 20 and not killed:
            server.stop()
            killed.append(campaign.evaluations())

    settings = Settings(evaluations=400, redis=server.url)
    hunt = hunt_cells([Problem("elimination", 2, 8)], settings, str(tmp_path / "store"), refresh)
    [cell] = hunt.cells
    assert killed
    assert hunt.troubles == ()
    assert cell.best.judged
    assert cell.evaluations == 400


def test_a_hunt_does_not_begin_with_a_server_that_is_gone(tmp_path, server):
    server.stop()
    settings = Settings(evaluations=10, redis=server.url)
    with pytest.raises(InputError, match="does not answer"):
        hunt_cells([ONE], settings, str(tmp_path / "store"))
