"""Proofs of lower bounds: natural adversaries, one after the other.

Known horizon: floor(T/k) pulls of every arm but one (the ratio is k^2/(2k-1) or more), caps at
2/(3m) of what is left with m arms open (about 3k/4), arms that pay nothing at first (T <= 2k).
Unknown horizon: the last arm to pass c pulls goes on, where c is a parameter of the claim, what T
is at least, or 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.proofs import prove_all
from imab_verify.kernel import (
    ANYTIME,
    ONE,
    OPEN,
    SHARE,
    ZERO,
    Anytime,
    ByCase,
    Caps,
    Claim,
    Every,
    LastArm,
    LowerBoundProof,
    Polynomial,
    Relation,
    anytime_claims,
    caps_claims,
    last_arm_claims,
    split_cases,
)

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO = Polynomial.constant(2)


class Attempted(NamedTuple):
    """An adversary in words, and the proof that it does what the claim says, if there is one."""

    way: str
    proof: LowerBoundProof | None


def attempts(claim: Claim, clock: Clock) -> Iterator[Attempted]:
    """Every adversary that is worth a try."""
    if claim.run == Every(ANYTIME):
        for cap, horizon in _anytime_data(claim):
            yield Attempted("the last arm goes on", _anytime(cap, horizon, claim, clock))
        return
    share = _share(claim)
    yield Attempted("an arm with at most T//k pulls", _last_arm(ZERO, share, claim, clock))
    thirds = Polynomial.constant(3) * Polynomial.variable(OPEN)
    yield Attempted("caps at 2/(3m) of what is left", _caps(TWO, thirds, claim, clock))
    short = _short_horizon(claim, clock) or _from_the_start(claim, clock)
    yield Attempted("arms that pay nothing at first", short)


def _share(claim: Claim) -> Polynomial:
    """floor(T/k), by the name that the claim has for it if there is one."""
    own = [floor.name for floor in claim.floors if (floor.numerator, floor.divisor) == (T, K)]
    return Polynomial.variable(own[0] if own else SHARE)


# --- one adversary -------------------------------------------------------------------------------


def _last_arm(zeros: Polynomial, cap: Polynomial, claim: Claim, clock: Clock) -> LastArm | None:
    proofs = prove_all(last_arm_claims(zeros, cap, claim), clock)
    if proofs is None:
        return None
    behind, ahead = proofs
    return LastArm(zeros, cap, behind, ahead)


def _caps(above: Polynomial, below: Polynomial, claim: Claim, clock: Clock) -> Caps | None:
    proofs = prove_all(caps_claims(above, below, claim), clock)
    if proofs is None:
        return None
    shares, steps, bound = proofs
    return Caps(above, below, shares, steps, bound)


def _short_horizon(claim: Claim, clock: Clock) -> LowerBoundProof | None:
    """For T <= 2k-1 the first 2k-1-T arms pay nothing, and the others 1; for T = 2k all do."""
    zeros = TWO * K - ONE - T
    short, long = split_cases(-zeros, claim)
    low = _last_arm(zeros, ONE, short, clock)
    high = _last_arm(ZERO, ONE, long, clock) if low is not None else None
    return ByCase(-zeros, low, high) if low is not None and high is not None else None


def _from_the_start(claim: Claim, clock: Clock) -> LowerBoundProof | None:
    """The same; for T <= k-1 all arms pay nothing but one that is not pulled."""
    split = T - K + ONE
    before, after = split_cases(split, claim)
    low = _last_arm(ZERO, ZERO, before, clock)
    high = _short_horizon(after, clock) if low is not None else None
    return ByCase(split, low, high) if low is not None and high is not None else None


def _anytime(cap: Polynomial, horizon: Polynomial, claim: Claim, clock: Clock) -> Anytime | None:
    proofs = prove_all(anytime_claims(ZERO, cap, horizon, claim), clock)
    if proofs is None:
        return None
    full, stopped = proofs
    return Anytime(ZERO, cap, horizon, full, stopped)


# --- data for an unknown horizon -----------------------------------------------------------------


def _anytime_data(claim: Claim) -> Iterator[tuple[Polynomial, Polynomial]]:
    """A number c of pulls, and a time by which all arms should have them: the latest T, 2kc."""
    least, most = _bounds(claim, 1), _bounds(claim, -1)
    free = [Polynomial.variable(name) for name in claim.parameters if name not in ("k", "T")]
    for cap in dict.fromkeys((*free, *least, ONE, *(K * p for p in free))):
        for horizon in dict.fromkeys((*most, TWO * K * cap)):
            yield cap, horizon


def _bounds(claim: Claim, sign: int) -> list[Polynomial]:
    """What T is at least (sign 1) or at most (sign -1), by the givens that say so plainly."""
    bounds = []
    for given in claim.givens:
        slope = given.form.constant - given.form.constant.substitute({"T": T - ONE})
        if slope == Polynomial.constant(sign) and given.relation is not Relation.EQ:
            strict = ONE if given.relation is Relation.GT else ZERO
            rest = given.form.constant.substitute({"T": ZERO}) - strict
            bounds.append(rest.scaled(-sign))
    return [bound for bound in bounds if bound.denominator() == 1]
