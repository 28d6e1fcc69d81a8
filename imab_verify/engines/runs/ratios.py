"""Claims A*ALG(T) >= R*OPT(T): their two factors, and what these are at one k and T."""

from __future__ import annotations

from fractions import Fraction

from imab_verify.kernel import Claim, Kind, Polynomial, RejectedError, Relation
from imab_verify.kernel.polynomials import ZERO
from imab_verify.kernel.semantics import settle
from imab_verify.kernel.statement import run_of

Values = dict[str, Fraction]


def ratio_shares(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the claim is one A*ALG - R*OPT >= 0 under givens on parameters alone."""
    run, goal = run_of(claim), claim.plain[0]
    if claim.arms or run.named or any(g.form.terms for g in claim.givens):
        raise RejectedError("rule", "the claim is not about ALG(T) and OPT(T) only")
    if len(claim.conclusion) != 1 or goal.relation != Relation.GE or len(goal.form.constant):
        raise RejectedError("rule", "the claim is not one >= without a constant term")
    shares = {Kind.ALG: ZERO, Kind.OPT: ZERO}
    for coefficient, atom in goal.form.terms:
        if atom.kind not in shares or atom.indices:
            raise RejectedError("rule", f"the claim speaks of {atom.kind}")
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
    values: Values = {"k": Fraction(k), "T": Fraction(T)}
    if not _hold(claim, values):
        return None
    values = settle(claim, values)
    return values if _hold(claim, values) else None


def _hold(claim: Claim, values: Values) -> bool:
    """Whether the givens in which only these names occur hold."""
    known = (g for g in claim.givens if g.form.constant.names() <= values.keys())
    return all(given.relation.holds(given.form.constant.at(values)) for given in known)
