"""Attempts of a referee to have the kernel accept, keep or say what it must not."""

import json
from pathlib import Path

import pytest
from written import by, certificate, goal, have, outcome, statement

from imab_verify.kernel import MalformedError, Reason, RejectedError, judge
from imab_verify.language.statements import show_statement

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
    claim = statement(f"k >= {least}", names="k T", run={"policy": "algorithm-1"})
    document = json.loads(certificate(claim, have("s", {"fact": "sizes"}, goal("s.arms"))))
    document["witness"] = {"arms": [ZERO_CURVE] * 2, "T": 2}
    if verdict == "proved":
        assert judge(text(document)).verdict == verdict
    else:
        assert reason(text(document)) == verdict


# --- worst cases -------------------------------------------------------------------------------


def greedy(T, tree):
    """The bound 1000 for greedy on two arms, by a tree."""
    ones = [{"points": [[0, "1"]]}] * 2
    sequence = [t % 2 + 1 for t in range(T)]
    head = {
        "format": "imab-worst-case/1",
        "policy": "greedy",
        "init": "rounds",
        "ties": "any",
        "k": 2,
        "T": T,
        "upper": "1000",
        "proof": "tree",
        "lower": {"ratio": "1", "arms": ones, "sequence": sequence},
    }
    return text(head, {"optimal": 1, "tree": tree})


PLAIN = {"dual": []}


def test_equal_counts_make_no_strict_decision():
    """f(1) >= g(1) and then g(1) >= f(2): both hold if all are equal, as 1, 2, 1, 2 is played."""
    both = {"empty": [[3, 2, "1"], [4, 1, "1"]]}
    tree = {"next": [{"next": [PLAIN, both]}, PLAIN]}
    assert reason(greedy(4, tree)) == Reason.STRICTNESS
    tree["next"][0]["next"][1] = PLAIN
    assert judge(greedy(4, tree)).verdict == "proved"


def test_more_pulls_make_a_strict_decision():
    """f(2) > g(1), since f had more pulls, and then g(1) >= f(3): no run does that."""
    both = {"empty": [[4, 2, "1"], [5, 1, "1"]]}
    tree = {"next": [{"next": [{"next": [PLAIN, both]}, PLAIN]}, PLAIN]}
    assert judge(greedy(5, tree)).verdict == "proved"
    both["empty"][0][2] = "0"
    assert reason(greedy(5, tree)) == Reason.STRICTNESS


@pytest.mark.parametrize("junk", [b"null", b"null\nthis is not JSON", b"null\n{}"])
def test_nothing_follows_the_last_case(junk):
    document = greedy(4, {"next": [PLAIN, PLAIN]})
    assert judge(document).verdict == "proved"
    with pytest.raises((RejectedError, MalformedError)):
        judge(document + b"\n" + junk)


def test_nothing_follows_the_last_case_of_a_cell():
    document = json.loads((VALID / "proved--cells.json").read_text())
    document["proof"]["cells"][0].append(None)
    assert reason(text(document)) == Reason.COVERAGE


def never_the_second_arm(near):
    """Pull arm 1, and arm 2 only if arm 1 gave nothing: no instance has ALG = 0 < OPT."""
    rising, one = {"points": [[0, "0"], [3, "1"]]}, {"points": [[0, "1"]]}
    head = {
        "format": "imab-worst-case/1",
        "policy": "index",
        "init": "rounds",
        "ties": "any",
        "k": 2,
        "T": 3,
        "upper": "inf",
        "proof": "tree",
        "opening": [1],
        "table": [[[n, 0], [[[1, "1"]], []]] for n in (1, 2)],
        "lower": {"ratio": "inf", "arms": [ZERO_CURVE, rising], "sequence": [1, 1, 1]},
    }
    if near:
        head["lower"]["near"] = [one, rising]
    return text(head)


def test_a_limit_is_not_called_an_instance():
    assert reason(never_the_second_arm(near=False)) == Reason.INSTANCE
    sentence = show_statement(judge(never_the_second_arm(near=True)).claim)
    assert sentence.endswith("ALG(T) = 0 < OPT(T) in the limit of instances")


def test_a_cells_certificate_may_begin_with_its_proof():
    document = json.loads((VALID / "proved--cells.json").read_text())
    turned = {"proof": document.pop("proof"), **document}
    assert judge(json.dumps(turned)).verdict == "proved"
