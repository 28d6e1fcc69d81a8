"""imab-verify worst-case: the exact supremum of OPT/ALG of a policy."""

from typing import Any

import click

from imab_verify.cli.common import (
    OK,
    UNKNOWN,
    Span,
    Whole,
    aside,
    end,
    json_option,
    note_troubles,
    options_of,
    policy_option,
    scheduler_option,
    show,
)
from imab_verify.files import check_destination, write_file


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
    "--certificate", metavar="FILE", help="Write the certificate; for ranges, into a directory."
)
@click.option("--seconds", type=Whole(1), help="Stop each size after so many seconds, with bounds.")
@click.option("--workers", type=Whole(1), default=1, show_default=True, help="Processes to use.")
@scheduler_option
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV.")
@json_option
def worst_case(
    option: tuple[str, ...],
    as_json: bool,
    **question: Any,
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
    import imab_verify as iv

    csv_file = question.pop("csv_file")
    if csv_file is not None:
        check_destination(csv_file, parents=True)
    with aside():
        chosen = options_of(option)
        answer = iv.worst_cases(options=chosen, progress=True, **question)
    troubles = [*answer.troubles]
    if csv_file is not None:
        with note_troubles(troubles):
            write_file(csv_file, answer.to_csv(), parents=True)
    show(answer, as_json=as_json)
    return end(troubles, OK if answer.exact else UNKNOWN)
