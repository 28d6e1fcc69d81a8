"""The verdicts on record: compared with what comes out, and used for nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from imab_verify.ledger.check import Ledger
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Part


def recorded(paper: Paper) -> dict[str, Any]:
    """The verdicts on record; none, if there is no record yet."""
    try:
        text = paper.record.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    record: dict[str, Any] = json.loads(text)
    return record


def record(ledger: Ledger) -> None:
    """Put the verdicts of the asked entries on record."""
    fresh = {checked.entry.id: checked.verdicts() for checked in ledger.asked}
    merged = {**recorded(ledger.paper), **fresh}
    ids = [entry.id for entry in ledger.paper.entries if entry.id in merged]
    rows = [f" {json.dumps(id_)}: {json.dumps(merged[id_])}" for id_ in ids]
    ledger.paper.record.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def differences(ledger: Ledger) -> list[str]:
    """Where the asked entries differ from the record, one sentence each."""
    kept = recorded(ledger.paper)
    return [
        f"{checked.entry.id}: {sentence}"
        for checked in ledger.asked
        for sentence in _differences(kept.get(checked.entry.id), checked.verdicts())
    ]


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
