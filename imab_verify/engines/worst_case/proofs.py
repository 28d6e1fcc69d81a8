"""Proofs of OPT(T) <= u*ALG(T) at one k and T, and over ranges of them, for the kernel to judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from imab_verify.engines.runs.known import citing
from imab_verify.engines.runs.ratios import values_where_givens_hold
from imab_verify.kernel import (
    Case,
    Claim,
    ClaimProof,
    Fact,
    Have,
    Lemma,
    Node,
    Polynomial,
    ProvedClaim,
    RejectedError,
    Sum,
    Term,
    Tree,
)
from imab_verify.kernel.arms import PathDual, Ratio, parameter_region

KNOWN, SIZES = "known", "sizes"
"""What a lemma, or a fact about all runs, is called in a proof."""


Bound = Tree | tuple[ProvedClaim, ...]
"""Why OPT(T) <= upper*ALG(T) at one k and T: all paths; or a theorem, after lemmas it cites."""
NOTHING_LEFT, OPENED = Tree(()), Tree((PathDual(()),))
"""Where a constraint is false, and where the pulls of the opening, or no pulls at all, suffice."""


@dataclass(slots=True)
class Lemmas:
    """The lemmas of a certificate, each once."""

    proved: list[ProvedClaim] = field(default_factory=list)
    _places: dict[tuple[Claim, ...], int] = field(default_factory=dict)

    def add(self, own: Sequence[ProvedClaim]) -> int:
        """The number of the first of these, which stand one after the other."""
        key = tuple(lemma.claim for lemma in own)
        if key not in self._places:
            self._places[key] = len(self.proved)
            self.proved += [*own]
        return self._places[key]

    def theorem(self, own: Sequence[ProvedClaim]) -> int:
        """The number of the last of these, which cites those before it."""
        *cited, theorem = own
        first = self.add(cited) if cited else 0
        proof = citing(lambda number: number + first, theorem.proof) if first else theorem.proof
        return self.add([replace(theorem, proof=proof)])


def leaf(bound: Bound, k: int, T: int, lemmas: Lemmas) -> Node:
    """The end of a proof, where the constraints fix k and T."""
    if isinstance(bound, Tree):
        return bound
    return by_lemma(lemmas.theorem(bound), bound[-1].claim, k, T)


def by_lemma(number: int, claim: Claim, k: int, T: int) -> Node:
    """By an earlier lemma A*ALG >= B*OPT at k and T, where its givens hold."""
    values = values_where_givens_hold(claim, k, T)
    if values is None:
        raise RejectedError("lemma", "the lemma says nothing there")
    constraints = parameter_region(claim).constraints
    proofs = {c.name: _of_number(c.polynomial.at(values)) for c in constraints}
    numbers = {name: Polynomial.constant(value) for name, value in values.items()}
    return Have(KNOWN, Lemma(number, 0, numbers, {}, proofs), Ratio(KNOWN))


def _of_number(value: Fraction) -> Sum:
    return Sum((Term(value),) if value else ())


def over_sizes(ks: range, Ts: range, at: Callable[[int, int], Node]) -> Node:
    """A proof for all k and T in ranges, from one at each size."""

    def of_k(k: int) -> Node:
        return _split("T", Ts, lambda T: at(k, T))

    return Have(SIZES, Fact("sizes"), _split("k", ks, of_k))


def _split(name: str, span: range, at: Callable[[int], Node]) -> Node:
    """Halves, down to single numbers."""
    if len(span) == 1:
        return at(span[0])
    low, high = span[: len(span) // 2], span[len(span) // 2 :]
    split = Polynomial.variable(name) - Polynomial.constant(low[-1])
    return Case(split, _split(name, low, at), _split(name, high, at))


def proof_at(bound: Bound, k: int, T: int, lemmas: Lemmas) -> ClaimProof:
    """The proof of a claim whose givens are k == ..., T == ..., in this order."""
    horizon = Polynomial.variable("T")
    fixed = Sum((Term(Fraction(1), (("h2", 1),)), Term(Fraction(T))))
    return ClaimProof({horizon: fixed}, (leaf(bound, k, T, lemmas),))
