"""imab-verify ask: decide a claim of the user's own."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from imab_verify.cli.common import (
    DIFFERS,
    OK,
    UNKNOWN,
    Span,
    Whole,
    emit,
    json_option,
    where_option,
)
from imab_verify.cli.explaining import TEXT, chosen_form, explain_options, written
from imab_verify.errors import InputError
from imab_verify.files import check_destination, write_file

if TYPE_CHECKING:
    from imab_verify.engines.arms.multipliers import Hints
    from imab_verify.language.reading import Question
    from imab_verify.report.answers import Answer

EXITS = {"proved": OK, "refuted": DIFFERS}


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
@click.option("--integer", multiple=True, metavar="NAME", help="A parameter that is an integer.")
@click.option("--unbounded", is_flag=True, help="Rewards may be larger than 1.")
@click.option(
    "--policy",
    metavar="NAME",
    help="For OPT(T), ALG(T): algorithm-1, round-robin; lower bounds: every, every-anytime.",
)
@click.option(
    "-o",
    "--option",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the policy: init=rounds|pairs, ties=any|lowest-index|highest-index.",
)
@where_option
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
@explain_options
@json_option
def ask(
    claim: str,
    given: Sequence[str],
    arm: Sequence[str],
    real: Sequence[str],
    integer: Sequence[str],
    unbounded: bool,
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
    explained: bool,
    form: str | None,
    as_json: bool,
) -> int:
    """Decide a claim of your own, for all parameters and all rewards of the class.

    The answer is "proved" with a certificate that the kernel accepts, "refuted" with an exact
    instance, "vacuous" if the givens contradict each other, or "unknown".

    CLAIM compares expressions in f(n), Rew(f,n), Delta(f,n), P(f,a,N), Area(f,n), for the run of
    a policy also OPT(T), ALG(T), Regret(T), N(f) and most, with <= >= < > == and "and". Greek names
    and c are real numbers, at least 0, all others integers, at least 1, unless a given or an option
    says otherwise.

    Exit code: 0 proved, 1 refuted, 2 bad input, 3 unknown or vacuous.

    \b
    Examples:
      imab-verify ask "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)" --given "m <= T"
      imab-verify ask "Rew(f,T//2)/Rew(f,T) >= 1/5" --given "T >= 4" --certificate fifth.json
      imab-verify ask "Rew(f,m)*c >= Rew(f,T)" --given "m <= T" --sharpen c
      imab-verify ask "OPT(T) <= 2*k*ALG(T)" --policy algorithm-1 -k 2..3 -T 7..12
      imab-verify ask "Rew(f,T) <= T*f(T)" --explain --format tex > proof.tex
    """  # noqa: D301  click reads the backspace
    from imab_verify.deciding import questions
    from imab_verify.report.answers import print_answer

    if policy is None and (k is not None or T is not None):
        raise InputError("-k and -T are ranges for the run of a policy: name one with --policy")
    if certificate is not None:
        check_destination(certificate)
    form = chosen_form(explained, form)
    start = time.monotonic()
    run = questions.read_run(policy, option, where)
    ranges = [*questions.range_givens("k", k), *questions.range_givens("T", T)]
    reals = [*real, *([sharpen] if sharpen else [])]
    question = questions.read_asked(
        claim, [*given, *ranges], arm, reals, run, integers=integer, unbounded=unbounded
    )
    hints = questions.read_hints(multiplier, question)
    with _waiting():
        if sharpen:
            answer, text = _best_constant(question, sharpen, seconds)
        else:
            answer, text = _decision(question, hints, (k, T), seconds)
    if certificate is not None and text:
        write_file(certificate, text)
    took, answer = time.monotonic() - start, answer.with_file(certificate)
    explanation = _explanation(text, answer, form) if form and text else ""
    if as_json:
        told = {"explanation": explanation} if form else {}
        emit(answer.document | told | {"seconds": round(took, 3)})
    elif explanation and form != TEXT:
        click.echo(explanation, nl=False)
    else:
        print_answer(answer, f"{took:.2f} s" if verbose else "")
        click.echo(f"\n{explanation}" if explanation else "", nl=False)
    return EXITS.get(answer.verdict, UNKNOWN)


def _explanation(certificate: str, answer: Answer, form: str) -> str:
    """Tell what the certificate that the kernel accepted says."""
    from imab_verify.report.explain import explain_text

    rests_on = tuple(answer.document.get("rests_on", ()))
    return written(explain_text(certificate, rests_on), form)


def _waiting() -> AbstractContextManager[object]:
    """Show on a terminal that the search goes on."""
    if not sys.stderr.isatty():
        return nullcontext()
    from imab_verify.report.terminal import console

    return console(stderr=True).status("looking for a proof or a counterexample")


def _decision(
    question: Question, hints: Hints, spans: tuple[range | None, range | None], seconds: float
) -> tuple[Answer, str]:
    from imab_verify.deciding.decide import decide
    from imab_verify.deciding.scopes import Scope
    from imab_verify.report.answers import decision_answer

    k, T = spans
    scope = Scope(k, T) if k is not None and T is not None else None
    decision = decide(question, scope, seconds=seconds, hints=hints)
    ranges = {name: f"{s[0]}..{s[-1]}" for name, s in (("k", k), ("T", T)) if s is not None}
    return decision_answer(decision, ranges), decision.certified.text if decision.certified else ""


def _best_constant(question: Question, name: str, seconds: float) -> tuple[Answer, str]:
    from imab_verify.deciding.sharpen import sharpen
    from imab_verify.report.constants import sharpened_answer

    sharpened = sharpen(question, name, seconds=seconds)
    best = sharpened.best
    return sharpened_answer(sharpened, question), best.certified.text if best else ""
