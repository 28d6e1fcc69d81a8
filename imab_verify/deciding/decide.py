"""The one road: a question in, a verdict with its certificate out.

    question -> its side conditions -> certificates from the engines -> the kernel -> Decision

`ask`, `check`, `hunt --claim` and Python all come along here, with claims about arms, about runs,
and about runs over ranges of k and T.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from imab_verify.deciding.attempts import Attempt, Trail, Trying, advice, pass_on, untold
from imab_verify.deciding.certify import Certified, Verdict, certify
from imab_verify.deciding.contradictions import (
    NO_WITNESS,
    VACUOUS,
    NoWitnessError,
    VacuousError,
    why_vacuous,
)
from imab_verify.deciding.meaning import check_defined
from imab_verify.deciding.scopes import Cell, Scope
from imab_verify.engines.arms.hints import NO_HINTS, Hints
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Certificate,
    Claim,
    Every,
    Point,
    ProvedClaim,
    Refuted,
    RejectedError,
    Some,
)
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
        """What to do next, where nothing was found; empty otherwise."""
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
    search = _Search(question, scope, seconds, hints, Trail(report), source)
    certified, verdict, reason = search.run()
    took = time.monotonic() - start
    tried = tuple(search.tried) if verdict is Verdict.UNKNOWN else ()
    cells, sized = tuple(search.cells), scope is not None
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


class _Search:
    """What stays the same while one question is decided, and the cells decided on the way."""

    def __init__(
        self,
        question: Question,
        scope: Scope | None,
        seconds: float,
        hints: Hints,
        tried: list[Attempt],
        source: Source | None,
    ) -> None:
        self.question, self.scope, self.seconds, self.hints = question, scope, seconds, hints
        self.cells: list[Cell] = []
        self.tried = tried
        self.source = source
        self.refusal = ""

    def run(self) -> tuple[Certified | None, Verdict, str]:
        """The first certificate that the kernel accepts."""
        try:
            sides = None
            with Trying("side conditions", self.tried):
                sides = self._sides()
            certified = None if sides is None else self._first_accepted(sides)
            if certified is not None:
                return certified, certified.verdict, ""
        except VacuousError:
            return None, Verdict.VACUOUS, self._reason(lambda: why_vacuous(self.question), VACUOUS)
        except NoWitnessError:
            return None, Verdict.UNKNOWN, NO_WITNESS
        return None, Verdict.UNKNOWN, self.refusal or self._why_unknown()

    def _first_accepted(self, sides: tuple[ProvedClaim, ...]) -> Certified | None:
        for certificate in self._certificates():
            with Trying("a certificate", self.tried):
                try:
                    return certify(self.question, certificate, sides)
                except RejectedError as error:
                    self.refusal = f"the kernel rejected it: {error}"
        return None

    def _sides(self) -> tuple[ProvedClaim, ...]:
        """The side conditions of the question with their proofs."""
        if not self.question.claims().sides:
            return ()
        from imab_verify.deciding.sides import prove_sides

        return prove_sides(self.question, seconds=self.seconds)

    def _certificates(self) -> Iterator[Certificate]:
        claim = self.question.claims().claim
        if self.source is not None and claim.is_plain and not claim.chosen:
            check_defined(claim, self.seconds)
            yield from self.source(claim)
        else:
            yield from pass_on("the claim", self._from_engines(claim), self.tried)

    def _from_engines(self, claim: Claim) -> Iterator[Certificate]:
        if claim.chosen:
            from imab_verify.deciding import existence

            yield from existence.certificates(claim, self.seconds, self.tried)
        elif not claim.is_plain:
            from imab_verify.deciding import formulas

            yield from formulas.certificates(claim, self.seconds, self.tried)
        else:
            yield from self._plain_certificates(claim)

    def _plain_certificates(self, claim: Claim) -> Iterator[Certificate]:
        for point in self.hints.points:
            if isinstance(point, Point) == (claim.run is None):
                yield Refuted(claim, point)
        if claim.run is None:
            from imab_verify.deciding import arms

            yield from arms.certificates(claim, self.hints, self.seconds, self.tried)
        elif isinstance(claim.run, Every):
            from imab_verify.deciding import adversary

            yield from adversary.certificates(claim, self.seconds, self.tried)
        elif isinstance(claim.run, Some):
            from imab_verify.deciding import attained

            yield from attained.certificates(
                claim, claim.run.some, self.scope, self.seconds, self.tried
            )
        else:
            yield from self._run_certificates(claim)

    def _run_certificates(self, claim: Claim) -> Iterator[Certificate]:
        check_defined(claim, self.seconds)
        if self.scope is not None:
            from imab_verify.deciding.cells import cell_certificates

            cells = cell_certificates(claim, self.scope, self.cells, self.seconds)
            yield from pass_on("exact worst cases", cells, self.tried)
        from imab_verify.deciding import runs

        yield from runs.certificates(claim, self.hints, self.seconds, self.tried)

    def _why_unknown(self) -> str:
        claim = self.question.claims().claim
        if self.source is not None:
            return NOTHING_FOUND
        if claim.run is None:
            from imab_verify.deciding import arms

            return arms.NO_ANSWER
        if isinstance(claim.run, Every):
            from imab_verify.deciding import adversary

            return adversary.UNKNOWN
        if isinstance(claim.run, Some):
            from imab_verify.deciding import attained

            return attained.UNKNOWN
        from imab_verify.deciding import runs

        return self._reason(lambda: runs.why_unknown(claim), runs.NO_ANSWER)

    def _reason(self, engine: Callable[[], str], otherwise: str) -> str:
        with Trying("the reason", self.tried):
            return engine()
        return otherwise
