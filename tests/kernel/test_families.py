"""Families of hypotheses: used only in their range, summed only as far, true at every instance."""

from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.kernel import (
    ONE,
    ZERO,
    ArmClass,
    Atom,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Curve,
    Family,
    Form,
    Kind,
    Lemma,
    MalformedError,
    Member,
    Point,
    Polynomial,
    Rays,
    Reason,
    RejectedError,
    Relation,
    Run,
    Sum,
    Term,
    Total,
    Use,
    check_well_formed,
    obligations,
    summable,
    total_of,
    violation,
)
from imab_verify.kernel.rules import check_claim

M, N, T, X = (Polynomial.variable(v) for v in ("m", "n", "T", "x"))
NOTHING = Sum(())
YES = Sum((Term(Fraction(1)),))


def number(value):
    return Polynomial.constant(Fraction(value))


def plain(i):
    """The goal is constraint number i."""
    return Sum((Term(Fraction(1), ((i, 1),)),))


def value(arm, index):
    return Atom(Kind.VALUE, arm, (index,))


def rew(arm, index):
    return Atom(Kind.REW, arm, (index,))


def difference(atom_f, atom_g, constant=ZERO):
    return Form(constant, ((ONE, atom_f), (-ONE, atom_g)))


def family(*, first=ONE, last=T, constant=ZERO, relation=Relation.GE, shift=ZERO):
    """f(n + shift) >= g(n) + constant for n = first, ..., last."""
    form = difference(value("f", N + shift), value("g", N), -constant)
    return Family("n", first, Comparison(form, relation), last)


def claim(goal, *families, givens=(T - ONE,)):
    return Claim(
        parameters=("T", "m"),
        arms=(("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE)),
        givens=tuple(Comparison(Form(p)) for p in givens),
        conclusion=(Comparison(goal),),
        families=families,
    )


def by(hypothesis, rest=NOTHING, domain=(), arms=None):
    """The goal is the hypothesis, plus a rest."""
    node = Combine(ONE, NOTHING, (Use(hypothesis, ONE, YES),), arms or {}, rest)
    return ClaimProof(domain, (node,))


def reason(proof, statement):
    with pytest.raises(RejectedError) as error:
        check_claim(proof, statement, ())
    return error.value.reason


# --- one integer ---

LAST = claim(difference(value("f", T), value("g", T)), family())


def test_a_family_may_be_used_in_its_range():
    check_claim(by(Member(0, T, (plain(0), NOTHING))), LAST, ())


def test_and_not_one_beyond_its_end():
    beyond = claim(difference(value("f", T + ONE), value("g", T + ONE)), family())
    for proof in (NOTHING, plain(0), YES):
        assert reason(by(Member(0, T + ONE, (plain(0), proof))), beyond) is Reason.IDENTITY


def test_nor_one_before_its_beginning():
    first = claim(difference(value("f", ZERO), value("g", ZERO)), family())
    assert reason(by(Member(0, ZERO, (NOTHING, plain(0)))), first) is Reason.IDENTITY
    at_0 = claim(difference(value("f", ZERO), value("g", ZERO)), family(first=ZERO))
    check_claim(by(Member(0, ZERO, (NOTHING, Sum((*plain(0).terms, *YES.terms))))), at_0, ())


def test_without_an_end_there_is_no_upper_condition():
    open_end = claim(difference(value("f", T), value("g", T)), family(last=None))
    check_claim(by(Member(0, T, (plain(0),))), open_end, ())
    assert reason(by(Member(0, T, (plain(0), NOTHING))), open_end) is Reason.COVERAGE
    assert reason(by(Member(0, T, (plain(0),))), LAST) is Reason.COVERAGE


def test_the_constant_of_a_family_is_sharp():
    says = difference(value("f", T), value("g", T), -number("1/10"))
    inside = (plain(0), NOTHING)
    check_claim(by(Member(0, T, inside)), claim(says, family(constant=number("1/10"))), ())
    more = claim(says, family(constant=number("1/10") - number("1/1000")))
    assert reason(by(Member(0, T, inside)), more) is Reason.IDENTITY


def test_only_integers_have_a_hypothesis():
    half = claim(difference(value("f", T), value("g", T)), family())
    assert reason(by(Member(0, T.scaled(Fraction(1, 2)), (plain(0), NOTHING))), half) in {
        Reason.DOMAIN,
        Reason.IDENTITY,
    }


@pytest.mark.parametrize("place", [-1, 1])
def test_there_is_no_other_family(place):
    assert reason(by(Member(place, T, (plain(0), NOTHING))), LAST) is Reason.HYPOTHESIS


def test_the_name_of_a_family_is_no_name_of_a_proof():
    proof = by(Member(0, N, (NOTHING, NOTHING)))
    assert reason(proof, LAST) is Reason.IDENTITY


# --- sums ---

WHOLE = claim(difference(rew("f", T), rew("g", T)), family())
UP_TO_T = Total(0, ONE, T, (NOTHING, NOTHING, Sum((*plain(0).terms, *YES.terms)), NOTHING))


def test_the_sum_of_a_family_compares_rewards():
    check_claim(by(UP_TO_T), WHOLE, ())


def test_the_sum_stops_where_the_range_does():
    shorter = replace(WHOLE, families=(family(last=T - ONE),))
    for proof in (NOTHING, YES, plain(0)):
        last = replace(UP_TO_T, inside=(NOTHING, proof, *UP_TO_T.inside[2:]))
        assert reason(by(last), shorter) is Reason.IDENTITY


def test_the_sum_begins_where_the_range_does():
    later = replace(WHOLE, families=(family(first=number(2)),))
    for proof in (NOTHING, YES, plain(0)):
        first = replace(UP_TO_T, inside=(proof, *UP_TO_T.inside[1:]))
        assert reason(by(first), later) is Reason.IDENTITY


def test_a_sum_has_the_constant_as_often_as_it_has_terms():
    said = family(constant=number("1/10"))
    exact = claim(difference(rew("f", T), rew("g", T), -T.scaled(Fraction(1, 10))), said)
    check_claim(by(UP_TO_T), exact, ())
    more = claim(difference(rew("f", T), rew("g", T), -T.scaled(Fraction(101, 1000))), said)
    for rest in (NOTHING, YES, plain(0)):
        assert reason(by(UP_TO_T, rest), more) is Reason.IDENTITY


def test_a_sum_that_runs_backwards_is_none():
    """The sum over n = T+2..T would be -(f(T+1) - g(T+1))."""
    wrong = claim(difference(value("g", T + ONE), value("f", T + ONE)), family(last=None))
    backwards = Total(0, T + number(2), T, (Sum((*plain(0).terms, *YES.terms)),) * 3)
    assert reason(by(backwards), wrong) in {Reason.IDENTITY, Reason.COVERAGE}
    summed = total_of(family(last=None), T + number(2), T)
    assert summed.form.terms[1] == (-ONE, rew("f", T + ONE))


def test_an_empty_sum_is_not_positive():
    strict = family(relation=Relation.GT)
    assert total_of(strict, ONE, T).relation is Relation.GE
    assert total_of(family(relation=Relation.EQ), ONE, T).relation is Relation.EQ
    goal = replace(WHOLE, families=(strict,), givens=(Comparison(Form(T)),))
    inside = (NOTHING, NOTHING, plain(0), NOTHING)
    positive = replace(goal, conclusion=(Comparison(goal.conclusion[0].form, Relation.GT),))
    check_claim(by(replace(UP_TO_T, inside=inside)), goal, ())
    node = Combine(ONE, NOTHING, (Use(replace(UP_TO_T, inside=inside), ONE, YES),), {}, NOTHING, 0)
    assert reason(ClaimProof((), (node,)), positive) is Reason.STRICTNESS


def test_a_sum_does_not_begin_before_the_first_pull():
    """f(0) + ... + f(T) is no Rew."""
    from_0 = replace(WHOLE, families=(family(first=ZERO),))
    total = Total(0, ZERO, T, (NOTHING, NOTHING, plain(0), NOTHING))
    assert reason(by(total), from_0) is Reason.IDENTITY


def test_a_sum_begins_at_the_first_pull_wherever_the_values_stand():
    """f(T-2), ..., f(T+1) are values of f if T-2 >= 1, and Rew(f,T-3) is what comes before them."""
    wanted = summable(family(shift=-number(2)), T, T + number(3))
    assert wanted[-2:] == [T - number(3), T - ONE]


def test_shifted_values_are_summed_where_they_stand():
    shifted = total_of(family(shift=number(2)), ONE, T)
    assert shifted.form.terms == (
        (ONE, rew("f", T + number(2))),
        (-ONE, rew("f", number(2))),
        (-ONE, rew("g", T)),
    )


@pytest.mark.parametrize(
    "form",
    [
        Form(ZERO, ((N, value("f", N)),)),
        Form(N, ((ONE, value("f", N)),)),
        Form(ZERO, ((ONE, value("f", N.scaled(2))),)),
        Form(ZERO, ((ONE, rew("f", N)),)),
    ],
)
def test_what_has_no_such_sum_is_not_summed_and_needs_an_end(form):
    said = Family("n", ONE, Comparison(form), T)
    with pytest.raises(RejectedError, match="summed"):
        total_of(said, ONE, T)
    check_well_formed(replace(WHOLE, families=(said,)))
    with pytest.raises(MalformedError, match="without an end"):
        check_well_formed(replace(WHOLE, families=(replace(said, last=None),)))


# --- meaning ---


def test_the_indices_of_a_family_must_be_in_the_domain_over_its_range():
    assert obligations(claim(Form(T), family())) == []
    wanted = obligations(claim(Form(T), family(first=ZERO, shift=-ONE)))
    assert [p for p, _ in wanted] == [N - ONE]
    assert wanted[0][1].names == {"T", "m", "n"}


BAD = [
    replace(LAST, families=(replace(family(), name="m"),)),
    replace(LAST, families=(replace(family(), name="Rew"),)),
    replace(LAST, families=(replace(family(), first=X),)),
    replace(LAST, families=(replace(family(), last=X),)),
    replace(LAST, families=(replace(family(), last=N),)),
    replace(LAST, families=(replace(family(), first=T.scaled(Fraction(1, 2))),)),
    replace(LAST, families=(Family("n", ONE, Comparison(Form(X)), T),)),
    replace(LAST, families=(Family("n", ONE, Comparison(Form(ZERO, ((X, value("f", N)),))), T),)),
    replace(LAST, families=(Family("n", ONE, Comparison(Form(ZERO, ((ONE, value("h", N)),))), T),)),
    replace(LAST, families=(Family("n", ONE, Comparison(Form(ZERO, ((ONE, value("f", X)),))), T),)),
    replace(
        LAST, families=(Family("n", ONE, Comparison(Form(ZERO, ((ONE, Atom(Kind.OPT)),))), T),)
    ),
    replace(LAST, conclusion=(Comparison(Form(N)),)),
    replace(LAST, parameters=("k", "T", "m"), run=Run("round-robin")),
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_what_is_no_family_is_malformed(bad):
    with pytest.raises(MalformedError):
        check_well_formed(bad)


def test_two_families_may_use_one_name():
    check_well_formed(replace(LAST, families=(family(), family(first=ZERO))))


def test_a_lemma_with_a_family_cannot_be_cited():
    lemma = claim(difference(value("f", T), value("g", T)), family())
    use = Lemma(0, 0, {"T": T, "m": M}, {"f": "f", "g": "g"}, (plain(0),))
    bare = replace(lemma, families=())
    with pytest.raises(RejectedError) as error:
        check_claim(by(use), bare, [lemma])
    assert error.value.reason is Reason.LEMMA


# --- instances ---


def curve(*points):
    return Curve(tuple((n, Fraction(v)) for n, v in points))


HIGH, LOW = curve((0, 0), (4, 1)), curve((0, 0), (2, "1/2"))
"""They agree up to n = 2."""
PARAMETERS = {"T": Fraction(3), "m": Fraction(0)}
FALSE = claim(Form(-ONE), family())


def test_every_member_must_hold_at_an_instance():
    assert violation(FALSE, Point(PARAMETERS, {"f": HIGH, "g": LOW})) is not None
    with pytest.raises(RejectedError, match="family number 0 is false at 3"):
        violation(FALSE, Point(PARAMETERS, {"f": LOW, "g": HIGH}))
    until_2 = PARAMETERS | {"T": Fraction(2)}
    assert violation(FALSE, Point(until_2, {"f": LOW, "g": HIGH})) is not None


def test_an_empty_range_says_nothing():
    empty = replace(FALSE, families=(family(first=T + ONE),))
    assert violation(empty, Point(PARAMETERS, {"f": LOW, "g": HIGH})) is not None


def test_a_strict_family_is_strict_at_an_instance():
    strict = replace(FALSE, families=(family(first=number(3), relation=Relation.GT),))
    assert violation(strict, Point(PARAMETERS, {"f": HIGH, "g": LOW})) is not None
    with pytest.raises(RejectedError, match="false at 2"):
        violation(
            replace(FALSE, families=(family(first=number(2), relation=Relation.GT),)),
            Point(PARAMETERS, {"f": HIGH, "g": LOW}),
        )


def test_without_an_end_it_is_looked_at_up_to_the_last_bend():
    late = curve((0, 0), (50, "1/2"), (99, "3/4"))
    almost = curve((0, 0), (50, "1/2"), (98, "3/4"))
    no_end = replace(FALSE, families=(family(last=None),))
    assert violation(no_end, Point(PARAMETERS, {"f": almost, "g": late})) is not None
    with pytest.raises(RejectedError, match="false at 51"):
        violation(no_end, Point(PARAMETERS, {"f": late, "g": almost}))
    same_until_the_end = curve((0, 0), (50, "1/2"), (98, "73/98"))
    with pytest.raises(RejectedError, match="family"):
        violation(no_end, Point(PARAMETERS, {"f": same_until_the_end, "g": late}))


def test_a_shift_moves_the_last_bend():
    """f(n - 2) >= g(n) for all n: f = 1 from 5 on and g = 1 from 7 on, and the other way round."""
    five, seven = curve((0, 0), (5, 1)), curve((0, 0), (7, 1))
    shifted = family(first=number(7), last=None, shift=-number(2))
    claimed = replace(FALSE, families=(shifted,))
    assert violation(claimed, Point(PARAMETERS, {"f": five, "g": seven})) is not None
    with pytest.raises(RejectedError, match="false at 7"):
        violation(claimed, Point(PARAMETERS, {"f": seven, "g": five}))
    only_late = replace(FALSE, families=(family(first=number(20), last=None),))
    assert violation(only_late, Point(PARAMETERS, {"f": seven, "g": five})) is not None


def test_the_last_bend_of_a_value_that_is_looked_at_later():
    """f(n) >= g(n - 2) with f = 17/18 and g(n) = n/9 is false from n = 11 on, and not before."""
    late = Family("n", number(2), Comparison(difference(value("f", N), value("g", N - number(2)))))
    point = Point(PARAMETERS, {"f": curve((0, "17/18")), "g": curve((0, 0), (9, 1))})
    with pytest.raises(RejectedError, match="false at 11"):
        violation(replace(FALSE, families=(late,)), point)
    violation(replace(FALSE, families=(replace(late, last=number(10)),)), point)


def test_a_family_of_one_arm_uses_rays_for_what_is_left():
    """From f(n) >= 1/2 for n = 1..T follows Rew(f,T) >= T/2; not T/2 + 1/1000."""
    half = Family("n", ONE, Comparison(Form(-number("1/2"), ((ONE, value("f", N)),))), T)

    def total(extra):
        goal = Form(-T.scaled(Fraction(1, 2)) - number(extra), ((ONE, rew("f", T)),))
        return replace(claim(goal, half), arms=(("f", ArmClass.CONCAVE),), parameters=("T",))

    check_claim(by(UP_TO_T), total(0), ())
    assert (
        reason(by(UP_TO_T, arms={"f": Rays(NOTHING, NOTHING)}), total("1/1000")) is Reason.IDENTITY
    )
