"""Upper bounds at one k and T from a claim about runs that is proved for all k and T at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from imab_verify.kernel.claims import Claim, run_of
from imab_verify.kernel.documents import build
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Kind, Relation
from imab_verify.kernel.limits import spend
from imab_verify.kernel.points import Values, settle
from imab_verify.kernel.polynomials import ZERO, Polynomial
from imab_verify.kernel.proofs import ClaimProof, ProvedClaim
from imab_verify.kernel.rules import check_claim, check_lemmas
from imab_verify.kernel.wellformed import check_well_formed


@dataclass(frozen=True, slots=True)
class Theorem:
    """A claim A*ALG(T) >= R*OPT(T) in k and T alone, with a proof by a rule about runs."""

    claim: Claim
    proof: ClaimProof
    lemmas: tuple[ProvedClaim, ...] = ()


def check_theorem(item: Any, known: Sequence[Claim] = ()) -> Claim:
    """The claim of a theorem, if its proof is one; without lemmas of its own it cites `known`."""
    theorem: Theorem = build(Theorem, item)
    claim = theorem.claim
    check_well_formed(claim)
    run_of(claim)
    if set(claim.parameters) != {"k", "T"} or claim.reals:
        raise RejectedError(Reason.RULE, "a theorem about worst cases speaks of k and T alone")
    check_claim(theorem.proof, claim, check_lemmas(theorem.lemmas) or known)
    return claim


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


def ratio_at(claim: Claim, k: int, T: int) -> Fraction | None:
    """The number u with OPT(T) <= u*ALG(T) that the claim says at k and T: A/R, if R > 0."""
    (alg, opt), values = ratio_shares(claim), values_where_givens_hold(claim, k, T)
    if values is None or opt.at(values) <= 0:
        return None
    return alg.at(values) / opt.at(values)


def values_where_givens_hold(claim: Claim, k: int, T: int) -> Values | None:
    """k, T and the floors, if the givens hold; a floor need not be defined where one does not."""

    def hold(values: Values) -> bool:
        """The givens in which only these names occur."""
        for given in claim.givens:
            p = given.form.constant
            spend(1 + len(p))
            if p.names() <= values.keys() and not given.relation.holds(p.at(values)):
                return False
        return True

    values: Values = {"k": Fraction(k), "T": Fraction(T)}
    if not hold(values):
        return None
    values = settle(claim, values)
    return values if hold(values) else None
