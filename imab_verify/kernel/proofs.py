"""Proof trees as data. Nothing here checks anything; `rules` does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.kernel.polynomials import Polynomial


@dataclass(frozen=True, slots=True)
class Term:
    """weight * square**2 * product of constraint number i to the power e."""

    weight: Fraction
    factors: tuple[tuple[int, int], ...] = ()
    square: Polynomial | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """The goal is the sum of the terms."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Empty:
    """The region is empty: -1 is the sum of the terms."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """Two proofs, one where `split` <= 0 and one where `split` > 0."""

    split: Polynomial
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Given:
    """Hypothesis: given number i of the claim, a comparison of functionals."""

    index: int


@dataclass(frozen=True, slots=True)
class Bound:
    """Hypothesis: 1 - f(index) >= 0, with a proof that the index is in the domain."""

    arm: str
    index: Polynomial
    inside: Node


@dataclass(frozen=True, slots=True)
class Lemma:
    """Hypothesis: one comparison of an earlier lemma's conclusion, instantiated.

    `proofs` shows every constraint of the lemma's parameter region at these values.
    """

    lemma: int
    comparison: int
    parameters: Mapping[str, Polynomial]
    arms: Mapping[str, str]
    proofs: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A hypothesis with a multiplier and a proof that it is >= 0 (> 0 where `strict` says so)."""

    hypothesis: Given | Bound | Lemma
    multiplier: Polynomial
    sign: Node


@dataclass(frozen=True, slots=True)
class Rays:
    """A functional of one arm is >= 0: proofs on the constant and on the rays r_j."""

    constant: Node
    ray: Node


@dataclass(frozen=True, slots=True)
class Combine:
    """scale * goal = sum of multiplier * hypothesis + one functional per arm + rest.

    `strict` is the number of the use that makes a strict goal strict; without it the rest does.
    """

    scale: Polynomial
    positive: Node
    uses: tuple[Use, ...]
    arms: Mapping[str, Rays]
    rest: Node
    strict: int | None = None


Node = Sum | Empty | Case | Combine


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """A proof of a claim about arms.

    `domain` proves the index conditions that are not plain; `goals` proves the conclusion
    (an equality is two goals, >= and then <=).
    """

    domain: tuple[Node, ...]
    goals: tuple[Node, ...]
