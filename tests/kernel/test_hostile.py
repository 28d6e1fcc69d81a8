"""Attempts to make the kernel accept something false, or to make it work for ever."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from imab_verify.kernel.runs.play import RunPoint

from imab_verify.kernel import MalformedError, Reason, RejectedError, judge, limits, read
from imab_verify.kernel.certificates import Proved, Refuted
from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import Run
from imab_verify.kernel.forms import Atom, Comparison, Floor, Form, Kind, Relation
from imab_verify.kernel.points import Curve, Point
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial
from imab_verify.kernel.proofs import (
    Case,
    ClaimProof,
    Combine,
    Empty,
    Lemma,
    ProvedClaim,
    Rays,
    Sum,
    Term,
    Use,
)
from imab_verify.kernel.rays import RAY
from imab_verify.kernel.wellformed import check_well_formed
from imab_verify.language.documents import dumps

VALID = Path(__file__).parents[1] / "certificates" / "valid"
N, X, J = (Polynomial.variable(name) for name in ("n", "x", RAY))
NOTHING = Sum(())
F = (("f", ArmClass.CONCAVE),)
FLAT = Curve(((0, Fraction(0)),))


def value(index, arm="f"):
    return Atom(Kind.VALUE, arm, (index,))


def at_least(p, *terms, relation=Relation.GE):
    return Comparison(Form(p, terms), relation)


def constant(number):
    return Polynomial.constant(number)


def term(weight, *factors):
    return Term(Fraction(weight), factors)


def by(node):
    return ClaimProof((), (node,))


def combine(arms=None, rest=NOTHING, uses=()):
    return Combine(ONE, NOTHING, tuple(uses), arms or {}, rest)


def point(curves=None, **parameters):
    return Point({n: Fraction(v) for n, v in parameters.items()}, curves or {})


def refused(certificate):
    with pytest.raises((RejectedError, MalformedError)) as error:
        judge(dumps(certificate))
    return error.value


# --- names -------------------------------------------------------------------------------------


def test_a_parameter_with_the_name_of_the_ray():
    """f(_j) >= f(_j + 1) would hold on the one ray that bends at _j, and is false elsewhere."""
    claim = Claim((RAY,), F, (), (at_least(ZERO, (ONE, value(J)), (-ONE, value(J + ONE))),))
    proof = ClaimProof((), (combine({"f": Rays(NOTHING, NOTHING)}),))
    error = refused(Proved(claim, proof, point({"f": FLAT}, _j=1)))
    assert isinstance(error, MalformedError)
    text = json.dumps({"format": "imab-certificate/1", "claim": {"parameters": [RAY]}})
    with pytest.raises(MalformedError):
        read(text)


def test_an_outer_case_on_the_ray_variable():
    """Splitting on _j before there is a ray would tie the constant to the ray."""
    claim = Claim(("n",), (), (), (at_least(-N),))
    split = Case(J, Empty((term(1, (0, 1)),)), Empty((term(1, (0, 1)),)))
    for node in (Case(J, combine(), combine()), combine(rest=split)):
        error = refused(Proved(claim, by(node), point(n=0)))
        assert error.reason is Reason.IDENTITY


@pytest.mark.parametrize(
    "changes",
    [
        {"parameters": ("n", "n")},
        {"parameters": ("n", "f")},
        {"parameters": ()},
        {"parameters": ("n", "")},
        {"reals": ("n",)},
        {"arms": ()},
        {"arms": (("", ArmClass.CONCAVE), *F)},
        {"arms": (("OPT", ArmClass.CONCAVE), *F)},
        {"parameters": ("n", "Rew")},
        {"parameters": ("n", "_n")},
        {"conclusion": ()},
        {"conclusion": (at_least(X),)},
        {"conclusion": (at_least(ZERO, (X, value(N))),)},
        {"conclusion": (at_least(ZERO, (ONE, value(N, "g"))),)},
        {"conclusion": (at_least(ZERO, (ONE, value(N.scaled(Fraction(1, 2))))),)},
        {"conclusion": (at_least(ZERO, (ONE, value(X))),), "reals": ("x",)},
        {"conclusion": (at_least(ZERO, (ONE, Atom(Kind.P, "f", (N,)))),)},
        {"conclusion": (at_least(ZERO, (ONE, Atom(Kind.REW, "f", (N, N)))),)},
        {"conclusion": (at_least(ZERO, (ONE, Atom(Kind.OPT))),)},
        {"conclusion": (at_least(ZERO, (ONE, Atom(Kind.ALG))),)},
        {"conclusion": (at_least(ZERO, (ONE, Atom(Kind.OPT, "f"))),)},
        {
            "arms": (("f", ArmClass.CONCAVE_FROM_1),),
            "conclusion": (at_least(ZERO, (ONE, Atom(Kind.AREA, "f", (N,)))),),
        },
        {"floors": (Floor("n", N, ONE),)},
        {"floors": (Floor("q", Polynomial.variable("q") + ONE, ONE),)},
        {"floors": (Floor("q", N, Polynomial.variable("q")),)},
        {"floors": (Floor("q", N.scaled(Fraction(1, 2)), ONE),)},
        {"floors": (Floor("q", X, ONE),), "reals": ("x",)},
        {"run": Run("algorithm-1")},
        {"parameters": ("n", "k", "T"), "run": Run("greedy")},
        {"parameters": ("n", "k", "T"), "run": Run("algorithm-1", init="none")},
        {"parameters": ("n", "k", "T"), "run": Run("algorithm-1", ties="lowest")},
        {"parameters": ("n", "k", "T"), "run": Run("algorithm-1", stage="before")},
    ],
)
def test_claims_that_a_program_made_are_looked_at_too(changes):
    """Wherever it stands in a written certificate, a claim that is none is not read."""
    claim = Claim(("n",), F, (), (at_least(ZERO, (ONE, value(N))),))
    bad = replace(claim, **changes)
    proof = by(combine({"f": Rays(NOTHING, NOTHING)}))
    at = point({"f": FLAT}, n=0)
    for certificate in (
        Proved(bad, proof, at),
        Refuted(bad, at),
        Proved(claim, proof, at, lemmas=(ProvedClaim(bad, proof),)),
        Proved(claim, proof, at, sides=(ProvedClaim(bad, proof),)),
        Refuted(claim, at, sides=(ProvedClaim(bad, proof),)),
    ):
        assert isinstance(refused(certificate), MalformedError)


def test_an_arm_cannot_be_declared_twice():
    """Not by a program; and a text has every key once, so that it declares the arm once."""
    once = Claim(("n",), F, (), (at_least(ZERO, (ONE, value(N))),))
    twice = replace(once, arms=(*F, *F))
    with pytest.raises(MalformedError):
        check_well_formed(twice)
    certificate = Refuted(twice, point({"f": FLAT}, n=0))
    assert read(dumps(certificate)).claim == once
    text = dumps(certificate).replace('"f": "concave"', '"f": "concave", "f": "monotone"')
    with pytest.raises(MalformedError, match="same key twice"):
        read(text)


def test_kinds_and_relations_are_read_as_what_they_are():
    """A plain string in the place of a kind is written, and read back as the kind itself."""
    plain = Claim(
        ("n",), F, (), (Comparison(Form(-ONE, ((ONE, Atom("value", "f", (N,))),)), ">="),)
    )
    [comparison] = read(dumps(Refuted(plain, point({"f": FLAT}, n=1)))).claim.conclusion
    [(_, atom)] = comparison.form.terms
    assert atom.kind is Kind.VALUE
    assert comparison.relation is Relation.GE


def test_exponents_are_read_whole():
    """n^00010 is n^10 to a reader, so it may not be cut off and read as n^1."""
    certificate = {
        "format": "imab-certificate/1",
        "claim": {
            "parameters": ["n"],
            "givens": [{"relation": ">=", "constant": {"1": "10", "n": "-1"}}],
            "conclusion": [{"relation": ">=", "constant": {"1": "10", "n^00010": "-1"}}],
        },
        "proof": {
            "domain": [],
            "goals": [
                {
                    "scale": {"1": "1"},
                    "positive": {"sum": []},
                    "uses": [],
                    "arms": {},
                    "rest": {"sum": [{"weight": "1", "factors": [[0, 1]]}]},
                }
            ],
        },
        "witness": {"parameters": {"n": "1"}, "arms": {}},
    }
    with pytest.raises(MalformedError, match="monomial"):
        read(json.dumps(certificate))
    honest = json.dumps(certificate).replace("n^00010", "n")
    assert judge(honest).verdict == "proved"


# --- vacuous and circular ----------------------------------------------------------------------


def test_contradictory_givens_prove_nothing():
    """-1 >= 0 follows from n >= 1 and n <= 0, but no point satisfies both."""
    claim = Claim(("n",), (), (at_least(N - ONE), at_least(-N)), (at_least(-ONE),))
    proof = by(Empty((term(1, (0, 1)), term(1, (1, 1)))))
    for n in (0, 1, 2):
        assert refused(Proved(claim, proof, point(n=n))).reason is Reason.INSTANCE


def test_a_vacuous_lemma_is_of_no_use():
    """-1 >= 0 if -1 >= 0: true, and using it means showing -1 >= 0 first."""
    lemma = Claim((), (), (at_least(-ONE),), (at_least(-ONE),))
    known = ProvedClaim(lemma, by(combine(rest=Sum((term(1, (0, 1)),)))))
    claim = Claim((), (), (), (at_least(-ONE),))
    for shown in (NOTHING, Empty(()), Sum((term(1),))):
        use = Use(Lemma(0, 0, {}, {}, (shown,)), ONE, Sum((term(1),)))
        certificate = Proved(claim, by(combine(uses=[use])), point(), (known,))
        assert refused(certificate).reason in (Reason.IDENTITY, Reason.WITNESS)
    true = replace(claim, conclusion=(at_least(ZERO),))
    use = Use(Lemma(0, 0, {}, {}, (NOTHING,)), ZERO, NOTHING)
    certificate = Proved(true, by(combine(uses=[use])), point(), (known,))
    assert refused(certificate).reason is Reason.IDENTITY


def test_lemmas_cannot_cite_each_other_in_a_circle():
    claim = Claim(("n",), (), (), (at_least(N * N - ONE),))

    def citing(number):
        use = Use(Lemma(number, 0, {"n": N}, {}, ()), ONE, Sum((term(1),)))
        return by(combine(uses=[use]))

    for first, second, main in ((1, 0, 0), (0, 0, 1), (-1, -1, -1), (-2, 0, 1)):
        lemmas = (ProvedClaim(claim, citing(first)), ProvedClaim(claim, citing(second)))
        certificate = Proved(claim, citing(main), point(n=2), lemmas)
        assert refused(certificate).reason is Reason.LEMMA


def test_a_real_lemma_with_an_open_end():
    """1/x-like claims: from x > 0 alone; at x = n - 1 with n >= 1 the end is reached."""
    lemma = Claim(
        (), (), (at_least(X, relation=Relation.GT),), (at_least(X, relation=Relation.GT),), ("x",)
    )
    known = ProvedClaim(lemma, by(combine(rest=Sum((term(1, (0, 1)),)))))
    claim = Claim(("n",), (), (at_least(N - ONE),), (at_least(N, relation=Relation.GT),))
    for at, shown, accepted in (
        (N, Sum((term(1, (0, 1)),)), True),
        (N - ONE, Sum((term(1, (0, 1)),)), False),
    ):
        use = Use(Lemma(0, 0, {"x": at}, {}, (shown,)), ONE, NOTHING)
        node = replace(combine(rest=NOTHING, uses=[use]), strict=0)
        goal = replace(claim, conclusion=(at_least(at, relation=Relation.GT),))
        certificate = Proved(goal, by(node), point(n=3), (known,))
        if accepted:
            assert judge(dumps(certificate)).verdict == "proved"
        else:
            assert refused(certificate).reason is Reason.IDENTITY


# --- points ------------------------------------------------------------------------------------


def test_a_claim_about_a_run_is_not_refuted_without_a_run():
    """ALG >= 0 with a plain point, or with a run for a claim about arms."""
    run = Claim(("k", "T"), (), (), (at_least(-ONE),), run=Run("algorithm-1"))
    plain = Claim(("k", "T"), (), (), (at_least(-ONE),))
    at_plain, at_run = point(k=1, T=1), RunPoint((FLAT,), 1, {}, "lowest-index", {})
    assert judge(dumps(Refuted(plain, at_plain))).verdict == "refuted"
    assert judge(dumps(Refuted(run, at_run))).verdict == "refuted"
    assert refused(Refuted(run, at_plain)).reason is Reason.INSTANCE
    assert refused(Refuted(plain, at_run)).reason is Reason.INSTANCE


def test_floats_decide_nothing_even_if_a_program_brings_them():
    claim = Claim((), (), (), (at_least(X - ONE),), ("x",))
    assert isinstance(refused(Refuted(claim, Point({"x": 0.5}, {}))), MalformedError)
    rising = Curve(((0, 0.25),))
    about_f = Claim(("n",), F, (), (at_least(-ONE, (ONE, value(N))),))
    assert isinstance(refused(Refuted(about_f, point({"f": rising}, n=1))), MalformedError)


# --- resources ---------------------------------------------------------------------------------


def valid(name):
    [path] = VALID.glob(f"*--{name}.json")
    return json.loads(path.read_text())


def reason(document):
    """It can be read, within its budget, and is rejected."""
    text = json.dumps(document)
    read(text)
    with pytest.raises(RejectedError) as error:
        judge(text)
    assert len(str(error.value)) < 400
    return error.value.reason


def integer_case(rest=None, **claim):
    document = valid("integer-case")
    document["claim"] |= claim
    if rest is not None:
        document["proof"]["goals"][0]["rest"] = rest
    return document


def sum_of(*terms):
    return {"sum": list(terms)}


LONG = "9" * 600
FACTOR = {"weight": "1", "factors": [[0, 1]]}
ABOVE_0 = [{"relation": ">=", "constant": {"n": "1"}}]


def test_long_numbers():
    """Products, sums of fractions with different denominators, and values at a point."""
    given = [{"relation": ">=", "constant": {"1": LONG}}]
    power = {"weight": "1", "factors": [[0, 24]]}
    assert reason(integer_case(sum_of(power), givens=given)) is Reason.LIMIT
    coprime = [FACTOR | {"weight": f"1/{10**400 + 2 * i + 1}"} for i in range(100)]
    assert reason(integer_case(sum_of(*coprime), givens=ABOVE_0)) is Reason.LIMIT
    huge = valid("integer-case")
    huge["claim"]["conclusion"] = [{"relation": ">=", "constant": {"n^24": LONG}}]
    huge["witness"]["parameters"]["n"] = LONG
    assert reason(huge) is Reason.LIMIT


def test_common_denominators_are_bounded_when_read():
    document = integer_case(
        conclusion=[
            {"relation": ">=", "constant": {f"n^{i}": f"1/{10**590 + i}" for i in range(1, 25)}}
        ]
    )
    with pytest.raises(MalformedError, match=r"more than 14000 bits|denominators"):
        read(json.dumps(document))


def test_degrees_are_bounded_when_read():
    names = [f"x{i}" for i in range(4)]
    power = {" ".join(f"{name}^24" for name in names): "1"}
    document = integer_case(parameters=names, conclusion=[{"relation": ">=", "constant": power}])
    with pytest.raises(MalformedError, match="degree"):
        read(json.dumps(document))


def test_curves_with_many_denominators():
    document = valid("half-horizon-at-3")
    points = [[i, f"{i}/{10**300 + 2 * i + 1}"] for i in range(200)]
    document["counterexample"]["arms"]["f"]["points"] = points
    assert reason(document) is Reason.LIMIT


@pytest.mark.parametrize("policy", ["algorithm-1", "round-robin"])
def test_long_runs(policy):
    document = valid("32k-at-2k-steps")
    document["claim"]["run"] = {"policy": policy}
    for horizon in (10**7, 10**600):
        document["counterexample"]["T"] = horizon
        assert reason(document) is Reason.LIMIT


def test_many_arms_with_different_denominators():
    document = valid("32k-at-2k-steps")
    arms = [{"points": [[0, f"1/{10**300 + 2 * i + 1}"]]} for i in range(60)]
    document["counterexample"] |= {"arms": arms, "T": 120}
    assert reason(document) is Reason.LIMIT


def wide(depth):
    if depth == 0:
        return sum_of(FACTOR)
    part = wide(depth - 1)
    return {"case": {"n": "1", "1": str(depth)}, "low": part, "high": part}


def many_goals(count):
    document = integer_case(sum_of(FACTOR), givens=ABOVE_0 * count, conclusion=ABOVE_0 * count)
    document["proof"]["goals"] *= count
    return document


def many_uses(count):
    document = valid("lemma")
    document["proof"]["goals"][0]["uses"] *= count
    return document


def long_curve(count):
    document = valid("half-horizon-at-3")
    points = [[i, f"{i}/{count}"] for i in range(count)]
    document["counterexample"] = {
        "parameters": {"T": str(count)},
        "arms": {"f": {"points": points}},
    }
    return document


def high_powers(uses):
    names = {f"x{i}": "1" for i in range(3)}
    power = {"relation": ">=", "constant": {"n^24": "1"}}
    goal = valid("integer-case")["proof"]["goals"][0] | {
        "rest": {"sum": [{"weight": "1", "factors": [[0, 24]]}]}
    }
    use = {
        "lemma": {
            "number": 0,
            "comparison": 0,
            "parameters": {"n": names},
            "arms": {},
            "proofs": [sum_of(*({"weight": "1", "factors": [[i, 1]]} for i in range(3)))],
        },
        "multiplier": {},
        "sign": sum_of(),
    }
    document = integer_case(
        parameters=list(names),
        givens=[{"relation": ">=", "constant": {name: "1"}} for name in names],
        conclusion=[{"relation": ">=", "constant": {"x0": "1"}}],
    )
    document["witness"]["parameters"] = dict.fromkeys(names, "0")
    document["proof"]["goals"] = [goal | {"rest": sum_of(FACTOR), "uses": [use] * uses}]
    lemma = {"parameters": ["n"], "givens": ABOVE_0, "conclusion": [power]}
    document["lemmas"] = [{"claim": lemma, "proof": {"domain": [], "goals": [goal]}}]
    return document


@pytest.mark.parametrize(
    "document",
    [
        integer_case(sum_of(*[FACTOR] * 5000), givens=ABOVE_0),
        integer_case(
            sum_of({"weight": "1", "factors": [[0, 24]] * 50}),
            givens=[{"relation": ">=", "constant": {"1": "1"}}],
        ),
        integer_case(
            sum_of(*[{"weight": "1", "square": {f"n^{i}": "1" for i in range(1, 25)}}] * 100)
        ),
        integer_case(wide(11), givens=ABOVE_0, conclusion=ABOVE_0),
        many_goals(1000),
        many_uses(300),
        long_curve(3000),
        high_powers(20),
    ],
    ids=["terms", "factors", "squares", "cases", "goals", "uses", "curve", "powers"],
)
def test_all_work_comes_from_one_budget(monkeypatch, document):
    """With hardly more than its reading costs each ends at the limit, wherever the work is done."""
    monkeypatch.setattr(limits, "WORK_PER_BYTE", 0)
    monkeypatch.setattr(limits, "MAX_WORK", len(json.dumps(document)) * 3 // 2)
    assert reason(document) is Reason.LIMIT


def test_a_longer_document_has_a_larger_budget(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WORK", 0)
    text = json.dumps(valid("lemma"))
    assert judge(text).verdict == "proved"
    monkeypatch.setattr(limits, "WORK_PER_BYTE", 1)
    with pytest.raises(MalformedError, match="too much arithmetic"):
        read(text)
    with pytest.raises(RejectedError) as error:
        judge(text)
    assert error.value.reason is Reason.LIMIT


def test_lemmas_share_the_budget(monkeypatch):
    document = valid("lemma")
    document["lemmas"] *= 60
    assert judge(json.dumps(document)).verdict == "proved"
    monkeypatch.setattr(limits, "MAX_WORK", 8_000)
    monkeypatch.setattr(limits, "WORK_PER_BYTE", 2)
    assert judge(json.dumps(valid("lemma"))).verdict == "proved"
    assert reason(document) is Reason.LIMIT


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [
        integer_case(sum_of(*[FACTOR] * 90_000), givens=ABOVE_0),
        high_powers(600),
        many_uses(1200),
    ],
    ids=["terms", "powers", "uses"],
)
def test_the_real_budget_ends_too(document):
    assert reason(document) in (Reason.LIMIT, Reason.IDENTITY)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10**6,
        '{"a":' * 10**5,
        '{"format": ' + "9" * 10**5 + "}",
        '{"format": "imab-certificate/1", "claim": ' + "[0," * 10**5,
        '"' + "a" * (17 * 2**20) + '"',
        b"\xff\xfe\xfa",
        '{"format": NaN}'.encode("utf-16"),
        "",
    ],
    ids=["lists", "objects", "digits", "unfinished", "size", "bytes", "utf-16", "empty"],
)
def test_texts_that_are_no_documents(text):
    with pytest.raises(MalformedError) as error:
        read(text)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("depth", [97, 98, 5000])
def test_nested_cases(depth):
    text = json.dumps(integer_case({"sum": "here"}))
    tree = (
        '{"case": {"n": "1"}, "low": {"empty": []}, "high": ' * depth + '{"sum": []}' + "}" * depth
    )
    text = text.replace('{"sum": "here"}', tree)
    if depth > 97:
        with pytest.raises(MalformedError, match=r"deep|depth"):
            read(text)
    else:
        with pytest.raises(RejectedError):
            judge(text)


def test_messages_show_no_control_characters():
    document = valid("integer-case")
    document["proof"]["goals"][0]["\ud800\n"] = 1
    with pytest.raises(MalformedError) as error:
        read(json.dumps(document))
    assert str(error.value).isprintable()


def test_long_polynomials_are_not_spelled_out():
    long = {f"n^{i}": LONG for i in range(1, 25)}
    document = integer_case(conclusion=[{"relation": ">=", "constant": long}])
    assert reason(document) is Reason.IDENTITY
