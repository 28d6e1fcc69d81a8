"""How the names of a claim are used, before anything is known about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from imab_verify.language.parser import (
    Call,
    Expression,
    Name,
    Negation,
    Number,
    Power,
    Series,
    Syntax,
)

OF_ARMS = ("Rew", "Delta", "P", "Area", "N")
"""What is written with an arm as its first argument."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Names in order; those that stand alone as numbers do, and those that stand as arms do.

    In T*g(n) + Rew(h, m-1) the names T, n and m stand alone, and g and h stand as arms. `indexed`
    has (g, n): what is called or measured, and a name that is a whole index of it.
    """

    names: tuple[str, ...]
    alone: frozenset[str]
    armed: frozenset[str]
    indexed: frozenset[tuple[str, str]]


def roles(syntaxes: Iterable[Syntax]) -> Roles:
    """The names of several texts that belong together."""
    names: dict[str, None] = {}
    alone: set[str] = set()
    armed: set[str] = set()
    indexed: set[tuple[str, str]] = set()
    for syntax in syntaxes:
        names |= dict.fromkeys(syntax.names)
        sides = [side for link in syntax.links for side in (link.left, link.right)]
        for name, of in (use for side in sides for use in _uses(side.expression)):
            (armed if of is None else alone).add(name)
            if of:
                indexed.add((of, name))
    return Roles(tuple(names), frozenset(alone), frozenset(armed), frozenset(indexed))


def _uses(node: Expression, of: str = "") -> Iterator[tuple[str, str | None]]:
    """Every name with what it is an index of, "" if it is no index, None if it is no number."""
    match node:
        case Number():
            return
        case Name(name):
            yield name, of
        case Call("before", (count, Name(arm))):
            yield from _uses(count)
            yield arm, None
        case Call(name, arguments):
            yield name, None
            match arguments:
                case (Name(arm), *rest) if name in OF_ARMS:
                    yield arm, None
                    arguments = tuple(rest)
            for argument in arguments:
                yield from _uses(argument, name)
        case Negation(operand):
            yield from _uses(operand)
        case Power(base, exponent):
            yield from _uses(base)
            yield from _uses(exponent)
        case Series(first, steps):
            yield from _uses(first)
            for step in steps:
                yield from _uses(step.operand)
