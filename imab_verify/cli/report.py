"""imab-verify report: the ledger as a site."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from imab_verify.cli.common import OK, emit, json_option
from imab_verify.cli.deciding import (
    chosen,
    decide_all,
    deciding_options,
    hear_witnesses,
    paper_argument,
)
from imab_verify.files import check_destination
from imab_verify.ledger.folders import is_path
from imab_verify.report.site import Extras, write_site
from imab_verify.report.site.hunts import read_hunts


@click.command()
@paper_argument
@click.option(
    "--out", metavar="DIR", default="site", show_default=True, help="The directory of the site."
)
@click.option("--witnesses", is_flag=True, help="Hear sympy and z3 on every certificate.")
@click.option("--store", metavar="FILE", help="The store of a hunt, whose curves are shown too.")
@deciding_options
@json_option
def report(
    names: Sequence[str], out: str, witnesses: bool, store: str | None, as_json: bool, **how: Any
) -> int:
    """Write the ledger of a paper as a site that opens from the disk, and say where it is.

    It has the findings, every statement with its proof or its counterexample and the run that
    shows it, the graph of the printed proofs, the worst cases and every certificate. It needs no
    network.

    \b
    Examples:
      imab-verify report --out site
      imab-verify report lemmas.claims.toml --out site --witnesses
    """  # noqa: D301  click reads the backspace
    check_destination(Path(out) / "index.html", parents=True)
    hunts = read_hunts(store) if store is not None else ()
    ledger = decide_all(chosen(names), **how)
    heard = None
    if witnesses:
        heard = hear_witnesses(ledger, workers=how["workers"], scheduler=how["scheduler"])
    path = names[0] if names and is_path(names[0]) else ""
    site = write_site(ledger, out, Extras(agreement=heard, hunts=hunts, paper=path))
    if as_json:
        files = [str(file) for file in site.files]
        emit({"index": str(site.index), "files": files, "bytes": site.bytes})
    else:
        click.echo(f"{site.index}  ({len(site.files)} files, {site.bytes / 10**6:.1f} MB)")
    return OK
