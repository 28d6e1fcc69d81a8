"""Claims as objects: read once, decided, and in LaTeX, sympy, z3 and SMT-LIB."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.deciding import questions
from imab_verify.deciding.attempts import untold
from imab_verify.deciding.certify import Scope, Verdict, judged
from imab_verify.deciding.decide import decide, decide_for_one
from imab_verify.errors import InputError, quote
from imab_verify.files import show_path
from imab_verify.kernel import Certificate, ProvedClaim, RejectedError
from imab_verify.kernel.polynomials import MAX_BYTES
from imab_verify.kernel.statement import ANY
from imab_verify.language.declarations import read_arms
from imab_verify.language.reading import Question, read_question
from imab_verify.language.terms import Condition, Names
from imab_verify.language.writing import show_claim
from imab_verify.model.rationals import Span, check_numbers, read_span
from imab_verify.report.answers import Answer, decision_answer

if TYPE_CHECKING:
    from imab_verify.api.policies import Options, PolicyLike
    from imab_verify.kernel import ArmClass
    from imab_verify.kernel.statement import Context
    from imab_verify.language.reading import Question

Written = str | Condition
"""A claim or a hypothesis: text, or made with operators (`imab_verify.language.terms`)."""
Arms = Mapping[str, str] | Sequence[str] | str
"""Arms with their classes: {"f": "monotone"}, ["f:monotone", "g"] or "f: monotone, g"."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that was read, with all that is declared about it; it has no verdict yet.

    >>> rew = claim("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"])
    >>> print(rew)
    for all integers m, T; concave f, given T >= m and m >= 1 and T >= 1: T*(T + 1)*Rew(f, m) >= \
m*(m + 1)*Rew(f, T)
    >>> rew.ask().verdict
    <Verdict.PROVED: 'proved'>
    """

    text: str
    given: tuple[str, ...] = ()
    names: Names = field(default_factory=Names)
    arms: Mapping[str, ArmClass] | None = None
    run: Context | None = None
    unbounded: bool = False
    question: Question = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        question = read_question(
            self.text,
            self.given,
            self.arms,
            tuple(sorted(self.names.reals)),
            self.run,
            integers=tuple(sorted(self.names.integers)),
            unbounded=self.unbounded,
        )
        object.__setattr__(self, "question", question)

    def under(self, given: Sequence[Written]) -> Claim:
        """A copy of the claim under more hypotheses."""
        more, names = _texts(given, self.names)
        return replace(self, given=(*self.given, *more), names=names) if more else self

    def ask(self, **how: Any) -> Answer:
        """Decide it; see `imab_verify.ask` for what can be said about how."""
        return ask(self, **how)

    def __str__(self) -> str:
        """The claim in full, as it was read."""
        return show_claim(self.question.claims().claim)

    def latex(self) -> str:
        """The claim in LaTeX."""
        from imab_verify.language.writing import latex_claim

        return latex_claim(self.question.claims().claim)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def sympy(self, *, seconds: float = 20) -> list[Any]:
        """Every identity of a proof that the kernel accepts, as sympy equations.

        InputError where there is no such proof. Each of them is true as an identity of polynomials:
        `sympy.expand(equation.lhs - equation.rhs)` is 0.
        """
        from imab_verify.engines.sympy.identities import identities
        from imab_verify.kernel import Proved
        from imab_verify.witnesses import plain_parts

        decision = decide(self.question, seconds=seconds)
        certificate = decision.certified.certificate if decision.certified else None
        if not isinstance(certificate, Proved):
            raise InputError(f"the claim is {decision.verdict}, so no identities prove it")
        return [
            identity.equation()
            for part in plain_parts(certificate)
            if isinstance(part, Proved)
            for identity in identities(part)
        ]

    def z3(self) -> list[Any]:
        """z3 solvers that hold the problems of `smtlib`, ready for `check()`."""
        from imab_verify.engines.z3.smtlib import problems

        return [problem.solver() for problem in problems(self.question.claims().claim)]

    def smtlib(self) -> str:
        """The negated claim in SMT-LIB, with what the answers mean."""
        from imab_verify.engines.z3.smtlib import smtlib

        return smtlib(self.question.claims().claim)


def claim(
    text: Written,
    given: Sequence[Written] = (),
    arms: Arms | None = None,
    reals: Sequence[str] = (),
    policy: PolicyLike | None = None,
    *,
    integers: Sequence[str] = (),
    unbounded: bool = False,
    options: Options | None = None,
    where: str = "",
) -> Claim:
    """Read a claim; the error points at the place in the text where it cannot be read.

    given: hypotheses. arms, reals, integers: what names are, where their defaults do not serve.
    unbounded: rewards may be larger than 1. policy, options, where: the run that OPT(T) and ALG(T)
    are about, and counts of it that get names.

    >>> from imab_verify.language.terms import Rew, arm, integers
    >>> f, (m, T) = arm("f"), integers("m T")
    >>> claim(Rew(f, T) * m <= Rew(f, m) * T * 2, given=[m <= T, T <= 2 * m]).text
    'Rew(f, T)*m <= Rew(f, m)*T*2'
    """
    run = _run(policy, options, where)
    return state(text, given, arms, reals, run, integers=integers, unbounded=unbounded)


def _run(policy: PolicyLike | None, options: Options | None, where: str) -> Context | None:
    """The run that a claim is about; None if nothing is said about one."""
    if policy is None and not options and not where:
        return None
    from imab_verify.api.policies import kernel_run

    return kernel_run(policy, options, where)


def state(
    text: Written,
    given: Sequence[Written] = (),
    arms: Arms | None = None,
    reals: Sequence[str] = (),
    run: Context | None = None,
    *,
    integers: Sequence[str] = (),
    unbounded: bool = False,
) -> Claim:
    """Read a claim about a run that the kernel knows, or about none."""
    named = Names(reals=frozenset(reals), integers=frozenset(integers))
    (said,), names = _texts([text], named)
    givens, names = _texts(given, names)
    return Claim(said, givens, names, _declared_classes(arms, names), run, unbounded)


def _texts(written: Sequence[Written], names: Names) -> tuple[tuple[str, ...], Names]:
    """The texts, and these names with those that the operators declare."""
    if isinstance(written, str | Condition):
        written = [written]
    texts = []
    for part in written:
        if isinstance(part, Condition):
            names = names.join(part.names)
        elif not isinstance(part, str):
            raise InputError(f"{quote(part)} is no claim: give text, or a comparison of terms")
        texts.append(str(part))
    return tuple(texts), names


def _declared_classes(arms: Arms | None, names: Names) -> dict[str, ArmClass] | None:
    """The classes of the declared arms; None where the default arms are meant."""
    return {**names.arms, **(read_arms(arms or ()) or {})} or None


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
    using: Sequence[str] = (),
    sharpen: str | None = None,
    progress: bool = False,
) -> Answer:
    """Decide a claim for all parameters and all rewards of the class.

    given: hypotheses. arms, reals, integers: what names are, where their defaults do not serve.
    unbounded: rewards may be larger than 1. policy, options, where, k, T: for claims with OPT(T)
    and ALG(T), whose run they are about, counts of it that get names, and the sizes that are meant
    (one integer, a range, or "A..B"). Where the kernel does not know the policy, what is true of
    any policy is proved, and with k and T its runs are searched for one that refutes the claim.
    multipliers: hints, what the givens about rewards are multiplied by. using: theorems that may be
    cited, each a claim "A <= B given C", which is proved first, or a certificate file. sharpen: the
    name of a constant whose best value is wanted. seconds: about how long to search. progress: show
    on a terminal that it goes on.

    >>> answer = ask("m*Rew(f,T) <= T*Rew(f,m)", given=["m <= T"])
    >>> answer.verdict
    <Verdict.REFUTED: 'refuted'>
    >>> answer.counterexample.lhs > answer.counterexample.rhs
    True
    """
    check_numbers(seconds=seconds)
    start = time.monotonic()
    ranges = _ranges(k, T)
    sizes = [text for name, span in ranges.items() for text in questions.range_givens(name, span)]
    given = [*given, *sizes]
    foreign = False
    if policy is not None and not isinstance(claim, Claim):
        from imab_verify.api.policies import unknown_to_kernel

        foreign = unknown_to_kernel(policy, options)
    if isinstance(claim, Claim):
        if arms or reals or policy or integers or options or where or unbounded:
            raise InputError("a Claim has its declarations already: give them when it is made")
        stated = claim.under(given)
    else:
        constants = [*reals, *([sharpen] if sharpen else [])]
        run = _run(ANY if foreign else policy, None if foreign else options, where)
        stated = state(claim, given, arms, constants, run, integers=integers, unbounded=unbounded)
    if foreign and sharpen:
        raise InputError("--sharpen needs a policy that the kernel knows: use `hunt` for this one")
    if ranges and stated.run is None:
        raise InputError("-k and -T are ranges for the run of a policy: name one with --policy")
    question = stated.question
    hints = questions.read_hints(multipliers, question)
    if using:
        theorems = [_theorem(text, stated, seconds / 2) for text in using]
        hints = replace(hints, theorems=tuple(theorems))
    with _waiting() if progress else nullcontext(untold) as report:
        if sharpen:
            answer = _best_constant(question, sharpen, ranges, seconds)
        elif foreign and policy is not None:
            answer = _about_unknown_policy(question, (policy, options), ranges, seconds, report)
        else:
            decision = decide(question, _scope(ranges), seconds=seconds, hints=hints, report=report)
            answer = decision_answer(decision, _shown(ranges))
    return answer.with_seconds(time.monotonic() - start)


def _theorem(text: str, about: Claim, seconds: float) -> tuple[ProvedClaim, ...]:
    """What may be cited: a claim about the same arms and runs, or a certificate in a file."""
    if text.endswith(".json"):
        certificate = read_certificate(text)
    else:
        said, _, given = text.partition(" given ")
        stated = replace(about, text=said, given=(given,) if given else ())
        certified = decide(stated.question, seconds=seconds).certified
        if certified is None or certified.verdict is not Verdict.PROVED:
            raise InputError(f"--using {quote(text)}: this is not proved, so it cannot be used")
        certificate = certified.certificate
    theorem = questions.theorem_of(certificate)
    if theorem is None:
        raise InputError(f"--using {quote(text)}: a formula, or what exists, cannot be cited")
    return theorem


def read_certificate(path: str) -> Certificate:
    """The certificate in a file, if the kernel accepts it; InputError otherwise."""
    try:
        with Path(path).open("rb") as stream:
            return judged(stream.read(MAX_BYTES + 1)).certificate
    except (OSError, RejectedError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{show_path(path)}: {why}") from None


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


def _shown(ranges: Mapping[str, range]) -> dict[str, str]:
    return {name: f"{span[0]}..{span[-1]}" for name, span in ranges.items()}


def _about_unknown_policy(
    question: Question,
    policy: tuple[PolicyLike, Options | None],
    ranges: Mapping[str, range],
    seconds: float,
    report: Callable[[str], None],
) -> Answer:
    """A claim about a policy that the kernel cannot play, which is played in the given ranges."""
    from counterexample_search.run_claims import check_times
    from imab_verify.api.hunting import PolicyRuns
    from imab_verify.api.policies import name_of

    name = name_of(*policy)[0]
    check_times(name, question.claims().claim)
    sized = len(ranges) == 2 and ranges["T"][-1] > 0
    runs = PolicyRuns(question, *policy, ranges["k"], ranges["T"]) if sized else None
    decision = decide_for_one(question, name, runs, seconds=seconds, report=report)
    if decision.verdict in (Verdict.PROVED, Verdict.VACUOUS):
        return decision_answer(decision, _shown(ranges)).about(name, "one of all policies")
    rests_on = runs.rests_on if runs else ()
    return decision_answer(decision, _shown(ranges), rests_on).about(name)


def _best_constant(
    question: Question, name: str, ranges: Mapping[str, range], seconds: float
) -> Answer:
    from imab_verify.deciding.sharpen import sharpen
    from imab_verify.report.answers import sharpened_answer

    best = sharpen(question, name, _scope(ranges), seconds=seconds)
    return sharpened_answer(best, question)
