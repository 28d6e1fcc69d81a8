"""imab-verify check: decide every statement of a paper."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from imab_verify.cli.common import (
    DIFFERS,
    INTERRUPTED,
    OK,
    UNKNOWN,
    end,
    json_option,
    note_troubles,
    say,
    show,
)
from imab_verify.cli.paper_options import call_deciding, deciding_options, paper_argument, split
from imab_verify.files import check_destination


@click.command()
@paper_argument
@click.option("--certificates", metavar="DIR", help="Write every certificate to a file in here.")
@click.option("--record", "recording", is_flag=True, help="Put the verdicts on record (fresh).")
@click.option("--witnesses", is_flag=True, help="Hear sympy and z3 on every certificate.")
@click.option(
    "--agreement",
    metavar="FILE",
    help="Write the table of agreement into a page, between its marks; implies --witnesses.",
)
@deciding_options
@json_option
def check(
    names: Sequence[str],
    certificates: str | None,
    recording: bool,
    witnesses: bool,
    agreement: str | None,
    as_json: bool,
    **how: Any,
) -> int:
    """Decide every statement of a paper, or those with the given ids or slugs.

    PATH is a folder, a claim file (NAME.claims.toml) or a module with statements; without it, the
    paper is the one that comes with the tool.

    Each claim is decided by the engines in processes of their own; its verdict is what the
    kernel says to the certificate. A statement is proved, refuted by an exact instance, reduced
    to checked arithmetic joined by named steps in prose, or unknown.

    With --witnesses, sympy derives every identity of every proof again, and z3 looks for
    countermodels of every claim: each agrees, agrees up to a bound, has no answer, or disagrees.

    Exit code: 0 if every verdict is the expected one and no witness disagrees, otherwise 1, or 3
    if only statements are open of which nothing is expected.

    \b
    Examples:
      imab-verify check
      imab-verify check D5 D8 --certificates certificates
      imab-verify check C2 --json --fresh
      imab-verify check D22 --witnesses
      imab-verify check lemmas.claims.toml
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    path, ids = split(names)
    if certificates is not None:
        check_destination(Path(certificates) / "any.json", parents=True)
    how["fresh"] = how["fresh"] or recording
    done = call_deciding(iv.check, path, *ids, witnesses=witnesses or agreement is not None, **how)
    troubles: list[str] = []
    if certificates is not None:
        with note_troubles(troubles):
            done.write_certificates(certificates)
    troubles += filter(None, [done.ledger.trouble])
    if recording and not (done.interrupted or troubles):
        with note_troubles(troubles):
            done = done.record()
    if agreement is not None:
        with note_troubles(troubles):
            done.write_agreement(agreement)
    show(done, as_json=as_json)
    if done.interrupted:
        return say("interrupted: what was not decided is unknown", INTERRUPTED)
    for sentence in done.disagreements:
        say(f"a witness disagrees: {sentence}", DIFFERS)
    if done.differences or done.disagreements:
        return end(troubles, DIFFERS)
    return end(troubles, UNKNOWN if done.undecided else OK)
