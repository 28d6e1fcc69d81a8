"""imab-verify graph: which statement relies on which."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from imab_verify.cli.common import OK, emit, json_option
from imab_verify.cli.deciding import chosen, decide_all, deciding_options, paper_argument
from imab_verify.files import write_file
from imab_verify.report.graph import dot, edges_of, svg


@click.command()
@paper_argument
@click.option("--out", metavar="DIR", default=".", help="Where to; here, if it is left out.")
@deciding_options
@json_option
def graph(names: Sequence[str], out: str, as_json: bool, **how: Any) -> int:
    """Draw which statement the paper's own arguments rely on, coloured by verdict.

    Writes statements.svg and statements.dot.

    \b
    Example:
      imab-verify graph --out figures
    """  # noqa: D301  click reads the backspace
    ledger = decide_all(chosen(names), **how)
    files = {"statements.svg": svg(ledger), "statements.dot": dot(ledger)}
    for name, text in files.items():
        write_file(Path(out) / name, text, parents=True)
    if as_json:
        nodes = [{"id": c.entry.id, "verdict": c.verdict.value} for c in ledger.asked]
        edges = [{"used": used, "by": user} for used, user in edges_of(ledger.paper.entries)]
        emit({"nodes": nodes, "edges": edges, "files": [str(Path(out) / f) for f in files]})
    else:
        click.echo("\n".join(str(Path(out) / name) for name in files))
    return OK
