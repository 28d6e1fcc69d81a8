"""Proofs by facts as they are written: each is accepted for what it shows, and for nothing more."""

import json
from dataclasses import replace

import pytest
from tampering import changed, reason

from imab_verify.kernel import (
    ALGORITHM_1,
    ANY,
    ONE,
    ROUND_ROBIN,
    ZERO,
    ArmClass,
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Fact,
    Floor,
    Form,
    Kind,
    Polynomial,
    Reason,
    Run,
    RunFacts,
    at_least,
    duties,
    judge,
    run_branches,
)

K, T, N = map(Polynomial.variable, ("k", "T", "N"))
NO_PROOF = ClaimProof((), ())
NOTHING = {"sum": []}
FLAT = {"arms": [{"points": [[0, "1"]]}], "T": 1}
"""One arm that pays 1, and one pull."""


def terms(*products, **more):
    """A sum of weights times products of constraints."""
    return {"sum": [{"weight": w, "factors": [[i, 1] for i in of], **more} for w, *of in products]}


def goal(rest=NOTHING, uses=(), **arms):
    return {"scale": {"1": "1"}, "positive": NOTHING, "uses": uses, "arms": arms, "rest": rest}


def shown(*goals, domain=()):
    return {"domain": domain, "goals": goals}


def certificate(names, form, run, proof, **more):
    claim = {
        "parameters": ["k", "T", *names],
        "run": run,
        "conclusion": [form | {"relation": ">="}],
    }
    return {
        "format": "imab-certificate/1",
        "claim": claim | more,
        "proof": {"rule": "facts"} | proof,
        "witness": FLAT | {"parameters": {}},
    }


# --- sums over arms with squares -----------------------------------------------------------------

SHARE = {"alpha": {"1": "-1"}, "beta": {"1": "2"}, "gamma": {"1": "-1"}}
NO_SHARE = {"weight": {}, "alpha": {}, "beta": {}, "alpha_opt": {}, "beta_opt": {}}
SQUARE = {"square": {"1": "1", "_N": "-1"}}
LEAST = {"Q": "1", "T": "-2", "k": "1"}
BELOW, ABOVE = (
    (("1/2", 1, 1), ("1/2", 1)),
    (("2",), ("5/2", 5), ("1/2", 5, 5), ("1", 6), ("1", 5, 6)),
)
"""Rew(r_j,T) for T <= j and for T > j: constraint 1 is T, 5 is j-1, and 6 is T-j-1."""


def by_squares(unit):
    """0 >= -(N-1)^2 for every arm, so Q >= 2T - k for the sum Q of all squares; so, too, by OPT."""
    rays = {
        "case": {"T": "1", "_j": "-1"},
        "low": terms(*BELOW, **SQUARE),
        "high": terms(*ABOVE, **SQUARE),
    }
    of_opt = {"_g": {"constant": terms(("1", 1), **SQUARE), "ray": rays}}
    one_arm = goal(**of_opt) if unit else goal(terms(("1",), **SQUARE))
    use = {"given": 2, "multiplier": {"1": "1"}, "sign": terms(("1",))}
    share = NO_SHARE | {f"{name}{unit}": p for name, p in SHARE.items()}
    proof = {"about_arms": shown(goal(uses=[use])), "sums": [share | {"proofs": [shown(one_arm)]}]}
    form = {"terms": [[LEAST, ["OPT"]]]} if unit else {"constant": LEAST}
    return certificate(["Q"], form, {"policy": "any", "squares": "Q"}, proof)


@pytest.mark.parametrize("unit", ["", "_opt"])
def test_squares_are_summed(unit):
    assert judge(json.dumps(by_squares(unit))).verdict == "proved"


def test_a_sum_of_squares_needs_its_name():
    """Without its name nothing may stand in its place: k >= 2T is not true."""
    unnamed = changed(by_squares(""), "claim", "run", value={"policy": "any"})
    unnamed = changed(unnamed, "witness", "parameters", value={"Q": "1"})
    assert reason(unnamed) is Reason.RULE


# --- floor(T/k) in round robin -------------------------------------------------------------------


@pytest.mark.parametrize("by_cases", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_floor_of_T_by_k_has_one_name(own, by_cases):
    """With its own name in the claim, or with the name that a proof by cases gave to it."""
    floors = (Floor("q", T, K),) if own else ()
    claim = Claim(("k", "T", "N"), (("f", ArmClass.CONCAVE),), (), (at_least(N),), floors=floors)
    claim = replace(claim, run=Run(ROUND_ROBIN, pulls=(("N", "f"),)))
    if by_cases:
        claim, _ = run_branches(claim, T - K)
    [duty] = duties(RunFacts(NO_PROOF), claim)
    assert [(f.numerator, f.divisor) for f in duty.claim.floors] == [(T, K)]
    assert at_least(N - Polynomial.variable("q" if own else "_q")) in duty.claim.givens


# --- last pulls ----------------------------------------------------------------------------------

OPT, REW = Form(ZERO, ((ONE, Atom(Kind.OPT)),)), Form(ZERO, ((ONE, Atom(Kind.REW, "f", (N,))),))


@pytest.mark.parametrize(
    ("arm", "form", "words", "compared"),
    [
        ("f", OPT, (), ["_C_g"]),
        ("f", REW, (), []),
        ("_g", OPT, (Fact.OPTIMAL_COUNT,), ["_Cf"]),
    ],
)
def test_a_last_pull_is_compared_with_the_other_arms_of_the_claim(arm, form, words, compared):
    """The best arm is one of them if the claim speaks of OPT."""
    run = Run(ALGORITHM_1, pulls=(("N", "f"),))
    claim = Claim(("k", "T", "N"), (("f", ArmClass.CONCAVE),), (), (Comparison(form),), run=run)
    proof = RunFacts(NO_PROOF, words, last=arm, late=NO_PROOF)
    *_, about_arms = (duty.claim for duty in duties(proof, claim))
    assert [name for name in about_arms.parameters if name.startswith("_C")] == compared


@pytest.mark.parametrize("pulled", [{}, {"pulled": "f"}, {"pulled": "f", "level": "M"}])
def test_the_level_of_a_last_pull_has_one_name(pulled):
    """That of the claim, or one of the rule."""
    run = Run(ALGORITHM_1, pulls=(("N", "f"),), **pulled)
    form = Comparison(Form(N))
    claim = Claim(("k", "T", *run.named), (("f", ArmClass.CONCAVE),), (), (form,), run=run)
    proof = RunFacts(NO_PROOF, last="f", late=NO_PROOF)
    *_, about_arms = (duty.claim for duty in duties(proof, claim))
    names = {name for given in about_arms.givens for name in given.form.constant.names()}
    assert names - {"k", "T", "N"} == {"M" if run.level else "_L"} <= {*about_arms.parameters}


# --- other times ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [(), (Fact.BEST,), (Fact.BOUND,), (Fact.REGRET,)])
def test_a_chosen_fact_holds_at_T_and_at_the_other_time_and_no_other_fact_is_added(words):
    earned = Comparison(Form(ZERO, ((ONE, Atom(Kind.ALG_AT, "run", (N,))),)))
    claim = Claim(("k", "T", "N"), (), (), (earned,), run=Run(ANY))
    [duty] = duties(RunFacts(NO_PROOF, words), claim)
    assert sum(bool(given.form.terms) for given in duty.claim.givens) == 2 * len(words)
