"""Proofs by facts that are true in every run: which facts, then a proof of a claim about arms.

Few facts are tried before many: each one more given about rewards makes the search for their
multipliers longer. A choice under which the claim about arms is false is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.arms.facts import prove_sign_by_facts
from imab_verify.engines.arms.multipliers import Hints
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning, prove_claim
from imab_verify.kernel import (
    ONE,
    Claim,
    ClaimProof,
    Fact,
    Kind,
    Known,
    Node,
    Polynomial,
    RejectedError,
    RunCases,
    RunFacts,
    RunProof,
    known_of,
    last_pulled,
    late_gap,
    opened,
    opening_gap,
    parameter_region,
    run_branches,
)

MOST_FACTS = 3
LOOK, LOOK_AT = 0.3, 40
"""Seconds and parameters for a counterexample to the claim about arms."""
EACH = 3.0
"""So many seconds for a proof with one choice of facts."""


@dataclass(frozen=True, slots=True)
class Start:
    """What is known before facts about rewards are chosen, with its proofs."""

    known: Known
    opened: Node | None = None
    last: str = ""
    late: Node | None = None

    def proof(self, about_arms: ClaimProof, words: tuple[Fact, ...]) -> RunFacts:
        """The proof about the run."""
        return RunFacts(about_arms, words, self.opened, self.last, self.late)


def facts_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[RunProof]:
    """Proofs by facts; if the opening may be incomplete, the two cases apart."""
    yield from _by_facts(claim, hints, clock)
    gap = _undecided_opening(claim, clock)
    if gap is None:
        return
    split = gap + ONE
    below, above = run_branches(claim, split)
    high = next(_by_facts(above, hints, clock), None)
    low = next(_by_facts(below, hints, clock), None) if high is not None else None
    if low is not None and high is not None:
        yield RunCases(split, low, high)


def _undecided_opening(claim: Claim, clock: Clock) -> Polynomial | None:
    """T - m*k, if the givens do not show that it is >= 0."""
    known = known_of(claim, ())
    if known.run.scoring is None:
        return None
    gap = opening_gap(known)
    return gap if sign(gap, known.claim, clock) is None else None


def _by_facts(claim: Claim, hints: Hints, clock: Clock) -> Iterator[RunFacts]:
    for words in chosen_facts(claim):
        for start in _starts(claim, words, clock):
            clock.tick()
            proof = arms_proof(start.known.claim, Clock(min(EACH, clock.left())), hints)
            if proof is not None:
                yield start.proof(proof, words)


def chosen_facts(claim: Claim) -> Iterator[tuple[Fact, ...]]:
    """Choices among the facts that speak of what the claim speaks of, few facts first."""
    kinds = {atom.kind for atom in claim.atoms()}
    run = claim.run
    counts = run is not None and run.pulls
    relevant = {
        Fact.BEST: Kind.OPT in kinds and claim.arms,
        Fact.BOUND: kinds & {Kind.OPT, Kind.ALG},
        Fact.REGRET: Kind.ALG in kinds,
        Fact.SHARES: Kind.ALG in kinds and counts,
        Fact.REST: Kind.ALG in kinds and counts,
        Fact.ONE_ARM: Kind.ALG in kinds and Kind.OPT in kinds,
    }
    words = [word for word, matters in relevant.items() if matters]
    for size in range(min(MOST_FACTS, len(words)) + 1):
        yield from combinations(words, size)


def _starts(claim: Claim, words: tuple[Fact, ...], clock: Clock) -> Iterator[Start]:
    """What is known of the run; then with the last pull of each arm that has a late one."""
    known = known_of(claim, words)
    ready: Node | None = None
    if known.run.scoring is not None:
        ready = sign(opening_gap(known), known.claim, clock)
        known = known if ready is None else opened(known)
    if plausible(known.claim):
        yield Start(known, ready)
    if known.run.scoring is None:
        return
    for arm in dict.fromkeys(arm for _, arm in known.counts):
        late = sign(late_gap(known, arm), known.claim, clock)
        if late is not None:
            after = last_pulled(known, arm)
            if plausible(after.claim):
                yield Start(after, ready, arm, late)


def plausible(claim: Claim) -> bool:
    """Whether a quick look finds no counterexample."""
    return find_counterexample(claim, Clock(LOOK), most=LOOK_AT) is None


def sign(p: Polynomial, claim: Claim, clock: Clock) -> Node | None:
    """A proof of p >= 0 for the parameters of a claim about arms."""
    return prove_sign_by_facts(p, claim, parameter_region(claim), clock)


def arms_proof(claim: Claim, clock: Clock, hints: Hints) -> ClaimProof | None:
    """A proof of a claim about arms, if all of its indices are in the domain."""
    try:
        domain = check_meaning(claim, clock)
        return prove_claim(claim, domain, clock, hints.multipliers, hints.cited)
    except (UndefinedError, OutOfTimeError, RejectedError):
        return None
