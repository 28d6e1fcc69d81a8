"""Claims about some run as text: what is quantified is said, and read back."""

from dataclasses import replace

import pytest
from sentences import read_sentence

from imab_verify.deciding.questions import read_run
from imab_verify.errors import InputError
from imab_verify.kernel import Run, Some
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, some_policy
from imab_verify.language.reading import read_question
from imab_verify.language.writing import latex_claim, show_claim
from imab_verify.ledger.statements import Reading

OURS = Some(Run(ALGORITHM_1))


def claim_of(text, run, *givens, **more):
    return read_question(text, givens, run=run, **more).claims().claim


CLAIMS = [
    claim_of("OPT(T) >= k*ALG(T)", OURS, "T >= 4*k"),
    claim_of("OPT(T) >= k*ALG(T)", Some(Run(replace(ALGORITHM_1, order="pairs")))),
    claim_of("T//k*OPT(T) == T*ALG(T) and ALG(T) > 0", Some(Run(ROUND_ROBIN))),
    claim_of("x*OPT(T) >= T//k*ALG(T)", Some(Run(GREEDY)), "x > 0", reals=("x",)),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=show_claim)
def test_a_claim_about_some_run_is_read_back(claim):
    sentence = show_claim(claim)
    assert "there are an instance with OPT(T) > 0 and a run of" in sentence
    assert "every run" not in sentence
    read = read_sentence(sentence)
    assert (read.run, read.parameters, read.reals) == (claim.run, claim.parameters, claim.reals)
    assert show_claim(read) == sentence


def test_it_is_not_said_like_a_claim_about_every_run():
    some, every = (claim_of("OPT(T) <= k*ALG(T)", run) for run in (OURS, OURS.some))
    assert show_claim(some) != show_claim(every)
    assert read_sentence(show_claim(every)).run == OURS.some
    assert "there are an instance" in latex_claim(some)


def test_words_for_the_policy():
    assert some_policy("some algorithm-1") == some_policy(" some  algorithm-1 ") == "algorithm-1"
    assert some_policy("some") == ""
    assert some_policy("something") is some_policy("algorithm-1") is None
    assert read_run("some algorithm-1", []) == OURS
    assert read_run("some algorithm-1", ["init=pairs"]) == Some(
        Run(replace(ALGORITHM_1, order="pairs"))
    )
    assert read_run("some greedy", []) == Some(Run(GREEDY))
    reading = Reading(name="a", says="b", claim="OPT(T) >= ALG(T)", policy="some round-robin")
    assert reading.question().claims().claim.run == Some(Run(ROUND_ROBIN))


@pytest.mark.parametrize(
    ("policy", "options", "where", "message"),
    [
        ("some", [], "", "some run of what"),
        ("some any", [], "", "some run of what"),
        ("some every", [], "", "some run of what"),
        ("some some algorithm-1", [], "", "some run of what"),
        ("some elimination", [], "", "the kernel does not know"),
        ("some nothing", [], "", "unknown policy nothing"),
        ("some algorithm-1", ["ties=lowest-index"], "", "ties may fall in any way"),
        ("some algorithm-1", ["colour=red"], "", "no option colour"),
        ("some algorithm-1", [], "N = most", "this claim is about some run"),
    ],
)
def test_policies_that_it_cannot_be_about(policy, options, where, message):
    with pytest.raises(InputError, match=message):
        read_run(policy, options, where)


@pytest.mark.parametrize(
    ("text", "givens", "message"),
    [
        ("N(f) >= 1", (), "counts pulls in all runs"),
        ("most >= 1", (), "counts pulls in all runs"),
        ("OPT(T) >= f(1)", (), "names no arms"),
        ("OPT(2*T) >= ALG(T)", (), "attained at the horizon"),
        ("OPT(T) >= ALG(T)", ("ALG(T) >= 1",), "its givens no rewards"),
        ("OPT(T) >= ALG(T) or T >= 2", (), "has no formula"),
        ("OPT(T) >= max(ALG(T), 1)", (), "has no formula"),
    ],
)
def test_what_it_cannot_say(text, givens, message):
    with pytest.raises((InputError, ClaimError), match=message):
        read_question(text, givens, run=OURS)


def test_its_rewards_are_bounded():
    with pytest.raises(InputError, match="leave --unbounded away"):
        read_question("Regret(T) >= T/8", run=OURS, unbounded=True)
