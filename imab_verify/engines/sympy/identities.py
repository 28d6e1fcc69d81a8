"""Every identity that a proof rests on: goal = sum of weight * square^2 * product of constraints.

One walk goes through a proof and the regions of its places, side by side. The kernel says what is
known at a place and what its rules ask for there; all arithmetic on the way to a leaf is sympy's:
functionals from their definitions, rays and their sums in closed form, combinations of hypotheses.
The goal that comes out must equal the sum that the certificate gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from imab_verify.engines.sympy.polynomials import (
    DisagreementError,
    Part,
    lift,
    on_constant,
    on_ray,
    parts,
    rational,
    read,
    sharp,
)
from imab_verify.kernel import (
    Bound,
    Case,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Crossing,
    Empty,
    Every,
    Fact,
    Form,
    Have,
    Lemma,
    Node,
    Polynomial,
    Proved,
    Refuted,
    Relation,
    Shares,
    Some,
    Sum,
    Term,
    Tree,
)
from imab_verify.kernel.arms import (
    Member,
    Quotient,
    Ratio,
    Region,
    Source,
    Total,
    bring_in,
    goals,
    obligations,
    parameter_region,
    ray_region,
    start_of,
    wanted_of,
)
from imab_verify.kernel.exhibits import duties
from imab_verify.kernel.facts import beside_of, row_of
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import in_range, total_of
from imab_verify.kernel.sums import beside_is_best, crossing_kinds, share_kinds

Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Identity:
    """goal = sum of products, on a region; `place` says where in the proof it stands.

    A `strict` goal needs a summand that is plainly positive.
    """

    place: Place
    goal: PolyElement
    strict: bool
    products: tuple[Term, ...]
    region: Region

    def difference(self) -> PolyElement:
        """What the sum of the products is away from the goal."""
        return self.goal - sum(map(self._value, self.products), self.goal.ring.zero)

    def complaint(self) -> str:
        """What is wrong with it, or nothing."""
        if any(term.weight <= 0 for term in self.products):
            return "a weight is not positive"
        if rest := self.difference():
            few = len(rest) <= 12
            shown = rest.as_expr() if few else f"a polynomial of {len(rest)} terms"
            return f"the two sides differ by {shown}"
        if self.strict and not any(map(self._is_positive, self.products)):
            return "no summand is strictly positive"
        return ""

    def equation(self) -> Any:
        """The identity as a sympy equation, the products as they are."""
        products = [self._expression(term) for term in self.products]
        right = sympy.Add(*products, evaluate=False) if products else sympy.Integer(0)
        return sympy.Eq(self.goal.as_expr(), right, evaluate=False)

    def _factors(self, term: Term) -> Iterator[tuple[PolyElement, int, bool]]:
        known = {c.name: c for c in self.region.constraints}
        for name, exponent in term.factors:
            if name not in known or exponent < 1:
                raise DisagreementError(f"no hypothesis about parameters is called {name}")
            yield read(known[name].polynomial, self.region), exponent, known[name].strict

    def _value(self, term: Term) -> PolyElement:
        product = self.goal.ring.one * rational(term.weight)
        if term.square is not None:
            product *= read(term.square, self.region) ** 2
        for factor, exponent, _ in self._factors(term):
            product *= factor**exponent
        return product

    def _is_positive(self, term: Term) -> bool:
        return term.square is None and all(strict for _, _, strict in self._factors(term))

    def _expression(self, term: Term) -> Any:
        factors = [sympy.Rational(term.weight.numerator, term.weight.denominator)]
        if term.square is not None:
            factors.append(read(term.square, self.region).as_expr() ** 2)
        factors += [
            sympy.Pow(factor.as_expr(), exponent, evaluate=exponent == 1)
            for factor, exponent, _ in self._factors(term)
        ]
        return sympy.Mul(*factors, evaluate=False) if len(factors) > 1 else factors[0]


def identities(certificate: Proved | Refuted) -> Iterator[Identity]:
    """Every identity of side conditions, and of a proof and its lemmas."""
    for number, side in enumerate(certificate.sides, start=1):
        yield from _of_claim(side.proof, side.claim, (), (f"side condition {number}",))
    if isinstance(certificate, Refuted):
        return
    known: list[Claim] = []
    for number, lemma in enumerate(certificate.lemmas, start=1):
        yield from _of_claim(lemma.proof, lemma.claim, known, (f"lemma {number}",))
        known.append(lemma.claim)
    if not isinstance(certificate.proof, ClaimProof):
        raise NotImplementedError("worst cases have no identities")
    yield from _of_claim(certificate.proof, certificate.claim, known, ())


# --- claims and trees ----------------------------------------------------------------------------

Leaf = Callable[[Node, Region, Place], Iterator[Identity]]


def _of_claim(
    proof: ClaimProof, claim: Claim, lemmas: Sequence[Claim], place: Place
) -> Iterator[Identity]:
    claim, region = start_of(claim, lemmas)
    for p, where in obligations(claim, region):
        here = (*place, f"{p} >= 0")
        yield from _sign(_given(proof.domain.get(p), here), where, read(p, where), here)
    exhibited = isinstance(claim.run, Every | Some)
    wanted: Sequence[Comparison | None] = [None] if exhibited else goals(claim)
    if len(proof.goals) != len(wanted):
        at = ", ".join(place) or "the claim"
        raise DisagreementError(f"{at}: {len(wanted)} goals, {len(proof.goals)} proofs")
    for number, (node, goal) in enumerate(zip(proof.goals, wanted, strict=True), start=1):
        if goal is None:
            yield from _tree(node, region, lambda n, r, at: _exhibit(n, r, at, claim), place)
        else:
            yield from _goal(node, region, goal, (*place, f"goal {number}"))


def _exhibit(node: Node, region: Region, place: Place, claim: Claim) -> Iterator[Identity]:
    for name, (where, wanted) in duties(node, region, claim).items():
        proofs = node.proofs.get(name, {})  # type: ignore[union-attr]
        for goal in wanted_of(where, wanted):
            here = (*place, name, f"{goal.polynomial} >= 0")
            p, shown = read(goal.polynomial, where), _given(proofs.get(goal.polynomial), here)
            yield from _sign(shown, where, p, here, strict=goal.strict)


def _given(node: Node | None, place: Place) -> Node:
    if node is None:
        raise DisagreementError(f"{', '.join(place)}: there is no proof")
    return node


def _tree(node: Node, region: Region, leaf: Leaf, place: Place) -> Iterator[Identity]:
    """Cases e <= 0 and e > 0; what is brought in; on an empty region -1 is a sum of products."""
    match node:
        case Case(split, low, high):
            below, above = region.branches(split)
            yield from _tree(low, below, leaf, (*place, f"{split} <= 0"))
            yield from _tree(high, above, leaf, (*place, f"{split} > 0"))
        case Have(name, source, then):
            yield from _source(source, region, (*place, f"have {name}"))
            yield from _tree(then, bring_in(name, source, region), leaf, place)
        case Empty(terms):
            yield Identity((*place, "empty"), read(-ONE, region), False, terms, region)
        case _:
            yield from leaf(node, region, place)


def _sign(
    node: Node, region: Region, p: PolyElement, place: Place, *, strict: bool = False
) -> Iterator[Identity]:
    """p >= 0 (or > 0) on the region."""

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        return _sum(node, region, *sharp(lift(p, region), region, strict=strict), place)

    return _tree(node, region, leaf, place)


def _sum(
    node: Node, region: Region, goal: PolyElement, strict: bool, place: Place
) -> Iterator[Identity]:
    if not isinstance(node, Sum):
        raise DisagreementError(f"{', '.join(place)}: a sum of products is missing")
    yield Identity(place, goal, strict, node.terms, region)


# --- combinations --------------------------------------------------------------------------------

Linear = dict[Part | None, PolyElement]
"""A form by values f(e) and sums Rew(f,e); None stands for its constant."""


def _add(form: Linear, more: Form, times: PolyElement, region: Region) -> None:
    """Add a multiple of a form of the kernel to a form."""
    form[None] += times * read(more.constant, region)
    for coefficient, atom in more.terms:
        for factor, part in parts(atom):
            own = times * read(coefficient, region) * read(factor, region)
            form[part] = form.get(part, own.ring.zero) + own


def _goal(node: Node, region: Region, goal: Comparison, place: Place) -> Iterator[Identity]:
    """goal >= 0 (or > 0) on the region."""

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        if isinstance(node, Tree | Ratio):
            raise NotImplementedError("sympy does not follow the decisions of a policy")
        if not isinstance(node, Combine):
            raise DisagreementError(f"{', '.join(place)}: a combination is missing")
        return _combination(node, region, goal, place)

    return _tree(node, region, leaf, place)


def _combination(
    node: Combine, region: Region, goal: Comparison, place: Place
) -> Iterator[Identity]:
    """scale * goal - sum of multiplier * hypothesis = one functional per arm + rest."""
    strict, scale = goal.relation is Relation.GT, read(node.scale, region)
    yield from _sign(node.positive, region, scale, (*place, "scale"), strict=True)
    form: Linear = {None: scale.ring.zero}
    _add(form, goal.form, scale, region)
    hypotheses, decided = dict(region.hypotheses), False
    for number, use in enumerate(node.uses):
        here = (*place, f"multiplier of {use.hypothesis}")
        if use.hypothesis not in hypotheses:
            raise DisagreementError(f"{', '.join(here)}: nothing about rewards has this name")
        hypothesis, multiplier = hypotheses[use.hypothesis], read(use.multiplier, region)
        decisive = strict and number == node.strict
        if decisive and hypothesis.relation is not Relation.GT:
            raise DisagreementError(f"{', '.join(here)}: it is not strict")
        decided = decided or decisive
        if decisive or hypothesis.relation is not Relation.EQ:
            yield from _sign(use.sign, region, multiplier, here, strict=decisive)
        _add(form, hypothesis.form, -multiplier, region)
    undecided = strict and not decided
    yield from _sign(node.rest, region, form.pop(None), (*place, "rest"), strict=undecided)
    by_arm: dict[str, dict[Part, PolyElement]] = {}
    for part, coefficient in form.items():
        if part is not None and coefficient:
            by_arm.setdefault(part[0], {})[part] = coefficient
    for arm, functional in by_arm.items():
        yield from _on_arm(node, arm, functional, region, (*place, f"arm {arm}"))


def _on_arm(
    node: Combine, arm: str, functional: Mapping[Part, PolyElement], region: Region, place: Place
) -> Iterator[Identity]:
    """A functional of one arm is >= 0: it is on the constant and on the rays."""
    if arm not in node.arms:
        raise DisagreementError(f"{', '.join(place)}: nothing is said about it")
    kind, proofs = dict(region.arms)[arm], node.arms[arm]
    constant = on_constant(functional, region)
    yield from _sign(proofs.constant, region, constant, (*place, "constant"))

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        return _sum(node, region, on_ray(kind, functional, region), False, place)

    yield from _tree(proofs.ray, ray_region(region), leaf, (*place, "ray"))


# --- what is brought in --------------------------------------------------------------------------


def _source(source: Source, region: Region, place: Place) -> Iterator[Identity]:
    """The identities that show that what a source says holds on the region."""
    wanted: list[tuple[Node, Polynomial, bool]] = []
    match source:
        case Bound(arm, index, node) if arm in dict(region.arms):
            wanted = [(node, index - Polynomial.constant(dict(region.arms)[arm].first), False)]
        case Lemma():
            wanted = _instance(source, region, place)
        case Member(number, n, inside) if number < len(region.families):
            needed = in_range(region.families[number], n, n)
            wanted = [(node, p, False) for node, p in zip(inside, needed, strict=False)]
        case Total(number, first, last, inside) if number < len(region.families):
            needed, _ = total_of(region.families[number], first, last)
            wanted = [(node, p, False) for node, p in zip(inside, needed, strict=False)]
        case Quotient(_, divisor, node):
            wanted = [(node, divisor - ONE, False)]
        case Fact(word, of, nodes):
            conditions = row_of(word, of, region).conditions
            wanted = [(node, p, False) for node, p in zip(nodes, conditions, strict=False)]
        case Shares() | Crossing():
            yield from _of_sum(source, region, place)
        case _:  # of an arm or a family that there is not
            raise DisagreementError(f"{', '.join(place)}: it speaks of nothing that is known")
    for number, (node, p, strict) in enumerate(wanted, start=1):
        here = (*place, f"condition {number}")
        yield from _sign(node, region, read(p, region), here, strict=strict)


def _instance(use: Lemma, region: Region, place: Place) -> list[tuple[Node, Polynomial, bool]]:
    """What shows that a lemma holds at polynomials for its parameters."""
    if not 0 <= use.lemma < len(region.lemmas):
        raise DisagreementError(f"there is no lemma number {use.lemma}")
    lemma = region.lemmas[use.lemma]
    return [
        (
            _given(use.proofs.get(c.name), (*place, f"{c.name} of the lemma")),
            c.polynomial.substitute(use.parameters),
            c.strict,
        )
        for c in parameter_region(lemma).constraints
    ]


def _of_sum(source: Shares | Crossing, region: Region, place: Place) -> Iterator[Identity]:
    """Every kind of arm has its bound; in a crossing sum alpha >= alpha_last (`order`)."""
    if source.opened is not None:
        for p in row_of("opening", (), region).conditions:
            yield from _sign(source.opened, region, read(p, region), (*place, "opened"))
    if isinstance(source, Crossing):
        order = read(source.alpha - source.alpha_last, region)
        yield from _sign(source.order, region, order, (*place, "order"))
        if region.run is not None and beside_of(region):
            here = (*place, "best")
            yield from _goal(_given(source.best, here), region, beside_is_best(region), here)
        kinds = crossing_kinds(source, region)
    else:
        kinds = share_kinds(source, region)
    for kind, (inside, bound) in kinds.items():
        here = (*place, kind)
        yield from _goal(_given(source.proofs.get(kind), here), inside, bound, here)
