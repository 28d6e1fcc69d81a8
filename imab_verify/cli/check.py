"""imab-verify check: decide every statement of a paper."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from imab_verify.cli.common import DIFFERS, INTERRUPTED, OK, UNKNOWN, emit, json_option, say
from imab_verify.cli.deciding import (
    chosen,
    decide,
    deciding_options,
    hear_witnesses,
    paper_argument,
)
from imab_verify.files import write_file
from imab_verify.ledger.check import Ledger
from imab_verify.ledger.record import differences, expected, record, undecided
from imab_verify.report import ledger_documents, terminal, witness_tables
from imab_verify.report.checks import show_check


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
    start = time.monotonic()
    ledger = decide(chosen(names), **{**how, "fresh": how["fresh"] or recording})
    seconds = time.monotonic() - start
    if certificates is not None:
        _write(ledger, Path(certificates))
    if recording and not ledger.interrupted:
        record(ledger)
    different = differences(ledger)
    heard = None
    if (witnesses or agreement is not None) and not ledger.interrupted:
        heard = hear_witnesses(ledger, workers=how["workers"], scheduler=how["scheduler"])
        seconds = time.monotonic() - start
    if heard is not None and agreement is not None:
        rows = witness_tables.agreement_table(heard, ledger)
        write_file(agreement, witness_tables.page_with_table(agreement, rows))
    if as_json:
        document = ledger_documents.check_document(ledger, expected(ledger), different, seconds)
        if heard is not None:
            witness_tables.add_witnesses(document, ledger, heard)
        emit(document)
    else:
        show_check(terminal.console(), ledger, heard, different, seconds)
    if ledger.interrupted:
        return say("interrupted: what was not decided is unknown", INTERRUPTED)
    disagreements = heard.disagreements(ledger) if heard is not None else []
    for sentence in disagreements:
        say(f"a witness disagrees: {sentence}", DIFFERS)
    if different or disagreements:
        return DIFFERS
    return UNKNOWN if undecided(ledger) else OK


def _write(ledger: Ledger, directory: Path) -> None:
    """Write one file for every accepted certificate."""
    for checked in ledger.asked:
        for result in checked.results:
            if result.outcome.certificate:
                file = directory / f"{result.reading.name}.json"
                write_file(file, result.outcome.certificate, parents=True)
