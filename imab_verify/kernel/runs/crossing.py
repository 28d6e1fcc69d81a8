"""Crossing sums: bounds for index policies that use which arm reached each count first.

The level of a pull is the largest count M just before it. An arm *crosses* the level M if it has M
pulls itself, so that the largest count becomes M+1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import ALGORITHM_1, K, Run, T
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.errors import Reason, RejectedError, pair_up
from imab_verify.kernel.forms import Comparison, Form, at_least, rew
from imab_verify.kernel.polynomials import ONE, TWO, ZERO, Polynomial
from imab_verify.kernel.proofs import ClaimProof, Node
from imab_verify.kernel.regions import check_known, parameter_region
from imab_verify.kernel.rules import check_claim, check_sign, obligations
from imab_verify.kernel.runs.counts import beside_others, sum_of_squares
from imab_verify.kernel.runs.indices import index_of, opening_of
from imab_verify.kernel.runs.known import (
    ALG,
    BEFORE,
    COUNT,
    LEVEL,
    OPT,
    OPTIMAL,
    PULLED,
    Known,
    parameter_claim,
    stand_ins,
)
from imab_verify.kernel.runs.play import run_of
from imab_verify.kernel.runs.rules import Weakening, check_weakening, per_arm_claims

NEXT_ARM, NEXT_LEVEL = "_h", "_L"
NEXT_BEFORE, LATER_BEFORE = "_H", "_G"
N, M, L = map(Polynomial.variable, (COUNT, LEVEL, NEXT_LEVEL))


@dataclass(frozen=True, slots=True)
class Line:
    """Bounds by a line or parabola in the final count, and a potential for arms that crossed.

    The share of an arm with N pulls is alpha + beta*N + gamma*N^2, in units of OPT(T), with another
    alpha for the best arm, for one of those that crossed, and, if it is said, for arms that got the
    opening only. `share` and `rest` are polynomials u and v in the claim's names and the level: the
    potential of an arm f that crossed the level M is u*Rew(f,M) + v*OPT(T).
    """

    weight: Polynomial
    beta: Polynomial
    alpha: Polynomial
    alpha_optimal: Polynomial
    alpha_last: Polynomial
    share: Polynomial
    rest: Polynomial
    gamma: Polynomial = ZERO
    alpha_idle: Polynomial | None = None

    def at(self, n: Polynomial, alpha: Polynomial | None = None) -> Polynomial:
        """The share of an arm with n pulls."""
        return (self.alpha if alpha is None else alpha) + self.beta * n + self.gamma * n * n

    def bound(self, run: Run) -> Polynomial:
        """The sum over all arms, in units of OPT(T): sum 1 = k, sum N = T."""
        total = (K - TWO) * self.alpha + self.alpha_optimal + self.alpha_last + self.beta * T
        if len(self.gamma):
            total = total + self.gamma * sum_of_squares(run)
        if self.alpha_idle is not None:
            if not run.idle:
                raise RejectedError(Reason.RULE, "the number of idle arms has no name")
            total = total + (self.alpha_idle - self.alpha) * Polynomial.variable(run.idle)
        return total

    def check_names(self, names: frozenset[str]) -> None:
        """A line speaks of the claim's own names, and a potential also of the level."""
        own = [self.weight, self.beta, self.alpha, self.alpha_optimal, self.alpha_last, self.gamma]
        check_known(names, *own, *([] if self.alpha_idle is None else [self.alpha_idle]))
        check_known(names | {LEVEL}, self.share, self.rest)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A line, with proofs of what the sum needs: see `crossing_duties`."""

    line: Line
    order: ClaimProof
    proofs: tuple[ClaimProof, ...]
    best: ClaimProof | None = None


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


def crossing_duties(part: Crossing, known: Known) -> Iterator[tuple[str, Claim, ClaimProof]]:
    """Crossing sum: W*ALG(T) >= ((k-2)*alpha + alpha_optimal + alpha_last + beta*T + gamma*S +

    z*(alpha_idle - alpha))*OPT(T), if every arm got the m pulls of the opening of an index policy.
    S is the sum of the squares of all counts, and z the number of arms other than g that got
    these m pulls only.

    Let g be an arm with OPT = Rew(g,T), and N_i the final counts; if the claim counts the arms
    beside one, this arm is to be shown to be best, and is g. An arm other than g has N = m; or its
    last pull came later, at a level M >= N-1. If M >= N this pull is *late*. If M = N-1 the arm
    crossed the level b = N-1 with it, and its score was maximal:

        score(f,b,b) >= score(h,B,b)    for every arm h, with m <= B <= b pulls then.

    The largest count grows by one at a time, so a level is crossed once, and lower levels before
    higher ones: the arms of this kind are f_1, ..., f_s, with levels b_1 < ... < b_s. The claims
    about arms that `crossing_claims` makes say, with share(N) = alpha + beta*N + gamma*N^2 and
    pot(f,b) = u(b)*Rew(f,b) + v(b)*OPT,

        W*Rew(g,N) >= share(N)*OPT, with alpha_optimal for alpha
        W*Rew(f,m) >= share(m)*OPT, with alpha_idle for alpha
        W*Rew(f,N) >= share(N)*OPT                              a late last pull
        W*Rew(f_1,b_1+1) >= share(b_1+1)*OPT + pot(f_1,b_1)
        pot(f_(m-1),b_(m-1)) + W*Rew(f_m,b_m+1) >= share(b_m+1)*OPT + pot(f_m,b_m)
        pot(f_s,b_s) >= (alpha_last - alpha)*OPT.

    Their sum is the bound, as N_1 + ... + N_k = T. If no arm crossed with its last pull, the sum
    has one more alpha in the place of alpha_last, and alpha >= alpha_last.
    """
    line = part.line
    line.check_names(parameter_region(known.claim).names)
    if known.run.beside:
        if part.best is None:
            raise RejectedError(Reason.COVERAGE, f"nothing shows that {known.run.beside} is best")
        best = replace(known.claim, conclusion=(_as_much(known.run.beside, OPTIMAL, T),))
        yield f"{known.run.beside} is a best arm", best, part.best
    order = parameter_claim(known, line.alpha - line.alpha_last)
    yield "the bound if no arm crossed last", order, part.order
    claims = crossing_claims(line, known, by_scores=True)
    proofs = pair_up(part.proofs, claims, Reason.COVERAGE, "claims of a crossing sum")
    for what, (proof, claim) in zip(KINDS, proofs, strict=True):
        yield what, claim, proof


def crossing_sum(part: Crossing, run: Run) -> Comparison:
    """W*ALG(T) >= bound*OPT(T)."""
    return Comparison(ALG.scaled(part.line.weight) + OPT.scaled(-part.line.bound(run)))


def check_crossing_sum(proof: CrossingSum, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """The same for Algorithm 1, T >= 2k, and one comparison of ALG with OPT.

    Here Rew(f,b) >= Rew(h,b) stands in the place of what is known of scores: Rew(f,b) = P(f,b,b) >=
    P(h,B,b) >= Rew(h,b), for the estimate of a concave arm is not below what it really pays.
    """
    if run_of(claim).policy != ALGORITHM_1:
        raise RejectedError(Reason.RULE, "this crossing sum is about algorithm-1")
    line = proof.line
    region = check_weakening(proof.weakening, claim, line.weight, line.bound(run_of(claim)))
    givens = (*claim.givens, at_least(K - ONE), at_least(T))
    if obligations(replace(claim, run=None, givens=givens, conclusion=())):
        raise RejectedError(Reason.DOMAIN, "a divisor of the claim is not plainly positive")
    line.check_names(region.names)
    check_sign(proof.initialised, region, T - K * TWO)
    check_sign(proof.order, region, line.alpha - line.alpha_last)
    for inner, wanted in zip(proof.about_arms(), claims_of(line, claim), strict=True):
        check_claim(inner, wanted, lemmas)


def claims_of(line: Line, claim: Claim) -> tuple[Claim, ...]:
    """The claims about arms of a crossing sum of Algorithm 1 that speaks of no scores."""
    return crossing_claims(line, Known(replace(claim, run=None), run_of(claim), ()))


KINDS = (
    "the best arm",
    "an arm that got the opening only",
    "an arm whose last pull was late",
    "the first arm that crossed a level with its last pull",
    "the next such arm",
    "the last such arm",
)


def crossing_claims(line: Line, known: Known, *, by_scores: bool = False) -> tuple[Claim, ...]:
    """The claims about arms, in the order of `KINDS`.

    Each arm has m pulls at least, which bounds the counts of the others: N <= T - m(k-1), and
    N + N' <= T - m(k-2) for two arms. A claim about so many arms needs k to be as large.
    """
    known = _without_alg(known)
    ahead = _scores_ahead if by_scores else _rewards_ahead
    m, W = opening_of(known), line.weight
    best = rew(OPTIMAL, T)
    counted = map(at_least, (N - m, T - (K - ONE) * m - N, *beside_others(known, N)))
    crossed = (
        *map(at_least, (M - m, T - (K - ONE) * m - M - ONE)),
        *ahead(known, PULLED, OPTIMAL, M, BEFORE),
        *_others(known, M + ONE),
    )
    ordered = (
        *map(at_least, (M - m, L - M - ONE, T - (K - TWO) * m - M - L - TWO)),
        *ahead(known, PULLED, OPTIMAL, M, BEFORE),
        *ahead(known, PULLED, NEXT_ARM, M, NEXT_BEFORE),
        *ahead(known, NEXT_ARM, OPTIMAL, L, LATER_BEFORE),
        *_others(known, M + ONE),
        *_others(known, L + ONE),
    )
    here, gain = _potential(line, PULLED, M), _gain(line, PULLED, M)
    own = rew(OPTIMAL, N).scaled(W) + best.scaled(-line.at(N, line.alpha_optimal))
    following = here + _gain(line, NEXT_ARM, L) + _potential(line, NEXT_ARM, L).scaled(-ONE)
    last = here + best.scaled(line.alpha - line.alpha_last)
    two = _several(known, TWO)
    idle = per_arm_claims(W, line.at(N, line.alpha_idle), two)[0]
    late = per_arm_claims(W, line.at(N), two)[1]
    pair, three = (PULLED, OPTIMAL), (PULLED, NEXT_ARM, OPTIMAL)
    one_before = (LEVEL, *((BEFORE,) if by_scores else ()))
    befores = (BEFORE, NEXT_BEFORE, LATER_BEFORE) if by_scores else ()
    return (
        _about(known, (OPTIMAL,), (COUNT,), tuple(counted), own),
        idle,
        replace(late, givens=(*late.givens, at_least(M - N), *_others(known, N))),
        _about(known, pair, one_before, crossed, gain + here.scaled(-ONE)),
        _about(known, three, (LEVEL, NEXT_LEVEL, *befores), ordered, following),
        _about(known, pair, one_before, crossed, last),
    )


def _as_much(f: str, h: str, b: Polynomial) -> Comparison:
    """Rew(f,b) >= Rew(h,b)."""
    return Comparison(rew(f, b) + rew(h, b).scaled(-ONE))


def _rewards_ahead(
    _known: Known, f: str, h: str, b: Polynomial, _before: str
) -> tuple[Comparison, ...]:
    """What is known of an arm h when f crosses the level b in a run of Algorithm 1."""
    return (_as_much(f, h, b),)


def _scores_ahead(
    known: Known, f: str, h: str, b: Polynomial, before: str
) -> tuple[Comparison, ...]:
    """What is known of an arm h, with so many pulls before, when f crosses the level b."""
    index, B = index_of(known), Polynomial.variable(before)
    score = index.of(f, b, b) + index.of(h, B, b).scaled(-ONE)
    return at_least(B - opening_of(known)), at_least(b - B), Comparison(score)


def _others(known: Known, n: Polynomial) -> Iterator[Comparison]:
    """What is known of the final count n of an arm other than the best one."""
    yield from map(at_least, beside_others(known, n))
    if known.run.rival:
        yield at_least(Polynomial.variable(known.run.rival) - n)


def _potential(line: Line, arm: str, b: Polynomial) -> Form:
    """u(b)*Rew(f,b) + v(b)*Rew(g,T)."""
    u, v = (p.substitute({LEVEL: b}) for p in (line.share, line.rest))
    return rew(arm, b).scaled(u) + rew(OPTIMAL, T).scaled(v)


def _gain(line: Line, arm: str, b: Polynomial) -> Form:
    """W*Rew(f,b+1) - share(b+1)*Rew(g,T)."""
    return rew(arm, b + ONE).scaled(line.weight) + rew(OPTIMAL, T).scaled(-line.at(b + ONE))


def _without_alg(known: Known) -> Known:
    """Without what is said of ALG, and of OPT at other times; what is left is as true."""
    gone = {*stand_ins(known.times)} - {OPTIMAL}
    claim = known.claim
    givens = [g for g in claim.givens if not gone & {atom.arm for _, atom in g.form.terms}]
    arms = tuple((arm, of) for arm, of in claim.arms if arm not in gone)
    return replace(known, claim=replace(claim, arms=arms, givens=tuple(givens)))


def _several(known: Known, arms: Polynomial) -> Known:
    """For runs with at least so many arms, all of them opened."""
    more = map(at_least, (K - arms, T - K * opening_of(known)))
    return replace(known, claim=replace(known.claim, givens=(*known.claim.givens, *more)))


def _about(
    known: Known,
    arms: tuple[str, ...],
    names: tuple[str, ...],
    facts: tuple[Comparison, ...],
    form: Form,
) -> Claim:
    """The claim that a form is >= 0, about these arms, in runs with as many arms or more."""
    claim = _several(known, Polynomial.constant(len(arms))).declaring(names, arms).claim
    givens = (*claim.givens, at_least(T), *facts)
    return replace(claim, givens=givens, conclusion=(Comparison(form),))
