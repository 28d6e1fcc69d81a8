"""Proofs by facts: a claim about a run follows from a claim about arms with more givens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, NamedTuple

from imab_verify.kernel.claims import Claim, times_of
from imab_verify.kernel.contexts import ROUND_ROBIN, K, T
from imab_verify.kernel.documents import REQUIRED
from imab_verify.kernel.errors import Reason, RejectedError, pair_up
from imab_verify.kernel.forms import Floor, at_least
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.proofs import ClaimProof
from imab_verify.kernel.rules import check_claim
from imab_verify.kernel.runs.counts import (
    count_facts,
    own_quotient,
    pulled_facts,
    speaks_of_quotient,
)
from imab_verify.kernel.runs.crossing import Crossing, crossing_duties, crossing_sum
from imab_verify.kernel.runs.indices import (
    add_last_pull,
    add_leader,
    add_opening,
    late_claim,
    opening_claim,
    reached_claim,
)
from imab_verify.kernel.runs.known import (
    OPTIMAL,
    OPTIMAL_COUNT,
    QUOTIENT,
    Known,
    about_arms,
    stand_ins,
)
from imab_verify.kernel.runs.play import run_of
from imab_verify.kernel.runs.rewards import Fact, Later, add_order, functional_facts, order_claim
from imab_verify.kernel.runs.sums import Shares, per_arm, sum_shares


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A proof of the claim about arms that these facts make of a claim about a run.

    `words` chooses facts of `functional_facts`; `opened` proves that every arm got the pulls of the
    opening; `last` is an arm whose last pull is looked at, and `late` proves that it was none of
    the opening; `reached` proves that the largest count came after the opening, and so looks at
    the moment when it was reached; `sums` and `crossings` are sums over all arms; `later` orders
    the times of the run. `duties` says what each proof proves.
    """

    about_arms: ClaimProof
    words: tuple[Fact, ...] = ()
    opened: ClaimProof | None = None
    last: str = ""
    late: ClaimProof | None = None
    reached: ClaimProof | None = None
    sums: tuple[Shares, ...] = ()
    later: tuple[Later, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    rule: Annotated[str, "facts"] = field(default="facts", metadata=REQUIRED)


class Duty(NamedTuple):
    """A claim about arms that a proof by facts has to prove, what it is for, and its proof."""

    what: str
    claim: Claim
    proof: ClaimProof


def known_of(claim: Claim, words: Sequence[Fact]) -> Known:
    """The claim about arms with k >= 1, T >= 0, what is known of counts, and the chosen facts."""
    run = run_of(claim)
    counts = (*run.pulls, *(((OPTIMAL_COUNT, OPTIMAL),) if Fact.OPTIMAL_COUNT in words else ()))
    floors = claim.floors
    if run.policy == ROUND_ROBIN and not own_quotient(claim):
        floors = (*floors, Floor(QUOTIENT, T, K))
    elif run.policy != ROUND_ROBIN and not speaks_of_quotient(claim):
        floors = tuple(floor for floor in floors if floor.name != QUOTIENT)
    times = times_of(claim)
    numbers = {time: number for number, time in enumerate(times, start=1)}
    stated = replace(
        claim,
        givens=tuple(about_arms(given, numbers) for given in claim.givens),
        conclusion=tuple(about_arms(goal, numbers) for goal in claim.conclusion),
        floors=floors,
        run=None,
    )
    known = Known(stated, run, counts, times)
    extra = [OPTIMAL_COUNT] * (len(counts) - len(run.pulls))
    known = known.declaring(extra, stand_ins(times))
    facts = [K - ONE, T, *count_facts(known), *pulled_facts(known)]
    known = known.adding(*map(at_least, facts))
    return known.adding(*functional_facts(known, words))


def check_facts(proof: RunFacts, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """A claim about a run follows from the claim about arms that true facts make of it."""
    for duty in duties(proof, claim):
        check_claim(duty.proof, duty.claim, lemmas)


def duties(proof: RunFacts, claim: Claim) -> Iterator[Duty]:
    """What is to be proved: the conditions of the facts, the bounds that are summed, the claim."""
    known = known_of(claim, proof.words)
    for part in proof.later:
        yield Duty("one time is not before another", order_claim(known, part), part.proof)
        known = add_order(known, part)
    if proof.opened is not None:
        yield Duty("every arm is opened", opening_claim(known), proof.opened)
        known = add_opening(known)
    if proof.last:
        if proof.late is None:
            raise RejectedError(Reason.COVERAGE, "nothing shows that the last pull was late")
        late = late_claim(known, proof.last)
        yield Duty(f"the last pull of {proof.last} is none of the opening", late, proof.late)
        known = add_last_pull(known, proof.last)
    if proof.reached is not None:
        yield Duty("the largest count is beyond the opening", reached_claim(known), proof.reached)
        known = add_leader(known)
    sums = []
    for share in proof.sums:
        claims = per_arm(share, known, is_opened=proof.opened is not None)
        for inner, about_one in pair_up(share.proofs, claims, Reason.COVERAGE, "bounds for an arm"):
            yield Duty("a bound for every arm", about_one, inner)
        sums.append(sum_shares(share, known))
    for crossing in proof.crossings:
        if proof.opened is None:
            raise RejectedError(Reason.COVERAGE, "nothing shows that every arm is opened")
        sums.append(crossing_sum(crossing, known.run))
        yield from (Duty(*parts) for parts in crossing_duties(crossing, known))
    yield Duty("the claim", known.adding(*sums).claim, proof.about_arms)
