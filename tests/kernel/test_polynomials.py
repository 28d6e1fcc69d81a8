"""Sparse polynomials: the laws of a commutative ring, and that they mean what they say."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imab_verify.kernel.polynomials import (
    MAX_BITS,
    MAX_DEGREE,
    MAX_WORK,
    Polynomial,
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


def test_messages_name_only_short_polynomials():
    assert show(X - ONE) == "x - 1"
    assert show(X.scaled(10**5000)) == "a polynomial of 1 terms"
    assert show((X + Y + ONE) ** 4) == "a polynomial of 15 terms"


# --- limits ------------------------------------------------------------------------------------


def reason(operation):
    with pytest.raises(RejectedError) as error, meter_work():
        operation()
    return error.value.reason


def test_products_up_to_the_limit_are_made(monkeypatch):
    monkeypatch.setattr("imab_verify.kernel.polynomials.MAX_TERMS", 6)
    two, three = (total(Polynomial.variable(f"x{i}") for i in range(n)) for n in (2, 3))
    assert len(two * three) == 5
    with pytest.raises(RejectedError, match="too large"):
        three * three


def test_degrees_end_at_the_limit():
    half = X ** (MAX_DEGREE // 2)
    assert (half * half).degree() == MAX_DEGREE
    assert reason(lambda: half * half * X) == "limit"


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
    assert reason(lambda: operation(p)) == "limit"


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
    assert reason(nearly) == "limit"
