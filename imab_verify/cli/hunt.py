"""imab-verify hunt: look for the instances that hurt a policy most, or that refute a claim."""

from typing import Any

import click

from imab_verify.cli.common import (
    BAD_INPUT,
    DIFFERS,
    OK,
    UNKNOWN,
    Span,
    aside,
    emit,
    json_option,
    options_of,
    say,
    show,
    where_option,
    without,
)
from imab_verify.cli.searching import OF_SIZES, search_options
from imab_verify.files import check_destination, write_file

OBJECTIVES = ("ratio", "anytime", "regret")
CLASSES = ("concave", "concave-from-1", "monotone", "rotting")
OF_CLAIMS = ("given", "arms", "reals", "integers", "unbounded", "where")


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
    "arm_class",
    type=click.Choice(CLASSES),
    default="concave",
    show_default=True,
    help="The class of the arms.",
)
@click.option("--claim", metavar="CLAIM", help="Hunt a violation of this claim instead.")
@click.option("--given", multiple=True, metavar="CLAIM", help="A hypothesis of the claim.")
@click.option("--arm", "arms", multiple=True, metavar="f:CLASS", help="An arm of the claim.")
@click.option("--real", "reals", multiple=True, metavar="NAME", help="A real name of the claim.")
@click.option(
    "--integer", "integers", multiple=True, metavar="NAME", help="An integer of the claim."
)
@click.option("--unbounded", is_flag=True, help="Rewards of the claim may be larger than 1.")
@where_option
@search_options
@click.option("--show", "show_store", metavar="STORE", help="Tell what a store holds, and no more.")
@click.option("--save", metavar="FILE", help="Write the best instance, for simulate.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the cells to a CSV file.")
@click.option("--plot", metavar="FILE", help="Draw the cells, or the rise of a single one.")
@click.option("--certificate", metavar="FILE", help="Write what the kernel accepted, for replay.")
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
        held = holdings(show_store)
        if as_json:
            emit(held.to_json())
        else:
            show(held)
        return OK
    how["options"] = options_of(option)
    if claim is None:
        how = without(how, OF_CLAIMS, "belongs to a claim: give one with --claim")
    else:
        how = without(how, OF_SIZES, "is not for a hunt with --claim: leave it out")
    for file in filter(None, (csv_file, plot, certificate, save)):
        check_destination(file)
    if plot is not None:
        check_figure_path(plot)
    done: iv.Hunt | iv.ClaimHunt
    with aside():
        if claim is not None:
            done = iv.hunt_claim(claim, **how)
        else:
            done = iv.hunt(certify=certificate is not None, progress=True, **how)
    if as_json:
        emit(done.to_json())
    else:
        show(done)
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
