"""The rules for claims about the run of a policy, for all k, all T and all instances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.claims import (
    ALGORITHM_1,
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
    Form,
    Kind,
    Relation,
    Run,
)
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, shown
from imab_verify.kernel.regions import Region, parameter_region
from imab_verify.kernel.rules import ClaimProof, Node, check_claim, check_sign
from imab_verify.kernel.runs.play import run_of

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO, THREE = Polynomial.constant(2), Polynomial.constant(3)
PULLED, OPTIMAL, COUNT, LEVEL, BEFORE, QUOTIENT = "_f", "_g", "_N", "_M", "_B", "_q"


def at_least(p: Polynomial) -> Comparison:
    """p >= 0, as a given."""
    return Comparison(Form(p))


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
    """A claim about a run, by one of the three rules."""
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
    """Last pull of Algorithm 1: what is known when arm f got its last pull, after 2k steps.

    Say f has N pulls at the end, so a = N-1 >= 2 before that pull, and M = max_j N_j then.
    Its estimate was maximal: P(f,a,M) >= P(g,B,M) for every arm g with B pulls then, and
    2 <= B <= M; for f itself B = N-1. Every arm has two pulls, so 2(k-1) + M <= T-1 (if f is not
    the arm at M, that arm, f with a >= 2 and k-2 others are counted; if it is, k-1 others) and
    2(k-1) + N <= T.
    """
    run = run_of(claim)
    counts = [name for name, arm in run.pulls if arm == run.pulled]
    if run.policy != ALGORITHM_1 or not run.pulled or len(counts) != 1 or not run.level:
        raise RejectedError(Reason.RULE, "the last-pull rule needs algorithm-1, an arm, N and M")
    if {name for name, _ in run.pulls} != set(counts):
        raise RejectedError(Reason.RULE, "the last-pull rule knows the final count of one arm")
    N, M = Polynomial.variable(counts[0]), Polynomial.variable(run.level)
    others = (K - ONE) * TWO
    facts = [
        at_least(K - ONE),
        at_least(T - K * TWO - ONE),
        at_least(N - THREE),
        at_least(M - N + ONE),
        at_least(T - ONE - others - M),
        at_least(T - others - N),
    ]
    if run.stage != "after":
        raise RejectedError(Reason.RULE, "the last-pull rule speaks of pulls after step 2k")
    if run.most:
        most = Polynomial.variable(run.most)
        facts += [at_least(most - N), at_least(T - others - most)]
    for name, arm in run.before:
        B = Polynomial.variable(name)
        if arm == run.pulled:
            facts.append(Comparison(Form(B - N + ONE), Relation.EQ))
            continue
        mine = _atom(Kind.P, run.pulled, N - ONE, M)
        facts += [at_least(B - TWO), at_least(M - B)]
        facts.append(Comparison(Form(ZERO, ((ONE, mine), (-ONE, _atom(Kind.P, arm, B, M))))))
    if any(atom.kind in (Kind.ALG, Kind.OPT) for atom in claim.atoms()):
        raise RejectedError(Reason.RULE, "the last-pull rule says nothing about ALG and OPT")
    return replace(claim, givens=claim.givens + tuple(facts), run=None)


def _check_sum_over_arms(proof: SumOverArms, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """Sum over arms: from D*Rew(f_i,N_i) >= (alpha + beta*N_i)*OPT(T) for every arm i,

    and sum_i N_i = T: D*ALG(T) >= (k*alpha + beta*T)*OPT(T).
    With T >= 2k every arm has N_i >= 2; N_i = 2 is one claim about arms, N_i >= 3 another, for
    which the last-pull rule holds. OPT(T) = Rew(g,T) for some arm g.
    """
    ratio_shares(claim)
    region = run_region(claim)
    known((proof.weight, proof.alpha, proof.beta), region)
    check_sign(proof.initialised, region, T - K * TWO)
    two, later = per_arm_claims(proof.weight, proof.alpha, proof.beta, claim)
    check_claim(proof.two_pulls, two, lemmas)
    check_claim(proof.last_pull, later, lemmas)
    check_weakening(proof.weakening, claim, region, proof.weight, K * proof.alpha + T * proof.beta)


def per_arm_claims(
    weight: Polynomial, alpha: Polynomial, beta: Polynomial, claim: Claim
) -> tuple[Claim, Claim]:
    """The two claims about arms, N = 2 and N >= 3, that the sum over arms rests on."""

    def bound(count: Polynomial) -> tuple[Comparison]:
        mine = (weight, _atom(Kind.REW, PULLED, count))
        best = (-(alpha + beta * count), _atom(Kind.REW, OPTIMAL, T))
        return (Comparison(Form(ZERO, (mine, best))),)

    arms = ((PULLED, ArmClass.CONCAVE), (OPTIMAL, ArmClass.CONCAVE))
    base = replace(claim, arms=arms, givens=(*claim.givens, at_least(K - ONE)))
    two = replace(base, conclusion=bound(TWO), run=None)
    run = Run(
        policy=ALGORITHM_1,
        pulls=((COUNT, PULLED),),
        pulled=PULLED,
        level=LEVEL,
        before=((BEFORE, OPTIMAL),),
    )
    names = (*claim.parameters, COUNT, LEVEL, BEFORE)
    later = replace(base, parameters=names, conclusion=bound(Polynomial.variable(COUNT)), run=run)
    return two, last_pull_claim(later)


def _check_guaranteed_pulls(proof: GuaranteedPulls, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """Guaranteed pulls: if every arm gets at least c pulls then ALG(T) >= Rew(g,c) for the

    optimal arm g, so D*Rew(g,c) >= E*Rew(g,T) with D >= 0 gives D*ALG(T) >= E*OPT(T).
    Round robin: c = floor(T/k). Algorithm 1: c = 2, for T >= 2k.
    """
    ratio_shares(claim)
    region = run_region(claim)
    known((proof.weight, proof.bound), region)
    check_sign(proof.sign, region, proof.weight)
    if run_of(claim).policy == ALGORITHM_1:
        check_sign(proof.ready, region, T - K * TWO)
    check_claim(proof.proof, guaranteed_claim(proof.weight, proof.bound, claim), lemmas)
    check_weakening(proof.weakening, claim, region, proof.weight, proof.bound)


def guaranteed_claim(weight: Polynomial, bound: Polynomial, claim: Claim) -> Claim:
    """The claim about the optimal arm that guaranteed pulls rest on."""
    named, count = claim, TWO
    if run_of(claim).policy == ROUND_ROBIN:
        named, count = with_quotient(claim)
    mine = (weight, _atom(Kind.REW, OPTIMAL, count))
    best = (-bound, _atom(Kind.REW, OPTIMAL, T))
    return replace(
        named,
        arms=((OPTIMAL, ArmClass.CONCAVE),),
        givens=(*claim.givens, at_least(K - ONE), at_least(T)),
        conclusion=(Comparison(Form(ZERO, (mine, best))),),
        run=None,
    )


def with_quotient(claim: Claim) -> tuple[Claim, Polynomial]:
    """The claim with floor(T/k) among its floors, and the name of that."""
    for floor in claim.floors:
        if (floor.numerator, floor.divisor) == (T, K):
            return claim, Polynomial.variable(floor.name)
    floors = (*claim.floors, Floor(QUOTIENT, T, K))
    return replace(claim, floors=floors), Polynomial.variable(QUOTIENT)


def known(polynomials: Sequence[Polynomial], region: Region) -> None:
    """Bounds speak of the claim's own parameters only."""
    for p in polynomials:
        if not p.names() <= region.names:
            raise RejectedError(Reason.IDENTITY, f"{shown(p)} uses names that the claim lacks")


def ratio_shares(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the claim is one A*ALG - R*OPT >= 0 under givens on parameters alone."""
    run, goal = run_of(claim), claim.conclusion[0]
    if claim.arms or run.pulled or run.pulls or run.most or any(g.form.terms for g in claim.givens):
        raise RejectedError(Reason.RULE, "this rule proves claims about ALG(T) and OPT(T) only")
    if len(claim.conclusion) != 1 or goal.relation != Relation.GE or len(goal.form.constant):
        raise RejectedError(Reason.RULE, "this rule proves one >= without a constant term")
    shares = {Kind.ALG: ZERO, Kind.OPT: ZERO}
    for coefficient, atom in goal.form.terms:
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
    known((proof.factor,), region)
    check_sign(proof.positive, region, proof.factor, strict=True)
    check_sign(proof.alg, region, proof.factor * A - D)
    check_sign(proof.opt, region, E - proof.factor * R)
