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
from imab_verify.kernel.forms import OF_RUN, Comparison, Kind, Relation, at_least, rew
from imab_verify.kernel.polynomials import ONE, TWO, ZERO, Polynomial
from imab_verify.kernel.proofs import ClaimProof, Node
from imab_verify.kernel.regions import Region, check_known, parameter_region
from imab_verify.kernel.rules import check_claim, check_sign
from imab_verify.kernel.runs.counts import with_quotient
from imab_verify.kernel.runs.indices import last_pull_facts, opening_of
from imab_verify.kernel.runs.known import BEFORE, COUNT, LEVEL, OPTIMAL, PULLED, Counts, Known
from imab_verify.kernel.runs.play import run_of

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


def last_pull_claim(claim: Claim) -> Claim:
    """Last pull: what is known when an arm of an index policy got its last pull, after the opening.

    With m pulls of every arm in the opening there are m*k + 1 pulls at least; see
    `last_pull_facts` for the rest.
    """
    run = run_of(claim)
    if not run.level or [arm for _, arm in run.pulls] != [run.pulled]:
        raise RejectedError(Reason.RULE, "the last-pull rule needs M, and N of one arm")
    if run.stage != "after":
        raise RejectedError(Reason.RULE, "the last-pull rule speaks of pulls after the opening")
    if any(atom.kind in OF_RUN for atom in claim.atoms()):
        raise RejectedError(Reason.RULE, "the last-pull rule says nothing about ALG and OPT")
    known = Known(replace(claim, run=None), run, run.pulls)
    return at_last_pull(known, run.pulled, known.count_of(run.pulled), run.level, run.before)


def at_last_pull(known: Known, f: str, N: Polynomial, level: str, before: Counts) -> Claim:
    """The claim with what is known when arm f got the last of its N pulls."""
    steps = T - K * opening_of(known) - ONE
    facts = last_pull_facts(known, f, N, Polynomial.variable(level), before)
    givens = (*known.claim.givens, at_least(K - ONE), at_least(steps), *facts)
    return replace(known.claim, givens=givens)


def check_sum_over_arms(proof: SumOverArms, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """Sum over arms: from D*Rew(f_i,N_i) >= (alpha + beta*N_i)*OPT(T) for every arm i,

    and sum_i N_i = T: D*ALG(T) >= (k*alpha + beta*T)*OPT(T).
    With T >= 2k every arm has N_i >= 2; N_i = 2 is one claim about arms, N_i >= 3 another, for
    which the last-pull rule holds. OPT(T) = Rew(g,T) for some arm g.
    """
    if run_of(claim).policy != ALGORITHM_1:
        raise RejectedError(Reason.RULE, "the sum over arms is about algorithm-1")
    weight, alpha, beta = proof.weight, proof.alpha, proof.beta
    region = check_weakening(proof.weakening, claim, weight, K * alpha + T * beta)
    check_known(region.names, alpha, beta)
    check_sign(proof.initialised, region, T - K * TWO)
    two, later = two_claims(weight, alpha, beta, claim)
    check_claim(proof.two_pulls, two, lemmas)
    check_claim(proof.last_pull, later, lemmas)


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

    N, arms = Polynomial.variable(COUNT), known.declaring([], (PULLED, OPTIMAL)).claim
    stated = replace(arms, givens=(*arms.givens, at_least(K - ONE)))
    opened = replace(stated, conclusion=bound(opening_of(known)))
    later = Known(replace(stated, conclusion=bound(N)), known.run, ())
    later = later.declaring((COUNT, LEVEL, BEFORE))
    return opened, at_last_pull(later, PULLED, N, LEVEL, ((BEFORE, OPTIMAL),))


def check_guaranteed_pulls(proof: GuaranteedPulls, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """Guaranteed pulls: if every arm gets at least c pulls then ALG(T) >= Rew(g,c) for the

    optimal arm g, so D*Rew(g,c) >= E*Rew(g,T) with D >= 0 gives D*ALG(T) >= E*OPT(T).
    Round robin: c = floor(T/k). Algorithm 1: c = 2, for T >= 2k. No other policy.
    """
    region = check_weakening(proof.weakening, claim, proof.weight, proof.bound)
    check_sign(proof.sign, region, proof.weight)
    if run_of(claim).policy == ALGORITHM_1:
        check_sign(proof.ready, region, T - K * TWO)
    check_claim(proof.proof, guaranteed_claim(proof.weight, proof.bound, claim), lemmas)


def guaranteed_claim(weight: Polynomial, bound: Polynomial, claim: Claim) -> Claim:
    """The claim about the optimal arm that guaranteed pulls rest on."""
    policy = run_of(claim).policy
    if policy not in (ALGORITHM_1, ROUND_ROBIN):
        raise RejectedError(Reason.RULE, f"guaranteed pulls do not speak of the policy {policy}")
    named, count = with_quotient(claim) if policy == ROUND_ROBIN else (claim, TWO)
    earned = rew(OPTIMAL, count).scaled(weight) + rew(OPTIMAL, T).scaled(-bound)
    return replace(
        named,
        arms=((OPTIMAL, ArmClass.CONCAVE),),
        givens=(*claim.givens, at_least(K - ONE), at_least(T)),
        conclusion=(Comparison(earned),),
        run=None,
    )


def ratio_shares(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the claim is one A*ALG - R*OPT >= 0 under givens on parameters alone."""
    run, goal = run_of(claim), claim.conclusion[0]
    if claim.arms or run.named or any(g.form.terms for g in claim.givens):
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


def check_weakening(proof: Weakening, claim: Claim, D: Polynomial, E: Polynomial) -> Region:
    """A*ALG - R*OPT >= 0 from D*ALG - E*OPT >= 0, because ALG >= 0 and OPT >= 0.

    q*(A*ALG - R*OPT) = (D*ALG - E*OPT) + (q*A - D)*ALG + (E - q*R)*OPT. All that on the region of
    the claim's parameters, which is given back.
    """
    (A, R), region, q = ratio_shares(claim), run_region(claim), proof.factor
    check_known(region.names, q, D, E)
    check_sign(proof.positive, region, q, strict=True)
    check_sign(proof.alg, region, q * A - D)
    check_sign(proof.opt, region, E - q * R)
    return region
