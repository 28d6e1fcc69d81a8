from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.positivity import _by_contradiction, prove_sign
from imab_verify.engines.arms.sums import (
    by_factors,
    by_products,
    by_slacks,
    prove_empty,
    prove_empty_by_products,
    prove_sum,
)
from imab_verify.kernel import Case, Empty, Polynomial, RejectedError, Sum, Term
from imab_verify.kernel.arms import Constraint, Region, check_identity, check_sign, parameter_region
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.reading import read_question


def problem(text, *givens, reals=()):
    """The polynomial p of a text "p >= 0" and the region of the givens."""
    claim = read_question(text, givens, reals=reals).claims().claim
    return claim.conclusion[0].form.constant, parameter_region(claim)


def accepted(node, region, p, *, strict=False):
    check_sign(node, region, p, strict=strict)
    return True


def node_kinds(node):
    if isinstance(node, Case):
        return {Case} | node_kinds(node.low) | node_kinds(node.high)
    return {type(node)}


# --- each way on its own ------------------------------------------------------------------------


def test_slacks_read_off_nonnegative_coefficients():
    p, region = problem("T**2 - m**2 + T - m >= 0", "m <= T")
    node = by_slacks(p, region, ["T", "m"])
    assert accepted(node, region, p)
    assert all(term.weight > 0 and term.square is None for term in node.terms)


def test_slacks_need_a_basis_in_which_no_coefficient_is_negative():
    p, region = problem("T**2 - 3*m**2 >= 0", "m <= T")
    assert by_slacks(p, region, ["T", "m"]) is None


def test_slacks_use_both_signs_of_an_equation():
    p, region = problem("3*n - T - 5*(T - 2*n)**2 - n >= 0", "T == 2*n")
    node = by_slacks(p, region, ["T", "n"])
    assert accepted(node, region, p)
    equations = {c.name for c in region.constraints if c.polynomial.degree() == 1}
    assert {name for term in node.terms for name, _ in term.factors} <= equations


def test_factors_multiply_signs_and_square_even_powers():
    p, region = problem("(T - m)*(T - 2*m)**2*(T + m - 2) >= 0", "m <= T")
    node = by_factors(p, region)
    assert accepted(node, region, p)
    root = problem("T - 2*m >= 0")[0]
    assert {term.square * term.square for term in node.terms} == {root * root}


def test_two_negative_factors_make_a_nonnegative_product():
    p, region = problem("(m - T)*(1 - m) >= 0", "m <= T")
    assert accepted(by_factors(p, region), region, p)


def test_a_product_with_one_negative_factor_is_not_proved():
    p, region = problem("(T - m)*(1 - m) >= 0", "m <= T")
    assert by_factors(p, region) is None


def test_products_of_constraints_that_form_no_basis():
    box = ("x >= 0", "x <= 1", "y >= 0", "y <= 1")
    p, region = problem("x*y + (1 - x)*(1 - y) >= 0", *box, reals=("x", "y"))
    assert by_slacks(p, region, ["x", "y"]) is None
    assert accepted(by_products(p, region), region, p)


def test_squares_where_no_product_helps():
    p, region = problem("x**2 - x*y + y**2 >= 0", reals=("x", "y"))
    assert by_products(p, region) is None
    node = prove_sign(p, region, Clock(10), hard=True)
    assert accepted(node, region, p)


def test_cases_use_that_parameters_are_integers():
    p, region = problem("(2*n - 1)*(2*n - 3) + 1 >= 0", "n >= 0")
    node = prove_sign(p, region, Clock(10))
    assert accepted(node, region, p)
    p, region = problem("(n - 1)*(n - 2) >= 0", "n >= 0")
    node = prove_sign(p, region, Clock(10))
    assert accepted(node, region, p)
    assert Case in node_kinds(node)


def test_the_same_polynomial_over_the_reals_is_not_proved():
    p, region = problem("(x - 1)*(x - 2) >= 0", "x >= 0", reals=("x",))
    assert prove_sign(p, region, Clock(10)) is None


def test_contradiction_with_curved_constraints():
    p, region = problem("T - q >= 0", "T - k*q >= 0", "q >= 0")
    node = _by_contradiction(Constraint(p), region)
    assert accepted(node, region, p)
    assert isinstance(node, Case)
    assert isinstance(node.low, Empty)


def test_contradiction_says_nothing_about_reals():
    p, region = problem("T - q >= 0", "T - k*q >= 0", "q >= 0", "k >= 1", reals=("q",))
    assert _by_contradiction(Constraint(p), region) is None


def test_contradiction_with_fractions():
    p, region = problem("T - q >= 0", "T - k*q >= 0", "q >= 0")
    half = p.scaled(Fraction(1, 2))
    assert accepted(_by_contradiction(Constraint(half), region), region, half)
    less = half - Polynomial.constant(Fraction(1, 2))
    assert _by_contradiction(Constraint(less), region) is None


def test_contradiction_in_a_flat_region():
    p, region = problem("q >= 0", "T >= 1", "3*q + 2 >= T", "q >= -9")
    assert accepted(_by_contradiction(Constraint(p), region), region, p)
    p, region = problem("q >= 0", "T >= 0", "3*q + 3 >= T", "q >= -9")
    assert _by_contradiction(Constraint(p), region) is None


# --- empty regions ------------------------------------------------------------------------------


def test_an_empty_region_proves_anything():
    p, region = problem("-T**3 - 7 >= 0", "m <= T", "T <= m - 1")
    empty = prove_empty(region)
    check_identity(empty.terms, region, -ONE)
    assert accepted(prove_sign(p, region, Clock(5)), region, p)


def test_a_region_with_one_point_is_not_empty():
    _, region = problem("T >= 0", "m <= T", "T <= m", "m <= 1")
    assert prove_empty(region) is None


def test_a_curved_region_is_empty_by_products():
    _, region = problem("T >= 0", "T - k*q >= 0", "q >= T + 1")
    assert prove_empty(region) is None
    check_identity(prove_empty_by_products(region).terms, region, -ONE)


# --- strictness ---------------------------------------------------------------------------------


def test_strict_over_integers_is_at_least_one():
    p, region = problem("T + 1 - m >= 0", "m <= T")
    node = prove_sign(p, region, Clock(5), strict=True)
    assert accepted(node, region, p, strict=True)
    p, region = problem("T - m >= 0", "m <= T")
    assert prove_sign(p, region, Clock(5), strict=True) is None


def test_strict_over_reals_needs_a_plainly_positive_summand():
    p, region = problem("x + y >= 0", "x > 0", "y >= 0", reals=("x", "y"))
    node = prove_sign(p, region, Clock(5), strict=True)
    assert accepted(node, region, p, strict=True)
    p, region = problem("x + y >= 0", "x >= 0", "y >= 0", reals=("x", "y"))
    assert prove_sign(p, region, Clock(5), strict=True) is None
    assert accepted(prove_sign(p, region, Clock(5)), region, p)


# --- what must not be proved ----------------------------------------------------------------------


TIGHT = [
    ("T**2 - m**2 >= 0", ("m <= T",)),
    ("T*(T+1) - m*(m+1) >= 0", ("m <= T",)),
    ("(T - m)*(T - m - 1) >= 0", ("m <= T",)),
    ("(T - 2*m)**2 >= 0", ("m <= T",)),
    ("T - k*q >= 0", ("T - k*q >= 0", "q >= 0")),
]


@pytest.mark.parametrize(("text", "givens"), TIGHT)
def test_a_thousandth_less_at_a_tight_spot_is_not_proved(text, givens):
    p, region = problem(text, *givens)
    assert accepted(prove_sign(p, region, Clock(10)), region, p)
    assert prove_sign(p - Polynomial.constant(Fraction(1, 1000)), region, Clock(10)) is None


def test_no_time_means_no_answer():
    p, region = problem("T**3 - m**2 >= 0", "m <= T")
    with pytest.raises(OutOfTimeError):
        prove_sign(p, region, Clock(-1))


def test_the_kernel_refuses_a_wrong_weight():
    p, region = problem("T**2 - m**2 >= 0", "m <= T")
    node = by_slacks(p, region, ["T", "m"])
    first, *rest = node.terms
    wrong = Sum((Term(first.weight * 2, first.factors, first.square), *rest))
    with pytest.raises(RejectedError):
        check_sign(wrong, region, p)


# --- any polynomial -------------------------------------------------------------------------------

coefficients = st.lists(st.integers(-3, 3), min_size=6, max_size=6)


@examples(60)
@given(coefficients)
def test_what_is_proved_is_accepted_and_true(numbers):
    m, T = Polynomial.variable("m"), Polynomial.variable("T")
    monomials = [ONE, m, T, m * m, m * T, T * T]
    p = Polynomial({})
    for number, monomial in zip(numbers, monomials, strict=True):
        p = p + monomial.scaled(number)
    region = Region(
        (Constraint(m - ONE, name="a"), Constraint(T - m, name="b")), frozenset({"m", "T"})
    )
    least = min(
        p.at({"m": Fraction(a), "T": Fraction(b)}) for a in range(1, 9) for b in range(a, 9)
    )
    node = prove_sign(p, region, Clock(10)) if least >= 0 else prove_sum(p, region)
    if node is not None:
        assert accepted(node, region, p)
        assert least >= 0


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(1, 4)), max_size=5))
def test_sums_of_products_are_always_found(terms):
    m, T = Polynomial.variable("m"), Polynomial.variable("T")
    region = Region(
        (Constraint(m - ONE, name="a"), Constraint(T - m, name="b")), frozenset({"m", "T"})
    )
    p = Polynomial({})
    for a, b, weight in terms:
        p = p + ((m - ONE) ** a * (T - m) ** b).scaled(Fraction(weight, 3))
    assert accepted(prove_sign(p, region, Clock(10)), region, p)
