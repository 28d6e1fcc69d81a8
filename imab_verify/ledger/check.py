"""Decide entries of the ledger: certificates from worker processes, verdicts from the kernel."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from imab_verify.files import write_file
from imab_verify.language.reading import Claims
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.deciding import Outcome, confirm_outcome, decide_reading
from imab_verify.ledger.statements import Entry, Reading, Verdict, verdict_of
from imab_verify.model.errors import InputError, shown
from imab_verify.processes import Failure, run_all
from proofs import entries

SECONDS = 40.0
"""The hard limit for one claim; the engines are asked to be done in half of it."""
WORKERS = 2
EXPECTED = Path(__file__).parents[2] / "proofs" / "expected.json"


class Part(StrEnum):
    """The readings of an entry, by the names they have there."""

    LITERAL = "literal"
    OTHERS = "others"
    REPAIRS = "repairs"
    MUTANTS = "mutants"


DECIDED = (Part.LITERAL, Part.OTHERS, Part.REPAIRS)
"""The parts that the ledger reports; mutants are tests of the toolkit."""


class Key(NamedTuple):
    """Which reading: it is looked up in every process, since it may hold a function."""

    id: str
    part: Part
    number: int

    def reading(self) -> Reading:
        """Look the reading up."""
        reading: Reading = getattr(find(self.id), self.part)[self.number]
        return reading


@dataclass(frozen=True, slots=True)
class Result:
    """A reading and what came out."""

    key: Key
    reading: Reading
    outcome: Outcome

    @property
    def verdict(self) -> Verdict:
        """The kernel's verdict, or unknown."""
        return self.outcome.verdict


@dataclass(frozen=True, slots=True)
class Checked:
    """An entry and the results of its readings."""

    entry: Entry
    results: tuple[Result, ...]

    def part(self, part: Part) -> list[Result]:
        """Give the results of one part."""
        return [result for result in self.results if result.key.part is part]

    @property
    def verdict(self) -> Verdict:
        """The verdict of the entry follows from its literal readings."""
        return verdict_of(self.entry, [result.verdict for result in self.part(Part.LITERAL)])

    @property
    def repaired(self) -> bool:
        """Refuted, and something is proved that stands in its place."""
        repairs = [result.verdict for result in self.part(Part.REPAIRS)]
        return self.verdict is Verdict.REFUTED and Verdict.PROVED in repairs

    @property
    def seconds(self) -> float:
        """The time that all readings took together."""
        return sum(result.outcome.seconds for result in self.results)

    def refutation(self) -> Result | None:
        """The first refuted literal reading."""
        refuted = (r for r in self.part(Part.LITERAL) if r.verdict is Verdict.REFUTED)
        return next(refuted, None)

    def verdicts(self) -> dict[str, Any]:
        """What is recorded of an entry."""
        parts = {part.value: [r.verdict.value for r in self.part(part)] for part in DECIDED}
        return {"verdict": self.verdict.value, **parts}


@dataclass(frozen=True, slots=True)
class Ledger:
    """The entries that were asked for, and by id these and the ones their proofs rely on."""

    asked: tuple[Checked, ...]
    known: Mapping[str, Checked]
    interrupted: bool = False

    def broken(self, checked: Checked) -> list[str]:
        """Give the ids that the paper's own argument uses and that are refuted."""
        ids = checked.entry.relies_on
        return [id_ for id_ in ids if self.known[id_].verdict is Verdict.REFUTED]

    def survival(self, checked: Checked) -> str:
        """Say whether an entry stands though its printed proof relies on something refuted."""
        broken = self.broken(checked)
        if not broken:
            return ""
        be = "is" if len(broken) == 1 else "are"
        rest = f"its printed proof relies on {listed(broken)}, which {be} refuted"
        match checked.verdict:
            case Verdict.PROVED:
                return f"true although {rest}"
            case Verdict.REDUCED:
                return f"reduced to checked arithmetic although {rest}"
            case Verdict.REFUTED if checked.repaired:
                return f"refuted, but proved in a repaired form although {rest}"
            case Verdict.REFUTED:
                return f"refuted, and {rest}"
            case Verdict.UNKNOWN:
                return f"open, and {rest}"
            case _:
                return ""

    def counts(self) -> Counter[Verdict]:
        """How many entries have each verdict."""
        return Counter(checked.verdict for checked in self.asked)


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def find(name: str) -> Entry:
    """Give the entry with this id or slug."""
    for entry in entries():
        if name.lower() in (entry.id.lower(), entry.slug):
            return entry
    raise InputError(f"{shown(name)} is no id or slug of the ledger (imab-verify show lists them)")


# --- deciding ----------------------------------------------------------------------------------


def check(
    asked: Sequence[Entry],
    *,
    parts: Sequence[Part] = DECIDED,
    workers: int = WORKERS,
    seconds: float = SECONDS,
    scheduler: str | None = None,
    cache: Cache | None = None,
    report: Callable[[int], None] | None = None,
) -> Ledger:
    """Decide the entries, and the literal readings of what their printed proofs rely on.

    `report` hears how many claims are done. Ctrl-C ends it with what is done.
    """
    keys = keys_of(asked, parts)
    outcomes: dict[Key, Outcome] = {}
    interrupted = False
    try:
        decided = decide_keys(
            keys, workers=workers, seconds=seconds, cache=cache, scheduler=scheduler
        )
        for key, outcome in decided:
            outcomes[key] = outcome
            if report is not None:
                report(len(outcomes))
    except KeyboardInterrupt:
        interrupted = True
    open_ = Outcome(Verdict.UNKNOWN, "", "interrupted before it was decided", 0)

    def checked(entry: Entry) -> Checked:
        own = [key for key in keys if key.id == entry.id]
        results = [Result(key, key.reading(), outcomes.get(key, open_)) for key in own]
        return Checked(entry, tuple(results))

    known = {entry.id: checked(entry) for entry in (*asked, *_relied_on(asked))}
    return Ledger(tuple(known[entry.id] for entry in asked), known, interrupted)


def keys_of(asked: Sequence[Entry], parts: Sequence[Part] = DECIDED) -> list[Key]:
    """Give the keys of all readings that `check` decides."""
    pairs = [(entry, part) for entry in asked for part in parts]
    pairs += [(entry, Part.LITERAL) for entry in _relied_on(asked)]
    return [Key(e.id, part, n) for e, part in pairs for n in range(len(getattr(e, part)))]


def _relied_on(asked: Sequence[Entry]) -> list[Entry]:
    """Give what the printed proofs rely on and what was not asked for itself."""
    ids = {entry.id for entry in asked}
    used = {id_ for entry in asked for id_ in entry.relies_on}
    return [entry for entry in entries() if entry.id in used - ids]


def decide_keys(
    keys: Sequence[Key],
    *,
    workers: int,
    seconds: float,
    cache: Cache | None,
    scheduler: str | None = None,
) -> Iterator[tuple[Key, Outcome]]:
    """Give every reading's outcome: from the cache, or else from the workers, as they come."""
    left = []
    for key in keys:
        kept = _from_cache(key.reading(), cache)
        if kept is None:
            left.append(key)
        else:
            yield key, kept
    same = _by_claim(left)
    task = partial(_decide, seconds=seconds / 2)
    answers = run_all(task, list(same), workers=workers, seconds=seconds, scheduler=scheduler)
    for key, answer in answers:
        if isinstance(answer, Failure):
            outcome = Outcome(Verdict.UNKNOWN, "", answer.reason, seconds)
        else:
            question = key.reading().question()
            outcome = confirm_outcome(question, answer)
            if cache is not None and outcome.certificate:
                cache.put(question, outcome.certificate)
        yield key, outcome
        for other in same[key]:
            yield other, replace(outcome, seconds=0)


def _by_claim(keys: Sequence[Key]) -> dict[Key, list[Key]]:
    """One key for each claim, with the others that say the same; those that help come first.

    Claims about runs take longest, so they are begun first.
    """
    same: dict[object, list[Key]] = {}
    for key in sorted(keys, key=lambda key: not (key.reading().multipliers or key.reading().tries)):
        same.setdefault(_identity(key.reading()) or key, []).append(key)
    groups = sorted(same.values(), key=lambda group: group[0].reading().run is None)
    return {first: others for first, *others in groups}


def _identity(reading: Reading) -> Claims | None:
    """What a reading claims; None if it cannot be read, which its worker will complain about."""
    try:
        return reading.question().claims()
    except InputError:
        return None


def _decide(key: Key, seconds: float) -> Outcome:
    """Work of a worker."""
    return decide_reading(key.reading(), seconds=seconds)


def _from_cache(reading: Reading, cache: Cache | None) -> Outcome | None:
    """The outcome with a kept certificate, if the kernel accepts that."""
    if cache is None:
        return None
    try:
        question = reading.question()
    except InputError:
        return None
    text = cache.get(question) or ""
    outcome = confirm_outcome(question, Outcome(Verdict.UNKNOWN, text, "", 0))
    return outcome if outcome.certificate else None


# --- the record --------------------------------------------------------------------------------


def recorded() -> dict[str, Any]:
    """Give the verdicts on record: compared with what comes out, and used for nothing else."""
    record: dict[str, Any] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return record


def record(ledger: Ledger) -> None:
    """Put the verdicts of the asked entries on record."""
    fresh = {checked.entry.id: checked.verdicts() for checked in ledger.asked}
    merged = {**recorded(), **fresh}
    rows = [f" {json.dumps(e.id)}: {json.dumps(merged[e.id])}" for e in entries() if e.id in merged]
    write_file(EXPECTED, "{\n" + ",\n".join(rows) + "\n}\n")


def differences(ledger: Ledger) -> list[str]:
    """Say where the asked entries differ from the record, one sentence each."""
    record = recorded()
    return [
        f"{checked.entry.id}: {sentence}"
        for checked in ledger.asked
        for sentence in _differences(record.get(checked.entry.id), checked.verdicts())
    ]


def _differences(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> Iterator[str]:
    if old is None:
        yield f"{new['verdict']}, and nothing is on record"
        return
    if old["verdict"] != new["verdict"]:
        yield f"{new['verdict']}, on record is {old['verdict']}"
    for part in DECIDED:
        if old[part] != new[part]:
            yield f"{part} are {_row(new[part])}, on record is {_row(old[part])}"


def _row(verdicts: Sequence[str]) -> str:
    return ", ".join(verdicts) or "nothing"
