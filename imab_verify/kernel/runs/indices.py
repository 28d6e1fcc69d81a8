"""Facts about the runs of index policies: the opening, last pulls, who reached a count first."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import Index, K, T
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Comparison, Form, Relation, at_least
from imab_verify.kernel.polynomials import ONE, Polynomial, total
from imab_verify.kernel.runs.counts import different_counts
from imab_verify.kernel.runs.known import (
    LAST_BEFORE,
    LAST_LEVEL,
    LEADER,
    OPTIMAL,
    REACHED_BEFORE,
    Counts,
    Known,
    parameter_claim,
    stand_ins,
)


def index_of(known: Known) -> Index:
    """The data of the policy, if it is an index policy."""
    if known.run.scoring is None:
        raise RejectedError(Reason.RULE, f"{known.run.policy} has no index")
    return known.run.scoring


def opening_of(known: Known) -> Polynomial:
    """The pulls of every arm in the opening."""
    return Polynomial.constant(index_of(known).opening)


def opening_claim(known: Known) -> Claim:
    """T >= m*k, for m pulls of every arm in the opening."""
    return parameter_claim(known, T - opening_of(known) * K)


def add_opening(known: Known) -> Known:
    """Opening: if T >= m*k then every arm has m pulls at least; the others have m each, too.

    Beside an arm with N pulls those that are not idle have m+1.
    """
    m = opening_of(known)
    names = [*(name for name, _ in known.counts), known.run.most, known.run.least]
    facts: list[Polynomial] = []
    for N in (Polynomial.variable(name) for name in names if name):
        facts += [N - m, T - N - m * (K - ONE)]
    distinct = different_counts(known)
    if len(distinct) > 1:
        facts.append(T - total(distinct) - m * (K - Polynomial.constant(len(distinct))))
    run, others = known.run, K - ONE
    for N in (
        Polynomial.variable(name) for name, arm in run.pulls if run.idle and arm == run.beside
    ):
        facts.append(T - N - m * others - (others - Polynomial.variable(run.idle)))
    if run.rival:
        facts.append(others * (Polynomial.variable(run.rival) - m))
    return known.adding(*map(at_least, facts))


def late_claim(known: Known, arm: str) -> Claim:
    """N >= m+1, for an arm with N pulls in the end: then its last pull is none of the opening."""
    return parameter_claim(known, known.count_of(arm) - opening_of(known) - ONE)


def add_last_pull(known: Known, arm: str) -> Known:
    """What is known when an arm of the claim got its last pull, against all arms that it names."""
    run = known.run
    at_this_pull = run.pulled == arm
    level = run.level if at_this_pull and run.level else LAST_LEVEL
    before = run.before if at_this_pull else ()
    named = {other for _, other in before} | {arm, *stand_ins(known.times)}
    if arm != OPTIMAL and any(atom.arm == OPTIMAL for atom in known.claim.atoms()):
        named.remove(OPTIMAL)
    more = tuple(
        (LAST_BEFORE + other, other) for other, _ in known.claim.arms if other not in named
    )
    known = known.declaring([name for name, _ in more] + [LAST_LEVEL] * (level == LAST_LEVEL))
    M = Polynomial.variable(level)
    facts = last_pull_facts(known, arm, known.count_of(arm), M, (*before, *more))
    return known.adding(*facts)


def last_pull_facts(
    known: Known, f: str, N: Polynomial, M: Polynomial, before: Counts
) -> Iterator[Comparison]:
    """What is known of the last pull of an arm with N pulls, before which it had N-1."""
    return pull_facts(known, f, N - ONE, N, M, before)


def pull_facts(
    known: Known, f: str, a: Polynomial, N: Polynomial, M: Polynomial, before: Counts
) -> Iterator[Comparison]:
    """A pull of an index policy that opens with m pulls of every arm, after the opening.

    Say f has N >= m+1 pulls at the end, and a before the pull that is looked at: N-1 if it is the
    last one, m if it is the first one after the opening. M = max_j N_j then, so a <= M. The score
    was maximal: score(f,a,M) >= score(g,B,M) for every arm g with B pulls then, and m <= B <= M;
    for f itself B = a. Every arm has m pulls, so m(k-1) + M <= T-1 (there are k-1 arms besides one
    with M pulls), m(k-1) + N <= T and m(k-1) + most <= T. Counts do not fall: M <= most, and B is
    at most the final count of g.
    """
    index, m = index_of(known), opening_of(known)
    others = (K - ONE) * m
    yield at_least(N - m - ONE)
    yield at_least(M - a)
    yield at_least(T - ONE - others - M)
    yield at_least(T - others - N)
    if known.run.most:
        most = Polynomial.variable(known.run.most)
        yield from (at_least(most - N), at_least(T - others - most))
    mine = index.of(f, a, M)
    for name, arm in before:
        B = Polynomial.variable(name)
        if arm == f:
            yield Comparison(Form(B - a), Relation.EQ)
            continue
        yield from (at_least(B - m), at_least(M - B))
        yield Comparison(mine + index.of(arm, B, M).scaled(-ONE))
    if known.run.most:
        yield at_least(Polynomial.variable(known.run.most) - M)
    for name, arm in before:
        finals = [Polynomial.variable(final) for final, other in known.counts if other == arm]
        yield from (at_least(N - Polynomial.variable(name)) for N in finals)


def reached_claim(known: Known) -> Claim:
    """most >= m+1, so that the largest count was not reached in the opening."""
    return parameter_claim(known, _most(known) - opening_of(known) - ONE)


def _most(known: Known) -> Polynomial:
    if not known.run.most:
        raise RejectedError(Reason.RULE, "the largest count has no name")
    return Polynomial.variable(known.run.most)


def add_leader(known: Known) -> Known:
    """The largest count L >= m+1 was reached by some arm _l, which had M = L-1 pulls before.

    Counts grow by one, so M was the largest count before the first pull that made it L. That pull
    was none of the opening, which gives m pulls: every arm f of the claim had B >= m pulls by
    then, at most M and at most its final count, and score(_l,M,M) >= score(f,B,M).
    """
    index, m, M = index_of(known), opening_of(known), _most(known) - ONE
    own = known.own_arms()
    known = known.declaring([REACHED_BEFORE + arm for arm in own], [LEADER])
    known = known.adding(at_least(T - m * (K - ONE) - M - ONE))
    for arm in own:
        B = Polynomial.variable(REACHED_BEFORE + arm)
        finals = [Polynomial.variable(name) for name, other in known.counts if other == arm]
        known = known.adding(*map(at_least, (B - m, M - B, *(N - B for N in finals))))
        score = index.of(LEADER, M, M) + index.of(arm, B, M).scaled(-ONE)
        known = known.adding(Comparison(score))
    return known
