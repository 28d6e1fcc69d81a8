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
from imab_verify.files import check_destination, show_path
from imab_verify.model.files import instance_from_json, instance_to_json
from imab_verify.model.rationals import parse_rational, show_ratio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from imab_verify.model.instances import Instance

APPLICATION = 0x494D4142
"""Marks the file as ours ("IMAB")."""
VERSION = 2
WAYS_TO_READ = "ro", "rw", "ro&immutable=1"
"""The second undoes what a killed process has left half written; the third writes nothing."""
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
    done INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (cell, number));
CREATE TABLE records (
    id INTEGER PRIMARY KEY, cell INTEGER NOT NULL REFERENCES cells, slice INTEGER NOT NULL,
    score TEXT NOT NULL, instance TEXT NOT NULL, horizon TEXT NOT NULL, pulls TEXT,
    supremum TEXT, found REAL NOT NULL,
    layer TEXT NOT NULL DEFAULT '', settled INTEGER NOT NULL DEFAULT 0);
CREATE TABLE faults (
    id INTEGER PRIMARY KEY, cell INTEGER NOT NULL REFERENCES cells,
    sentence TEXT NOT NULL, instance TEXT NOT NULL, UNIQUE (cell, sentence));
CREATE TABLE claims (
    key TEXT PRIMARY KEY, calls INTEGER NOT NULL, evaluations INTEGER NOT NULL, certificate TEXT);
"""

_RECORD = "slice, score, instance, horizon, pulls, supremum, found, layer, settled"
_MERGE = f"""
INSERT OR IGNORE INTO whole.cells (key, policy, goal, k, T)
    SELECT key, policy, goal, k, T FROM main.cells;
INSERT OR IGNORE INTO whole.slices (cell, number, evaluations, seconds, done)
    SELECT mine.id, number, evaluations, seconds, done
    FROM main.slices JOIN main.cells USING_KEY;
INSERT OR IGNORE INTO whole.faults (cell, sentence, instance)
    SELECT mine.id, sentence, instance FROM main.faults JOIN main.cells USING_KEY;
INSERT INTO whole.records (cell, {_RECORD})
    SELECT mine.id, {_RECORD} FROM main.records JOIN main.cells USING_KEY
    EXCEPT SELECT cell, {_RECORD} FROM whole.records ORDER BY found;
INSERT INTO whole.claims SELECT * FROM main.claims WHERE true ON CONFLICT (key) DO UPDATE SET
    calls = max(calls, excluded.calls), evaluations = max(evaluations, excluded.evaluations),
    certificate = coalesce(certificate, excluded.certificate);
""".replace("USING_KEY", "AS theirs ON theirs.id = cell JOIN whole.cells AS mine USING (key)")  # noqa: S608
"""From one store, main, to another, whole, which counts nothing twice that it has already."""


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
        from imab_verify.deciding.certify import Verdict, judged
        from imab_verify.kernel import RejectedError
        from imab_verify.language.writing import show_claim

        try:
            certified = judged(self.work.certificate or "")
        except RejectedError:
            return False
        told = show_claim(certified.certificate.claim)
        return certified.verdict is Verdict.REFUTED and told == self.statement


class Store:
    """An open store; `reading`: a copy in memory, so that the file is left as it is.

    ":memory:" is a store that is thrown away.
    `notes` are sentences about how the file had to be opened.
    """

    def __init__(self, path: str | Path, *, reading: bool = False) -> None:
        self.path = Path(path)
        self.notes: tuple[str, ...] = ()
        self._name = show_path(self.path)
        self._instances: dict[str, Instance] = {}
        copy = _copy_checked(self.path, self._name)
        if not reading and self._name != ":memory:":
            check_destination(self.path)
        with self._clearly():
            self._base = copy if reading else _connect(self.path)
            if reading:
                self._create()
            else:
                copy.close()
                self._open_file()
            self._base.execute("PRAGMA synchronous = NORMAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def in_memory(self) -> Store:
        """A copy without a file."""
        copy = Store(":memory:")
        with self._clearly():
            self._base.backup(copy._base)
        return copy

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
        """Take the next slice of a cell, which nobody else will get; None if none is left.

        `numbers` are those that may be taken; None if each of them is.
        """
        among = range(2**31) if numbers is None else numbers
        with self._transaction():
            [(number,)] = self._run(
                "SELECT COALESCE(MAX(number) + 1, ?) FROM slices "
                "WHERE cell = ? AND number BETWEEN ? AND ?",
                *(among[0], cell, among[0], among[-1]),
            )
            if number not in among:
                return None
            self._run("INSERT INTO slices (cell, number) VALUES (?, ?)", cell, number)
        return int(number)

    def is_begun(self, cell: int) -> bool:
        """Whether a slice of the cell is done."""
        with self._clearly():
            return bool(self._run("SELECT 1 FROM slices WHERE cell = ? AND done LIMIT 1", cell))

    def progress(
        self, cell: int, number: int, evaluations: int, seconds: float, *, done: bool = False
    ) -> None:
        """Keep how far a slice has come. Numbers replace earlier ones, so nothing adds twice."""
        with self._transaction():
            self._run(
                "UPDATE slices SET evaluations = ?, seconds = ?, done = ? "
                "WHERE cell = ? AND number = ?",
                *(evaluations, seconds, int(done), cell, number),
            )

    # --- records -------------------------------------------------------------------------------

    def improve(self, cell: int, number: int, record: Record) -> bool:
        """Keep a record if it beats the best one, or differs at the same score; tell whether."""
        told = record.evaluation
        with self._transaction():
            best = self._best(cell)
            if best is not None and (record.score < best.score or record == best):
                return False
            self._run(
                f"INSERT INTO records (cell, {_RECORD}) "  # noqa: S608
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(cell, number, show_ratio(told.score.value), self._document(told.instance)),
                *(str(told.horizon), None if told.pulls is None else json.dumps(told.pulls)),
                None if record.supremum is None else show_ratio(record.supremum),
                *(time.time(), record.found_by, int(record.settled)),
            )
        return True

    def best(self, cell: int) -> Record | None:
        """The best record of a cell."""
        with self._clearly():
            return self._best(cell)

    def _best(self, cell: int) -> Record | None:
        rows = self._run(
            "SELECT score, instance, horizon, pulls, supremum, layer, settled FROM records "
            "WHERE cell = ? ORDER BY id",
            cell,
        )
        if not rows:
            return None
        # The last of the best: later ones of the same score are simpler, or settled.
        last = max(range(len(rows)), key=lambda n: (_score(rows[n][0]), n))
        score, instance, horizon, pulls, supremum, layer, settled = rows[last]
        return Record(
            Evaluation(
                self._instance(instance),
                _score(score),
                int(horizon),
                None if pulls is None else tuple(json.loads(pulls)),
            ),
            None if supremum is None else parse_rational(supremum, f"store {self._name}"),
            found_by=layer,
            settled=bool(settled),
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
        with self._transaction():
            for table in ("records", "faults", "slices") if all_of_it else ("records",):
                self._run(f"DELETE FROM {table} WHERE cell = ?", cell)  # noqa: S608

    def fault(self, cell: int, fault: Fault) -> None:
        """Keep what a policy did wrong, with the instance that shows it."""
        with self._transaction():
            self._run(
                "INSERT OR IGNORE INTO faults (cell, sentence, instance) VALUES (?, ?, ?)",
                *(cell, fault.sentence, self._document(fault.instance)),
            )

    # --- other stores --------------------------------------------------------------------------

    def merge(self, part: Store) -> None:
        """Take in what a store that was opened for reading holds."""
        with part._clearly():
            part._run("ATTACH DATABASE ? AS whole", str(self.path))
        with part._transaction():
            for statement in filter(str.strip, _MERGE.split(";")):
                part._run(statement)

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
                if mode not in ("wal", "memory"):
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


def _score(text: str) -> Score:
    return Score(None if text == "inf" else parse_rational(text, "the score of a record"))


def _copy_checked(path: Path, name: str) -> sqlite3.Connection:
    """A copy of the file in memory, empty if there is none; refuse what is not a store of ours."""
    copy = _connect(":memory:")
    try:
        if not path.exists() or path.stat().st_size == 0:
            if not path.parent.is_dir():
                raise InputError(f"{name}: there is no directory for the store")
            return copy
        _copy_as_possible(path, copy)
        [(tables,)] = copy.execute("SELECT COUNT(*) FROM sqlite_master")
        application, version, state = (
            copy.execute(f"PRAGMA {one}").fetchone()[0]
            for one in ("application_id", "user_version", "quick_check(1)")
        )
    except (sqlite3.Error, OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{name}: this is not a store, or a damaged one ({error}): nothing was written; "
            "give another file"
        ) from None
    wrong = ""
    if state != "ok":
        wrong = f"the store is damaged ({state})"
    elif not tables:  # whoever began to make a store here was killed, and that is undone
        return copy
    elif application != APPLICATION:
        wrong = "this is a database of another program, not a store"
    elif version != VERSION:
        wrong = f"this is a store of version {version}, and this program reads version {VERSION}"
    if wrong:
        raise InputError(f"{name}: {wrong}: nothing was written")
    return copy


def _copy_as_possible(path: Path, copy: sqlite3.Connection) -> None:
    """Copy the file, without writing if possible."""
    for mode in WAYS_TO_READ:
        try:
            with closing(_connect_as(path, mode)) as file:
                file.backup(copy)
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorcode & 0xFF
            may_help = code in (sqlite3.SQLITE_READONLY, *NO_SHARED_MEMORY)
            if mode == WAYS_TO_READ[-1] or not may_help:
                raise
        else:
            return


def _connect_as(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE)
