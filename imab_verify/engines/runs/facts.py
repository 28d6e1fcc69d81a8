"""Proofs by facts that are true in every run: which facts, then a proof of a claim about arms.

Few facts are tried before many: each one more given about rewards makes the search for their
multipliers longer. A choice under which the claim about arms is false is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.arms.hints import NO_HINTS, Hints, Multipliers
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning, prove_claim
from imab_verify.kernel import (
    LAST_LEVEL,
    LEADER,
    ONE,
    AnyRunProof,
    Claim,
    ClaimProof,
    Comparison,
    Fact,
    Kind,
    Known,
    Later,
    Polynomial,
    RejectedError,
    Relation,
    RunCases,
    RunFacts,
    add_last_pull,
    add_leader,
    add_opening,
    add_order,
    known_of,
    late_claim,
    opening_claim,
    order_claim,
    reached_claim,
    run_branches,
    times_of,
)

T = Polynomial.variable("T")
NO_PROOF = ClaimProof((), ())
MOST_FACTS = 3
LOOK, LOOK_AT = 0.3, 40
"""Seconds and parameters for a counterexample to the claim about arms."""
QUICK, PATIENT = 2.0, 8.0
"""So many seconds for a proof with one choice of facts: at first, and when nothing is quick."""


@dataclass(frozen=True, slots=True)
class Start:
    """What is known before facts about rewards are chosen, with its proofs."""

    known: Known
    opened: ClaimProof | None = None
    last: str = ""
    late: ClaimProof | None = None
    reached: ClaimProof | None = None
    later: tuple[Later, ...] = ()

    def proof(self, about_arms: ClaimProof, words: tuple[Fact, ...]) -> RunFacts:
        """The proof about the run."""
        of_last = (self.opened, self.last, self.late, self.reached)
        return RunFacts(about_arms, words, *of_last, later=self.later)


def facts_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[AnyRunProof]:
    """Proofs by facts, quick ones first; then by cases, such as whether the opening is complete."""
    for each in (QUICK, PATIENT):
        yield from _by_facts(claim, hints, clock, each)
        for split in _splits(claim, clock):
            below, above = run_branches(claim, split)
            high = next(_by_facts(above, hints, clock, each), None)
            low = next(_by_facts(below, hints, clock, each), None) if high is not None else None
            if low is not None and high is not None:
                yield RunCases(split, low, high)


def _splits(claim: Claim, clock: Clock) -> Iterator[Polynomial]:
    """Whether the largest count is beyond the opening, and whether the opening is complete."""
    run = claim.played
    if run is not None and run.scoring is not None and run.most:
        yield Polynomial.variable(run.most) - Polynomial.constant(run.opening)
    split = _undecided_opening(claim, clock)
    if split is not None:
        yield split


def _undecided_opening(claim: Claim, clock: Clock) -> Polynomial | None:
    """T - m*k + 1, if the givens do not show that T >= m*k."""
    known = known_of(claim, ())
    if known.run.scoring is None:
        return None
    wanted = opening_claim(known)
    shown = condition(wanted, clock)
    return wanted.conclusion[0].form.constant + ONE if shown is None else None


def _by_facts(claim: Claim, hints: Hints, clock: Clock, each: float) -> Iterator[RunFacts]:
    for words in chosen_facts(claim):
        for start in _starts(claim, words, clock):
            clock.tick()
            more = (*_last_pull_hints(start), *_reached_hints(start))
            helped = replace(hints, multipliers=(*hints.multipliers, *more))
            proof = arms_proof(start.known.claim, Clock(min(each, clock.left())), helped)
            if proof is not None:
                yield start.proof(proof, words)


def _last_pull_hints(start: Start) -> Iterator[Multipliers]:
    """For W*Rew(f,N) >= R*Rew(g,T): M(M+1) times it from W*N^2, or R*T(T+1), times the last pull.

    For M(M+1)*Rew(f,N) >= N^2*P(f,N-1,M) and T(T+1)*P(g,B,M) >= M(M+1)*Rew(g,T).
    """
    if not start.last:
        return
    claim, run = start.known.claim, start.known.run
    M = Polynomial.variable(run.level if run.pulled == start.last and run.level else LAST_LEVEL)
    N = start.known.count_of(start.last)
    about_rewards = [given for given in claim.givens if given.form.terms]
    for number, given in enumerate(about_rewards):
        if any(atom.indices[0] == N - ONE for _, atom in given.form.terms):
            for c, atom in claim.conclusion[0].form.terms:
                mine = atom.arm == start.last
                factor = c * N * N if mine else -c * T * (T + ONE)
                yield Multipliers(M * (M + ONE), ((number, factor),))


def _reached_hints(start: Start) -> Iterator[Multipliers]:
    """For c >= d*Delta(f,N): M times it, from Rew(_l,M) >= score(f,B,M) and Rew(_l,M) <= M."""
    if start.reached is None:
        return
    claim = start.known.claim
    M = Polynomial.variable(start.known.run.most) - ONE
    about_rewards = [given for given in claim.givens if given.form.terms]
    c = claim.conclusion[0].form.constant
    for number, given in enumerate(about_rewards):
        if any(atom.arm == LEADER for _, atom in given.form.terms):
            yield Multipliers(M, ((number, c),), ((LEADER, M, c * M),))


def chosen_facts(claim: Claim) -> Iterator[tuple[Fact, ...]]:
    """Choices among the facts that speak of what the claim speaks of, few facts first."""
    at_t = {Kind.OPT_AT: Kind.OPT, Kind.ALG_AT: Kind.ALG}
    kinds = {at_t.get(atom.kind, atom.kind) for atom in claim.atoms()}
    run = claim.played
    counts = run is not None and run.pulls
    relevant = {
        Fact.BEST: Kind.OPT in kinds and (claim.arms or times_of(claim)),
        Fact.BOUND: kinds & {Kind.OPT, Kind.ALG},
        Fact.REGRET: Kind.ALG in kinds,
        Fact.SHARES: Kind.ALG in kinds and counts,
        Fact.REST: Kind.ALG in kinds and counts,
        Fact.OTHERS: counts and any(map(_bounds_arms, claim.givens)),
        Fact.ONE_ARM: Kind.ALG in kinds and Kind.OPT in kinds,
    }
    words = [word for word, matters in relevant.items() if matters]
    for size in range(min(MOST_FACTS, len(words)) + 1):
        yield from combinations(words, size)
    if {Kind.ALG, Kind.OPT} <= kinds:
        yield Fact.SHARES, Fact.OPTIMAL_COUNT


def _bounds_arms(given: Comparison) -> bool:
    """Whether a given says that there are few arms: k == c or k <= c."""
    p = given.form.constant
    falls = p.names() == {"k"} and p.at({"k": Fraction(1)}) < p.at({"k": Fraction(0)})
    return falls or (p.names() == {"k"} and given.relation is Relation.EQ)


def _starts(claim: Claim, words: tuple[Fact, ...], clock: Clock) -> Iterator[Start]:
    """What is known of the run; then with the last pull of each arm that has a late one."""
    known, later = _in_order(known_of(claim, words), clock)
    ready: ClaimProof | None = None
    if known.run.scoring is not None:
        ready = condition(opening_claim(known), clock)
        known = known if ready is None else add_opening(known)
    if plausible(known.claim):
        yield Start(known, ready, later=later)
    if known.run.scoring is None:
        return
    for arm in dict.fromkeys(arm for _, arm in known.counts):
        late = condition(late_claim(known, arm), clock)
        if late is not None:
            after = add_last_pull(known, arm)
            if plausible(after.claim):
                yield Start(after, ready, arm, late, later=later)
    if known.run.most and known.run.pulls:
        beyond = condition(reached_claim(known), clock)
        after = known if beyond is None else add_leader(known)
        if beyond is not None and plausible(after.claim):
            yield Start(after, ready, reached=beyond, later=later)


def _in_order(known: Known, clock: Clock) -> tuple[Known, tuple[Later, ...]]:
    """The times of the run, as far as their order can be shown."""
    later: list[Later] = []
    start = known
    for first, second in permutations(range(len(known.times) + 1), 2):
        part = Later(first, second, NO_PROOF)
        proof = arms_proof(order_claim(start, part), clock)
        if proof is not None:
            later.append(replace(part, proof=proof))
            known = add_order(known, part)
    return known, tuple(later)


def condition(claim: Claim, clock: Clock) -> ClaimProof | None:
    """A proof of what a fact needs, which is often false, and seen to be so at once."""
    return arms_proof(claim, clock) if plausible(claim) else None


def plausible(claim: Claim) -> bool:
    """Whether a quick look finds no counterexample."""
    return find_counterexample(claim, Clock(LOOK), most=LOOK_AT) is None


def arms_proof(claim: Claim, clock: Clock, hints: Hints = NO_HINTS) -> ClaimProof | None:
    """A proof of a claim about arms, if all of its indices are in the domain."""
    try:
        domain = check_meaning(claim, clock)
        return prove_claim(claim, domain, clock, hints.multipliers, hints.cited)
    except (UndefinedError, OutOfTimeError, RejectedError):
        return None
