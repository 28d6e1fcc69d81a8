"""Names that exist: choices that serve, instances without one, negations; inside and outside."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import hypothesis
import pytest
from hypothesis import assume
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.kernel import (
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Choice,
    Claim,
    ClaimProof,
    ClauseProof,
    Combine,
    Comparison,
    Curve,
    Disproved,
    Empty,
    Every,
    Exists,
    Extremum,
    Family,
    Floor,
    ForAll,
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
    RunPoint,
    Some,
    Sum,
    Term,
    judge,
    read,
)
from imab_verify.kernel.arms import NO_CHOICE
from imab_verify.kernel.formulas import (
    at_rest,
    check_none_chosen,
    choose,
    negation,
    ranges_and_rest,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import formula_holds
from imab_verify.kernel.statement import check_well_formed
from imab_verify.language.documents import dumps

VALID = Path(__file__).parents[1] / "certificates" / "valid"
M, N, T, C, J, K = (Polynomial.variable(v) for v in ("m", "n", "T", "c", "j", "k"))
NOTHING = Sum(())
YES = Sum((Term(Fraction(1)),))
OPT, ALG = Atom(Kind.OPT), Atom(Kind.ALG)
ARMS = (("f", ArmClass.CONCAVE),)


def number(value):
    return Polynomial.constant(Fraction(value))


def plain(*factors):
    """The sum of these hypotheses."""
    return Sum(tuple(Term(Fraction(1), ((name, 1),)) for name in factors))


def given(p, relation=Relation.GE):
    return Comparison(Form(p), relation)


def reward(c, atom, *more):
    """A sum of multiples of functionals."""
    rest = zip(more[::2], more[1::2], strict=True)
    return Form(ZERO, ((c, atom), *rest))


def goals(*rests):
    """A proof of each comparison without rewards by one sum."""
    return ClaimProof({}, tuple(Combine({}, rest=rest) for rest in rests))


def by(*rests):
    """A proof of each clause, whose goal has no rewards, by one sum."""
    return tuple(ClauseProof(0, goals(rest)) for rest in rests)


def reason(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


def verdict(certificate):
    return judge(dumps(certificate)).verdict


def first(chosen, claim):
    """The claim whose chosen names come before the rest."""
    rest = tuple(n for n in (*claim.parameters, *claim.reals) if n not in chosen)
    return replace(claim, prefix=(Exists(chosen), ForAll(rest)))


def last(chosen, claim):
    """The claim whose chosen names come after the rest."""
    return replace(claim, prefix=first(chosen, claim).prefix[::-1])


def names(*declared, **more):
    return Claim(declared, **more)


# --- numbers alone -------------------------------------------------------------------------------

SQUARE = first(("n",), Claim(("n",), (), (given(N - ONE),), (given(N * N - number(1000)),)))
SQUARE = replace(SQUARE, conclusion=(given(N * N - number(1000), Relation.GT),))
HERE = Point({}, {})


def constants(*values):
    return goals(*(Sum((Term(Fraction(v)),) if v else ()) for v in values))


def serves(claim, values, proof, witness=HERE, floors=(), proofs=None):
    """The certificate that these values serve."""
    values = {name: v if isinstance(v, Polynomial) else number(v) for name, v in values.items()}
    return Proved(claim, proof, witness, choice=Choice(values, floors, proofs or {}))


def test_a_number_that_serves():
    """32^2 - 1001 = 23 >= 0, and 31^2 is too small."""
    judgement = judge(dumps(serves(SQUARE, {"n": 32}, constants(23))))
    assert (judgement.verdict, judgement.claim) == ("proved", SQUARE)
    assert "choice" in judgement.rules
    assert reason(serves(SQUARE, {"n": 31}, constants(23))) == "witness"


def test_the_number_must_be_allowed():
    below = replace(SQUARE, givens=(given(N - number(33)),))
    assert reason(serves(below, {"n": 32}, constants(23))) == "coverage"
    sharp = replace(SQUARE, givens=(given(N - number(32)),))
    assert verdict(serves(sharp, {"n": 32}, constants(23))) == "proved"


def test_an_integer_is_no_half_and_no_name_is_missing():
    assert reason(serves(SQUARE, {"n": "65/2"}, constants(23))) == "domain"
    assert reason(serves(SQUARE, {}, constants(23))) == "rule"
    assert reason(serves(SQUARE, {"n": 32, "m": 1}, constants(23))) == "rule"
    plainly = replace(SQUARE, prefix=())
    assert reason(serves(plainly, {"n": 32}, constants(23))) == "rule"


SEVEN = replace(SQUARE, conclusion=(given(N * N + N - number(7), Relation.EQ),))


def test_that_no_number_serves_is_proved_for_all():
    """n(n+1) is 6 for n = 2 and 12 for n = 3."""

    def holds_at_2(claim):
        [fails] = at_rest(claim, HERE).conclusion
        return formula_holds(fails, {"n": Fraction(2)}, lambda _: Fraction(0))

    assert at_rest(SEVEN, HERE).givens == SEVEN.givens
    assert holds_at_2(SEVEN)
    assert reason(Refuted(SEVEN, HERE)) == "coverage"
    six = replace(SQUARE, conclusion=(given(N * N + N - number(6), Relation.EQ),))
    assert not holds_at_2(six)


def test_a_square_is_not_negative():
    below = replace(SQUARE, conclusion=(given(-(N * N), Relation.GT),), givens=())
    square = Sum((Term(Fraction(1), (), N),))
    assert verdict(Refuted(below, HERE, by(square))) == "refuted"
    zero = replace(below, conclusion=(given(-(N * N)),))
    assert reason(Refuted(zero, HERE, by(square))) == "identity"


def test_nothing_is_among_nothing():
    """Where the choice comes first and its range is empty, nothing exists."""
    empty = replace(SQUARE, conclusion=(given(ONE),), givens=(given(N), given(-N - ONE)))
    closed = ClauseProof(0, ClaimProof({}, (Empty(plain("h1", "h2").terms),)))
    assert verdict(Refuted(empty, HERE, (closed,))) == "refuted"
    assert reason(Refuted(empty, HERE, by(NOTHING))) == "identity"
    assert reason(serves(empty, {"n": 0}, constants(1))) == "coverage"


# --- before and after the rest -------------------------------------------------------------------

FIRST = first(("n",), Claim(("n", "T"), (), (given(T - ONE), given(N - ONE)), (given(N - T),)))
"""There is an n >= 1 that is at least every T: false."""
LAST = last(("n",), FIRST)
"""For every T there is an n >= 1 that is at least T: true."""
AT_1 = Point({"T": Fraction(1)}, {})


def test_what_is_chosen_last_may_depend_on_the_rest():
    assert verdict(serves(LAST, {"n": T}, goals(plain("h1"), NOTHING), AT_1)) == "proved"


def test_what_is_chosen_first_may_not():
    assert reason(serves(FIRST, {"n": T}, goals(NOTHING), AT_1)) == "rule"
    for big in (1, 5, 1000):
        fixed = serves(FIRST, {"n": big}, goals(plain("h1")), AT_1)
        assert reason(fixed) in {"identity", "witness"}


def test_the_choice_does_not_speak_of_itself():
    assert reason(serves(LAST, {"n": N + T}, goals(plain("h1"), NOTHING), AT_1)) == "rule"
    assert reason(serves(LAST, {"n": M}, goals(plain("h1"), NOTHING), AT_1)) == "rule"


def test_chosen_names_do_not_speak_of_one_another():
    pair = names("m", "n", "T", givens=(given(M - T), given(N - M)), conclusion=(given(N - T),))
    one_block = last(("m", "n"), pair)
    two = replace(pair, prefix=(ForAll(("T",)), Exists(("m",)), Exists(("n",))))
    proof = goals(NOTHING, NOTHING, NOTHING)
    for claim in (one_block, two):
        assert verdict(serves(claim, {"m": T, "n": T}, proof, AT_1)) == "proved"
        assert reason(serves(claim, {"m": T, "n": M}, proof, AT_1)) == "rule"


def test_just_too_small_a_choice_does_not_serve():
    two = Point({"T": Fraction(2)}, {})
    one_less = serves(LAST, {"n": T - ONE}, goals(plain("h1"), NOTHING), two)
    assert reason(one_less) in {"identity", "witness"}


def test_a_floor_may_be_chosen():
    """For every T there is an m with 2m >= T and 2m <= T+1: m = (T+1)//2."""
    twice = (given(M + M - T), given(T + ONE - M - M))
    claim = last(("m",), Claim(("m", "T"), (), (given(T - ONE),), twice))
    half = Floor("q", T + ONE, number(2))
    q = {"m": Polynomial.variable("q")}
    proof = serves(claim, q, goals(plain("q.high"), plain("q.low")), AT_1, (half,))
    assert verdict(proof) == "proved"

    def instead(floor):
        return replace(proof, choice=replace(proof.choice, floors=(floor,)))

    for wrong in (
        replace(half, numerator=T),
        replace(half, divisor=ONE),
        replace(half, numerator=T + number(2)),
    ):
        assert reason(instead(wrong)) in {"identity", "witness"}
    assert reason(instead(replace(half, divisor=ZERO))) == "domain"
    assert reason(instead(replace(half, name="T"))) == "rule"
    assert reason(instead(replace(half, numerator=M))) == "rule"


def test_first_at_one_instance_of_the_rest_all_choices_must_fail():
    """There is an n with n <= T for all T: n = 1 is; with n < T not, at T = 1."""
    least = replace(FIRST, conclusion=(given(T - N, Relation.GT),))
    refuted = Refuted(least, AT_1, by(plain("h1")))
    assert verdict(refuted) == "refuted"
    one = replace(refuted, claim=replace(FIRST, conclusion=(given(T - N),)))
    assert reason(one) == "identity"
    at_2 = Point({"T": Fraction(2)}, {})
    assert reason(replace(refuted, counterexample=at_2)) == "identity"


def test_the_givens_hold_at_the_instance():
    """At T = 0, which is not given, no n >= 1 is at most T."""
    most = replace(LAST, conclusion=(given(T - N),))
    at_0 = Point({"T": Fraction(0)}, {})
    assert reason(Refuted(most, at_0, by(plain("h1")))) == "instance"
    empty = replace(most, givens=(given(T - ONE), given(N), given(-N - ONE)))
    assert reason(Refuted(empty, at_0)) == "instance"


def test_a_given_that_the_choice_makes_false_says_nothing():
    """There is an n with: for all T >= n, T >= 5. n = 5 is one; T = 1 does not show otherwise."""
    claim = replace(
        FIRST,
        givens=(given(T - N), given(N - ONE)),
        conclusion=(given(T - number(5)),),
    )
    at_5 = Point({"T": Fraction(5)}, {})
    assert verdict(serves(claim, {"n": 5}, goals(plain("h1")), at_5)) == "proved"
    assert reason(serves(claim, {"n": 4}, goals(plain("h1")), at_5)) == "identity"
    assert reason(Refuted(claim, AT_1, by(NOTHING, YES))) == "identity"


ABOVE = names("n", "T", reals=("c", "d"), conclusion=(given(C - C),))
D = Polynomial.variable("d")


@pytest.mark.parametrize(
    ("chosen", "value", "where", "good"),
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
def test_integers_are_chosen_by_integers_and_reals_by_all(chosen, value, where, good):
    claim = last((chosen,), replace(ABOVE, givens=(given(where, Relation.EQ),)))
    rest = {name: Fraction(1) for name in ("n", "T", "c", "d") if name != chosen}
    proof = serves(claim, {chosen: value}, goals(*[NOTHING] * 3), Point(rest, {}))
    if good:
        assert verdict(proof) == "proved"
    else:
        assert reason(proof) == "rule"


# --- choices one by one --------------------------------------------------------------------------

LINE = Curve(((0, Fraction(0)), (3, Fraction(1))))
VALUE = reward(ONE, Atom(Kind.VALUE, "f", (M,)), -ONE, Atom(Kind.VALUE, "f", (T,)))
BELOW = last(
    ("m",),
    Claim(
        ("m", "T"),
        ARMS,
        (given(T - ONE), given(M - ONE), given(T - M)),
        (Comparison(VALUE, Relation.GT),),
    ),
)
"""There is an m <= T with f(m) > f(T): false."""
AT_3 = Point({"T": Fraction(3)}, {"f": LINE})


def ranges(claim, *allowed):
    """The claim with these ranges of m, beside T >= 1."""
    return replace(claim, givens=(given(T - ONE), *allowed))


def test_every_choice_is_looked_at():
    assert verdict(Refuted(BELOW, AT_3)) == "refuted"
    further = ranges(BELOW, given(M - ONE), given(T + ONE - M))
    at_2 = replace(AT_3, parameters={"T": Fraction(2)})
    assert reason(Refuted(further, at_2)) == "counterexample"
    check_none_chosen(further, AT_3)


def test_choices_without_a_bound_cannot_be_looked_at():
    for where in ((given(M - ONE),), (given(T - M),), (given(T - M - M), given(M * M))):
        assert reason(Refuted(ranges(BELOW, *where), AT_3)) == "coverage"
    check_none_chosen(ranges(BELOW, given(M - number(2), Relation.EQ)), AT_3)
    strict = (given(M, Relation.GT), given(T + ONE - M, Relation.GT))
    check_none_chosen(ranges(BELOW, *strict), AT_3)
    half = (given(M.scaled(2) - ONE), given(T.scaled(2) - M.scaled(2) + ONE))
    check_none_chosen(ranges(BELOW, *half), AT_3)


def test_the_choices_are_counted_by_the_instance_and_by_nothing_else():
    """At T = 0 there is no m, but T >= 1 is given."""
    at_0 = replace(AT_3, parameters={"T": Fraction(0)})
    assert reason(Refuted(BELOW, at_0)) == "instance"


def test_reals_are_not_looked_at_one_by_one():
    claim = Claim(("T",), ARMS, (given(C), given(T - C)), (given(C - ONE),), ("c",))
    claim = last(("c",), replace(claim, floors=(Floor("q", T, number(2)),)))
    assert at_rest(claim, AT_3) is not None
    with pytest.raises(RejectedError, match="real numbers"):
        check_none_chosen(claim, AT_3)


def test_a_floor_of_the_choice_is_looked_at():
    claim = names(
        "m",
        floors=(Floor("q", M, number(2)),),
        givens=(given(M), given(number(5) - M)),
        conclusion=(given(Polynomial.variable("q") - number(3)),),
    )
    claim = first(("m",), claim)
    assert verdict(Refuted(claim, HERE)) == "refuted"
    six = replace(claim, givens=(given(M), given(number(6) - M)))
    assert reason(Refuted(six, HERE)) == "counterexample"


def test_a_choice_that_makes_a_given_false_is_no_failure():
    """There is an m <= 5 with: T >= 3 + m//9 for all T >= m. It is m = 3; T = 1 says nothing."""
    claim = names(
        "m",
        "T",
        givens=(given(T - M), given(M - ONE), given(number(5) - M)),
        floors=(Floor("q", M, number(9)),),
        conclusion=(given(T - number(3) - Polynomial.variable("q")),),
    )
    claim = first(("m",), claim)
    assert reason(Refuted(claim, AT_1)) == "instance"
    only = replace(claim, givens=(given(T - M), given(M - ONE, Relation.EQ)))
    assert verdict(Refuted(only, AT_1)) == "refuted"


def test_no_choice_between_the_bounds_is_left_out():
    """2m >= 3 and 2m <= 5: m = 2 is one. With m >= n, too."""
    at_two = Comparison(Form(ONE, ((ONE, Atom(Kind.VALUE, "f", (M,))),)))
    bounds = (given(M.scaled(2) - number(3)), given(number(5) - M.scaled(2)))
    claim = ranges(replace(BELOW, conclusion=(at_two,)), *bounds)
    assert reason(Refuted(claim, AT_3)) == "counterexample"
    more = (given(M - N), given(N - ONE), given(number(9) - N))
    pair = ranges(replace(claim, parameters=("m", "n", "T")), *bounds, *more)
    pair = last(("m", "n"), pair)
    assert reason(Refuted(pair, AT_3)) == "counterexample"
    assert verdict(Refuted(replace(pair, conclusion=BELOW.conclusion), AT_3)) == "refuted"


def test_a_given_that_needs_a_choice_is_not_looked_at_under_later_ranges():
    """There is an m such that for all j >= m there is an i with 0 <= i < 0: true, by m = j + 1."""
    i = Polynomial.variable("i")
    claim = Claim(
        ("m", "j", "i"),
        givens=(given(i), given(-i - ONE), given(J - M)),
        conclusion=(given(ONE),),
        prefix=(Exists(("m",)), ForAll(("j",)), Exists(("i",))),
    )
    point = Point({"j": Fraction(1)}, {})
    assert reason(Refuted(claim, point, ())) == "coverage"


# --- rewards and runs at an instance -------------------------------------------------------------


def test_a_run_determines_its_counts():
    """For all k <= T the count N of f has an m with 1 <= m <= N: a point with N = 0 is no run."""
    claim = Claim(
        ("k", "T", "N", "m"),
        ARMS,
        (given(T - K), given(M - ONE)),
        (given(Polynomial.variable("N") - M),),
        run=Run("round-robin", (("N", ("pulls", "f")),)),
    )
    claim = last(("m",), claim)
    nowhere = Point({"k": Fraction(1), "T": Fraction(1), "N": Fraction(0)}, {"f": LINE})
    refuted = Refuted(claim, nowhere, by(plain("h1")))
    assert reason(refuted) == "instance"
    played = replace(refuted, counterexample=RunPoint((LINE,), 1, {"f": 0}))
    assert reason(played) == "identity"


def test_rewards_are_numbers_at_an_instance():
    """There is a c with c*f(T) >= 1 for all f: not for f = 0."""
    form = Form(-ONE, ((C, Atom(Kind.VALUE, "f", (T,))),))
    claim = first(("c",), Claim(("T",), ARMS, (given(T - ONE),), (Comparison(form),), ("c",)))
    zero = Point({"T": Fraction(1)}, {"f": Curve(((0, Fraction(0)),))})
    assert verdict(Refuted(claim, zero, by(NOTHING))) == "refuted"
    line = replace(zero, curves={"f": LINE})
    assert reason(Refuted(claim, line, by(NOTHING))) == "identity"
    bent = Curve(((0, Fraction(0)), (1, Fraction(0)), (2, Fraction(1))))
    with pytest.raises(RejectedError, match="concave"):
        judge(dumps(Refuted(claim, replace(zero, curves={"f": bent}), by(YES))))


def test_a_run_is_played():
    claim = names(
        "k",
        "T",
        givens=(given(T - ONE),),
        reals=("c",),
        run=Run("round-robin"),
        conclusion=(Comparison(reward(C, ALG, -ONE, OPT)),),
    )
    claim = first(("c",), claim)
    zero, one = Curve(((0, Fraction(0)),)), Curve(((0, Fraction(1)),))
    refuted = Refuted(claim, RunPoint((zero, one), 1), by(NOTHING))
    assert verdict(refuted) == "refuted"
    assert reason(replace(refuted, counterexample=RunPoint((one, zero), 1))) == "identity"
    assert reason(replace(refuted, counterexample=AT_1)) == "instance"


# --- for all, exists, for all --------------------------------------------------------------------

BETWEEN = Claim(
    ("n", "m", "j"),
    givens=(given(N - ONE), given(M - number(2)), given(J - M)),
    conclusion=(given(J - N - ONE),),
    prefix=(ForAll(("n",)), Exists(("m",)), ForAll(("j",))),
)
"""For all n >= 1 there is an m >= 2 such that for all j >= m: j > n."""
NEXT = serves(
    BETWEEN,
    {"m": N + ONE},
    goals(plain("h2")),
    Point({"n": Fraction(1), "j": Fraction(2)}, {}),
    proofs={N - ONE: plain("h1")},
)


def chosen(certificate, **changes):
    """The certificate with another choice."""
    return replace(certificate, choice=replace(certificate.choice, **changes))


def test_a_choice_between_two_for_alls():
    assert verdict(NEXT) == "proved"
    assert reason(chosen(NEXT, proofs={})) == "coverage"
    assert reason(chosen(NEXT, proofs={N - ONE: NOTHING})) == "identity"
    assert reason(chosen(NEXT, values={"m": N})) == "coverage"  # at n = 1 it is not 2


def test_a_value_speaks_of_no_later_name():
    for value in (J, N + J, J - M + N):
        assert reason(chosen(NEXT, values={"m": value})) == "rule"
    early = replace(BETWEEN, prefix=(Exists(("m",)), ForAll(("n", "j"))))
    assert reason(replace(NEXT, claim=early)) == "rule"


SHORT = Claim(
    ("n", "m", "j"),
    givens=(given(N - ONE), given(M - N), given(number(3) - M), given(J - N), given(number(3) - J)),
    conclusion=(given(J - M),),
    prefix=(ForAll(("n",)), Exists(("m",)), ForAll(("j",))),
)
"""For all n >= 1 there is an m with n <= m <= 3 such that for all j from n to 3: j >= m."""


def test_a_range_is_shown_by_what_stands_before_it():
    """It is false: there is no m for n = 4. That there is then no j either proves nothing."""
    here = Point({"n": Fraction(1), "j": Fraction(1)}, {})
    by_later = {number(3) - N: plain("h2", "h3")}
    false = serves(SHORT, {"m": N}, goals(plain("h2")), here, proofs=by_later)
    assert reason(false) in {"hypothesis", "identity"}
    both = ClaimProof(
        {}, tuple(Combine({}, rest=r) for r in (NOTHING, plain("h2", "h3"), plain("h2")))
    )
    late = replace(SHORT, prefix=(ForAll(("n", "j")), Exists(("m",))))
    assert verdict(serves(late, {"m": N}, both, here)) == "proved"
    given_before = replace(SHORT, givens=(*SHORT.givens, given(number(3) - N)))
    true = serves(
        given_before, {"m": N}, goals(plain("h3")), here, proofs={number(3) - N: plain("h2")}
    )
    assert verdict(true) == "proved"


def test_a_range_may_be_empty_where_nothing_is_given():
    """For n >= 1 and n <= 0 all is true, but the givens cannot hold."""
    nothing = replace(BETWEEN, givens=(*BETWEEN.givens, given(-N)))
    empty = {"m": ZERO}
    closed = Empty(plain("h1", "h2").terms)
    certificate = serves(
        nothing, empty, ClaimProof({}, (closed,)), NEXT.witness, proofs={-number(2): closed}
    )
    assert reason(certificate) == "instance"


def test_later_ranges_speak_of_earlier_choices():
    """For all n there is an m > n such that for all j >= m there is an i > j: i > m."""
    i = Polynomial.variable("i")
    claim = Claim(
        ("n", "m", "j", "i"),
        givens=(given(M - N - ONE), given(J - M), given(i - J - ONE)),
        conclusion=(given(i - M - ONE),),
        prefix=(ForAll(("n",)), Exists(("m",)), ForAll(("j",)), Exists(("i",))),
    )
    here = Point({"n": Fraction(0), "j": Fraction(1)}, {})
    proof = serves(claim, {"m": N + ONE, "i": J + ONE}, goals(NOTHING, plain("h1")), here)
    assert verdict(proof) == "proved"
    assert reason(chosen(proof, values={"m": N + ONE, "i": J})) in {
        "witness",
        "identity",
    }
    assert reason(chosen(proof, values={"m": N, "i": J + ONE})) == "coverage"
    assert reason(chosen(proof, values={"m": N + ONE, "i": M + J})) == "rule"


# --- floors of a choice --------------------------------------------------------------------------

HALF = Floor("q", N + ONE, number(2))
Q = Polynomial.variable("q")
BY_HALVES = serves(
    BETWEEN,
    {"m": Q + Q + ONE},
    goals(plain("h2", "q.high")),
    Point({"n": Fraction(1), "j": Fraction(3)}, {}),
    (HALF,),
    {Q + Q - ONE: plain("h1", "q.high")},
)
"""m = 2*floor((n + 1)/2) + 1."""


def test_floors_of_a_choice_are_made_of_what_stands_before():
    assert verdict(BY_HALVES) == "proved"
    assert reason(chosen(BY_HALVES, floors=())) == "rule"
    for later in (J, N + M):
        wrong = (replace(HALF, numerator=later),)
        assert reason(chosen(BY_HALVES, floors=wrong)) == "rule"
    smaller = (replace(HALF, numerator=N - ONE),)
    assert reason(chosen(BY_HALVES, floors=smaller)) == "identity"


def test_a_floor_of_a_choice_does_not_take_the_place_of_a_chosen_name():
    """There is no m that is n for all n: a later floor called m does not make it one."""
    claim = Claim(
        ("m", "n", "i", "j"),
        conclusion=(given(M - N, Relation.EQ),),
        prefix=(Exists(("m",)), ForAll(("n",)), Exists(("i",)), ForAll(("j",))),
    )
    here = Point({"n": Fraction(1), "j": Fraction(1)}, {})
    wrong = serves(claim, {"m": N, "i": N}, goals(NOTHING, NOTHING), here, (Floor("m", J, ONE),))
    assert reason(wrong) == "rule"


@pytest.mark.parametrize(
    ("divisor", "proofs", "answer"),
    [
        (N, {}, "proved"),  # n - 1 >= 0 is shown already
        (N - ONE, {N - number(2): plain("h1")}, "identity"),
        (N - ONE, {}, "coverage"),
        (N + ONE, {N: Sum((*plain("h1").terms, *YES.terms))}, "proved"),
        (N + ONE, {}, "coverage"),
    ],
)
def test_a_floor_of_a_choice_is_defined_by_what_stands_before(divisor, proofs, answer):
    """n//(n-1) is not at n = 1, whether the value speaks of it or not."""
    wide = replace(NEXT, proof=replace(NEXT.proof, domain={N - ONE: plain("h1"), **proofs}))
    certificate = chosen(
        wide, floors=(Floor("q", N, divisor),), proofs={N - ONE: plain("h1"), **proofs}
    )
    if answer == "proved":
        assert verdict(certificate) == "proved"
    else:
        assert reason(certificate) is answer


# --- k and T that are chosen ---------------------------------------------------------------------

ROBIN = Run("round-robin")
FLAT = Curve(((0, Fraction(1)),))
AN_ARM = RunPoint((FLAT,), 1)


def about_run(prefix, *givens, conclusion, **more):
    return Claim(("k", "T"), (), givens, conclusion, run=ROBIN, prefix=prefix, **more)


FEW = about_run(
    (Exists(("k",)), ForAll(("T",))), given(T - ONE), conclusion=(given(number(2) - K),)
)
"""There is a k such that for all T >= 1: k <= 2."""


def test_a_chosen_number_of_arms_is_given_from_then_on():
    fewer = goals(Sum((Term(Fraction(1)), Term(Fraction(1), (("h2-", 1),)))))
    assert verdict(serves(FEW, {"k": 1}, fewer, AN_ARM)) == "proved"
    two = serves(FEW, {"k": 2}, goals(plain("h2-")), RunPoint((FLAT, FLAT), 1))
    assert verdict(two) == "proved"
    assert reason(replace(two, witness=AN_ARM)) == "instance"
    three = serves(FEW, {"k": 3}, goals(plain("h2-")), RunPoint((FLAT,) * 3, 1))
    assert reason(three) == "witness"


def test_there_is_no_run_without_arms_or_before_time_begins():
    none = serves(FEW, {"k": 0}, goals(plain("h2-")), AN_ARM)
    assert reason(none) == "coverage"
    early = about_run((Exists(("T",)), ForAll(("k",))), conclusion=(given(-T),))
    zero = serves(early, {"T": 0}, goals(plain("h1-")), RunPoint((FLAT,), 0))
    assert verdict(zero) == "proved"
    assert reason(chosen(zero, values={"T": -ONE})) == "coverage"
    assert reason(chosen(zero, values={"T": K})) == "rule"


def test_arms_are_chosen_by_the_horizon_where_it_stands_before():
    claim = about_run(
        (ForAll(("T",)), Exists(("k",)), ForAll(())), given(T - ONE), conclusion=(given(T - K),)
    )
    shown = {T - ONE: plain("h1")}
    as_many = serves(claim, {"k": T}, goals(plain("h2-")), AN_ARM, proofs=shown)
    assert verdict(as_many) == "proved"
    assert reason(chosen(as_many, proofs={})) == "coverage"
    assert reason(chosen(as_many, values={"k": T - ONE})) == "coverage"
    assert reason(replace(as_many, claim=replace(claim, givens=()))) == "identity"


# --- negations -----------------------------------------------------------------------------------

T0 = Polynomial.variable("T0")
EVENTUALLY = Claim(
    ("k", "T", "T0"),
    givens=(given(T - T0), given(K - number(2), Relation.EQ), given(T - ONE), given(T0 - ONE)),
    conclusion=(Comparison(reward(ONE, ALG, -ONE, OPT)),),
    run=ROBIN,
    prefix=(Exists(("T0",)), ForAll(("k", "T"))),
)
"""There is a T0 such that for k = 2 and all T >= T0: ALG(T) >= OPT(T), in every run."""


def stored():
    """That this is false: T = T0 + 2, and arms that pay nothing but for one."""
    return read((VALID / "refuted--no-threshold.json").read_bytes())


def test_a_negation_turns_every_quantifier():
    found = negation(EVENTUALLY)
    assert found.prefix == (ForAll(("T0",)), Exists(("k", "T")))
    assert found.run == Some(ROBIN)
    assert found.givens == EVENTUALLY.givens
    assert found.conclusion == (Comparison(reward(-ONE, ALG, ONE, OPT), Relation.GT),)
    numbers = replace(BETWEEN, conclusion=(given(J), given(N, Relation.EQ)))
    turned = negation(numbers)
    assert turned.prefix == (Exists(("n",)), ForAll(("m",)), Exists(("j",)))
    [said] = turned.conclusion
    for j, n in ((0, 0), (-1, 0), (0, 1), (0, -1)):
        false = formula_holds(said, {"j": Fraction(j), "n": Fraction(n)}, lambda _: Fraction(0))
        assert false == (j < 0 or n != 0)
    assert negation(replace(numbers, prefix=())).prefix == (Exists(("n", "m", "j")),)


def test_no_threshold_serves():
    whole = stored()
    assert whole.claim == EVENTUALLY
    judgement = judge(dumps(whole))
    assert judgement.verdict == "refuted"
    assert {"negation", "choice", "schedule"} <= {*judgement.rules}
    assert reason(chosen(whole, values={"k": number(2), "T": T0})) in {
        "identity",
        "coverage",
    }
    assert reason(chosen(whole, values={"k": ONE, "T": T0 + number(2)})) == "coverage"
    assert reason(chosen(whole, values={"k": number(2), "T": T + ONE})) == "rule"
    assert reason(replace(whole, choice=NO_CHOICE)) == "rule"
    true = replace(EVENTUALLY, conclusion=(Comparison(reward(-ONE, ALG, ONE, OPT)),))
    assert reason(replace(whole, claim=true)) in {"identity", "coverage", "rule"}


def test_a_threshold_that_serves_is_not_denied():
    """With one arm there is one: its range of k does not fit."""
    one = replace(EVENTUALLY, givens=(given(T - T0), given(K - ONE, Relation.EQ)))
    assert reason(replace(stored(), claim=one)) in {
        "identity",
        "hypothesis",
        "coverage",
    }


def test_a_false_claim_about_numbers_has_a_negation():
    """There is no n such that for all T >= 1: n >= T. For every n it is T = n + 1, or 1."""
    denied = Disproved(
        replace(FIRST, givens=(given(N - ONE), given(T - ONE))),
        goals(Sum((*plain("h1").terms, *YES.terms)), NOTHING),
        choice=Choice({"T": N + ONE}),
    )
    assert verdict(denied) == "refuted"
    assert reason(replace(denied, negation=goals(NOTHING))) == "coverage"
    assert reason(chosen(denied, values={"T": N})) == "identity"
    true = replace(denied, claim=replace(denied.claim, prefix=LAST.prefix))
    assert reason(true) == "rule"


AFTER = (Exists(("T0",)), ForAll(("k", "T")), Exists(("m",)))


@pytest.mark.parametrize(
    "changes",
    [
        {"arms": ARMS},
        {"arms": ARMS, "run": None, "conclusion": (given(T),)},
        {"parameters": ("k", "T", "T0", "m"), "run": replace(ROBIN, observed=(("m", ("most",)),))},
        {"parameters": ("k", "T", "T0", "m"), "prefix": AFTER},
        {"run": Every("policy"), "prefix": ()},
        {"conclusion": EVENTUALLY.conclusion * 2},
        {"conclusion": (replace(EVENTUALLY.conclusion[0], relation=Relation.EQ),)},
        {"givens": (Comparison(reward(ONE, OPT)),)},
    ],
)
def test_what_has_no_negation(changes):
    claim = replace(EVENTUALLY, **changes)
    if "m" in claim.parameters and claim.prefix == EVENTUALLY.prefix:
        claim = replace(claim, prefix=(Exists(("T0",)), ForAll(("k", "T", "m"))))
    check_well_formed(claim)
    with pytest.raises(RejectedError) as error:
        negation(claim)
    assert error.value.reason == "rule"


def test_the_negation_of_a_conjunction_is_one_of_numbers_only():
    """Of the two comparisons one is false in some run, which is no claim about one of them."""
    numbers = replace(FIRST, conclusion=(given(N - T), given(T)))
    assert isinstance(negation(numbers).conclusion[0], AnyOf)


# --- which claims make sense ---------------------------------------------------------------------

RUNS = about_run((Exists(("T",)), ForAll(("k",))), conclusion=(given(K),))
EVERY = replace(RUNS, run=Every("policy"), prefix=(), parameters=("k", "T", "c"))
ANYTIME = replace(EVERY, run=Every("anytime-policy"))


@pytest.mark.parametrize(
    "claim",
    [
        FIRST,
        LAST,
        BETWEEN,
        RUNS,
        replace(LAST, givens=(given(N - T),)),
        replace(FIRST, givens=(given(N - T),)),
        replace(FIRST, prefix=(Exists(("n",)), ForAll(()), Exists(("T",)))),
        replace(LAST, arms=ARMS),
        replace(LAST, arms=ARMS, prefix=(Exists(("n", "T")), ForAll(()))),
        replace(RUNS, prefix=(ForAll(("k",)), Exists(("T",)), ForAll(()))),
        replace(RUNS, run=Some(ROBIN), prefix=(Exists(("k", "T")),)),
        replace(EVERY, prefix=(Exists(("c",)), ForAll(("k", "T")))),
        replace(ANYTIME, prefix=(ForAll(("k",)), ForAll(("T", "c")))),
        replace(
            RUNS,
            parameters=("k", "T", "m"),
            run=replace(ROBIN, observed=(("m", ("most",)),)),
            prefix=(Exists(("T",)), ForAll(("k", "m"))),
        ),
    ],
)
def test_claims_with_names_that_exist(claim):
    check_well_formed(claim)


EACH = Family("i", ONE, given(Polynomial.variable("i")), ONE)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (replace(FIRST, prefix=(Exists(("n",)),)), "each once"),
        (replace(FIRST, prefix=(Exists(("n",)), ForAll(("n", "T")))), "each once"),
        (replace(FIRST, prefix=(Exists(("n",)), ForAll(("T", "x")))), "each once"),
        (replace(FIRST, prefix=(ForAll(("n", "n")), ForAll(("T",)))), "each once"),
        (replace(FIRST, reals=("c",)), "each once"),
        (replace(LAST, families=(EACH,)), "has no families"),
        (replace(LAST, arms=ARMS, prefix=(Exists(("n", "T")),)), "and there is none"),
        (replace(RUNS, prefix=(Exists(("k", "T")),)), "and there is none"),
        (replace(RUNS, prefix=(ForAll(("k",)), Exists(("T",)))), "not chosen after the run"),
        (replace(RUNS, prefix=(ForAll(("T",)), Exists(("k",)))), "not chosen after the run"),
        (
            replace(
                RUNS,
                parameters=("k", "T", "m"),
                run=replace(ROBIN, observed=(("m", ("most",)),)),
                prefix=(ForAll(("m",)), Exists(("T",)), ForAll(("k",))),
            ),
            "in the last 'for all'",
        ),
        (
            replace(
                RUNS,
                parameters=("k", "T", "m"),
                run=replace(ROBIN, observed=(("m", ("most",)),)),
                prefix=(ForAll(("k", "T")), Exists(("m",))),
            ),
            "in the last 'for all'",
        ),
        (replace(ANYTIME, prefix=(Exists(("c",)), ForAll(("k", "T")))), "that do not know T"),
        (replace(ANYTIME, prefix=(ForAll(("k", "T")), Exists(("c",)))), "that do not know T"),
        (replace(EVERY, prefix=(Exists(("T", "c")), ForAll(("k",)))), "not chosen in a claim"),
        (replace(EVERY, prefix=(ForAll(("T", "c")), Exists(("k",)))), "not chosen in a claim"),
    ],
)
def test_prefixes_that_make_no_sense(claim, message):
    with pytest.raises(MalformedError, match=message):
        check_well_formed(claim)


def test_families_stand_beside_a_prefix_of_for_alls():
    check_well_formed(replace(FIRST, families=(EACH,), prefix=(ForAll(("n",)), ForAll(("T",)))))


def test_a_choice_goes_into_minima_and_floors():
    extremum = Extremum("min", (Form(M), Form(Q)))
    claim = Claim(
        ("m", "T"),
        floors=(Floor("q", M + T, number(2)),),
        conclusion=(AllOf((Comparison(Form(extrema=((M, extremum),))),)),),
    )
    rest = choose(last(("m",), claim), Choice({"m": T + ONE}))
    assert rest.floors == (Floor("q", T + T + ONE, number(2)),)
    [[test]] = (part.parts for part in rest.conclusion)
    [(factor, inside)] = test.form.extrema
    assert factor == T + ONE
    assert inside.of[0].constant == T + ONE


# --- the rules, beside what the quantifiers say --------------------------------------------------

NAMES = ("x", "y", "z", "w")
SPAN = range(-1, 3)


@st.composite
def random_claims(draw):
    """Names within bounds, in any order, with more givens and conclusions that one can count."""
    declared = NAMES[: draw(st.integers(1, 4))]
    order = draw(st.permutations(declared))
    kinds = [draw(st.sampled_from([ForAll, Exists])) for _ in order]
    linear = st.lists(st.integers(-2, 2), min_size=5, max_size=5).map(
        lambda c: sum((x.scaled(a) for x, a in zip(VARIABLES, c, strict=False)), number(c[-1]))
    )
    tests = st.builds(given, linear, st.sampled_from(Relation))
    tests = tests.filter(lambda test: test.form.names() <= {*declared})
    ends = [draw(st.sampled_from([(0, 1), (0, 1), (-1, 1), (0, 2), (1, 0)])) for _ in declared]
    bounds = [
        given(p)
        for name, (least, most) in zip(declared, ends, strict=True)
        for p in (var(name) - number(least), number(most) - var(name))
    ]
    formula = st.builds(
        lambda kind, parts: kind(tuple(parts)),
        st.sampled_from([AllOf, AnyOf]),
        st.lists(tests, min_size=1, max_size=2),
    )
    return Claim(
        declared,
        givens=tuple(draw(st.permutations([*bounds, *draw(st.lists(tests, max_size=2))]))),
        conclusion=tuple(draw(st.lists(tests | formula, min_size=1, max_size=2))),
        prefix=tuple(kind((name,)) for kind, name in zip(kinds, order, strict=True)),
    )


def var(name):
    return Polynomial.variable(name)


VARIABLES = tuple(map(var, NAMES))


def holds(formula, values):
    return formula_holds(formula, values, lambda _: Fraction(0))


def last_of(test, values):
    """The last of the names of a comparison, if all have values; of one without names the first."""
    names, known = test.form.names(), [*values]
    if not names <= {*known}:
        return None
    return max(names, key=known.index, default=known[0])


def is_true(claim, values=None):
    """What the quantifiers say, one name after the other."""
    values = values or {}
    if len(values) == len(claim.parameters):
        return all(holds(part, values) for part in claim.conclusion)
    block = claim.prefix[len(values)]
    [name] = block.names
    answers = []
    for value in SPAN:
        inside = {**values, name: Fraction(value)}
        own = [g for g in claim.givens if last_of(g, inside) == name]
        if all(holds(g, inside) for g in own):
            answers.append(is_true(claim, inside))
    return all(answers) if isinstance(block, ForAll) else any(answers)


def everywhere(declared, wanted, known):
    """Whether all that is wanted holds wherever all that is known does."""
    for numbers in product(SPAN, repeat=len(declared)):
        values = dict(zip(declared, map(Fraction, numbers), strict=True))
        if all(holds(g, values) for g in known) and not all(holds(w, values) for w in wanted):
            return False
    return True


@examples(300)
@hypothesis.given(random_claims(), st.data())
def test_what_is_shown_of_a_choice_makes_the_claim_true(claim, data):
    """Each range by brute force from what stands before it, and the rest from the givens."""
    order = [name for block in claim.prefix for name in block.names]
    values = {}
    for name in claim.chosen:
        before = [n for n in order[: order.index(name)] if n not in claim.chosen]
        choices = [ZERO, ONE, *(p for n in before for p in (var(n), ONE - var(n)))]
        values[name] = data.draw(st.sampled_from(choices))
    shown, rest = ranges_and_rest(claim, Choice(values))
    for region, wanted in shown:
        known = [
            given(c.polynomial, Relation.GT if c.strict else Relation.GE)
            for c in region.constraints
        ]
        assume(everywhere(sorted(region.names), wanted, known))
    assume(everywhere(rest.parameters, rest.conclusion, rest.givens))
    assert is_true(claim)


def test_no_later_range_hides_a_given():
    """There is an x such that no y is above it, and then there need not be a z with z <= -1."""
    x, y, z = VARIABLES[:3]
    bounds = (x, ONE - x, y, ONE - y, y - x - ONE, z, -z - ONE)
    claim = Claim(
        NAMES[:3],
        givens=tuple(map(given, bounds)),
        conclusion=(given(x),),
        prefix=(Exists(("x",)), ForAll(("y",)), Exists(("z",))),
    )
    empty = ClauseProof(0, ClaimProof({}, (Empty(plain("h3", "h4").terms),)))
    assert is_true(claim)
    at_0 = Point({"y": Fraction(0)}, {})
    assert reason(Refuted(claim, at_0, (empty, empty))) == "coverage"
    with pytest.raises(RejectedError, match="comes after a given"):
        check_none_chosen(claim, at_0)
    before = replace(claim, prefix=(Exists(("x",)), Exists(("z",)), ForAll(("y",))))
    assert not is_true(before)
    assert verdict(Refuted(before, at_0, (empty, empty))) == "refuted"
    check_none_chosen(before, at_0)


@examples(200)
@hypothesis.given(random_claims())
def test_of_a_claim_and_its_negation_one_is_true(claim):
    other = negation(claim)
    assert is_true(claim) != is_true(other)
    assert is_true(negation(other)) == is_true(claim)


@examples(300)
@hypothesis.given(random_claims(), st.lists(st.sampled_from(SPAN), min_size=4, max_size=4))
def test_where_no_choice_serves_the_claim_is_false(claim, numbers):
    universal = [name for name in claim.parameters if name not in claim.chosen]
    point = Point(dict(zip(universal, map(Fraction, numbers), strict=False)), {})
    found = []
    with suppress(RejectedError):
        every = at_rest(claim, point)
        found.append(everywhere(every.parameters, every.conclusion, every.givens))
    with suppress(RejectedError):
        check_none_chosen(claim, point)
        found.append(True)
    if any(found):
        assert not is_true(claim)
