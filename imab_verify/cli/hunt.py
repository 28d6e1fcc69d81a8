"""imab-verify hunt: look for the instances that hurt a policy most, or that refute a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from imab_verify.cli import common
from imab_verify.errors import InputError
from imab_verify.files import check_destination, write_file

if TYPE_CHECKING:
    import imab_verify as iv

FILES = ("save", "csv_file", "plot", "certificate")
OF_SIZES = ("time_limit", "slices", "csv_file", "plot", "save")
"""The options of a hunt over sizes alone."""
OF_CLAIMS = ("given", "arms", "reals", "integers", "unbounded", "where")

cell_options = common.together(
    click.option("--policy", metavar="NAME", help="A built-in policy, or package.module:name."),
    click.option(
        "-o", "--option", multiple=True, metavar="KEY=VALUE", help="An option of the policy."
    ),
    click.option("-k", "k", type=common.span(), help="Number of arms, or a range such as 2..8."),
    click.option("-T", "T", type=common.span(), help="Horizon, or a range such as 20..200."),
    common.option_with_default(
        "--objective",
        type=click.Choice(["ratio", "anytime", "regret"]),
        default="ratio",
        help="OPT/ALG at T; its maximum over the horizons k..T; or OPT - ALG.",
    ),
    common.option_with_default(
        "--class",
        "arm_class",
        type=click.Choice(["concave", "concave-from-1", "monotone", "rotting"]),
        default="concave",
        help="The class of the arms.",
    ),
)
search_options = common.together(
    click.option("--seconds", type=common.SECONDS, help="Time for all sizes together [10]."),
    click.option(
        "--evaluations",
        type=common.whole(1),
        help="Runs for all sizes together, those in the store included.",
    ),
    common.option_with_default(
        "--seed", type=common.whole(), default=0, help="The seed of all draws."
    ),
    click.option("--store", metavar="FILE", help="Keep and resume everything in this file."),
    common.option_with_default(
        "--workers", type=common.whole(1), default=1, help="Processes on this machine."
    ),
    common.scheduler_option,
    common.option_with_default(
        "--time-limit",
        type=common.SECONDS,
        default=10.0,
        help="Seconds that one run of a policy of your own may take.",
    ),
    click.option(
        "--slices",
        type=common.span(0),
        help="Numbers of the pieces of work to do, such as 10..19.",
    ),
)
file_options = common.together(
    click.option("--save", metavar="FILE", help="Write the best instance, for `simulate`."),
    click.option(
        "--csv", "csv_file", metavar="FILE", help="Write a row for each size to a CSV file."
    ),
    click.option(
        "--plot", metavar="FILE", help="Draw the sizes, or how the best score of a single one rose."
    ),
    click.option(
        "--certificate",
        metavar="FILE",
        help="Write what the kernel accepted, for replay; for ranges, into a directory.",
    ),
)


@click.command()
@cell_options
@click.option("--claim", metavar="CLAIM", help="Hunt a violation of this claim instead.")
@common.claim_options
@search_options
@click.option(
    "--show", "show_store", metavar="STORE", help="Show the content of a store, and do no more."
)
@click.option(
    "--merge",
    metavar="STORE|DIR",
    multiple=True,
    help="Add the content of these stores to --store.",
)
@file_options
@common.json_option
def hunt(
    option: Sequence[str],
    claim: str | None,
    show_store: str | None,
    merge: Sequence[str],
    as_json: bool,
    **how: Any,
) -> int:
    """Look for the instances that hurt a policy most.

    What is found is exact and is played again pull by pull; where the kernel can replay the run, it
    judges a certificate of it. It is a lower bound on the worst case, not a proof that there is
    nothing worse.

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

    if show_store is not None:
        from imab_verify.api.hunting import holdings

        _without(how, ("option", "claim", *how), "is not for --show, which tells all: leave it out")
        return common.show(holdings(show_store), as_json=as_json)
    if merge:
        if how["store"] is None:
            raise InputError("--merge needs the store to merge into: give one with --store")
        store = how.pop("store")
        _without(how, ("option", "claim", *how), "is not for --merge, which only puts together")
        from imab_verify.api.hunting import merge as merge_stores

        return common.show(merge_stores(merge, store), as_json=as_json)
    how["options"] = common.options_of(option)
    files = {name: how.pop(name) for name in FILES}
    if claim is None:
        how = _without(how, OF_CLAIMS, "belongs to a claim: give one with --claim")
    else:
        how = _without(how, OF_SIZES, "is not for a hunt with --claim: leave it out")
    many = claim is None and any(len(how[name] or "1") > 1 for name in ("k", "T"))
    _check_files(files, many=many)
    done: iv.Hunt | iv.ClaimHunt
    with common.aside():
        if claim is not None:
            done = iv.hunt_claim(claim, **how)
        else:
            done = iv.hunt(certify=files["certificate"] is not None, progress=True, **how)
    for sentence in done.notes:
        common.say(sentence, common.OK)
    troubles = [*done.troubles, *_write_files(done, files)]
    common.show(done, as_json=as_json)
    if isinstance(done, iv.ClaimHunt):
        refuted = done.verdict is iv.Verdict.REFUTED
        return common.end(troubles, common.DIFFERS if refuted else common.UNKNOWN)
    for sentence in done.faults:
        common.say(sentence, common.OK)
    if done.best is None:
        troubles.append("no instance was played to its end in a way that could be repeated")
    return common.end(troubles, common.OK)


def _without(given: Mapping[str, Any], names: Sequence[str], reason: str) -> dict[str, Any]:
    """The options without those of these names, which are refused if they were typed."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        source = ctx.get_parameter_source(param.name or "")
        if param.name in names and source is ParameterSource.COMMANDLINE:
            raise InputError(f"{param.opts[-1]} {reason}")
    return {name: value for name, value in given.items() if name not in names}


def _check_files(files: Mapping[str, str | None], *, many: bool) -> None:
    """Refuse, before any work, what could not be written; many: sizes, in a directory."""
    for file in (files["save"], files["csv_file"]):
        if file is not None:
            check_destination(file)
    common.check_plot(files["plot"])
    if files["certificate"] is not None and many:
        check_destination(Path(files["certificate"]) / "certificate.json", parents=True)
    elif files["certificate"] is not None:
        common.check_certificate_file(files["certificate"])


def _save(done: iv.Hunt, file: str) -> None:
    import imab_verify as iv

    if done.best is not None:
        iv.write_instance(file, done.best.instance)


def _write_files(done: Any, files: Mapping[str, str | None]) -> list[str]:
    """Write what was asked for, as far as there is something to write; say what failed."""
    import imab_verify as iv

    def write_certificates(file: str) -> None:
        """One, or for a range a file for every size in a directory."""
        texts = {file: done.certificate} if done.certificate is not None else {}
        if not texts and isinstance(done, iv.Hunt):
            sizes = done.certificates.items()
            texts = {str(Path(file) / f"k{k}-T{T}.json"): text for (k, T), text in sizes}
        for place, text in texts.items():
            write_file(place, text, parents=True)

    writers: dict[str, Callable[[str], object]] = {
        "certificate": write_certificates,
        "csv_file": lambda file: write_file(file, done.to_csv()),
        "plot": lambda file: done.draw(file),  # noqa: PLW0108  a hunt of a claim has no `draw`
        "save": lambda file: _save(done, file),
    }
    troubles: list[str] = []
    for name, write in writers.items():
        if (file := files[name]) is not None:
            with common.note_troubles(troubles):
                write(file)
    return troubles
