"""Proofs of claims about arms, as data; `rules` says what each of them shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.documents import INLINE, Layout, key
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

    terms: tuple[Term, ...] = field(metadata=key("sum"))


@dataclass(frozen=True, slots=True)
class Empty:
    """The region is empty: -1 is the sum of the terms."""

    terms: tuple[Term, ...] = field(metadata=key("empty"))


@dataclass(frozen=True, slots=True)
class Case:
    """Two proofs, one where `split` <= 0 and one where `split` > 0."""

    split: Polynomial = field(metadata=key("case"))
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Given:
    """Hypothesis: given number i of the claim, a comparison of functionals."""

    index: int = field(metadata=key("given"))


@dataclass(frozen=True, slots=True)
class Bound(Layout):
    """Hypothesis: 1 - f(index) >= 0, with a proof that the index is in the domain."""

    UNDER, AS_LIST = "bound", True
    arm: str
    index: Polynomial
    inside: Node


@dataclass(frozen=True, slots=True)
class Lemma(Layout):
    """Hypothesis: one comparison of an earlier lemma's conclusion, instantiated.

    `proofs` shows every constraint of the lemma's parameter region at these values.
    """

    UNDER = "lemma"
    lemma: int = field(metadata=key("number"))
    comparison: int
    parameters: Mapping[str, Polynomial]
    arms: Mapping[str, str]
    proofs: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Member(Layout):
    """Hypothesis: a family of the claim at one integer, with proofs that it is in the range."""

    UNDER = "member"
    family: int = field(metadata=key("number"))
    value: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Total(Layout):
    """Hypothesis: the sum of a family over the integers from first to last, with proofs."""

    UNDER = "total"
    family: int = field(metadata=key("number"))
    first: Polynomial
    last: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A hypothesis with a multiplier and a proof that it is >= 0 (> 0 where `strict` says so)."""

    hypothesis: Given | Bound | Lemma | Member | Total = field(metadata=INLINE)
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


@dataclass(frozen=True, slots=True)
class ProvedClaim:
    """A claim about arms with its proof: a lemma, or a side condition."""

    claim: Claim
    proof: ClaimProof
