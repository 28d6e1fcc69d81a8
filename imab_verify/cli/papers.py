"""The commands about a paper: check, show, errata, graph, report, figure, init."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from imab_verify.cli import common
from imab_verify.errors import InputError, require
from imab_verify.files import cache_directory, check_destination, write_file
from imab_verify.ledger.cache import Cache
from imab_verify.ledger.check import SECONDS, WORKERS
from imab_verify.ledger.papers import is_path

Answer = TypeVar("Answer")

paper_options = common.together(
    click.argument("names", nargs=-1, metavar="[PATH] [ID...]"),
    common.option_with_default(
        "--workers", type=common.whole(1), default=WORKERS, help="The number of worker processes."
    ),
    common.scheduler_option,
    common.option_with_default(
        "--seconds",
        type=common.whole(1),
        default=int(SECONDS),
        help="The hard time limit for one claim; after it the verdict is unknown.",
    ),
    click.option(
        "--cache",
        metavar="DIR",
        help="Where accepted certificates are kept; the kernel judges them again.",
    ),
    click.option("--fresh", is_flag=True, help="Take no certificate from the cache."),
    common.json_option,
)
"""A paper (the built-in one, if there is no path), entries of it (all, if there are none), and how
they are decided, for `_decide`."""


def _split(names: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Read [PATH] [ID...]: where the paper is, and the words after its path."""
    if names and is_path(names[0]):
        return names[0], names[1:]
    return None, names


def _decide(
    call: Callable[..., Answer],
    *words: Any,
    names: Sequence[str],
    cache: str | None,
    fresh: bool,
    **how: Any,
) -> Answer:
    """Call the interface with the options of a paper, with progress and the cache.

    What a module of the paper prints goes to the error stream.
    """
    path, ids = _split(names)
    with common.aside():
        return call(*words, path, *ids, cache=_cache(cache, fresh), progress=True, **how)


def _cache(directory: str | None, fresh: bool) -> Cache | None:
    """The cache that was asked for, or that of this user, if it can be had."""
    if directory is not None:
        return Cache.at(directory, fresh=fresh)
    try:
        return Cache.at(cache_directory() / "certificates", fresh=fresh)
    except InputError:
        return None


@click.command()
@click.option("--certificates", metavar="DIR", help="Write every certificate to a file in here.")
@click.option("--record", "recording", is_flag=True, help="Decide anew, and record the verdicts.")
@click.option("--witnesses", is_flag=True, help="Cross-check every certificate with sympy and z3.")
@paper_options
def check(
    names: Sequence[str],
    certificates: str | None,
    recording: bool,
    witnesses: bool,
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

    Exit code: 0 if every verdict is the expected one and no cross-check disagrees, otherwise 1, or
    3 if only statements are open of which nothing is expected.

    \b
    Examples:
      imab-verify check
      imab-verify check D5 D8 --certificates certificates
      imab-verify check C2 --json --fresh
      imab-verify check D22 --witnesses
      imab-verify check lemmas.claims.toml
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    if certificates is not None:
        check_destination(Path(certificates) / "any.json", parents=True)
    how["fresh"] = how["fresh"] or recording
    done = _decide(iv.check, names=names, witnesses=witnesses, **how)
    troubles: list[str] = []
    if certificates is not None:
        with common.note_troubles(troubles):
            done.write_certificates(certificates)
    troubles += filter(None, [done.ledger.trouble])
    if recording and not (done.interrupted or troubles):
        with common.note_troubles(troubles):
            done = done.record()
    common.show(done, as_json=as_json)
    if done.interrupted:
        return common.say("interrupted: what was not decided is unknown", common.INTERRUPTED)
    for sentence in done.disagreements:
        common.say(f"a cross-check disagrees: {sentence}", common.DIFFERS)
    if done.differences or done.disagreements:
        return common.end(troubles, common.DIFFERS)
    return common.end(troubles, common.UNKNOWN if done.undecided else common.OK)


@click.command()
@common.explain_options
@click.option(
    "--smt2", metavar="FILE", help="Write the claims, negated, in SMT-LIB for any SMT solver."
)
@paper_options
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

    form = common.chosen_form(explained, form)
    path, ids = _split(names)
    if len(ids) > 1:
        raise InputError(f"show takes one id, not {len(ids)}")
    if not ids and smt2 is not None:
        raise InputError("--smt2 needs the id of a statement")
    if not ids:
        with common.aside():
            listed = iv.statements(path)
        return common.show(listed, as_json=as_json)
    if smt2 is not None:
        with common.aside():
            script = iv.smtlib(ids[0], path)
        write_file(smt2, script)
    reply = _decide(iv.statement, ids[0], names=names[:1] if path else (), **how)
    explanation = reply.explain(form, common.width()) if form else ""
    if as_json:
        common.emit(reply.to_json() | ({"explanation": explanation} if form else {}))
    elif form:
        click.echo(explanation, nl=False)
    else:
        common.show(reply)
    return common.OK


@click.command()
@common.option_with_default(
    "--format",
    "kind",
    type=click.Choice(["md", "tex"]),
    default="md",
    help="The format: Markdown, or a TeX document.",
)
@paper_options
def errata(kind: str, as_json: bool, **how: Any) -> int:
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

    if not as_json:
        require("jinja2", "an erratum")
    reply = _decide(iv.errata, **how)
    if as_json:
        common.emit(reply.to_json())
    else:
        click.echo(reply.tex() if kind == "tex" else reply.markdown(), nl=False)
    return common.OK


@click.command()
@click.option("--out", metavar="DIR", help="Write statements.svg and statements.dot in here.")
@paper_options
def graph(as_json: bool, **how: Any) -> int:
    """Draw which statement the paper's own arguments rely on, coloured by verdict.

    Without --out nothing is written, and the graph is printed in the language of Graphviz.

    \b
    Examples:
      imab-verify graph --out figures
      imab-verify graph | dot -Tpdf > graph.pdf
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    return common.show(_decide(iv.graph, **how), as_json=as_json)


@click.command()
@common.option_with_default(
    "--out", metavar="DIR", default="site", help="The directory of the site."
)
@click.option("--witnesses", is_flag=True, help="Cross-check every certificate with sympy and z3.")
@click.option("--store", metavar="FILE", help="The store of a hunt, whose curves are shown too.")
@paper_options
def report(as_json: bool, **how: Any) -> int:
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

    return common.show(_decide(iv.site, **how), as_json=as_json)


@click.command()
@click.argument("name", type=click.Choice(["ratio", "worst-cases", "graph", "counterexample"]))
@click.option("--out", metavar="FILE", required=True, help="The file to write: .svg, .pdf or .png.")
@common.option_with_default(
    "--columns",
    type=click.Choice(["1", "2"]),
    default="1",
    help="The width in columns of a two-column page: 3.3 or 6.9 inches.",
)
@paper_options
def figure(name: str, out: str, columns: str, as_json: bool, **how: Any) -> int:
    """Draw a figure of the report for a paper, as SVG or PDF.

    ratio: the exact worst ratios of Algorithm 1 against T, beside the bounds that are claimed.
    worst-cases: a heat map of them over k and T. graph: which printed proof uses which statement.
    counterexample: the reward curves that refute one statement.

    \b
    Examples:
      imab-verify figure ratio --out ratio.pdf --columns 2
      imab-verify figure counterexample D22 --out d22.svg
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    drawn = _decide(iv.figure, name, out, columns=int(columns), **how)
    return common.show(drawn, as_json=as_json)


@click.command()
@click.argument("directory", metavar="DIR")
@common.json_option
def init(directory: str, as_json: bool) -> int:
    """Write a folder to start from: claims, a policy and tests, which all run as they are.

    \b
    Example:
      imab-verify init my-paper
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    return common.show(iv.init(directory), as_json=as_json)
