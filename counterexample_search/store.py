"""The store of a hunt: one SQLite file that survives anything but the loss of the disk.

Every improvement is one committed transaction. Several processes and several calls may use a store
at the same time: work is handed out in numbered slices, each number once.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from counterexample_search.budget import ClaimWork
from counterexample_search.judging import NOT_STANDING, Confirmation, Record, confirm_record
from counterexample_search.problem import Evaluation, Fault, Problem, Score, problem_of
from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.model.files import instance_from_json, instance_to_json
from imab_verify.model.rationals import parse_rational, show_ratio
from imab_verify.processes import is_gone, this_process

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from imab_verify.model.instances import Instance

APPLICATION = 0x494D4142
"""Marks the file as ours ("IMAB")."""
VERSION = 2
AS_IT_LIES = "ro&immutable=1"
"""SQLite's way to open a file beside which it can write nothing."""
PATIENCE = 60.0
"""Seconds to wait while another process writes."""
WITHOUT_WAL = (
    "the file system has no shared memory for SQLite, so calls that share this store wait for each "
    "other"
)

_SCHEMA = """
CREATE TABLE cells (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
    policy TEXT NOT NULL, goal TEXT NOT NULL, k INTEGER NOT NULL, T TEXT NOT NULL);
CREATE TABLE slices (
    cell INTEGER NOT NULL REFERENCES cells, number INTEGER NOT NULL,
    evaluations INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0, owner TEXT NOT NULL DEFAULT '',
    earlier INTEGER NOT NULL DEFAULT 0, spent REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (cell, number));
CREATE TABLE records (
    id INTEGER PRIMARY KEY, cell INTEGER NOT NULL REFERENCES cells, slice INTEGER NOT NULL,
    score TEXT NOT NULL, instance TEXT NOT NULL, horizon TEXT NOT NULL, pulls TEXT,
    supremum TEXT, judged INTEGER NOT NULL DEFAULT 0, found REAL NOT NULL,
    layer TEXT NOT NULL DEFAULT '', settled INTEGER NOT NULL DEFAULT 0);
CREATE TABLE faults (
    id INTEGER PRIMARY KEY, cell INTEGER NOT NULL REFERENCES cells,
    sentence TEXT NOT NULL, instance TEXT NOT NULL, UNIQUE (cell, sentence));
CREATE TABLE populations (
    cell INTEGER PRIMARY KEY REFERENCES cells, instances TEXT NOT NULL);
CREATE TABLE claims (
    key TEXT PRIMARY KEY, calls INTEGER NOT NULL, evaluations INTEGER NOT NULL, certificate TEXT);
"""


_TABLES = ("cells", "slices", "records", "faults", "populations", "claims")
_OF_RECORD = "cell, slice, score, instance, horizon, pulls, supremum, judged, found, layer, settled"


class StoreError(InputError):
    """The store cannot be read or written any more: a full disk, a damaged file."""


@dataclass(frozen=True, slots=True)
class Improvement:
    """A record when it was new: seconds since the first one of its cell, its score, its layer."""

    seconds: float
    score: Score
    layer: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One size of a hunt: its best record, the work of all calls, and faults of the policy.

    `open_slices` are under way, or were left behind.
    """

    problem: Problem
    best: Record | None
    evaluations: int = 0
    seconds: float = 0.0
    slices: int = 0
    open_slices: int = 0
    faults: tuple[Fault, ...] = ()
    history: tuple[Improvement, ...] = field(default=(), compare=False)

    def judged(self) -> Cell:
        """The cell with its record as judged now; a record that does not stand is a fault.

        A policy of the user's own is not played, and its record not judged.
        """
        if self.best is None:
            return self
        try:
            if self.problem.foreign:
                best = replace(self.best, confirmation=Confirmation.NOT_YET)
            else:
                best = confirm_record(self.problem, self.best)
        except InputError as error:
            fault = Fault(self.best.evaluation.instance, f"{NOT_STANDING}: {error}")
            best = replace(self.best, confirmation=Confirmation.NOT_YET)
            return replace(self, best=best, faults=(*self.faults, fault))
        return replace(self, best=best)


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim in a store; `cells` are those of the policy whose run it is about.

    The certificate of `work` is said to refute it; the kernel has not judged it here.
    """

    statement: str
    cells: tuple[str, ...]
    work: ClaimWork

    @property
    def refuted(self) -> bool:
        """Whether the kernel, asked now, accepts the certificate as a refutation of the claim."""
        from imab_verify.kernel import Claim, MalformedError, RejectedError, judge
        from imab_verify.language.writing import show_claim

        try:
            judgement = judge(self.work.certificate or "")
        except (MalformedError, RejectedError):
            return False
        claim = judgement.claim
        told = show_claim(claim) if isinstance(claim, Claim) else ""
        return judgement.verdict == "refuted" and told == self.statement


class Store:
    """An open store; `reading`: a copy in memory, so that the file is left as it is.

    `notes` are sentences about how the file had to be opened.
    """

    def __init__(self, path: str | Path, *, reading: bool = False) -> None:
        self.path = Path(path)
        self.notes: tuple[str, ...] = ()
        self._name = show_path(self.path)
        self._owner = this_process()
        self._instances: dict[str, Instance] = {}
        _refuse_foreign(self.path, self._name)
        with self._clearly():
            self._base = _connect(":memory:" if reading else self.path)
            if reading:
                _copy(self.path, self._base)
                self._create()
            else:
                self._open_file()
            self._base.execute("PRAGMA synchronous = NORMAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # --- slices --------------------------------------------------------------------------------

    def cell(self, problem: Problem) -> int:
        """The number of a cell, a new one if it is new."""
        row = (problem.key, problem.policy, str(problem.goal), problem.k, str(problem.T))
        with self._transaction():
            self._run(
                "INSERT OR IGNORE INTO cells (key, policy, goal, k, T) VALUES (?, ?, ?, ?, ?)", *row
            )
            [(number,)] = self._run("SELECT id FROM cells WHERE key = ?", problem.key)
        return int(number)

    def reserve(self, cell: int, numbers: range | None = None) -> int | None:
        """Take a slice of a cell, which nobody else will get: one whose owner is gone, or the next.

        The work of an owner that is gone stays counted. `numbers` are those that may be taken; None
        if each of them is.
        """
        among = range(2**31) if numbers is None else numbers
        with self._transaction():
            rows = self._run(
                "SELECT number, owner FROM slices WHERE cell = ? AND done = 0 ORDER BY number", cell
            )
            left = [int(n) for n, owner in rows if int(n) in among and is_gone(owner)]
            if left:
                self._run(
                    "UPDATE slices SET owner = ?, earlier = evaluations, spent = seconds "
                    "WHERE cell = ? AND number = ?",
                    *(self._owner, cell, left[0]),
                )
                return left[0]
            [(number,)] = self._run(
                "SELECT COALESCE(MAX(number) + 1, ?) FROM slices "
                "WHERE cell = ? AND number BETWEEN ? AND ?",
                *(among[0], cell, among[0], among[-1]),
            )
            if number not in among:
                return None
            self._run(
                "INSERT INTO slices (cell, number, owner) VALUES (?, ?, ?)",
                *(cell, number, self._owner),
            )
        return int(number)

    def progress(
        self, cell: int, number: int, evaluations: int, seconds: float, *, done: bool = False
    ) -> None:
        """Keep how far a slice has come. Numbers replace earlier ones, so nothing adds twice."""
        with self._transaction():
            self._run(
                "UPDATE slices SET evaluations = earlier + ?, seconds = spent + ?, done = ? "
                "WHERE cell = ? AND number = ?",
                *(evaluations, seconds, int(done), cell, number),
            )

    # --- records -------------------------------------------------------------------------------

    def improve(self, cell: int, number: int, record: Record) -> bool:
        """Keep a record if it beats, confirms or simplifies the best one; tell whether it did."""
        told = record.evaluation
        with self._transaction():
            best = self._best(cell)
            if best is not None and not _replaces(record, best):
                return False
            self._run(
                f"INSERT INTO records ({_OF_RECORD}) "  # noqa: S608
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(cell, number, show_ratio(told.score.value), self._document(told.instance)),
                *(str(told.horizon), None if told.pulls is None else json.dumps(told.pulls)),
                None if record.supremum is None else show_ratio(record.supremum),
                *(int(record.confirmation), time.time(), record.found_by, int(record.settled)),
            )
        return True

    def best(self, cell: int) -> Record | None:
        """The best record of a cell."""
        with self._clearly():
            return self._best(cell)

    def _best(self, cell: int) -> Record | None:
        rows = self._run(
            "SELECT score, instance, horizon, pulls, supremum, judged, layer, settled FROM records "
            "WHERE cell = ? ORDER BY id",
            cell,
        )
        if not rows:
            return None
        # The last of the best: later ones of the same score are judged, or simpler.
        last = max(range(len(rows)), key=lambda n: (_score(rows[n][0]), n))
        score, instance, horizon, pulls, supremum, judged, layer, settled = rows[last]
        return Record(
            Evaluation(
                self._instance(instance),
                _score(score),
                int(horizon),
                None if pulls is None else tuple(json.loads(pulls)),
            ),
            None if supremum is None else parse_rational(supremum, f"store {self._name}"),
            Confirmation(judged),
            layer,
            bool(settled),
        )

    def discard(self, cell: int, instance: Instance) -> None:
        """Drop the records with an instance that did not stand."""
        with self._transaction():
            self._run(
                "DELETE FROM records WHERE cell = ? AND instance = ?",
                cell,
                self._document(instance),
            )

    def forget(self, cell: int, *, all_of_it: bool) -> None:
        """Drop the records of a cell; or all of it, where another policy of this name did it."""
        tables = ("records", "populations", *(("faults", "slices") if all_of_it else ()))
        with self._transaction():
            for table in tables:
                self._run(f"DELETE FROM {table} WHERE cell = ?", cell)  # noqa: S608

    def keep_population(self, cell: int, population: Sequence[Instance]) -> None:
        """Keep the instances that a search goes on from, in the place of earlier ones."""
        document = json.dumps([instance_to_json(instance) for instance in population])
        with self._transaction():
            self._run("INSERT OR REPLACE INTO populations VALUES (?, ?)", cell, document)

    def population(self, cell: int) -> tuple[Instance, ...]:
        """Instances that a search may go on from."""
        with self._clearly():
            rows = self._run("SELECT instances FROM populations WHERE cell = ?", cell)
            where = f"store {self._name}"
            return tuple(instance_from_json(x, where) for row in rows for x in json.loads(row[0]))

    def fault(self, cell: int, fault: Fault) -> None:
        """Keep what a policy did wrong, with the instance that shows it."""
        with self._transaction():
            self._run(
                "INSERT OR IGNORE INTO faults (cell, sentence, instance) VALUES (?, ?, ?)",
                *(cell, fault.sentence, self._document(fault.instance)),
            )

    # --- other stores --------------------------------------------------------------------------

    def merge(self, part: Store) -> None:
        """Take in what another store holds; what is here already is not counted twice."""
        with part._clearly():
            rows = {table: part._run(f"SELECT * FROM {table}") for table in _TABLES}  # noqa: S608
        with self._transaction():
            self._insert("cells (key, policy, goal, k, T)", [row[1:] for row in rows["cells"]])
            mine = dict(self._run("SELECT key, id FROM cells"))
            cell = {row[0]: mine[row[1]] for row in rows["cells"]}
            self._insert("slices", [(cell[row[0]], *row[1:]) for row in rows["slices"]])
            self._insert("populations", [(cell[row[0]], row[1]) for row in rows["populations"]])
            faults = [(cell[row[1]], *row[2:]) for row in rows["faults"]]
            self._insert("faults (cell, sentence, instance)", faults)
            held = {*self._run(f"SELECT {_OF_RECORD} FROM records")}  # noqa: S608
            records = [(cell[row[1]], *row[2:]) for row in rows["records"]]
            fresh = [row for row in records if row not in held]
            self._insert(f"records ({_OF_RECORD})", fresh)
            for key, *work in rows["claims"]:
                before, more = self.work_on(key), ClaimWork(*work)
                told = before.certificate or more.certificate
                calls = max(before.calls, more.calls)
                made = max(before.evaluations, more.evaluations)
                self._run(
                    "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?)", key, calls, made, told
                )

    def _insert(self, into: str, rows: Sequence[Sequence[object]]) -> None:
        """Add rows to a table, apart from those that it has."""
        if rows:
            places = ", ".join("?" * len(rows[0]))
            self._base.executemany(f"INSERT OR IGNORE INTO {into} VALUES ({places})", rows)  # noqa: S608

    # --- reading -------------------------------------------------------------------------------

    def known(self, cell: int, problem: Problem) -> Cell:
        """Everything that is held of a cell."""
        with self._clearly():
            [(evaluations, seconds, slices, done)] = self._run(
                "SELECT COALESCE(SUM(evaluations), 0), COALESCE(SUM(seconds), 0), COUNT(*), "
                "COALESCE(SUM(done), 0) FROM slices WHERE cell = ?",
                cell,
            )
            found = self._run(
                "SELECT found, score, layer FROM records WHERE cell = ? ORDER BY id", cell
            )
            history: list[Improvement] = []
            for moment, text, layer in found:
                score = _score(text)
                if not history or score > history[-1].score:
                    history.append(Improvement(max(0.0, moment - found[0][0]), score, layer))
            return Cell(
                problem,
                self._best(cell),
                evaluations,
                float(seconds),
                slices,
                slices - done,
                self.faults(cell),
                tuple(history),
            )

    def faults(self, cell: int) -> tuple[Fault, ...]:
        """Faults of the policy in a cell."""
        with self._clearly():
            rows = self._run(
                "SELECT instance, sentence FROM faults WHERE cell = ? ORDER BY id", cell
            )
            return tuple(Fault(self._instance(one), text) for one, text in rows)

    def evaluations(self, cell: int) -> int:
        """Count the evaluations of all calls in a cell."""
        with self._clearly():
            [(made,)] = self._run(
                "SELECT COALESCE(SUM(evaluations), 0) FROM slices WHERE cell = ?", cell
            )
        return int(made)

    def cells(self) -> list[Cell]:
        """Everything that is held, cell by cell."""
        with self._clearly():
            rows = self._run(
                "SELECT id, policy, key FROM cells ORDER BY policy, goal, k, CAST(T AS INTEGER), id"
            )
        try:
            return [self.known(cell, problem_of(policy, key)) for cell, policy, key in rows]
        except InputError as error:
            raise StoreError(f"{self._name}: the store is damaged: {error}") from error

    # --- claims --------------------------------------------------------------------------------

    def work_on(self, key: str) -> ClaimWork:
        """The work on a claim so far."""
        with self._clearly():
            rows = self._run(
                "SELECT calls, evaluations, certificate FROM claims WHERE key = ?", key
            )
        return ClaimWork(*rows[0]) if rows else ClaimWork()

    def add_work(self, key: str, more: ClaimWork) -> ClaimWork:
        """Add to the work on a claim, and give what was there before; others may add meanwhile.

        Calls are added when they begin, so that no two of them have the same number.
        """
        with self._transaction():
            before = self.work_on(key)
            now = before.plus(more)
            self._run(
                "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?)",
                *(key, now.calls, now.evaluations, now.certificate),
            )
        return before

    def claims(self) -> list[StoredClaim]:
        """The claims that were hunted."""
        with self._clearly():
            rows = self._run("SELECT * FROM claims ORDER BY key")
        keys = [(key.split("\n"), ClaimWork(*work)) for key, *work in rows]
        return [StoredClaim(statement, tuple(cells), work) for (statement, *cells), work in keys]

    # --- the file ------------------------------------------------------------------------------

    def _instance(self, text: str) -> Instance:
        """Read an instance; those that were written or read here are remembered."""
        if text not in self._instances:
            self._instances[text] = instance_from_json(json.loads(text), f"store {self._name}")
        return self._instances[text]

    def _document(self, instance: Instance) -> str:
        text = json.dumps(instance_to_json(instance))
        self._instances[text] = instance
        return text

    def _run(self, statement: str, *values: Any) -> list[Any]:
        return self._base.execute(statement, values).fetchall()

    def _open_file(self) -> None:
        """Make the tables, and choose a journal: readers may read while somebody writes (WAL).

        On a file system without shared memory that fails; then the journal is an ordinary one.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._create()
                [(mode,)] = self._run("PRAGMA journal_mode = WAL")
                self._run("SELECT COUNT(*) FROM cells")
            except sqlite3.OperationalError as error:
                code = error.sqlite_errorcode & 0xFF
                if code in NO_SHARED_MEMORY and not self.notes:
                    self._leave_wal()
                    return
                # SQLite itself does not wait to switch to WAL.
                if code != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                if mode != "wal":
                    self.notes = (f"{self._name}: {WITHOUT_WAL}",)
                return

    def _leave_wal(self) -> None:
        """Open the file anew, for this process alone at first, and give it an ordinary journal."""
        self._base.close()
        with closing(_connect(self.path)) as base:
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute("PRAGMA journal_mode = DELETE")
        self._base = _connect(self.path)
        self._create()
        self.notes = (f"{self._name}: {WITHOUT_WAL}",)

    def _create(self) -> None:
        """Make the tables, unless they are there; of two processes one does it.

        Nothing may be written before them: whoever else opens the file finds it empty or a store.
        """
        self._run("BEGIN IMMEDIATE")
        [(version,)] = self._run("PRAGMA user_version")
        if version < VERSION:
            for statement in filter(str.strip, _SCHEMA.split(";")):
                self._run(statement)
            self._run(f"PRAGMA application_id = {APPLICATION}")
            self._run(f"PRAGMA user_version = {VERSION}")
        self._run("CREATE INDEX IF NOT EXISTS records_by_cell ON records (cell)")
        self._run("COMMIT")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._clearly():
            self._run("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._base.in_transaction:  # a full disk has rolled back already
                    self._run("ROLLBACK")
                raise
            self._run("COMMIT")

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self._name}: the store cannot be used: {error}") from error
        except (ValueError, TypeError) as error:
            if isinstance(error, InputError):
                raise
            raise StoreError(f"{self._name}: the store is damaged: {error}") from error


NO_SHARED_MEMORY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL)
"""Answers of SQLite where it cannot map the file that readers and writers share."""


def _connect(path: str | Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)


def _replaces(new: Record, old: Record) -> bool:
    """Whether a record has a higher score, or an equal one and differs, no less confirmed."""
    if new.score != old.score:
        return new.score > old.score
    return new.confirmation >= old.confirmation and new != old


def _score(text: str) -> Score:
    return Score(None if text == "inf" else parse_rational(text, "the score of a record"))


def _refuse_foreign(path: Path, name: str) -> None:
    """Look at an existing file without touching it; refuse what is not a store of this version."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            if not path.parent.is_dir():
                raise InputError(f"{name}: there is no directory for the store")
            return
        application, version, pages, state = _look(path)
    except (sqlite3.Error, OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{name}: this is not a store, or a damaged one ({error}): nothing was written; "
            "give another file"
        ) from None
    if pages == 0:  # whoever began to make a store here was killed, and that is undone
        return
    if state != "ok":
        raise InputError(f"{name}: the store is damaged ({state}): nothing was written")
    if application == 0 and version == 0:
        raise InputError(f"{name}: this is a database but not a store: nothing was written")
    if application != APPLICATION:
        raise InputError(f"{name}: this is a database of another program: nothing was written")
    if version != VERSION:
        raise InputError(
            f"{name}: this is a store of version {version}, and this program reads version "
            f"{VERSION}: nothing was written"
        )


def _look(path: Path, mode: str = "ro") -> tuple[int, int, int, str]:
    """The program, the version, the pages and the state of a database.

    A transaction that a killed process has left half written is undone first, which takes the
    right to write. Where nothing can be written at all, the file is read as it lies there.
    """
    names = ("application_id", "user_version", "page_count", "quick_check(1)")
    try:
        with closing(_connect_as(path, mode)) as base:
            application, version, pages, state = (
                base.execute(f"PRAGMA {name}").fetchone()[0] for name in names
            )
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode & 0xFF
        if mode == AS_IT_LIES or code not in (sqlite3.SQLITE_READONLY, *NO_SHARED_MEMORY):
            raise
        return _look(path, "rw" if mode == "ro" else AS_IT_LIES)
    return application, version, pages, state


def _copy(path: Path, base: sqlite3.Connection) -> None:
    """Copy a store that was looked at; on a read-only file system as it lies there."""
    for mode in ("ro", AS_IT_LIES):
        try:
            with closing(_connect_as(path, mode)) as file:
                file.backup(base)
        except sqlite3.OperationalError:
            if mode == AS_IT_LIES:
                raise
        else:
            return


def _connect_as(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE)
