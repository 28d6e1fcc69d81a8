"""What a claim about a run may name, as it is written: just inside, and outside."""

import json

import pytest

from imab_verify.kernel import MalformedError, read

ONE, A, M = {"1": "1"}, {"a": "1"}, {"M": "1"}
HALF = {"M": "1/2"}
TRUE = {"constant": ONE, "relation": ">="}


def text_of(run, **more):
    """A claim about a run; whether it is true is not asked."""
    claim = {"parameters": ["k", "T", "N", "B"], "arms": {"f": "concave"}, "run": run}
    instance = {"arms": [{"points": [[0, "1"]]}], "T": 1}
    return json.dumps(
        {
            "format": "imab-certificate/1",
            "claim": claim | {"conclusion": [TRUE]} | more,
            "counterexample": instance,
        }
    )


def anyhow(**names):
    return {"policy": "any"} | names


def first(**names):
    return {"policy": "algorithm-1"} | names


def index(*atom, opening=2, coefficient=ONE, constant=ONE):
    terms = [[coefficient, [*atom]]] if atom else []
    score = {"constant": constant, "terms": terms}
    return {"policy": "index", "index": {"opening": opening, "score": score}}


@pytest.mark.parametrize(
    "run",
    [
        anyhow(pulls={"N": "f"}, before={"B": "f"}, pulled="f"),
        anyhow(pulled="f", level="N", stage="any"),
        anyhow(pulled="f"),
        anyhow(beside="f", rival="N"),
        first(beside="f", rival="N", idle="B"),
        first(beside="f", idle="B", different=["f"]),
        index("value", "f", A, opening=1),
        index("Rew", "f", A, opening=1),
        index("value", "f", {"a": "1", "1": "-1"}),
        index("Delta", "f", A),
        index("P", "f", A, {"k": "1", "T": "1"}),
        index(constant={"a": "1", "M": "1/2", "k": "1", "T": "1"}),
    ],
)
def test_runs_that_mean_something(run):
    assert read(text_of(run)).claim.run.policy == run["policy"]


NAMES = "different declared parameters"
ARMS = "must be declared, and concave"
PULLED, BESIDE = "need the arm that is pulled", "need the arm beside"
SEEN, NUMBERS = "has not seen", "are not declared"


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (anyhow(pulls={"N": "f"}, most="N"), NAMES),
        (anyhow(most="T"), NAMES),
        (anyhow(most="x"), NAMES),
        (anyhow(pulls={"N": "g"}), ARMS),
        (anyhow(pulls={"N": "f"}, pulled="g"), ARMS),
        (anyhow(pulled="f", before={"B": "g"}), ARMS),
        (anyhow(beside="g"), ARMS),
        (anyhow(different=["g"]), ARMS),
        (anyhow(before={"B": "f"}), PULLED),
        (anyhow(level="N"), PULLED),
        (anyhow(stage="any"), PULLED),
        (anyhow(rival="N"), BESIDE),
        (first(idle="N"), BESIDE),
        (anyhow(beside="f", idle="N"), "policies with an opening"),
        (index("value", "f", A, opening=0), "one pull of every arm"),
        (index("value", "f", {"a": "1", "1": "-1"}, opening=1), SEEN),
        (index("Delta", "f", A, opening=1), SEEN),
        (index("P", "f", A, M, opening=1), SEEN),
        (index("Rew", "f", M), SEEN),
        (index("P", "f", A, {"N": "1"}), NUMBERS),
        (index("P", "f", A, HALF), "not an integer"),
        (index("value", "f", A, coefficient={"N": "1"}), NUMBERS),
        (index(constant={"N": "1"}), NUMBERS),
        (index("value", "g", A), "made of rewards of arm f"),
        (index("P", "f", A), "made of rewards of arm f"),
        (index("OPT"), "made of rewards of arm f"),
    ],
)
def test_runs_that_mean_nothing(run, message):
    with pytest.raises(MalformedError, match=message):
        read(text_of(run))


@pytest.mark.parametrize(("kind", "readable"), [("concave", True), ("monotone", False)])
def test_the_arms_of_a_run_are_concave(kind, readable):
    text = text_of(anyhow(), arms={"f": "concave", "g": kind})
    if readable:
        assert len(read(text).claim.arms) == 2
    else:
        with pytest.raises(MalformedError, match=ARMS):
            read(text)


# --- other times than T --------------------------------------------------------------------------


def at(word="run", kind="ALG-at"):
    return [{"terms": [[ONE, [kind, word, {"N": "1"}]]], "relation": ">="}]


@pytest.mark.parametrize("kind", ["ALG-at", "OPT-at"])
@pytest.mark.parametrize("run", [anyhow(), first(), index("P", "f", A, M)])
def test_a_run_without_a_known_end_has_other_times(run, kind):
    assert read(text_of(run, conclusion=at(kind=kind))).claim.conclusion


@pytest.mark.parametrize(
    ("run", "more", "message"),
    [
        (anyhow(), {"conclusion": at("f")}, "stands with the word run"),
        (anyhow(), {"conclusion": at(), "arms": {"run": "concave"}}, "stands with the word run"),
        ({"every": "policy"}, {"conclusion": at(), "arms": {}}, "belongs to the run"),
        (index("P", "f", A, {"T": "1"}), {"conclusion": at()}, "at T only"),
        (index("value", "f", A, coefficient={"T": "1"}), {"conclusion": at()}, "at T only"),
        (index("value", "f", A, constant={"T": "1"}), {"conclusion": at()}, "at T only"),
    ],
)
def test_what_is_no_time_of_a_run(run, more, message):
    with pytest.raises(MalformedError, match=message):
        read(text_of(run, **more))
