"""cvc5 as a second opinion: true claims, false ones, and those it cannot decide."""

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.engines.cvc5.opinion import Opinion, opinion
from imab_verify.kernel import Proved
from imab_verify.language.reading import read_question
from imab_verify.witnesses.testimony import Stance, ask_cvc5

pytest.importorskip("cvc5", reason="the second opinion is an extra")


@pytest.mark.parametrize(
    ("text", "given", "said"),
    [
        ("f(n) <= f(n+1)", (), Opinion.TRUE),
        ("2*Rew(f,n) >= n*f(n)", (), Opinion.TRUE),
        ("Rew(f,n) >= n*f(n)", (), Opinion.FALSE),
        ("f(n) <= g(n)", (), Opinion.FALSE),
        ("f(m) <= f(n)", ("m <= n",), Opinion.TRUE),
    ],
)
def test_what_it_says(text: str, given: tuple[str, ...], said: Opinion) -> None:
    assert opinion(read_question(text, given).claims().claim) is said


def test_it_agrees_with_a_proof_and_contradicts_a_planted_one() -> None:
    true = decide(read_question("2*Rew(f,n) >= n*f(n)")).certified
    false = read_question("Rew(f,n) >= n*f(n)").claims().claim
    assert true is not None
    assert isinstance(true.certificate, Proved)
    assert ask_cvc5(true.certificate).stance is Stance.AGREES
    planted = Proved(false, true.certificate.proof, true.certificate.witness)
    assert ask_cvc5(planted).stance is Stance.DISAGREES
