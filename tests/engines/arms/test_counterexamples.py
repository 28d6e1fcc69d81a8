from fractions import Fraction

import pytest

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import (
    find_counterexample,
    find_witness,
    functional_givens,
    interior,
    least,
    refutes,
)
from imab_verify.engines.arms.points import free_names
from imab_verify.kernel import ArmClass, Curve, Point
from imab_verify.kernel.arms import Region
from imab_verify.kernel.semantics import violation
from imab_verify.language.reading import read_question

CONCAVE, FROM_1, MONOTONE = ArmClass.CONCAVE, ArmClass.CONCAVE_FROM_1, ArmClass.MONOTONE
TWO = {"f": CONCAVE, "g": CONCAVE}


def claim_of(text, *givens, arms=None, reals=()):
    return read_question(text, givens, arms, reals).claims().claim


def counterexample(text, *givens, arms=None, reals=(), most=3000):
    """The point found; the kernel confirms it, and its rewards are in [0,1]."""
    claim = claim_of(text, *givens, arms=arms, reals=reals)
    point = find_counterexample(claim, Clock(20), most)
    if point is not None:
        assert violation(claim, point) is not None
        assert all(0 <= v <= 1 for c in point.curves.values() for _, v in c.points)
    return point


def test_smallest_parameters_first():
    point = counterexample("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T")
    assert point.parameters == {"m": 1, "T": 1}
    point = counterexample("Rew(f,T//2)/Rew(f,T) >= 1/5")
    assert point.parameters == {"T": 1}
    point = counterexample("Rew(f,T//2)/Rew(f,T) >= 1/5", "T >= 2")
    assert point.parameters == {"T": 3}


def test_no_smaller_parameters_refute_the_claim():
    point = counterexample("10*f(m) >= f(n)", "m <= n")
    assert point.parameters == {"m": 1, "n": 11}
    assert point.curves["f"] == Curve(((0, Fraction(0)), (11, Fraction(1))))


@pytest.mark.parametrize(
    ("text", "kind", "points"),
    [
        ("f(2) <= f(1)", CONCAVE, ((0, 0), (2, 1))),
        ("f(2) >= 2*f(1)", CONCAVE, ((0, 1),)),
        ("f(3) <= 2*f(2)", MONOTONE, ((0, 0), (2, 0), (3, 1))),
        ("f(3) <= f(2)", FROM_1, ((1, 0), (3, 1))),
    ],
)
def test_a_single_ray_of_height_one(text, kind, points):
    point = counterexample(text, arms={"f": kind})
    assert point.curves["f"].points == tuple((n, Fraction(v)) for n, v in points)


def test_only_one_arm_is_not_zero_if_one_is_enough():
    point = counterexample("Rew(f,T) <= Rew(g,T)", arms=TWO)
    assert point.curves["g"] == Curve(((0, Fraction(0)),))
    assert point.curves["f"].points[-1][1] == 1


def test_givens_about_rewards_are_respected():
    point = counterexample("Rew(g,T) <= Rew(f,T)", "f(T) == g(T)", arms=TWO)
    f, g = point.curves["f"], point.curves["g"]
    T = int(point.parameters["T"])
    assert f.value(T) == g.value(T)
    assert g.rew(T) > f.rew(T)


def test_strict_givens_about_rewards_are_respected():
    point = counterexample("g(n) <= 1/2", "g(n) > f(n)", "f(n) > 0", arms=TWO)
    n = int(point.parameters["n"])
    assert point.curves["g"].value(n) > max(point.curves["f"].value(n), Fraction(1, 2))


def test_an_equality_can_fail_on_either_side():
    assert counterexample("f(n+1) == f(n)") is not None
    assert counterexample("f(n) == f(n+1)") is not None
    assert counterexample("f(n) - f(n) == 0") is None


def test_a_strict_claim_fails_at_zero():
    point = counterexample("f(n+1) > f(n)")
    assert point.curves["f"] == Curve(((0, Fraction(0)),))


def test_a_mixture_where_no_single_ray_is_enough():
    point = counterexample("f(4) >= 1/2", "f(1) >= 1/4", "f(2) - f(1) >= 1/8", "n == 1")
    assert point.curves["f"].value(4) < Fraction(1, 2)
    assert point.curves["f"].value(2) - point.curves["f"].value(1) >= Fraction(1, 8)


def test_real_parameters_get_rational_values():
    point = counterexample("f(2) >= x*f(3)", "x <= 1", "x >= 0", arms={"f": MONOTONE}, reals=["x"])
    assert 0 < point.parameters["x"] <= 1


def test_a_true_claim_has_none():
    assert counterexample("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T", most=300) is None


def test_out_of_time_is_no_counterexample():
    claim = claim_of("f(n+1) <= f(n)")
    assert find_counterexample(claim, Clock(-1)) is None


def test_a_point_outside_the_givens_refutes_nothing():
    claim = claim_of("f(n+1) <= f(n)", "n >= 5")
    line = Curve(((0, Fraction(0)), (9, Fraction(1))))
    assert refutes(claim, Point({"n": Fraction(5)}, {"f": line}))
    assert not refutes(claim, Point({"n": Fraction(4)}, {"f": line}))
    assert not refutes(claim, Point({"n": Fraction(11, 2)}, {"f": line}))
    assert not refutes(claim, Point({"n": Fraction(5)}, {}))


# --- witnesses and programs -----------------------------------------------------------------------


def test_a_witness_satisfies_all_givens():
    claim = claim_of("g(n) >= 0", "f(n) > g(n)", "g(n) > 0", "n >= 3", arms=TWO)
    witness = find_witness(claim, Clock(10))
    assert violation(claim, witness) is None  # it raises where a given fails
    assert witness.parameters["n"] == 3


def test_contradicting_givens_have_no_witness():
    assert find_witness(claim_of("f(n) >= 0", "f(n) > f(n+1)"), Clock(10), most=30) is None
    assert find_witness(claim_of("f(n) >= 0", "n <= 0"), Clock(10)) is None
    assert find_witness(claim_of("f(n) >= 0"), Clock(-1)) is None


def test_the_program_finds_the_exact_minimum():
    claim = claim_of("f(4) - 3*f(1) >= 0", "f(2) >= 1/2")
    worst = least(claim.conclusion[0], claim, {}, functional_givens(claim))
    # f(4) >= f(2) >= f(1) with f(1) <= 1: the least value is -2, at f = 1.
    assert worst.value == -2
    assert worst.point.curves["f"].value(1) == 1


def test_the_program_says_where_nothing_is_possible():
    claim = claim_of("f(4) >= 0", "f(2) >= 1/2", "f(3) <= 1/3")
    assert least(claim.conclusion[0], claim, {}, functional_givens(claim)) is None


def test_an_interior_point_satisfies_several_strict_givens_at_once():
    claim = claim_of("f(n) >= 0", "f(n) > g(n)", "g(n) > g(n-1)", "g(0) > 0", arms=TWO)
    point = interior(claim, {"n": Fraction(3)}, functional_givens(claim))
    assert violation(claim, point) is None
    impossible = claim_of("f(n) >= 0", "f(n) > g(n)", "g(n) > f(n)", arms=TWO)
    assert interior(impossible, {"n": Fraction(3)}, functional_givens(impossible)) is None


def test_names_that_differ_in_case_only_have_one_order():
    """Sets have another order in every process; certificates and explanations have not."""
    names = [name for letter in "abcdefgh" for name in (letter.upper(), letter)]
    assert free_names(Region((), frozenset(names))) == names
