"""Decide a claim of one's own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from imab_verify.api.arguments import check_arguments
from imab_verify.api.claims import Arms, Claim, Written
from imab_verify.api.claims import claim as read
from imab_verify.deciding import questions
from imab_verify.deciding.attempts import untold
from imab_verify.deciding.certify import Scope, Verdict
from imab_verify.errors import InputError
from imab_verify.kernel.statement import ANY
from imab_verify.model.rationals import Span, read_span

if TYPE_CHECKING:
    from imab_verify.api.policies import Options, PolicyLike
    from imab_verify.engines.arms.hints import Hints
    from imab_verify.language.reading import Question
    from imab_verify.report.answers import Answer


def ask(
    claim: Written | Claim,
    given: Sequence[Written] = (),
    arms: Arms | None = None,
    reals: Sequence[str] = (),
    policy: PolicyLike | None = None,
    k: Span | None = None,
    T: Span | None = None,
    seconds: float = 20,
    *,
    integers: Sequence[str] = (),
    unbounded: bool = False,
    options: Options | None = None,
    where: str = "",
    multipliers: Sequence[str] = (),
    sharpen: str | None = None,
    progress: bool = False,
) -> Answer:
    """Decide a claim for all parameters and all rewards of the class.

    given: hypotheses. arms, reals, integers: what names are, where their defaults do not serve.
    unbounded: rewards may be larger than 1. policy, options, where, k, T: for claims with OPT(T)
    and ALG(T), whose run they are about, counts of it that get names, and the sizes that are meant
    (one integer, a range, or "A..B"). Where the kernel does not know the policy, what is true of
    any policy is proved, and with k and T its runs are searched for one that refutes the claim.
    multipliers: hints, what the givens about rewards are multiplied by. sharpen: the name of a
    constant whose best value is wanted. seconds: about how long to search. progress: show on a
    terminal that it goes on.

    >>> answer = ask("m*Rew(f,T) <= T*Rew(f,m)", given=["m <= T"])
    >>> answer.verdict
    <Verdict.REFUTED: 'refuted'>
    >>> answer.counterexample.lhs > answer.counterexample.rhs
    True
    """
    check_arguments(ask, locals())
    start = time.monotonic()
    ranges = _ranges(k, T)
    sizes = [text for name, span in ranges.items() for text in questions.range_givens(name, span)]
    given = [*given, *sizes]
    foreign = not isinstance(claim, Claim) and _is_foreign(policy, options)
    if isinstance(claim, Claim):
        if arms or reals or policy or integers or options or where or unbounded:
            raise InputError("a Claim has its declarations already: give them when it is made")
        stated = claim.under(given)
    else:
        constants = [*reals, *([sharpen] if sharpen else [])]
        stated = read(
            claim,
            given,
            arms,
            constants,
            ANY if foreign else policy,
            integers=integers,
            unbounded=unbounded,
            options=None if foreign else options,
            where=where,
        )
    if foreign and sharpen:
        raise InputError("--sharpen needs a policy that the kernel knows: use `hunt` for this one")
    if ranges and stated.run is None:
        raise InputError("-k and -T are ranges for the run of a policy: name one with --policy")
    question = stated.question
    hints = questions.read_hints(multipliers, question)
    with _waiting() if progress else nullcontext(untold) as report:
        if sharpen:
            answer = _best_constant(question, sharpen, ranges, seconds)
        elif foreign and policy is not None:
            answer = _about_unknown_policy(question, (policy, options), ranges, seconds, report)
        else:
            answer = _decision(question, ranges, hints, seconds, report)
    return answer.with_seconds(time.monotonic() - start)


def _is_foreign(policy: PolicyLike | None, options: Options | None) -> bool:
    """Whether the claim is about a policy that the kernel cannot play."""
    if policy is None:
        return False
    from imab_verify.api.policies import unknown_to_kernel

    return unknown_to_kernel(policy, options)


def _ranges(k: Span | None, T: Span | None) -> dict[str, range]:
    spans = {"k": (k, 1), "T": (T, 0)}
    return {n: read_span(s, least, n) for n, (s, least) in spans.items() if s is not None}


def _scope(ranges: Mapping[str, range]) -> Scope | None:
    return Scope(ranges["k"], ranges["T"]) if len(ranges) == 2 else None


def _waiting() -> AbstractContextManager[Callable[[str], None]]:
    """Show on a terminal that the search goes on, and what it does."""
    if not sys.stderr.isatty():
        return nullcontext(untold)
    from imab_verify.report.terminal import stages

    return stages("looking for a proof or a counterexample")


def _decision(
    question: Question,
    ranges: Mapping[str, range],
    hints: Hints,
    seconds: float,
    report: Callable[[str], None],
) -> Answer:
    from imab_verify.deciding.decide import decide
    from imab_verify.report.answers import decision_answer

    decision = decide(question, _scope(ranges), seconds=seconds, hints=hints, report=report)
    return decision_answer(decision, {n: f"{span[0]}..{span[-1]}" for n, span in ranges.items()})


def _about_unknown_policy(
    question: Question,
    policy: tuple[PolicyLike, Options | None],
    ranges: Mapping[str, range],
    seconds: float,
    report: Callable[[str], None],
) -> Answer:
    """A claim about a policy that the kernel cannot play, which is played in the given ranges."""
    from counterexample_search.run_claims import check_times
    from imab_verify.api.claim_hunting import PolicyRuns
    from imab_verify.api.policies import name_of
    from imab_verify.deciding.decide import decide_for_one
    from imab_verify.report.answers import decision_answer

    name = name_of(*policy)[0]
    check_times(name, question.claims().claim)
    sized = len(ranges) == 2 and ranges["T"][-1] > 0
    runs = PolicyRuns(question, *policy, ranges["k"], ranges["T"]) if sized else None
    decision = decide_for_one(question, name, runs, seconds=seconds, report=report)
    spans = {n: f"{span[0]}..{span[-1]}" for n, span in ranges.items()}
    if decision.verdict in (Verdict.PROVED, Verdict.VACUOUS):
        return decision_answer(decision, spans).about(name, "one of all policies")
    return decision_answer(decision, spans, runs.rests_on if runs else ()).about(name)


def _best_constant(
    question: Question, name: str, ranges: Mapping[str, range], seconds: float
) -> Answer:
    from imab_verify.deciding.sharpen import sharpen
    from imab_verify.report.answers import sharpened_answer

    best = sharpen(question, name, _scope(ranges), seconds=seconds)
    return sharpened_answer(best, question)
