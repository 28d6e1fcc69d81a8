from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.positivity import Fact, Facts, find_facts, prove_sign_by_facts
from imab_verify.kernel import Empty, Polynomial, Sum, Term
from imab_verify.kernel.arms import check_sign, parameter_region
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.reading import read_question
from imab_verify.language.writing import show_polynomial


def claim_of(text, *givens):
    return read_question(text, givens).claims().claim


def facts_about(text, *givens):
    """Texts of what is >= 0; the kernel accepts each fact, with those before it."""
    claim = claim_of(text, *givens)
    region = parameter_region(claim)
    found = find_facts(region, Clock(20)).facts
    for number, fact in enumerate(found, 1):
        itself = Sum((Term(Fraction(1), ((f"c{number}", 1),)),))
        check_sign(Facts(found[:number], region).before(itself), region, fact.holds)
    return [show_polynomial(fact.holds, claim.floors) for fact in found]


@pytest.mark.parametrize(
    ("text", "givens", "fact"),
    [
        ("T//3 >= 0", [], "T//3"),
        ("T//10 >= 0", [], "T//10"),
        ("T//3 >= 0", ["T >= 3"], None),
        ("T//3 >= 0", ["T >= 8"], None),
        ("T//3 >= 0", ["T >= 10"], "T//3 - 3"),
        ("(T+1)//2 >= 0", [], "(T + 1)//2 - 1"),
        ("T//k >= 0", [], "T//k"),
        ("T//k >= 0", ["T >= k"], "T//k - 1"),
        ("T//k >= 0", ["T >= 2*k"], "T//k - 2"),
        ("T//k >= 0", ["T == q*k"], "T//k - q"),
        ("T//k >= 0", ["T == q*k"], "q - T//k"),
        ("T//k >= 0", [], "T - T//k"),
    ],
)
def test_facts_about_floors(text, givens, fact):
    found = facts_about(text, *givens)
    assert fact in found if fact else "T//3" not in found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "givens", "holds"),
    [
        ("T//3 >= 0", [], True),
        ("T//3 >= 1", [], False),
        ("T//3 >= 1", ["T >= 3"], True),
        ("T//3 >= 1", ["T >= 2"], False),
        ("T//4 <= T//3", [], True),
        ("T//4 < T//3", [], False),
        ("T//4 < T//3", ["T >= 12"], True),
        ("T//k >= 1", ["T >= k"], True),
        ("T//k >= 1", ["T >= k - 1"], False),
        ("T//k >= 2", ["T >= 2*k"], True),
        ("T//k >= 2", ["T >= 2*k - 1"], False),
        ("T//k >= q", ["T == q*k"], True),
        ("T//k >= q", ["T == q*k - 1"], False),
        ("T//k <= T", [], True),
        ("T//k <= T - 1", [], False),
        ("2*k <= T", ["T//k >= 2"], True),
        ("2*k + 1 <= T", ["T//k >= 2"], False),
    ],
)
def test_signs_just_inside_and_just_outside(text, givens, holds):
    claim = claim_of(text, *givens)
    region = parameter_region(claim)
    [goal] = claim.conclusion
    strict = goal.relation == ">"
    node = prove_sign_by_facts(goal.form.constant, region, Clock(20), strict=strict)
    assert (node is not None) == holds
    if node is not None:
        check_sign(node, region, goal.form.constant, strict=strict)


def test_no_facts_without_floors_on_flat_regions():
    claim = claim_of("T >= m", "m <= T")
    region = parameter_region(claim)
    assert find_facts(region, Clock(20)) == Facts((), region)


def test_where_constraints_are_curved_the_order_of_the_indices_is_a_fact():
    claim = claim_of("Rew(f,m) <= Rew(f,T)", "m**2 <= T**2")
    m, T = Polynomial.variable("m"), Polynomial.variable("T")
    found = find_facts(parameter_region(claim), Clock(20), [m, T])
    assert [fact.holds for fact in found.facts] == [T - m]


def test_without_a_proof_behind_them_facts_prove_nothing():
    claim = claim_of("T >= 1")
    facts = Facts((Fact(ONE, Empty(())),), parameter_region(claim))
    assert facts.before(None) is None


@examples(40)
@given(st.integers(2, 12), st.integers(-3, 12), st.integers(1, 30), st.integers(0, 4))
def test_a_bound_of_a_floor_is_proved_exactly_if_it_holds(d, shift, least, bound):
    claim = claim_of(f"(T + {shift})//{d} >= {bound}", f"T >= {least}")
    region = parameter_region(claim)
    p = claim.conclusion[0].form.constant
    node = prove_sign_by_facts(p, region, Clock(20))
    assert (node is not None) == ((least + shift) // d >= bound)
    if node is not None:
        check_sign(node, region, p)
