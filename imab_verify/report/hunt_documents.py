"""A hunt as JSON documents and as CSV. Rationals are text, arms are counted from 1."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from counterexample_search.problem import Goal
from counterexample_search.store import Cell, StoredClaim
from imab_verify.model.files import instance_to_json
from imab_verify.model.rationals import show_ratio
from imab_verify.simulation.stepwise import ratio

COLUMNS = (
    "policy",
    "objective",
    "k",
    "T",
    "score",
    "supremum",
    "horizon",
    "pulls",
    "evaluations",
    "seconds",
    "faults",
)


def cells_document(cells: Sequence[Cell], *, interrupted: bool) -> dict[str, Any]:
    """Every cell, and the best of all."""
    scored = [(cell.best.score, cell) for cell in cells if cell.best is not None]
    top = max(scored, key=lambda pair: pair[0])[1] if scored else None
    first = cells[0].problem
    return {
        "policy": first.policy,
        "objective": str(first.goal),
        "best": None if top is None else best_document(top),
        "evaluations": sum(cell.evaluations for cell in cells),
        "seconds": round(sum(cell.seconds for cell in cells), 3),
        "interrupted": interrupted,
        "cells": [_cell_document(cell) for cell in cells],
    }


def _cell_document(cell: Cell) -> dict[str, Any]:
    return {
        "k": cell.problem.k,
        "T": cell.problem.T,
        "best": best_document(cell),
        "evaluations": cell.evaluations,
        "seconds": round(cell.seconds, 3),
        "faults": [
            {"fault": fault.sentence, "instance": instance_to_json(fault.instance)}
            for fault in cell.faults
        ],
    }


def best_document(cell: Cell) -> dict[str, Any] | None:
    """The record of a cell; `supremum` is what instances that play like it come close to."""
    if cell.best is None:
        return None
    record, limit = cell.best.evaluation, cell.best.supremum
    opt, score = record.instance.opt(record.horizon), record.score.value
    regret = score if cell.problem.goal is Goal.REGRET else None
    return {
        "score": show_ratio(score),
        "ratio": show_ratio(score if regret is None else ratio(opt, opt - regret)),
        "supremum": None if limit is None else show_ratio(limit),
        "k": cell.problem.k,
        "T": cell.problem.T,
        "horizon": record.horizon,
        "pulls": None if record.pulls is None else list(record.pulls),
        "opt_arm": record.instance.opt_arm(record.horizon) + 1,
        "judged": cell.best.confirmation.by_kernel,
        "rests_on": list(cell.best.confirmation.rests_on(cell.problem.policy)),
        "found_by": cell.best.found_by,
        "settled": cell.best.settled,
        "instance": instance_to_json(record.instance),
    }


def holdings_document(
    store: str, cells: Sequence[Cell], claims: Sequence[StoredClaim]
) -> dict[str, Any]:
    """Everything that a store holds."""
    return {
        "store": store,
        "cells": [
            {
                "policy": held.problem.policy,
                "objective": held.problem.goal,
                "k": held.problem.k,
                "T": held.problem.T,
                "key": held.problem.key,
                "score": None if held.best is None else show_ratio(held.best.score.value),
                "judged": held.best is not None and held.best.confirmation.by_kernel,
                "found_by": "" if held.best is None else held.best.found_by,
                "instance": None
                if held.best is None
                else instance_to_json(held.best.evaluation.instance),
                "evaluations": held.evaluations,
                "seconds": round(held.seconds, 3),
                "slices": held.slices,
                "open_slices": held.open_slices,
                "faults": [fault.sentence for fault in held.faults],
                "history": [
                    {
                        "seconds": round(step.seconds, 3),
                        "score": show_ratio(step.score.value),
                        "found_by": step.layer,
                    }
                    for step in held.history
                ],
            }
            for held in cells
        ],
        "claims": [
            {
                "statement": claim.statement,
                "cells": list(claim.cells),
                "calls": claim.work.calls,
                "evaluations": claim.work.evaluations,
                "refuted": claim.refuted,
            }
            for claim in claims
        ],
    }


def cells_csv(cells: Sequence[Cell]) -> str:
    """A row for every cell, with exact numbers."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for cell in cells:
        best = best_document(cell) or {}
        writer.writerow(
            [
                cell.problem.policy,
                cell.problem.goal,
                cell.problem.k,
                cell.problem.T,
                best.get("score", ""),
                best.get("supremum") or "",
                best.get("horizon", ""),
                " ".join(map(str, best.get("pulls") or [])),
                cell.evaluations,
                f"{cell.seconds:.3f}",
                len(cell.faults),
            ]
        )
    return text.getvalue()
