"""A wrong claim or a wrong certificate is caught by each witness on its own."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.engines.z3.countermodels import search_at
from imab_verify.kernel import (
    ArmClass,
    Clauses,
    Curve,
    Point,
    Refuted,
    Run,
    RunPoint,
    read,
)
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.witnesses import (
    Evidence,
    Stance,
    ask_kernel,
    ask_sympy,
    ask_z3,
    plain_parts,
    weakest,
)

CERTIFICATES = Path(__file__).parents[1] / "certificates"
AGREES, BOUNDED, SILENT, DISAGREES = (
    Stance.AGREES,
    Stance.BOUNDED,
    Stance.SILENT,
    Stance.DISAGREES,
)
ONE = Curve(((0, Fraction(1)),))


def valid(name):
    return read((CERTIFICATES / "valid" / f"{name}.json").read_text())


def claim_of(text, *givens, **how):
    return read_question(text, givens, **how).claims().claim


TRUE = claim_of("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T")
FALSE = claim_of("m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T")
POINT = Point({"m": Fraction(1), "T": Fraction(1)}, {"f": ONE})
PLANTED_PROOF = replace(valid("proved--rew-ratio"), claim=FALSE)
PLANTED_COUNTEREXAMPLE = Refuted(TRUE, POINT)


@pytest.mark.parametrize("planted", [PLANTED_PROOF, PLANTED_COUNTEREXAMPLE])
def test_what_is_planted_is_caught_by_each_witness_on_its_own(planted):
    assert ask_kernel(dumps(planted)).stance is DISAGREES
    assert ask_sympy(planted).stance is DISAGREES
    assert ask_z3(planted, bounded=False).stance is DISAGREES


def test_both_sides_are_shown():
    assert "the two sides differ by" in ask_sympy(PLANTED_PROOF).detail
    assert ask_z3(PLANTED_PROOF, bounded=False).detail.startswith("z3: false at m = ")
    assert ask_sympy(PLANTED_COUNTEREXAMPLE).detail == "sympy: the conclusion is true there"
    assert ask_z3(PLANTED_COUNTEREXAMPLE, bounded=False).detail == "z3: there is no countermodel"


def test_the_bounded_question_catches_them_too():
    assert ask_z3(PLANTED_PROOF, bounded=True).stance is DISAGREES
    said = ask_z3(PLANTED_COUNTEREXAMPLE, bounded=True)
    assert (said.stance, said.detail) == (DISAGREES, "z3: there is no countermodel")


def test_a_planted_run_is_caught():
    proved = valid("proved--two-pulls")
    wrong = claim_of("ALG(T) >= OPT(T)", *["k >= 1", "T >= 4"], run=Run(ALGORITHM_1))
    assert ask_z3(replace(proved, claim=wrong), bounded=True).stance is DISAGREES
    assert (
        "k = 2; T = 4; arm 1 through" in ask_z3(replace(proved, claim=wrong), bounded=True).detail
    )
    right = claim_of("ALG(T) <= k*OPT(T)", run=Run("round-robin"))
    planted = Refuted(right, RunPoint((ONE,), 1))
    assert ask_kernel(dumps(planted)).stance is DISAGREES
    assert ask_sympy(planted).stance is DISAGREES
    assert ask_z3(planted, bounded=True).stance is DISAGREES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "free", "bounded"),
    [
        ("proved--rew-ratio", AGREES, BOUNDED),
        ("proved--bounded", AGREES, BOUNDED),
        ("proved--strict", AGREES, BOUNDED),
        ("proved--real-parameter", AGREES, BOUNDED),
        ("proved--estimate-from-1", AGREES, BOUNDED),
        ("proved--area-equality", AGREES, BOUNDED),
        ("proved--single-arm", SILENT, BOUNDED),
        ("proved--last-pull", SILENT, BOUNDED),
        ("proved--two-pulls", SILENT, BOUNDED),
        ("proved--round-robin-one-arm", SILENT, BOUNDED),
        ("proved--crossing-sum", SILENT, BOUNDED),
        ("refuted--rew-ratio-too-large", AGREES, AGREES),
        ("refuted--estimate-ratio-from-1", AGREES, AGREES),
        ("refuted--32k-at-2k-steps", SILENT, AGREES),
        ("refuted--tie-against-the-first", SILENT, AGREES),
    ],
)
def test_z3_on_an_example_of_every_rule(name, free, bounded):
    certificate = valid(name)
    assert ask_kernel(dumps(certificate)).stance is AGREES
    assert ask_z3(certificate, bounded=False).stance is free
    assert ask_z3(certificate, bounded=True).stance is bounded


def test_what_a_witness_does_not_know_is_no_answer():
    claim = claim_of("ALG(T) <= k*OPT(T)", run=Run("round-robin"))
    strange = replace(claim, run=Run("greedy"))
    point = RunPoint((ONE,), 1)
    assert ask_z3(Refuted(strange, point), bounded=True) == Evidence(SILENT, "greedy")
    long = Refuted(replace(claim, run=Run(ALGORITHM_1)), RunPoint((ONE,) * 900, 9_000))
    assert ask_sympy(long).stance is SILENT
    assert search_at(long.claim, long.counterexample).answer == "unknown"
    far = claim_of("f(n) <= 1", "n >= 1000", arms={"f": ArmClass.MONOTONE})
    there = Refuted(far, Point({"n": Fraction(1000)}, {"f": ONE}))
    assert ask_z3(there, bounded=True).stance is SILENT


def test_the_weakest_word_counts():
    said = [Evidence(AGREES), Evidence(BOUNDED), Evidence(SILENT)]
    stances = [weakest(said[:number]).stance for number in (0, 1, 2, 3)]
    assert stances == [SILENT, AGREES, BOUNDED, SILENT]
    assert weakest([*said, Evidence(DISAGREES)]).stance is DISAGREES


# --- formulas -----------------------------------------------------------------------------------


def decided(text, *givens):
    certified = decide(read_question(text, givens)).certified
    return certified.certificate, certified.text


@pytest.mark.slow
def test_the_clauses_of_a_formula_are_witnessed():
    proved, text = decided("max(f(m), f(n)) <= f(m+n) or f(1) > 1")
    assert isinstance(proved.proof, Clauses)
    assert len(plain_parts(proved)) > 1
    assert ask_kernel(text).stance is AGREES
    assert ask_sympy(proved).stance is AGREES
    assert ask_z3(proved, bounded=True).stance is BOUNDED
    refuted, _ = decided("min(f(m), f(n)) >= f(m+n) or f(1) > 1/2")
    assert ask_sympy(refuted).stance is AGREES
    assert ask_z3(refuted, bounded=True).stance is AGREES


def test_a_wrong_formula_is_caught():
    proved, _ = decided("max(f(m), f(n)) <= f(m+n) or f(1) > 1")
    other = read_question("max(f(m), 2*f(n)) <= f(m+n) or f(1) > 1").claims().claim
    planted = replace(proved, claim=other)
    assert ask_kernel(dumps(planted)).stance is DISAGREES
    assert ask_sympy(planted).stance is DISAGREES
    assert ask_z3(planted, bounded=True).stance is DISAGREES
