"""Run a policy on an instance, exactly."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from imab_verify.api.arguments import check_arguments
from imab_verify.api.policies import Options, PolicyLike, build
from imab_verify.files import show_path
from imab_verify.model.files import instance_from_json, read_instance
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.report.replies import Reply
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import (
    Played,
    Progress,
    WorstHorizon,
    check_profile,
    find_worst_horizon,
)
from imab_verify.simulation.play import simulate as play
from imab_verify.simulation.stepwise import FinishedRun

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.policies.protocol import Policy

InstanceLike = Instance | str | os.PathLike[str] | Mapping[str, Any] | Sequence[Reward]
"""An instance, its file, its JSON document, or its arms."""


@dataclass(frozen=True, slots=True)
class Simulation(Reply):
    """What a policy reached on an instance with T pulls; arms are counted from 0.

    outcome: the run or, for a randomised policy, its average. worst: the worst horizon up to T,
    where a profile was asked for. source: what the instance is called.
    """

    outcome: Played | Expectation
    worst: WorstHorizon | None = None
    source: str = "the instance"

    @property
    def instance(self) -> Instance:
        """The instance."""
        return self._totals.instance

    @property
    def T(self) -> int:
        """The horizon."""
        return self._totals.T

    @property
    def pulls(self) -> tuple[int, ...] | None:
        """How often each arm was pulled; None for a randomised policy."""
        return self.outcome.run.pulls if isinstance(self.outcome, Played) else None

    @property
    def sequence(self) -> tuple[int, ...] | None:
        """The arm of every step, if the run was played pull by pull."""
        steps = self.outcome.sequence if isinstance(self.outcome, Played) else None
        return None if steps is None else tuple(steps)

    @property
    def alg(self) -> Fraction:
        """ALG(T); for a randomised policy its mean, exact or estimated (`exact`)."""
        return self.outcome.run.alg if isinstance(self.outcome, Played) else self.outcome.mean

    @property
    def exact(self) -> bool:
        """Whether `alg` is exact: it is not if a mean had to be estimated."""
        return isinstance(self.outcome, Played) or self.outcome.exact

    @property
    def opt(self) -> Fraction:
        """OPT(T)."""
        return self._totals.opt

    @property
    def opt_arm(self) -> int:
        """The first arm with Rew(f_i, T) = OPT(T), counted from 0."""
        return self._totals.opt_arm

    @property
    def ratio(self) -> Fraction | None:
        """OPT(T)/ALG(T); None where it is infinite, 1 where both are 0."""
        return self._totals.ratio

    @property
    def regret(self) -> Fraction:
        """OPT(T) - ALG(T)."""
        return self._totals.policy_regret

    @property
    def external_regret(self) -> Fraction | None:
        """Against the best fixed arm on the rewards that were on offer; None if not known."""
        regret = self.outcome.external_regret if isinstance(self.outcome, Played) else None
        return None if isinstance(regret, str) else regret

    @property
    def _totals(self) -> FinishedRun | Expectation:
        return self.outcome.run if isinstance(self.outcome, Played) else self.outcome

    def to_json(self) -> dict[str, Any]:
        """The document of `simulate --json`."""
        from imab_verify.report.runs import run_document

        return {"instance": self.source, **run_document(self.outcome, self.worst)}

    def show(self, screen: Console) -> None:
        """Print the arms, the totals and, with a profile, who was optimal when."""
        from imab_verify.report.runs import show_run

        show_run(screen, self.source, self.outcome, self.worst)

    def draw(self, path: str) -> None:
        """Draw the run into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, draw_run, picture_of, save_figure

        check_figure_path(path)
        save_figure(draw_run(picture_of(self.outcome, self.worst)), path)

    def _repr_html_(self) -> str:
        from imab_verify.report.replies import reply_with_instance

        return reply_with_instance(self, self.instance)


def simulate(
    instance: InstanceLike,
    policy: PolicyLike,
    T: int,
    *,
    options: Options | None = None,
    profile: bool = False,
    samples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Simulation:
    """Play T pulls of a policy on an instance.

    profile: find the worst OPT/ALG over all horizons up to T too. samples, seed: for a randomised
    policy with too many outcomes for an exact mean.

    >>> line = Reward.from_points([(0, 0), (10, 1)])
    >>> run = simulate([line, Reward.from_values(["1/4"])], "algorithm-1", T=20)
    >>> run.pulls, run.ratio
    ((16, 4), Fraction(31, 25))
    """
    check_arguments(simulate, locals())
    arena, chosen = as_instance(instance), build(policy, options)
    if profile:
        check_profile(chosen, T)
    outcome = play(arena, chosen, T, samples=samples, seed=seed, progress=progress)
    worst = None
    if profile and isinstance(outcome, Played):
        fixed = cast("Policy", chosen)
        worst = find_worst_horizon(arena, fixed, T, sequence=outcome.sequence)
    return Simulation(outcome, worst, name_of_instance(instance))


def as_instance(instance: InstanceLike) -> Instance:
    """The instance that is meant; InputError names the file, arm and pull."""
    if isinstance(instance, Instance):
        return instance
    if isinstance(instance, str | os.PathLike):
        return read_instance(instance)
    if isinstance(instance, Mapping):
        return instance_from_json(dict(instance), "the instance")
    return Instance.of(instance)


def name_of_instance(instance: InstanceLike) -> str:
    """What to call it: its file, if it has one."""
    named = isinstance(instance, str | os.PathLike)
    return show_path(instance) if named else "the instance"  # type: ignore[arg-type]
