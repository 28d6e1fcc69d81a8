"""The sum of the squares of all counts, in every run of every policy."""

import pytest

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS
from imab_verify.engines.runs.facts import facts_proofs
from imab_verify.engines.runs.instances import find_run_witness
from imab_verify.kernel import Proved, Run, judge
from imab_verify.kernel.statement import ANY
from imab_verify.language.documents import dumps
from imab_verify.language.reading import read_question


def proof_of(text):
    claim = read_question(text, ("T >= 0",), run=Run(ANY)).claims().claim
    return claim, next(facts_proofs(claim, NO_HINTS, Clock(20)), None)


@pytest.mark.parametrize(
    "text", ["k*squares >= T**2", "squares <= most*T", "squares <= T**2", "squares >= T"]
)
def test_what_is_sharp_is_proved(text):
    claim, found = proof_of(text)
    proof = Proved(claim, found, find_run_witness(claim))
    assert judge(dumps(proof)).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "k*squares >= T**2 + 1/1000",
        "1000*squares <= 999*most*T",
        "squares <= T**2 - 1/1000",
        "squares >= T + 1/1000",
    ],
)
def test_what_is_false_is_not(text):
    assert proof_of(text)[1] is None
