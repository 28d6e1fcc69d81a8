"""The ground: the two ways to say no, one budget of work, sparse polynomials over the rationals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Literal, NoReturn, TypeVar

# --- The two ways in which the kernel says no ----------------------------------------------------


MAX_MESSAGE = 300
Item = TypeVar("Item")
Proof = TypeVar("Proof")


Reason = Literal[
    "identity",
    "sign",
    "strictness",
    "undecided-index",
    "domain",
    "hypothesis",
    "lemma",
    "witness",
    "counterexample",
    "instance",
    "rule",
    "coverage",
    "limit",
]
"""Why a well-formed certificate is not a proof."""


class MalformedError(Exception):
    """The document is not a certificate: it cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__(message[:MAX_MESSAGE])


class RejectedError(Exception):
    """The document is a certificate, but not a proof of its claim."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(f"{reason}: {message[:MAX_MESSAGE]}")
        self.reason: Reason = reason
        self.place: list[str] = []

    def __str__(self) -> str:
        where = ".".join(self.place)
        return f"{self.args[0]} (at {where[-MAX_MESSAGE:]})" if where else str(self.args[0])


@contextmanager
def at(where: str) -> Iterator[None]:
    """A place in the document: what is rejected inside names it."""
    try:
        yield
    except RejectedError as error:
        error.place.insert(0, where)
        raise


def reject(reason: Reason, message: str) -> NoReturn:
    """RejectedError, for this reason."""
    raise RejectedError(reason, message)


def brief(value: int | Fraction) -> str:
    """A number in a message: itself, or its length if it is long."""
    return str(value) if bits(value) <= 400 else f"a number of {bits(value)} bits"


def item_at(items: Sequence[Item], number: int, reason: Reason, what: str) -> Item:
    """The item with this number, counted from 0; RejectedError if there is none."""
    if not 0 <= number < len(items):
        reject(reason, f"there is no {what} number {brief(number)}")
    return items[number]


def pair_up(
    proofs: Sequence[Proof], wanted: Sequence[Item], reason: Reason, what: str
) -> Iterator[tuple[Proof, Item]]:
    """Each proof with what it must prove; RejectedError if there are more or fewer of them."""
    if len(proofs) != len(wanted):
        reject(reason, f"{len(wanted)} {what} need a proof")
    return zip(proofs, wanted, strict=True)


# --- One budget of work per document, so that a hostile one is refused and not executed ----------

"""Everything that reading and judging a document costs is charged here; outside of that nothing is
counted. A longer document has a larger budget, in proportion to its length without blanks. One
operation stands for a third of a microsecond at most, and for 30 bytes that are kept.
"""


MAX_BYTES = 16 * 2**20
MAX_WORK = 2_500_000
WORK_PER_BYTE = 60
MAX_WORK_IN_ALL = 200_000_000
MAX_BITS = 14_000
_WORD = 256


@dataclass(slots=True)
class Meter:
    """What a document may still cost, and the rules that it used."""

    left: int
    used: set[str]


_meter: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def meter_work(size: int = 0) -> Iterator[Meter]:
    """Count the work inside, for a document of `size` bytes; RejectedError if it is too much."""
    meter = Meter(min(MAX_WORK + WORK_PER_BYTE * size, MAX_WORK_IN_ALL), set())
    token = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(token)


def use(rule: str) -> None:
    """Note that a rule, or a fact about runs, is used."""
    meter = _meter.get()
    if meter is not None:
        meter.used.add(rule)


def rules_used() -> tuple[str, ...]:
    """The rules and facts that were used since the work is counted."""
    meter = _meter.get()
    return tuple(sorted(meter.used)) if meter else ()


def spend(work: int, bits: int = 0) -> None:
    """Charge `work` operations on numbers of `bits` bits."""
    meter = _meter.get()
    if meter is None:
        return
    if bits > MAX_BITS:
        reject("limit", f"a number has more than {MAX_BITS} bits")
    words = bits // _WORD
    meter.left -= work * (1 + words + (words // 4) ** 2)  # divisors of long numbers take the square
    if meter.left < 0:
        reject("limit", "the certificate needs too much arithmetic")


def bits(value: int | Fraction) -> int:
    """The length of a number: of its numerator and its denominator."""
    return value.numerator.bit_length() + value.denominator.bit_length()


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """A positive integer that makes all of them integers."""
    common = 1
    for q in numbers:
        common = lcm(common, q.denominator)
        spend(1, bits(common))
    return common


# --- Sparse polynomials with rational coefficients in named variables ----------------------------

"""A monomial is a sorted tuple of (name, exponent >= 1); () is the monomial 1.
A polynomial is an immutable map from monomials to nonzero fractions, kept over one denominator.
"""


Monomial = tuple[tuple[str, int], ...]

MAX_DEGREE = 64
MAX_TERMS = 50_000


class Polynomial:
    """An element of Q[names], in lowest terms: integer numerators over one denominator >= 1."""

    __slots__ = ("_denominator", "_numerators")

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        common = self._denominator = lcm(*(c.denominator for c in terms.values()))
        self._numerators = {m: int(c * common) for m, c in terms.items() if c}

    @staticmethod
    def _over(numerators: dict[Monomial, int], denominator: int) -> Polynomial:
        result = Polynomial.__new__(Polynomial)
        if denominator != 1:
            common = gcd(denominator, *numerators.values())
            denominator //= common
            numerators = {m: c // common for m, c in numerators.items()}
        if not all(numerators.values()):
            numerators = {m: c for m, c in numerators.items() if c}
        result._numerators, result._denominator = numerators, denominator  # noqa: SLF001  the same
        return result

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
        return ((m, Fraction(c, self._denominator)) for m, c in self._numerators.items())

    def __len__(self) -> int:
        return len(self._numerators)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Polynomial)
            and self._denominator == other._denominator
            and self._numerators == other._numerators
        )

    def __hash__(self) -> int:
        spend(4 + self.size())
        return hash((self._denominator, frozenset(self._numerators.items())))

    def __repr__(self) -> str:
        text = ""
        for monomial, c in sorted(self.terms(), key=lambda t: (-degree_of(t[0]), t[0])):
            factors = [v if e == 1 else f"{v}**{e}" for v, e in monomial]
            if abs(c) != 1 or not monomial:
                factors.insert(0, str(abs(c)))
            text += (" - " if c < 0 else " + ") + "*".join(factors)
        return "-" + text[3:] if text.startswith(" -") else text[3:] or "0"

    def __add__(self, other: Polynomial | int) -> Polynomial:
        return total((self, other if isinstance(other, Polynomial) else Polynomial.constant(other)))

    def __neg__(self) -> Polynomial:
        return self.scaled(-1)

    def __sub__(self, other: Polynomial | int) -> Polynomial:
        return self + -other

    def __rsub__(self, other: int) -> Polynomial:
        return -self + other

    def scaled(self, factor: int | Fraction) -> Polynomial:
        """The product with a number."""
        if factor == 1:
            spend(4)
            return self
        spend(8 + self.size(), self.bits() + bits(factor))
        up, down = factor.numerator, factor.denominator
        numerators = {m: c * up for m, c in self._numerators.items()}
        return Polynomial._over(numerators, self._denominator * down)

    def __mul__(self, other: Polynomial | int | Fraction) -> Polynomial:
        if not isinstance(other, Polynomial):
            return self.scaled(other)
        if self._numerators.keys() == {()}:
            return other.scaled(Fraction(self._numerators[()], self._denominator))
        if len(self) * len(other) > MAX_TERMS or self.degree() + other.degree() > MAX_DEGREE:
            reject("limit", "a polynomial product is too large")
        pairs = (len(self) + 1) * other.size() + (len(other) + 1) * self.size()
        spend(12 + len(self) * len(other) + pairs, self.bits() + other.bits())
        product: dict[Monomial, int] = {}
        powers: dict[tuple[str, int], tuple[str, int]] = {}
        for left, a in self._numerators.items():
            for right, b in other._numerators.items():
                monomial = _times(left, right)
                if monomial in product:
                    product[monomial] += a * b
                else:  # each power is kept once
                    product[tuple(map(powers.setdefault, monomial, monomial))] = a * b
        return Polynomial._over(product, self._denominator * other._denominator)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        result = Polynomial.constant(1)
        for _ in range(exponent):
            result = result * self
        return result

    def bits(self) -> int:
        """The length of the longest coefficient."""
        longest = max(map(int.bit_length, self._numerators.values()), default=0)
        return longest + self._denominator.bit_length()

    def size(self) -> int:
        """What it costs to go through the terms once."""
        return 2 * len(self) + sum(map(len, self._numerators)) // 4

    def degree(self) -> int:
        """Total degree; 0 for constants."""
        return max((degree_of(m) for m in self._numerators), default=0)

    def names(self) -> frozenset[str]:
        """The variables that occur."""
        return frozenset(name for monomial in self._numerators for name, _ in monomial)

    def denominator(self) -> int:
        """The least d >= 1 for which d times the polynomial has integer coefficients."""
        return self._denominator

    def substitute(self, values: Mapping[str, Polynomial]) -> Polynomial:
        """The polynomial with some variables replaced by polynomials."""
        spend(8 + 2 * self.size())
        summands = []
        for monomial, c in self._numerators.items():
            kept = tuple([power for power in monomial if power[0] not in values])
            product = Polynomial._over({kept: c}, self._denominator)
            for name, exponent in monomial:
                if name in values:
                    product = product * values[name] ** exponent
            summands.append(product)
        return total(summands)

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """The value at a point that gives every variable a value."""
        spend(4)
        result: int | Fraction = 0
        for monomial, c in self._numerators.items():
            product: int | Fraction = c
            for name, exponent in monomial:
                value = values[name]
                whole = value.denominator == 1  # integers are quick
                product *= (value.numerator if whole else value) ** exponent
            result += product
            spend(4 + 6 * len(monomial), bits(product) + bits(result))
        return Fraction(result, self._denominator)


def show(p: Polynomial) -> str:
    """A polynomial in a message: itself, or its size if it is long."""
    return str(p) if len(p) <= 12 and p.bits() <= 400 else f"a polynomial of {len(p)} terms"


def triangle(p: Polynomial) -> Polynomial:
    """1 + ... + p = p(p+1)/2; of an integer, too."""
    return p * (p + 1) * Fraction(1, 2)


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
    summands = list(polynomials)
    common, longest, size = 1, 0, 4
    for p in summands:
        if p.denominator() != 1:
            common = lcm(common, p.denominator())
            spend(2, common.bit_length())
        longest = max(longest, p.bits())
        size += 4 + p.size()
    spend(size, common.bit_length() + longest)
    result: dict[Monomial, int] = {}
    for p in summands:
        factor = common // p.denominator()
        for monomial, c in p._numerators.items():  # noqa: SLF001  the same module
            result[monomial] = result.get(monomial, 0) + c * factor
    return Polynomial._over(result, common)  # noqa: SLF001  the same module


ZERO, ONE = Polynomial.constant(0), Polynomial.constant(1)
