"""The worst instance of a cell by the exact engine, where it is found in time.

A hunt for OPT(T)/ALG(T) over concave arms asks the engine of `worst-case`, with ties as the policy
breaks them. The instance is played, scored and judged like any other. If its score is the supremum
that the engine gives, or comes as close to it as a limit can be approached, nothing is left to
hunt; how the engine knows is the matter of `worst-case`, which writes the certificate.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from counterexample_search.problem import Goal
from imab_verify.engines.worst_case.solve import LOWEST, ask_for
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.policies.builtin import Algorithm1, Greedy
from imab_verify.policies.linear_index import LinearIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from counterexample_search.problem import Problem
    from imab_verify.model.instances import Instance

CLOSE = Fraction(1, 10**9)
"""Distance of the instance from a limit that breaks the tie rule."""
MOST_VALUES = 10**5
"""The searches write down k T rewards; beyond this only those with a closed form are asked."""
MOST_COUNTS = 5000
"""The index of a policy is written down for all vectors of counts, less than C(T, k) of them."""


@dataclass(frozen=True, slots=True)
class Known:
    """An instance to try, and the supremum if the engine came to an end."""

    instance: Instance
    supremum: Fraction | None


class _EnoughError(Exception):
    """The search has had its share."""


def known_worst(
    problem: Problem, seconds: float | None, programs: int, check: Callable[[], None]
) -> Known | None:
    """Ask the engine, for so many seconds and linear programs; None if it has no search for this.

    `check` is called now and then, and may end everything by an exception.
    """
    policy, k, T = problem.build(), problem.k, problem.T
    if problem.goal is not Goal.RATIO or problem.kind is not ArmClass.CONCAVE:
        return None
    if getattr(policy, "ties", LOWEST) != LOWEST:
        return None
    if k * T > MOST_VALUES and not isinstance(policy, Algorithm1 | Greedy):
        return None
    if isinstance(policy, LinearIndex) and comb(T, k) > MOST_COUNTS:
        return None
    left = programs

    def report(_low: object, _high: object) -> None:
        nonlocal left
        left -= 1
        check()
        if left < 0:
            raise _EnoughError

    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        found = ask_for(policy, k, T, ties=LOWEST).find(deadline, report)
    except (InputError, _EnoughError):
        return None
    return Known(found.run.towards(CLOSE), found.lower if found.status == "exact" else None)
