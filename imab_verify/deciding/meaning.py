"""What a claim about a run speaks of is defined: indices of arms and times are in the domain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from imab_verify.kernel import ArmClass, Atom, Claim, Comparison, Form, Kind
from imab_verify.kernel.arms import obligations, parameter_region
from imab_verify.kernel.statement import OF_RUN

if TYPE_CHECKING:
    from imab_verify.engines.arms.clock import Clock

OF_ITS_RUN = "_earned"
"""An arm in the place of what a run earned, which like Rew needs n >= 0."""


def check_defined(claim: Claim, seconds: float) -> None:
    """All indices of arms, and all times of the run, are in the domain; UndefinedError if not."""
    givens, conclusion = (tuple(map(_about_arms, c)) for c in (claim.givens, claim.plain))
    arms = (*claim.arms, (OF_ITS_RUN, ArmClass.CONCAVE))
    bare = replace(claim, run=None, arms=arms, givens=givens, conclusion=conclusion)
    region = parameter_region(bare)
    if all(where.implies(p) for p, where in obligations(bare, region)):
        return
    from imab_verify.engines.arms.clock import Clock
    from imab_verify.engines.arms.proofs import check_meaning

    clock = Clock(seconds)
    check_meaning(replace(bare, givens=(*givens, *_facts(claim, clock))), clock)


def _about_arms(comparison: Comparison) -> Comparison:
    """The comparison with Rew of an arm, which needs n >= 0, in the place of what a run earned."""
    terms = tuple(
        (c, Atom(Kind.REW, OF_ITS_RUN, atom.indices) if atom.kind in OF_RUN else atom)
        for c, atom in comparison.form.terms
        if atom.indices
    )
    return Comparison(Form(comparison.form.constant, terms), comparison.relation)


def _facts(claim: Claim, clock: Clock) -> tuple[Comparison, ...]:
    """What the run says about the parameters, if the claim is about one."""
    if claim.played is None:
        return ()
    from imab_verify.engines.runs.facts import opened
    from imab_verify.engines.runs.known import known_of

    known = known_of(claim)
    if known.run.index is not None:
        known = opened(known, clock) or known
    return tuple(fact for fact in known.claim.givens if not fact.form.terms)
