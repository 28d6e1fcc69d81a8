"""Square roots as real numbers: s = sqrt(e) means s >= 0 and s**2 = e, where e >= 0.

A root that is rounded down is an integer: r = floor(sqrt(e)) means r >= 0 and r**2 <= e < (r+1)**2,
where e is an integer and e >= 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from imab_verify.kernel import Comparison, Form, Polynomial, Relation
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.floors import spell_polynomial
from imab_verify.language.fresh import Fresh
from imab_verify.language.values import RefusalError


@dataclass(frozen=True, slots=True)
class Root:
    """name = sqrt(above/below), where below > 0 is a side condition, and above >= 0 another.

    `known` is the number of denominators that had been met before the root was.
    """

    name: str
    above: Polynomial
    below: Polynomial
    known: int
    rounded: bool = False

    def definition(self) -> tuple[Comparison, ...]:
        """s >= 0 and s**2 * below == above; of a rounded one s >= 0, s**2 <= above < (s+1)**2."""
        s = Polynomial.variable(self.name)
        if self.rounded:
            below, beyond = self.above - s * s, (s + ONE) * (s + ONE) - self.above
            return tuple(Comparison(Form(p)) for p in (s, below, beyond - ONE))
        return Comparison(Form(s)), Comparison(Form(s * s * self.below - self.above), Relation.EQ)


class Roots:
    """The roots of one claim: the same radicand has the same root, and no name is taken twice."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh
        self._roots: dict[tuple[Polynomial, Polynomial, bool], Root] = {}

    def all(self) -> tuple[Root, ...]:
        """The roots in the order in which they were met; each may use those before it."""
        return tuple(self._roots.values())

    def speak_of(self, names: Iterable[str]) -> bool:
        """Whether one of these names stands under a root."""
        roots = self._roots.values()
        return any((root.above.names() | root.below.names()) & set(names) for root in roots)

    def of(self, above: Polynomial, below: Polynomial, known: int) -> Polynomial:
        """sqrt(above/below): a number, or a new variable."""
        if not above.names() | below.names():
            return Polynomial.constant(_exact_root(above.at({}) / below.at({})))
        if not above.names() and above.at({}) < 0:
            raise RefusalError("this is the root of a negative number")
        over = "" if below == ONE else f"_over_{spell_polynomial(below)}"
        return self._variable(f"sqrt_{spell_polynomial(above)}{over}", above, below, known)

    def floor(self, above: Polynomial, known: int) -> Polynomial:
        """The root of an integer, rounded down: a number, or a new variable."""
        if not above.names():
            return Polynomial.constant(isqrt(_not_negative(above.at({})).numerator))
        return self._variable(f"isqrt_{spell_polynomial(above)}", above, ONE, known, rounded=True)

    def _variable(
        self,
        wanted: str,
        above: Polynomial,
        below: Polynomial,
        known: int,
        *,
        rounded: bool = False,
    ) -> Polynomial:
        key = above, below, rounded
        if key not in self._roots:
            self._roots[key] = Root(self._fresh.name(wanted, "root"), *key[:2], known, rounded)
        return Polynomial.variable(self._roots[key].name)


def _exact_root(q: Fraction) -> Fraction:
    """The root of a rational number that has a rational one."""
    root = Fraction(isqrt(_not_negative(q).numerator), isqrt(q.denominator))
    if root * root != q:
        raise RefusalError(
            f"sqrt({q}) is irrational, and claims are decided with exact rationals: put a name in "
            f"its place, such as s with --real s, and say with --given what is needed of it, "
            f'"s >= 0" with "s^2 >= {q}" or "s^2 <= {q}"'
        )
    return root


def _not_negative(q: Fraction) -> Fraction:
    if q < 0:
        raise RefusalError("this is the root of a negative number")
    return q
