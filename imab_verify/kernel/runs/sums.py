"""Sums over arms: a bound for what every arm earns is a bound for ALG(T)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import K, T
from imab_verify.kernel.forms import Comparison, Form, at_least, rew
from imab_verify.kernel.polynomials import ONE, TWO, ZERO, Polynomial
from imab_verify.kernel.proofs import ClaimProof
from imab_verify.kernel.regions import check_known, parameter_region
from imab_verify.kernel.runs.counts import beside_others, one_count, sum_of_squares
from imab_verify.kernel.runs.indices import opening_of, pull_facts
from imab_verify.kernel.runs.known import (
    ALG,
    BEFORE,
    COUNT,
    LEVEL,
    OPT,
    OPTIMAL,
    PULLED,
    Known,
)


@dataclass(frozen=True, slots=True)
class Shares:
    """weight * Rew(f,N) >= share + share_opt*OPT(T) for every arm.

    share = alpha + beta*N + gamma*N^2, and share_opt the same with the other three. The proofs are
    of the claims of `per_arm`, in their order. The sum is over all arms, or over those other than
    the best arm, whose count then has a name. `pull`: which pull of an arm is looked at, of those
    after the opening.
    """

    weight: Polynomial
    alpha: Polynomial
    beta: Polynomial
    alpha_opt: Polynomial
    beta_opt: Polynomial
    proofs: tuple[ClaimProof, ...]
    over: Annotated[str, "all", "others"] = "all"
    gamma: Polynomial = ZERO
    gamma_opt: Polynomial = ZERO
    pull: Annotated[str, "last", "first"] = "last"

    def of(self, arms: Polynomial, pulls: Polynomial, squares: Polynomial) -> Form:
        """The sum of share + share_opt*OPT(T) over arms with so many pulls."""
        own = self.alpha * arms + self.beta * pulls + self.gamma * squares
        opt = self.alpha_opt * arms + self.beta_opt * pulls + self.gamma_opt * squares
        return Form(own) + OPT.scaled(opt)


def sum_shares(part: Shares, known: Known) -> Comparison:
    """Sum over arms: from D*Rew(f_i,N_i) >= alpha + beta*N_i + gamma*N_i^2 for each of the k arms,

    with sum_i N_i = T and S = sum_i N_i^2, follows D*ALG(T) >= k*alpha + beta*T + gamma*S; so, too,
    with multiples of OPT(T). The k-1 arms other than the best arm g have T - N_g pulls, squares
    S - N_g^2, and earn ALG(T) - Rew(g,N_g).
    """
    squared = len(part.gamma) or len(part.gamma_opt)
    numbers = (part.alpha, part.beta, part.gamma, part.alpha_opt, part.beta_opt, part.gamma_opt)
    check_known(parameter_region(known.claim).names, part.weight, *numbers)
    arms, pulls, earned = K, T, ALG
    squares = sum_of_squares(known.run) if squared else ZERO
    if part.over == "others":
        best = known.count_of(OPTIMAL)
        arms, pulls, squares = K - ONE, T - best, squares - best * best
        earned = ALG + rew(OPTIMAL, best).scaled(-ONE)
    return Comparison(earned.scaled(part.weight) + part.of(arms, pulls, squares).scaled(-ONE))


def per_arm(part: Shares, known: Known, *, is_opened: bool) -> tuple[Claim, ...]:
    """The claims that the bound holds for an arm _f of the instance with N pulls at the end.

    If every arm got the m pulls of the opening: for N = m, and for N >= m+1 with what is known at
    its last pull, before which it had N-1, or at its first one after the opening, before which it
    had m. In the latter case, if _f is not the best arm g, the k-2 others have m pulls each beside
    the N + N_g of these two. Otherwise for any count.
    """
    known = known.declaring([], [PULLED])
    known = known.adding(Comparison(OPT + rew(PULLED, T).scaled(-ONE)))
    N, M = Polynomial.variable(COUNT), Polynomial.variable(LEVEL)
    if not is_opened:
        anyhow = known.declaring([COUNT])
        return (_bound_claim(part, anyhow.adding(*map(at_least, one_count(anyhow, N))), N),)
    m, pulled = opening_of(known), known.declaring([COUNT, LEVEL, BEFORE])
    first = part.pull == "first"
    a = m if first else N - ONE
    pulled = pulled.adding(*pull_facts(pulled, PULLED, a, N, M, ((BEFORE, OPTIMAL),)))
    pulled = pulled.adding(*map(at_least, beside_others(pulled, N)))
    if first and part.over == "others":
        pulled = pulled.adding(at_least(T - N - known.count_of(OPTIMAL) - m * (K - TWO)))
    return _bound_claim(part, known, m), _bound_claim(part, pulled, N)


def _bound_claim(part: Shares, known: Known, N: Polynomial) -> Claim:
    bound = rew(PULLED, N).scaled(part.weight) + part.of(ONE, N, N * N).scaled(-ONE)
    return replace(known.claim, conclusion=(Comparison(bound),))
