"""Lemmas of a policy that beats a lower bound are claims as all others are."""

import json
from pathlib import Path

import pytest

from imab_verify.kernel import MalformedError, RejectedError, judge

VALID = Path(__file__).parents[2] / "certificates" / "valid"
BEATEN = [path for path in VALID.glob("refuted--*.json") if '"negation"' in path.read_text()]
NOTHING = {"sum": []}


def lemma(name):
    """f(n) >= f(n+1): on the one ray that bends at n it would be true."""
    claim = {
        "parameters": [name],
        "arms": {"f": "concave"},
        "givens": [f"{name} >= 0"],
        "conclusion": [f"f({name}) - f({name} + 1) >= 0"],
    }
    goal = {"arms": {"f": {"constant": NOTHING, "ray": NOTHING}}}
    return {"claim": claim, "proof": {"domain": {}, "goals": [goal]}}


@pytest.mark.parametrize("path", BEATEN, ids=lambda path: path.stem)
def test_a_lemma_about_the_name_of_the_ray(path):
    document = json.loads(path.read_text())
    judge(json.dumps(document))
    document["lemmas"] = [lemma("_j")]
    with pytest.raises(MalformedError, match="not a name"):
        judge(json.dumps(document))
    document["lemmas"] = [lemma("n")]
    with pytest.raises(RejectedError):
        judge(json.dumps(document))


@pytest.mark.parametrize("path", BEATEN, ids=lambda path: path.stem)
def test_a_lemma_about_an_arm_that_is_not_declared(path):
    document, other = json.loads(path.read_text()), lemma("n")
    other["claim"]["arms"] = {"g": "concave"}
    document["lemmas"] = [other]
    with pytest.raises(MalformedError, match="not declared"):
        judge(json.dumps(document))


def test_there_are_such_certificates():
    assert BEATEN
