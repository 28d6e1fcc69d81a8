"""OPT(t) and ALG(t) at other times than the horizon: played, and known by facts."""

from dataclasses import replace
from fractions import Fraction

import pytest
from runs import run_of

from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    Atom,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Curve,
    Fact,
    Form,
    Have,
    Kind,
    Lemma,
    Polynomial,
    RejectedError,
    Run,
    RunPoint,
    Sum,
    Term,
    Use,
    judge,
)
from imab_verify.kernel.arms import check_claim
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import observe, sequence_of
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index

K, T, SMALL = map(Polynomial.variable, ("k", "T", "t"))
ZERO_CURVE, ONE_CURVE = Curve(((0, Fraction(0)),)), Curve(((0, Fraction(1)),))
LINE = Curve(((0, Fraction(0)), (6, Fraction(1))))


def opt(t):
    return Atom(Kind.OPT, indices=(t,))


def alg(t):
    return Atom(Kind.ALG, indices=(t,))


def claim(*terms, constant=ZERO, givens=(), run=None):
    return Claim(
        parameters=("k", "T", "t"),
        givens=tuple(Comparison(Form(p)) for p in givens),
        conclusion=(Comparison(Form(constant, terms)),),
        run=run or Run("round-robin"),
    )


# --- at an instance ---


def test_the_run_is_played_as_far_as_the_claim_looks():
    looked = claim((ONE, opt(T + T)), (ONE, alg(T + T)), (ONE, alg(SMALL)))
    point = RunPoint((LINE, ONE_CURVE), 3, {}, "lowest-index", {"t": Fraction(1)})
    _, value = observe(looked, point)
    assert value(opt(T + T)) == 6
    assert value(alg(T + T)) == LINE.rew(3) + 3
    assert value(alg(SMALL)) == LINE.value(1)
    assert value(Atom(Kind.ALG)) == LINE.rew(2) + 1


def test_what_a_formula_looks_at_is_played_too():
    """Nothing in the claim itself says how far: the formula does, and the run goes on for it."""
    bare = replace(claim(), conclusion=())
    point = RunPoint((LINE, ONE_CURVE), 3, {}, "lowest-index", {"t": Fraction(1)})
    _, value = observe(bare, point)
    assert value(alg(T + T)) == LINE.rew(3) + 3
    assert value(alg(T + T + T)) == LINE.rew(5) + 4
    listed = replace(bare, run=Run("any"))
    _, value = observe(listed, replace(point, choices=(0, 1, 1)))
    assert value(alg(T)) == LINE.rew(1) + 2
    with pytest.raises(RejectedError, match="pulls are listed"):
        value(alg(T + ONE))


def test_listed_pulls_reach_to_the_last_time():
    looked = claim((ONE, alg(T + ONE)), run=Run("any"))
    for pulls, fine in (((0, 1), False), ((0, 1, 1), True), ((0, 1, 1, 0), False)):
        point = RunPoint((LINE, ONE_CURVE), 2, {}, pulls, {"t": Fraction(1)})
        if fine:
            assert observe(looked, point)[1](alg(T + ONE)) == LINE.value(1) + 2
        else:
            with pytest.raises(RejectedError, match="pulls are listed"):
                observe(looked, point)


def test_counts_are_those_at_the_horizon():
    read = read_question("N(f) <= ALG(2*T)", run=Run("round-robin")).claims().claim
    values, _ = observe(read, RunPoint((LINE, ONE_CURVE), 3, {"f": 0}))
    assert values[read.run.named[0]] == 2


def test_there_is_no_time_before_the_first_pull():
    point = RunPoint((LINE,), 1, {}, "lowest-index", {"t": Fraction(-1)})
    with pytest.raises(RejectedError) as error:
        observe(claim((ONE, opt(SMALL))), point)[1](opt(SMALL))
    assert error.value.reason == "domain"


@pytest.mark.parametrize("policy", ["algorithm-1", "round-robin"])
def test_a_longer_run_goes_on_from_a_shorter_one(policy):
    arms = (LINE, ONE_CURVE, Curve(((0, Fraction(1, 2)), (9, Fraction(7, 8)))))
    longest = sequence_of(run_of(policy), RunPoint(arms, 20))
    for steps in range(20):
        assert sequence_of(run_of(policy), RunPoint(arms, 20), steps) == longest[:steps]


# --- facts ---


@pytest.mark.parametrize(
    ("text", "given", "verdict"),
    [
        ("ALG(t) <= ALG(T)", ["t <= T"], "proved"),
        ("ALG(t) <= ALG(T)", ["t <= T + 1"], "refuted"),
        ("ALG(T+1) <= ALG(T) + 1", [], "proved"),
        ("ALG(T+1) <= ALG(T) + 999/1000", [], "refuted"),
        ("ALG(T+1) >= ALG(T) + 1/1000", [], "refuted"),
        ("OPT(2T) <= 4 OPT(T)", [], "proved"),
        ("OPT(2T) <= 3.5 OPT(T)", [], "refuted"),
        ("t OPT(T) >= T OPT(t)", ["t <= T"], "proved"),
        ("OPT(T+1) <= OPT(T) + 1", [], "proved"),
        ("ALG(2T) <= OPT(2T)", [], "proved"),
        ("OPT(t) <= t", [], "proved"),
        ("OPT(t) >= Rew(f,t)", [], "proved"),
    ],
)
def test_claims_about_several_times_are_decided_rightly(text, given, verdict):
    decision = decide(read_question(text, given, run=Run("round-robin")), seconds=30)
    assert decision.verdict.value == verdict
    assert judge(decision.certified.text).verdict == verdict


def test_a_proof_without_the_order_is_none():
    """ALG(t) <= ALG(T) with t <= T + 1 instead of t <= T has no proof of the same shape."""
    asked = read_question("ALG(t) <= ALG(T)", ["t <= T"], run=Run("any"))
    proved = decide(asked, seconds=30).certified.certificate
    weaker = read_question("ALG(t) <= ALG(T)", ["t <= T + 1"], run=Run("any")).claims().claim
    with pytest.raises(RejectedError):
        judge(dumps(replace(proved, claim=weaker)))


# --- a theorem about runs with horizon T, at another time ---


def theorem(run):
    """ALG(T) >= 2*OPT(T) for T >= 2k, say: what is cited is not looked at here."""
    says = Form(ZERO, ((ONE, Atom(Kind.ALG)), (-ONE - ONE, Atom(Kind.OPT))))
    given = Comparison(Form(T - K - K))
    return Claim(("k", "T"), (), (given,), (Comparison(says),), run=run)


def by_the_theorem(run, time=SMALL, given=SMALL - K - K, about=None):
    """ALG(t) >= 2*OPT(t), by the theorem at some time."""
    wanted = claim((ONE, alg(SMALL)), (-ONE - ONE, opt(SMALL)), givens=(given,), run=run)
    first = Sum((Term(Fraction(1), (("h1", 1),)),))
    source = Lemma(0, 0, {"k": K, "T": time}, {}, {"h1": first})
    uses = (Use("x", ONE, Sum((Term(Fraction(1)),))),)
    enough = (Term(Fraction(1), (("h1", 1),)), Term(Fraction(2), (("r.arms", 1),)))
    defined = Have("r", Fact("sizes"), Sum((*enough, Term(Fraction(2)))))
    proof = ClaimProof({SMALL: defined}, (Have("x", source, Combine({}, uses)),))
    check_claim(proof, wanted, (theorem(about or run),))


def test_a_theorem_holds_at_every_time_of_a_run_that_does_not_know_its_horizon():
    for policy in ("round-robin", "any", read_index(1, "f(a)"), read_index(2, "P(f,a,M)")):
        by_the_theorem(Run(policy))


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"time": SMALL + ONE}, "T of the lemma is not that of the run"),
        ({"time": T}, "the products do not add up"),
        ({"given": SMALL - K}, "the products do not add up"),
        ({"about": Run("any")}, "runs of another policy"),
        ({"about": Run(read_index(2, "f(a)"))}, "runs of another policy"),
    ],
)
def test_a_theorem_holds_at_times_of_the_claim_where_its_givens_do(how, why):
    with pytest.raises(RejectedError, match=why):
        by_the_theorem(Run(read_index(1, "f(a)")), **how)


def test_a_theorem_about_a_policy_that_knows_its_horizon_holds_there_alone():
    run = Run(read_index(1, "f(a) + T*f(a)"))
    with pytest.raises(RejectedError, match="T of the lemma is not that of the run"):
        by_the_theorem(run)
