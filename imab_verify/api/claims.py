"""Claims as objects: read once, asked about, and in LaTeX, sympy, z3 and SMT-LIB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from imab_verify.api.arguments import check_arguments
from imab_verify.errors import InputError, quote
from imab_verify.language.declarations import arm_classes, read_arms
from imab_verify.language.reading import Question, read_question
from imab_verify.language.statements import show_statement
from imab_verify.language.terms import Condition, Names

if TYPE_CHECKING:
    from imab_verify.api.policies import Options, PolicyLike
    from imab_verify.kernel import ArmClass
    from imab_verify.kernel.statement import Context
    from imab_verify.report.answers import Answer

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
        """The same claim under more hypotheses."""
        more, names = _texts(given, self.names)
        return replace(self, given=(*self.given, *more), names=names) if more else self

    def ask(self, **how: Any) -> Answer:
        """Decide it; see `imab_verify.ask` for what can be said about how."""
        from imab_verify.api.asking import ask

        return ask(self, **how)

    def __str__(self) -> str:
        """The claim in full, as it was read."""
        return show_statement(self.question.claims().claim)

    def latex(self) -> str:
        """The claim in LaTeX."""
        from imab_verify.language.latex import latex_claim

        return latex_claim(self.question.claims().claim)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def sympy(self, *, seconds: float = 20) -> list[Any]:
        """Every identity of a proof that the kernel accepts, as sympy equations.

        InputError where there is no such proof. Each of them is true as an identity of polynomials:
        `sympy.expand(equation.lhs - equation.rhs)` is 0.
        """
        from imab_verify.deciding.decide import decide
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
        """z3 solvers that hold the scripts of `smtlib`, ready for `check()`."""
        import z3

        from imab_verify.engines.z3.scripts import scripts

        solvers = []
        for script in scripts(self.question.claims().claim):
            solver = z3.SolverFor(script.logic)
            solver.from_string(script.text())
            solvers.append(solver)
        return solvers

    def smtlib(self) -> str:
        """The negated claim in SMT-LIB, with what the answers mean."""
        from imab_verify.engines.z3.scripts import smtlib

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
    check_arguments(claim, locals())
    run = None
    if policy is not None or options or where:
        from imab_verify.api.policies import kernel_run

        run = kernel_run(policy, options, where)
    return state(text, given, arms, reals, run, integers=integers, unbounded=unbounded)


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
    told = arm_classes(arms) if isinstance(arms, str | Mapping) else read_arms(arms or ())
    return {**names.arms, **(told or {})} or None
