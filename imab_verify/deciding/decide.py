"""The one road: a question in, a verdict with its certificate out.

    question -> its side conditions -> certificates from the engines -> the kernel -> Decision

`ask`, `check`, `hunt --claim` and Python all come along here, with claims about arms, about runs,
and about runs over ranges of k and T.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from imab_verify.deciding.attempts import (
    NO_ANSWER,
    NO_WITNESS,
    VACUOUS,
    Attempt,
    NoWitnessError,
    Search,
    Trail,
    Trying,
    VacuousError,
    advice,
    contradictory,
    untold,
    why_unknown,
    why_vacuous,
)
from imab_verify.deciding.certify import Cell, Certified, Scope, Verdict, certify
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS, Hints
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Certificate,
    Claim,
    Comparison,
    Every,
    Form,
    Kind,
    Point,
    ProvedClaim,
    Refuted,
    RejectedError,
    Some,
)
from imab_verify.kernel.arms import obligations, parameter_region
from imab_verify.kernel.statement import OF_RUN
from imab_verify.language.reading import Question

Source = Callable[[Claim], Iterator[Certificate]]
"""Certificates for a claim, from somebody else than the engines."""
NOTHING_FOUND = "nothing that was tried refutes it"
GIVE_SIZES = "give -k and -T to look for a run of it that refutes the claim"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict, the certificate behind it, and what there is to say otherwise.

    `cells` are the sizes that were decided one by one, where a scope was given (`sized`);
    `attempts` is what was tried in vain.
    """

    question: Question
    verdict: Verdict
    certified: Certified | None
    reason: str
    seconds: float
    cells: tuple[Cell, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    sized: bool = False

    @property
    def advice(self) -> str:
        """Advice on what to do next, where nothing was found; empty otherwise."""
        if not self.attempts:
            return ""
        return advice(self.question.claims().claim, self.attempts, sized=self.sized)


def decide(
    question: Question,
    scope: Scope | None = None,
    *,
    seconds: float = 20,
    hints: Hints = NO_HINTS,
    report: Callable[[str], None] = untold,
    source: Source | None = None,
) -> Decision:
    """Prove, refute or give up within about the given time; `report` hears of every stage.

    Certificates come from the engines or, if there is one, from the source: the hunt is one.
    UndefinedError if the givens do not show that all indices are in the domain and all
    denominators positive.
    """
    start = time.monotonic()
    road = _Road(question, scope, hints, Search(seconds, Trail(report)), source)
    certified, verdict, reason = road.run()
    took = time.monotonic() - start
    tried = tuple(road.search.tried) if verdict is Verdict.UNKNOWN else ()
    cells, sized = tuple(road.cells), scope is not None
    return Decision(question, verdict, certified, reason, took, cells, tried, sized)


class PlayedRuns(Protocol):
    """Runs of a policy that the kernel cannot play."""

    evaluations: int

    def certificates(self, seconds: float) -> Iterator[Certificate]:
        """Refutations by these runs, each with the pulls that were made."""
        ...


def decide_for_one(
    question: Question,
    policy: str,
    runs: PlayedRuns | None,
    *,
    seconds: float = 20,
    report: Callable[[str], None] = untold,
) -> Decision:
    """Decide a claim about a policy that the kernel cannot play, read as one about any policy.

    What is proved for all policies holds for this one, and only a run of this one refutes it.
    """
    start, claim = time.monotonic(), question.claims().claim
    if not claim.is_plain or claim.chosen:
        raise InputError(f"the kernel does not know {policy}: join comparisons by 'and' only")
    for_all = decide(question, seconds=seconds / 2, report=report)
    if for_all.verdict in (Verdict.PROVED, Verdict.VACUOUS):
        return for_all
    reason = f"it is not proved for all policies, and the kernel does not know {policy}"
    if runs is None:
        return Decision(question, Verdict.UNKNOWN, None, f"{reason}: {GIVE_SIZES}", 0)
    report(f"playing {policy}")
    left = max(seconds - (time.monotonic() - start), seconds / 4)
    for_it = decide(question, seconds=seconds, source=lambda _: runs.certificates(left))
    if for_it.verdict is Verdict.REFUTED:
        return for_it
    tried = f"{reason}; {runs.evaluations} instances on which it was played refute nothing"
    return Decision(question, Verdict.UNKNOWN, None, tried, 0)


@dataclass(slots=True)
class _Road:
    """The road of one question to its verdict, with the cells decided on the way."""

    question: Question
    scope: Scope | None
    hints: Hints
    search: Search
    source: Source | None
    cells: list[Cell] = field(default_factory=list)

    def run(self) -> tuple[Certified | None, Verdict, str]:
        """The first certificate that the kernel accepts, its verdict, and the reason for others."""
        refusal, clock, tried = "", self.search.clock, self.search.tried
        try:
            sides = None
            with Trying("side conditions", tried):
                sides = prove_sides(self.question, seconds=clock.left())
            for certificate in () if sides is None else self._certificates():
                with Trying("a certificate", tried):
                    try:
                        certified = certify(self.question, certificate, sides or ())
                    except RejectedError as error:
                        refusal = f"the kernel rejected it: {error}"
                    else:
                        return certified, certified.verdict, ""
        except VacuousError:
            reason = self._reason(lambda: why_vacuous(self.question, clock), VACUOUS)
            return None, Verdict.VACUOUS, reason
        except NoWitnessError:
            return None, Verdict.UNKNOWN, NO_WITNESS
        return None, Verdict.UNKNOWN, refusal or self._why_unknown()

    def _certificates(self) -> Iterator[Certificate]:
        claim = self.question.claims().claim
        if self.source is not None and claim.is_plain and not claim.chosen:
            check_defined(claim, self.search.clock)
            yield from self.source(claim)
        else:
            yield from self.search.stage("the claim", self._from_engines(claim))

    def _from_engines(self, claim: Claim) -> Generator[Certificate]:
        """Certificates from the engines for claims of this kind, which alone are loaded."""
        search = self.search
        if claim.is_plain and not claim.chosen:
            for point in self.hints.points:
                if isinstance(point, Point) == (claim.run is None):
                    yield Refuted(claim, point)
        if claim.chosen or not claim.is_plain or claim.run is None:
            from imab_verify.deciding import arms

            if claim.chosen:
                yield from arms.existence_certificates(claim, search)
            elif not claim.is_plain:
                yield from arms.formula_certificates(claim, search)
            else:
                yield from arms.arm_certificates(claim, self.hints, search)
        elif isinstance(claim.run, Every | Some):
            from imab_verify.deciding import policies

            if isinstance(claim.run, Every):
                yield from policies.certificates_of_every(claim, search)
            else:
                yield from policies.certificates_of_some(claim, claim.run.some, self.scope, search)
        else:
            from imab_verify.deciding import runs

            check_defined(claim, search.clock)
            if self.scope is not None:
                cells = runs.cell_certificates(claim, self.scope, self.cells, search.clock)
                yield from search.stage("exact worst cases", cells)
            yield from runs.certificates(claim, self.hints, search)

    def _why_unknown(self) -> str:
        if self.source is not None:
            return NOTHING_FOUND
        claim = self.question.claims().claim
        return self._reason(lambda: why_unknown(claim), NO_ANSWER)

    def _reason(self, engine: Callable[[], str], otherwise: str) -> str:
        with Trying("the reason", self.search.tried):
            return engine()
        return otherwise


# --- side conditions -----------------------------------------------------------------------------

QUICK_SIDE = 0.5
"""Seconds for a proof of a side condition before a counterexample is looked for."""


def prove_sides(question: Question, *, seconds: float = 20) -> tuple[ProvedClaim, ...]:
    """Proofs of all side conditions: what the text divides by is positive.

    UndefinedError names the first without a proof; VacuousError where the givens contradict each
    other.
    """
    sides = question.claims().sides
    if not sides:
        return ()
    from imab_verify.engines.arms.counterexamples import find_counterexample
    from imab_verify.engines.arms.proofs import check_meaning, prove_claim, undefined_error

    proved, clock = [], Clock(seconds)
    for side in sides:
        domain, quick = check_meaning(side, clock.part(seconds)), clock.part(QUICK_SIDE)
        proof = prove_claim(side, domain, quick)
        if proof is None and not quick.left():
            point = find_counterexample(side, clock.part(min(1, seconds / 4)), most=300)
            proof = prove_claim(side, domain, clock.part(seconds / 2)) if point is None else None
        if proof is None:
            if contradictory(side, clock.part(seconds / 4)):
                raise VacuousError
            raise undefined_error(side, side.plain[0])
        proved.append(ProvedClaim(side, proof))
    return tuple(proved)


# --- what is spoken of is defined ----------------------------------------------------------------

OF_ITS_RUN = "_earned"
"""An arm in the place of what a run earned, which like Rew needs n >= 0."""


def check_defined(claim: Claim, clock: Clock) -> None:
    """All indices of arms, and all times of the run, are in the domain; UndefinedError if not."""
    givens, conclusion = (tuple(map(_about_arms, c)) for c in (claim.givens, claim.plain))
    arms = (*claim.arms, (OF_ITS_RUN, ArmClass.CONCAVE))
    bare = replace(claim, run=None, arms=arms, givens=givens, conclusion=conclusion)
    region = parameter_region(bare)
    if all(where.implies(p) for p, where in obligations(bare, region)):
        return
    from imab_verify.engines.arms.proofs import check_meaning

    check_meaning(replace(bare, givens=(*givens, *_facts_of_run(claim, clock))), clock)


def _about_arms(comparison: Comparison) -> Comparison:
    """The comparison with Rew of an arm, which needs n >= 0, in the place of what a run earned."""
    terms = tuple(
        (c, Atom(Kind.REW, OF_ITS_RUN, atom.indices) if atom.kind in OF_RUN else atom)
        for c, atom in comparison.form.terms
        if atom.indices
    )
    return Comparison(Form(comparison.form.constant, terms), comparison.relation)


def _facts_of_run(claim: Claim, clock: Clock) -> tuple[Comparison, ...]:
    """Facts of the run about the parameters, if the claim is about one."""
    if claim.played is None:
        return ()
    from imab_verify.engines.runs.facts import opened
    from imab_verify.engines.runs.known import claim_of, known_of

    known = known_of(claim)
    if known.run.index is not None:
        known = opened(known, clock) or known
    about_arms, _ = claim_of(known.region, ())
    return tuple(fact for fact in about_arms.givens if not fact.form.terms)
