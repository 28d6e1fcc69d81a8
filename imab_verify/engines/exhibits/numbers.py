"""Proofs of what an exhibit must show where k and T are numbers: read off, without a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import Game
from imab_verify.kernel import Claim, Node, Played, Polynomial, Schedule, Sum, Term
from imab_verify.kernel.arms import Proofs, Region, start_of, wanted_of
from imab_verify.kernel.exhibits import PULLS, duties

HIGHER = 3
"""So many degrees more than that of a polynomial are tried."""


def exhibit_at(claim: Claim, plan: Played | Schedule, clock: Clock) -> Node | None:
    """The exhibit with proofs of its duties, where the givens of the claim fix k and T."""
    region = start_of(claim)[1]
    proofs: dict[str, Proofs] = {}
    for name, (where, wanted) in duties(plan, region, claim).items():
        own = _Place(where)
        found = {
            goal.polynomial: own.proof(goal.polynomial, strict=goal.strict)
            for goal in wanted_of(where, wanted)
        }
        if None in found.values():
            return Game(claim, region, clock).shows(plan)
        if found:
            proofs[name] = {p: Sum(terms) for p, terms in found.items() if terms is not None}
    return replace(plan, proofs=proofs)


class _Place:
    """Where something is to be shown: numbers, pulls x between two of them, and reals > 0."""

    def __init__(self, region: Region) -> None:
        self.numbers = region.numbers()
        self.sides: dict[tuple[str, bool], tuple[str, Fraction]] = {}
        self.positive: dict[str, str] = {}
        for constraint in region.constraints:
            p = constraint.polynomial
            if len(p.names()) != 1 or p.degree() != 1:
                continue
            (x,) = p.names()
            rest = p.at({x: Fraction(0)})
            slope = p.at({x: Fraction(1)}) - rest
            if x in region.reals:
                if constraint.strict and not rest and slope > 0:
                    self.positive[x] = constraint.name
            elif x == PULLS or -rest / slope == self.numbers.get(x):
                self.sides[x, slope > 0] = constraint.name, abs(slope)
        self.ends = self._ends(region)

    def _ends(self, region: Region) -> tuple[Fraction, Fraction] | None:
        """The least and the largest x."""
        names = (f"{PULLS}.low", f"{PULLS}.high")
        own = {c.name: c.polynomial for c in region.constraints if c.name in names}
        if len(own) < 2 or any(p.names() != {PULLS} for p in own.values()):
            return None
        low, high = (own[name].at({PULLS: Fraction(0)}) for name in names)
        return (-low, high) if -low < high else None

    def proof(self, p: Polynomial, *, strict: bool) -> tuple[Term, ...] | None:
        """p >= 0 (or > 0) as a sum of products."""
        shifted = p.substitute(
            {x: Polynomial.variable(x) + Polynomial.constant(n) for x, n in self.numbers.items()}
        )
        terms: list[Term] = []
        rest = Polynomial.constant(0)
        for monomial, c in shifted.terms():
            if any(name in self.numbers for name, _ in monomial):
                term = self._vanishing(dict(monomial), c)
                if term is None:
                    return None
                terms.append(term)
            else:
                rest = rest + _product(monomial).scaled(c)
        own = self._own(rest)
        if own is None or (strict and not own):
            return None
        return (*terms, *own)

    def _vanishing(self, powers: dict[str, int], c: Fraction) -> Term | None:
        """c times a product of x - n, which is 0, of factors that are known to be >= 0."""
        sign, weight = c < 0, abs(c)
        factors: tuple[tuple[str, int], ...] = ()
        for x, e in powers.items():
            if (x, True) not in self.sides or (x, False) not in self.sides:
                return None
            up, slope = self.sides[x, True]
            down, other = self.sides[x, False]
            turned = int(sign)
            factors += _powers((down, turned), (up, e - turned))
            weight /= other**turned * slope ** (e - turned)
            sign = False
        return Term(weight, factors)

    def _own(self, p: Polynomial) -> tuple[Term, ...] | None:
        """A polynomial in x alone, in reals alone, or a number."""
        if not p.names():
            value = p.at({})
            return None if value < 0 else (Term(value),) if value else ()
        if p.names() == {PULLS} and self.ends is not None:
            return self._between(_coefficients(p), *self.ends)
        return self._reals(p)

    def _reals(self, p: Polynomial) -> tuple[Term, ...] | None:
        terms = []
        for monomial, c in p.terms():
            if c < 0 or any(name not in self.positive for name, _ in monomial):
                return None
            terms.append(Term(c, tuple((self.positive[name], e) for name, e in monomial)))
        return tuple(terms)

    def _between(
        self, coefficients: Sequence[Fraction], low: Fraction, high: Fraction
    ) -> tuple[Term, ...] | None:
        """Bernstein: x^i is a sum of products of x - low >= 0 and high - x >= 0."""
        width, degree = high - low, len(coefficients) - 1
        at_low = [
            sum(
                (c * comb(n, i) * low ** (n - i) for n, c in enumerate(coefficients) if n >= i),
                Fraction(0),
            )
            for i in range(degree + 1)
        ]
        for d in range(degree, degree + HIGHER + 1):
            weights = [
                sum(
                    (
                        at_low[i] * width**i * Fraction(comb(j, i), comb(d, i))
                        for i in range(min(j, degree) + 1)
                    ),
                    Fraction(0),
                )
                for j in range(d + 1)
            ]
            if min(weights) >= 0:
                (up, _), (down, _) = self.sides[PULLS, True], self.sides[PULLS, False]
                return tuple(
                    Term(w * comb(d, j) / width**d, _powers((up, j), (down, d - j)))
                    for j, w in enumerate(weights)
                    if w
                )
        return None


def _powers(*factors: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, e) for name, e in factors if e)


def _product(monomial: Sequence[tuple[str, int]]) -> Polynomial:
    product = Polynomial.constant(1)
    for name, e in monomial:
        for _ in range(e):
            product = product * Polynomial.variable(name)
    return product


def _coefficients(p: Polynomial) -> list[Fraction]:
    """c_0, c_1, ... of a polynomial in x."""
    by_power: Mapping[int, Fraction] = {sum(e for _, e in m): c for m, c in p.terms()}
    return [by_power.get(i, Fraction(0)) for i in range(p.degree() + 1)]
