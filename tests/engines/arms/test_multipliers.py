from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.goals import prove_goal
from imab_verify.engines.arms.hints import Hints, Multipliers
from imab_verify.kernel import ArmClass, Bound, Case, Combine, Polynomial, RejectedError
from imab_verify.kernel.arms import check_goal, parameter_region
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.reading import read_question

CONCAVE, MONOTONE = ArmClass.CONCAVE, ArmClass.MONOTONE
TWO = {"f": CONCAVE, "g": CONCAVE}
THREE = TWO | {"h": CONCAVE}
T, M = Polynomial.variable("T"), Polynomial.variable("m")


def attempt(text, *givens, arms=None, seconds=20, hints=()):
    """The proof tree of the only goal of a claim, accepted by the kernel; or None."""
    claim = read_question(text, givens, arms).claims().claim
    goal, region = claim.conclusion[0], parameter_region(claim)
    try:
        node = prove_goal(goal, region, Clock(seconds), Hints(tuple(hints)))
    except OutOfTimeError:
        return None
    if node is not None:
        check_goal(node, region, goal)
    return node


def combinations(node):
    if isinstance(node, Case):
        return combinations(node.low) + combinations(node.high)
    return [node] if isinstance(node, Combine) else []


def test_no_hypothesis_is_used_where_none_is_needed():
    node = attempt("f(n+1) >= f(n)", "g(n) >= f(n)", arms=TWO)
    assert node.uses == ()


def test_one_hypothesis_with_multiplier_one():
    node = attempt("f(n+1) >= g(n)", "f(n) >= g(n)", arms=TWO)
    (use,) = node.uses
    assert use.hypothesis == "h1"
    assert use.multiplier == ONE


def test_the_multiplier_is_found_as_a_function_of_the_parameters():
    node = attempt(
        "T*(T+1)*Rew(f,m) >= m*(m+1)*Rew(g,T)", "m <= T", "Rew(f,T) >= Rew(g,T)", arms=TWO
    )
    for part in combinations(node):
        (use,) = part.uses
        for m, horizon in ((2, 5), (3, 7)):
            at = {"m": Fraction(m), "T": Fraction(horizon)}
            assert use.multiplier.at(at) / part.scale.at(at) == m * (m + 1)


def test_two_hypotheses_in_a_chain():
    node = attempt("f(n) >= h(n)", "f(n) >= g(n)", "g(n) >= h(n)", arms=THREE)
    assert [use.hypothesis for use in node.uses] == ["h1", "h2"]


def test_two_hypotheses_with_different_multipliers():
    node = attempt("3*f(n) >= 2*h(n)", "3*f(n) >= 5*g(n)", "5*g(n) >= 2*h(n)", arms=THREE)
    assert len(node.uses) == 2
    node = attempt("f(n) >= 6*h(n)", "f(n) >= 2*g(n)", "g(n) >= 3*h(n)", arms=THREE)
    first, second = (use.multiplier.at({}) for use in node.uses)
    assert second == 2 * first


def test_an_equality_may_be_used_with_either_sign():
    assert attempt("g(n) >= f(n)", "f(n) == g(n)", arms=TWO) is not None
    assert attempt("f(n) >= g(n)", "f(n) == g(n)", arms=TWO) is not None


def test_a_strict_goal_from_a_strict_hypothesis():
    node = attempt("f(n+1) > 0", "f(n) > 0")
    assert node.strict == 0
    assert attempt("f(n+1) > 0", "f(n) >= 0", seconds=3) is None


def test_rewards_are_at_most_one():
    node = attempt("Rew(f,n) <= n", arms={"f": MONOTONE})
    while isinstance(node, Case):
        node = node.high
    assert isinstance(node.source, Bound)
    assert attempt("f(n) <= 99/100", seconds=3) is None


def test_an_irrelevant_hypothesis_does_not_help():
    assert attempt("Rew(f,n) >= Rew(g,n)", "f(n) >= g(n)", arms=TWO, seconds=3) is None


def test_a_hint_is_tried_first():
    hint = Multipliers(ONE.scaled(7), (("h1", ONE.scaled(7)),))
    node = attempt("f(n+1) >= g(n)", "f(n) >= g(n)", arms=TWO, hints=[hint])
    # Without a hypothesis the goal is false, so the first candidate is the hint.
    assert node.scale == ONE.scaled(7)


def test_a_wrong_hint_does_no_harm():
    wrong = [Multipliers(-ONE, (("h1", ONE),)), Multipliers(ONE, (("h1", -ONE),))]
    node = attempt("f(n+1) >= g(n)", "f(n) >= g(n)", arms=TWO, hints=wrong)
    assert node.scale == ONE


def test_cases_where_one_combination_is_not_enough():
    node = attempt("(m-n)*(f(m) - g(n)) >= 0", "f(m) >= g(m)", "g(m) >= f(m)", arms=TWO)
    assert isinstance(node, Case)
    cited = {use.hypothesis for part in combinations(node) for use in part.uses}
    assert cited == {"h1", "h2"}


def test_a_tampered_multiplier_is_rejected():
    claim = read_question("f(n+1) >= g(n)", ["f(n) >= g(n)"], TWO).claims().claim
    region = parameter_region(claim)
    goal = claim.conclusion[0]
    node = prove_goal(goal, region, Clock(10))
    other = replace(node, scale=node.scale.scaled(2))
    with pytest.raises(RejectedError):
        check_goal(other, region, goal)
