"""The classes of reward functions. This is the one place where a class is declared.

A class is what is assumed of f, as inequalities, and the extreme rays that span it:

    class           from    slopes f(n+1) - f(n)       rays r_j, j >= 1
    concave         n = 0   >= 0, nonincreasing        min(n, j)
    concave-from-1  n = 1   >= 0, nonincreasing        min(n-1, j)
    monotone        n = 0   >= 0                       [n >= j]
    rotting         n = 1   <= 0                       [n <= j]

Values are in [0,1]. Restricted to the indices from the first one up to any M, every f of a class is
c * 1 + sum_j c_j * r_j with c, c_j >= 0; `check_complete` shows this for what is declared, and a
class that fails it cannot be loaded. So a functional that is linear in f is >= 0 on the class if
and only if it is >= 0 on the constant 1 and on every r_j.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, triangle

PULL, RAY = "_n", "_j"
N, J = Polynomial.variable(PULL), Polynomial.variable(RAY)


@dataclass(frozen=True, slots=True)
class Ray:
    """r_j, as polynomials in n and j: one up to n = last, where it bends, another one after that.

    value: r_j(n). total: r_j(1) + ... + r_j(n). last: in j alone.
    """

    last: Polynomial
    value: tuple[Polynomial, Polynomial]
    total: tuple[Polynomial, Polynomial]


def hinge(u: Polynomial) -> Ray:
    """min(u, j), for u = n - first: 1 + ... + u before the bend, then j for each further pull."""
    return Ray(J + N - u, (u, J), (triangle(u), triangle(J) + J * (u - J)))


STEP = Ray(J - ONE, (ZERO, ONE), (ZERO, N - J + ONE))
"""[n >= j]."""
DROP = Ray(J, (ONE, ZERO), (N, J))
"""[n <= j]."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A class: the least n, whether slopes are >= 0 (else <= 0), whether they fall, its rays.

    `text` is for people: what r_j is.
    """

    first: int
    rising: bool
    concave: bool
    ray: Ray
    text: str


class ArmClass(StrEnum):
    """The classes by name."""

    CONCAVE = "concave"
    CONCAVE_FROM_1 = "concave-from-1"
    MONOTONE = "monotone"
    ROTTING = "rotting"

    @property
    def shape(self) -> Shape:
        """What is declared for the class."""
        return SHAPES[self]

    @property
    def first(self) -> int:
        """The least n at which f is defined."""
        return SHAPES[self].first

    def includes(self, other: ArmClass) -> bool:
        """Whether every f of the other class is, from `first` on, one of this class."""
        mine, its = SHAPES[self], SHAPES[other]
        return (
            its.first <= mine.first
            and its.rising == mine.rising
            and (its.concave or not mine.concave)
        )


SHAPES = {
    ArmClass.CONCAVE: Shape(0, rising=True, concave=True, ray=hinge(N), text="min(n,j)"),
    ArmClass.CONCAVE_FROM_1: Shape(
        1, rising=True, concave=True, ray=hinge(N - ONE), text="min(n-1,j)"
    ),
    ArmClass.MONOTONE: Shape(0, rising=True, concave=False, ray=STEP, text="[n >= j]"),
    ArmClass.ROTTING: Shape(1, rising=False, concave=False, ray=DROP, text="[n <= j]"),
}


def check_complete(shape: Shape) -> None:
    """Abel summation: the constant 1 and the r_j span the class; ValueError otherwise.

    Slopes of any sign, not concave: r_j has the slope +1 (rising) or -1 at n = last(j) and 0
    elsewhere, it is 0 before the bend (rising) or after it, and last(j) runs through first,
    first + 1, ... for j = 1, 2, ... So with c_j = |f(last(j) + 1) - f(last(j))|, over last(j) < M,
    the sum of the c_j r_j has the slopes of f, and it is 0 at the first index (rising) or at M: the
    rest is the constant f(first), or f(M), which is >= 0.
    Rising and concave: r_j is 0 at the first index, its slope is 1 before n = last(j) and 0 from
    there on, and last(j) = first + j. With s(n) the slope of f at n, take c_j = s(n-1) - s(n) at
    n = last(j) for n < M, and s(M-1) at n = M. The slope of the sum of the c_j r_j at n is the sum
    of the c_j with last(j) > n, which is s(n); the rest is the constant f(first).
    And total is what it says: it is 0 at n = 0, and grows by r_j(n), before, at and after the bend.
    """
    ray, first = shape.ray, Polynomial.constant(shape.first)
    (low, high), (low_sum, high_sum) = ray.value, ray.total
    after = ray.last + ONE
    bend = _at(high, after) - _at(low, ray.last)
    slopes = [_at(p, N + ONE) - p for p in ray.value]
    if shape.concave:
        good = shape.rising and slopes == [ONE, ZERO] and bend == ZERO
        good = good and _at(low, first) == ZERO and ray.last == J + first
    else:
        good = slopes == [ZERO, ZERO] and bend == (ONE if shape.rising else -ONE)
        good = good and (low if shape.rising else high) == ZERO and after == J + first
    sums = _at(low_sum, ZERO) == ZERO and all(
        t - _at(t, N - ONE) == p for p, t in zip(ray.value, ray.total, strict=True)
    )
    if not (good and sums and _at(high_sum, after) - _at(low_sum, ray.last) == _at(high, after)):
        raise ValueError("the rays of a class do not span it, or their sums are wrong")


def _at(p: Polynomial, n: Polynomial) -> Polynomial:
    """The polynomial at another n."""
    return p.substitute({PULL: n})


for _shape in SHAPES.values():
    check_complete(_shape)
