"""Families of instances, one instance for every k and T: built-in ones, and functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from imab_verify.errors import InputError, quote
from imab_verify.model.files import instance_from_json
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.protocol import FAULTS, show_fault, show_value
from imab_verify.policies.registry import is_spec, load

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
class Family:
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
            return _instance(made, where)
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
        except FAULTS as error:
            raise InputError(f"{where} raised an error: {show_fault(error)}") from error


def as_family(given: object) -> Family | None:
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


def _family(name: str, function: Any) -> Family:
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
    return Family(name, function, tuple(needed))


def _instance(made: Any, where: str) -> Instance:
    if isinstance(made, Instance):
        return made
    if isinstance(made, Mapping):
        return instance_from_json(dict(made), where)
    if not isinstance(made, Iterable):
        raise InputError(f"it gave {show_value(made)}, not an instance")
    return Instance.of(made)
