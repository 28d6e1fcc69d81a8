"""Proofs that something is attained in some run: a family of instances after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_witness
from imab_verify.engines.arms.proofs import prove_all
from imab_verify.engines.attained.families import Family, families
from imab_verify.kernel import (
    AttainedProof,
    Claim,
    Comparison,
    Form,
    Run,
    Schedule,
    ScheduleCases,
    schedule_cases,
    schedule_claims,
)

QUICK = 0.3
"""So many seconds to find a size of a case."""


class Attempted(NamedTuple):
    """A family in words, and the proof that it serves, if there is one."""

    way: str
    proof: AttainedProof | None


def attempts(
    claim: Claim, run: Run, clock: Clock, more: Iterable[Family] = ()
) -> Iterator[Attempted]:
    """Every family that is worth a try."""
    for family in chain(families(claim, run), more):
        yield Attempted(family.way, _proof(family, claim, clock))


def _proof(family: Family, claim: Claim, clock: Clock) -> AttainedProof | None:
    """The schedules with their proofs; one of two will do where the other case cannot occur."""
    if family.split is None or family.high is None:
        return _prove_schedule(replace(family.low, floors=family.floors), claim, clock)
    cases = schedule_cases(family.floors, family.split, claim)
    possible = [_possible(case) for case in cases]
    if not all(possible):
        only = family.low if possible[0] else family.high
        return _prove_schedule(replace(only, floors=family.floors), claim, clock)
    low = _prove_schedule(family.low, cases[0], clock)
    high = _prove_schedule(family.high, cases[1], clock) if low is not None else None
    if low is None or high is None:
        return None
    return ScheduleCases(family.floors, family.split, low, high)


def _possible(claim: Claim) -> bool:
    bare = replace(claim, run=None, conclusion=(Comparison(Form()),))
    return find_witness(bare, Clock(QUICK)) is not None


def _prove_schedule(plan: Schedule, claim: Claim, clock: Clock) -> Schedule | None:
    """The schedule with proofs of all that it needs."""
    *orders, outcome = schedule_claims(plan, claim)
    proofs = prove_all((outcome, *orders), clock)
    if proofs is None:
        return None
    reached, *allowed = proofs
    phases = tuple(
        replace(phase, proof=proof) for phase, proof in zip(plan.phases, allowed, strict=True)
    )
    return replace(plan, phases=phases, outcome=reached)
