"""Crossing sums: what the rule takes for granted is true on every run that can be played."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from policy_runs import worst_run
from random_runs import runs
from tampering import changed, larger, reason

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.runs.crossing import (
    at_quotient,
    crossing_certificates,
    through_opening,
)
from imab_verify.kernel import (
    BEFORE,
    COUNT,
    LEVEL,
    NEXT_ARM,
    NEXT_LEVEL,
    OPTIMAL,
    PULLED,
    Comparison,
    Floor,
    Form,
    Point,
    Polynomial,
    Reason,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    claims_of,
    form_value,
    judge,
    observe,
    read,
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


def situations(curves, sequence):
    """For each of the six claims the values and arms at which a run says that it holds."""
    k, horizon = len(curves), len(sequence)
    sizes = {"k": k, "T": horizon}
    final = Counter(sequence)
    g = max(range(k), key=lambda i: curves[i].rew(horizon))
    yield 0, {**sizes, COUNT: final[g]}, {OPTIMAL: g}
    crossers = {}
    for f in range(k):
        if f == g:
            continue
        last = max(t for t, arm in enumerate(sequence) if arm == f)
        before = Counter(sequence[:last])
        level = max(before.values())
        if final[f] == 2:
            yield 1, sizes, {PULLED: f, OPTIMAL: g}
        elif level >= final[f]:
            values = {COUNT: final[f], LEVEL: level, BEFORE: before[g]}
            yield 2, sizes | values, {PULLED: f, OPTIMAL: g}
        else:
            assert level == before[f] == final[f] - 1
            assert level not in crossers
            crossers[level] = f
    chain = sorted(crossers.items())
    if not chain:
        return
    (b, first), (c, end) = chain[0], chain[-1]
    yield 3, {**sizes, LEVEL: b}, {PULLED: first, OPTIMAL: g}
    for (low, f), (high, h) in pairwise(chain):
        roles = {PULLED: f, NEXT_ARM: h, OPTIMAL: g}
        yield 4, {**sizes, LEVEL: low, NEXT_LEVEL: high}, roles
    yield 5, {**sizes, LEVEL: c}, {PULLED: end, OPTIMAL: g}


@pytest.mark.parametrize(
    ("count", "least"), [(120, 3), pytest.param(2500, 60, marks=pytest.mark.slow)]
)
def test_every_fact_is_true_in_every_run(count, least):
    claims = claims_of(NINE, INITIALISED)
    met = Counter()
    for curves, sequence, _ in runs(seed=11, count=count, most_arms=6):
        for number, values, roles in situations(curves, sequence):
            claim = claims[number]
            point = Point(
                {name: Fraction(value) for name, value in values.items()},
                {arm: curves[i] for arm, i in roles.items()},
            )
            at = observe(claim, point)
            for given in claim.givens:
                assert given.relation.holds(form_value(given.form, *at)), given
            assert violation(claim, point) is None
            met[number] += 1
    assert set(met) == set(range(6))
    assert min(met.values()) >= least


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


@pytest.mark.parametrize(
    "name", ["weight", "beta", "alpha", "alpha_optimal", "alpha_last", "share", "rest"]
)
def test_another_line_needs_another_proof(name):
    document = certificate("crossing-sum")
    line = document["proof"]["line"]
    other = changed(document, "proof", "line", name, value=larger(line[name]))
    assert reason(other) in (Reason.IDENTITY, Reason.COVERAGE)


def test_a_larger_constant_in_the_claim_is_not_proved():
    document = certificate("crossing-sum")
    [goal] = document["claim"]["conclusion"]
    share = next(i for i, (_, atom) in enumerate(goal["terms"]) if atom[0] == "OPT")
    path = ("claim", "conclusion", 0, "terms", share, 0)
    other = changed(document, *path, value=larger(goal["terms"][share][0], by="-1/1000"))
    assert reason(other) is Reason.IDENTITY


@pytest.mark.parametrize("name", ["optimal", "two_pulls", "late", "first", "following", "last"])
def test_every_claim_about_arms_needs_its_proof(name):
    document = certificate("crossing-sum")
    nothing = {"domain": [], "goals": []}
    assert reason(changed(document, "proof", name, value=nothing)) in (
        Reason.COVERAGE,
        Reason.DOMAIN,
    )


@pytest.mark.parametrize("name", ["initialised", "order"])
def test_the_sizes_and_the_order_need_their_proofs(name):
    document = certificate("crossing-sum")
    nothing = {"sum": []}
    assert reason(changed(document, "proof", name, value=nothing)) is Reason.IDENTITY


def test_it_is_about_algorithm_1():
    document = certificate("crossing-sum")
    other = changed(document, "claim", "run", "policy", value="round-robin")
    assert reason(other) is Reason.RULE
    estimate = {"terms": [[{"1": "1"}, ["P", "f", {"a": "1"}, {"M": "1"}]]]}
    index = {"policy": "index", "index": {"opening": 2, "score": estimate}}
    other = changed(document, "claim", "run", value=document["claim"]["run"] | index)
    assert reason(other) is Reason.RULE


@pytest.mark.parametrize(
    ("name", "foreign"), [("beta", "_M"), ("alpha", "_N"), ("share", "_N"), ("rest", "_L")]
)
def test_lines_and_potentials_speak_of_their_own_names(name, foreign):
    document = certificate("crossing-sum")
    assert reason(changed(document, "proof", "line", name, value={foreign: "1"})) is Reason.IDENTITY


@pytest.mark.parametrize("foreign", ["_N", "_M", "z"])
def test_names_that_cancel_out_of_the_bound_are_foreign_too(foreign):
    """alpha_optimal + z and alpha_last - z have the sum that they had without z."""
    document = certificate("crossing-sum")
    line = document["proof"]["line"]
    more = {"alpha_optimal": {foreign: "1"}, "alpha_last": {foreign: "-1"}}
    line |= {name: line[name] | part for name, part in more.items()}
    with pytest.raises(RejectedError, match="names that the claim lacks"):
        judge(json.dumps(document))


@pytest.mark.parametrize(("least", "accepted"), [(1, True), (0, False)])
def test_that_all_arms_are_opened_does_not_follow_from_a_floor(least, accepted):
    """0//(T-2k+1) is not defined for T < 2k; that its divisor is positive must be given."""
    base = read((VALID / "proved--crossing-sum.json").read_text()).claim
    floor = Floor("q", Polynomial.constant(0), T - K - K + Polynomial.constant(1))
    claim = replace(base, givens=base.givens[1 - least :], floors=(floor,))
    certificate = next(crossing_certificates(claim, Clock(20)))
    if accepted:
        assert judge(dumps(certificate)).verdict == "proved"
    else:
        with pytest.raises(RejectedError, match="not plainly positive"):
            judge(dumps(certificate))


def test_givens_are_about_parameters():
    document = certificate("crossing-sum")
    positive = {"terms": [[{"1": "1"}, ["OPT"]]], "relation": ">="}
    givens = [*document["claim"]["givens"], positive]
    assert reason(changed(document, "claim", "givens", value=givens)) is Reason.RULE


def test_the_claim_names_no_arms():
    document = certificate("crossing-sum")
    positive = {"terms": [[{"1": "1"}, ["Rew", "f", {"1": "1"}]]], "relation": ">="}
    document["claim"] |= {
        "arms": {"f": "concave"},
        "givens": [*document["claim"]["givens"], positive],
    }
    document["witness"]["roles"] = {"f": 1}
    assert reason(document) is Reason.RULE


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
