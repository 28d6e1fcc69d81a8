"""imab-verify export: certificates for another prover."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli import common
from imab_verify.cli.papers import _decide, paper_options


@click.command()
@click.option("--coq", "out", metavar="DIR", required=True, help="Write theorems of Coq in here.")
@click.option("--check", "coqc", is_flag=True, help="Let Coq build the folder (needs coqc).")
@click.option(
    "--certificates", metavar="PATH", help="Take the certificates in here, and none of a paper."
)
@paper_options
def export(names: Sequence[str], as_json: bool, **how: Any) -> int:
    """Write the statements of a paper as theorems of Coq, with their certificates as data.

    The folder builds on its own: a checker that is proved sound in Coq, and a file for every
    statement, in which Coq runs the checker on the certificate. What the checker does not cover
    yet is listed, with the reason.

    Exit code: 0, or 2 if Coq does not accept what was written.

    \b
    Examples:
      imab-verify export --coq coq
      imab-verify export D5 D8 --coq coq --check
      imab-verify export lemmas.claims.toml --coq coq
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    return common.show(_decide(iv.export, names=names, **how), as_json=as_json)
