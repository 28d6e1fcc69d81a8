"""Policies side by side, on the same instances or on families of them, one for each k and T."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.api.policies import InstanceLike, PolicyLike, as_instance, build, name_of_instance
from imab_verify.errors import InputError, quote
from imab_verify.files import show_path
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import Span, check_count, check_numbers, read_span
from imab_verify.model.rewards import Reward
from imab_verify.policies.protocol import FAULTS, show_fault, show_value
from imab_verify.policies.registry import is_spec, load, parse_options
from imab_verify.report.runs import Comparison, Line
from imab_verify.simulation.play import reach

if TYPE_CHECKING:
    pass

Function = Callable[..., Any]
"""A function of k, of T, or of both, whose value is an instance, its arms, or its document."""


def one_line(k: int, T: int) -> Instance:
    """Arm 1 is n/T up to T, the others are 0: the worst case of round robin."""
    return Instance.of([_line(T, T), *[Reward.from_values([0])] * (k - 1)])


def capped_lines(k: int, T: int) -> Instance:
    """Arm k is n/T up to T; the others look the same up to N = ceil(T/k), then stay there."""
    return Instance.of([*[_line(-(-T // k), T)] * (k - 1), _line(T, T)])


def ladder(k: int, T: int) -> Instance:
    """Arm i is n/T up to ceil(iT/k), then stays there: the last to bend is the best."""
    return Instance.of(_line(-(-i * T // k), T) for i in range(1, k + 1))


def square_roots(k: int, T: int) -> Instance:
    """Arm i is i/k times a square root through the points n = 1, 4, 16, ..., scaled to be <= 1."""
    last = next(j for j in range(T.bit_length() + 1) if 4**j >= T)
    root = [(0, Fraction(0)), *((4**j, Fraction(2**j, 2**last)) for j in range(last + 1))]
    return Instance.of(
        Reward.from_points([(n, v * Fraction(i, k)) for n, v in root]) for i in range(1, k + 1)
    )


def worst_of_algorithm_1(k: int, T: int) -> Instance:
    """An instance with the largest OPT/ALG of Algorithm 1, for T >= 2k."""
    from imab_verify.engines.worst_case.family import family_instances

    if 2 * k > T:
        raise InputError("it begins at T = 2k")
    return next(family_instances(k, T))


def _line(bend: int, T: int) -> Reward:
    """n/T up to a bend, then constant."""
    return Reward.from_points([(0, 0), (bend, Fraction(bend, T))])


BUILT_IN: Mapping[str, Function] = {
    "one-line": one_line,
    "capped-lines": capped_lines,
    "ladder": ladder,
    "square-roots": square_roots,
    "worst-of-algorithm-1": worst_of_algorithm_1,
}


@dataclass(frozen=True, slots=True)
class InstanceFamily:
    """A family by its name, with the parameters that its function takes."""

    name: str
    function: Function
    parameters: tuple[str, ...]

    @property
    def of_k(self) -> bool:
        """Whether the number of arms must be given."""
        return "k" in self.parameters

    def at(self, k: int | None, T: int) -> Instance:
        """The instance of a size; InputError says what the function did."""
        values = {"k": k, "T": T}
        where = f"family {quote(self.name)} at " + ", ".join(
            f"{name} = {values[name]}" for name in ("k", "T") if values[name] is not None
        )
        try:
            made = self.function(*(values[name] for name in self.parameters))
            return as_instance(made, where)
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
        except FAULTS as error:
            raise InputError(f"{where} raised an error: {show_fault(error)}") from error


def as_family(given: object) -> InstanceFamily | None:
    """The family that is meant: a name, `package.module:function`, `file.py:function`, a function.

    None if this is no family. A parameter called k gets the number of arms, one called T, or a
    single one with any other name, the horizon.
    """
    if isinstance(given, str):
        if given in BUILT_IN:
            return _family(given, BUILT_IN[given])
        if not is_spec(given):
            return None
        return _family(given, load(given, f"family {quote(given)}"))
    if callable(given):
        return _family(getattr(given, "__name__", "the family"), given)
    return None


def _family(name: str, function: Any) -> InstanceFamily:
    if not callable(function):
        raise InputError(f"family {quote(name)} is {show_value(function)}, not a function of k, T")
    try:
        told = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        told = ()  # type: ignore[assignment]  # refused just below
    needed = [p.name for p in told if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    if len(needed) == 1 and needed[0] != "k":
        needed = ["T"]
    if not needed or not {*needed} <= {"k", "T"}:
        raise InputError(f"family {quote(name)} must be a function of k and T, or of one of them")
    return InstanceFamily(name, function, tuple(needed))


MOST_ARMS = 10_000
POINTS = 40
"""The largest number of horizons of a range that are played."""


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
    check_numbers(samples=samples, seed=seed)
    if not policies:
        raise InputError("there is nothing to compare: name policies with --policy")
    chosen = [_policy(policy) for policy in policies]
    places = [_place(one) for one in _as_list(instances)]
    families = [place for place in places if isinstance(place, InstanceFamily)]
    if k is not None and not any(family.of_k for family in families):
        raise InputError("-k is for a family of instances: a file has its own number of arms")
    sizes = None if k is None else read_span(k, 1, "k")
    if sizes is not None and sizes[-1] > MOST_ARMS:
        raise InputError(f"a family has instances of at most {MOST_ARMS} arms here")
    span = read_span(T, 1 if families else 0, "T")
    horizons = spread(span, check_count(points, 2, "the number of points"))
    lines = [
        Line(label, name, reached)
        for place in places
        for name, arenas in _arenas(place, sizes, horizons)
        for label, policy in chosen
        for instance, at in arenas
        for reached in reach(instance, policy, at, samples=samples, seed=seed)
    ]
    return Comparison(tuple(lines))


def _arenas(
    place: InstanceFamily | InstanceLike, sizes: range | None, horizons: Sequence[int]
) -> Iterator[tuple[str, list[tuple[Instance, Sequence[int]]]]]:
    """Instances by name with their horizons; a family has another instance at every horizon."""
    if not isinstance(place, InstanceFamily):
        yield from ((name, [(instance, horizons)]) for name, instance in _instances(place))
        return
    if place.of_k and sizes is None:
        raise InputError(f"family {quote(place.name)} needs a number of arms: give -k")
    for size in (sizes or ()) if place.of_k else (None,):
        name = place.name if size is None else f"{place.name}, k = {size}"
        yield name, [(place.at(size, T), [T]) for T in horizons]


def spread(span: range, points: int) -> list[int]:
    """Members of a range, at most `points`: both ends, and others in steps that grow with them."""
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
    """A policy with its name, options included."""
    if not isinstance(policy, str):
        made = build(policy)
        return made.name, made
    name, *options = policy.split(",")
    return policy, build(name, parse_options(options))


def _place(one: InstanceLike | Function) -> InstanceFamily | InstanceLike:
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
