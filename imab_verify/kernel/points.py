"""Exact instances: concrete reward functions, and what a claim says about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.documents import Arm, Natural, key
from imab_verify.kernel.errors import Reason, RejectedError, brief
from imab_verify.kernel.families import Family, shifts_of
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind
from imab_verify.kernel.functionals import domain, parts
from imab_verify.kernel.limits import bits, spend

Values = Mapping[str, Fraction]
Violation = tuple[Comparison, Fraction]


def pairs_to(n: int) -> int:
    """1 + ... + n."""
    return n * (n + 1) // 2


@dataclass(frozen=True, slots=True)
class Curve:
    """A reward function: points (n, f(n)) joined by straight lines, constant after the last."""

    points: tuple[tuple[int, Fraction], ...]

    def check(self, name: str, kind: ArmClass) -> None:
        """Values in [0,1], and slopes as the class has them; the last one, 0, suits every class."""

        def wrong(what: str) -> RejectedError:
            return RejectedError(Reason.INSTANCE, f"arm {name} {what}")

        if not self.points or self.points[0][0] != kind.first:
            raise wrong(f"must start at n = {kind.first}")
        common = 1
        for n, v in self.points:
            common = lcm(common, v.denominator)
            spend(16, bits(n) + bits(v) + bits(common))
        if any(not 0 <= v <= 1 for _, v in self.points):
            raise wrong("leaves [0,1]")
        if any(m >= n for (m, _), (n, _) in pairwise(self.points)):
            raise wrong("has points out of order")
        slopes = self.slopes()
        if kind.shape.rising and any(s < 0 for s in slopes):
            raise wrong("decreases")
        if not kind.shape.rising and any(s > 0 for s in slopes):
            raise wrong("increases")
        if kind.shape.concave and any(s < t for s, t in pairwise(slopes)):
            raise wrong("is not concave")

    def slopes(self) -> list[Fraction]:
        """The slope of each piece."""
        return [(w - v) / (n - m) for (m, v), (n, w) in pairwise(self.points)]

    def value(self, n: int) -> Fraction:
        """f(n)."""
        spend(4 + len(self.points), bits(n))
        for (m, v), (right, w) in pairwise(self.points):
            if n <= right:
                spend(8, bits(v) + bits(w))
                return v + (w - v) * (n - m) / (right - m)
        return self.points[-1][1]

    def rew(self, n: int) -> Fraction:
        """f(1) + ... + f(n); c terms after (m, v) with slope s sum to c*v + s*c(c+1)/2."""
        spend(8, bits(n))
        first, start = self.points[0]
        total = start if first == 1 and n >= 1 else Fraction(0)
        for (m, v), (right, w) in pairwise(self.points):
            count = min(right, n) - m
            if count > 0:
                total += count * v + (w - v) / (right - m) * pairs_to(count)
            spend(20, bits(total))
        last, end = self.points[-1]
        return total + max(n - last, 0) * end

    def functional(self, kind: Kind, indices: tuple[int, ...], first: int) -> Fraction:
        """A functional, straight from its definition; the indices must be in the domain."""
        if any(gap < 0 for gap in domain(kind, indices, first, 1)):
            where = ", ".join(map(brief, indices))
            raise RejectedError(Reason.DOMAIN, f"{kind} is not defined at {where}")
        summands = parts(kind, indices, 1, Fraction(1, 2), pairs_to)
        return sum_up(
            (c, self.value(n) if what == Kind.VALUE else self.rew(n)) for c, what, n in summands
        )


@dataclass(frozen=True, slots=True)
class Point:
    """Values for the parameters and curves for the arms of a claim about arms."""

    parameters: Values
    curves: Mapping[str, Curve] = field(metadata=key("arms"))


@dataclass(frozen=True, slots=True)
class RunPoint:
    """An instance, a horizon, who is which declared arm, how ties fall, other parameters."""

    curves: tuple[Curve, ...] = field(metadata=key("arms"))
    T: Natural
    roles: Mapping[str, Arm] = field(default_factory=dict)
    choices: tuple[Arm, ...] | Annotated[str, "lowest-index", "highest-index"] = "lowest-index"
    parameters: Values = field(default_factory=dict)


def check_instance(curves: Iterable[Curve]) -> None:
    """The arms of an instance are concave."""
    for number, curve in enumerate(curves, start=1):
        curve.check(str(number), ArmClass.CONCAVE)


def settle(claim: Claim, parameters: Values) -> dict[str, Fraction]:
    """The parameters with the floors computed; integers where the claim says so."""
    values = dict(parameters)
    spend(2 * len(values) + 8 * len(claim.floors))
    if set(values) != {*claim.parameters, *claim.reals}:
        raise RejectedError(Reason.INSTANCE, "every parameter, and no other name, needs a value")
    for name in claim.parameters:
        if values[name].denominator != 1:
            raise RejectedError(Reason.INSTANCE, f"{name} is not an integer")
    for floor in claim.floors:
        divisor = floor.divisor.at(values)
        if divisor < 1:
            raise RejectedError(Reason.DOMAIN, f"{floor.name} divides by {brief(divisor)}")
        values[floor.name] = Fraction(floor.numerator.at(values) // divisor)
    return values


def sum_up(terms: Iterable[tuple[Fraction | int, Fraction]]) -> Fraction:
    """The sum of coefficient * value."""
    total = Fraction(0)
    for coefficient, value in terms:
        total += coefficient * value
        spend(8, bits(total))
    return total


def atom_values(
    claim: Claim, values: Values, curves: Mapping[str, Curve]
) -> Callable[[Atom], Fraction]:
    """What every functional of the claim's arms is at these parameters and curves."""
    spend(2 * len(claim.arms))
    first = {arm: kind.first for arm, kind in claim.arms}

    def value(atom: Atom) -> Fraction:
        indices = tuple(int(index.at(values)) for index in atom.indices)
        return curves[atom.arm].functional(atom.kind, indices, first[atom.arm])

    return value


def form_value(form: Form, values: Values, atoms: Callable[[Atom], Fraction]) -> Fraction:
    """The exact value of a form."""
    spend(8)
    return form.constant.at(values) + sum_up((c.at(values), atoms(atom)) for c, atom in form.terms)


def first_violation(
    claim: Claim, values: Values, atoms: Callable[[Atom], Fraction]
) -> Violation | None:
    """The givens hold; the first comparison of the conclusion that does not, and its form."""
    for number, given in enumerate(claim.givens):
        if not given.relation.holds(form_value(given.form, values, atoms)):
            raise RejectedError(Reason.INSTANCE, f"given number {number} is false there")
    for comparison in claim.conclusion:
        value = form_value(comparison.form, values, atoms)
        if not comparison.relation.holds(value):
            return comparison, value
    return None


def evaluate(claim: Claim, point: Point) -> tuple[Values, Callable[[Atom], Fraction]]:
    """Instance: a claim is refuted where its givens hold and its conclusion does not.

    An instance has a value for every parameter and a curve of its class for every arm; about a run
    it has k arms, a horizon and the pulls, which are played step by step. Floors, functionals and
    all members of families are computed exactly; what is not defined there is rejected.
    """
    if set(point.curves) != {arm for arm, _ in claim.arms}:
        raise RejectedError(Reason.INSTANCE, "every arm, and no other name, needs a curve")
    for arm, kind in claim.arms:
        point.curves[arm].check(arm, kind)
    values = settle(claim, point.parameters)
    check_families(claim, values, point.curves)
    return values, atom_values(claim, values, point.curves)


def check_families(claim: Claim, values: Values, curves: Mapping[str, Curve]) -> None:
    """Every hypothesis of every family holds.

    A family without an end says the same from where all of its arms are constant.
    """
    for number, family in enumerate(claim.families):
        first = int(family.first.at(values))
        for n in range(first, _last(family, first, values, curves) + 1):
            spend(24 + len(values), bits(n))
            inside = {**values, family.name: Fraction(n)}
            atoms = atom_values(claim, inside, curves)
            said = family.comparison
            if not said.relation.holds(form_value(said.form, inside, atoms)):
                raise RejectedError(Reason.INSTANCE, f"family number {number} is false at {n}")


def _last(family: Family, first: int, values: Values, curves: Mapping[str, Curve]) -> int:
    if family.last is not None:
        return int(family.last.at(values))
    ends = (
        curves[arm].points[-1][0] - int(shift.at(values))
        for _, arm, shift in shifts_of(family) or ()
    )
    return max([first, *ends])
