"""Hints as texts: instances to try, multipliers by name, citations."""

import json
from pathlib import Path

import pytest

from imab_verify.errors import InputError
from imab_verify.kernel import judge, read
from imab_verify.ledger import Entry, Paper, Reading, at, bound, cite, combine, play
from imab_verify.ledger.check import decide_reading
from imab_verify.ledger.engine_hints import point_of
from imab_verify.ledger.statements import Status


def reading(name, claim, *given, **more):
    return Reading(name=name, says="", claim=claim, given=given, **more)


def paper(*readings):
    entry = Entry("A1", "1", "a", "title", "statement", literal=readings)
    return Paper("here", "A paper", (), (entry,), Path("nowhere"))


def decide(*readings):
    """The outcome of the last one; the others can be cited."""
    return decide_reading(readings[-1], paper(*readings))


# --- instances ------------------------------------------------------------------------------


def test_an_instance_of_a_claim_about_arms():
    claim = reading("a", "f(n) >= x", reals=("x",)).question().claims().claim
    point = point_of(at(n=3, x="1/2", f="min(n,5)/5"), claim)
    assert point.parameters == {"n": 3, "x": read_half()}
    assert point.curves["f"].value(4) * 5 == 4


def read_half():
    return point_of(at(n="1/2"), reading("a", "n >= 1").question().claims().claim).parameters["n"]


def test_a_run_with_roles_counted_from_1():
    one = reading(
        "a", "N >= 3", policy="algorithm-1", where="N = N(f)", tries=(play("0", T=1, f=1),)
    )
    outcome = decide(one)
    assert outcome.verdict is Status.REFUTED
    assert json.loads(outcome.certificate)["counterexample"]["roles"] == {"f": 1}


def test_an_instance_names_only_what_the_claim_has():
    with pytest.raises(InputError, match="an instance to try has m"):
        point_of(at(m=3), reading("a", "n >= 1").question().claims().claim)


# --- multipliers ------------------------------------------------------------------------------

GIVEN = "Rew(f,n) >= Rew(g,n)"


@pytest.mark.parametrize("name", ["given 2", GIVEN, "Rew(g, n) <= Rew(f, n)"])
def test_a_hypothesis_is_named_by_number_or_text(name):
    one = reading(
        "a", "2*Rew(f,n) >= 2*Rew(g,n)", "n >= 2", GIVEN, arms="f, g", by=(combine({name: "2"}),)
    )
    outcome = decide(one)
    assert outcome.verdict is Status.PROVED
    assert '"hypothesis": "h2"' in outcome.certificate


@pytest.mark.parametrize("name", ["given 1", "given 3", "given 0", "f(n) >= 0"])
def test_what_is_no_hypothesis_about_rewards_is_refused(name):
    one = reading("a", "Rew(f,n) >= 0", "n >= 2", GIVEN, arms="f, g", by=(combine({name: "1"}),))
    outcome = decide(one)
    assert outcome.verdict is Status.UNKNOWN
    assert name in outcome.reason


def test_a_bound_is_a_hypothesis_too():
    one = reading("a", "2*f(n) <= 2", by=(combine(bounds=[bound("f", at="n", times="2")]),))
    outcome = decide(one)
    assert outcome.verdict is Status.PROVED
    assert '"bound": "f"' in outcome.certificate


# --- citations --------------------------------------------------------------------------------

RATIO = reading("rew_ratio", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T")
TWICE = reading(
    "rew_ratio_twice",
    "a*(a+1)*Rew(g,c) <= c*(c+1)*Rew(g,a)",
    "a <= b",
    "b <= c",
    arms="g",
    by=(
        cite("rew_ratio", f="g", m="a", T="b"),
        cite("rew_ratio", f="g", m="b", T="c"),
        combine({"rew_ratio": "c*(c+1)", "rew_ratio 2": "a*(a+1)"}, scale="b*(b+1)"),
    ),
)


def uses(certificate):
    """The numbers of the lemmas that the proof of the claim uses."""
    goals = json.loads(certificate)["proof"]["goals"]
    return [number for goal in goals for number in lemmas_of(goal)]


def lemmas_of(node):
    """The lemmas that are brought in one after another."""
    while "have" in node:
        yield node["by"]["lemma"]
        node = node["then"]


def test_a_cited_reading_is_a_lemma_with_its_proof():
    outcome = decide(RATIO, TWICE)
    assert judge(outcome.certificate).verdict == "proved"
    [lemma] = read(outcome.certificate).lemmas
    assert lemma.claim == RATIO.question().claims().claim
    assert uses(outcome.certificate) == [0, 0]


def test_what_cites_can_be_cited():
    last = reading(
        "at_the_end",
        "2*Rew(h,c) <= c*(c+1)*h(1)",
        arms="h",
        by=(cite("rew_ratio_twice", g="h", a="1", b="1"), combine({"rew_ratio_twice": "1"})),
    )
    outcome = decide(RATIO, TWICE, last)
    assert outcome.verdict is Status.PROVED, outcome.reason
    assert len(read(outcome.certificate).lemmas) == 2
    assert uses(outcome.certificate) == [1]


def test_a_lemma_is_cited_at_a_floor():
    half = reading(
        "half",
        "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,(T+1)//2)",
        "m == (T+1)//2",
        by=(cite("rew_ratio", m="(T+1)//2"), combine({"rew_ratio": "1"})),
    )
    outcome = decide(RATIO, half)
    assert outcome.verdict is Status.PROVED, outcome.reason
    assert '"lemma"' in outcome.certificate
    assert judge(outcome.certificate).verdict == "proved"
    beyond = reading("beyond", "f((T+3)//2) >= 0", by=(cite("rew_ratio", m="(T+3)//2"),))
    assert "a given of it is not shown" in decide(RATIO, beyond).reason


@pytest.mark.parametrize(
    ("cited", "citation", "word"),
    [
        (RATIO, cite("rew_ratio", T="m-1"), "a given of it is not shown"),
        (RATIO, cite("rew_ratio", z="m"), "no arm or parameter z"),
        (reading("false", "f(n) >= 1/2"), cite("false"), "only a proved claim"),
        (reading("if_large", "f(n+1) >= 1/2", "f(n) >= 1/2"), cite("if_large"), "hypotheses"),
    ],
)
def test_what_cannot_be_cited_is_refused(cited, citation, word):
    one = reading("a", "Rew(f,m) >= 0", "m <= T", "n >= 1", by=(citation,))
    outcome = decide(cited, one)
    assert outcome.verdict is Status.UNKNOWN
    assert word in outcome.reason
