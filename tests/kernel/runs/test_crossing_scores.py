"""Crossing sums by scores, for every index policy, and with the sum of squares of the counts."""

import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from imab_verify.kernel.runs.crossing import crossing_claims
from policy_runs import INDICES, random_runs, worst_run
from tampering import changed, reason

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.runs.crossing import crossing_certificates, through_opening
from imab_verify.kernel import (
    ALGORITHM_1,
    BEFORE,
    COUNT,
    INDEX,
    LATER_BEFORE,
    LEVEL,
    NEXT_ARM,
    NEXT_BEFORE,
    NEXT_LEVEL,
    ONE,
    OPTIMAL,
    PULLED,
    ZERO,
    Atom,
    Form,
    Index,
    Kind,
    MalformedError,
    Point,
    Polynomial,
    Reason,
    Refuted,
    RejectedError,
    Run,
    RunPoint,
    add_opening,
    check_well_formed,
    duties,
    form_value,
    judge,
    known_of,
    observe,
    read,
)
from imab_verify.language.contexts import read_context
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index

VALID = Path(__file__).parents[2] / "certificates" / "valid"
NINE = list(through_opening())[1].line()
POLICIES = [Run(ALGORITHM_1), *(Run(INDEX, index=index) for index in INDICES)]
COUNTS = "S = squares, z = idle arms other than g, L = most other than g"
IS_BEST = ("Rew(g,T) >= OPT(T)", "z >= 0", "L >= 0")


def claim_of(text, *givens, run, where="", integers=()):
    return (
        read_question(text, givens, run=read_context(where, run), integers=integers).claims().claim
    )


# --- every fact is true ------------------------------------------------------------------------


def situations(run, curves, sequence, g):
    """For each of the six claims the values and arms at which a run says that it holds."""
    k, horizon, m = len(curves), len(sequence), run.opening
    sizes, final = {"k": k, "T": horizon}, Counter(sequence)
    others = [final[i] for i in range(k) if i != g]
    sizes["S"] = sum(n * n for n in final.values())
    sizes |= {
        "z": sum(n == m for n in others),
        "L": max(others, default=0),
        "H": max(final.values()),
    }
    yield 0, {**sizes, COUNT: final[g]}, {OPTIMAL: g}
    crossers = {}
    for f in range(k):
        if f == g:
            continue
        last = max(t for t, arm in enumerate(sequence) if arm == f)
        before = Counter(sequence[:last])
        level = max(before.values(), default=0)
        if final[f] == m:
            yield 1, sizes, {PULLED: f, OPTIMAL: g}
        elif level >= final[f]:
            values = {COUNT: final[f], LEVEL: level, BEFORE: before[g]}
            yield 2, sizes | values, {PULLED: f, OPTIMAL: g}
        else:
            crossers[level] = f, before
    chain = sorted(crossers.items())
    for number, (b, (f, before)) in ((3, chain[0]), (5, chain[-1])) if chain else ():
        yield number, {**sizes, LEVEL: b, BEFORE: before[g]}, {PULLED: f, OPTIMAL: g}
    for (low, (f, before)), (high, (h, later)) in pairwise(chain):
        values = {LEVEL: low, NEXT_LEVEL: high, BEFORE: before[g], NEXT_BEFORE: before[h]}
        values[LATER_BEFORE] = later[g]
        yield 4, sizes | values, {PULLED: f, NEXT_ARM: h, OPTIMAL: g}


@pytest.mark.parametrize("run", POLICIES, ids=range(len(POLICIES)))
def test_every_fact_is_true_in_random_runs(run):
    where = f"{COUNTS}, H = most"
    named = claim_of("OPT(T) >= 0", "Rew(g,T) >= OPT(T)", run=run, where=where, integers=("z",))
    claims = crossing_claims(NINE, add_opening(known_of(named, ())))
    random, met = Random(17), Counter()  # noqa: S311  examples, not secrets
    for point, sequence in random_runs(random, run, 200 if run.policy == ALGORITHM_1 else 40):
        curves, horizon = point.curves, point.T
        if horizon < run.opening * len(curves):
            continue
        totals = [curve.rew(horizon) for curve in curves]
        g = totals.index(max(totals))
        for number, values, roles in situations(run, curves, sequence, g):
            claim = claims[number]
            arms = {arm: curves[roles.get(arm, g)] for arm, _ in claim.arms}
            at = {name: Fraction(values[name]) for name in claim.parameters}
            values_at, atoms = observe(claim, Point(at, arms))
            false = [
                given
                for given in claim.givens
                if not given.relation.holds(form_value(given.form, values_at, atoms))
                and given not in named.givens
            ]
            assert false == []
            if run.policy == ALGORITHM_1:
                assert form_value(claim.conclusion[0].form, values_at, atoms) >= 0
            met[number] += 1
    assert met.total() >= 60
    assert run.policy != ALGORITHM_1 or min(met[number] for number in range(6)) >= 1


# --- the final counts, just inside and just outside ---------------------------------------------

V = "S + T - 2*(k-1) - 4*z - d"
FINAL_COUNTS = claim_of(
    f"T*(T+1)*ALG(T) >= ({V})*OPT(T)",
    "T >= 2*k",
    "d >= 0",
    "d >= L - 2",
    *IS_BEST,
    run=Run(ALGORITHM_1),
    where=COUNTS,
)


@pytest.fixture(scope="module")
def final_counts():
    return json.loads((VALID / "proved--crossing-final-counts.json").read_text())


def test_the_final_counts_are_proved_and_rest_on_nothing(final_counts):
    judgement = judge(json.dumps(final_counts))
    assert judgement.claim == FINAL_COUNTS
    assert judgement.verdict == "proved"


@pytest.mark.parametrize(
    ("k", "horizon"), [(2, 4), (2, 7), (3, 7), (3, 8), (3, 13), (4, 12), (5, 17)]
)
def test_no_larger_weight_is_true(k, horizon):
    run, curves, pulls = worst_run(k, horizon)
    counts = run.pulls
    g = max(range(k), key=lambda i: curves[i].rew(horizon))
    rival = max(counts[i] for i in range(k) if i != g)
    claim = claim_of(
        f"T*(T+1)*ALG(T) >= ({V} + 1/1000)*OPT(T)",
        "d == L - 2",
        "d >= 0",
        "T >= 2*k",
        *IS_BEST,
        run=Run(ALGORITHM_1),
        where=COUNTS,
        integers=("d",),
    )
    point = RunPoint(curves, horizon, {"g": g}, pulls, {"d": Fraction(rival - 2)})
    assert judge(dumps(Refuted(claim, point))).verdict == "refuted"


@pytest.mark.parametrize(
    "name", ["gamma", "beta", "alpha", "alpha_optimal", "alpha_last", "alpha_idle"]
)
def test_another_parabola_needs_another_proof(final_counts, name):
    part = final_counts["proof"]["crossings"][0]["line"]
    more = {"1": str(Fraction(part.get(name, {}).get("1", 0)) + Fraction(1, 1000))}
    path = ("proof", "crossings", 0, "line", name)
    refusal = reason(changed(final_counts, *path, value=part.get(name, {}) | more))
    assert refusal in (Reason.IDENTITY, Reason.COVERAGE)


def test_the_best_arm_needs_its_proof(final_counts):
    document = deepcopy(final_counts)
    del document["proof"]["crossings"][0]["best"]
    assert reason(document) is Reason.COVERAGE
    anything = [given for given in document["claim"]["givens"] if "terms" not in given]
    other = changed(final_counts, "claim", "givens", value=anything)
    with pytest.raises(RejectedError):
        judge(json.dumps(other))


def test_the_opening_needs_its_proof(final_counts):
    document = deepcopy(final_counts)
    del document["proof"]["opened"]
    assert reason(document) is Reason.COVERAGE


def test_every_claim_needs_its_proof(final_counts):
    path = ("proof", "crossings", 0, "proofs")
    proofs = final_counts["proof"]["crossings"][0]["proofs"]
    assert reason(changed(final_counts, *path, value=proofs[1:])) is Reason.COVERAGE
    nothing = {"domain": [], "goals": []}
    for number in range(6):
        value = [nothing if i == number else proof for i, proof in enumerate(proofs)]
        assert reason(changed(final_counts, *path, value=value)) in (
            Reason.COVERAGE,
            Reason.DOMAIN,
        )


def test_sums_of_what_has_no_name(final_counts):
    claim = claim_of("OPT(T) >= 0", "T >= 2*k", run=Run(ALGORITHM_1))
    for line in (replace(NINE, gamma=ONE), replace(NINE, alpha_idle=Polynomial.constant(-18))):
        with pytest.raises(RejectedError) as refused:
            line.bound(claim.run)
        assert refused.value.reason is Reason.RULE


# --- other policies ------------------------------------------------------------------------------

CAREFUL = "Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(f,a)"
BOLD = "Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)*Delta(f,a)"


def of_index(text, *givens, opening, score):
    run = Run(INDEX, index=read_index(opening, score))
    return claim_of(text, *givens, run=run)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("opening", "score", "text", "given"),
    [
        (2, "P(f,a,M)", "OPT(T) <= k*ALG(T)", "T >= 4*k"),
        (3, "P(f,a,M)", "OPT(T) <= k*ALG(T)", "T >= 6*k"),
        (3, "P(f,a,M)", "13*(T-3*k)*OPT(T) <= T*(T+1)*ALG(T)", "T >= 3*k"),
        (2, BOLD, "OPT(T) <= 2*k*ALG(T)", "T >= 4*k"),
    ],
)
def test_other_policies_have_bounds(opening, score, text, given):
    claim = of_index(text, given, "k >= 2", opening=opening, score=score)
    [found] = crossing_certificates(claim, Clock(60))
    judgement = judge(dumps(found))
    assert judgement.verdict == "proved"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("opening", "score", "text", "given"),
    [
        (2, "P(f,a,M)", "OPT(T) <= 999/1000*k*ALG(T)", "T >= 4*k"),
        (3, "P(f,a,M)", "OPT(T) <= 999/1000*k*ALG(T)", "T >= 6*k"),
        (3, "P(f,a,M)", "13001/1000*(T-3*k)*OPT(T) <= T*(T+1)*ALG(T)", "T >= 3*k"),
        (2, CAREFUL, "OPT(T) <= k*ALG(T)", "T >= 4*k"),
        (2, "Rew(f,a) + (M-a)*f(a)", "OPT(T) <= 2*k*ALG(T)", "T >= 4*k"),
    ],
)
def test_what_is_false_or_too_sharp_is_not_proved(opening, score, text, given):
    claim = of_index(text, given, "k >= 2", opening=opening, score=score)
    assert list(crossing_certificates(claim, Clock(20))) == []


def test_no_name_stands_for_two_levels():
    """The level of a last pull and the level of the next arm that crosses are different numbers."""
    certificate = read((VALID / "proved--crossing-final-counts.json").read_text())
    proof, claim = certificate.proof, certificate.claim
    run = replace(claim.run, pulls=(("n", "g"),))
    claim = replace(claim, parameters=(*claim.parameters, "n"), run=run)
    assert len(list(duties(proof, claim))) > len(proof.crossings)
    with pytest.raises(RejectedError, match="has a meaning already") as error:
        list(duties(replace(proof, last="g", late=proof.opened), claim))
    assert error.value.reason == Reason.RULE


def test_every_name_of_a_claim_about_arms_is_declared_once():
    certificate = read((VALID / "proved--crossing-final-counts.json").read_text())
    for duty in duties(certificate.proof, certificate.claim):
        claim = duty.claim
        arms, floors = dict(claim.arms), [floor.name for floor in claim.floors]
        names = [*claim.parameters, *claim.reals, *floors, *(arm for arm, _ in claim.arms)]
        assert len({*names}) == len(names), duty.what
        assert {atom.arm for atom in claim.atoms()} <= arms.keys()


def test_a_score_is_made_of_rewards_not_of_the_optimum():
    index = Index(1, Form(ZERO, ((ONE, Atom(Kind.OPT, "f")),)))
    claim = replace(claim_of("OPT(T) >= 0", run=Run(ALGORITHM_1)), run=Run(INDEX, index=index))
    with pytest.raises(MalformedError, match="made of rewards"):
        check_well_formed(claim)
