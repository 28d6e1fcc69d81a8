"""z3 over the same claims: an independent cross-check and a finder of countermodels.

Every question goes to a fresh process, which is killed when its time is over. z3 is never
believed: a countermodel counts if the kernel agrees, and "there is none" is a hint, not a proof.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from imab_verify.kernel import Claim, Curve, Point, RejectedError, violation
from imab_verify.language.documents import claim_to_json

WORKER = "imab_verify.engines.z3.worker"


class Answer(StrEnum):
    """What z3 says about countermodels; `found` has been confirmed by the kernel."""

    NONE = "none"
    FOUND = "found"
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
    return _ask(claim, {"form": "unbounded"}, seconds)


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
    return _ask(claim, {"form": "bounded", "bound": bound, "fixed": dict(fixed or {})}, seconds)


def _ask(claim: Claim, question: dict[str, Any], seconds: float) -> Finding:
    """Put the question to a process of its own; no answer in time is `unknown`."""
    if claim.run is not None or seconds <= 0:
        return Finding(Answer.UNKNOWN)
    question |= {"claim": claim_to_json(claim), "seconds": seconds}
    try:
        process = subprocess.run(  # noqa: S603  this interpreter, a module of this package
            [sys.executable, "-m", WORKER],
            input=json.dumps(question),
            capture_output=True,
            text=True,
            timeout=seconds,
            check=True,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return Finding(Answer.UNKNOWN)
    return _finding(claim, json.loads(process.stdout))


def _finding(claim: Claim, reply: dict[str, Any]) -> Finding:
    """The reply as a finding; a countermodel that the kernel does not confirm is `unknown`."""
    answer = Answer(reply["answer"])
    if answer is not Answer.FOUND:
        return Finding(answer)
    point = Point(
        {name: Fraction(value) for name, value in reply["parameters"].items()},
        {
            arm: Curve(tuple((n, Fraction(value)) for n, value in points))
            for arm, points in reply["arms"].items()
        },
    )
    try:
        is_false_there = violation(claim, point) is not None
    except RejectedError:
        is_false_there = False
    return Finding(answer, point) if is_false_there else Finding(Answer.UNKNOWN)
