"""The verdicts that are expected: compared with what comes out, and used for nothing else.

The record of a paper has the verdicts of all readings. An entry may also say itself what is
expected. If neither does, it is expected that the entry is true.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from imab_verify.errors import InputError
from imab_verify.files import show_path, write_file
from imab_verify.ledger.check import Checked, Ledger
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Part, Status


def read_record(paper: Paper) -> dict[str, Any]:
    """The verdicts on record; none, if there is no record yet."""
    try:
        text = paper.record.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError):
        raise InputError(f"the record {show_path(paper.record)} cannot be read") from None
    try:
        record = json.loads(text)
        if all("verdict" in row for row in record.values()):
            return dict(record)
    except (ValueError, AttributeError, TypeError):
        pass
    raise InputError(
        f"the record {show_path(paper.record)} is damaged: remove it, and make it with --record"
    )


def record(ledger: Ledger) -> None:
    """Put the verdicts of the asked entries on record."""
    fresh = {checked.entry.id: checked.verdicts() for checked in ledger.asked}
    merged = {**read_record(ledger.paper), **fresh}
    ids = [entry.id for entry in ledger.paper.entries if entry.id in merged]
    rows = [f" {json.dumps(id_)}: {json.dumps(merged[id_])}" for id_ in ids]
    write_file(ledger.paper.record, "{\n" + ",\n".join(rows) + "\n}\n")


def differences(ledger: Ledger) -> list[str]:
    """Differences between the asked entries and what is expected, one sentence each.

    Of an entry to which the check did not come nothing is said, unless its verdict is clear.
    """
    kept = read_record(ledger.paper)
    strict = ledger.paper.record.exists()
    return [
        f"{checked.entry.id}: {sentence}"
        for checked in ledger.asked
        for sentence in _compare(kept.get(checked.entry.id), checked, strict=strict)
    ]


def expected_verdicts(ledger: Ledger) -> dict[str, Status | None]:
    """The verdict that is expected of each asked entry, by its id."""
    kept = read_record(ledger.paper)
    return {
        c.entry.id: c.entry.expect
        or (Status(kept[c.entry.id]["verdict"]) if c.entry.id in kept else None)
        for c in ledger.asked
    }


def is_undecided(ledger: Ledger) -> bool:
    """Whether an entry is open of which nothing is expected, in a paper without a record."""
    open_ = (c.entry for c in ledger.asked if c.verdict is Status.UNKNOWN)
    return not ledger.paper.record.exists() and any(entry.expect is None for entry in open_)


def _compare(old: Mapping[str, Any] | None, checked: Checked, *, strict: bool) -> Iterator[str]:
    expect, verdict = checked.entry.expect, checked.verdict
    if not checked.reached:
        wanted = expect or (Status(old["verdict"]) if old is not None else verdict)
        if verdict not in (Status.UNKNOWN, wanted):
            yield f"{verdict}, expected is {wanted}"
        return
    if expect is not None and verdict is not expect:
        yield f"{verdict}, expected is {expect}"
    elif old is not None or (strict and expect is None):
        yield from _differences(old, checked.verdicts())
    elif expect is None and verdict is Status.REFUTED:
        yield f"{verdict}, expected is {Status.PROVED}"


def _differences(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> Iterator[str]:
    if old is None:
        yield f"{new['verdict']}, and nothing is on record"
        return
    if old["verdict"] != new["verdict"]:
        yield f"{new['verdict']}, on record is {old['verdict']}"
    if old.get("fails") != new.get("fails"):
        fails, before = new.get("fails", "not said how"), old.get("fails", "not said how")
        yield f"fails {fails}, on record is {before}"
    for part in Part:
        if old.get(part, []) != new[part]:
            yield f"{part} are {_row(new[part])}, on record is {_row(old.get(part, []))}"


def _row(verdicts: Sequence[str]) -> str:
    return ", ".join(verdicts) or "nothing"
