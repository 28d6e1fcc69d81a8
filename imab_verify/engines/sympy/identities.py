"""Every identity that a proof rests on: goal = sum of weight * square^2 * product of constraints.

The walk goes through a proof and its regions side by side. At each leaf the goal is worked out from
the claim and the rays by sympy, and must equal the sum that the certificate gives.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

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
    Bound,
    Case,
    Certificate,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Crossing,
    Empty,
    Every,
    Fact,
    Have,
    Kind,
    Lemma,
    Node,
    Polynomial,
    Proved,
    Relation,
    Shares,
    Some,
    Sum,
    Tree,
)
from imab_verify.kernel import Term as Product
from imab_verify.kernel.arms import (
    Member,
    Quotient,
    Ratio,
    Source,
    Total,
    bring_in,
    parameter_region,
    start_of,
)
from imab_verify.kernel.arms import Region as Known
from imab_verify.kernel.exhibits import duties
from imab_verify.kernel.facts import after_row, beside_of, row_of
from imab_verify.kernel.statement import RAY
from imab_verify.kernel.sums import (
    LEVEL,
    beside_is_best,
    crossing_kinds,
    share_kinds,
    sum_of_crossing,
    sum_of_shares,
)

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
        for name, exponent in term.factors:
            if name not in constraints or exponent < 1:
                raise DisagreementError(f"no hypothesis about parameters is called {name}")
            yield constraints[name], exponent

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
    if not isinstance(certificate.proof, ClaimProof):
        raise NotImplementedError("worst cases have no identities")
    yield from _of_claim(certificate.proof, certificate.claim, known, ())


# --- claims ------------------------------------------------------------------------------------

Brought = TypeVar("Brought")
Steps = Generator[Identity, None, Brought]
"""The identities on the way to something."""
Leaf = Callable[[Node, Region, Place], Iterator[Identity]]


def _of_claim(
    proof: ClaimProof, claim: Claim, lemmas: Sequence[Claim], place: Place
) -> Iterator[Identity]:
    """Which claim about arms a claim about a run becomes is a rule, so the kernel says it."""
    claim, known = start_of(claim, lemmas)
    exhibited = isinstance(claim.run, Every | Some)
    nothing = replace(known, constraints=(), hypotheses=())
    bare = Region(Ring(known.names, known.reals), nothing, {})
    region = bare.told(known) if exhibited else region_of(claim, known)
    for p, where in _meaning(claim, region):
        ring, here = where.ring, (*place, f"{p.as_expr()} >= 0")
        own = ((q, node) for q, node in proof.domain.items() if q.names() <= ring.names.keys())
        node = next((node for q, node in own if ring.read(q) == p), None)
        yield from _sign(_given(node, here), where, p, here)
    if exhibited:
        for node, _ in _pairs(proof.goals, [claim], "goals", place):
            yield from _tree(node, region, lambda n, r, at: _exhibit(n, r, at, claim), place)
        return
    goals = list(_goals(claim, region))
    for number, (node, goal) in enumerate(_pairs(proof.goals, goals, "goals", place), start=1):
        yield from _goal(node, region, goal, (*place, f"goal {number}"))


def _exhibit(node: Node, region: Region, place: Place, claim: Claim) -> Iterator[Identity]:
    """What an exhibit must show is the rule itself, so the kernel says it."""
    for name, (known, wanted) in duties(node, region.known, claim).items():
        inside, here = region.told(known), (*place, name)
        ring = inside.ring
        proofs = {ring.read(p): proof for p, proof in node.proofs.get(name, {}).items()}  # type: ignore[union-attr]
        for comparison in wanted:
            p, strict = ring.read(comparison.form.constant), comparison.relation is Relation.GT
            for q in (p, -p) if comparison.relation is Relation.EQ else (p,):
                goal = ring.sharp(q, strict=strict)
                if not q.is_ground or (q.LC if q else 0) < strict:
                    at = (*here, f"{goal.p.as_expr()} >= 0")
                    shown = _given(proofs.get(goal.p), at)
                    yield from _sign(shown, inside, goal.p, at, strict=goal.strict)


def _given(node: Node | None, place: Place) -> Node:
    if node is None:
        raise DisagreementError(f"{', '.join(place)}: there is no proof")
    return node


def _pairs(
    proofs: Sequence[Node], wanted: Sequence[Brought], what: str, place: Place
) -> Iterator[tuple[Node, Brought]]:
    if len(proofs) != len(wanted):
        where = ", ".join(place) or "the claim"
        raise DisagreementError(f"{where}: {len(wanted)} {what}, {len(proofs)} proofs")
    return zip(proofs, wanted, strict=True)


def _meaning(claim: Claim, region: Region) -> list[tuple[PolyElement, Region]]:
    """What must be >= 0 for the claim to mean something, numbers that are so left out."""
    ring, ends = region.ring, {f"{q.name}.{end}" for q in claim.floors for end in ("low", "high")}
    known = {name: c for name, c in region.constraints.items() if name not in ends}
    bare = replace(region, constraints=known)
    wanted = [(ring.read(floor.divisor) - 1, bare) for floor in claim.floors]
    stated = (*claim.givens, *claim.plain) if claim.run is None else ()
    wanted += [(p, region) for given in stated for p in _defined(given, region)]
    for family in claim.families:
        inside = region.declaring(family.name)
        n = inside.ring.names[family.name]
        bounds = {f"{family.name}.first": Constraint(n - inside.ring.read(family.first))}
        if family.last is not None:
            bounds[f"{family.name}.last"] = Constraint(inside.ring.read(family.last) - n)
        inside = inside.adding(bounds)
        wanted += [(p, inside) for p in _defined(family.comparison, inside)]
    distinct = {(p, id(where)): (p, where) for p, where in wanted}
    return [(p, where) for p, where in distinct.values() if not p.is_ground or p.LC < 0]


def _defined(comparison: Comparison, region: Region) -> Iterator[PolyElement]:
    for term in region.ring.form(comparison).terms:
        yield from conditions(term, region.arms[term.arm].first)


def _goals(claim: Claim, region: Region) -> Iterator[Linear]:
    """The conclusion; an equality is >= and then <=."""
    for comparison in claim.plain:
        goal = region.ring.form(comparison)
        if goal.relation is Relation.EQ:
            yield replace(goal, relation=Relation.GE)
            yield replace(goal.times(-region.ring.one), relation=Relation.GE)
        else:
            yield goal


def _tree(node: Node, region: Region, leaf: Leaf, place: Place) -> Iterator[Identity]:
    """Cases e <= 0 and e > 0; what is brought in; on an empty region -1 is a sum of products."""
    match node:
        case Case(split, low, high):
            below, above = region.halves(region.ring.read(split))
            yield from _tree(low, below, leaf, (*place, f"{split} <= 0"))
            yield from _tree(high, above, leaf, (*place, f"{split} > 0"))
        case Have(name, source, then):
            here = (*place, f"have {name}")
            _check_fresh(name, region, here)
            more = yield from _bring_in(name, source, region, here)
            yield from _tree(then, more, leaf, place)
        case Empty(terms):
            yield Identity((*place, "empty"), Constraint(-region.ring.one), terms, region)
        case _:
            yield from leaf(node, region, place)


def _check_fresh(name: str, region: Region, place: Place) -> None:
    """What `have x` brings in is called x, x- or x.low: nothing else may be, no case later on."""
    taken = name[0] in "hc" and name[1:].isdigit()
    for own in (*region.constraints, *region.hypotheses):
        taken = taken or own == name or own.startswith((f"{name}.", f"{name}-"))
    if taken:
        raise DisagreementError(f"{', '.join(place)}: the name is taken")


def _sum(node: Node, region: Region, goal: Constraint, place: Place) -> Iterator[Identity]:
    if not isinstance(node, Sum):
        raise DisagreementError(f"{', '.join(place)}: a sum of products is missing")
    yield Identity(place, goal, node.terms, region)


def _sign(
    node: Node, region: Region, p: PolyElement, place: Place, *, strict: bool = False
) -> Iterator[Identity]:
    """p >= 0 (or > 0) on the region."""

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        return _sum(node, region, region.ring.sharp(region.ring.lift(p), strict=strict), place)

    return _tree(node, region, leaf, place)


def _signs(
    nodes: Sequence[Node], region: Region, wanted: Sequence[PolyElement], place: Place
) -> Iterator[Identity]:
    """Each of these is >= 0 on the region."""
    for number, (node, p) in enumerate(_pairs(nodes, wanted, "conditions", place), start=1):
        yield from _sign(node, region, p, (*place, f"condition {number}"))


def _goal(node: Node, region: Region, goal: Linear, place: Place) -> Iterator[Identity]:
    """goal >= 0 (or > 0) on the region."""

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        if isinstance(node, Tree | Ratio):
            raise NotImplementedError("sympy does not follow the decisions of a policy")
        if not isinstance(node, Combine):
            raise DisagreementError(f"{', '.join(place)}: a combination is missing")
        return _combination(node, region, goal.over(region.ring), place)

    return _tree(node, region, leaf, place)


def _combination(node: Combine, region: Region, goal: Linear, place: Place) -> Iterator[Identity]:
    """scale * goal - sum of multiplier * hypothesis = one functional per arm + rest."""
    strict, scale = goal.relation is Relation.GT, region.ring.read(node.scale)
    yield from _sign(node.positive, region, scale, (*place, "scale"), strict=True)
    form, decided = goal.times(scale), False
    for number, use in enumerate(node.uses):
        here = (*place, f"multiplier of {use.hypothesis}")
        if use.hypothesis not in region.hypotheses:
            raise DisagreementError(f"{', '.join(here)}: nothing about rewards has this name")
        hypothesis = region.hypotheses[use.hypothesis]
        multiplier = region.ring.read(use.multiplier)
        decisive = strict and number == node.strict
        if decisive and hypothesis.relation is not Relation.GT:
            raise DisagreementError(f"{', '.join(here)}: it is not strict")
        decided = decided or decisive
        if decisive or hypothesis.relation is not Relation.EQ:
            yield from _sign(use.sign, region, multiplier, here, strict=decisive)
        form = form.plus(hypothesis.times(-multiplier))
    undecided = strict and not decided
    yield from _sign(node.rest, region, form.constant, (*place, "rest"), strict=undecided)
    for arm in dict.fromkeys(term.arm for term in form.terms):
        functional = collect([term for term in form.terms if term.arm == arm])
        if functional:
            yield from _on_arm(node, arm, functional, region, (*place, f"arm {arm}"))


def _on_arm(
    node: Combine, arm: str, functional: Any, region: Region, place: Place
) -> Iterator[Identity]:
    """A functional of one arm is >= 0: it is on the constant and on the rays."""
    if arm not in node.arms:
        raise DisagreementError(f"{', '.join(place)}: nothing is said about it")
    kind, proofs = region.arms[arm], node.arms[arm]
    constant = on_constant(functional, region.ring)
    yield from _sign(proofs.constant, region, constant, (*place, "constant"))

    def leaf(node: Node, region: Region, place: Place) -> Iterator[Identity]:
        return _sum(node, region, Constraint(on_ray(kind, functional, region)), place)

    around = region.declaring(RAY)
    around = around.adding({"ray": Constraint(around.ring.names[RAY] - 1)})
    yield from _tree(proofs.ray, around, leaf, (*place, "ray"))


# --- what is brought in --------------------------------------------------------------------------


def _bring_in(name: str, source: Source, region: Region, place: Place) -> Steps[Region]:
    """The region with what a source says; what shows that it holds here is yielded.

    Which comparisons a row of the table of facts or a sum over arms brings in is the rule itself,
    so the kernel says it; all arithmetic on the way from there is sympy's.
    """
    ring, known = region.ring, region.known
    match source:
        case Bound(arm, index, inside):
            if arm not in region.arms:
                raise DisagreementError(f"there is no arm {arm}")
            n = ring.whole(index)
            yield from _sign(inside, region, n - region.arms[arm].first, place)
            return region.having(name, Linear(ring.one, (Term(-ring.one, Kind.VALUE, arm, (n,)),)))
        case Lemma():
            return region.having(name, (yield from _instance(source, region, place)))
        case Member() | Total():
            return region.having(name, (yield from _of_family(source, region, place)))
        case Quotient(numerator, divisor, positive):
            ring.whole(numerator)
            yield from _sign(positive, region, ring.whole(divisor) - 1, place)
            return region.told(bring_in(name, source, known))
        case Fact(word, of, proofs):
            row = row_of(word, of, known)
            yield from _signs(proofs, region, [ring.read(p) for p in row.conditions], place)
            return region.told(after_row(name, row, known))
        case Shares():
            yield from _of_sum(source, share_kinds(source, known), region, place)
            return region.having(name, ring.form(sum_of_shares(source, known)))
        case Crossing():
            order = ring.read(source.alpha) - ring.read(source.alpha_last)
            yield from _sign(source.order, region, order, (*place, "order"))
            if known.run is not None and beside_of(known):
                here, best = (*place, "best"), ring.form(beside_is_best(known))
                yield from _goal(_given(source.best, here), region, best, here)
            yield from _of_sum(source, crossing_kinds(source, known), region, place)
            return region.having(name, ring.form(sum_of_crossing(source, known)))


def _of_sum(
    source: Shares | Crossing,
    kinds: Mapping[str, tuple[Known, Comparison]],
    region: Region,
    place: Place,
) -> Iterator[Identity]:
    """A sum over arms speaks of what is known outside; every kind of arm has its bound."""
    level = region.ring.more([LEVEL])
    for field in fields(source):
        p = getattr(source, field.name)
        if isinstance(p, Polynomial):
            (level if field.name in ("share", "rest") else region.ring).read(p)
    if source.opened is not None:
        opened = row_of("opening", (), region.known).conditions
        yield from _signs((source.opened,), region, [*map(region.ring.read, opened)], place)
    for kind, (known, bound) in kinds.items():
        inside, here = region.told(known), (*place, kind)
        node = _given(source.proofs.get(kind), here)
        yield from _goal(node, inside, inside.ring.form(bound), here)


def _of_family(part: Member | Total, region: Region, place: Place) -> Steps[Linear]:
    """A family at one integer; or its sum, c*(Rew(f,last+e) - Rew(f,first+e-1)) for c*f(n+e)."""
    if not 0 <= part.family < len(region.known.families):
        raise DisagreementError(f"there is no family number {part.family}")
    ring, family = region.ring, region.known.families[part.family]
    ends = (part.value, part.value) if isinstance(part, Member) else (part.first, part.last)
    first, last = map(ring.whole, ends)
    wanted = [first - ring.read(family.first)]
    wanted += [] if family.last is None else [ring.read(family.last) - last]
    at_first = ring.form(family.comparison, {**ring.names, family.name: first})
    if isinstance(part, Member):
        yield from _signs(part.inside, region, wanted, place)
        return at_first
    more = ring.more([family.name])
    n, own = more.names[family.name], more.form(family.comparison)
    terms, starts = list[Term](), list[PolyElement]()
    for term, start in zip(own.terms, at_first.terms, strict=True):
        free = (own.constant, term.coefficient, term.indices[0] - n)
        if term.kind is not Kind.VALUE or any(p.degree(n) > 0 for p in free):
            raise DisagreementError("a family is summed that has no sum")
        before = start.indices[0] - 1
        starts.append(before)
        ending = replace(start, kind=Kind.REW, indices=(before + last - first + 1,))
        beginning = Term(-start.coefficient, Kind.REW, start.arm, (before,))
        terms += [ending, beginning] if before else [ending]
    wanted += [last - first + 1, *dict.fromkeys(starts)]
    yield from _signs(part.inside, region, wanted, place)
    relation = Relation.EQ if own.relation is Relation.EQ else Relation.GE
    return Linear(at_first.constant * (last - first + 1), tuple(terms), relation)


def _instance(use: Lemma, region: Region, place: Place) -> Steps[Linear]:
    """A lemma at polynomials for its parameters: its region is shown there."""
    if not 0 <= use.lemma < len(region.known.lemmas):
        raise DisagreementError(f"there is no lemma number {use.lemma}")
    ring, lemma = region.ring, region.known.lemmas[use.lemma]
    inner = region_of(lemma, parameter_region(lemma))
    if lemma.run:
        raise NotImplementedError("sympy does not follow theorems about runs")
    if lemma.families or inner.hypotheses:
        raise DisagreementError("a lemma with givens about rewards is used")
    for arm, kind in lemma.arms:
        ours = region.arms.get(use.arms.get(arm, ""))
        if ours is None or not kind.includes(ours):
            raise DisagreementError(f"arm {arm} of the lemma has no {kind} arm here")
    values = {
        name: ring.read(p) if name in lemma.reals else ring.whole(p)
        for name, p in use.parameters.items()
    }
    missing = inner.ring.names.keys() - values.keys()
    if missing:
        raise DisagreementError(f"the lemma's {', '.join(sorted(missing))} has no value")
    for name, constraint in inner.constraints.items():
        here = (*place, f"{name} of the lemma")
        p, node = ring.put(constraint.p, values), _given(use.proofs.get(name), here)
        yield from _sign(node, region, p, here, strict=constraint.strict)
    if not 0 <= use.comparison < len(lemma.plain):
        raise DisagreementError(f"the lemma has no comparison number {use.comparison}")
    return ring.form(lemma.plain[use.comparison], values, use.arms)
