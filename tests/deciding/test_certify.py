"""A verdict is what the kernel says about the written certificate, and it answers its question."""

from dataclasses import replace
from fractions import Fraction

import pytest

from imab_verify.deciding.certify import Verdict, certify, confirm, judged
from imab_verify.deciding.decide import decide, prove_sides
from imab_verify.engines.arms.proofs import UndefinedError
from imab_verify.kernel import Point, RejectedError, Run
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question

PLAIN = read_question("f(n) <= f(n+1)")
DIVIDED = read_question("Rew(f,m)/(T-m) >= 0", ["m < T"])
FALSE = read_question("Rew(f,m)/(T-m) >= 1", ["m < T"])
EARLIER = '{"format": "imab-worst-case/1", "policy": "round-robin"}'


def certified(question):
    return decide(question).certified


def reason(question, text):
    with pytest.raises(RejectedError) as error:
        confirm(question, text)
    return error.value.reason


@pytest.mark.parametrize("question", [PLAIN, DIVIDED, FALSE])
def test_what_was_decided_is_confirmed_from_its_text_alone(question):
    first = certified(question)
    again = confirm(question, first.text)
    assert again.certificate == first.certificate == judged(first.text).certificate
    assert again.verdict is first.verdict is Verdict(again.judgement.verdict)


def test_a_certificate_answers_its_own_question_only():
    text = certified(PLAIN).text
    for other in ("f(n) <= f(n+2)", "f(m) <= f(m+1)", "g(n) <= g(n+1)"):
        arms = None if "f" in other else {"g": PLAIN.claims().claim.arms[0][1]}
        assert reason(read_question(other, arms=arms), text) == "rule"
    assert reason(read_question("f(n) <= f(n+1)", ["n <= 9"]), text) == "rule"


@pytest.mark.parametrize("question", [DIVIDED, FALSE])
def test_without_its_side_conditions_a_certificate_answers_nothing(question):
    """1/(n-3) <= 1 for n <= 2 is true; the claim that is left without its duty is not."""
    whole = certified(question)
    assert len(whole.certificate.sides) == 1
    bare = dumps(replace(whole.certificate, sides=()))
    assert reason(question, bare) == "coverage"
    narrower = prove_sides(read_question("Rew(f,m)/(T-m) >= 0", ["m < T", "T <= 99"]))
    assert reason(question, dumps(replace(whole.certificate, sides=narrower))) == "coverage"


def test_a_duty_that_fails_is_no_verdict():
    question = read_question("1/(n-3) <= 1", ["n <= 2"])
    with pytest.raises(UndefinedError, match="n > 3"):
        decide(question)
    with pytest.raises(UndefinedError):
        prove_sides(question)


def test_sides_are_proved_one_by_one():
    question = read_question("1/(n+1) + 1/(m+1) <= 1", ["n >= 1", "m >= 1"])
    sides = prove_sides(question)
    assert tuple(side.claim for side in sides) == question.claims().sides
    assert len(sides) == 2
    assert prove_sides(PLAIN) == ()


def test_certifying_writes_the_sides():
    question = FALSE
    whole = certified(question)
    bare = replace(whole.certificate, sides=())
    assert certify(question, bare, whole.certificate.sides).text == whole.text
    with pytest.raises(RejectedError) as error:
        certify(question, bare)
    assert error.value.reason == "coverage"


def test_what_the_kernel_rejects_is_no_verdict():
    whole = certified(FALSE)
    point = whole.certificate.counterexample
    moved = Point({"m": Fraction(2), "T": Fraction(1)}, point.curves)
    text = dumps(replace(whole.certificate, counterexample=moved))
    assert reason(FALSE, text) == "instance"


@pytest.mark.parametrize("text", ["", "{}", "[]", "proved", EARLIER, EARLIER[:-1]])
def test_what_is_no_certificate_is_rejected(text):
    assert reason(PLAIN, text) == "rule"
    with pytest.raises(RejectedError):
        judged(text)


def test_a_policy_that_the_kernel_cannot_play_is_never_decided():
    question = read_question("OPT(T) <= ALG(T)", ["k <= 2", "T <= 3"], run=Run("greedy"))
    assert decide(question, seconds=2).verdict is Verdict.UNKNOWN
