"""Deciding claims about some run: what is tried, and what is said where nothing was found."""

from fractions import Fraction

import pytest

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.deciding.scopes import Scope
from imab_verify.deciding.sharpen import sharpen
from imab_verify.engines.attained.families import pull_by_pull
from imab_verify.engines.sympy.identities import identities
from imab_verify.errors import InputError
from imab_verify.kernel import Curve, GoodPolicy, Run, Some, read
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.language.writing import show_claim
from imab_verify.report.explain import explain_text, write
from imab_verify.witnesses.testimony import ask_z3


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
    run = Some(Run("index", index=read_index(2, "P(f,a,M+2)")))
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


def test_a_schedule_pull_by_pull_is_for_capped_lines_only():
    nothing, half, one = Fraction(0), Fraction(1, 2), Fraction(1)
    line, flat = Curve(((0, nothing), (9, one))), Curve(((0, half),))
    plan = pull_by_pull([line, flat], (0, 1, 1, 0, 1), 1)
    assert [(g.slope.at({}), g.bend.at({})) for g in plan.groups.values()] == [
        (Fraction(1, 9), 5),
        (half, 1),
    ]
    assert [phase.groups for phase in plan.phases] == [("f2",), ("f1",), ("f2",)]
    assert [phase.bent for phase in plan.phases] == [(), ("f2",), ("f2",)]
    bent_twice = Curve(((0, nothing), (1, half), (3, one)))
    assert pull_by_pull([line, bent_twice], (0, 1, 1, 0, 1), 1) is None
    assert pull_by_pull([line, flat], (0, 1, 0), 2) is None


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
    assert all(place[0].startswith("schedule") for place in (i.place for i in found))


def test_z3_finds_runs_at_small_sizes(told):
    said = ask_z3(read(told[0]), bounded=True)
    assert (said.stance.value, said.detail) == ("agrees up to a bound", "sat for k <= 3, T <= 9")
    assert ask_z3(read(told[0]), bounded=False).stance.value == "no answer"
    assert ask_z3(read(told[1]), bounded=True).stance.value == "no answer"


def test_the_proof_tells_instance_run_and_outcome(told):
    text = write(explain_text(told[0]), "text")
    for part in (
        "There are an instance of k concave arms",
        "a run of round robin on it with horizon T",
        "one arm (line, optimal) pays min(n,T) for the n-th pull",
        "At first every arm has",
        "first are pulled in turn until each has",
        "What comes out",
    ):
        assert part in " ".join(text.split()), part


def test_the_refutation_tells_where_and_why(told):
    document = read(told[1])
    assert isinstance(document.counterexample, GoodPolicy)
    assert "there are an instance" in show_claim(document.claim)
    text = " ".join(write(explain_text(told[1]), "text").split())
    assert "There are an instance of k concave arms" in text
    assert "fails, in every run, by what is shown below" in text
