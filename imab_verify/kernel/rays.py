"""The value of a functional on the extreme rays of a class (kernel/classes.py).

The ray parameter j is the variable RAY of a region.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from imab_verify.kernel.classes import PULL, RAY, ArmClass, J
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Kind
from imab_verify.kernel.functionals import expand
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, show, total
from imab_verify.kernel.regions import Constraint, Region

Functional = Mapping[tuple[Kind, Polynomial], Polynomial]


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
    return replace(region.adding(Constraint(J - ONE, name="ray")), names=region.names | {RAY})


def cut(kind: ArmClass, index: Polynomial) -> Polynomial:
    """An integer that is <= 0 where the index is before the bend of r_j and >= 1 after it."""
    return index - kind.shape.ray.last


def on_ray(kind: ArmClass, parts: Functional, region: Region) -> Polynomial:
    """The functional at f = r_j, on a region that says on which side of the bend each index is."""
    return total(c * on_side(kind, k, e, _after(kind, e, region)) for (k, e), c in parts.items())


def _after(kind: ArmClass, index: Polynomial, region: Region) -> bool:
    side = cut(kind, index)
    if region.implies(-side):
        return False
    if region.implies(side - ONE):
        return True
    raise RejectedError(Reason.UNDECIDED, f"the region leaves the sign of {show(side)} open")


def on_side(
    kind: ArmClass, what: Kind, e: Polynomial, after: bool, bend: Polynomial | None = None
) -> Polynomial:
    """f(e) or Rew(f,e) for f = r_j, where e is after the bend or not; j is a variable, or given."""
    ray, values = kind.shape.ray, {PULL: e} if bend is None else {PULL: e, RAY: bend}
    return (ray.value if what == Kind.VALUE else ray.total)[after].substitute(values)
