"""Worst cases of one policy at many sizes: in turn, or many at a time in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from imab_verify.engines.worst_case.journal import Journal
from imab_verify.engines.worst_case.solve import (
    ADVERSARIAL,
    RatioBounds,
    Report,
    worst_case,
)
from imab_verify.engines.worst_case.tasks import task_for
from imab_verify.processes import Failure, LostError, run_all

Size = tuple[int, int]
"""The number of arms k and the horizon T."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked at every size, as `worst_case` takes it."""

    policy: object
    ties: str = ADVERSARIAL
    init: str | None = None
    seconds: float | None = None

    def solve(
        self,
        size: Size,
        known: bytes | None = None,
        report: Report = lambda _low, _high: None,
    ) -> RatioBounds:
        """The worst case at one size, from an earlier certificate if there is one."""
        return worst_case(
            self.policy,
            *size,
            ties=self.ties,
            init=self.init,
            seconds=self.seconds,
            known=known,
            report=report,
        )


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
    """The worst cases in the order of the sizes; after an interrupt, or when a cluster is lost,
    those that are done.

    Each is kept in the journal as soon as it is there. `report` hears the bounds so far, where
    sizes are done in turn, and `step` that one more is done.
    """
    kept = journal or Journal(None)
    done: dict[Size, RatioBounds] = {}
    known = _known_certificates(question, sizes, kept)
    try:
        for case in _each(question, sizes, workers, scheduler, known, report):
            done[case.k, case.T] = case
            kept.keep(case.certificate)
            step()
    except KeyboardInterrupt:
        pass
    except LostError as error:
        kept.trouble = "; ".join(filter(None, [kept.trouble, str(error)]))
    return [done[size] for size in sizes if size in done]


def _each(
    question: Question,
    sizes: Sequence[Size],
    workers: int,
    scheduler: str | None,
    known: dict[Size, bytes],
    report: Report,
) -> Iterator[RatioBounds]:
    if scheduler is not None or (workers > 1 and len(sizes) > 1):
        jobs = [(question, size, known.get(size)) for size in sizes]
        for _, answer in run_all(_solve, jobs, workers=workers, scheduler=scheduler):
            if isinstance(answer, Failure):
                raise answer.exception()
            yield answer
        return
    for size in sizes:
        case = question.solve(size, known.get(size), report)
        yield case
        if case.interrupted:
            return


def _solve(job: tuple[Question, Size, bytes | None]) -> RatioBounds:
    question, size, known = job
    return question.solve(size, known)


def _known_certificates(
    question: Question, sizes: Sequence[Size], journal: Journal
) -> dict[Size, bytes]:
    """The certificates of earlier searches for the same, by size."""
    kept = {size for size in sizes if any(key[3:5] == size for key in journal.certificates)}
    tasks = {size: task_for(question.policy, *size, question.ties, question.init) for size in kept}
    texts = {size: journal.certificates.get(task.key) for size, task in tasks.items()}
    return {size: text for size, text in texts.items() if text is not None}
