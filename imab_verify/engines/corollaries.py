"""Claims that follow from theorems: about runs of the same policy, or about the same arms.

A theorem about runs is cited at T, or at another time of the run, and what it says of OPT and ALG
is known from then on. The rest is a claim about arms: OPT and ALG are rewards of two concave arms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.hints import Hints, Hypothesis
from imab_verify.engines.arms.positivity import prove_sign_by_facts
from imab_verify.engines.runs.facts import in_order, with_words
from imab_verify.engines.runs.known import Known, claim_proof, start_with
from imab_verify.engines.runs.ratios import ratio_at
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
from imab_verify.kernel.arms import Constraint, Region, bring_in, parameter_region
from imab_verify.kernel.statement import K, T

EACH = 1.0
"""Seconds for a proof by one theorem."""
BEST, ARMS = ("best",), (2, 3, 5)
MOST, CONDITION = 12, 0.2
"""Instances of a theorem that are tried, and seconds for one of its conditions."""


def corollaries(
    claim: Claim, clock: Clock, theorems: Sequence[Theorem] = ()
) -> Iterator[tuple[ClaimProof, tuple[ProvedClaim, ...]]]:
    """Proofs by these theorems or others about the policy, each with the lemmas that it cites."""
    if claim.played is None:
        return
    known = start_with(claim).having("sizes")
    stored = theorems_about(claim.played, lambda theorem: not _is_weaker(theorem, claim))
    for theorem in (*theorems, *stored):
        for time in (T, *known.region.times):
            clock.tick()
            lemmas = Lemmas()
            after = _citing(known, theorem, time, lemmas, clock)
            nodes = None if after is None else _prove(after, claim, clock)
            proof = claim_proof(claim, nodes, clock)
            if proof is not None:
                yield proof, tuple(lemmas.proved)


def _is_weaker(theorem: Claim, claim: Claim) -> bool:
    """Whether the largest OPT/ALG of a claim is less than that of a theorem, at a small size."""
    try:
        sizes = [(k, T) for k in ARMS for T in (2 * k, 3 * k + 2, 4 * k, 6 * k + 1)]
        both = ((ratio_at(claim, *size), ratio_at(theorem, *size)) for size in sizes)
        return any(own and (of is None or of > own) for own, of in both)
    except RejectedError:
        return False


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
    values = {name: Polynomial.variable(name) for name in (*about.parameters, *about.reals)}
    values |= {"k": K, "T": time}
    if about.run is None or about.floors or not {*values} <= known.region.names:
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


# --- theorems about arms -------------------------------------------------------------------------


def with_citations(claim: Claim, hints: Hints, clock: Clock) -> Hints:
    """The hints with what the theorems say of the arms of a claim, at its own parameters."""
    region, lemmas, cited = parameter_region(claim), Lemmas(), list[Hypothesis]()
    for theorem in hints.theorems:
        number, about = lemmas.theorem(theorem), theorem[-1].claim
        inner = parameter_region(about)
        if about.run or about.floors or about.families or inner.hypotheses or about.reals:
            continue
        for values, arms in islice(_instances(about, claim), MOST):
            proofs = _shown(inner.constraints, values, region, clock)
            for place, said in enumerate(about.plain) if proofs is not None else ():
                source = Lemma(number, place, values, arms, proofs or {})
                name = f"using {len(cited) + 1}"
                cited.append(Hypothesis(name, said.substitute(values, arms), source))
    return replace(hints, cited=(*hints.cited, *cited), lemmas=(*hints.lemmas, *lemmas.proved))


def _instances(
    about: Claim, claim: Claim
) -> Iterator[tuple[dict[str, Polynomial], dict[str, str]]]:
    """Parameters and arms of a claim for those of a theorem, those with the same names first."""
    of_arm = [
        _first(name, [arm for arm, own in claim.arms if kind.includes(own)])
        for name, kind in about.arms
    ]
    of_name = [_first(name, claim.parameters) for name in about.parameters]
    for arms in product(*of_arm):
        for names in product(*of_name):
            values = map(Polynomial.variable, names)
            yield (
                dict(zip(about.parameters, values, strict=True)),
                dict(zip((name for name, _ in about.arms), arms, strict=True)),
            )


def _first(name: str, others: Sequence[str]) -> list[str]:
    """The name itself before all others, if it is one of them."""
    return sorted(others, key=lambda other: other != name)


def _shown(
    constraints: Sequence[Constraint], values: dict[str, Polynomial], region: Region, clock: Clock
) -> dict[str, Node] | None:
    """Proofs of the constraints of a theorem at these values, if all are plain enough."""
    proofs = {}
    for constraint in constraints:
        p = constraint.polynomial.substitute(values)
        quick = clock.part(CONDITION)
        try:
            node = prove_sign_by_facts(p, region, quick, strict=constraint.strict)
        except (OutOfTimeError, RejectedError):
            node = None
        if node is None:
            return None
        proofs[constraint.name] = node
    return proofs


def _of_number(p: Polynomial) -> Node | None:
    value = p.at({})
    return None if value < 0 else Sum((Term(value),) if value else ())
