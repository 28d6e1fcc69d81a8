"""Problems and scores: policy, size, goal, and the exact evaluation of an instance.

All of it is plain data, so it travels to other processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import total_ordering
from hashlib import blake2b
from typing import TYPE_CHECKING, cast

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.rationals import show_short
from imab_verify.policies.protocol import Policy, is_randomised
from imab_verify.policies.registry import AnyPolicy, make_policy, unpack
from imab_verify.simulation.expectation import expectation
from imab_verify.simulation.play import find_worst_horizon, play_run

if TYPE_CHECKING:
    from imab_verify.model.instances import Instance

MOST_PULLS = 100_000
MOST_ARMS = 100_000
MOST_CELLS = 5000
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
        """Whether nothing can be better."""
        return self.value is None

    @property
    def hint(self) -> float:
        """A finite float near the score, for hypothesis; it decides nothing."""
        if self.value is None or self.value > LARGEST:
            return LARGEST
        return float(self.value)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An instance with its exact score.

    `horizon` is where the score is reached: T, but for anytime. `pulls` are the counts there; a
    randomised policy has none.
    """

    instance: Instance
    score: Score
    horizon: int
    pulls: tuple[int, ...] | None


def evaluate(instance: Instance, policy: AnyPolicy, T: int, goal: Goal) -> Evaluation:
    """Play the instance, in leaps where possible, and score it."""
    if is_randomised(policy):
        expected = expectation(instance, policy, T, only_exact=True)
        score = expected.ratio if goal is Goal.RATIO else expected.regret
        return Evaluation(instance, Score(score), T, None)
    fixed = cast("Policy", policy)
    if goal is Goal.ANYTIME:
        worst = find_worst_horizon(instance, fixed, T, first=min(instance.k, T))
        return Evaluation(instance, Score(worst.ratio), worst.t, worst.pulls)
    run = play_run(instance, fixed, T)
    return Evaluation(
        instance, Score(run.ratio if goal is Goal.RATIO else run.regret), T, run.pulls
    )


@dataclass(frozen=True, slots=True)
class Fault:
    """A sentence about a policy that did wrong, and the instance that shows it."""

    instance: Instance
    sentence: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One cell of a hunt; `packed` is the policy itself where it was given as an object."""

    policy: str
    k: int
    T: int
    options: tuple[tuple[str, str], ...] = ()
    goal: Goal = Goal.RATIO
    kind: ArmClass = ArmClass.CONCAVE
    packed: bytes | None = field(default=None, repr=False)

    def build(self) -> AnyPolicy:
        """Make the policy."""
        if self.packed is not None:
            return unpack(self.packed)
        return make_policy(self.policy, dict(self.options))

    def resized(self, k: int, T: int) -> Problem:
        """Make the problem of another size."""
        return replace(self, k=k, T=T)

    @property
    def foreign(self) -> bool:
        """Whether the policy is the user's own, and so may do anything."""
        return ":" in self.policy or self.packed is not None

    @property
    def key(self) -> str:
        """A text that no other problem has."""
        options = ",".join(f"{key}={value}" for key, value in sorted(self.options))
        parts = (self.policy, options, self.goal, self.kind, f"k={self.k}", f"T={self.T}")
        return " ".join(map(str, parts))

    def number(self, seed: int, slice_number: int) -> int:
        """A random seed for one slice: the same everywhere, different for all slices."""
        text = f"{seed}/{slice_number}/{self.key}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest())


def problem_of(policy: str, key: str) -> Problem:
    """The problem of a policy that has this key; InputError if none has."""
    try:
        options, goal, kind, k, T = key.removeprefix(f"{policy} ").rsplit(" ", 4)
        chosen = [option.partition("=")[::2] for option in options.split(",") if option]
        size = int(k.removeprefix("k=")), int(T.removeprefix("T="))
        problem = Problem(policy, *size, tuple(sorted(chosen)), Goal(goal), ArmClass(kind))
    except ValueError:
        problem = None
    if problem is None or problem.key != key:
        raise InputError("its cell is not one that can be hunted")
    return problem


def make_problems(
    policy: str | None,
    k: range | None,
    T: range | None,
    options: Mapping[str, str],
    goal: Goal = Goal.RATIO,
    kind: ArmClass = ArmClass.CONCAVE,
    packed: bytes | None = None,
) -> list[Problem]:
    """The cells of all sizes; InputError if the policy cannot be built or has no such goal."""
    if policy is None:
        raise InputError("a hunt needs a policy: give one with --policy")
    if k is None or T is None:
        raise InputError("a hunt needs a number of arms -k and a horizon -T")
    if T[-1] > MOST_PULLS:
        raise InputError(
            f"-T must be at most {MOST_PULLS}, since every record is played again pull by pull"
        )
    if k[-1] > MOST_ARMS:
        raise InputError(f"-k must be at most {MOST_ARMS}")
    number = (k[-1] - k[0] + 1) * (T[-1] - T[0] + 1)
    if number > MOST_CELLS:
        raise InputError(f"-k and -T span {show_short(number)} cells: give at most {MOST_CELLS}")
    chosen = tuple(sorted(options.items()))
    problems = [Problem(policy, arms, t, chosen, goal, kind, packed) for arms in k for t in T]
    check_goal(problems[0].build(), goal)
    return problems


def check_goal(policy: AnyPolicy, goal: Goal) -> None:
    """Refuse a goal that has no meaning for the policy."""
    if goal is Goal.ANYTIME and (is_randomised(policy) or policy.horizon_aware):
        raise InputError(
            f"policy {policy.name} is randomised or knows the horizon, so one run does not contain "
            "the shorter ones: use --objective ratio"
        )
