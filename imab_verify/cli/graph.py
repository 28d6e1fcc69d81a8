"""imab-verify graph: which statement relies on which."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli.common import json_option, print_reply
from imab_verify.cli.paper_options import call_deciding, deciding_options, paper_argument, split


@click.command()
@paper_argument
@click.option("--out", metavar="DIR", help="Write statements.svg and statements.dot in here.")
@deciding_options
@json_option
def graph(names: Sequence[str], out: str | None, as_json: bool, **how: Any) -> int:
    """Draw which statement the paper's own arguments rely on, coloured by verdict.

    Without --out nothing is written, and the graph is printed in the language of Graphviz.

    \b
    Examples:
      imab-verify graph --out figures
      imab-verify graph | dot -Tpdf > graph.pdf
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    path, ids = split(names)
    return print_reply(call_deciding(iv.graph, path, *ids, out=out, **how), as_json)
