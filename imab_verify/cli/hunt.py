"""imab-verify hunt: look for the instances that hurt a policy most, or that refute a claim."""

from __future__ import annotations

import csv
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from imab_verify.cli.common import (
    BAD_INPUT,
    DIFFERS,
    OK,
    UNKNOWN,
    Span,
    Whole,
    emit,
    json_option,
    rational,
    say,
)
from imab_verify.model.errors import InputError, shown
from imab_verify.model.files import instance_to_json

if TYPE_CHECKING:
    from counterexample_search.campaign import Campaign, Cell
    from counterexample_search.problem import Problem
    from imab_verify.kernel import Certificate

SECONDS = 10.0
MOST_PULLS = 100_000
MOST_CELLS = 5000
LONG = 600
"""Arms of a fault that take more characters are left to --json."""
OBJECTIVES = ("ratio", "anytime", "regret")
CLASSES = ("concave", "concave-from-1", "monotone")


class Seconds(click.ParamType):  # type: ignore[type-arg]  # generic only in newer click
    """A positive number of seconds, such as 60 or 0.5."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number."""
        del ctx
        if isinstance(value, float):
            return value
        where = param.opts[-1] if param is not None else "the time"
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", str(value)) or float(value) == 0:
            raise InputError(f"{where} must be a positive number of seconds, not {shown(value)}")
        return float(value)


@click.command()
@click.option("--policy", metavar="NAME", help="A built-in policy, or package.module:name.")
@click.option("-o", "--option", multiple=True, metavar="KEY=VALUE", help="An option of the policy.")
@click.option("-k", "k", type=Span(1), help="Number of arms, or a range such as 2..8.")
@click.option("-T", "T", type=Span(1), help="Horizon, or a range such as 20..200.")
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="ratio",
    show_default=True,
    help="OPT/ALG at T; its maximum over the horizons k..T; or OPT - ALG.",
)
@click.option(
    "--class",
    "kind",
    type=click.Choice(CLASSES),
    default="concave",
    show_default=True,
    help="The class of the arms.",
)
@click.option("--claim", metavar="CLAIM", help="Hunt a violation of this claim instead.")
@click.option("--given", multiple=True, metavar="CLAIM", help="A hypothesis of the claim.")
@click.option("--arm", multiple=True, metavar="f:CLASS", help="An arm of the claim.")
@click.option(
    "--count", multiple=True, metavar="N:f", help="Name N the final count of arm f of a run."
)
@click.option("--seconds", type=Seconds(), help=f"Time for all cells together [{SECONDS:g}].")
@click.option("--evaluations", type=Whole(1), help="Runs for all cells together, in the store too.")
@click.option("--seed", type=Whole(), default=0, show_default=True, help="For the draws.")
@click.option("--store", metavar="FILE", help="Keep and resume everything in this file.")
@click.option(
    "--workers", type=Whole(1), default=1, show_default=True, help="Processes on this machine."
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
@click.option("--redis", metavar="URL", help="Share hypothesis's examples over a Redis server.")
@click.option(
    "--time-limit",
    type=Seconds(),
    default=10.0,
    show_default=True,
    help="Seconds that one run of a policy of your own may take.",
)
@click.option("--csv", "csv_file", metavar="FILE", help="Write the cells to a CSV file.")
@click.option("--plot", metavar="FILE", help="Draw a heat map into a file .svg, .png or .pdf.")
@click.option("--certificate", metavar="FILE", help="Write what the kernel accepted, for replay.")
@json_option
def hunt(
    policy: str | None,
    option: tuple[str, ...],
    k: range | None,
    T: range | None,
    objective: str,
    kind: str,
    claim: str | None,
    given: tuple[str, ...],
    arm: tuple[str, ...],
    count: tuple[str, ...],
    seconds: float | None,
    evaluations: int | None,
    seed: int,
    store: str | None,
    workers: int,
    scheduler: str | None,
    redis: str | None,
    time_limit: float,
    csv_file: str | None,
    plot: str | None,
    certificate: str | None,
    as_json: bool,
) -> int:
    """Look for the instances that hurt a policy most.

    What is found is exact, is played again pull by pull and is judged by the kernel before it is
    reported. It is a lower bound on the worst case, not a proof that there is nothing worse.

    With --claim the hunt is for a violation of a claim. Exit code: 1 if it is refuted, 3 if no
    violation was found.

    \b
    Examples:
      imab-verify hunt --policy algorithm-1 -k 3 -T 12
      imab-verify hunt --policy greedy -k 2..4 -T 10..40 --seconds 60 --plot map.svg
      imab-verify hunt --policy my_policies:Optimist -k 2 -T 30 --store hunt.db --workers 2
      imab-verify hunt --claim "OPT(T) <= 32*k*ALG(T)" --policy algorithm-1 -k 48 -T 96
    """  # noqa: D301  click reads the backspace
    from imab_verify.report.figures import check_figure_path

    if plot is not None:
        check_figure_path(plot)
    if seconds is None and evaluations is None:
        seconds = SECONDS
    if claim is not None:
        _only_for_cells(
            {
                "--store": store,
                "--scheduler": scheduler,
                "--redis": redis,
                "--csv": csv_file,
                "--plot": plot,
                "--workers": None if workers == 1 else workers,
            }
        )
        problems = _problems(policy, option, k, T, objective, kind) if policy else []
        return _hunt_claim(
            claim, given, arm, count, problems, seed, seconds, evaluations, certificate, as_json
        )
    if given or arm or count:
        raise InputError("--given, --arm and --count belong to a claim: give one with --claim")
    problems = _problems(policy, option, k, T, objective, kind)
    if certificate is not None and len(problems) > 1:
        raise InputError("--certificate is for one cell: give one -k and one -T")
    from counterexample_search.campaign import Settings

    settings = Settings(seed, seconds, evaluations, workers, scheduler, time_limit, None, redis)
    campaign, cells = _campaign(problems, settings, store)
    return _report(campaign, cells, csv_file, plot, certificate, as_json)


# --- cells -------------------------------------------------------------------------------------


def _problems(
    policy: str | None,
    option: Sequence[str],
    k: range | None,
    T: range | None,
    objective: str,
    kind: str,
) -> list[Problem]:
    """Make the cells, and see that the policy can be built and has the objective."""
    from counterexample_search.objective import Goal, check_goal
    from counterexample_search.problem import Problem
    from imab_verify.kernel import ArmClass
    from imab_verify.policies.options import parse_options

    if policy is None:
        raise InputError("a hunt needs a policy: give one with --policy")
    if k is None or T is None:
        raise InputError("a hunt needs a number of arms -k and a horizon -T")
    if T[-1] > MOST_PULLS:
        raise InputError(
            f"-T must be at most {MOST_PULLS}, since every record is played again pull by pull"
        )
    if len(k) * len(T) > MOST_CELLS:
        raise InputError(f"-k and -T span {len(k) * len(T)} cells: give at most {MOST_CELLS}")
    options = tuple(sorted(parse_options(option).items()))
    cells = [
        Problem(policy, arms, horizon, options, Goal(objective), ArmClass(kind))
        for arms in k
        for horizon in T
    ]
    with redirect_stdout(sys.stderr):
        check_goal(cells[0].build(), cells[0].goal)
    return cells


def _campaign(
    problems: Sequence[Problem], settings: Any, store: str | None
) -> tuple[Campaign, list[Cell]]:
    """Run the campaign, in the given store or in one that is thrown away."""
    from dataclasses import replace

    from counterexample_search.campaign import Campaign
    from counterexample_search.databases import check_redis
    from counterexample_search.store import Store
    from imab_verify.report.hunt_tables import live

    if settings.redis is not None:
        check_redis(settings.redis)
    if store is not None:
        settings = replace(settings, database=f"{store}.examples")
    with tempfile.TemporaryDirectory() as spare, Store(store or Path(spare) / "hunt.db") as opened:
        with live() as refresh:
            campaign = Campaign(problems, settings, opened, refresh)
            campaign.run()
        return campaign, campaign.cells()


def _report(
    campaign: Campaign,
    cells: list[Cell],
    csv_file: str | None,
    plot: str | None,
    certificate: str | None,
    as_json: bool,
) -> int:
    if csv_file is not None:
        _write_csv(cells, csv_file)
    if plot is not None:
        _plot(cells, plot)
    if certificate is not None:
        _write_certificate(_certified(cells[0]), certificate)
    if as_json:
        emit(document(cells, interrupted=campaign.interrupted))
    else:
        _show(cells, interrupted=campaign.interrupted)
    for found in cells:
        for sentence, instance in found.faults:
            text = json.dumps(instance_to_json(instance)["arms"])
            where = text if len(text) <= LONG else "in --json"
            say(f"k = {found.problem.k}, T = {found.problem.T}: {sentence} (the arms: {where})", OK)
    if not any(found.best is not None for found in cells):
        return say("no instance was played to its end in a way that could be repeated", BAD_INPUT)
    return OK


def document(cells: Sequence[Cell], *, interrupted: bool) -> dict[str, Any]:
    """Give the JSON document: every cell, and the best of all. Rationals are text."""
    ranked = [found for found in cells if found.best is not None]
    top = max(ranked, key=lambda found: found.best.evaluation.score) if ranked else None  # type: ignore[union-attr]
    first = cells[0].problem
    return {
        "policy": first.policy,
        "objective": str(first.goal),
        "best": None if top is None else _best(top),
        "evaluations": sum(found.evaluations for found in cells),
        "seconds": round(sum(found.seconds for found in cells), 3),
        "interrupted": interrupted,
        "cells": [_cell(found) for found in cells],
    }


def _cell(found: Cell) -> dict[str, Any]:
    return {
        "k": found.problem.k,
        "T": found.problem.T,
        "best": None if found.best is None else _best(found),
        "evaluations": found.evaluations,
        "seconds": round(found.seconds, 3),
        "faults": [
            {"fault": sentence, "instance": instance_to_json(instance)}
            for sentence, instance in found.faults
        ],
    }


def _best(found: Cell) -> dict[str, Any]:
    """Give a record; `supremum` is what instances that play like it come arbitrarily close to."""
    if found.best is None:
        return {}
    record, limit = found.best.evaluation, found.best.limit
    ratio = record.score.value
    if str(found.problem.goal) == "regret":
        ratio = _ratio_of_regret(record.instance.opt(record.horizon), record.score.value)
    return {
        "score": rational(record.score.value),
        "ratio": rational(ratio),
        "supremum": None if limit is None else rational(limit),
        "k": found.problem.k,
        "T": found.problem.T,
        "horizon": record.horizon,
        "pulls": None if record.pulls is None else list(record.pulls),
        "opt_arm": record.instance.opt_arm(record.horizon) + 1,
        "judged": found.best.judged,
        "instance": instance_to_json(record.instance),
    }


def _ratio_of_regret(opt: Any, regret: Any) -> Any:
    from imab_verify.simulation.run import ratio

    return ratio(opt, opt - regret)


def _show(cells: Sequence[Cell], *, interrupted: bool) -> None:
    from imab_verify.report import hunt_tables, run_tables, terminal
    from imab_verify.simulation.run import Run

    screen = terminal.console()
    first = cells[0].problem
    how = ", interrupted" if interrupted else ""
    screen.print(f"hunt against {shown(first.policy)}, arms of class {first.kind}{how}")
    screen.print(hunt_tables.cells_table(cells))
    if len(cells) == 1 and (held := cells[0].best) is not None:
        record = held.evaluation
        if record.pulls is not None:
            run = Run(
                record.instance,
                first.policy,
                record.horizon,
                record.pulls,
                record.instance.collected(record.pulls),
            )
            screen.print(run_tables.arms_table(run))
        screen.print(f"the instance in full: --json; judged by the kernel at T = {record.horizon}")


def _write_csv(cells: Sequence[Cell], path: str) -> None:
    try:
        with Path(path).open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(
                [
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
                ]
            )
            for found in cells:
                best = _best(found)
                pulls = " ".join(map(str, best.get("pulls") or []))
                writer.writerow(
                    [
                        found.problem.policy,
                        found.problem.goal,
                        found.problem.k,
                        found.problem.T,
                        best.get("score", ""),
                        best.get("supremum") or "",
                        best.get("horizon", ""),
                        pulls,
                        found.evaluations,
                        f"{found.seconds:.3f}",
                        len(found.faults),
                    ]
                )
    except OSError as error:
        raise InputError(f"{shown(path)}: cannot be written: {error.strerror}") from None


def _plot(cells: Sequence[Cell], path: str) -> None:
    from imab_verify.report.figures import save_figure
    from imab_verify.report.heatmap import draw_heatmap
    from imab_verify.report.hunt_tables import NAMES

    scores = {
        (found.problem.k, found.problem.T): found.best.evaluation.score.value
        for found in cells
        if found.best is not None
    }
    first = cells[0].problem
    save_figure(draw_heatmap(scores, first.policy, NAMES[str(first.goal)]), path)


def _certified(found: Cell) -> Certificate:
    from counterexample_search.judge import judge

    if found.best is None:
        raise InputError("there is no record to certify")
    record = judge(found.best.evaluation, found.problem.build(), found.problem.goal)
    if record.certificate is None:
        raise InputError(
            "--certificate needs a policy that the kernel can play (algorithm-1, round-robin) and "
            "concave arms"
        )
    return record.certificate


def _write_certificate(certificate: Certificate, path: str) -> None:
    from imab_verify.language.documents import dumps

    try:
        Path(path).write_text(dumps(certificate), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{shown(path)}: cannot be written: {error.strerror}") from None


# --- claims ------------------------------------------------------------------------------------


def _only_for_cells(given: dict[str, Any]) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name} is not for a hunt with --claim: leave it out")


def _hunt_claim(
    text: str,
    given: Sequence[str],
    arm: Sequence[str],
    count: Sequence[str],
    problems: Sequence[Problem],
    seed: int,
    seconds: float | None,
    evaluations: int | None,
    certificate: str | None,
    as_json: bool,
) -> int:
    """Hunt a violation of a claim, cell by cell for a claim about a run."""
    import time

    from counterexample_search.claims import ClaimHunt, run_of
    from counterexample_search.interrupts import Interrupt
    from counterexample_search.searcher import Budget
    from imab_verify.language import read_arms, read_question, show_claim

    run = run_of(problems[0], _counts(count)) if problems else None
    claim = read_question(text, given, read_arms(arm), run=run).claim
    end = None if seconds is None else time.monotonic() + seconds
    with Interrupt() as interrupt:
        budget = Budget(evaluations, stop=interrupt)
        search = ClaimHunt(claim, seed, budget)
        if not problems:
            budget.deadline = end
            search.about_arms()
        for number, problem in enumerate(problems):
            now = time.monotonic()
            if end is not None:
                budget.deadline = now + (end - now) / (len(problems) - number)
            if evaluations is not None:
                share = (evaluations - budget.used) // (len(problems) - number)
                budget.evaluations = budget.used + share
            search.about_runs(problem)
            if search.certificate is not None or interrupt.asked:
                break
    found = search.certificate
    if found is not None and certificate is not None:
        _write_certificate(found, certificate)
    if as_json:
        emit(_claim_document(show_claim(claim), found, budget.used))
    else:
        _show_claim(show_claim(claim), found, budget.used)
    return UNKNOWN if found is None else DIFFERS


def _counts(declared: Sequence[str]) -> dict[str, str]:
    counts: dict[str, str] = {}
    for text in declared:
        name, colon, arm = text.partition(":")
        if not colon or not name or not arm:
            raise InputError(f"--count {shown(text)} is not of the form N:f")
        if name in counts:
            raise InputError(f"--count names {shown(name)} twice")
        counts[name] = arm
    return counts


def _claim_document(statement: str, found: Certificate | None, evaluations: int) -> dict[str, Any]:
    from imab_verify.report import counterexamples

    shown_point = None
    if found is not None:
        shown_point = counterexamples.document(counterexamples.counterexample(found))
    return {
        "statement": statement,
        "verdict": "unknown" if found is None else "refuted",
        "counterexample": shown_point,
        "evaluations": evaluations,
    }


def _show_claim(statement: str, found: Certificate | None, evaluations: int) -> None:
    from imab_verify.report import counterexamples, terminal

    screen = terminal.console()
    screen.print(f"claim: {statement}")
    if found is None:
        screen.print(f"no violation found in {evaluations} evaluations")
        return
    screen.print(f"refuted, as the kernel confirms ({evaluations} evaluations)")
    for line in counterexamples.lines(counterexamples.counterexample(found)):
        screen.print(line)
