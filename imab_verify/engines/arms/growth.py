"""Where a ratio of polynomials goes when some of its parameters grow for ever.

Nothing is proved here: a limit is a number to try, and a place far out one to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from imab_verify.engines.arms.points import Values
from imab_verify.kernel import Claim, Polynomial, RejectedError
from imab_verify.kernel.semantics import settle

FAR = (10**6, 10**12)
TIMES = "times"
"""The name of the factor by which parameters grow."""


@dataclass(frozen=True, slots=True)
class Way:
    """Parameters of which some are multiplied by a factor that grows for ever.

    `limit` is where the ratio goes; None if it grows for ever.
    """

    claim: Claim
    values: Values
    growing: tuple[str, ...]
    limit: Fraction | None = None

    def at(self, factor: int) -> Values | None:
        """The parameters at a factor, if the givens about parameters allow them."""
        names = (*self.claim.parameters, *self.claim.reals)
        point = {n: self.values[n] * (factor if n in self.growing else 1) for n in names}
        try:
            settled = settle(self.claim, point)
        except RejectedError:
            return None
        givens = (given for given in self.claim.givens if not given.form.terms)
        inside = all(g.relation.holds(g.form.constant.at(settled)) for g in givens)
        return settled if inside else None


def ways(
    claim: Claim, samples: Sequence[Values], numerator: Polynomial, denominator: Polynomial
) -> Iterator[Way]:
    """The ways out of small parameters on which the ratio does not fall for ever."""
    names = (*claim.parameters, *claim.reals)
    for values in samples:
        for chosen in product((False, True), repeat=len(names)):
            growing = tuple(n for n, large in zip(names, chosen, strict=True) if large)
            way = Way(claim, values, growing)
            if growing and None not in (way.at(factor) for factor in FAR):
                yield from _with_limit(way, numerator, denominator)


def _with_limit(way: Way, numerator: Polynomial, denominator: Polynomial) -> Iterator[Way]:
    """By the leading coefficients in the factor."""
    known = _in_factor(way)
    if known is None:
        return
    above, below = (_leading(p.substitute(known)) for p in (numerator, denominator))
    if below[1] == 0:
        return
    ratio = above[1] / below[1]
    if above[0] <= below[0]:
        limit = ratio if above[0] == below[0] else Fraction(0)
        yield Way(way.claim, way.values, way.growing, limit)
    elif ratio > 0:
        yield way


def _in_factor(way: Way) -> dict[str, Polynomial] | None:
    """Parameters and floors as polynomials in a factor that all divisors of floors divide."""
    names = (*way.claim.parameters, *way.claim.reals)
    divisors = [floor.divisor.at(way.values) for floor in way.claim.floors]
    step = Polynomial.variable(TIMES).scaled(prod(divisors, start=Fraction(1)))
    known = {
        n: step.scaled(way.values[n]) if n in way.growing else Polynomial.constant(way.values[n])
        for n in names
    }
    for floor in way.claim.floors:
        if (divisor := floor.divisor.substitute(known)).names():
            return None
        whole, by = floor.numerator.substitute(known), divisor.at({})
        rest = whole.at({TIMES: Fraction(0)}) % by
        known[floor.name] = (whole - Polynomial.constant(rest)).scaled(1 / by)
    return known


def _leading(p: Polynomial) -> tuple[int, Fraction]:
    """The degree in the factor, and its coefficient."""
    return max(((dict(m).get(TIMES, 0), c) for m, c in p.terms()), default=(0, Fraction(0)))
