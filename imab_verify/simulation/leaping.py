"""Exact runs whose cost depends on the breakpoints of the arms and not on the horizon.

`run` gives the same `FinishedRun` as `stepwise.run`, for the deterministic built-in policies with
all their options, on arms that rise: the leaps rest on rewards being linear between breakpoints
and, for greedy and elimination, on their not falling, but never on concavity.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from imab_verify.model.rationals import check_count
from imab_verify.simulation.courses import leaps, supports
from imab_verify.simulation.leaps import Course, Leap
from imab_verify.simulation.profile import profile
from imab_verify.simulation.run import FinishedRun

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy
    from imab_verify.simulation.pieces import Pieces

__all__ = ["profile", "run", "run_with_regret", "supports"]


def run(instance: Instance, policy: Policy, T: int) -> FinishedRun:
    """Play T pulls in leaps."""
    check_count(T, 0, "the horizon T")
    course = Course.on(instance, T)
    for _ in leaps(course, policy, whole=True):
        pass
    return _finished(instance, policy, course)


def run_with_regret(instance: Instance, policy: Policy, T: int) -> tuple[FinishedRun, Fraction]:
    """Play T pulls in leaps, and give `stepwise.external_regret` of them, without listing them.

    An arm has the same on offer until it is pulled again, so its offers are added up when it is
    pulled and at the end: the cost of a leap grows with its own arms only.
    """
    check_count(T, 0, "the horizon T")
    course = Course.on(instance, T)
    arms = course.arms
    rivals, added = [0] * instance.k, [0] * instance.k
    for leap in leaps(course, policy, whole=True):
        for place, i in enumerate(leap.arms):
            arm, n = arms[i], leap.counts[place]
            rivals[i] += (leap.start - added[i]) * (arm.rew(n + 1) - arm.rew(n))
            rivals[i] += _sum_offers(arm, n, place, leap)
            added[i] = leap.end
    for i, (arm, n) in enumerate(zip(arms, course.counts, strict=True)):
        rivals[i] += (T - added[i]) * (arm.rew(n + 1) - arm.rew(n))
    run = _finished(instance, policy, course)
    return run, Fraction(max(rivals), course.one) - run.alg


def _finished(instance: Instance, policy: Policy, course: Course) -> FinishedRun:
    alg = Fraction(course.paid, course.one)
    return FinishedRun(instance, policy.name, course.T, tuple(course.counts), alg)


def _sum_offers(arm: Pieces, count: int, place: int, leap: Leap) -> int:
    """Sum what an arm of the leap has on offer at each of its pulls, scaled.

    The arm is pulled at the steps x = place, place + g, ..., so at step x = 0, 1, ... its offer is
    f(count + 1 + floor((x + g - 1 - place)/g)): whole blocks of g equal offers, but for the ends.
    """
    g = len(leap.arms)

    def up_to(end: int) -> int:
        blocks, rest = divmod(end, g)
        n = count + blocks
        return g * (arm.rew(n) - arm.rew(count)) + rest * (arm.rew(n + 1) - arm.rew(n))

    skipped = g - 1 - place
    return up_to(skipped + leap.pulls) - up_to(skipped)
