"""Case trees as lists of cases with short conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from imab_verify.kernel import Case, Crossing, Empty, Fact, Have, Node, Polynomial, Shares
from imab_verify.kernel.arms import Constraint, Region, Source, bring_in
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import RAY
from imab_verify.report.explain.blocks import Parts, list_parts
from imab_verify.report.explain.expressions import Chain, Expression, Role, Sum, Symbol, equation
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.signs import constraint_chain, decompose

Brought = Mapping[str, tuple[Source, Region]]
"""What was brought in about arms, by name, with what was known before it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A case: where it is, what was decided on the way there, and what closes it.

    What closes it may bring in something about the run, and go on.
    """

    node: Node
    region: Region
    path: tuple[Constraint, ...] = ()
    brought: Brought = field(default_factory=dict)
    merged: bool = False


def leaves(
    node: Node,
    region: Region,
    same: Callable[[Leaf, Leaf], bool] = lambda _a, _b: False,
    brought: Brought = MappingProxyType({}),
) -> list[Leaf]:
    """The cases of a tree; two sides of a split that are the `same` are one case."""
    return list(_merge(Leaf(node, region, (), brought), same))


def _merge(at: Leaf, same: Callable[[Leaf, Leaf], bool]) -> Iterator[Leaf]:
    match at.node:
        case Have(name, source, then) if not isinstance(source, Fact | Shares | Crossing):
            brought = {**at.brought, name: (source, at.region)}
            region = bring_in(name, source, at.region)
            yield from _merge(replace(at, node=then, region=region, brought=brought), same)
        case Case(split, below, above):
            sides = zip((below, above), at.region.branches(split), strict=True)
            low, high = (
                list(_merge(Leaf(node, r, (*at.path, r.constraints[-1]), at.brought), same))
                for node, r in sides
            )
            if len(low) == len(high) == 1 and same(low[0], high[0]):
                yield replace(at, node=low[0].node, merged=True)
            else:
                yield from (*low, *high)
        case _:
            yield at


def split_possible(cases: Sequence[Leaf]) -> tuple[list[Leaf], list[Leaf]]:
    """The cases that can occur, and those that contradict themselves."""
    return (
        [leaf for leaf in cases if not isinstance(leaf.node, Empty)],
        [leaf for leaf in cases if isinstance(leaf.node, Empty)],
    )


# --- conditions --------------------------------------------------------------------------------


def conditions(leaf: Leaf, outside: Region, names: Names) -> Parts:
    """What distinguishes a case, without what follows from the rest."""
    at = pin_ray(leaf)
    needed = _needed_constraints(at.path, outside)
    chains = []
    if at.value is not None:
        chains.append(equation(names.symbol(RAY), names.expand(at.value), Role.SAID))
    chains += _of_ray([c for c in needed if RAY in c.polynomial.names()], names)
    chains += [constraint_chain(c, names) for c in needed if RAY not in c.polynomial.names()]
    return list_parts([(chain,) for chain in chains])


def _needed_constraints(path: Sequence[Constraint], outside: Region) -> list[Constraint]:
    """The constraints that do not follow from the others and from the region outside."""
    needed = list(dict.fromkeys(path))
    for constraint in tuple(needed):
        others = [c for c in needed if c is not constraint]
        proof = decompose(constraint.polynomial, outside.adding(*others))
        if proof is not None and not constraint.strict:
            needed = others
    return needed


class Pinned(NamedTuple):
    """A case with j replaced where its conditions say what j is; None where they do not."""

    value: Polynomial | None
    path: tuple[Constraint, ...]
    region: Region

    def of(self, p: Polynomial) -> Polynomial:
        """A polynomial in this case."""
        return p if self.value is None else p.substitute({RAY: self.value})


def pin_ray(leaf: Leaf) -> Pinned:
    """The case with j replaced where its conditions say what j is."""
    ray = Polynomial.variable(RAY)
    bounds = dict.fromkeys(c.polynomial for c in leaf.path)
    value = next((ray - p for p in bounds if -p in bounds and RAY not in (ray - p).names()), None)
    whole = Pinned(value, leaf.path, leaf.region)
    if value is None:
        return whole
    path, constraints = (
        tuple(replace(c, polynomial=whole.of(c.polynomial)) for c in own)
        for own in (leaf.path, leaf.region.constraints)
    )
    return Pinned(value, path, replace(leaf.region, constraints=constraints))


def _of_ray(bounds: Sequence[Constraint], names: Names) -> Iterator[Chain]:
    """m < j <= T for j - m - 1 >= 0 and T - j >= 0."""
    ray = Polynomial.variable(RAY)
    j = names.symbol(RAY)
    lower = [ray - c.polynomial for c in bounds if RAY not in (ray - c.polynomial).names()]
    upper = [ray + c.polynomial for c in bounds if RAY not in (ray + c.polynomial).names()]
    plain = len(lower) + len(upper) == len(bounds)
    if not plain or len(lower) > 1 or len(upper) > 1:
        yield from (constraint_chain(c, names) for c in bounds)
        return
    if lower:
        sign, bound = _strictly(lower[0], -ONE, names)
        if not upper:
            yield Chain(j, ((">" if sign else ">=", bound),), Role.SAID)
            return
        chain = Chain(bound, (("<" if sign else "<=", j),), Role.SAID)
    else:
        chain = Chain(j, (), Role.SAID)
    for p in upper:
        sign, bound = _strictly(p, ONE, names)
        yield chain.then("<" if sign else "<=", bound)


def _strictly(p: Polynomial, shift: Polynomial, names: Names) -> tuple[bool, Expression]:
    """j >= m + 1 is j > m, and j <= m - 1 is j < m."""
    moved = names.expand(p + shift)
    strict = not isinstance(moved, Sum) and isinstance(names.expand(p), Sum)
    return (True, moved) if strict and isinstance(moved, Symbol) else (False, names.expand(p))
