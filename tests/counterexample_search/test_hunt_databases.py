import socketserver
import threading

import pytest
from hypothesis.database import ExampleDatabase

from counterexample_search.databases import Cache, check_redis, database_for
from counterexample_search.driving import drive, shrink
from counterexample_search.problem import Problem
from counterexample_search.strategies import instances
from imab_verify.errors import InputError

ONE, TWO = Problem("greedy", 2, 5), Problem("greedy", 2, 6)


class Server(socketserver.ThreadingTCPServer):
    """As much of a Redis server as hypothesis needs: sets, and transactions."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Session)
        self.sets = {}

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.server_address[1]}"


class Session(socketserver.StreamRequestHandler):
    def handle(self):
        queued = None
        while line := self.rfile.readline():
            words = [self.word() for _ in range(int(line[1:]))]
            name = words[0].upper()
            if name == b"MULTI":
                queued = []
                self.wfile.write(b"+OK\r\n")
            elif name == b"EXEC":
                self.wfile.write(b"*%d\r\n" % len(queued) + b"".join(map(self.answer, queued)))
                queued = None
            elif queued is not None:
                queued.append(words)
                self.wfile.write(b"+QUEUED\r\n")
            else:
                self.wfile.write(self.answer(words))

    def word(self):
        size = int(self.rfile.readline()[1:])
        return self.rfile.read(size + 2)[:-2]

    def answer(self, words):
        sets = self.server.sets
        match [words[0].upper(), *words[1:]]:
            case [b"PING"]:
                return b"+PONG\r\n"
            case [b"SADD", key, value]:
                new = value not in sets.setdefault(key, set())
                sets[key].add(value)
                return b":%d\r\n" % new
            case [b"SREM", key, value]:
                old = value in sets.get(key, set())
                sets.get(key, set()).discard(value)
                return b":%d\r\n" % old
            case [b"SMEMBERS", key]:
                found = sets.get(key, set())
                return b"*%d\r\n" % len(found) + b"".join(
                    b"$%d\r\n%s\r\n" % (len(value), value) for value in found
                )
            case [b"EXPIRE" | b"PUBLISH", *_]:
                return b":0\r\n"
            case [b"HELLO", *_]:
                return b"%2\r\n+server\r\n+redis\r\n+proto\r\n:3\r\n"
            case _:
                return b"+OK\r\n"


@pytest.fixture
def server():
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()


def search(database, number=1):
    drive(
        instances(2, 5),
        lambda i: {"opt": float(i.opt(5))},
        examples=30,
        number=number,
        database=database,
    )


def test_the_best_examples_are_kept_in_the_directory(tmp_path):
    search(database_for(ONE, str(tmp_path / "examples"), None))
    assert list((tmp_path / "examples").rglob("*"))


def test_cells_do_not_see_each_other(tmp_path):
    one, two = (database_for(p, str(tmp_path / "examples"), None) for p in (ONE, TWO))
    one.save(b"key", b"value")
    assert list(one.fetch(b"key")) == [b"value"]
    assert list(two.fetch(b"key")) == []
    one.delete(b"key", b"value")
    assert list(one.fetch(b"key")) == []


def test_without_a_place_there_is_no_database():
    assert database_for(ONE, None, None) is None


@pytest.mark.filterwarnings("default")
def test_a_server_is_shared_beside_the_directory(tmp_path, server):
    pytest.importorskip("redis")
    check_redis(server.url)
    search(database_for(ONE, str(tmp_path / "here"), server.url))
    assert any(server.sets.values())
    elsewhere = database_for(ONE, str(tmp_path / "there"), server.url)
    [key] = {k for k, v in server.sets.items() if v}
    inner = key.split(b":", 1)[1][12:]
    assert set(elsewhere.fetch(inner)) == server.sets[key]


def test_a_server_that_does_not_answer_is_named():
    pytest.importorskip("redis")
    with pytest.raises(InputError, match="does not answer"):
        check_redis("redis://127.0.0.1:9")
    with pytest.raises(InputError, match="not the address"):
        check_redis("nonsense")


def test_the_same_number_gives_the_same_examples():
    def drawn(number):
        seen = []
        drive(
            instances(2, 5),
            lambda i: seen.append(i) or {"opt": float(i.opt(5))},
            examples=40,
            number=number,
        )
        return seen

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_an_exception_that_is_no_error_ends_the_run_at_once():
    class Stop(BaseException):
        pass

    seen = []

    def score(instance):
        seen.append(instance)
        if len(seen) == 5:
            raise Stop
        return {"opt": 0.0}

    with pytest.raises(Stop):
        drive(instances(2, 5), score, examples=40, number=0)
    assert len(seen) == 5


def test_shrinking_gives_none_if_nothing_has_the_property():
    assert shrink(instances(2, 5), lambda _: False, examples=20) is None


def test_a_database_that_fails_is_left_out_and_ends_nothing():
    class Failing(ExampleDatabase):
        calls = 0

        def fetch(self, key):
            self.calls += 1
            raise OSError(28, "No space left on device")

        save = delete = None

    failing = Failing()
    cache = Cache(failing)
    assert list(cache.fetch(b"key")) == []
    cache.save(b"key", b"value")
    cache.delete(b"key", b"value")
    assert (failing.calls, cache.failed) == (1, True)
    seen = []
    drive(instances(2, 5), lambda i: seen.append(i) or {}, examples=5, number=0, database=cache)
    assert len(seen) == 5
