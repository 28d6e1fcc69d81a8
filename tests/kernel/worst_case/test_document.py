"""Attempts to close a worst case without a proof."""

import json

import pytest

from imab_verify.kernel import MalformedError, judge, read
from imab_verify.kernel.polynomials import RejectedError


def table(*rows):
    return json.dumps(
        {
            "format": "imab-worst-case/1",
            "policy": "index",
            "init": "rounds",
            "ties": "any",
            "k": 1,
            "T": 2,
            "upper": "1",
            "proof": "tree",
            "lower": {"ratio": "1", "arms": [{"points": [[0, "1"]]}], "sequence": [1, 1]},
            "opening": [1],
            "table": list(rows),
        }
    )


@pytest.mark.parametrize(
    ("rows", "accepted"),
    [
        ([[[1], [[[1, "1"]]]]], True),
        ([[[1], [[[2, "1"]]]]], False),
        ([[[1], [[[0, "1"]]]]], False),
        ([[[1], [[[1, "1"], [1, "-1"]]]]], False),
        ([[[1], [[[1, "1"]]]], [[1], [[]]]], False),
        ([[[1, 1], [[[1, "1"]]]]], False),
        ([[[1], [[[1, "1"]], []]]], False),
        ([[[], []]], False),
    ],
)
def test_an_index_is_made_of_rewards_seen_and_given_once(rows, accepted):
    if accepted:
        read(table(*rows))
    else:
        with pytest.raises(MalformedError):
            read(table(*rows))


@pytest.mark.parametrize("missing", ["opening", "table"])
def test_an_index_policy_has_an_opening_and_a_table(missing):
    head = json.loads(table())
    del head[missing]
    with pytest.raises(MalformedError, match="an opening and a table"):
        read(json.dumps(head))


@pytest.mark.parametrize(
    ("k", "T", "change", "accepted"),
    [
        (1, 10**4, {}, True),
        (1, 10**4 + 1, {}, False),
        (1, 0, {}, False),
        (0, 1, {}, False),
        (10**4, 100, {}, True),
        (10**4 + 1, 1, {}, False),
        (1000, 1000, {}, True),
        (1001, 1000, {}, False),
        (1, 10**4 + 1, {"rounds": []}, True),
        (1, 10**18, {"rounds": []}, True),
        (1, 10**18 + 1, {"rounds": []}, False),
        (10**4, 10**18, {"rounds": []}, True),
        (10**4 + 1, 10**18, {"rounds": []}, False),
        (2, 4, {"rounds": []}, True),
        (3, 5, {"rounds": []}, False),
        (3, 6, {"rounds": []}, True),
        (2, 4, {"rounds": [[[2], 1]]}, True),
        (2, 4, {"rounds": [[[3], 1]]}, False),
        (2, 4, {"rounds": [], "sequence": []}, False),
        (2, 4, {"rounds": [], "near": [{"points": [[0, "1"]]}]}, False),
        (2, 4, {"rounds": [], "policy": "round-robin"}, False),
        (2, 4, {"policy": "round-robin", "sequence": [2]}, True),
        (2, 4, {"policy": "round-robin", "sequence": [3]}, False),
    ],
)
def test_sizes_and_runs_that_can_be_read(k, T, change, accepted):
    head = json.loads(table()) | {"k": k, "T": T, "policy": "algorithm-1", "proof": "counts"}
    del head["opening"], head["table"]
    run = {name: change[name] for name in ("rounds", "sequence", "near") if name in change}
    head["lower"] = {"ratio": "1", "arms": []} | (run or {"sequence": []})
    text = json.dumps(head | {key: change[key] for key in change.keys() - run.keys()})
    if accepted:
        assert read(text).T == T
    else:
        with pytest.raises(MalformedError):
            read(text)


@pytest.mark.parametrize("proof", ["tree", "counts"])
@pytest.mark.parametrize(("upper", "accepted"), [("6", True), ("5999/1000", False), ("1", False)])
def test_within_the_opening_counts_are_fixed(proof, upper, accepted):
    """Algorithm 1 at k = 2, T = 3: one arm gets a single pull, and 3*4/(1*2) = 6."""
    head = json.loads(table()) | {"k": 2, "T": 3, "policy": "algorithm-1"}
    del head["opening"], head["table"]
    arms = [{"points": [[0, "1"]]}] * 2
    head["lower"] = {"ratio": "1", "arms": arms, "sequence": [1, 2, 1]}
    text = json.dumps(head | {"proof": proof, "upper": upper})
    if accepted:
        assert judge(text).verdict == "proved"
    else:
        with pytest.raises(RejectedError, match="fixed counts"):
            judge(text)


@pytest.mark.parametrize("proof", ["tree", "counts"])
def test_after_the_opening_two_pulls_of_every_arm_are_all_that_is_fixed(proof):
    """Algorithm 1 at k = 2, T = 6: 21/10 is true, but by a theorem; the opening gives 6*7/6."""
    head = json.loads(table()) | {"k": 2, "T": 6, "policy": "algorithm-1", "proof": proof}
    del head["opening"], head["table"]
    arms = [{"points": [[0, "1"]]}] * 2
    head["lower"] = {"ratio": "1", "arms": arms, "sequence": [1, 2, 1, 2, 1, 2]}
    assert judge(json.dumps(head | {"upper": "7"})).verdict == "proved"
    for upper in ("6999/1000", "21/10"):
        with pytest.raises(RejectedError, match="fixed counts"):
            judge(json.dumps(head | {"upper": upper}))


def test_one_arm_gets_all_pulls():
    head = json.loads(table()) | {"T": 10**18, "policy": "algorithm-1", "proof": "counts"}
    del head["opening"], head["table"]
    arms = [{"points": [[0, "1"]]}]
    head["lower"] = {"ratio": "1", "arms": arms, "rounds": [[[1], 10**18 - 2]]}
    assert judge(json.dumps(head)).verdict == "proved"
    with pytest.raises(RejectedError, match="fixed counts"):
        judge(json.dumps(head | {"upper": "999/1000"}))


FLAT, CONVEX, HIGH, ZERO = (
    {"points": points}
    for points in ([[0, "1"]], [[0, "0"], [1, "0"], [2, "1"]], [[0, "2"]], [[0, "0"]])
)


@pytest.mark.parametrize(
    ("ratio", "lower", "why"),
    [
        ("1", {"arms": [FLAT]}, None),
        ("1", {"arms": [CONVEX]}, "arm 1 is not"),
        ("1", {"arms": [HIGH]}, "arm 1 leaves"),
        ("1", {"arms": [FLAT, FLAT]}, "need k arms"),
        ("1", {"arms": [FLAT], "near": [FLAT]}, None),
        ("1", {"arms": [FLAT], "near": [CONVEX]}, "arm 1 is not"),
        ("1", {"arms": [FLAT], "near": [FLAT, FLAT]}, "need k arms"),
        ("1", {"arms": [ZERO]}, "OPT = 0"),
        ("inf", {"arms": [ZERO]}, "OPT = 0"),
        ("inf", {"arms": [FLAT]}, "OPT = 2"),
        ("2", {"arms": [FLAT]}, "OPT = 2"),
    ],
)
def test_lower_bounds_are_reached_by_concave_arms(ratio, lower, why):
    """One arm, two pulls of round robin: the ratio is 1 wherever there are rewards."""
    head = json.loads(table()) | {"policy": "round-robin", "proof": "counts", "upper": ratio}
    del head["opening"], head["table"]
    text = json.dumps(head | {"lower": {"ratio": ratio, "sequence": [1, 1]} | lower})
    if why is None:
        assert judge(text).verdict == "proved"
    else:
        with pytest.raises(RejectedError, match=why):
            judge(text)
