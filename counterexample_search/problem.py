"""What is hunted: a policy, a size, and what to maximise. Plain data, so it travels anywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from counterexample_search.objective import Goal
from imab_verify.kernel import ArmClass
from imab_verify.policies.registry import AnyPolicy, make_policy


@dataclass(frozen=True, slots=True)
class Problem:
    """One cell of a campaign."""

    policy: str
    k: int
    T: int
    options: tuple[tuple[str, str], ...] = ()
    goal: Goal = Goal.RATIO
    kind: ArmClass = ArmClass.CONCAVE

    def build(self) -> AnyPolicy:
        """Make the policy."""
        return make_policy(self.policy, dict(self.options))

    def resized(self, k: int, T: int) -> Problem:
        """Give the same question at another size."""
        return replace(self, k=k, T=T)

    @property
    def foreign(self) -> bool:
        """Whether the policy is the user's own, and so may do anything."""
        return ":" in self.policy

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
