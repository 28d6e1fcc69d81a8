"""What a statement tells the engines, as texts: instances to try, and what a proof is made of.

A wrong hint costs time and nothing else: the kernel judges what comes of it.

    at(f="min(n,5)/5", m=1, T=2)          parameters, and the arms of a claim about arms
    play("0", "1", T=3, f=1, g=2)         the arms of a run, its horizon, which of them is f and g
    combine(uses={"given 1": "N*N"})      scale * goal is a combination of these hypotheses
    cite("estimate_ge_rew", f="g", B="B") the conclusion of another reading, as a lemma
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Value = int | str
"""An integer, or text: p/q, or a curve for an arm."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance to look at: with a horizon T it is one of a run, whose arms are listed."""

    values: Mapping[str, Value]
    arms: tuple[str, ...] = ()
    T: int | None = None
    ties: str = "lowest-index"


def at(**values: Value) -> Instance:
    """Values for the parameters and curves for the arms of a claim about arms."""
    return Instance(values)


def play(*arms: str, T: int, ties: str = "lowest-index", **values: Value) -> Instance:
    """A run with horizon T on these arms.

    A value for a declared arm says which arm it is, counted from 1; other values are for parameters
    that the run does not determine.
    """
    return Instance(values, arms, T, ties)


@dataclass(frozen=True, slots=True)
class Bound:
    """f(index) <= 1, with its multiplier."""

    arm: str
    index: str
    times: str


def bound(arm: str, *, at: str, times: str = "1") -> Bound:
    """Use arm(at) <= 1, multiplied by `times`."""
    return Bound(arm, at, times)


@dataclass(frozen=True, slots=True)
class Combination:
    """scale * goal = sum of multiplier * hypothesis + a functional of each arm that is >= 0."""

    scale: str
    uses: Mapping[str, str]
    bounds: tuple[Bound, ...]


def combine(
    uses: Mapping[str, str] | None = None,
    *,
    scale: str = "1",
    bounds: Sequence[Bound] = (),
) -> Combination:
    """Hypotheses with their multipliers.

    A hypothesis is named by "given 2", the second given; by its text, which may also be what a rule
    about runs knows, such as "P(f,N-1,M) >= P(g,B,M)"; or by the name of a cited reading.
    """
    return Combination(scale, uses or {}, tuple(bounds))


@dataclass(frozen=True, slots=True)
class Citation:
    """The conclusion of another reading at these arms and parameters; others stay as they are."""

    reading: str
    values: Mapping[str, str] = field(default_factory=dict)


def cite(reading: str, **values: str) -> Citation:
    """The conclusion of a reading with arms and parameters put in, such as f="g", m="M"."""
    return Citation(reading, values)


Hint = Combination | Citation
