"""What helps to decide a claim: hypotheses with their multipliers, instances, lemmas."""

from __future__ import annotations

from dataclasses import dataclass

from imab_verify.kernel import (
    Comparison,
    Point,
    Polynomial,
    ProvedClaim,
    RunPoint,
)
from imab_verify.kernel.arms import Source

Name = str | tuple[str, Polynomial]
"""The name of a hypothesis about rewards; an arm f and an index n stand for f(n) <= 1."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Something known about rewards; `brought` is the way to bring it in, where it is not there."""

    name: Name
    comparison: Comparison
    brought: Source | None = None

    @property
    def source(self) -> str | Source:
        """The name, or the way to bring it in."""
        return self.brought or str(self.name)


@dataclass(frozen=True, slots=True)
class Multipliers:
    """scale * goal is compared with the sum of multiplier * hypothesis."""

    scale: Polynomial
    uses: tuple[tuple[Name, Polynomial], ...] = ()


@dataclass(frozen=True, slots=True)
class Hints:
    """What helps to decide a claim. A wrong hint costs time and nothing else.

    multipliers: to be tried first. points: instances to be looked at first. cited: instances of
    the lemmas, which the certificate then carries. theorems: what may be cited, each after the
    lemmas that it cites itself.
    """

    multipliers: tuple[Multipliers, ...] = ()
    points: tuple[Point | RunPoint, ...] = ()
    cited: tuple[Hypothesis, ...] = ()
    lemmas: tuple[ProvedClaim, ...] = ()
    theorems: tuple[tuple[ProvedClaim, ...], ...] = ()


NO_HINTS = Hints()
