"""Check, refute, repair and sharpen claims about improving bandits.

import imab_verify as iv

    iv.ask(claim, given=[...])             is it true, for all parameters and all rewards?
    iv.simulate(instance, policy, T)       one run, exactly
    iv.worst_case(policy, k, T)            the supremum of OPT/ALG, certified
    iv.hunt(policy, k, T)                  a search for bad instances

docs/python.md tells the rest. What a user got wrong is an `InputError`. Everything is loaded when
it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from imab_verify.api.asking import ask
    from imab_verify.api.hunting import ClaimHunt, Hunt, hunt, hunt_claim
    from imab_verify.api.policies import policy
    from imab_verify.api.worst import (
        CrossCheck,
        WorstCase,
        WorstCases,
        cross_check,
        worst_case,
        worst_cases,
    )
    from imab_verify.deciding.certify import Verdict
    from imab_verify.errors import InputError
    from imab_verify.model.instances import Instance
    from imab_verify.model.rewards import Reward
    from imab_verify.report.answers import Answer

__all__ = [
    "Answer",
    "ClaimHunt",
    "CrossCheck",
    "Hunt",
    "InputError",
    "Instance",
    "Reward",
    "Verdict",
    "WorstCase",
    "WorstCases",
    "ask",
    "cross_check",
    "hunt",
    "hunt_claim",
    "policy",
    "worst_case",
    "worst_cases",
]

_ROOMS = {
    "Answer": "report.answers",
    "ClaimHunt": "api.hunting",
    "CrossCheck": "api.worst",
    "Hunt": "api.hunting",
    "InputError": "errors",
    "Instance": "model.instances",
    "Reward": "model.rewards",
    "Verdict": "deciding.certify",
    "WorstCase": "api.worst",
    "WorstCases": "api.worst",
    "ask": "api.asking",
    "cross_check": "api.worst",
    "hunt": "api.hunting",
    "hunt_claim": "api.hunting",
    "policy": "api.policies",
    "worst_case": "api.worst",
    "worst_cases": "api.worst",
}


def __getattr__(name: str) -> object:
    """Load what is asked for."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    thing: object = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    globals()[name] = thing
    return thing


def __dir__() -> list[str]:
    return sorted(__all__)
