"""A contradiction with something that nobody typed names it."""

import pytest

from imab_verify.deciding.attempts import VACUOUS
from imab_verify.deciding.decide import decide
from imab_verify.language.reading import read_question


@pytest.mark.slow
@pytest.mark.parametrize(
    ("givens", "named"),
    [
        (["n <= 0"], "n >= 1 by default"),
        (["eps <= -1"], "eps >= 0 by default"),
        (["f(n) >= 2"], "rewards in [0,1]"),
    ],
)
def test_the_default_that_is_contradicted_is_named(givens, named):
    decision = decide(read_question("f(n) + n >= eps", givens))
    assert decision.verdict == "vacuous"
    assert named in decision.reason


def test_givens_that_contradict_each_other_are_no_fault_of_a_default():
    decision = decide(read_question("f(n) >= 0", ["n >= 5", "n <= 3"]))
    assert (decision.verdict, decision.reason) == ("vacuous", VACUOUS)
