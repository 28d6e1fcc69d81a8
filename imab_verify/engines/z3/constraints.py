"""Claims about arms as constraints of z3, written from the definitions alone.

A problem asks for a countermodel: parameters and rewards at which the givens hold and the
conclusion fails. There are three ways to write an arm.

ValueArm   at parameters that are numbers: the values f(0), f(1), ... are any reals of the class
RayArm     at any parameters: a constant plus a ray whose bend is an unknown integer
SlopeArm   at any parameters: the values, sums and slopes at every index of the claim

All arithmetic is real. An integer unknown is an Int, or in a relaxed problem a Real: if that is
unsatisfiable, so is the problem over the integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import ceil
from typing import Any

import z3

from imab_verify.engines.definitions import (
    ONE,
    Arm,
    Names,
    Number,
    functional,
    linear,
    parts,
    plus,
    polynomial,
    times,
)
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Form,
    Polynomial,
    Relation,
)
from imab_verify.kernel.statement import PULL, RAY
from imab_verify.language.writing import show_claim

Values = Mapping[str, Fraction]

LONGEST = 400
"""Arms are written value by value up to here."""
RESERVED = (
    "abs and as assert distinct div exists false forall is_int ite let match mod not or par "
    "to_int to_real true xor Bool Int Real"
)
"""Words of SMT-LIB that cannot be names."""


class InexpressibleError(Exception):
    """Something about a claim that cannot be written as constraints here."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Conditions that hold exactly at a countermodel; where that differs, `says` tells.

    `logic` is what a solver needs to know; `says` is for people, one line each.
    """

    says: tuple[str, ...]
    logic: str
    conditions: tuple[Any, ...]

    def solver(self) -> Any:
        """A solver that holds the conditions."""
        solver = z3.SolverFor(self.logic)
        solver.add(*self.conditions)
        return solver

    def text(self) -> str:
        """The problem in SMT-LIB, up to the question."""
        comments = [f"; {line}" for line in self.says]
        return "\n".join([*comments, f"(set-logic {self.logic})", self.solver().sexpr()])


# --- terms ---------------------------------------------------------------------------------------


def integer(name: str, *, relaxed: bool = False) -> Number:
    """An integer unknown as a real term."""
    symbol = f"{name}'" if name in RESERVED.split() else name
    return z3.Real(symbol) if relaxed else z3.ToReal(z3.Int(symbol))


def real(name: str) -> Number:
    """A real unknown."""
    return integer(name, relaxed=True)


def term(number: Number) -> Any:
    """A number as a term."""
    return z3.RealVal(number) if isinstance(number, Fraction) else number


@dataclass(frozen=True, slots=True)
class Setting:
    """A claim with its names and functionals as terms."""

    claim: Claim
    names: Names
    atoms: Mapping[Atom, Number]

    @classmethod
    def of(cls, claim: Claim, names: Names, arms: Mapping[str, Arm]) -> Setting:
        """The setting of a claim about arms."""
        return cls(claim, names, {a: functional(a, names, arms[a.arm]) for a in claim.atoms()})

    def form(self, form: Form) -> Any:
        """A form as a term."""
        return term(linear(form, self.names, self.atoms))

    def holds(self, comparison: Comparison) -> Any:
        """The comparison; p > 0 over integers is d*p >= 1, where d clears the denominators."""
        form = comparison.form
        match comparison.relation:
            case Relation.EQ:
                return self.form(form) == 0
            case Relation.GE:
                return self.form(form) >= 0
            case Relation.GT if form.terms or form.constant.names() & set(self.claim.reals):
                return self.form(form) > 0
            case Relation.GT:
                return self.form(form.scaled(Polynomial.constant(form.constant.denominator()))) >= 1

    def fails(self, comparison: Comparison) -> Any:
        """The negation of the comparison."""
        opposite = comparison.form.scaled(-ONE)
        below = Comparison(opposite, Relation.GT)
        match comparison.relation:
            case Relation.EQ:
                above = Comparison(comparison.form, Relation.GT)
                return z3.Or(self.holds(above), self.holds(below))
            case Relation.GE:
                return self.holds(below)
            case Relation.GT:
                return self.holds(Comparison(opposite, Relation.GE))

    def negation(self, goals: Sequence[Comparison]) -> Iterator[Any]:
        """The givens, and that one of the goals is false."""
        yield from map(self.holds, self.claim.givens)
        yield z3.Or(*map(self.fails, goals))

    def floors(self) -> Iterator[Any]:
        """q = floor(n/d) means d >= 1 and 0 <= n - d*q <= d-1."""
        for floor in self.claim.floors:
            n, d = (polynomial(p, self.names) for p in (floor.numerator, floor.divisor))
            rest = n - d * self.names[floor.name]
            yield z3.And(d >= 1, rest >= 0, rest <= d - 1)


# --- any parameters: rays ------------------------------------------------------------------------


class Shape(StrEnum):
    """What an arm is: constant, ray, or the sum of both."""

    ZERO = "0"
    ONE = "1"
    LINE = "a ray of slope 1"
    RAY = "a ray of height 1"
    MIXED = "a constant and a ray"


Shapes = Mapping[str, Shape]


def rays_decide(claim: Claim) -> bool:
    """Whether single rays decide the claim: nothing is given about rewards."""
    return not any(given.form.terms for given in claim.givens)


def shapes_for(claim: Claim, goal: Comparison) -> Iterator[Shapes]:
    """The arms that decide the goal; or every arm a constant plus a ray, where none decide.

    Up to any index every f of a class is a sum of rays with weights >= 0, and its height is the
    sum of theirs. So where nothing is given about rewards, a comparison, which is affine in each
    arm, fails somewhere exactly if it fails where every arm is 0, or 1, or a ray of height 1.
    Without a constant term it is enough that one arm is 1 or a ray and the others are 0.
    """
    if not rays_decide(claim):
        yield {arm: Shape.MIXED for arm, _ in claim.arms}
        return
    zero = {arm: Shape.ZERO for arm, _ in claim.arms}
    used = [arm for arm in zero if any(atom.arm == arm for _, atom in goal.form.terms)]
    if len(goal.form.constant):
        for chosen in product((Shape.ZERO, Shape.ONE, Shape.RAY), repeat=len(used)):
            yield zero | dict(zip(used, chosen, strict=True))
        return
    yield zero
    for arm, shape in product(used, (Shape.ONE, Shape.LINE)):
        yield zero | {arm: shape}


def bend_name(arm: str) -> str:
    """The name of the integer at which the ray of an arm bends."""
    return f"{arm} bend"


@dataclass(frozen=True, slots=True)
class RayArm:
    """level + slope * r_j, where r_j is the ray of the class that bends at j."""

    kind: ArmClass
    shape: Shape
    names: Names
    level: Number
    slope: Number
    bend: Number

    @classmethod
    def of(cls, arm: str, kind: ArmClass, shape: Shape, names: Names, *, relaxed: bool) -> RayArm:
        """An arm of a shape, with unknowns for what the shape leaves open."""
        mixed, is_ray = shape is Shape.MIXED, shape in (Shape.RAY, Shape.MIXED)
        level = real(f"{arm} level") if mixed else Fraction(shape is Shape.ONE)
        slope = real(f"{arm} slope") if is_ray else Fraction(shape is Shape.LINE)
        return cls(kind, shape, names, level, slope, integer(bend_name(arm), relaxed=relaxed))

    def value(self, n: Polynomial) -> Number:
        """f(n)."""
        return self._sum(n, ONE, *(self._term(n, p) for p in self.kind.shape.ray.value))

    def rew(self, n: Polynomial) -> Number:
        """Rew(f,n); sums of a hinge are products, with which z3 proves more than with powers."""
        if self.kind.shape.concave:
            u, j = term(polynomial(n, self.names)) - self.kind.first, self.bend
            return self._sum(n, n, u * (u + 1) / 2, u * j - j * (j - 1) / 2)
        return self._sum(n, n, *(self._term(n, p) for p in self.kind.shape.ray.total))

    def _sum(self, n: Polynomial, ones: Polynomial, before: Any, after: Any) -> Number:
        """Of the constant 1 and the ray, before its bend and after it."""
        constant = times(self.level, polynomial(ones, self.names))
        if isinstance(self.slope, Fraction) and not self.slope:
            return constant
        inside = polynomial(n, self.names) <= self._term(n, self.kind.shape.ray.last)
        return plus(constant, times(self.slope, z3.If(inside, before, after)))

    def _term(self, n: Polynomial, p: Polynomial) -> Any:
        """What the class declares of its ray, at n."""
        return term(polynomial(p, {PULL: polynomial(n, self.names), RAY: self.bend}))

    def conditions(self) -> Iterator[Any]:
        """The bend is an index, and rewards are in [0,1]; a ray of slope 1 may be scaled."""
        if self.shape in (Shape.ZERO, Shape.ONE):
            return
        yield self.bend >= 1
        height = self.slope * self.bend if self.kind.shape.concave else self.slope
        if self.shape is Shape.MIXED:
            yield z3.And(self.level >= 0, self.slope >= 0, self.level + height <= 1)
        elif self.shape is Shape.RAY:
            yield z3.And(self.slope > 0, height == 1)


def ray_problems(claim: Claim, *, relaxed: bool) -> Iterator[tuple[Problem, Shapes]]:
    """For every comparison of the conclusion, and all arms that can break it, the negation."""
    names = _symbolic(claim, relaxed=relaxed)
    for goal in claim.plain:
        for shapes in shapes_for(claim, goal):
            arms = {
                arm: RayArm.of(arm, kind, shapes[arm], names, relaxed=relaxed)
                for arm, kind in claim.arms
            }
            says = [f"Arm {arm} is {shape}." for arm, shape in shapes.items()]
            own = [condition for arm in arms.values() for condition in arm.conditions()]
            setting = Setting.of(claim, names, arms)
            yield _problem(setting, goal, says, own, relaxed=relaxed), shapes


def _symbolic(claim: Claim, *, relaxed: bool) -> dict[str, Number]:
    integers = (*claim.parameters, *(floor.name for floor in claim.floors))
    names = {name: integer(name, relaxed=relaxed) for name in integers}
    return names | {name: real(name) for name in claim.reals}


def _problem(
    setting: Setting, goal: Comparison, says: list[str], own: list[Any], *, relaxed: bool
) -> Problem:
    says = [f"Claim: {show_claim(setting.claim)}", *says]
    says += ["Integers are relaxed to reals."] if relaxed else []
    conditions = (*own, *setting.floors(), *setting.negation([goal]))
    return Problem(tuple(says), "QF_NRA" if relaxed else "QF_NIRA", conditions)


# --- any parameters: slopes at breakpoints --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SlopeArm:
    """Unknowns f(e), Rew(f,e), the step l(e) to e and the step r(e) from it, at some indices e.

    Of two indices d < e of a concave f, with L = e - d,

        l(e) * L <= f(e) - f(d) <= r(d) * L                             tangents
        f above its chord:     Rew(f,e) - Rew(f,d) >= L*f(d) + (f(e) - f(d))*(L+1)/2
        and below tangents:    Rew(f,e) - Rew(f,d) <= L*f(d) + r(d)*L(L+1)/2
                               Rew(f,e) - Rew(f,d) <= L*f(e) - l(e)*L(L-1)/2.

    Every f of the class satisfies these, so if they contradict the negated goal the claim is true,
    for all parameters. They do not say everything: a model need not be a counterexample.
    """

    arm: str
    kind: ArmClass
    places: tuple[Polynomial, ...]
    sums: bool
    names: Names

    def value(self, n: Polynomial) -> Number:
        """f(n)."""
        return real(f"{self.arm}({n})")

    def rew(self, n: Polynomial) -> Number:
        """Rew(f,n)."""
        return real(f"Rew({self.arm},{n})")

    def left(self, n: Polynomial) -> Number:
        """f(n) - f(n-1)."""
        return real(f"{self.arm}({n}) left")

    def right(self, n: Polynomial) -> Number:
        """f(n+1) - f(n)."""
        return real(f"{self.arm}({n}) right")

    def conditions(self) -> Iterator[Any]:
        """All that is said about the places."""
        for place in self.places:
            yield from self._at(place)
        for low, high in permutations(self.places, 2):
            gap = high - low
            if not gap.names() and gap.at({}) <= 0:
                continue
            length, inside = self._term(gap), self._term(low) >= self.kind.first
            yield z3.Implies(z3.And(inside, length >= 1), z3.And(*self._between(low, high, length)))
            if gap.names() and str(low) < str(high):
                own = [self.value, *([self.rew] if self.sums else [])]
                own += [self.left, self.right] if self.kind.shape.concave else []
                yield z3.Implies(length == 0, z3.And(*(part(low) == part(high) for part in own)))

    def _term(self, p: Polynomial) -> Any:
        return term(polynomial(p, self.names))

    def _at(self, n: Polynomial) -> Iterator[Any]:
        place, first = self._term(n), self.kind.first
        yield z3.And(self.value(n) >= 0, self.value(n) <= 1)
        if self.kind.shape.concave:
            yield z3.And(self.right(n) >= 0, self.left(n) >= 0)
            yield z3.Implies(place > first, self.right(n) <= self.left(n))
        if self.sums:
            yield z3.Implies(place == 0, self.rew(n) == 0)
            if first:
                yield z3.Implies(place == 1, self.rew(n) == self.value(n))

    def _between(self, low: Polynomial, high: Polynomial, L: Any) -> Iterator[Any]:
        """What holds of two indices with low + 1 <= high."""
        f, g = self.value(low), self.value(high)
        gained = self.rew(high) - self.rew(low)
        if self.kind.shape.concave:
            left, right = self.left(high), self.right(low)
            yield from (left * L <= g - f, g - f <= right * L, left <= right)
            least, most = L * f + (g - f) * (L + 1) / 2, L * f + right * L * (L + 1) / 2
            yield from [gained <= L * g - left * L * (L - 1) / 2] if self.sums else []
        elif self.kind.shape.rising:
            yield f <= g
            least, most = L * f + g - f, L * g
        else:
            yield f >= g
            least, most = L * g, L * f + g - f
        if self.sums:
            yield z3.And(least <= gained, gained <= most)


def slope_problems(claim: Claim, *, relaxed: bool) -> Iterator[Problem]:
    """For every comparison of the conclusion, that it fails: unsatisfiable means true."""
    names = _symbolic(claim, relaxed=relaxed)
    says = ["Arms by their values, sums and slopes at every index of the claim: unsat means true."]
    for goal in claim.plain:
        arms = {}
        for arm, kind in claim.arms:
            terms = [t for c in (*claim.givens, goal) for t in c.form.terms if t[1].arm == arm]
            seen = [part for _, atom in terms for part in parts(atom)]
            places = [Polynomial.constant(kind.first), *(n for _, n in seen)] if seen else []
            sums = any(is_sum for is_sum, _ in seen)
            arms[arm] = SlopeArm(arm, kind, tuple(dict.fromkeys(places)), sums, names)
        own = [condition for arm in arms.values() for condition in arm.conditions()]
        yield _problem(Setting.of(claim, names, arms), goal, says, own, relaxed=relaxed)


# --- parameters that are numbers ------------------------------------------------------------------


def assignments(
    claim: Claim, bound: int, fixed: Mapping[str, int] | None = None
) -> Iterator[dict[str, Fraction]]:
    """Values of the integer parameters up to the bound at which the givens about integers hold.

    They go down to their lower bound among the givens, or to -bound without one. The values of the
    floors come with them.
    """
    set_ = fixed or {}
    integers = {*claim.parameters, *(floor.name for floor in claim.floors)}
    tests = [
        given
        for given in claim.givens
        if not given.form.terms and given.form.constant.names() <= integers
    ]

    def allowed(values: Values) -> bool:
        ready = [test for test in tests if test.form.constant.names() <= values.keys()]
        return all(test.relation.holds(test.form.constant.at(values)) for test in ready)

    def extend(values: dict[str, Fraction], names: Sequence[str]) -> Iterator[dict[str, Fraction]]:
        if not names:
            settled = _settle_floors(claim, values)
            if allowed(settled):
                yield settled
            return
        name, *others = names
        low = max([-bound, *(n for test in tests if (n := _least(test, name)) is not None)])
        for n in [set_[name]] if name in set_ else range(low, bound + 1):
            more = values | {name: Fraction(n)}
            if allowed(more):
                yield from extend(more, others)

    return extend({}, [*set_, *(name for name in claim.parameters if name not in set_)])


def _least(test: Comparison, name: str) -> int | None:
    """The least integer that a comparison c*name >= d with c > 0 allows."""
    p = test.form.constant
    if p.names() != {name} or p.degree() != 1:
        return None
    table = dict(p.terms())
    slope = table[((name, 1),)]
    return ceil(-table.get((), Fraction(0)) / slope) if slope > 0 else None


def _settle_floors(claim: Claim, values: Values) -> dict[str, Fraction]:
    """The values with those of the floors."""
    settled = dict(values)
    for floor in claim.floors:
        divisor = floor.divisor.at(settled)
        if divisor < 1:
            raise InexpressibleError(f"{floor.name} divides by {divisor}")
        settled[floor.name] = Fraction(floor.numerator.at(settled) // divisor)
    return settled


@dataclass(frozen=True, slots=True)
class ValueArm:
    """An arm by its values at some places, straight between them and constant after them."""

    arm: str
    kind: ArmClass
    places: Sequence[int]
    values: Values

    def value(self, n: Polynomial) -> Number:
        """f(n)."""
        return self._combined(self._weights(index(n, self.values, self.kind.first)))

    def rew(self, n: Polynomial) -> Number:
        """Rew(f,n)."""
        return self.sum_to(index(n, self.values, 0))

    def sum_to(self, n: int) -> Number:
        """f(1) + ... + f(n)."""
        sums = dict.fromkeys(self.places, Fraction(0))
        for i in range(1, n + 1):
            for place, weight in self._weights(i).items():
                sums[place] += weight
        return self._combined(sums)

    def _weights(self, n: int) -> dict[int, Fraction]:
        if n in self.places or n > self.places[-1]:
            return {min(n, self.places[-1]): Fraction(1)}
        right = next(place for place in self.places if place > n)
        left = max(place for place in self.places if place < n)
        share = Fraction(n - left, right - left)
        return {left: 1 - share, right: share}

    def _combined(self, weights: Values | dict[int, Fraction]) -> Number:
        return plus(*(times(w, real(f"{self.arm}({place})")) for place, w in weights.items()))

    def conditions(self) -> Iterator[Any]:
        """What the class says about the values."""
        values = [real(f"{self.arm}({place})") for place in self.places]
        rising = values if self.kind.shape.rising else values[::-1]
        yield from (rising[0] >= 0, rising[-1] <= 1)
        yield from (a <= b for a, b in pairwise(rising))
        if self.kind.shape.concave:
            steps = zip(pairwise(self.places), pairwise(values), strict=True)
            slopes = [times(Fraction(1, n - m), b - a) for (m, n), (a, b) in steps]
            yield from (s >= t for s, t in pairwise(slopes))


def index(n: Polynomial, values: Values, first: int) -> int:
    """The number that an index is."""
    place = n.at(values)
    if not first <= place <= LONGEST:
        raise InexpressibleError(f"the index {place} is outside of {first}..{LONGEST}")
    return int(place)


def reach_of(claim: Claim, arm: str, values: Values) -> int:
    """The largest index at which the claim looks at the arm."""
    seen = [n for atom in claim.atoms() if atom.arm == arm for _, n in parts(atom)]
    return max([1, *(index(n, values, 0) for n in seen)])


def value_problem(claim: Claim, values: Values) -> Problem:
    """The negated claim at these parameters."""
    names = dict(values) | {name: real(name) for name in claim.reals}
    arms = {
        arm: ValueArm(arm, kind, range(kind.first, reach_of(claim, arm, values) + 1), values)
        for arm, kind in claim.arms
    }
    own = [condition for arm in arms.values() for condition in arm.conditions()]
    at = ", ".join(f"{name} = {values[name]}" for name in claim.parameters)
    says = (f"Claim: {show_claim(claim)}", *([f"At {at}."] if at else []))
    conditions = (*own, *Setting.of(claim, names, arms).negation(claim.plain))
    return Problem(says, "QF_NRA" if claim.reals else "QF_LRA", conditions)
