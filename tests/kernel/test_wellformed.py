"""Which claims make sense, as they are written: just inside, and outside."""

import json

import pytest

from imab_verify.kernel import MalformedError, read

ONE, TWO, n, x, h, j, HALF = {"1": "1"}, {"1": "2"}, *({v: "1"} for v in "nxhj"), {"n": "1/2"}
Y = {"y": "1"}
"""A name that is not declared."""
FLOOR = ["h", n, TWO]


def text_of(**more):
    """A claim about arms; whether it is true is not asked."""
    claim = {"parameters": ["n", "m"], "reals": ["x"], "floors": [FLOOR]}
    claim |= {"arms": {"f": "concave", "e": "concave-from-1"}} | conclusion() | more
    return json.dumps(
        {
            "format": "imab-certificate/1",
            "claim": claim,
            "counterexample": {"parameters": {}, "arms": {}},
        }
    )


def conclusion(*atom, coefficient=ONE, constant=ONE):
    form = {"constant": constant, "terms": [[coefficient, [*atom]]] if atom else []}
    return {"conclusion": [form | {"relation": ">="}]}


def floors(*more):
    return {"floors": [FLOOR, *more]}


def family(*atom, coefficient=ONE, constant=ONE, first=ONE, **last):
    [form] = conclusion(*atom, coefficient=coefficient, constant=constant)["conclusion"]
    return {"families": [form | {"name": "j", "first": first, **last}]}


@pytest.mark.parametrize(
    "claim",
    [
        {"parameters": ["n", "value", "N"]},
        floors(["q", h, n]),
        conclusion(constant={"x": "1/2"}),
        conclusion("value", "f", h, coefficient=x),
        conclusion("value", "e", n),
        conclusion("Area", "f", n),
        family("value", "f", j, last=h),
        family("value", "f", j, coefficient=x),
        family("value", "f", j, coefficient=j, constant=j, last=n),
        family("Rew", "f", j, last=n),
    ],
)
def test_claims_that_make_sense(claim):
    assert read(text_of(**claim)).claim.conclusion


NAME, TWICE = "not a name that a claim may declare", "declared twice, or an arm is called N"
DECLARED, INTEGER = "are not declared, or not integers", "is not an integer for all integers"
OF_A_RUN = "belongs to claims about a run"


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"parameters": ["n", "_m"]}, NAME),
        ({"parameters": ["n", "max"]}, NAME),
        ({"parameters": ["n", "Rew"]}, NAME),
        ({"parameters": ["n", "n"]}, TWICE),
        ({"parameters": ["n", "x"]}, TWICE),
        ({"parameters": ["n", "f"]}, TWICE),
        ({"arms": {"N": "concave"}}, TWICE),
        ({"conclusion": []}, "the conclusion is empty"),
        (floors(["q", x, TWO]), DECLARED),
        (floors(["q", n, x]), DECLARED),
        (floors(["q", n, h]), DECLARED),
        (floors(["q", HALF, TWO]), INTEGER),
        (floors(["q", n, HALF]), INTEGER),
        (conclusion(constant=Y), DECLARED),
        (conclusion("value", "f", n, coefficient=Y), DECLARED),
        (conclusion("value", "f", Y), DECLARED),
        (conclusion("value", "f", x), DECLARED),
        (conclusion("value", "f", HALF), INTEGER),
        (conclusion("value", "f", n, n), "takes 1 indices"),
        (conclusion("P", "f", n), "takes 2 indices"),
        (conclusion("OPT"), OF_A_RUN),
        (conclusion("value", "g", n), "the arm g is not declared"),
        (conclusion("Area", "e", n), "Area starts at n = 0"),
        (family("value", "f", j, first=x), DECLARED),
        (family("value", "f", j, last=x), DECLARED),
        (family("value", "f", j, first=HALF), INTEGER),
        (family("value", "f", j, last=HALF), INTEGER),
        (family("value", "f", Y, last=n), DECLARED),
        (family("value", "f", j, coefficient=j), "a family without an end"),
        (family("Rew", "f", j), "a family without an end"),
    ],
)
def test_claims_that_make_no_sense(claim, message):
    with pytest.raises(MalformedError, match=message):
        read(text_of(**claim))


RUN = {"parameters": ["k", "T", "n"], "run": {"policy": "any"}, "arms": {"f": "concave"}}
EVERY = RUN | {"run": {"every": "policy"}, "arms": {}}


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (RUN | conclusion("OPT", "f"), OF_A_RUN),
        (RUN | family("value", "f", j), "belongs to claims about arms"),
        (EVERY | family("value", "f", j), "belongs to claims about arms"),
        (EVERY | {"parameters": ["k", "n", "T"]}, "the first parameters of"),
        (EVERY | {"arms": {"f": "concave"}}, "names no arms"),
        (EVERY | {"givens": conclusion("OPT")["conclusion"]}, "its givens no rewards"),
        (EVERY | {"run": {"some": {"policy": "any"}}}, "names a policy"),
    ],
)
def test_claims_about_runs_that_make_no_sense(claim, message):
    assert read(text_of(**RUN, **conclusion("OPT")))
    assert read(text_of(**EVERY, **conclusion("OPT")))
    with pytest.raises(MalformedError, match=message):
        read(text_of(**claim))


def parts(many):
    """Names, comparisons and functionals, so many of each."""
    [form] = conclusion(*["value", "f", n])["conclusion"]
    yield {"parameters": ["n", *(f"n{i}" for i in range(many - 4))], "reals": []}
    yield {"conclusion": [form] * many}
    yield {"conclusion": [form | {"terms": form["terms"] * many}]}
    yield {"families": [family("value", "f", j)["families"][0]] * (many - 1)}


@pytest.mark.parametrize("what", range(4))
def test_a_claim_has_at_most_2000_parts(what):
    assert read(text_of(**[*parts(2000)][what]))
    with pytest.raises(MalformedError, match="more than 2000"):
        read(text_of(**[*parts(2001)][what]))
