"""Proofs as data: sums, cases, what is brought in by name, combinations; `rules` checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.documents import INLINE, Layout, key
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial


@dataclass(frozen=True, slots=True)
class Term:
    """weight * square**2 * product of hypotheses without rewards, each to a power.

    In documents a text such as "3/2*h1^2*c1*(m - 2*T)^2": names of hypotheses, squares in brackets.
    """

    weight: Fraction
    factors: tuple[tuple[str, int], ...] = ()
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
class Bound(Layout):
    """1 - f(index) >= 0, with a proof that the index is in the domain."""

    UNDER, AS_LIST = "bound", True
    arm: str
    index: Polynomial
    inside: Node


@dataclass(frozen=True, slots=True)
class Lemma(Layout):
    """One comparison of an earlier lemma's conclusion, instantiated.

    `proofs` shows every constraint of the lemma's givens and floors, by its name, at these values.
    """

    UNDER = "lemma"
    lemma: int = field(metadata=key("number"))
    comparison: int
    parameters: Mapping[str, Polynomial]
    arms: Mapping[str, str]
    proofs: Mapping[str, Node]


@dataclass(frozen=True, slots=True)
class Member(Layout):
    """A family of the claim at one integer, with proofs that it is in the range."""

    UNDER = "member"
    family: int = field(metadata=key("number"))
    value: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Total(Layout):
    """The sum of a family over the integers from first to last, with proofs."""

    UNDER = "total"
    family: int = field(metadata=key("number"))
    first: Polynomial
    last: Polynomial
    inside: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of the table of facts about runs, its arguments, and proofs of its conditions."""

    word: str = field(metadata=key("fact"))
    of: tuple[str, ...] = ()
    conditions: tuple[Node, ...] = field(default=(), metadata=key("if"))


@dataclass(frozen=True, slots=True)
class Shares(Layout):
    """weight * Rew(f,N) >= share + share_opt*OPT(T) for every arm, summed over arms.

    share = alpha + beta*N + gamma*N^2, and share_opt the same with the other three. The sum is over
    all arms, or over those other than the best arm, whose count then has a name. `opened` proves
    that every arm got the pulls of the opening; `pull` says which later pull of an arm is looked
    at. `proofs` are those of the kinds of arms that `sums.share_kinds` names.
    """

    UNDER = "shares"
    weight: Polynomial
    proofs: Mapping[str, Node]
    alpha: Polynomial = ZERO
    beta: Polynomial = ZERO
    gamma: Polynomial = ZERO
    alpha_opt: Polynomial = ZERO
    beta_opt: Polynomial = ZERO
    gamma_opt: Polynomial = ZERO
    over: Annotated[str, "all", "others"] = "all"
    pull: Annotated[str, "last", "first"] = "last"
    opened: Node | None = None


@dataclass(frozen=True, slots=True)
class Crossing(Layout):
    """Shares of OPT(T) by a parabola in the final count, and a potential for arms that crossed.

    The share of an arm with N pulls is alpha + beta*N + gamma*N^2, in units of OPT(T), with another
    alpha for the best arm, for the last of those that crossed, and, if it is said, for arms that
    got the opening only. `share` and `rest` are polynomials u and v in the claim's names and the
    level _M: the potential of an arm f that crossed the level M is u*Rew(f,M) + v*OPT(T).
    `opened` and `order` are conditions, `proofs` are those of the kinds of arms.
    """

    UNDER = "crossing"
    weight: Polynomial
    beta: Polynomial
    alpha: Polynomial
    alpha_optimal: Polynomial
    alpha_last: Polynomial
    share: Polynomial
    rest: Polynomial
    opened: Node
    order: Node
    proofs: Mapping[str, Node]
    gamma: Polynomial = ZERO
    alpha_idle: Polynomial | None = None
    best: Node | None = None

    def at(self, n: Polynomial, alpha: Polynomial | None = None) -> Polynomial:
        """The share of an arm with n pulls."""
        return (self.alpha if alpha is None else alpha) + self.beta * n + self.gamma * n * n


Source = Bound | Lemma | Member | Total | Fact | Shares | Crossing


@dataclass(frozen=True, slots=True)
class Have:
    """Bring in what a source says, under a name; `then` may use it."""

    name: str = field(metadata=key("have"))
    source: Source = field(metadata=INLINE)
    then: Node


@dataclass(frozen=True, slots=True)
class Use:
    """A hypothesis by its name, a multiplier, and a proof that this is >= 0 (or > 0)."""

    hypothesis: str
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

    `positive` proves scale > 0. `strict` is the number of the use that makes a strict goal strict;
    without it the rest does.
    """

    arms: Mapping[str, Rays]
    uses: tuple[Use, ...] = ()
    scale: Polynomial = ONE
    positive: Node = Sum(())
    rest: Node = Sum(())
    strict: int | None = None


Node = Sum | Empty | Case | Have | Combine


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """A proof of a claim about arms, or about the runs of a policy.

    `domain` proves, by the polynomial that must be >= 0, that indices and divisors are in their
    domain; `goals` proves the conclusion (an equality is two goals, >= and then <=).
    """

    domain: Mapping[Polynomial, Node]
    goals: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ProvedClaim:
    """A claim about arms with its proof: a lemma, or a side condition."""

    claim: Claim
    proof: ClaimProof
