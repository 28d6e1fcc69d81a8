"""A policy against a claim that there is an instance: on every one it does better than that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from imab_verify.kernel.adversary.bounds import every_of, shares_of
from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import ALGORITHM_1, ANYTIME, ROUND_ROBIN, Every, K, Run, Some, T
from imab_verify.kernel.errors import Reason, RejectedError, item_at
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind, Relation
from imab_verify.kernel.points import Values, settle
from imab_verify.kernel.polynomials import ZERO, Polynomial


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
