import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from threading import Barrier

import pytest
from paper_instances import capped_linear

import imab_verify as iv
from counterexample_search import store as store_module
from counterexample_search.budget import ClaimWork
from counterexample_search.judging import Record
from counterexample_search.problem import Evaluation, Fault, Problem, Score
from counterexample_search.store import Store
from imab_verify.errors import InputError

PROBLEM = Problem("algorithm-1", 2, 8)


def held(value, *, m=2, limit=None):
    score = Score(None if value is None else Fraction(value))
    return Record(Evaluation(capped_linear(2, 8, m), score, 8, (4, 4)), limit)


def test_everything_comes_back_after_closing(tmp_path):
    with Store(tmp_path / "s.db") as store:
        cell = store.cell(PROBLEM)
        number = store.reserve(cell)
        assert store.improve(cell, number, held("7/3", limit=Fraction(5, 2)))
        store.progress(cell, number, 12, 0.5)
        store.fault(cell, Fault(capped_linear(2, 8), "it broke"))
    with Store(tmp_path / "s.db") as store:
        assert store.cell(PROBLEM) == cell
        assert store.best(cell) == held("7/3", limit=Fraction(5, 2))
        known = store.known(cell, PROBLEM)
        assert (known.evaluations, known.seconds, known.slices) == (12, 0.5, 1)
        assert known.faults == (Fault(capped_linear(2, 8), "it broke"),)


def test_only_better_or_other_records_are_kept(tmp_path):
    with Store(tmp_path / "s.db") as store:
        cell = store.cell(PROBLEM)
        assert store.improve(cell, 0, held("2"))
        assert not store.improve(cell, 0, held("2"))
        assert not store.improve(cell, 0, held("3/2"))
        assert store.best(cell) == held("2")
        assert store.improve(cell, 0, held("2", m=1))
        assert store.best(cell) == held("2", m=1)
        assert store.improve(cell, 0, held(None))
        assert store.best(cell).score.infinite
        store.discard(cell, capped_linear(2, 8, 2))
        assert store.best(cell) == held("2", m=1)


def test_two_users_never_get_the_same_slice(tmp_path):
    with Store(tmp_path / "s.db") as one, Store(tmp_path / "s.db") as two:
        cell = one.cell(PROBLEM)
        assert two.cell(PROBLEM) == cell
        numbers = [user.reserve(cell) for user in (one, two, two, one)]
        assert numbers == [0, 1, 2, 3]
        one.improve(cell, 0, held("2"))
        assert two.best(cell) == held("2")
        assert not two.improve(cell, 1, held("3/2"))


def test_all_may_open_a_new_store_at_once(tmp_path):
    start = Barrier(6)

    def open_it(path):
        start.wait()
        with Store(path) as store:
            return store.cell(PROBLEM)

    with ThreadPoolExecutor(6) as everyone:
        for number in range(12):
            paths = [tmp_path / f"{number}.db"] * 6
            assert set(everyone.map(open_it, paths)) == {1}


def test_calls_on_one_claim_lose_nothing(tmp_path):
    with Store(tmp_path / "s.db") as one, Store(tmp_path / "s.db") as two:
        assert one.add_work("claim", ClaimWork(calls=1)) == ClaimWork()
        assert two.add_work("claim", ClaimWork(calls=2)) == ClaimWork(calls=1)
        one.add_work("claim", ClaimWork(0, 10, "what refutes it"))
        two.add_work("claim", ClaimWork(0, 20))
        assert one.work_on("claim") == ClaimWork(3, 30, "what refutes it")


KILLED = """
import os, signal, sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("PRAGMA cache_size = 1")  # so that pages are written before the end
base.execute("BEGIN IMMEDIATE")
base.execute("CREATE TABLE IF NOT EXISTS more (x)")
for _ in range(20):
    base.execute("INSERT INTO more VALUES (randomblob(4000))")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("new", [True, False])
def test_what_a_killed_process_left_half_written_is_undone(tmp_path, new):
    """Whoever makes a store, or switches an older one, writes to the file itself."""
    path = tmp_path / "s.db"
    if not new:
        with Store(path) as store:
            store.cell(PROBLEM)
        base = sqlite3.connect(path)
        base.execute("PRAGMA journal_mode = DELETE")
        base.close()
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert path.with_name("s.db-journal").stat().st_size
    with Store(path) as store:
        assert len(store.cells()) == (0 if new else 1)


def refused(path, match):
    before = path.read_bytes()
    with pytest.raises(InputError, match=match) as error:
        Store(path)
    assert str(path) in str(error.value)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "s.db"
    path.write_text("not a database, but long enough to look at " * 100)
    refused(path, "not a store, or a damaged one")


def test_a_damaged_store_is_refused(tmp_path):
    path = tmp_path / "s.db"
    with Store(path) as store:
        store.cell(PROBLEM)
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    path.write_bytes(content)
    refused(path, "damaged")


def test_a_store_of_another_version_is_refused(tmp_path):
    path = tmp_path / "s.db"
    Store(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()
    refused(path, "version 99")


def test_a_store_of_the_first_release_is_used(tmp_path):
    """It has columns that nobody reads any more."""
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    Store(old).close()
    with closing(sqlite3.connect(old)) as base:
        base.execute("ALTER TABLE slices ADD COLUMN owner TEXT NOT NULL DEFAULT ''")
        base.execute("ALTER TABLE records ADD COLUMN judged INTEGER NOT NULL DEFAULT 0")
        base.execute("CREATE TABLE populations (cell INTEGER PRIMARY KEY, instances TEXT NOT NULL)")
    with Store(old) as store:
        cell = store.cell(PROBLEM)
        store.progress(cell, store.reserve(cell), 7, 0.5, done=True)
        assert store.improve(cell, 0, held("2"))
    with Store(old, reading=True) as part, Store(new) as whole:
        whole.merge(part)
        [known] = whole.cells()
    assert (known.best, known.evaluations) == (held("2"), 7)


def test_a_database_of_another_program_is_refused(tmp_path):
    path = tmp_path / "s.db"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE theirs (x)")
    base.commit()
    base.close()
    refused(path, "not a store")


def test_a_missing_directory_is_named(tmp_path):
    with pytest.raises(InputError, match="no directory"):
        Store(tmp_path / "nowhere" / "s.db")


@pytest.mark.parametrize("new", [True, False])
def test_who_only_reads_leaves_the_file_as_it_is(tmp_path, new):
    path = tmp_path / "s.db"
    path.touch()
    if not new:
        Store(path).close()
    before = path.read_bytes()
    with Store(path, reading=True) as store:
        assert store.cells() == []
    assert path.read_bytes() == before


def test_a_store_where_nothing_can_be_written_is_read(tmp_path, monkeypatch):
    path = tmp_path / "s.db"
    with Store(path) as store:
        store.cell(PROBLEM)
    unable = sqlite3.OperationalError("unable to open database file")
    unable.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    connect = sqlite3.connect

    class Refusing(sqlite3.Connection):
        def backup(self, *_, **__):
            raise unable

    def read_only(name, **how):
        writable = "immutable" not in str(name) and name != ":memory:"
        return connect(name, **how, **({"factory": Refusing} if writable else {}))

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with Store(path, reading=True) as store:
        assert len(store.cells()) == 1


def test_a_sound_store_that_cannot_be_written_is_not_called_damaged(tmp_path, monkeypatch):
    path = tmp_path / "s.db"
    Store(path).close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match=r"s.db cannot be written: its directory is not writable$"):
        Store(path)
    with Store(path, reading=True) as store:
        assert store.cells() == []


@pytest.fixture
def no_shared_memory(monkeypatch):
    """A file system on which SQLite cannot have the shared memory of WAL."""

    def connect(path):
        where = path if path == ":memory:" else f"file:{path}?vfs=unix-dotfile"
        return sqlite3.connect(where, uri=path != ":memory:", isolation_level=None)

    def connect_as(path, mode):
        return sqlite3.connect(f"file:{path}?vfs=unix-dotfile&mode={mode}", uri=True)

    def forbid():
        monkeypatch.setattr(store_module, "_connect", connect)
        monkeypatch.setattr(store_module, "_connect_as", connect_as)

    return forbid


@pytest.mark.parametrize("new", [True, False])
def test_without_shared_memory_the_journal_is_an_ordinary_one(tmp_path, no_shared_memory, new):
    """A store that was made elsewhere, with WAL, is opened too, and says why others must wait."""
    path = tmp_path / "s.db"
    if not new:
        with Store(path) as store:
            store.improve(store.cell(PROBLEM), 0, held("2"))
            assert store.notes == ()
    no_shared_memory()
    with Store(path) as store:
        [note] = store.notes
        assert "no shared memory" in note
        cell = store.cell(PROBLEM)
        assert (store.best(cell) is None) is new
        assert store.improve(cell, 0, held("3"))
    with Store(path) as store, Store(path, reading=True) as reader:
        assert store.best(cell) == held("3")
        assert [one.best for one in reader.cells()] == [held("3")]


def test_a_hunt_says_how_its_store_had_to_be_opened(tmp_path, no_shared_memory):
    no_shared_memory()
    done = iv.hunt("algorithm-1", 2, 8, evaluations=30, store=str(tmp_path / "s.db"))
    assert (len(done.notes), done.troubles) == (1, ())
