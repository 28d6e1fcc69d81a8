"""Regions: conjunctions of polynomial inequalities over integer and real parameters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Comparison, Relation
from imab_verify.kernel.limits import spend
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, show


@dataclass(frozen=True, slots=True)
class Constraint:
    """polynomial >= 0, or > 0 where strict."""

    polynomial: Polynomial
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """The points over `names` that satisfy all constraints; names not in `reals` are integers."""

    constraints: tuple[Constraint, ...]
    names: frozenset[str]
    reals: frozenset[str] = frozenset()

    def adding(self, *constraints: Constraint) -> Region:
        """The region cut by more constraints."""
        return replace(self, constraints=self.constraints + constraints)

    def implies(self, p: Polynomial) -> bool:
        """Whether p >= 0 is plain: p minus a constraint, or p itself, is a constant >= 0."""
        gaps = (p.gap(g) for g in (ZERO, *(c.polynomial for c in self.constraints)))
        return any(gap is not None and gap >= 0 for gap in gaps)

    def integral(self, p: Polynomial) -> bool:
        """Whether p takes values in (1/denominator) Z on the region."""
        return not p.names() & self.reals

    def sharpen(self, p: Polynomial, strict: bool) -> Constraint:
        """p > 0 on integers is d*p - 1 >= 0, where d clears the denominators."""
        if strict and self.integral(p):
            return Constraint(p.scaled(p.denominator()) - ONE)
        return Constraint(p, strict)

    def branches(self, e: Polynomial) -> tuple[Region, Region]:
        """The two regions e <= 0 and e > 0; together they cover this region."""
        low = self.adding(Constraint(-e))
        return low, self.adding(self.sharpen(e, strict=True))


def check_known(names: frozenset[str], *polynomials: Polynomial) -> None:
    """What a certificate brings along speaks of these names only."""
    for p in polynomials:
        if not p.names() <= names:
            raise RejectedError(Reason.IDENTITY, f"{show(p)} uses names that the claim lacks here")


def parameter_region(claim: Claim) -> Region:
    """The region of the parameters: givens without functionals, in order, then the floors.

    q = floor(n/d) with d >= 1 means n - d*q >= 0 and d*q + d - 1 - n >= 0.
    """
    names = {*claim.parameters, *claim.reals, *(floor.name for floor in claim.floors)}
    region = Region((), frozenset(names), frozenset(claim.reals))
    spend(len(names) + len(claim.arms) + 4 * len(claim.givens))
    constraints: list[Constraint] = []
    for given in claim.givens:
        if not given.form.terms:
            constraints += constraints_of(given, region)
    for floor in claim.floors:
        below = floor.numerator - floor.divisor * Polynomial.variable(floor.name)
        constraints += [Constraint(below), Constraint(floor.divisor - ONE - below)]
    return region.adding(*constraints)


def constraints_of(given: Comparison, region: Region) -> list[Constraint]:
    """A comparison of parameters as one constraint, or two for an equality."""
    p = given.form.constant
    if given.relation == Relation.EQ:
        return [Constraint(p), Constraint(-p)]
    return [region.sharpen(p, given.relation == Relation.GT)]
