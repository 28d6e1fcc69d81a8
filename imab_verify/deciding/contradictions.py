"""Givens without an instance: do they contradict each other, and which of them did nobody type?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from imab_verify.kernel import Claim, Comparison, Form, Relation
from imab_verify.kernel.arms import parameter_region
from imab_verify.kernel.polynomials import ZERO
from imab_verify.kernel.statement import OF_RUN
from imab_verify.language.reading import Question

NO_WITNESS = "no parameters and rewards were found that satisfy the givens"
VACUOUS = "the givens contradict each other, so nothing is claimed"
SECONDS, LONG = 1.0, 5.0


class VacuousError(Exception):
    """The givens contradict each other."""


class NoWitnessError(Exception):
    """No instance of the givens was found, so that nothing can be proved."""


def no_instance(claim: Claim) -> VacuousError | NoWitnessError:
    """What it means that no instance of the givens was found."""
    return VacuousError() if contradictory(claim) else NoWitnessError()


def contradictory(claim: Claim) -> bool:
    """Whether 0 > 0 follows from the givens."""
    from imab_verify.engines.arms.clock import Clock, OutOfTimeError
    from imab_verify.engines.arms.goals import prove_goal

    absurd = Comparison(Form(ZERO), Relation.GT)
    try:
        return prove_goal(absurd, claim, parameter_region(claim), Clock(LONG)) is not None
    except OutOfTimeError:
        return False


def why_vacuous(question: Question) -> str:
    """Name the default, or the bound on rewards, without which the givens have an instance."""
    from imab_verify.engines.arms.clock import Clock
    from imab_verify.engines.arms.counterexamples import find_witness

    for claim, reason in _weaker(question):
        if find_witness(claim, Clock(SECONDS)) is not None:
            return f"the givens contradict {reason}, so nothing is claimed"
    return VACUOUS


def _weaker(question: Question) -> Iterator[tuple[Claim, str]]:
    """The claim about arms without one of the things that are assumed by default."""
    from imab_verify.language.parser import Fresh
    from imab_verify.language.reading import without_bound

    trivial = (Comparison(Form()),)
    claim = replace(question.claims().claim, run=None, conclusion=trivial, prefix=())
    if any(atom.kind in OF_RUN for atom in claim.atoms()):
        return
    for default, words in question.defaults:
        if words:
            givens = tuple(given for given in claim.givens if given != default)
            yield replace(claim, givens=givens), f"{words} (another bound takes its place)"
    names = (*claim.parameters, *claim.reals, *(floor.name for floor in claim.floors))
    scaled = without_bound(claim, Fresh(names))
    if scaled != claim:
        yield scaled, "rewards in [0,1] (--unbounded drops this bound)"
