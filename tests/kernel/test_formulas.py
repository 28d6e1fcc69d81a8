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
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Claim,
    ClaimProof,
    ClauseProof,
    Clauses,
    Combine,
    Comparison,
    Curve,
    Extremum,
    Family,
    Floor,
    Form,
    Kind,
    MalformedError,
    Point,
    Polynomial,
    Proved,
    Refuted,
    RejectedError,
    Relation,
    Run,
    Sum,
    Term,
    judge,
    read,
)
from imab_verify.kernel.formulas import clauses, negate_formula
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import formula_holds
from imab_verify.kernel.statement import check_well_formed
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
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


def with_extremum(form, c, kind, of):
    """form + c * the least or largest of these."""
    return replace(form, extrema=((c, Extremum(kind, of)),))


values = st.recursive(
    plain,
    lambda inner: st.builds(
        lambda form, c, kind, of: with_extremum(form, Polynomial.constant(c), kind, of),
        plain,
        numbers,
        st.sampled_from(["min", "max"]),
        st.lists(inner, min_size=1, max_size=2).map(tuple),
    ),
    max_leaves=3,
)
tests = st.builds(Comparison, values, st.sampled_from(list(Relation)))
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
    opposite = negate_formula(comparison)
    assert relation.holds(form.constant.at(at)) != opposite.relation.holds(
        opposite.form.constant.at(at)
    )


@pytest.mark.parametrize("relation", Relation)
@pytest.mark.parametrize("factor", [-2, 1])
@pytest.mark.parametrize("kind", ["min", "max"])
def test_extrema_and_their_clauses_and_their_denial_on_a_grid(kind, factor, relation):
    """y + factor * kind(x, 1 + y + 2 * kind(x, y)), by what Python says about minima and maxima."""
    inner = Extremum(kind, (Form(x), Form(y)))
    nested = Form(ONE + y, (), ((ONE + ONE, inner),))
    outer = Extremum(kind, (Form(x), nested))
    formula = Comparison(Form(y, (), ((Polynomial.constant(factor), outer),)), relation)
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
    assert isinstance(sharp.proof, Clauses)
    above = certificate("max(f(n), f(n+1)) + 1/1000 <= f(n+1)")
    assert isinstance(above, Refuted)


def test_every_clause_needs_its_proof():
    good = certificate("f(n) >= 0 and (f(n) <= 1/2 or f(n) >= 1/2)")
    assert judge(dumps(good)).verdict == "proved"
    assert len(good.proof.clauses) == 2
    rejected(replace(good, proof=Clauses(good.proof.clauses[:1])), "coverage")
    rejected(replace(good, proof=Clauses(good.proof.clauses[::-1])), "hypothesis")


def test_a_proof_of_another_formula_proves_nothing():
    good = certificate("f(n) <= 1/2 or f(n) >= 1/2")
    other = Comparison(Form(Polynomial.constant(-1)))
    rejected(replace(good, claim=replace(good.claim, conclusion=(other,))), "witness")


def test_the_goal_of_a_clause_is_one_of_its_comparisons():
    good = certificate("f(n) <= 1/2 or f(n) >= 1/2")
    [part] = good.proof.clauses
    for number in (-1, 2, 7):
        rejected(replace(good, proof=Clauses((ClauseProof(number, part.proof),))), "rule")


def test_a_counterexample_must_make_the_formula_false():
    bad = certificate("f(n) <= 1/3 or f(n) >= 1/2")
    assert isinstance(bad, Refuted)
    curves = {"f": replace(bad.counterexample.curves["f"], points=((0, Fraction(1)),))}
    true_there = Point(bad.counterexample.parameters, curves)
    rejected(replace(bad, counterexample=true_there), "counterexample")


@pytest.mark.parametrize(("kind", "extreme"), [("max", 3), ("min", -1)])
def test_an_extremum_at_an_instance(kind, extreme):
    """Of x and 2-x at x = 3: it is not larger, and nothing refutes that it is as large."""
    both = Extremum(kind, (Form(x), Form(ONE + ONE - x)))
    point = Point({"x": Fraction(3)}, {})

    def refutation(bound):
        form = Form(Polynomial.constant(-bound), (), ((ONE, both),))
        return Refuted(Claim(("x",), conclusion=(Comparison(form),)), point)

    rejected(refutation(Fraction(extreme)), "counterexample")
    assert judge(dumps(refutation(extreme + Fraction(1, 1000)))).verdict == "refuted"


def test_a_formula_has_no_empty_extremum():
    nothing = Comparison(Form(extrema=((ONE, Extremum("max", ())),)))
    with pytest.raises(MalformedError, match="of nothing"):
        check_well_formed(Claim(("x",), conclusion=(AnyOf((nothing,)),)))


STRANGE = Comparison(Form(y))


@pytest.mark.parametrize(
    "formula",
    [
        STRANGE,
        AllOf((STRANGE,)),
        AnyOf((AllOf((STRANGE,)),)),
        Comparison(Form(extrema=((y, Extremum("max", (Form(),))),))),
        Comparison(Form(extrema=((ONE, Extremum("max", (STRANGE.form,))),))),
    ],
)
def test_every_part_of_a_formula_speaks_of_the_names_of_the_claim(formula):
    point = Point({"x": Fraction(1)}, {})
    with pytest.raises(MalformedError, match="not declared"):
        read(dumps(Refuted(Claim(("x",), conclusion=(formula,)), point)))


PLAIN = ClauseProof(0, ClaimProof({}, (Combine({}),)))
"""0 >= 0."""


@pytest.mark.parametrize("where", ["formula", "given", "floor"])
@pytest.mark.parametrize(
    ("least", "shown", "answer"),
    [(5, True, "proved"), (5, False, "domain"), (4, True, "identity")],
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
    positive = Comparison(form, Relation.GT)
    formula = AnyOf((positive, AllOf(()))) if where == "formula" else AllOf(())
    by_given = {n - Polynomial.constant(5): Sum((Term(Fraction(1), (("h1", 1),)),))}
    part = ClauseProof(
        int(where == "formula"), ClaimProof(by_given if shown else {}, (Combine({}),))
    )
    point = Point({"n": Fraction(9)}, {"f": Curve(((0, Fraction(1)),))})
    document = Proved(replace(claim, conclusion=(formula,)), Clauses((part,)), point)
    if answer == "proved":
        assert judge(dumps(document)).verdict == "proved"
    else:
        rejected(document, answer)


def test_the_empty_disjunction_is_false_and_the_empty_conjunction_true():
    point = Point({"x": Fraction(1)}, {})
    true, false = (Claim(("x",), conclusion=(kind(()),)) for kind in (AllOf, AnyOf))
    assert judge(dumps(Refuted(false, point))).verdict == "refuted"
    proved = judge(dumps(Proved(true, Clauses((PLAIN,)), point)))
    assert proved.verdict == "proved"
    rejected(Proved(true, Clauses(()), point), "coverage")
    rejected(Proved(false, Clauses(()), point), "witness")
    rejected(Proved(true, ClaimProof({}, ()), point), "rule")


def test_minima_and_formulas_stand_in_the_conclusion():
    least = Form(extrema=((ONE, Extremum("min", (Form(x), Form(y)))),))
    check_well_formed(Claim(("x", "y"), conclusion=(Comparison(least),)))
    for change in (
        {"givens": (Comparison(least),)},
        {"families": (Family("i", ONE, Comparison(least), ONE),)},
    ):
        with pytest.raises(MalformedError, match="stand in the conclusion"):
            check_well_formed(Claim(("x", "y"), conclusion=(Comparison(Form(x)),), **change))
    score = replace(ALGORITHM_1.score, extrema=((ONE, Extremum("max", (Form(),))),))
    run = Run(replace(ALGORITHM_1, score=score))
    with pytest.raises(MalformedError, match="stand in the conclusion"):
        check_well_formed(Claim(("k", "T"), conclusion=(Comparison(Form(ONE)),), run=run))


POSITIVE = Comparison(Form(x))
TWENTY = Extremum("max", tuple(Form(x + Polynomial.constant(i)) for i in range(20)))
EXTREMA = Comparison(Form(extrema=((ONE, TWENTY), (ONE, TWENTY))))
PAIR = AllOf((POSITIVE, Comparison(Form(y))))


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
        Comparison(Form(Polynomial.variable(name)), relation)
        for name, relation in (("x", Relation.GE), ("y", Relation.GT))
    )
    for formula in (AllOf((x, y)), AnyOf((x, y)), AllOf((AnyOf((x,)), y))):
        for values in product((-1, 0, 1), repeat=2):
            at = dict(zip("xy", map(Fraction, values), strict=True))
            holds = [formula_holds(f, at, None) for f in (formula, negate_formula(formula))]
            assert sum(holds) == 1
