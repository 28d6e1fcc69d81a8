"""Attempts of a referee to have the kernel accept, keep or say what it must not."""

import json
from pathlib import Path

import pytest
from written import by, certificate, goal, have, outcome, statement

from imab_verify.kernel import MalformedError, RejectedError, judge

VALID = Path(__file__).parents[1] / "certificates" / "valid"
ZERO_CURVE = {"points": [[0, "0"]]}


def text(*lines):
    return "\n".join(map(json.dumps, lines)).encode()


def reason(document):
    with pytest.raises(RejectedError) as error:
        judge(document)
    return error.value.reason


# --- products ----------------------------------------------------------------------------------


def test_long_products_of_constants_are_charged():
    """1^24 * 1^24 * ... costs more than its multiplications: every prefix is kept."""
    claim = statement("0 >= 0", "1 >= 0")
    for many, why in ((200, "limit"), (2, "identity")):
        power = "*".join(["h1^24"] * many)
        positive = {"case": "0 - 1", "low": by(), "high": {"empty": [power, power]}}
        assert outcome(claim, goal(positive=positive)) == why


# --- runs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "verdict"), [("1", "proved"), ("1001/1000", "identity")])
def test_a_run_has_an_arm_and_no_more_is_known_of_k(least, verdict):
    """k >= least in every run of Algorithm 1, by the fact that k >= 1."""
    claim = statement(
        f"k >= {least}", names="k T", run={"policy": {"opening": 2, "score": "P(f, a, M)"}}
    )
    document = json.loads(certificate(claim, have("s", {"fact": "sizes"}, goal("s.arms"))))
    document["witness"] = {"arms": [ZERO_CURVE] * 2, "T": 2}
    if verdict == "proved":
        assert judge(text(document)).verdict == verdict
    else:
        assert reason(text(document)) == verdict


# --- worst cases -------------------------------------------------------------------------------


def greedy(T, tree):
    """The bound 1000 for greedy on two arms, by a tree."""
    claim = {
        "parameters": ["k", "T"],
        "givens": ["k - 2 == 0", f"T - {T} == 0"],
        "conclusion": ["1000*ALG - OPT >= 0"],
        "run": {"policy": {"opening": 1, "score": "f(a)"}},
    }
    proof = {"domain": {"T": {"sum": ["h2", str(T)]}}, "goals": [{"tree": [tree]}]}
    witness = {"parameters": {"k": "2", "T": str(T)}, "arms": {}}
    format_ = "imab-certificate/2"
    return text({"format": format_, "claim": claim, "proof": proof, "witness": witness})


PLAIN = {"dual": []}


def test_equal_counts_make_no_strict_decision():
    """f(1) >= g(1) and then g(1) >= f(2): both hold if all are equal, as 1, 2, 1, 2 is played."""
    both = {"empty": [[3, 2, "1"], [4, 1, "1"]]}
    tree = {"next": [{"next": [PLAIN, both]}, PLAIN]}
    assert reason(greedy(4, tree)) == "strictness"
    tree["next"][0]["next"][1] = PLAIN
    assert judge(greedy(4, tree)).verdict == "proved"


def test_more_pulls_make_a_strict_decision():
    """f(2) > g(1), since f had more pulls, and then g(1) >= f(3): no run does that."""
    both = {"empty": [[4, 2, "1"], [5, 1, "1"]]}
    tree = {"next": [{"next": [{"next": [PLAIN, both]}, PLAIN]}, PLAIN]}
    assert judge(greedy(5, tree)).verdict == "proved"
    both["empty"][0][2] = "0"
    assert reason(greedy(5, tree)) == "strictness"


@pytest.mark.parametrize("junk", [b"null", b"null\nthis is not JSON", b"null\n{}"])
def test_nothing_follows_a_certificate(junk):
    document = greedy(4, {"next": [PLAIN, PLAIN]})
    assert judge(document).verdict == "proved"
    with pytest.raises((RejectedError, MalformedError)):
        judge(document + b"\n" + junk)
