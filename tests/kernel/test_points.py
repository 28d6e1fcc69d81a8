"""Concrete rewards, the values of functionals on them, and points of claims."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imab_verify.kernel.polynomials import Polynomial, RejectedError
from imab_verify.kernel.semantics import (
    Curve,
    Point,
    atom_values,
    check_instance,
    form_value,
    observe,
    settle,
    violation,
)
from imab_verify.kernel.statement import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
    Form,
    Kind,
    Relation,
    Run,
)

ZERO, ONE = Polynomial({}), Polynomial.constant(1)
N = Polynomial.variable("n")


@st.composite
def curves(draw, kind=None):
    """A class and a curve of it, in [0,1]."""
    kind = kind or draw(st.sampled_from(list(ArmClass)))
    steps = draw(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 6)), max_size=4))
    if kind.shape.concave:
        steps.sort(key=lambda step: -step[1])
    n, value = kind.first, Fraction(draw(st.integers(0, 5)))
    points = [(n, value)]
    for length, slope in steps:
        n, value = n + length, value + slope * length
        points.append((n, value))
    if not kind.shape.rising:
        points = [(n, points[-1][1] - v) for n, v in points]
    return kind, Curve(tuple((n, v / 101) for n, v in points))


def naive(curve, n):
    """f(n), by walking from point to point."""
    points = dict(curve.points)
    last = max(points)
    if n >= last:
        return points[last]
    left = max(m for m in points if m <= n)
    right = min(m for m in points if m > n)
    share = Fraction(n - left, right - left)
    return points[left] * (1 - share) + points[right] * share


@settings(max_examples=200)
@given(curves(), st.integers(0, 20))
def test_values_and_sums_against_walking(drawn, n):
    kind, curve = drawn
    curve.check("f", kind)
    if n >= kind.first:
        assert curve.value(n) == naive(curve, n)
    assert curve.rew(n) == sum((naive(curve, i) for i in range(1, n + 1)), Fraction(0))


def test_far_indices_need_no_walk():
    curve = Curve(((0, Fraction(0)), (10**30, Fraction(1))))
    assert curve.value(10**29) == Fraction(1, 10)
    assert curve.rew(10**30) == Fraction(10**30 + 1, 2)
    assert curve.rew(10**31) == Fraction(10**30 + 1, 2) + 9 * 10**30


def points(*pairs):
    return Curve(tuple((n, Fraction(v)) for n, v in pairs))


@pytest.mark.parametrize(
    ("curve", "kind", "complaint"),
    [
        (Curve(()), ArmClass.CONCAVE, "start at n = 0"),
        (points((1, 0)), ArmClass.CONCAVE, "start at n = 0"),
        (points((0, 0)), ArmClass.CONCAVE_FROM_1, "start at n = 1"),
        (points((1, 0)), ArmClass.MONOTONE, "start at n = 0"),
        (points((0, "-1/1000")), ArmClass.CONCAVE, "leaves"),
        (points((0, 0), (1, "1001/1000")), ArmClass.CONCAVE, "leaves"),
        (points((0, 0), (2, "1/2"), (2, "1/2")), ArmClass.CONCAVE, "out of order"),
        (points((0, 0), (3, "1/2"), (2, 1)), ArmClass.CONCAVE, "out of order"),
        (points((0, "1/2"), (1, "499/1000")), ArmClass.MONOTONE, "decreases"),
        (points((0, 0), (1, "1/10"), (2, "201/1000")), ArmClass.CONCAVE, "not concave"),
        (points((1, 0), (2, "1/10"), (3, "201/1000")), ArmClass.CONCAVE_FROM_1, "not concave"),
    ],
)
def test_curves_outside_their_class(curve, kind, complaint):
    with pytest.raises(RejectedError, match=complaint) as error:
        curve.check("f", kind)
    assert error.value.reason == "instance"


@pytest.mark.parametrize(
    ("curve", "kind"),
    [
        (points((0, 0)), ArmClass.CONCAVE),
        (points((0, 1)), ArmClass.CONCAVE),
        (points((0, 0), (1, "1/10"), (2, "1/5")), ArmClass.CONCAVE),
        (points((0, 0), (1, "1/10"), (2, "201/1000")), ArmClass.MONOTONE),
        (points((1, 0), (2, 1)), ArmClass.CONCAVE_FROM_1),
    ],
)
def test_curves_just_inside_their_class(curve, kind):
    curve.check("f", kind)


# --- functionals -------------------------------------------------------------------------------


def one_arm(kind=ArmClass.CONCAVE, **extra):
    return Claim(("n",), (("f", kind),), (), (Comparison(Form(N)),), **extra)


def value_of(what, indices, curve, kind=ArmClass.CONCAVE):
    atom = Atom(what, "f", tuple(Polynomial.constant(i) for i in indices))
    return atom_values(one_arm(kind), {"n": Fraction(0)}, {"f": curve})(atom)


@settings(max_examples=150)
@given(curves(), st.integers(0, 12), st.integers(0, 8))
def test_functionals_are_their_definitions(drawn, n, gap):
    kind, curve = drawn
    rew = sum((naive(curve, i) for i in range(1, n + 1)), Fraction(0))
    assert value_of(Kind.REW, (n,), curve, kind) == rew
    if n >= kind.first:
        assert value_of(Kind.VALUE, (n,), curve, kind) == naive(curve, n)
    if n >= kind.first + 1:
        delta = naive(curve, n) - naive(curve, n - 1)
        assert value_of(Kind.DELTA, (n,), curve, kind) == delta
        steps = (naive(curve, n) + i * delta for i in range(1, gap + 1))
        p = value_of(Kind.P, (n, n + gap), curve, kind)
        assert p == rew + sum(steps, Fraction(0))
        assert p == curve.functional(Kind.P, (n, n + gap), kind.first)
    if not kind.first:
        area = sum(
            ((naive(curve, i - 1) + naive(curve, i)) / 2 for i in range(1, n + 1)), Fraction(0)
        )
        assert value_of(Kind.AREA, (n,), curve, kind) == area


@pytest.mark.parametrize(
    ("what", "indices", "kind"),
    [
        (Kind.VALUE, (-1,), ArmClass.CONCAVE),
        (Kind.VALUE, (0,), ArmClass.CONCAVE_FROM_1),
        (Kind.REW, (-1,), ArmClass.CONCAVE),
        (Kind.AREA, (-1,), ArmClass.MONOTONE),
        (Kind.DELTA, (0,), ArmClass.CONCAVE),
        (Kind.DELTA, (1,), ArmClass.CONCAVE_FROM_1),
        (Kind.P, (0, 5), ArmClass.CONCAVE),
        (Kind.P, (1, 5), ArmClass.CONCAVE_FROM_1),
        (Kind.P, (4, 3), ArmClass.CONCAVE),
    ],
)
def test_functionals_just_outside_their_domain(what, indices, kind):
    curve = points((kind.first, "1/2"))
    with pytest.raises(RejectedError) as error:
        value_of(what, indices, curve, kind)
    assert error.value.reason == "domain"


def test_forms_add_up():
    claim = one_arm()
    form = Form(N, ((Polynomial.constant(2), Atom(Kind.REW, "f", (N,))),))
    point = Point({"n": Fraction(3)}, {"f": points((0, 0), (2, 1))})
    values, atoms = observe(claim, point)
    assert values == {"n": 3}
    assert form_value(form, values, atoms) == 3 + 2 * Fraction(5, 2)


# --- points ------------------------------------------------------------------------------------


def test_floors_are_computed_in_order():
    half = Floor("h", N, Polynomial.constant(2))
    quarter = Floor("q", Polynomial.variable("h"), Polynomial.constant(2))
    claim = one_arm(floors=(half, quarter))
    for n in range(-9, 10):
        values = settle(claim, {"n": Fraction(n)})
        assert (values["h"], values["q"]) == (n // 2, n // 4)


def test_floors_divide_by_positive_numbers_only():
    claim = one_arm(floors=(Floor("q", ONE, N),))
    assert settle(claim, {"n": Fraction(1)})["q"] == 1
    for n in (0, -1):
        with pytest.raises(RejectedError) as error:
            settle(claim, {"n": Fraction(n)})
        assert error.value.reason == "domain"


@pytest.mark.parametrize(
    "parameters", [{}, {"n": Fraction(1, 2)}, {"n": Fraction(1), "m": Fraction(1)}]
)
def test_parameters_are_the_claims_own_integers(parameters):
    with pytest.raises(RejectedError) as error:
        settle(one_arm(), parameters)
    assert error.value.reason == "instance"


def test_reals_need_not_be_integers():
    claim = Claim((), (), (), (Comparison(Form(Polynomial.variable("x"))),), reals=("x",))
    assert settle(claim, {"x": Fraction(1, 2)}) == {"x": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("relation", "value", "holds"),
    [
        (Relation.GE, 0, True),
        (Relation.GE, Fraction(-1, 1000), False),
        (Relation.GT, 0, False),
        (Relation.GT, Fraction(1, 1000), True),
        (Relation.EQ, 0, True),
        (Relation.EQ, Fraction(1, 1000), False),
        (Relation.EQ, Fraction(-1, 1000), False),
    ],
)
def test_relations(relation, value, holds):
    assert relation.holds(Fraction(value)) is holds
    claim = Claim((), (), (), (Comparison(Form(Polynomial.constant(value)), relation),))
    assert (violation(claim, Point({}, {})) is None) is holds


@pytest.mark.parametrize(
    "arms", [{}, {"g": points((0, 0))}, {"f": points((0, 0)), "g": points((0, 0))}]
)
def test_the_point_names_exactly_the_claims_arms(arms):
    with pytest.raises(RejectedError) as error:
        violation(one_arm(), Point({"n": Fraction(1)}, arms))
    assert error.value.reason == "instance"


def test_givens_must_hold_at_the_point():
    f_n = Form(Polynomial.constant(Fraction(-1, 2)), ((ONE, Atom(Kind.VALUE, "f", (N,))),))
    claim = Claim(("n",), (("f", ArmClass.CONCAVE),), (Comparison(f_n),), (Comparison(Form(-N)),))
    inside = Point({"n": Fraction(1)}, {"f": points((0, "1/2"))})
    outside = Point({"n": Fraction(1)}, {"f": points((0, "499/1000"))})
    assert violation(claim, inside) == (claim.conclusion[0], -1)
    with pytest.raises(RejectedError) as error:
        violation(claim, outside)
    assert error.value.reason == "instance"


def test_a_point_is_no_instance_of_a_run():
    claim = Claim(("k", "T"), (), (), (Comparison(Form(ONE)),), run=Run("any"))
    with pytest.raises(RejectedError, match="not of the kind that the claim needs"):
        observe(claim, Point({"k": Fraction(1), "T": Fraction(1)}, {}))


def test_the_arms_of_an_instance_are_numbered_from_1():
    flat, falling = Curve(((0, Fraction(1)),)), Curve(((0, Fraction(1)), (1, Fraction(0))))
    with pytest.raises(RejectedError, match="instance: arm 2 decreases"):
        check_instance([flat, falling])
