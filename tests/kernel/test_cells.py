"""The rule `cells`: ratios over finitely many k and T, from a worst case of each."""

import json
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.kernel import (
    ALGORITHM_1,
    INDEX,
    ONE,
    ROUND_ROBIN,
    ZERO,
    AllOf,
    ArmClass,
    Atom,
    Cells,
    Claim,
    ClauseProof,
    Comparison,
    Compound,
    Curve,
    Floor,
    Form,
    Kind,
    MalformedError,
    Polynomial,
    Proved,
    ProvedFormula,
    Reason,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    Value,
    ValueComparison,
    judge,
)
from imab_verify.kernel.semantics import Seen, scores_of
from imab_verify.kernel.worst_case import check_cells, coefficients_of, lines_of
from imab_verify.language.documents import dumps
from imab_verify.language.scored import ScoredIndex, read_index
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy

K, T = Polynomial.variable("k"), Polynomial.variable("T")
ALG, OPT = Atom(Kind.ALG), Atom(Kind.OPT)
ZERO_ARM = Curve(((0, Fraction(0)),))


def number(value):
    return Polynomial.constant(Fraction(value))


def at_least(p, relation=Relation.GE):
    return Comparison(Form(p), relation)


def at_most(name, value):
    return at_least(number(value) - Polynomial.variable(name))


def ratio(bound, *givens, run=None):
    """bound * ALG >= OPT."""
    form = Form(ZERO, ((bound, ALG), (-ONE, OPT)))
    return Claim(("k", "T"), (), givens, (Comparison(form),), run=run or Run(ROUND_ROBIN))


def round_robin(k, T, upper=None, **changes):
    """The worst case of round robin for T >= k, by its counts."""
    q = T // k
    worst = Fraction(T * (T + 1), q * (q + 1))
    last = [[0, "0"], [T, "1"]]
    arms = [{"points": [[0, "0"]]}] * (k - 1) + [{"points": last}]
    head = {
        "format": "imab-worst-case/1",
        "policy": ROUND_ROBIN,
        "init": "rounds",
        "ties": "any",
        "k": k,
        "T": T,
        "upper": str(worst if upper is None else upper),
        "proof": "counts",
        "lower": {
            "ratio": str(worst),
            "arms": arms,
            "sequence": [t % k + 1 for t in range(T)],
        },
    }
    return (head | changes,)


TWO_ARMS = (at_least(K - number(2), Relation.EQ), at_least(T - number(2)), at_most("T", 5))
CELLS = tuple(round_robin(2, horizon) for horizon in (2, 3, 4, 5))
WORST = 6
"""T(T+1)/(q(q+1)) at T = 3, q = 1."""


def check(claim, cells=CELLS):
    check_cells(Cells(tuple(cells)), claim)


def reason(claim, cells=CELLS):
    with pytest.raises(RejectedError) as error:
        check(claim, cells)
    return error.value.reason


def test_the_largest_bound_of_all_cells_is_what_is_proved():
    check(ratio(number(WORST), *TWO_ARMS))
    assert reason(ratio(number("5999/1000"), *TWO_ARMS)) is Reason.COVERAGE


def test_givens_about_rewards_do_not_leave_out_cells():
    """ALG(T) >= 1 says nothing of k and T: OPT <= ALG would follow from no worst case at all."""
    earned = Comparison(Form(-ONE, ((ONE, ALG),)))
    assert reason(ratio(ONE, *TWO_ARMS, earned), ()) is Reason.RULE
    assert reason(ratio(ONE, earned), ()) is Reason.RULE


def test_the_whole_certificate():
    claim = ratio(number(WORST), *TWO_ARMS)
    certificate = Proved(claim, Cells(CELLS), RunPoint((ZERO_ARM,) * 2, 2))
    assert judge(dumps(certificate)).verdict == "proved"
    with pytest.raises(RejectedError) as error:
        judge(dumps(replace(certificate, proof=Cells(CELLS[:3]))))
    assert error.value.reason is Reason.COVERAGE


def test_bounds_may_depend_on_k_and_t():
    """T(T+1)/(q(q+1)) itself, with q = T // 2 where k = 2."""
    exact = T * (T + ONE)
    q = Polynomial.variable("q")
    form = Form(ZERO, ((exact, ALG), (-q * (q + ONE), OPT)))
    claim = replace(
        ratio(ONE, *TWO_ARMS), conclusion=(Comparison(form),), floors=(Floor("q", T, K),)
    )
    check(claim)
    less = Form(ZERO, ((exact - ONE, ALG), (-q * (q + ONE), OPT)))
    assert reason(replace(claim, conclusion=(Comparison(less),))) is Reason.COVERAGE


def test_every_size_that_the_givens_allow_needs_its_cell():
    claim = ratio(number(WORST), *TWO_ARMS)
    for missing in range(4):
        assert reason(claim, CELLS[:missing] + CELLS[missing + 1 :]) is Reason.COVERAGE
    one_more = (*TWO_ARMS[:2], at_most("T", 6))
    assert reason(ratio(number(WORST), *one_more)) is Reason.COVERAGE
    any_k = (at_least(T - number(2)), at_most("T", 5), at_most("k", 2))
    assert reason(ratio(number(20), *any_k)) is Reason.COVERAGE
    check(ratio(number(20), *any_k), (*CELLS, *(round_robin(1, t) for t in range(2, 6))))


def test_at_horizon_0_there_is_nothing_to_show():
    givens = (at_least(K - number(2), Relation.EQ), at_least(T), at_most("T", 0))
    check(ratio(number(1), *givens), ())
    from_1 = (*givens[:2], at_most("T", 1))
    assert reason(ratio(number(1), *from_1), ()) is Reason.COVERAGE


def test_floors_are_defined_at_horizon_0_too():
    """(5//T)*ALG >= (5//T)*OPT for one arm: it says nothing at T = 0."""
    q = Polynomial.variable("q")
    form = Form(ZERO, ((q, ALG), (-q, OPT)))
    one_arm = (at_least(K - ONE, Relation.EQ), at_most("T", 1))
    claim = replace(
        ratio(ONE, *one_arm), conclusion=(Comparison(form),), floors=(Floor("q", number(5), T),)
    )
    assert reason(claim, [round_robin(1, 1)]) is Reason.DOMAIN
    check(replace(claim, givens=(*one_arm, at_least(T - ONE))), [round_robin(1, 1)])


@pytest.mark.parametrize("left_out", [0, 2])
def test_givens_must_bound_k_and_t(left_out):
    givens = TWO_ARMS[:left_out] + TWO_ARMS[left_out + 1 :]
    assert reason(ratio(number(WORST), *givens)) is Reason.COVERAGE


def test_a_bound_by_another_name_is_none():
    """T <= 5k + ... bounds T only if k is bounded, which is not looked for."""
    givens = (*TWO_ARMS[:2], at_least(K.scaled(5) - T))
    assert reason(ratio(number(WORST), *givens)) is Reason.COVERAGE


@pytest.mark.parametrize(
    "bound",
    [
        at_least(T.scaled(-2) + number(11)),
        at_least(number(6) - T, Relation.GT),
        at_least(T.scaled(Fraction(-1, 3)) + number("5/3")),
    ],
)
def test_bounds_are_rounded_down(bound):
    check(ratio(number(WORST), *TWO_ARMS[:2], bound))
    assert reason(ratio(number(WORST), *TWO_ARMS[:2], bound), CELLS[:3]) is Reason.COVERAGE


def test_a_negative_share_of_opt_is_not_multiplied():
    """ALG >= -OPT is true, but not shown by OPT <= u * ALG."""
    form = Form(ZERO, ((ONE, ALG), (ONE, OPT)))
    claim = replace(ratio(ONE, *TWO_ARMS), conclusion=(Comparison(form),))
    assert reason(claim) is Reason.COVERAGE


def test_no_share_of_opt_needs_no_bound():
    """ALG >= 0*OPT; not -ALG >= 0*OPT."""
    for alg, accepted in ((ONE, True), (ZERO, True), (-ONE, False)):
        form = Form(ZERO, ((alg, ALG), (ZERO, OPT)))
        claim = replace(ratio(ONE, *TWO_ARMS), conclusion=(Comparison(form),))
        if accepted:
            check(claim)
        else:
            assert reason(claim) is Reason.COVERAGE


def test_an_infinite_bound_shows_nothing():
    infinite = {
        "k": 2,
        "T": 1,
        "upper": "inf",
        "lower": {
            "ratio": "inf",
            "arms": [{"points": [[0, "0"]]}, {"points": [[0, "0"], [1, "1"]]}],
            "sequence": [1],
        },
    }
    cell = (round_robin(2, 2)[0] | infinite,)
    givens = (TWO_ARMS[0], at_least(T - ONE, Relation.EQ))
    assert judge(json.dumps(cell[0])).verdict == "proved"
    assert reason(ratio(number(10**6), *givens), [cell]) is Reason.COVERAGE


@pytest.mark.parametrize(
    ("run", "changes", "accepted"),
    [
        (Run(ROUND_ROBIN), {}, True),
        (Run(ALGORITHM_1), {}, False),
        (Run(ROUND_ROBIN, init="pairs"), {}, False),
        (Run(ROUND_ROBIN, ties="lowest-index"), {}, True),
        (Run(ROUND_ROBIN, ties="highest-index"), {}, False),
        (Run(ROUND_ROBIN), {"ties": "lowest-index"}, False),
        (Run(ROUND_ROBIN, ties="lowest-index"), {"ties": "lowest-index"}, True),
    ],
)
def test_cells_are_about_the_policy_of_the_claim(run, changes, accepted):
    """A worst case over all ways to break ties covers each of them, and not the other way round."""
    cells = [(cell[0] | changes,) for cell in CELLS]
    claim = ratio(number(WORST), *TWO_ARMS, run=run)
    if accepted:
        check(claim, cells)
    else:
        assert reason(claim, cells) is Reason.RULE


@pytest.mark.parametrize(
    "changes",
    [
        {"parameters": ("k", "T", "n")},
        {"reals": ("x",)},
        {"arms": (("f", ArmClass.CONCAVE),)},
        {"run": None},
        {"run": Run(ROUND_ROBIN, most="T")},
        {"conclusion": (at_least(ONE),)},
        {"conclusion": ratio(number(WORST)).conclusion * 2},
    ],
)
def test_other_claims_are_not_proved_by_cells(changes):
    assert reason(replace(ratio(number(WORST), *TWO_ARMS), **changes)) is Reason.RULE


def index_run(score, start=2, **how):
    return Run(INDEX, index=read_index(start, score), **how)


HORIZON = ScoredIndex("horizon", "P(f,a,T)")
LAST = index_run("f(a)", 1)


def solved(policy, k, T, **how):
    return tuple(lines_of(worst_case(policy, k, T, **how).certificate))


def at_size(bound, k, horizon, run):
    equal = ((K, k), (T, horizon))
    givens = (at_least(p - number(value), Relation.EQ) for p, value in equal)
    return ratio(number(bound), *givens, run=run)


def test_an_index_policy_is_known_by_its_score():
    """36/19 is the worst case of P(f,a,T) at k = 2, T = 8."""
    cell, run = solved(HORIZON, 2, 8), index_run("P(f,a,T)")
    check(at_size("36/19", 2, 8, run), [cell])
    assert reason(at_size(Fraction(36, 19) - Fraction(1, 1000), 2, 8, run), [cell]) is (
        Reason.COVERAGE
    )


@pytest.mark.parametrize(
    "run",
    [
        index_run("P(f,a,M)"),
        index_run("P(f,a,T) + (M-a)*f(a)"),
        index_run("2*P(f,a,T)"),
        index_run("P(f,a,T)", 3),
        index_run("P(f,a,T)", init="pairs"),
        index_run("P(f,a,T)", ties="highest-index"),
        Run(ALGORITHM_1),
        Run(ROUND_ROBIN),
        Run("any"),
        LAST,
    ],
)
def test_the_table_of_another_policy_proves_nothing(run):
    """Both are called index: a table of one policy must not prove a claim about another."""
    assert reason(at_size(100, 2, 6, run), [solved(HORIZON, 2, 6)]) is Reason.RULE


def test_worst_cases_of_policies_by_name_prove_nothing_about_an_index():
    givens = (TWO_ARMS[0], at_least(T - number(4), Relation.EQ))
    assert reason(ratio(number(100), *givens, run=LAST), [round_robin(2, 4)]) is Reason.RULE


def test_an_opening_of_three_pulls():
    run = index_run("f(a)", 3)
    cell = solved(ScoredIndex("late", run.index), 2, 7)
    check(at_size(100, 2, 7, run), [cell])
    assert reason(at_size(100, 2, 7, index_run("f(a)", 2)), [cell]) is Reason.RULE


def test_the_policy_at_another_horizon_is_another_one():
    """P(f,a,5) with six pulls is not P(f,a,6), whose coefficients differ."""
    early = ScoredIndex("early", "P(f,a,5)")
    claim = at_size(100, 2, 6, index_run("P(f,a,T)"))
    assert reason(claim, [solved(early, 2, 6)]) is Reason.RULE
    check(at_size(100, 2, 6, index_run("P(f,a,5)")), [solved(early, 2, 6)])


def test_one_other_coefficient_in_the_table_is_noticed():
    run = index_run("f(a) + f(a-1)")
    [head, *lines] = solved(ScoredIndex("last-two", run.index), 2, 6)
    claim = at_size(100, 2, 6, run)
    check(claim, [(head, *lines)])
    for place, (counts, rows) in enumerate(head["table"]):
        [[[first, _], *others], second] = rows
        other = [counts, [[[first, "2"], *others], second]]
        table = [*head["table"][:place], other, *head["table"][place + 1 :]]
        assert reason(claim, [(head | {"table": table}, *lines)]) is Reason.RULE


def test_a_table_may_say_that_a_coefficient_is_0():
    """At counts (2, 1) the score f(a) is 0*f(1) + 1*f(2) of arm 1; it is not 0 of arm 2."""
    [head, *lines] = solved(ScoredIndex("last", LAST.index), 2, 3)
    [first] = head["table"]
    for zero, second in (("0", "1"), ("1", "1"), ("0", "0")):
        later = [[2, 1], [[[2, "1"], [1, zero]], [[1, second]]]]
        cell = (head | {"table": [first, later]}, *lines)
        if (zero, second) == ("0", "1"):
            check(at_size(100, 2, 3, LAST), [cell])
        else:
            assert reason(at_size(100, 2, 3, LAST), [cell]) is Reason.RULE


def test_a_row_that_is_missing_decides_nothing():
    run = index_run("f(a) + f(a-1)")
    [head, *lines] = solved(ScoredIndex("last-two", run.index), 2, 6)
    assert reason(at_size(100, 2, 6, run), [(head | {"table": []}, *lines)]) is Reason.COVERAGE


def test_a_score_with_a_constant_has_no_table():
    run = index_run("f(a)", 1)
    score = Form(Polynomial.variable("a"), run.index.score.terms)
    odd = replace(run, index=replace(run.index, score=score))
    cell = solved(ScoredIndex("last", run.index), 2, 4)
    check(at_size(100, 2, 4, run), [cell])
    assert reason(at_size(100, 2, 4, odd), [cell]) is Reason.RULE


def test_a_row_with_a_huge_count_is_refused_and_not_written_out():
    run = index_run("Rew(f,a)", 1)
    [head, *lines] = solved(ScoredIndex("total", run.index), 2, 3)
    cell = (head | {"table": [*head["table"], [[10**12, 1], [[], []]]]}, *lines)
    certificate = Proved(at_size(100, 2, 3, run), Cells((cell,)), RunPoint((ZERO_ARM,) * 2, 3))
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    assert error.value.reason is Reason.LIMIT


def test_greedy_is_the_index_of_the_last_reward():
    """At k = 2, T = 6 its worst case is 7/2."""
    cell = solved(Greedy(), 2, 6)
    check(at_size("7/2", 2, 6, LAST), [cell])
    check(at_size("7/2", 2, 6, replace(LAST, init="pairs")), [cell])
    assert reason(at_size("3499/1000", 2, 6, LAST), [cell]) is Reason.COVERAGE
    for run in (index_run("f(a)", 2), index_run("2*f(a)", 1), index_run("Rew(f,a)", 1)):
        assert reason(at_size(100, 2, 6, run), [cell]) is Reason.RULE


def test_within_the_opening_the_pulls_are_fixed():
    """T = 3 < 4: arm 2 has one pull, so f(n) = n there has ratio 6 and no arm has more."""
    cell, run = solved(HORIZON, 2, 3), index_run("P(f,a,T)")
    check(at_size(6, 2, 3, run), [cell])
    assert reason(at_size("5999/1000", 2, 3, run), [cell]) is Reason.COVERAGE
    pairs = index_run("P(f,a,T)", init="pairs")
    assert reason(at_size(6, 2, 3, pairs), [cell]) is Reason.RULE


@pytest.mark.parametrize(
    "score",
    ["f(a)", "Rew(f,a) - 3*f(a-1)", "P(f,a,M) + k*f(a)", "T*Delta(f,a) + (M-a)*Rew(f,a)/2"],
)
def test_coefficients_give_the_score_that_is_played(score):
    random, index = Random(3), read_index(2, score)  # noqa: S311  examples, not secrets
    for _ in range(20):
        k, horizon = random.randint(1, 3), random.randint(4, 12)
        curves = [Curve(((0, Fraction(0)), (random.randint(1, 5), Fraction(1)))) for _ in range(k)]
        seen = Seen(curves)
        for arm in [*range(k), *range(k), *random.choices(range(k), k=4)]:
            seen.pull(arm)
        for arm, played in enumerate(scores_of(index, seen, horizon)):
            row = coefficients_of(index, seen.counts, arm, horizon)
            assert sum(q * seen.rewards[arm][n] for n, q in row.items()) == played


def test_every_cell_is_checked_in_full():
    claim = ratio(number(WORST), *TWO_ARMS)
    too_small = round_robin(2, 3, upper=5)
    assert reason(claim, (*CELLS, too_small)) is Reason.COVERAGE
    assert reason(claim, (*CELLS, (*round_robin(2, 6), {}))) is Reason.COVERAGE


@pytest.mark.parametrize("cell", [(), (None,), ({},), ([],), ("x",), (round_robin(2, 2),)])
def test_a_cell_that_is_no_document_is_malformed(cell):
    claim = ratio(number(WORST), *TWO_ARMS)
    with pytest.raises(MalformedError):
        check(claim, (*CELLS, cell))
    cells = [list(c) for c in (*CELLS, cell)]
    document = json.loads(dumps(Proved(claim, Cells(()), RunPoint((ZERO_ARM,) * 2, 2))))
    document["proof"]["cells"] = cells
    with pytest.raises(MalformedError):
        judge(json.dumps(document))


def test_clauses_of_a_formula_are_proved_by_cells():
    solved = worst_case(Algorithm1(), 3, 14)
    lines = tuple(json.loads(line) for line in solved.certificate.splitlines())
    givens = (at_least(K - number(3), Relation.EQ), at_least(T - number(14), Relation.EQ))
    claim = ratio(number("210/73"), *givens, run=Run(ALGORITHM_1))
    check(claim, [lines])
    [goal] = claim.conclusion
    test = ValueComparison(Value(goal.form), goal.relation)
    formula = Compound(replace(claim, conclusion=()), AllOf((test, test)))
    proofs = (ClauseProof(0, Cells((lines,))),) * 2
    witness = RunPoint((ZERO_ARM,) * 3, 14)
    assert judge(dumps(ProvedFormula(formula, proofs, witness))).verdict == "proved"
