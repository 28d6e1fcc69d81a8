"""Each rule for claims about arms, with a case just inside and one just outside."""

from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Floor, Form, Kind, Relation
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial
from imab_verify.kernel.proofs import (
    Bound,
    Case,
    ClaimProof,
    Combine,
    Empty,
    Given,
    Lemma,
    Rays,
    Sum,
    Term,
    Use,
)
from imab_verify.kernel.rays import RAY
from imab_verify.kernel.regions import Constraint, Region, parameter_region
from imab_verify.kernel.rules import (
    check_claim,
    check_identity,
    check_rays,
    check_sign,
    goals,
    obligations,
)

M, N, T, X, Y, J = (Polynomial.variable(v) for v in ("m", "n", "T", "x", "y", RAY))
NOTHING = Sum(())


def number(value):
    return Polynomial.constant(Fraction(value))


def term(weight, *factors, square=None):
    return Term(Fraction(weight), tuple(factors), square)


def plain(i):
    """The goal is constraint number i."""
    return Sum((term(1, (i, 1)),))


ONE_IS_POSITIVE = Sum((term(1),))


def at_least(p):
    return Comparison(Form(p))


def integers(*constraints):
    return Region(
        tuple(map(Constraint, constraints)),
        frozenset().union(*(p.names() for p in constraints)),
    )


def reason(check, *arguments, **options):
    with pytest.raises(RejectedError) as error:
        check(*arguments, **options)
    return error.value.reason


# --- products ----------------------------------------------------------------------------------

QUADRANT = integers(X, Y - ONE)


def test_products_add_up():
    terms = (term(2, (0, 1), (1, 2)), term("1/3", (0, 2)), term(1, square=X - Y))
    target = number(2) * X * (Y - ONE) ** 2 + X * X * number("1/3") + (X - Y) ** 2
    check_identity(terms, QUADRANT, target)
    off = number("1/1000")
    assert reason(check_identity, terms, QUADRANT, target + off) is Reason.IDENTITY
    assert reason(check_identity, terms[1:], QUADRANT, target) is Reason.IDENTITY


@pytest.mark.parametrize("weight", [0, -1, "-1/1000"])
def test_weights_are_positive(weight):
    terms = (term(weight, (0, 1)),)
    assert reason(check_identity, terms, QUADRANT, X.scaled(Fraction(weight))) is Reason.SIGN


@pytest.mark.parametrize("index", [-1, 2])
def test_factors_are_constraints_of_the_region(index):
    """-1 does not mean the last one, as it would in a Python list."""
    assert reason(check_identity, (term(1, (index, 1)),), QUADRANT, Y - ONE) is Reason.IDENTITY


@pytest.mark.parametrize("exponent", [0, -1])
def test_factors_are_powers(exponent):
    check_identity((term(1, (0, 1)),), QUADRANT, X)
    assert reason(check_identity, (term(1, (0, exponent)),), QUADRANT, ONE) is Reason.IDENTITY


def test_squares_speak_of_the_regions_names():
    z = Polynomial.variable("z")
    assert reason(check_identity, (term(1, square=z),), QUADRANT, z * z) is Reason.IDENTITY
    ray = (term(1, square=J),)
    assert reason(check_identity, ray, QUADRANT, J * J) is Reason.IDENTITY


# --- strictness and rounding -------------------------------------------------------------------


def reals(*constraints):
    names = frozenset({"x", "y"})
    return Region(tuple(constraints), names, names)


def test_strict_over_integers_is_one_more():
    check_sign(plain(0), integers(N - ONE), N, strict=True)
    assert reason(check_sign, plain(0), integers(N), N, strict=True) is Reason.IDENTITY


def test_strict_over_integers_clears_denominators_first():
    """n/2 - m/3 > 0 is 3n - 2m >= 1, not n/2 - m/3 >= 1."""
    p = N.scaled(Fraction(1, 2)) - M.scaled(Fraction(1, 3))
    region = integers(N, M)
    assert region.sharpen(p, strict=True) == Constraint(number(3) * N - number(2) * M - ONE)
    assert region.sharpen(p, strict=False) == Constraint(p)
    assert region.sharpen(ZERO, strict=True) == Constraint(-ONE)


def test_nothing_is_rounded_over_reals():
    region = replace(integers(N, X), reals=frozenset({"x"}))
    assert region.sharpen(X, strict=True) == Constraint(X, strict=True)
    assert region.sharpen(N * X, strict=True) == Constraint(N * X, strict=True)
    assert region.sharpen(N, strict=True) == Constraint(N - ONE)


def test_strict_over_reals_needs_a_plainly_positive_summand():
    positive = reals(Constraint(X, strict=True), Constraint(Y))
    both = Sum((term(1, (0, 1)), term(1, (1, 1))))
    check_sign(both, positive, X + Y, strict=True)
    check_sign(Sum((term(1, (1, 1)), term("1/1000"))), positive, Y + number("1/1000"), strict=True)
    check_sign(plain(1), positive, Y)
    mixed = Sum((term(1, (0, 1), (1, 1)),))
    for node, p in (
        (plain(1), Y),
        (mixed, X * Y),
        (Sum((term(1, square=X),)), X * X),
    ):
        assert reason(check_sign, node, positive, p, strict=True) is Reason.STRICTNESS
    assert reason(check_sign, NOTHING, positive, ZERO, strict=True) is Reason.IDENTITY


# --- cases -------------------------------------------------------------------------------------

BOTH_SIDES = Case(
    N,
    Sum((term(1, (0, 1)), term(1, (0, 2)))),
    Sum((term(1, (0, 1)), term(1, (0, 2)))),
)


def test_an_integer_is_at_most_0_or_at_least_1():
    everywhere = Region((), frozenset({"n"}))
    check_sign(BOTH_SIDES, everywhere, N * N - N)


def test_a_real_may_lie_between():
    everywhere = Region((), frozenset({"n"}), frozenset({"n"}))
    assert reason(check_sign, BOTH_SIDES, everywhere, N * N - N) is Reason.IDENTITY


@pytest.mark.parametrize("split", [N, N - number(7), N.scaled(Fraction(2, 3)) - number("1/5")])
def test_the_two_cases_cover_and_do_not_overlap(split):
    low, high = Region((), frozenset({"n"})).branches(split)
    for n in range(-20, 21):
        values = {"n": Fraction(n)}
        sides = [r.constraints[0].polynomial.at(values) >= 0 for r in (low, high)]
        assert sum(sides) == 1


def test_both_cases_need_a_proof():
    everywhere = Region((), frozenset({"n"}))
    for broken in (replace(BOTH_SIDES, low=NOTHING), replace(BOTH_SIDES, high=NOTHING)):
        assert reason(check_sign, broken, everywhere, N * N - N) is Reason.IDENTITY


def test_a_case_speaks_of_the_regions_names():
    region = integers(N)
    assert reason(check_sign, Case(J, plain(0), plain(0)), region, N) is Reason.IDENTITY
    assert reason(check_sign, Case(X, plain(0), plain(0)), region, N) is Reason.IDENTITY


def test_an_empty_region_proves_anything():
    contradiction = Empty((term(1, (0, 1)), term(1, (1, 1))))
    check_sign(contradiction, integers(N - ONE, -N), number(-5), strict=True)
    nearly = integers(N - ONE, ONE - N)
    assert reason(check_sign, contradiction, nearly, number(-5)) is Reason.IDENTITY


def test_a_sign_is_not_proved_by_a_combination():
    node = Combine(ONE, NOTHING, (), {}, NOTHING)
    assert reason(check_sign, node, integers(N), ZERO) is Reason.RULE


# --- rays --------------------------------------------------------------------------------------


def value(n, arm="f"):
    return Atom(Kind.VALUE, arm, (n,))


def rew(n, arm="f"):
    return Atom(Kind.REW, arm, (n,))


RISING = [(ONE, value(N + ONE)), (-ONE, value(N))]


RISES = {
    ArmClass.CONCAVE: Case(N + ONE - J, Sum((term(1),)), Case(N - J, plain(3), NOTHING)),
    ArmClass.CONCAVE_FROM_1: Case(N - J, Sum((term(1),)), Case(N - ONE - J, plain(3), NOTHING)),
    ArmClass.MONOTONE: Case(
        N + number(2) - J, NOTHING, Case(N + ONE - J, Sum((term(1),)), NOTHING)
    ),
}


@pytest.mark.parametrize("kind", list(RISES))
def test_rewards_rise(kind):
    """On r_j the step f(n+1) - f(n) is 1 or 0, on each side of the bend."""
    region = integers(N - number(kind.first))
    proof = Rays(NOTHING, RISES[kind])
    check_rays(proof, kind, RISING, region)
    for other in RISES.keys() - {kind}:
        assert reason(check_rays, Rays(NOTHING, RISES[other]), kind, RISING, region) in (
            Reason.UNDECIDED,
            Reason.IDENTITY,
        )
    falling = [(-c, atom) for c, atom in RISING]
    assert reason(check_rays, proof, kind, falling, region) is Reason.IDENTITY


def test_rewards_rot():
    """On [n <= j] the step f(n) - f(n+1) is 1 at n = j and 0 elsewhere."""
    region = integers(N - ONE)
    proof = Rays(NOTHING, Case(N + ONE - J, NOTHING, Case(N - J, Sum((term(1),)), NOTHING)))
    falling = [(-c, atom) for c, atom in RISING]
    check_rays(proof, ArmClass.ROTTING, falling, region)
    assert reason(check_rays, proof, ArmClass.ROTTING, RISING, region) is Reason.IDENTITY
    for other in RISES:
        assert reason(check_rays, proof, other, falling, region) in (
            Reason.UNDECIDED,
            Reason.IDENTITY,
        )


def test_the_constant_ray_is_not_forgotten():
    """f(n) - f(m) vanishes on the constant; 1 - f is no functional; -f(n) is -1 there."""
    proof = Rays(NOTHING, NOTHING)
    assert reason(check_rays, proof, ArmClass.CONCAVE, [(-ONE, value(N))], integers(N)) is (
        Reason.IDENTITY
    )


def test_every_index_needs_its_side():
    constant = Sum((term(1),))
    for ray in (NOTHING, Case(N - J, Sum((term(1, (0, 1)),)), Case(J - N, NOTHING, NOTHING))):
        with pytest.raises(RejectedError) as error:
            check_rays(Rays(constant, ray), ArmClass.CONCAVE, [(ONE, value(N))], integers(N))
        assert error.value.reason in (Reason.UNDECIDED, Reason.IDENTITY)


VALUE_IS_POSITIVE = Rays(
    Sum((term(1),)), Case(N - J, Sum((term(1, (0, 1)),)), Sum((term(1, (1, 1)), term(1))))
)


def test_the_ray_parameter_starts_at_1_and_is_an_integer():
    """On r_j the value is n or j; j itself is constraint number 1 plus 1."""
    check_rays(VALUE_IS_POSITIVE, ArmClass.CONCAVE, [(ONE, value(N))], integers(N))
    more = Rays(VALUE_IS_POSITIVE.constant, Case(N - J, plain(0), Sum((term(1, (1, 1)), term(2)))))
    assert reason(check_rays, more, ArmClass.CONCAVE, [(ONE, value(N))], integers(N)) is (
        Reason.IDENTITY
    )


# --- combinations ------------------------------------------------------------------------------


def claim(conclusion, givens=(), arms=(("f", ArmClass.CONCAVE),), names=("n",), **extra):
    return Claim(names, arms, tuple(givens), (conclusion,), **extra)


def combine(*uses, arms=None, rest=NOTHING, scale=ONE, positive=NOTHING, strict=None):
    return Combine(scale, positive, tuple(uses), arms or {}, rest, strict)


def verdict(c, node, domain=(), lemmas=()):
    check_claim(ClaimProof(tuple(domain), (node,)), c, lemmas)


NONNEGATIVE = claim(Comparison(Form(ZERO, ((ONE, value(N)),))), [at_least(N)])
BY_RAYS = combine(arms={"f": VALUE_IS_POSITIVE})


def test_a_functional_by_its_rays():
    verdict(NONNEGATIVE, BY_RAYS)
    assert reason(verdict, NONNEGATIVE, combine()) is Reason.COVERAGE


def test_the_constant_part_needs_a_proof():
    low = replace(NONNEGATIVE, conclusion=(Comparison(Form(-ONE, ((ONE, value(N)),))),))
    assert reason(verdict, low, BY_RAYS) is Reason.IDENTITY
    high = replace(NONNEGATIVE, conclusion=(Comparison(Form(ONE, ((ONE, value(N)),))),))
    verdict(high, replace(BY_RAYS, rest=Sum((term(1),))))


def test_the_scale_is_positive():
    for scale, positive in ((ZERO, NOTHING), (-ONE, ONE_IS_POSITIVE), (N, plain(0))):
        node = combine(arms=BY_RAYS.arms, scale=scale, positive=positive)
        assert reason(verdict, NONNEGATIVE, node) is Reason.IDENTITY


GIVEN = Comparison(Form(ZERO, ((ONE, value(N)), (number(-2), value(N, "g")))))
FROM_GIVEN = claim(
    Comparison(Form(ZERO, ((ONE, value(N)),))),
    [at_least(N), GIVEN],
    (("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE)),
)
TWICE = Rays(Sum((term(2),)), Case(N - J, Sum((term(2, (0, 1)),)), Sum((term(2, (1, 1)), term(2)))))


def use_given(index=1, multiplier=ONE, sign=None):
    return Use(Given(index), multiplier, sign or ONE_IS_POSITIVE)


def test_a_given_with_its_multiplier():
    """f(n) = 1 * (f(n) - 2 g(n)) + 2 g(n)."""
    verdict(FROM_GIVEN, combine(use_given(), arms={"g": TWICE}))


@pytest.mark.parametrize(
    "use",
    [
        use_given(multiplier=-ONE),
        use_given(multiplier=-ONE, sign=NOTHING),
        use_given(multiplier=number("999/1000"), sign=Sum((term("999/1000"),))),
        use_given(index=0),
        use_given(index=2),
        use_given(index=-1),
        use_given(multiplier=X),
    ],
)
def test_a_given_misused(use):
    with pytest.raises(RejectedError):
        verdict(FROM_GIVEN, combine(use, arms={"g": TWICE}))


def test_a_negative_multiple_of_an_equality_is_allowed():
    equal = replace(FROM_GIVEN, givens=(at_least(N), replace(GIVEN, relation=Relation.EQ)))
    minus = Form(ZERO, tuple((-c, atom) for c, atom in GIVEN.form.terms))
    goal = replace(equal, conclusion=(Comparison(minus),))
    verdict(goal, combine(use_given(multiplier=-ONE)))
    inequality = replace(goal, givens=FROM_GIVEN.givens)
    assert reason(verdict, inequality, combine(use_given(multiplier=-ONE))) is Reason.IDENTITY


def strict(c, *relations):
    """The claim with a strict goal and the given number 1 as told."""
    goal = replace(c.conclusion[0], relation=Relation.GT)
    return replace(
        c, conclusion=(goal,), givens=(c.givens[0], replace(GIVEN, relation=relations[0]))
    )


def test_a_strict_goal_from_a_strict_given():
    node = combine(use_given(sign=NOTHING), arms={"g": TWICE}, strict=0)
    verdict(strict(FROM_GIVEN, Relation.GT), node)
    for relation in (Relation.GE, Relation.EQ):
        assert reason(verdict, strict(FROM_GIVEN, relation), node) is Reason.STRICTNESS
    plain_use = combine(use_given(), arms={"g": TWICE})
    for index in (1, -1):
        other = replace(plain_use, strict=index)
        assert reason(verdict, strict(FROM_GIVEN, Relation.GT), other) is Reason.STRICTNESS
    assert reason(verdict, strict(FROM_GIVEN, Relation.GT), plain_use) is Reason.IDENTITY


def test_a_strict_given_times_0_is_not_strict():
    c = strict(FROM_GIVEN, Relation.GT)
    node = combine(use_given(multiplier=ZERO), arms={"f": VALUE_IS_POSITIVE}, strict=0)
    assert reason(verdict, c, node) is Reason.IDENTITY


def test_an_equality_is_proved_in_both_directions():
    nothing = Form(ZERO, ((ONE, value(N)), (-ONE, value(N))))
    same = claim(Comparison(nothing, Relation.EQ), [at_least(N)])
    assert len(goals(same)) == 2
    check_claim(ClaimProof((), (combine(), combine())), same, ())
    equal = replace(NONNEGATIVE.conclusion[0], relation=Relation.EQ)
    one_sided = replace(NONNEGATIVE, conclusion=(equal,))
    assert reason(verdict, one_sided, BY_RAYS) is Reason.COVERAGE
    both = ClaimProof((), (BY_RAYS, BY_RAYS))
    assert reason(check_claim, both, one_sided, ()) is Reason.IDENTITY


# --- the bound f <= 1 --------------------------------------------------------------------------


def below_1(kind):
    goal = Comparison(Form(ONE, ((-ONE, value(N)),)))
    return claim(goal, [at_least(N - number(kind.first))], (("f", kind),))


def bound(index=N, inside=None, arm="f"):
    return Use(Bound(arm, index, inside or plain(0)), ONE, ONE_IS_POSITIVE)


@pytest.mark.parametrize("kind", list(ArmClass))
def test_rewards_are_at_most_1(kind):
    verdict(below_1(kind), combine(bound()))
    tighter = Comparison(Form(number("999/1000"), ((-ONE, value(N)),)))
    assert reason(verdict, replace(below_1(kind), conclusion=(tighter,)), combine(bound())) is (
        Reason.IDENTITY
    )


@pytest.mark.parametrize(
    ("use", "why"),
    [
        (bound(arm="g"), Reason.HYPOTHESIS),
        (bound(index=N - ONE), Reason.IDENTITY),
        (bound(index=N.scaled(Fraction(1, 2))), Reason.DOMAIN),
        (bound(index=X), Reason.IDENTITY),
        (bound(inside=NOTHING), Reason.IDENTITY),
    ],
)
def test_a_bound_outside_the_domain(use, why):
    assert reason(verdict, below_1(ArmClass.CONCAVE), combine(use)) is why


# --- lemmas ------------------------------------------------------------------------------------

LEMMA = claim(Comparison(Form(ZERO, ((ONE, value(N)),))), [at_least(N - number(2))])


def instance(index=N, *, proofs=None, arms=None, comparison=0, lemma=0, parameters=None):
    values = {"n": index} if parameters is None else parameters
    shown = (plain(0),) if proofs is None else tuple(proofs)
    source = Lemma(lemma, comparison, values, arms or {"f": "f"}, shown)
    return Use(source, ONE, ONE_IS_POSITIVE)


def later(least=2, kind=ArmClass.CONCAVE, at=N):
    goal = Comparison(Form(ZERO, ((ONE, value(at)),)))
    return claim(goal, [at_least(N - number(least))], (("f", kind),))


def test_a_lemma_at_the_edge_of_its_region():
    verdict(later(2), combine(instance()), lemmas=[LEMMA])
    shifted = instance(N + ONE, proofs=[plain(0)])
    verdict(later(1, at=N + ONE), combine(shifted), lemmas=[LEMMA])
    assert reason(verdict, later(1), combine(instance()), lemmas=[LEMMA]) is Reason.IDENTITY


@pytest.mark.parametrize(
    ("use", "why"),
    [
        (instance(lemma=1), Reason.LEMMA),
        (instance(lemma=-1), Reason.LEMMA),
        (instance(comparison=1), Reason.LEMMA),
        (instance(comparison=-1), Reason.LEMMA),
        (instance(parameters={}), Reason.LEMMA),
        (instance(parameters={"n": N, "m": N}), Reason.LEMMA),
        (instance(arms={"f": "f", "g": "f"}), Reason.LEMMA),
        (instance(arms={"f": "g"}), Reason.LEMMA),
        (instance(proofs=[]), Reason.COVERAGE),
        (instance(N.scaled(Fraction(3, 2))), Reason.DOMAIN),
        (instance(Polynomial.variable("z")), Reason.IDENTITY),
    ],
)
def test_a_lemma_misused(use, why):
    assert reason(verdict, later(2), combine(use), lemmas=[LEMMA]) is why


@pytest.mark.parametrize("asked", list(ArmClass))
@pytest.mark.parametrize("actual", list(ArmClass))
def test_a_lemma_holds_for_its_own_class_and_concave_is_in_all_that_rise(asked, actual):
    lemmas = [replace(LEMMA, arms=(("f", asked),))]
    wanted, node = later(2, actual), combine(instance())
    rises = asked is not ArmClass.ROTTING
    if actual is asked or (actual is ArmClass.CONCAVE and rises):
        verdict(wanted, node, lemmas=lemmas)
    else:
        assert reason(verdict, wanted, node, lemmas=lemmas) is Reason.LEMMA


def test_a_lemma_with_a_hypothesis_on_rewards_cannot_be_used():
    given = Comparison(Form(-ONE, ((ONE, value(N)),)))
    lemma = replace(LEMMA, givens=(*LEMMA.givens, given))
    assert reason(verdict, later(2), combine(instance()), lemmas=[lemma]) is Reason.LEMMA


def test_an_integer_lemma_cannot_be_used_at_a_real():
    c = replace(later(2), reals=("x",))
    assert reason(verdict, c, combine(instance(X)), lemmas=[LEMMA]) is Reason.DOMAIN


def test_a_real_lemma_may_be_used_at_a_fraction():
    """x >= 2 gives x - 2 >= 0 at x = n/2 if n >= 4."""
    lemma = Claim((), (), (at_least(X - number(2)),), (at_least(X - number(2)),), reals=("x",))
    half = N.scaled(Fraction(1, 2))
    use = Use(Lemma(0, 0, {"x": half}, {}, (Sum((term("1/2", (0, 1)),)),)), ONE, ONE_IS_POSITIVE)
    c = claim(at_least(half - number(2)), [at_least(N - number(4))], ())
    verdict(c, combine(use), lemmas=[lemma])
    short = replace(c, givens=(at_least(N - number(3)),))
    assert reason(verdict, short, combine(use), lemmas=[lemma]) is Reason.IDENTITY


def test_a_floor_of_a_lemma_is_a_value_to_be_shown():
    """q = n // 2 in the lemma: at q = n the constraint n - 2q >= 0 cannot be shown."""
    q = Polynomial.variable("q")
    lemma = Claim(
        ("n",), (), (at_least(N),), (at_least(N - q),), floors=(Floor("q", N, number(2)),)
    )
    use = Lemma(0, 0, {"n": N, "q": N}, {}, (plain(0), plain(0), plain(0)))
    c = claim(at_least(ZERO), [at_least(N)], ())
    node = combine(Use(use, ONE, ONE_IS_POSITIVE))
    assert reason(verdict, c, node, lemmas=[lemma]) is Reason.IDENTITY
    two = {"n": N.scaled(2), "q": N}
    shown = (Sum((term(2, (0, 1)),)), NOTHING, Sum((term(1),)))
    verdict(
        claim(at_least(N), [at_least(N)], ()),
        combine(Use(Lemma(0, 0, two, {}, shown), ONE, ONE_IS_POSITIVE)),
        lemmas=[lemma],
    )


# --- domain ------------------------------------------------------------------------------------


def test_plain_index_conditions_need_no_proof():
    assert obligations(NONNEGATIVE) == []
    outside = replace(NONNEGATIVE, givens=(at_least(N + ONE),))
    assert [p for p, _ in obligations(outside)] == [N]
    assert reason(verdict, outside, BY_RAYS) is Reason.DOMAIN
    assert reason(verdict, outside, BY_RAYS, domain=[plain(0)]) is Reason.IDENTITY


def test_conditions_on_indices_that_only_the_givens_name():
    given = Comparison(Form(ZERO, ((ONE, value(N - number(2))),)))
    c = replace(NONNEGATIVE, givens=(at_least(N), given))
    assert [p for p, _ in obligations(c)] == [N - number(2)]
    assert reason(verdict, c, BY_RAYS) is Reason.DOMAIN


def test_one_proof_for_each_condition():
    assert reason(verdict, NONNEGATIVE, BY_RAYS, domain=[plain(0)]) is Reason.DOMAIN


def test_divisors_are_at_least_1_without_the_floors_own_meaning():
    """n - d*q >= 0 and d*q + d - 1 - n >= 0 add up to d >= 1: that would be circular."""
    d, q = Polynomial.variable("d"), Polynomial.variable("q")
    c = Claim(("n", "d"), (), (), (at_least(N - d * q),), floors=(Floor("q", N, d),))
    [(p, where)] = obligations(c)
    assert p == d - ONE
    assert where.constraints == ()
    circular = Sum((term(1, (0, 1)), term(1, (1, 1))))
    node = combine(rest=plain(0))
    assert reason(verdict, c, node, domain=[circular]) is Reason.IDENTITY
    verdict(replace(c, givens=(at_least(d - ONE),)), combine(rest=plain(1)))


def test_floor_regions_hold_the_floor_and_nothing_else():
    q = Polynomial.variable("q")
    c = Claim(("n",), (), (), (at_least(q),), floors=(Floor("q", N, number(3)),))
    region = parameter_region(c)
    for n in range(-7, 8):
        for value_of_q in range(-5, 6):
            values = {"n": Fraction(n), "q": Fraction(value_of_q)}
            inside = all(g.polynomial.at(values) >= 0 for g in region.constraints)
            assert inside == (value_of_q == n // 3)


def test_strict_and_equal_givens_as_constraints():
    c = Claim(
        ("n", "m"),
        (),
        (Comparison(Form(N), Relation.GT), Comparison(Form(M), Relation.EQ)),
        (at_least(ZERO),),
    )
    found = [g.polynomial for g in parameter_region(c).constraints]
    assert found == [N - ONE, M, -M]


def test_a_goal_per_comparison():
    two = replace(NONNEGATIVE, conclusion=NONNEGATIVE.conclusion * 2)
    assert reason(verdict, two, BY_RAYS) is Reason.COVERAGE
    check_claim(ClaimProof((), (BY_RAYS, BY_RAYS)), two, ())
