"""What is hunted: a policy, a size, and what to maximise. Plain data, so it travels anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from counterexample_search.objective import Goal, check_goal
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.rationals import show_short
from imab_verify.policies.packing import unpack
from imab_verify.policies.registry import AnyPolicy, make_policy

MOST_PULLS = 100_000
MOST_ARMS = 100_000
MOST_CELLS = 5000


@dataclass(frozen=True, slots=True)
class Problem:
    """One cell of a campaign; `packed` is the policy itself where it was given as an object."""

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
        """Give the same question at another size."""
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
        """Give the random seed of one slice: the same everywhere, different for all slices."""
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
    """Make the cells of all sizes, and see that the policy can be built and has the goal."""
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
