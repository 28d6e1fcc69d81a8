"""A claim at fixed parameters: numbers on the rays, and the linear program over all arms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from imab_verify.engines.lp.exact import LinearProgram, Optimal, Row, Sense, solve
from imab_verify.kernel import (
    ArmClass,
    Claim,
    Comparison,
    Curve,
    Form,
    Kind,
    Point,
    Relation,
    functional,
)

Values = Mapping[str, Fraction]
Numbers = tuple[tuple[Fraction, Kind, int], ...]


@dataclass(frozen=True, slots=True)
class Concrete:
    """A form at fixed parameters: a constant, and per arm the coefficients of f(e), Rew(f,e)."""

    constant: Fraction
    arms: Mapping[str, Numbers]

    def largest_index(self, arm: str) -> int:
        """The last n whose value matters for this arm."""
        return max((e for _, _, e in self.arms.get(arm, ())), default=0)


def at_point(form: Form, claim: Claim, values: Values) -> Concrete:
    """The form at the values of the parameters."""
    arms: dict[str, Numbers] = {}
    for arm, _ in claim.arms:
        parts = functional([(c, atom) for c, atom in form.terms if atom.arm == arm])
        numbers = tuple(
            (coefficient, kind, int(index.at(values)))
            for (kind, index), c in parts.items()
            if (coefficient := c.at(values))
        )
        if numbers:
            arms[arm] = numbers
    return Concrete(form.constant.at(values), arms)


def ray_value(kind: ArmClass, numbers: Numbers, j: int) -> Fraction:
    """The functional on r_j; j = 0 stands for the constant 1."""
    return sum((c * basic(kind, what, e, j) for c, what, e in numbers), Fraction(0))


def basic(kind: ArmClass, what: Kind, e: int, j: int) -> int:
    """f(e) or Rew(f,e) for the ray r_j, or for the constant 1 if j = 0."""
    if j == 0:
        return 1 if what is Kind.VALUE else e
    if kind is ArmClass.MONOTONE:
        return int(e >= j) if what is Kind.VALUE else max(0, e - j + 1)
    u = e - kind.first
    if what is Kind.VALUE:
        return min(u, j)
    low = min(u, j)
    return low * (low + 1) // 2 + j * (u - low)


def curve(kind: ArmClass, weights: Mapping[int, Fraction]) -> Curve:
    """The reward function sum_j weights[j] * r_j, with j = 0 for the constant."""
    first = kind.first
    bends = sorted(j for j, w in weights.items() if j and w)
    if kind is ArmClass.MONOTONE:
        corners = sorted({first, *(n for j in bends for n in (j - 1, j))})
    else:
        corners = sorted({first, *(first + j for j in bends)})
    points = tuple(
        (n, sum((w * basic(kind, Kind.VALUE, n, j) for j, w in weights.items()), Fraction(0)))
        for n in corners
    )
    return Curve(points)


def zero_curves(claim: Claim) -> dict[str, Curve]:
    """Every arm constantly 0."""
    return {arm: curve(kind, {}) for arm, kind in claim.arms}


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least value of a form at fixed parameters and rewards that attain it."""

    value: Fraction
    point: Point


def least(
    goal: Comparison, claim: Claim, values: Values, givens: Sequence[Comparison]
) -> Extreme | None:
    """Minimise the goal over all arms in [0,1] that satisfy the givens, strict ones read as >=.

    Among minimisers of a homogeneous goal any positive multiple serves, so the bound f <= 1 is
    enough. The kernel looks at the result in any case.
    """
    program = _Program(claim, values, [goal.form, *(g.form for g in givens)])
    target = at_point(goal.form, claim, values)
    rows = [program.row(given) for given in givens]
    objective = {number: -value for number, value in program.entries(target).items()}
    outcome = program.solve(objective, rows)
    if outcome is None:
        return None
    return Extreme(target.constant - outcome.value, program.point(outcome.x))


def interior(claim: Claim, values: Values, givens: Sequence[Comparison]) -> Point | None:
    """Arms in [0,1] that satisfy all givens, strict ones included, if there are any.

    One more unknown s >= 0, s <= 1, stands below every strict given, and is made as large as can
    be; it is positive if and only if all strict givens can hold together.
    """
    program = _Program(claim, values, [g.form for g in givens])
    slack = len(program.columns)
    rows = [Row({slack: 1}, Sense.LE, 1)]
    for given in givens:
        row = program.row(given)
        strict = given.relation is Relation.GT
        rows.append(replace(row, coefficients={**row.coefficients, slack: -1}) if strict else row)
    outcome = program.solve({slack: Fraction(1)}, rows)
    strict = any(given.relation is Relation.GT for given in givens)
    if outcome is None or (strict and not outcome.x[slack]):
        return None
    return program.point(outcome.x)


class _Program:
    """The linear program over the weights of the rays of all arms, at fixed parameters."""

    def __init__(self, claim: Claim, values: Values, forms: Sequence[Form]) -> None:
        self.claim, self.values = claim, values
        concrete = [at_point(form, claim, values) for form in forms]
        self.last = {
            arm: max((form.largest_index(arm) for form in concrete), default=0)
            for arm, _ in claim.arms
        }
        self.columns: list[tuple[str, ArmClass, int]] = []
        for arm, kind in claim.arms:
            last = self.last[arm]
            reach = last if kind is ArmClass.MONOTONE else max(last - kind.first, 0)
            self.columns += [(arm, kind, j) for j in rays_up_to(reach)]

    def entries(self, form: Concrete) -> dict[int, Fraction]:
        """The functionals of the form on every ray."""
        values = (ray_value(kind, form.arms.get(arm, ()), j) for arm, kind, j in self.columns)
        return {number: value for number, value in enumerate(values) if value}

    def row(self, given: Comparison) -> Row:
        """The given, with >= for >."""
        form = at_point(given.form, self.claim, self.values)
        sense = Sense.EQ if given.relation is Relation.EQ else Sense.GE
        return Row(self.entries(form), sense, -form.constant)

    def solve(self, objective: Mapping[int, Fraction], rows: Sequence[Row]) -> Optimal | None:
        """The optimum under the rows and f <= 1 for every arm."""
        bounds = []
        for arm, kind in self.claim.arms:
            top = max(self.last[arm], kind.first)
            heights = {
                number: Fraction(basic(kind, Kind.VALUE, top, j))
                for number, (owner, _, j) in enumerate(self.columns)
                if owner == arm
            }
            bounds.append(Row(heights, Sense.LE, 1))
        width = 1 + max([len(self.columns) - 1, *objective])
        outcome = solve(LinearProgram(width, objective, (*rows, *bounds)))
        return outcome if isinstance(outcome, Optimal) else None

    def point(self, x: Sequence[Fraction]) -> Point:
        """The parameters, and the arms with these weights."""
        weights: dict[str, dict[int, Fraction]] = {arm: {} for arm, _ in self.claim.arms}
        for (arm, _, j), weight in zip(self.columns, x, strict=False):
            if weight:
                weights[arm][j] = weight
        curves = {arm: curve(kind, weights[arm]) for arm, kind in self.claim.arms}
        names = (*self.claim.parameters, *self.claim.reals)
        return Point({name: self.values[name] for name in names}, curves)


def functional_givens(claim: Claim) -> list[Comparison]:
    """The givens that speak about rewards."""
    return [given for given in claim.givens if given.form.terms]


MANY = 300


def rays_up_to(top: int) -> list[int]:
    """0, 1, ..., top; where these are too many, small ones, large ones and some between."""
    if top <= MANY:
        return list(range(top + 1))
    between = {top * part // 16 for part in range(16)}
    return sorted({*range(MANY // 2), *between, *range(top - 8, top + 1)})


def single_rays(
    goal: Comparison, claim: Claim, values: Values
) -> Iterable[tuple[str, int, Fraction]]:
    """(arm, j, value of the goal's functional on r_j) for all rays that matter."""
    form = at_point(goal.form, claim, values)
    for arm, kind in claim.arms:
        numbers = form.arms.get(arm, ())
        for j in rays_up_to(form.largest_index(arm)) if numbers else ():
            yield arm, j, ray_value(kind, numbers, j)
