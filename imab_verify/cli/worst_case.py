"""imab-verify worst-case: the exact supremum of OPT/ALG of a policy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from imab_verify.cli.common import (
    OK,
    UNKNOWN,
    Span,
    Whole,
    build_policy,
    emit,
    json_option,
    policy_option,
    scheduler_option,
)
from imab_verify.errors import InputError
from imab_verify.files import check_destination, write_file

if TYPE_CHECKING:
    from imab_verify.engines.worst_case.sizes import Question, Size

SMT_SECONDS = 60
"""What z3 gets for one size, unless --seconds says otherwise."""


@click.command("worst-case")
@policy_option
@click.option("-k", "k", type=Span(), required=True, help="The number of arms, or a range A..B.")
@click.option("-T", "T", type=Span(), required=True, help="The horizon, or a range A..B.")
@click.option(
    "--ties",
    type=click.Choice(["adversarial", "lowest-index"]),
    default="adversarial",
    show_default=True,
    help="Who wins among best arms with fewest pulls.",
)
@click.option(
    "--init", type=click.Choice(["rounds", "pairs"]), help="The order of the initial pulls."
)
@click.option(
    "--engine",
    type=click.Choice(["exact", "branch", "smt"]),
    default="exact",
    show_default=True,
    help="exact; branch: search with linear programs; smt: one z3 problem, as a cross-check.",
)
@click.option(
    "--certificate", metavar="FILE", help="Write the certificate; for ranges, into a directory."
)
@click.option("--seconds", type=Whole(1), help="Stop each size after so many seconds, with bounds.")
@click.option("--workers", type=Whole(1), default=1, show_default=True, help="Processes to use.")
@scheduler_option
@click.option("--resume", metavar="FILE", help="Keep the work in a file, and go on from it.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV.")
@json_option
def worst_case(
    policy: str,
    option: tuple[str, ...],
    k: range,
    T: range,
    ties: str,
    init: str | None,
    engine: str,
    certificate: str | None,
    seconds: int | None,
    workers: int,
    scheduler: str | None,
    resume: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """The exact supremum of OPT(T)/ALG(T) over all concave instances with k arms.

    The answer is a fraction, with an instance that attains it (or a sequence that approaches it)
    and a certificate that no instance does worse; `imab-verify replay` checks that again. Policies:
    algorithm-1, round-robin, greedy, and your own if it derives from
    imab_verify.policies.linear_index.LinearIndex. Ctrl-C gives the bounds so far.

    Exit code: 0 if all answers are exact, 3 if there are only bounds.

    \b
    Examples:
      imab-verify worst-case --policy algorithm-1 -k 3 -T 11 --certificate worst.json.gz
      imab-verify worst-case --policy algorithm-1 -k 2..4 -T 8..16
      imab-verify worst-case --policy greedy -k 2 -T 3..7 --json
    """  # noqa: D301  click reads the backspace
    from imab_verify.engines.worst_case.documents import packed
    from imab_verify.engines.worst_case.journal import Journal
    from imab_verify.engines.worst_case.sizes import Question, solve_sizes
    from imab_verify.report import worst_cases

    sizes = [(arms, horizon) for arms in k for horizon in T]
    names = {} if certificate is None else _certificate_names(certificate, sizes)
    for file in filter(None, (*names.values(), csv_file, resume)):
        check_destination(file, parents=file != resume)
    question = Question(build_policy(policy, option), ties, init, engine, seconds)
    if engine == "smt":
        return _cross_check(policy, question, sizes, as_json)
    with worst_cases.sizes_progress(len(sizes)) as (report, step):
        cases = solve_sizes(
            question,
            sizes,
            workers=workers,
            scheduler=scheduler,
            journal=Journal(resume),
            report=report,
            step=step,
        )
    for case in cases:
        if name := names.get((case.k, case.T)):
            write_file(name, packed(case.certificate, name), parents=True)
    if csv_file is not None:
        write_file(csv_file, worst_cases.cases_csv(cases), parents=True)
    if as_json:
        documents = [worst_cases.case_document(one, names.get((one.k, one.T))) for one in cases]
        emit(worst_cases.sizes_document(policy, documents, sizes))
    else:
        worst_cases.print_cases(cases, sizes, names)
    done = len(cases) == len(sizes) and all(case.status == "exact" for case in cases)
    return OK if done else UNKNOWN


def _certificate_names(path: str, sizes: Sequence[Size]) -> dict[Size, str]:
    """One file, or for a range a file for every size in a directory."""
    if len(sizes) == 1:
        return {sizes[0]: path}
    return {(k, T): str(Path(path) / f"k{k}-T{T}.json.gz") for k, T in sizes}


def _cross_check(policy: str, question: Question, sizes: Sequence[Size], as_json: bool) -> int:
    """Ask z3; what it says is not certified."""
    from imab_verify.engines.z3.worst_case import smt_worst_case
    from imab_verify.policies.algorithm_1 import Algorithm1
    from imab_verify.report import worst_cases

    chosen = question.policy
    if not isinstance(chosen, Algorithm1):
        raise InputError("the engine smt knows algorithm-1 only")
    init, seconds = question.init or chosen.init, question.seconds or SMT_SECONDS
    documents = []
    for size in sizes:
        answer = smt_worst_case(*size, ties=question.ties, init=init, seconds=seconds)
        documents.append(worst_cases.smt_document(policy, size, answer))
    if as_json:
        emit(worst_cases.sizes_document(policy, documents, sizes))
    else:
        worst_cases.print_smt(documents)
    return OK if all(one["ratio"] for one in documents) else UNKNOWN
