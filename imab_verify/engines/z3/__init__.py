"""z3 as an independent cross-check: it looks for countermodels and is never believed.

constraints    claims about arms as constraints: rewards by values, by rays, or by slopes
runs           claims about runs at small k and T; every policy as a game
countermodels  the questions, and what z3 answers as points that the kernel confirms
smtlib         all problems of a claim, and their text in SMT-LIB

Every question goes to a fresh process, which is killed when its time is over. A countermodel counts
if the kernel agrees, and "there is none" is a hint, not a proof. Nothing here loads z3.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from imab_verify.kernel import Claim, Point, RejectedError, RunPoint
from imab_verify.kernel.semantics import violation


class Answer(StrEnum):
    """Whether there is a countermodel; `found` has been confirmed by the kernel.

    `unconfirmed`: z3 has integers and rewards that the kernel does not confirm.
    """

    NONE = "none"
    FOUND = "found"
    UNCONFIRMED = "unconfirmed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, with the countermodel if it is `found`.

    `none` holds for all parameters and rewards, or up to the bound that is stated.
    """

    answer: Answer
    point: Point | RunPoint | None = None
    bound: str = ""


def is_countermodel(claim: Claim, point: Point | RunPoint) -> bool:
    """Whether the kernel agrees that the claim is false at a point."""
    try:
        return violation(claim, point) is not None
    except RejectedError:
        return False


def search_rays(claim: Claim, *, seconds: float) -> Finding:
    """A countermodel with any parameters, every arm a constant, a ray, or the sum of both.

    `none` is only said where such rewards are enough: nothing is given about rewards. No answer in
    time is `unknown`. Families of hypotheses are not told to z3.
    """
    if claim.run is not None or claim.families or seconds <= 0:
        return Finding(Answer.UNKNOWN)
    from imab_verify.processes import Failure, run_one

    reply = run_one(_by_rays, (claim, seconds / 3), seconds=seconds)
    return Finding(Answer.UNKNOWN) if isinstance(reply, Failure) else reply


def _by_rays(question: tuple[Claim, float]) -> Finding:
    """Work of the other process, which loads z3."""
    from imab_verify.engines.z3.countermodels import by_rays

    return by_rays(*question)
