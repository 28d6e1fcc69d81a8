"""Policies that the kernel can play: the policy as a run of the kernel's, and back."""

from __future__ import annotations

from dataclasses import replace

from imab_verify.kernel import Run, Table
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, short_name
from imab_verify.language.scored import ScoredIndex
from imab_verify.policies.builtin import Algorithm1, Greedy, RoundRobin
from imab_verify.policies.protocol import Policy

LOWEST = "lowest-index"


def run_of_policy(policy: object) -> Run | None:
    """The runs of a policy, with ties as it breaks them; None if the kernel does not know it."""
    if type(policy) is Algorithm1:
        return Run(replace(ALGORITHM_1, order=policy.init, ties=policy.ties))
    if type(policy) is RoundRobin:
        return Run(ROUND_ROBIN)
    if type(policy) is Greedy:
        return Run(replace(GREEDY, ties=policy.ties))
    if isinstance(policy, ScoredIndex) and policy.plain:
        return policy.run()
    return None


def policy_of_run(run: Run) -> Policy:
    """A policy that has such runs; where ties are left open, the lowest index wins them."""
    index = run.index
    if index is None:
        if isinstance(run.policy, Table):
            raise TypeError("a table is a policy for one k alone")
        return RoundRobin()
    ties = LOWEST if index.ties == "any" else index.ties
    match short_name(index):
        case "algorithm-1":
            return Algorithm1(index.order, ties)
        case "greedy":
            return Greedy(ties)
        case _:
            return ScoredIndex("index", index, init=index.order)
