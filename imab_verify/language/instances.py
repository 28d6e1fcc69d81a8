"""Instances beside a claim's text: reward functions as text.

A curve is read from an expression of the claim language in n, such as 1/3, min(n, 5)/5 or
1/10 + 2*min(n, 3)/7, that is constant from some n on. One of the class concave-from-1 begins at
n = 1, and is written with min(n-1, 4).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from imab_verify.kernel import ArmClass, Comparison, Curve, Form, Polynomial
from imab_verify.kernel.semantics import form_value
from imab_verify.language.parser import ClaimError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_rational
from imab_verify.model.rewards import Reward

N = Polynomial.variable("n")
THROUGH, _END = "straight lines through", ", then constant"
_USAGE = "a curve is written like 1/3, min(n, 5)/5 or 1/10 + 2*min(n, 3)/7"


def read_curve(text: str, kind: ArmClass = ArmClass.CONCAVE) -> Curve:
    """The curve that a text describes; ClaimError if it describes none."""
    from imab_verify.language.reading import read_question

    try:
        read = read_question(f"{text} >= 0", arms={}, integers=["n"])
    except ClaimError as error:
        raise ClaimError(str(error), text, min(error.position, len(text))) from None
    [test, *more] = read.claims().claim.conclusion
    if more or not isinstance(test, Comparison) or read.claims().sides:
        raise ClaimError(_USAGE, text, 0)
    bends = {kind.first} | {_bend(extremum.of, text) for _, extremum in test.form.extrema}

    def value(n: int) -> Fraction:
        return form_value(test.form, {"n": Fraction(n)}, lambda _: Fraction(0))

    last = max(bends)
    if min(bends) < kind.first or test.form.names() - {"n"} or value(last) != value(last + 1):
        raise ClaimError(f"{_USAGE}, from n = {kind.first} on", text, 0)
    return Curve(_bends((n, value(n)) for n in sorted(bends)))


def _bend(parts: tuple[Form, ...], text: str) -> int:
    """The n at which the two parts of a minimum are equal, for parts n - a and b."""
    gaps = [form.constant - N for form in parts]
    numbers = [-p.at({}) for p in gaps if not p.names()]
    levels = [form.constant.at({}) for form in parts if not form.constant.names()]
    if len(parts) != 2 or len(numbers) != 1 or len(levels) != 1:
        raise ClaimError(_USAGE, text, 0)
    return int(numbers[0] + levels[0])


def show_curve(curve: Curve, n: str = "n") -> str:
    """A formula if there is at most one bend, otherwise the points, joined by straight lines."""
    bends = _bends(curve.points)
    (first, start), *rest = bends
    if not rest:
        return show_rational(start)
    if len(rest) == 1 and rest[0][1] > start:
        [(end, value)] = rest
        hinge = f"min({n if first == 0 else f'{n}-{first}'}, {end - first})"
        slope = (value - start) / (end - first)
        scaled = hinge if slope.numerator == 1 else f"{slope.numerator}*{hinge}"
        scaled += "" if slope.denominator == 1 else f"/{slope.denominator}"
        return scaled if start == 0 else f"{show_rational(start)} + {scaled}"
    points = ", ".join(f"({n}, {show_rational(v)})" for n, v in bends)
    return f"{THROUGH} {points}{_END}"


def _bends(points: Iterable[tuple[int, Fraction]]) -> tuple[tuple[int, Fraction], ...]:
    """The points without those that a curve goes straight through."""
    bends: list[tuple[int, Fraction]] = []
    for n, v in points:
        while len(bends) > 1:
            (a, x), (b, y) = bends[-2:]
            if n <= b or (y - x) * (n - b) != (v - y) * (b - a):
                break
            bends.pop()
        bends.append((n, v))
    while len(bends) > 1 and bends[-1][1] == bends[-2][1]:
        bends.pop()
    return tuple(bends)


def curves_of(instance: Instance) -> tuple[Curve, ...]:
    """The arms of an instance as the kernel has them."""
    return tuple(Curve(arm.points) for arm in instance.arms)


def instance_of_curves(curves: Iterable[Curve]) -> Instance:
    """The instance with these concave arms."""
    return Instance.of(Reward.from_points(curve.points) for curve in curves)
