"""Exact arithmetic on expressions that are linear in the functionals.

A `Value` is numerator / (product of factors) / below, where the numerator is linear in the
functionals with polynomial coefficients, the factors are polynomials in the parameters that
someone divided by, and `below`, if there is one, is a divisor made of functionals.
Whatever has no such form is refused with the reason; so is what grows too large.

Floors, roots, minima in an index and counts of a run get names: integers or reals, with givens that
define them. A root s = sqrt(e) is a real number with s >= 0 and s**2 = e, where e >= 0; rounded
down it is an integer with r >= 0 and r**2 <= e < (r+1)**2, where e is an integer and e >= 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isqrt, lcm

from imab_verify.kernel import (
    Atom,
    Comparison,
    Every,
    Extremum,
    Floor,
    Form,
    Polynomial,
    RejectedError,
    Relation,
    Run,
    Some,
)
from imab_verify.kernel.documents import MAX_EXPONENT
from imab_verify.kernel.polynomials import ONE, ZERO, degree_of
from imab_verify.kernel.semantics import form_value
from imab_verify.kernel.statement import Context, Formula
from imab_verify.language.contexts import last_pulls
from imab_verify.language.parser import Fresh
from imab_verify.language.writing import factor_out

MAX_WORK = 100_000
MAX_BITS = 3_950
"""A coefficient within this prints in the 1200 characters that a certificate allows."""

Linear = Mapping[Atom | Extremum | None, Polynomial]
"""Coefficients of the functionals, and under None the part without one.

A functional whose coefficient becomes 0 stays: its indices must still be in the domain.
"""
Factors = Mapping[Polynomial, int]


class RefusalError(Exception):
    """The claim language has no reading for an operation; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Value:
    """numerator / product of p**e over the factors / below."""

    numerator: Linear
    factors: Factors = field(default_factory=dict)
    below: Linear | None = None

    @staticmethod
    def of(p: Polynomial) -> Value:
        """An expression in the parameters."""
        return Value({None: p})

    @property
    def linear(self) -> bool:
        """Whether the numerator has a functional."""
        return any(atom is not None for atom in self.numerator)

    @property
    def functional(self) -> bool:
        """Whether a functional occurs, above or below."""
        return self.below is not None or self.linear

    def polynomial(self) -> Polynomial | None:
        """The value, if it is a polynomial in the parameters."""
        return None if self.functional or self.factors else self.numerator.get(None, ZERO)

    def exponent(self) -> int:
        """The value, if it is a number that the kernel takes as an exponent."""
        p = self.polynomial()
        number = None if p is None or p.names() else p.at({})
        if number is None or number.denominator != 1 or not 0 <= number <= MAX_EXPONENT:
            raise RefusalError(f"an exponent must be an integer from 0 to {MAX_EXPONENT}")
        return number.numerator

    def at(
        self, values: Mapping[str, Fraction], functional: Callable[[Atom], Fraction]
    ) -> Fraction:
        """The number that this is at an instance; ZeroDivisionError if it divides by 0 there."""
        below = Fraction(1)
        for p, e in self.factors.items():
            below *= p.at(values) ** e
        if self.below is not None:
            below *= form_value(kernel_form(self.below), values, functional)
        return form_value(kernel_form(self.numerator), values, functional) / below


def kernel_form(linear: Linear) -> Form:
    """The kernel's form of a linear combination."""
    terms = tuple((c, atom) for atom, c in linear.items() if isinstance(atom, Atom))
    extrema = tuple((c, e) for e, c in linear.items() if isinstance(e, Extremum) and len(c))
    return Form(linear.get(None, ZERO), terms, extrema)


class Arithmetic:
    """The operations, within one budget of work; `positive` collects what was divided by."""

    def __init__(self) -> None:
        self.spent = 0
        self.positive: dict[Polynomial, None] = {}

    # --- polynomials ---------------------------------------------------------------------------

    def _spend(self, work: int) -> None:
        self.spent += work
        if self.spent > MAX_WORK:
            raise RefusalError("the claim becomes too large when it is multiplied out")

    def _sum(self, p: Polynomial, q: Polynomial) -> Polynomial:
        self._spend(1 + len(p) + len(q))
        return _check_size(p + q)

    def _product(self, p: Polynomial, q: Polynomial) -> Polynomial:
        self._spend(1 + len(p) * len(q) * (1 + (_bits(p) + _bits(q)) // 256))
        try:
            return _check_size(p * q)
        except RejectedError as error:
            raise RefusalError(f"the claim becomes too large: {error}") from None

    # --- linear forms --------------------------------------------------------------------------

    def _plus(self, a: Linear, b: Linear) -> Linear:
        self._spend(len(a) + len(b))
        total = dict(a)
        for atom, c in b.items():
            total[atom] = self._sum(total[atom], c) if atom in total else c
        return total

    def _scale(self, a: Linear, p: Polynomial) -> Linear:
        return a if p == ONE else {atom: self._product(c, p) for atom, c in a.items()}

    def _clear(self, a: Value, common: Factors) -> Linear:
        """The numerator of `a` over the common denominator."""
        scale = ONE
        for p, e in common.items():
            for _ in range(e - a.factors.get(p, 0)):
                scale = self._product(scale, p)
        return self._scale(a.numerator, scale)

    # --- values --------------------------------------------------------------------------------

    def negate(self, a: Value) -> Value:
        """-a."""
        return Value(self._scale(a.numerator, -ONE), a.factors, a.below)

    def plus(self, a: Value, b: Value) -> Value:
        """a + b; A/B + C is (A + C*B)/B."""
        below = a.below if b.below is None else b.below
        if a.below != b.below:
            a, b = self._over_rewards(a, below), self._over_rewards(b, below)
        common = _common(a.factors, b.factors)
        total = self._plus(self._clear(a, common), self._clear(b, common))
        return Value(total, common, below)

    def _over_rewards(self, a: Value, below: Linear | None) -> Value:
        """A ratio with these rewards below, or an expression in the parameters as one."""
        if a.below == below:
            return a
        if a.functional or below is None:
            raise RefusalError(
                "a ratio of rewards can be added to an expression in the parameters or to a ratio "
                "with the same divisor only: write A/B <= C with C made of parameters"
            )
        return replace(self.times(a, Value(below)), below=below)

    def extremum(self, kind: str, values: Sequence[Value]) -> Value:
        """The least or the largest of values, over one denominator, which is positive."""
        if not values:
            raise RefusalError(f"{kind} of nothing")
        if any(value.below is not None for value in values):
            raise RefusalError(f"a ratio of rewards cannot stand in {kind}")
        common: Factors = {}
        for value in values:
            common = _common(common, value.factors)
        cleared = tuple(kernel_form(self._clear(value, common)) for value in values)
        return Value({Extremum(kind, cleared): ONE}, common)

    def times(self, a: Value, b: Value) -> Value:
        """a * b, where at most one of them has functionals above and one below."""
        below = a.below if b.below is None else b.below
        if a.linear and b.linear and all(_parametric(x) for v in (a, b) for x in v.numerator):
            raise RefusalError(
                "a product of two minima or maxima is not supported: give each case, as in "
                "(m <= n implies A) and (n <= m implies B)"
            )
        if (a.linear and b.linear) or (a.below is not None and b.below is not None):
            raise RefusalError(
                "a product of two rewards is not supported: a comparison must be linear in f, Rew, "
                "Delta, P, Area, OPT and ALG, or of the form A/B <= C with C made of parameters"
            )
        left, right = (b, a) if b.linear else (a, b)
        scale = right.numerator.get(None, ZERO)
        return Value(self._scale(left.numerator, scale), _multiply(a.factors, b.factors), below)

    def over(self, a: Value, b: Value) -> Value:
        """a / b, where b is made of parameters, or of functionals and then at least 0 by nature."""
        if b.below is not None:
            raise RefusalError("dividing by a ratio of rewards is not supported: turn it round")
        if not any(map(len, b.numerator.values())):
            raise RefusalError("this divides by zero")
        if any(isinstance(atom, Extremum) for atom in b.numerator):
            raise RefusalError("dividing by min, max or abs is not supported: multiply by it")
        numerator = self._clear(Value(a.numerator), b.factors)
        if not b.functional:
            number, monomial, rest = factor_out(b.numerator[None])
            factors = {Polynomial.variable(v): e for v, e in monomial}
            if rest != ONE:
                factors[rest] = 1
            self.positive |= dict.fromkeys(factors)
            inverse = Polynomial.constant(1 / number)
            return Value(self._scale(numerator, inverse), _multiply(a.factors, factors), a.below)
        if a.below is not None:
            raise RefusalError("a ratio of rewards cannot be divided by rewards once more")
        for c in b.numerator.values():
            self._needs_no_sign(c)
        return Value(numerator, a.factors, b.numerator)

    def _needs_no_sign(self, c: Polynomial) -> None:
        """A coefficient below a fraction bar is a number >= 0, or must be shown to be > 0."""
        if c.names():
            self.positive[c] = None
        elif c.at({}) < 0:
            raise RefusalError(
                "this divisor can be negative: divide by a sum of rewards with coefficients >= 0, "
                "or write the comparison without the division"
            )

    def power(self, a: Value, exponent: int) -> Value:
        """a**exponent."""
        result = Value.of(ONE)
        for _ in range(exponent):
            result = self.times(result, a)
        return result

    def quotient(self, a: Value, b: Value) -> tuple[Polynomial, Polynomial]:
        """Polynomials n, d with integer coefficients and a/b = n/d, for a // b."""
        if a.functional or b.functional:
            raise RefusalError("// is for parameters only: a reward is divided with /")
        n = self._clear(Value(a.numerator), b.factors).get(None, ZERO)
        d = self._clear(Value(b.numerator), a.factors).get(None, ZERO)
        scale = Polynomial.constant(lcm(n.denominator(), d.denominator()))
        return self._product(n, scale), self._product(d, scale)

    def radicand(self, a: Value) -> tuple[Polynomial, Polynomial]:
        """Polynomials n, d with a = n/d, where d is a product of denominators, for sqrt(a)."""
        if a.functional:
            raise RefusalError("sqrt is for parameters only: a claim is linear in the rewards")
        below = ONE
        for p, e in a.factors.items():
            for _ in range(e):
                below = self._product(below, p)
        return a.numerator.get(None, ZERO), below

    def difference(self, a: Value, b: Value) -> tuple[Linear, bool]:
        """A linear form with the sign of a - b, and whether a comparison was multiplied for it.

        A/B - C has the sign of A - C*B and A/B - C/D that of A*D - C*B, by the meaning of a ratio
        of rewards; denominators made of parameters are positive.
        """
        multiplied = bool(a.factors or b.factors or a.below or b.below)
        left, right = self._times_rewards(a, b.below), self._times_rewards(b, a.below)
        return self.plus(left, self.negate(right)).numerator, multiplied

    def _times_rewards(self, a: Value, below: Linear | None) -> Value:
        """One side of a comparison, times what is below the fraction bar of either side."""
        if below is None:
            return Value(a.numerator, a.factors)
        if a.linear:
            raise RefusalError(
                "a ratio of rewards can only be compared with an expression in the parameters, or "
                "with one whose numerator is: write A/B <= C with C made of parameters"
            )
        return self.times(Value(a.numerator, a.factors), Value(below))


def _parametric(atom: Atom | Extremum | None) -> bool:
    """Whether a summand is made of parameters, or a minimum or maximum of such."""
    return not (any(v.terms for v in atom.of) if isinstance(atom, Extremum) else atom)


def _bits(p: Polynomial) -> int:
    sizes = (c.numerator.bit_length() + c.denominator.bit_length() for _, c in p.terms())
    return max(sizes, default=0)


def _check_size(p: Polynomial) -> Polynomial:
    """The polynomial, if a certificate can hold it."""
    if _bits(p) > MAX_BITS:
        raise RefusalError("a number becomes too large when the claim is multiplied out")
    if any(e > MAX_EXPONENT for monomial, _ in p.terms() for _, e in monomial):
        raise RefusalError(f"an exponent becomes more than {MAX_EXPONENT}")
    return p


def _common(a: Factors, b: Factors) -> Factors:
    """The least common multiple of two denominators."""
    return {p: max(a.get(p, 0), b.get(p, 0)) for p in (*a, *b)}


def _multiply(a: Factors, b: Factors) -> Factors:
    """The product of two denominators."""
    return {p: a.get(p, 0) + b.get(p, 0) for p in (*a, *b)}


# --- names for what a text writes without one ----------------------------------------------------


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


TOTALS = {"least": "least_pulls", "squares": "sum_of_squares"}
"""Words for the least number of pulls of an arm and the sum of all squares, with their names."""


Radicand = tuple[Polynomial, Polynomial, bool]
"""above, below, and whether the root is rounded down."""


class Definitions:
    """Names for the floors, the roots, the minima in an index and the counts of one claim.

    Equal ones have one name, and no name is taken twice. `reals` are the real parameters, roots
    included; `run` is the run of the claim with every count that the text writes out, but for those
    that `--where` has named already.
    """

    def __init__(self, fresh: Fresh, reals: Iterable[str], run: Context | None) -> None:
        self.fresh, self.reals, self.run = fresh, set(reals), run
        self.counts: list[str] = []
        self._floors: dict[tuple[Polynomial, Polynomial], Floor] = {}
        self._roots: dict[Radicand, Root] = {}
        self.extrema: dict[Extremum, str] = {}

    @property
    def floors(self) -> tuple[Floor, ...]:
        """The floors in the order in which they were met."""
        return tuple(self._floors.values())

    @property
    def roots(self) -> tuple[Root, ...]:
        """The roots in the order in which they were met; each may use those before it."""
        return tuple(self._roots.values())

    def floor(self, n: Polynomial, d: Polynomial) -> Polynomial:
        """The floor of n/d, for integer coefficients: a number, or a variable such as T_div_2."""
        if (n.names() | d.names()) & self.reals:
            raise RefusalError("// is for integer parameters only, and this has a real one")
        if d.names() & {floor.name for floor in self.floors}:
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
            base = f"{spell_polynomial(n)}_div_{spell_polynomial(d)}"
            base = base if base[0].isalpha() else f"floor_{base}"
            self._floors[n, d] = Floor(self.fresh.name(base, "floor"), n, d)
        return Polynomial.variable(self._floors[n, d].name)

    def root(self, above: Polynomial, below: Polynomial, known: int) -> Polynomial:
        """sqrt(above/below): a number, or a variable."""
        q = Fraction(0) if above.names() else above.at({})
        if q < 0:
            raise RefusalError("this is the root of a negative number")
        if not above.names() | below.names():
            return Polynomial.constant(_exact_root(q / below.at({})))
        over = "" if below == ONE else f"_over_{spell_polynomial(below)}"
        root = self._root(f"sqrt_{spell_polynomial(above)}{over}", (above, below, False), known)
        self.reals |= root.names()
        return root

    def floor_of_root(self, above: Polynomial, known: int) -> Polynomial:
        """The root of an integer, rounded down: a number, or a variable."""
        if above.names():
            return self._root(f"isqrt_{spell_polynomial(above)}", (above, ONE, True), known)
        if above.at({}) < 0:
            raise RefusalError("this is the root of a negative number")
        return Polynomial.constant(isqrt(above.at({}).numerator))

    def _root(self, wanted: str, key: Radicand, known: int) -> Polynomial:
        above, below, rounded = key
        if key not in self._roots:
            name = self.fresh.name(wanted, "root")
            self._roots[key] = Root(name, above, below, known, rounded)
        return Polynomial.variable(self._roots[key].name)

    def extremum(self, extremum: Extremum) -> Polynomial:
        """The integer that stands for a minimum or maximum of integers."""
        for value in extremum.of:
            p = value.constant
            if value.terms:
                raise RefusalError("an index is made of parameters, not of rewards")
            if value.extrema or p.denominator() != 1 or p.names() & self.reals:
                message = "in an index, min and max are those of integers, one in no other"
                raise RefusalError(message)
        if extremum not in self.extrema:
            word = "smallest" if extremum.kind == "min" else "largest"
            self.extrema[extremum] = self.fresh.name(word, word)
        return Polynomial.variable(self.extrema[extremum])

    def bounds(self) -> Iterator[Comparison]:
        """A minimum is at most each of its values, a maximum at least; the rest is `denials`."""
        for extremum, name in self.extrema.items():
            for value in extremum.of:
                gap = value.constant - Polynomial.variable(name)
                yield Comparison(Form(gap if extremum.kind == "min" else -gap))

    def denials(self) -> Iterator[Formula]:
        """Of each that the integer is not it: larger than the maximum, smaller than the minimum."""
        for extremum, name in self.extrema.items():
            q = Polynomial.variable(name)
            sign = ONE if extremum.kind == "max" else -ONE
            yield Comparison(Form(q * sign, (), ((-sign, extremum),)), Relation.GT)

    def count(self, arm: str, pulled: str) -> str:
        """The name of N(arm), or of most if there is no arm; before a last pull if there is one.

        A last pull that nothing else is said of is late, if the policy opens.
        """
        run = self._one_run(arm if arm in TOTALS else "N(f)" if arm else "most")
        if arm in TOTALS and pulled:
            raise RefusalError(f"{arm} is known at the end of the run only")
        if pulled:
            words: tuple[str, ...] = ("before", pulled, arm) if arm else ("level", pulled)
            base = f"N_{arm}_before" if arm else "most_before"
        else:
            words = ("pulls", arm) if arm and arm not in TOTALS else (arm or "most",)
            base = TOTALS.get(arm, f"N_{arm}" if arm else "most_pulls")
        if known := run.name_of(*words):
            return known
        name, late = self.fresh.name(base, "count"), run.late
        self.counts.append(name)
        if pulled and run.index and pulled not in last_pulls(run):
            late = (*late, pulled)
        self.run = replace(run, observed=(*run.observed, (name, words)), late=late)
        return name

    def _one_run(self, what: str) -> Run:
        match self.run:
            case Run():
                return self.run
            case Every():
                why = "the run of one policy, not of every one"
            case Some():
                why = "all runs: what some run has is said of OPT(T) and ALG(T)"
            case None:
                why = "the run of a policy: name one with --policy"
        raise RefusalError(f"{what} counts pulls in {why}")


def spell_polynomial(p: Polynomial) -> str:
    """A polynomial with integer coefficients in letters: 2*T**2 - m is 2_T2_minus_m."""
    parts: list[str] = []
    for monomial, c in sorted(p.terms(), key=lambda t: (-degree_of(t[0]), t[0])):
        sign = "minus" if c < 0 else "plus" if parts else ""
        size = "" if abs(c) == 1 and monomial else str(abs(c))
        powers = (v if e == 1 else f"{v}{e}" for v, e in monomial)
        parts += filter(None, (sign, size, *powers))
    return "_".join(parts) or "0"


def _exact_root(q: Fraction) -> Fraction:
    """The root of a rational number that has a rational one."""
    root = Fraction(isqrt(q.numerator), isqrt(q.denominator))
    if root * root != q:
        raise RefusalError(
            f"sqrt({q}) is irrational, and claims are decided with exact rationals: put a name in "
            f"its place, such as s with --real s, and say with --given what is needed of it, "
            f'"s >= 0" with "s^2 >= {q}" or "s^2 <= {q}"'
        )
    return root
