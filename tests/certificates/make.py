"""Write invalid/ and malformed/ from the certificates in valid/, one fault each.

    python tests/certificates/make.py

The part of a file's name before "--" is the reason that the kernel must give.
"""

import json
from copy import deepcopy
from pathlib import Path

HERE = Path(__file__).parent
ONE = {"1": "1"}
GOAL = ("proof", "goals", 0)
LEMMA = (*GOAL, "uses", 0, "lemma")
TOTAL, MEMBER = (*GOAL, "uses", 0, "total"), (*GOAL, "uses", 0, "member")
RAY = (*GOAL, "arms", "f", "ray")
POINT = ("counterexample",)
CELL = ("proof", "cells", 0, 0)
SUM = ("proof", "sums", 0)
RATIO = ("claim", "conclusion", 0, "terms", 1, 0)
GREEDY = {"opening": 1, "score": {"terms": [[{"1": "1"}, ["value", "f", {"a": "1"}]]]}}
CAREFUL = {
    "terms": [
        [{"1": "1"}, ["Rew", "f", {"a": "1"}]],
        [{"M": "1", "a": "-1"}, ["value", "f", {"a": "1"}]],
        [
            {"M^2": "1/4", "M a": "-1/2", "a^2": "1/4", "M": "1/4", "a": "-1/4"},
            ["Delta", "f", {"a": "1"}],
        ],
    ]
}
FACTS = {"rule": "facts", "about_arms": {"domain": [], "goals": []}}
NO_PROOF = {"domain": [], "goals": []}
LONG = "7" * 1300
BY_HAND = "at-later-times"
"""Files that no valid certificate is the base of."""


def valid(name):
    [path] = (HERE / "valid").glob(f"*--{name}.json")
    return json.loads(path.read_text())


def at(document, path):
    for key in path:
        document = document[key]
    return document


def put(*path, value):
    """Set one entry."""

    def edit(document):
        at(document, path[:-1])[path[-1]] = value

    return edit


def drop(*path):
    """Leave one entry out."""

    def edit(document):
        del at(document, path[:-1])[path[-1]]

    return edit


def move(source, *path):
    """Put one entry in the place of another."""

    def edit(document):
        at(document, path[:-1])[path[-1]] = deepcopy(at(document, source))

    return edit


def both(*edits):
    def edit(document):
        for one in edits:
            one(document)

    return edit


def taken_from(other, *path):
    """Take one entry from another valid certificate."""

    def edit(document):
        at(document, path[:-1])[path[-1]] = at(valid(other), path)

    return edit


def replaced(old, new):
    """Change the text, where no document says it."""
    return lambda document: json.dumps(document).replace(old, new, 1)


def beside_itself(document):
    """The claim as a side condition of itself."""
    document["sides"] = [{"claim": deepcopy(document["claim"]), "proof": NO_PROOF}]


def nested(depth):
    """A tree of cases of this depth."""

    def edit(document):
        node = {"sum": []}
        for _ in range(depth):
            node = {"case": ONE, "low": {"sum": []}, "high": node}
        document["proof"]["goals"] = [node]

    return edit


PHASE = ("proof", "phases", 0)
INVALID = {
    "rule--schedule-with-another-opening": (
        "some-line-after-2k",
        put("proof", "opening", value={"1": "1"}),
    ),
    "rule--schedule-with-half-a-bend": (
        "some-line-after-2k",
        put("proof", "groups", "line", "bend", value={"T": "1/2"}),
    ),
    "rule--schedule-with-two-that-lead": (
        "some-line-after-2k",
        put("proof", "groups", "line", "size", value={"1": "2"}),
    ),
    "rule--schedule-of-strange-groups": (
        "some-line-after-2k",
        put(*PHASE, "groups", value=["curve"]),
    ),
    "rule--schedule-with-a-floor-that-is-a-parameter": (
        "some-line-after-2k",
        put("proof", "floors", value=[["k", {"T": "1"}, {"1": "2"}]]),
    ),
    "rule--round-robin-with-two-more-pulls": (
        "some-round-robin",
        put(*PHASE, "until", value={"q": "1", "1": "2"}),
    ),
    "rule--schedule-for-every-policy": (
        "some-line-after-2k",
        put("claim", "run", value={"every": "policy"}),
    ),
    "rule--schedule-in-all-runs": (
        "some-greedy",
        both(
            put("claim", "run", value={"policy": "index", "index": GREEDY}),
            put("witness", value={"arms": [{"points": [[0, "0"]]}] * 2, "T": 4}),
        ),
    ),
    "rule--some-run-by-facts": ("some-greedy", taken_from("two-pulls", "proof")),
    "rule--some-run-by-an-adversary": ("some-greedy", taken_from("every-caps", "proof")),
    "rule--some-run-refuted-by-another-policy": (
        "some-one-arm",
        put(*POINT, "run", "policy", value="algorithm-1"),
    ),
    "coverage--schedule-with-one-arm-more": (
        "some-line-after-2k",
        put("proof", "groups", "zeros", "size", value={"k": "1"}),
    ),
    "coverage--schedule-with-a-pull-more": (
        "some-greedy",
        put(*PHASE, "until", value={"T": "1", "k": "-1", "1": "2"}),
    ),
    "identity--schedule-for-a-larger-ratio": (
        "some-line-after-2k",
        put("claim", "conclusion", 0, "terms", 0, 0, value={"1": "11"}),
    ),
    "coverage--schedule-without-an-outcome": (
        "some-round-robin",
        put("proof", "outcome", value=NO_PROOF),
    ),
    "coverage--schedule-without-an-order": ("some-greedy", put(*PHASE, "proof", value=NO_PROOF)),
    "identity--schedule-in-one-case-only": (
        "some-up-to-4k",
        move(("proof", "low"), "proof", "high"),
    ),
    "instance--some-run-with-a-run": ("some-greedy", taken_from("two-pulls", "witness")),
    "identity--adversary-with-a-larger-cap": (
        "every-half-k",
        put("proof", "cap", value={"_q": "1", "1": "1"}),
    ),
    "identity--adversary-for-a-larger-ratio": (
        "every-anytime",
        put("claim", "conclusion", 0, "terms", 0, 0, value={"c": "1"}),
    ),
    "coverage--adversary-without-a-bound": ("every-caps", put("proof", "bound", value=NO_PROOF)),
    "coverage--adversary-in-one-case-only": (
        "every-short-horizon",
        put("proof", "high", "behind", value=NO_PROOF),
    ),
    "rule--adversary-that-knows-the-horizon": (
        "every-caps",
        put("claim", "run", "every", value="anytime-policy"),
    ),
    "rule--adversary-that-chooses-the-horizon": (
        "every-anytime",
        put("claim", "run", "every", value="policy"),
    ),
    "rule--case-of-an-unknown-horizon": (
        "every-short-horizon",
        put("claim", "run", "every", value="anytime-policy"),
    ),
    "rule--adversary-with-half-a-pull": (
        "every-short-horizon",
        put("proof", "low", "cap", value={"1": "1/2"}),
    ),
    "rule--share-of-strange-names": ("every-caps", put("proof", "below", value={"c": "1"})),
    "rule--adversary-of-one-policy": (
        "every-caps",
        both(
            put("claim", "run", value={"policy": "round-robin"}),
            put("witness", value={"arms": [{"points": [[0, "0"]]}] * 2, "T": 1}),
        ),
    ),
    "sign--policy-with-a-margin-below-0": (
        "every-one-arm",
        put("counterexample", "margin", value="-1/2"),
    ),
    "instance--policy-at-other-parameters": (
        "every-one-arm",
        put("counterexample", "parameters", "k", value="0"),
    ),
    "rule--policy-against-a-run": (
        "every-one-arm",
        put("counterexample", "run", "most", value="M"),
    ),
    "rule--every-policy-refuted-by-an-instance": (
        "every-one-arm",
        put("counterexample", value={"parameters": {"k": "1", "T": "1"}, "arms": {}}),
    ),
    "rule--every-policy-by-facts": ("every-caps", taken_from("two-pulls", "proof")),
    "rule--every-policy-by-worst-cases": ("every-caps", taken_from("cells", "proof")),
    "instance--every-policy-with-a-run": ("every-caps", taken_from("two-pulls", "witness")),
    "instance--every-policy-without-arms": (
        "every-caps",
        put("witness", "parameters", "k", value="0"),
    ),
    "identity--changed-coefficient": (
        "rew-ratio",
        put(*RAY, "low", "high", "sum", 0, "weight", value="9"),
    ),
    "identity--dropped-term": ("rew-ratio", drop(*RAY, "low", "high", "sum", 0)),
    "identity--changed-exponent": (
        "estimate-ratio",
        put(*RAY, "high", "low", "sum", 0, "factors", 0, 1, value=4),
    ),
    "identity--another-claim": ("rew-ratio", taken_from("rew-ratio-too-large", "claim")),
    "identity--weaker-given": (
        "rew-ratio",
        put("claim", "givens", 0, "constant", value={"T": "1", "m": "-1", "1": "1"}),
    ),
    "identity--constraint-minus-1": (
        "integer-case",
        put(*GOAL, "rest", "low", "sum", 0, "factors", value=[[-1, 1]]),
    ),
    "identity--real-instead-of-integer": (
        "integer-case",
        both(put("claim", "parameters", value=[]), put("claim", "reals", value=["n"])),
    ),
    "identity--case-on-the-ray-variable": (
        "integer-case",
        put(*GOAL, "rest", "case", value={"_j": "1"}),
    ),
    "identity--square-of-a-strange-name": (
        "integer-case",
        put(*GOAL, "rest", "low", "sum", 0, "square", value={"x": "1"}),
    ),
    "identity--scale-0": ("strict", put(*GOAL, "scale", value={})),
    "identity--two-pulls-before-2k-steps": (
        "two-pulls",
        put("claim", "givens", 0, "constant", value={"T": "1", "k": "-1"}),
    ),
    "sign--negative-weight": (
        "integer-case",
        put(*GOAL, "rest", "low", "sum", 0, "weight", value="-1"),
    ),
    "sign--zero-weight": ("bounded", put(*RAY, "high", "sum", 0, "weight", value="0")),
    "strictness--weak-given": ("strict", put("claim", "givens", 0, "relation", value=">=")),
    "strictness--no-such-use": (
        "strict",
        both(
            put(*GOAL, "strict", value=1),
            put(*GOAL, "uses", 0, "sign", value={"sum": [{"weight": "1"}]}),
        ),
    ),
    "undecided-index--missing-case": ("rew-ratio", move((*RAY, "low"), *RAY)),
    "domain--index-may-be-negative": (
        "bounded",
        put("claim", "givens", 0, "constant", value={"n": "1", "1": "5"}),
    ),
    "domain--counterexample-outside": (
        "estimate-ratio-from-1",
        both(put("claim", "givens", value=[]), put(*POINT, "parameters", "a", value="1")),
    ),
    "domain--floor-by-0": (
        "half-horizon-at-3",
        put("claim", "floors", 0, 2, value={"T": "1", "1": "-3"}),
    ),
    "hypothesis--no-such-family": ("family-member", put(*MEMBER, "number", value=1)),
    "identity--family-one-too-short": (
        "family-member",
        put("claim", "families", 0, "last", value={"m": "1", "1": "-1"}),
    ),
    "identity--family-that-begins-later": (
        "family-without-an-end",
        put("claim", "families", 0, "first", value={"1": "2"}),
    ),
    "identity--sum-beyond-the-family": (
        "family-sum",
        put("claim", "families", 0, "last", value={"T": "1", "1": "-1"}),
    ),
    "identity--sum-of-smaller-gaps": (
        "family-sum",
        put("claim", "families", 0, "constant", value={"1": "-99/1000"}),
    ),
    "coverage--sum-without-a-beginning": ("family-sum", drop(*TOTAL, "inside", 3)),
    "domain--family-before-the-first-pull": (
        "family-member",
        put("claim", "families", 0, "first", value={"1": "2"}),
    ),
    "instance--family-is-false-there": (
        "family",
        put("claim", "families", 0, "last", value={"T": "1", "1": "1"}),
    ),
    "witness--choice-too-small": ("chosen-first", put("values", "n", value={"1": "31"})),
    "instance--choice-not-allowed": (
        "chosen-first",
        put("existence", "where", 0, "constant", value={"n": "1", "1": "-33"}),
    ),
    "rule--first-choice-by-the-rest": (
        "chosen-last",
        both(put("existence", "order", value="first"), put("existence", "where", value=[])),
    ),
    "witness--choice-one-less": (
        "chosen-last",
        put("floors", 0, 1, value={"T": "1"}),
    ),
    "identity--a-choice-there": (
        "no-choice",
        put("counterexample", "arms", "f", "points", value=[[0, "1"]]),
    ),
    "counterexample--choice-found": (
        "each-choice",
        put("counterexample", "arms", "f", "points", value=[[0, "0"]]),
    ),
    "coverage--choices-without-an-end": (
        "each-choice",
        put("existence", "where", 0, "constant", value={"m": "1"}),
    ),
    "domain--lemma-at-a-half": ("lemma", put(*LEMMA, "parameters", "m", value={"m": "1/2"})),
    "hypothesis--given-about-parameters": ("single-arm", put(*GOAL, "uses", 0, "given", value=1)),
    "hypothesis--bound-of-another-arm": ("bounded", put(*GOAL, "uses", 0, "bound", 0, value="g")),
    "lemma--not-there": ("lemma", put(*LEMMA, "number", value=1)),
    "lemma--about-itself": (
        "lemma",
        both(
            move(("claim",), "lemmas", 0, "claim"),
            move(("proof",), "lemmas", 0, "proof"),
        ),
    ),
    "lemma--of-another-class": ("lemma", put("claim", "arms", "f", value="monotone")),
    "lemma--missing-parameter": ("lemma", drop(*LEMMA, "parameters", "T")),
    "coverage--dropped-goal": ("area", drop("proof", "goals", 1)),
    "coverage--dropped-arm": ("single-arm", drop(*GOAL, "arms", "g")),
    "coverage--dropped-condition": ("lemma", drop(*LEMMA, "proofs", 2)),
    "coverage--half-an-equality": ("area-equality", drop("proof", "goals", 1)),
    "witness--conclusion-false": (
        "rew-ratio",
        both(
            taken_from("rew-ratio-too-large", "claim"),
            put(
                "witness",
                value={
                    "parameters": {"m": "1", "T": "2"},
                    "arms": {"f": {"points": [[0, "0"], [2, "1"]]}},
                },
            ),
        ),
    ),
    "counterexample--true-there": (
        "rew-ratio-too-large",
        put(*POINT, "arms", "f", "points", value=[[0, "0"]]),
    ),
    "instance--given-false": ("half-horizon-at-3", put(*POINT, "parameters", "T", value="1")),
    "instance--fraction-for-an-integer": (
        "half-horizon-at-3",
        put(*POINT, "parameters", "T", value="7/2"),
    ),
    "instance--not-concave": (
        "half-horizon-at-3",
        put(*POINT, "arms", "f", "points", value=[[0, "0"], [2, "0"], [3, "1"]]),
    ),
    "instance--above-1": (
        "half-horizon-at-3",
        put(*POINT, "arms", "f", "points", value=[[0, "0"], [3, "2"]]),
    ),
    "instance--other-arm": ("half-horizon-at-3", move((*POINT, "arms", "f"), *POINT, "arms", "g")),
    "instance--not-a-run": ("tie-against-the-first", put(*POINT, "choices", value=[1, 1, 2, 2, 3])),
    "instance--not-the-whole-run": (
        "tie-against-the-first",
        put(*POINT, "choices", value=[1, 1, 2, 2]),
    ),
    "instance--horizon-given-twice": (
        "tie-against-the-first",
        put(*POINT, "parameters", "T", value="9"),
    ),
    "rule--last-pull-of-round-robin": (
        "last-pull",
        put("claim", "run", "policy", value="round-robin"),
    ),
    "identity--strict-ratio": (
        "two-pulls",
        both(
            put("claim", "conclusion", 0, "relation", value=">"),
            put("witness", value={"arms": [{"points": [[0, "1/2"]]}], "T": 3}),
        ),
    ),
    "rule--two-pulls-of-any-policy": (
        "two-pulls",
        put("claim", "run", value={"policy": "any"}),
    ),
    "identity--two-pulls-of-a-shorter-opening": (
        "two-pulls",
        put("claim", "run", value={"policy": "index", "index": GREEDY}),
    ),
    "rule--crossing-sum-of-any-policy": (
        "crossing-sum",
        put("claim", "run", value={"policy": "any"}),
    ),
    "coverage--crossing-without-an-opening": ("crossing-scores", drop("proof", "opened")),
    "coverage--crossing-beside-an-arm-that-may-not-be-best": (
        "crossing-final-counts",
        drop("proof", "crossings", 0, "best"),
    ),
    "coverage--crossing-with-five-proofs": (
        "crossing-scores",
        drop("proof", "crossings", 0, "proofs", 0),
    ),
    "coverage--crossing-of-a-policy-that-hopes-for-less": (
        "crossing-scores",
        put("claim", "run", "index", "score", value=CAREFUL),
    ),
    "identity--crossing-of-a-shorter-opening": (
        "crossing-scores",
        put("claim", "run", "index", "opening", value=2),
    ),
    "identity--crossing-with-a-potential-of-strange-names": (
        "crossing-scores",
        put("proof", "crossings", 0, "line", "rest", value={"_N": "1"}),
    ),
    "rule--crossing-with-squares-that-have-no-name": (
        "crossing-scores",
        put("proof", "crossings", 0, "line", "gamma", value=ONE),
    ),
    "rule--crossing-with-idle-arms-that-have-no-name": (
        "crossing-scores",
        put("proof", "crossings", 0, "line", "alpha_idle", value={"1": "-39"}),
    ),
    "rule--crossing-scores-of-round-robin": (
        "crossing-scores",
        put("claim", "run", value={"policy": "round-robin"}),
    ),
    "hypothesis--facts-that-are-not-chosen": ("facts-regret", drop("proof", "words")),
    "rule--opening-of-round-robin": (
        "facts-opening",
        put("claim", "run", "policy", value="round-robin"),
    ),
    "identity--opening-without-a-proof": ("facts-opening", drop("proof", "opened")),
    "identity--opening-that-may-be-incomplete": (
        "facts-opening",
        put("claim", "givens", 0, "constant", value={"T": "1", "k": "-2", "1": "1"}),
    ),
    "coverage--last-pull-without-being-late": ("facts-last-pull", drop("proof", "late")),
    "rule--last-pull-of-an-arm-without-a-count": (
        "facts-last-pull",
        put("proof", "last", value="g"),
    ),
    "rule--last-pull-of-any-policy": (
        "facts-last-pull",
        put("claim", "run", "policy", value="any"),
    ),
    "rule--largest-count-without-a-name": (
        "facts-opening",
        put("proof", value={**FACTS, "reached": NO_PROOF}),
    ),
    "coverage--sum-without-its-proofs": ("facts-sum", put(*SUM, "proofs", value=[])),
    "coverage--sum-with-one-proof": ("facts-sum", drop(*SUM, "proofs", 1)),
    "identity--sum-in-the-count-of-an-arm": ("facts-sum", put(*SUM, "alpha", value={"_N": "1"})),
    "identity--sum-over-others-without-the-best": ("facts-sum", drop("proof", "words")),
    "identity--first-pull-that-is-taken-for-the-last": (
        "facts-first-pull",
        drop(*SUM, "pull"),
    ),
    "coverage--first-pull-with-a-thousandth-more": (
        "facts-first-pull",
        put(*RATIO, value={"T": "-2", "k": "2", "1": "-4001/1000"}),
    ),
    "identity--first-pull-before-there-is-one": (
        "facts-first-pull",
        put("claim", "givens", 0, "relation", value=">="),
    ),
    "identity--first-pull-of-all-arms": ("facts-first-pull", put(*SUM, "over", value="all")),
    "coverage--first-pull-of-another-score": (
        "facts-first-pull",
        put("claim", "run", "index", "score", "terms", 0, 1, value=["Rew", "f", {"a": "1"}]),
    ),
    "rule--sum-of-any-policy": (
        "facts-sum",
        put("claim", "run", value={"policy": "any"}),
    ),
    "instance--different-arms-that-are-the-same": (
        "facts-different-arms",
        put("witness", "roles", value={"f": 1, "g": 1}),
    ),
    "instance--pulls-of-any-policy-that-are-too-few": (
        "any-policy",
        put(*POINT, "choices", value=[]),
    ),
    "identity--last-pull-at-any-stage": ("last-pull", put("claim", "run", "stage", value="any")),
    "rule--sum-for-a-goal": ("strict", put(*GOAL, value={"sum": []})),
    "rule--proof-about-arms-of-a-run": ("two-pulls", put("proof", value=NO_PROOF)),
    "rule--cells-without-a-run": ("integer-case", taken_from("cells", "proof")),
    "rule--cells-of-another-policy": ("cells", put(*CELL, "policy", value="round-robin")),
    "rule--cells-of-another-score": (
        "cells-of-an-index",
        put("claim", "run", "index", "score", "terms", 0, 0, value={"1": "3"}),
    ),
    "rule--cells-with-another-table": (
        "cells-of-an-index",
        put(*CELL, "table", 0, 1, 0, 0, value=[2, "3"]),
    ),
    "coverage--cells-without-their-table": ("cells-of-an-index", put(*CELL, "table", value=[])),
    "rule--cells-of-another-opening": ("cells", put("claim", "run", "init", value="pairs")),
    "rule--cells-for-fewer-ways-to-break-ties": ("cells", put(*CELL, "ties", value="lowest-index")),
    "rule--cells-for-the-last-arm-of-a-tie": (
        "cells",
        put("claim", "run", "ties", value="highest-index"),
    ),
    "rule--cells-with-another-parameter": (
        "cells",
        both(
            put("claim", "parameters", value=["k", "T", "n"]),
            put("witness", "parameters", value={"n": "1"}),
        ),
    ),
    "rule--side-condition-about-a-run": ("two-pulls", beside_itself),
    "coverage--missing-cell": ("cells", drop("proof", "cells", 1)),
    "coverage--cells-for-a-smaller-bound": (
        "cells",
        put("claim", "conclusion", 0, "terms", 0, 0, value={"1": "4999/1000"}),
    ),
    "coverage--cells-for-all-horizons": ("cells", drop("claim", "givens", 2)),
    "coverage--cells-for-one-step-more": (
        "cells",
        put("claim", "givens", 2, "constant", value={"T": "-1", "1": "6"}),
    ),
    "coverage--cell-with-another-line": (
        "cells",
        put("proof", "cells", 0, value=[at(valid("cells"), CELL), {}]),
    ),
    "instance--cell-whose-lower-bound-is-not-reached": (
        "cells",
        put(*CELL, "lower", "ratio", value="3"),
    ),
    "identity--side-condition": (
        "side-condition",
        drop("sides", 0, "proof", "goals", 0, "low", "rest", "sum", 0),
    ),
    "coverage--side-condition-of-a-counterexample": (
        "side-condition-false-claim",
        drop("sides", 0, "proof", "goals", 0),
    ),
    "limit--long-run": (
        "tie-against-the-first",
        both(
            put(*POINT, "T", value=10**60),
            put(*POINT, "choices", value="lowest-index"),
        ),
    ),
    "limit--high-power": (
        "integer-case",
        put(*GOAL, "rest", "low", "sum", 0, "factors", value=[[0, 24]] * 3),
    ),
    "limit--long-numbers": (
        "half-horizon-at-3",
        both(
            put("claim", "conclusion", 0, "constant", value={"T^24": "1"}),
            put(*POINT, "parameters", "T", value="7" * 1199),
        ),
    ),
}

MALFORMED = {
    "json--cut-off": ("strict", lambda document: json.dumps(document)[:-1]),
    "json--deep": ("strict", lambda _: "[" * 5000),
    "json--no-object": ("strict", lambda _: "[]"),
    "number--float": ("strict", put("witness", "parameters", "n", value=1.0)),
    "number--decimal": ("strict", put("witness", "parameters", "n", value="1.0")),
    "number--nan": ("strict", put("witness", "parameters", "n", value=float("nan"))),
    "number--boolean": ("strict", put("witness", "parameters", "n", value=True)),
    "number--zero-denominator": ("strict", put("witness", "parameters", "n", value="1/0")),
    "number--other-digits": ("strict", put("witness", "parameters", "n", value="\u0661")),
    "number--too-long": ("strict", put("witness", "parameters", "n", value=LONG)),
    "number--index-as-text": ("strict", put(*GOAL, "strict", value="0")),
    "monomial--leading-zeros": ("bounded", put(*GOAL, "scale", value={"n^00002": "1"})),
    "monomial--exponent-0": ("bounded", put(*GOAL, "scale", value={"n^0": "1"})),
    "monomial--exponent-25": ("bounded", put(*GOAL, "scale", value={"n^25": "1"})),
    "monomial--name-twice": ("bounded", put(*GOAL, "scale", value={"n n": "1"})),
    "monomial--written-twice": ("bounded", put(*GOAL, "scale", value={"n": "1", "n^1": "1"})),
    "monomial--coefficient-0": (
        "strict",
        put("claim", "conclusion", 0, "constant", value={"x": "0"}),
    ),
    "key--twice": ("strict", replaced('"strict": 0', '"strict": 0, "strict": 0')),
    "key--unknown": ("strict", put("comment", value="trust me")),
    "key--no-witness": ("strict", drop("witness")),
    "key--proof-and-counterexample": (
        "rew-ratio",
        taken_from("rew-ratio-too-large", "counterexample"),
    ),
    "key--side-condition-with-a-witness": (
        "side-condition",
        move(("witness",), "sides", 0, "witness"),
    ),
    "name--of-a-functional": ("strict", put("claim", "parameters", value=["n", "OPT"])),
    "name--in-a-side-condition": (
        "side-condition",
        put("sides", 0, "claim", "parameters", value=["m"]),
    ),
    "name--of-the-ray": ("strict", put("claim", "parameters", value=["n", "_j"])),
    "name--declared-twice": ("strict", put("claim", "reals", value=["n"])),
    "name--of-an-arm-and-a-parameter": ("strict", put("claim", "parameters", value=["n", "f"])),
    "name--not-declared": ("strict", put("claim", "parameters", value=["m"])),
    "name--not-ascii": ("strict", put("claim", "parameters", value=["n", "\u0442"])),
    "format--another-version": ("strict", put("format", value="imab-certificate/2")),
    "atom--opt-without-a-run": (
        "strict",
        put("claim", "conclusion", 0, "terms", 0, 1, value=["OPT"]),
    ),
    "atom--area-from-1": ("area", put("claim", "arms", "f", value="concave-from-1")),
    "atom--two-indices": (
        "strict",
        put("claim", "conclusion", 0, "terms", 0, 1, value=["Rew", "f", ONE, ONE]),
    ),
    "atom--half-an-index": (
        "strict",
        put("claim", "conclusion", 0, "terms", 0, 1, 2, value={"n": "1/2"}),
    ),
    "atom--real-index": (
        "real-parameter",
        put("claim", "conclusion", 0, "terms", 0, 1, 2, value={"x": "1"}),
    ),
    "name--of-a-family-and-a-parameter": (
        "family-member",
        put("claim", "families", 0, "name", value="m"),
    ),
    "name--in-the-end-of-a-family": (
        "family-member",
        put("claim", "families", 0, "last", value={"n": "1"}),
    ),
    "family--of-sums-without-an-end": (
        "family-without-an-end",
        put("claim", "families", 0, "terms", 0, 1, 0, value="Rew"),
    ),
    "claim--no-conclusion": ("strict", put("claim", "conclusion", value=[])),
    "value--unknown-relation": ("strict", put("claim", "conclusion", 0, "relation", value="<=")),
    "value--unknown-class": ("strict", put("claim", "arms", "f", value="convex")),
    "value--unknown-policy": ("two-pulls", put("claim", "run", "policy", value="greedy")),
    "value--unknown-fact": ("facts-regret", put("proof", "words", 0, value="luck")),
    "value--sum-over-some-arms": ("facts-sum", put(*SUM, "over", value="some")),
    "run--idle-arms-beside-none": (
        "crossing-final-counts",
        drop("claim", "run", "beside"),
    ),
    "run--idle-arms-of-any-policy": (
        "crossing-final-counts",
        put("claim", "run", "policy", value="any"),
    ),
    "run--squares-that-are-not-declared": (
        "crossing-final-counts",
        put("claim", "run", "squares", value="Q"),
    ),
    "run--index-without-data": ("facts-sum", drop("claim", "run", "index")),
    "run--data-without-index": (
        "facts-sum",
        put("claim", "run", "policy", value="algorithm-1"),
    ),
    "run--score-of-a-reward-to-come": (
        "facts-sum",
        put("claim", "run", "index", "score", "terms", 0, 1, value=["Rew", "f", {"M": "1"}]),
    ),
    "run--arm-different-from-itself": (
        "facts-different-arms",
        put("claim", "run", "different", value=["f", "f"]),
    ),
    "depth--too-many-cases": ("integer-case", nested(102)),
    "run--without-k": ("two-pulls", put("claim", "parameters", value=["T"])),
    "run--monotone-arm": ("last-pull", put("claim", "arms", "g", value="monotone")),
    "run--level-without-an-arm": (
        "two-pulls",
        both(
            put("claim", "parameters", value=["k", "T", "M"]),
            put("claim", "run", "level", value="M"),
        ),
    ),
    "run--every-policy-in-another-order": (
        "every-caps",
        put("claim", "parameters", value=["T", "k"]),
    ),
    "run--every-policy-with-an-arm": (
        "every-caps",
        put("claim", "arms", value={"f": "concave"}),
    ),
    "run--some-run-of-any-policy": (
        "some-round-robin",
        put("claim", "run", "some", "policy", value="any"),
    ),
    "run--some-run-with-ties": (
        "some-line-after-2k",
        put("claim", "run", "some", "ties", value="lowest-index"),
    ),
    "run--some-run-with-an-arm": ("some-greedy", put("claim", "arms", value={"f": "concave"})),
    "run--some-run-with-counts": (
        "some-line-after-2k",
        put("claim", "run", "some", "most", value="T"),
    ),
    "value--every-other-policy": ("every-caps", put("claim", "run", "every", value="second")),
    "run--negative-horizon": ("tie-against-the-first", put(*POINT, "T", value=-1)),
}


def main():
    for folder, entries in (("invalid", INVALID), ("malformed", MALFORMED)):
        for old in (HERE / folder).glob("*.json"):
            if not old.stem.endswith(BY_HAND):
                old.unlink()
        for name, (base, edit) in entries.items():
            document = valid(base)
            text = edit(document) or json.dumps(document, indent=1)
            (HERE / folder / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
