"""Proofs of A*ALG(T) >= R*OPT(T) for index policies: a bound for every arm, summed over all arms.

Say an estimate of f is at most what it is worth, N^2*score(f,N-1,M) <= L*Rew(f,N), and at its last
pull it was at least score(g,B,M) for the best arm g, with c*T(T+1)*score(g,B,M) >= L*OPT(T). Then
c*T(T+1)*Rew(f,N) >= N^2*OPT(T) for an arm with N pulls, N > m. Lines below N^2 are summed: the
tangent at N = T/k, and the one through (m,0), which is for short horizons. L is twice the score of
the line f(n) = n, or M(M+1), or T(T+1). The factor c is what the claim leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.multipliers import NO_HINTS, Hints, Hypothesis, Multipliers
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.runs.facts import arms_proof, plausible
from imab_verify.kernel import (
    COUNT,
    LEVEL,
    ONE,
    OPT,
    OPTIMAL,
    RAY,
    ZERO,
    ArmClass,
    Claim,
    ClaimProof,
    Comparison,
    Constraint,
    Index,
    Known,
    Lemma,
    Polynomial,
    Region,
    RunFacts,
    Shares,
    Sum,
    cut,
    functional,
    known_of,
    on_ray,
    opened,
    opening_claim,
    parameter_region,
    per_arm,
    summed,
)

K, T = Polynomial.variable("k"), Polynomial.variable("T")
N, M = Polynomial.variable(COUNT), Polynomial.variable(LEVEL)
TRIANGLE = T * (T + ONE)
SIZES = 60


def number(value: int | Fraction) -> Polynomial:
    """A constant polynomial."""
    return Polynomial.constant(value)


@dataclass(frozen=True, slots=True)
class Line:
    """weight * N^2 >= alpha + beta*N."""

    weight: Polynomial
    alpha: Polynomial
    beta: Polynomial

    def shares(self, c: Fraction) -> Shares:
        """c*T(T+1)*weight*Rew(f,N) >= (alpha + beta*N)*OPT(T), without its proofs."""
        weight = (TRIANGLE * self.weight).scaled(c)
        return Shares(weight, ZERO, ZERO, self.alpha, self.beta, ())


def lines(m: int) -> tuple[Line, Line]:
    """The tangent of k^2*N^2 at N = T/k, and that of N^2 through (m,0)."""
    return (
        Line(K * K, -(T * T), number(2) * K * T),
        Line(ONE, number(-4 * m * m), number(4 * m)),
    )


def sum_proofs(
    claim: Claim, shares: tuple[Polynomial, Polynomial], clock: Clock
) -> Iterator[RunFacts]:
    """Proofs of A*ALG(T) >= R*OPT(T), where A and R are the shares.

    The lemma number 0 of the certificate says that Rew(f,n) >= 0.
    """
    known = known_of(claim, ())
    index = known.run.scoring
    ready = None if index is None else arms_proof(opening_claim(known), clock)
    if index is None or ready is None:
        return
    known = opened(known)
    for line in lines(index.opening):
        for c in factors(known, shares, line):
            clock.tick()
            part = line.shares(c)
            proofs = _for_every_arm(part, line, known, index, clock)
            whole = known.adding(summed(part, known)).claim
            hint = Multipliers(part.weight, ((0, shares[0]),))
            proof = arms_proof(whole, clock, Hints((hint,))) if proofs else None
            if proof is not None:
                yield RunFacts(proof, opened=ready, sums=(replace(part, proofs=proofs),))


def factors(known: Known, shares: tuple[Polynomial, Polynomial], line: Line) -> Iterator[Fraction]:
    """The largest c that the claim leaves at sampled sizes, and the whole number below it."""
    alg, opt = shares
    sums = K * line.alpha + T * line.beta
    ratios = []
    for values in parameter_points(replace(known.claim, arms=(), conclusion=()), SIZES):
        below = (opt * TRIANGLE * line.weight).at(values)
        if below > 0:
            ratios.append((alg * sums).at(values) / below)
    largest = min(ratios, default=Fraction(0))
    yield from dict.fromkeys(c for c in (Fraction(largest // 1), largest) if c > 0)


def _for_every_arm(
    part: Shares, line: Line, known: Known, index: Index, clock: Clock
) -> tuple[ClaimProof, ...]:
    """Proofs of the bound for an arm of the opening alone, and for one with a later pull."""
    first, later = per_arm(part, known, is_opened=True)
    if not plausible(first) or not plausible(later):
        return ()
    hints = replace(NO_HINTS, cited=(_nonnegative(later, clock),))
    gap = line.weight * N * N - line.alpha - line.beta * N
    last = _last_pull_number(later)
    scales = [_on_line(index, N - ONE, M).scaled(2), M * (M + ONE), TRIANGLE]
    uses = tuple(
        Multipliers(scale, ((last, part.weight * N * N), (last + 1, gap * scale)))
        for scale in dict.fromkeys(scales)
    )
    after = arms_proof(later, clock, replace(hints, multipliers=uses))
    before = arms_proof(first, clock) if after is not None else None
    return () if before is None or after is None else (before, after)


def _last_pull_number(claim: Claim) -> int:
    """The last pull is the last of the givens about rewards."""
    return sum(bool(given.form.terms) for given in claim.givens) - 1


def _on_line(index: Index, a: Polynomial, level: Polynomial) -> Polynomial:
    """The score of the line f(n) = n."""
    form = index.of("f", a, level)
    parts = functional(list(form.terms))
    kind = ArmClass.CONCAVE
    before = Region(tuple(Constraint(-cut(kind, e)) for _, e in parts), frozenset())
    return on_ray(kind, parts, before).substitute({RAY: ONE})


def _nonnegative(claim: Claim, clock: Clock) -> Hypothesis:
    """OPT(T) >= 0, by the lemma number 0."""
    node = prove_sign(T, parameter_region(claim), clock) or Sum(())
    return Hypothesis(Lemma(0, 0, {"n": T}, {"f": OPTIMAL}, (node,)), Comparison(OPT))
