"""Rewards in [0,1], and rewards without that bound."""

from __future__ import annotations

from dataclasses import replace

from imab_verify.errors import InputError
from imab_verify.kernel import (
    Claim,
    Comparison,
    Extremum,
    Family,
    Form,
    Polynomial,
    Relation,
)
from imab_verify.kernel.statement import Formula, tests_of
from imab_verify.language.fresh import Fresh


def is_inhomogeneous(claim: Claim) -> bool:
    """Whether a comparison has rewards and a part without them, so that the scale matters.

    If none has, then a claim holds for rewards in [0,1] exactly if it does for all rewards: on the
    finitely many pulls that it speaks of, they can be divided by their largest value.
    """
    families = (family.comparison for family in claim.families)
    said = (
        *claim.givens,
        *families,
        *(test for part in claim.conclusion for test in tests_of(part)),
    )
    return any(map(_matters, said))


def without_bound(claim: Claim, fresh: Fresh) -> Claim:
    """The same about all rewards f >= 0, as a statement about rewards g in [0,1].

    Every f is g/unit for a unit > 0, on the finitely many pulls that count, and a + L(f) >= 0
    exactly if unit*a + L(g) >= 0, where L is linear; the same with minima and maxima. The policies
    that a claim can be about choose by comparing such L, so the run on f is the run on g. The unit
    is the last of the reals; where the scale does not matter there is none.
    """
    if not is_inhomogeneous(claim):
        return claim
    if any(family.last is None for family in claim.families):
        raise InputError("rewards without a bound need a last n in each range: for all n <= T: ...")
    name = fresh.name("unit", "unit")
    unit = Polynomial.variable(name)
    return replace(
        claim,
        families=tuple(_scale_family(family, unit) for family in claim.families),
        reals=(*claim.reals, name),
        givens=(
            *(_scale_test(given, unit) for given in claim.givens),
            Comparison(Form(unit), Relation.GT),
        ),
        conclusion=tuple(_scale_formula(part, unit) for part in claim.conclusion),
    )


def _scale_family(family: Family, unit: Polynomial) -> Family:
    return replace(family, comparison=_scale_test(family.comparison, unit))


def _matters(test: Comparison) -> bool:
    """Whether a test has rewards somewhere, and somewhere a part without them."""
    forms = list(test.form.parts())
    return any(form.terms for form in forms) and any(len(form.constant) for form in forms)


def _scale_formula(formula: Formula, unit: Polynomial) -> Formula:
    if isinstance(formula, Comparison):
        return _scale_test(formula, unit)
    return replace(formula, parts=tuple(_scale_formula(part, unit) for part in formula.parts))


def _scale_test(test: Comparison, unit: Polynomial) -> Comparison:
    return replace(test, form=_scale_form(test.form, unit)) if _matters(test) else test


def _scale_form(form: Form, unit: Polynomial) -> Form:
    """Every part without rewards, times the unit."""
    extrema = tuple(
        (c, Extremum(extremum.kind, tuple(_scale_form(part, unit) for part in extremum.of)))
        for c, extremum in form.extrema
    )
    return Form(form.constant * unit, form.terms, extrema)
