"""Lower bounds on the one road: verdicts, what is tried, what is refused."""

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.errors import InputError
from imab_verify.kernel import read
from imab_verify.language.policy_names import POLICIES
from imab_verify.language.reading import read_question
from imab_verify.report.answers import decision_answer
from imab_verify.report.explain import explain, write
from imab_verify.witnesses import Stance, ask_sympy, ask_z3


def asked(text, *givens, policy="every", seconds=20):
    return decide(read_question(text, givens, run=POLICIES[policy]), seconds=seconds)


def test_a_proof_is_told_and_witnessed():
    decision = asked("OPT(T) >= k/2*ALG(T)")
    assert decision.verdict.value == "proved"
    certificate = read(decision.certified.text)
    assert ask_sympy(certificate).stance is Stance.AGREES


@pytest.mark.slow
def test_z3_plays_every_policy():
    certificate = read(asked("OPT(T) >= k/2*ALG(T)").certified.text)
    said = ask_z3(certificate, bounded=True)
    assert said.stance is Stance.BOUNDED
    assert "k = 2, T <= 9" in said.detail
    assert ask_z3(certificate, bounded=False).stance is Stance.SILENT


def test_what_is_not_reached_is_unknown_with_what_was_tried():
    decision = asked("OPT(T) >= 19/10*ALG(T)", "k == 2", "T >= 9", seconds=8)
    assert decision.verdict.value == "unknown"
    assert len(decision.attempts) == 4
    assert "smaller constant" in decision.advice
    anytime = asked("OPT(T) >= 19/10*ALG(T)", "k == 2", "T >= 9", "T <= 10", policy="every-anytime")
    assert [attempt.way for attempt in anytime.attempts] == [
        "the last arm goes on",
        "Algorithm 1 and round robin at small sizes",
    ]


@pytest.mark.slow
def test_a_policy_that_does_better_is_shown_and_witnessed():
    claim = "OPT(T) >= 2*k*ALG(T)", "k >= 2", "T >= 4*k"
    decision = asked(*claim, policy="every-anytime", seconds=120)
    assert decision.verdict.value == "refuted"
    answer = decision_answer(decision, {})
    assert answer.document["counterexample"]["policy"] == "algorithm-1"
    assert "in every run of algorithm-1" in answer.document["counterexample"]["bound"]
    assert any("algorithm-1 with OPT(T) > 0" in text for _, text in answer.fields)
    certificate = read(decision.certified.text)
    assert ask_sympy(certificate).stance is Stance.SILENT
    assert ask_z3(certificate, bounded=True).stance is Stance.BOUNDED
    told = write(explain(certificate), "text", 80)
    assert "Take k = 2 and the policy" in told


def test_givens_that_contradict_each_other():
    assert asked("OPT(T) >= ALG(T)", "T >= 3", "T <= 2").verdict.value == "vacuous"


def test_policies_of_a_question():
    assert read_run("every", ()) == POLICIES["every"]
    for options, where in ((("ties=any",), ""), ((), "N = N(f)")):
        with pytest.raises(InputError, match="no policy in particular"):
            read_run("every-anytime", options, where)
