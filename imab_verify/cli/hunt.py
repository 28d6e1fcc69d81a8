"""imab-verify hunt: look for the instances that hurt a policy most, or that refute a claim."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from imab_verify.cli.common import (
    BAD_INPUT,
    DIFFERS,
    OK,
    UNKNOWN,
    Seconds,
    Span,
    Whole,
    emit,
    json_option,
    say,
    scheduler_option,
    where_option,
)
from imab_verify.errors import InputError
from imab_verify.files import check_destination, write_file

if TYPE_CHECKING:
    from counterexample_search.campaign import Hunt
    from counterexample_search.problem import Problem

SECONDS = 10.0
OBJECTIVES = ("ratio", "anytime", "regret")
CLASSES = ("concave", "concave-from-1", "monotone")
ONLY_FOR_CELLS = ("store", "scheduler", "redis", "csv_file", "plot")


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
@where_option
@click.option("--seconds", type=Seconds(), help=f"Time for all cells together [{SECONDS:g}].")
@click.option("--evaluations", type=Whole(1), help="Runs for all cells together, in the store too.")
@click.option("--seed", type=Whole(), default=0, show_default=True, help="For the draws.")
@click.option("--store", metavar="FILE", help="Keep and resume everything in this file.")
@click.option(
    "--workers", type=Whole(1), default=1, show_default=True, help="Processes on this machine."
)
@scheduler_option
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
    as_json: bool,
    **how: Any,
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
    from counterexample_search.objective import Goal
    from counterexample_search.problem import make_problems
    from imab_verify.deciding.questions import range_givens
    from imab_verify.kernel import ArmClass
    from imab_verify.policies.options import parse_options
    from imab_verify.report.figures import check_figure_path

    if how["plot"] is not None:
        check_figure_path(how["plot"])
    for file in filter(None, (how["csv_file"], how["plot"], how["certificate"])):
        check_destination(file)
    if how["seconds"] is None and how["evaluations"] is None:
        how["seconds"] = SECONDS
    problems: list[Problem] = []
    if claim is None or policy is not None:
        chosen = parse_options(option)
        with redirect_stdout(sys.stderr):
            problems = make_problems(policy, k, T, chosen, Goal(objective), ArmClass(kind))
    if claim is not None:
        how["given"] = [*how["given"], *range_givens("k", k), *range_givens("T", T)]
        return _hunt_claim(claim, problems, as_json, **how)
    return _hunt_cells(problems, as_json, **how)


def _hunt_cells(problems: Sequence[Problem], as_json: bool, **how: Any) -> int:
    from counterexample_search.campaign import Settings, hunt_cells
    from imab_verify.report import hunt_documents, hunt_tables

    if how["given"] or how["arm"] or how["where"]:
        raise InputError("--given, --arm and --where belong to a claim: give one with --claim")
    if how["certificate"] is not None and len(problems) > 1:
        raise InputError("--certificate is for one cell: give one -k and one -T")
    same = ("seed", "seconds", "evaluations", "workers", "scheduler", "redis")
    settings = Settings(**{name: how[name] for name in same}, limit=how["time_limit"])
    with hunt_tables.live() as refresh:
        done = hunt_cells(problems, settings, how["store"], refresh)
    _write_files(done, how["csv_file"], how["plot"], how["certificate"])
    if as_json:
        emit(hunt_documents.cells_document(done.cells, interrupted=done.interrupted))
    else:
        hunt_tables.print_cells(done.cells, interrupted=done.interrupted)
    for sentence in hunt_tables.fault_sentences(done.cells):
        say(sentence, OK)
    if all(cell.best is None for cell in done.cells):
        return say("no instance was played to its end in a way that could be repeated", BAD_INPUT)
    return OK


def _write_files(
    done: Hunt, csv_file: str | None, plot: str | None, certificate: str | None
) -> None:
    if csv_file is not None:
        from imab_verify.report.hunt_documents import cells_csv

        write_file(csv_file, cells_csv(done.cells))
    if plot is not None:
        from imab_verify.report.figures import save_figure
        from imab_verify.report.heatmap import draw_cells

        save_figure(draw_cells(done.cells), plot)
    if certificate is not None:
        from counterexample_search.judge import certificate_of

        [cell] = done.cells
        write_file(certificate, certificate_of(cell.problem, cell.best).text)


def _hunt_claim(text: str, problems: Sequence[Problem], as_json: bool, **how: Any) -> int:
    from counterexample_search.claims import hunt_claim, run_of
    from imab_verify.language import read_arms, read_question, show_claim
    from imab_verify.report import hunt_documents, hunt_tables

    for name in ("workers", *ONLY_FOR_CELLS):
        if how[name] not in (None, 1):
            option = f"--{name.removesuffix('_file')}"
            raise InputError(f"{option} is not for a hunt with --claim: leave it out")
    run = run_of(problems[0], how["where"]) if problems else None
    question = read_question(text, how["given"], read_arms(how["arm"]), run=run)
    budget = {name: how[name] for name in ("seed", "seconds", "evaluations")}
    done = hunt_claim(question, problems, **budget)
    if done.certified is not None and how["certificate"] is not None:
        write_file(how["certificate"], done.certified.text)
    outcome = show_claim(done.claim), done.certified, done.budget.used
    if as_json:
        emit(hunt_documents.claim_document(*outcome))
    else:
        hunt_tables.print_claim(*outcome)
    return UNKNOWN if done.certified is None else DIFFERS
