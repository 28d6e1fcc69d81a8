"""Givens that contradict each other: which of them nobody typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from imab_verify.deciding.arms import VACUOUS
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_witness
from imab_verify.kernel import OF_RUN, AllOf, Claim, Comparison, Compound, Form
from imab_verify.language.fresh import Fresh
from imab_verify.language.reading import Question
from imab_verify.language.scales import without_bound

SECONDS = 1.0


def why_vacuous(question: Question) -> str:
    """Name the default, or the bound on rewards, without which the givens have an instance."""
    for claim, reason in _weaker(question):
        if find_witness(claim, Clock(SECONDS)) is not None:
            return f"the givens contradict {reason}, so nothing is claimed"
    return VACUOUS


def _weaker(question: Question) -> Iterator[tuple[Claim, str]]:
    """The claim about arms without one of the things that are assumed by default."""
    trivial = (Comparison(Form()),)
    claim = replace(question.claims().claim, run=None, conclusion=trivial)
    if any(atom.kind in OF_RUN for atom in claim.atoms()):
        return
    for default, words in question.defaults:
        if words:
            givens = tuple(given for given in claim.givens if given != default)
            yield replace(claim, givens=givens), f"{words} (another bound takes its place)"
    names = (*claim.parameters, *claim.reals, *(floor.name for floor in claim.floors))
    bare = Compound(replace(claim, conclusion=()), AllOf(()))
    scaled = without_bound(bare, Fresh(names))
    if scaled != bare:
        free = replace(scaled.claim, conclusion=trivial)
        yield free, "rewards in [0,1] (--unbounded drops this bound)"
