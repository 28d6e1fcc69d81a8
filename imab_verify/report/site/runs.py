"""A run, step by step, for the player of a page: every number is exact and is made here.

The page only counts pulls and looks numbers up: f(n) and Rew(f,n) by curve and n, the estimate
P(f,n,M) by curve, n and M, ALG(t) and OPT(t) by t. Equal arms share one curve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from imab_verify.kernel import Refuted, Run, RunPoint
from imab_verify.kernel.semantics import sequence_of
from imab_verify.language.policy_names import short_name
from imab_verify.ledger.check import Result
from imab_verify.model.rationals import show_rational
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1, estimate
from imab_verify.policies.protocol import History, Observations

Points = tuple[tuple[int, Fraction], ...]
LONGEST = 5000
"""Runs of more pulls are shown by their counts alone."""


def run_of(result: Result) -> dict[str, Any] | None:
    """The run that refutes a reading, if a run does."""
    certified = result.outcome.certified
    if certified is None:
        return None
    document = certified.certificate
    if not isinstance(document, Refuted):
        return None
    claim, point = document.claim, document.counterexample
    if (
        not isinstance(point, RunPoint)
        or not isinstance(claim.run, Run)
        or not 1 <= point.T <= LONGEST
    ):
        return None
    curves = [curve.points for curve in point.curves]
    roles = {name: arm + 1 for name, arm in point.roles.items()}
    return steps(short_name(claim.run.policy), curves, sequence_of(claim.run, point), roles)


def steps(
    policy: str,
    arms: Sequence[Points],
    sequence: Sequence[int],
    roles: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """What the player shows of this sequence of pulls (arms from 0)."""
    kinds = {points: number for number, points in enumerate(dict.fromkeys(arms))}
    curves = [Reward.from_points(points) for points in kinds]
    curve_of = [kinds[points] for points in arms]
    estimates, alg = _along(curve_of, curves, sequence, estimated=policy == Algorithm1.name)
    rewards = [_rewards(curve, len(sequence)) for curve in curves]
    best = [_largest([row[t] for row in rewards]) for t in range(len(alg))]
    reached = _largest_counts(curve_of, sequence, len(curves))
    return {
        "policy": policy,
        "k": len(arms),
        "T": len(sequence),
        "arms": curve_of,
        "curves": [[[n, show_rational(v)] for n, v in points] for points in kinds],
        "values": [
            [show_rational(curve.value(n)) for n in range(1, last + 1)]
            for curve, last in zip(curves, reached, strict=True)
        ],
        "totals": [
            [show_rational(total) for total in row[: last + 1]]
            for row, last in zip(rewards, reached, strict=True)
        ],
        "estimates": estimates,
        "sequence": list(sequence),
        "alg": [show_rational(value) for value in alg],
        "opt": [show_rational(rewards[best[t]][t]) for t in range(len(alg))],
        "best": [curve_of.index(number) for number in best],
        "roles": dict(roles or {}),
    }


def _along(
    curve_of: Sequence[int], curves: Sequence[Reward], sequence: Sequence[int], *, estimated: bool
) -> tuple[dict[str, str], list[Fraction]]:
    """The estimates that occur, by "curve,n,M", and ALG(t) for t = 0, 1, ..., T."""
    k = len(curve_of)
    history = History(k)
    seen = Observations(history)
    pulls, most = [0] * k, 0
    alike: dict[tuple[int, int], set[int]] = {}
    for arm, curve in enumerate(curve_of):
        alike.setdefault((curve, 0), set()).add(arm)
    estimates: dict[str, str] = {}
    alg = [Fraction(0)]
    for t in range(len(sequence) + 1):
        if estimated and t >= 2 * k:
            for (curve, n), some in alike.items():
                key = f"{curve},{n},{most}"
                if some and key not in estimates:
                    estimates[key] = show_rational(estimate(seen, next(iter(some)), most - n))
        if t == len(sequence):
            break
        arm = sequence[t]
        curve = curve_of[arm]
        alike[curve, pulls[arm]].discard(arm)
        pulls[arm] += 1
        most = max(most, pulls[arm])
        alike.setdefault((curve, pulls[arm]), set()).add(arm)
        reward = curves[curve].value(pulls[arm])
        history.record(arm, reward)
        alg.append(alg[-1] + reward)
    return estimates, alg


def _largest(values: Sequence[Fraction]) -> int:
    """The first place of the largest value."""
    return max(range(len(values)), key=values.__getitem__)


def _largest_counts(curve_of: Sequence[int], sequence: Sequence[int], number: int) -> list[int]:
    """The largest count that an arm with each curve reaches."""
    reached = [0] * number
    for arm, n in Counter(sequence).items():
        reached[curve_of[arm]] = max(reached[curve_of[arm]], n)
    return reached


def _rewards(curve: Reward, T: int) -> list[Fraction]:
    """Rew(f,0), ..., Rew(f,T)."""
    totals = [Fraction(0)]
    for n in range(1, T + 1):
        totals.append(totals[-1] + curve.value(n))
    return totals
