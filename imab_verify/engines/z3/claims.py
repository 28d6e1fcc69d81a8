"""Claims as z3 expressions.

The functionals are written here from their definitions a second time, apart from the ray engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from imab_verify.kernel import (
    Atom,
    Claim,
    Comparison,
    Form,
    Kind,
    Point,
    Polynomial,
    RejectedError,
    Relation,
    violation,
)

Expression = Any
Environment = Mapping[str, Any]
Reward = Callable[[Expression], Expression]


@dataclass(frozen=True, slots=True)
class Arm:
    """f and Rew(f, .) of one arm, as z3 expressions in the index."""

    value: Reward
    rew: Reward


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


def has_givens_about_rewards(claim: Claim) -> bool:
    """Whether a given has functionals in it."""
    return any(given.form.terms for given in claim.givens)


def rational(value: Expression) -> Fraction:
    """A value of a model; an irrational one to twenty digits."""
    if z3.is_int_value(value):
        return Fraction(value.as_long())
    return Fraction((value.approx(20) if z3.is_algebraic_value(value) else value).as_fraction())


def is_countermodel(claim: Claim, point: Point) -> bool:
    """Whether the kernel agrees that the claim is false there."""
    try:
        return violation(claim, point) is not None
    except RejectedError:
        return False
