"""Negations: a policy that beats a lower bound on every instance, as the kernel accepts it."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    AnyOf,
    Atom,
    Choice,
    Claim,
    ClaimProof,
    Comparison,
    Disproved,
    Every,
    Floor,
    Form,
    Kind,
    Point,
    Polynomial,
    Proved,
    Refuted,
    RejectedError,
    Relation,
    Run,
    judge,
)
from imab_verify.kernel.formulas import choose, negation
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON, ROUND_ROBIN
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1, POLICIES
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index

k, T = Polynomial.variable("k"), Polynomial.variable("T")
OPT, ALG = Atom(Kind.OPT), Atom(Kind.ALG)
ROBIN = Run(ROUND_ROBIN)
POSITIVE = Comparison(Form(terms=((Polynomial.constant(1), OPT),)), Relation.GT)
"""OPT(T) > 0."""


def number(value):
    return Polynomial.constant(value)


def bound(ratio, rest=0, every=KNOWS_HORIZON, relation=Relation.GE, **changes):
    """OPT(T) - ratio*ALG(T) + rest >= 0 for every policy."""
    rest = rest if isinstance(rest, Polynomial) else number(rest)
    form = Form(rest, ((number(1), OPT), (number(-ratio), ALG)))
    claim = Claim(("k", "T"), (), (), (Comparison(form, relation),), run=Every(every))
    return replace(claim, **changes)


def chosen(**values):
    return Choice({name: number(value) for name, value in values.items()})


def at_numbers(claim, policy=ROBIN, **values):
    """What must be shown of all runs of the policy at these parameters."""
    return choose(negation(claim, policy), chosen(**values))


def reason(claim, policy=ROBIN, **values):
    with pytest.raises(RejectedError) as error:
        at_numbers(claim, policy, **values)
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
    certificate = refuted(text, policy, *givens)
    assert isinstance(certificate, Disproved)
    assert certificate.policy.policy == who


def test_the_claim_about_runs_at_a_known_horizon():
    about = at_numbers(bound(2), Run(ALGORITHM_1), k=2, T=7)
    assert about.run == Run(ALGORITHM_1)
    assert about.givens == (
        POSITIVE,
        Comparison(Form(T - number(7)), Relation.EQ),
        Comparison(Form(k - number(2)), Relation.EQ),
    )
    [goal] = about.conclusion
    assert goal.relation is Relation.GT
    assert goal.form.terms == ((number(-1), OPT), (number(2), ALG))


def test_the_claim_about_runs_at_all_horizons_that_are_given():
    late = Comparison(Form(T - k - k))
    claim = bound(2, every=ANYTIME, givens=(late, Comparison(Form(k - number(2)))))
    about = at_numbers(claim, k=3)
    assert about.parameters == ("k", "T")
    assert about.givens == (late, POSITIVE, Comparison(Form(k - number(3)), Relation.EQ))


def test_one_comparison_that_fails_is_enough():
    both = bound(2, conclusion=(*bound(2).conclusion, *bound(3, relation=Relation.EQ).conclusion))
    [formula] = at_numbers(both, k=2, T=4).conclusion
    assert isinstance(formula, AnyOf)
    assert [type(part) for part in formula.parts] == [Comparison, AnyOf]


# --- what is not ---------------------------------------------------------------------------------


def test_policies_and_parameters_that_refute_nothing():
    claim = bound(2)
    counted = Run(ALGORITHM_1, (("M", ("most",)),))
    for run in (None, counted, Run(ROUND_ROBIN, different=("f",))):
        assert reason(claim, run, k=2, T=4) == "rule"
    for parameters in ({"k": 0, "T": 4}, {"k": 2, "T": -1}):
        assert reason(claim, **parameters) == "coverage"
    assert reason(claim, k=2) == "rule"
    assert reason(claim, k=2, T=Fraction(1, 2)) == "domain"
    many = replace(claim, givens=(Comparison(Form(k - number(3))),))
    assert reason(many, k=2, T=4) == "coverage"
    assert at_numbers(many, k=3, T=4)


def test_what_the_policy_does_not_know():
    claim = bound(2, every=ANYTIME)
    assert reason(claim, k=2, T=4) == "rule"
    knows = Run(read_index(1, "f(a) + (T - a)*f(a)"))
    assert reason(claim, knows, k=2) == "rule"
    assert at_numbers(bound(2), knows, k=2, T=4)
    floor = replace(claim, floors=(Floor("q", T, k),))
    assert at_numbers(floor, k=2).floors == floor.floors


def test_what_a_policy_that_knows_the_horizon_is_asked():
    """Givens that name T are looked at there."""
    late, later = (Comparison(Form(T - number(n))) for n in (4, 5))
    assert at_numbers(bound(2, givens=(late,)), k=2, T=4)
    assert reason(bound(2, givens=(later,)), k=2, T=4) == "coverage"


def rejected(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


def test_the_proof_belongs_to_the_policy_and_the_parameters():
    whole = refuted("OPT(T) >= 2*ALG(T)", "every-anytime", "k == 1")
    weaker = bound(Fraction(1, 2), every=ANYTIME, givens=whole.claim.givens)
    for changed in (
        replace(whole, choice=chosen(k=7)),
        replace(whole, policy=Run(ALGORITHM_1)),
        replace(whole, claim=weaker),
        replace(whole, negation=ClaimProof({}, ())),
        replace(whole, lemmas=whole.lemmas[:-1]),
    ):
        assert rejected(changed) != "limit"


def test_a_policy_refutes_lower_bounds_only_and_proves_nothing():
    whole = refuted("OPT(T) > ALG(T)", "every")
    run = replace(whole.claim, run=ROBIN)
    assert rejected(replace(whole, claim=run)) == "rule"
    witness = Point({"k": Fraction(1), "T": Fraction(1)}, {})
    assert rejected(Refuted(whole.claim, witness)) == "rule"
    assert rejected(Proved(whole.claim, whole.negation, witness)) == "lemma"
