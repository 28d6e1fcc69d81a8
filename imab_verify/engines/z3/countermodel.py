"""z3 over the same claims: an independent cross-check and a finder of countermodels.

Every question goes to a fresh process, which is killed when its time is over. z3 is never
believed: a countermodel counts if the kernel agrees, and "there is none" is a hint, not a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from imab_verify.engines.z3.findings import Answer, Finding
from imab_verify.kernel import Claim


def search_rays(claim: Claim, *, seconds: float) -> Finding:
    """A countermodel with any parameters, every arm a constant, a ray, or the sum of both.

    `none` is only said where such rewards are enough: nothing is given about rewards.
    """
    return _ask(partial(_rays, seconds=seconds / 3), claim, seconds)


def search_up_to(
    claim: Claim, bound: int, *, seconds: float, fixed: Mapping[str, int] | None = None
) -> Finding:
    """A countermodel with integer parameters <= bound, rewards f(0), f(1), ... any reals.

    `fixed` gives some parameters their values; the bound then holds for the others. `none` covers
    parameters down to their lower bound among the givens, or to -bound without one.
    """
    return _ask(partial(_up_to, bound=bound, fixed=dict(fixed or {})), claim, seconds)


def _ask(task: Callable[[Claim], Finding], claim: Claim, seconds: float) -> Finding:
    """Put the question to a process of its own; no answer in time is `unknown`.

    Families of hypotheses are not told to z3.
    """
    if claim.run is not None or claim.families or seconds <= 0:
        return Finding(Answer.UNKNOWN)
    from imab_verify.processes import Failure, run_one

    reply = run_one(task, claim, seconds=seconds)
    return Finding(Answer.UNKNOWN) if isinstance(reply, Failure) else reply


def _rays(claim: Claim, seconds: float) -> Finding:
    """Work of the other process, which loads z3."""
    from imab_verify.engines.z3.searching import by_rays

    return by_rays(claim, seconds)


def _up_to(claim: Claim, bound: int, fixed: dict[str, int]) -> Finding:
    """As above."""
    from imab_verify.engines.z3.searching import up_to_bound

    return up_to_bound(claim, bound, fixed)
