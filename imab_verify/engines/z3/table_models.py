"""Countermodels with bounded parameters: the rewards f(0), f(1), ... are any reals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import z3

from imab_verify.engines.z3.claims import (
    Arm,
    Expression,
    is_countermodel,
    number,
    rational,
    says,
)
from imab_verify.kernel import ArmClass, Claim, Comparison, Curve, Point


def find_table_model(
    claim: Claim, bound: int, fixed: Mapping[str, int]
) -> tuple[Point | None, bool]:
    """All integer parameters up to the bound, small ones first; f(0), f(1), ... real unknowns.

    The countermodel, and whether z3 says at all these parameters that there is none.
    """
    known = True
    for values in sorted(assignments(claim, bound, fixed), key=lambda v: sum(v.values())):
        answer, point = _at(claim, values)
        if point is not None:
            return point, False
        known = known and answer == z3.unsat
    return None, known


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
    return answer, point if is_countermodel(claim, point) else None


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
