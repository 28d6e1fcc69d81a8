"""What a policy reaches on one instance at several horizons, exactly where that is possible."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from imab_verify.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_short
from imab_verify.policies.protocol import Policy, RandomisedPolicy, is_randomised
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import MOST_STEPS, can_leap, simulate
from imab_verify.simulation.run import FinishedRun, ratio


@dataclass(frozen=True, slots=True)
class Reached:
    """ALG(T) against OPT(T); `exact` is False where a mean had to be estimated.

    ratio: OPT/ALG, None being infinite. pulls: None for a randomised policy.
    """

    T: int
    alg: Fraction
    opt: Fraction
    exact: bool = True
    pulls: tuple[int, ...] | None = None

    @property
    def ratio(self) -> Fraction | None:
        """OPT(T)/ALG(T); 1 where both are 0."""
        return ratio(self.opt, self.alg)

    @property
    def regret(self) -> Fraction:
        """OPT(T) - ALG(T)."""
        return self.opt - self.alg


def reach(
    instance: Instance,
    policy: Policy | RandomisedPolicy,
    horizons: Sequence[int],
    *,
    samples: int = 1000,
    seed: int = 0,
) -> list[Reached]:
    """What is reached at each horizon, in the order of `horizons`.

    A policy that does not know the horizon makes the same pulls at all of them, so one run serves;
    one that knows it, or is randomised, is played again for each.
    """
    if is_randomised(policy):
        return [_average(instance, policy, T, samples, seed) for T in horizons]
    fixed = cast("Policy", policy)
    if can_leap(instance, fixed):
        return [_of(leaping.run(instance, fixed, T)) for T in horizons]
    steps = sum(horizons) if fixed.horizon_aware else max(horizons)
    if steps > MOST_STEPS:
        raise InputError(
            f"policy {fixed.name} is played pull by pull, and these horizons take "
            f"{show_short(steps)} pulls, more than {MOST_STEPS}: give a smaller -T, or fewer points"
        )
    if fixed.horizon_aware:
        return [next(_along(instance, fixed, {T})) for T in horizons]
    seen = {at.T: at for at in _along(instance, fixed, set(horizons))}
    return [seen[T] for T in horizons]


def _of(run: FinishedRun) -> Reached:
    return Reached(run.T, run.alg, run.opt, pulls=run.pulls)


def _average(
    instance: Instance, policy: RandomisedPolicy, T: int, samples: int, seed: int
) -> Reached:
    mean = cast("Expectation", simulate(instance, policy, T, samples=samples, seed=seed))
    return Reached(T, mean.mean, mean.opt, exact=mean.exact)


def _along(instance: Instance, policy: Policy, horizons: Collection[int]) -> Iterator[Reached]:
    """Stop at these horizons of one run that is played pull by pull."""
    sequence = stepwise.sequence(instance, policy, max(horizons))
    stepwise.confirm(instance, policy, sequence)
    pulls, alg = [0] * instance.k, Fraction(0)
    if 0 in horizons:
        yield Reached(0, alg, alg, pulls=tuple(pulls))
    for t, arm in enumerate(sequence, start=1):
        pulls[arm] += 1
        alg += instance.arms[arm].value(pulls[arm])
        if t in horizons:
            yield Reached(t, alg, instance.opt(t), pulls=tuple(pulls))
