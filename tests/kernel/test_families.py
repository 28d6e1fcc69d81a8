"""Families of hypotheses: used only in their range, summed only as far, true at every instance."""

import json
from fractions import Fraction
from itertools import accumulate
from random import Random

import pytest
from written import by, certificate, goal, have, outcome, side, statement, use

from imab_verify.kernel import (
    ArmClass,
    Claim,
    Curve,
    Family,
    MalformedError,
    Polynomial,
    RejectedError,
    judge,
    read,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.semantics import atom_values, form_value
from imab_verify.kernel.statement import sum_over, total_of
from imab_verify.kernel.texts import read_comparison


def family(says="f(n) - g(n) >= 0", first="1", last="T", name="n"):
    end = {} if last is None else {"last": last}
    return {"name": name, "first": first, "comparison": says} | end


def claim(says, *families, given="T >= 1", arms="fg", **more):
    return statement(says, given, "T", arms=arms, families=list(families), **more)


DOMAIN = {
    "T": by("h1", "1"),
    "T + 1": by("h1", "2"),
    "n": by("n.first", "1"),
    "n + 2": by("n.first", "3"),
}


def answer(statement, source, *rest, domain=DOMAIN, **more):
    """The goal is what is brought in, plus a rest."""
    node = have("x", source, goal(*rest, uses=[use("x")], **more))
    return outcome(statement, node, domain=domain)


# --- one integer ---


def member(value="T", inside=(("h1",), ()), number=0):
    return {"member": number, "value": value, "inside": [by(*p) for p in inside]}


LAST = claim("f(T) - g(T) >= 0", family())
BEYOND = claim("f(T + 1) - g(T + 1) >= 0", family())
FIRST = claim("f(0) - g(0) >= 0", family())


@pytest.mark.parametrize(
    ("claim", "source", "verdict"),
    [
        (LAST, member(), "proved"),
        (BEYOND, member("T + 1", [["h1", "1"], []]), "identity"),
        (BEYOND, member("T + 1", [["h1", "1"], ["1"]]), "identity"),
        (FIRST, member("0", [[], ["h1", "1"]]), "identity"),
        (LAST, member(inside=[["h1"]]), "coverage"),
        (LAST, member(number=1), "hypothesis"),
        (LAST, member(number=-1), "hypothesis"),
        (LAST, member("1/2*T"), "domain"),
        (LAST, member("n", [[], []]), "identity"),
        (LAST, member("m", [[], []]), "identity"),
    ],
)
def test_a_family_is_used_in_its_range(claim, source, verdict):
    assert answer(claim, source) == verdict


def test_where_a_family_begins_and_ends():
    at_0 = claim("f(0) - g(0) >= 0", family(first="0"))
    domain = DOMAIN | {"n": by("n.first")}
    assert answer(at_0, member("0", [[], ["h1", "1"]]), domain=domain) == "proved"
    open_end = claim("f(T) - g(T) >= 0", family(last=None))
    assert answer(open_end, member(inside=[["h1"]])) == "proved"
    assert answer(open_end, member()) == "coverage"


@pytest.mark.parametrize(("more", "verdict"), [("1/10", "proved"), ("101/1000", "identity")])
def test_the_constant_of_a_family_is_sharp(more, verdict):
    said = claim(f"f(T) - g(T) + {more} >= 0", family(f"f(n) - g(n) + {more} >= 0"))
    assert answer(said, member()) == "proved"
    said = claim("f(T) - g(T) + 1/10 >= 0", family(f"f(n) - g(n) + {more} >= 0"))
    assert answer(said, member()) == verdict


# --- sums ---


def total(first="1", last="T", inside=((), (), ("h1", "1"), ())):
    """The sum begins and ends in the range, has T or no terms, and begins after Rew(f,0)."""
    proofs = [by(*p) for p in inside]
    return {"total": 0, "first": first, "last": last, "inside": proofs}


WHOLE = "Rew(f, T) - Rew(g, T) >= 0"


@pytest.mark.parametrize(
    ("said", "source", "verdict"),
    [
        (family(), total(), "proved"),
        (family(last="T - 1"), total(), "identity"),
        (family(last="T - 1"), total(inside=[[], ["1"], ["h1", "1"], []]), "identity"),
        (family(first="2"), total(), "identity"),
        (family(first="2"), total(inside=[["1"], [], ["h1", "1"], []]), "identity"),
        (family(), total(inside=[[], [], ["h1", "1"]]), "coverage"),
        (family(first="0"), total("0", inside=[[], [], ["h1", "2"], []]), "identity"),
        (family("n*f(n) - g(n) >= 0"), total(), "hypothesis"),
        (family("f(n) + n >= 0"), total(), "identity"),
        (family("f(2*n) - g(n) >= 0"), total(), "hypothesis"),
        (family("Rew(f, n) - g(n) >= 0"), total(), "hypothesis"),
    ],
)
def test_the_sum_of_a_family_compares_rewards(said, source, verdict):
    """Also what has no such sum; f(0) + ... + f(T) is no Rew."""
    inside = by("n.first") if said["first"] == "0" else by("n.first", said["first"])
    domain = DOMAIN | {"n": inside, "2*n": by("2*n.first", "2")}
    assert answer(claim(WHOLE, said), source, domain=domain) == verdict


@pytest.mark.parametrize(("share", "verdict"), [("1/10", "proved"), ("101/1000", "identity")])
def test_a_sum_has_the_constant_as_often_as_it_has_terms(share, verdict):
    said = claim(f"Rew(f, T) - Rew(g, T) >= {share}*T", family("f(n) - g(n) - 1/10 >= 0"))
    node = have("x", total(), goal(uses=[use("x")]))
    assert outcome(said, node, domain=DOMAIN, curves={"g": [[0, "0"]]}) == verdict


LINE, HILL = "T*f(n) - n*f(T) >= 0", "T^2*f(n) - (2*T*n - n^2)*f(T) >= 0"


@pytest.mark.parametrize(
    ("weighted", "says", "verdict"),
    [
        (LINE, "T*Rew(f, T) - 1/2*T*(T + 1)*f(T)", "proved"),
        (LINE, "T*Rew(f, T) - 1/2*T*(T + 1)*f(T) - 1/1000*f(T)", "coverage"),
        (HILL, "T^2*Rew(f, T) - 1/6*T*(T + 1)*(4*T - 1)*f(T)", "proved"),
        (HILL, "T^2*Rew(f, T) - 1/6*T*(T + 1)*(4*T - 1)*f(T) - 1/1000*f(T)", "coverage"),
    ],
)
def test_what_does_not_depend_on_n_is_taken_as_often_as_the_coefficients_say(
    weighted, says, verdict
):
    node = have("x", total(inside=[[], [], ["h1"], []]), goal(uses=[use("x")]))
    said = claim(f"{says} >= 0", family(weighted), arms="f")
    assert outcome(said, node, domain=DOMAIN, curves={"f": [[0, "0"]]}) == verdict


def test_the_sums_of_powers():
    n, last = Polynomial.variable("n"), Polynomial.variable("b")
    for d in range(8):
        p = sum_over(n**d * last + n, "n", Polynomial.constant(2), last)
        for b in (1, 2, 7):
            wanted = sum(Fraction(i) ** d * b + i for i in range(2, b + 1))
            assert p.at({"b": Fraction(b)}) == wanted


@pytest.mark.parametrize(
    ("given", "length", "verdict"),
    [("T >= 2", ["h1"], "proved"), ("T >= 1", ["h1"], "identity"), ("T >= 1", [], "identity")],
)
def test_a_functional_without_n_needs_a_sum_that_is_not_empty(given, length, verdict):
    """Of an empty sum nobody has shown that f(T) is defined."""
    rising = family("f(T) - f(n) >= 0", last="T - 1")
    says = "(T - 1)*f(T) - Rew(f, T - 1) >= 0"
    node = have("x", total(last="T - 1", inside=[[], [], length, []]), goal(uses=[use("x")]))
    beyond = ["1"] if given == "T >= 2" else []
    domain = DOMAIN | {"T": by("h1", given[-1]), "T - 1": by("h1", *beyond)}
    said = claim(says, rising, given=given, arms="f")
    assert outcome(said, node, domain=domain, curves={"f": [[0, "0"]]}) == verdict


def test_a_sum_that_runs_backwards_is_none():
    """The sum over n = T+2..T would be -(f(T+1) - g(T+1)); that over n = T+1..T is empty."""
    wrong = claim("g(T + 1) - f(T + 1) >= 0", family(last=None))
    start = ["h1", "2"]
    for length in ([], ["1"]):
        backwards = total("T + 2", inside=[start, length, start])
        assert answer(wrong, backwards) == "identity"
    nothing = claim("f(T) - f(T) >= 0", family(last=None))
    assert answer(nothing, total("T + 1", inside=[["h1", "1"], [], ["h1", "1"]])) == "proved"


@pytest.mark.parametrize(("relation", "verdict"), [(">=", "proved"), (">", "strictness")])
def test_an_empty_sum_is_not_positive(relation, verdict):
    said = claim(f"Rew(f, T) - Rew(g, T) {relation} 0", family("f(n) - g(n) > 0"), given="T >= 0")
    node = have("x", total(inside=[[], [], ["h1"], []]), goal(uses=[use("x")], strict=0))
    domain = DOMAIN | {"T": by("h1")}
    assert outcome(said, node, domain=domain, curves={"g": [[0, "0"]]}) == verdict


def test_shifted_values_are_summed_where_they_stand():
    """f(3) + ... + f(T+2) is Rew(f,T+2) - Rew(f,2)."""
    shifted = family("f(n + 2) - g(n) >= 0")
    inside = [[], [], ["h1", "1"], ["2"], []]
    domain = DOMAIN | {"T + 2": by("h1", "3")}
    for before, verdict in (("2", "proved"), ("1", "coverage"), ("3", "coverage")):
        says = f"Rew(f, T + 2) - Rew(f, {before}) - Rew(g, T) >= 0"
        curves = {"g": [[0, "0"]]}
        node = have("x", total(inside=inside), goal(uses=[use("x")]))
        assert outcome(claim(says, shifted), node, domain=domain, curves=curves) == verdict


@pytest.mark.parametrize(("first", "verdict"), [("3", "proved"), ("2", "identity")])
def test_a_sum_begins_at_the_first_pull_wherever_the_values_stand(first, verdict):
    """f(n-2) for n = 3..T is f(1) + ... + f(T-2); from n = 2 on f(0) would be part of it."""
    said = claim("Rew(f, T - 2) >= 0", family("f(n - 2) >= 0", first="2"), given="T >= 3", arms="f")
    inside = [["1"] if first == "3" else [], [], ["h1", "1" if first == "3" else "2"], []]
    node = have("x", total(first, inside=inside), goal(uses=[use("x")]))
    domain = {"T - 2": by("h1", "1"), "n - 2": by("n.first")}
    assert outcome(said, node, domain=domain) == verdict


@pytest.mark.parametrize(("relation", "verdict"), [("==", "proved"), (">=", "identity")])
def test_a_sum_of_zeros_is_0(relation, verdict):
    said = claim("Rew(g, T) - Rew(f, T) >= 0", family(f"f(n) - g(n) {relation} 0"))
    node = have("x", total(), goal(uses=[use("x", "-1", "1")]))
    assert outcome(said, node, domain=DOMAIN) == verdict


def test_a_family_of_one_arm():
    """From f(n) >= 1/2 for n = 1..T follows Rew(f,T) >= T/2; not T/2 + 1/1000."""
    half = family("f(n) - 1/2 >= 0")
    for extra, verdict in (("0", "proved"), ("1/1000", "identity")):
        said = claim(f"Rew(f, T) - 1/2*T - {extra} >= 0", half, arms="f")
        assert answer(said, total()) == verdict


# --- meaning ---


@pytest.mark.parametrize(
    ("said", "domain", "verdict"),
    [
        (family(), {"n": by("n.first", "1")}, "proved"),
        (family(), {}, "domain"),
        (family(first="0"), {"n": by("n.first")}, "proved"),
        (family(first="T - 2"), {"n": by("n.first")}, "identity"),
        (
            family("f(n - 1) - g(n) >= 0"),
            {"n": by("n.first", "1"), "n - 1": by("n.first")},
            "proved",
        ),
        (family("f(n - 1) - g(n) >= 0"), {"n": by("n.first", "1")}, "domain"),
        (family("f(T - n) >= 0"), {"T - n": by("n.last")}, "proved"),
        (family("f(T - n) >= 0", last="2*T - 3"), {"T - n": by("n.last")}, "identity"),
    ],
)
def test_the_indices_of_a_family_are_in_the_domain_over_its_range(said, domain, verdict):
    text = claim("T >= 0", said)
    assert outcome(text, goal("h1", "1"), domain=domain) == verdict


@pytest.mark.parametrize(
    "change",
    [
        {"name": "T"},
        {"name": "Rew"},
        {"first": "x"},
        {"last": "x"},
        {"last": "n"},
        {"first": "1/2*T"},
        {"comparison": "x >= 0"},
        {"comparison": "x*f(n) >= 0"},
        {"comparison": "h(n) >= 0"},
        {"comparison": "f(x) >= 0"},
        {"comparison": "OPT >= 0"},
    ],
)
def test_what_is_no_family_is_malformed(change):
    with pytest.raises(MalformedError):
        read(certificate(claim("T >= 0", family() | change), goal()))


@pytest.mark.parametrize("says", ["n*f(n) >= 0", "f(n) + n >= 0", "f(2*n) >= 0", "Rew(f, n) >= 0"])
def test_only_values_go_on_for_ever(says):
    assert read(certificate(claim("T >= 0", family(says)), goal()))
    with pytest.raises(MalformedError, match="without an end"):
        read(certificate(claim("T >= 0", family(says, last=None)), goal()))


def test_the_name_of_a_family_is_known_in_it_alone():
    assert read(certificate(claim("T >= 0", family(), family(first="0")), goal()))
    with pytest.raises(MalformedError):
        read(certificate(claim("n >= 0", family()), goal()))


def test_a_lemma_with_a_family_cannot_be_cited():
    node = have("x", member(), goal(uses=[use("x")]))
    cite = side(LAST, node, **DOMAIN)
    source = {"lemma": 0, "comparison": 0, "parameters": {"T": "T"}, "arms": {"f": "f", "g": "g"}}
    again = have("x", source | {"proofs": {"h1": by("h1")}}, goal(uses=[use("x")]))
    bare = claim("f(T) - g(T) >= 0")
    assert outcome(bare, again, domain=DOMAIN, lemmas=[cite]) == "lemma"


# --- instances ---

HIGH, LOW = [[0, "0"], [4, "1"]], [[0, "0"], [2, "1/2"]]
"""They agree up to n = 2."""
LATE, ALMOST = ([[0, "0"], [50, "1/2"], [n, "3/4"]] for n in (99, 98))
FIVE, SEVEN = [[0, "0"], [5, "1"]], [[0, "0"], [7, "1"]]
STRICT, BACK = "f(n) - g(n) > 0", "f(n - 2) - g(n) >= 0"
BEND = {"says": "f(n) - g(n - 2) >= 0", "first": "2"}


@pytest.mark.parametrize(
    ("said", "f", "g", "false"),
    [
        (family(), HIGH, LOW, None),
        (family(), LOW, HIGH, 3),
        (family(last="2"), LOW, HIGH, None),
        (family(first="T + 1"), LOW, HIGH, None),
        (family(STRICT, first="3"), HIGH, LOW, None),
        (family(STRICT, first="2"), HIGH, LOW, 2),
        (family(last=None), ALMOST, LATE, None),
        (family(last=None), LATE, ALMOST, 51),
        (family(last=None), [[0, "0"], [50, "1/2"], [98, "73/98"]], LATE, 99),
        (family(BACK, first="7", last=None), FIVE, SEVEN, None),
        (family(BACK, first="7", last=None), SEVEN, FIVE, 7),
        (family(first="20", last=None), SEVEN, FIVE, None),
        (family(**BEND, last=None), [[0, "17/18"]], [[0, "0"], [9, "1"]], 11),
        (family(**BEND, last="10"), [[0, "17/18"]], [[0, "0"], [9, "1"]], None),
    ],
)
def test_every_member_holds_at_an_instance(said, f, g, false):
    """Without an end it is looked at up to the last bend, wherever its values stand."""
    point = {"parameters": {"T": "3"}, "arms": {"f": {"points": f}, "g": {"points": g}}}
    document = {"format": "imab-certificate/2", "claim": claim("0 - 1 >= 0", said)}
    text = json.dumps(document | {"counterexample": point})
    if false is None:
        assert judge(text).verdict == "refuted"
    else:
        with pytest.raises(RejectedError, match=f"family number 0 is false at {false}"):
            judge(text)


WEIGHTS = ("1", "T", "n", "n^2 - T", "T*n^3 + 2", "1/2*n")
SUMMED = ("f(n)", "f(n + 2)", "Delta(f, n)", "g(n - 1)")
FIXED = ("f(T)", "Rew(g, T + 1)", "Delta(g, T)", "P(f, 3, T + 3)")


@pytest.mark.parametrize("seed", range(40))
def test_a_sum_is_the_sum_of_the_members(seed):
    """Random families at random rewards: the two sides are the same number, not only the sign."""
    random = Random(seed)  # noqa: S311  a test
    free = [w for w in WEIGHTS if "n" not in w]
    says = [f"({random.choice(free)})*{part}" for part in random.sample(SUMMED, 2)]
    says += [f"({random.choice(WEIGHTS)})*{part}" for part in random.sample(FIXED, 2)]
    says.append(random.choice(WEIGHTS))
    family = Family("n", ONE, read_comparison(" - ".join(says) + " >= 0"))
    a, b = Polynomial.constant(random.randint(2, 4)), Polynomial.variable("T")
    about = Claim(("T",), (("f", ArmClass.MONOTONE), ("g", ArmClass.MONOTONE)))
    T = random.randint(4, 9)
    curves = {}
    for arm in "fg":
        steps = accumulate(random.randint(0, 3) for _ in range(20))
        curves[arm] = Curve(tuple((n, Fraction(v, 100)) for n, v in enumerate(steps)))
    values = {"T": Fraction(T)}
    atoms = atom_values(about, values, curves)
    _, total = total_of(family, a, b)
    each = [
        form_value(family.at(n).form, values, atoms)
        for n in map(Polynomial.constant, range(int(a.at({})), T + 1))
    ]
    assert form_value(total.form, values, atoms) == sum(each)
