"""What exists: a choice that serves, and instances without one, each just inside and outside."""

from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.kernel import (
    ONE,
    ZERO,
    AllOf,
    ArmClass,
    Atom,
    Claim,
    ClaimProof,
    ClauseProof,
    Combine,
    Comparison,
    Curve,
    Empty,
    Existence,
    Extremum,
    Family,
    Floor,
    Form,
    Kind,
    MalformedError,
    Point,
    Polynomial,
    ProvedExistence,
    Reason,
    RefutedExistence,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    Sum,
    Term,
    Value,
    ValueComparison,
    at_choice,
    at_rest,
    check_none_chosen,
    check_statement,
    formula_holds,
    judge,
)
from imab_verify.language.documents import dumps

M, N, T, C = (Polynomial.variable(v) for v in ("m", "n", "T", "c"))
NOTHING = Sum(())
YES = Sum((Term(Fraction(1)),))


def number(value):
    return Polynomial.constant(Fraction(value))


def plain(*factors):
    """The sum of these hypotheses."""
    return Sum(tuple(Term(Fraction(1), ((name, 1),)) for name in factors))


def says(p, relation=Relation.GE):
    return ValueComparison(Value(Form(p)), relation)


def given(p, relation=Relation.GE):
    return Comparison(Form(p), relation)


def by(*rests):
    """A proof of each clause, whose goal has no rewards, by one sum."""
    return tuple(ClauseProof(0, ClaimProof({}, (Combine({}, rest=rest),))) for rest in rests)


def reason(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


# --- numbers alone ---

SQUARE = Existence(
    Claim(("n",)), says(N * N - number(1000), Relation.GT), ("n",), "first", (given(N - ONE),)
)
HERE = Point({}, {})


def constants(*values):
    return by(*(Sum((Term(Fraction(v)),) if v else ()) for v in values))


def test_a_number_that_serves():
    """32^2 - 1001 = 23 >= 0, and 31^2 is too small."""
    proof = ProvedExistence(SQUARE, {"n": number(32)}, constants(23), HERE)
    judgement = judge(dumps(proof))
    assert (judgement.verdict, judgement.claim) == ("proved", SQUARE)
    short = replace(proof, values={"n": number(31)}, clauses=constants(23))
    assert reason(short) is Reason.WITNESS


def test_the_number_must_be_allowed():
    below = replace(SQUARE, where=(given(N - number(33)),))
    proof = ProvedExistence(below, {"n": number(32)}, constants(23), HERE)
    assert reason(proof) is Reason.INSTANCE
    sharp = replace(SQUARE, where=(given(N - number(32)),))
    assert judge(dumps(replace(proof, claim=sharp))).verdict == "proved"


def test_an_integer_is_no_half_and_no_name_is_missing():
    proof = ProvedExistence(SQUARE, {"n": number("65/2")}, constants(23), HERE)
    assert reason(proof) is Reason.DOMAIN
    assert reason(replace(proof, values={})) is Reason.RULE
    assert reason(replace(proof, values={"n": number(32), "m": ONE})) is Reason.RULE


SEVEN = replace(SQUARE, formula=says(N * N + N - number(7), Relation.EQ))


def test_that_no_number_serves_is_proved_for_all():
    """n(n+1) is 6 for n = 2 and 12 for n = 3."""
    every = at_rest(SEVEN, HERE)
    assert every.claim.givens == SEVEN.where
    assert formula_holds(every.formula, {"n": Fraction(2)}, lambda _: Fraction(0))
    assert reason(RefutedExistence(SEVEN, HERE, ())) is Reason.COVERAGE
    six = replace(SQUARE, formula=says(N * N + N - number(6), Relation.EQ))
    assert not formula_holds(at_rest(six, HERE).formula, {"n": Fraction(2)}, lambda _: Fraction(0))


def test_a_square_is_not_negative():
    below = replace(SQUARE, formula=says(-(N * N), Relation.GT), where=())
    square = Sum((Term(Fraction(1), (), N),))
    assert judge(dumps(RefutedExistence(below, HERE, by(square)))).verdict == "refuted"
    zero = replace(below, formula=says(-(N * N)))
    assert reason(RefutedExistence(zero, HERE, by(square))) is Reason.IDENTITY


def test_nothing_is_among_nothing():
    """Where the choice comes first and `where` is contradictory, nothing exists."""
    empty = replace(SQUARE, formula=says(ONE), where=(given(N), given(-N - ONE)))
    closed = ClauseProof(0, ClaimProof({}, (Empty(plain("h1", "h2").terms),)))
    assert judge(dumps(RefutedExistence(empty, HERE, (closed,)))).verdict == "refuted"
    assert reason(RefutedExistence(empty, HERE, by(NOTHING))) is Reason.IDENTITY


# --- the rest ---

FIRST = Existence(
    Claim(("n", "T"), givens=(given(T - ONE),)), says(N - T), ("n",), "first", (given(N - ONE),)
)
"""There is an n that is at least every T: false."""
LAST = replace(FIRST, order="last")
"""For every T there is an n that is at least T: true."""
AT_1 = Point({"T": Fraction(1)}, {})


def test_what_is_chosen_last_may_depend_on_the_rest():
    proof = ProvedExistence(LAST, {"n": T}, by(plain("h1"), NOTHING), AT_1)
    assert judge(dumps(proof)).verdict == "proved"


def test_what_is_chosen_first_may_not():
    proof = ProvedExistence(FIRST, {"n": T}, by(plain("h1"), NOTHING), AT_1)
    assert reason(proof) is Reason.RULE
    for big in (1, 5, 1000):
        fixed = ProvedExistence(FIRST, {"n": number(big)}, by(plain("h1")), AT_1)
        assert reason(fixed) in {Reason.IDENTITY, Reason.WITNESS}


def test_the_choice_does_not_speak_of_itself():
    assert (
        reason(ProvedExistence(LAST, {"n": N + T}, by(plain("h1"), NOTHING), AT_1)) is Reason.RULE
    )
    assert reason(ProvedExistence(LAST, {"n": M}, by(plain("h1"), NOTHING), AT_1)) is Reason.RULE


def test_just_too_small_a_choice_does_not_serve():
    two = Point({"T": Fraction(2)}, {})
    one_less = ProvedExistence(LAST, {"n": T - ONE}, by(plain("h1"), NOTHING), two)
    assert reason(one_less) in {Reason.IDENTITY, Reason.WITNESS}


def test_a_floor_may_be_chosen():
    """For every T there is an m with 2m >= T and 2m <= T+1: m = (T+1)//2."""
    statement = Existence(
        Claim(("m", "T"), givens=(given(T - ONE),)),
        AllOf((says(M + M - T), says(T + ONE - M - M))),
        ("m",),
        "last",
    )
    half = Floor("q", T + ONE, number(2))
    proof = ProvedExistence(
        statement,
        {"m": Polynomial.variable("q")},
        by(plain("q.high"), plain("q.low")),
        AT_1,
        (half,),
    )
    assert judge(dumps(proof)).verdict == "proved"
    for wrong in (
        replace(half, numerator=T),
        replace(half, divisor=ONE),
        replace(half, numerator=T + number(2)),
    ):
        assert reason(replace(proof, floors=(wrong,))) in {Reason.IDENTITY, Reason.WITNESS}
    assert reason(replace(proof, floors=(replace(half, divisor=ZERO),))) is Reason.DOMAIN
    assert reason(replace(proof, floors=(replace(half, name="T"),))) is Reason.RULE
    assert reason(replace(proof, floors=(replace(half, numerator=M),))) is Reason.RULE


def test_first_at_one_instance_of_the_rest_all_choices_must_fail():
    """There is an n with n <= T for all T: n = 1 is; with n < T not, at T = 1."""
    least = replace(FIRST, formula=says(T - N, Relation.GT))
    refuted = RefutedExistence(least, AT_1, by(NOTHING, plain("h1")))
    assert judge(dumps(refuted)).verdict == "refuted"
    assert reason(replace(refuted, claim=replace(FIRST, formula=says(T - N)))) is Reason.IDENTITY
    at_2 = Point({"T": Fraction(2)}, {})
    assert reason(replace(refuted, counterexample=at_2)) is Reason.IDENTITY


def test_the_givens_hold_at_the_instance():
    """At T = 0, which is not given, no n >= 1 is at most T."""
    most = replace(LAST, formula=says(T - N))
    at_0 = Point({"T": Fraction(0)}, {})
    assert reason(RefutedExistence(most, at_0, by(NOTHING, plain("h1")))) is Reason.INSTANCE
    empty = replace(most, where=(given(N), given(-N - ONE)))
    assert reason(RefutedExistence(empty, at_0, ())) is Reason.INSTANCE


def test_a_given_that_the_choice_makes_false_says_nothing():
    """There is an n with: for all T >= n, T >= 5. n = 5 is one; T = 1 does not show otherwise."""
    statement = replace(
        FIRST, claim=replace(FIRST.claim, givens=(given(T - N),)), formula=says(T - number(5))
    )
    at_5 = Point({"T": Fraction(5)}, {})
    proof = ProvedExistence(statement, {"n": number(5)}, by(plain("h1")), at_5)
    assert judge(dumps(proof)).verdict == "proved"
    assert reason(RefutedExistence(statement, AT_1, by(NOTHING, YES))) is Reason.IDENTITY


ABOVE = Existence(
    Claim(("n", "T"), reals=("c", "d")), says(C - C), ("n",), "last", (given(N - T, Relation.GE),)
)
"""For all T, c, d there is an n >= T."""
D = Polynomial.variable("d")


@pytest.mark.parametrize(
    ("chosen", "value", "where", "serves"),
    [
        ("n", T, N - T, True),
        ("n", C, N - C, False),  # no integer
        ("n", D, N - C, False),
        ("d", C, D - C, True),
        ("d", T, D - T, True),
        ("d", number("1/2"), D + D - ONE, True),
        ("d", T.scaled(Fraction(1, 2)), D + D - T, True),
        ("d", D, D - C, False),
    ],
)
def test_integers_are_chosen_by_integers_and_reals_by_all(chosen, value, where, serves):
    statement = replace(ABOVE, chosen=(chosen,), where=(given(where, Relation.EQ),))
    rest = {name: Fraction(1) for name in ("n", "T", "c", "d") if name != chosen}
    proof = ProvedExistence(statement, {chosen: value}, by(*[NOTHING] * 3), Point(rest, {}))
    if serves:
        assert judge(dumps(proof)).verdict == "proved"
    else:
        assert reason(proof) is Reason.RULE


def test_a_number_needs_no_floor():
    proof = ProvedExistence(FIRST, {"n": ONE}, by(plain("h1")), AT_1, (Floor("q", T, ONE + ONE),))
    assert reason(proof) is Reason.RULE


# --- choices one by one ---

LINE = Curve(((0, Fraction(0)), (3, Fraction(1))))
BELOW = Existence(
    Claim(("m", "T"), (("f", ArmClass.CONCAVE),), (given(T - ONE),)),
    ValueComparison(
        Value(
            Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (M,))), (-ONE, Atom(Kind.VALUE, "f", (T,)))))
        ),
        Relation.GT,
    ),
    ("m",),
    "last",
    (given(M - ONE), given(T - M)),
)
"""There is an m <= T with f(m) > f(T): false."""
AT_3 = Point({"T": Fraction(3)}, {"f": LINE})


def test_every_choice_is_looked_at():
    assert judge(dumps(RefutedExistence(BELOW, AT_3))).verdict == "refuted"
    further = replace(BELOW, where=(given(M - ONE), given(T + ONE - M)))
    at_2 = replace(AT_3, parameters={"T": Fraction(2)})
    assert reason(RefutedExistence(further, at_2)) is Reason.COUNTEREXAMPLE
    check_none_chosen(further, AT_3)


def test_choices_without_a_bound_cannot_be_looked_at():
    for where in ((given(M - ONE),), (given(T - M),), (given(T - M - M), given(M * M))):
        assert reason(RefutedExistence(replace(BELOW, where=where), AT_3)) is Reason.COVERAGE
    exact = replace(BELOW, where=(given(M - number(2), Relation.EQ),))
    check_none_chosen(exact, AT_3)
    strict = replace(BELOW, where=(given(M, Relation.GT), given(T + ONE - M, Relation.GT)))
    check_none_chosen(strict, AT_3)
    half = replace(BELOW, where=(given(M.scaled(2) - ONE), given(T.scaled(2) - M.scaled(2) + ONE)))
    check_none_chosen(half, AT_3)


def test_the_choices_are_counted_by_the_instance_and_by_nothing_else():
    """At T = 0 there is no m, but T >= 1 is given."""
    at_0 = replace(AT_3, parameters={"T": Fraction(0)})
    assert reason(RefutedExistence(BELOW, at_0)) is Reason.INSTANCE


def test_reals_are_not_looked_at_one_by_one():
    claim = Claim(("T",), (("f", ArmClass.CONCAVE),), (), (), ("c",), (Floor("q", T, number(2)),))
    statement = Existence(claim, says(C - ONE), ("c",), "last", (given(C), given(T - C)))
    assert at_rest(statement, AT_3) is not None
    with pytest.raises(RejectedError, match="real numbers"):
        check_none_chosen(statement, AT_3)


def test_a_floor_of_the_choice_is_looked_at():
    claim = Claim(("m",), floors=(Floor("q", M, number(2)),))
    statement = Existence(
        claim,
        says(Polynomial.variable("q") - number(3)),
        ("m",),
        "first",
        (given(M), given(number(5) - M)),
    )
    assert judge(dumps(RefutedExistence(statement, HERE))).verdict == "refuted"
    six = replace(statement, where=(given(M), given(number(6) - M)))
    assert reason(RefutedExistence(six, HERE)) is Reason.COUNTEREXAMPLE


def test_a_choice_that_makes_a_given_false_is_no_failure():
    """There is an m <= 5 with: T >= 3 + m//9 for all T >= m. It is m = 3; T = 1 says nothing."""
    claim = Claim(("m", "T"), givens=(given(T - M),), floors=(Floor("q", M, number(9)),))
    formula = says(T - number(3) - Polynomial.variable("q"))
    statement = Existence(claim, formula, ("m",), "first", (given(M - ONE), given(number(5) - M)))
    assert reason(RefutedExistence(statement, AT_1)) is Reason.INSTANCE
    only = replace(statement, where=(given(M - ONE, Relation.EQ),))
    assert judge(dumps(RefutedExistence(only, AT_1))).verdict == "refuted"


def test_no_choice_between_the_bounds_is_left_out():
    """2m >= 3 and 2m <= 5: m = 2 is one. With m >= n, too."""
    two = ValueComparison(Value(Form(ONE, ((ONE, Atom(Kind.VALUE, "f", (M,))),))))
    bounds = (given(M.scaled(2) - number(3)), given(number(5) - M.scaled(2)))
    statement = replace(BELOW, formula=two, where=bounds)
    assert reason(RefutedExistence(statement, AT_3)) is Reason.COUNTEREXAMPLE
    pair = replace(
        statement,
        claim=replace(BELOW.claim, parameters=("m", "n", "T")),
        chosen=("m", "n"),
        where=(*bounds, given(M - N), given(N - ONE), given(number(9) - N)),
    )
    assert reason(RefutedExistence(pair, AT_3)) is Reason.COUNTEREXAMPLE
    assert judge(dumps(RefutedExistence(replace(pair, formula=BELOW.formula), AT_3)))


# --- rewards and runs at an instance ---


def test_a_run_determines_its_counts():
    """For all k <= T the count N of f has an m with 1 <= m <= N: a point with N = 0 is no run."""
    run = Run("round-robin", pulls=(("N", "f"),))
    names, pulls = ("k", "T", "N", "m"), Polynomial.variable("N")
    claim = Claim(
        names, (("f", ArmClass.CONCAVE),), (given(T - Polynomial.variable("k")),), run=run
    )
    statement = Existence(claim, says(pulls - M), ("m",), "last", (given(M - ONE),))
    nowhere = Point({"k": Fraction(1), "T": Fraction(1), "N": Fraction(0)}, {"f": LINE})
    refuted = RefutedExistence(statement, nowhere, by(NOTHING, plain("h1")))
    assert reason(refuted) is Reason.INSTANCE
    played = replace(refuted, counterexample=RunPoint((LINE,), 1, {"f": 0}))
    assert reason(played) is Reason.IDENTITY


def test_rewards_are_numbers_at_an_instance():
    """There is a c with c*f(T) >= 1 for all f: not for f = 0."""
    claim = Claim(("T",), (("f", ArmClass.CONCAVE),), (given(T - ONE),), (), ("c",))
    form = Form(-ONE, ((C, Atom(Kind.VALUE, "f", (T,))),))
    statement = Existence(claim, ValueComparison(Value(form)), ("c",), "first")
    zero = Point({"T": Fraction(1)}, {"f": Curve(((0, Fraction(0)),))})
    assert (
        judge(dumps(RefutedExistence(statement, zero, by(NOTHING, NOTHING)))).verdict == "refuted"
    )
    line = replace(zero, curves={"f": LINE})
    assert reason(RefutedExistence(statement, line, by(NOTHING, NOTHING))) is Reason.IDENTITY
    bent = Curve(((0, Fraction(0)), (1, Fraction(0)), (2, Fraction(1))))
    with pytest.raises(RejectedError, match="concave"):
        judge(
            dumps(RefutedExistence(statement, replace(zero, curves={"f": bent}), by(NOTHING, YES)))
        )


def test_a_run_is_played():
    claim = Claim(("k", "T"), givens=(given(T - ONE),), reals=("c",), run=Run("round-robin"))
    form = Form(ZERO, ((C, Atom(Kind.ALG)), (-ONE, Atom(Kind.OPT))))
    statement = Existence(claim, ValueComparison(Value(form)), ("c",), "first")
    zero, one = Curve(((0, Fraction(0)),)), Curve(((0, Fraction(1)),))
    unlucky = RunPoint((zero, one), 1)
    refuted = RefutedExistence(statement, unlucky, by(NOTHING, NOTHING))
    assert judge(dumps(refuted)).verdict == "refuted"
    assert reason(replace(refuted, counterexample=RunPoint((one, zero), 1))) is Reason.IDENTITY
    assert reason(replace(refuted, counterexample=AT_1)) is Reason.INSTANCE


# --- statements ---

BAD = [
    replace(LAST, chosen=()),
    replace(LAST, chosen=("n", "n")),
    replace(LAST, chosen=("x",)),
    replace(LAST, claim=replace(LAST.claim, givens=(given(N - T),))),
    replace(FIRST, where=(given(N - T),)),
    replace(FIRST, where=(Comparison(Form(N, ((ONE, Atom(Kind.VALUE, "f", (ONE,))),))),)),
    replace(LAST, where=(given(M),)),
    replace(LAST, formula=says(M)),
    replace(
        LAST,
        claim=replace(
            LAST.claim,
            floors=(Floor("q", N, number(2)),),
            givens=(given(Polynomial.variable("q")),),
        ),
    ),
    replace(
        LAST,
        claim=replace(LAST.claim, parameters=("k", "n", "T"), run=Run("round-robin")),
        chosen=("T",),
    ),
]


ARMS = (("f", ArmClass.CONCAVE),)
BAD += [
    Existence(Claim(("k", "T"), run=Run("round-robin")), says(T), ("T",), "last"),
    replace(
        FIRST,
        claim=replace(FIRST.claim, arms=ARMS),
        where=(Comparison(Form(N, ((ONE, Atom(Kind.VALUE, "f", (ONE,))),))),),
    ),
    replace(LAST, claim=replace(LAST.claim, givens=(given(T - ONE), given(N - T)))),
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_what_is_no_statement_is_malformed(bad):
    with pytest.raises(MalformedError):
        check_statement(bad)


def test_families_and_choices_do_not_go_together():
    every = Family("i", ONE, Comparison(Form(Polynomial.variable("i"))), ONE)
    bad = replace(LAST, claim=replace(LAST.claim, families=(every,)))
    with pytest.raises(MalformedError, match="has no families"):
        check_statement(bad)


def test_both_orders_are_statements():
    check_statement(FIRST)
    check_statement(LAST)
    check_statement(replace(FIRST, claim=replace(FIRST.claim, givens=(given(N - T),))))


def test_a_choice_goes_into_minima_and_floors():
    claim = Claim(("m", "T"), floors=(Floor("q", M + T, number(2)),))
    extremum = Extremum("min", (Value(Form(M)), Value(Form(Polynomial.variable("q")))))
    formula = ValueComparison(Value(Form(ZERO), ((M, extremum),)))
    compound = at_choice(Existence(claim, formula, ("m",), "last"), {"m": T + ONE})
    assert compound.claim.floors == (Floor("q", T + T + ONE, number(2)),)
    [(factor, inside)] = compound.formula.parts[0].value.extrema
    assert factor == T + ONE
    assert inside.of[0].form.constant == T + ONE
