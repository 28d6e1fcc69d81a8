"""imab-verify show: one statement of a paper in full."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli.common import OK, aside, emit, json_option, print_reply
from imab_verify.cli.common import show as show_reply
from imab_verify.cli.explaining import chosen_form, explain_options, width
from imab_verify.cli.paper_options import call_deciding, deciding_options, split
from imab_verify.errors import InputError
from imab_verify.files import write_file


@click.command()
@click.argument("names", nargs=-1, metavar="[PATH] [ID]")
@explain_options
@click.option(
    "--smt2", metavar="FILE", help="Write the claims, negated, in SMT-LIB for any SMT solver."
)
@deciding_options
@json_option
def show(
    names: Sequence[str],
    explained: bool,
    form: str | None,
    smt2: str | None,
    as_json: bool,
    **how: Any,
) -> int:
    """Show one statement of a paper in full, by its id or slug; without one, list them all.

    What is written there, how it is read, the verdict of every reading with its counterexample
    or what its proof is made of, the repairs, and what the paper's own proof relies on.

    \b
    Examples:
      imab-verify show
      imab-verify show D11a
      imab-verify show D22 --explain --format tex > appendix.tex
      imab-verify show D22 --smt2 d22.smt2
      imab-verify show lemmas.claims.toml lem:ratio
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    form = chosen_form(explained, form)
    path, ids = split(names)
    if len(ids) > 1:
        raise InputError(f"show takes one id, not {len(ids)}")
    if not ids and smt2 is not None:
        raise InputError("--smt2 needs the id of a statement")
    if not ids:
        with aside():
            listed = iv.statements(path)
        return print_reply(listed, as_json)
    if smt2 is not None:
        with aside():
            script = iv.smtlib(ids[0], path)
        write_file(smt2, script)
    reply = call_deciding(iv.statement, ids[0], path, **how)
    explanation = reply.explain(form, width()) if form else ""
    if as_json:
        emit(reply.to_json() | ({"explanation": explanation} if form else {}))
    elif form:
        click.echo(explanation, nl=False)
    else:
        show_reply(reply)
    return OK
