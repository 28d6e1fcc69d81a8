"""Conclusions with `and`, `or`, minima and maxima: lowered here to claims of single comparisons.

A formula is made of tests with all-of and any-of; a negation is written by turning the tests
round. A test compares with 0 a form plus multiples of extrema, each the least or the largest of
some values. What a formula says at an instance is plain; parts of an any-of are looked at in their
order, and only as far as needed.

To prove it, it is brought into clauses here. With c * max(A_1, ..., A_m) in it, a test C says

    for every i: some A_j > A_i, or C with A_i in the place of the maximum,

because the maximum is one of the A_i, and those with A_j > A_i for no j are equal to it; for a
minimum with A_j < A_i. An equality is two inequalities. An all-of of clauses in an any-of is
distributed. A clause L_1 or ... or L_m is the claim that one of them, the goal, holds wherever the
others do not; so there is one claim of the usual kind, under more givens, for each clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, product
from typing import Annotated

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.documents import INLINE, REQUIRED, key, refuse
from imab_verify.kernel.errors import Reason, RejectedError, item_at
from imab_verify.kernel.forms import Atom, Comparison, Form, Relation
from imab_verify.kernel.limits import spend
from imab_verify.kernel.points import Values, form_value, sum_up
from imab_verify.kernel.polynomials import ONE, Polynomial

MAX_CLAUSES = 400
FIRST, LAST = "first", "last"


@dataclass(frozen=True, slots=True)
class Value:
    """form + sum of coefficient * extremum."""

    form: Form = field(default_factory=Form)
    extrema: tuple[tuple[Polynomial, Extremum], ...] = ()


@dataclass(frozen=True, slots=True)
class Extremum:
    """The least or the largest of some values."""

    kind: Annotated[str, "min", "max"]
    of: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ValueComparison:
    """value relation 0."""

    value: Value = field(metadata=INLINE)
    relation: Relation = field(default=Relation.GE, metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part holds."""

    parts: tuple[Formula, ...] = field(metadata=key("all"))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Some part holds."""

    parts: tuple[Formula, ...] = field(metadata=key("any"))


Formula = ValueComparison | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Compound:
    """A claim whose conclusion is a formula; `claim` has everything else, and no conclusion."""

    claim: Claim
    formula: Formula


@dataclass(frozen=True, slots=True)
class Existence:
    """The same with a choice: what is chosen, when, and among what. See existence.py."""

    claim: Claim
    formula: Formula
    chosen: tuple[str, ...]
    order: Annotated[str, FIRST, LAST]
    where: tuple[Comparison, ...] = ()


# --- at an instance ------------------------------------------------------------------------------


def formula_holds(formula: Formula, values: Values, atoms: Callable[[Atom], Fraction]) -> bool:
    """Whether the formula is true where parameters and functionals have these values."""
    spend(1)
    match formula:
        case AllOf(parts):
            return all(formula_holds(part, values, atoms) for part in parts)
        case AnyOf(parts):
            return any(formula_holds(part, values, atoms) for part in parts)
        case _:
            return formula.relation.holds(value_at(formula.value, values, atoms))


def value_at(value: Value, values: Values, atoms: Callable[[Atom], Fraction]) -> Fraction:
    """form + sum of coefficient * extremum at an instance."""

    def extreme(extremum: Extremum) -> Fraction:
        every = [value_at(part, values, atoms) for part in extremum.of]
        return max(every) if extremum.kind == "max" else min(every)

    plain = form_value(value.form, values, atoms)
    return plain + sum_up((c.at(values), extreme(e)) for c, e in value.extrema)


# --- clauses -------------------------------------------------------------------------------------

Clause = tuple[Comparison, ...]


def clauses(formula: Formula) -> list[Clause]:
    """Clauses: a formula is an all-of of clauses, each an any-of of inequalities >= and >.

    A clause L_1 or ... or L_m holds if one of them, the goal, does wherever the others do not. With
    c*max(A_1, ..., A_m) in it, a comparison C says: for every i some A_j > A_i, or C with A_i in
    the place of the maximum. (The maximum is one of the A_i, and those that none exceeds are equal
    to it.) So for a minimum, with A_j < A_i. An equality is two inequalities, and an all-of inside
    an any-of is distributed. What says nothing is 0 >= 0: beside it, too, all that a statement
    names must be defined.
    """
    spend(1)
    match formula:
        case AllOf(parts):
            every = [c for part in parts for c in clauses(part)] or [(Comparison(Form()),)]
        case AnyOf(parts):
            choices = product(*(clauses(part) for part in parts))
            every = [tuple(chain(*chosen)) for chosen in islice(choices, MAX_CLAUSES + 1)]
        case _:
            every = list(islice(_test_clauses(formula), MAX_CLAUSES + 1))
    spend(sum(map(len, every)))
    if len(every) > MAX_CLAUSES:
        raise RejectedError(Reason.LIMIT, f"the formula has more than {MAX_CLAUSES} clauses")
    return every


def _test_clauses(test: ValueComparison) -> Iterator[Clause]:
    if test.value.extrema:
        for part in _cases(test):
            yield from clauses(part)
    elif test.relation == Relation.EQ:
        yield (Comparison(test.value.form),)
        yield (Comparison(test.value.form.scaled(-ONE)),)
    else:
        yield (Comparison(test.value.form, test.relation),)


def _cases(test: ValueComparison) -> Iterator[Formula]:
    """The first extremum replaced by each of its values, or another value is beyond that."""
    (coefficient, extremum), *rest = test.value.extrema
    for i, chosen in enumerate(extremum.of):
        others = [value for j, value in enumerate(extremum.of) if j != i]
        beyond = [
            _minus(other, chosen) if extremum.kind == "max" else _minus(chosen, other)
            for other in others
        ]
        instead = _plus(Value(test.value.form, tuple(rest)), coefficient, chosen)
        tests = (ValueComparison(gap, Relation.GT) for gap in beyond)
        yield AnyOf((*tests, ValueComparison(instead, test.relation)))


def _plus(value: Value, factor: Polynomial, other: Value) -> Value:
    """value + factor * other."""
    extrema = tuple((c * factor, e) for c, e in other.extrema)
    return Value(value.form + other.form.scaled(factor), value.extrema + extrema)


def _minus(value: Value, other: Value) -> Value:
    return _plus(value, -ONE, other)


def clause_claim(claim: Claim, clause: Clause, goal: int) -> Claim:
    """The goal holds wherever the other comparisons of the clause do not."""
    chosen = item_at(clause, goal, Reason.RULE, "comparison of the clause")
    others = [negate_comparison(other) for i, other in enumerate(clause) if i != goal]
    return replace(claim, givens=(*claim.givens, *others), conclusion=(chosen,))


def negate_comparison(comparison: Comparison) -> Comparison:
    """x >= 0 does not hold where -x > 0, and x > 0 not where -x >= 0."""
    turned = Relation.GT if comparison.relation == Relation.GE else Relation.GE
    return Comparison(comparison.form.scaled(-ONE), turned)


def negate_formula(formula: Formula) -> Formula:
    """The negation: -x > 0 for x >= 0, -x >= 0 for x > 0, and x > 0 or -x > 0 for x == 0."""
    match formula:
        case AllOf(parts):
            return AnyOf(tuple(negate_formula(part) for part in parts))
        case AnyOf(parts):
            return AllOf(tuple(negate_formula(part) for part in parts))
        case _:
            value = formula.value
            turned = Value(value.form.scaled(-ONE), tuple((-c, e) for c, e in value.extrema))
            if formula.relation == Relation.EQ:
                return AnyOf(tuple(ValueComparison(v, Relation.GT) for v in (value, turned)))
            opposite = Relation.GT if formula.relation == Relation.GE else Relation.GE
            return ValueComparison(turned, opposite)


def tests_of(formula: Formula) -> Iterator[Comparison]:
    """Every form in the formula, as a comparison: what must be well-formed."""
    match formula:
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from tests_of(part)
        case _:
            yield from _forms_of(formula.value)


def _forms_of(value: Value) -> Iterator[Comparison]:
    yield Comparison(value.form)
    for coefficient, extremum in value.extrema:
        yield Comparison(Form(coefficient))
        if not extremum.of:
            refuse("the least or largest of nothing")
        for part in extremum.of:
            yield from _forms_of(part)
