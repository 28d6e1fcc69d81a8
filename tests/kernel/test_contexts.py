"""What a claim about a run may name, as it is written: just inside, and outside."""

import json

import pytest

from imab_verify.kernel import MalformedError, read

TRUE = "1 >= 0"


def text_of(run, **more):
    """A claim about a run; whether it is true is not asked."""
    claim = {"parameters": ["k", "T", "N", "B"], "arms": {"f": "concave"}, "run": run}
    instance = {"arms": [{"points": [[0, "1"]]}], "T": 1}
    return json.dumps(
        {
            "format": "imab-certificate/2",
            "claim": claim | {"conclusion": [TRUE]} | more,
            "counterexample": instance,
        }
    )


def index(score, opening=2, **more):
    return {"policy": {"opening": opening, "score": score} | more}


def anyhow(*late, different=(), **observed):
    observed = {name: words.split(" ") for name, words in observed.items()}
    return {"policy": "any", "observed": observed, "late": late, "different": different}


def first(*late, different=(), **observed):
    return anyhow(*late, different=different, **observed) | index("P(f, a, M)")


@pytest.mark.parametrize(
    "run",
    [
        anyhow(N="pulls f", B="before f f"),
        anyhow(N="level f"),
        anyhow(N="rival f"),
        anyhow(N="most", B="least"),
        first("f"),
        first("f", N="squares", B="before f f"),
        first(N="rival f", B="idle f"),
        first(B="idle f", different=["f"]),
        index("f(a)", opening=1),
        index("Rew(f, a)", opening=1),
        index("f(a - 1)"),
        index("Delta(f, a)"),
        index("P(f, a, k + T)"),
        index("a + 1/2*M + k + T"),
    ],
)
def test_runs_that_mean_something(run):
    about = read(text_of(run)).claim.run
    assert about.index is not None or run["policy"] == about.policy
    assert about.named == (*run.get("observed", {}),)


NAMES = "different declared parameters"
ARMS = "must be declared, and concave"
WORDS, ONCE = "one of its words", "and late once"
SEEN, NUMBERS = "has not seen", "are not declared"


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (anyhow(T="most"), NAMES),
        (anyhow(x="most"), NAMES),
        (anyhow(N="most", B="most"), WORDS),
        (anyhow(N="pulls f", B="pulls f"), WORDS),
        (anyhow(N="pulls"), WORDS),
        (anyhow(N="pulls f f"), WORDS),
        (anyhow(N="most f"), WORDS),
        (anyhow(N="before f"), WORDS),
        (anyhow(N="cubes"), WORDS),
        (anyhow(N=""), "is not a name"),
        (anyhow(N="pulls f "), "is not a name"),
        (anyhow(N="pulls g"), ARMS),
        (anyhow(N="before f g"), ARMS),
        (anyhow(N="before g f"), ARMS),
        (anyhow(N="rival g"), ARMS),
        (anyhow(different=["g"]), ARMS),
        (first("g"), ARMS),
        (first("f", "f"), ONCE),
        (first(different=["f", "f"]), ONCE),
        (anyhow(N="idle f"), "policies with an opening"),
        (anyhow("f"), "policies with an opening"),
        (index("f(a)", order="lines"), "one of rounds, pairs"),
        (index("f(a)", ties="random"), "one of any"),
        (index("f(a)", opening=0), "one pull of every arm"),
        (index("f(a - 1)", opening=1), SEEN),
        (index("Delta(f, a)", opening=1), SEEN),
        (index("P(f, a, M)", opening=1), SEEN),
        (index("Rew(f, M)"), SEEN),
        (index("P(f, a, N)"), NUMBERS),
        (index("P(f, a, 1/2*M)"), "not an integer"),
        (index("N*f(a)"), NUMBERS),
        (index("N"), NUMBERS),
        (index("g(a)"), "made of rewards of arm f"),
        (index("f(a + 1)"), SEEN),
        (index("P(f, M, a)"), SEEN),
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

AT = ["ALG(N) >= 0"]


@pytest.mark.parametrize("kind", ["ALG", "OPT"])
@pytest.mark.parametrize("run", [anyhow(), first(), index("P(f, a, M)")])
def test_a_run_without_a_known_end_has_other_times(run, kind):
    assert read(text_of(run, conclusion=[f"{kind}(N) >= 0"])).claim.conclusion


@pytest.mark.parametrize(
    ("run", "more", "message"),
    [
        (anyhow(), {"conclusion": AT, "arms": {"run": "concave"}}, "stands with the word run"),
        ({"every": "policy"}, {"conclusion": AT, "arms": {}}, "belongs to the run"),
        (index("P(f, a, T)"), {"conclusion": AT}, "at T only"),
        (index("T*f(a)"), {"conclusion": AT}, "at T only"),
        (index("f(a) + T"), {"conclusion": AT}, "at T only"),
    ],
)
def test_what_is_no_time_of_a_run(run, more, message):
    with pytest.raises(MalformedError, match=message):
        read(text_of(run, **more))


def test_a_run_names_few_counts_and_a_score_has_few_terms():
    """Facts compare any two counts, so many of them would cost much memory."""
    names = [f"N{i}" for i in range(65)]

    def check(counts, terms):
        observed = {name: ["pulls", f"f{i}"] for i, name in enumerate(names[:counts])}
        run = index(" + ".join(["f(a)"] * terms)) | {"observed": observed}
        arms = {f"f{i}": "concave" for i in range(65)}
        read(text_of(run, parameters=["k", "T", *names], arms=arms))

    check(64, 64)
    for counts, terms in ((65, 1), (1, 65)):
        with pytest.raises(MalformedError, match="more than 64 numbers"):
            check(counts, terms)
