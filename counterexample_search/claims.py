"""The hunt for a violation of a claim: what `ask` left unknown may be false far out.

It is one more source of certificates on the one road, `deciding.decide`: side conditions and the
meaning of the text come first there, and only the kernel says that a claim is refuted. About arms
alone hypothesis draws the parameters, and for each draw an exact linear program finds the rewards
at which the claim is most nearly false; about the run of a policy see run_claims.py.

Processes draw with different seeds; the first that finds a violation ends the others. A store keeps
the certificate that refutes a claim, or how much was tried in vain: the next call answers from it,
or goes on with other draws. Texts from a process or a store are judged by the kernel once more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from counterexample_search.budget import (
    JUDGED_RUNS,
    Budget,
    BudgetSpentError,
    ClaimWork,
    Settings,
    asked_to_stop,
    fault_of,
)
from counterexample_search.judging import UnsteadyError
from counterexample_search.store import Store
from counterexample_search.strategies import drive
from imab_verify.deciding.certify import Certified, Verdict, confirm
from imab_verify.deciding.decide import decide
from imab_verify.engines.arms.counterexamples import givens_at, least
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Claim,
    Comparison,
    Form,
    Point,
    Refuted,
    RejectedError,
    Relation,
    RunPoint,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import settle, violation
from imab_verify.kernel.statement import ANY
from imab_verify.language.declarations import run_names
from imab_verify.language.writing import show_claim
from imab_verify.processes import MEMORY, Cause, Failure, Line, LostError, do_all, run_one, team

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from counterexample_search.problem import Problem
    from imab_verify.language.reading import Question

Values = dict[str, Fraction]

EXAMPLES = 150
LARGEST = 60
"""Parameters are drawn up to here; the linear programs grow with them."""
MEANING_SECONDS = 20
"""For side conditions, and for the question whether all indices are in the domain."""
MOST = 10**12
"""Largest score, and the least one is its negative."""
OUTSIDE = 1.0
"""Score lost by breaking a given: more than by any true conclusion."""
RESTS_ON_PLAY = "pulls of {}, which was played, twice the same, and is not known to the kernel"
STRIDE = 1_000_003
"""Between the seeds of two processes, or of two calls."""


# --- one process ---------------------------------------------------------------------------------


class RefutedError(BaseException):
    """Signal that a counterexample was found and made simple; hypothesis lets it through."""


class FaultyError(BaseException):
    """Signal that a policy did something wrong; hypothesis lets it through."""


def hunt_claim(
    question: Question,
    problems: Sequence[Problem],
    *,
    seed: int = 0,
    seconds: float | None = None,
    evaluations: int | None = None,
    watch: Callable[[bool], None] = lambda _: None,
) -> tuple[Certified | None, int]:
    """Hunt a violation of what a text says: a refutation, if one was found, and the evaluations.

    UndefinedError where the text has no meaning, as for every other way to decide it. `watch` is
    told before a policy of the user's own plays (True) and when it came back (False).
    """
    end = None if seconds is None else time.monotonic() + seconds
    with asked_to_stop() as asked:
        hunt = ClaimHunt(seed, Budget(evaluations, end, stop=asked), watch)
        decision = decide(
            question,
            seconds=MEANING_SECONDS,
            source=lambda claim: hunt.certificates(claim, problems),
        )
    return decision.certified, hunt.budget.used


@dataclass(slots=True)
class ClaimHunt:
    """A hunt under way. `points` are counterexamples by the kernel's evaluation, each simpler."""

    seed: int
    budget: Budget
    watch: Callable[[bool], None] = lambda _: None
    points: list[Point | RunPoint] = field(default_factory=list)

    def certificates(self, claim: Claim, problems: Sequence[Problem]) -> Iterator[Refuted]:
        """Refutations, the simplest first: the kernel may find a longer one too long."""
        if problems:
            from counterexample_search.run_claims import hunt_runs

            self._in_turn(problems, lambda problem: hunt_runs(self, claim, problem))
        else:
            hunt_arms(self, claim)
        for point in reversed(self.points):
            yield Refuted(claim, point)

    def _in_turn(self, problems: Sequence[Problem], hunt: Callable[[Problem], None]) -> None:
        """Hunt in each cell with its part of what is left, until there is a counterexample."""
        end, most, stop = self.budget.deadline, self.budget.evaluations, self.budget.stop
        for number, problem in enumerate(problems):
            if self.points or stop():
                return
            left, now = len(problems) - number, time.monotonic()
            if end is not None:
                self.budget.deadline = now + (end - now) / left
            if most is not None:
                self.budget.evaluations = self.budget.used + (most - self.budget.used) // left
            hunt(problem)

    def rounds(self, work: Callable[[int], None]) -> None:
        """Work with one number after the other, until the budget is spent or nothing is left."""
        try:
            with suppress(RefutedError, BudgetSpentError):
                number = 0
                while True:
                    self.budget.check()
                    used = self.budget.used
                    work(number)
                    number += 1
                    if self.budget.used == used:
                        return
        except FaultyError as fault:
            raise InputError(str(fault)) from None

    def takes(self, claim: Claim, point: Point | RunPoint) -> bool:
        """Whether the claim is false at the point, by the kernel's evaluation; kept if so."""
        with suppress(RejectedError):
            if violation(claim, point) is not None:
                self.points.append(point)
                return True
        return False


# --- what both kinds of claims need --------------------------------------------------------------


def drawn_names(claim: Claim) -> list[str]:
    """The parameters that the run does not determine."""
    determined = {name for names in run_names(claim.played) for name in names}
    return [name for name in claim.parameters if name not in determined]


def draw_parameters(claim: Claim) -> SearchStrategy[Values]:
    """Draw integers, mostly small ones, and reals."""
    whole = st.integers(1, LARGEST) | st.integers(-2, 4)
    reals = st.builds(Fraction, st.integers(-12, 24), st.integers(1, 12))
    chosen = {name: whole.map(Fraction) for name in drawn_names(claim)}
    return st.fixed_dictionaries(chosen | dict.fromkeys(claim.reals, reals))


def sides_of(claim: Claim) -> Iterator[Comparison]:
    """Give what to make small: every conclusion, an equation from both sides."""
    for goal in claim.plain:
        yield goal
        if goal.relation is Relation.EQ:
            yield Comparison(goal.form.scaled(-ONE))


def breach(claim: Claim, value: Callable[[Form], Fraction]) -> float | None:
    """Say how badly the givens that `value` can tell are broken; None if they hold."""
    told = [
        (given, value(given.form))
        for given in claim.givens
        if claim.run is not None or not given.form.terms
    ]
    wrong = [abs(v) for given, v in told if not given.relation.holds(v)]
    return to_float(max(wrong)) if wrong else None


def to_float(q: Fraction) -> float:
    """Give a finite float near q."""
    return float(max(min(q, Fraction(MOST)), Fraction(-MOST)))


# --- claims about arms ---------------------------------------------------------------------------


def hunt_arms(hunt: ClaimHunt, claim: Claim) -> None:
    """Look for parameters, until the claim is refuted or the budget is spent."""
    parameters, at = draw_parameters(claim), _AtParameters(hunt, claim)

    def work(number: int) -> None:
        drive(parameters, at.score, examples=EXAMPLES, number=hunt.seed * 1000 + number)

    hunt.rounds(work)


@dataclass(frozen=True, slots=True)
class _AtParameters:
    """A claim that is looked at for some parameters and all rewards."""

    hunt: ClaimHunt
    claim: Claim

    def score(self, parameters: Values) -> float:
        """Score the parameters; if the claim is false there, make them small and end the hunt."""
        score = self._try(parameters)
        if score is None:
            self._shrink(parameters)
            raise RefutedError
        return score

    def _try(self, parameters: Values) -> float | None:
        """Score the parameters by the least value that a conclusion can have there.

        None if the claim is false there.
        """
        self.hunt.budget.tick()
        claim = self.claim
        try:
            values = settle(claim, parameters)
            broken = breach(claim, lambda form: form.constant.at(values))
            if broken is not None:
                return -OUTSIDE - broken
            worst = [
                extreme
                for goal in sides_of(claim)
                if (extreme := least(goal, claim, values, givens_at(claim, values)))
            ]
        except RejectedError:
            return -MOST
        if any(self.hunt.takes(claim, extreme.point) for extreme in worst):
            return None
        return to_float(-min((e.value for e in worst), default=Fraction(1)))

    def _shrink(self, parameters: Values) -> None:
        """Make one parameter after the other as small as the claim stays false there.

        Every smaller counterexample comes after the one before; a budget that ends leaves them.
        """
        for name in drawn_names(self.claim):
            for smaller in range(1, int(parameters[name])):
                tried = {**parameters, name: Fraction(smaller)}
                if self._try(tried) is None:
                    parameters = tried
                    break


# --- many processes, many calls ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """Work of one process; a policy of the user's own may take `limit` seconds for one run."""

    question: Question
    problems: tuple[Problem, ...]
    seed: int
    seconds: float | None
    evaluations: int | None
    limit: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """The claim as it was understood, what refutes it, if anything, and the work in all calls.

    `rests_on`: what the kernel takes on the word of a policy that it does not know. `troubles`:
    a store that could not be written, a cluster that was lost, one sentence each.
    """

    statement: str
    certified: Certified | None
    evaluations: int
    rests_on: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def hunt_part(part: Part, line: Line) -> ClaimWork:
    """Hunt with one seed; the certificate is a text that somebody else judges."""

    def watch(plays: bool) -> None:
        if any(problem.foreign for problem in part.problems):
            line.tell(None, part.limit if plays else None)

    certified, evaluations = hunt_claim(
        part.question,
        part.problems,
        seed=part.seed,
        seconds=part.seconds,
        evaluations=part.evaluations,
        watch=watch,
    )
    return ClaimWork(0, evaluations, None if certified is None else certified.text)


def hunt_claim_in(
    question: Question, problems: Sequence[Problem], settings: Settings, store: str | None = None
) -> Outcome:
    """Hunt a violation of a claim, here, in processes or on a cluster."""
    claim = question.claims().claim
    if problems:
        from counterexample_search.run_claims import check_times

        check_times(problems[0].policy, claim)
    statement = show_claim(claim)
    key = "\n".join([statement, *(problem.key for problem in problems)])
    troubles: list[str] = []
    with Store(store or ":memory:") as opened:
        before = opened.work_on(key)
        certified = _judge(question, before.certificate, problems, settings)
        if certified is None:
            before = opened.add_work(key, ClaimWork(calls=settings.workers))
            now = _hunt(question, tuple(problems), settings, before, troubles)
            certified = _judge(question, now.certificate, problems, settings)
            if certified is None and now.certificate is not None:
                troubles.append(str(UnsteadyError.of(problems[0].policy)))
                now = replace(now, certificate=None)
            try:
                before = opened.add_work(key, now)
            except InputError as error:  # what was found is not lost with it
                troubles.append(str(error))
            before = before.plus(now)
        notes = opened.notes
    listed = certified is not None and _lists_pulls(question)
    rests_on = (RESTS_ON_PLAY.format(problems[0].policy),) if listed else ()
    return Outcome(statement, certified, before.evaluations, rests_on, tuple(troubles), notes)


def _lists_pulls(question: Question) -> bool:
    """Whether the claim is about any policy, in the place of one that the kernel does not know."""
    run = question.claims().claim.played
    return run is not None and run.policy == ANY


def _hunt(
    question: Question,
    problems: tuple[Problem, ...],
    settings: Settings,
    before: ClaimWork,
    troubles: list[str],
) -> ClaimWork:
    """Hunt once more; a cluster that is lost ends it, and is one of the troubles."""
    left = settings.evaluations
    if left is not None:
        left = max(0, left - before.evaluations)
    count = settings.workers
    parts = [
        Part(
            question,
            problems,
            settings.seed + STRIDE * (before.calls + number),
            settings.seconds,
            None if left is None else left // count + (number < left % count),
            settings.limit,
        )
        for number in range(count)
    ]
    foreign = any(problem.foreign for problem in problems)
    if count == 1 and settings.scheduler is None and not foreign:
        return hunt_part(parts[0], Line())
    total = ClaimWork()
    memory = MEMORY if foreign else None
    crew = team(hunt_part, workers=count, scheduler=settings.scheduler, memory=memory)
    with closing(crew), suppress(KeyboardInterrupt):
        try:
            for _, answer in do_all(crew, parts):
                if isinstance(answer, Failure):
                    raise _exception_of(answer, problems, settings)
                total = total.plus(answer)
                if answer.certificate is not None:
                    break
        except LostError as error:
            troubles.append(str(error))
    return total


def _exception_of(failure: Failure, problems: Sequence[Problem], settings: Settings) -> Exception:
    """The error for a process without an answer: a policy of the user's own is named."""
    if failure.cause is Cause.INPUT or not (problems and problems[0].foreign):
        return failure.exception()
    return InputError(f"policy {problems[0].policy} {fault_of(failure, settings.limit)}")


def _judge(
    question: Question, text: str | None, problems: Sequence[Problem], settings: Settings
) -> Certified | None:
    """A certificate as judged now, if it refutes the claim and its run is one of the policy still.

    The policy may have changed since; one that the kernel knows, it plays itself.
    """
    certified = None
    if text is not None:
        with suppress(RejectedError):
            certified = confirm(question, text)
    if certified is None or certified.verdict is not Verdict.REFUTED:
        return None
    if not _lists_pulls(question):
        return certified
    from counterexample_search.run_claims import is_still_played

    seconds = JUDGED_RUNS * settings.limit
    played = (run_one(is_still_played, (one, certified.text), seconds=seconds) for one in problems)
    return certified if any(answer is True for answer in played) else None
