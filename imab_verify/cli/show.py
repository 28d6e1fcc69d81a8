"""imab-verify show: one statement of a paper in full."""

from collections.abc import Sequence
from typing import Any

import click

from imab_verify.cli.common import OK, emit, json_option
from imab_verify.cli.deciding import Asked, decide_all, deciding_options, split
from imab_verify.cli.explaining import chosen_form, explain_options, written
from imab_verify.errors import InputError
from imab_verify.files import write_file
from imab_verify.ledger.statements import Entry
from imab_verify.report import ledger_documents, ledger_tables, terminal
from imab_verify.report.explain.entries import explain_entry


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
    form = chosen_form(explained, form)
    paper, ids = split(names)
    if len(ids) > 1:
        raise InputError(f"show takes one id, not {len(ids)}")
    if not ids and smt2 is not None:
        raise InputError("--smt2 needs the id of a statement")
    if not ids:
        return _list(paper.entries, as_json)
    entry = paper.find(ids[0])
    if smt2 is not None:
        write_file(smt2, _smtlib(entry))
    ledger = decide_all(Asked(paper, [entry]), **how)
    (checked,) = ledger.asked
    explanation = written(explain_entry(checked, ledger), form) if form else ""
    if as_json:
        told = {"explanation": explanation} if form else {}
        emit(ledger_documents.entry_document(checked, ledger) | told)
        return OK
    if form:
        click.echo(explanation, nl=False)
        return OK
    used_by = [other for other in paper.entries if entry.id in other.relies_on]
    screen = terminal.console()
    for text in ledger_tables.entry_lines(checked, ledger, used_by):
        screen.print(text, soft_wrap=True)
    return OK


def _smtlib(entry: Entry) -> str:
    """Every reading of the entry, one after the other."""
    from imab_verify.engines.z3.scripts import smtlib

    texts, left_out = [], ""
    for reading in entry.readings():
        head = f'(echo "{reading.name}")\n; {reading.says}\n'
        try:
            texts.append(head + smtlib(reading.question().claims().statement))
        except InputError as error:
            left_out += f"; {reading.name} is left out: {error}\n"
    if not texts:
        raise InputError(f"{entry.id} makes no claim of which z3 could be asked: nothing to write")
    return left_out + "(reset)\n\n".join(texts)


def _list(entries: Sequence[Entry], as_json: bool) -> int:
    if as_json:
        emit({"entries": [{"id": e.id, "slug": e.slug, "title": e.title} for e in entries]})
    else:
        terminal.console().print(ledger_tables.index_table(entries))
    return OK
