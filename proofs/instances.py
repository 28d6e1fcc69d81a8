"""Curves and runs that come back in the counterexamples of the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from imab_verify.kernel import Curve, Point, RunPoint

NOTHING = Curve(((0, Fraction(0)),))
"""f(n) = 0."""
FULL = Curve(((0, Fraction(1)),))
"""f(n) = 1."""


def capped(bend: int, top: int) -> Curve:
    """f(n) = min(n, bend) / top."""
    return Curve(((0, Fraction(0)), (bend, Fraction(bend, top))))


def line_among_zeros(k: int, T: int) -> tuple[Curve, ...]:
    """k - 1 arms that stay at 0, then the arm n/T, whose ratio Rew(T)/Rew(m) is the largest."""
    return (*(NOTHING,) * (k - 1), capped(T, T))


def line_among_capped(k: int, T: int) -> tuple[Curve, ...]:
    """k - 1 arms min(n, floor(T/k))/T, then the arm n/T, which nobody can tell from them."""
    return (*(capped(T // k, T),) * (k - 1), capped(T, T))


def at(curve: Curve, **values: int | Fraction) -> Point:
    """Values for the parameters, and the arm f."""
    return Point({name: Fraction(value) for name, value in values.items()}, {"f": curve})


def played(
    curves: Sequence[Curve],
    T: int,
    roles: Mapping[str, int] | None = None,
    parameters: Mapping[str, int] | None = None,
) -> RunPoint:
    """The run with horizon T on these arms; `roles` counts arms from 1, the lowest wins ties."""
    places = {arm: number - 1 for arm, number in (roles or {}).items()}
    values = {name: Fraction(value) for name, value in (parameters or {}).items()}
    return RunPoint(tuple(curves), T, places, "lowest-index", values)
