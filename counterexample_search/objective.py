"""What the hunt maximises, exactly.

A `Score` is a rational, or infinite where ALG = 0 < OPT. Hypothesis wants a finite float, which
`Score.hint` gives; no comparison that decides a record uses it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import total_ordering
from typing import TYPE_CHECKING, cast

from imab_verify.errors import InputError
from imab_verify.policies.protocol import Policy, RandomisedPolicy, is_randomised
from imab_verify.simulation.expectation import expectation
from imab_verify.simulation.play import find_worst_horizon, play_run

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance

LARGEST = 1e300


class Goal(StrEnum):
    """ratio: OPT(T)/ALG(T). anytime: its maximum over k..T. regret: OPT(T) - ALG(T).

    Before k pulls some arm is unseen, and the worst ratio of every policy is infinite.
    """

    RATIO = "ratio"
    ANYTIME = "anytime"
    REGRET = "regret"


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """A rational, or plus infinity (None)."""

    value: Fraction | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: Score) -> bool:
        if self.value is None:
            return False
        return other.value is None or self.value < other.value

    @property
    def infinite(self) -> bool:
        """Nothing can be better."""
        return self.value is None

    @property
    def hint(self) -> float:
        """A finite float near the score."""
        if self.value is None or self.value > LARGEST:
            return LARGEST
        return float(self.value)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An instance with its score; `horizon` is where it is reached (T, but for anytime).

    `pulls` are the counts at that horizon; a randomised policy has none.
    """

    instance: Instance
    score: Score
    horizon: int
    pulls: tuple[int, ...] | None


def evaluate(
    instance: Instance, policy: Policy | RandomisedPolicy, T: int, goal: Goal
) -> Evaluation:
    """Play the instance, in leaps where possible, and take the score."""
    if is_randomised(policy):
        return _evaluate_expectation(instance, policy, T, goal)
    fixed = cast("Policy", policy)
    if goal is Goal.ANYTIME:
        return _anytime(instance, fixed, T)
    run = play_run(instance, fixed, T)
    score = Score(run.ratio if goal is Goal.RATIO else run.policy_regret)
    return Evaluation(instance, score, T, run.pulls)


def check_goal(policy: Policy | RandomisedPolicy, goal: Goal) -> None:
    """Refuse a goal that has no meaning for the policy."""
    if goal is Goal.ANYTIME and (is_randomised(policy) or policy.horizon_aware):
        raise InputError(
            f"policy {policy.name} is randomised or knows the horizon, so one run does not contain "
            "the shorter ones: use --objective ratio"
        )


def _evaluate_expectation(
    instance: Instance, policy: RandomisedPolicy, T: int, goal: Goal
) -> Evaluation:
    expected = expectation(instance, policy, T, method="exact")
    score = Score(expected.ratio if goal is Goal.RATIO else expected.policy_regret)
    return Evaluation(instance, score, T, None)


def _anytime(instance: Instance, policy: Policy, T: int) -> Evaluation:
    worst = find_worst_horizon(instance, policy, T, first=min(instance.k, T))
    return Evaluation(instance, Score(worst.ratio), worst.t, worst.pulls)
