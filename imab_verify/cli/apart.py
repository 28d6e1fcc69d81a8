"""Policies of the user's own are played in a process apart: one that ends it does not end us."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from imab_verify.errors import InputError, shown
from imab_verify.processes import MEMORY, Cause, Failure, run_one

Answer = TypeVar("Answer")


def is_own(policy: str) -> bool:
    """Whether a policy is named as package.module:name, and so may do anything."""
    return ":" in policy


def apart(
    task: Callable[[Mapping[str, Any]], Answer], how: Mapping[str, Any], policies: Sequence[str]
) -> Answer:
    """Give task(how) from another process; these policies are to blame if nothing comes back."""
    answer = run_one(task, how, memory=MEMORY)
    if not isinstance(answer, Failure):
        return answer
    if answer.cause is Cause.INPUT:
        raise InputError(answer.reason)
    who = " or ".join(f"policy {shown(policy)}" for policy in policies)
    what = "ended the process it was played in" if answer.cause is Cause.DEATH else answer.reason
    raise InputError(f"{who} could not be played: {what}")
