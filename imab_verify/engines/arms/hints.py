"""What helps to decide a claim: hypotheses with their multipliers, instances, lemmas."""

from __future__ import annotations

from dataclasses import dataclass

from imab_verify.kernel import (
    Bound,
    Comparison,
    Lemma,
    Point,
    Polynomial,
    ProvedClaim,
    RunPoint,
)
from imab_verify.kernel.arms import Member, Total


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Something known about rewards: its name, or the way to bring it in."""

    source: str | Bound | Lemma | Member | Total
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Multipliers:
    """scale * goal is compared with sum of multiplier * hypothesis.

    `bounds` are further uses, of f(index) <= 1, as (arm, index, multiplier); hints have them.
    """

    scale: Polynomial
    uses: tuple[tuple[int, Polynomial], ...] = ()
    bounds: tuple[tuple[str, Polynomial, Polynomial], ...] = ()


@dataclass(frozen=True, slots=True)
class Hints:
    """What helps to decide a claim. A wrong hint costs time and nothing else.

    multipliers: to be tried first. points: instances to be looked at first. cited: instances of
    the lemmas, which the certificate then carries.
    """

    multipliers: tuple[Multipliers, ...] = ()
    points: tuple[Point | RunPoint, ...] = ()
    cited: tuple[Hypothesis, ...] = ()
    lemmas: tuple[ProvedClaim, ...] = ()


NO_HINTS = Hints()
