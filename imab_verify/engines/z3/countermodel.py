"""z3 over the same claims: an independent cross-check and a finder of countermodels.

Every question goes to a fresh process, which is killed when its time is over. z3 is never
believed: a countermodel counts if the kernel agrees, and "there is none" is a hint, not a proof.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from imab_verify.kernel import Claim, Point, RejectedError, violation
from imab_verify.processes import Failure, run_one

MEMORY_MB = 3000

Question = tuple[int, dict[str, int]] | None
"""The bound of the parameters and the fixed ones; None if they are not bounded."""


class Answer(StrEnum):
    """What z3 says about countermodels; `found` has been confirmed by the kernel.

    `unconfirmed`: z3 has integers and rewards that the kernel does not confirm.
    """

    NONE = "none"
    FOUND = "found"
    UNCONFIRMED = "unconfirmed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, with the countermodel if it is `found`."""

    answer: Answer
    point: Point | None = None


def search_rays(claim: Claim, *, seconds: float) -> Finding:
    """A countermodel with any parameters, all rewards a constant plus one ray.

    `none` is only said where such rewards are enough: comparisons without a constant term and no
    givens about rewards.
    """
    return _ask(claim, None, seconds)


def find_countermodel(claim: Claim, *, seconds: float) -> Point | None:
    """The countermodel of `search_rays`, if there is one."""
    return search_rays(claim, seconds=seconds).point


def search_up_to(
    claim: Claim, bound: int, *, seconds: float, fixed: Mapping[str, int] | None = None
) -> Finding:
    """A countermodel with integer parameters <= bound, rewards f(0), f(1), ... any reals.

    `fixed` gives some parameters their values; the bound then holds for the others. `none` covers
    parameters down to their lower bound among the givens, or to -bound without one.
    """
    return _ask(claim, (bound, dict(fixed or {})), seconds)


def _ask(claim: Claim, question: Question, seconds: float) -> Finding:
    """Put the question to a process of its own; no answer in time is `unknown`."""
    if claim.run is not None or seconds <= 0:
        return Finding(Answer.UNKNOWN)
    reply = run_one(_ask_z3, (claim, question, seconds), seconds=seconds)
    return Finding(Answer.UNKNOWN) if isinstance(reply, Failure) else _finding(claim, *reply)


def _ask_z3(job: tuple[Claim, Question, float]) -> tuple[Point | None, Answer]:
    """A countermodel, or what z3 says otherwise: work of the other process, which loads z3."""
    import z3

    from imab_verify.engines.z3.ray_models import find_ray_model
    from imab_verify.engines.z3.table_models import find_table_model

    claim, question, seconds = job
    z3.set_param("memory_max_size", MEMORY_MB)
    if question is None:
        return find_ray_model(claim, time.monotonic() + seconds)
    point, absent = find_table_model(claim, *question)
    return point, Answer.NONE if absent else Answer.UNKNOWN


def _finding(claim: Claim, point: Point | None, answer: Answer) -> Finding:
    """The reply as a finding; a countermodel counts if the kernel confirms it."""
    if point is None:
        return Finding(answer)
    try:
        is_false_there = violation(claim, point) is not None
    except RejectedError:
        is_false_there = False
    return Finding(Answer.FOUND, point) if is_false_there else Finding(Answer.UNCONFIRMED)
