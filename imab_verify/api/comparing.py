"""Policies side by side, on the same instances."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.api.playing import InstanceLike, as_instance, name_of_instance
from imab_verify.api.policies import PolicyLike, build
from imab_verify.errors import InputError, shown
from imab_verify.files import show_path
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count
from imab_verify.model.spans import Span, read_span
from imab_verify.policies.options import parse_options
from imab_verify.report import comparisons
from imab_verify.report.comparisons import Line
from imab_verify.report.replies import Reply
from imab_verify.simulation.horizons import reach

if TYPE_CHECKING:
    from rich.console import Console

POINTS = 40
"""At most so many horizons of a range are played."""


@dataclass(frozen=True, slots=True)
class Comparison(Reply):
    """Every policy on every instance at every horizon."""

    lines: tuple[Line, ...]

    def worst(self, policy: str) -> Line:
        """The line of a policy with the largest OPT/ALG."""
        own = [line for line in self.lines if line.policy == policy]
        if not own:
            raise InputError(f"{shown(policy)} was not compared")
        return comparisons.worst(own)

    def to_json(self) -> dict[str, Any]:
        """The document of `compare --json`."""
        return comparisons.document(self.lines)

    def show(self, screen: Console) -> None:
        """Print the table."""
        comparisons.show(screen, self.lines)

    def draw(self, path: str) -> None:
        """Draw OPT/ALG and regret against T into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, save_figure

        check_figure_path(path)
        save_figure(comparisons.draw(self.lines), path)


def compare(
    instances: InstanceLike | Sequence[InstanceLike],
    policies: Sequence[PolicyLike],
    T: Span,
    *,
    points: int = POINTS,
    samples: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Play all policies on the same instances, exactly.

    instances: one, several, or directories with instance files. policies: names, with options as
    "explore-then-commit,explore=3", or policies. T: a horizon or a range, of which at most `points`
    horizons are played, closer together where they are small. samples, seed: for randomised
    policies with too many outcomes for an exact mean.

    >>> from imab_verify import Reward
    >>> line, level = Reward.from_points([(0, 0), (10, 1)]), Reward.from_values(["1/4"])
    >>> done = compare([line, level], ["round-robin", "algorithm-1"], T=20)
    >>> [(one.policy, one.reached.ratio) for one in done.lines]
    [('round-robin', Fraction(31, 16)), ('algorithm-1', Fraction(31, 25))]
    """
    if not policies:
        raise InputError("there is nothing to compare: name policies with --policy")
    chosen = [_policy(policy) for policy in policies]
    horizons = spread(read_span(T, 0, "T"), check_count(points, 2, "the number of points"))
    lines = [
        Line(label, name, at)
        for name, instance in _instances(instances)
        for label, policy in chosen
        for at in reach(instance, policy, horizons, samples=samples, seed=seed)
    ]
    return Comparison(tuple(lines))


def spread(span: range, points: int) -> list[int]:
    """At most so many members of a range, both ends among them, in steps that grow with them."""
    first, last = span[0], span[-1]
    if last - first < points:
        return list(span)
    low = max(first, 1)
    chosen = {first, last}
    for j in range(1, points - 1):
        # low * (last/low)^(j/(points - 1)), rounded somehow: nothing depends on where it is.
        doublings = (log2(last) - log2(low)) * j / (points - 1)
        place = low * int(2 ** (doublings % 1) * 2**30) << int(doublings) >> 30
        chosen.add(min(max(place, first), last))
    return sorted(chosen)


def _policy(policy: PolicyLike) -> tuple[str, Any]:
    """What to call it, and the policy."""
    if not isinstance(policy, str):
        return policy.name, build(policy)
    name, *options = policy.split(",")
    return policy, build(name, parse_options(options))


def _instances(given: InstanceLike | Sequence[InstanceLike]) -> Iterator[tuple[str, Instance]]:
    for one in _listed(given):
        if isinstance(one, str | os.PathLike) and Path(one).is_dir():
            files = sorted(Path(one).glob("*.json"))
            if not files:
                raise InputError(f"{show_path(one)}: there is no instance (*.json) in here")
            yield from ((show_path(file), as_instance(file)) for file in files)
        else:
            yield name_of_instance(one), as_instance(one)


def _listed(given: Any) -> list[Any]:
    """One instance may be given by its arms: a list of rewards is not a list of instances."""
    from imab_verify.model.rewards import Reward

    if isinstance(given, list | tuple) and not all(isinstance(one, Reward) for one in given):
        return list(given)
    return [given]
