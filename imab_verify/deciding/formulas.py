"""Claims whose conclusion is a formula: every clause of it is a claim of the usual kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from imab_verify.deciding.arms import SAID_BY_Z3
from imab_verify.deciding.attempts import Attempt, Trying, proof_attempt
from imab_verify.deciding.contradictions import no_instance
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_counterexample, find_witness
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning, prove_claim
from imab_verify.engines.runs.known import citing
from imab_verify.engines.z3.countermodel import search_rays
from imab_verify.kernel import (
    AllOf,
    Certificate,
    Claim,
    ClauseProof,
    Clauses,
    Comparison,
    Form,
    Point,
    Proved,
    ProvedClaim,
    Refuted,
    RunPoint,
)
from imab_verify.kernel.formulas import clause_claim, clauses
from imab_verify.language.writing import show_comparison

QUICK = 0.3
FIRST = 0.7
"""The share of the time that the first way to prove a clause gets."""


def certificates(claim: Claim, seconds: float, tried: list[Attempt]) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: a counterexample of a clause, or proofs of them all.

    What fails is noted in `tried`.
    """
    share = seconds / max(len(_clauses(claim)), 1)

    def refutations(limit: float) -> Iterator[Refuted]:
        with Trying("a counterexample", tried):
            point = refute(claim, limit)
            if point is not None:
                yield Refuted(claim, point)

    yield from refutations(QUICK)
    tried.append(Attempt("small parameters", "no counterexample"))
    unproved = None
    with Trying("a proof", tried):
        witness = find_witness_of(claim, seconds)
        proved, unproved = _prove_clauses(claim, seconds, tried)
        if witness is not None and unproved is None:
            yield Proved(claim, proved.proof(), witness, lemmas=tuple(proved.lemmas))
    if unproved is not None:
        with Trying("z3", tried):
            finding = search_rays(unproved, seconds=seconds / 8)
            if finding.point is not None:
                yield Refuted(claim, finding.point)
            tried.append(Attempt("z3", SAID_BY_Z3.get(finding.answer, "")))
    yield from refutations(share / 4)
    tried.append(Attempt("more parameters", "no counterexample"))


def refute(claim: Claim, limit: float) -> Point | RunPoint | None:
    """A counterexample of a clause: it makes every comparison in it false, and so the formula."""
    for clause in _clauses(claim):
        point = _counterexample(_goals(claim, clause), limit)
        if point is not None:
            return point
    return None


def _clauses(claim: Claim) -> list[tuple[Comparison, ...]]:
    return clauses(AllOf(claim.conclusion))


@dataclass(slots=True)
class ClauseProofs:
    """Proofs of clauses, and the lemmas that they cite together."""

    proofs: list[ClauseProof] = field(default_factory=list)
    lemmas: list[ProvedClaim] = field(default_factory=list)

    def proof(self) -> Clauses:
        """The proof of the whole formula."""
        return Clauses(tuple(self.proofs))

    def add(self, clause: ClauseProof, lemmas: Sequence[ProvedClaim] = ()) -> None:
        """One more clause; its lemmas stand behind the others, unless they are there already."""
        if self.lemmas[: len(lemmas)] != [*lemmas]:
            start = len(self.lemmas)
            self.lemmas += citing(lambda number: number + start, lemmas) if start else lemmas
            clause = citing(lambda number: number + start, clause) if start else clause
        self.proofs.append(clause)


def prove(claim: Claim, seconds: float) -> ClauseProofs | None:
    """A proof of every clause."""
    proved, unproved = _prove_clauses(claim, seconds, [])
    return proved if unproved is None else None


def _prove_clauses(
    claim: Claim, seconds: float, tried: list[Attempt]
) -> tuple[ClauseProofs, Claim | None]:
    """Proofs of the clauses up to the first without one, which is given as a claim, and noted."""
    wanted = [_goals(claim, clause) for clause in _clauses(claim)]
    proved = ClauseProofs()
    for number, goals in enumerate(wanted, start=1):
        if not _prove(goals, seconds / len(wanted), tried, proved):
            tried.append(Attempt(f"part {number} of {len(wanted)} of the formula", _says(goals)))
            return proved, goals[0][1]
    return proved, None


def _says(goals: list[tuple[int, Claim]]) -> str:
    """The comparisons of a clause, one of which must hold."""
    shown = [show_comparison(claim.plain[0], claim.floors) for _, claim in goals]
    return f"not proved: {' or '.join(shown)}"


def _goals(claim: Claim, clause: tuple[Comparison, ...]) -> list[tuple[int, Claim]]:
    """The ways to prove a clause, those whose goal is about rewards first."""
    every = [(i, clause_claim(claim, clause, i)) for i in range(len(clause))]
    return sorted(every, key=lambda way: not way[1].plain[0].form.terms)


def _counterexample(goals: list[tuple[int, Claim]], limit: float) -> Point | RunPoint | None:
    for _, claim in goals[:1]:
        if claim.run is None:
            return find_counterexample(claim, Clock(limit), most=3000)
        from imab_verify.engines.runs.instances import find_run_counterexample

        return find_run_counterexample(claim, seconds=limit)
    return None


def _prove(
    goals: list[tuple[int, Claim]], seconds: float, tried: list[Attempt], proved: ClauseProofs
) -> bool:
    """Whether the clause is proved, and added to those that are."""
    for number, (goal, claim) in enumerate(goals):
        clock = Clock(seconds * (FIRST if number == 0 else (1 - FIRST) / len(goals)))
        if claim.run is not None:
            from imab_verify.engines.arms.hints import NO_HINTS
            from imab_verify.engines.runs.proofs import run_proofs

            for of_run, lemmas in run_proofs(claim, NO_HINTS, clock):
                proved.add(ClauseProof(goal, of_run), lemmas)
                return True
            continue
        try:
            proof = prove_claim(claim, check_meaning(claim, clock), clock)
        except UndefinedError:
            continue
        if proof is not None:
            proved.add(ClauseProof(goal, proof))
            return True
        if number == 0:
            tried.append(proof_attempt(clock, claim))
    return False


def find_witness_of(claim: Claim, seconds: float) -> Point | RunPoint | None:
    """An instance of the givens."""
    trivial = replace(claim, conclusion=(Comparison(Form()),))
    if claim.run is not None:
        from imab_verify.engines.runs.proofs import find_run_witness

        return find_run_witness(trivial)
    witness = find_witness(trivial, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise no_instance(trivial)
    return witness
