"""A run as a JSON document: rationals are text, arms are counted from 1."""

from typing import Any

from imab_verify.model.rationals import show_ratio
from imab_verify.report.reigns import reigns
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import Played, WorstHorizon
from imab_verify.simulation.stepwise import FinishedRun


def run_document(
    outcome: Played | Expectation, worst: WorstHorizon | None = None
) -> dict[str, Any]:
    """Give the document of a run, with the profile if its worst horizon is given.

    For a randomised policy `alg` is E[ALG(T)], exact or estimated, and there are no pulls.
    """
    if isinstance(outcome, Expectation):
        return _against_opt(outcome) | _average(outcome)
    run, external = outcome.run, outcome.external_regret
    return {
        **_against_opt(run),
        "exact": True,
        "method": outcome.method,
        "pulls": list(run.pulls),
        "alg": show_ratio(run.alg),
        "external_regret": None if isinstance(external, str) else show_ratio(external),
        **({"external_regret_reason": external} if isinstance(external, str) else {}),
        "gaps": [show_ratio(gap) for gap in run.gaps],
        **({"profile": _profile(run, worst)} if worst else {}),
    }


def _against_opt(outcome: FinishedRun | Expectation) -> dict[str, Any]:
    return {
        "k": outcome.instance.k,
        "policy": outcome.policy,
        "T": outcome.T,
        "opt": show_ratio(outcome.opt),
        "opt_arm": outcome.opt_arm + 1,
        "ratio": show_ratio(outcome.ratio),
        "policy_regret": show_ratio(outcome.policy_regret),
    }


def _average(outcome: Expectation) -> dict[str, Any]:
    return {
        "exact": outcome.exact,
        "method": "expectation" if outcome.exact else "monte-carlo",
        "pulls": None,
        "alg": show_ratio(outcome.mean),
        "alg_interval": [show_ratio(end) for end in outcome.interval],
        "confidence": "1" if outcome.exact else "19/20",
        "samples": outcome.samples,
        "seed": outcome.seed,
        "external_regret": None,
        "external_regret_reason": "the policy is randomised",
        "gaps": None,
    }


def _profile(run: FinishedRun, worst: WorstHorizon) -> dict[str, Any]:
    points = None if worst.profile is None else worst.profile.points()
    return {
        "worst": {"T": worst.t, "ratio": show_ratio(worst.ratio)},
        "optimal": [
            {"from": first, "to": last, "arm": arm + 1}
            for first, last, arm in reigns(run.instance, run.T)
        ],
        "points": points and [{"T": t, "ratio": show_ratio(ratio)} for t, ratio in points],
    }
