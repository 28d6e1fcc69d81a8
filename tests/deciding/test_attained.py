"""Deciding claims about some run: what is tried, and what is said where nothing was found."""

import pytest

from imab_verify.deciding.certify import Scope, Verdict
from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.deciding.sharpen import sharpen
from imab_verify.engines.sympy.identities import identities
from imab_verify.errors import InputError
from imab_verify.kernel import Disproved, Run, Some, read
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.language.writing import show_claim
from imab_verify.report.explain import explain_text, write
from imab_verify.witnesses import ask_z3


def asked(text, policy, *givens, **more):
    return read_question(text, givens, run=read_run(policy, []), **more)


def test_what_was_tried_is_said():
    decision = decide(asked("OPT(T) >= 3*k*ALG(T)", "some greedy", "T == 1", "k == 5"), seconds=2)
    assert decision.verdict is Verdict.UNKNOWN
    assert [attempt.way for attempt in decision.attempts] == [
        "a line among zeros",
        "a constant that keeps the lead",
        "a line that bends keeps the lead",
        "a constant just ahead of a line",
        "the worst case at small sizes",
    ]
    assert "no instance tried attains it" in decision.reason
    assert "smaller constant" in decision.advice


@pytest.mark.parametrize(
    ("constant", "verdict"), [("36/19", Verdict.PROVED), ("36/19 + 1/1000", Verdict.REFUTED)]
)
def test_the_worst_case_at_one_size_is_tried(constant, verdict):
    run = Some(Run(read_index(2, "P(f,a,M+2)")))
    text = f"OPT(T) >= ({constant})*ALG(T)"
    question = read_question(text, ["k == 2", "T == 8"], run=run)
    sized = decide(question, Scope(range(2, 3), range(8, 9)), seconds=10)
    assert sized.verdict is verdict


SUPREMUM = "(2*(T-k+2) + {})*OPT(T) >= T*(T+1)*ALG(T)"


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        (SUPREMUM.format("1/n"), ("T > k", "k >= 2")),
        (SUPREMUM.format("1/1000"), ("T > k", "k >= 2")),
        (SUPREMUM.format("0"), ("T == k + 1", "k >= 2")),
    ],
)
def test_a_supremum_of_greedy_is_approached(text, givens):
    assert decide(asked(text, "some greedy", *givens), seconds=10).verdict is Verdict.PROVED


def test_a_supremum_of_greedy_is_not_exceeded():
    question = asked(SUPREMUM.format("-1/1000"), "some greedy", "T > k", "k >= 2")
    assert decide(question, seconds=10).verdict is Verdict.REFUTED


def test_givens_that_contradict_each_other_are_vacuous():
    question = asked("OPT(T) >= ALG(T)", "some round-robin", "T >= 3", "T <= 2")
    assert decide(question, seconds=5).verdict is Verdict.VACUOUS


def test_a_constant_is_not_sharpened_here():
    for policy in ("some round-robin", "every"):
        question = asked("OPT(T) >= c*ALG(T)", policy, reals=("c",))
        with pytest.raises(InputError, match="one after the other"):
            sharpen(question, "c", seconds=1)


@pytest.fixture(scope="module")
def told():
    """A proof and a refutation."""
    proved = decide(asked("(T//k)*(T//k+1)*OPT(T) == T*(T+1)*ALG(T)", "some round-robin"))
    refuted = decide(asked("OPT(T) > ALG(T)", "some round-robin", "k == 1"))
    return proved.certified.text, refuted.certified.text


def test_sympy_finds_the_same_identities(told):
    found = list(identities(read(told[0])))
    assert len(found) > 20
    assert "outcome" in {word for identity in found for word in identity.place}


def test_z3_finds_runs_at_small_sizes(told):
    said = ask_z3(read(told[0]), bounded=True)
    assert (said.stance.value, said.detail) == ("agrees up to a bound", "sat for k <= 3, T <= 9")
    assert ask_z3(read(told[0]), bounded=False).stance.value == "no answer"
    assert ask_z3(read(told[1]), bounded=True).stance.value == "agrees up to a bound"


def test_the_proof_tells_instance_run_and_outcome(told):
    text = write(explain_text(told[0]), "text")
    for part in (
        "there are an instance with OPT(T) > 0 and a run of round-robin",
        "one arm (line, optimal) pays min(n, T) for the n-th pull",
        "At first every arm has",
        "first are pulled in turn until each has",
        "What comes out",
    ):
        assert part in " ".join(text.split()), part


def test_the_refutation_tells_where_and_why(told):
    document = read(told[1])
    assert isinstance(document, Disproved)
    assert "there are an instance" in show_claim(document.claim)
    text = " ".join(write(explain_text(told[1]), "text").split())
    assert "there are an instance with OPT(T) > 0 and a run of round-robin" in text
    assert "The claim is false, for this is true" in text
