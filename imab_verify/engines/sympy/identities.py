"""Every identity that a proof rests on: goal = sum of weight * square^2 * product of constraints.

The walk goes through a proof and its regions side by side. At each leaf the goal is worked out from
the claim and the rays by sympy, and must equal the sum that the certificate gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from imab_verify.engines.sympy.polynomials import (
    Constraint,
    DisagreementError,
    Linear,
    Region,
    Ring,
    Term,
    collect,
    conditions,
    on_constant,
    on_ray,
    rational,
    region_of,
)
from imab_verify.kernel import (
    AnyRunProof,
    Anytime,
    Bound,
    ByCase,
    Caps,
    Case,
    Certificate,
    Claim,
    ClaimProof,
    Combine,
    Empty,
    Given,
    Kind,
    LastArm,
    Lemma,
    Member,
    Node,
    Polynomial,
    Proved,
    Rays,
    Relation,
    RunCases,
    RunFacts,
    Schedule,
    ScheduleCases,
    Sum,
    Total,
    Use,
    attained_parts,
    duties,
    lower_bound_parts,
    run_branches,
)
from imab_verify.kernel import Term as Product

Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Identity:
    """goal = sum of products, on a region; `place` says where in the proof it stands."""

    place: Place
    goal: Constraint
    products: tuple[Product, ...]
    region: Region

    def difference(self) -> PolyElement:
        """What the sum of the products is away from the goal."""
        return self.goal.p - sum(
            (self._value(t) for t in self.products), self.region.ring.ring.zero
        )

    def complaint(self) -> str:
        """What is wrong with it, or nothing."""
        if any(term.weight <= 0 for term in self.products):
            return "a weight is not positive"
        if self.difference():
            return f"the two sides differ by {_short(self.difference())}"
        if self.goal.strict and not any(self._is_positive(term) for term in self.products):
            return "no summand is strictly positive"
        return ""

    def equation(self) -> Any:
        """The identity as a sympy equation, the products as they are."""
        products = [self._expression(term) for term in self.products]
        right = sympy.Add(*products, evaluate=False) if products else sympy.Integer(0)
        return sympy.Eq(self.goal.p.as_expr(), right, evaluate=False)

    def _factors(self, term: Product) -> Iterator[tuple[Constraint, int]]:
        constraints = self.region.constraints
        for number, exponent in term.factors:
            if not 0 <= number < len(constraints) or exponent < 1:
                raise DisagreementError(f"there is no constraint number {number}")
            yield constraints[number], exponent

    def _value(self, term: Product) -> PolyElement:
        product = self.region.ring.one * rational(term.weight)
        if term.square is not None:
            product *= self.region.ring.read(term.square) ** 2
        for constraint, exponent in self._factors(term):
            product *= constraint.p**exponent
        return product

    def _is_positive(self, term: Product) -> bool:
        return term.square is None and all(c.strict for c, _ in self._factors(term))

    def _expression(self, term: Product) -> Any:
        factors = [sympy.Rational(term.weight.numerator, term.weight.denominator)]
        if term.square is not None:
            factors.append(self.region.ring.read(term.square).as_expr() ** 2)
        factors += [
            sympy.Pow(c.p.as_expr(), exponent, evaluate=exponent == 1)
            for c, exponent in self._factors(term)
        ]
        return sympy.Mul(*factors, evaluate=False) if len(factors) > 1 else factors[0]


def _short(p: PolyElement) -> str:
    return str(p.as_expr()) if len(p) <= 12 else f"a polynomial of {len(p)} terms"


def side_identities(certificate: Certificate) -> Iterator[Identity]:
    """The identities of the side conditions."""
    for number, side in enumerate(certificate.sides, start=1):
        yield from _of_claim(side.proof, side.claim, (), (f"side condition {number}",))


def identities(certificate: Proved) -> Iterator[Identity]:
    """Every identity of an accepted proof, of its side conditions and lemmas too."""
    yield from side_identities(certificate)
    known: list[Claim] = []
    for number, lemma in enumerate(certificate.lemmas, start=1):
        yield from _of_claim(lemma.proof, lemma.claim, known, (f"lemma {number}",))
        known.append(lemma.claim)
    match certificate.proof:
        case ClaimProof() as proof:
            yield from _of_claim(proof, certificate.claim, known, ())
        case (RunFacts() | RunCases()) as proof:
            yield from _of_run(proof, certificate.claim, known)
        case LastArm() | Anytime() | Caps() | ByCase() as proof:
            for number, (part, derived) in enumerate(
                lower_bound_parts(proof, certificate.claim), start=1
            ):
                yield from _of_claim(part, derived, known, (f"adversary {number}",))
        case Schedule() | ScheduleCases() as proof:
            for number, (part, derived) in enumerate(
                attained_parts(proof, certificate.claim), start=1
            ):
                yield from _of_claim(part, derived, known, (f"schedule {number}",))
        case _:
            raise NotImplementedError("worst cases have no identities")


# --- claims about arms -------------------------------------------------------------------------

Leaf = Callable[[Node, Region, Place], Iterator[Identity]]


def _of_claim(
    proof: ClaimProof, claim: Claim, lemmas: Sequence[Claim], place: Place
) -> Iterator[Identity]:
    if claim.run is not None:
        raise DisagreementError("a claim about a run needs a rule about runs")
    ring = Ring(claim)
    region = region_of(claim, ring)
    wanted = _meaning(claim, ring, region)
    _same_number(proof.domain, wanted, "index conditions", place)
    for number, (node, (p, where)) in enumerate(zip(proof.domain, wanted, strict=True), start=1):
        yield from _sign(node, where, p, (*place, f"index condition {number}"))
    goals = list(_goals(claim, ring))
    _same_number(proof.goals, goals, "goals", place)
    walk = _Walk(claim, lemmas, ring)
    for number, (node, goal) in enumerate(zip(proof.goals, goals, strict=True), start=1):
        yield from walk.goal(node, region, goal, (*place, f"goal {number}"))


def _same_number(proofs: Sequence[Node], wanted: Sequence[Any], what: str, place: Place) -> None:
    if len(proofs) != len(wanted):
        where = ", ".join(place) or "the claim"
        raise DisagreementError(f"{where}: {len(wanted)} {what}, {len(proofs)} proofs")


def _meaning(claim: Claim, ring: Ring, region: Region) -> list[tuple[PolyElement, Region]]:
    """What must be >= 0 for the claim to mean something, and does not stand among the givens."""
    bare = region_of(claim, ring, floors=False)
    divisors = [(ring.read(floor.divisor) - 1, bare) for floor in claim.floors]
    first = {arm: kind.first for arm, kind in claim.arms}
    indices = [
        (p, region)
        for comparison in claim.comparisons()
        for term in ring.form(comparison.form, comparison.relation).terms
        for p in conditions(term, first[term.arm])
    ]
    wanted = [*dict(divisors).items(), *dict(indices).items()]
    for family in claim.families:
        n = ring.names[family.name]
        bounds = [n - ring.read(family.first)]
        bounds += [] if family.last is None else [ring.read(family.last) - n]
        inside = region.adding(*map(Constraint, bounds))
        own = ring.form(family.comparison.form, family.comparison.relation).terms
        needed = dict.fromkeys(p for term in own for p in conditions(term, first[term.arm]))
        wanted += [(p, inside) for p in needed]
    return [(p, where) for p, where in wanted if not where.implies(p)]


def _goals(claim: Claim, ring: Ring) -> Iterator[Linear]:
    """The conclusion; an equality is >= and then <=."""
    for comparison in claim.conclusion:
        goal = ring.form(comparison.form, comparison.relation)
        if goal.relation is Relation.EQ:
            yield replace(goal, relation=Relation.GE)
            yield replace(goal.times(-ring.one), relation=Relation.GE)
        else:
            yield goal


def _tree(node: Node, region: Region, leaf: Leaf, place: Place) -> Iterator[Identity]:
    """Cases e <= 0 and e > 0; on an empty region -1 is a sum of products."""
    match node:
        case Case(split, low, high):
            e = region.ring.read(split)
            below, above = region.halves(e)
            yield from _tree(low, below, leaf, (*place, f"{split} <= 0"))
            yield from _tree(high, above, leaf, (*place, f"{split} > 0"))
        case Empty(terms):
            yield Identity((*place, "empty"), Constraint(-region.ring.one), terms, region)
        case _:
            yield from leaf(node, region, place)


def _sum(node: Node, region: Region, goal: Constraint, place: Place) -> Iterator[Identity]:
    if not isinstance(node, Sum):
        raise DisagreementError(f"{', '.join(place)}: a sum of products is missing")
    yield Identity(place, goal, node.terms, region)


def _sign(
    node: Node, region: Region, p: PolyElement, place: Place, *, strict: bool = False
) -> Iterator[Identity]:
    """p >= 0 (or > 0) on the region."""

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        return _sum(node, region, region.ring.sharp(p, strict=strict), place)

    return _tree(node, region, leaf, place)


def _signs(
    nodes: Sequence[Node], region: Region, wanted: Sequence[PolyElement], place: Place
) -> Iterator[Identity]:
    """Each of these is >= 0 on the region."""
    _same_number(nodes, wanted, "conditions of a family", place)
    for number, (node, p) in enumerate(zip(nodes, wanted, strict=True), start=1):
        yield from _sign(node, region, p, (*place, f"condition {number}"))


@dataclass(frozen=True, slots=True)
class _Walk:
    """Through the proofs of one claim's goals."""

    claim: Claim
    lemmas: Sequence[Claim]
    ring: Ring

    def goal(self, node: Node, region: Region, goal: Linear, place: Place) -> Iterator[Identity]:
        """goal >= 0 (or > 0) on the region."""

        def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
            if not isinstance(node, Combine):
                raise DisagreementError(f"{', '.join(place)}: a combination is missing")
            return self._combination(node, region, goal, place)

        return _tree(node, region, leaf, place)

    def _combination(
        self, node: Combine, region: Region, goal: Linear, place: Place
    ) -> Iterator[Identity]:
        """scale * goal - sum of multiplier * hypothesis = one functional per arm + rest."""
        strict = goal.relation is Relation.GT
        scale = self.ring.read(node.scale)
        yield from _sign(node.positive, region, scale, (*place, "scale"), strict=True)
        form, decided = goal.times(scale), False
        for number, use in enumerate(node.uses):
            here = (*place, f"hypothesis {number + 1}")
            hypothesis = yield from self._hypothesis(use, region, here)
            multiplier = self.ring.read(use.multiplier)
            decisive = strict and number == node.strict
            if decisive and hypothesis.relation is not Relation.GT:
                raise DisagreementError(f"{', '.join(here)}: it is not strict")
            decided = decided or decisive
            if decisive or hypothesis.relation is not Relation.EQ:
                yield from _sign(use.sign, region, multiplier, here, strict=decisive)
            form = form.plus(hypothesis.times(-multiplier))
        yield from _sign(
            node.rest, region, form.constant, (*place, "rest"), strict=strict and not decided
        )
        for arm, kind in self.claim.arms:
            functional = collect([term for term in form.terms if term.arm == arm])
            if not functional:
                continue
            if arm not in node.arms:
                raise DisagreementError(f"{', '.join(place)}: nothing is said about arm {arm}")
            here = (*place, f"arm {arm}")
            rays: Rays = node.arms[arm]
            constant = on_constant(functional, self.ring)
            yield from _sign(rays.constant, region, constant, (*here, "constant"))

            def leaf(
                node: Node,
                region: Region,
                place: Place,
                kind: Any = kind,
                functional: Any = functional,
            ) -> Iterator[Identity]:
                return _sum(node, region, Constraint(on_ray(kind, functional, region)), place)

            around = region.adding(Constraint(self.ring.j - 1))
            yield from _tree(rays.ray, around, leaf, (*here, "ray"))

    def _hypothesis(self, use: Use, region: Region, place: Place) -> Any:
        """The comparison that a use brings in; what shows that it holds here is yielded."""
        match use.hypothesis:
            case Given(index):
                if not 0 <= index < len(self.claim.givens):
                    raise DisagreementError(f"there is no given number {index}")
                given = self.claim.givens[index]
                return self.ring.form(given.form, given.relation)
            case Bound(arm, index, inside):
                classes = dict(self.claim.arms)
                if arm not in classes:
                    raise DisagreementError(f"there is no arm {arm}")
                n, one, first = self._whole(index), self.ring.one, classes[arm].first
                yield from _sign(inside, region, n - first, (*place, "domain"))
                return Linear(one, (Term(-one, Kind.VALUE, arm, (n,)),))
            case Lemma() as lemma:
                return (yield from self._instance(lemma, region, place))
            case Member(number, value, inside):
                n = self._whole(value)
                wanted = self._in_range(number, n, n)
                yield from _signs(inside, region, wanted, place)
                family = self.claim.families[number]
                values = self.ring.names | {family.name: n}
                return self.ring.form(family.comparison.form, family.comparison.relation, values)
            case Total(number, first, last, inside):
                ends = self._whole(first), self._whole(last)
                return (yield from self._total(number, *ends, inside, region, place))

    def _in_range(self, number: int, first: PolyElement, last: PolyElement) -> list[PolyElement]:
        """What must be >= 0 for these integers to be in the range of a family."""
        if not 0 <= number < len(self.claim.families):
            raise DisagreementError(f"there is no family number {number}")
        family = self.claim.families[number]
        end = [] if family.last is None else [self.ring.read(family.last) - last]
        return [first - self.ring.read(family.first), *end]

    def _total(
        self,
        number: int,
        first: PolyElement,
        last: PolyElement,
        inside: Sequence[Node],
        region: Region,
        place: Place,
    ) -> Any:
        """The sum of c*f(n+e) over a range is c*(Rew(f,last+e) - Rew(f,first+e-1))."""
        wanted = [*self._in_range(number, first, last), last - first + 1]
        family = self.claim.families[number]
        n, own = (
            self.ring.names[family.name],
            self.ring.form(family.comparison.form, family.comparison.relation),
        )
        index = self.ring.ring.gens.index(n)
        terms: list[Term] = []
        for term in own.terms:
            shift = term.indices[0] - n
            free = (shift, term.coefficient, own.constant)
            if term.kind is not Kind.VALUE or any(p.degree(index) > 0 for p in free):
                raise DisagreementError("a family is summed that has no sum")
            if first + shift - 1 not in wanted[2 if family.last is None else 3 :]:
                wanted.append(first + shift - 1)
            terms.append(Term(term.coefficient, Kind.REW, term.arm, (last + shift,)))
            if first + shift - 1:
                terms.append(Term(-term.coefficient, Kind.REW, term.arm, (first + shift - 1,)))
        yield from _signs(inside, region, wanted, place)
        relation = Relation.EQ if own.relation is Relation.EQ else Relation.GE
        return Linear(own.constant * (last - first + 1), tuple(terms), relation)

    def _instance(self, use: Lemma, region: Region, place: Place) -> Any:
        """A lemma at polynomials for its parameters: its region is shown there."""
        if not 0 <= use.lemma < len(self.lemmas):
            raise DisagreementError(f"there is no lemma number {use.lemma}")
        lemma = self.lemmas[use.lemma]
        if lemma.families or any(given.form.terms for given in lemma.givens):
            raise DisagreementError("a lemma with givens about rewards is used")
        self._check_classes(use, lemma)
        values = {
            name: self.ring.read(p) if name in lemma.reals else self._whole(p)
            for name, p in use.parameters.items()
        }
        inner = _instantiate(lemma, values, self.ring)
        _same_number(use.proofs, inner, "conditions of the lemma", place)
        for number, (node, constraint) in enumerate(zip(use.proofs, inner, strict=True), start=1):
            here = (*place, f"condition {number}")
            yield from _sign(node, region, constraint.p, here, strict=constraint.strict)
        if not 0 <= use.comparison < len(lemma.conclusion):
            raise DisagreementError(f"the lemma has no comparison number {use.comparison}")
        chosen = lemma.conclusion[use.comparison]
        return self.ring.form(chosen.form, chosen.relation, values, use.arms)

    def _check_classes(self, use: Lemma, lemma: Claim) -> None:
        """Every arm of the lemma is one of ours, of its class or of one that is in it."""
        classes = dict(self.claim.arms)
        for arm, kind in lemma.arms:
            ours = classes.get(use.arms.get(arm, ""))
            if ours is None or not kind.includes(ours):
                raise DisagreementError(f"arm {arm} of the lemma has no {kind} arm here")

    def _whole(self, index: Polynomial) -> PolyElement:
        """A polynomial that is an integer for all integers, since its coefficients are."""
        p = self.ring.read(index)
        if not self.ring.integral(p) or p.clear_denoms()[0] != 1:
            raise DisagreementError(f"{index} is no integer")
        return p


def _instantiate(
    lemma: Claim, values: dict[str, PolyElement], ring: Ring
) -> tuple[Constraint, ...]:
    """The constraints of a lemma's region, in its own names first, then at the values."""
    own = Ring(lemma)
    missing = own.names.keys() - values.keys() - {str(own.j)}
    if missing:
        raise DisagreementError(f"the lemma's {', '.join(sorted(missing))} has no value")

    def at_values(p: PolyElement) -> PolyElement:
        result = ring.ring.zero
        for exponents, c in p.terms():
            product = ring.one * c
            for name, exponent in zip(own.ring.symbols, exponents, strict=True):
                if exponent:
                    product *= values[str(name)] ** exponent
            result += product
        return result

    return tuple(Constraint(at_values(c.p), c.strict) for c in region_of(lemma, own).constraints)


# --- claims about runs -------------------------------------------------------------------------
# Which claims about arms a rule about runs makes of a claim is the rule itself, so the kernel says
# it; all arithmetic on the way from there is sympy's.


def _of_run(proof: AnyRunProof, claim: Claim, lemmas: Sequence[Claim]) -> Iterator[Identity]:
    match proof:
        case RunCases(split, low, high):
            below, above = run_branches(claim, split)
            yield from _of_run(low, below, lemmas)
            yield from _of_run(high, above, lemmas)
        case RunFacts():
            for duty in duties(proof, claim):
                yield from _of_claim(duty.proof, duty.claim, lemmas, (duty.what,))
