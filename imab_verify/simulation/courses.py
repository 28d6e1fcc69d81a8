"""Which policies can be played in leaps, and how such a run starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from imab_verify.errors import InputError
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.elimination import Elimination
from imab_verify.policies.explore_then_commit import ExploreThenCommit
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.protocol import History, Observations
from imab_verify.policies.round_robin import RoundRobin
from imab_verify.policies.single_arm import SingleArm
from imab_verify.simulation.elimination import elimination
from imab_verify.simulation.envelope import algorithm_1
from imab_verify.simulation.leaps import (
    Course,
    Leap,
    explore_then_commit,
    greedy,
    in_rounds,
    round_robin,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from imab_verify.policies.protocol import Policy, RandomisedPolicy

SCALE_FREE = (Algorithm1, ExploreThenCommit, Greedy, RoundRobin, SingleArm)
"""These pull the same arms if all rewards are multiplied by the same number."""
LEAPING = (*SCALE_FREE, Elimination)


def supports(policy: Policy | RandomisedPolicy) -> bool:
    """Tell whether the leaps of this policy are known; a subclass may choose otherwise, so no."""
    return type(policy) in LEAPING


def is_scale_free(policy: Policy | RandomisedPolicy) -> bool:
    """Tell whether the policy is known not to mind if all rewards are multiplied."""
    return type(policy) in SCALE_FREE


def leaps(course: Course, policy: Policy, *, whole: bool = False) -> Iterator[Leap]:
    """Give the leaps that take the course, on which no pull is made yet, to its horizon.

    With `whole` they need not end where a piece does.
    """
    match policy if supports(policy) else None:
        case Algorithm1(init=init, ties=ties):
            return algorithm_1(course, init, ties)
        case Elimination():
            return elimination(course, whole=whole)
        case ExploreThenCommit(explore=explore, commit=commit, ties=ties):
            return explore_then_commit(course, explore, commit, ties, whole=whole)
        case Greedy(ties=ties):
            return greedy(course, ties)
        case RoundRobin():
            return round_robin(course, whole=whole)
        case SingleArm():
            return _single_arm(course, policy, whole=whole)
        case _:
            raise InputError(
                f"policy {policy.name} cannot be played in leaps: only the deterministic built-in "
                "policies can"
            )


def _single_arm(course: Course, policy: Policy, *, whole: bool) -> Iterator[Leap]:
    """The arm of its first pull, which is refused if there is no such arm, and no other."""
    if course.T:
        first = policy.choose(Observations(History(len(course.arms))))
        yield from in_rounds(course, [first], course.T, whole=whole)
