"""Counterexamples in words and numbers."""

from fractions import Fraction

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    ArmClass,
    Curve,
    Point,
    Proved,
    Refuted,
    RejectedError,
    Run,
    RunPoint,
    judge,
)
from imab_verify.language.documents import dumps
from imab_verify.language.instances import show_curve
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import question_about, read_question
from imab_verify.report.counterexamples import (
    brief,
    counterexample,
    document,
    failure,
    lines,
)


def curve(*points):
    return Curve(tuple((n, Fraction(v)) for n, v in points))


LINE = curve((0, 0), (3, 1))
ZERO = curve((0, 0))


def refuting(text, point, *, given=(), arms=None, run=None):
    claim = read_question(text, given, arms, (), run).claims().claim
    return counterexample(judge(dumps(Refuted(claim, point))))


def test_both_sides_are_the_numbers_that_one_gets_by_hand():
    point = Point({"m": Fraction(1), "T": Fraction(3)}, {"f": LINE})
    found = refuting("Rew(f,m)/Rew(f,T) >= 1/5", point, given=("m <= T",))
    assert (found.lhs, found.rhs) == (Fraction(1, 3), Fraction(2, 5))
    assert list(lines(found)) == [
        "m = 1, T = 3",
        "f(n) = min(n, 3)/3",
        "Rew(f, T) = 2",
        "Rew(f, m) = 1/3 < 1/5*Rew(f, T) = 2/5",
    ]
    assert document(found) == {
        "parameters": {"m": "1", "T": "3"},
        "arms": {"f": {"points": [[0, "0"], [3, "1"]]}},
        "comparison": "Rew(f, m) >= 1/5*Rew(f, T)",
        "lhs": "1/3",
        "rhs": "2/5",
        "values": {"Rew(f, m)": "1/3", "Rew(f, T)": "2"},
    }


def test_a_term_that_is_0_is_not_shown():
    point = Point({"n": Fraction(1)}, {"f": LINE})
    found = refuting("f(n) - f(n) + (n-2)*Delta(f,n) >= 0", point)
    assert list(lines(found))[2:] == ["Delta(f, n) = 1/3", "(n - 2)*Delta(f, n) = -1/3 < 0"]
    assert document(found)["values"] == {"Delta(f, n)": "1/3"}


def test_the_run_of_a_policy_has_counts_and_pulls():
    point = RunPoint((ZERO,) * 47 + (curve((0, 0), (96, 1)),), 96, {}, "lowest-index", {})
    found = refuting("OPT(T) <= 32*k*ALG(T)", point, arms={}, run=Run(ALGORITHM_1))
    assert list(lines(found)) == [
        "k = 48, T = 96",
        "arms 1 to 47: 0",
        "arm 48: min(n, 96)/96",
        "pulls of algorithm-1: 2 each (48 arms)",
        "ALG(T) = 1/32",
        "32*k*ALG(T) = 48 < OPT(T) = 97/2",
    ]
    assert document(found)["pulls"] == [2] * 48
    assert brief(found) == (
        "k = 48, T = 96; arms 1 to 47: 0; arm 48: min(n, 96)/96; 32*k*ALG(T) = 48 < OPT(T) = 97/2"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f(n) > 0", "f(n) = 0 <= 0"),
        ("f(n) >= 1/2", "f(n) = 0 < 1/2"),
        ("f(n) == 1", "f(n) = 0 != 1"),
        ("f(n) + n <= 0", "f(n) + n = 1 > 0"),
        ("f(n) >= 0 and f(n+1) >= n", "f(n + 1) = 0 < n = 1"),
    ],
)
def test_the_comparison_that_fails(text, says):
    point = Point({"n": Fraction(1)}, {"f": ZERO})
    assert [failure(failed) for failed in refuting(text, point).failures] == [says]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("n == 2 or f(n) != 0", ["n = 1 != 2", "f(n) = 0 <= 0", "f(n) = 0 >= 0"]),
        ("f(n) >= 1 and n == 1 or n >= 2", ["f(n) = 0 < 1", "n = 1 < 2"]),
        ("n >= 1 and max(f(n), 2*n) <= f(n)", ["f(n) = 0 < max(f(n), 2*n) = 2"]),
        ("-f(n) - min(f(n), n) > 0 or n > 3", ["min(f(n), n) + f(n) = 0 >= 0", "n = 1 <= 3"]),
    ],
)
def test_every_test_that_makes_a_formula_false_is_shown(text, says):
    found = refuting(text, Point({"n": Fraction(1)}, {"f": ZERO}))
    assert [failure(failed) for failed in found.failures] == says
    assert list(lines(found))[-len(says) :] == says
    assert len(document(found).get("others", [])) == len(says) - 1


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([(0, 0)], "0"),
        ([(0, "1/2")], "1/2"),
        ([(0, "1/2"), (7, "1/2")], "1/2"),
        ([(0, 0), (1, 1)], "min(n, 1)"),
        ([(0, 0), (3, "2/3")], "2*min(n, 3)/9"),
        ([(0, "1/4"), (2, "3/4")], "1/4 + min(n, 2)/4"),
        ([(1, 0), (3, 1)], "min(n-1, 2)/2"),
        (
            [(0, 0), (1, "1/2"), (3, 1)],
            "straight lines through (0, 0), (1, 1/2), (3, 1), then constant",
        ),
    ],
)
def test_an_arm_in_words(points, says):
    assert show_curve(curve(*points)) == says


def test_the_formula_of_an_arm_has_its_values():
    bent = curve((1, "1/8"), (5, "1/2"))
    assert show_curve(bent) == "1/8 + 3*min(n-1, 4)/32"
    for n in range(1, 9):
        assert bent.value(n) == Fraction(1, 8) + Fraction(3 * min(n - 1, 4), 32)


def test_a_proof_has_no_counterexample():
    point = Point({"n": Fraction(1)}, {"f": ZERO})
    claim = read_question("f(n) >= 0", (), {"f": ArmClass.CONCAVE}).claims().claim
    with pytest.raises(RejectedError, match="the conclusion is true"):
        judge(dumps(Refuted(claim, point)))
    proved = decide(question_about(claim)).certified.judgement
    assert isinstance(proved.document, Proved)
    with pytest.raises(ValueError, match="does not refute"):
        counterexample(proved)
