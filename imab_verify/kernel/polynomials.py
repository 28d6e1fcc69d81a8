"""Sparse polynomials with rational coefficients in named variables.

A monomial is a sorted tuple of (name, exponent >= 1); () is the monomial 1.
A polynomial is an immutable map from monomials to nonzero fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm

from imab_verify.kernel.errors import Reason, RejectedError

Monomial = tuple[tuple[str, int], ...]

MAX_DEGREE = 64
MAX_TERMS = 50_000
MAX_BITS = 100_000


class Polynomial:
    """An element of Q[names]; equal exactly when all coefficients are."""

    __slots__ = ("_terms",)

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        self._terms = {m: c for m, c in terms.items() if c}

    @staticmethod
    def constant(value: int | Fraction) -> Polynomial:
        """The constant polynomial."""
        return Polynomial({(): Fraction(value)})

    @staticmethod
    def variable(name: str) -> Polynomial:
        """The polynomial `name`."""
        return Polynomial({((name, 1),): Fraction(1)})

    def terms(self) -> Iterator[tuple[Monomial, Fraction]]:
        """Monomials with their coefficients."""
        return iter(self._terms.items())

    def __len__(self) -> int:
        return len(self._terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self._terms == other._terms

    def __hash__(self) -> int:
        return hash(frozenset(self._terms.items()))

    def __repr__(self) -> str:
        return f"Polynomial({self})"

    def __str__(self) -> str:
        def power(monomial: Monomial) -> str:
            return "*".join(v if e == 1 else f"{v}**{e}" for v, e in monomial)

        parts = []
        for monomial, c in sorted(self._terms.items(), key=lambda t: (-degree_of(t[0]), t[0])):
            body = power(monomial) if abs(c) == 1 and monomial else ""
            body = body or "*".join(filter(None, (str(abs(c)), power(monomial))))
            parts.append(("- " if c < 0 else "+ ") + body)
        text = " ".join(parts)
        return ("-" + text[2:] if text[:1] == "-" else text[2:]) or "0"

    def __add__(self, other: Polynomial) -> Polynomial:
        total = dict(self._terms)
        for monomial, c in other._terms.items():
            total[monomial] = total.get(monomial, Fraction(0)) + c
        return Polynomial(total)

    def __neg__(self) -> Polynomial:
        return self.scaled(Fraction(-1))

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def scaled(self, factor: int | Fraction) -> Polynomial:
        """The product with a number."""
        return Polynomial({m: c * factor for m, c in self._terms.items()})

    def __mul__(self, other: Polynomial) -> Polynomial:
        if len(self) * len(other) > MAX_TERMS or self.degree() + other.degree() > MAX_DEGREE:
            raise RejectedError(Reason.LIMIT, "a polynomial product is too large")
        product: dict[Monomial, Fraction] = {}
        for left, a in self._terms.items():
            for right, b in other._terms.items():
                monomial = _times(left, right)
                product[monomial] = product.get(monomial, Fraction(0)) + a * b
        if any(c.numerator.bit_length() > MAX_BITS for c in product.values()):
            raise RejectedError(Reason.LIMIT, "a coefficient is too large")
        return Polynomial(product)

    def __pow__(self, exponent: int) -> Polynomial:
        result = Polynomial.constant(1)
        for _ in range(exponent):
            result = result * self
        return result

    def degree(self) -> int:
        """Total degree; 0 for constants."""
        return max((degree_of(m) for m in self._terms), default=0)

    def names(self) -> frozenset[str]:
        """The variables that occur."""
        return frozenset(name for monomial in self._terms for name, _ in monomial)

    def denominator(self) -> int:
        """The least d >= 1 for which d times the polynomial has integer coefficients."""
        return lcm(*(c.denominator for c in self._terms.values()))

    def substitute(self, values: Mapping[str, Polynomial]) -> Polynomial:
        """The polynomial with some variables replaced by polynomials."""
        total = Polynomial({})
        for monomial, c in self._terms.items():
            product = Polynomial.constant(c)
            for name, exponent in monomial:
                product = product * values.get(name, Polynomial.variable(name)) ** exponent
            total = total + product
        return total

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """The value at a point that gives every variable a value."""
        total = Fraction(0)
        for monomial, c in self._terms.items():
            for name, exponent in monomial:
                c *= values[name] ** exponent  # noqa: PLW2901  a running product
            total += c
        return total


def degree_of(monomial: Monomial) -> int:
    """The sum of the exponents."""
    return sum(e for _, e in monomial)


def _times(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    exponents = dict(left)
    for name, e in right:
        exponents[name] = exponents.get(name, 0) + e
    return tuple(sorted(exponents.items()))


def total(polynomials: Iterable[Polynomial]) -> Polynomial:
    """The sum of polynomials."""
    result: dict[Monomial, Fraction] = {}
    for p in polynomials:
        for monomial, c in p.terms():
            result[monomial] = result.get(monomial, Fraction(0)) + c
    return Polynomial(result)
