"""Signs of parabolas over the integers, and of multiples of what has a sign."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from imab_verify.engines.arms.sums import prove_hard, prove_sum
from imab_verify.kernel import Case, Empty, Node, Polynomial, Sum, Term
from imab_verify.kernel.arms import Region
from imab_verify.kernel.polynomials import ONE


def prove_parabola(
    p: Polynomial, name: str, region: Region, sign: Callable[[Polynomial], Node | None]
) -> Node | None:
    """x^2 + b*x + c >= 0 where it is a square plus what is >= 0, or e(e+1) for an integer e.

    The coefficients b and c are polynomials; with s = -b/2 the parabola is (x-s)^2 + c - s^2. If
    c - s^2 = -1/4 it is e(e+1) with e = x-s-1/2, and e <= -1 or e >= 0.
    """
    x = Polynomial.variable(name)
    slope = (p - p.substitute({name: -x})).scaled(Fraction(1, 4))  # b*x/2
    half = slope.substitute({name: ONE})
    rest = p - (x + half) * (x + half)
    if rest.names():
        above = sign(rest)
        return None if above is None else _plus(above, Term(Fraction(1), (), x + half))
    value = rest.at({})
    if value >= 0:
        square = Term(Fraction(1), (), x + half)
        return Sum((square, *((Term(value),) if value else ())))
    e = x + half - Polynomial.constant(Fraction(1, 2))
    if value != Fraction(-1, 4) or e.denominator() != 1 or not region.integral(e):
        return None
    last = f"c{region.cases + 1}"
    leaf = Sum((Term(Fraction(1), ((last, 2),)), Term(Fraction(1), ((last, 1),))))
    return Case(e + ONE, leaf, leaf)


def _plus(node: Node, term: Term) -> Node | None:
    """A proof of p + term >= 0 from one of p >= 0."""
    match node:
        case Case(split, low, high):
            below, above = _plus(low, term), _plus(high, term)
            return None if below is None or above is None else Case(split, below, above)
        case Sum(terms):
            return Sum((term, *terms))
        case _:
            return node if isinstance(node, Empty) else None


def times(node: Node, factor: Polynomial, region: Region) -> Node | None:
    """A proof that factor * p >= 0 from one of p >= 0, for a factor that one sum shows >= 0."""
    positive = prove_sum(factor, region) or prove_hard(factor, region)
    return None if positive is None else _times(node, positive)


def _times(node: Node, positive: Sum | Empty) -> Node | None:
    if isinstance(positive, Empty) or isinstance(node, Empty):
        return node if isinstance(node, Empty) else positive
    if isinstance(node, Case):
        low, high = _times(node.low, positive), _times(node.high, positive)
        return None if low is None or high is None else Case(node.split, low, high)
    if not isinstance(node, Sum):
        return None
    return Sum(tuple(_product(a, b) for a in node.terms for b in positive.terms))


def _product(a: Term, b: Term) -> Term:
    """The product of a term and one without a square."""
    powers = dict(a.factors)
    for i, e in b.factors:
        powers[i] = powers.get(i, 0) + e
    return Term(a.weight * b.weight, tuple(powers.items()), a.square)
