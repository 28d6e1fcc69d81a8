"""Lower bounds as text: what is quantified is said, and read back."""

import pytest
from sentences import read_sentence

from imab_verify.errors import InputError
from imab_verify.kernel import Every
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import POLICIES, policy_word
from imab_verify.language.reading import read_question
from imab_verify.language.writing import latex_claim, show_claim
from imab_verify.ledger.statements import Reading

KNOWN, UNKNOWN = Every(KNOWS_HORIZON), Every(ANYTIME)


def claim_of(text, run, *givens, **more):
    return read_question(text, givens, run=run, **more).claims().claim


CLAIMS = [
    claim_of("OPT(T) >= k/2*ALG(T)", KNOWN),
    claim_of("OPT(T) >= k/2*ALG(T)", UNKNOWN),
    claim_of("Regret(T) >= T/8 and OPT(T) > ALG(T)", KNOWN, "k >= 2"),
    claim_of("OPT(T) >= (k*c+1)*ALG(T)", UNKNOWN, "c*k <= T", "T <= 9*c", integers=("c",)),
    claim_of("x*OPT(T) >= T//k*ALG(T)", KNOWN, "x > 0", reals=("x",)),
    claim_of("OPT(T) >= n//k*ALG(T)", UNKNOWN, "T >= n"),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=show_claim)
def test_a_lower_bound_is_read_back(claim):
    sentence = show_claim(claim)
    assert "for every deterministic policy on k arms" in sentence
    assert "OPT(T) > 0" in sentence
    read = read_sentence(sentence)
    assert (read.run, read.parameters, read.reals) == (claim.run, claim.parameters, claim.reals)
    assert show_claim(read) == sentence


def test_the_two_kinds_read_differently():
    known, unknown = map(show_claim, CLAIMS[:2])
    assert known.startswith("for all integers k, T, for every")
    assert unknown.startswith("for all integers k, for every")
    assert "that does not know T there are a T that satisfies the givens and an instance" in unknown


def test_words_for_the_policies():
    assert {policy_word(every) for every in (KNOWN, UNKNOWN)} == set(POLICIES)
    reading = Reading(name="a", says="b", claim="OPT(T) >= ALG(T)", policy="every-anytime")
    assert reading.question().claims().claim.run == UNKNOWN
    assert "does not know T" in latex_claim(CLAIMS[1])


@pytest.mark.parametrize(
    ("text", "givens", "message"),
    [
        ("N(f) >= 1", (), "N\\(f\\) counts pulls in the run of one policy"),
        ("most >= 1", (), "most counts pulls in the run of one policy"),
        ("OPT(T) >= f(1)", (), "names no arms"),
        ("OPT(T) >= ALG(T)", ("ALG(T) >= 1",), "its givens no rewards"),
        ("OPT(T) >= ALG(T) or T >= 2", (), "has no formula"),
        ("OPT(T) >= max(ALG(T), 1)", (), "has no formula"),
        ("OPT(T) >= ALG(T)", ("T >= 2 or k >= 3",), "has no formula"),
    ],
)
def test_what_a_lower_bound_cannot_say(text, givens, message):
    with pytest.raises((InputError, ClaimError), match=message):
        read_question(text, givens, run=KNOWN)


def test_rewards_of_a_lower_bound_are_bounded():
    with pytest.raises(InputError, match="leave --unbounded away"):
        read_question("Regret(T) >= T/8", run=KNOWN, unbounded=True)
