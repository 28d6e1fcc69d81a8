"""Claims A*ALG(T) >= R*OPT(T): their two factors, what these say at one k and T, and whether the
exact worst case of Algorithm 1 is more than that.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import chain

from imab_verify.engines.arms.points import run_sizes
from imab_verify.kernel import Atom, Claim, Kind, Polynomial, RejectedError, Relation
from imab_verify.kernel.arms import multiples
from imab_verify.kernel.semantics import settle
from imab_verify.kernel.statement import run_of
from imab_verify.language.policy_names import is_algorithm_1

Values = dict[str, Fraction]
FAR = 10**4


def alg_and_opt(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the conclusion is one A*ALG - R*OPT >= 0."""
    goal = claim.plain[0]
    if len(claim.conclusion) != 1 or goal.relation != Relation.GE or len(goal.form.constant):
        raise RejectedError("rule", "the claim is not one >= without a constant term")
    alg, opt = multiples(goal.form, Atom(Kind.ALG), Atom(Kind.OPT))
    return alg, -opt


def ratio_shares(claim: Claim) -> tuple[Polynomial, Polynomial]:
    """A and R, if the claim speaks of nothing else and its givens of parameters alone."""
    if claim.arms or run_of(claim).named or any(g.form.terms for g in claim.givens):
        raise RejectedError("rule", "the claim is not about ALG(T) and OPT(T) only")
    return alg_and_opt(claim)


def is_ratio(claim: Claim) -> bool:
    """Whether the claim is A*ALG(T) >= R*OPT(T)."""
    with suppress(RejectedError):
        return all(map(len, ratio_shares(claim)))
    return False


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
    """Whether the givens about parameters in which only these names occur hold."""
    plain = ((g.relation, g.form.constant) for g in claim.givens if not g.form.terms)
    return all(how.holds(p.at(values)) for how, p in plain if p.names() <= values.keys())


# --- Algorithm 1 ---------------------------------------------------------------------------------


def least_weight(k: int, T: int) -> int:
    """The least V of Algorithm 1 at one k and T: its exact worst case is T(T+1)/V for T >= 2k.

    A hint for engines: nothing that is judged rests on it. In a run with final counts N_i >= 2,
    where arm o is optimal, T(T+1) * ALG(T) >= V * OPT(T) (F1 of the ledger) with

        V = N_o(N_o+1) + sum of (N_i^2 + N_i - 2) - max(0, max N_i - 2)

    over the arms i other than o with N_i >= 3. Say z of these have two pulls, the other a = k-1-z
    more. The a + 1 arms left share S = T - 2z pulls, and V >= sum of (N^2 + N) - max N - 2a + 2
    over them (without the last two terms if a = 0). While their counts differ by 2 or more, moving
    a pull from a largest to a least count lowers the sum by at least 2 and the maximum by at most
    1. So V is least when the counts differ by at most 1: r of them are m + 1, the others m.
    """
    weights = []
    for z in range(k):
        arms, S = k - z, T - 2 * z
        m, r = divmod(S, arms)
        total = r * (m + 1) * (m + 2) + (arms - r) * m * (m + 1)
        if arms > 1:
            total -= m + (r > 0) + 2 * (arms - 1) - 2
        weights.append(total)
    return min(weights)


def false_size(claim: Claim) -> tuple[int, int] | None:
    """The least k and T at which the exact worst case of Algorithm 1 is more than what is claimed.

    A few sizes of every order are looked at first: most true claims cost no more than that.
    """
    run = claim.played
    if run is None or not is_algorithm_1(run) or not is_ratio(claim):
        return None
    if {*claim.parameters, *claim.reals} != {"k", "T"}:
        return None

    def too_strong(size: tuple[int, int]) -> bool:
        k, T = size
        with suppress(RejectedError):
            claimed = ratio_at(claim, k, T) if 2 * k <= T else None
            return claimed is not None and claimed * least_weight(k, T) < T * (T + 1)
        return False

    few = [*run_sizes(claim, wide=True)]
    if not any(map(too_strong, chain(((k, FAR * k) for k in range(1, 6)), few))):
        return None
    return next(filter(too_strong, chain(run_sizes(claim), few)), None)
