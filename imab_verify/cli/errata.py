"""imab-verify errata: what is refuted, as an erratum."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli.common import OK, emit, json_option
from imab_verify.cli.paper_options import call_deciding, deciding_options, paper_argument, split


@click.command()
@paper_argument
@click.option(
    "--format",
    "kind",
    type=click.Choice(["md", "tex"]),
    default="md",
    show_default=True,
    help="Markdown, or a TeX document.",
)
@deciding_options
@json_option
def errata(names: Sequence[str], kind: str, as_json: bool, **how: Any) -> int:
    """Write what is refuted as an erratum: of all statements, or of those with the given ids.

    The paper, a summary, and what the authors would want to know first: for each statement the
    sentence as printed, what fails with its numbers, what is true instead with its verdict, and
    whether the conclusion survives. The slips of the text come last.

    \b
    Examples:
      imab-verify errata > errata.md
      imab-verify errata D5 D8 --format tex > errata.tex
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    path, ids = split(names)
    reply = call_deciding(iv.errata, path, *ids, **how)
    if as_json:
        emit(reply.to_json())
    else:
        click.echo(reply.tex() if kind == "tex" else reply.markdown(), nl=False)
    return OK
