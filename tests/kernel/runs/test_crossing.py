"""Crossing sums: what the rule takes for granted is true on every run that can be played."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from imab_verify.kernel.runs.crossing import crossing_claims
from policy_runs import worst_run
from random_runs import runs
from tampering import changed, larger, reason

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.runs.crossing import (
    at_quotient,
    through_opening,
)
from imab_verify.kernel import (
    LEVEL,
    Comparison,
    Form,
    Polynomial,
    Reason,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    add_opening,
    judge,
    known_of,
    run_branches,
    violation,
    with_quotient,
)
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question

VALID = Path(__file__).parents[2] / "certificates" / "valid"
K, T, M = (Polynomial.variable(name) for name in ("k", "T", LEVEL))
SMALL = Fraction(1, 1000)


def claim_of(text, *givens):
    return read_question(text, givens, run=Run("algorithm-1")).claims().claim


INITIALISED = claim_of("OPT(T) <= k*ALG(T)", "T >= 2*k")
EIGHT, NINE, ZERO = (slope.line() for slope in through_opening())


# --- what is taken for granted -------------------------------------------------------------------


def claims_of(line, claim):
    """The claims about arms that a sum by this line rests on."""
    return crossing_claims(line, add_opening(known_of(claim, ())))


def lines_for(k, horizon):
    """The lines, with floor(T/k) put in."""
    m = horizon // k
    yield ZERO
    yield EIGHT
    yield NINE
    if horizon >= 4 * k:
        slope = next(at_quotient(Polynomial.constant(m), divides=horizon == k * m))
        yield slope.line()


def test_the_sum_is_a_true_bound_in_every_run():
    for curves, sequence, _ in runs(seed=12, count=300, most_arms=5, steps=16):
        k, horizon = len(curves), len(sequence)
        counts = Counter(sequence)
        alg = sum(curve.rew(counts[i]) for i, curve in enumerate(curves))
        opt = max(curve.rew(horizon) for curve in curves)
        sizes = {"k": Fraction(k), "T": Fraction(horizon)}
        for line in lines_for(k, horizon):
            assert line.weight.at(sizes) * alg >= line.bound(Run("algorithm-1")).at(sizes) * opt


# --- just inside and just outside ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "horizon", "bound"),
    [
        (3, 6, 6),
        (3, 7, 12),
        (3, 8, 20),
        (3, 9, 28),
        (4, 12, 36),
        (5, 17, 63),
        (3, 12, 54),
        (3, 13, 63),
    ],
)
def test_the_best_of_the_lines_is_attained_and_no_larger_bound_is_true(k, horizon, bound):
    sizes = {"k": Fraction(k), "T": Fraction(horizon)}
    assert max(line.bound(Run("algorithm-1")).at(sizes) for line in lines_for(k, horizon)) == bound
    run, curves, pulls = worst_run(k, horizon)
    assert run.ratio == Fraction(horizon * (horizon + 1), bound)
    text = f"{bound} * OPT(T) <= T*(T+1)*ALG(T)"
    claim = claim_of(text.replace("*", "* 1001/1000 *", 1), f"T == {horizon}", f"k == {k}")
    refuted = Refuted(claim, RunPoint(curves, horizon, choices=pulls))
    assert judge(dumps(refuted)).verdict == "refuted"


TIGHT = [
    ("alpha_optimal", 0),
    ("alpha", 1),
    ("alpha", 2),
    ("alpha_last", 5),
]


@pytest.mark.parametrize(("name", "number"), TIGHT)
def test_no_larger_line_is_below_what_arms_pay(name, number):
    claims = claims_of(NINE, INITIALISED)
    above = replace(NINE, **{name: getattr(NINE, name) + Polynomial.constant(SMALL)})
    outside = claims_of(above, INITIALISED)[number]
    point = find_counterexample(outside, Clock(20), most=400)
    assert point is not None
    assert violation(outside, point) is not None
    assert violation(claims[number], point) is None


@pytest.mark.parametrize("number", [3, 5])
def test_no_other_potential_begins_and_ends_the_chain(number):
    change = Polynomial.constant(SMALL if number == 3 else -SMALL)
    outside = claims_of(replace(NINE, rest=NINE.rest + change), INITIALISED)[number]
    point = find_counterexample(outside, Clock(20), most=400)
    assert violation(outside, point) is not None


# --- certificates --------------------------------------------------------------------------------


def certificate(name):
    return json.loads((VALID / f"proved--{name}.json").read_text())


def test_the_certificates_rest_on_nothing():
    for name in ("crossing-sum", "crossing-cases"):
        judgement = judge(json.dumps(certificate(name)))
        assert judgement.verdict == "proved"


LINE = ("proof", "crossings", 0, "line")


@pytest.mark.parametrize(
    "name", ["weight", "beta", "alpha", "alpha_optimal", "alpha_last", "share", "rest"]
)
def test_another_line_needs_another_proof(name):
    document = certificate("crossing-sum")
    line = document["proof"]["crossings"][0]["line"]
    other = changed(document, *LINE, name, value=larger(line[name]))
    assert reason(other) in (Reason.IDENTITY, Reason.COVERAGE)


def test_a_larger_constant_in_the_claim_is_not_proved():
    document = certificate("crossing-sum")
    [goal] = document["claim"]["conclusion"]
    share = next(i for i, (_, atom) in enumerate(goal["terms"]) if atom[0] == "OPT")
    path = ("claim", "conclusion", 0, "terms", share, 0)
    other = changed(document, *path, value=larger(goal["terms"][share][0], by="-1/1000"))
    assert reason(other) in (Reason.IDENTITY, Reason.COVERAGE)


@pytest.mark.parametrize("path", [("about_arms",), ("opened",), ("crossings", 0, "order")])
def test_the_claim_the_opening_and_the_order_need_their_proofs(path):
    document = certificate("crossing-sum")
    nothing = {"domain": [], "goals": []}
    assert reason(changed(document, "proof", *path, value=nothing)) in (
        Reason.COVERAGE,
        Reason.DOMAIN,
    )


def test_it_is_about_the_score_of_algorithm_1():
    """An index policy with the same opening and the same score has the same runs."""
    document = certificate("crossing-sum")

    def of(run):
        return changed(document, "claim", "run", value=run)

    def index(opening, score):
        return {"policy": "index", "index": {"opening": opening, "score": {"terms": [score]}}}

    estimate = [{"1": "1"}, ["P", "f", {"a": "1"}, {"M": "1"}]]
    assert judge(json.dumps(of(index(2, estimate)))).verdict == "proved"
    assert reason(of({"policy": "round-robin"})) is Reason.RULE
    for run in (index(3, estimate), index(2, [{"1": "1"}, ["Rew", "f", {"a": "1"}]])):
        with pytest.raises(RejectedError):
            judge(json.dumps(of(run)))


@pytest.mark.parametrize(
    ("name", "foreign"), [("beta", "_M"), ("alpha", "_N"), ("share", "_N"), ("rest", "_L")]
)
def test_lines_and_potentials_speak_of_their_own_names(name, foreign):
    document = certificate("crossing-sum")
    assert reason(changed(document, *LINE, name, value={foreign: "1"})) is Reason.IDENTITY


@pytest.mark.parametrize("foreign", ["_N", "_M", "z"])
def test_names_that_cancel_out_of_the_bound_are_foreign_too(foreign):
    """alpha_optimal + z and alpha_last - z have the sum that they had without z."""
    document = certificate("crossing-sum")
    line = document["proof"]["crossings"][0]["line"]
    more = {"alpha_optimal": {foreign: "1"}, "alpha_last": {foreign: "-1"}}
    line |= {name: line[name] | part for name, part in more.items()}
    with pytest.raises(RejectedError, match="names that the claim lacks"):
        judge(json.dumps(document))


def test_every_claim_about_arms_knows_that_all_arms_are_initialised():
    for claim in claims_of(NINE, claim_of("OPT(T) <= k*ALG(T)")):
        assert Comparison(Form(T - K.scaled(2))) in claim.givens


# --- cases ---------------------------------------------------------------------------------------


def test_cases_cover_all_sizes_and_know_the_quotient():
    named, m = with_quotient(INITIALISED)
    low, high = run_branches(INITIALISED, T - K * m)
    assert low.floors == high.floors == named.floors
    assert low.givens[-1] == Comparison(Form(K * m - T))
    assert high.givens[-1] == Comparison(Form(T - K * m), Relation.GT)
    assert low.givens[:-1] == high.givens[:-1]


def test_the_quotient_of_the_claim_is_taken_if_it_has_one():
    own = claim_of("OPT(T) <= (T//k + k)*ALG(T)")
    assert with_quotient(own)[0] is own
    assert run_branches(own, T)[0].floors == own.floors


def test_cases_speak_of_the_claims_own_names():
    document = certificate("crossing-cases")
    assert reason(changed(document, "proof", "case", value={"x": "1"})) is Reason.IDENTITY


def test_both_cases_need_their_proof():
    document = certificate("crossing-cases")
    low, high = document["proof"]["low"], document["proof"]["high"]
    assert reason(changed(document, "proof", "low", value=high)) is Reason.IDENTITY
    assert reason(changed(document, "proof", "high", value=low)) is Reason.IDENTITY
