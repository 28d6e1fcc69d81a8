"""imab-verify ask: decide a claim of the user's own."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from imab_verify.cli import common
from imab_verify.files import write_file

EXITS = {"proved": common.OK, "refuted": common.DIFFERS}


@click.command()
@click.argument("claim")
@common.claim_options
@click.option(
    "--policy",
    metavar="NAME",
    help="For OPT(T), ALG(T): any policy, also your own; 'some algorithm-1' if there is a run with "
    "that; lower bounds: every, every-anytime.",
)
@click.option(
    "-o",
    "--option",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the policy: init=rounds|pairs, ties=any|lowest-index|highest-index.",
)
@click.option(
    "-k", "k", type=common.span(1), help="The numbers of arms of the run; all without it."
)
@click.option("-T", "T", type=common.span(0), help="The horizons of the run; all without it.")
@click.option(
    "--multiplier",
    "multipliers",
    multiple=True,
    metavar="EXPR",
    help="A hint: what the given about rewards is multiplied by; one for each of them.",
)
@click.option(
    "--using",
    multiple=True,
    metavar="CLAIM|FILE",
    help="A theorem to cite: a claim 'A <= B given C', proved first, or a certificate.",
)
@click.option("--sharpen", metavar="NAME", help="Find the best value of this constant.")
@click.option("--certificate", metavar="FILE", help="Write the accepted certificate there.")
@click.option("--coq", metavar="FILE", help="Write the accepted certificate as a theorem of Coq.")
@common.option_with_default(
    "--seconds", type=common.whole(1), default=20, help="About how long to search."
)
@click.option("--rules", is_flag=True, help="Also say which rules of the kernel were used.")
@click.option("-v", "--verbose", is_flag=True, help="Also say how long it took.")
@common.explain_options
@common.json_option
def ask(
    option: Sequence[str],
    certificate: str | None,
    coq: str | None,
    rules: bool,
    verbose: bool,
    explained: bool,
    form: str | None,
    as_json: bool,
    **question: Any,
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
    import imab_verify as iv

    if certificate is not None:
        common.check_certificate_file(certificate)
    form = common.chosen_form(explained, form)
    with common.aside():
        options = common.options_of(option)
        answer = iv.ask(options=options, progress=True, **question)
    troubles: list[str] = []
    if certificate is not None and answer.certificate is not None:
        with common.note_troubles(troubles):
            write_file(certificate, answer.certificate)
    if coq is not None and answer.certificate is not None:
        with common.note_troubles(troubles):
            write_file(coq, iv.coq(answer.certificate, Path(coq).stem))
    answer = answer.with_file(None if troubles else certificate)
    command = _next_command(**question) if answer.verdict == "unknown" else ""
    if command:
        answer = answer.saying("", "", command=command)
    told = answer.explain(form, common.width()) if form else ""
    if as_json:
        common.emit(answer.to_json() | ({"explanation": told} if form else {}))
    elif told and form != common.TEXT:
        click.echo(told, nl=False)
    else:
        answer = answer.with_rules() if rules else answer
        common.show(answer.with_time() if verbose else answer)
        click.echo(f"{command}\n" if command else "", nl=False)
        click.echo(f"\n{told}" if told else "", nl=False)
    return common.end(troubles, EXITS.get(answer.verdict, common.UNKNOWN))


def _next_command(*, policy: str | None, k: object, T: object, seconds: int, **_: object) -> str:
    """The command to try next: with sizes if it can have some, and otherwise with more time."""
    from imab_verify.language.policy_names import POLICIES, is_some

    context = click.get_current_context()
    sizes = policy and not (policy in (*POLICIES, "any") or is_some(policy) or k or T)
    changed = {"k": "2..3", "T": "4..12"} if sizes else {"seconds": str(4 * seconds)}
    words = ["imab-verify", "ask"]
    for parameter in context.command.params:
        name = parameter.name or ""
        value = changed.get(name, context.params[name])
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name not in changed and not given:
            continue
        if isinstance(value, range):
            value = f"{value[0]}..{value[-1]}"
        flag = max(parameter.opts, key=len)
        for one in value if isinstance(value, list | tuple) else [value]:
            words += [] if isinstance(parameter, click.Argument) else [flag]
            words += [] if one is True else [str(one)]
    return shlex.join(words)
