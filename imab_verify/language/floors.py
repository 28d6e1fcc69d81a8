"""Names for the floors that a claim's text writes with //."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from imab_verify.kernel import Floor, Polynomial
from imab_verify.kernel.polynomials import Monomial, degree_of
from imab_verify.language.fresh import Fresh
from imab_verify.language.values import RefusalError


class Floors:
    """The floors of one claim: the same quotient is the same floor, and no name is taken twice."""

    def __init__(self, fresh: Fresh, reals: AbstractSet[str]) -> None:
        self._fresh = fresh
        self._reals = reals
        self._floors: dict[tuple[Polynomial, Polynomial], Floor] = {}

    def all(self) -> tuple[Floor, ...]:
        """The floors in the order in which they were met."""
        return tuple(self._floors.values())

    def of(self, n: Polynomial, d: Polynomial) -> Polynomial:
        """floor(n/d) for n, d with integer coefficients: a number, or a new variable."""
        if (n.names() | d.names()) & self._reals:
            raise RefusalError("// is for integer parameters only, and this has a real one")
        if d.names() & {floor.name for floor in self._floors.values()}:
            raise RefusalError("dividing by a // is not supported: name it and give its bounds")
        if not d.names():
            divisor = d.at({})
            if divisor < 1:
                raise RefusalError("the divisor of // must be at least 1")
            if divisor == 1:
                return n
            if not n.names():
                return Polynomial.constant(n.at({}) // divisor)
        if (n, d) not in self._floors:
            self._floors[n, d] = Floor(self._name(n, d), n, d)
        return Polynomial.variable(self._floors[n, d].name)

    def _name(self, n: Polynomial, d: Polynomial) -> str:
        """T_div_2 for T // 2; where that is too long or not a name, floor."""
        base = f"{spell_polynomial(n)}_div_{spell_polynomial(d)}"
        if not base[0].isalpha():
            base = f"floor_{base}"
        return self._fresh.name(base, "floor")


def spell_polynomial(p: Polynomial) -> str:
    """A polynomial with integer coefficients in letters: 2*T**2 - m is 2_T2_minus_m."""
    parts: list[str] = []
    for monomial, c in sorted(p.terms(), key=lambda t: (-degree_of(t[0]), t[0])):
        sign = "minus" if c < 0 else "plus" if parts else ""
        size = "" if abs(c) == 1 and monomial else str(abs(c))
        parts += filter(None, (sign, size, _powers(monomial)))
    return "_".join(parts) or "0"


def _powers(monomial: Monomial) -> str:
    return "_".join(v if e == 1 else f"{v}{e}" for v, e in monomial)
