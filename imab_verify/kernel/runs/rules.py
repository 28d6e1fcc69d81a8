"""The rules for claims about the run of a policy, for all k, all T and all instances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import ALGORITHM_1, ROUND_ROBIN, K, Run, T
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import (
    OF_RUN,
    Atom,
    Comparison,
    Form,
    Kind,
    Relation,
    at_least,
    rew,
)
from imab_verify.kernel.polynomials import ONE, TWO, ZERO, Polynomial, shown
from imab_verify.kernel.proofs import ClaimProof, Node
from imab_verify.kernel.regions import Region, parameter_region
from imab_verify.kernel.rules import check_claim, check_sign
from imab_verify.kernel.runs.counts import with_quotient
from imab_verify.kernel.runs.indices import last_pull_facts, opening_of
from imab_verify.kernel.runs.known import BEFORE, COUNT, LEVEL, OPTIMAL, PULLED, Known
from imab_verify.kernel.runs.play import run_of


def _atom(kind: Kind, arm: str, *indices: Polynomial) -> Atom:
    return Atom(kind, arm, indices)


# --- rules for all k and T ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastPull:
    """A proof of the claim about arms that the last-pull rule makes of a claim about a run."""

    proof: ClaimProof
    rule: Annotated[str, "last-pull"] = field(default="last-pull", metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class Weakening:
    """From D*ALG >= E*OPT to A*ALG >= R*OPT: q > 0, q*A - D >= 0 and E - q*R >= 0."""

    factor: Polynomial
    positive: Node
    alg: Node
    opt: Node


@dataclass(frozen=True, slots=True)
class SumOverArms:
    """Per-arm bounds weight * Rew(f,N) >= (alpha + beta*N) * OPT, for N = 2 and for N >= 3."""

    weight: Polynomial
    alpha: Polynomial
    beta: Polynomial
    initialised: Node
    two_pulls: ClaimProof
    last_pull: ClaimProof
    weakening: Weakening
    rule: Annotated[str, "sum-over-arms"] = field(default="sum-over-arms", metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class GuaranteedPulls:
    """weight * Rew(g,c) >= bound * Rew(g,T), where every arm surely gets c pulls."""

    weight: Polynomial
    bound: Polynomial
    sign: Node
    ready: Node
    proof: ClaimProof
    weakening: Weakening
    rule: Annotated[str, "guaranteed-pulls"] = field(default="guaranteed-pulls", metadata=REQUIRED)


RunProof = LastPull | SumOverArms | GuaranteedPulls


def check_run_claim(proof: RunProof, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """A claim about a run, by one of the rules."""
    run = run_of(claim)
    match proof:
        case LastPull(inner):
            check_claim(inner, last_pull_claim(claim), lemmas)
        case SumOverArms():
            if run.policy != ALGORITHM_1:
                raise RejectedError(Reason.RULE, "the sum over arms is about algorithm-1")
            _check_sum_over_arms(proof, claim, lemmas)
        case GuaranteedPulls():
            _check_guaranteed_pulls(proof, claim, lemmas)
        case _:
            raise RejectedError(Reason.RULE, "a claim about a run needs a rule about runs")


def last_pull_claim(claim: Claim) -> Claim:
    """Last pull: what is known when an arm of an index policy got its last pull, after the opening.

    With m pulls of every arm in the opening there are m*k + 1 pulls at least; see
    `last_pull_facts` for the rest.
    """
    run = run_of(claim)
    counts = [name for name, arm in run.pulls if arm == run.pulled]
    if run.scoring is None or not run.pulled or len(counts) != 1 or not run.level:
        raise RejectedError(Reason.RULE, "the last-pull rule needs an index, an arm, N and M")
    if {name for name, _ in run.pulls} != set(counts):
        raise RejectedError(Reason.RULE, "the last-pull rule knows the final count of one arm")
    if run.stage != "after":
        raise RejectedError(Reason.RULE, "the last-pull rule speaks of pulls after the opening")
    if any(atom.kind in OF_RUN for atom in claim.atoms()):
        raise RejectedError(Reason.RULE, "the last-pull rule says nothing about ALG and OPT")
    N, M = Polynomial.variable(counts[0]), Polynomial.variable(run.level)
    steps = T - K * Polynomial.constant(run.opening) - ONE
    known = Known(replace(claim, run=None), run, run.pulls)
    facts = last_pull_facts(known, run.pulled, N, M, run.before)
    givens = (*claim.givens, at_least(K - ONE), at_least(steps), *facts)
    return replace(known.claim, givens=givens)


def _check_sum_over_arms(proof: SumOverArms, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """Sum over arms: from D*Rew(f_i,N_i) >= (alpha + beta*N_i)*OPT(T) for every arm i,

    and sum_i N_i = T: D*ALG(T) >= (k*alpha + beta*T)*OPT(T).
    With T >= 2k every arm has N_i >= 2; N_i = 2 is one claim about arms, N_i >= 3 another, for
    which the last-pull rule holds. OPT(T) = Rew(g,T) for some arm g.
    """
    ratio_shares(claim)
    region = run_region(claim)
    known((proof.weight, proof.alpha, proof.beta), region.names)
    check_sign(proof.initialised, region, T - K * TWO)
    two, later = two_claims(proof.weight, proof.alpha, proof.beta, claim)
    check_claim(proof.two_pulls, two, lemmas)
    check_claim(proof.last_pull, later, lemmas)
    check_weakening(proof.weakening, claim, region, proof.weight, K * proof.alpha + T * proof.beta)


def two_claims(
    weight: Polynomial, alpha: Polynomial, beta: Polynomial, claim: Claim
) -> tuple[Claim, Claim]:
    """The two claims about arms that a sum over arms of Algorithm 1 rests on."""
    share = alpha + beta * Polynomial.variable(COUNT)
    about_arms = Known(replace(claim, run=None), Run(ALGORITHM_1), ())
    return per_arm_claims(weight, share, about_arms)


def per_arm_claims(weight: Polynomial, share: Polynomial, known: Known) -> tuple[Claim, Claim]:
    """weight*Rew(f,N) >= share*OPT(T), where the share speaks of the final count N of f:

    for N = m, the pulls of the opening, and for N >= m+1 with what is known at the last pull.
    """

    def bound(count: Polynomial) -> tuple[Comparison]:
        best = rew(OPTIMAL, T).scaled(-share.substitute({COUNT: count}))
        return (Comparison(rew(PULLED, count).scaled(weight) + best),)

    known, run = known.declaring([], (PULLED, OPTIMAL)), known.run
    givens = (*known.claim.givens, at_least(K - ONE))
    last = Run(
        policy=run.policy,
        pulls=((COUNT, PULLED),),
        pulled=PULLED,
        level=LEVEL,
        before=((BEFORE, OPTIMAL),),
        most=run.most,
        index=run.index,
    )
    later = replace(
        known.declaring((COUNT, LEVEL, BEFORE)).claim,
        givens=givens,
        conclusion=bound(Polynomial.variable(COUNT)),
        run=last,
    )
    opened = replace(known.claim, givens=givens, conclusion=bound(opening_of(known)))
    return opened, last_pull_claim(later)


def _check_guaranteed_pulls(proof: GuaranteedPulls, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """Guaranteed pulls: if every arm gets at least c pulls then ALG(T) >= Rew(g,c) for the

    optimal arm g, so D*Rew(g,c) >= E*Rew(g,T) with D >= 0 gives D*ALG(T) >= E*OPT(T).
    Round robin: c = floor(T/k). Algorithm 1: c = 2, for T >= 2k. No other policy.
    """
    about_arms = guaranteed_claim(proof.weight, proof.bound, claim)
    ratio_shares(claim)
    region = run_region(claim)
    known((proof.weight, proof.bound), region.names)
    check_sign(proof.sign, region, proof.weight)
    if run_of(claim).policy == ALGORITHM_1:
        check_sign(proof.ready, region, T - K * TWO)
    check_claim(proof.proof, about_arms, lemmas)
    check_weakening(proof.weakening, claim, region, proof.weight, proof.bound)


def guaranteed_claim(weight: Polynomial, bound: Polynomial, claim: Claim) -> Claim:
    """The claim about the optimal arm that guaranteed pulls rest on."""
    policy = run_of(claim).policy
    if policy not in (ALGORITHM_1, ROUND_ROBIN):
        raise RejectedError(Reason.RULE, f"guaranteed pulls do not speak of the policy {policy}")
    named, count = with_quotient(claim) if policy == ROUND_ROBIN else (claim, TWO)
    mine = (weight, _atom(Kind.REW, OPTIMAL, count))
    best = (-bound, _atom(Kind.REW, OPTIMAL, T))
    return replace(
        named,
        arms=((OPTIMAL, ArmClass.CONCAVE),),
        givens=(*claim.givens, at_least(K - ONE), at_least(T)),
        conclusion=(Comparison(Form(ZERO, (mine, best))),),
        run=None,
    )


def known(polynomials: Sequence[Polynomial], names: frozenset[str]) -> None:
    """Bounds speak of the claim's own parameters only."""
    for p in polynomials:
        if not p.names() <= names:
            raise RejectedError(Reason.IDENTITY, f"{shown(p)} uses names that the claim lacks")


def ratio_shares(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the claim is one A*ALG - R*OPT >= 0 under givens on parameters alone."""
    run, goal = run_of(claim), claim.conclusion[0]
    if claim.arms or run.pulled or run.named or any(g.form.terms for g in claim.givens):
        raise RejectedError(Reason.RULE, "this rule proves claims about ALG(T) and OPT(T) only")
    if len(claim.conclusion) != 1 or goal.relation != Relation.GE or len(goal.form.constant):
        raise RejectedError(Reason.RULE, "this rule proves one >= without a constant term")
    shares = {Kind.ALG: ZERO, Kind.OPT: ZERO}
    for coefficient, atom in goal.form.terms:
        if atom.kind not in shares:
            raise RejectedError(Reason.RULE, f"this rule knows nothing about {atom.kind}")
        shares[atom.kind] = shares[atom.kind] + coefficient
    return shares[Kind.ALG], -shares[Kind.OPT]


def run_region(claim: Claim) -> Region:
    """The parameters of a claim about ALG and OPT: its givens, k >= 1 and T >= 0."""
    return parameter_region(replace(claim, givens=(*claim.givens, at_least(K - ONE), at_least(T))))


def check_weakening(
    proof: Weakening, claim: Claim, region: Region, D: Polynomial, E: Polynomial
) -> None:
    """A*ALG - R*OPT >= 0 from D*ALG - E*OPT >= 0, because ALG >= 0 and OPT >= 0.

    q*(A*ALG - R*OPT) = (D*ALG - E*OPT) + (q*A - D)*ALG + (E - q*R)*OPT.
    """
    A, R = ratio_shares(claim)
    known((proof.factor,), region.names)
    check_sign(proof.positive, region, proof.factor, strict=True)
    check_sign(proof.alg, region, proof.factor * A - D)
    check_sign(proof.opt, region, E - proof.factor * R)
