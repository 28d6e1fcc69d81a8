"""Proofs by facts that are true in every run: which facts, then a proof of a claim about arms.

Few facts are tried before many: each one more given about rewards makes the search for their
multipliers longer. A choice under which the claim about arms is false is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS, Hints, Multipliers
from imab_verify.engines.arms.proofs import prove_goals
from imab_verify.engines.runs.known import (
    Known,
    claim_proof,
    start_with,
    with_counts,
)
from imab_verify.kernel import (
    Case,
    Claim,
    ClaimProof,
    Comparison,
    Kind,
    Node,
    Polynomial,
    Relation,
    Shares,
)
from imab_verify.kernel.facts import (
    LAST_LEVEL,
    LEADER,
    OPTIMAL,
    arm_at,
    count_of,
    own_arms,
    time_of,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import times_of
from imab_verify.kernel.sums import COUNT, share_kinds

K, T = Polynomial.variable("k"), Polynomial.variable("T")
MOST_FACTS = 3
QUICK, PATIENT = 2.0, 8.0
"""So many seconds for a proof with one choice of facts: at first, and when nothing is quick."""


BEST, REGRET, SHARES, REST, SQUARES = "best", "regret", "share", "rest", "squares"
BEST_COUNT = "best_count"
Words = tuple[str, ...]
"""Words for facts about rewards, from the table of facts."""


def facts_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[ClaimProof]:
    """Proofs by facts, quick ones first; then by cases, such as whether the opening is complete."""
    start = start_with(claim)
    for each in (QUICK, PATIENT):
        for nodes in _by_facts(start, hints, clock, each):
            proof = claim_proof(claim, nodes, clock)
            if proof is not None:
                yield proof
        for before, split in _splits(start, clock):
            low, high = before.split(split)
            above = next(_by_facts(high, hints, clock, each), None)
            below = next(_by_facts(low, hints, clock, each), None) if above is not None else None
            if below is not None and above is not None:
                goals = tuple(
                    before.finish(Case(split, *pair)) for pair in zip(below, above, strict=True)
                )
                proof = claim_proof(claim, goals, clock)
                if proof is not None:
                    yield proof


def _splits(start: Known, clock: Clock) -> Iterator[tuple[Known, Polynomial]]:
    """Whether the largest count is beyond the opening, and whether the opening is complete."""
    run = start.run
    if run.index is None:
        return
    if most := run.name_of("most"):
        yield start, Polynomial.variable(most) - Polynomial.constant(run.index.opening)
    known = with_counts(start)
    (wanted,) = known.conditions("opening")
    if known.shown(wanted, clock) is None:
        yield start, wanted + ONE


def _by_facts(start: Known, hints: Hints, clock: Clock, each: float) -> Iterator[tuple[Node, ...]]:
    for words in chosen_facts(start.question):
        for known, more in _starts(start, words, clock):
            clock.tick()
            helped = replace(hints, multipliers=(*hints.multipliers, *more))
            nodes = known.prove(clock.part(each), helped)
            if nodes is not None:
                yield nodes


def _last_pull_hints(known: Known, arm: str) -> Iterator[Multipliers]:
    """For W*Rew(f,N) >= R*Rew(g,T): M(M+1) times it from W*N^2, or R*T(T+1), times the last pull.

    For M(M+1)*Rew(f,N) >= N^2*P(f,N-1,M) and T(T+1)*P(g,B,M) >= M(M+1)*Rew(g,T).
    """
    M = Polynomial.variable(known.run.name_of("level", arm) or LAST_LEVEL)
    N = count_of(known.region, arm)
    for name, given in known.region.hypotheses:
        if any(atom.indices[0] == N - ONE for _, atom in given.form.terms):
            for c, atom in known.stated.plain[0].form.terms:
                factor = c * N * N if atom.arm == arm else -c * T * (T + ONE)
                yield Multipliers(M * (M + ONE), ((name, factor),))


def _reached_hints(known: Known) -> Iterator[Multipliers]:
    """For c >= d*Delta(f,N): M times it, from Rew(_l,M) >= score(f,B,M) and Rew(_l,M) <= M."""
    M = Polynomial.variable(known.run.name_of("most")) - ONE
    c = known.stated.plain[0].form.constant
    for name, given in known.region.hypotheses:
        if any(atom.arm == LEADER for _, atom in given.form.terms):
            yield Multipliers(M, ((name, c), ((LEADER, M), c * M)))


def chosen_facts(claim: Claim) -> Iterator[Words]:
    """Choices among the facts that speak of what the claim speaks of, few facts first."""
    kinds = {atom.kind for atom in claim.atoms()}
    run = claim.played
    counts = run is not None and run.all_of("pulls")
    relevant = {
        BEST: Kind.OPT in kinds and (claim.arms or times_of(claim)),
        REGRET: Kind.ALG in kinds,
        SHARES: Kind.ALG in kinds and counts,
        SQUARES: run is not None and run.name_of("squares"),
        REST: counts and (Kind.ALG in kinds or any(map(_bounds_arms, claim.givens))),
    }
    words = [word for word, matters in relevant.items() if matters]
    for size in range(min(MOST_FACTS, len(words)) + 1):
        yield from combinations(words, size)
    if {Kind.ALG, Kind.OPT} <= kinds:
        yield SHARES, BEST_COUNT
        yield SHARES, REST, BEST_COUNT


def _bounds_arms(given: Comparison) -> bool:
    """Whether a given says that there are few arms: k == c or k <= c."""
    p = given.form.constant
    falls = p.names() == {"k"} and p.at({"k": Fraction(1)}) < p.at({"k": Fraction(0)})
    return falls or (p.names() == {"k"} and given.relation is Relation.EQ)


def with_words(known: Known, words: Words) -> Known:
    """With the facts about rewards that the words choose, for every arm and time they speak of."""
    names = ["T", *(f"t{i}" for i in range(1, len(known.region.times) + 1))]
    optimal = [arm_at(OPTIMAL, i) for i in range(len(names))]
    for number, time in enumerate(names):
        if BEST in words:
            arms = [*own_arms(known.region), *(arm for arm in optimal if arm != optimal[number])]
            for arm in arms:
                known = known.having(BEST, arm, time)
        if REGRET in words:
            known = _with_regret(known, time)
    if SQUARES in words:
        known = _with_squares(known)
    for group in _groups(known):
        for word in (SHARES, REST):
            if word in words:
                known = known.having(word, *group)
    return known


def _with_regret(known: Known, time: str) -> Known:
    """With t*OPT(t) >= t*ALG(t), a sum over arms: N*OPT(t) >= N*Rew(f,t) >= t*Rew(f,N)."""
    part = Shares(-time_of(known.region, time)[0], {}, beta_opt=-ONE, time=time)
    best = Multipliers(ONE, (("f.best", Polynomial.variable(COUNT)),))
    return _summing(known, f"{REGRET}_{time}", part, Hints((best,)))


def _with_squares(known: Known) -> Known:
    """With bounds of the sum S of the squares of all final counts, each a sum over arms:

    k*S >= T^2 by 0 >= -(k*N - T)^2, S <= T^2 by 0 >= N^2 - T*N, S >= T by 0 >= N - N^2, and
    S <= most*T by 0 >= N^2 - most*N.
    """
    sums = [(-(T * T), (K * T).scaled(2), -(K * K)), (ZERO, -T, ONE), (ZERO, ONE, -ONE)]
    if most := known.run.name_of("most"):
        sums.append((ZERO, -Polynomial.variable(most), ONE))
    for number, (alpha, beta, gamma) in enumerate(sums):
        known = _summing(known, f"{SQUARES}_{number}", Shares(ZERO, {}, alpha, beta, gamma))
    return known


def _summing(known: Known, name: str, part: Shares, hints: Hints = NO_HINTS) -> Known:
    """With a sum over arms, if the bound of every arm is proved."""
    region, goal = share_kinds(part, known.region)["any"]
    nodes = prove_goals([goal], region, Clock(QUICK), hints)
    return known.summing(name, replace(part, proofs={"any": nodes[0]})) if nodes else known


def _groups(known: Known) -> Iterator[list[str]]:
    """Arms with counts: those that are different together, each other one by itself."""
    counted = list(dict.fromkeys(arm for _, arm in known.region.counts))
    together = [arm for arm in known.run.different if arm in counted]
    if together:
        yield together
    yield from ([arm] for arm in counted if arm not in together)


def _starts(
    start: Known, words: Words, clock: Clock
) -> Iterator[tuple[Known, Iterable[Multipliers]]]:
    """What is known of the run; then with the last pull of each arm that has a late one."""
    known = with_counts(start, best=BEST_COUNT in words)
    known = in_order(with_words(known, words), clock)
    if known.run.index is not None:
        known = opened(known, clock) or known
    if known.plausible:
        yield known, ()
    if known.run.index is None:
        return
    for arm in dict.fromkeys(arm for _, arm in known.region.counts):
        after = _with_shown(known, clock, "last", arm)
        if after is not None and after.plausible:
            yield after, _last_pull_hints(after, arm)
    if known.run.name_of("most") and known.run.all_of("pulls"):
        after = _with_shown(known, clock, "leader")
        if after is not None and after.plausible:
            yield after, _reached_hints(after)


def _with_shown(known: Known, clock: Clock, word: str, *of: str) -> Known | None:
    """With a row of the table of facts, if its one condition is shown."""
    [wanted] = known.conditions(word, *of)
    node = known.shown(wanted, clock)
    return None if node is None else known.having(word, *of, conditions=(node,))


def opened(known: Known, clock: Clock) -> Known | None:
    """With what is known after the opening, if that is shown to be complete."""
    return _with_shown(known, clock, "opening")


def in_order(known: Known, clock: Clock) -> Known:
    """With the times of the run, as far as their order can be shown."""
    names = ["T", *(f"t{i}" for i in range(1, len(known.region.times) + 1))]
    for first, second in permutations(names, 2):
        known = _with_shown(known, clock, "order", first, second) or known
    return known
