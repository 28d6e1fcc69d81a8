"""The adversaries: what they answer, and why they keep ALG small. The docstrings are the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.adversary.bounds import (
    about_parameters,
    capped_rew,
    check_counts,
    every_of,
    outcome,
    with_share,
)
from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import ANYTIME, KNOWS_HORIZON, K, T
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Comparison, at_least, positive
from imab_verify.kernel.limits import use
from imab_verify.kernel.polynomials import HALF, ONE, TWO, Polynomial, triangle
from imab_verify.kernel.proofs import ClaimProof
from imab_verify.kernel.regions import parameter_region
from imab_verify.kernel.rules import check_claim

PULLS, OPEN = "_x", "_m"


@dataclass(frozen=True, slots=True)
class LastArm:
    """Proofs for: the last arm has at most `cap` pulls in the end, or more than that."""

    zeros: Polynomial
    cap: Polynomial
    behind: ClaimProof
    ahead: ClaimProof
    rule: Annotated[str, "last-arm"] = field(default="last-arm", metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class Anytime:
    """Proofs for: T = `horizon`, or T just before the last arm passes `cap` pulls."""

    zeros: Polynomial
    cap: Polynomial
    horizon: Polynomial
    full: ClaimProof
    stopped: ClaimProof
    rule: Annotated[str, "anytime"] = field(default="anytime", metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class Caps:
    """A cap is above/below of what is left, where _m arms are open: proofs of what that needs."""

    above: Polynomial
    below: Polynomial
    shares: ClaimProof
    steps: ClaimProof
    bound: ClaimProof
    rule: Annotated[str, "caps"] = field(default="caps", metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class ByCase:
    """Two adversaries, one where `split` <= 0 and one where `split` > 0."""

    split: Polynomial
    low: LowerBoundProof
    high: LowerBoundProof
    rule: Annotated[str, "by-case"] = field(default="by-case", metadata=REQUIRED)


LowerBoundProof = LastArm | Anytime | Caps | ByCase


Part = tuple[ClaimProof, Claim]
"""A claim about parameters alone, and the proof that the certificate has for it."""


def check_lower_bound(proof: LowerBoundProof, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """A claim about every policy holds if an adversary has proofs of all that it needs."""
    for part, derived in lower_bound_parts(proof, claim):
        check_claim(part, derived, lemmas)


def lower_bound_parts(proof: LowerBoundProof, claim: Claim) -> Iterator[Part]:
    """What an adversary needs: claims that are derived here, with their proofs."""
    use(getattr(proof, "rule", ""))
    match proof:
        case LastArm(zeros, cap, behind, ahead):
            claims = last_arm_claims(zeros, cap, claim)
            yield from zip((behind, ahead), claims, strict=True)
        case Anytime(zeros, cap, horizon, full, stopped):
            claims = anytime_claims(zeros, cap, horizon, claim)
            yield from zip((full, stopped), claims, strict=True)
        case Caps(above, below):
            yield from zip(
                (proof.shares, proof.steps, proof.bound),
                caps_claims(above, below, claim),
                strict=True,
            )
        case ByCase(split):
            low, high = split_cases(split, claim)
            yield from lower_bound_parts(proof.low, low)
            yield from lower_bound_parts(proof.high, high)
        case _:
            raise RejectedError(Reason.RULE, "a claim about every policy needs an adversary")


def split_cases(split: Polynomial, claim: Claim) -> tuple[Claim, Claim]:
    """Cases: a lower bound holds if it does where e <= 0 and where e > 0.

    The adversary knows the parameters, but not the T of a policy that does not know it.
    """
    every, region = every_of(claim), parameter_region(claim)
    if not split.names() <= region.names or (every.every == ANYTIME and "T" in split.names()):
        raise RejectedError(Reason.RULE, "a case is made of parameters that the policy may know")
    low = replace(claim, givens=(*claim.givens, at_least(-split)))
    return low, replace(claim, givens=(*claim.givens, positive(split)))


# --- the last arm goes on ------------------------------------------------------------------------


def last_arm_claims(zeros: Polynomial, cap: Polynomial, claim: Claim) -> tuple[Claim, Claim]:
    """The last arm goes on: z = `zeros` arms pay nothing, the others at most q = `cap`, but one.

    The first z different arms that are pulled pay 0 for ever. Every other arm pays n for its n-th
    pull up to n = q. When it is pulled once more it pays min(n,q) for ever; but if all other arms
    are decided by then (z <= k-1 of them are 0, the others have more than q pulls) it goes on: n.
    Arms that are undecided in the end go on too, so there is one that does. Both z and q may speak
    of floor(T/k), as _q.

    Behind: no arm that goes on has more than q pulls. At most T-z pulls paid anything (or fewer
    than z arms were pulled, and none did), the n-th pull of an arm at most min(n,q). Equal
    nondecreasing rewards add up to most if one arm gets all pulls: ALG <= Rew(min(.,q),T-z), where
    q <= T-z.
    Ahead: an arm that goes on has x > q pulls. The z arms have Z >= z pulls, the other k-z-1 have
    more than q each and Y = T-Z-x in all, so x + (k-z-1)(q+1) <= T-z and
    ALG = x(x+1)/2 + q*Y - (k-z-1)*q(q-1)/2, where Y <= T-z-x.
    """
    if every_of(claim).every != KNOWS_HORIZON:
        raise RejectedError(Reason.RULE, "this adversary knows T, and the policy does not")
    claim = with_share(claim, zeros, cap)
    check_counts(claim, zeros, cap)
    counts = _counts(zeros, cap, T)
    behind = about_parameters(
        claim, claim.givens, (*counts, *outcome(claim, capped_rew(cap, T - zeros), T))
    )
    x, others = Polynomial.variable(PULLS), K - zeros - ONE
    where = (at_least(x - cap - ONE), at_least(T - zeros - others * (cap + ONE) - x))
    paid = _reward_ahead(zeros, cap, x)
    ahead = about_parameters(claim, (*claim.givens, *where), outcome(claim, paid, T), PULLS)
    return behind, ahead


def _counts(zeros: Polynomial, cap: Polynomial, horizon: Polynomial) -> tuple[Comparison, ...]:
    """0 <= z <= k-1 and 0 <= q <= T-z."""
    wanted = (zeros, K - ONE - zeros, cap, horizon - zeros - cap)
    return tuple(map(at_least, wanted))


def _reward_ahead(zeros: Polynomial, cap: Polynomial, x: Polynomial) -> Polynomial:
    """x(x+1)/2 + q(T-z-x) - (k-z-1)*q(q-1)/2."""
    others = (K - zeros - ONE) * cap * (cap - ONE) * HALF
    return triangle(x) + cap * (T - zeros - x) - others


def anytime_claims(
    zeros: Polynomial, cap: Polynomial, horizon: Polynomial, claim: Claim
) -> tuple[Claim, Claim]:
    """The last arm goes on, unknown horizon: the same, stopped before the last arm passes q pulls.

    Let the first z different arms pay 0 and all others min(n,q) up to the time H = `horizon`. The
    policy does not know T, so its run up to H is one run, whatever T <= H is.

    Full: at time H one of the others has at most q pulls. It could as well go on, so T = H, with
    ALG as above. Stopped: otherwise let the last of the others to get its (q+1)-th pull get it at
    step T+1 <= H. After T steps it has q pulls and could as well go on. The z arms have had a pull,
    the other k-z-1 more than q: T >= z + (k-z-1)(q+1) + q, and ALG is as above with x = q.
    The givens that name T are obligations.
    """
    if every_of(claim).every != ANYTIME:
        raise RejectedError(Reason.RULE, "this adversary chooses T, which the policy knows")
    known = replace(claim, parameters=tuple(name for name in claim.parameters if name != "T"))
    for floor in claim.floors:
        if "T" in floor.numerator.names() | floor.divisor.names():
            raise RejectedError(Reason.RULE, "a floor depends on T, which is yet to be chosen")
    check_counts(known, zeros, cap, horizon)
    givens = [g for g in claim.givens if "T" not in g.form.constant.names()]
    about_T = [g for g in claim.givens if "T" in g.form.constant.names()]
    at_H = [_at(given, horizon) for given in about_T]
    paid = capped_rew(cap, horizon - zeros)
    full = about_parameters(
        known,
        givens,
        (*_counts(zeros, cap, horizon), *at_H, *outcome(claim, paid, horizon, horizon=horizon)),
    )
    least = zeros + (K - zeros - ONE) * (cap + ONE) + cap
    where = (at_least(T - least), at_least(horizon - ONE - T))
    paid = _reward_ahead(zeros, cap, cap)
    stopped = about_parameters(claim, (*givens, *where), (*about_T, *outcome(claim, paid, horizon)))
    return full, stopped


def _at(given: Comparison, horizon: Polynomial) -> Comparison:
    constant = given.form.constant.substitute({"T": horizon})
    return replace(given, form=replace(given.form, constant=constant))


# --- caps one after the other --------------------------------------------------------------------


def caps_claims(above: Polynomial, below: Polynomial, claim: Claim) -> tuple[Claim, Claim, Claim]:
    """Caps: arms are capped one after the other, each at its share a = above/below of what is left.

    Let w = T at first. An open arm pays n for its n-th pull. With m >= 2 open arms and w left, the
    first open arm with more than c = a(m)*w pulls pays min(n,c) for ever, and w-c is left. Caps
    do not fall, so this agrees with what the arm paid before. The last open arm is never capped.

    Write c_i and w_i for the cap of arm i and what was left then: w_i = w_(i-1) - c_i, and with
    b = a/(1-a), c_i = b(m)*w_i where m arms were open. Say j arms are capped in the end, with
    N_i > c_i pulls, and the others have n_l pulls. Since sum_(n <= N) min(n,c) <= cN - c^2/2 + c/2
    for N >= c (for c = h + t with an integer h and 0 <= t < 1 the difference is t(1-t)/2) and
    c_i <= N_i, the halves add up to at most T/2: 2*ALG <= T + 2E with
    E = sum c_i*N_i - sum c_i^2/2 + sum n_l^2/2.

    j = 0: n_l <= c_1, so E <= c_1*T/2 <= c_1*T - c_1^2/2 = B_1, as c_1 <= T.
    j >= 1: n_l <= 2*c_j, because n_l <= c_(j+1) <= 2*c_j or, for the last open arm, n_l < w_j and
    w_j <= 2*c_j. So n_l^2/2 <= c_j*n_l, and with sum N_i + sum n_l = T
    E <= c_j*T - sum (c_j - c_i)*N_i - sum c_i^2/2 <= c_j*w_j + sum c_i^2/2 = B_j, as c_i <= c_j.
    B_(j+1) <= B_j because c_(j+1)*(w_j - c_(j+1)/2) <= c_j*w_j. So E <= B_1 = a(k)(2-a(k))*T^2/2.

    Obligations, with m open arms: 0 < a(m) < 1 for 2 <= m <= k (`shares`); b(m+1) <= a(m) and
    a(m)(2-a(m)) <= 2b(m+1) for 2 <= m <= k-1 (`steps`), where a(m) < a(m)(2-a(m)), so that caps
    do not more than double; k >= 2, 1 <= 2b(2), and the conclusion (`bound`).
    """
    if every_of(claim).every != KNOWS_HORIZON:
        raise RejectedError(Reason.RULE, "this adversary knows T, and the policy does not")
    m = Polynomial.variable(OPEN)
    names = parameter_region(claim).names | {OPEN}
    if not above.names() | below.names() <= names:
        raise RejectedError(Reason.RULE, "the shares use names that the claim lacks")
    two_open = at_least(m - TWO)
    p, q = above, below
    shares = about_parameters(
        claim, (*claim.givens, two_open, at_least(K - m)), (positive(p), positive(q - p)), OPEN
    )
    (p1, q1), (p2, q2), (pk, qk) = (
        (p.substitute({OPEN: open_arms}), q.substitute({OPEN: open_arms}))
        for open_arms in (m + ONE, TWO, K)
    )
    steps = about_parameters(
        claim,
        (*claim.givens, two_open, at_least(K - ONE - m)),
        (
            at_least(p * (q1 - p1) - p1 * q),
            at_least(TWO * p1 * q * q - p * (TWO * q - p) * (q1 - p1)),
        ),
        OPEN,
    )
    alg = (pk * (TWO * qk - pk) * T * T + qk * qk * T) * HALF
    start = (at_least(K - TWO), at_least(TWO * p2 - (q2 - p2)))
    bound = about_parameters(claim, claim.givens, (*start, *outcome(claim, alg, T, factor=qk * qk)))
    return shares, steps, bound
