"""Which policies can be played in leaps, and how such a run starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from imab_verify.errors import InputError
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.round_robin import RoundRobin
from imab_verify.simulation.envelope import algorithm_1
from imab_verify.simulation.leaps import Course, Leap, greedy, round_robin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from imab_verify.policies.protocol import Policy, RandomisedPolicy


def supports(policy: Policy | RandomisedPolicy) -> bool:
    """Tell whether the leaps of this policy are known; a subclass may choose otherwise, so no."""
    return type(policy) in (Algorithm1, Greedy, RoundRobin)


def leaps(course: Course, policy: Policy, *, whole: bool = False) -> Iterator[Leap]:
    """Give the leaps that take the course, on which no pull is made yet, to its horizon.

    With `whole` they need not end where a piece does.
    """
    match policy if supports(policy) else None:
        case Algorithm1(init=init, ties=ties):
            return algorithm_1(course, init, ties)
        case Greedy(ties=ties):
            return greedy(course, ties)
        case RoundRobin():
            return round_robin(course, whole=whole)
        case _:
            raise InputError(
                f"policy {policy.name} cannot be played in leaps: "
                "use algorithm-1, greedy or round-robin"
            )
