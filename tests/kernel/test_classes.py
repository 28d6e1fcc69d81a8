"""What a class declares, and that a declaration that is not complete is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from imab_verify.kernel import ArmClass, Curve, Polynomial, RejectedError
from imab_verify.kernel.polynomials import ONE, ZERO, triangle
from imab_verify.kernel.statement import DROP, SHAPES, STEP, J, N, Ray, Shape, hinge

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass


def is_complete(shape):
    """Whether 1 and the r_j span the class by Abel summation, and sums are those of the values.

    The kernel's statement of the classes says why these conditions suffice. And total is what it
    says: it is 0 at n = 0, and grows by r_j(n), before, at and after the bend.
    """

    def at(p, n):
        return p.substitute({"_n": n})

    ray, first = shape.ray, Polynomial.constant(shape.first)
    (low, high), (low_sum, high_sum) = ray.value, ray.total
    after = ray.last + ONE
    bend = at(high, after) - at(low, ray.last)
    slopes = [at(p, N + ONE) - p for p in ray.value]
    if shape.concave:
        good = shape.rising and slopes == [ONE, ZERO] and bend == ZERO
        good = good and at(low, first) == ZERO and ray.last == J + first
    else:
        good = slopes == [ZERO, ZERO] and bend == (ONE if shape.rising else -ONE)
        good = good and (low if shape.rising else high) == ZERO and after == J + first
    sums = at(low_sum, ZERO) == ZERO and all(
        t - at(t, N - ONE) == p for p, t in zip(ray.value, ray.total, strict=True)
    )
    return good and sums and at(high_sum, after) - at(low_sum, ray.last) == at(high, after)


@pytest.mark.parametrize("kind", ArmClass)
def test_every_class_is_complete(kind):
    assert is_complete(kind.shape)
    assert kind.first == kind.shape.first


HINGE = hinge(N)
WRONG = {
    "falling with steps that rise": Shape(0, rising=False, concave=False, ray=STEP, text=""),
    "rising with steps that fall": Shape(1, rising=True, concave=False, ray=DROP, text=""),
    "the step from n = 0 to 1 is missing": Shape(0, rising=False, concave=False, ray=DROP, text=""),
    "the step from n = 0 to 1 is there": Shape(1, rising=True, concave=False, ray=STEP, text=""),
    "concave and falling": Shape(0, rising=False, concave=True, ray=HINGE, text=""),
    "concave needs hinges": Shape(0, rising=True, concave=True, ray=STEP, text=""),
    "monotone needs steps": Shape(0, rising=True, concave=False, ray=HINGE, text=""),
    "hinges from the wrong place": Shape(1, rising=True, concave=True, ray=HINGE, text=""),
    "every second hinge": Shape(
        0, rising=True, concave=True, ray=replace(HINGE, last=J + J), text=""
    ),
}
WRONG |= {
    f"the {part} of a {kind} ray, number {number}": replace(
        SHAPES[kind], ray=replace(SHAPES[kind].ray, **{part: changed})
    )
    for kind in ArmClass
    for part in ("value", "total")
    for number in (0, 1)
    for changed in [
        tuple(
            p + (ONE if n == number else ZERO) for n, p in enumerate(getattr(kind.shape.ray, part))
        )
    ]
}


TWO = ONE + ONE
SLOPE_2 = Ray(J, (TWO * N, TWO * J), (TWO * triangle(N), TWO * triangle(J) + TWO * J * (N - J)))
GOES_ON = Ray(J, (N, N - ONE), (triangle(N), triangle(N) - N + J))
FROM_ABOVE = Ray(J, (N + ONE, J + ONE), (triangle(N) + N, triangle(J) + J + (J + ONE) * (N - J)))
EVERY_SECOND = Ray(J + J, (N, J + J), (triangle(N), triangle(J + J) + (J + J) * (N - J - J)))
RISES_BY_2 = Ray(J - ONE, (ZERO, TWO), (ZERO, TWO * (N - J + ONE)))
GOES_ON_RISING = Ray(J - ONE, (ZERO, N - J + ONE), (ZERO, triangle(N - J + ONE)))
STEP_ON_1 = Ray(J - ONE, (ONE, TWO), (N, J - ONE + TWO * (N - J + ONE)))
EVERY_SECOND_STEP = Ray(J + J - ONE, (ZERO, ONE), (ZERO, N - J - J + ONE))
ONE_WRONG = {
    "slope": (CONCAVE, SLOPE_2),
    "slope after the bend": (CONCAVE, GOES_ON),
    "value at the first index": (CONCAVE, FROM_ABOVE),
    "bends": (CONCAVE, EVERY_SECOND),
    "height": (MONOTONE, RISES_BY_2),
    "slope after the step": (MONOTONE, GOES_ON_RISING),
    "value before the step": (MONOTONE, STEP_ON_1),
    "steps": (MONOTONE, EVERY_SECOND_STEP),
    "height of a drop": (ROTTING, Ray(J, (TWO, ZERO), (TWO * N, TWO * J))),
    "value after a drop": (ROTTING, Ray(J, (TWO, ONE), (TWO * N, N + J))),
} | {
    f"sum of nothing, {kind}": (
        kind,
        replace(kind.shape.ray, total=tuple(t + ONE for t in kind.shape.ray.total)),
    )
    for kind in ArmClass
}
"""In each of them one thing is wrong, and all sums are those of the values."""


@pytest.mark.parametrize("name", ONE_WRONG)
def test_every_condition_is_needed(name):
    kind, ray = ONE_WRONG[name]
    if not name.startswith("sum"):
        for n, j in product(range(1, 6), range(1, 4)):
            at = {"_n": Fraction(n), "_j": Fraction(j)}
            before = n <= ray.last.at(at)
            value, total = (parts[0 if before else 1].at(at) for parts in (ray.value, ray.total))
            earlier = at | {"_n": Fraction(n - 1)}
            low = n - 1 <= ray.last.at(at)
            assert total - ray.total[0 if low else 1].at(earlier) == value
    assert not is_complete(replace(kind.shape, ray=ray))


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_declaration_is_refused(name):
    assert not is_complete(WRONG[name])


def test_a_ray_that_jumps_at_its_bend_is_no_hinge():
    jumps = Ray(J, (N, J + ONE), (triangle(N), triangle(J) + (J + ONE) * (N - J)))
    assert not is_complete(Shape(0, rising=True, concave=True, ray=jumps, text=""))


def test_which_class_is_in_which():
    inside = {(a, b) for a in ArmClass for b in ArmClass if a.includes(b)}
    assert inside == {(kind, kind) for kind in ArmClass} | {(FROM_1, CONCAVE), (MONOTONE, CONCAVE)}


def curve(*values, first=0):
    return Curve(tuple((n, Fraction(v)) for n, v in enumerate(values, first)))


@pytest.mark.parametrize(
    ("kind", "good", "bad", "word"),
    [
        (ROTTING, [1, "1/2", "1/2", 0], [1, "1/2", "501/1000"], "increases"),
        (MONOTONE, [0, "1/2", "1/2", 1], ["1/2", "499/1000"], "decreases"),
        (CONCAVE, [0, "1/2", 1], [0, "499/1000", 1], "is not concave"),
        (ROTTING, ["1/2", 0, 0], ["1001/1000", 0], "leaves"),
        (ROTTING, ["1/2", 0, 0], ["1/2", "-1/1000"], "leaves"),
    ],
)
def test_curves_just_inside_and_just_outside_a_class(kind, good, bad, word):
    curve(*good, first=kind.first).check("f", kind)
    with pytest.raises(RejectedError, match=word):
        curve(*bad, first=kind.first).check("f", kind)


def test_a_rotting_curve_begins_at_1():
    with pytest.raises(RejectedError, match="must start at n = 1"):
        curve(1, 0).check("f", ROTTING)
