"""Claims about runs that follow from theorems about the same policy: at T, or at another time.

A theorem is cited as a lemma, and what it says of OPT and ALG is known from then on. The rest is a
claim about arms: OPT and ALG are rewards of two concave arms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.runs.facts import in_order, with_words
from imab_verify.engines.runs.known import Known, claim_proof, start_with
from imab_verify.engines.worst_case.proofs import Lemmas
from imab_verify.engines.worst_case.theorems import Theorem, theorems_about
from imab_verify.kernel import (
    Claim,
    ClaimProof,
    Lemma,
    Node,
    Polynomial,
    ProvedClaim,
    RejectedError,
    Sum,
    Term,
)
from imab_verify.kernel.arms import bring_in, parameter_region
from imab_verify.kernel.statement import K, T

EACH = 1.0
"""Seconds for a proof by one theorem."""
BEST = ("best",)


def corollaries(claim: Claim, clock: Clock) -> Iterator[tuple[ClaimProof, tuple[ProvedClaim, ...]]]:
    """Proofs by theorems about the policy, each with the lemmas that it cites."""
    if claim.played is None:
        return
    known = start_with(claim).having("sizes")
    for theorem in theorems_about(claim.played):
        for time in (T, *known.region.times):
            clock.tick()
            lemmas = Lemmas()
            after = _citing(known, theorem, time, lemmas, clock)
            nodes = None if after is None else _prove(after, claim, clock)
            proof = claim_proof(claim, nodes, clock)
            if proof is not None:
                yield proof, tuple(lemmas.proved)


def horizons_of(claim: Claim) -> list[Polynomial]:
    """What T is at least in some theorem about the policy: 3k + 2, 4k, ..."""
    found = []
    for theorem in () if claim.played is None else theorems_about(claim.played):
        for given in theorem[-1].claim.givens:
            p = T - given.form.constant
            if "T" not in p.names() and p.names():
                found.append(p)
    return list(dict.fromkeys(found))


def _prove(known: Known, claim: Claim, clock: Clock) -> tuple[Node, ...] | None:
    """By the theorem alone or, if the claim names arms or other times, by who is best there."""
    if claim.arms or known.region.times:
        known = in_order(with_words(known, BEST), clock)
    return known.prove(Clock(min(EACH, clock.left()))) if known.plausible else None


def _citing(
    known: Known, theorem: Theorem, time: Polynomial, lemmas: Lemmas, clock: Clock
) -> Known | None:
    """With what the theorem says of the run at a time, if its givens are shown there."""
    about = theorem[-1].claim
    values = {"k": K, "T": time}
    if about.floors or {*about.parameters} != {*values}:
        return None
    proofs = {}
    for constraint in parameter_region(about).constraints:
        p = constraint.polynomial.substitute(values)
        node = _of_number(p) if not p.names() else known.shown(p, clock)
        if node is None:
            return None
        proofs[constraint.name] = node
    source = Lemma(lemmas.theorem(theorem), 0, values, {}, proofs)
    region = replace(known.region, lemmas=tuple(one.claim for one in lemmas.proved))
    try:
        after = bring_in("theorem", source, region)
    except (OutOfTimeError, RejectedError):
        return None
    return replace(known, region=after, steps=(*known.steps, (("theorem", source), known.region)))


def _of_number(p: Polynomial) -> Node | None:
    value = p.at({})
    return None if value < 0 else Sum((Term(value),) if value else ())
