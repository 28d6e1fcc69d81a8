"""Extreme rays of the classes of reward functions, and the value of a functional on them.

Restricted to indices up to any M, every f of a class is f(first) * 1 + sum_j c_j * r_j with
c_j >= 0 over j >= 1, where r_j is
    concave         min(n, j)        c_j = 2f(j) - f(j-1) - f(j+1) for j < M, c_M = f(M) - f(M-1)
    concave-from-1  min(n-1, j)      the same, shifted by one
    monotone        [n >= j]         c_j = f(j) - f(j-1)
So a functional that is linear in f is >= 0 on the class if and only if it is >= 0 on the
constant 1 and on every r_j. The ray parameter j is the variable RAY of a region.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from imab_verify.kernel.claims import ArmClass, Atom, Kind, expand
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, shown, total, triangle
from imab_verify.kernel.regions import Constraint, Region

RAY = "_j"
J = Polynomial.variable(RAY)

Functional = Mapping[tuple[Kind, Polynomial], Polynomial]


def hinge(what: Kind, n: Any, j: Any, after: bool, sum_to: Callable[[Any], Any]) -> Any:
    """f(n) or Rew(f,n) for f = min(n, j); `after` says whether n > j.

    f = n and Rew = 1 + ... + n before the bend; f = j and Rew = 1 + ... + j + j(n-j) after it.
    """
    if what == Kind.VALUE:
        return j if after else n
    return sum_to(j) + j * (n - j) if after else sum_to(n)


def functional(terms: list[tuple[Polynomial, Atom]]) -> dict[tuple[Kind, Polynomial], Polynomial]:
    """A combination of atoms of one arm, collected by value f(e) and sum Rew(f,e)."""
    collected: dict[tuple[Kind, Polynomial], Polynomial] = {}
    for coefficient, atom in terms:
        for factor, kind, index in expand(atom):
            key = kind, index
            collected[key] = collected.get(key, ZERO) + coefficient * factor
    return {key: c for key, c in collected.items() if len(c)}


def on_constant(parts: Functional) -> Polynomial:
    """The functional at f = 1: f(e) = 1 and Rew(f,e) = e."""
    return total(c * (ONE if kind == Kind.VALUE else e) for (kind, e), c in parts.items())


def ray_region(region: Region) -> Region:
    """The region with the ray parameter j >= 1 as one more integer."""
    return replace(region.adding(Constraint(J - ONE)), names=region.names | {RAY})


def cut(kind: ArmClass, index: Polynomial) -> Polynomial:
    """An integer that is <= 0 where the index is before the bend of r_j and >= 1 after it."""
    if kind == ArmClass.MONOTONE:
        return index - J + ONE
    return index - Polynomial.constant(kind.first) - J


def on_ray(kind: ArmClass, parts: Functional, region: Region) -> Polynomial:
    """The functional at f = r_j, on a region that says on which side of the bend each index is."""
    return total(c * _basic(kind, k, e, _after(kind, e, region)) for (k, e), c in parts.items())


def _after(kind: ArmClass, index: Polynomial, region: Region) -> bool:
    side = cut(kind, index)
    if region.implies(-side):
        return False
    if region.implies(side - ONE):
        return True
    raise RejectedError(Reason.UNDECIDED, f"the region leaves the sign of {shown(side)} open")


def _basic(kind: ArmClass, what: Kind, index: Polynomial, after: bool) -> Polynomial:
    """f(e) or Rew(f,e) for f = r_j. Steps: 0, 0 before; 1, e-j+1 after."""
    if kind == ArmClass.MONOTONE:
        step = ONE if what == Kind.VALUE else index - J + ONE
        return step if after else ZERO
    value: Polynomial = hinge(what, index - Polynomial.constant(kind.first), J, after, triangle)
    return value
