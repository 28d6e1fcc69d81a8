"""Formulas: what they say at an instance is what their clauses say, and clauses prove them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    ONE,
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Claim,
    ClaimProof,
    ClauseProof,
    Combine,
    Comparison,
    Compound,
    Curve,
    Extremum,
    Floor,
    Form,
    Kind,
    MalformedError,
    Point,
    Polynomial,
    ProvedFormula,
    Reason,
    RefutedFormula,
    RejectedError,
    Relation,
    Sum,
    Term,
    Value,
    ValueComparison,
    clauses,
    formula_holds,
    judge,
    read,
)
from imab_verify.kernel.formulas import negate_comparison, negate_formula
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question

x, y = Polynomial.variable("x"), Polynomial.variable("y")
NONE = lambda _: Fraction(0)  # noqa: E731

numbers = st.integers(-3, 3)
plain = st.builds(
    lambda a, b, c: Form(x.scaled(a) + y.scaled(b) + Polynomial.constant(c)),
    numbers,
    numbers,
    numbers,
)
values = st.recursive(
    st.builds(Value, plain),
    lambda inner: st.builds(
        lambda form, c, kind, of: Value(form, ((Polynomial.constant(c), Extremum(kind, of)),)),
        plain,
        numbers,
        st.sampled_from(["min", "max"]),
        st.lists(inner, min_size=1, max_size=2).map(tuple),
    ),
    max_leaves=3,
)
tests = st.builds(ValueComparison, values, st.sampled_from(list(Relation)))
formulas = st.recursive(
    tests,
    lambda inner: st.builds(
        lambda kind, parts: kind(tuple(parts)),
        st.sampled_from([AllOf, AnyOf]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=3,
)


@examples(200)
@given(formulas, numbers, numbers)
def test_a_formula_says_what_its_clauses_say(formula, a, b):
    at = {"x": Fraction(a), "y": Fraction(b)}
    every = clauses(formula)
    said = all(any(c.relation.holds(c.form.constant.at(at)) for c in clause) for clause in every)
    assert formula_holds(formula, at, NONE) == said


@examples(100)
@given(plain, st.sampled_from([Relation.GE, Relation.GT]), numbers, numbers)
def test_a_negated_comparison_holds_where_it_does_not(form, relation, a, b):
    at = {"x": Fraction(a), "y": Fraction(b)}
    comparison = Comparison(form, relation)
    opposite = negate_comparison(comparison)
    assert relation.holds(form.constant.at(at)) != opposite.relation.holds(
        opposite.form.constant.at(at)
    )


@pytest.mark.parametrize("relation", Relation)
@pytest.mark.parametrize("factor", [-2, 1])
@pytest.mark.parametrize("kind", ["min", "max"])
def test_extrema_and_their_clauses_and_their_denial_on_a_grid(kind, factor, relation):
    """y + factor * kind(x, 1 + y + 2 * kind(x, y)), by what Python says about minima and maxima."""
    inner = Extremum(kind, (Value(Form(x)), Value(Form(y))))
    nested = Value(Form(ONE + y), ((ONE + ONE, inner),))
    outer = Extremum(kind, (Value(Form(x)), nested))
    formula = ValueComparison(Value(Form(y), ((Polynomial.constant(factor), outer),)), relation)
    extreme = {"min": min, "max": max}[kind]
    both = [(said, clauses(said)) for said in (formula, negate_formula(formula))]
    for a, b in product(range(-2, 3), repeat=2):
        at = {"x": Fraction(a), "y": Fraction(b)}
        value = b + factor * extreme(a, 1 + b + 2 * extreme(a, b))
        truth = {Relation.GE: value >= 0, Relation.GT: value > 0, Relation.EQ: value == 0}[relation]
        for (said, every), expected in zip(both, (truth, not truth), strict=True):
            holds = (any(c.relation.holds(c.form.constant.at(at)) for c in row) for row in every)
            assert (formula_holds(said, at, NONE), all(holds)) == (expected, expected)


def certificate(text, *given, arms=None):
    decision = decide(read_question(text, given, arms), seconds=10)
    assert decision.certified is not None, decision.reason
    return decision.certified.certificate


def rejected(document, reason):
    with pytest.raises(RejectedError) as error:
        judge(dumps(document))
    assert error.value.reason is reason, error.value


def test_the_sharp_constant_passes_and_a_little_more_is_refuted():
    sharp = certificate("max(f(n), f(n+1)) <= f(n+1)")
    assert isinstance(sharp, ProvedFormula)
    above = certificate("max(f(n), f(n+1)) + 1/1000 <= f(n+1)")
    assert isinstance(above, RefutedFormula)


def test_every_clause_needs_its_proof():
    good = certificate("f(n) >= 0 and (f(n) <= 1/2 or f(n) >= 1/2)")
    assert judge(dumps(good)).verdict == "proved"
    assert len(good.clauses) == 2
    rejected(replace(good, clauses=good.clauses[:1]), Reason.COVERAGE)
    rejected(replace(good, clauses=good.clauses[::-1]), Reason.HYPOTHESIS)


def test_a_proof_of_another_formula_proves_nothing():
    good = certificate("f(n) <= 1/2 or f(n) >= 1/2")
    other = ValueComparison(Value(Form(Polynomial.constant(-1))))
    rejected(replace(good, claim=Compound(good.claim.claim, other)), Reason.WITNESS)


def test_the_goal_of_a_clause_is_one_of_its_comparisons():
    good = certificate("f(n) <= 1/2 or f(n) >= 1/2")
    [part] = good.clauses
    for number in (-1, 2, 7):
        rejected(replace(good, clauses=(ClauseProof(number, part.proof),)), Reason.RULE)


def test_a_counterexample_must_make_the_formula_false():
    bad = certificate("f(n) <= 1/3 or f(n) >= 1/2")
    assert isinstance(bad, RefutedFormula)
    curves = {"f": replace(bad.counterexample.curves["f"], points=((0, Fraction(1)),))}
    true_there = Point(bad.counterexample.parameters, curves)
    rejected(replace(bad, counterexample=true_there), Reason.COUNTEREXAMPLE)


@pytest.mark.parametrize(("kind", "extreme"), [("max", 3), ("min", -1)])
def test_an_extremum_at_an_instance(kind, extreme):
    """Of x and 2-x at x = 3: it is not larger, and nothing refutes that it is as large."""
    both = Extremum(kind, (Value(Form(x)), Value(Form(ONE + ONE - x))))
    point = Point({"x": Fraction(3)}, {})

    def refutation(bound):
        value = Value(Form(Polynomial.constant(-bound)), ((ONE, both),))
        return RefutedFormula(Compound(Claim(("x",)), ValueComparison(value)), point)

    rejected(refutation(Fraction(extreme)), Reason.COUNTEREXAMPLE)
    assert judge(dumps(refutation(extreme + Fraction(1, 1000)))).verdict == "refuted"


def test_a_formula_has_no_second_conclusion_and_no_empty_extremum():
    claim = Claim(("x",))
    test = ValueComparison(Value(Form(ONE)))
    two = replace(claim, conclusion=(Comparison(Form(ONE)),))
    point = Point({"x": Fraction(1)}, {})
    with pytest.raises(MalformedError, match="no other conclusion"):
        judge(dumps(RefutedFormula(Compound(two, test), point)))
    nothing = ValueComparison(Value(Form(), ((ONE, Extremum("max", ())),)))
    with pytest.raises(MalformedError, match="of nothing"):
        judge(dumps(RefutedFormula(Compound(claim, nothing), point)))


STRANGE = ValueComparison(Value(Form(y)))


@pytest.mark.parametrize(
    "formula",
    [
        STRANGE,
        AllOf((STRANGE,)),
        AnyOf((AllOf((STRANGE,)),)),
        ValueComparison(Value(Form(), ((y, Extremum("max", (Value(Form()),))),))),
        ValueComparison(Value(Form(), ((ONE, Extremum("max", (STRANGE.value,))),))),
    ],
)
def test_every_part_of_a_formula_speaks_of_the_names_of_the_claim(formula):
    point = Point({"x": Fraction(1)}, {})
    with pytest.raises(MalformedError, match="not declared"):
        read(dumps(RefutedFormula(Compound(Claim(("x",)), formula), point)))


PLAIN = ClauseProof(0, ClaimProof({}, (Combine({}),)))
"""0 >= 0."""


@pytest.mark.parametrize("where", ["formula", "given", "floor"])
@pytest.mark.parametrize(
    ("least", "shown", "answer"),
    [(5, True, "proved"), (5, False, Reason.DOMAIN), (4, True, Reason.IDENTITY)],
)
def test_what_is_plainly_true_must_be_defined_as_well(where, least, shown, answer):
    """f(n-5) > 0 or true; true, given f(n-5) >= 0; true, beside n//(n-4): all need n - 5 >= 0."""
    n = Polynomial.variable("n")
    form = Form(terms=((ONE, Atom(Kind.VALUE, "f", (n - Polynomial.constant(5),))),))
    more = (Comparison(form),) if where == "given" else ()
    claim = Claim(
        ("n",),
        (("f", ArmClass.CONCAVE),),
        (Comparison(Form(n - Polynomial.constant(least))), *more),
        floors=(Floor("q", n, n - Polynomial.constant(4)),) if where == "floor" else (),
    )
    positive = ValueComparison(Value(form), Relation.GT)
    formula = AnyOf((positive, AllOf(()))) if where == "formula" else AllOf(())
    by_given = {n - Polynomial.constant(5): Sum((Term(Fraction(1), (("h1", 1),)),))}
    part = ClauseProof(
        int(where == "formula"), ClaimProof(by_given if shown else {}, (Combine({}),))
    )
    point = Point({"n": Fraction(9)}, {"f": Curve(((0, Fraction(1)),))})
    document = ProvedFormula(Compound(claim, formula), (part,), point)
    if answer == "proved":
        assert judge(dumps(document)).verdict == "proved"
    else:
        rejected(document, answer)


def test_the_empty_disjunction_is_false_and_the_empty_conjunction_true():
    claim, point = Claim(("x",)), Point({"x": Fraction(1)}, {})
    assert judge(dumps(RefutedFormula(Compound(claim, AnyOf(())), point))).verdict == "refuted"
    proved = judge(dumps(ProvedFormula(Compound(claim, AllOf(())), (PLAIN,), point)))
    assert proved.verdict == "proved"
    rejected(ProvedFormula(Compound(claim, AllOf(())), (), point), Reason.COVERAGE)
    rejected(ProvedFormula(Compound(claim, AnyOf(())), (), point), Reason.WITNESS)


POSITIVE = ValueComparison(Value(Form(x)))
TWENTY = Extremum("max", tuple(Value(Form(x + Polynomial.constant(i))) for i in range(20)))
EXTREMA = ValueComparison(Value(Form(), ((ONE, TWENTY), (ONE, TWENTY))))
PAIR = AllOf((POSITIVE, ValueComparison(Value(Form(y)))))


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (AllOf((POSITIVE,) * 400), AllOf((POSITIVE,) * 401)),
        (AnyOf((PAIR,) * 8), AnyOf((PAIR,) * 9)),
        (EXTREMA, replace(EXTREMA, relation=Relation.EQ)),
    ],
)
def test_no_clause_is_left_out_and_too_many_are_a_limit(most, more):
    """Two maxima of twenty values are 400 clauses."""
    assert len(clauses(most)) in (256, 400)
    with pytest.raises(RejectedError, match="more than 400 clauses"):
        clauses(more)


def test_the_negation_of_a_formula_is_false_where_it_is_true():
    x, y = (
        ValueComparison(Value(Form(Polynomial.variable(name))), relation)
        for name, relation in (("x", Relation.GE), ("y", Relation.GT))
    )
    for formula in (AllOf((x, y)), AnyOf((x, y)), AllOf((AnyOf((x,)), y))):
        for values in product((-1, 0, 1), repeat=2):
            at = dict(zip("xy", map(Fraction, values), strict=True))
            holds = [formula_holds(f, at, None) for f in (formula, negate_formula(formula))]
            assert sum(holds) == 1
