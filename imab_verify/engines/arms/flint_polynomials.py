"""Kernel polynomials to FLINT and back, for the arithmetic that must be fast."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from imab_verify.kernel import Polynomial


def ring(names: Sequence[str]) -> Any:
    """FLINT's polynomial ring over Q in these names."""
    import flint

    return flint.fmpq_mpoly_ctx.get(list(names), "degrevlex")


def to_flint(p: Polynomial, names: Sequence[str], context: Any) -> Any:
    """The polynomial as an element of the ring."""
    position = {name: i for i, name in enumerate(names)}
    table = {}
    for monomial, c in p.terms():
        exponents = [0] * len(names)
        for name, e in monomial:
            exponents[position[name]] = e
        table[tuple(exponents)] = rational(c)
    return context.from_dict(table)


def from_flint(p: Any, names: Sequence[str]) -> Polynomial:
    """The element of the ring as a kernel polynomial."""
    return Polynomial(
        {
            tuple((n, int(e)) for n, e in zip(names, exponents, strict=True) if e): fraction(c)
            for exponents, c in p.to_dict().items()
        }
    )


def rational(q: Fraction) -> Any:
    """A FLINT rational."""
    import flint

    return flint.fmpq(q.numerator, q.denominator)


def fraction(q: Any) -> Fraction:
    """A Python fraction."""
    return Fraction(int(q.p), int(q.q))
