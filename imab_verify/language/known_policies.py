"""Policies that the kernel can play: the policy as a run of the kernel's, and back."""

from __future__ import annotations

from imab_verify.kernel import ALGORITHM_1, INDEX, ROUND_ROBIN, Run
from imab_verify.kernel.worst_case import LAST_REWARD
from imab_verify.language.scored import ScoredIndex
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy
from imab_verify.policies.protocol import Policy
from imab_verify.policies.round_robin import RoundRobin

LOWEST = "lowest-index"


def run_of_policy(policy: object) -> Run | None:
    """The runs of a policy, with ties as it breaks them; None if the kernel does not know it."""
    if type(policy) is Algorithm1:
        return Run(ALGORITHM_1, policy.init, policy.ties)
    if type(policy) is RoundRobin:
        return Run(ROUND_ROBIN, ties=LOWEST)
    if type(policy) is Greedy:
        return Run(INDEX, ties=policy.ties, index=LAST_REWARD)
    if isinstance(policy, ScoredIndex) and policy.plain:
        return policy.run()
    return None


def policy_of_run(run: Run) -> Policy:
    """A policy that has such runs; where ties are left open, the lowest index wins them."""
    ties = LOWEST if run.ties == "any" else run.ties
    if run.policy == ROUND_ROBIN:
        return RoundRobin()
    if run.index is None:
        return Algorithm1(run.init, ties)
    if run.index == LAST_REWARD:
        return Greedy(ties)
    return ScoredIndex("index", run.index, init=run.init)
