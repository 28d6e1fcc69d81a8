"""The store of a campaign: one SQLite file that survives anything but the loss of the disk.

Every improvement is one committed transaction. Several processes and several campaigns may use a
store at the same time: work is handed out in numbered slices, each number once.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Self

from counterexample_search.objective import Evaluation, Score
from counterexample_search.settings import Standing, Tried
from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.model.files import instance_from_json, instance_to_json
from imab_verify.model.rationals import parse_rational, show_rational
from imab_verify.processes import is_gone, this_process

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from counterexample_search.problem import Problem
    from imab_verify.model.instances import Instance

APPLICATION = 0x494D4142
"""Marks the file as ours ("IMAB")."""
VERSION = 2
"""Version 1 had no populations and did not say what found a record; it is brought up to date."""
AS_IT_LIES = "ro&immutable=1"
"""How SQLite opens a file beside which it can write nothing."""
PATIENCE = 60.0
"""Seconds to wait while another process writes."""

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
_FROM_1 = """
ALTER TABLE slices ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE slices ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;
ALTER TABLE slices ADD COLUMN spent REAL NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN layer TEXT NOT NULL DEFAULT '';
ALTER TABLE records ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
CREATE TABLE populations (
    cell INTEGER PRIMARY KEY REFERENCES cells, instances TEXT NOT NULL);
CREATE TABLE claims (
    key TEXT PRIMARY KEY, calls INTEGER NOT NULL, evaluations INTEGER NOT NULL, certificate TEXT);
"""


class StoreError(InputError):
    """The store cannot be read or written any more: a full disk, a damaged file."""


@dataclass(frozen=True, slots=True)
class Held:
    """A record of the store. `limit` is the supremum over instances that play like this one.

    `judged` says whether it was confirmed, and how. `layer` names what found it. `settled`: the
    exact engine says that nothing is better.
    """

    evaluation: Evaluation
    limit: Fraction | None
    judged: Standing
    layer: str = ""
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Improvement:
    """A record when it was new: seconds since the first one of its cell, its score, its layer."""

    seconds: float
    score: Score
    layer: str


@dataclass(frozen=True, slots=True)
class Holding:
    """What a store holds of one cell; `open_slices` are under way, or were left behind."""

    policy: str
    goal: str
    k: int
    T: int
    key: str
    best: Held | None
    evaluations: int
    seconds: float
    slices: int
    open_slices: int
    faults: tuple[str, ...]
    history: tuple[Improvement, ...]


@dataclass(frozen=True, slots=True)
class HeldClaim:
    """What a store holds of one claim; `cells` are those of the policy whose run it is about.

    `certificate`: what is said to refute it; the kernel has not judged it here.
    """

    statement: str
    cells: tuple[str, ...]
    calls: int
    evaluations: int
    certificate: str | None

    @property
    def refuted(self) -> bool:
        """Whether the kernel, asked now, accepts the certificate as a refutation of the claim."""
        from imab_verify.kernel import Claim, MalformedError, RejectedError, judge
        from imab_verify.language.writing import show_claim

        try:
            judgement = judge(self.certificate or "")
        except (MalformedError, RejectedError):
            return False
        claim = judgement.claim
        told = show_claim(claim) if isinstance(claim, Claim) else ""
        return judgement.verdict == "refuted" and told == self.statement


class Store:
    """An open store; `reading`: a copy in memory, so that the file is left as it is."""

    def __init__(self, path: str | Path, *, reading: bool = False) -> None:
        self.path = Path(path)
        self._name = show_path(self.path)
        self._owner = this_process()
        _refuse_foreign(self.path, self._name)
        with self._clearly():
            file = ":memory:" if reading else self.path
            self._base = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
            if reading:
                _copy(self.path, self._base)
            self._create()
            if not reading:
                self._log_ahead()
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

    def cell(self, problem: Problem) -> int:
        """Give the number of a cell, a new one if it is new."""
        row = (problem.key, problem.policy, str(problem.goal), problem.k, str(problem.T))
        with self._transaction():
            self._base.execute(
                "INSERT OR IGNORE INTO cells (key, policy, goal, k, T) VALUES (?, ?, ?, ?, ?)", row
            )
            [number] = self._base.execute("SELECT id FROM cells WHERE key = ?", row[:1]).fetchone()
        return int(number)

    def reserve(self, cell: int) -> int:
        """Take a slice of a cell, which nobody else will get: one whose owner is gone, or the next.

        What an owner that is gone has spent on its slice stays counted.
        """
        with self._transaction():
            rows = self._base.execute(
                "SELECT number, owner FROM slices WHERE cell = ? AND done = 0 ORDER BY number",
                (cell,),
            ).fetchall()
            left = [number for number, owner in rows if is_gone(owner)]
            if left:
                self._base.execute(
                    "UPDATE slices SET owner = ?, earlier = evaluations, spent = seconds "
                    "WHERE cell = ? AND number = ?",
                    (self._owner, cell, left[0]),
                )
                return int(left[0])
            [number] = self._base.execute(
                "SELECT COALESCE(MAX(number) + 1, 0) FROM slices WHERE cell = ?", (cell,)
            ).fetchone()
            self._base.execute(
                "INSERT INTO slices (cell, number, owner) VALUES (?, ?, ?)",
                (cell, number, self._owner),
            )
        return int(number)

    def progress(
        self, cell: int, number: int, evaluations: int, seconds: float, *, done: bool = False
    ) -> None:
        """Say how far a slice has come. The numbers replace earlier ones, so nothing adds twice."""
        with self._transaction():
            self._base.execute(
                "UPDATE slices SET evaluations = earlier + ?, seconds = spent + ?, done = ? "
                "WHERE cell = ? AND number = ?",
                (evaluations, seconds, int(done), cell, number),
            )

    def improve(self, cell: int, number: int, held: Held) -> bool:
        """Keep a record if it beats, confirms or simplifies the best one; tell whether it did.

        A judged one need only beat those judged: what is better may be another's, and not stand.
        """
        record = held.evaluation
        with self._transaction():
            best = self._best(cell, judged_only=bool(held.judged))
            if best is not None and not _replaces(held, best):
                return False
            pulls = None if record.pulls is None else json.dumps(record.pulls)
            self._base.execute(
                "INSERT INTO records (cell, slice, score, instance, horizon, pulls, supremum, "
                "judged, found, layer, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    cell,
                    number,
                    _show(record.score.value),
                    json.dumps(instance_to_json(record.instance)),
                    str(record.horizon),
                    pulls,
                    None if held.limit is None else show_rational(held.limit),
                    int(held.judged),
                    time.time(),
                    held.layer,
                    int(held.settled),
                ),
            )
        return True

    def discard(self, cell: int, instance: Instance) -> None:
        """Drop the records with an instance that did not stand."""
        with self._transaction():
            self._base.execute(
                "DELETE FROM records WHERE cell = ? AND instance = ?",
                (cell, json.dumps(instance_to_json(instance))),
            )

    def void(self, cell: int) -> None:
        """Drop everything that a policy reached in a cell: it is not deterministic."""
        with self._transaction():
            self._base.execute("DELETE FROM records WHERE cell = ?", (cell,))
            self._base.execute("DELETE FROM populations WHERE cell = ?", (cell,))

    def forget(self, cell: int) -> None:
        """Begin a cell again: what was done in it was done by another policy of this name."""
        with self._transaction():
            for table in ("records", "populations", "faults", "slices"):
                self._base.execute(f"DELETE FROM {table} WHERE cell = ?", (cell,))  # noqa: S608

    def keep_population(self, cell: int, population: Sequence[Instance]) -> None:
        """Keep the instances that a search goes on from, in the place of earlier ones."""
        document = json.dumps([instance_to_json(instance) for instance in population])
        with self._transaction():
            self._base.execute("INSERT OR REPLACE INTO populations VALUES (?, ?)", (cell, document))

    def population(self, cell: int) -> tuple[Instance, ...]:
        """Give the instances that a search may go on from."""
        with self._clearly():
            row = self._base.execute(
                "SELECT instances FROM populations WHERE cell = ?", (cell,)
            ).fetchone()
            documents = [] if row is None else json.loads(row[0])
            return tuple(instance_from_json(doc, f"store {self._name}") for doc in documents)

    def best(self, cell: int, *, judged_only: bool = False) -> Held | None:
        """Give the best record of a cell."""
        with self._clearly():
            return self._best(cell, judged_only=judged_only)

    def _best(self, cell: int, *, judged_only: bool) -> Held | None:
        rows = self._base.execute(
            "SELECT score, instance, horizon, pulls, supremum, judged, layer, settled FROM records "
            "WHERE cell = ? AND judged >= ? ORDER BY id",
            (cell, int(judged_only)),
        ).fetchall()
        # The last of the best: later ones of the same score are judged, or simpler.
        ranked = sorted(range(len(rows)), key=lambda n: (_score(rows[n][0]), n))
        return self._held_of(rows[ranked[-1]]) if ranked else None

    def _held_of(self, row: tuple[str, str, str, str | None, str | None, int, str, int]) -> Held:
        score, instance, horizon, pulls, limit, judged, layer, settled = row
        evaluation = Evaluation(
            instance_from_json(json.loads(instance), f"store {self._name}"),
            _score(score),
            int(horizon),
            None if pulls is None else tuple(json.loads(pulls)),
        )
        supremum = None if limit is None else parse_rational(limit, f"store {self._name}")
        return Held(evaluation, supremum, Standing(judged), layer, bool(settled))

    def work_on(self, key: str) -> Tried:
        """Give the work on a claim so far."""
        with self._clearly():
            row = self._base.execute(
                "SELECT calls, evaluations, certificate FROM claims WHERE key = ?", (key,)
            ).fetchone()
        return Tried() if row is None else Tried(*row)

    def add_work(self, key: str, more: Tried) -> Tried:
        """Add to the work on a claim, and give what was there before; others may add meanwhile.

        Calls are added when they begin, so that no two of them have the same number.
        """
        with self._transaction():
            before = self.work_on(key)
            whole = before.plus(more)
            self._base.execute(
                "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?)",
                (key, whole.calls, whole.evaluations, whole.certificate),
            )
        return before

    def history(self, cell: int) -> tuple[Improvement, ...]:
        """Give the records of a cell that were better than all before them."""
        with self._clearly():
            rows = self._base.execute(
                "SELECT found, score, layer FROM records WHERE cell = ? ORDER BY id", (cell,)
            ).fetchall()
        better: list[Improvement] = []
        for moment, text, layer in rows:
            score = _score(text)
            if not better or score > better[-1].score:
                better.append(Improvement(max(0.0, moment - rows[0][0]), score, layer))
        return tuple(better)

    def holdings(self) -> list[Holding]:
        """Give everything that is held, cell by cell."""
        with self._clearly():
            cells = self._base.execute(
                "SELECT id, policy, goal, k, T, key, "
                "(SELECT COUNT(*) FROM slices WHERE cell = cells.id AND done = 0) "
                "FROM cells ORDER BY policy, goal, k, CAST(T AS INTEGER), id"
            ).fetchall()
        return [
            Holding(
                policy,
                goal,
                int(k),
                int(T),
                key,
                self.best(cell),
                *self.totals(cell),
                left,
                tuple(sentence for sentence, _ in self.faults(cell)),
                self.history(cell),
            )
            for cell, policy, goal, k, T, key, left in cells
        ]

    def held_claims(self) -> list[HeldClaim]:
        """Give the claims that were hunted."""
        with self._clearly():
            rows = self._base.execute(
                "SELECT key, calls, evaluations, certificate FROM claims ORDER BY key"
            ).fetchall()
        claims = []
        for key, calls, evaluations, certificate in rows:
            statement, *cells = key.split("\n")
            claims.append(HeldClaim(statement, tuple(cells), calls, evaluations, certificate))
        return claims

    def totals(self, cell: int) -> tuple[int, float, int]:
        """Give evaluations, seconds and slices spent on a cell by everyone."""
        with self._clearly():
            evaluations, seconds, slices = self._base.execute(
                "SELECT COALESCE(SUM(evaluations), 0), COALESCE(SUM(seconds), 0), COUNT(*) "
                "FROM slices WHERE cell = ?",
                (cell,),
            ).fetchone()
        return int(evaluations), float(seconds), int(slices)

    def fault(self, cell: int, sentence: str, instance: Instance) -> None:
        """Keep what a policy did wrong, with the instance that shows it."""
        document = json.dumps(instance_to_json(instance))
        with self._transaction():
            self._base.execute(
                "INSERT OR IGNORE INTO faults (cell, sentence, instance) VALUES (?, ?, ?)",
                (cell, sentence, document),
            )

    def faults(self, cell: int) -> list[tuple[str, Instance]]:
        """List what a policy did wrong in a cell."""
        with self._clearly():
            rows = self._base.execute(
                "SELECT sentence, instance FROM faults WHERE cell = ? ORDER BY id", (cell,)
            ).fetchall()
        where = f"store {self._name}"
        return [(text, instance_from_json(json.loads(doc), where)) for text, doc in rows]

    def _create(self) -> None:
        """Make the tables, unless they are there; of two processes one does it.

        Nothing may be written before them: whoever else opens the file finds it empty or a store.
        """
        self._base.execute("BEGIN IMMEDIATE")
        [version] = self._base.execute("PRAGMA user_version").fetchone()
        if version < VERSION:
            for statement in filter(str.strip, (_FROM_1 if version else _SCHEMA).split(";")):
                self._base.execute(statement)
            self._base.execute(f"PRAGMA application_id = {APPLICATION}")
            self._base.execute(f"PRAGMA user_version = {VERSION}")
        self._base.execute("COMMIT")

    def _log_ahead(self) -> None:
        """Let readers read while somebody writes. SQLite itself does not wait to switch to it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._clearly():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._base.in_transaction:  # a full disk has rolled back already
                    self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

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


def _replaces(new: Held, old: Held) -> bool:
    """Whether a record is better or, at the same score, not the same and not less judged."""
    if new.evaluation.score != old.evaluation.score:
        return new.evaluation.score > old.evaluation.score
    return new.judged >= old.judged and new != old


def _show(value: Fraction | None) -> str:
    return "inf" if value is None else show_rational(value)


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
    if not 1 <= version <= VERSION:
        raise InputError(
            f"{name}: this is a store of version {version}, and this program reads versions up to "
            f"{VERSION}: nothing was written"
        )


def _look(path: Path, mode: str = "ro") -> tuple[int, int, int, str]:
    """The program, the version, the pages and the state of a database.

    What a killed process has left half written is undone first, which takes the right to write.
    Where nothing can be written at all, the file is read as it lies there.
    """
    base = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)
    try:
        [application] = base.execute("PRAGMA application_id").fetchone()
        [version] = base.execute("PRAGMA user_version").fetchone()
        [pages] = base.execute("PRAGMA page_count").fetchone()
        [state] = base.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode & 0xFF
        if mode == AS_IT_LIES or code not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
    else:
        return application, version, pages, state
    finally:
        base.close()
    return _look(path, "rw" if mode == "ro" else AS_IT_LIES)


def _copy(path: Path, base: sqlite3.Connection) -> None:
    """Copy a store that was looked at; on a read-only file system as it lies there."""
    for mode in ("ro", AS_IT_LIES):
        uri = f"{path.resolve().as_uri()}?mode={mode}"
        try:
            with closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE)) as file:
                file.backup(base)
        except sqlite3.OperationalError:
            if mode == AS_IT_LIES:
                raise
        else:
            return
