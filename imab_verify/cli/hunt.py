"""imab-verify hunt: look for the instances that hurt a policy most, or that refute a claim."""

from typing import Any

import click

from imab_verify.cli.common import (
    DIFFERS,
    OF_CLAIMS,
    OK,
    UNKNOWN,
    aside,
    claim_options,
    end,
    json_option,
    options_of,
    say,
    show,
    without,
)
from imab_verify.cli.hunt_options import (
    FILES,
    OF_SIZES,
    cell_options,
    check_files,
    file_options,
    search_options,
    write_files,
)
from imab_verify.errors import InputError


@click.command()
@cell_options
@click.option("--claim", metavar="CLAIM", help="Hunt a violation of this claim instead.")
@claim_options
@search_options
@click.option("--show", "show_store", metavar="STORE", help="Tell what a store holds, and no more.")
@click.option(
    "--merge", metavar="STORE|DIR", multiple=True, help="Put these stores into that of --store."
)
@file_options
@json_option
def hunt(
    option: tuple[str, ...],
    claim: str | None,
    show_store: str | None,
    merge: tuple[str, ...],
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

        without(how, ("option", "claim", *how), "is not for --show, which tells all: leave it out")
        show(holdings(show_store), as_json=as_json)
        return OK
    if merge:
        if how["store"] is None:
            raise InputError("--merge needs the store to merge into: give one with --store")
        store = how.pop("store")
        without(how, ("option", "claim", *how), "is not for --merge, which only puts together")
        from imab_verify.api.hunting import merge as merge_stores

        show(merge_stores(merge, store), as_json=as_json)
        return OK
    how["options"] = options_of(option)
    files = {name: how[name] for name in FILES}
    if claim is None:
        how = without(how, OF_CLAIMS, "belongs to a claim: give one with --claim")
    else:
        how = without(how, OF_SIZES, "is not for a hunt with --claim: leave it out")
    how = {name: value for name, value in how.items() if name not in FILES}
    many = claim is None and any(len(how[name] or "1") > 1 for name in ("k", "T"))
    check_files(files, many=many)
    done: iv.Hunt | iv.ClaimHunt
    with aside():
        if claim is not None:
            done = iv.hunt_claim(claim, **how)
        else:
            done = iv.hunt(certify=files["certificate"] is not None, progress=True, **how)
    for sentence in done.notes:
        say(sentence, OK)
    troubles = [*done.troubles, *write_files(done, files)]
    show(done, as_json=as_json)
    if isinstance(done, iv.ClaimHunt):
        return end(troubles, DIFFERS if done.verdict is iv.Verdict.REFUTED else UNKNOWN)
    for sentence in done.faults:
        say(sentence, OK)
    if done.best is None:
        troubles.append("no instance was played to its end in a way that could be repeated")
    return end(troubles, OK)
