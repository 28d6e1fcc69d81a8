"""Decide a claim of one's own."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from imab_verify.api.claims import Arms, Claim, Written
from imab_verify.api.claims import claim as read
from imab_verify.api.policies import Options, PolicyLike
from imab_verify.deciding import questions
from imab_verify.deciding.attempts import untold
from imab_verify.deciding.scopes import Scope
from imab_verify.errors import InputError
from imab_verify.model.spans import Span, read_span

if TYPE_CHECKING:
    from imab_verify.engines.arms.multipliers import Hints
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
    (one integer, a range, or "A..B"). multipliers: hints, what the givens about rewards are
    multiplied by. sharpen: the name of a constant whose best value is wanted. seconds: about how
    long to search. progress: show on a terminal that it goes on.

    >>> answer = ask("m*Rew(f,T) <= T*Rew(f,m)", given=["m <= T"])
    >>> answer.verdict
    <Verdict.REFUTED: 'refuted'>
    >>> answer.counterexample.lhs > answer.counterexample.rhs
    True
    """
    start = time.monotonic()
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
            policy,
            integers=integers,
            unbounded=unbounded,
            options=options,
            where=where,
        )
    ranges = _ranges(k, T)
    if ranges and stated.run is None:
        raise InputError("-k and -T are ranges for the run of a policy: name one with --policy")
    sizes = [text for name, span in ranges.items() for text in questions.range_givens(name, span)]
    question = stated.under(sizes).question
    hints = questions.read_hints(multipliers, question)
    with _waiting() if progress else nullcontext(untold) as report:
        if sharpen:
            answer = _best_constant(question, sharpen, seconds)
        else:
            answer = _decision(question, ranges, hints, seconds, report)
    return answer.timed(time.monotonic() - start)


def _ranges(k: Span | None, T: Span | None) -> dict[str, range]:
    spans = {"k": (k, 1), "T": (T, 0)}
    return {n: read_span(s, least, n) for n, (s, least) in spans.items() if s is not None}


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

    scope = Scope(ranges["k"], ranges["T"]) if len(ranges) == 2 else None
    decision = decide(question, scope, seconds=seconds, hints=hints, report=report)
    return decision_answer(decision, {n: f"{span[0]}..{span[-1]}" for n, span in ranges.items()})


def _best_constant(question: Question, name: str, seconds: float) -> Answer:
    from imab_verify.deciding.sharpen import sharpen
    from imab_verify.report.constants import sharpened_answer

    return sharpened_answer(sharpen(question, name, seconds=seconds), question)
