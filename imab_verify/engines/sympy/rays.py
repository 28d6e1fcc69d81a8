"""The rays of each class: what they are at n, and what they sum up to, derived by sympy.

What a ray is at n, and where it bends, is declared in kernel/statement.py. Before its bend a ray is
one expression in n, after it another one. Sums run over ranges that are empty at worst, piece by
piece, and sympy finds the closed forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import sympy

from imab_verify.kernel import ArmClass, Polynomial
from imab_verify.kernel.statement import PULL, RAY

i, n, j = sympy.symbols("i n j", integer=True, positive=True)

Piece = tuple[Any, Any, Any]
"""A summand in i, and the first and the last i."""


def value(kind: ArmClass | None, *, after: bool) -> Any:
    """r_j(n) before or after the bend; without a class the constant 1."""
    return sympy.Integer(1) if kind is None else _read(kind.shape.ray.value[after])


def last(kind: ArmClass) -> Any:
    """The last n before the bend."""
    return _read(kind.shape.ray.last)


def _read(p: Polynomial) -> Any:
    """A polynomial in n and j."""
    names = {PULL: n, RAY: j}
    return sum(
        (
            sympy.Rational(c.numerator, c.denominator)
            * sympy.prod([names[name] ** exponent for name, exponent in monomial])
            for monomial, c in p.terms()
        ),
        sympy.Integer(0),
    )


def pieces(kind: ArmClass | None, *, after: bool) -> Iterator[Piece]:
    """The sum of r_j(i) over i = 1..n, cut where the ray bends."""
    before, beyond = (value(kind, after=side).subs(n, i) for side in (False, True))
    if kind is None or not after:
        yield before, 1, n
        return
    bend = last(kind)
    yield before, 1, bend
    yield beyond, bend + 1, n


def total(kind: ArmClass | None, *, after: bool) -> Any:
    """r_j(1) + ... + r_j(n), in closed form."""
    sums = (sympy.summation(summand, (i, *ends)) for summand, *ends in pieces(kind, after=after))
    return sympy.expand(sum(sums))


@cache
def terms(kind: ArmClass | None, *, sums: bool, after: bool) -> tuple[tuple[int, int, Any], ...]:
    """The closed form as a list of c * n^a * j^b: a, b and c."""
    closed = (total if sums else value)(kind, after=after)
    return tuple((a, b, c) for (a, b), c in sympy.Poly(closed, n, j).terms())
