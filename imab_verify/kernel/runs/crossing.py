"""Crossing sums: ratio bounds of Algorithm 1 that use which arm reached each count first.

The level of a pull is the largest count M just before it. An arm *crosses* the level M if it has M
pulls itself, so that the largest count becomes M+1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import ALGORITHM_1, K, T
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind, at_least
from imab_verify.kernel.polynomials import ONE, TWO, ZERO, Polynomial
from imab_verify.kernel.proofs import ClaimProof, Node
from imab_verify.kernel.rules import check_claim, check_sign
from imab_verify.kernel.runs.facts import COUNT, LEVEL, OPTIMAL, PULLED
from imab_verify.kernel.runs.play import run_of
from imab_verify.kernel.runs.rules import (
    Weakening,
    check_weakening,
    known,
    per_arm_claims,
    ratio_shares,
    run_region,
)

NEXT_ARM, NEXT_LEVEL = "_h", "_L"
THREE = Polynomial.constant(3)
N, M, L = map(Polynomial.variable, (COUNT, LEVEL, NEXT_LEVEL))


@dataclass(frozen=True, slots=True)
class Line:
    """Bounds by a line in the final count, and a potential for the arms that crossed.

    `share` and `rest` are polynomials u and v in the claim's names and the level: the potential of
    an arm f that crossed the level M is u*Rew(f,M) + v*OPT(T).
    """

    weight: Polynomial
    beta: Polynomial
    alpha: Polynomial
    alpha_optimal: Polynomial
    alpha_last: Polynomial
    share: Polynomial
    rest: Polynomial

    def bound(self) -> Polynomial:
        """The sum over all arms, in units of OPT(T)."""
        arms = (K - TWO) * self.alpha + self.alpha_optimal + self.alpha_last
        return arms + self.beta * T


@dataclass(frozen=True, slots=True)
class CrossingSum:
    """A line, T >= 2k, alpha >= alpha_last, and the claims about arms that the line needs."""

    line: Line
    initialised: Node
    order: Node
    optimal: ClaimProof
    two_pulls: ClaimProof
    late: ClaimProof
    first: ClaimProof
    following: ClaimProof
    last: ClaimProof
    weakening: Weakening
    rule: Annotated[str, "crossing-sum"] = field(default="crossing-sum", metadata=REQUIRED)

    def about_arms(self) -> tuple[ClaimProof, ...]:
        """The proofs of the claims of `crossing_claims`, in their order."""
        chain = (self.first, self.following, self.last)
        return (self.optimal, self.two_pulls, self.late, *chain)


def check_crossing_sum(proof: CrossingSum, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """W*ALG(T) >= ((k-2)*alpha + alpha_optimal + alpha_last + beta*T)*OPT(T), for T >= 2k.

    Let g be an arm with OPT = Rew(g,T), and N_i the final counts. Every arm has two pulls after 2k
    steps. An arm other than g has N = 2; or its last pull came later, at a level M >= N-1. If
    M >= N this pull is *late*. If M = N-1 the arm crossed the level b = N-1 with it, and

        Rew(f,b) = P(f,b,b) >= P(h,B,b) >= Rew(h,b)    for every arm h, with 2 <= B <= b pulls then:

    the estimate of f was maximal, and that of h is not below what h really pays, since h is
    concave. The largest count grows by one at a time, so a level is crossed once, and lower levels
    before higher ones: the arms of this kind are f_1, ..., f_s, with levels b_1 < ... < b_s, and
    f_m still had at most b_(m-1) pulls when f_(m-1) crossed. The claims about arms that
    `crossing_claims` makes say, with pot(f,b) = u(b)*Rew(f,b) + v(b)*OPT,

        W*Rew(g,N) >= (alpha_optimal + beta*N)*OPT
        W*Rew(f,N) >= (alpha + beta*N)*OPT                      two pulls; a late last pull
        W*Rew(f_1,b_1+1) >= (alpha + beta*(b_1+1))*OPT + pot(f_1,b_1)
        pot(f_(m-1),b_(m-1)) + W*Rew(f_m,b_m+1) >= (alpha + beta*(b_m+1))*OPT + pot(f_m,b_m)
        pot(f_s,b_s) >= (alpha_last - alpha)*OPT.

    Their sum is the bound, as N_1 + ... + N_k = T. If no arm crossed with its last pull, the sum
    has one more alpha in the place of alpha_last, and alpha >= alpha_last.
    """
    if run_of(claim).policy != ALGORITHM_1:
        raise RejectedError(Reason.RULE, "the crossing sum is about algorithm-1")
    ratio_shares(claim)
    region = run_region(claim)
    line = proof.line
    known((line.weight, line.beta, line.alpha, line.alpha_optimal, line.alpha_last), region)
    known((line.share, line.rest), replace(region, names=region.names | {LEVEL}))
    check_sign(proof.initialised, region, T - K * TWO)
    check_sign(proof.order, region, line.alpha - line.alpha_last)
    for inner, wanted in zip(proof.about_arms(), crossing_claims(line, claim), strict=True):
        check_claim(inner, wanted, lemmas)
    check_weakening(proof.weakening, claim, region, line.weight, line.bound())


def crossing_claims(line: Line, claim: Claim) -> tuple[Claim, ...]:
    """The claims about arms: optimal arm, two pulls, late last pull, first crossing, next, last.

    Each arm has two pulls at least, which bounds the counts of the others: N <= T - 2(k-1), and
    N + N' <= T - 2(k-2) for two arms. A claim about so many arms needs k to be as large.
    """
    W, alpha, beta = line.weight, line.alpha, line.beta
    best = _rew(OPTIMAL, T)
    f, h = (PULLED, OPTIMAL), (PULLED, NEXT_ARM, OPTIMAL)
    here = _potential(line, PULLED, M)
    crossed = (
        at_least(M - TWO),
        at_least(T - (K - ONE) * TWO - M - ONE),
        _ahead(PULLED, OPTIMAL, M),
    )
    counted = (at_least(N - TWO), at_least(T - (K - ONE) * TWO - N))
    ordered = (
        at_least(M - TWO),
        at_least(L - M - ONE),
        at_least(T - (K - TWO) * TWO - M - L - TWO),
        _ahead(PULLED, OPTIMAL, M),
        _ahead(PULLED, NEXT_ARM, M),
        _ahead(NEXT_ARM, OPTIMAL, L),
    )
    own = _rew(OPTIMAL, N).scaled(W) + best.scaled(-line.alpha_optimal - beta * N)
    first = _gain(line, PULLED, M) + here.scaled(-ONE)
    following = here + _gain(line, NEXT_ARM, L) + _potential(line, NEXT_ARM, L).scaled(-ONE)
    last = here + best.scaled(alpha - line.alpha_last)
    two, later = per_arm_claims(W, alpha, beta, _several(claim, TWO))
    return (
        _about(claim, (OPTIMAL,), ONE, (COUNT,), counted, own),
        two,
        replace(later, givens=(*later.givens, at_least(M - N))),
        _about(claim, f, TWO, (LEVEL,), crossed, first),
        _about(claim, h, THREE, (LEVEL, NEXT_LEVEL), ordered, following),
        _about(claim, f, TWO, (LEVEL,), crossed, last),
    )


def _rew(arm: str, index: Polynomial) -> Form:
    return Form(ZERO, ((ONE, Atom(Kind.REW, arm, (index,))),))


def _ahead(f: str, h: str, b: Polynomial) -> Comparison:
    """Rew(f,b) >= Rew(h,b)."""
    return Comparison(_rew(f, b) + _rew(h, b).scaled(-ONE))


def _potential(line: Line, arm: str, b: Polynomial) -> Form:
    """u(b)*Rew(f,b) + v(b)*Rew(g,T)."""
    u, v = (p.substitute({LEVEL: b}) for p in (line.share, line.rest))
    return _rew(arm, b).scaled(u) + _rew(OPTIMAL, T).scaled(v)


def _gain(line: Line, arm: str, b: Polynomial) -> Form:
    """W*Rew(f,b+1) - (alpha + beta*(b+1))*Rew(g,T)."""
    share = line.alpha + line.beta * (b + ONE)
    return _rew(arm, b + ONE).scaled(line.weight) + _rew(OPTIMAL, T).scaled(-share)


def _several(claim: Claim, arms: Polynomial) -> Claim:
    """The claim for runs with at least so many arms, all of them initialised."""
    return replace(claim, givens=(*claim.givens, at_least(K - arms), at_least(T - K * TWO)))


def _about(
    claim: Claim,
    arms: tuple[str, ...],
    least: Polynomial,
    names: tuple[str, ...],
    facts: tuple[Comparison, ...],
    form: Form,
) -> Claim:
    """The claim that a form is >= 0, about these arms, in runs with `least` arms or more."""
    base = _several(claim, least)
    return replace(
        base,
        arms=tuple((arm, ArmClass.CONCAVE) for arm in arms),
        parameters=(*claim.parameters, *names),
        givens=(*base.givens, at_least(T), *facts),
        conclusion=(Comparison(form),),
        run=None,
    )
