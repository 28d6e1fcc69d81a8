"""Polynomials, functionals of arms and the rays of each class, in sympy.

Written from the definitions; of the kernel only its data is used. What a ray is at n, and where it
bends, is declared in kernel/statement.py. Before its bend a ray is one expression in n, after it
another one. Sums run over ranges that are empty at worst, piece by piece, and sympy finds the
closed forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

import sympy
from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from imab_verify.kernel import ArmClass, Atom, Kind, Polynomial
from imab_verify.kernel.arms import Region
from imab_verify.kernel.statement import PULL, RAY

Part = tuple[str, bool, Polynomial]
"""An arm with Rew(f,e) if true, otherwise f(e)."""
ONE = Polynomial.constant(1)
HALF = Fraction(1, 2)


class DisagreementError(Exception):
    """What a certificate says is not so."""


def rational(q: Fraction) -> Any:
    """A number of sympy's field of rationals."""
    return QQ(q.numerator, q.denominator)


@cache
def _ring(names: frozenset[str]) -> PolyRing:
    return PolyRing(sorted(names), QQ)


def read(p: Polynomial, region: Region) -> PolyElement:
    """A polynomial of a certificate in the ring of the names of a region."""
    if not p.names() <= region.names:
        raise DisagreementError(f"{p} speaks of names that are none here")
    ring, places = _ring(region.names), sorted(region.names)
    terms = ((dict(monomial), c) for monomial, c in p.terms())
    return ring.from_dict(
        {tuple(powers.get(name, 0) for name in places): rational(c) for powers, c in terms}
    )


def lift(p: PolyElement, region: Region) -> PolyElement:
    """A polynomial in fewer names."""
    return p.set_ring(_ring(region.names))


def sharp(p: PolyElement, region: Region, *, strict: bool) -> tuple[PolyElement, bool]:
    """p > 0 for integers is d*p >= 1, where d clears the denominators; and whether > remains."""
    powers = zip(p.ring.symbols, p.degrees(), strict=True)
    if not strict or any(str(name) in region.reals and power > 0 for name, power in powers):
        return p, strict
    return p.clear_denoms()[1] - 1, False


# --- functionals ---------------------------------------------------------------------------------


def parts(atom: Atom) -> Iterator[tuple[Polynomial, Part]]:
    """A functional as a combination of values and sums, from its definition.

    P(f,a,N) goes on from Rew(f,a) on the line through f(a-1) and f(a), for N-a pulls.
    Area(f,n) = (f(0)+f(1))/2 + ... + (f(n-1)+f(n))/2: f(0) and f(n) count half.
    """
    n, *rest = atom.indices
    zero = n - n
    match atom.kind:
        case Kind.VALUE:
            yield ONE, (atom.arm, False, n)
        case Kind.REW:
            yield ONE, (atom.arm, True, n)
        case Kind.DELTA:
            yield ONE, (atom.arm, False, n)
            yield -ONE, (atom.arm, False, n - ONE)
        case Kind.P:
            gap = rest[0] - n
            steps = (gap * (gap + ONE)).scaled(HALF)
            yield ONE, (atom.arm, True, n)
            yield gap + steps, (atom.arm, False, n)
            yield -steps, (atom.arm, False, n - ONE)
        case Kind.AREA:
            yield ONE, (atom.arm, True, n)
            yield ONE.scaled(-HALF), (atom.arm, False, n)
            yield ONE.scaled(HALF), (atom.arm, False, zero)
        case _:
            raise DisagreementError(f"{atom.kind} is no functional of one arm")


Functional = Mapping[Part, PolyElement]


def on_constant(functional: Functional, region: Region) -> PolyElement:
    """The functional of one arm at f = 1."""
    return _on(None, functional, region)


def on_ray(kind: ArmClass, functional: Functional, region: Region) -> PolyElement:
    """The functional at f = r_j, where the region says on which side of the bend an index is."""
    return _on(kind, functional, region)


def _on(kind: ArmClass | None, functional: Functional, region: Region) -> PolyElement:
    total = _ring(region.names).zero
    for (_, sums, index), coefficient in functional.items():
        after = kind is not None and _after(kind, index, region)
        for a, b, c in terms(kind, sums=sums, after=after):
            place = [read(index, region)] * a
            bends = [read(Polynomial.variable(RAY), region)] * b if b else []
            total += prod([*place, *bends], start=lift(coefficient, region) * QQ(c.p, c.q))
    return total


def _after(kind: ArmClass, index: Polynomial, region: Region) -> bool:
    """Whether r_j at the index is beyond the bend."""
    excess = index - Polynomial.variable(RAY) - Polynomial.constant(int(last(kind) - j))
    if region.implies(-excess):
        return False
    if region.implies(excess - ONE):
        return True
    raise DisagreementError(f"it is open whether {index} is before the bend")


# --- rays ----------------------------------------------------------------------------------------

i, n, j = sympy.symbols("i n j", integer=True, positive=True)


def value(kind: ArmClass | None, *, after: bool) -> Any:
    """r_j(n) before or after the bend; without a class the constant 1."""
    return sympy.Integer(1) if kind is None else _expression(kind.shape.ray.value[after])


def last(kind: ArmClass) -> Any:
    """The last n before the bend."""
    return _expression(kind.shape.ray.last)


def _expression(p: Polynomial) -> Any:
    """A polynomial in n and j."""
    names = {PULL: n, RAY: j}
    return sympy.Add(
        *(
            sympy.Rational(c.numerator, c.denominator)
            * sympy.prod([names[name] ** exponent for name, exponent in monomial])
            for monomial, c in p.terms()
        )
    )


def total(kind: ArmClass | None, *, after: bool) -> Any:
    """r_j(1) + ... + r_j(n) in closed form, cut where the ray bends."""
    before, beyond = (value(kind, after=side).subs(n, i) for side in (False, True))
    pieces = [(before, 1, n)]
    if kind is not None and after:
        pieces = [(before, 1, last(kind)), (beyond, last(kind) + 1, n)]
    return sympy.expand(sum(sympy.summation(summand, (i, *ends)) for summand, *ends in pieces))


@cache
def terms(kind: ArmClass | None, *, sums: bool, after: bool) -> tuple[tuple[int, int, Any], ...]:
    """The closed form as a list of c * n^a * j^b: a, b and c."""
    closed = (total if sums else value)(kind, after=after)
    return tuple((a, b, c) for (a, b), c in sympy.Poly(closed, n, j).terms())
