"""Runs that are played as exhibits at one k and T, and schedules with ties by lowest index."""

from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import exhibit_at
from imab_verify.engines.exhibits.schedules import crossing_at
from imab_verify.kernel import (
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Form,
    Kind,
    MalformedError,
    Played,
    Point,
    Polynomial,
    Proved,
    RejectedError,
    Relation,
    Run,
    Some,
    Sum,
    Table,
    Term,
    judge,
)
from imab_verify.kernel.arms import check_claim
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.policy_names import GREEDY as GREEDY_INDEX

ALG, OPT = Atom(Kind.ALG), Atom(Kind.OPT)
EPS = Polynomial.variable("eps")
GREEDY = Run(GREEDY_INDEX)
LINE, NOTHING, FLAT, HIGH = (
    Curve(points)
    for points in (
        ((0, Fraction(0)), (4, Fraction(1))),
        ((0, Fraction(0)),),
        ((0, Fraction(1, 4)),),
        ((0, Fraction(1, 2)),),
    )
)


def number(value):
    return Polynomial.constant(Fraction(value))


def size(k, horizon):
    named = (("k", k), ("T", horizon))
    forms = (Form(Polynomial.variable(name) - number(value)) for name, value in named)
    return tuple(Comparison(form, Relation.EQ) for form in forms)


def reaches(ratio, run, k, horizon, relation=Relation.GE):
    """OPT >= ratio*ALG in some run."""
    form = Form(ZERO, ((ONE, OPT), (-number(ratio), ALG)))
    conclusion = (Comparison(form, relation),)
    return Claim(("k", "T"), (), size(k, horizon), conclusion, run=Some(run))


def nearly(ratio, run, k, horizon):
    """OPT >= (ratio - eps)*ALG in some run, for all eps > 0."""
    form = Form(ZERO, ((ONE, OPT), (EPS - number(ratio), ALG)))
    givens = (*size(k, horizon), Comparison(Form(EPS), Relation.GT))
    return Claim(("k", "T"), (), givens, (Comparison(form),), ("eps",), run=Some(run))


def check(claim, curves, pulls, near=None, proofs=None):
    node = Played(tuple(curves), tuple(pulls), proofs or {}, near and tuple(near))
    check_claim(ClaimProof({}, (node,)), claim, ())


def reason(*args, **how):
    with pytest.raises(RejectedError) as error:
        check(*args, **how)
    return error.value.reason


ROUND = Run(ROUND_ROBIN)


def test_what_the_run_has_is_compared():
    """Arm 2 gets one of three pulls: OPT = 6 * 1/4, ALG = 1/4."""
    check(reaches(6, ROUND, 2, 3), (NOTHING, LINE), (0, 1, 0))
    check(reaches(6, ROUND, 2, 3, Relation.EQ), (NOTHING, LINE), (0, 1, 0))
    check(reaches(5, ROUND, 2, 3, Relation.GT), (NOTHING, LINE), (0, 1, 0))
    for ratio, relation in ((7, Relation.GE), (5, Relation.EQ), (6, Relation.GT)):
        assert reason(reaches(ratio, ROUND, 2, 3, relation), (NOTHING, LINE), (0, 1, 0)) == (
            "coverage"
        )


def test_a_comparison_may_be_one_of_parameters():
    """(n+5)*OPT >= 6*ALG for n >= 1, as n*OPT - ALG + 5*OPT >= 5*ALG."""
    n = Polynomial.variable("n")
    form = Form(ZERO, ((n + number(5), OPT), (number(-36), ALG)))
    claim = replace(
        reaches(6, ROUND, 2, 3),
        parameters=("k", "T", "n"),
        givens=(*size(2, 3), Comparison(Form(n - ONE))),
        conclusion=(Comparison(form),),
    )
    left = (n - ONE).scaled(Fraction(3, 2))
    shown = {"outcome": {left: Sum((Term(Fraction(3, 2), (("h3", 1),)),))}}
    check(claim, (NOTHING, LINE), (0, 1, 0), proofs=shown)
    assert reason(claim, (NOTHING, LINE), (0, 1, 0)) == "coverage"


@pytest.mark.parametrize(
    ("curves", "pulls"),
    [
        ((NOTHING, LINE), (0, 0, 1)),
        ((NOTHING, LINE), (0, 1)),
        ((NOTHING, LINE), (0, 1, 0, 1)),
        ((NOTHING, LINE), (0, 2, 0)),
        ((NOTHING, LINE), (0, -1, 0)),
        ((NOTHING,), (0, 1, 0)),
        ((NOTHING, LINE, LINE), (0, 1, 0)),
        ((NOTHING, NOTHING), (0, 1, 0)),
        ((NOTHING, Curve(((0, Fraction(0)), (1, Fraction(2))))), (0, 1, 0)),
        ((), ()),
    ],
)
def test_an_instance_with_its_run(curves, pulls):
    assert reason(reaches(0, ROUND, 2, 3), curves, pulls) == "instance"


def test_a_run_that_earns_nothing():
    """ALG <= 0 < OPT: no ratio is a bound."""
    claim = replace(reaches(0, ROUND, 2, 1), conclusion=(Comparison(Form(ZERO, ((-ONE, ALG),))),))
    check(claim, (NOTHING, LINE), (0,))
    assert reason(claim, (LINE, NOTHING), (0,)) == "coverage"


def test_k_and_t_must_be_fixed():
    open_T = replace(reaches(6, ROUND, 2, 3), givens=size(2, 3)[:1])
    open_k = replace(reaches(6, ROUND, 2, 3), givens=size(2, 3)[1:])
    for claim in (open_T, open_k, reaches(6, ROUND, 0, 3)):
        with pytest.raises(RejectedError):
            check(claim, (NOTHING, LINE), (0, 1, 0))
    assert reason(open_T, (NOTHING, LINE), (0, 1, 0)) == "rule"


# --- limits --------------------------------------------------------------------------------------

OUTCOME = {"outcome": {EPS: Sum((Term(Fraction(1), (("h3", 1),)),))}}
"""At the limit ALG = 1 after the pulls 1, 2, 1, 1."""


def test_a_limit_is_approached_and_not_attained():
    """OPT/ALG of greedy is 5/2 at the limit, where arm 1 is no better than the line."""
    limit, near = (FLAT, LINE), (HIGH, LINE)
    for ties in ("any", "lowest-index"):
        run = Run(replace(GREEDY_INDEX, ties=ties))
        check(nearly("5/2", run, 2, 4), limit, (0, 1, 0, 0), near, OUTCOME)
        assert reason(reaches("5/2", run, 2, 4), limit, (0, 1, 0, 0), near) == "coverage"
        equal = reaches("5/2", run, 2, 4, Relation.EQ)
        assert reason(equal, limit, (0, 1, 0, 0), near) == "strictness"
        assert reason(nearly("5/2", run, 2, 4), limit, (0, 1, 0, 0), near) == "coverage"
        assert reason(nearly("26/10", run, 2, 4), limit, (0, 1, 0, 0), near, OUTCOME) == (
            "coverage"
        )


def test_the_limit_itself_is_no_run():
    """At equal scores the arm with fewest pulls comes first: 1, 2, 1 or 2, then the other one."""
    claim = reaches("5/2", GREEDY, 2, 4)
    assert reason(claim, (FLAT, LINE), (0, 1, 0, 0)) == "instance"
    assert reason(nearly("5/2", GREEDY, 2, 4), (FLAT, LINE), (0, 1, 0, 0), (FLAT, LINE)) == (
        "instance"
    )


def test_at_the_limit_every_pulled_arm_has_a_maximal_score():
    low = Curve(((0, Fraction(1, 8)),))
    assert reason(nearly(1, GREEDY, 2, 4), (low, LINE), (0, 1, 0, 0), (HIGH, LINE)) == ("instance")
    for near in ((HIGH,), (HIGH, LINE, LINE)):
        assert reason(nearly(1, GREEDY, 2, 4), (FLAT, LINE), (0, 1, 0, 0), near) == "instance"
    convex = Curve(((0, Fraction(0)), (1, Fraction(0)), (2, Fraction(1))))
    assert reason(nearly(1, GREEDY, 2, 4), (FLAT, LINE), (0, 1, 0, 0), (HIGH, convex)) == (
        "instance"
    )


# --- ties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ties", "pulls", "accepted"),
    [
        ("any", (0, 1, 0), True),
        ("any", (0, 1, 1), True),
        ("lowest-index", (0, 1, 0), True),
        ("lowest-index", (0, 1, 1), False),
        ("highest-index", (0, 1, 1), True),
        ("highest-index", (0, 1, 0), False),
    ],
)
def test_ties_fall_as_the_run_says(ties, pulls, accepted):
    claim = reaches(1, Run(replace(GREEDY_INDEX, ties=ties)), 2, 3)
    if accepted:
        check(claim, (FLAT, FLAT), pulls)
    else:
        assert reason(claim, (FLAT, FLAT), pulls) == "instance"


def schedule(ties="lowest-index", shares=(5, 5, 5, 5, 4), horizon=24, change=lambda plan: plan):
    """Algorithm 1 at k = 5, T = 24: 200/43."""
    claim = reaches("200/43", Run(replace(ALGORITHM_1, ties=ties)), 5, horizon)
    plan = change(crossing_at(shares, 0, horizon))
    node = exhibit_at(claim, plan, Clock(5))
    point = Point({"k": Fraction(5), "T": Fraction(horizon)}, {})
    return None if node is None else Proved(claim, ClaimProof({}, (node,)), point)


@pytest.mark.parametrize("ties", ["any", "lowest-index", "highest-index"])
def test_a_schedule_by_the_order_of_its_groups(ties):
    assert judge(dumps(schedule(ties))).rules == ("schedule", "sum")


def reordered(*names):
    return lambda plan: replace(plan, groups={name: plan.groups[name] for name in names})


def test_an_earlier_arm_wins_a_tie():
    """The line, pulled with the bent arms, would come first if it stood before them."""
    for ties in ("lowest-index", "highest-index"):
        with pytest.raises(RejectedError, match="order of their arms"):
            schedule(ties, change=reordered("constant", "line", "bent"))
    assert judge(dumps(schedule("any", change=reordered("constant", "line", "bent"))))


def test_an_arm_that_comes_later_waits_at_a_tie():
    """Two lines: with equal pulls and scores the first is pulled first."""
    assert schedule(change=reordered("bent", "line", "constant")) is None
    assert schedule("any", change=reordered("bent", "line", "constant")) is not None


def test_schedules_are_for_policies_by_a_score():
    table = Run(Table((0, 1), ()))
    claim = reaches(1, table, 5, 24)
    with pytest.raises(RejectedError, match="by a score"):
        exhibit_at(claim, crossing_at((5, 5, 5, 5, 4), 0, 24), Clock(5))


# --- compressed certificates ---------------------------------------------------------------------


TEXT = dumps(
    Proved(
        reaches(6, ROUND, 2, 3),
        ClaimProof({}, (Played((NOTHING, LINE), (0, 1, 0), {}),)),
        Point({"k": Fraction(2), "T": Fraction(3)}, {}),
    )
).encode()


@pytest.mark.parametrize("start", [b"", b"\n "])
def test_earlier_worst_cases_are_told_what_to_do(start):
    text = start + b'{"format": "imab-worst-case/1", "policy": "greedy"}\n{"optimal": 1}\n'
    with pytest.raises(MalformedError, match=r"write it again .* `imab-verify worst-case"):
        judge(text)
