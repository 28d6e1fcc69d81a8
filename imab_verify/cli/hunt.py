"""imab-verify hunt: look for the instances that hurt a policy most, or that refute a claim."""

from typing import Any

import click

from imab_verify.cli.common import (
    BAD_INPUT,
    DIFFERS,
    OF_CLAIMS,
    OK,
    UNKNOWN,
    aside,
    check_certificate_file,
    claim_options,
    json_option,
    options_of,
    say,
    show,
    without,
)
from imab_verify.cli.searching import OF_SIZES, cell_options, file_options, search_options
from imab_verify.files import check_destination, write_file


@click.command()
@cell_options
@click.option("--claim", metavar="CLAIM", help="Hunt a violation of this claim instead.")
@claim_options
@search_options
@click.option("--show", "show_store", metavar="STORE", help="Tell what a store holds, and no more.")
@file_options
@json_option
def hunt(
    option: tuple[str, ...],
    claim: str | None,
    show_store: str | None,
    save: str | None,
    csv_file: str | None,
    plot: str | None,
    certificate: str | None,
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
    import imab_verify as iv
    from imab_verify.api.hunting import holdings
    from imab_verify.model.files import write_instance
    from imab_verify.report.figures import check_figure_path

    if show_store is not None:
        show(holdings(show_store), as_json=as_json)
        return OK
    how["options"] = options_of(option)
    if claim is None:
        how = without(how, OF_CLAIMS, "belongs to a claim: give one with --claim")
    else:
        how = without(how, OF_SIZES, "is not for a hunt with --claim: leave it out")
    for file in filter(None, (csv_file, plot, save)):
        check_destination(file)
    if certificate is not None:
        check_certificate_file(certificate)
    if plot is not None:
        check_figure_path(plot)
    done: iv.Hunt | iv.ClaimHunt
    with aside():
        if claim is not None:
            done = iv.hunt_claim(claim, **how)
        else:
            done = iv.hunt(certify=certificate is not None, progress=True, **how)
    show(done, as_json=as_json)
    if certificate is not None and done.certificate is not None:
        write_file(certificate, done.certificate)
    if isinstance(done, iv.ClaimHunt):
        return DIFFERS if done.verdict is iv.Verdict.REFUTED else UNKNOWN
    if csv_file is not None:
        write_file(csv_file, done.to_csv())
    if plot is not None:
        done.draw(plot)
    if save is not None and done.best is not None:
        write_instance(save, done.best.instance)
    for sentence in (*done.faults, *done.troubles):
        say(sentence, OK)
    if done.best is None:
        return say("no instance was played to its end in a way that could be repeated", BAD_INPUT)
    return BAD_INPUT if done.troubles else OK
