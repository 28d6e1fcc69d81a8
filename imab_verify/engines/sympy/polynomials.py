"""Claims, regions and functionals of one arm over a polynomial ring of sympy.

Written from the definitions and from the documented names of hypotheses (docs/certificates.md); of
the kernel only its data is used. What is known of a run is carried along as the kernel says it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Any

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from imab_verify.engines.sympy import rays
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Kind,
    Polynomial,
    Relation,
)
from imab_verify.kernel.arms import Region as Known
from imab_verify.kernel.statement import RAY

Part = tuple[bool, PolyElement]
"""Rew(f,e) if true, otherwise f(e)."""
Functional = Mapping[Part, PolyElement]


class DisagreementError(Exception):
    """What a certificate says is not so."""


def rational(q: Fraction) -> Any:
    """A number of the ring."""
    return QQ(q.numerator, q.denominator)


@dataclass(frozen=True, slots=True)
class Constraint:
    """p >= 0, or p > 0."""

    p: PolyElement
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """coefficient * atom, with the indices in the ring."""

    coefficient: PolyElement
    kind: Kind
    arm: str
    indices: tuple[PolyElement, ...]


@dataclass(frozen=True, slots=True)
class Linear:
    """constant + sum of terms, compared with 0."""

    constant: PolyElement
    terms: tuple[Term, ...]
    relation: Relation = Relation.GE

    def times(self, factor: PolyElement) -> Linear:
        """The product with a polynomial."""
        terms = (replace(t, coefficient=t.coefficient * factor) for t in self.terms)
        return Linear(self.constant * factor, tuple(terms), self.relation)

    def plus(self, other: Linear) -> Linear:
        """The sum; the relation is the first one's."""
        return Linear(self.constant + other.constant, self.terms + other.terms, self.relation)

    def over(self, ring: Ring) -> Linear:
        """The same in a ring of more names."""
        terms = (
            Term(ring.lift(t.coefficient), t.kind, t.arm, tuple(map(ring.lift, t.indices)))
            for t in self.terms
        )
        return Linear(ring.lift(self.constant), tuple(terms), self.relation)


class Ring:
    """The polynomials in some names, of which some are reals and all others integers."""

    def __init__(self, names: Iterable[str], reals: Collection[str] = ()) -> None:
        ordered = sorted(names)
        self.ring, self.reals = PolyRing(ordered, QQ), frozenset(reals)
        self.names = dict(zip(ordered, self.ring.gens, strict=True))
        self.one = self.ring.one
        self._reals = [at for at, name in enumerate(ordered) if name in reals]

    def more(self, names: Iterable[str]) -> Ring:
        """The ring of more names, for integers."""
        return Ring({*self.names, *names}, self.reals)

    def lift(self, p: PolyElement) -> PolyElement:
        """A polynomial in fewer names."""
        return p.set_ring(self.ring)

    def read(self, p: Polynomial, values: Mapping[str, PolyElement] | None = None) -> PolyElement:
        """A polynomial of a certificate, with other polynomials for its names if given."""
        known = self.names if values is None else values
        if not p.names() <= known.keys():
            raise DisagreementError(f"{p} speaks of names that are none here")
        return self._sum(p.terms(), known)

    def put(self, p: PolyElement, values: Mapping[str, PolyElement]) -> PolyElement:
        """A polynomial of another ring, at polynomials of this one."""
        names = [str(name) for name in p.ring.symbols]
        terms = ((tuple(zip(names, e, strict=True)), c) for e, c in p.terms())
        return self._sum(terms, values)

    def _sum(
        self,
        terms: Iterable[tuple[tuple[tuple[str, int], ...], Any]],
        values: Mapping[str, PolyElement],
    ) -> PolyElement:
        result = self.ring.zero
        for monomial, c in terms:
            powers = (values[name] ** exponent for name, exponent in monomial if exponent)
            result += prod(powers, start=self.one * rational(c))
        return result

    def form(
        self,
        comparison: Comparison,
        values: Mapping[str, PolyElement] | None = None,
        arms: Mapping[str, str] | None = None,
    ) -> Linear:
        """A comparison, with other polynomials for its names and arms if these are given."""

        def term(coefficient: Polynomial, atom: Atom) -> Term:
            arm = atom.arm if arms is None else arms[atom.arm]
            indices = tuple(self.read(index, values) for index in atom.indices)
            return Term(self.read(coefficient, values), atom.kind, arm, indices)

        terms = tuple(term(c, atom) for c, atom in comparison.form.terms)
        return Linear(self.read(comparison.form.constant, values), terms, comparison.relation)

    def integral(self, p: PolyElement) -> bool:
        """Whether no real occurs in p."""
        return not any(monomial[at] for monomial in p for at in self._reals)

    def whole(self, index: Polynomial) -> PolyElement:
        """A polynomial that is an integer for all integers, since its coefficients are."""
        p = self.read(index)
        if not self.integral(p) or p.clear_denoms()[0] != 1:
            raise DisagreementError(f"{index} is no integer")
        return p

    def sharp(self, p: PolyElement, *, strict: bool) -> Constraint:
        """p > 0 for integers: d*p >= 1, where d clears the denominators."""
        if strict and self.integral(p):
            return Constraint(p.clear_denoms()[1] - self.one)
        return Constraint(p, strict)


@dataclass(frozen=True, slots=True)
class Region:
    """What is known at a place of a proof, by name: of parameters, and of rewards of the arms.

    `known` is what the kernel knows of a run there, and the lemmas and families of the claim.
    """

    ring: Ring
    known: Known
    arms: Mapping[str, ArmClass]
    constraints: Mapping[str, Constraint] = field(default_factory=dict)
    hypotheses: Mapping[str, Linear] = field(default_factory=dict)
    cases: int = 0

    def adding(self, more: Mapping[str, Constraint]) -> Region:
        """The region cut by more constraints."""
        return replace(self, constraints={**self.constraints, **more})

    def having(self, name: str, fact: Linear) -> Region:
        """The region with a comparison; an equality of parameters is two constraints."""
        p = fact.constant
        if fact.terms:
            return replace(self, hypotheses={**self.hypotheses, name: fact})
        if fact.relation is Relation.EQ:
            return self.adding({name: Constraint(p), f"{name}-": Constraint(-p)})
        return self.adding({name: self.ring.sharp(p, strict=fact.relation is Relation.GT)})

    def declaring(self, *names: str) -> Region:
        """The region with more integers."""
        ring = self.ring.more(names)
        return replace(
            self,
            ring=ring,
            constraints={
                n: Constraint(ring.lift(c.p), c.strict) for n, c in self.constraints.items()
            },
            hypotheses={n: fact.over(ring) for n, fact in self.hypotheses.items()},
        )

    def told(self, known: Known) -> Region:
        """The region with what the kernel knows of the run, and did not know before."""
        before, arms = self.known, dict(known.arms)
        region = replace(self, known=known, arms={**self.arms, **arms})
        if known.names != before.names:
            region = region.declaring(*known.names)
        for c in known.constraints[len(before.constraints) :]:
            region = region.adding({c.name: Constraint(region.ring.read(c.polynomial), c.strict)})
        for name, comparison in known.hypotheses[len(before.hypotheses) :]:
            region = region.having(name, region.ring.form(comparison))
        return region

    def implies(self, p: PolyElement) -> bool:
        """Whether p, or p minus a constraint, is a number >= 0."""
        known = (self.ring.ring.zero, *(c.p for c in self.constraints.values()))
        gaps = (p - g for g in known)
        return any(gap.is_ground and (not gap or gap.LC > 0) for gap in gaps)

    def halves(self, e: PolyElement) -> tuple[Region, Region]:
        """Where e <= 0, and where e > 0."""
        inside = replace(self, cases=self.cases + 1)
        sides = Constraint(-e), self.ring.sharp(e, strict=True)
        low, high = (inside.adding({f"c{inside.cases}": side}) for side in sides)
        return low, high


def region_of(claim: Claim, known: Known) -> Region:
    """The givens h1, h2, ..., then 0 <= n - d*q <= d-1 for every q = floor(n/d)."""
    names = {*claim.parameters, *claim.reals, *(q.name for q in claim.floors)}
    ring = Ring(names, claim.reals)
    region = Region(ring, known, dict(claim.arms))
    for number, given in enumerate(claim.givens, start=1):
        region = region.having(f"h{number}", ring.form(given))
    for q in claim.floors:
        divisor = ring.read(q.divisor)
        rest = ring.read(q.numerator) - divisor * ring.names[q.name]
        ends = {f"{q.name}.low": Constraint(rest), f"{q.name}.high": Constraint(divisor - rest - 1)}
        region = region.adding(ends)
    return region


def conditions(term: Term, first: int) -> list[PolyElement]:
    """What must be >= 0 for a functional of an arm that is defined from n = first on."""
    n, *rest = term.indices
    match term.kind:
        case Kind.VALUE:
            return [n - first]
        case Kind.DELTA:
            return [n - first - 1]
        case Kind.P:
            return [n - first - 1, rest[0] - n]
        case _:
            return [n]


def parts(term: Term) -> Iterator[tuple[PolyElement, Part]]:
    """A functional as a combination of values and sums, from its definition.

    Area(f,n) = (f(0)+f(1))/2 + ... + (f(n-1)+f(n))/2: f(0) and f(n) count half.
    """
    n, *rest = term.indices
    one, zero = n.ring.one, n.ring.zero
    match term.kind:
        case Kind.VALUE:
            yield one, (False, n)
        case Kind.REW:
            yield one, (True, n)
        case Kind.DELTA:
            yield one, (False, n)
            yield -one, (False, n - 1)
        case Kind.P:
            gap = rest[0] - n
            steps = gap * (gap + 1) * QQ(1, 2)
            yield one, (True, n)
            yield gap + steps, (False, n)
            yield -steps, (False, n - 1)
        case Kind.AREA:
            yield one, (True, n)
            yield one * QQ(-1, 2), (False, n)
            yield one * QQ(1, 2), (False, zero)
        case _:
            raise DisagreementError(f"{term.kind} is no functional of one arm")


def collect(terms: Sequence[Term]) -> dict[Part, PolyElement]:
    """The terms of one arm by values f(e) and sums Rew(f,e), without those that cancel."""
    collected: dict[Part, PolyElement] = {}
    for term in terms:
        for factor, part in parts(term):
            collected[part] = collected.get(part, 0) + term.coefficient * factor
    return {part: c for part, c in collected.items() if c}


def on_constant(functional: Functional, ring: Ring) -> PolyElement:
    """The functional at f = 1."""
    return _total(None, ((part, c, False) for part, c in functional.items()), ring)


def on_ray(kind: ArmClass, functional: Functional, region: Region) -> PolyElement:
    """The functional at f = r_j, where the region says on which side of the bend an index is."""
    lift = region.ring.lift
    lifted = {(sums, lift(index)): lift(c) for (sums, index), c in functional.items()}
    sides = ((part, c, _after(kind, part[1], region)) for part, c in lifted.items())
    return _total(kind, sides, region.ring)


def _total(
    kind: ArmClass | None, sides: Iterator[tuple[Part, PolyElement, bool]], ring: Ring
) -> PolyElement:
    result = ring.ring.zero
    for (sums, index), coefficient, after in sides:
        for a, b, c in rays.terms(kind, sums=sums, after=after):
            bends = [ring.names[RAY]] * b if b else []
            result += prod([index] * a + bends, start=coefficient * QQ(c.p, c.q))
    return result


def _after(kind: ArmClass, index: PolyElement, region: Region) -> bool:
    """Whether r_j at the index is beyond the bend."""
    excess = index - region.ring.names[RAY] - int(rays.last(kind) - rays.j)
    if region.implies(-excess):
        return False
    if region.implies(excess - 1):
        return True
    raise DisagreementError(f"it is open whether {index.as_expr()} is before the bend")
