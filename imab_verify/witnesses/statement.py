"""A claim for Python: what it says in LaTeX, in sympy, in z3 and in SMT-LIB.

from imab_verify.witnesses.statement import claim

rew = claim("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"])
rew.latex()     the claim as a formula
rew.sympy()     every identity that its proof rests on, as sympy equations
rew.z3()        z3 solvers, each with one way to break the claim: all unsat means true
rew.smtlib()    the same as a text for any SMT solver
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass, Proved, ProvedFormula, Run
from imab_verify.language.latex import latex_claim
from imab_verify.language.reading import Question, read_question
from imab_verify.witnesses.testimony import plain_parts


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim that was read, with or without a verdict."""

    question: Question

    def latex(self) -> str:
        """The claim in LaTeX."""
        return latex_claim(self.question.claims().statement)

    def sympy(self, *, seconds: float = 20) -> list[Any]:
        """Every identity of a proof that the kernel accepts, as sympy equations.

        InputError where there is no such proof. Each of them is true as an identity of polynomials:
        `sympy.expand(equation.lhs - equation.rhs)` is 0.
        """
        from imab_verify.deciding.decide import decide
        from imab_verify.engines.sympy.identities import identities

        decision = decide(self.question, seconds=seconds)
        certificate = decision.certified.certificate if decision.certified else None
        if not isinstance(certificate, Proved | ProvedFormula):
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
        for script in scripts(self.question.claims().statement):
            solver = z3.SolverFor(script.logic)
            solver.from_string(script.text())
            solvers.append(solver)
        return solvers

    def smtlib(self) -> str:
        """The negated claim in SMT-LIB, with what the answers mean."""
        from imab_verify.engines.z3.scripts import smtlib

        return smtlib(self.question.claims().statement)


def claim(
    text: str,
    given: Sequence[str] = (),
    arms: Mapping[str, ArmClass] | None = None,
    reals: Sequence[str] = (),
    run: Run | None = None,
) -> Statement:
    """Read a claim; ClaimError, with the place in the text, if it cannot be read."""
    return Statement(read_question(text, tuple(given), arms, tuple(reals), run))
