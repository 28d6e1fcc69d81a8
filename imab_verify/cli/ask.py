"""imab-verify ask: decide a claim of the user's own."""

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import click

from imab_verify.cli.common import DIFFERS, OK, UNKNOWN, Span, Whole, emit, json_option
from imab_verify.errors import InputError
from imab_verify.files import check_destination

EXITS = {"proved": OK, "refuted": DIFFERS}


class Printed(NamedTuple):
    """An answer as it is shown: the verdict, the JSON document, names and values, cells."""

    verdict: str
    document: dict[str, Any]
    fields: list[tuple[str, str]]
    cells: list[tuple[str, ...]]


@click.command()
@click.argument("claim")
@click.option("--given", multiple=True, metavar="C", help="A hypothesis; may be repeated.")
@click.option(
    "--arm",
    multiple=True,
    metavar="f[:CLASS]",
    help="An arm, of class concave (the default), concave-from-1 or monotone; may be repeated.",
)
@click.option("--real", multiple=True, metavar="NAME", help="A parameter that is a real number.")
@click.option("--policy", metavar="NAME", help="For OPT(T), ALG(T): algorithm-1 or round-robin.")
@click.option(
    "-o",
    "--option",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the policy: init=rounds|pairs, ties=any|lowest-index|highest-index.",
)
@click.option(
    "--where",
    default="",
    metavar="COUNTS",
    help="Counts of the run, such as 'N = N(f), M = most before the last pull of f'.",
)
@click.option("-k", "k", type=Span(1), help="The numbers of arms of the run; all without it.")
@click.option("-T", "T", type=Span(0), help="The horizons of the run; all without it.")
@click.option(
    "--multiplier",
    multiple=True,
    metavar="EXPR",
    help="A hint: what the given about rewards is multiplied by; one for each of them.",
)
@click.option("--sharpen", metavar="NAME", help="Find the best value of this constant.")
@click.option("--certificate", metavar="FILE", help="Write the accepted certificate there.")
@click.option(
    "--seconds", type=Whole(1), default=20, show_default=True, help="About how long to search."
)
@click.option("-v", "--verbose", is_flag=True, help="Also say how long it took.")
@json_option
def ask(
    claim: str,
    given: Sequence[str],
    arm: Sequence[str],
    real: Sequence[str],
    policy: str | None,
    option: Sequence[str],
    where: str,
    k: range | None,
    T: range | None,
    multiplier: Sequence[str],
    sharpen: str | None,
    certificate: str | None,
    seconds: int,
    verbose: bool,
    as_json: bool,
) -> int:
    """Decide a claim of your own, for all parameters and all rewards of the class.

    The answer is "proved" with a certificate that the kernel accepts, "refuted" with an exact
    instance, "vacuous" if the givens contradict each other, or "unknown".

    CLAIM compares expressions in f(n), Rew(f,n), Delta(f,n), P(f,a,N), Area(f,n), for the run of
    a policy also OPT(T) and ALG(T), with <= >= < > == and "and". All other names are integer
    parameters, at least 1 unless a given says otherwise.

    Exit code: 0 proved, 1 refuted, 2 bad input, 3 unknown or vacuous.

    \b
    Examples:
      imab-verify ask "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)" --given "m <= T"
      imab-verify ask "Rew(f,T//2)/Rew(f,T) >= 1/5" --given "T >= 4" --certificate fifth.json
      imab-verify ask "Rew(f,m)*c >= Rew(f,T)" --given "m <= T" --sharpen c
      imab-verify ask "OPT(T) <= 2*k*ALG(T)" --policy algorithm-1 -k 2..3 -T 7..12
    """  # noqa: D301  click reads the backspace
    from imab_verify.deciding import questions

    if policy is None and (k is not None or T is not None):
        raise InputError("-k and -T are ranges for the run of a policy: name one with --policy")
    if certificate is not None:
        check_destination(certificate)
    start = time.monotonic()
    run = questions.read_run(policy, option, where)
    ranges = [*questions.range_givens("k", k), *questions.range_givens("T", T)]
    reals = [*real, *([sharpen] if sharpen else [])]
    question = questions.read_asked(claim, [*given, *ranges], arm, reals, run)
    hints = questions.read_hints(multiplier, question)
    with _waiting():
        if sharpen:
            printed = _sharpened(question, sharpen, seconds, certificate)
        else:
            printed = _decided(question, hints, (k, T), seconds, certificate)
    took = time.monotonic() - start
    if as_json:
        emit(printed.document | {"seconds": round(took, 3)})
    else:
        _show(printed, f"{took:.2f} s" if verbose else "")
    return EXITS.get(printed.verdict, UNKNOWN)


def _waiting() -> AbstractContextManager[object]:
    """Show on a terminal that the search goes on."""
    if not sys.stderr.isatty():
        return nullcontext()
    from imab_verify.report.terminal import console

    return console(stderr=True).status("looking for a proof or a counterexample")


def _decided(
    question: Any,
    hints: Any,
    spans: tuple[range | None, range | None],
    seconds: float,
    certificate: str | None,
) -> Printed:
    """Decide the claim, about arms or about a run, and say what came out."""
    from imab_verify.deciding.decide import decide
    from imab_verify.deciding.scopes import Scope
    from imab_verify.report import answers

    k, T = spans
    scope = Scope(k, T) if k is not None and T is not None else None
    decision = decide(question, scope, seconds=seconds, hints=hints)
    example = answers.find_counterexample(decision)
    text = decision.certified.text if decision.certified else ""
    files = _write(certificate, text)
    ranges = {name: f"{s[0]}..{s[-1]}" for name, s in (("k", k), ("T", T)) if s is not None}
    answer = answers.decision_document(decision, example)
    cells = decision.cells
    document = {
        "verdict": answer.pop("verdict"),
        "claim": question.text,
        "scope": answers.scope_document(question, ranges),
        **answer,
        **({"cells": answers.cells_document(cells)} if cells else {}),
        **({"certificates": files} if certificate else {}),
    }
    fields = [
        *answers.scope_fields(question),
        *answers.decision_fields(decision, example),
        *_written(certificate, files),
    ]
    verdict = decision.verdict.value
    return Printed(verdict, document, fields, list(answers.cell_rows(cells)))


def _sharpened(question: Any, name: str, seconds: float, certificate: str | None) -> Printed:
    """Find the best constant, and say what came out."""
    from imab_verify.deciding.sharpen import sharpen
    from imab_verify.report import answers

    found = sharpen(question, name, seconds=seconds)
    best = found.constant or found.formula
    files = _write(certificate, best.certified.text if best else "")
    verdict = "proved" if best else "unknown"
    document = {
        "verdict": verdict,
        "claim": question.text,
        "scope": answers.scope_document(question, {}),
        "counterexample": None,
        "sharpened": answers.sharpened_document(found, question),
        "reason": found.reason,
        **({"certificates": files} if certificate else {}),
    }
    fields = [
        *answers.scope_fields(question),
        *answers.sharpened_fields(found, question),
        *_written(certificate, files),
    ]
    return Printed(verdict, document, fields, [])


def _write(path: str | None, text: str) -> list[str]:
    """Write the certificate, if there is one and somebody wants it, and name the file."""
    from imab_verify.files import write_file

    if path is None or not text:
        return []
    write_file(path, text.encode())
    return [path]


def _written(certificate: str | None, files: Sequence[str]) -> list[tuple[str, str]]:
    if certificate is None:
        return []
    if not files:
        return [("certificate", "none, since nothing was proved or refuted")]
    return [("certificate", files[0])]


def _show(printed: Printed, took: str) -> None:
    """Print the verdict, then names and values side by side, then the cells."""
    from imab_verify.report import terminal

    screen = terminal.console()
    screen.print(printed.verdict)
    screen.print(terminal.fields(printed.fields + ([("time", took)] if took else [])))
    if printed.cells:
        table = terminal.table([], ["k", "T", "claimed", "worst OPT/ALG", "verdict"])
        for row in printed.cells:
            table.add_row(*row)
        screen.print(table)
