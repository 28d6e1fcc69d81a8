"""Claims, regions and functionals of one arm over a polynomial ring of sympy.

Written from the definitions and from the documented order of constraints (docs/certificates.md);
of the kernel only its data is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from imab_verify.engines.sympy import rays
from imab_verify.kernel import RAY, ArmClass, Atom, Claim, Form, Kind, Polynomial, Relation

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


class Ring:
    """The polynomials in the names of one claim and the ray's parameter j."""

    def __init__(self, claim: Claim) -> None:
        bound = (family.name for family in claim.families)
        names = {*claim.parameters, *claim.reals, *(q.name for q in claim.floors), *bound, RAY}
        self.ring = PolyRing(sorted(names), QQ)
        self.names = {str(name): x for name, x in zip(sorted(names), self.ring.gens, strict=True)}
        self.one, self.j = self.ring.one, self.names[RAY]
        self._reals = [self.ring.gens.index(self.names[name]) for name in claim.reals]

    def read(self, p: Polynomial, values: Mapping[str, PolyElement] | None = None) -> PolyElement:
        """A polynomial of a certificate, with other polynomials for its names if given."""
        known = self.names if values is None else values
        result = self.ring.zero
        for monomial, c in p.terms():
            product = self.one * rational(c)
            for name, exponent in monomial:
                if name not in known:
                    raise DisagreementError(f"{p} speaks of {name}, which is no name here")
                product *= known[name] ** exponent
            result += product
        return result

    def form(
        self,
        form: Form,
        relation: Relation,
        values: Mapping[str, PolyElement] | None = None,
        arms: Mapping[str, str] | None = None,
    ) -> Linear:
        """A comparison, with other polynomials for its names and arms if these are given."""

        def term(coefficient: Polynomial, atom: Atom) -> Term:
            arm = atom.arm if arms is None else arms[atom.arm]
            indices = tuple(self.read(index, values) for index in atom.indices)
            return Term(self.read(coefficient, values), atom.kind, arm, indices)

        terms = tuple(term(c, atom) for c, atom in form.terms)
        return Linear(self.read(form.constant, values), terms, relation)

    def integral(self, p: PolyElement) -> bool:
        """Whether no real occurs in p."""
        return not any(monomial[at] for monomial in p for at in self._reals)

    def sharp(self, p: PolyElement, *, strict: bool) -> Constraint:
        """p > 0 for integers: d*p >= 1, where d clears the denominators."""
        if strict and self.integral(p):
            return Constraint(p.clear_denoms()[1] - self.one)
        return Constraint(p, strict)


@dataclass(frozen=True, slots=True)
class Region:
    """Constraints, in the order in which a certificate counts them."""

    ring: Ring
    constraints: tuple[Constraint, ...] = ()

    def adding(self, *more: Constraint) -> Region:
        """The region cut by more constraints."""
        return Region(self.ring, self.constraints + more)

    def implies(self, p: PolyElement) -> bool:
        """Whether p, or p minus a constraint, is a number >= 0."""
        known = (self.ring.ring.zero, *(c.p for c in self.constraints))
        gaps = (p - g for g in known)
        return any(gap.is_ground and (not gap or gap.LC > 0) for gap in gaps)

    def halves(self, e: PolyElement) -> tuple[Region, Region]:
        """Where e <= 0, and where e > 0."""
        return self.adding(Constraint(-e)), self.adding(self.ring.sharp(e, strict=True))


def region_of(claim: Claim, ring: Ring, *, floors: bool = True) -> Region:
    """Givens about parameters in their order, then 0 <= n - d*q <= d-1 for every q = floor(n/d)."""
    constraints: list[Constraint] = []
    for given in claim.givens:
        if given.form.terms:
            continue
        p = ring.read(given.form.constant)
        if given.relation is Relation.EQ:
            constraints += [Constraint(p), Constraint(-p)]
        else:
            constraints.append(ring.sharp(p, strict=given.relation is Relation.GT))
    for q in claim.floors if floors else ():
        numerator, divisor = ring.read(q.numerator), ring.read(q.divisor)
        rest = numerator - divisor * ring.names[q.name]
        constraints += [Constraint(rest), Constraint(divisor - rest - 1)]
    return Region(ring, tuple(constraints))


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
    sides = ((part, c, _after(kind, part[1], region)) for part, c in functional.items())
    return _total(kind, sides, region.ring)


def _total(
    kind: ArmClass | None, sides: Iterator[tuple[Part, PolyElement, bool]], ring: Ring
) -> PolyElement:
    result = ring.ring.zero
    for (sums, index), coefficient, after in sides:
        for a, b, c in rays.terms(kind, sums=sums, after=after):
            factors = [index] * a + [ring.j] * b
            result += prod(factors, start=coefficient * QQ(c.p, c.q))
    return result


def _after(kind: ArmClass, index: PolyElement, region: Region) -> bool:
    """Whether r_j at the index is beyond the bend."""
    excess = index - region.ring.j - int(rays.last(kind) - rays.j)
    if region.implies(-excess):
        return False
    if region.implies(excess - 1):
        return True
    raise DisagreementError(f"it is open whether {index.as_expr()} is before the bend")
