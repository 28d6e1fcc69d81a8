from fractions import Fraction
from itertools import islice, product

import pytest

from imab_verify.engines.arms.points import REALS, parameter_points
from imab_verify.language.reading import read_question


def points(*givens, reals=(), most=200):
    names = " + ".join(sorted({c for g in givens for c in g if c.isalpha()}))
    claim = read_question(f"{names} >= 0", givens, reals=reals).claims().claim
    return list(parameter_points(claim, most))


def test_the_first_point_is_the_smallest():
    assert points("m <= T")[0] == {"m": 1, "T": 1}
    assert points("m >= 2", "T >= m + 3")[0] == {"m": 2, "T": 5}


def test_points_come_in_the_order_of_their_distance_from_the_smallest():
    found = points("m >= 2", "T >= m + 3", most=40)
    distances = [(v["m"] - 2) + (v["T"] - v["m"] - 3) for v in found]
    assert distances == sorted(distances)


def test_every_point_satisfies_the_givens():
    found = points("m <= T", "T <= 2*m + 1", "m*m >= T + 2")
    assert len(found) == 200
    assert all(v["m"] <= v["T"] <= 2 * v["m"] + 1 for v in found)
    assert all(v["m"] ** 2 >= v["T"] + 2 for v in found)


def test_no_small_point_is_missed():
    found = {(int(v["m"]), int(v["T"])) for v in points("m <= T", "T <= 6", most=1000)}
    assert found == {(m, T) for m, T in product(range(1, 7), repeat=2) if m <= T}


def test_no_point_comes_twice():
    found = [tuple(sorted(v.items())) for v in points("a <= b", "b <= c", most=300)]
    assert len(found) == len(set(found)) == 300


def test_equations_are_kept():
    assert {v["T"] - 2 * v["n"] for v in points("T == 2*n", most=10)} == {0}


def test_floors_are_computed():
    claim = read_question("Rew(f, T//3) >= 0", ["T >= 2"]).claims().claim
    found = list(islice(parameter_points(claim, 9), 9))
    name = claim.floors[0].name
    assert [v["T"] for v in found] == list(range(2, 11))
    assert all(v[name] == v["T"] // 3 for v in found)


def test_real_parameters_take_values_between_the_integers():
    found = points("x >= 0", "x <= 1", reals=("x",))
    assert {v["x"] for v in found} == {x for x in REALS if 0 <= x <= 1}
    assert Fraction(1, 2) in {v["x"] for v in found}


def test_negative_integers_only_if_the_givens_allow_them():
    assert points("n >= -2", most=4)[0] == {"n": -2}


@pytest.mark.parametrize("most", [1, 7])
def test_at_most_so_many(most):
    assert len(points("m <= T", most=most)) == most


def test_contradicting_givens_have_no_points():
    assert points("m <= T", "T <= m - 1") == []


def test_the_search_ends_where_curved_givens_leave_nothing():
    assert points("a*b*c <= 0", "a <= b", "b <= c", most=10) == []


def test_few_points_in_a_space_of_many_parameters_are_all_found():
    assert len(points("a <= b", "b <= c", "c <= d", "d <= 2", most=1000)) == 5


def test_a_claim_without_parameters_has_one_point():
    claim = read_question("f(1) >= f(0)").claims().claim
    assert list(parameter_points(claim, 10)) == [{}]


# --- reals ----------------------------------------------------------------------------------------


def test_a_real_root_is_taken_exactly_or_not_at_all():
    found = points("s >= 0", "s*s == T", reals=("s",), most=6)
    assert [(v["T"], v["s"]) for v in found] == [(n * n, n) for n in range(1, 7)]


def test_an_equation_leaves_one_value():
    [first, *_] = points("x + y == 3/5", "x >= 3/10", "y >= 3/10", reals=("x", "y"))
    assert first == {"x": Fraction(3, 10), "y": Fraction(3, 10)}


def test_narrow_intervals_have_points_too():
    found = points("x > 0", "x <= 1/10", reals=("x",))
    assert {v["x"] for v in found} == {Fraction(1, 10), Fraction(1, 20)}
    found = points("7*x >= 2", "7*x <= 3", reals=("x",))
    assert {v["x"] for v in found} == {Fraction(n, 42) for n in (12, 14, 15, 18)}


def test_an_equation_without_a_real_root_leaves_nothing():
    assert points("x*x == -1", reals=("x",)) == []
    assert points("x*x == 2", reals=("x",)) == []
