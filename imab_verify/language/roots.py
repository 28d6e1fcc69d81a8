"""Square roots as real numbers: s = sqrt(e) means s >= 0 and s**2 = e, where e >= 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from imab_verify.kernel import ONE, Comparison, Form, Polynomial, Relation
from imab_verify.language.floors import spelled
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

    def definition(self) -> tuple[Comparison, Comparison]:
        """s >= 0, and s**2 * below == above."""
        s = Polynomial.variable(self.name)
        return Comparison(Form(s)), Comparison(Form(s * s * self.below - self.above), Relation.EQ)


class Roots:
    """The roots of one claim: the same radicand has the same root, and no name is taken twice."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh
        self._found: dict[tuple[Polynomial, Polynomial], Root] = {}

    def all(self) -> tuple[Root, ...]:
        """The roots in the order in which they were met; each may use those before it."""
        return tuple(self._found.values())

    def of(self, above: Polynomial, below: Polynomial, known: int) -> Polynomial:
        """sqrt(above/below): a number, or a new variable."""
        if not above.names() | below.names():
            return Polynomial.constant(_exact_root(above.at({}) / below.at({})))
        if not above.names() and above.at({}) < 0:
            raise RefusalError("this is the root of a negative number")
        if (above, below) not in self._found:
            over = "" if below == ONE else f"_over_{spelled(below)}"
            name = self._fresh.name(f"sqrt_{spelled(above)}{over}", "root")
            self._found[above, below] = Root(name, above, below, known)
        return Polynomial.variable(self._found[above, below].name)


def _exact_root(q: Fraction) -> Fraction:
    """The root of a rational number that has a rational one."""
    if q < 0:
        raise RefusalError("this is the root of a negative number")
    root = Fraction(isqrt(q.numerator), isqrt(q.denominator))
    if root * root != q:
        raise RefusalError(
            f"sqrt({q}) is irrational, and claims are decided with exact rationals: "
            "use a rational bound on it"
        )
    return root
