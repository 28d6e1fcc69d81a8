"""Sparse polynomials: the laws of a commutative ring, and that they mean what they say."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imab_verify.kernel import polynomials as limits
from imab_verify.kernel.polynomials import (
    MAX_BITS,
    MAX_DEGREE,
    MAX_WORK,
    Polynomial,
    Reason,
    RejectedError,
    meter_work,
    show,
    spend,
    total,
)

NAMES = ("T", "a", "m")
ZERO, ONE = Polynomial({}), Polynomial.constant(1)
X, Y = Polynomial.variable("x"), Polynomial.variable("y")

numbers = st.fractions(min_value=-5, max_value=5, max_denominator=6)
exponents = st.tuples(*(st.integers(0, 2) for _ in NAMES))


def build(terms):
    return Polynomial(
        {
            tuple((n, e) for n, e in zip(NAMES, powers, strict=True) if e): c
            for powers, c in terms.items()
        }
    )


polynomials = st.dictionaries(exponents, numbers, max_size=4).map(build)
points = st.tuples(*(numbers for _ in NAMES)).map(lambda v: dict(zip(NAMES, v, strict=True)))


@settings(max_examples=150)
@given(polynomials, polynomials, polynomials)
def test_ring_laws(p, q, r):
    assert p + q == q + p
    assert (p + q) + r == p + (q + r)
    assert p + ZERO == p
    assert p - p == ZERO
    assert p * q == q * p
    assert (p * q) * r == p * (q * r)
    assert p * ONE == p
    assert p * (q + r) == p * q + p * r
    assert -p == p.scaled(-1)
    assert p**3 == p * p * p
    assert p**0 == ONE
    assert total([p, q, r]) == p + q + r


@settings(max_examples=150)
@given(polynomials, polynomials, numbers)
def test_a_gap_is_a_number_or_none(p, q, c):
    shifted = p + Polynomial.constant(c)
    assert shifted.gap(p) == c
    assert p.gap(shifted) == -c
    difference = p - q
    assert p.gap(q) == (None if difference.names() else difference.at({}))


def test_polynomials_of_one_size_that_differ_have_no_gap():
    assert X.gap(Y) is None
    assert X.gap(X.scaled(2)) is None
    assert X.gap(X + Y) is None
    assert (X * X).gap(X) is None


@settings(max_examples=150)
@given(polynomials, polynomials, points)
def test_evaluation_is_a_homomorphism(p, q, point):
    assert (p + q).at(point) == p.at(point) + q.at(point)
    assert (p * q).at(point) == p.at(point) * q.at(point)
    assert p.at(point) == sum(
        (c * product(point[n] ** e for n, e in m) for m, c in p.terms()), Fraction(0)
    )


def product(values):
    result = Fraction(1)
    for value in values:
        result *= value
    return result


@settings(max_examples=100)
@given(polynomials, polynomials, polynomials, points)
def test_substitution_is_evaluation_of_the_inner_values(p, q, r, point):
    inner = {"T": q, "m": r}
    values = dict(point) | {name: value.at(point) for name, value in inner.items()}
    assert p.substitute(inner).at(point) == p.at(values)


def test_substitution_is_simultaneous():
    assert (X - Y).substitute({"x": Y, "y": X}) == Y - X


@settings(max_examples=100)
@given(polynomials, polynomials)
def test_equal_polynomials_have_one_normal_form(p, q):
    rebuilt = (p + q) - q
    assert rebuilt == p
    assert hash(rebuilt) == hash(p)
    assert str(rebuilt) == str(p)
    assert all(c for _, c in p.terms())


@settings(max_examples=100)
@given(polynomials)
def test_denominator_is_the_least_one(p):
    d = p.denominator()
    assert all((c * d).denominator == 1 for _, c in p.terms())
    for smaller in range(1, d):
        assert any((c * smaller).denominator != 1 for _, c in p.terms())


def test_different_polynomials_differ():
    assert ZERO != X
    assert X != Y
    assert X.scaled(Fraction(1, 2)) != X
    assert X * X != X
    assert X != "x"


def test_degree_and_names():
    p = X * X * Y + Y - ONE
    assert p.degree() == 3
    assert p.names() == {"x", "y"}
    assert (p - p).names() == frozenset()
    assert ZERO.degree() == 0


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (ZERO, "0"),
        (ONE, "1"),
        (-X, "-x"),
        (X * X - Y.scaled(Fraction(3, 2)) + ONE, "x**2 - 3/2*y + 1"),
        (X.scaled(2) + Y.scaled(Fraction(1, 2)), "2*x + 1/2*y"),
    ],
)
def test_text(p, text):
    assert str(p) == text
    assert repr(p) == f"Polynomial({text})"


def test_messages_name_only_short_polynomials():
    assert show(X - ONE) == "x - 1"
    assert show(X.scaled(10**5000)) == "a polynomial of 1 terms"
    assert show((X + Y + ONE) ** 4) == "a polynomial of 15 terms"


# --- limits ------------------------------------------------------------------------------------


def reason(operation):
    with pytest.raises(RejectedError) as error, meter_work():
        operation()
    return error.value.reason


def test_messages_name_polynomials_up_to_their_limits():
    named = [Polynomial.variable(f"x{i}") for i in range(13)]
    assert show(total(named[:12])).count("x") == 12
    assert show(total(named)) == "a polynomial of 13 terms"
    for bits in (398, 399, 400):  # and one bit of the denominator
        long = Polynomial({(("x", 1),): Fraction(2 ** (bits - 1))})
        assert long.bits() == bits + 1
        assert show(long).startswith("a polynomial") == (bits + 1 > 400)


def test_sizes_are_those_of_the_longest():
    p = Polynomial(
        {(): Fraction(1), (("x", 3), ("y", 1)): Fraction(7, 8), (("z", 2),): Fraction(5)}
    )
    assert (p.degree(), p.width()) == (4, 2)
    assert p.bits() == (5 * 8).bit_length() + (8).bit_length()
    nothing = Polynomial({})
    assert (nothing.degree(), nothing.width(), nothing.bits()) == (0, 0, 1)


def cost(operation, *of):
    with meter_work():
        before = limits._left.get()[0]
        operation(*of)
        return before - limits._left.get()[0]


def test_sums_and_gaps_are_paid_for():
    p, half = X + Y + ONE, X.scaled(Fraction(1, 2))
    assert (p.size(), X.size()) == (2 * 3, 2)
    assert cost(total, [p, X]) == 4 + (4 + 6) + (4 + 2)
    assert cost(total, [p, half]) == 4 + (4 + 6) + (4 + 2) + 2
    assert cost(Polynomial.gap, p, X) == 4
    assert cost(Polynomial.gap, p, p) == 4 + 8 + 6
    assert cost(hash, p) == 4 + 6
    assert cost(Polynomial.scaled, p, 1) == 4
    assert cost(Polynomial.scaled, p, 2) == 8 + 6
    assert cost(ZERO.at, {}) == 4
    assert cost(X.at, {"x": Fraction(1)}) == 4 + 4 + 6


def test_wide_products_cost_more():
    """A product is paid for by its terms and by the names in a monomial."""
    narrow = Polynomial.variable("x") + Polynomial.variable("y")
    wide = Polynomial(
        {tuple((f"x{i}", 1) for i in range(9)): Fraction(1), (("x", 1),): Fraction(1)}
    )
    times = Polynomial.__mul__
    assert (narrow.size(), wide.size()) == (2 * 2, 2 * 2 + 10 // 4)
    assert cost(times, narrow, narrow) == 12 + 2 * 2 + 3 * 4 + 3 * 4
    assert cost(times, narrow, wide) == cost(times, wide, narrow) == 12 + 2 * 2 + 3 * 4 + 3 * 6


def test_products_share_their_powers():
    """Each power of a product is one object, however many monomials it is in."""
    p = (X + Y + ONE) * (X + Y + ONE) * Polynomial.variable("z")
    powers = [power for monomial, _ in p.terms() for power in monomial if power[0] == "z"]
    assert len(powers) == 6
    assert len({id(power) for power in powers}) == 1


def test_products_up_to_the_limit_are_made(monkeypatch):
    monkeypatch.setattr("imab_verify.kernel.polynomials.MAX_TERMS", 6)
    two, three = (total(Polynomial.variable(f"x{i}") for i in range(n)) for n in (2, 3))
    assert len(two * three) == 5
    with pytest.raises(RejectedError, match="too large"):
        three * three


def test_degrees_end_at_the_limit():
    half = X ** (MAX_DEGREE // 2)
    assert (half * half).degree() == MAX_DEGREE
    assert reason(lambda: half * half * X) is Reason.LIMIT


def test_products_with_too_many_terms_are_refused():
    p = total(Polynomial.variable(f"x{i}") for i in range(300))
    assert reason(lambda: p * p) is Reason.LIMIT


@pytest.mark.parametrize(
    "operation",
    [
        lambda p: p * p,
        lambda p: p.scaled(2**MAX_BITS),
        lambda p: p.at({"x": Fraction(2**MAX_BITS)}),
        lambda p: total(X.scaled(Fraction(1, 10**900 + i)) for i in range(20)),
    ],
)
def test_long_numbers_are_refused(operation):
    p = X.scaled(2 ** (MAX_BITS // 2 + 10))
    assert reason(lambda: operation(p)) is Reason.LIMIT


@pytest.mark.parametrize(
    "operation",
    [
        lambda p: p * p,
        lambda p: p + p,
        lambda p: p.scaled(2),
        lambda p: p.at({"x": Fraction(1), "y": Fraction(1)}),
        lambda p: p.substitute({"x": X}),
    ],
)
def test_every_operation_is_counted(operation):
    p = (X + Y + ONE) ** 8

    def nearly():
        spend(MAX_WORK - len(p))
        operation(p)

    operation(p)
    assert reason(nearly) is Reason.LIMIT


def test_nothing_is_counted_outside_a_judgement():
    spend(10 * MAX_WORK)
    with meter_work():
        spend(MAX_WORK)
        assert reason(lambda: spend(MAX_WORK + 1)) is Reason.LIMIT
        with pytest.raises(RejectedError):
            spend(1)
    spend(10 * MAX_WORK)
