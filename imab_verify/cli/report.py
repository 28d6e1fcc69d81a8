"""imab-verify report: the ledger as a site."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli.common import json_option, print_reply
from imab_verify.cli.paper_options import call_deciding, deciding_options, paper_argument, split


@click.command()
@paper_argument
@click.option(
    "--out", metavar="DIR", default="site", show_default=True, help="The directory of the site."
)
@click.option("--witnesses", is_flag=True, help="Hear sympy and z3 on every certificate.")
@click.option("--store", metavar="FILE", help="The store of a hunt, whose curves are shown too.")
@deciding_options
@json_option
def report(names: Sequence[str], as_json: bool, **how: Any) -> int:
    """Write the ledger of a paper as a site that opens from the disk, and say where it is.

    It has the findings, every statement with its proof or its counterexample and the run that
    shows it, the graph of the printed proofs, the worst cases and every certificate. It needs no
    network.

    \b
    Examples:
      imab-verify report --out site
      imab-verify report lemmas.claims.toml --out site --witnesses
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    path, ids = split(names)
    return print_reply(call_deciding(iv.site, path, *ids, **how), as_json)
