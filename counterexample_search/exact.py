"""What the exact engine knows about a cell: its instance comes first, where it is found in time.

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
from imab_verify.engines.runs.weights import least_weight
from imab_verify.engines.worst_case.family import family_instances
from imab_verify.engines.worst_case.tasks import LOWEST, task_for
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1, ExploreThenCommit, Greedy
from imab_verify.policies.linear_index import LinearIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from counterexample_search.problem import Problem
    from imab_verify.engines.worst_case.tasks import Finding

CLOSE = Fraction(1, 10**9)
"""How far the instance stays from a limit that breaks the tie rule."""
MOST_VALUES = 10**5
"""The searches write down k T rewards; beyond this the engine is not asked."""

MOST_COUNTS = 5000
"""The index of a policy is written down for all vectors of counts, less than C(T, k) of them."""


@dataclass(frozen=True, slots=True)
class Known:
    """Instances to try, and the supremum if the engine came to an end."""

    instances: tuple[Instance, ...]
    supremum: Fraction | None


class _EnoughError(Exception):
    """The search has had its share."""


def known_worst(
    problem: Problem, seconds: float | None, programs: int, check: Callable[[], None]
) -> Known | None:
    """Ask the engine, for so many seconds and linear programs; None if it has no search for this.

    `check` is called now and then, and may end everything by an exception.
    """
    if problem.goal is not Goal.RATIO or problem.kind is not ArmClass.CONCAVE:
        return None
    policy, k, T = problem.build(), problem.k, problem.T
    if getattr(policy, "ties", LOWEST) != LOWEST:
        return None
    if isinstance(policy, Algorithm1) and 2 * k <= T:
        return Known(tuple(family_instances(k, T)), Fraction(T * (T + 1), least_weight(k, T)))
    if isinstance(policy, Greedy) and T > k >= 2:
        return _greedy(k, T)
    if policy == ExploreThenCommit() and T - 2 >= 2 * k >= 4:
        return _explore_then_commit(k, T)
    if k * T > MOST_VALUES or (isinstance(policy, LinearIndex) and comb(T, k) > MOST_COUNTS):
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
        task = task_for(policy, k, T, LOWEST, None)
        return _knowledge(task.find(deadline, report))
    except (InputError, _EnoughError):
        return None


def _greedy(k: int, T: int) -> Known:
    """The supremum of greedy for T > k >= 2 is T(T+1)/(2(T-k+2)): F12 of the ledger.

    An arm that is constant and just above the first reward of a line, beside zeros, comes as close
    as one likes.
    """
    constant = Reward.from_values([(1 + CLOSE) / T])
    return Known((_before_a_line(constant, k, T),), Fraction(T * (T + 1), 2 * (T - k + 2)))


def _explore_then_commit(k: int, T: int) -> Known:
    """That of explore-then-commit for T >= 2k + 2 >= 6 is T(T+1)/(4(T-2k+3)): F13 of the ledger.

    It is attained where the line up to its second reward comes before the line, beside zeros.
    """
    bent = Reward.from_points([(0, 0), (2, Fraction(2, T))])
    return Known((_before_a_line(bent, k, T),), Fraction(T * (T + 1), 4 * (T - 2 * k + 3)))


def _before_a_line(first: Reward, k: int, T: int) -> Instance:
    line, nothing = Reward.from_points([(0, 0), (T, 1)]), Reward.from_values([0])
    return Instance.of([first, line, *([nothing] * (k - 2))])


def _knowledge(finding: Finding) -> Known:
    done = finding.ratio == finding.upper
    return Known((finding.run.towards(CLOSE),), finding.ratio if done else None)
