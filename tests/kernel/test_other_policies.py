"""A proof about the runs of one policy proves nothing false about those of another."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from imab_verify.kernel import RejectedError, judge
from imab_verify.kernel.semantics import Curve, RunPoint, violation
from imab_verify.kernel.statement import ANY, Run

VALID = Path(__file__).parents[1] / "certificates" / "valid"
LAST_REWARD = "f(a)"
POLICIES = [
    {"policy": {"opening": 2, "score": "P(f, a, M)"}},
    {"policy": "round-robin"},
    {"policy": "any"},
    *({"policy": {"opening": m, "score": LAST_REWARD}} for m in (1, 2, 3)),
]
PROVED = [
    path
    for path in sorted(VALID.glob("proved--*.json"))
    if re.search(r'"run": \{\s*"policy":', path.read_text())
    and "worst-case" not in path.stem
    and '"late":' not in path.read_text()
]
ZERO, ONE = (Curve(((0, Fraction(reward)),)) for reward in (0, 1))
SLOW = Curve(((0, Fraction(0)), (40, Fraction(1))))


def hard_runs():
    """Only the last arm pays, and the first wins ties: a policy must look for the other one."""
    for k, horizon, better in product((1, 2, 3), range(13), (ONE, SLOW)):
        yield RunPoint((ZERO, *[ZERO] * (k - 2), *[better] * (k > 1)), horizon)


def is_false_somewhere(claim):
    for point in hard_runs():
        try:
            if violation(claim, point) is not None:
                return True
        except RejectedError:
            continue
    return False


@pytest.mark.parametrize("path", PROVED, ids=lambda path: path.stem)
@pytest.mark.parametrize("run", POLICIES, ids=str)
def test_what_is_proved_of_another_policy_is_true_of_it(path, run):
    document = json.loads(path.read_text())
    document["claim"]["run"] |= run
    try:
        claim = judge(json.dumps(document)).claim
    except RejectedError:
        return
    assert not is_false_somewhere(claim)


def test_the_runs_are_hard_for_a_policy_that_does_not_look():
    claim = judge((VALID / "proved--two-pulls.json").read_bytes()).claim
    assert not is_false_somewhere(claim)
    assert is_false_somewhere(replace(claim, run=Run(ANY)))
