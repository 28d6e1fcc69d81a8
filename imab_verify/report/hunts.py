"""The answers of a hunt: its cells, live while it goes on, what a store holds, and claims.

In documents rationals are text, and arms are counted from 1.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table

from counterexample_search.campaign import Campaign
from counterexample_search.judging import NOT_STANDING, Record
from counterexample_search.problem import Goal, Problem
from counterexample_search.store import Cell, StoredClaim
from imab_verify.deciding.certify import Certified, Verdict
from imab_verify.errors import quote
from imab_verify.model.files import instance_to_json
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_ratio
from imab_verify.report import counterexamples
from imab_verify.report.counterexamples import Counterexample
from imab_verify.report.outlines import count_of
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply, reply_html
from imab_verify.report.runs import arms_table
from imab_verify.report.terminal import console, count, pair, table
from imab_verify.simulation.stepwise import FinishedRun, ratio

COLUMNS = ("policy", "objective", "k", "T", "score", "supremum", "horizon", "pulls",
           "evaluations", "seconds", "faults")  # fmt: skip


MOST_ROWS = 24
EVERY = 0.25
"""Seconds between two pictures."""
LONG = 600
"""Arms of a fault that take more characters are left to --json."""
SETTLES = "exact engine"
NAMES = {
    Goal.RATIO: "OPT/ALG",
    Goal.ANYTIME: "OPT/ALG at some t <= T",
    Goal.REGRET: "OPT - ALG",
}


# --- a policy ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Best:
    """The record of one size; `horizon` is T, unless the objective is anytime.

    ratio: OPT/ALG there, None being infinite. score: what was maximised. supremum: what instances
    that are played in the same way come close to, where that is known. pulls: None for a
    randomised policy.
    """

    instance: Instance
    k: int
    T: int
    horizon: int
    score: Fraction | None
    ratio: Fraction | None
    supremum: Fraction | None
    pulls: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Hunt(Reply):
    """The result of a hunt: every size, and whether it was interrupted.

    certificates: of the records, by k and T, if they were asked for. troubles: what ended the hunt
    early, a full disk or a lost cluster, one sentence each. notes: what else is to be known about
    the store.
    """

    cells: tuple[Cell, ...]
    interrupted: bool
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    certificates: Mapping[tuple[int, int], str] = field(default_factory=dict, repr=False)

    @property
    def certificate(self) -> str | None:
        """The certificate of a hunt over a single size."""
        return next(iter(self.certificates.values()), None) if len(self.cells) == 1 else None

    @property
    def best(self) -> Best | None:
        """The best record of all sizes; None if no instance was played to its end."""
        cell = self._best_cell()
        return None if cell is None or cell.best is None else _best(cell.problem, cell.best)

    def _best_cell(self) -> Cell | None:
        scored = [(cell.best.score, cell) for cell in self.cells if cell.best is not None]
        return max(scored, key=lambda pair: pair[0])[1] if scored else None

    @property
    def evaluations(self) -> int:
        """The number of runs that were played."""
        return sum(cell.evaluations for cell in self.cells)

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the policy, one sentence each, with arms that show it if they are short."""
        sentences = []
        for cell in self.cells:
            for fault in cell.faults:
                arms = json.dumps(instance_to_json(fault.instance)["arms"])
                where = arms if len(arms) <= LONG else "in --json"
                sentences.append(f"{_size(cell)}: {fault.sentence} (the arms: {where})")
        return tuple(sentences)

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --json`."""
        top = self._best_cell()
        first = self.cells[0].problem
        return {
            "policy": first.policy,
            "objective": str(first.goal),
            "best": None if top is None else _best_document(top),
            "evaluations": self.evaluations,
            "seconds": round(sum(cell.seconds for cell in self.cells), 3),
            "interrupted": self.interrupted,
            "cells": [_cell_document(cell) for cell in self.cells],
        }

    def to_csv(self) -> str:
        """A row for every size, with exact numbers."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        for cell in self.cells:
            problem, best = cell.problem, _best_document(cell) or {}
            writer.writerow(
                [
                    *(problem.policy, problem.goal, problem.k, problem.T),
                    *(best.get(name) or "" for name in ("score", "supremum", "horizon")),
                    " ".join(map(str, best.get("pulls") or [])),
                    *(cell.evaluations, f"{cell.seconds:.3f}", len(cell.faults)),
                ]
            )
        return text.getvalue()

    def draw(self, path: str) -> None:
        """Draw a heat map of the sizes into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, draw_cells, save_figure

        check_figure_path(path)
        save_figure(draw_cells(self.cells), path)

    def show(self, screen: Console) -> None:
        """Print the sizes and, of a single one, the arms of its record."""
        cells, first, top = self.cells, self.cells[0].problem, self._best_cell()
        how = ", interrupted" if self.interrupted else ""
        screen.print(f"hunt against {quote(first.policy)}, arms of class {first.kind}{how}")
        rows = [
            (c.problem, c.best, (_supremum(c), c.evaluations, f"{c.seconds:.1f}")) for c in cells
        ]
        screen.print(_cells_table(rows, ["supremum", "evaluations", "seconds"]))
        if len(cells) > 1 and top is not None:
            screen.print(f"worst {NAMES[first.goal]}: {_score(top.best)}, at {_size(top)}")
        if len(cells) == 1 and cells[0].best is not None:
            _show_record(screen, first, cells[0].best)
        if any(cell.best is not None and cell.best.supremum is not None for cell in cells):
            screen.print("supremum: as the engines have it, not certified here")

    def _repr_html_(self) -> str:
        from imab_verify.report.replies import reply_with_instance

        best = self.best
        return Reply._repr_html_(self) if best is None else reply_with_instance(self, best.instance)


def _best(problem: Problem, held: Record) -> Best:
    record, score = held.evaluation, held.score.value
    opt = record.instance.opt(record.horizon)
    regret = problem.goal is Goal.REGRET
    return Best(
        instance=record.instance,
        k=problem.k,
        T=problem.T,
        horizon=record.horizon,
        score=score,
        ratio=ratio(opt, opt - score) if score is not None and regret else score,
        supremum=held.supremum,
        pulls=record.pulls,
    )


def _cell_document(cell: Cell) -> dict[str, Any]:
    return {
        "k": cell.problem.k,
        "T": cell.problem.T,
        "best": _best_document(cell),
        "evaluations": cell.evaluations,
        "seconds": round(cell.seconds, 3),
        "faults": [
            {"fault": fault.sentence, "instance": instance_to_json(fault.instance)}
            for fault in cell.faults
        ],
    }


def _best_document(cell: Cell) -> dict[str, Any] | None:
    """The record of a cell; `supremum` is what instances that play like it come close to."""
    held = cell.best
    if held is None:
        return None
    best = _best(cell.problem, held)
    return {
        "score": show_ratio(best.score),
        "ratio": show_ratio(best.ratio),
        "supremum": None if best.supremum is None else show_ratio(best.supremum),
        "k": best.k,
        "T": best.T,
        "horizon": best.horizon,
        "pulls": None if best.pulls is None else list(best.pulls),
        "opt_arm": best.instance.opt_arm(best.horizon) + 1,
        "judged": held.confirmation.by_kernel,
        "rests_on": list(held.confirmation.rests_on(cell.problem.policy)),
        "found_by": held.found_by,
        "settled": held.settled,
        "instance": instance_to_json(best.instance),
    }


def _show_record(screen: Console, problem: Problem, held: Record) -> None:
    """Print the arms of a record, and who has judged it."""
    record, confirmation = held.evaluation, held.confirmation
    if record.pulls is not None:
        alg = record.instance.collected(record.pulls)
        run = FinishedRun(record.instance, problem.policy, record.horizon, alg, record.pulls)
        screen.print(arms_table(run))
    how = "judged by the kernel" if confirmation.by_kernel else "played and computed again"
    screen.print(f"the instance in full: --json; {how} at T = {record.horizon}")
    for name in confirmation.rests_on(problem.policy):
        screen.print(f"rests on {name}")


def _cells_table(
    cells: Sequence[tuple[Problem, Record | None, Sequence[object]]], columns: Sequence[str]
) -> Table:
    """A row for each of the first cells: its size, the best score, and what is in the columns."""
    rows = table(["k", "T"], [NAMES[cells[0][0].goal], "found by", *columns])
    for problem, held, more in cells[:MOST_ROWS]:
        size = str(problem.k), count(problem.T)
        rows.add_row(*size, _score(held), _show_finder(held), *map(str, more))
    if len(cells) > MOST_ROWS:
        rows.add_row("...", f"{len(cells) - MOST_ROWS} more")
    return rows


def _supremum(cell: Cell) -> str:
    """The supremum that the record of a cell comes close to."""
    limit = None if cell.best is None else cell.best.supremum
    if cell.best is None or limit is None:
        return ""
    return "attained" if limit == cell.best.score.value else pair(limit)


def _size(cell: Cell) -> str:
    return f"k = {cell.problem.k}, T = {cell.problem.T}"


def _score(held: Record | None) -> str:
    return "-" if held is None else pair(held.score.value)


@contextmanager
def watch() -> Iterator[Callable[[Campaign], None]]:
    """A picture of a campaign while it runs, on a terminal only, and the function to refresh it."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    last = 0.0
    with Live(console=screen, auto_refresh=False, transient=True) as picture:

        def refresh(campaign: Campaign) -> None:
            nonlocal last
            if time.monotonic() - last >= EVERY:
                last = time.monotonic()
                picture.update(_now(campaign), refresh=True)

        yield refresh


def _now(campaign: Campaign) -> Table:
    records = campaign.records()
    rows = _cells_table([(problem, held, (made,)) for problem, held, made in records], ["runs"])
    speed = campaign.evaluations() / max(time.monotonic() - campaign.start, 0.001)
    left = campaign.time_left()
    rows.caption = f"{speed:.0f} evaluations/s" + ("" if left is None else f", {left:.0f} s left")
    return rows


def _show_finder(held: Record | None) -> str:
    if held is None:
        return ""
    settled = held.settled and held.found_by != SETTLES
    return f"{held.found_by} (settled)" if settled else held.found_by


# --- a store -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holdings(Reply):
    """The content of a store: its cells, and the claims that were hunted."""

    store: str
    cells: tuple[Cell, ...]
    claims: tuple[StoredClaim, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --show STORE --json`."""
        return {
            "store": self.store,
            "cells": [_held_document(cell) for cell in self.cells],
            "claims": [
                {
                    "statement": claim.statement,
                    "cells": list(claim.cells),
                    "calls": claim.work.calls,
                    "evaluations": claim.work.evaluations,
                    "refuted": claim.refuted,
                }
                for claim in self.claims
            ],
        }

    def show(self, screen: Console) -> None:
        """Print a row for every cell, and the claims."""
        told = [count_of(len(self.cells), "cell")] if self.cells or not self.claims else []
        told += [count_of(len(self.claims), "claim")] if self.claims else []
        screen.print(f"{quote(self.store)}: {', '.join(told)}")
        rows = table(["policy", "k", "T"], ["score", "found by", "runs", "open", "faults"])
        for held in self.cells:
            problem = held.problem
            goal = "" if problem.goal == Goal.RATIO else f" ({problem.goal})"
            rows.add_row(
                f"{quote(problem.policy)}{goal}",
                str(problem.k),
                count(problem.T),
                _score(held.best),
                _show_finder(held.best),
                str(held.evaluations),
                f"{held.open_slices}/{held.slices}",
                str(len(held.faults)),
            )
        if self.cells:
            screen.print(rows)
        for held in self.cells:
            for fault in held.faults:
                if fault.sentence.startswith(NOT_STANDING):
                    where = quote(f"{held.problem.policy} at {_size(held)}")
                    screen.print(f"{where}, not judged: {fault.sentence}")
        for claim in self.claims:
            doubtful = "a certificate that does not stand" if claim.work.certificate else ""
            outcome = "refuted" if claim.refuted else doubtful or "no violation found"
            tried = count_of(claim.work.evaluations, "evaluation")
            screen.print(f"{outcome} in {tried}: {claim.statement}")
            for cell in claim.cells[:MOST_ROWS]:
                screen.print(f"  for {quote(cell)}")
            if len(claim.cells) > MOST_ROWS:
                screen.print(f"  and {count_of(len(claim.cells) - MOST_ROWS, 'cell')} more")


def _held_document(cell: Cell) -> dict[str, Any]:
    """A cell of a store, with its slices and the history of its record."""
    known = _cell_document(cell)
    best = known.pop("best") or {"score": None, "judged": False, "found_by": "", "instance": None}
    return known | {
        "policy": cell.problem.policy,
        "objective": cell.problem.goal,
        "key": cell.problem.key,
        **{name: best[name] for name in ("score", "judged", "found_by", "instance")},
        "slices": cell.slices,
        "open_slices": cell.open_slices,
        "faults": [fault.sentence for fault in cell.faults],
        "history": [
            {
                "seconds": round(step.seconds, 3),
                "score": show_ratio(step.score.value),
                "found_by": step.layer,
            }
            for step in cell.history
        ],
    }


# --- a claim -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimHunt(Reply):
    """A claim, refuted by an exact instance or left open.

    policy: whose run it is about. A policy that the kernel does not know is one of all policies:
    then the claim is about any policy, the counterexample lists the pulls that this one made, and
    `rests_on` says so. troubles: a store that could not be written, a cluster that was lost.
    notes: what else is to be known about the store.
    """

    statement: str
    certified: Certified | None
    evaluations: int
    policy: str | None = None
    rests_on: tuple[str, ...] = ()
    known_to_kernel: bool = True
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Refuted or unknown: a hunt proves nothing."""
        return Verdict.UNKNOWN if self.certified is None else self.certified.verdict

    @property
    def counterexample(self) -> Counterexample | None:
        """The instance at which the claim fails."""
        if self.certified is None:
            return None
        return counterexamples.counterexample(self.certified.judgement)

    @property
    def certificate(self) -> str | None:
        """The certificate that the kernel accepted, as text."""
        return None if self.certified is None else self.certified.text

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --claim ... --json`."""
        example = self.counterexample
        return {
            "statement": self.statement,
            "verdict": self.verdict.value,
            "counterexample": None if example is None else counterexamples.document(example),
            "evaluations": self.evaluations,
            "policy": self.policy,
            "known_to_kernel": self.known_to_kernel,
            "rests_on": [*self.rests_on],
        }

    def show(self, screen: Console) -> None:
        """Print the claim and what was found."""
        if not self.known_to_kernel:
            screen.print(f"policy: {self.policy}, {ANY_STANDS_FOR_IT}")
        screen.print(f"claim: {self.statement}")
        example, tried = self.counterexample, f"{self.evaluations} evaluations"
        if example is None:
            screen.print(f"no violation found in {tried}")
        else:
            screen.print(f"{self.verdict.value}, as the kernel confirms ({tried})")
            for text in counterexamples.lines(example):
                screen.print(text)
        for name in self.rests_on:
            screen.print(f"rests on the {name}")

    def _repr_html_(self) -> str:
        from imab_verify.report.answers import example_html

        example = self.counterexample
        return reply_html(self, "" if example is None else example_html(example))
