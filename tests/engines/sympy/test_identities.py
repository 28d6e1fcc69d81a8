from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paper_instances import capped_linear, round_robin_worst

from imab_verify.engines.arms.concrete import basic
from imab_verify.engines.sympy.identities import Identity, identities
from imab_verify.kernel import ArmClass, Atom, Curve, Kind, Polynomial, estimate, expand, rays
from imab_verify.policies.round_robin import RoundRobin
from imab_verify.simulation import stepwise

ALL = {identity.name: identity for identity in identities()}
CONCAVE, FROM_1, MONOTONE = ArmClass.CONCAVE, ArmClass.CONCAVE_FROM_1, ArmClass.MONOTONE
N = Polynomial.variable("n")


@pytest.mark.parametrize("identity", ALL.values(), ids=list(ALL))
def test_sympy_derives_the_closed_form(identity):
    assert identity.derive()


@pytest.mark.parametrize("identity", ALL.values(), ids=list(ALL))
def test_the_closed_form_is_right_on_numbers(identity):
    assert identity.replay(range(9) if len(identity.symbols) < 4 else range(5))


def test_names_are_different_and_every_class_is_there():
    assert len(ALL) == len(identities())
    for kind in ArmClass:
        assert sum(name.startswith(f"{kind} ") for name in ALL) >= 4


def wrong(closed):
    good = ALL["concave Rew after the bend"]
    return Identity(
        good.name,
        good.statement,
        good.symbols,
        good.domain,
        good.definition,
        closed,
        lambda n, j: good.difference(n, j) + good.closed(n, j) - closed(n, j),
    )


def test_a_wrong_closed_form_is_neither_derived_nor_replayed():
    off_by_one = wrong(lambda n, j: j * (j + 1) / 2 + j * (n - j + 1))
    assert not off_by_one.derive()
    assert not off_by_one.replay(range(6))


def test_a_replay_without_a_case_is_no_success():
    assert not ALL["concave Rew after the bend"].replay(range(0))


SIDES = {
    CONCAVE: ("before the bend", "after the bend"),
    FROM_1: ("before the bend", "after the bend"),
    MONOTONE: ("before the step", "after the step"),
}


@pytest.mark.parametrize("kind", list(ArmClass))
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(("what", "word"), [(Kind.VALUE, "value"), (Kind.REW, "Rew")])
def test_the_kernel_and_the_engines_use_these_closed_forms(kind, after, what, word):
    identity = ALL[f"{kind} {word} {SIDES[kind][after]}"]
    formula = rays._basic(kind, what, N, after)
    for n in range(9):
        for j in range(1, 9):
            closed = identity.closed(Fraction(n), Fraction(j))
            assert formula.at({"n": Fraction(n), rays.RAY: Fraction(j)}) == closed
            if identity.domain(n, j):
                assert basic(kind, what, n, j) == closed


@pytest.mark.parametrize("kind", [CONCAVE, MONOTONE])
@pytest.mark.parametrize("after", [False, True])
def test_area_expands_to_its_closed_form(kind, after):
    identity = ALL[f"{kind} Area {SIDES[kind][after]}"]
    total = Polynomial({})
    for c, what, index in expand(Atom(Kind.AREA, "f", (N,))):
        total = total + c * rays._basic(kind, what, index, after and bool(index.names()))
    cases = [(n, j) for n in range(8) for j in range(1, 8) if identity.domain(n, j)]
    for n, j in cases:
        at = {"n": Fraction(n), rays.RAY: Fraction(j)}
        assert total.at(at) == identity.closed(Fraction(n), Fraction(j))


def test_the_kernel_estimate_is_the_quadratic_and_the_same_inside_a_piece():
    quadratic, inside = ALL["P as a quadratic in N"], ALL["Q inside a linear piece"]
    curve = Curve(((0, Fraction(0)), (3, Fraction(1, 2)), (9, Fraction(1))))
    start, slope = 3, Fraction(1, 12)
    for a in range(4, 9):
        for top in range(a, 20):
            delta = curve.value(a) - curve.value(a - 1)
            exact = estimate(curve, a, top)
            values = (Fraction(a), Fraction(top), curve.value(a), delta, curve.rew(a))
            assert quadratic.closed(*values) == exact
            piece = inside.closed(Fraction(start), Fraction(a), top, curve.value(start), slope)
            assert curve.rew(start) + piece == exact


@given(st.lists(st.fractions(max_denominator=9), min_size=1, max_size=9))
def test_abel_summation_for_any_rewards(rewards):
    f = dict(enumerate(rewards, start=1))
    last = len(f)
    by_parts = last * f[last] - sum(n * (f[n + 1] - f[n]) for n in range(1, last))
    assert sum(rewards) == by_parts


@pytest.mark.parametrize(("k", "q"), [(2, 1), (2, 5), (3, 4), (5, 2)])
def test_the_sums_of_the_instances_are_those_of_real_runs(k, q):
    T = k * q
    run = stepwise.run(round_robin_worst(k, T), RoundRobin(), T)
    assert run.opt == ALL["the whole line"].closed(Fraction(T))
    assert run.alg == ALL["round robin on one line"].closed(Fraction(k), Fraction(q))
    run = stepwise.run(capped_linear(k, T), RoundRobin(), T)
    assert run.ratio == ALL["ratio of the capped lines"].closed(Fraction(k), Fraction(q))
