"""A claim at fixed parameters: numbers on the rays, and the linear program over all arms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.engines.exact_lp import LinearProgram, Optimal, Row, Sense, solve
from imab_verify.kernel.claims import ArmClass, Claim, Comparison, Form, Kind, Relation
from imab_verify.kernel.instances import Curve, Point
from imab_verify.kernel.rays import functional

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
    goal: Comparison | None, claim: Claim, values: Values, givens: Sequence[Comparison]
) -> Extreme | None:
    """Minimise the goal (or nothing) over all arms in [0,1] that satisfy the givens.

    Strict givens are read as >=; the kernel looks at the result in any case. Among minimisers of
    a homogeneous goal any positive multiple serves, so the bound f <= 1 is enough.
    """
    forms = [at_point(g.form, claim, values) for g in givens]
    target = at_point(goal.form, claim, values) if goal else Concrete(Fraction(0), {})
    columns: list[tuple[str, ArmClass, int]] = []
    last: dict[str, int] = {}
    for arm, kind in claim.arms:
        last[arm] = max(form.largest_index(arm) for form in [target, *forms])
        reach = max(last[arm] - kind.first, 0 if kind is not ArmClass.MONOTONE else last[arm])
        columns += [(arm, kind, j) for j in range(reach + 1)]

    def row(form: Concrete) -> dict[int, Fraction]:
        entries = {}
        for number, (arm, kind, j) in enumerate(columns):
            value = ray_value(kind, form.arms.get(arm, ()), j)
            if value:
                entries[number] = value
        return entries

    rows = [
        Row(
            row(form),
            Sense.EQ if g.relation is Relation.EQ else Sense.GE,
            -form.constant,
        )
        for g, form in zip(givens, forms, strict=True)
    ]
    for arm, kind in claim.arms:
        top = max(last[arm], kind.first)
        bound = {
            number: Fraction(basic(kind, Kind.VALUE, top, j))
            for number, (owner, _, j) in enumerate(columns)
            if owner == arm
        }
        rows.append(Row(bound, Sense.LE, 1))
    objective = {number: -value for number, value in row(target).items()}
    outcome = solve(LinearProgram(len(columns), objective, tuple(rows)))
    if not isinstance(outcome, Optimal):
        return None
    weights: dict[str, dict[int, Fraction]] = {arm: {} for arm, _ in claim.arms}
    for (arm, _, j), x in zip(columns, outcome.x, strict=True):
        if x:
            weights[arm][j] = x
    curves = {arm: curve(kind, weights[arm]) for arm, kind in claim.arms}
    own = {name: values[name] for name in (*claim.parameters, *claim.reals)}
    return Extreme(target.constant - outcome.value, Point(own, curves))


def functional_givens(claim: Claim) -> list[Comparison]:
    """The givens that speak about rewards."""
    return [given for given in claim.givens if given.form.terms]


def single_rays(
    goal: Comparison, claim: Claim, values: Values
) -> Iterable[tuple[str, int, Fraction]]:
    """(arm, j, value of the goal's functional on r_j) for all rays that matter."""
    form = at_point(goal.form, claim, values)
    for arm, kind in claim.arms:
        numbers = form.arms.get(arm, ())
        for j in range(form.largest_index(arm) + 1 if numbers else 0):
            yield arm, j, ray_value(kind, numbers, j)
