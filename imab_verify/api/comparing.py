"""Policies side by side, on the same instances."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.api.arguments import check_arguments
from imab_verify.api.families import BUILT_IN, Family, Function, as_family
from imab_verify.api.playing import InstanceLike, as_instance, name_of_instance
from imab_verify.api.policies import PolicyLike, build
from imab_verify.errors import InputError, quote
from imab_verify.files import show_path
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import Span, check_count, read_span
from imab_verify.policies.registry import parse_options
from imab_verify.report.replies import Reply
from imab_verify.report.runs import Line, comparison_document, show_comparison, worst_line
from imab_verify.simulation.play import reach

if TYPE_CHECKING:
    from rich.console import Console

MOST_ARMS = 10_000
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
            raise InputError(f"{quote(policy)} was not compared")
        return worst_line(own)

    def to_json(self) -> dict[str, Any]:
        """The document of `compare --json`."""
        return comparison_document(self.lines)

    def show(self, screen: Console) -> None:
        """Print the table."""
        show_comparison(screen, self.lines)

    def draw(self, path: str) -> None:
        """Draw OPT/ALG and regret against T into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, draw_comparison, save_figure

        check_figure_path(path)
        save_figure(draw_comparison(self.lines), path)

    def _repr_html_(self) -> str:
        from imab_verify.report.figures import draw_comparison
        from imab_verify.report.replies import reply_with_figure

        return reply_with_figure(self, draw_comparison(self.lines))


def compare(
    instances: InstanceLike | Function | Sequence[InstanceLike | Function],
    policies: Sequence[PolicyLike],
    T: Span,
    *,
    k: Span | None = None,
    points: int = POINTS,
    samples: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Play all policies on the same instances, exactly.

    instances: one, several, directories with instance files, or families, which have an instance
    for every T: one-line, capped-lines, ladder, square-roots, worst-of-algorithm-1, and functions
    of k and T, or their names. k: the numbers of arms of a family. policies: names, with options as
    "explore-then-commit,explore=3", or policies. T: a horizon or a range, of which at most `points`
    horizons are played, closer together where they are small. samples, seed: for randomised
    policies with too many outcomes for an exact mean.

    >>> from imab_verify import Reward
    >>> line, level = Reward.from_points([(0, 0), (10, 1)]), Reward.from_values(["1/4"])
    >>> done = compare([line, level], ["round-robin", "algorithm-1"], T=20)
    >>> [(one.policy, one.reached.ratio) for one in done.lines]
    [('round-robin', Fraction(31, 16)), ('algorithm-1', Fraction(31, 25))]
    """
    check_arguments(compare, locals())
    if not policies:
        raise InputError("there is nothing to compare: name policies with --policy")
    chosen = [_policy(policy) for policy in policies]
    places = [_place(one) for one in _as_list(instances)]
    families = [place for place in places if isinstance(place, Family)]
    if k is not None and not any(family.of_k for family in families):
        raise InputError("-k is for a family of instances: a file has its own number of arms")
    sizes = None if k is None else read_span(k, 1, "k")
    if sizes is not None and sizes[-1] > MOST_ARMS:
        raise InputError(f"a family has instances of at most {MOST_ARMS} arms here")
    span = read_span(T, 1 if families else 0, "T")
    horizons = spread(span, check_count(points, 2, "the number of points"))
    how = {"samples": samples, "seed": seed}
    return Comparison(tuple(_lines(places, sizes, chosen, horizons, how)))


def _lines(
    places: Sequence[Family | InstanceLike],
    sizes: range | None,
    policies: Sequence[tuple[str, Any]],
    horizons: Sequence[int],
    how: Mapping[str, int],
) -> Iterator[Line]:
    """Every policy on every instance; a family has another one at every horizon."""
    for place in places:
        if not isinstance(place, Family):
            for name, instance in _instances(place):
                for label, policy in policies:
                    for at in reach(instance, policy, horizons, **how):
                        yield Line(label, name, at)
            continue
        if place.of_k and sizes is None:
            raise InputError(f"family {quote(place.name)} needs a number of arms: give -k")
        for size in (sizes or ()) if place.of_k else (None,):
            name = place.name if size is None else f"{place.name}, k = {size}"
            made = [(place.at(size, T), T) for T in horizons]
            for label, policy in policies:
                for instance, T in made:
                    [at] = reach(instance, policy, [T], **how)
                    yield Line(label, name, at)


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
        made = build(policy)
        return made.name, made
    name, *options = policy.split(",")
    return policy, build(name, parse_options(options))


def _place(one: InstanceLike | Function) -> Family | InstanceLike:
    """A family, or where instances are."""
    exists = isinstance(one, str) and Path(one).exists()
    family = None if exists else as_family(one)
    if family is None and isinstance(one, str) and not exists and not one.endswith(".json"):
        known = ", ".join(BUILT_IN)
        raise InputError(
            f"{quote(one)} is neither a file nor a family of instances: known are {known}, and "
            "your own as package.module:function or file.py:function"
        )
    return one if family is None else family  # type: ignore[return-value]  # no function is left


def _instances(one: InstanceLike) -> Iterator[tuple[str, Instance]]:
    if isinstance(one, str | os.PathLike) and Path(one).is_dir():
        files = sorted(Path(one).glob("*.json"))
        if not files:
            raise InputError(f"{show_path(one)}: there is no instance (*.json) in here")
        yield from ((show_path(file), as_instance(file)) for file in files)
    else:
        yield name_of_instance(one), as_instance(one)


def _as_list(given: Any) -> list[Any]:
    """One instance may be given by its arms: a list of rewards is not a list of instances."""
    from imab_verify.model.rewards import Reward

    if isinstance(given, list | tuple) and not all(isinstance(one, Reward) for one in given):
        return list(given)
    return [given]
