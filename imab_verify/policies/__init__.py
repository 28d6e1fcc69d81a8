"""Policies: one file each, the protocol they follow, and the registry of their names.

`docs/policies.md` tells how to write one. Each is loaded when it is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from imab_verify.policies.algorithm_1 import Algorithm1
    from imab_verify.policies.elimination import Elimination
    from imab_verify.policies.explore_then_commit import ExploreThenCommit
    from imab_verify.policies.greedy import Greedy
    from imab_verify.policies.options import parse_options
    from imab_verify.policies.protocol import (
        FinitePolicy,
        Observations,
        Policy,
        RandomisedPolicy,
        is_randomised,
    )
    from imab_verify.policies.random_probe import RandomProbe
    from imab_verify.policies.registry import make_policy, policy_names
    from imab_verify.policies.round_robin import RoundRobin
    from imab_verify.policies.single_arm import SingleArm

__all__ = [
    "Algorithm1",
    "Elimination",
    "ExploreThenCommit",
    "FinitePolicy",
    "Greedy",
    "Observations",
    "Policy",
    "RandomProbe",
    "RandomisedPolicy",
    "RoundRobin",
    "SingleArm",
    "is_randomised",
    "make_policy",
    "parse_options",
    "policy_names",
]

_ROOMS = {
    "algorithm_1": "Algorithm1",
    "elimination": "Elimination",
    "explore_then_commit": "ExploreThenCommit",
    "greedy": "Greedy",
    "options": "parse_options",
    "protocol": "FinitePolicy Observations Policy RandomisedPolicy is_randomised",
    "random_probe": "RandomProbe",
    "registry": "make_policy policy_names",
    "round_robin": "RoundRobin",
    "single_arm": "SingleArm",
}
"""Where each name is at home."""


def __getattr__(name: str) -> object:
    """Load what is asked for."""
    from imab_verify.offering import load

    return load(__name__, _ROOMS, name)
