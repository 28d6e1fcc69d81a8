"""Exact runs whose cost depends on the breakpoints of the arms and not on the horizon.

`run` gives the same `Run` as `stepwise.run`, for Algorithm 1, greedy and round robin with all
their options, on arms of every class: the leaps rest on rewards being linear between breakpoints
and, for greedy, on their not falling, but never on concavity.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from imab_verify.model.rationals import check_count
from imab_verify.simulation.courses import leaps, supports
from imab_verify.simulation.leaps import Course, Leap
from imab_verify.simulation.pieces import Pieces, scaled_pieces
from imab_verify.simulation.profile import profile
from imab_verify.simulation.run import Run

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance
    from imab_verify.policies.protocol import Policy

__all__ = ["external_regret", "profile", "run", "supports"]


def run(instance: Instance, policy: Policy, T: int) -> Run:
    """Play T pulls in leaps."""
    check_count(T, 0, "the horizon T")
    factor, arms = scaled_pieces(instance, T)
    course = Course(arms, T)
    for _ in leaps(course, policy):
        pass
    alg = sum(arm.rew(n) for arm, n in zip(arms, course.counts, strict=True))
    return Run(instance, policy.name, T, tuple(course.counts), Fraction(alg, factor))


def external_regret(instance: Instance, policy: Policy, T: int) -> Fraction:
    """Give `stepwise.external_regret` of the T pulls of the policy, without listing them."""
    check_count(T, 0, "the horizon T")
    factor, arms = scaled_pieces(instance, T)
    course = Course(arms, T)
    rivals = [0] * instance.k
    for leap in leaps(course, policy):
        counts = leap.counts
        for i, arm in enumerate(arms):
            if i in leap.arms:
                place = leap.arms.index(i)
                rivals[i] += _sum_offers(arm, counts[place], place, leap)
            else:
                n = course.counts[i]
                rivals[i] += leap.pulls * (arm.rew(n + 1) - arm.rew(n))
    alg = sum(arm.rew(n) for arm, n in zip(arms, course.counts, strict=True))
    return Fraction(max(rivals) - alg, factor)


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
