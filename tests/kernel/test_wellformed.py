"""Which claims make sense, as they are written: just inside, and outside."""

import json

import pytest

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Form,
    Kind,
    MalformedError,
    read,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import check_well_formed

FLOOR = {"name": "h", "numerator": "n", "divisor": "2"}


def text_of(**more):
    """A claim about arms; whether it is true is not asked."""
    claim = {"parameters": ["n", "m"], "reals": ["x"], "floors": [FLOOR]}
    claim |= {"arms": {"f": "concave", "e": "concave-from-1"}} | says("1 >= 0") | more
    point = {"parameters": {}, "arms": {}}
    return json.dumps({"format": "imab-certificate/2", "claim": claim, "counterexample": point})


def says(*comparisons):
    return {"conclusion": list(comparisons)}


def floors(*more):
    keys = ("name", "numerator", "divisor")
    return {"floors": [FLOOR, *(dict(zip(keys, floor, strict=True)) for floor in more)]}


def family(comparison, first="1", **last):
    return {"families": [{"name": "j", "first": first, "comparison": comparison, **last}]}


@pytest.mark.parametrize(
    "claim",
    [
        {"parameters": ["n", "value", "N"]},
        floors(["q", "h", "n"]),
        says("1/2*x >= 0"),
        says("x*f(h) > 1"),
        says("e(n) == 0"),
        says("Area(f, n) <= n"),
        family("f(j) >= 0", last="h"),
        family("x*f(j) >= 0"),
        family("j*f(j) + j >= 0", last="n"),
        family("Rew(f, j) >= 0", last="n"),
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
        *(
            ({"parameters": ["n", name]}, NAME)
            for name in ("_m", "max", "Rew", "and", "abs", "OPT")
        ),
        *(({"parameters": ["n", name]}, TWICE) for name in ("n", "x", "f")),
        ({"arms": {"N": "concave"}}, TWICE),
        ({"conclusion": []}, "the conclusion is empty"),
        (floors(["q", "x", "2"]), DECLARED),
        (floors(["q", "n", "x"]), DECLARED),
        (floors(["q", "n", "h"]), DECLARED),
        (floors(["q", "1/2*n", "2"]), INTEGER),
        (floors(["q", "n", "1/2*n"]), INTEGER),
        (says("y >= 0"), DECLARED),
        (says("y*f(n) >= 0"), DECLARED),
        (says("f(y) >= 0"), DECLARED),
        (says("f(x) >= 0"), DECLARED),
        (says("f(1/2*n) >= 0"), INTEGER),
        (says("f(n, n) >= 0"), "cannot be read"),
        (says("P(f, n) >= 0"), "cannot be read"),
        (says("OPT >= 0"), OF_A_RUN),
        (says("g(n) >= 0"), "the arm g is not declared"),
        (says("Area(e, n) >= 0"), "Area starts at n = 0"),
        (family("f(j) >= 0", first="x"), DECLARED),
        (family("f(j) >= 0", last="x"), DECLARED),
        (family("f(j) >= 0", first="1/2*n"), INTEGER),
        (family("f(j) >= 0", last="1/2*n"), INTEGER),
        (family("f(y) >= 0", last="n"), DECLARED),
        (family("j*f(j) >= 0"), "a family without an end"),
        (family("Rew(f, j) >= 0"), "a family without an end"),
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
        (RUN | says("OPT(f, n) >= 0"), "cannot be read"),
        (RUN | family("f(j) >= 0"), "belongs to claims about arms"),
        (EVERY | family("f(j) >= 0"), "belongs to claims about arms"),
        (EVERY | {"parameters": ["k", "n", "T"]}, "the first parameters of"),
        (EVERY | {"arms": {"f": "concave"}}, "names no arms"),
        (EVERY | {"givens": ["OPT >= 0"]}, "its givens no rewards"),
        (EVERY | {"run": {"some": {"policy": "any"}}}, "names a policy"),
    ],
)
def test_claims_about_runs_that_make_no_sense(claim, message):
    assert read(text_of(**RUN, **says("OPT >= 0")))
    assert read(text_of(**EVERY, **says("OPT >= 0")))
    with pytest.raises(MalformedError, match=message):
        read(text_of(**claim))


def parts(many):
    """Names, comparisons, functionals and families, so many of each."""
    yield {"parameters": ["n", *(f"n{i}" for i in range(many - 4))], "reals": []}
    yield says(*["f(n) >= 0"] * many)
    yield says(f"{' + '.join(['f(n)'] * many)} >= 0")
    yield {"families": family("f(j) >= 0")["families"] * (many - 1)}


@pytest.mark.parametrize("what", range(4))
def test_a_claim_has_at_most_2000_parts(what):
    assert read(text_of(**[*parts(2000)][what]))
    with pytest.raises(MalformedError, match="more than 2000"):
        read(text_of(**[*parts(2001)][what]))


def test_a_functional_has_as_many_indices_as_it_takes():
    """No text says otherwise, but whoever builds a claim may."""
    without = Form(ZERO, ((ONE, Atom(Kind.REW, "f", ())),))
    arms = (("f", ArmClass.CONCAVE),)
    with pytest.raises(MalformedError, match="takes 1 indices"):
        check_well_formed(Claim(("n",), arms, (), (Comparison(without),)))
