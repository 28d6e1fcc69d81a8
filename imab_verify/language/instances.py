"""Instances beside a claim's text: reward functions as text, both ways.

curve  =  part {"+" part}  |  "straight lines through" point {"," point} [", then constant"]
part   =  number  |  [number "*"] "min(" ("n" | "n-1") "," integer ")" ["/" integer]
point  =  "(" integer "," number ")"

A number is an integer or p/q. A curve of the class concave-from-1 begins at n = 1 and is written
with n-1, the others begin at n = 0, as in 1/3, min(n, 5)/5 or 1/10 + min(n, 2)/8 + min(n, 4)/8.
After its last bend a curve is constant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod

from imab_verify.kernel import ArmClass, Curve
from imab_verify.language.parser import ClaimError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_rational
from imab_verify.model.rewards import Reward

_DIGITS = r"\d{1,1000}"
_NUMBER = rf"{_DIGITS}(?:\s*/\s*{_DIGITS})?"
_HINGE = re.compile(
    rf"\s*(?:(?P<times>{_NUMBER})\s*\*\s*)?"
    rf"min\(\s*n\s*(?:-\s*(?P<first>{_DIGITS})\s*)?,\s*(?P<bend>{_DIGITS})\s*\)"
    rf"(?:\s*/\s*(?P<over>{_DIGITS}))?\s*"
)
_CONSTANT = re.compile(rf"\s*(?P<value>{_NUMBER})\s*")
_POINT = re.compile(rf"\s*\(\s*(?P<n>{_DIGITS})\s*,\s*(?P<value>{_NUMBER})\s*\)\s*")
THROUGH, _END = "straight lines through", ", then constant"
_USAGE = "a curve is written like 1/3, min(n, 5)/5 or 1/10 + 2*min(n, 3)/7"


def read_curve(text: str, kind: ArmClass = ArmClass.CONCAVE) -> Curve:
    """The curve that a text describes; ClaimError says what cannot be read, and where."""
    if text.lstrip().startswith(THROUGH):
        begin = text.index(THROUGH) + len(THROUGH)
        end = text.rfind(_END) if text.rstrip().endswith(_END) else len(text)
        return Curve(_bends(_points(text, begin, end)))
    start, slopes = Fraction(0), dict[int, Fraction]()
    for bend, size in _parts(text, kind.first):
        if bend:
            slopes[bend] = slopes.get(bend, Fraction(0)) + size
        else:
            start += size
    ends = (0, *sorted(slopes))
    rises = [sum((s * min(n, bend) for bend, s in slopes.items()), Fraction(0)) for n in ends]
    points = [(kind.first + n, start + rise) for n, rise in zip(ends, rises, strict=True)]
    return Curve(_bends(points))


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


def _parts(text: str, first: int) -> Iterator[tuple[int, Fraction]]:
    """(bend, factor) for each factor*min(n, bend), and (0, number) for each constant."""
    place = 0
    while True:
        hinge, constant = _HINGE.match(text, place), _CONSTANT.match(text, place)
        if hinge is not None:
            yield _hinge(hinge, first)
            place = hinge.end()
        elif constant is not None:
            yield 0, _number(constant["value"], text, place)
            place = constant.end()
        else:
            raise ClaimError(_USAGE, text, place)
        if place == len(text):
            return
        if text[place] != "+":
            raise ClaimError(_USAGE, text, place)
        place += 1


def _hinge(match: re.Match[str], first: int) -> tuple[int, Fraction]:
    """The bend and the factor of factor*min(n - first, bend)."""
    text, place, bend = match.string, match.start(), int(match["bend"])
    if int(match["first"] or 0) != first:
        raise ClaimError(f"this curve begins at n = {first}", text, place)
    if not bend:
        raise ClaimError("a curve bends at an integer of at least 1", text, place)
    return bend, _number(f"{match['times'] or 1}/{match['over'] or 1}", text, place)


def _points(text: str, place: int, end: int) -> Iterator[tuple[int, Fraction]]:
    """The points between two places of the text, in the order of n."""
    last = -1
    while True:
        point = _POINT.match(text, place, end)
        if point is None:
            raise ClaimError("a point is written like (4, 1/2)", text, place)
        n = int(point["n"])
        if n <= last:
            raise ClaimError("the points of a curve come in the order of n", text, place)
        yield n, _number(point["value"], text, place)
        last, place = n, point.end()
        if place == end:
            return
        if text[place] != ",":
            raise ClaimError("a comma stands between two points", text, place)
        place += 1


def _number(text: str, whole: str, place: int) -> Fraction:
    """p, p/q or p/q/r."""
    top, *bottom = map(int, text.split("/"))
    if 0 in bottom:
        raise ClaimError("this divides by zero", whole, place)
    return Fraction(top, prod(bottom))


# --- instances -----------------------------------------------------------------------------------


def curves_of(instance: Instance) -> tuple[Curve, ...]:
    """The arms of an instance as the kernel has them."""
    return tuple(Curve(arm.points) for arm in instance.arms)


def instance_of_curves(curves: Iterable[Curve]) -> Instance:
    """The instance with these concave arms."""
    return Instance.of(Reward.from_points(curve.points) for curve in curves)
