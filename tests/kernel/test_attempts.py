"""Attempts of a referee to have the kernel accept, keep or say what it must not."""

import json
from pathlib import Path

import pytest

from imab_verify.kernel import (
    ArmClass,
    Claim,
    Comparison,
    Form,
    MalformedError,
    Polynomial,
    Reason,
    RejectedError,
    check_well_formed,
    judge,
)
from imab_verify.language.statements import show_statement

VALID = Path(__file__).parents[1] / "certificates" / "valid"
ONE = {"1": "1"}
EMPTY_SUM = {"sum": []}
ZERO_CURVE = {"points": [[0, "0"]]}


def text(*lines):
    return "\n".join(map(json.dumps, lines)).encode()


def reason(document):
    with pytest.raises(RejectedError) as error:
        judge(document)
    return error.value.reason


def of_parameters(names, givens, positive):
    """1 >= 0 under these givens, with a tree that shows that the scale 1 is positive."""
    comparisons = [{"relation": ">=", "constant": p} for p in givens]
    goal = {"scale": ONE, "positive": positive, "uses": [], "arms": {}, "rest": EMPTY_SUM}
    return {
        "format": "imab-certificate/1",
        "claim": {
            "parameters": names,
            "givens": comparisons,
            "conclusion": [{"relation": ">=", "constant": {"1": "0"}}],
        },
        "proof": {"domain": [], "goals": [goal]},
        "witness": {"parameters": dict.fromkeys(names, "1"), "arms": {}},
    }


# --- products ----------------------------------------------------------------------------------


def test_long_products_of_constants_are_charged():
    """1^3000 costs more than its multiplications: every prefix is kept."""

    def document(exponent):
        power = {"weight": "1", "factors": [[0, exponent]]}
        positive = {"case": {"1": "-1"}, "low": {"sum": []}, "high": {"empty": [power, power]}}
        return text(of_parameters(["n"], [{"1": "1"}], positive))

    assert reason(document(3000)) == Reason.LIMIT
    assert reason(document(30)) == Reason.IDENTITY


@pytest.mark.parametrize("exponent", [0, -1, -(10**500)])
def test_powers_that_are_no_products(exponent):
    """n + 0 = n and 0 = 0, whatever the exponent: but a power of a constraint it is not."""
    document = of_parameters(["n"], [{"n": "1"}], EMPTY_SUM)
    document["claim"]["conclusion"] = [{"relation": ">=", "constant": {"n": "1", "1": "1"}}]
    rest = [{"weight": "1", "factors": [[0, 1]]}, {"weight": "1", "factors": [[0, exponent]]}]
    document["proof"]["goals"][0]["rest"] = {"sum": rest}
    assert reason(text(document)) == Reason.IDENTITY
    del rest[1]["factors"]
    assert judge(text(document)).verdict == "proved"


# --- runs --------------------------------------------------------------------------------------


def at_least_one_arm(least):
    """k >= least in every run of Algorithm 1, by the fact that k >= 1."""
    goal = {"scale": ONE, "positive": EMPTY_SUM, "uses": [], "arms": {}}
    goal["rest"] = {"sum": [{"weight": "1", "factors": [[0, 1]]}]}
    bound = {"relation": ">=", "constant": {"k": "1", "1": f"-{least}"}}
    return {
        "format": "imab-certificate/1",
        "claim": {
            "parameters": ["k", "T"],
            "run": {"policy": "algorithm-1"},
            "conclusion": [bound],
        },
        "proof": {"rule": "facts", "about_arms": {"domain": [], "goals": [goal]}},
        "witness": {"arms": [ZERO_CURVE] * 2, "T": 2},
    }


def test_a_run_has_an_arm_and_no_more_is_known_of_k():
    assert judge(text(at_least_one_arm("1"))).verdict == "proved"
    assert reason(text(at_least_one_arm("1001/1000"))) == Reason.IDENTITY


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


@pytest.mark.parametrize("name", ["and", "min", "abs", "OPT"])
def test_words_of_a_printed_claim_are_no_names(name):
    claim = Claim((name,), (), (), (Comparison(Form(Polynomial.variable(name))),))
    with pytest.raises(MalformedError, match="not a name that a claim may declare"):
        check_well_formed(claim)


def test_an_arm_cannot_be_called_like_the_counts():
    claim = Claim((), (("N", ArmClass.CONCAVE),), (), (Comparison(Form()),))
    with pytest.raises(MalformedError, match="called N"):
        check_well_formed(claim)
