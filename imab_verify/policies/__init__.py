"""Policies: the protocol they follow, the built-in ones, and the registry of their names.

`docs/policies.md` says how to write one.
"""

from imab_verify.policies.builtin import (
    Algorithm1,
    Elimination,
    ExploreThenCommit,
    Greedy,
    RandomProbe,
    RoundRobin,
    SingleArm,
)
from imab_verify.policies.protocol import Observations, Policy, RandomisedPolicy
from imab_verify.policies.registry import make_policy, policy_names

__all__ = [
    "Algorithm1",
    "Elimination",
    "ExploreThenCommit",
    "Greedy",
    "Observations",
    "Policy",
    "RandomProbe",
    "RandomisedPolicy",
    "RoundRobin",
    "SingleArm",
    "make_policy",
    "policy_names",
]
