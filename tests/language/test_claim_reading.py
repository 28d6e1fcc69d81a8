"""What a text means: the kernel claim that it is read as."""

import operator
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from runs import run_of
from thoroughness import examples

from imab_verify.errors import InputError
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Comparison,
    Curve,
    Every,
    Floor,
    Form,
    Kind,
    Point,
    Polynomial,
    Relation,
    Run,
)
from imab_verify.kernel.semantics import violation
from imab_verify.language.declarations import read_arms
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.language.writing import show_claim

CONCAVE = ArmClass.CONCAVE
ZERO, ONE = Polynomial({}), Polynomial.constant(1)
LAST_PULL = "N = N(f), M = most before the last pull of f, B = N(g) before the last pull of f"
RUN = Run(ALGORITHM_1)


def var(name):
    return Polynomial.variable(name)


def num(value):
    return Polynomial.constant(value)


def at_least(p):
    return Comparison(Form(p))


m, n, T, a, N, k = map(var, "mnTaNk")


# --- the examples of the product ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
            "T*(T + 1)*Rew(f, m) >= m*(m + 1)*Rew(f, T)",
        ),
        ("2*P(f,a,N) > 3*N*Delta(f,a)", "2*P(f, a, N) > 3*N*Delta(f, a)"),
        ("Rew(f,T//2)/Rew(f,T) >= 1/5", "Rew(f, T//2) >= 1/5*Rew(f, T)"),
        (
            "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
            "Rew(f, T) >= Area(f, T) and Area(f, T + 1) >= Rew(f, T)",
        ),
        ("f(n) + Rew(g,T-n) <= Rew(f,T)", "Rew(f, T) >= f(n) + Rew(g, T - n)"),
        ("Rew(f,m)*c >= Rew(f,T)", "c*Rew(f, m) >= Rew(f, T)"),
    ],
)
def test_a_text_is_read_as_the_sentence_says(text, says):
    assert show_claim(read_question(text).claims().claim).endswith(f": {says}")


def test_a_question_keeps_what_was_written_and_says_what_was_assumed():
    q = read_question("Rew(f,T//2)/Rew(f,T) >= 1/5", ["m <= T"])
    assert (q.text, q.givens, q.sides) == ("Rew(f,T//2)/Rew(f,T) >= 1/5", ("m <= T",), ())
    assert q.notes == (
        "f is concave by default",
        "T >= 1 by default",
        "m >= 1 by default",
        "Rew(f,T//2)/Rew(f,T) >= 1/5 is read as Rew(f, T//2) >= 1/5*Rew(f, T)",
    )


def test_the_competitive_ratio():
    q = read_question("OPT(T) <= k*(1+1/T)*ALG(T)", ["T >= 4*k"], run=RUN)
    terms = ((k * T + k, Atom(Kind.ALG)), (-T, Atom(Kind.OPT)))
    assert q.claims().claim.conclusion == (Comparison(Form(ZERO, terms)),)
    assert q.claims().claim.run == RUN
    [side] = q.sides
    assert side.conclusion == (Comparison(Form(T), Relation.GT),)
    ratio = read_question("OPT(T)/ALG(T) <= k*(1+1/T)", ["T >= 4*k"], run=RUN)
    assert ratio.claims() == q.claims()


# --- names -------------------------------------------------------------------------------------


def test_parameters_come_in_order_of_appearance_and_those_of_a_run_first():
    assert read_question("b + a >= x", ["d <= a"]).claims().claim.parameters == ("b", "a", "x", "d")
    claim = read_question("b >= T", ["a <= k"], run=RUN).claims().claim
    assert claim.parameters == ("k", "T", "b", "a")


def test_the_counts_of_a_run_are_parameters():
    run = run_of("algorithm-1", LAST_PULL)
    q = read_question("M <= T", arms={"f": CONCAVE, "g": CONCAVE}, run=run)
    assert q.claims().claim.parameters == ("k", "T", "M", "N", "B")


def test_declared_arms_are_the_only_ones():
    with pytest.raises(ClaimError, match="--arm f"):
        read_question("f(n) >= 0", arms={"g": CONCAVE})
    with pytest.raises(ClaimError, match="--arm u") as refused:
        read_question("f(n) + Rew(u, n) >= 0")
    assert refused.value.position == 11


LOWER = ["n >= -3", "-3 <= n", "n > 2", "2 < n", "n == 0", "0 == n", "2 <= n <= m", "2*n >= 4"]
NOT_LOWER = ["n <= 7", "n >= m", "n*n >= 4", "n >= f(m)", "1/n <= 2", "f(n) >= 1/2", "-n >= -5"]


@pytest.mark.parametrize("given", LOWER)
def test_a_lower_bound_replaces_the_default(given):
    q = read_question("n >= 0", [given])
    assert at_least(n - ONE) not in q.claims().claim.givens
    assert "n >= 1 by default" not in q.notes


@pytest.mark.parametrize("given", NOT_LOWER)
def test_any_other_given_leaves_the_default(given):
    q = read_question("n >= 0", [given])
    assert q.claims().claim.givens.count(at_least(n - ONE)) == 1
    assert "n >= 1 by default" in q.notes


def test_defaults_come_after_the_givens_in_the_order_of_the_parameters():
    q = read_question("x <= y", ["z <= x and z >= 2", "y >= z"])
    x, y, z = map(var, "xyz")
    expected = [x - z, z - num(2), y - z, x - ONE, y - ONE]
    assert q.claims().claim.givens == tuple(map(at_least, expected))


def test_arms_are_declared_in_short():
    assert read_arms(["g", "f:concave-from-1", "h:monotone"]) == {
        "g": CONCAVE,
        "f": ArmClass.CONCAVE_FROM_1,
        "h": ArmClass.MONOTONE,
    }
    assert read_arms([]) is None


@pytest.mark.parametrize("bad", [["f:convex"], ["f:"], ["Rew"], [""], ["f", "f"], ["a b"], ["_f"]])
def test_a_bad_declaration_is_refused(bad):
    with pytest.raises(InputError):
        read_arms(bad)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"reals": ["x"]}, "does not occur"),
        ({"reals": ["n"], "arms": {"n": CONCAVE}}, "as an arm and as a real"),
        ({"reals": ["P"]}, "cannot be declared"),
        ({"arms": {"and": CONCAVE}}, "cannot be declared"),
        ({"reals": ["T"], "run": RUN}, "integer of the run"),
        ({"arms": {"k": CONCAVE}, "run": RUN}, "integer of the run"),
        ({"arms": {"f": ArmClass.MONOTONE}, "run": RUN}, "must be concave"),
        ({"arms": {}, "run": Run(ALGORITHM_1, late=("g",))}, "is not declared"),
    ],
)
def test_declarations_that_do_not_fit_are_refused(arguments, word):
    with pytest.raises(InputError, match=word):
        read_question("n >= T", **arguments)


# --- functionals -------------------------------------------------------------------------------


def test_the_same_functional_is_one_term_and_one_that_cancels_stays():
    form = read_question("f(n+1) + 2*f(1+n) - f(m) >= 3 - f(m)").claims().claim.conclusion[0].form
    value = Atom(Kind.VALUE, "f", (n + ONE,)), Atom(Kind.VALUE, "f", (m,))
    assert form == Form(num(-3), ((num(3), value[0]), (ZERO, value[1])))


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [
        ("Rew(f,n)*f(n) >= 0", 8, "A/B <= C"),
        ("n <= f(n)**2", 9, "product of two rewards"),
        ("f(n)*(1/f(m)) >= f(m)*(f(n)/f(m))", 21, "product of two rewards"),
        ("f(n)/f(m) >= f(m)/f(n)", 10, "numerator"),
        ("f(n)/f(m) >= f(m)", 10, "made of parameters"),
        ("f(n) <= 1/f(m)", 5, "made of parameters"),
        ("f(n)/f(m) + f(n) >= 2", 10, "can be added"),
        ("f(n)/f(m)/f(m) >= 2", 9, "once more"),
        ("1/(f(n)/f(m)) >= 2", 1, "turn it round"),
        ("1/(f(n) - f(m)) >= 2", 1, "negative"),
        ("1/(f(n) - 1) >= 2", 1, "negative"),
        ("1/(f(n) - f(n)) >= 2", 1, "divides by zero"),
        ("f(n)//2 >= 0", 4, "parameters only"),
        ("Rew(f,T/2) >= 0", 6, "//"),
        ("Rew(f,1/T) >= 0", 6, "//"),
        ("Rew(f,f(n)) >= 0", 6, "not of rewards"),
        ("f(x) >= 0", 2, "x is real"),
        ("x//2 + f(n) >= 0", 1, "real"),
        ("T//(m//2) >= 0", 1, "not supported"),
        ("f(n, m) >= 0", 0, "one index"),
        ("Rew(f) >= 0", 0, "Rew(f, n)"),
        ("P(f,n) >= 0", 0, "P(f, a, N)"),
        ("Rew(2,n) >= 0", 4, "name of an arm"),
        ("Rew(n) >= 0", 0, "Rew(f, n)"),
        ("f >= 0", 0, "f is an arm"),
        ("f(f) >= 0", 2, "f is an arm"),
        ("P >= 0", 0, "P(f, a, N)"),
        ("OPT(T) >= 0", 0, "--policy"),
        ("n >= ALG(n)", 5, "--policy"),
    ],
)
def test_what_has_no_reading_is_refused_with_the_nearest_that_has(text, position, word):
    with pytest.raises(ClaimError) as refused:
        read_question(text, reals=["x"] if "x" in text else ())
    assert refused.value.position == position
    assert word in str(refused.value)


def test_a_policy_that_may_know_the_horizon_has_a_run_at_its_horizon_only():
    knows = Run(read_index(1, "T*f(a)"))
    looks_ahead = Run(read_index(2, "P(f,a,T)"))
    for run in (knows, looks_ahead, Every("policy")):
        with pytest.raises(ClaimError, match=r"write OPT\(T\)") as refused:
            read_question("OPT(2*T) <= ALG(T)", run=run)
        assert refused.value.position == 4
    read_question("OPT(2*T) <= ALG(T)", run=Run(read_index(1, "a*f(a)")))
    at_horizon = read_question("ALG(T + 1 - 1) >= 0", run=RUN).claims().claim
    assert at_horizon.conclusion[0].form.terms == ((ONE, Atom(Kind.ALG)),)


def test_an_area_needs_the_reward_of_no_pull():
    with pytest.raises(ClaimError, match="Rew"):
        read_question("Area(f,n) >= 0", arms={"f": ArmClass.CONCAVE_FROM_1})


# --- relations, quotients, floors --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "p", "relation"),
    [
        ("n <= m", m - n, Relation.GE),
        ("n >= m", n - m, Relation.GE),
        ("n < m", m - n, Relation.GT),
        ("n > m", n - m, Relation.GT),
        ("n == m", n - m, Relation.EQ),
        ("-n**2 >= 2**3**0*m", num(-1) * n * n - num(2) * m, Relation.GE),
        ("n - m - a >= 1", n - m - a - ONE, Relation.GE),
        ("n/2*m >= 1/3/4", n * m * num(Fraction(1, 2)) - num(Fraction(1, 12)), Relation.GE),
        ("--n >= 7//2 - 7//-(-2)", n, Relation.GE),
    ],
)
def test_comparisons_of_parameters(text, p, relation):
    assert read_question(text).claims().claim.conclusion == (Comparison(Form(p), relation),)


def test_a_chain_is_the_conjunction_of_its_links():
    chain = read_question("1 <= f(n) < f(m) == 2").claims().claim.conclusion
    apart = read_question("1 <= f(n) and f(n) < f(m) and f(m) == 2").claims().claim.conclusion
    assert chain == apart
    assert [c.relation for c in chain] == [Relation.GE, Relation.GT, Relation.EQ]


@pytest.mark.parametrize(
    ("ratio", "plain"),
    [
        ("Rew(f,m)/Rew(f,T) >= m/T", "T*Rew(f,m) >= m*Rew(f,T)"),
        ("m/T <= Rew(f,m)/Rew(f,T)", "T*Rew(f,m) >= m*Rew(f,T)"),
        ("Rew(f,m)/Rew(f,T) < 2", "Rew(f,m) < 2*Rew(f,T)"),
        ("2 == (f(n)+1)/(f(m)/2 + f(n) + 3)", "2*(f(m)/2 + f(n) + 3) == f(n)+1"),
        ("-2*(f(n)/f(m))/3 >= -1", "-2*f(n)/3 >= -f(m)"),
        ("1/f(n) >= 1", "1 >= f(n)"),
        ("n*f(n)/(f(m)/T) >= 1", "T*n*f(n) >= f(m)"),
        ("1/T + 1/T**2 <= 1/(m*T)", "m*T + m <= T"),
        ("f(n)/(T*(T+1)) >= 1/T", "f(n) >= T + 1"),
        ("n/(-T) >= -2", "-n >= -2*T"),
        ("n/(2*T+2) >= m", "n/2 >= m*T + m"),
    ],
)
def test_a_quotient_means_the_product(ratio, plain):
    def parts(text):
        [c] = read_question(text).claims().claim.conclusion
        return c.relation, c.form.constant, set(c.form.terms)

    assert parts(ratio) == parts(plain)


def test_denominators_are_written_down():
    q = read_question("Rew(f,m)/(m*f(m)) >= 1/2 + 1/(T*(T-1)) + 2/T**2", ["1/(n+1) <= 1"])
    sides = q.claims().sides
    shown = [c.form.constant for side in sides for c in side.conclusion]
    assert shown == [m, T, T - ONE, n + ONE]
    assert {c.relation for side in sides for c in side.conclusion} == {Relation.GT}
    for side in sides:
        assert side.givens == tuple(at_least(v - ONE) for v in (m, T, n))
        assert (side.arms, side.run) == ((), None)
    assert "T - 1 > 0 is needed, since the text divides by it" in q.notes


def test_a_given_with_a_denominator_does_not_show_that_the_denominator_is_positive():
    """(2x - 1)/x >= 1 holds at x = -1; multiplied by x it would say x >= 1."""
    q = read_question("x >= 1", ["(2*x-1)/x >= 1"], reals=["x"])
    assert q.claims().claim.givens == (at_least(var("x") - ONE),)
    assert q.firm == ()
    [side] = q.claims().sides
    assert side.givens == ()


def test_floors_have_readable_names_and_the_same_quotient_is_the_same_floor():
    q = read_question("T//2 + (T+1)//2 >= T//2 + (2*T)//(k+1) - T//2//3 + T/2//1")
    two = q.claims().claim.floors[0]
    assert [f.name for f in q.claims().claim.floors] == [
        "T_div_2",
        "T_plus_1_div_2",
        "floor_2_T_div_k_plus_1",
        "T_div_2_div_3",
    ]
    assert two == Floor("T_div_2", T, num(2))
    assert q.claims().claim.floors[3] == Floor("T_div_2_div_3", var("T_div_2"), num(3))
    [c] = q.claims().claim.conclusion
    expected = var("T_plus_1_div_2") - var("floor_2_T_div_k_plus_1") + var("T_div_2_div_3")
    assert c.form.constant == expected - var("T_div_2")


def test_the_name_of_a_floor_is_never_one_of_the_users():
    q = read_question("T//2 >= T_div_2", ["T_div_2_2 >= 0"])
    assert [f.name for f in q.claims().claim.floors] == ["T_div_2_3"]
    assert q.claims().claim.parameters == ("T", "T_div_2", "T_div_2_2")


def test_a_quotient_of_numbers_is_a_number():
    q = read_question("7//2 + (-7)//2 + T//1 >= (7/2)//(1/3)")
    assert q.claims().claim.floors == ()
    assert q.claims().claim.conclusion[0].form.constant == T - num(11)


# --- the meaning, against an evaluator of its own ----------------------------------------------

CURVE = Curve(((0, Fraction(1, 8)), (2, Fraction(1, 2)), (9, Fraction(2, 3))))
REWARDS = {
    "f": CURVE.value,
    "Rew": CURVE.rew,
    "Delta": lambda i: CURVE.value(i) - CURVE.value(i - 1),
}


class Undefined(Exception):  # noqa: N818  not an error, a case that the test leaves out
    """A denominator is not positive at the point."""


def divided(x, y):
    if y <= 0:
        raise Undefined
    return x / y


OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divided,
    "//": lambda x, y: Fraction(divided(x, y) // 1),
    "neg": operator.neg,
    "**": lambda x, e: x ** int(e),
}


def evaluate(tree, values):
    """The number that a tree stands for, by Python's own arithmetic."""
    if isinstance(tree, int):
        return Fraction(tree)
    if isinstance(tree, str):
        return Fraction(values[tree])
    word, *parts = tree
    numbers = [evaluate(part, values) for part in parts]
    return REWARDS[word](int(numbers[0])) if word in REWARDS else OPERATIONS[word](*numbers)


def spelled(tree):
    match tree:
        case int() | str():
            return str(tree)
        case ("neg", x):
            return f"(-{spelled(x)})"
        case ("**", x, e):
            return f"({spelled(x)}**{e})"
        case ("f", x):
            return f"f({spelled(x)})"
        case ("Rew" | "Delta" as name, x):
            return f"{name}(f, {spelled(x)})"
        case (sign, x, y):
            return f"({spelled(x)} {sign} {spelled(y)})"


NAMES = st.sampled_from("nmT")
INDICES = st.one_of(
    NAMES, st.tuples(st.just("+"), NAMES, NAMES), st.tuples(st.just("//"), NAMES, st.just(2))
)
PLAIN = st.recursive(
    st.one_of(NAMES, st.integers(0, 4)),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/", "//"]), inner, inner),
        st.tuples(st.just("neg"), inner),
        st.tuples(st.just("**"), inner, st.integers(0, 3)),
    ),
    max_leaves=5,
)
REWARD = st.tuples(st.sampled_from(["f", "Rew", "Delta"]), INDICES)
FORMS = st.recursive(
    st.one_of(REWARD, PLAIN),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-"), inner, inner),
        st.tuples(st.just("*"), PLAIN, inner),
        st.tuples(st.just("/"), inner, PLAIN),
    ),
    max_leaves=5,
)
RATIOS = st.tuples(st.just("/"), FORMS, st.tuples(st.just("+"), REWARD, REWARD))
TRUTH = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "==": operator.eq,
}


@examples(500)
@given(
    st.one_of(st.tuples(FORMS, FORMS), st.tuples(RATIOS, PLAIN), st.tuples(PLAIN, RATIOS)),
    st.sampled_from(sorted(TRUTH)),
    st.tuples(*[st.integers(2, 9)] * 3),
)
def test_a_text_is_true_exactly_where_its_claim_is(sides, relation, point):
    """Where all denominators are positive, the kernel's claim has the truth value of the text."""
    left, right = sides
    values = dict(zip("nmT", point, strict=True))
    try:
        truth = TRUTH[relation](evaluate(left, values), evaluate(right, values))
    except Undefined:
        assume(False)
    try:
        q = read_question(f"{spelled(left)} {relation} {spelled(right)}")
    except ClaimError as error:
        # What the fragment leaves out, and nothing else.
        if str(error).startswith(("dividing by a //", "an exponent becomes", "this divides by")):
            return
        raise
    exact = {name: Fraction(values[name]) for name in q.claims().claim.parameters}
    curves = {arm: CURVE for arm, _ in q.claims().claim.arms}
    found = violation(q.claims().claim, Point(exact, curves))
    assert (found is None) is truth
