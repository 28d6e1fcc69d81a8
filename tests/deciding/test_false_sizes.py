"""Claims about Algorithm 1 that its exact worst case shows to be false are refuted, not proved."""

from fractions import Fraction

import pytest

from imab_verify.deciding.certify import Verdict
from imab_verify.deciding.decide import decide
from imab_verify.engines.runs.crossing import false_size
from imab_verify.kernel import Claim, Run
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import Question, read_question


def question(text: str, *givens: str) -> Question:
    return read_question(text, givens, run=Run(ALGORITHM_1))


def claim(text: str, *givens: str) -> Claim:
    return question(text, *givens).claims().claim


def test_the_least_size_is_the_one_where_the_worst_case_passes_the_constant() -> None:
    assert false_size(claim("OPT(T) <= 32*k*ALG(T)", "T == 2*k")) == (48, 96)
    assert false_size(claim("OPT(T) <= 32*k*ALG(T)", "T == 2*k", "k <= 47")) is None


@pytest.mark.parametrize("less", [Fraction(0), Fraction(1, 1000)])
def test_the_sharp_constant_is_not_false_and_a_little_less_is(less: Fraction) -> None:
    sharp = claim(f"OPT(T) <= {Fraction(44, 15) - less}*ALG(T)", "k == 3", "T == 11")
    assert false_size(sharp) == ((3, 11) if less else None)


def test_such_a_claim_is_refuted_by_a_worst_case_where_nothing_simple_will_do() -> None:
    just_less = Fraction(44, 15) - Fraction(1, 10**6)
    decision = decide(question(f"OPT(T) <= {just_less}*ALG(T)", "k == 3", "T == 11"))
    assert decision.verdict is Verdict.REFUTED


def test_claims_of_another_form_have_no_false_size() -> None:
    assert false_size(claim("ALG(T) >= 0")) is None
