"""Conclusions with and, or, min and max, and statements that something exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, product
from math import ceil, floor
from typing import Annotated

from imab_verify.kernel.documents import INLINE, REQUIRED, key, refuse
from imab_verify.kernel.polynomials import (
    ONE,
    ZERO,
    Polynomial,
    Reason,
    RejectedError,
    item_at,
    spend,
    total,
)
from imab_verify.kernel.semantics import (
    Observed,
    Point,
    RunPoint,
    Values,
    first_violation,
    form_value,
    observe,
    sum_up,
)
from imab_verify.kernel.statement import Atom, Claim, Comparison, Floor, Form, Relation

# --- Conclusions with `and`, `or`, minima and maxima: lowered here to claims of single comparisons

"""A formula is made of tests with all-of and any-of; a negation is written by turning the tests
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


# --- Statements that something exists: a choice of numbers, made before or after the rest is known

"""Some integers and reals of a claim are `chosen`; the others, the arms and the run are its rest.

    order "first"   there is a choice with `where`: for all the rest with the givens, the formula
    order "last"    for all the rest with the givens, there is a choice with `where`: the formula

Choice: such a statement holds if the formula and `where` hold, for all the rest with the givens, at
chosen values that are numbers or, in the order "last", polynomials in the integers of the rest and
in floors of these. With the order "first", `where` speaks of the choice alone, and is true or not
at the numbers.

No choice: it does not hold if at one instance of the rest every choice with `where` makes the
givens true and the formula false. That is proved for all choices at once where no index and no
floor speaks of them; otherwise `where` must bound the choices, which are integers, and each is
looked at. With the order "last" the givens do not speak of the choice, and must hold in any case.
"""


def check_existence(statement: Existence) -> None:
    """MalformedError if the choice is of other names, or the givens come before or after it."""
    claim, chosen = statement.claim, set(statement.chosen)
    if not chosen or len(chosen) != len(statement.chosen):
        refuse("nothing is chosen, or twice")
    if not chosen <= {*claim.parameters, *claim.reals} or chosen & _of_run(claim):
        refuse("only parameters that a run does not determine can be chosen")
    if claim.families:
        refuse("a statement that something exists has no families")
    late = _depending(claim, chosen)
    if statement.order == FIRST:
        for comparison in statement.where:
            if comparison.form.terms or not comparison.form.constant.names() <= chosen:
                refuse("a choice that is made first is restricted by itself alone")
    elif any(_names(given.form) & late for given in claim.givens):
        refuse("a given speaks of a choice that is made after it")


def _of_run(claim: Claim) -> set[str]:
    return {"k", "T", *claim.played.named} if claim.played else set()


def _depending(claim: Claim, chosen: set[str]) -> set[str]:
    """The chosen names, and the floors that speak of them."""
    late = set(chosen)
    for q in claim.floors:
        if (q.numerator.names() | q.divisor.names()) & late:
            late.add(q.name)
    return late


def _names(form: Form) -> set[str]:
    """The names in a form."""
    names = set(form.constant.names())
    for c, atom in form.terms:
        names |= c.names().union(*(index.names() for index in atom.indices))
    return names


# --- formulas ------------------------------------------------------------------------------------


def _change_formula(formula: Formula, change: Callable[[Form], Form]) -> Formula:
    """A formula with other forms in it; coefficients of extrema are forms without functionals."""
    spend(1)
    match formula:
        case AllOf(parts):
            return AllOf(tuple(_change_formula(part, change) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_change_formula(part, change) for part in parts))
        case _:
            return ValueComparison(_change_value(formula.value, change), formula.relation)


def _change_value(value: Value, change: Callable[[Form], Form]) -> Value:
    extrema = tuple(
        (
            change(Form(c)).constant,
            Extremum(e.kind, tuple(_change_value(part, change) for part in e.of)),
        )
        for c, e in value.extrema
    )
    return Value(change(value.form), extrema)


def _tests(comparisons: tuple[Comparison, ...]) -> tuple[ValueComparison, ...]:
    return tuple(ValueComparison(Value(c.form), c.relation) for c in comparisons)


# --- choice --------------------------------------------------------------------------------------


def at_choice(
    statement: Existence, values: Mapping[str, Polynomial], floors: tuple[Floor, ...] = ()
) -> Compound:
    """Choice: something exists if chosen values serve.

    What must be proved of them, for all the rest with the givens, is the formula, and `where` if
    the choice comes last. They are numbers if it comes first, and then `where` is true at them;
    otherwise polynomials in the integers of the rest and in floors of these. An integer gets a
    polynomial with integer coefficients.
    """
    claim = statement.claim
    if set(values) != set(statement.chosen):
        raise RejectedError(Reason.RULE, "every chosen name, and no other, needs a value")
    rest = {*claim.parameters, *(q.name for q in (*claim.floors, *floors))} - set(values)
    rest -= _depending(claim, set(statement.chosen))
    for name, value in values.items():
        known = rest | (set(claim.reals) - set(values)) if name in claim.reals else rest
        if statement.order == FIRST and (value.names() or floors):
            raise RejectedError(Reason.RULE, f"{name} is chosen first, and so it is a number")
        if not value.names() <= known:
            raise RejectedError(Reason.RULE, f"{name} is chosen by names that are not the rest")
        if name not in claim.reals and value.denominator() != 1:
            raise RejectedError(Reason.DOMAIN, f"{name} is chosen, and is no integer")

    def change(form: Form) -> Form:
        return form.substitute(values)

    later = tuple(
        replace(q, numerator=q.numerator.substitute(values), divisor=q.divisor.substitute(values))
        for q in claim.floors
    )
    bare = replace(
        claim,
        parameters=tuple(name for name in claim.parameters if name not in values),
        reals=tuple(name for name in claim.reals if name not in values),
        givens=tuple(replace(given, form=change(given.form)) for given in claim.givens),
        floors=(*floors, *later),
    )
    if statement.order == LAST:
        whole = AllOf((*_tests(statement.where), statement.formula))
        return Compound(bare, _change_formula(whole, change))
    for comparison in statement.where:
        if not comparison.relation.holds(change(comparison.form).constant.at({})):
            raise RejectedError(Reason.INSTANCE, "the choice is not among those that are allowed")
    return Compound(bare, _change_formula(statement.formula, change))


# --- no choice -----------------------------------------------------------------------------------


def at_rest(statement: Existence, point: Point | RunPoint) -> Compound | None:
    """No choice: nothing exists if, at one instance of the rest, every choice with `where` fails.

    A choice fails there if it makes the givens true and the formula false. That is what must be
    proved of all choices. If the choice comes last, the givens do not speak of it, and hold.

    None if an index or a floor speaks of the choice: then `check_none_chosen` looks at each.
    """
    claim, late = statement.claim, _depending(statement.claim, set(statement.chosen))
    every = (*_tests(claim.givens), *_tests(statement.where), statement.formula)
    atoms = [atom for part in every for test in tests_of(part) for _, atom in test.form.terms]
    if late != set(statement.chosen) or any(_names(Form(ZERO, ((ONE, a),))) & late for a in atoms):
        return None
    values, functional = _at_point(statement, point)
    known = {name: Polynomial.constant(value) for name, value in values.items()}

    def change(form: Form) -> Form:
        rewards = (c.substitute(known).scaled(functional(atom)) for c, atom in form.terms)
        return Form(total([form.constant.substitute(known), *rewards]))

    conclusion = AllOf((*_tests(claim.givens), negate_formula(statement.formula)))
    choice = Claim(
        parameters=tuple(name for name in claim.parameters if name in statement.chosen),
        reals=tuple(name for name in claim.reals if name in statement.chosen),
        givens=tuple(replace(c, form=change(c.form)) for c in statement.where),
    )
    return Compound(choice, _change_formula(conclusion, change))


def _at_point(statement: Existence, point: Point | RunPoint) -> Observed:
    """The rest at an instance; the givens that come before the choice hold there."""
    claim, late = statement.claim, _depending(statement.claim, set(statement.chosen))
    rest = replace(
        claim,
        parameters=tuple(name for name in claim.parameters if name not in late),
        reals=tuple(name for name in claim.reals if name not in late),
        floors=tuple(q for q in claim.floors if q.name not in late),
        givens=() if statement.order == FIRST else claim.givens,
    )
    observed = observe(rest, point)
    first_violation(rest, *observed)
    return observed


def check_none_chosen(statement: Existence, point: Point | RunPoint) -> None:
    """Every choice that `where` allows makes the givens true and the formula false."""
    values, _ = _at_point(statement, point)
    allowed = replace(statement.claim, givens=(), conclusion=statement.where)
    given = replace(statement.claim, conclusion=())
    for choice in _choices(statement, values):
        spend(1)
        observed = observe(allowed, replace(point, parameters={**point.parameters, **choice}))
        if first_violation(allowed, *observed) is None:
            first_violation(given, *observed)
            if formula_holds(statement.formula, *observed):
                raise RejectedError(Reason.COUNTEREXAMPLE, "there is a choice at this instance")


def _choices(statement: Existence, values: Values) -> Iterator[dict[str, Fraction]]:
    """All choices within the bounds that `where` gives to each chosen integer."""
    known = {name: Polynomial.constant(value) for name, value in values.items()}
    plain = [c for c in statement.where if not c.form.terms]
    forms = [c.form.constant.substitute(known) for c in plain]
    forms += [-p for c, p in zip(plain, forms, strict=True) if c.relation == Relation.EQ]
    if set(statement.chosen) & set(statement.claim.reals):
        raise RejectedError(Reason.COVERAGE, "real numbers cannot be looked at one by one")
    spans = [_span(name, forms) for name in statement.chosen]
    spend(50 * sum(max(span.stop - span.start, 0) for span in spans))  # `product` keeps them all
    for numbers in product(*spans):
        yield dict(zip(statement.chosen, map(Fraction, numbers), strict=True))


def _span(name: str, forms: list[Polynomial]) -> range:
    """The integers with c*name + d >= 0 for all of the forms that say so."""
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    for p in forms:
        if p.names() == {name} and p.degree() == 1:
            slope, rest = dict(p.terms())[((name, 1),)], p.at({name: Fraction(0)})
            (lows if slope > 0 else highs).append(-rest / slope)
    if not lows or not highs:
        raise RejectedError(Reason.COVERAGE, f"the choice of {name} is not bounded there")
    return range(ceil(max(lows)), floor(min(highs)) + 1)
