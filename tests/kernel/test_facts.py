"""The table of facts about runs: each row is true in every run, and needs what it asks for."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from played import arguments, random_world, with_random_rows, with_row
from written import by, goal, have, outcome, statement, use

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Fact,
    Form,
    Kind,
    Polynomial,
    RejectedError,
    Run,
    Sum,
    Term,
)
from imab_verify.kernel.arms import Quotient, bring_in, start_of
from imab_verify.kernel.facts import ROWS, row_of
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, check_well_formed
from imab_verify.kernel.texts import read_comparison
from imab_verify.language.policy_names import ALGORITHM_1

RUNS = 120
K, T = Polynomial.variable("k"), Polynomial.variable("T")


# --- every fact is true --------------------------------------------------------------------------


@pytest.mark.parametrize("word", ROWS)
def test_a_row_is_true_in_random_runs(word):
    """At all of its arguments, after some other rows, whenever its conditions are true."""
    random, met = Random(word), 0  # noqa: S311  examples, not secrets
    for _ in range(RUNS):
        world, _ = with_random_rows(random_world(random), random, 2)
        for of in arguments(world, random):
            after = with_row(world, word, of, "here")
            if after is not None:
                met += after.facts - world.facts + len(after.values) - len(world.values)
    assert met >= RUNS // 3


def test_many_rows_are_true_together():
    random, met = Random(1), Counter()  # noqa: S311  examples, not secrets
    for _ in range(RUNS):
        met += with_random_rows(random_world(random), random, 12)[1]
    assert met.keys() == ROWS.keys()


# --- just outside --------------------------------------------------------------------------------

NAMES = {"N": "pulls f", "X": "pulls g", "H": "most", "L": "least", "Q": "squares", "R": "rival f"}
NAMES |= {"M": "level g", "B": "before g f"}
ALG_T = Comparison(Form(ZERO, ((ONE, Atom(Kind.ALG, indices=(Polynomial.variable("t"),))),)))
GIVEN = Sum((Term(Fraction(1), (("h1", 1),)),))


def region_of(given="T >= 0", policy=ALGORITHM_1, without="", different=("f", "g"), late=()):
    """What a claim with three arms, two of them different, and with many names gives."""
    observed = ((name, tuple(words.split())) for name, words in NAMES.items() if name != without)
    run = Run(policy, tuple(observed), late, different)
    arms = tuple((arm, ArmClass.CONCAVE) for arm in "fge")
    givens = (read_comparison(given),)
    claim = Claim(("k", "T", "t", *run.named), arms, givens, (ALG_T,), run=run)
    check_well_formed(claim)
    return start_of(claim)[1]


def reason_for(region, word, *of, conditions=()):
    with pytest.raises(RejectedError) as error:
        bring_in("x", Fact(word, of, conditions), region)
    return error.value.reason


@pytest.mark.parametrize(
    ("word", "of", "inside", "outside"),
    [
        ("opening", (), "T >= 2*k", "T >= 2*k - 1"),
        ("last", ("f",), "N >= 3", "N >= 2"),
        ("leader", (), "H >= 3", "H >= 2"),
        ("order", ("t1", "T"), "T >= t", "T >= t - 1"),
        ("order", ("T", "t1"), "t >= T", "T >= t"),
    ],
)
def test_a_condition_is_proved_once_and_no_less_is_enough(word, of, inside, outside):
    bring_in("x", Fact(word, of, (GIVEN,)), region_of(inside))
    assert reason_for(region_of(outside), word, *of, conditions=(GIVEN,)) == "identity"
    for conditions in ((), (GIVEN, GIVEN)):
        assert reason_for(region_of(inside), word, *of, conditions=conditions) == "coverage"
    for policy in (ANY, ROUND_ROBIN):
        other = region_of(inside, policy)
        if word == "order":
            bring_in("x", Fact(word, of, (GIVEN,)), other)
        else:
            assert reason_for(other, word, *of, conditions=(GIVEN,)) == "rule"


def test_every_row_with_a_condition_is_tried_without_it():
    conditional = {
        word
        for word in ROWS
        for of in ((), ("f",), ("T", "t1"))
        if word not in ("share", "rest")
        and not rejected(lambda word=word, of=of: row_of(word, of, region_of()))
        and row_of(word, of, region_of()).conditions
    }
    assert conditional == {"opening", "last", "leader", "order"}


def rejected(action):
    try:
        action()
    except RejectedError:
        return True
    return False


WRONG = [
    "sizes f",
    "count",
    "count T",
    "count k",
    "count Q",
    "count R",
    "count t",
    "count N X",
    "different f g",
    "others",
    "pulled",
    "pulled f",
    "pulled h",
    "best",
    "best h",
    "best _h",
    "best _h1 t1",
    "best f t2",
    "best f t",
    "best f 0",
    "share",
    "share f f",
    "share f e",
    "share e",
    "share _g",
    "share _h",
    "rest",
    "rest f f",
    "rest f e",
    "rest _g",
    "best_count f",
    "order T",
    "order T t2",
    "opening f",
    "last",
    "last e",
    "last _g",
    "last _h",
    "leader f",
    "nothing",
]


@pytest.mark.parametrize("text", WRONG)
def test_a_row_takes_its_own_arguments_only(text):
    word, *of = text.split()
    assert reason_for(region_of(), word, *of) == "rule"


def test_every_row_has_wrong_arguments():
    assert {text.split()[0] for text in WRONG} == {*ROWS, "nothing"}


@pytest.mark.parametrize(
    ("word", "of", "names"),
    [
        ("leader", (), {"without": "H"}),
        ("count", ("H",), {"without": "H"}),
        ("share", ("f", "g"), {"different": ()}),
        ("rest", ("f", "g"), {"different": ("f",)}),
        ("last", ("g",), {"without": "X"}),
    ],
)
def test_a_row_needs_the_names_that_it_speaks_of(word, of, names):
    row_of(word, of, region_of())
    assert reason_for(region_of(**names), word, *of) == "rule"


@pytest.mark.parametrize("word", ["best_count", "last", "leader"])
def test_a_name_is_declared_once(word):
    of, given = {"last": (("f",), "N >= 3"), "leader": ((), "H >= 3")}.get(word, ((), "T >= 0"))
    conditions = (GIVEN,) * (word in ("last", "leader"))
    once = bring_in("y", Fact(word, of, conditions), region_of(given))
    assert reason_for(once, word, *of, conditions=conditions) == "rule"


def test_a_claim_about_arms_has_no_facts_about_runs():
    _, region = start_of(Claim(("k", "T"), conclusion=(read_comparison("T >= 0"),)))
    for word in ROWS:
        assert reason_for(region, word) == "rule"


def test_round_robin_and_no_other_policy_shares_the_pulls():
    """N >= floor(T/k) and N <= ceil(T/k)."""

    def ends(policy):
        sizes = bring_in("s", Fact("sizes"), region_of(policy=policy))
        by_k = Sum((Term(Fraction(1), (("s.arms", 1),)),))
        region = bring_in("q", Quotient(T, K, by_k), sizes)
        region = bring_in("x", Fact("count", ("N",)), region)
        return {c.name.removeprefix("x.") for c in region.constraints}

    assert ends(ROUND_ROBIN) - ends(ANY) == {"floor", "ceiling", "turn"}


FLAT = [{"points": [[0, reward]]} for reward in ("1/2", "0")]
LOOSE = {"arms": FLAT, "T": 3, "choices": [1, 2, 1]}
"""A run in which the facts hold with something to spare."""
COUNT_H = {"fact": "count", "of": ["H"]}


@pytest.mark.parametrize(
    ("says", "source", "name"),
    [
        ("T >= H", COUNT_H, "x.sum"),
        ("H >= 0", COUNT_H, "x.low"),
        ("k*H >= T", COUNT_H, "x.others_most"),
        ("k >= 1", {"fact": "sizes"}, "x.arms"),
    ],
)
def test_a_fact_proves_itself_and_nothing_more(says, source, name):
    run = {"policy": "any", "observed": {"H": ["most"]}}
    proof = have("x", source, goal(name))
    assert outcome(statement(says, names="k T H", run=run), proof) == "proved"
    more = statement(f"{says} + 1/1000", names="k T H", run=run)
    assert outcome(more, proof, witness=LOOSE) == "identity"


@pytest.mark.parametrize(
    ("says", "word", "name"),
    [
        ("OPT >= Rew(f, T)", "best f", "x.best"),
        ("ALG >= Rew(f, N)", "share f", "x.share"),
        ("Rew(f, N) + (k - 1)*OPT >= ALG", "rest f", "x.earned"),
    ],
)
def test_a_fact_about_rewards_proves_itself_and_nothing_more(says, word, name):
    word, *of = word.split()
    proof = have("x", {"fact": word, "of": of}, goal(uses=[use(name)]))
    domain = {"T": have("s", {"fact": "sizes"}, by("s.steps"))}
    domain["N"] = have("n", {"fact": "count", "of": ["N"]}, by("n.low"))
    about = {
        "names": "k T N",
        "arms": "f",
        "run": {"policy": "any", "observed": {"N": ["pulls", "f"]}},
    }
    witness = LOOSE | {"roles": {"f": 1}}
    claim = statement(says, **about)
    assert outcome(claim, proof, domain=domain, witness=witness) == "proved"
    left, right = says.split(" >= ")
    more = statement(f"{left} >= {right} + 1/1000", **about)
    witness = LOOSE | {"roles": {"f": 2}}
    assert outcome(more, proof, domain=domain, witness=witness) == "identity"


def test_a_late_arm_has_more_pulls_than_the_opening():
    def known(late):
        region = bring_in("x", Fact("pulled", ("g",)), region_of(late=late))
        return {c.name: c.polynomial for c in region.constraints}

    X, two = Polynomial.variable("X"), Polynomial.constant(2)
    early, late = known(()), known(("g",))
    assert early["x.X_late"] - late["x.X_late"] == two
    assert early["x.steps"] - late["x.steps"] == K.scaled(2)
    assert early["x.level"] == Polynomial.variable("M") - X + ONE
