"""imab-verify report: the ledger as a web page."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from imab_verify.cli.common import OK, emit, json_option
from imab_verify.cli.deciding import chosen, decide_all, deciding_options, paper_argument
from imab_verify.files import write_file
from imab_verify.report.page import page


@click.command()
@paper_argument
@click.option("--out", metavar="DIR", default=".", help="Where to; here, if it is left out.")
@deciding_options
@json_option
def report(names: Sequence[str], out: str, as_json: bool, **how: Any) -> int:
    """Write the ledger as a web page, ledger.html, that needs no other file.

    \b
    Example:
      imab-verify report --out site
    """  # noqa: D301  click reads the backspace
    file = Path(out) / "ledger.html"
    write_file(file, page(decide_all(chosen(names), **how)), parents=True)
    if as_json:
        emit({"files": [str(file)]})
    else:
        click.echo(str(file))
    return OK
