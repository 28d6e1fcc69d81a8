"""Policies that beat a lower bound: what the kernel accepts as a counterexample."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    ALGORITHM_1,
    ANYTIME,
    KNOWS_HORIZON,
    ROUND_ROBIN,
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Every,
    Floor,
    Form,
    GoodPolicy,
    Kind,
    Point,
    Polynomial,
    Proved,
    Reason,
    Refuted,
    RejectedError,
    Relation,
    Run,
    beaten_claim,
    judge,
    last_arm_claims,
)
from imab_verify.language.documents import dumps
from imab_verify.language.every import POLICIES
from imab_verify.language.reading import read_question

k, T = Polynomial.variable("k"), Polynomial.variable("T")
OPT, ALG = Atom(Kind.OPT), Atom(Kind.ALG)
ROBIN = Run(ROUND_ROBIN)
NOTHING = Fraction(0)
LITTLE = Fraction(1, 1000)


def number(value):
    return Polynomial.constant(value)


def bound(ratio, rest=0, every=KNOWS_HORIZON, relation=Relation.GE, **changes):
    """OPT(T) - ratio*ALG(T) + rest >= 0 for every policy."""
    rest = rest if isinstance(rest, Polynomial) else number(rest)
    form = Form(rest, ((number(1), OPT), (number(-ratio), ALG)))
    claim = Claim(("k", "T"), (), (), (Comparison(form, relation),), run=Every(every))
    return replace(claim, **changes)


def at(**values):
    return {name: Fraction(value) for name, value in values.items()}


def reason(*arguments):
    with pytest.raises(RejectedError) as error:
        beaten_claim(*arguments)
    return error.value.reason


@cache
def refuted(text, policy, *givens):
    question = read_question(text, givens, run=POLICIES[policy])
    certified = decide(question, seconds=120).certified
    assert certified is not None
    assert judge(certified.text).verdict == "refuted"
    return certified.certificate


# --- what is accepted ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "policy", "givens", "who"),
    [
        ("OPT(T) > ALG(T)", "every", (), ROUND_ROBIN),
        pytest.param(
            "OPT(T) >= 2*k*ALG(T)",
            "every-anytime",
            ("k >= 2", "T >= 4*k"),
            ALGORITHM_1,
            marks=pytest.mark.slow,
        ),
        ("OPT(T) >= 2*ALG(T)", "every-anytime", ("k == 1",), ROUND_ROBIN),
        ("OPT(T) >= (2 + 1/1000)*ALG(T)", "every", ("k == 2", "T >= 7"), ALGORITHM_1),
        ("Regret(T) >= (1/2 + 1/1000)*T", "every", ("k == 2", "T >= 7"), ALGORITHM_1),
        ("OPT(T) >= 0 and Regret(T) >= T", "every", ("k == 1",), ROUND_ROBIN),
    ],
)
def test_a_policy_refutes_a_lower_bound(text, policy, givens, who):
    policy = refuted(text, policy, *givens).counterexample
    assert isinstance(policy, GoodPolicy)
    assert policy.run.policy == who


def test_the_claim_about_runs_at_a_known_horizon():
    about = beaten_claim(bound(2), at(k=2, T=7), Run(ALGORITHM_1), 0, LITTLE)
    assert about.run == Run(ALGORITHM_1)
    assert [given.relation for given in about.givens] == [Relation.EQ] * 2
    [goal] = about.conclusion
    assert goal.form.terms == ((number(2), ALG), (number(-1 - LITTLE), OPT))


def test_the_claim_about_runs_at_all_horizons_that_are_given():
    late = Comparison(Form(T - k - k))
    claim = bound(2, every=ANYTIME, givens=(late, Comparison(Form(k - number(2)))))
    about = beaten_claim(claim, at(k=3), ROBIN, 0, LITTLE)
    assert about.givens[1:] == (Comparison(Form(T - number(6))),)


def test_what_has_to_be_beaten_and_by_how_much():
    """d - margin*OPT fails for all 0 < OPT <= T = 4: just so, and not quite."""
    half = Fraction(1, 2)

    def beats(rest, margin, relation=Relation.GE):
        claim = bound(2, rest, relation=relation)
        with suppress(RejectedError):
            return beaten_claim(claim, at(k=2, T=4), ROBIN, 0, margin) is not None
        return reason(claim, at(k=2, T=4), ROBIN, 0, margin) is not Reason.SIGN

    assert beats(0, LITTLE)
    assert not beats(0, NOTHING)
    assert beats(0, NOTHING, Relation.GT)
    assert not beats(0, NOTHING, Relation.EQ)
    assert beats(-LITTLE, NOTHING)
    assert not beats(LITTLE, half)
    assert beats(-2 - LITTLE, -half)
    assert not beats(-2, -half)
    assert beats(-2, -half, Relation.GT)
    assert not beats(-2 + LITTLE, -half, Relation.GT)


# --- what is not ---------------------------------------------------------------------------------


def test_policies_and_parameters_that_refute_nothing():
    claim, here = bound(2), at(k=2, T=4)
    for run in (Run("greedy"), Run(ALGORITHM_1, most="M"), Run(ROUND_ROBIN, pulled="f")):
        assert reason(claim, here, run, 0, LITTLE) is Reason.RULE
    for comparison in (-1, 1):
        assert reason(claim, here, ROBIN, comparison, LITTLE) is Reason.RULE
    for parameters in (at(k=0, T=4), at(k=2, T=-1), at(k=2), {**here, "T": Fraction(1, 2)}):
        assert reason(claim, parameters, ROBIN, 0, LITTLE) is Reason.INSTANCE
    many = replace(claim, givens=(Comparison(Form(k - number(3))),))
    assert reason(many, here, ROBIN, 0, LITTLE) is Reason.INSTANCE
    run = replace(claim, run=ROBIN)
    assert reason(run, here, ROBIN, 0, LITTLE) is Reason.RULE


def test_what_the_policy_does_not_know():
    claim = bound(2, every=ANYTIME)
    assert reason(claim, at(k=2, T=4), ROBIN, 0, LITTLE) is Reason.INSTANCE
    assert reason(bound(2, -T, every=ANYTIME), at(k=2), ROBIN, 0, LITTLE) is Reason.RULE
    assert reason(bound(2, -1, every=ANYTIME), at(k=2), ROBIN, 0, -LITTLE) is Reason.RULE
    floor = replace(claim, floors=(Floor("q", T, k),))
    assert reason(floor, at(k=2), ROBIN, 0, LITTLE) is Reason.RULE
    harmless = replace(claim, floors=(Floor("q", k, number(2)),))
    assert beaten_claim(harmless, at(k=2), ROBIN, 0, LITTLE)


def test_what_a_policy_that_knows_the_horizon_is_asked():
    """Givens and floors that name T are looked at there; other margins need no T."""
    here, late = at(k=2, T=4), Comparison(Form(T - number(4)))
    assert beaten_claim(bound(2, givens=(late,)), here, ROBIN, 0, LITTLE)
    later = Comparison(Form(T - number(5)))
    assert reason(bound(2, givens=(later,)), here, ROBIN, 0, LITTLE) is Reason.INSTANCE
    assert beaten_claim(bound(2, floors=(Floor("q", T, k),)), here, ROBIN, 0, LITTLE)
    assert beaten_claim(bound(2, -1, every=ANYTIME), at(k=2), ROBIN, 0, NOTHING)


def rejected(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


def test_the_proof_belongs_to_the_policy_and_the_margin():
    whole = refuted("OPT(T) >= 2*ALG(T)", "every-anytime", "k == 1")
    policy = whole.counterexample
    for changed in (
        replace(policy, margin=Fraction(3)),
        replace(policy, parameters=at(k=7)),
        replace(policy, comparison=1),
        replace(policy, proof=ClaimProof({}, ())),
    ):
        assert rejected(replace(whole, counterexample=changed)) in set(Reason) - {Reason.LIMIT}


def test_a_policy_refutes_lower_bounds_only_and_proves_nothing():
    whole = refuted("OPT(T) > ALG(T)", "every")
    policy = whole.counterexample
    run = replace(whole.claim, run=ROBIN)
    assert rejected(Refuted(run, policy)) is Reason.INSTANCE
    arms = replace(whole.claim, run=None, conclusion=(Comparison(Form(-T)),))
    assert rejected(Refuted(arms, policy)) is Reason.INSTANCE
    witness = Point(at(k=1, T=1), {})
    assert rejected(Refuted(whole.claim, witness)) is Reason.RULE
    assert rejected(Proved(whole.claim, policy.proof, witness)) is Reason.RULE
    behind, _ = last_arm_claims(number(0), number(0), whole.claim)
    assert behind.run is None
