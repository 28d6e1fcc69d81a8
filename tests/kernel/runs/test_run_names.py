"""Which names a claim about a run has, and what that changes: levels, floors, shares, families."""

from dataclasses import replace

import pytest
from imab_verify.kernel.runs.counts import with_quotient
from imab_verify.kernel.runs.facts import known_of
from imab_verify.kernel.runs.known import OPTIMAL, QUOTIENT
from imab_verify.kernel.runs.splitting import run_branches
from imab_verify.kernel.runs.sums import Shares, sum_shares

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import ALGORITHM_1, ANY, K, Run, T
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.existence import LAST, Existence, check_existence
from imab_verify.kernel.families import Family
from imab_verify.kernel.forms import Atom, Comparison, Floor, Form, Kind, Relation
from imab_verify.kernel.formulas import Value, ValueComparison
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial

TRUE = Comparison(Form())
N, B, M = (Polynomial.variable(name) for name in "NBM")


def about(run, *parameters, **more):
    return Claim(("k", "T", *parameters), (("f", ArmClass.CONCAVE),), (), (TRUE,), run=run, **more)


def plain_givens(claim):
    return [given.form.constant for given in known_of(claim, ()).claim.givens]


def test_counts_before_a_last_pull_need_no_level():
    run = Run(ANY, pulls=(("N", "f"),), pulled="f", before=(("B", "f"),), stage="any")
    facts = plain_givens(about(run, "N", "B"))
    assert B - N + ONE in facts
    assert not any("M" in p.names() for p in facts)
    with_level = plain_givens(about(replace(run, level="M"), "N", "B", "M"))
    assert M - B in with_level
    with_most = plain_givens(about(replace(run, level="M", most="L"), "N", "B", "M", "L"))
    assert Polynomial.variable("L") - M in with_most


def test_a_floor_that_a_case_speaks_of_stays():
    q = Polynomial.variable(QUOTIENT)
    claim = about(Run(ALGORITHM_1))
    low, _ = run_branches(claim, T - K * q)
    assert [floor.name for floor in known_of(low, ()).claim.floors] == [QUOTIENT]
    other, _ = run_branches(claim, T - K)
    assert known_of(other, ()).claim.floors == ()


def test_the_quotient_is_found_behind_other_floors():
    half, own = Floor("h", T, ONE + ONE), Floor("q", T, K)
    claim = about(Run(ALGORITHM_1), floors=(half, own))
    assert with_quotient(claim) == (claim, Polynomial.variable("q"))
    named, q = with_quotient(replace(claim, floors=(half,)))
    assert q == Polynomial.variable(QUOTIENT)
    assert named.floors == (half, Floor(QUOTIENT, T, K))


def test_shares_speak_of_the_names_of_the_claim_only():
    known = known_of(about(Run(ANY)), ())
    foreign = Shares(ONE, Polynomial.variable("x"), ZERO, ZERO, ZERO, ())
    with pytest.raises(RejectedError) as error:
        sum_shares(foreign, known)
    assert error.value.reason is Reason.IDENTITY


def test_what_exists_has_no_families():
    value = Comparison(Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (N,))),)), Relation.GE)
    family = Family("N", ONE, value, T)
    claim = Claim(("T", "x"), (("f", ArmClass.CONCAVE),), families=(family,))
    statement = Existence(claim, ValueComparison(Value(Form()), Relation.GE), ("x",), LAST)
    with pytest.raises(MalformedError, match="no families"):
        check_existence(statement)


@pytest.mark.parametrize(
    ("parameters", "arms"),
    [((), ("_f",)), (("_f",), ()), (("_N",), ()), ((), ("f",)), (("T",), ())],
)
def test_names_of_a_rule_mean_nothing_else(parameters, arms):
    """Another arm of the run is not the one that has the name; only the best arm is always that."""
    known = known_of(about(Run(ANY)), ()).declaring(("_N",), ("_f", OPTIMAL))
    assert known.declaring(("_M",), ("_l", OPTIMAL)).claim.arms[:-1] == known.claim.arms
    with pytest.raises(RejectedError, match="has a meaning already"):
        known.declaring(parameters, arms)
