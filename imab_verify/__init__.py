"""Check, refute, repair and sharpen claims about improving bandits.

import imab_verify as iv

    iv.ask(claim, given=[...])             is it true, for all parameters and all rewards?
    iv.check(path)                         every statement of a paper
    iv.simulate(instance, policy, T)       one run, exactly
    iv.worst_case(policy, k, T)            the supremum of OPT/ALG, certified
    iv.hunt(policy, k, T)                  a search for bad instances

docs/python.md tells the rest. What a user got wrong is an `InputError`. Everything is loaded when
it is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
    from imab_verify.api.asking import ask
    from imab_verify.api.checking import Check, check
    from imab_verify.api.claim_hunting import ClaimHunt, hunt_claim
    from imab_verify.api.claims import Claim, claim
    from imab_verify.api.comparing import Comparison, compare
    from imab_verify.api.hunting import Hunt, hunt
    from imab_verify.api.playing import Simulation, simulate
    from imab_verify.api.policies import policy
    from imab_verify.api.replaying import Replay, replay
    from imab_verify.api.reporting import (
        Errata,
        Statement,
        Statements,
        errata,
        figure,
        graph,
        init,
        site,
        smtlib,
        statement,
        statements,
    )
    from imab_verify.api.schemas import schema
    from imab_verify.api.worst import (
        WorstCase,
        WorstCases,
        worst_case,
        worst_cases,
    )
    from imab_verify.deciding.certify import Verdict
    from imab_verify.errors import InputError
    from imab_verify.language.scored import ScoredIndex
    from imab_verify.language.terms import (
        ALG,
        OPT,
        Area,
        Delta,
        P,
        Rew,
        arm,
        arms,
        integer,
        integers,
        maximum,
        minimum,
        real,
        reals,
    )
    from imab_verify.model.files import read_instance, write_instance
    from imab_verify.model.instances import Instance
    from imab_verify.model.rewards import Reward
    from imab_verify.policies.linear_index import LinearIndex
    from imab_verify.report.answers import Answer

__all__ = [
    "ALG",
    "OPT",
    "Answer",
    "Area",
    "Check",
    "Claim",
    "ClaimHunt",
    "Comparison",
    "Delta",
    "Errata",
    "Hunt",
    "InputError",
    "Instance",
    "LinearIndex",
    "P",
    "Replay",
    "Rew",
    "Reward",
    "ScoredIndex",
    "Simulation",
    "Statement",
    "Statements",
    "Verdict",
    "WorstCase",
    "WorstCases",
    "arm",
    "arms",
    "ask",
    "check",
    "claim",
    "compare",
    "errata",
    "figure",
    "graph",
    "hunt",
    "hunt_claim",
    "init",
    "integer",
    "integers",
    "maximum",
    "minimum",
    "policy",
    "read_instance",
    "real",
    "reals",
    "replay",
    "schema",
    "simulate",
    "site",
    "smtlib",
    "statement",
    "statements",
    "worst_case",
    "worst_cases",
    "write_instance",
]

_ROOMS = {
    "api.asking": "ask",
    "api.checking": "Check check",
    "api.claims": "Claim claim",
    "api.comparing": "Comparison compare",
    "api.claim_hunting": "ClaimHunt hunt_claim",
    "api.hunting": "Hunt hunt",
    "api.playing": "Simulation simulate",
    "api.policies": "policy",
    "api.replaying": "Replay replay",
    "api.reporting": "Errata Statement Statements "
    "errata figure graph init site smtlib statement statements",
    "api.schemas": "schema",
    "api.worst": "WorstCase WorstCases worst_case worst_cases",
    "deciding.certify": "Verdict",
    "errors": "InputError",
    "language.scored": "ScoredIndex",
    "language.terms": "ALG Area Delta OPT P Rew "
    "arm arms integer integers maximum minimum real reals",
    "model.files": "read_instance write_instance",
    "model.instances": "Instance",
    "model.rewards": "Reward",
    "policies.linear_index": "LinearIndex",
    "report.answers": "Answer",
}
"""Where each name is at home."""


def __getattr__(name: str) -> object:
    """Load what is asked for."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("imab-verify")
        except PackageNotFoundError:
            raise AttributeError("imab_verify is not installed, so it has no version") from None
    from imab_verify.offering import load

    return load(__name__, _ROOMS, name)


def __dir__() -> list[str]:
    return sorted(__all__)
