"""Claims about every policy and about some run: verdicts, what is tried, what is refused."""

import pytest

from imab_verify.deciding.certify import Scope, Verdict
from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.deciding.sharpen import sharpen
from imab_verify.errors import InputError
from imab_verify.kernel import Run, Some
from imab_verify.language.policy_names import POLICIES
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.report.answers import decision_answer

PROVED, REFUTED, VACUOUS = Verdict.PROVED, Verdict.REFUTED, Verdict.VACUOUS
SUPREMUM = "(2*(T-k+2) + {})*OPT(T) >= T*(T+1)*ALG(T)"
EVEN = "(T//k)*(T//k+1)*OPT(T) == T*(T+1)*ALG(T)"


def asked(text, policy, *givens, seconds=20):
    return decide(read_question(text, givens, run=read_run(policy, [])), seconds=seconds)


@pytest.mark.parametrize(
    ("text", "policy", "givens", "verdict"),
    [
        ("OPT(T) >= k/2*ALG(T)", "every", (), PROVED),
        ("OPT(T) >= ALG(T)", "every", ("T >= 3", "T <= 2"), VACUOUS),
        (EVEN, "some round-robin", (), PROVED),
        ("OPT(T) > ALG(T)", "some round-robin", ("k == 1",), REFUTED),
        ("OPT(T) >= ALG(T)", "some round-robin", ("T >= 3", "T <= 2"), VACUOUS),
        (SUPREMUM.format("1/n"), "some greedy", ("T > k", "k >= 2"), PROVED),
        (SUPREMUM.format("1/1000"), "some greedy", ("T > k", "k >= 2"), PROVED),
        (SUPREMUM.format("0"), "some greedy", ("T == k + 1", "k >= 2"), PROVED),
        (SUPREMUM.format("-1/1000"), "some greedy", ("T > k", "k >= 2"), REFUTED),
    ],
)
def test_known_verdicts(text, policy, givens, verdict):
    assert asked(text, policy, *givens).verdict is verdict


def test_what_is_not_reached_is_unknown_with_what_was_tried():
    claim = "OPT(T) >= 19/10*ALG(T)", "k == 2", "T >= 9"
    decision = asked(claim[0], "every", *claim[1:], seconds=8)
    assert decision.verdict is Verdict.UNKNOWN
    assert len(decision.attempts) == 4
    assert "smaller constant" in decision.advice
    anytime = asked(claim[0], "every-anytime", *claim[1:], "T <= 10")
    assert [attempt.way for attempt in anytime.attempts] == [
        "the last arm goes on",
        "Algorithm 1 and round robin at small sizes",
    ]
    some = asked("OPT(T) >= 3*k*ALG(T)", "some greedy", "T == 1", "k == 5", seconds=2)
    assert [attempt.way for attempt in some.attempts] == [
        "a line among zeros",
        "a constant that keeps the lead",
        "a line that bends keeps the lead",
        "a constant just ahead of a line",
        "the worst case at small sizes",
    ]
    assert "no instance tried attains it" in some.reason


@pytest.mark.slow
def test_a_policy_that_does_better_is_shown():
    text, givens = "OPT(T) >= 2*k*ALG(T)", ("k >= 2", "T >= 4*k")
    decision = asked(text, "every-anytime", *givens, seconds=120)
    assert decision.verdict is REFUTED
    answer = decision_answer(decision, {})
    assert answer.document["counterexample"]["policy"] == "algorithm-1"
    assert "in every run of algorithm-1" in answer.document["counterexample"]["bound"]


@pytest.mark.parametrize(("constant", "verdict"), [("36/19", PROVED), ("36/19 + 1/1000", REFUTED)])
def test_the_worst_case_at_one_size_is_tried(constant, verdict):
    run = Some(Run(read_index(2, "P(f,a,M+2)")))
    question = read_question(f"OPT(T) >= ({constant})*ALG(T)", ["k == 2", "T == 8"], run=run)
    sized = decide(question, Scope(range(2, 3), range(8, 9)), seconds=10)
    assert sized.verdict is verdict


def test_a_constant_is_not_sharpened_here():
    for policy in ("some round-robin", "every"):
        question = read_question("OPT(T) >= c*ALG(T)", reals=["c"], run=read_run(policy, []))
        with pytest.raises(InputError, match="one after the other"):
            sharpen(question, "c", seconds=1)


def test_policies_of_a_question():
    assert read_run("every", ()) == POLICIES["every"]
    for options, where in ((("ties=any",), ""), ((), "N = N(f)")):
        with pytest.raises(InputError, match="no policy in particular"):
            read_run("every-anytime", options, where)
