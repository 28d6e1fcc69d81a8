"""Signs of polynomials on regions: what is proved the kernel accepts, and a little more is not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples, first_fast

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.positivity import find_facts, prove_sign, prove_sign_by_facts
from imab_verify.engines.arms.sums import by_slacks, prove_empty, prove_empty_by_products, prove_sum
from imab_verify.kernel import Polynomial, RejectedError, Relation, Sum, Term
from imab_verify.kernel.arms import Constraint, Region, check_identity, check_sign, parameter_region
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.reading import read_question
from imab_verify.language.writing import show_polynomial

XY = ("x", "y")
BOX = ("x >= 0", "x <= 1", "y >= 0", "y <= 1")
SQUARES = ("T**2 <= 2*m**2",)
DISC = ("x**2 + y**2 <= 2",)
ROOT = ("s >= 0", "s**2 == T")
QUOTIENT = ("T - k*q >= 0", "q >= 0")
EMPTY = ("m <= T", "T <= m - 1")
PROVED = [
    # one identity: slacks, equations, factors, products, squares
    ("T**2 - m**2 + T - m >= 0", ("m <= T",), ()),
    ("3*n - T - 5*(T - 2*n)**2 - n >= 0", ("T == 2*n",), ()),
    ("(T - m)*(T - 2*m)**2*(T + m - 2) >= 0", ("m <= T",), ()),
    ("(m - T)*(1 - m) >= 0", ("m <= T",), ()),
    ("x*y + (1 - x)*(1 - y) >= 0", BOX, XY),
    ("x**2 - x*y + y**2 >= 0", (), XY),
    ("(T - 2*m)**2 >= 0", ("m <= T",), ()),
    ("a**2 + b**2 >= (a + b)**2/2", (), ()),
    # integers: cases, contradictions
    ("(2*n - 1)*(2*n - 3) + 1 >= 0", ("n >= 0",), ()),
    ("(n - 1)*(n - 2) >= 0", ("n >= 0",), ()),
    ("(T - m)*(T - m - 1) >= 0", ("m <= T",), ()),
    ("T - q >= 0", QUOTIENT, ()),
    ("(T - q)/2 >= 0", QUOTIENT, ()),
    ("q >= 0", ("T >= 1", "3*q + 2 >= T", "q >= -9"), ()),
    ("T + 1 - m > 0", ("m <= T",), ()),
    ("-T**3 - 7 >= 0", EMPTY, ()),
    # strict over the reals
    ("x + y > 0", ("x > 0", "y >= 0"), XY),
    # curved constraints
    ("2*m*(m+1) >= T*(T+1)", SQUARES, ()),
    ("2*m*(m+1) > T*(T+1)", SQUARES, ()),
    ("m <= T", ("m**3 <= T**3",), ()),
    ("m <= T", ("m**5 <= T**5",), ()),
    ("T < 2*m", ("T**3 <= 4*m**3",), ()),
    ("3*T <= 4*m + 1", ("2*T*(T+1) <= 3*m*(m+1)",), ()),
    ("a + b >= 7", ("a*b >= 12",), ()),
    ("a*b*c <= T**3", ("a + b + c <= 3*T",), ()),
    ("x + y <= 2", DISC, XY),
    ("x + y < 3", DISC, XY),
    ("s <= T", ROOT, ("s",)),
    ("s >= 1", ROOT, ("s",)),
    ("s > 0", ROOT, ("s",)),
    ("2*s <= T + 1", ROOT, ("s",)),
    # floors
    ("T//3 >= 0", (), ()),
    ("T//3 >= 1", ("T >= 3",), ()),
    ("T//4 <= T//3", (), ()),
    ("T//4 < T//3", ("T >= 12",), ()),
    ("T//k >= 1", ("T >= k",), ()),
    ("T//k >= 2", ("T >= 2*k",), ()),
    ("T//k >= q", ("T == q*k",), ()),
    ("T//k <= T", (), ()),
    ("2*k <= T", ("T//k >= 2",), ()),
]
NOT_PROVED = [
    ("T**2 - m**2 >= 1/1000", ("m <= T",), ()),
    ("(T - 2*m)**2 >= 1/1000", ("m <= T",), ()),
    ("(T - m)*(T - m - 1) >= 1/1000", ("m <= T",), ()),
    ("(T - m)*(1 - m) >= 0", ("m <= T",), ()),
    ("(x - 1)*(x - 2) >= 0", ("x >= 0",), ("x",)),
    ("(T - q)/2 >= 1/2", QUOTIENT, ()),
    ("q >= 0", ("T >= 0", "3*q + 3 >= T", "q >= -9"), ()),
    ("T - m > 0", ("m <= T",), ()),
    ("x + y > 0", ("x >= 0", "y >= 0"), XY),
    ("2*m*(m+1) >= T*(T+1) + 3", SQUARES, ()),
    ("m + 1 <= T", ("m**3 <= T**3",), ()),
    ("3*T <= 4*m - 2", ("2*T*(T+1) <= 3*m*(m+1)",), ()),
    ("a + b >= 8", ("a*b >= 12",), ()),
    ("x**2 - 3*x*y + y**2 >= 0", (), XY),
    ("x + y < 2", DISC, XY),
    ("s > 1", ROOT, ("s",)),
    ("2*s <= T", ROOT, ("s",)),
    ("T//3 >= 1", (), ()),
    ("T//3 >= 1", ("T >= 2",), ()),
    ("T//4 < T//3", (), ()),
    ("T//k >= 1", ("T >= k - 1",), ()),
    ("T//k >= 2", ("T >= 2*k - 1",), ()),
    ("T//k >= q", ("T == q*k - 1",), ()),
    ("T//k <= T - 1", (), ()),
    ("2*k + 1 <= T", ("T//k >= 2",), ()),
]


def problem(text, *givens, reals=()):
    """The polynomial p of a text "p >= 0" or "p > 0", whether it is strict, and the region."""
    claim = read_question(text, givens, reals=reals).claims().claim
    [goal] = claim.conclusion
    return goal.form.constant, goal.relation is Relation.GT, parameter_region(claim)


@pytest.mark.parametrize(("text", "givens", "reals"), PROVED)
def test_proved_and_accepted_by_the_kernel(text, givens, reals):
    p, strict, region = problem(text, *givens, reals=reals)
    node = prove_sign_by_facts(p, region, Clock(20), strict=strict)
    assert node is not None
    check_sign(node, region, p, strict=strict)


@pytest.mark.parametrize(("text", "givens", "reals"), first_fast(NOT_PROVED))
def test_a_little_more_is_not_proved(text, givens, reals):
    p, strict, region = problem(text, *givens, reals=reals)
    assert prove_sign_by_facts(p, region, Clock(20), strict=strict) is None


def test_no_time_means_no_answer():
    p, _, region = problem("T**3 - m**2 >= 0", "m <= T")
    with pytest.raises(OutOfTimeError):
        prove_sign(p, region, Clock(-1))


def test_the_kernel_refuses_a_wrong_weight():
    p, _, region = problem("T**2 - m**2 >= 0", "m <= T")
    first, *rest = by_slacks(p, region, ["T", "m"]).terms
    wrong = Sum((Term(first.weight * 2, first.factors, first.square), *rest))
    with pytest.raises(RejectedError):
        check_sign(wrong, region, p)


# --- empty regions ------------------------------------------------------------------------------


def test_empty_regions():
    _, _, flat = problem("T >= 0", *EMPTY)
    check_identity(prove_empty(flat).terms, flat, -ONE)
    _, _, curved = problem("T >= 0", "T - k*q >= 0", "q >= T + 1")
    assert prove_empty(curved) is None
    check_identity(prove_empty_by_products(curved).terms, curved, -ONE)
    _, _, point = problem("T >= 0", "m <= T", "T <= m", "m <= 1")
    assert prove_empty(point) is None


# --- facts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "givens", "fact"),
    [
        ("T//3 >= 0", [], "T//3"),
        ("T//3 >= 0", ["T >= 10"], "T//3 - 3"),
        ("(T+1)//2 >= 0", [], "(T + 1)//2 - 1"),
        ("T//k >= 0", ["T >= 2*k"], "T//k - 2"),
        ("T//k >= 0", ["T == q*k"], "q - T//k"),
        ("T//k >= 0", [], "T - T//k"),
    ],
)
def test_facts_about_floors(text, givens, fact):
    claim = read_question(text, givens).claims().claim
    found = find_facts(parameter_region(claim), Clock(20)).facts
    assert fact in [show_polynomial(one.holds, claim.floors) for one in found]


def test_where_constraints_are_curved_the_order_of_the_indices_is_a_fact():
    m, T = Polynomial.variable("m"), Polynomial.variable("T")
    _, _, curved = problem("T >= 0", "m**2 <= T**2")
    assert [fact.holds for fact in find_facts(curved, Clock(20), [m, T]).facts] == [T - m]
    _, _, flat = problem("T >= 0", "m <= T")
    assert find_facts(flat, Clock(20), [m, T]).facts == ()


@examples(40)
@given(st.integers(2, 12), st.integers(-3, 12), st.integers(1, 30), st.integers(0, 4))
def test_a_bound_of_a_floor_is_proved_exactly_if_it_holds(d, shift, least, bound):
    p, _, region = problem(f"(T + {shift})//{d} >= {bound}", f"T >= {least}")
    node = prove_sign_by_facts(p, region, Clock(20))
    assert (node is not None) == ((least + shift) // d >= bound)
    if node is not None:
        check_sign(node, region, p)


# --- any polynomial -------------------------------------------------------------------------------

M, T = Polynomial.variable("m"), Polynomial.variable("T")
WEDGE = Region((Constraint(M - ONE, name="a"), Constraint(T - M, name="b")), frozenset({"m", "T"}))


@examples(60)
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_what_is_proved_is_accepted_and_true(numbers):
    monomials = [ONE, M, T, M * M, M * T, T * T]
    p = Polynomial({})
    for number, monomial in zip(numbers, monomials, strict=True):
        p = p + monomial.scaled(number)
    points = ({"m": Fraction(a), "T": Fraction(b)} for a in range(1, 9) for b in range(a, 9))
    least = min(map(p.at, points))
    node = prove_sign(p, WEDGE, Clock(10)) if least >= 0 else prove_sum(p, WEDGE)
    if node is not None:
        check_sign(node, WEDGE, p)
        assert least >= 0


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(1, 4)), max_size=5))
def test_sums_of_products_are_always_found(terms):
    p = Polynomial({})
    for a, b, weight in terms:
        p = p + ((M - ONE) ** a * (T - M) ** b).scaled(Fraction(weight, 3))
    check_sign(prove_sign(p, WEDGE, Clock(10)), WEDGE, p)
