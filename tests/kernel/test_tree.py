"""Trees of decisions at one k and T: just inside and just outside; what fixes k and T."""

import json
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from imab_verify.kernel import (
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Floor,
    Form,
    Have,
    Kind,
    Lemma,
    MalformedError,
    Point,
    Polynomial,
    Proved,
    ProvedClaim,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    Sum,
    Table,
    Term,
    Tree,
    judge,
)
from imab_verify.kernel.arms import (
    Constraint,
    Next,
    PathContradiction,
    PathDual,
    Ratio,
    Region,
    check_claim,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import observe, scores_of
from imab_verify.kernel.statement import ROUND_ROBIN, check_well_formed
from imab_verify.kernel.tree import coefficients_of
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.policy_names import GREEDY as GREEDY_INDEX
from imab_verify.language.scored import read_index

K, T, Q = map(Polynomial.variable, ("k", "T", "q"))
ALG, OPT = Atom(Kind.ALG), Atom(Kind.OPT)
NOTHING = PathDual(())


def number(value):
    return Polynomial.constant(Fraction(value))


def equal(name, value):
    return Comparison(Form(Polynomial.variable(name) - number(value)), Relation.EQ)


def ratio(a, run, *givens, b=ONE, **more):
    """a*ALG >= b*OPT."""
    a = a if isinstance(a, Polynomial) else number(a)
    return Claim(
        ("k", "T"), (), givens, (Comparison(Form(ZERO, ((a, ALG), (-b, OPT)))),), run=run, **more
    )


def at_size(a, run, k, horizon, **more):
    return ratio(a, run, equal("k", k), equal("T", horizon), **more)


def proof(node, horizon):
    fixed = Sum((Term(Fraction(1), (("h2", 1),)), *([Term(Fraction(horizon))] if horizon else [])))
    return ClaimProof({T: fixed}, (node,))


def check(claim, *trees, horizon=0):
    check_well_formed(claim)
    horizon = horizon or int(-claim.givens[1].form.constant.at({"T": Fraction(0)}))
    check_claim(proof(Tree(trees), horizon), claim, ())


def reason(claim, *trees, **how):
    with pytest.raises(RejectedError) as error:
        check(claim, *trees, **how)
    return error.value.reason


def index_run(score, start=2, **how):
    return Run(replace(read_index(start, score), **how))


GREEDY = Run(GREEDY_INDEX)
LOWEST, HIGHEST = (
    Run(replace(ALGORITHM_1, ties=ties)) for ties in ("lowest-index", "highest-index")
)


# --- runs without decisions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "k", "horizon", "least"),
    [
        (Run(ROUND_ROBIN), 2, 5, 2),
        (Run(ROUND_ROBIN), 3, 3, 1),
        (Run(ALGORITHM_1), 2, 3, 1),
        (Run(ALGORITHM_1), 2, 4, 2),
        (Run(replace(ALGORITHM_1, order="pairs")), 2, 3, 1),
        (index_run("P(f,a,T)", 2), 2, 3, 1),
        (Run(Table((1, 0, 1, 0), ())), 2, 3, 1),
        (Run(ROUND_ROBIN), 1, 7, 7),
    ],
)
def test_where_all_pulls_are_fixed_an_arm_with_fewest_of_them_counts(run, k, horizon, least):
    worst = Fraction(horizon * (horizon + 1), least * (least + 1))
    check(at_size(worst, run, k, horizon), NOTHING)
    less = at_size(worst - Fraction(1, 1000), run, k, horizon)
    assert reason(less, NOTHING) == "sign"
    assert reason(less, NOTHING, NOTHING) == "coverage"
    assert reason(less, PathContradiction(())) == "strictness"
    assert reason(less, Next((NOTHING,) * k)) == "rule"


def test_an_arm_that_is_never_pulled_makes_every_ratio_infinite():
    assert reason(at_size(10**9, Run(ALGORITHM_1), 2, 1), NOTHING) == "sign"
    assert reason(at_size(10**9, Run(Table((0,), ())), 2, 3), NOTHING, NOTHING) == ("sign")


def test_at_horizon_0_nothing_is_earned():
    check(at_size(0, Run(ROUND_ROBIN), 2, 0), NOTHING)
    check(at_size(0, GREEDY, 2, 0), NOTHING)


def test_no_pulls_are_written_down_that_cost_more_than_the_document():
    claim = at_size(1, Run(ROUND_ROBIN), 1, 10**30)
    certificate = Proved(claim, proof(Tree((NOTHING,)), 10**30), Point({}, {}))
    witness = replace(certificate, witness=Point({"k": Fraction(1), "T": Fraction(10**30)}, {}))
    with pytest.raises(RejectedError) as error:
        judge(dumps(witness))
    assert error.value.reason == "limit"


# --- decisions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("multiplier", "accepted"), [("4", True), ("4001/1000", False), ("3999/1000", False)]
)
def test_the_multiplier_of_a_decision_of_greedy(multiplier, accepted):
    """If g(1) >= f(1), then 2*(f(1)+g(1)+g(2)) - Rew(f,3) - 4*(g(1)-f(1)) >= 0, and only with 4."""
    tree = Next((NOTHING, PathDual(((2, 0, Fraction(multiplier)),))))
    for ties in ("any", "lowest-index", "highest-index"):
        claim = at_size(2, Run(replace(GREEDY_INDEX, ties=ties)), 2, 3)
        if accepted:
            check(claim, tree)
        else:
            assert reason(claim, tree) == "sign"


def test_later_pulls_are_not_negative():
    """The path may end before the horizon: f(1) is all that is said of ALG then."""
    check(at_size(10, GREEDY, 2, 4), NOTHING)
    assert reason(at_size(Fraction(99, 10), GREEDY, 2, 4), NOTHING) == "sign"


def test_arms_that_were_not_pulled_since_the_opening_are_alike_for_a_score():
    """Three arms, arm 1 best: what holds if arm 2 is pulled holds if arm 3 is."""
    tree = Next((NOTHING, PathDual(((3, 0, Fraction(20, 3)),)), None))
    claim = at_size(Fraction(10, 3), GREEDY, 3, 4)
    check(claim, tree)
    best_exchanged = Next((None, tree.branches[1], NOTHING))
    first_left_out = Next((NOTHING, None, tree.branches[1]))
    assert reason(claim, best_exchanged) == "coverage"
    assert reason(claim, first_left_out) == "coverage"


def table(*rows, opening=(0, 1)):
    return Run(Table(opening, rows))


LAST_ROWS = (((1, 1), (((1, Fraction(1)),),) * 2),)


def test_arms_of_a_table_are_never_alike():
    """It is the table of greedy, but nothing says so: every arm may be best, none is exchanged."""
    after_1, after_2 = (PathDual(((2, other, Fraction(4)),)) for other in (1, 0))
    first, second = Next((NOTHING, after_2)), Next((after_1, NOTHING))
    claim = at_size(2, table(*LAST_ROWS), 2, 3)
    check(claim, first, second)
    assert reason(claim, first) == "coverage"
    assert reason(claim, first, Next((after_1, None))) == "coverage"
    assert reason(claim, first, first) == "sign"


def test_a_table_decides_where_it_has_a_row():
    claim = at_size(2, table(), 2, 3)
    tree = Next((NOTHING, PathDual(((2, 0, Fraction(4)),)))), NOTHING
    assert reason(claim, *tree) == "coverage"
    check(at_size(6, table(), 2, 3), NOTHING, NOTHING)


def test_a_table_opens_with_arms_that_there_are():
    claim = at_size(10**6, table(opening=(0, 2)), 2, 3)
    assert reason(claim, NOTHING, NOTHING) == "instance"


CONSTANT_SCORE = index_run("f(a) - f(a)", 1)


def test_a_path_that_ties_forbid_has_no_run():
    """All scores are 0, so no arm is pulled that has more pulls than another: 1, 2, 1, 1."""
    forbidden = PathContradiction(((3, 1, Fraction(1)),))
    rest = Next((Next((forbidden, NOTHING)), Next((NOTHING, NOTHING))))
    claim = at_size(Fraction(20, 6), CONSTANT_SCORE, 2, 4)
    assert reason(claim, Next((Next((NOTHING, NOTHING)), rest.branches[1]))) == "sign"
    not_strict = PathContradiction(((2, 1, Fraction(1)),))
    assert reason(claim, Next((not_strict, not_strict))) == "strictness"
    zero = PathContradiction(((3, 1, Fraction(0)),))
    assert reason(claim, Next((Next((zero, NOTHING)), NOTHING))) == "strictness"
    worse = Next((Next((forbidden, NOTHING)), Next((NOTHING, forbidden_2()))))
    check(claim, worse)


def forbidden_2():
    """1, 2, 2, 2."""
    return PathContradiction(((3, 0, Fraction(1)),))


def test_a_score_with_a_constant_has_no_tree():
    odd = replace(GREEDY_INDEX, score=Form(Polynomial.variable("a"), GREEDY_INDEX.score.terms))
    claim = at_size(2, Run(odd), 2, 3)
    assert reason(claim, Next((NOTHING, PathDual(((2, 0, Fraction(4)),))))) == "rule"


@pytest.mark.parametrize(
    "score",
    ["f(a)", "Rew(f,a) - 3*f(a-1)", "P(f,a,M) + k*f(a)", "T*Delta(f,a) + (M-a)*Rew(f,a)/2"],
)
def test_coefficients_give_the_score_that_is_played(score):
    random, index = Random(3), read_index(2, score)  # noqa: S311  examples, not secrets
    for _ in range(20):
        k, horizon = random.randint(1, 3), random.randint(4, 12)
        curves = [Curve(((0, Fraction(0)), (random.randint(1, 5), Fraction(1)))) for _ in range(k)]
        counts = tuple(random.randint(2, 5) for _ in range(k))
        for arm, curve in enumerate(curves):
            score = scores_of(index, k, horizon)(counts, arm)
            played = sum(q * curve.reward(what, n) for q, what, n in score[1])
            row = coefficients_of(score)
            assert sum(q * curve.value(n) for n, q in row.items()) == played


# --- what fixes k and T --------------------------------------------------------------------------


def region(*polynomials, reals=()):
    names = frozenset().union(*(p.names() for p in polynomials))
    return Region(tuple(map(Constraint, polynomials)), names, frozenset(reals))


@pytest.mark.parametrize(
    ("polynomials", "reals", "fixed"),
    [
        ((T - number(3), number(3) - T), (), {"T": 3}),
        ((T - number(3), number(4) - T), (), {}),
        ((T - number(4), number(3) - T), (), {"T": 4}),
        ((T.scaled(2) - number(5), number(10) - T.scaled(3)), (), {"T": 3}),
        ((T - number(3), number(3) - T), ("T",), {}),
        ((T * T - number(9), number(9) - T * T), (), {}),
        ((T - number(3), number(3) - T, K - T, T - K), (), {"T": 3, "k": 3}),
        ((T - K, K - T), (), {}),
        (
            (T - number(7), number(7) - T, T - Q.scaled(2), Q.scaled(2) + ONE - T),
            (),
            {"T": 7, "q": 3},
        ),
        ((T, -T, K * T - K.scaled(2), K - number(1)), (), {"T": 0, "k": 1}),
    ],
)
def test_numbers_are_integers_between_bounds_that_meet(polynomials, reals, fixed):
    assert region(*polynomials, reals=reals).numbers() == fixed


def test_a_tree_is_for_one_size():
    tree = Next((NOTHING, PathDual(((2, 0, Fraction(4)),))))
    open_T = ratio(2, GREEDY, equal("k", 2), Comparison(Form(T - number(3))))
    assert reason(open_T, tree, horizon=3) == "rule"
    open_k = ratio(2, GREEDY, Comparison(Form(K - number(2))), equal("T", 3))
    assert reason(open_k, tree, horizon=3) == "rule"
    assert reason(at_size(2, GREEDY, 0, 3), tree) == "rule"
    check(at_size(2, GREEDY, 2, 3), tree)


def test_nothing_is_to_be_shown_where_a_constraint_is_false():
    three = Comparison(Form(T - number(3)))
    check(ratio(0, GREEDY, equal("k", 2), equal("T", 2), three), horizon=2)
    assert reason(ratio(0, GREEDY, equal("k", 2), equal("T", 3), three), horizon=3) == ("coverage")
    more = ratio(
        0, GREEDY, equal("k", 2), equal("T", 2), Comparison(Form(T - number(2)), Relation.GT)
    )
    check(more, horizon=2)


def test_factors_may_be_polynomials_in_what_is_fixed():
    """T(T+1)*ALG >= q(q+1)*OPT with q = T//k, for round robin."""
    run, floors = Run(ROUND_ROBIN), (Floor("q", T, K),)
    claim = at_size(T * (T + ONE), run, 2, 5, b=Q * (Q + ONE), floors=floors)
    divisor = {K - ONE: Sum((Term(Fraction(1), (("h1", 1),)), Term(Fraction(1))))}
    whole = proof(Tree((NOTHING,)), 5)
    check_claim(replace(whole, domain={**whole.domain, **divisor}), claim, ())
    less = at_size(T * (T + ONE) - ONE, run, 2, 5, b=Q * (Q + ONE), floors=floors)
    with pytest.raises(RejectedError, match="do not suffice"):
        check_claim(replace(whole, domain={**whole.domain, **divisor}), less, ())


@pytest.mark.parametrize(
    "conclusion",
    [
        Comparison(Form(ONE, ((number(6), ALG), (-ONE, OPT)))),
        Comparison(Form(ZERO, ((number(6), ALG), (-ONE, OPT))), Relation.GT),
    ],
)
def test_a_tree_shows_one_inequality_without_a_constant(conclusion):
    claim = replace(at_size(6, Run(ROUND_ROBIN), 2, 3), conclusion=(conclusion,))
    assert reason(claim, NOTHING) == "rule"


def test_a_tree_is_about_opt_and_alg_at_the_horizon():
    other = Atom(Kind.ALG, indices=(T - ONE,))
    claim = at_size(6, Run(ROUND_ROBIN), 2, 3)
    form = Form(ZERO, ((number(6), other), (-ONE, OPT)))
    whole = proof(Tree((NOTHING,)), 3)
    earlier = Sum((Term(Fraction(1), (("h2", 1),)), Term(Fraction(2))))
    whole = replace(whole, domain={**whole.domain, T - ONE: earlier})
    with pytest.raises(RejectedError, match="alone"):
        check_claim(whole, replace(claim, conclusion=(Comparison(form),)), ())


def test_factors_are_not_negative():
    run = Run(ROUND_ROBIN)
    assert reason(at_size(-1, run, 2, 3, b=number(-5)), NOTHING) == "sign"
    assert reason(at_size(1, run, 2, 3, b=number(-1)), NOTHING) == "sign"
    check(at_size(1, run, 2, 3, b=ZERO), NOTHING)


# --- ratios, and lemmas about runs ---------------------------------------------------------------


def about_runs(run=None, **more):
    """A lemma: (k+1)*ALG >= OPT for T >= 2k, say; its proof is not looked at here."""
    givens = (Comparison(Form(T - K.scaled(2))),)
    return replace(ratio(K + ONE, run or Run(ALGORITHM_1), *givens), **more)


def cited(k=2, horizon=6, **more):
    gap = horizon - 2 * k
    proofs = {"h1": Sum((Term(Fraction(gap)),) if gap else ())}
    values = {"k": number(k), "T": number(horizon)}
    return replace(Lemma(0, 0, values, {}, proofs), **more)


def by_lemma(claim, lemma, source, horizon=6, name="x"):
    check_claim(proof(Have("x", source, Ratio(name)), horizon), claim, (lemma,))


def lemma_reason(*args, **how):
    with pytest.raises(RejectedError) as error:
        by_lemma(*args, **how)
    return error.value.reason


SIX = at_size(3, Run(ALGORITHM_1), 2, 6)


def test_a_theorem_at_one_size():
    by_lemma(SIX, about_runs(), cited())
    assert lemma_reason(at_size(Fraction(2999, 1000), SIX.run, 2, 6), about_runs(), cited()) == (
        "sign"
    )
    by_lemma(
        at_size(3, SIX.run, 2, 6),
        about_runs(),
        cited(
            parameters={"k": K, "T": T},
            proofs={
                "h1": Sum(
                    (
                        Term(Fraction(1), (("h2", 1),)),
                        Term(Fraction(2), (("h1-", 1),)),
                        Term(Fraction(2)),
                    )
                ),
            },
        ),
    )


@pytest.mark.parametrize(
    ("values", "gap"),
    [({"k": 1, "T": 6}, 4), ({"k": 2, "T": 7}, 3), ({"k": 3, "T": 6}, 0)],
)
def test_k_and_t_of_a_lemma_are_those_of_the_run(values, gap):
    proofs = {"h1": Sum((Term(Fraction(gap)),) if gap else ())}
    source = cited(parameters={name: number(v) for name, v in values.items()}, proofs=proofs)
    assert lemma_reason(SIX, about_runs(), source) == "lemma"
    open_T = ratio(3, SIX.run, equal("k", 2), Comparison(Form(T - number(6))))
    assert lemma_reason(open_T, about_runs(), cited()) == "lemma"


@pytest.mark.parametrize(
    ("lemma", "run", "accepted"),
    [
        (Run(ALGORITHM_1), LOWEST, True),
        (
            Run(replace(ALGORITHM_1, ties="lowest-index")),
            Run(replace(ALGORITHM_1, ties="lowest-index")),
            True,
        ),
        (LOWEST, Run(ALGORITHM_1), False),
        (
            Run(replace(ALGORITHM_1, ties="lowest-index")),
            Run(replace(ALGORITHM_1, ties="highest-index")),
            False,
        ),
        (Run(replace(ALGORITHM_1, order="pairs")), Run(ALGORITHM_1), False),
        (Run(ROUND_ROBIN), Run(ALGORITHM_1), False),
        (GREEDY, index_run("f(a)", 2), False),
        (GREEDY, GREEDY, True),
        (table(*LAST_ROWS), table(*LAST_ROWS), True),
        (table(*LAST_ROWS), table(), False),
    ],
)
def test_a_lemma_is_about_runs_of_the_same_policy(lemma, run, accepted):
    claim = at_size(3, run, 2, 6)
    if accepted:
        by_lemma(claim, about_runs(lemma), cited())
    else:
        assert lemma_reason(claim, about_runs(lemma), cited()) == "lemma"


def test_a_lemma_about_runs_says_nothing_elsewhere():
    plain = Claim(("k", "T"), (), SIX.givens, (Comparison(Form(K)),))
    with pytest.raises(RejectedError, match="another policy"):
        check_claim(proof(Have("x", cited(), Ratio("x")), 6), plain, (about_runs(),))


def test_a_lemma_about_counts_or_other_times_is_not_cited():
    counted = about_runs(Run(ALGORITHM_1, (("M", ("most",)),)), parameters=("k", "T", "M"))
    source = cited(parameters={"k": number(2), "T": number(6), "M": number(3)})
    assert lemma_reason(SIX, counted, source) == "lemma"
    earlier = Comparison(Form(ZERO, ((ONE, Atom(Kind.ALG, indices=(T - ONE,))),)))
    assert lemma_reason(SIX, about_runs(conclusion=(earlier,)), cited()) == "lemma"
    rewards = about_runs(givens=(Comparison(Form(ZERO, ((ONE, ALG),))),))
    assert lemma_reason(SIX, rewards, cited(proofs={})) == "lemma"


def test_the_conditions_of_a_lemma_about_runs_are_proved():
    assert lemma_reason(SIX, about_runs(), cited(proofs={})) == "coverage"
    assert lemma_reason(SIX, about_runs(), cited(proofs={"h1": Sum(())})) == "identity"


def test_a_ratio_needs_a_factor_of_opt():
    """k*ALG >= 0*OPT says nothing of OPT, and 0*ALG >= OPT all."""
    nothing = replace(about_runs(), conclusion=ratio(K, SIX.run, b=ZERO).conclusion)
    assert lemma_reason(SIX, nothing, cited()) == "sign"
    everything = replace(about_runs(), conclusion=ratio(ZERO, SIX.run).conclusion)
    by_lemma(at_size(0, SIX.run, 2, 6), everything, cited())
    assert lemma_reason(SIX, about_runs(), cited(), name="y") == "hypothesis"


# --- tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "rows", "accepted"),
    [
        ([1], [[[1], [[[1, "1"]]]]], True),
        ([1], [], True),
        ([1], [[[1], [[[2, "1"]]]]], False),
        ([1], [[[1], [[[0, "1"]]]]], False),
        ([1], [[[1], [[[1, "1"], [1, "-1"]]]]], False),
        ([1], [[[1], [[[1, "1"]]]], [[1], [[]]]], False),
        ([1], [[[1, 1], [[[1, "1"]]]]], False),
        ([1], [[[1], [[[1, "1"]], []]]], False),
        ([1], [[[1], [[[1, "1"]]]], [[1, 1], [[], []]]], False),
        ([2], [[[1], [[[1, "1"]]]]], False),
        ([0], [], False),
        ([7], [], True),
    ],
)
def test_an_index_is_made_of_rewards_seen_and_given_once(opening, rows, accepted):
    document = json.loads(dumps(certificate_of(Run(GREEDY_INDEX))))
    document["claim"]["run"]["policy"] = {"opening": opening, "rows": rows}
    from imab_verify.kernel import read

    if accepted:
        read(json.dumps(document))
    else:
        with pytest.raises(MalformedError):
            read(json.dumps(document))


def certificate_of(run, k=1, horizon=1):
    claim = at_size(1, run, k, horizon)
    point = Point({"k": Fraction(k), "T": Fraction(horizon)}, {})
    return Proved(claim, proof(Tree((NOTHING,)), horizon), point)


@pytest.mark.parametrize("word", ["most", "least", "squares"])
def test_nothing_is_observed_in_the_run_of_a_table(word):
    run = replace(table(), observed=(("M", (word,)),))
    claim = replace(at_size(1, run, 2, 3), parameters=("k", "T", "M"))
    with pytest.raises(MalformedError, match="table"):
        check_well_formed(claim)


def test_a_table_is_played():
    """Row (1, 1) prefers the smaller reward; then nothing says what it does."""
    prefers = ((1, 1), (((1, Fraction(-1)),), ((1, Fraction(-1)),)))
    run = table(prefers)
    arms = (Curve(((0, Fraction(1)),)), Curve(((0, Fraction(0)), (4, Fraction(1)))))
    claim = at_size(1, run, 2, 3)
    _, value = observe(claim, RunPoint(arms, 3))
    assert value(ALG) == 1 + Fraction(1, 4) + Fraction(1, 2)
    with pytest.raises(RejectedError, match="no index at counts"):
        observe(at_size(1, run, 2, 4), RunPoint(arms, 4))
    with pytest.raises(RejectedError, match="there is not"):
        observe(at_size(1, run, 1, 3), RunPoint(arms[:1], 3))


# --- parameters as a witness ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "accepted"),
    [({"k": 2, "T": 3}, True), ({"k": 2, "T": 4}, False), ({"k": 2}, False)],
)
def test_parameters_are_a_witness_of_a_claim_about_every_run(values, accepted):
    claim = at_size(6, Run(ROUND_ROBIN), 2, 3)
    point = Point({name: Fraction(v) for name, v in values.items()}, {})
    text = dumps(Proved(claim, proof(Tree((NOTHING,)), 3), point))
    if accepted:
        assert judge(text).rules == ("sum", "tree")
    else:
        with pytest.raises(RejectedError):
            judge(text)


@pytest.mark.parametrize(
    "givens", [(Comparison(Form(-K)),), (Comparison(Form(-T - ONE)),)], ids=["no arm", "no step"]
)
def test_there_is_a_run_at_the_witness(givens):
    claim = ratio(6, Run(ROUND_ROBIN), *givens)
    values = {"k": Fraction(0 if "k" in givens[0].form.constant.names() else 1), "T": Fraction(-1)}
    certificate = Proved(claim, ClaimProof({}, ()), Point(values, {}))
    with pytest.raises(RejectedError, match="given number"):
        judge(dumps(certificate))


def test_parameters_are_no_witness_of_givens_about_rewards():
    earned = Comparison(Form(-ONE, ((ONE, ALG),)))
    claim = replace(at_size(6, Run(ROUND_ROBIN), 2, 3), givens=(*SIX.givens, earned))
    point = Point({"k": Fraction(2), "T": Fraction(6)}, {})
    with pytest.raises(RejectedError) as error:
        judge(dumps(Proved(claim, ClaimProof({}, ()), point)))
    assert error.value.reason == "instance"


def test_lemmas_are_judged_with_what_cites_them():
    lemma = ProvedClaim(at_size(6, Run(ROUND_ROBIN), 2, 3), proof(Tree((NOTHING,)), 3))
    source = Lemma(
        0,
        0,
        {"k": number(2), "T": number(3)},
        {},
        dict.fromkeys(("h1", "h1-", "h2", "h2-"), Sum(())),
    )
    claim = at_size(7, Run(ROUND_ROBIN), 2, 3)
    point = Point({"k": Fraction(2), "T": Fraction(3)}, {})
    certificate = Proved(claim, proof(Have("x", source, Ratio("x")), 3), point, (lemma,))
    assert judge(dumps(certificate)).rules == ("lemma", "ratio", "sum", "tree")
    less = replace(lemma, claim=at_size(5, Run(ROUND_ROBIN), 2, 3))
    with pytest.raises(RejectedError):
        judge(dumps(replace(certificate, lemmas=(less,))))
