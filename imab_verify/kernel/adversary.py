"""Lower bounds, for every deterministic policy: an adversary fixes the instance as it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

from imab_verify.kernel.arms import ClaimProof, check_claim, on_side, parameter_region
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.polynomials import (
    HALF,
    ONE,
    TWO,
    ZERO,
    Polynomial,
    Reason,
    RejectedError,
    item_at,
    show,
    triangle,
    use,
)
from imab_verify.kernel.semantics import Point, Values, settle
from imab_verify.kernel.statement import (
    ALGORITHM_1,
    ANYTIME,
    KNOWS_HORIZON,
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Every,
    Floor,
    Form,
    K,
    Kind,
    Relation,
    Run,
    Some,
    T,
    at_least,
    positive,
)

# --- What all adversaries share: from what they pay to the conclusion of a lower bound -----------

"""An adversary answers the pulls of a policy one by one; afterwards there must be an instance with
these answers. The policy is deterministic and its next pull depends on nothing but the answers so
far, so its run on that instance is the very run that was answered.

All adversaries here pay n for the n-th pull of some arm to the end, and no arm pays more: so
OPT(T) = T(T+1)/2. These rewards are divided by a number `scale` >= T that is fixed in advance, and
that arm stays at 1 after as many pulls.
"""


SHARE = "_q"


def every_of(claim: Claim) -> Every:
    """The policies that a lower bound is about."""
    if not isinstance(claim.run, Every):
        raise RejectedError(Reason.RULE, "an adversary proves claims about every policy only")
    return claim.run


def capped_rew(cap: Polynomial, pulls: Polynomial) -> Polynomial:
    """min(1,cap) + ... + min(pulls,cap) for integers 0 <= cap <= pulls."""
    return on_side(ArmClass.CONCAVE, Kind.REW, pulls, after=True, bend=cap)


def about_parameters(
    claim: Claim, givens: Sequence[Comparison], conclusion: Iterable[Comparison], *more: str
) -> Claim:
    """A claim about the parameters of a lower bound, and `more` of them.

    What is said twice, and what compares numbers and is true, is left out of the conclusion.
    """
    wanted = dict.fromkeys(conclusion)
    return replace(
        claim,
        parameters=(*claim.parameters, *more),
        givens=(*givens, at_least(K - ONE)),
        conclusion=tuple(c for c in wanted if not _true_of_numbers(c)),
        run=None,
    )


def _true_of_numbers(comparison: Comparison) -> bool:
    p = comparison.form.constant
    return not p.names() and comparison.relation.holds(p.at({}))


def with_share(claim: Claim, *data: Polynomial) -> Claim:
    """The claim with _q = floor(T/k), if the data of an adversary speaks of it."""
    if not any(SHARE in p.names() for p in data):
        return claim
    return replace(claim, floors=(*claim.floors, Floor(SHARE, T, K)))


def outcome(
    claim: Claim,
    alg: Polynomial,
    scale: Polynomial,
    *,
    horizon: Polynomial = T,
    factor: Polynomial = ONE,
) -> Iterator[Comparison]:
    """Bounds: the conclusion at T = horizon, where OPT = T(T+1)/2 and factor*ALG <= alg.

    The factor is > 0, and the scale >= T. With rewards divided by the scale, a*OPT + b*ALG + d >= 0
    (or > 0) if b <= 0 and a*factor*T(T+1)/2 + b*alg + d*factor*scale >= 0 (or > 0). OPT > 0 if
    T >= 1.
    """
    at = {"T": horizon}
    yield at_least(horizon - ONE)
    opt = factor * triangle(horizon)
    for comparison in claim.conclusion:
        if comparison.relation == Relation.EQ:
            raise RejectedError(Reason.RULE, "a lower bound is an inequality")
        of_opt, of_alg = (share.substitute(at) for share in shares_of(comparison.form))
        rest = comparison.form.constant.substitute(at) * factor * scale
        yield at_least(-of_alg)
        yield Comparison(Form(of_opt * opt + of_alg * alg + rest), comparison.relation)


def shares_of(form: Form) -> tuple[Polynomial, Polynomial]:
    """a and b of a*OPT + b*ALG + d, at the horizon T and no other."""
    shares = {Kind.OPT: ZERO, Kind.ALG: ZERO}
    for coefficient, atom in form.terms:
        if atom not in (Atom(Kind.OPT), Atom(Kind.ALG)):
            raise RejectedError(Reason.RULE, "a lower bound speaks of OPT(T) and ALG(T) only")
        shares[atom.kind] = shares[atom.kind] + coefficient
    return shares[Kind.OPT], shares[Kind.ALG]


def check_counts(claim: Claim, *counts: Polynomial) -> None:
    """An adversary counts in integers, made of the claim's own parameters and floors."""
    region = parameter_region(claim)
    for p in counts:
        if not p.names() <= region.names - region.reals or p.denominator() != 1:
            raise RejectedError(Reason.RULE, f"{show(p)} is no integer of the claim")


def check_witness(claim: Claim, point: object) -> None:
    """The givens of a lower bound can hold: here they do, for k >= 1."""
    if not isinstance(point, Point) or point.curves:
        raise RejectedError(Reason.INSTANCE, "a lower bound names no arms")
    values: Values = settle(claim, point.parameters)
    for number, given in enumerate((*claim.givens, at_least(K - ONE))):
        if not given.relation.holds(given.form.constant.at(values)):
            raise RejectedError(Reason.INSTANCE, f"given number {number} is false there")


# --- The adversaries: what they answer, and why they keep ALG small. The docstrings are the rules


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


# --- A policy against a claim that there is an instance: on every one it does better than that ---


def beaten_claim(
    claim: Claim, parameters: Values, run: Run, number: int, margin: Fraction
) -> Claim:
    """Good policy: a claim about every policy is refuted by one that does better on all instances.

    Take parameters (all but T, if the policies do not know T) that satisfy the givens (those that
    do not name T). Say comparison number i of the conclusion is a*OPT + b*ALG + d >= 0, > 0 or == 0
    there. Let -b*ALG >= (a + margin)*OPT in every run of a policy with these k and T (for all T
    that satisfy the givens that name T). Then a*OPT + b*ALG + d <= d - margin*OPT, where
    0 < OPT <= T. If that cannot be, no instance (and no T) will do for this policy, however it
    breaks ties. The two policies here are deterministic once ties are broken by a rule, and do not
    know T. In the same way it contradicts a claim about some run of the policy.
    """
    anytime = claim.run == Every(ANYTIME)
    _check_policy(claim, run)
    known = replace(
        claim, parameters=tuple(p for p in claim.parameters if not (anytime and p == "T"))
    )
    if anytime and any("T" in f.numerator.names() | f.divisor.names() for f in claim.floors):
        raise RejectedError(Reason.RULE, "a floor depends on T, which the policy does not know")
    values = settle(known, parameters)
    later = [g for g in claim.givens if anytime and "T" in g.form.constant.names()]
    for given in claim.givens:
        if given not in later and not given.relation.holds(given.form.constant.at(values)):
            raise RejectedError(Reason.INSTANCE, "a given is false at these parameters")
    if values["k"] < 1 or values.get("T", 0) < 0:
        raise RejectedError(Reason.INSTANCE, "there is no run with so few arms or pulls")
    beaten = item_at(claim.conclusion, number, Reason.RULE, "comparison")
    at = {name: Polynomial.constant(value) for name, value in values.items()}
    form = beaten.form
    _check_beaten(beaten.relation, form.constant.substitute(at), margin, values)
    opt, alg = (share.substitute(at) for share in shares_of(form))
    terms = ((-alg, Atom(Kind.ALG)), (-opt - Polynomial.constant(margin), Atom(Kind.OPT)))
    return Claim(
        parameters=("k", "T"),
        givens=(_equals(K, values["k"]), *_horizons(later, at, values)),
        conclusion=(Comparison(Form(ZERO, terms)),),
        run=run,
    )


def _check_policy(claim: Claim, run: Run) -> None:
    if isinstance(claim.run, Some):
        if run != claim.run.some:
            raise RejectedError(Reason.RULE, "the claim is about a run of another policy")
        return
    every_of(claim)
    if run.policy not in (ALGORITHM_1, ROUND_ROBIN) or run != Run(run.policy, run.init, run.ties):
        raise RejectedError(Reason.RULE, "a lower bound is beaten by Algorithm 1 or round robin")


def _check_beaten(relation: Relation, rest: Polynomial, margin: Fraction, values: Values) -> None:
    """d - margin*OPT >= 0 (or > 0, or == 0) is false for all OPT with 0 < OPT <= T."""
    if rest.names() or (margin < 0 and "T" not in values):
        raise RejectedError(
            Reason.RULE, "how well the policy does depends on T, which is not known"
        )
    most = rest.at({}) - (margin * values["T"] if margin < 0 else 0)
    if most > 0 or (most == 0 and margin <= 0 and relation != Relation.GT):
        raise RejectedError(Reason.SIGN, "the policy is not shown to do better than the claim")


def _horizons(
    later: list[Comparison], at: Mapping[str, Polynomial], values: Values
) -> list[Comparison]:
    """The one T that is known, or what the givens say about T at these parameters."""
    if "T" in values:
        return [_equals(T, values["T"])]
    return [replace(g, form=Form(g.form.constant.substitute(at))) for g in later]


def _equals(p: Polynomial, value: Fraction) -> Comparison:
    return Comparison(Form(p - Polynomial.constant(value)), Relation.EQ)
