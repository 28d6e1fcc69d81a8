"""The last pull of an arm: what is known of it is true on runs that are played elsewhere."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from imab_verify.kernel.runs.splitting import check_run_proof
from random_runs import runs

from imab_verify.kernel import (
    ALGORITHM_1,
    ONE,
    ROUND_ROBIN,
    ArmClass,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Curve,
    Form,
    Point,
    Polynomial,
    Reason,
    RejectedError,
    Relation,
    Run,
    RunFacts,
    RunPoint,
    Sum,
    Term,
    add_last_pull,
    at_least,
    form_value,
    known_of,
    observe,
    sequence_of,
    violation,
)

NOTHING = Sum(())
ABOUT_TWO_ARMS = Claim(
    parameters=("k", "T", "N", "M", "A", "B", "H"),
    arms=(("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE)),
    givens=(),
    conclusion=(at_least(ONE),),
    run=Run(
        policy="algorithm-1",
        pulls=(("N", "f"),),
        pulled="f",
        level="M",
        before=(("A", "f"), ("B", "g")),
        most="H",
    ),
)


def late_pulls(seed, count):
    """Curves, pulls, f and g, and the values of the names, for arms with three pulls or more."""
    for curves, sequence, init in runs(seed, count):
        final = Counter(sequence)
        for f in (i for i in final if final[i] >= 3):
            last = max(t for t, arm in enumerate(sequence) if arm == f)
            before = Counter(sequence[:last])
            for g in range(len(curves)):
                values = {
                    "k": len(curves),
                    "T": len(sequence),
                    "N": final[f],
                    "H": max(final.values()),
                }
                values |= {"M": max(before.values()), "A": before[f], "B": before[g]}
                yield curves, sequence, init, (f, g), values


def check_facts_on(count, seed):
    """Every fact about the last pull of f, beside every other arm."""
    facts = add_last_pull(known_of(ABOUT_TWO_ARMS, ()), "f").claim
    checked = 0
    for curves, sequence, init, (f, g), values in late_pulls(seed, count):
        point = RunPoint(tuple(curves), len(sequence), choices=tuple(sequence))
        assert sequence_of(Run(ALGORITHM_1, init=init), point) == sequence
        arms = {arm: curves[i] for arm, i in (("f", f), ("g", g), ("_g", g), ("_h", g))}
        at = observe(facts, Point({n: Fraction(v) for n, v in values.items()}, arms))
        for fact in facts.givens:
            assert fact.relation.holds(form_value(fact.form, *at)), (fact, values, sequence)
        checked += 1
    return checked


def test_last_pull_facts_hold_on_random_runs():
    assert check_facts_on(150, seed=1) > 700


@pytest.mark.slow
def test_last_pull_facts_hold_on_many_random_runs():
    assert check_facts_on(6000, seed=2) > 30_000


def test_the_kernel_sees_the_same_counts():
    """What the claim's names stand for, as the kernel reads them off a run."""
    for curves, sequence, init, (f, g), values in late_pulls(3, 30):
        point = RunPoint(tuple(curves), len(sequence), {"f": f, "g": g}, tuple(sequence), {})
        equal = tuple(
            Comparison(Form(Polynomial.variable(name) - Polynomial.constant(value)), Relation.EQ)
            for name, value in values.items()
        )
        run = replace(ABOUT_TWO_ARMS.run, init=init)
        assert violation(replace(ABOUT_TWO_ARMS, conclusion=equal, run=run), point) is None


def test_every_arm_gets_its_pulls():
    """Two in the opening of Algorithm 1, and floor(T/k) or ceil(T/k) in round robin."""
    flat = Curve(((0, Fraction(0)),))
    for curves, sequence, _ in runs(5, 150):
        k, horizon = len(curves), len(sequence)
        assert min(Counter(sequence)[i] for i in range(k)) >= 2
        counts = Counter(sequence_of(Run(ROUND_ROBIN), RunPoint((flat,) * k, horizon)))
        assert min(counts[i] for i in range(k)) == horizon // k
        assert max(counts.values()) == -(-horizon // k)


def test_an_arm_pulled_after_the_opening_has_three_pulls_and_no_more_is_known():
    facts = known_of(ABOUT_TWO_ARMS, ()).claim.givens
    three = at_least(Polynomial.variable("N") - Polynomial.constant(3))
    number = facts.index(three)
    rest = Sum((Term(Fraction(1), ((number, 1),)),))
    proof = RunFacts(ClaimProof((), (Combine(ONE, NOTHING, (), {}, rest),)))
    check_run_proof(proof, replace(ABOUT_TWO_ARMS, conclusion=(three,)), ())
    more = at_least(Polynomial.variable("N") - Polynomial.constant(Fraction(3001, 1000)))
    with pytest.raises(RejectedError) as refused:
        check_run_proof(proof, replace(ABOUT_TWO_ARMS, conclusion=(more,)), ())
    assert refused.value.reason is Reason.IDENTITY
