"""Facts about OPT and ALG in the run of any policy, at T and at other times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import K, T
from imab_verify.kernel.documents import Natural
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Comparison, Form, at_least, rew
from imab_verify.kernel.polynomials import ONE, Polynomial, total
from imab_verify.kernel.proofs import ClaimProof
from imab_verify.kernel.runs.known import (
    ALG,
    EARNED,
    OPT,
    OPTIMAL,
    Known,
    arm_at,
    parameter_claim,
)


class Fact(StrEnum):
    """Words for facts about rewards, which `functional_facts` explains."""

    BEST = "best"
    BOUND = "bound"
    REGRET = "regret"
    SHARES = "shares"
    REST = "rest"
    OTHERS = "others"
    ONE_ARM = "one-arm"
    OPTIMAL_COUNT = "optimal-count"


@dataclass(frozen=True, slots=True)
class Later:
    """Time number `second` is not before time number `first`, with a proof; number 0 is T."""

    first: Natural
    second: Natural
    proof: ClaimProof


def functional_facts(known: Known, words: Sequence[Fact]) -> Iterator[Comparison]:
    """Facts about rewards in the run of any policy.

    best      Rew(f,T) <= OPT(T) for every arm f of the claim
    bound     OPT(T) <= T, for rewards are at most 1
    regret    ALG(T) <= OPT(T), for T*Rew(f,N) <= N*Rew(f,T) and the counts add up to T
    shares    ALG(T) >= the sum of Rew(f,N) over different arms, or for one arm
    rest      ALG(T) <= that sum + (k-d)*OPT(T), for d arms: each other arm earns OPT(T) at most
    others    T <= the sum of their counts + (k-d)*T: each other arm gets T pulls at most
    one-arm   ALG(T) + (k-2)*OPT(T) >= 0: for k = 1, ALG(T) = OPT(T)
    optimal-count   a name for the count of the best arm, for which all this holds too
    """
    minus_alg, minus_opt = ALG.scaled(-ONE), OPT.scaled(-ONE)
    if Fact.BEST in words:
        own = known.own_arms()
        yield from (Comparison(OPT + rew(arm, T).scaled(-ONE)) for arm in own)
    if Fact.BOUND in words:
        yield Comparison(minus_opt + Form(T))
    if Fact.REGRET in words:
        yield Comparison(OPT + minus_alg)
    for group in _groups(known):
        sum_of = Form()
        for arm, N in group:
            sum_of = sum_of + rew(arm, N)
        if Fact.SHARES in words:
            yield Comparison(ALG + sum_of.scaled(-ONE))
        others = K - Polynomial.constant(len(group))
        if Fact.REST in words:
            yield Comparison(sum_of + OPT.scaled(others) + minus_alg)
        if Fact.OTHERS in words:
            yield at_least(total(N for _, N in group) + others * T - T)
    if Fact.ONE_ARM in words:
        yield Comparison(ALG + OPT.scaled(K - ONE - ONE))
    yield from _facts_at_times(known, words)


def _facts_at_times(known: Known, words: Sequence[Fact]) -> Iterator[Comparison]:
    """best, bound and regret at the other times t of the run: they hold after any number of pulls.

    The best arm at one time is an arm of the instance, so best at another time holds for it too.
    """
    every = (T, *known.times)
    own = known.own_arms()
    best = [arm_at(OPTIMAL, number) for number in range(len(every))]
    for number, t in enumerate(every):
        opt, alg = rew(best[number], t), rew(arm_at(EARNED, number), t)
        arms = [*(own if number else ()), *(arm for arm in best if arm != best[number])]
        if Fact.BEST in words:
            yield from (Comparison(opt + rew(arm, t).scaled(-ONE)) for arm in arms)
        if Fact.BOUND in words and number:
            yield Comparison(opt.scaled(-ONE) + Form(t))
        if Fact.REGRET in words and number:
            yield Comparison(opt + alg.scaled(-ONE))


def order_claim(known: Known, part: Later) -> Claim:
    """The claim that one time is not before another."""
    first, second = _times(known, part)
    return parameter_claim(known, second - first)


def add_order(known: Known, part: Later) -> Known:
    """With s <= t: ALG(s) <= ALG(t) <= ALG(s) + t - s, for each pull pays something in [0,1]."""
    (s, t), numbers = _times(known, part), (part.first, part.second)
    before, after = (rew(arm_at(EARNED, i), x) for i, x in zip(numbers, (s, t), strict=True))
    gain = after + before.scaled(-ONE)
    return known.adding(Comparison(gain), Comparison(gain.scaled(-ONE) + Form(t - s)))


def _times(known: Known, part: Later) -> tuple[Polynomial, Polynomial]:
    every = (T, *known.times)
    if max(part.first, part.second) >= len(every):
        raise RejectedError(Reason.RULE, "the run is not looked at at so many times")
    return every[part.first], every[part.second]


def _groups(known: Known) -> Iterator[list[tuple[str, Polynomial]]]:
    """Arms with their counts: those that are different together, each other one by itself."""
    together = [arm for arm in known.run.different if arm in {a for _, a in known.run.pulls}]
    if together:
        yield [(arm, known.count_of(arm)) for arm in together]
    for arm in dict.fromkeys(arm for _, arm in known.counts):
        if arm not in together:
            yield [(arm, known.count_of(arm))]
