"""Policies, by name or as objects, and their runs on an instance, exactly."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.model.files import instance_from_json, read_instance
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_numbers, show_rational
from imab_verify.model.rewards import Reward
from imab_verify.policies.protocol import Policy, RandomisedPolicy, check_policy, show_value
from imab_verify.policies.registry import make_policy, pack, policy_names
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
from imab_verify.simulation.stepwise import FinishedRun, Outcome

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.kernel.statement import Context
    from imab_verify.policies.protocol import Policy

PolicyLike = str | Policy | RandomisedPolicy
"""The name of a policy, as the commands take it, or a policy."""
Options = Mapping[str, object]
"""Options of a policy that is given by name; values become text as on the command line."""


def policy(name: str, **options: object) -> Policy | RandomisedPolicy:
    """Make a policy: a built-in one, or one's own as "package.module:name".

    >>> policy("algorithm-1", ties="highest-index")
    Algorithm1(init='rounds', ties='highest-index')
    """
    return make_policy(name, as_texts(options))


def build(policy: PolicyLike, options: Options | None = None) -> Policy | RandomisedPolicy:
    """The policy of a name and options, or of words such as `index 2 by f(a)`; or itself."""
    if isinstance(policy, str):
        if policy.startswith("index "):
            from imab_verify.language.scored import ScoredIndex, index_in_words

            if (index := index_in_words(policy)) is not None and not options:
                return ScoredIndex(policy, index, index.opening)
        return make_policy(policy, as_texts(options or {}))
    if options:
        raise InputError("options are for a policy that is given by its name")
    check_policy(policy, f"the object {show_value(policy)}")
    return policy


def name_of(policy: PolicyLike, options: Options | None = None) -> tuple[str, dict[str, str]]:
    """The name of a policy and, if it is built in, the options that make it from its name."""
    if isinstance(policy, str):
        return policy, as_texts(options or {})
    build(policy, options)
    own = fields(policy) if _is_built_in(policy) else ()  # type: ignore[arg-type]
    return policy.name, as_texts({field.name: getattr(policy, field.name) for field in own})


def pack_policy(policy: PolicyLike) -> bytes | None:
    """The policy for other processes, if its name does not say to them what it is."""
    if isinstance(policy, str) or _is_built_in(policy):
        return None
    return pack(policy)


def _is_built_in(policy: Policy | RandomisedPolicy) -> bool:
    return policy.name in policy_names() and type(policy) is type(make_policy(policy.name))


def kernel_run(
    policy: PolicyLike | None, options: Options | None = None, where: str = ""
) -> Context | None:
    """The run that a claim is about, or every policy.

    A name leaves ties open, an object breaks them as it does.
    """
    if policy is None or isinstance(policy, str):
        from imab_verify.deciding.questions import read_run

        texts = as_texts(options or {})
        return read_run(policy, [f"{key}={text}" for key, text in texts.items()], where)
    from imab_verify.language.contexts import read_context
    from imab_verify.language.scored import run_of_policy

    run = run_of_policy(build(policy, options))
    if run is None:
        raise InputError(
            f"the kernel does not know {policy.name}, so no claim can be made about its run: `ask` "
            "and `hunt_claim` with policy, k and T play it"
        )
    return read_context(where, run)


def unknown_to_kernel(policy: PolicyLike, options: Options | None = None) -> bool:
    """Whether the kernel cannot play the policy; InputError if it is randomised."""
    from imab_verify.kernel.statement import ANY, ROUND_ROBIN
    from imab_verify.language.policy_names import POLICIES, is_some
    from imab_verify.language.scored import index_in_words, run_of_policy

    if isinstance(policy, str) and (
        policy in (ANY, "algorithm-1", ROUND_ROBIN, *POLICIES)
        or is_some(policy)
        or index_in_words(policy) is not None
    ):
        return False
    from counterexample_search.judging import check_one_run

    return run_of_policy(check_one_run(build(policy, options))) is None


def as_texts(options: Options) -> dict[str, str]:
    """Options as the command line has them."""
    for key, value in options.items():
        if isinstance(value, bool) or not isinstance(value, str | int | Fraction):
            raise InputError(
                f"the policy option {key} is {show_value(value)}: give text or a rational"
            )
    return {k: v if isinstance(v, str) else show_rational(v) for k, v in options.items()}  # type: ignore[arg-type]  # as was just seen


InstanceLike = Instance | str | os.PathLike[str] | Mapping[str, Any] | Sequence[Reward]
"""An instance, its file, its JSON document, or its arms."""


@dataclass(frozen=True, slots=True)
class Simulation(Outcome, Reply):
    """The result of T pulls of a policy on an instance; arms are counted from 0.

    pulls: how often each arm was pulled; None for a randomised policy, whose `alg` is a mean,
    estimated unless `exact`. external_regret: against the best fixed arm on the rewards on offer;
    None if not known. outcome: the run, or the average over runs. worst: the worst horizon up to T,
    where a profile was asked for. source: what the instance is called.
    """

    pulls: tuple[int, ...] | None
    exact: bool
    external_regret: Fraction | None
    outcome: Played | Expectation = field(repr=False)
    worst: WorstHorizon | None = None
    source: str = "the instance"

    @property
    def sequence(self) -> tuple[int, ...] | None:
        """The arm of every step, if the run was played pull by pull."""
        steps = self.outcome.sequence if isinstance(self.outcome, Played) else None
        return None if steps is None else tuple(steps)

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
    check_numbers(samples=samples, seed=seed)
    arena, chosen = as_instance(instance), build(policy, options)
    if profile:
        check_profile(chosen, T)
    outcome = play(arena, chosen, T, samples=samples, seed=seed, progress=progress)
    worst = regret = None
    if isinstance(outcome, Played):
        reached: FinishedRun | Expectation = outcome.run
        regret = outcome.external_regret
        if profile:
            fixed = cast("Policy", chosen)
            worst = find_worst_horizon(arena, fixed, T, sequence=outcome.sequence)
    else:
        reached = outcome
    return Simulation(
        *(arena, reached.policy, T, reached.alg, reached.pulls, reached.exact),
        external_regret=None if isinstance(regret, str) else regret,
        outcome=outcome,
        worst=worst,
        source=name_of_instance(instance),
    )


def as_instance(instance: InstanceLike, where: str = "the instance") -> Instance:
    """The instance that is meant; InputError names the file, arm and pull."""
    if isinstance(instance, Instance):
        return instance
    if isinstance(instance, str | os.PathLike):
        return read_instance(instance)
    if isinstance(instance, Mapping):
        return instance_from_json(dict(instance), where)
    return Instance.of(instance)


def name_of_instance(instance: InstanceLike) -> str:
    """The name of an instance in sentences: its file, if it has one."""
    named = isinstance(instance, str | os.PathLike)
    return show_path(instance) if named else "the instance"  # type: ignore[arg-type]
