"""Worst cases of one policy at many sizes: in turn, or many at a time in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.solve import (
    ADVERSARIAL,
    ProposedBounds,
    RatioBounds,
    Report,
    accept,
    ask_for,
    propose,
)
from imab_verify.engines.worst_case.tasks import Task
from imab_verify.errors import InputError
from imab_verify.kernel import MalformedError, RejectedError
from imab_verify.processes import Cause, Failure, LostError, run_all

Size = tuple[int, int]
"""The number of arms k and the horizon T."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked at every size, as `worst_case` takes it."""

    policy: object
    ties: str = ADVERSARIAL
    init: str | None = None
    seconds: float | None = None

    def task(self, size: Size) -> Task:
        """The question at one size."""
        return ask_for(self.policy, *size, ties=self.ties, init=self.init)

    def solve(
        self,
        size: Size,
        known: bytes | None = None,
        report: Report = lambda _low, _high: None,
    ) -> RatioBounds:
        """The worst case at one size, from an earlier certificate if there is one."""
        task = self.task(size)
        return accept(task, propose(task, self.seconds, known, report))


@dataclass(slots=True)
class _Work:
    """The question at all sizes, what is known of them, and why some were lost."""

    question: Question
    sizes: Sequence[Size]
    known: dict[Size, bytes]
    lost: dict[Size, str] = field(default_factory=dict)

    def in_turn(self, report: Report) -> Iterator[RatioBounds]:
        """One size after the other, until an interrupt."""
        for size in self.sizes:
            case = self.question.solve(size, self.known.get(size), report)
            yield case
            if case.interrupted:
                return

    def in_processes(self, workers: int, scheduler: str | None) -> Iterator[RatioBounds]:
        """Many at a time, each judged here; what is lost is begun once more."""
        self.lost = dict.fromkeys(self.sizes, "")
        for _ in range(2):
            jobs = [(self.question, size, self.known.get(size)) for size in self.lost]
            for (_, size, _), answer in run_all(
                _propose, jobs, workers=workers, scheduler=scheduler
            ):
                case = self._judge(size, answer)
                if isinstance(case, RatioBounds):
                    del self.lost[size]
                    yield case
                else:
                    self.lost[size] = case

    def _judge(self, size: Size, answer: ProposedBounds | Failure) -> RatioBounds | str:
        """What the kernel reads in the certificate; or why there is nothing to read."""
        if isinstance(answer, Failure):
            if answer.cause is Cause.INPUT:
                raise answer.exception()
            return answer.reason
        task = self.question.task(size)
        try:
            return accept(task, answer)
        except (RejectedError, MalformedError, InputError) as error:
            return f"its certificate was not accepted: {error}"


def solve_sizes(
    question: Question,
    sizes: Sequence[Size],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    journal: Journal | None = None,
    report: Report = lambda _low, _high: None,
    step: Callable[[], None] = lambda: None,
) -> list[RatioBounds]:
    """The worst cases in the order of the sizes; after an interrupt, or when work is lost, those
    that are done.

    Each is kept in the journal as soon as it is there, whose `trouble` says what was lost. `report`
    hears the bounds so far, where sizes are done in turn, and `step` that one more is done.
    """
    kept = journal or Journal(None)
    done: dict[Size, RatioBounds] = {}
    work = _Work(question, sizes, _known_certificates(question, sizes, kept))
    elsewhere = scheduler is not None or (workers > 1 and len(sizes) > 1)
    troubles: list[str] = []
    try:
        for case in work.in_processes(workers, scheduler) if elsewhere else work.in_turn(report):
            done[case.k, case.T] = case
            kept.keep(case.certificate)
            step()
        troubles = [f"k = {k}, T = {T} was lost twice: {why}" for (k, T), why in work.lost.items()]
    except KeyboardInterrupt:
        pass
    except LostError as error:
        troubles = [str(error)]
    kept.trouble = "; ".join(filter(None, [kept.trouble, *troubles])) or None
    return [done[size] for size in sizes if size in done]


def _propose(job: tuple[Question, Size, bytes | None]) -> ProposedBounds:
    question, size, known = job
    return propose(question.task(size), question.seconds, known)


def _known_certificates(
    question: Question, sizes: Sequence[Size], journal: Journal
) -> dict[Size, bytes]:
    """The certificates of earlier searches for the same, by size."""
    kept = {size for size in sizes if any(key[3:5] == size for key in journal.certificates)}
    texts = {size: journal.certificates.get(question.task(size).key) for size in kept}
    return {size: text for size, text in texts.items() if text is not None}
