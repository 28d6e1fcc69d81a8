"""The hunt for a violation of a claim, in many processes and over many calls.

Processes draw with different seeds; the first that finds a violation ends the others. A store keeps
the certificate that refutes a claim, or how much was tried in vain: the next call answers from it,
or goes on with other draws. What comes from a process or a store is a text that the kernel judges
once more. A policy of the user's own plays in a process that is watched, and plays the run of a
stored counterexample again where the kernel does not know it.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from counterexample_search.claims import Hunted, hunt_claim
from counterexample_search.settings import JUDGED_RUNS, Settings, Tried, fault_of, rests_on_play
from imab_verify.deciding.certify import Certified, Verdict, confirm
from imab_verify.errors import InputError
from imab_verify.kernel import ANY, RejectedError
from imab_verify.language.writing import show_claim
from imab_verify.processes import MEMORY, Cause, Failure, Line, LostError, do_all, run_one, team

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from counterexample_search.problem import Problem
    from counterexample_search.store import Store
    from imab_verify.language.reading import Question

STRIDE = 1_000_003
"""Between the seeds of two processes, or of two calls."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one process does."""

    question: Question
    problems: tuple[Problem, ...]
    seed: int
    seconds: float | None
    evaluations: int | None
    limit: float

    def hunt(self, watch: Callable[[bool], None] = lambda _: None) -> Hunted:
        """Do it."""
        return hunt_claim(
            self.question,
            self.problems,
            seed=self.seed,
            seconds=self.seconds,
            evaluations=self.evaluations,
            watch=watch,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The claim as it was understood, what refutes it, if anything, and the work in all calls.

    `rests_on`: what the kernel takes on the word of a policy that it does not know. `troubles`:
    what could not be stored, or who was lost, one sentence each.
    """

    statement: str
    certified: Certified | None
    evaluations: int
    rests_on: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()


def run_part(part: Part, line: Line) -> Tried:
    """Hunt with one seed; a policy of the user's own may take `limit` seconds for one run."""
    foreign = any(problem.foreign for problem in part.problems)

    def watch(plays: bool) -> None:
        if foreign:
            line.tell(None, part.limit if plays else None)

    return tried_in(part.hunt(watch))


def tried_in(hunted: Hunted) -> Tried:
    """What a hunt has done."""
    certified = hunted.certified
    return Tried(0, hunted.evaluations, None if certified is None else certified.text)


def hunt_claim_in(
    question: Question, problems: Sequence[Problem], settings: Settings, store: str | None = None
) -> Outcome:
    """Hunt a violation of a claim, here, in processes or on a cluster."""
    if problems:
        from counterexample_search.run_claims import check_times

        check_times(problems[0].policy, question.claims().claim)
    statement = show_claim(question.claims().claim)
    key = "\n".join([statement, *(problem.key for problem in problems)])
    troubles: list[str] = []
    with _open(store) as opened:
        before = Tried() if opened is None else opened.work_on(key)
        certified = _standing(question, before.certificate, problems, settings)
        if certified is None:
            refused = before.certificate
            if opened is not None:
                before = opened.add_work(key, Tried(calls=settings.workers))
            now, certified = _hunt(question, tuple(problems), settings, before, troubles)
            if certified is None:  # it comes from another process
                certified = _standing(question, now.certificate, problems, settings)
            if certified is None and now.certificate is not None:
                troubles.append(_otherwise(problems))
                now = replace(now, certificate=None)
            try:
                if opened is not None:
                    before = opened.add_work(key, now)
            except InputError as error:  # what was found is not lost with it
                troubles.append(str(error))
            if certified is None and before.certificate != refused:  # found by another call
                certified = _standing(question, before.certificate, problems, settings)
            before = before.plus(now)
    rests_on = (rests_on_play(problems[0].policy),) if certified and _is_foreign(question) else ()
    return Outcome(statement, certified, before.evaluations, rests_on, tuple(troubles))


def _open(store: str | None) -> AbstractContextManager[Store | None]:
    if store is None:
        return nullcontext()
    from counterexample_search.store import Store

    return Store(store)


def _otherwise(problems: Sequence[Problem]) -> str:
    """What is said of a policy that does not make the pulls of the certificate any more."""
    from counterexample_search.judge import OtherwiseError

    return str(OtherwiseError.of(problems[0].policy))


def _is_foreign(question: Question) -> bool:
    """Whether the claim is about any policy, in the place of one that the kernel does not know."""
    run = question.claims().claim.played
    return run is not None and run.policy == ANY


def _hunt(
    question: Question,
    problems: tuple[Problem, ...],
    settings: Settings,
    before: Tried,
    troubles: list[str],
) -> tuple[Tried, Certified | None]:
    """Hunt once more; a cluster that is lost ends it, and is one of the troubles.

    What refutes the claim is a text; if nobody else hunted, it is judged already.
    """
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
        hunted = parts[0].hunt()
        return tried_in(hunted), hunted.certified
    total = Tried()
    memory = MEMORY if foreign else None
    crew = team(run_part, workers=count, scheduler=settings.scheduler, memory=memory)
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
    return total, None


def _exception_of(failure: Failure, problems: Sequence[Problem], settings: Settings) -> Exception:
    """What a process without an answer means: a policy of the user's own is named."""
    if failure.cause is Cause.INPUT or not (problems and problems[0].foreign):
        return failure.exception()
    what = fault_of(failure, settings.limit)
    return InputError(f"policy {problems[0].policy} {what}")


def _standing(
    question: Question, text: str | None, problems: Sequence[Problem], settings: Settings
) -> Certified | None:
    """What a stored certificate says: it is judged, and its run is one of the policy still.

    The policy may have changed since; one that the kernel knows, it plays itself.
    """
    certified = _confirm(question, text)
    if certified is None or not _is_foreign(question):
        return certified
    from counterexample_search.run_claims import is_still_played

    kept = any(
        run_one(is_still_played, (problem, certified.text), seconds=JUDGED_RUNS * settings.limit)
        is True
        for problem in problems
    )
    return certified if kept else None


def _confirm(question: Question, text: str | None) -> Certified | None:
    """What refutes the claim, by the kernel's word on a certificate; nothing else does."""
    if text is None:
        return None
    with suppress(RejectedError):
        certified = confirm(question, text)
        return certified if certified.verdict is Verdict.REFUTED else None
    return None
