"""Claims about every policy and about some run as text: what is quantified is said."""

from dataclasses import replace

import pytest
from sentences import read_sentence

from imab_verify.deciding.questions import read_run
from imab_verify.errors import InputError
from imab_verify.kernel import Every, Run, Some
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON, ROUND_ROBIN
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, POLICIES, policy_word
from imab_verify.language.reading import read_question
from imab_verify.language.writing import latex_claim, show_claim
from imab_verify.ledger.statements import Reading

KNOWN, UNKNOWN, OURS = Every(KNOWS_HORIZON), Every(ANYTIME), Some(Run(ALGORITHM_1))


def claim_of(text, run, *givens, **more):
    return read_question(text, givens, run=run, **more).claims().claim


CLAIMS = [
    claim_of("OPT(T) >= k/2*ALG(T)", KNOWN),
    claim_of("OPT(T) >= k/2*ALG(T)", UNKNOWN),
    claim_of("Regret(T) >= T/8 and OPT(T) > ALG(T)", KNOWN, "k >= 2"),
    claim_of("OPT(T) >= (k*c+1)*ALG(T)", UNKNOWN, "c*k <= T", "T <= 9*c", integers=("c",)),
    claim_of("OPT(T) >= n//k*ALG(T)", UNKNOWN, "T >= n"),
    claim_of("OPT(T) >= k*ALG(T)", OURS, "T >= 4*k"),
    claim_of("OPT(T) >= k*ALG(T)", Some(Run(replace(ALGORITHM_1, order="pairs")))),
    claim_of("T//k*OPT(T) == T*ALG(T) and ALG(T) > 0", Some(Run(ROUND_ROBIN))),
    claim_of("x*OPT(T) >= T//k*ALG(T)", Some(Run(GREEDY)), "x > 0", reals=("x",)),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=show_claim)
def test_what_is_quantified_is_said_and_read_back(claim):
    sentence = show_claim(claim)
    every = "for every deterministic policy on k arms"
    assert (every in sentence) == isinstance(claim.run, Every)
    assert ("there are an instance with OPT(T) > 0 and" in sentence) == isinstance(claim.run, Some)
    assert "OPT(T) > 0" in sentence
    read = read_sentence(sentence)
    assert (read.run, read.parameters, read.reals) == (claim.run, claim.parameters, claim.reals)
    assert show_claim(read) == sentence


def test_the_kinds_read_differently():
    known, unknown = map(show_claim, CLAIMS[:2])
    assert known.startswith("for all integers k, T, for every")
    assert unknown.startswith("for all integers k, for every")
    assert "that does not know T there are a T that satisfies the givens and an instance" in unknown
    assert "does not know T" in latex_claim(CLAIMS[1])
    assert read_sentence(show_claim(claim_of("OPT(T) <= ALG(T)", OURS.some))).run == OURS.some


def test_words_for_the_policies():
    assert {policy_word(every) for every in (KNOWN, UNKNOWN)} == set(POLICIES)
    for words, run in (("every-anytime", UNKNOWN), ("some round-robin", Some(Run(ROUND_ROBIN)))):
        reading = Reading(name="a", says="b", claim="OPT(T) >= ALG(T)", policy=words)
        assert reading.question().claims().claim.run == run
    assert read_run(" some  algorithm-1 ", []) == OURS
    assert read_run("some algorithm-1", ["init=pairs"]) == CLAIMS[6].run


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
def test_policies_that_a_claim_about_some_run_cannot_have(policy, options, where, message):
    with pytest.raises(InputError, match=message):
        read_run(policy, options, where)


@pytest.mark.parametrize("run", [KNOWN, OURS], ids=["every", "some"])
@pytest.mark.parametrize(
    ("text", "givens", "message"),
    [
        ("N(f) >= 1", (), "counts pulls in"),
        ("most >= 1", (), "counts pulls in"),
        ("OPT(T) >= f(1)", (), "names no arms"),
        ("OPT(2*T) >= ALG(T)", (), r"write OPT\(T\)"),
        ("OPT(T) >= ALG(T)", ("ALG(T) >= 1",), "its givens no rewards"),
        ("OPT(T) >= ALG(T) or T >= 2", (), "has no formula"),
        ("OPT(T) >= max(ALG(T), 1)", (), "has no formula"),
        ("OPT(T) >= ALG(T)", ("T >= 2 or k >= 3",), "has no formula"),
    ],
)
def test_what_they_cannot_say(run, text, givens, message):
    with pytest.raises((InputError, ClaimError), match=message):
        read_question(text, givens, run=run)


@pytest.mark.parametrize("run", [KNOWN, OURS], ids=["every", "some"])
def test_their_rewards_are_bounded(run):
    with pytest.raises(InputError, match="leave --unbounded away"):
        read_question("Regret(T) >= T/8", run=run, unbounded=True)
