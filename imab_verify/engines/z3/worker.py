"""What the process behind `countermodel` does: one question, one answer as plain data.

The functionals are written here from their definitions a second time, apart from the ray engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor
from typing import Any

import z3

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Curve,
    Form,
    Kind,
    Point,
    Polynomial,
    RejectedError,
    Relation,
    violation,
)

MEMORY_MB = 3000
SCALES = (1, 2, 3, 7)
MOST_ROUNDINGS = 512

Expression = Any
Environment = Mapping[str, Any]
Reward = Callable[[Expression], Expression]


@dataclass(frozen=True, slots=True)
class Arm:
    """f and Rew(f, .) of one arm, as z3 expressions in the index."""

    value: Reward
    rew: Reward


# --- claims in z3 -----------------------------------------------------------------------------


def number(q: Fraction) -> Expression:
    """An exact rational."""
    return z3.RealVal(q)


def evaluate(p: Polynomial, names: Environment) -> Expression:
    """A polynomial over z3 reals."""
    summands = []
    for monomial, c in p.terms():
        factors = [names[name] for name, exponent in monomial for _ in range(exponent)]
        summands.append(z3.Product(number(c), *factors) if factors else number(c))
    return z3.Sum(summands) if summands else number(Fraction(0))


def atom_value(atom: Atom, names: Environment, arm: Arm) -> Expression:
    """A functional from its definition."""
    n, *rest = [evaluate(index, names) for index in atom.indices]
    match atom.kind:
        case Kind.VALUE:
            return arm.value(n)
        case Kind.REW:
            return arm.rew(n)
        case Kind.DELTA:
            return arm.value(n) - arm.value(n - 1)
        case Kind.P:
            gap = rest[0] - n
            step = arm.value(n) - arm.value(n - 1)
            return arm.rew(n) + gap * arm.value(n) + gap * (gap + 1) / 2 * step
        case _:
            return arm.rew(n) - arm.value(n) / 2 + arm.value(number(Fraction(0))) / 2


def form_value(form: Form, names: Environment, arms: Mapping[str, Arm]) -> Expression:
    """constant + sum of coefficient * atom."""
    terms = [evaluate(c, names) * atom_value(a, names, arms[a.arm]) for c, a in form.terms]
    return z3.Sum([evaluate(form.constant, names), *terms])


def says(c: Comparison, names: Environment, arms: Mapping[str, Arm]) -> Expression:
    """The comparison."""
    value = form_value(c.form, names, arms)
    if c.relation is Relation.EQ:
        return value == 0
    return value > 0 if c.relation is Relation.GT else value >= 0


def floors(claim: Claim, names: Environment) -> Iterator[Expression]:
    """q = floor(n/d) means d >= 1 and 0 <= n - d*q <= d - 1."""
    for q in claim.floors:
        n, d = evaluate(q.numerator, names), evaluate(q.divisor, names)
        yield z3.And(d >= 1, n - d * names[q.name] >= 0, n - d * names[q.name] <= d - 1)


def about_rewards(claim: Claim) -> list[Comparison]:
    """The givens with functionals in them."""
    return [given for given in claim.givens if given.form.terms]


# --- any parameters, rewards a constant plus one ray ------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """f = level + slope * r_j, each a number or a name of an unknown."""

    level: str | Fraction
    slope: str | Fraction
    bend: str = ""


def unbounded(claim: Claim, deadline: float) -> dict[str, Any]:
    """Negate every comparison on symbolic rays; over the reals first, then over the integers."""
    none = True
    for goal in claim.conclusion:
        for shapes in shapes_for(claim, goal):
            point, absent = _symbolic(claim, goal, shapes, deadline)
            if point is not None:
                return found(point)
            none = none and absent and complete(claim, goal)
    return {"answer": "none" if none else "unknown"}


def complete(claim: Claim, goal: Comparison) -> bool:
    """Whether single rays decide the comparison: it is homogeneous and nothing else is given."""
    return not len(goal.form.constant) and not about_rewards(claim)


def shapes_for(claim: Claim, goal: Comparison) -> Iterator[dict[str, Shape]]:
    """One arm a constant or a ray and the others 0; or all arms a constant plus a ray."""
    zero = {arm: Shape(Fraction(0), Fraction(0)) for arm, _ in claim.arms}
    if not complete(claim, goal):
        yield {arm: Shape(f"{arm} level", f"{arm} slope", f"{arm} bend") for arm in zero}
        return
    yield zero
    for arm in zero:
        yield zero | {arm: Shape(Fraction(1), Fraction(0))}
        yield zero | {arm: Shape(Fraction(0), Fraction(1), f"{arm} bend")}


def _symbolic(
    claim: Claim, goal: Comparison, shapes: Mapping[str, Shape], deadline: float
) -> tuple[Point | None, bool]:
    """A countermodel of these shapes, and whether z3 says that there is none."""
    integers = [*claim.parameters, *(q.name for q in claim.floors)]
    integers += [shape.bend for shape in shapes.values() if shape.bend]
    sizes = [x for s in shapes.values() for x in (s.level, s.slope) if isinstance(x, str)]
    unknowns = [*integers, *claim.reals, *sizes]
    for whole in (False, True):
        exact = {
            name: z3.Int(name) if whole and name in integers else z3.Real(name) for name in unknowns
        }
        names = {n: z3.ToReal(x) if z3.is_int(x) else x for n, x in exact.items()}
        solver = z3.SolverFor("QF_NIRA" if whole else "QF_NRA")
        solver.set("timeout", max(1, int(1000 * (deadline - time.monotonic()) / 3)))
        solver.add(*_setting(claim, goal, shapes, names))
        answer = solver.check()
        if answer == z3.unsat:
            return None, True
        if answer == z3.sat:
            model = solver.model()
            values = {name: rational(model.eval(x, True)) for name, x in exact.items()}
            point = rounded(claim, shapes, values, set(integers))
            if point is not None:
                return point, False
    return None, False


def _setting(
    claim: Claim, goal: Comparison, shapes: Mapping[str, Shape], names: Environment
) -> Iterator[Expression]:
    """The givens, the floors, what the shapes mean, and the negated goal."""
    arms = {}
    for arm, kind in claim.arms:
        shape = shapes[arm]
        level, slope = (
            number(x) if isinstance(x, Fraction) else names[x] for x in (shape.level, shape.slope)
        )
        bend = names[shape.bend] if shape.bend else number(Fraction(1))
        arms[arm] = ray_arm(kind, level, slope, bend)
        yield bend >= 1
        if isinstance(shape.level, str):
            top = slope if kind is ArmClass.MONOTONE else slope * bend
            yield z3.And(level >= 0, slope >= 0, level + top <= 1)
    yield from floors(claim, names)
    for given in claim.givens:
        yield says(given, names, arms)
    yield z3.Not(says(goal, names, arms))


def ray_arm(kind: ArmClass, level: Expression, slope: Expression, j: Expression) -> Arm:
    """f = level + slope * r_j with r_j = min(n, j), min(n-1, j) or [n >= j].

    The sum of min(i, j) over i = 1..u is u(u+1)/2 for u <= j and u*j - j(j-1)/2 beyond.
    """
    if kind is ArmClass.MONOTONE:
        return Arm(
            lambda n: level + slope * z3.If(n >= j, number(Fraction(1)), number(Fraction(0))),
            lambda n: level * n + slope * z3.If(n >= j, n - j + 1, number(Fraction(0))),
        )
    first = kind.first

    def value(n: Expression) -> Expression:
        return level + slope * z3.If(n - first <= j, n - first, j)

    def rew(n: Expression) -> Expression:
        u = n - first
        return level * n + slope * z3.If(u <= j, u * (u + 1) / 2, u * j - j * (j - 1) / 2)

    return Arm(value, rew)


def rational(value: Expression) -> Fraction:
    """A value of a model; an irrational one to twenty digits."""
    if z3.is_int_value(value):
        return Fraction(value.as_long())
    return Fraction((value.approx(20) if z3.is_algebraic_value(value) else value).as_fraction())


def rounded(
    claim: Claim, shapes: Mapping[str, Shape], values: Mapping[str, Fraction], integers: set[str]
) -> Point | None:
    """A point with integers near the model, or near a multiple of it, that the kernel confirms."""
    free = [n for n in values if n in integers and n not in {q.name for q in claim.floors}]
    for scale in SCALES:
        sides = [_neighbours(values[n] * scale) for n in free]
        for count, chosen in enumerate(product(*sides)):
            if count == MOST_ROUNDINGS:
                break
            point = _point(claim, shapes, dict(values) | dict(zip(free, chosen, strict=True)))
            if point is not None:
                return point
    return None


def _neighbours(q: Fraction) -> list[Fraction]:
    return [Fraction(n) for n in sorted({floor(q), ceil(q)})]


def _point(
    claim: Claim, shapes: Mapping[str, Shape], values: Mapping[str, Fraction]
) -> Point | None:
    own = {name: Fraction(values[name]) for name in (*claim.parameters, *claim.reals)}
    point = Point(own, {arm: _curve(kind, shapes[arm], values) for arm, kind in claim.arms})
    return point if confirmed(claim, point) else None


def _curve(kind: ArmClass, shape: Shape, values: Mapping[str, Fraction]) -> Curve:
    """The shape as points; a pure ray is scaled to the height 1."""
    level, slope = (x if isinstance(x, Fraction) else values[x] for x in (shape.level, shape.slope))
    first, j = kind.first, max(1, int(values[shape.bend])) if shape.bend else 1
    top = slope if kind is ArmClass.MONOTONE else slope * j
    if shape.slope == 1:
        top = Fraction(1)
    before = [(j - 1, level)] if kind is ArmClass.MONOTONE and j > 1 else []
    return Curve(((first, level), *before, (first + j, level + top)) if top else ((first, level),))


def confirmed(claim: Claim, point: Point) -> bool:
    """Whether the kernel agrees that the claim is false there."""
    try:
        return violation(claim, point) is not None
    except RejectedError:
        return False


# --- bounded parameters, any rewards ----------------------------------------------------------


def bounded(claim: Claim, bound: int, fixed: Mapping[str, int]) -> dict[str, Any]:
    """All integer parameters up to the bound, small ones first; f(0), f(1), ... real unknowns."""
    known = True
    for values in sorted(assignments(claim, bound, fixed), key=lambda v: sum(v.values())):
        answer, point = _at(claim, values)
        if point is not None:
            return found(point)
        known = known and answer == z3.unsat
    return {"answer": "none" if known else "unknown"}


def assignments(
    claim: Claim, bound: int, fixed: Mapping[str, int]
) -> Iterator[dict[str, Fraction]]:
    """Values of the integer parameters at which the givens about integers hold."""
    tests = [
        given
        for given in claim.givens
        if not given.form.terms and given.form.constant.names() <= set(claim.parameters)
    ]

    def extend(values: dict[str, Fraction]) -> Iterator[dict[str, Fraction]]:
        if len(values) == len(claim.parameters):
            yield values
            return
        name = claim.parameters[len(values)]
        low = lower_bound(name, tests, -bound)
        for n in [fixed[name]] if name in fixed else range(low, bound + 1):
            more = values | {name: Fraction(n)}
            ready = [t for t in tests if t.form.constant.names() <= set(more)]
            if all(t.relation.holds(t.form.constant.at(more)) for t in ready):
                yield from extend(more)

    return extend({})


def lower_bound(name: str, tests: Sequence[Comparison], least: int) -> int:
    """The largest n for which some test says c*name >= c*n with c > 0."""
    for test in tests:
        p = test.form.constant
        if p.names() == {name} and p.degree() == 1:
            table = dict(p.terms())
            slope = table[((name, 1),)]
            if slope > 0:
                least = max(least, ceil(-table.get((), Fraction(0)) / slope))
    return least


def _at(claim: Claim, values: Mapping[str, Fraction]) -> tuple[Any, Point | None]:
    """z3's answer at these integers, and the countermodel if the kernel confirms it."""
    settled = dict(values)
    for q in claim.floors:
        if not (q.numerator.names() | q.divisor.names()) <= set(settled):
            return z3.unknown, None
        if q.divisor.at(settled) < 1:
            raise ValueError(f"{q.name} divides by {q.divisor.at(settled)}")
        settled[q.name] = Fraction(q.numerator.at(settled) // q.divisor.at(settled))
    reals = {name: z3.Real(name) for name in claim.reals}
    names = {n: number(v) for n, v in settled.items()} | reals
    rewards = {
        arm: [z3.Real(f"{arm}({n})") for n in range(_reach(claim, arm, settled) + 1)]
        for arm, _ in claim.arms
    }
    arms = {arm: table_arm(rewards[arm]) for arm, _ in claim.arms}
    solver = z3.SolverFor("QF_NRA") if reals else z3.SolverFor("QF_LRA")
    for arm, kind in claim.arms:
        solver.add(*class_constraints(kind, rewards[arm][kind.first :]))
    solver.add(*(says(given, names, arms) for given in claim.givens))
    solver.add(z3.Not(z3.And(*(says(goal, names, arms) for goal in claim.conclusion))))
    answer = solver.check()
    if answer != z3.sat:
        return answer, None
    model = solver.model()
    point = Point(
        {n: values[n] for n in claim.parameters}
        | {n: rational(model.eval(x, True)) for n, x in reals.items()},
        {
            arm: Curve(
                tuple(
                    (n, rational(model.eval(rewards[arm][n], True)))
                    for n in range(kind.first, len(rewards[arm]))
                )
            )
            for arm, kind in claim.arms
        },
    )
    return answer, point if confirmed(claim, point) else None


def _reach(claim: Claim, arm: str, values: Mapping[str, Fraction]) -> int:
    """The largest index at which the claim looks at the arm."""
    atoms = [a for c in claim.comparisons() for _, a in c.form.terms if a.arm == arm]
    return max([1, *(int(a.indices[0].at(values)) for a in atoms)])


def table_arm(table: Sequence[Expression]) -> Arm:
    """The arm with these unknown values; every index is a number here."""

    def at(n: Expression) -> int:
        index = int(rational(z3.simplify(n)))
        if index < 0:
            raise ValueError(f"the index {index} is outside the domain")
        return index

    return Arm(
        lambda n: table[at(n)], lambda n: z3.Sum([number(Fraction(0)), *table[1 : at(n) + 1]])
    )


def class_constraints(kind: ArmClass, f: Sequence[Expression]) -> Iterator[Expression]:
    """0 <= f <= 1, nondecreasing, and with nonincreasing steps for the concave classes."""
    yield f[0] >= 0
    yield f[-1] <= 1
    for a, b in pairwise(f):
        yield a <= b
    if kind is not ArmClass.MONOTONE:
        for a, b, c in zip(f, f[1:], f[2:], strict=False):
            yield b - a >= c - b


# --- the process --------------------------------------------------------------------------------


def found(point: Point) -> dict[str, Any]:
    """A countermodel as plain data."""
    return {
        "answer": "found",
        "parameters": {name: str(value) for name, value in point.parameters.items()},
        "arms": {
            arm: [[n, str(value)] for n, value in curve.points]
            for arm, curve in point.curves.items()
        },
    }


def answer(
    claim: Claim,
    form: str,
    seconds: float,
    bound: int = 0,
    fixed: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Answer a question: a countermodel of a claim, with any parameters or bounded ones."""
    z3.set_param("memory_max_size", MEMORY_MB)
    if form == "bounded":
        return bounded(claim, bound, fixed or {})
    return unbounded(claim, time.monotonic() + seconds)
