"""Instances as Coq terms: an arm is a constant plus rays with weights >= 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from imab_verify.kernel import ArmClass, Claim, Curve, Point
from imab_verify.kernel.semantics import settle
from imab_verify.report.coq.terms import listed, rational


def curve(f: Curve, kind: ArmClass) -> str:
    """A curve of a class: its constant and its rays."""
    base = f.points[0][1] if kind.shape.rising else f.points[-1][1]
    rays = (f"({rational(w)}, {j}%Z)" for w, j in _rays(f, kind) if w)
    return f"Curve {rational(base)} {listed(rays)}"


def _rays(f: Curve, kind: ArmClass) -> Iterator[tuple[Fraction, int]]:
    """The weight of each ray with its number; see the classes in the kernel."""
    if kind.shape.concave:
        for (s, t), (n, _) in zip(pairwise([*f.slopes(), Fraction(0)]), f.points[1:], strict=True):
            yield s - t, n - kind.first
        return
    for n in range(kind.first, f.points[-1][0]):
        yield abs(f.value(n + 1) - f.value(n)), n + 1 - kind.first


def point(claim: Claim, at: Point) -> str:
    """Values of integers and reals, and curves, in the order of the claim."""
    values = settle(claim, at.parameters)
    integers = [*claim.parameters, *(q.name for q in claim.floors)]
    numbers = listed(f"({values[name]})%Z" for name in integers)
    reals = listed(rational(values[name]) for name in claim.reals)
    curves = listed((curve(at.curves[arm], kind) for arm, kind in claim.arms), ";\n   ")
    return f"(Point {numbers} {reals}\n  {curves})"
