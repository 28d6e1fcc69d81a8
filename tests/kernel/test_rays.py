"""The value of every functional on the extreme rays, against sums taken term by term."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imab_verify.kernel.arms import (
    RAY,
    Constraint,
    Region,
    cut,
    functional,
    on_constant,
    on_ray,
    ray_region,
)
from imab_verify.kernel.polynomials import Polynomial, RejectedError
from imab_verify.kernel.statement import ArmClass, Atom, Kind, domain

A, N, J = (Polynomial.variable(name) for name in ("a", "N", RAY))
ONE = Polynomial.constant(1)
EVERYWHERE = Region((), frozenset({"a", "N"}))


def ray(kind, j):
    """r_j as a function."""
    if kind is ArmClass.MONOTONE:
        return lambda n: Fraction(n >= j)
    if kind is ArmClass.ROTTING:
        return lambda n: Fraction(n <= j)
    return lambda n: Fraction(min(n - kind.first, j))


def from_definition(kind, f, indices):
    """The functional of a function, summed term by term."""
    n = indices[0]
    rew = sum((f(i) for i in range(1, n + 1)), Fraction(0))
    match kind:
        case Kind.VALUE:
            return f(n)
        case Kind.REW:
            return rew
        case Kind.DELTA:
            return f(n) - f(n - 1)
        case Kind.P:
            delta = f(n) - f(n - 1)
            steps = range(1, indices[1] - n + 1)
            return rew + sum((f(n) + i * delta for i in steps), Fraction(0))
        case Kind.AREA:
            return sum(((f(i - 1) + f(i)) / 2 for i in range(1, n + 1)), Fraction(0))


def atom(kind):
    return Atom(kind, "f", (A, N) if kind is Kind.P else (N,))


DEFINED = [
    (kind, what)
    for kind in ArmClass
    for what in (Kind.VALUE, Kind.REW, Kind.DELTA, Kind.P, Kind.AREA)
    if what is not Kind.AREA or not kind.first
]


def inside(kind, what, values):
    """Whether the functional is defined at these indices."""
    return all(p.at(values) >= 0 for p in domain(what, atom(what).indices, kind.first))


def sides(kind, parts, values):
    """Constraints that put every index on its side of the bend, true at the values."""
    found = []
    for _, index in parts:
        side = cut(kind, index)
        found.append(Constraint(-side if side.at(values) <= 0 else side - ONE))
    return found


@pytest.mark.parametrize(("kind", "what"), DEFINED)
def test_rays_against_sums(kind, what):
    parts = functional([(ONE, atom(what))])
    seen = 0
    for a in range(7):
        for n in range(7):
            values = {"a": Fraction(a), "N": Fraction(n)}
            if not inside(kind, what, values):
                continue
            indices = (a, n) if what is Kind.P else (n,)
            constant = from_definition(what, lambda _: Fraction(1), indices)
            assert on_constant(parts).at(values) == constant
            for j in range(1, 9):
                point = values | {RAY: Fraction(j)}
                region = ray_region(EVERYWHERE).adding(*sides(kind, parts, point))
                value = on_ray(kind, parts, region).at(point)
                assert value == from_definition(what, ray(kind, j), indices), (point, value)
                seen += 1
    assert seen > 40


@pytest.mark.parametrize(("kind", "what"), DEFINED)
def test_the_domain_is_where_the_definition_reads_f_inside_its_own(kind, what):
    """Just inside every value exists; just outside f(first-1) is read, or a sum runs backwards."""

    def f(n):
        if n < kind.first:
            raise LookupError
        return Fraction(1)

    for a in range(-1, 5):
        for n in range(-1, 5):
            values = {"a": Fraction(a), "N": Fraction(n)}
            indices = (a, n) if what is Kind.P else (n,)
            defined = n >= (a if what is Kind.P else 0)
            try:
                from_definition(what, f, indices)
            except LookupError:
                defined = False
            assert inside(kind, what, values) == defined, (a, n)


def test_an_undecided_index_is_refused():
    parts = functional([(ONE, Atom(Kind.VALUE, "f", (N,)))])
    with pytest.raises(RejectedError) as error:
        on_ray(ArmClass.CONCAVE, parts, ray_region(EVERYWHERE))
    assert error.value.reason == "undecided-index"


@pytest.mark.parametrize("kind", list(ArmClass))
def test_a_region_that_cuts_one_short_does_not_decide(kind):
    """cut <= 1 and cut >= 0 both leave two cases open; cut <= 0 and cut >= 1 do not."""
    parts = functional([(ONE, Atom(Kind.VALUE, "f", (N,)))])
    side = cut(kind, N)
    for enough in (-side, side - ONE):
        on_ray(kind, parts, ray_region(EVERYWHERE).adding(Constraint(enough)))
    for short in (ONE - side, side):
        with pytest.raises(RejectedError):
            on_ray(kind, parts, ray_region(EVERYWHERE).adding(Constraint(short)))


numbers = st.fractions(min_value=0, max_value=3, max_denominator=4)


@st.composite
def functions(draw):
    """A class and the values f(first), f(first+1), ... of a function in it."""
    kind = draw(st.sampled_from(list(ArmClass)))
    steps = draw(st.lists(numbers, min_size=1, max_size=7))
    if kind in (ArmClass.CONCAVE, ArmClass.CONCAVE_FROM_1):
        steps.sort(reverse=True)
    values = [draw(numbers)]
    for step in steps:
        values.append(values[-1] + step)
    return kind, values[::-1] if kind is ArmClass.ROTTING else values


@settings(max_examples=150)
@given(functions())
def test_every_function_is_a_nonnegative_combination_of_rays(drawn):
    """The weights that the module's docstring names, checked at every index."""
    kind, values = drawn
    steps = [b - a for a, b in pairwise(values)]
    constant = values[0]
    if kind is ArmClass.MONOTONE:
        weights = steps
    elif kind is ArmClass.ROTTING:
        weights, constant = [-step for step in steps], values[-1]
    else:
        weights = [a - b for a, b in pairwise([*steps, Fraction(0)])]
    assert all(w >= 0 for w in weights)
    for n, value in enumerate(values, start=kind.first):
        parts = (w * ray(kind, j)(n) for j, w in enumerate(weights, start=1))
        assert constant + sum(parts, Fraction(0)) == value
