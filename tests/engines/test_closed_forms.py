"""The closed forms in kernel and engines: derived with sympy for symbols, an oracle of their own.

Every symbolic sum runs over a range that is empty at worst (upper end >= lower end - 1), since
sympy gives reversed sums a meaning of their own.
"""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from paper_instances import capped_linear, round_robin_worst

from imab_verify.engines.rays import rew_on_ray, value_on_ray
from imab_verify.kernel import ArmClass, Kind, Polynomial
from imab_verify.kernel import arms as rays
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import RoundRobin
from imab_verify.simulation import stepwise

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
VALUE, REW = Kind.VALUE, Kind.REW
i, n, j, k, q, T = sympy.symbols("i n j k q T", integer=True, positive=True)


def summed(summand, low, high):
    """The sum of an expression in i over i = low..high; high >= low - 1."""
    return sympy.summation(summand, (i, low, high))


DERIVED = {
    # (class, what, whether n is after the bend): r_j(n) or its sum, from the definition of r_j
    (CONCAVE, VALUE, False): n,
    (CONCAVE, VALUE, True): j,
    (CONCAVE, REW, False): summed(i, 1, n),
    (CONCAVE, REW, True): summed(i, 1, j) + summed(j, j + 1, n),
    (FROM_1, VALUE, False): n - 1,
    (FROM_1, VALUE, True): j,
    (FROM_1, REW, False): summed(i - 1, 1, n),
    (FROM_1, REW, True): summed(i - 1, 1, j + 1) + summed(j, j + 2, n),
    (MONOTONE, VALUE, False): sympy.Integer(0),
    (MONOTONE, VALUE, True): sympy.Integer(1),
    (MONOTONE, REW, False): summed(0, 1, n),
    (MONOTONE, REW, True): summed(1, j, n),
    (ROTTING, VALUE, False): sympy.Integer(1),
    (ROTTING, VALUE, True): sympy.Integer(0),
    (ROTTING, REW, False): summed(1, 1, n),
    (ROTTING, REW, True): summed(1, 1, j),
}


def as_sympy(p):
    """A kernel polynomial in n and the ray variable."""
    symbols = {"n": n, rays.RAY: j}
    return sum(
        sympy.Rational(c.numerator, c.denominator)
        * sympy.Mul(*(symbols[name] ** e for name, e in monomial))
        for monomial, c in p.terms()
    )


@pytest.mark.parametrize(("kind", "what", "after"), DERIVED)
def test_the_kernel_uses_the_forms_that_sympy_derives(kind, what, after):
    formula = rays.on_side(kind, what, Polynomial.variable("n"), after)
    assert sympy.expand(as_sympy(formula) - DERIVED[kind, what, after]) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "what", "after"), DERIVED)
def test_the_engines_use_them_too(kind, what, after):
    closed = sympy.lambdify((n, j), sympy.expand(DERIVED[kind, what, after]))
    on_ray = value_on_ray if what is VALUE else rew_on_ray
    cases = 0
    for bend in range(1, 9):
        for place in range(kind.first, 9):
            last = {MONOTONE: bend - 1, ROTTING: bend}.get(kind, kind.first + bend)
            is_after = place > last
            if is_after == after:
                assert on_ray(kind, bend, place) == closed(place, bend)
                cases += 1
    assert cases > 10


def test_an_estimate_is_one_quadratic_as_long_as_the_arm_is_straight():
    a, b, N, v, d, R = sympy.symbols("a b N v d R")
    quadratic = N**2 * d / 2 + N * (v + d / 2 - a * d) + R - a * v + d * a * (a - 1) / 2
    assert sympy.expand(R + summed(v + i * d, 1, N - a) - quadratic) == 0
    inside = (N - b) * v + d * (N - b) * (N - b + 1) / 2
    up_to_a = summed(v + d * i, 1, a - b)
    later = summed(v + d * (a - b) + i * d, 1, N - a)
    assert sympy.expand(up_to_a + later - inside) == 0
    curve = Reward.from_points([(0, 0), (3, Fraction(1, 2)), (9, 1)])
    start, slope = 3, Fraction(1, 12)
    for count in range(4, 9):
        for level in range(count, 20):
            more = level - start
            piece = more * curve.value(start) + slope * more * (more + 1) / 2
            assert curve.rew(start) + piece == curve.estimate(count, level)


@given(st.lists(st.fractions(max_denominator=9), min_size=1, max_size=9))
def test_abel_summation_for_any_rewards(rewards):
    f = dict(enumerate(rewards, start=1))
    last = len(f)
    by_parts = last * f[last] - sum(m * (f[m + 1] - f[m]) for m in range(1, last))
    assert sum(rewards) == by_parts


WHOLE_LINE = (T + 1) / 2
SHORT_LINE = (k * q + k) / (2 * k**2)
CAPPED_RATIO = k * (k * q + 1) / (k * q + k)


def test_sympy_derives_the_sums_of_the_instances():
    line = summed(i / T, 1, n)
    whole, short = line.subs(n, T), line.subs({n: q, T: k * q})
    assert sympy.simplify(whole - WHOLE_LINE) == 0
    assert sympy.simplify(short - SHORT_LINE) == 0
    assert sympy.simplify(whole.subs(T, k * q) / (k * short) - CAPPED_RATIO) == 0


@pytest.mark.parametrize(("arms", "pulls"), [(2, 1), (2, 5), (3, 4), (5, 2)])
def test_the_sums_of_the_instances_are_those_of_real_runs(arms, pulls):
    horizon, at = arms * pulls, {k: arms, q: pulls, T: arms * pulls}
    run = stepwise.run(round_robin_worst(arms, horizon), RoundRobin(), horizon)
    assert run.opt == Fraction(str(WHOLE_LINE.subs(at)))
    assert run.alg == Fraction(str(SHORT_LINE.subs(at)))
    run = stepwise.run(capped_linear(arms, horizon), RoundRobin(), horizon)
    assert run.ratio == Fraction(str(CAPPED_RATIO.subs(at)))
