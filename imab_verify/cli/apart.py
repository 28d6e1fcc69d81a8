"""Policies of the user's own are played in a process apart, which has limits and may die."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from imab_verify.cli.common import Seconds
from imab_verify.errors import InputError, quote

Answer = TypeVar("Answer")

time_option = click.option(
    "--time-limit",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="Seconds that policies of your own may take for all their runs.",
)


def is_own(policy: str) -> bool:
    """Whether a policy is named as package.module:name, and so may do anything."""
    return ":" in policy


def apart(
    task: Callable[[Mapping[str, Any]], Answer],
    how: Mapping[str, Any],
    policies: Sequence[str],
    seconds: float,
) -> Answer:
    """Give task(how) from another process; these policies are to blame if nothing comes back."""
    from imab_verify.processes import MEMORY, Cause, Failure, run_one

    answer = run_one(task, how, seconds=seconds, memory=MEMORY)
    if not isinstance(answer, Failure):
        return answer
    if answer.cause is Cause.INPUT:
        raise InputError(answer.reason)
    who = " or ".join(f"policy {quote(policy)}" for policy in policies)
    what = {
        Cause.DEATH: "ended the process it was played in",
        Cause.TIME: f"did not finish within {seconds:g} seconds, give more with --time-limit",
    }
    raise InputError(f"{who} could not be played: {what.get(answer.cause, answer.reason)}")
