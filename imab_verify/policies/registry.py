"""Policies by name, the texts of their options, and policies on their way to another process."""

import pickle
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from imab_verify.errors import InputError, quote
from imab_verify.model.rationals import parse_rational, parse_whole
from imab_verify.modules import import_file, importable
from imab_verify.policies import builtin
from imab_verify.policies.protocol import (
    FAULTS,
    Policy,
    RandomisedPolicy,
    check_policy,
    show_fault,
)

AnyPolicy = Policy | RandomisedPolicy
Parser = Callable[[str, str], object]


def _word(text: str, where: str) -> str:  # noqa: ARG001  the policy itself knows its words
    return text


def _scale(text: str, where: str) -> Fraction | str:
    return text if text == "guess" else parse_rational(text, where)


_BUILT_IN: dict[str, tuple[Callable[..., AnyPolicy], dict[str, Parser]]] = {
    "algorithm-1": (builtin.Algorithm1, {"init": _word, "ties": _word}),
    "round-robin": (builtin.RoundRobin, {}),
    "greedy": (builtin.Greedy, {"ties": _word}),
    "single-arm": (builtin.SingleArm, {"arm": parse_whole}),
    "explore-then-commit": (
        builtin.ExploreThenCommit,
        {"explore": parse_whole, "commit": _word, "ties": _word},
    ),
    "elimination": (builtin.Elimination, {}),
    "random-probe": (
        builtin.RandomProbe,
        {"scale": _scale, "grid": parse_whole, "fallback": _word},
    ),
}
"""Every built-in policy: its class, and the readers of its options, (text, where) -> value."""


def policy_names() -> tuple[str, ...]:
    """Return the names of the built-in policies."""
    return tuple(_BUILT_IN)


def make_policy(spec: str, options: Mapping[str, str] | None = None) -> AnyPolicy:
    """Build the policy called `spec`: a built-in name, `package.module:name` or `file.py:name`.

    For a built-in policy the options are read strictly. For one of the user's own, a class or
    another callable is called with the options as keyword arguments (texts, as given); an object
    that is a policy already takes none.
    """
    options = options or {}
    if ":" in spec:
        where = f"policy {quote(spec)}"
        policy: AnyPolicy = _build(load(spec, where), options, where)
        check_policy(policy, where)
        return policy
    if spec not in _BUILT_IN:
        names = policy_names()
        parts = [name for name in names if len(spec) > 2 and spec.lower() in name]
        near = parts or get_close_matches(spec.lower(), names, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(names)}"
        raise InputError(
            f"unknown policy {quote(spec)}: {hint} "
            "(your own is package.module:name or file.py:name)"
        )
    make, parsers = _BUILT_IN[spec]
    for key in options:
        if key not in parsers:
            allowed = f"its options are {', '.join(parsers)}" if parsers else "it has no options"
            raise InputError(f"policy {spec} has no option {quote(key)}: {allowed}")
    return make(**{k: parsers[k](text, f"policy {spec}: {k}") for k, text in options.items()})


def beside(file: Path, spec: str) -> str:
    """The name of a policy as a file says it: `policies.py:name` is in a file beside that one."""
    place, colon, name = spec.rpartition(":")
    if not place.endswith(".py"):
        return spec
    return f"{file.resolve().parent / place}{colon}{name}"


def is_spec(spec: str) -> bool:
    """Whether this has the form package.module:name or file.py:name."""
    place, _, name = spec.rpartition(":")
    named = place.endswith(".py") or all(part.isidentifier() for part in place.split("."))
    return name.isidentifier() and named


def load(spec: str, where: str) -> Any:
    """Import what is called `package.module:name` or `file.py:name`."""
    if not is_spec(spec):
        raise InputError(f"{where} is not of the form package.module:name or file.py:name")
    place, _, name = spec.rpartition(":")
    if place.endswith(".py") and not Path(place).exists():
        raise InputError(f"{where}: there is no file {quote(place)}")
    try:
        module = import_file(Path(place)) if place.endswith(".py") else _import(place)
    except FAULTS as error:
        raise InputError(f"{where} cannot be imported: {show_fault(error)}") from error
    try:
        return getattr(module, name)
    except FAULTS as error:
        raise InputError(f"{where}: module {quote(place)} has no {name}") from error


def _import(name: str) -> ModuleType:
    with importable(Path.cwd()):
        return import_module(name)


def _build(thing: Any, options: Mapping[str, str], where: str) -> Any:
    """Call a class or factory with the options; take any other object as it is."""
    ready = not isinstance(thing, type) and (hasattr(thing, "choose") or hasattr(thing, "draw"))
    if not ready and callable(thing):
        try:
            return thing(**options)
        except FAULTS as error:
            raise InputError(f"{where} cannot be constructed: {show_fault(error)}") from error
    if options:
        raise InputError(f"{where} is a ready object, so it takes no options")
    return thing


def parse_options(pairs: Iterable[str]) -> dict[str, str]:
    """Read texts "key=value", each key at most once."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.isidentifier():
            raise InputError(f"the policy option {quote(pair)} is not of the form key=value")
        if key in options:
            raise InputError(f"the policy option {quote(key)} is given twice")
        options[key] = value
    return options


def pack(policy: AnyPolicy) -> bytes:
    """Write a policy and its class, which may be one of a notebook; InputError if it cannot be.

    A class from a module is only named, and the other process imports it.
    """
    import cloudpickle

    try:
        written: bytes = cloudpickle.dumps(policy)
        unpack(written)
    except FAULTS as error:
        raise InputError(
            f"policy {policy.name} cannot be sent to the processes that play it, give it by its "
            f'name, "package.module:name" or "file.py:name": {show_fault(error)}'
        ) from error
    return written


def unpack(written: bytes) -> AnyPolicy:
    """Read what `pack` has written, in this process."""
    policy: AnyPolicy = pickle.loads(written)  # noqa: S301  from our own parent
    return policy
