"""Rewards in [0,1], and rewards without that bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from imab_verify.errors import InputError
from imab_verify.kernel import (
    AllOf,
    AnyOf,
    Comparison,
    Compound,
    Extremum,
    Family,
    Form,
    Formula,
    Polynomial,
    Relation,
    Value,
    ValueComparison,
    tests_of,
)
from imab_verify.language.fresh import Fresh


def is_inhomogeneous(compound: Compound) -> bool:
    """Whether a comparison has rewards and a part without them, so that the scale matters.

    If none has, then a claim holds for rewards in [0,1] exactly if it does for all rewards: on the
    finitely many pulls that it speaks of, they can be divided by their largest value.
    """
    families = (family.comparison for family in compound.claim.families)
    said = map(_test, (*compound.claim.givens, *families))
    return any(map(_matters, said)) or _any(compound.formula, _matters)


def without_bound(compound: Compound, fresh: Fresh) -> Compound:
    """The same about all rewards f >= 0, as a statement about rewards g in [0,1].

    Every f is g/unit for a unit > 0, on the finitely many pulls that count, and a + L(f) >= 0
    exactly if unit*a + L(g) >= 0, where L is linear; the same with minima and maxima. The policies
    that a claim can be about choose by comparing such L, so the run on f is the run on g. The unit
    is the last of the reals; where the scale does not matter there is none.
    """
    if not is_inhomogeneous(compound):
        return compound
    claim = compound.claim
    if any(family.last is None for family in claim.families):
        raise InputError("rewards without a bound need a last n in each range: for all n <= T: ...")
    name = fresh.name("unit", "unit")
    unit = Polynomial.variable(name)
    givens = [_scale_test(_test(given), unit) for given in claim.givens]
    plain = [Comparison(test.value.form, test.relation) for test in givens]
    families = tuple(_scale_family(family, unit) for family in claim.families)
    whole = replace(
        claim,
        families=families,
        reals=(*claim.reals, name),
        givens=(*plain, Comparison(Form(unit), Relation.GT)),
    )
    return Compound(whole, _scale_formula(compound.formula, unit))


def _scale_family(family: Family, unit: Polynomial) -> Family:
    test = _scale_test(_test(family.comparison), unit)
    return replace(family, comparison=Comparison(test.value.form, test.relation))


def _test(comparison: Comparison) -> ValueComparison:
    return ValueComparison(Value(comparison.form), comparison.relation)


def _any(formula: Formula, says: Callable[[ValueComparison], bool]) -> bool:
    match formula:
        case AllOf(parts) | AnyOf(parts):
            return any(_any(part, says) for part in parts)
        case ValueComparison():
            return says(formula)


def _matters(test: ValueComparison) -> bool:
    """Whether a test has rewards somewhere, and somewhere a part without them."""
    forms = [comparison.form for comparison in tests_of(ValueComparison(test.value))]
    return any(form.terms for form in forms) and _has_constant(test.value)


def _has_constant(value: Value) -> bool:
    inner = (part for _, extremum in value.extrema for part in extremum.of)
    return len(value.form.constant) > 0 or any(map(_has_constant, inner))


def _scale_formula(formula: Formula, unit: Polynomial) -> Formula:
    match formula:
        case AllOf(parts):
            return AllOf(tuple(_scale_formula(part, unit) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_scale_formula(part, unit) for part in parts))
        case ValueComparison():
            return _scale_test(formula, unit)


def _scale_test(test: ValueComparison, unit: Polynomial) -> ValueComparison:
    return replace(test, value=_scale_value(test.value, unit)) if _matters(test) else test


def _scale_value(value: Value, unit: Polynomial) -> Value:
    """Every part without rewards, times the unit."""
    extrema = tuple(
        (c, Extremum(extremum.kind, tuple(_scale_value(part, unit) for part in extremum.of)))
        for c, extremum in value.extrema
    )
    return Value(Form(value.form.constant * unit, value.form.terms), extrema)
