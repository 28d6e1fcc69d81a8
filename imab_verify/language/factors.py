"""The plain common factors of a polynomial."""

from fractions import Fraction
from math import gcd
from typing import NamedTuple

from imab_verify.kernel import Polynomial
from imab_verify.kernel.polynomials import Monomial


class Factored(NamedTuple):
    """number * monomial * rest; the rest has integer coefficients without common divisor."""

    number: Fraction
    monomial: Monomial
    rest: Polynomial


def factor_out(p: Polynomial) -> Factored:
    """A nonzero polynomial with the common factors of its terms taken out.

    The number is negative only if all coefficients are, so the rest has the signs of p otherwise.
    """
    terms = dict(p.terms())
    number = Fraction(
        gcd(*(c.numerator for c in terms.values())),
        p.denominator(),
    )
    if all(c < 0 for c in terms.values()):
        number = -number
    powers = [dict(monomial) for monomial in terms]
    shared = {v: min(m.get(v, 0) for m in powers) for v in powers[0]}
    rest = {
        tuple((v, e - shared.get(v, 0)) for v, e in m if e > shared.get(v, 0)): c / number
        for m, c in terms.items()
    }
    return Factored(number, tuple((v, e) for v, e in shared.items() if e), Polynomial(rest))
