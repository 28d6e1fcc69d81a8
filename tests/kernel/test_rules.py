"""Each rule for claims about arms, with a case just inside and one just outside."""

import json
from fractions import Fraction

import pytest
from written import (
    bound,
    by,
    certificate,
    floor,
    goal,
    have,
    outcome,
    proved,
    side,
    statement,
    use,
)

from imab_verify.kernel import ArmClass, MalformedError, RejectedError, judge, read
from imab_verify.kernel.arms import parameter_region

# --- sums of products --------------------------------------------------------------------------

SUM = statement("2*x*(y - 1)^2 + 1/3*x^2 + (x - y)^2 >= 0", "x >= 0; y >= 1", "x y")
PRODUCTS = ["2*h1*h2^2", "1/3*h1^2", "(x - y)^2"]


def test_products_add_up():
    assert proved(SUM, goal(*PRODUCTS))
    assert outcome(SUM, goal(*PRODUCTS[1:])) == "identity"
    assert outcome(SUM, goal(*PRODUCTS, "1/1000")) == "identity"
    less = statement("2*x*(y - 1)^2 + 1/3*x^2 + (x - y)^2 - 1/1000 >= 0", "x >= 0; y >= 1", "x y")
    assert outcome(less, goal(*PRODUCTS)) == "identity"


@pytest.mark.parametrize("weight", ["0", "-1", "-1/1000"])
def test_weights_are_positive(weight):
    claim = statement(f"{weight}*n >= 0" if weight == "0" else f"0 >= {weight[1:]}*n", "n >= 0")
    assert outcome(claim, goal(f"{weight}*h1"), at=0) == "sign"


@pytest.mark.parametrize("exponent", ["0", "-1", "100", "1/2"])
def test_factors_are_powers(exponent):
    claim = statement("n + 1 >= 0", "n >= 0")
    assert proved(claim, goal("h1", "1"))
    with pytest.raises(MalformedError):
        judge(certificate(claim, goal("h1", f"h1^{exponent}")))


@pytest.mark.parametrize("square", ["m", "_j", "q"])
def test_squares_speak_of_the_names_of_the_claim(square):
    claim = statement("n^2 >= 0")
    assert proved(claim, goal("(n)^2"))
    assert outcome(claim, goal(f"({square})^2")) == "identity"


# --- strictness and rounding -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "given", "rest", "why"),
    [
        ("n > 0", "n >= 1", "h1", "proved"),
        ("n > 0", "n > 0", "h1", "proved"),
        ("n > 0", "n >= 0", "h1", "identity"),
        ("1/2*n - 1/3 > 0", "3*n - 3 >= 0", "h1", "proved"),  # 3n - 2 >= 1, not 1/2*n - 1/3 >= 1
        ("1/2*n - 1/3 > 0", "3*n - 4 >= 0", "h1", "identity"),
        ("n - 1 >= 0", "1/2*n - 1/3 > 0", "1/3*h1", "proved"),
        ("n - 1 >= 0", "1/2*n > 0", "h1", "proved"),
        ("n - 1 >= 0", "n > -1", "h1", "identity"),
    ],
)
def test_strict_over_integers_is_one_more(says, given, rest, why):
    claim = statement(says, given)
    assert outcome(claim, goal(rest)) == why


REALS = {"names": "", "reals": ["x", "y"]}


@pytest.mark.parametrize(
    ("says", "products", "why"),
    [
        ("x + y > 0", ["h1", "h2"], "proved"),
        ("y + 1/1000 > 0", ["h2", "1/1000"], "proved"),
        ("y >= 0", ["h2"], "proved"),
        ("y > 0", ["h2"], "strictness"),
        ("x*y > 0", ["h1*h2"], "strictness"),
        ("x^2 > 0", ["h1^2"], "proved"),
        ("x^2 > 0", ["(x)^2"], "strictness"),
        ("x - 1 >= 0", ["h1"], "identity"),
    ],
)
def test_strict_over_reals_needs_a_plainly_positive_summand(says, products, why):
    claim = statement(says, "x > 0; y >= 0", **REALS)
    assert outcome(claim, goal(*products)) == why


# --- cases and contradictions ------------------------------------------------------------------

SQUARE = statement("n^2 - n >= 0")
BOTH = {"case": "n", "low": goal("c1", "c1^2"), "high": goal("c1", "c1^2")}


def test_an_integer_is_at_most_0_or_at_least_1_and_a_real_may_lie_between():
    assert proved(SQUARE, BOTH)
    assert outcome(statement("n^2 - n >= 0", names="", reals=["n"]), BOTH) == "identity"


@pytest.mark.parametrize("end", ["low", "high"])
def test_both_cases_need_a_proof(end):
    assert outcome(SQUARE, BOTH | {end: goal()}) == "identity"


@pytest.mark.parametrize("split", ["n", "n - 7", "2/3*n - 1/5"])
def test_the_two_cases_cover_and_do_not_overlap(split):
    region = parameter_region(read(certificate(statement("n >= 0"), goal())).claim)
    claim = read(certificate(statement(f"{split} >= 0"), goal())).claim
    sides = region.branches(claim.conclusion[0].form.constant)
    for n in range(-20, 21):
        assert sum(r.constraints[0].polynomial.at({"n": Fraction(n)}) >= 0 for r in sides) == 1


@pytest.mark.parametrize("split", ["_j", "m"])
def test_a_case_speaks_of_the_names_of_the_claim(split):
    claim = statement("n >= 0", "n >= 0")
    assert outcome(claim, {"case": split, "low": goal("h1"), "high": goal("h1")}) == "identity"


def test_an_empty_region_proves_anything():
    """n >= 1 and n <= 0 do not go together; n >= 1 and n <= 1 do."""
    tree = {"case": "n", "low": {"empty": ["h1", "c1"]}, "high": goal("h1")}
    assert proved(statement("n - 1 >= 0", "n >= 1"), tree)
    assert outcome(statement("n - 1 >= 0", "n >= 0"), tree) == "identity"


def test_a_sign_is_not_proved_by_a_combination_nor_a_goal_by_a_sum():
    claim = statement("n >= 0", "n >= 0")
    assert outcome(claim, goal(rest=goal("h1"))) == "rule"
    assert outcome(claim, by("h1")) == "rule"


# --- rays --------------------------------------------------------------------------------------

RISES = {
    "concave": {"case": "n + 1 - _j", "low": by("1")}
    | {"high": {"case": "n - _j", "low": by("c2"), "high": by()}},
    "concave-from-1": {"case": "n - _j", "low": by("1")}
    | {"high": {"case": "n - 1 - _j", "low": by("c2"), "high": by()}},
    "monotone": {"case": "n + 2 - _j", "low": by()}
    | {"high": {"case": "n + 1 - _j", "low": by("1"), "high": by()}},
}
OPEN = {"undecided-index", "identity"}
ROTS = {"case": "n + 1 - _j", "low": by()} | {
    "high": {"case": "n - _j", "low": by("1"), "high": by()}
}


def on_rays(kind, says, ray):
    domain = {"n - 1": by("h1"), "n": by("h1", "1"), "n + 1": by("h1", "2")}
    node = goal(arms={"f": {"constant": by(), "ray": ray}})
    return outcome(statement(says, "n >= 1", arms={"f": kind}), node, domain=domain)


@pytest.mark.parametrize("kind", RISES)
def test_rewards_rise(kind):
    """On r_j the step f(n+1) - f(n) is 1 or 0, on each side of the bend."""
    assert on_rays(kind, "f(n + 1) - f(n) >= 0", RISES[kind]) == "proved"
    for other in RISES.keys() - {kind}:
        assert on_rays(kind, "f(n + 1) - f(n) >= 0", RISES[other]) in OPEN
    assert on_rays(kind, "f(n) - f(n + 1) >= 0", RISES[kind]) == "identity"


def test_rewards_rot():
    """On [n <= j] the step f(n) - f(n+1) is 1 at n = j and 0 elsewhere."""
    assert on_rays("rotting", "f(n) - f(n + 1) >= 0", ROTS) == "proved"
    assert on_rays("rotting", "f(n + 1) - f(n) >= 0", ROTS) == "identity"
    assert all(on_rays(kind, "f(n) - f(n + 1) >= 0", ROTS) in OPEN for kind in RISES)


POSITIVE = {"constant": by("1"), "ray": {"case": "n - _j", "low": by("h1"), "high": by("ray", "1")}}
VALUE, DOMAIN = statement("f(n) >= 0", "n >= 0", arms="f"), {"n": by("h1")}


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"constant": by()}, "identity"),
        ({"ray": by()}, "undecided-index"),
        (
            {"ray": {"case": "n - 1 - _j", "low": by("h1"), "high": by("ray", "1")}},
            "undecided-index",
        ),
        ({"ray": {"case": "n - _j", "low": by("h1"), "high": by("ray", "2")}}, "identity"),
        ({"ray": {"case": "n - _j", "low": by("h1"), "high": by("ray")}}, "identity"),
    ],
)
def test_the_constant_and_every_ray_from_1_on(part, why):
    """On r_j the value is n or j; j itself is the hypothesis `ray` plus 1."""
    assert proved(VALUE, goal(arms={"f": POSITIVE}), domain=DOMAIN)
    assert outcome(VALUE, goal(arms={"f": POSITIVE | part}), domain=DOMAIN) == why


# --- combinations ------------------------------------------------------------------------------


def test_every_arm_and_the_constant_part_need_a_proof():
    assert outcome(VALUE, goal(), domain=DOMAIN) == "coverage"
    high, low = (statement(f"f(n) + {c} >= 0", "n >= 0", arms="f") for c in ("1", "0 - 1"))
    assert proved(high, goal("1", arms={"f": POSITIVE}), domain=DOMAIN)
    assert outcome(low, goal("1", arms={"f": POSITIVE}), domain=DOMAIN) == "identity"


@pytest.mark.parametrize(
    ("scale", "positive", "why"),
    [
        ("2", ["1"], "proved"),
        ("n + 1", ["h1"], "proved"),
        ("0", [], "identity"),
        ("-1", ["1"], "identity"),
        ("n", ["h1"], "identity"),
        ("m", ["1"], "identity"),
    ],
)
def test_the_scale_is_positive(scale, positive, why):
    """2*n from n, and (n + 1)*n."""
    claim = statement("n >= 0", "n >= 0")
    rest = {"2": ["2*h1"], "n + 1": ["h1^2", "h1"]}.get(scale, ["h1"])
    node = goal(*rest, scale=scale, positive=by(*positive))
    assert outcome(claim, node) == why


TWO_ARMS = {"arms": "fg"}
GIVEN = statement("f(n) >= 0", "n >= 0; f(n) - 2*g(n) >= 0", **TWO_ARMS)
TWICE = {"g": {"constant": by("2")}}
TWICE["g"]["ray"] = {"case": "n - _j", "low": by("2*h1"), "high": by("2*ray", "2")}
HALF = {"f": [[0, "1"]], "g": [[0, "1/2"]]}


@pytest.mark.parametrize(
    ("used", "why"),
    [
        (use("h2"), "proved"),
        (use("h2", "-1", "1"), "identity"),
        (use("h2", "-1"), "sign"),
        (use("h2", "999/1000"), "coverage"),  # f(n)/1000 is left
        (use("h2", "m", "1"), "identity"),
        (use("h1"), "hypothesis"),
        (use("h3"), "hypothesis"),
        (use("f"), "hypothesis"),
    ],
)
def test_a_given_with_its_multiplier(used, why):
    """f(n) = 1 * (f(n) - 2 g(n)) + 2 g(n)."""
    node, more = goal(arms=TWICE, uses=[used]), {"domain": DOMAIN, "curves": HALF}
    assert outcome(GIVEN, node, **more) == why


@pytest.mark.parametrize(("relation", "why"), [("==", "proved"), (">=", "identity")])
def test_a_negative_multiple_of_an_equality_is_allowed(relation, why):
    claim = statement("2*g(n) - f(n) >= 0", f"n >= 0; f(n) - 2*g(n) {relation} 0", **TWO_ARMS)
    node = goal(uses=[use("h2", "-1", "1")])
    assert outcome(claim, node, domain=DOMAIN, curves=HALF) == why


@pytest.mark.parametrize(
    ("relation", "multiplier", "strict", "why"),
    [
        (">", "1", 0, "proved"),
        (">=", "1", 0, "strictness"),
        ("==", "1", 0, "strictness"),
        (">", "1", 1, "strictness"),
        (">", "1", -1, "strictness"),
        (">", "1", None, "identity"),
        (">", "0", 0, "identity"),
    ],
)
def test_a_strict_goal_from_a_strict_given(relation, multiplier, strict, why):
    claim = statement("f(n) > 0", f"n >= 0; f(n) - 2*g(n) {relation} 0", **TWO_ARMS)
    sign = [] if strict == 0 and multiplier == "1" else ["1"]
    uses = [{"hypothesis": "h2", "multiplier": multiplier, "sign": by(*sign)}]
    node = goal(arms=TWICE if multiplier == "1" else {"f": POSITIVE}, uses=uses)
    node |= {} if strict is None else {"strict": strict}
    more = {"domain": DOMAIN, "curves": HALF if relation != ">" else {"g": [[0, "1/4"]]}}
    assert outcome(claim, node, **more) == why


def test_an_equality_is_proved_in_both_directions_and_every_comparison():
    same = statement("f(n) - f(n) == 0", "n >= 0", arms="f")
    assert proved(same, goal(), goal(), domain=DOMAIN)
    assert outcome(same, goal(), domain=DOMAIN) == "coverage"
    one_sided = statement("f(n) - 1 == 0", "n >= 0", arms="f")
    above = goal(uses=[use("b", "-1", "1")])
    assert outcome(one_sided, goal(arms={"f": POSITIVE}), above, domain=DOMAIN) == "identity"
    two = statement("f(n) >= 0; n >= 0", "n >= 0", arms="f")
    assert proved(two, goal(arms={"f": POSITIVE}), goal("h1"), domain=DOMAIN)
    assert outcome(two, goal(arms={"f": POSITIVE}), domain=DOMAIN) == "coverage"


# --- have: a bound -----------------------------------------------------------------------------


def bounded(arm="f", index="n", inside=("h1",), constant="1", kind="concave"):
    first = int(kind in ("rotting", "concave-from-1"))
    claim = statement(f"{constant} - f(n) >= 0", f"n - {first} >= 0", arms={"f": kind})
    node = have("b", bound(arm, index, *inside), goal(uses=[use("b")]))
    domain = {f"n - {first}" if first else "n": by("h1")}
    return outcome(claim, node, domain=domain, curves={"f": [[first, "0"]]})


@pytest.mark.parametrize("kind", [kind.value for kind in ArmClass])
def test_rewards_are_at_most_1(kind):
    assert bounded(kind=kind) == "proved"
    assert bounded(kind=kind, constant="999/1000") == "identity"


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"arm": "g"}, "hypothesis"),
        ({"index": "n - 1"}, "identity"),
        ({"index": "1/2*n"}, "domain"),
        ({"index": "m"}, "identity"),
        ({"inside": ()}, "identity"),
    ],
)
def test_a_bound_outside_the_domain(part, why):
    assert bounded(**part) == why


# --- have: a lemma -----------------------------------------------------------------------------

LEMMA = side(
    statement("f(n) >= 0", "n >= 2", arms="f"),
    goal(
        arms={
            "f": POSITIVE
            | {"ray": {"case": "n - _j", "low": by("h1", "2")} | {"high": by("ray", "1")}}
        }
    ),
    n=by("h1", "2"),
)


def lemma(index="n", *, proofs=None, arms=None, comparison=0, number=0, parameters=None):
    source = {"lemma": number, "comparison": comparison, "arms": arms or {"f": "f"}}
    source["parameters"] = {"n": index} if parameters is None else parameters
    source["proofs"] = {"h1": by("h1")} if proofs is None else proofs
    return source


def cited(source, least=2, at="n", cite=LEMMA, **more):
    """f(at) >= 0 for n >= least, by an instance of the lemma."""
    claim = statement(f"f({at}) >= 0", f"n - {least} >= 0", arms="f", **more)
    domain = {"n": by("h1", str(least)), "n + 1": by("h1", str(least + 1))}
    node = have("x", source, goal(uses=[use("x")]))
    return outcome(claim, node, domain=domain, lemmas=[cite])


def test_a_lemma_at_the_edge_of_its_region():
    assert cited(lemma()) == "proved"
    assert cited(lemma("n + 1"), least=1, at="n + 1") == "proved"
    assert cited(lemma(proofs={"h1": by("h1", "1")}), least=1) == "identity"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (lemma(number=1), "lemma"),
        (lemma(number=-1), "lemma"),
        (lemma(comparison=1), "lemma"),
        (lemma(comparison=-1), "lemma"),
        (lemma(parameters={}), "lemma"),
        (lemma(parameters={"n": "n", "m": "n"}), "lemma"),
        (lemma(arms={"f": "f", "g": "f"}), "lemma"),
        (lemma(arms={"f": "g"}), "lemma"),
        (lemma(proofs={}), "coverage"),
        (lemma(proofs={"h2": by("h1")}), "coverage"),
        (lemma("3/2*n"), "domain"),
        (lemma("z"), "identity"),
    ],
)
def test_a_lemma_misused(source, why):
    assert cited(source) == why


@pytest.mark.parametrize("asked", list(ArmClass))
@pytest.mark.parametrize("actual", list(ArmClass))
def test_a_lemma_holds_for_its_own_class_and_concave_is_in_all_that_rise(asked, actual):
    """The lemma is that an arm is at most 1 at n >= 2."""
    below = have(
        "b",
        bound("f", "n", "h1", f"{2 - asked.first}"),
        goal(uses=[use("b")]),
    )
    where = {"n - 1" if asked.first else "n": by("h1", f"{2 - asked.first}")}
    cite = side(statement("1 - f(n) >= 0", "n >= 2", arms={"f": asked.value}), below, **where)
    claim = statement("1 - f(n) >= 0", "n >= 2", arms={"f": actual.value})
    where = {"n - 1" if actual.first else "n": by("h1", f"{2 - actual.first}")}
    node = have("x", lemma(), goal(uses=[use("x")]))
    fits = actual is asked or (actual is ArmClass.CONCAVE and asked is not ArmClass.ROTTING)
    assert outcome(claim, node, domain=where, lemmas=[cite]) == ("proved" if fits else "lemma")


def test_a_lemma_with_a_hypothesis_on_rewards_cannot_be_used():
    strong = json.loads(json.dumps(LEMMA))
    strong["claim"]["givens"].append("f(n) - 1 >= 0")
    assert cited(lemma(), cite=strong) == "lemma"


def test_integer_lemmas_at_integers_and_real_ones_at_fractions():
    """x >= 2 gives x - 2 >= 0 at x = n/2 if n >= 4."""
    assert cited(lemma("x"), reals=["x"]) == "domain"
    cite = side(statement("x - 2 >= 0", "x >= 2", names="", reals=["x"]), goal("h1"))
    source = lemma(parameters={"x": "1/2*n"}, arms={}, proofs={"h1": by("1/2*h1")})
    source["arms"] = {}
    node = have("x", source, goal("x"))
    for least, verdict in (("4", "proved"), ("3", "identity")):
        claim = statement("1/2*n - 2 >= 0", f"n >= {least}")
        assert outcome(claim, node, lemmas=[cite], at=5) == verdict


def test_a_floor_of_a_lemma_is_a_value_to_be_shown():
    """q = n//2 in the lemma: at n = 2m it may be m, and not m + 1."""
    cite = side(
        statement("n - q >= 0", "n >= 0", floors=[floor("q", "n", "2")]),
        {"case": "q", "low": goal("h1", "c1"), "high": goal("q.low", "c1", "1")},
    )
    claim = statement("m >= 0", "m >= 0", "m")
    proofs = {"h1": by("2*h1"), "q.low": by(), "q.high": by("1")}
    for q, verdict in (("m", "proved"), ("m + 1", "identity")):
        source = {"lemma": 0, "comparison": 0, "arms": {}, "proofs": proofs}
        node = have("x", source | {"parameters": {"n": "2*m", "q": q}}, goal("x"))
        assert outcome(claim, node, lemmas=[cite]) == verdict


# --- have: about a run -------------------------------------------------------------------------

NONNEGATIVE = side(
    statement("Rew(f, n) >= 0", "n >= 0", arms="f"),
    goal(arms={"f": {"constant": by("h1")}}),
    n=by("h1"),
)
NONNEGATIVE["proof"]["goals"][0]["arms"]["f"]["ray"] = {
    "case": "n - _j",
    "low": by("1/2*h1^2", "1/2*h1"),
    "high": by("1/2*ray^2", "5/2*ray", "2", "c1*ray", "c1"),
}


def earns(arm, pulls, *shown, times=("1",)):
    """Rew(arm, pulls) >= 0, by the lemma, times something."""
    source = {"lemma": 0, "comparison": 0, "parameters": {"n": pulls}, "arms": {"f": arm}}
    source["proofs"] = {"h1": by(*shown)}
    return have("x", source, goal(uses=[use("x", *times)]))


TIMES = have("s", {"fact": "sizes"}, by("s.steps"))
ALGORITHM_1 = {"opening": 2, "score": "P(f, a, M)"}
OPENED = {"policy": ALGORITHM_1, "observed": {"N": ["pulls", "f"]}}


@pytest.mark.parametrize(
    ("given", "least", "fact", "why"),
    [
        ("T - 2*k >= 0", "2", {}, "proved"),
        ("T - 2*k + 1 >= 0", "2", {}, "identity"),
        ("T - 2*k >= 0", "2001/1000", {}, "identity"),
        ("T - 2*k >= 0", "2", {"if": []}, "coverage"),
        ("T - 2*k >= 0", "2", {"if": [by("h1")] * 2}, "coverage"),
        ("T - 2*k >= 0", "2", {"of": ["f"]}, "rule"),
        ("T - 2*k >= 0", "2", {"fact": "openings"}, "rule"),
    ],
)
def test_a_fact_about_runs_and_its_condition(given, least, fact, why):
    """After T >= 2k steps of Algorithm 1 every arm has two pulls."""
    claim = statement(f"N - {least} >= 0", given, "k T N", arms="f", run=OPENED)
    opening = {"fact": "opening", "if": [by("h1")]} | fact
    assert outcome(claim, have("o", opening, goal("o.N_opened"))) == why


def test_facts_about_runs_are_for_claims_about_runs():
    claim = statement("k - 1 >= 0", names="k T")
    node = have("s", {"fact": "sizes"}, goal("s.arms"))
    assert outcome(claim, node) == "rule"
    assert proved(claim | {"run": {"policy": "any"}}, node)
    shares = {"shares": "0", "proofs": {"any": goal()}}
    assert outcome(claim, have("s", shares, goal())) == "rule"


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({}, "proved"),
        ({"alpha": "1/1000"}, "identity"),
        ({"beta_opt": "1/1000"}, "coverage"),
        ({"shares": "999/1000"}, "coverage"),
        (
            {"shares": "_N", "proofs": {"any": earns("_f", "_N", "N.low", times=("_N", "N.low"))}},
            "identity",
        ),
        ({"proofs": {}}, "coverage"),
        ({"proofs": {"any": earns("_f", "_N + 1", "N.low", "1")}}, "coverage"),
        ({"gamma": "1"}, "identity"),
    ],
)
def test_a_sum_of_shares(part, why):
    """Rew(f,N) >= 0 for every arm gives ALG >= 0."""
    claim = statement("ALG >= 0", names="k T", run={"policy": "any"})
    shares = {"shares": "1", "proofs": {"any": earns("_f", "_N", "N.low")}} | part
    node = have("s", shares, goal(uses=[use("s")]))
    assert outcome(claim, node, domain={"T": TIMES}, lemmas=[NONNEGATIVE]) == why


KINDS = {
    "best": earns("_g", "_N", "N.opened", "2"),
    "idle": earns("_f", "2", "2"),
    "late": earns("_f", "_N", "N.late", "3"),
    "first": earns("_f", "_M + 1", "f.low", "3"),
    "next": earns("_e", "_L + 1", "f.low", "M.above", "4"),
    "last": goal(),
}


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({}, "proved"),
        ({"crossing": "999/1000"}, "coverage"),
        ({"alpha_last": "1/1000"}, "identity"),
        ({"alpha_optimal": "1/1000"}, "coverage"),
        ({"alpha_idle": "1/1000"}, "coverage"),
        ({"beta": "1/1000"}, "coverage"),
        ({"share": "1"}, "coverage"),
        ({"rest": "_N"}, "identity"),
        ({"opened": by()}, "identity"),
        *(({"proofs": {k: KINDS[k] for k in KINDS if k != kind}}, "coverage") for kind in KINDS),
    ],
)
def test_a_sum_with_crossings(part, why):
    """What every kind of arm earns is >= 0, and so is ALG, if T >= 2k."""
    claim = statement("ALG >= 0", "T - 2*k >= 0", "k T", run={"policy": ALGORITHM_1})
    zero = dict.fromkeys(("beta", "alpha", "alpha_optimal", "alpha_last", "share", "rest"), "0")
    crossing = {"crossing": "1", "opened": by("h1"), "order": by(), "proofs": KINDS} | zero | part
    node = have("s", crossing, goal(uses=[use("s")]))
    assert outcome(claim, node, domain={"T": TIMES}, lemmas=[NONNEGATIVE]) == why


# --- names of hypotheses -----------------------------------------------------------------------

SAME = side(statement("n >= 0", "n >= 0"), goal("h1"))
AGAIN = {"lemma": 0, "comparison": 0, "parameters": {"n": "n"}, "arms": {}}
AGAIN["proofs"] = {"h1": by("h1")}
NATURAL = statement("n >= 0", "n >= 0")


def test_what_is_brought_in_is_known_after_it_and_only_there():
    assert proved(NATURAL, have("x", AGAIN, goal("x")), lemmas=[SAME])
    assert outcome(NATURAL, goal("x"), lemmas=[SAME]) == "identity"
    sibling = {"case": "n", "low": have("x", AGAIN, goal("x")), "high": goal("x")}
    assert outcome(NATURAL, sibling, lemmas=[SAME]) == "identity"
    nested = {"case": "n", "low": {"case": "n", "low": goal("h1"), "high": goal("h1")}}
    assert outcome(NATURAL, nested | {"high": goal("c2", "1")}, lemmas=[SAME]) == "identity"
    assert proved(NATURAL, nested | {"high": goal("c1", "1")}, lemmas=[SAME])


@pytest.mark.parametrize(
    "name", ["x", "h1", "h2", "h77", "c1", "c9", "ray", "q", "q.low", "x.y", "h1-", "_x"]
)
def test_a_name_is_brought_in_once_and_is_none_of_the_rules(name):
    """Also where nothing is called so yet: a case or a floor could come later."""
    claim = statement("n >= 0", "n >= 0", floors=[floor("q", "n", "2")])
    fresh = have("y", AGAIN, have("z", AGAIN, goal("y")))
    assert proved(claim, fresh, lemmas=[SAME])
    twice = have("x", AGAIN, have(name, AGAIN, goal("x")))
    assert outcome(claim, twice, lemmas=[SAME]) == "hypothesis"


def test_no_name_lends_its_strictness_to_another():
    """T - k*_y > 0 for _y = floor(T/k) is false where k divides T."""
    positive = side(statement("x > 0", "x > 0", names="", reals=["x"]), goal("h1"))
    strict = {"lemma": 0, "comparison": 0, "parameters": {"x": "r"}, "arms": {}}
    strict |= {"proofs": {"h1": by("h1")}}
    claim = statement(
        "r*T - r*k*q > 0", "r > 0; k >= 2", "k T", reals=["r"], run={"policy": "any"}
    ) | {"floors": [floor("q", "T", "k")]}
    last = {"case": "q - _y", "low": goal("h1*_y.low", "h1*h2*c1", "2*h1*c1")}
    last["high"] = {"empty": ["q.low", "_y.high", "h2*c1", "2*c1"]}
    for name, why in (("x", "strictness"), ("_y.low", "hypothesis")):
        node = have(
            name,
            strict,
            have("y", {"quotient": "T", "divisor": "k", "positive": by("h2", "1")}, last),
        )
        text = certificate(claim, node, domain={"k - 1": by("h2", "1")}, lemmas=[positive])
        point = {"arms": [{"points": [[0, "1"]]}] * 2, "T": 3, "parameters": {"r": "1"}}
        with pytest.raises(RejectedError, match=why):
            judge(json.dumps(json.loads(text) | {"witness": point}))


@pytest.mark.parametrize(("name", "why"), [("j", "rule"), ("i", "undecided-index")])
def test_a_ray_is_not_chosen_by_a_quotient(name, why):
    """f(1) >= f(2) is true of min(n,1), the ray with j = floor(1/1), and of no other."""
    one = {"quotient": "1", "divisor": "1", "positive": by()}
    on_it = {"f": {"constant": by(), "ray": by(f"_{name}.low")}}
    claim = statement("f(1) >= f(2)", arms="f")
    assert outcome(claim, have(name, one, goal(arms=on_it))) == why


def test_a_given_at_the_end_leaves_a_proof_as_it_is():
    tree = {"case": "n - 5", "low": goal("h1"), "high": goal("c1", "6")}
    node = have("x", AGAIN, tree)
    for more in ("", "; n <= 9", "; n <= 9; n != 0".replace("!=", ">="), "; n == 3"):
        assert proved(statement("n >= 0", f"n >= 0{more}"), node, lemmas=[SAME])


# --- definedness -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "given", "domain", "why"),
    [
        ("f(n) - f(n) >= 0", "n >= 0", {"n": by("h1")}, "proved"),
        ("f(n) - f(n) >= 0", "n >= 0", {}, "domain"),
        ("f(n) - f(n) >= 0", "n >= -1", {"n": by("h1")}, "identity"),
        ("0 >= 0", "n >= 2; f(n - 2) >= 0", {"n - 2": by("h1")}, "proved"),
        ("0 >= 0", "n >= 2; f(n - 2) >= 0", {}, "domain"),
        ("0 >= 0", "n >= 1; f(n - 2) >= 0", {"n - 2": by("h1")}, "identity"),
        ("0*Delta(f, n) >= 0", "n >= 1", {"n - 1": by("h1")}, "proved"),
        ("0*Delta(f, n) >= 0", "n >= 1", {"n": by("h1", "1")}, "domain"),
        ("f(2) - f(2) >= 0", "n >= 0", {}, "proved"),
        ("f(n) - f(n) >= 0", "n >= 0", {"n": by("h1"), "n - 7": by()}, "proved"),
    ],
)
def test_every_index_of_a_claim_is_shown_to_be_in_the_domain(says, given, domain, why):
    """Only constants are plain."""
    claim = statement(says, given, arms="f")
    assert outcome(claim, goal(), domain=domain) == why


RUN = {"run": {"policy": "any"}, "names": "k T"}


@pytest.mark.parametrize(
    ("says", "given", "domain", "why"),
    [
        ("OPT - OPT >= 0", "", {"T": TIMES}, "proved"),
        ("OPT - OPT >= 0", "", {}, "domain"),
        ("0 >= 0", "OPT >= 0", {}, "domain"),
        ("0 >= 0", "T >= 1; ALG(T - 1) >= 0", {"T - 1": by("h1"), "T": TIMES}, "proved"),
        ("0 >= 0", "T >= 1; ALG(T - 1) >= 0", {"T": TIMES}, "domain"),
        ("0 >= 0", "T >= 0; ALG(T - 1) >= 0", {"T - 1": by("h1"), "T": TIMES}, "identity"),
    ],
)
def test_so_for_claims_about_runs(says, given, domain, why):
    claim = statement(says, given, **RUN)
    assert outcome(claim, goal(), domain=domain) == why


def test_divisors_are_at_least_1_without_the_floors_own_meaning():
    """n - d*q >= 0 and d*q + d - 1 - n >= 0 add up to d >= 1: that would be circular."""
    about = {"floors": [floor("q", "n", "d")]}
    claim = statement("n - d*q >= 0", names="n d", **about)
    assert outcome(claim, goal("q.low")) == "domain"
    assert outcome(claim, goal("q.low"), domain={"d - 1": by("q.low", "q.high")}) == "identity"
    more = statement("n - d*q >= 0", "d >= 1", names="n d", **about)
    assert proved(more, goal("q.low"), domain={"d - 1": by("h1")})
    run = statement("T - k*q >= 0", **RUN, floors=[floor("q", "T", "k")])
    assert outcome(run, goal("q.low")) == "domain"
    arms = have("s", {"fact": "sizes"}, by("s.arms"))
    assert proved(run, goal("q.low"), domain={"k - 1": arms})


def test_floors_mean_the_floor_and_nothing_else():
    claim = read(certificate(statement("q >= 0", floors=[floor("q", "n", "3")]), goal())).claim
    region = parameter_region(claim)
    for n in range(-7, 8):
        for q in range(-5, 6):
            values = {"n": Fraction(n), "q": Fraction(q)}
            assert all(c.polynomial.at(values) >= 0 for c in region.constraints) == (q == n // 3)


def test_an_equality_is_two_hypotheses():
    claim = statement("n + m >= 0; 0 >= m", "n > 0; m == 0", "n m")
    assert proved(claim, goal("h1", "h2", "1"), goal("h2-"), at={"n": "1", "m": "0"})
    swapped = goal("h1", "h2-", "1"), goal("h2")
    assert outcome(claim, *swapped, at={"n": "1", "m": "0"}) == "identity"
