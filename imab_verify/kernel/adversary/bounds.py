"""What all adversaries share: from what they pay to the conclusion of a lower bound.

An adversary answers the pulls of a policy one by one; afterwards there must be an instance with
these answers. The policy is deterministic and its next pull depends on nothing but the answers so
far, so its run on that instance is the very run that was answered.

All adversaries here pay n for the n-th pull of some arm to the end, and no arm pays more: so
OPT(T) = T(T+1)/2. These rewards are divided by a number `scale` >= T that is fixed in advance, and
that arm stays at 1 after as many pulls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import Every, K, T
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Floor, Form, Kind, Relation, at_least
from imab_verify.kernel.points import Point, Values, settle
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, show, triangle
from imab_verify.kernel.rays import on_side
from imab_verify.kernel.regions import parameter_region

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
