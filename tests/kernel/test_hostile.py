"""Attempts to make the kernel accept something false, or to make it work for ever."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from written import by, certificate, floor, goal, have, outcome, proved, side, statement

from imab_verify.kernel import MalformedError, RejectedError, judge, read
from imab_verify.kernel import polynomials as limits

VALID = Path(__file__).parents[1] / "certificates" / "valid"
CONSTANT = {"constant": by(), "ray": by()}


def malformed(text):
    with pytest.raises(MalformedError) as error:
        read(text)
    assert len(str(error.value)) < 400
    return str(error.value)


# --- names -------------------------------------------------------------------------------------


def test_a_parameter_with_the_name_of_the_ray():
    """f(_j) >= f(_j + 1) would hold on the one ray that bends at _j, and is false elsewhere."""
    claim = statement("f(_j) - f(_j + 1) >= 0", names="_j", arms="f")
    assert "'_j' is not a name" in malformed(certificate(claim, goal(arms={"f": CONSTANT})))


def test_an_outer_case_on_the_ray_variable():
    """Splitting on _j before there is a ray would tie the constant to the ray."""
    empty = {"empty": ["c1"]}
    for node in (
        {"case": "_j", "low": goal(), "high": goal()},
        goal() | {"rest": {"case": "_j", "low": empty, "high": empty}},
    ):
        assert outcome(statement("-n >= 0"), node, at=0) == "identity"


@pytest.mark.parametrize(
    "changes",
    [
        {"parameters": ["n", "n"]},
        {"parameters": ["n", "_n"]},
        {"arms": {"OPT": "concave"}},
        {"conclusion": []},
        {"conclusion": ["x >= 0"]},
        {"conclusion": ["g(n) >= 0"]},
        {"conclusion": ["OPT >= 0"]},
        {"floors": [floor("n", "n", "1")]},
        {"floors": [floor("q", "q + 1", "1")]},
        {"run": {"policy": {"opening": 2, "score": "P(f, a, M)"}}},
    ],
)
def test_wherever_a_claim_stands_that_is_none_it_is_not_read(changes):
    good = statement("f(n) >= 0", "n >= 0", arms="f")
    document = json.loads(certificate(good, goal(), at=0))
    bad, proof = good | changes, document["proof"]
    refutation = {key: document[key] for key in ("format", "claim")}
    refutation["counterexample"] = document["witness"]
    for other in (
        document | {"claim": bad},
        document | {"lemmas": [{"claim": bad, "proof": proof}]},
        document | {"sides": [{"claim": bad, "proof": proof}]},
        document | {"beside": [refutation | {"claim": bad}]},
        refutation | {"claim": bad},
        refutation | {"sides": [{"claim": bad, "proof": proof}]},
    ):
        malformed(json.dumps(other))


def test_an_arm_cannot_be_declared_twice():
    text = certificate(statement("f(n) >= 0", "n >= 0", arms="f"), goal())
    twice = text.replace('"f": "concave"', '"f": "concave", "f": "monotone"')
    assert "same key twice" in malformed(twice)


def test_exponents_are_read_whole():
    """n^00010 is n^10 to a reader, so it may not be cut off and read as n^1."""
    cut = statement("10 - n^00010 >= 0", "10 - n >= 0")
    assert "cannot be read" in malformed(certificate(cut, goal("h1")))
    assert outcome(statement("10 - n^10 >= 0", "10 - n >= 0"), goal("h1"), at=1) == "identity"
    assert proved(statement("10 - n >= 0", "10 - n >= 0"), goal("h1"), at=1)


# --- vacuous and circular ----------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 2])
def test_contradictory_givens_prove_nothing(n):
    """-1 >= 0 follows from n >= 1 and n <= 0, but no point satisfies both."""
    claim = statement("-1 >= 0", "n - 1 >= 0; -n >= 0")
    assert outcome(claim, {"empty": ["h1", "h2"]}, at=n) == "instance"


def lemma(proofs, number=0, **parameters):
    values = {"lemma": number, "comparison": 0, "parameters": parameters, "arms": {}}
    return values | {"proofs": proofs}


def test_a_vacuous_lemma_is_of_no_use():
    """-1 >= 0 if -1 >= 0: true, and using it means showing -1 >= 0 first."""
    vacuous = side(statement("-1 >= 0", "-1 >= 0", names=""), goal("h1"))
    for says, why in (("-1 >= 0", {"identity", "witness"}), ("0 >= 0", {"identity"})):
        for shown in (by(), {"empty": []}, by("1")):
            node = have("x", lemma({"h1": shown}), goal("x"))
            assert outcome(statement(says, names=""), node, lemmas=[vacuous]) in why


@pytest.mark.parametrize("cited", [(1, 0, 0), (0, 0, 1), (-1, -1, -1), (-2, 0, 1)])
def test_lemmas_cannot_cite_each_other_in_a_circle(cited):
    claim = statement("n^2 - 1 >= 0")
    nodes = [have("x", lemma({}, number, n="n"), goal("x")) for number in cited]
    lemmas = [side(claim, node) for node in nodes[:2]]
    assert outcome(claim, nodes[2], lemmas=lemmas) == "lemma"


@pytest.mark.parametrize(("at", "why"), [("n", "proved"), ("n - 1", "identity")])
def test_a_real_lemma_with_an_open_end(at, why):
    """From x > 0 alone; at x = n - 1 with n >= 1 the end is reached."""
    positive = side(statement("x > 0", "x > 0", names="", reals=["x"]), goal("h1"))
    node = have("x", lemma({"h1": by("h1")}, x=at), goal("x"))
    assert outcome(statement(f"{at} > 0", "n - 1 >= 0"), node, lemmas=[positive]) == why


# --- points ------------------------------------------------------------------------------------


def test_a_claim_about_a_run_is_not_refuted_without_a_run():
    """-1 >= 0 with a plain point, or with a run for a claim about arms."""
    plain = {"parameters": ["k", "T"], "conclusion": ["-1 >= 0"]}
    run = plain | {"run": {"policy": {"opening": 2, "score": "P(f, a, M)"}}}
    at_plain = {"parameters": {"k": "1", "T": "1"}, "arms": {}}
    at_run = {"arms": [{"points": [[0, "0"]]}], "T": 1}

    def said(claim, point):
        document = {"format": "imab-certificate/2", "claim": claim, "counterexample": point}
        try:
            return judge(json.dumps(document)).verdict
        except RejectedError as error:
            return error.reason

    assert said(plain, at_plain) == said(run, at_run) == "refuted"
    assert said(run, at_plain) is said(plain, at_run) == "instance"


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
    assert len(str(error.value)) < 500
    return error.value.reason


def about_n(rest, says="n >= 0", given="n >= 0", **more):
    return json.loads(certificate(statement(says, given, **more), goal() | {"rest": rest}))


LONG = "9" * 600


def test_long_numbers():
    """Products, sums of fractions with different denominators, and values at a point."""
    assert reason(about_n(by("h1^24"), given=f"{LONG} >= 0")) == "limit"
    coprime = by(*(f"1/{10**400 + 2 * i + 1}*h1" for i in range(100)))
    assert reason(about_n(coprime)) == "limit"
    huge = about_n(by(), f"{LONG}*n^24 >= 0")
    huge["witness"]["parameters"]["n"] = LONG
    assert reason(huge) == "limit"


@pytest.mark.parametrize(
    "text",
    [
        " + ".join(f"1/{10**590 + i}*n^{i}" for i in range(1, 25)),
        " + ".join(f"1/{10**590 + 2 * i + 1}" for i in range(1, 25)),
        "*".join(["(999999)^24"] * 100),
        "*".join(["((9)^24*(9)^24*(9)^24)^24"] * 3),
    ],
    ids=["denominators", "sums", "powers", "brackets"],
)
def test_numbers_are_bounded_when_read(text):
    assert "more than 14000 bits" in malformed(json.dumps(about_n(by(), f"{text} >= 0")))


def test_degrees_are_bounded_when_read():
    power = "*".join(f"x{i}^24" for i in range(4))
    assert "degree" in malformed(json.dumps(about_n(by(), f"{power} >= 0", names="x0 x1 x2 x3 n")))


def test_curves_with_many_denominators():
    document = valid("half-horizon-at-3")
    points = [[i, f"{i}/{10**300 + 2 * i + 1}"] for i in range(200)]
    document["counterexample"]["arms"]["f"]["points"] = points
    assert reason(document) == "limit"


@pytest.mark.parametrize("policy", [{"opening": 2, "score": "P(f, a, M)"}, "round-robin"])
def test_long_runs(policy):
    document = valid("32k-at-2k-steps")
    document["claim"]["run"] = {"policy": policy}
    for horizon in (10**7, 10**600):
        document["counterexample"]["T"] = horizon
        assert reason(document) == "limit"


def test_many_arms_with_different_denominators():
    document = valid("32k-at-2k-steps")
    arms = [{"points": [[0, f"1/{10**300 + 2 * i + 1}"]]} for i in range(60)]
    document["counterexample"] |= {"arms": arms, "T": 120}
    assert reason(document) == "limit"


def wide(depth):
    if depth == 0:
        return by("h1")
    part = wide(depth - 1)
    return {"case": f"n + {depth}", "low": part, "high": part}


def many_goals(count):
    claim = statement("; ".join(["n >= 0"] * count), "; ".join(["n >= 0"] * count))
    return json.loads(certificate(claim, *[goal("h1")] * count))


def many_uses(count):
    document = valid("lemma")
    document["proof"]["goals"][0]["then"]["uses"] *= count
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
    """x^24 >= 0 at x = x0 + x1 + x2, again and again."""
    power = side(statement("n^24 >= 0", "n >= 0"), goal("h1^24"))
    claim = statement("x0 >= 0", "x0 >= 0; x1 >= 0; x2 >= 0", names="x0 x1 x2")
    node = goal("h1")
    for i in range(uses):
        node = have(f"x{i}", lemma({"h1": by("h1", "h2", "h3")}, n="x0 + x1 + x2"), node)
    return json.loads(certificate(claim, node, lemmas=[power]))


@pytest.mark.parametrize(
    "document",
    [
        about_n(by(*["h1"] * 5000)),
        about_n(by("*".join(["h1^24"] * 50)), given="1 >= 0"),
        about_n(by(*["(" + " + ".join(f"n^{i}" for i in range(1, 25)) + ")^2"] * 100)),
        about_n(wide(11)),
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
    for work in (len(json.dumps(document)) * 11**i // 10**i for i in range(60)):
        monkeypatch.setattr(limits, "MAX_WORK", work)
        with suppress(MalformedError):
            read(json.dumps(document))
            break
    assert reason(document) == "limit"


def test_a_longer_document_has_a_larger_budget(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WORK", 0)
    text = json.dumps(valid("lemma"))
    assert judge(text).verdict == "proved"
    monkeypatch.setattr(limits, "WORK_PER_BYTE", 1)
    assert "too much arithmetic" in malformed(text)
    with pytest.raises(RejectedError) as error:
        judge(text)
    assert error.value.reason == "limit"


def test_lemmas_share_the_budget(monkeypatch):
    document = valid("lemma")
    document["lemmas"] *= 60
    assert judge(json.dumps(document)).verdict == "proved"
    monkeypatch.setattr(limits, "MAX_WORK", 16_000)
    monkeypatch.setattr(limits, "WORK_PER_BYTE", 6)
    assert judge(json.dumps(valid("lemma"))).verdict == "proved"
    assert reason(document) == "limit"


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [about_n(by(*["h1"] * 90_000)), high_powers(90), many_uses(1200)],
    ids=["terms", "powers", "uses"],
)
def test_the_real_budget_ends_too(document):
    assert reason(document) in ("limit", "identity")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10**6,
        '{"a":' * 10**5,
        '{"format": ' + "9" * 10**5 + "}",
        '{"format": "imab-certificate/2", "claim": ' + "[0," * 10**5,
        '"' + "a" * (17 * 2**20) + '"',
        b"\xff\xfe\xfa",
        '{"format": NaN}'.encode("utf-16"),
        "",
    ],
    ids=["lists", "objects", "digits", "unfinished", "size", "bytes", "utf-16", "empty"],
)
def test_texts_that_are_no_documents(text):
    malformed(text)


@pytest.mark.parametrize("depth", [97, 98, 5000])
def test_nested_cases(depth):
    text = json.dumps(about_n({"sum": ["here"]}))
    tree = '{"case": "n", "low": {"empty": []}, "high": ' * depth + '{"sum": []}' + "}" * depth
    text = text.replace('{"sum": ["here"]}', tree)
    if depth > 97:
        assert re.search("deep|depth", malformed(text))
    else:
        with pytest.raises(RejectedError):
            judge(text)


def test_messages_show_no_control_characters():
    document = valid("integer-case")
    document["proof"]["goals"][0]["\ud800\n"] = 1
    assert malformed(json.dumps(document)).isprintable()


def test_long_polynomials_are_not_spelled_out():
    long = " + ".join(f"{LONG}*n^{i}" for i in range(1, 25))
    assert reason(about_n(by(), f"{long} >= 0")) == "identity"
