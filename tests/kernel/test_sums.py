"""Sums over arms: what is known of each kind of arm is true, and so is the sum of true bounds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from played import opening_of, random_world, with_random_rows, with_row
from written import by, goal, have, outcome, statement, use

from imab_verify.kernel import (
    Case,
    Combine,
    Crossing,
    Have,
    Polynomial,
    RejectedError,
    Run,
    Shares,
    Sum,
    judge,
    read,
)
from imab_verify.kernel.arms import start_of
from imab_verify.kernel.facts import ROWS, beside_of
from imab_verify.kernel.polynomials import ZERO
from imab_verify.kernel.sums import crossing_kinds, share_kinds, sum_of_crossing, sum_of_shares
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question

RUNS = 300
LEVEL = Polynomial.variable("_M")
number = Polynomial.constant
UNKNOWN = Sum(())
"""In the place of a proof that nobody looks at here."""


def coefficient(random):
    return number(Fraction(random.randint(-4, 6), random.choice((1, 2, 7))))


# --- what is known of an arm ---------------------------------------------------------------------


def moment(world, i, step):
    """The level and the count of _g before a step, as names of the kinds of arms."""
    then = world.played.counts(step)
    return {"_N": world.played.counts()[i], "_M": max(then), "_B": then[world.roles["_g"]]}


def share_situations(world, part):
    """The kind of each arm that a sum is about, with the values of the names of the rule."""
    played, m, final = world.played, opening_of(world.played.run), world.played.counts()
    for i in range(len(played.arms)):
        if part.over == "others" and i == world.roles["_g"]:
            continue
        if part.opened is None:
            yield "any", {"_N": final[i]}, {"_f": i}
        elif final[i] == m:
            yield "idle", {}, {"_f": i}
        else:
            own = [t for t in range(played.T) if played.pulls[t] == i]
            yield "late", moment(world, i, own[m if part.pull == "first" else -1]), {"_f": i}


def crossing_situations(world):
    """The kind of each arm, and of each two arms that crossed one after the other."""
    played, m, g = world.played, opening_of(world.played.run), world.roles["_g"]
    final, crossed = played.counts(), []
    yield "best", {"_N": final[g]}, {}
    for i in (i for i in range(len(played.arms)) if i != g):
        step = played.last_pull(i)
        then = moment(world, i, step)
        if final[i] == m:
            yield "idle", {}, {"_f": i}
        elif then["_M"] >= final[i]:
            yield "late", then, {"_f": i}
        else:
            crossed.append((then["_M"], i, step, then["_B"]))
    crossed.sort()
    for kind, place in (("first", crossed[:1]), ("last", crossed[-1:])):
        for level, i, _, before in place:
            yield kind, {"_M": level, "_B": before}, {"_f": i}
    for (low, f, step, before), (high, e, _, later) in pairwise(crossed):
        counts = {"_M": low, "_B": before, "_L": high, "_G": later}
        yield "next", counts | {"_H": played.counts(step)[e]}, {"_f": f, "_e": e}


def check_kinds(world, kinds, situations, random):
    """What is known of the arms is true, with some rows more; the worlds, by kind."""
    for kind, values, roles in situations:
        inside, goal = kinds[kind]
        within = world.knowing(inside, values, roles)
        with_random_rows(within, random, 2)
        yield kind, within, goal


# --- true bounds have true sums ------------------------------------------------------------------


def random_shares(world, random):
    """A bound for shares that is true in this run, as large as it can be."""
    squared = bool(world.claim.run.name_of("squares"))
    names = ("beta", "gamma", "alpha_opt", "beta_opt", "gamma_opt")
    more = {
        name: coefficient(random)
        for name in names
        if random.random() < 0.5 and (squared or "gamma" not in name)
    }
    over = random.choice(("all", "others")) if "_n" in world.values else "all"
    opened = UNKNOWN if world.opened and random.random() < 0.8 else None
    weight, pull = coefficient(random), random.choice(("last", "first"))
    part = Shares(weight, {}, over=over, pull=pull, opened=opened, **more)
    slack = []
    for i, n in enumerate(world.played.counts()):
        if over == "all" or i != world.roles["_g"]:
            own = [world.at(p) for p in (part.beta, part.gamma)]
            opt = [world.at(p) for p in (part.alpha_opt, part.beta_opt, part.gamma_opt)]
            share = own[0] * n + own[1] * n * n
            best = opt_of(world) * (opt[0] + opt[1] * n + opt[2] * n * n)
            slack.append(world.at(weight) * world.played.arms[i].rew(n) - share - best)
    return replace(part, alpha=number(min(slack, default=Fraction(1))))


def opt_of(world):
    return max(arm.rew(world.played.T) for arm in world.played.arms)


def check_shares(world, random):
    """The number of arms whose bounds are true; then their sum is."""
    part = random_shares(world, random)
    kinds = share_kinds(part, world.region)
    assert kinds.keys() == ({"any"} if part.opened is None else {"idle", "late"})
    met = Counter()
    for kind, within, wanted in check_kinds(world, kinds, share_situations(world, part), random):
        assert within.holds(wanted)
        met[kind] += 1
    assert world.holds(sum_of_shares(part, world.region)), (part, world)
    return met


def random_crossing(world, random):
    """A bound by crossings that is true in this run: every alpha is as large as it can be."""
    run, opt = world.claim.run, opt_of(world)
    gamma = coefficient(random) if run.name_of("squares") and random.random() < 0.5 else ZERO
    weight, beta = coefficient(random), coefficient(random)
    share = coefficient(random) + coefficient(random) * LEVEL
    rest = coefficient(random) - coefficient(random) * LEVEL
    arms, final, best = world.played.arms, world.played.counts(), world.roles["_g"]

    def pot(i, level):
        u, v = (p.substitute({"_M": number(Fraction(level))}).at({}) for p in (share, rest))
        return u * arms[i].rew(level) + v * opt

    def room(i, more=Fraction(0)):
        n = final[i]
        left = weight.at({}) * arms[i].rew(n) + more
        return (left / opt if opt else Fraction(0)) - beta.at({}) * n - gamma.at({}) * n * n

    alphas, idle, last = [], [], Fraction(0)
    for kind, values, roles in crossing_situations(world):
        f, level = roles.get("_f"), values.get("_M")
        if kind == "idle":
            idle.append(room(f))
        elif kind == "late":
            alphas.append(room(f))
        elif kind == "first":
            alphas.append(room(f, -pot(f, level)))
        elif kind == "next":
            e, high = roles["_e"], values["_L"]
            alphas.append(room(e, pot(f, level) - pot(e, high)))
        elif kind == "last":
            last = min(last, pot(f, level) / opt) if opt else last
    counted = beside_of(world.region) and run.name_of("idle", beside_of(world.region))
    counted = bool(counted) and random.random() < 0.8
    alpha = min([*alphas, *([] if counted else idle)], default=Fraction(1))
    return Crossing(
        weight,
        beta,
        number(alpha),
        number(room(best)),
        number(alpha + last),
        share,
        rest,
        opened=UNKNOWN,
        order=UNKNOWN,
        proofs={},
        gamma=gamma,
        alpha_idle=number(min(idle, default=Fraction(2))) if counted else None,
    )


def check_crossing(world, random):
    """The same for sums by crossings, where the arm beside the others is the best one."""
    beside = beside_of(world.region)
    if not world.opened or (beside and world.roles[beside] != world.roles["_g"]):
        return Counter()
    part = random_crossing(world, random)
    kinds = crossing_kinds(part, world.region)
    met = Counter()
    for kind, within, wanted in check_kinds(world, kinds, crossing_situations(world), random):
        assert within.holds(wanted)
        met[kind] += 1
    assert met.keys() <= kinds.keys() == {"best", "idle", "late", "first", "next", "last"}
    assert world.holds(sum_of_crossing(part, world.region)), (part, world)
    return met


@pytest.mark.parametrize(
    ("check", "kinds"),
    [
        (check_shares, {"any", "idle", "late"}),
        (check_crossing, {"best", "idle", "late", "first", "next", "last"}),
    ],
)
def test_kinds_of_arms_and_sums_are_true_in_random_runs(check, kinds):
    random, met = Random(2), Counter()  # noqa: S311  examples, not secrets
    for _ in range(RUNS):
        world = random_world(random, random.choice((None, Run(ALGORITHM_1))))
        world = with_row(world, "best_count", (), "best") if random.random() < 0.7 else world
        world, _ = with_random_rows(world, random, 2, [word for word in ROWS if word != "last"])
        met += check(world, random)
    assert met.keys() == kinds
    assert min(met.values()) >= 5


# --- just outside --------------------------------------------------------------------------------

VALID = Path(__file__).parents[1] / "certificates" / "valid"
SUMS = {
    name: read((VALID / f"proved--{name}.json").read_text())
    for name in ("facts-sum", "facts-first-pull", "crossing-sum", "crossing-final-counts")
}
NUMBERS = {
    Shares: ("weight", "alpha", "beta", "gamma", "alpha_opt", "beta_opt", "gamma_opt"),
    Crossing: ("weight", "beta", "alpha", "alpha_optimal", "alpha_last", "share", "rest"),
}


def sum_in(node):
    """The sum over arms in a proof."""
    while not isinstance(node, Have) or not isinstance(node.source, Shares | Crossing):
        node = node.then if isinstance(node, Have) else node.high
    return node.source


def with_sum(node, change):
    """The proof with its sums over arms changed."""
    match node:
        case Have(_, Shares() | Crossing() as source, _):
            return replace(node, source=change(source))
        case Have():
            return replace(node, then=with_sum(node.then, change))
        case Case():
            return replace(node, low=with_sum(node.low, change), high=with_sum(node.high, change))
    return node


def verdict(name, change):
    """What is said of a certificate whose sum over arms is changed: "proved", or why not."""
    proof = SUMS[name].proof
    goals = tuple(with_sum(goal, change) for goal in proof.goals)
    try:
        return judge(dumps(replace(SUMS[name], proof=replace(proof, goals=goals)))).verdict
    except RejectedError as error:
        return error.reason


EACH = [(name, key) for name in SUMS for key in NUMBERS[type(sum_in(SUMS[name].proof.goals[0]))]]
KINDS = [(name, kind) for name in SUMS for kind in sum_in(SUMS[name].proof.goals[0]).proofs]


@pytest.mark.parametrize("name", SUMS)
def test_the_sums_are_proved(name):
    assert verdict(name, lambda part: part) == "proved"


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_every_kind_of_arm_needs_its_proof(name, kind):
    def without(part):
        return replace(part, proofs={k: p for k, p in part.proofs.items() if k != kind})

    def untold(part):
        return replace(part, proofs=part.proofs | {kind: Combine({})})

    assert verdict(name, without) == "coverage"
    assert verdict(name, untold) == "coverage"


def test_all_kinds_are_tried():
    assert {kind for _, kind in KINDS} == {"idle", "late", "best", "first", "next", "last"}


@pytest.mark.parametrize(("name", "key"), EACH)
@pytest.mark.parametrize("by", [Fraction(1, 1000), Fraction(-1, 1000)])
def test_other_numbers_need_other_proofs(name, key, by):
    """In the bounds of the kinds, or in the claim that follows from the sum."""
    more = verdict(name, lambda part: replace(part, **{key: getattr(part, key) + number(by)}))
    assert more in ("identity", "coverage", "rule")


@pytest.mark.parametrize(("name", "key"), EACH)
@pytest.mark.parametrize("foreign", ["_N", "_B", "x"])
def test_numbers_speak_of_the_names_of_the_claim(name, key, foreign):
    p = Polynomial.variable(foreign)
    more = verdict(name, lambda part: replace(part, **{key: getattr(part, key) + p}))
    assert more in ("identity", "coverage", "rule")


@pytest.mark.parametrize("foreign", ["_N", "_M", "x"])
def test_names_that_cancel_out_of_the_sum_are_foreign_too(foreign):
    """alpha_optimal + x and alpha_last - x have the sum that they had without x."""
    p = Polynomial.variable(foreign)

    def change(part):
        return replace(part, alpha_optimal=part.alpha_optimal + p, alpha_last=part.alpha_last - p)

    assert verdict("crossing-sum", change) == "identity"


@pytest.mark.parametrize("name", SUMS)
def test_the_opening_needs_its_proof(name):
    assert verdict(name, lambda part: replace(part, opened=Sum(()))) == "identity"


def test_without_the_opening_a_bound_is_for_any_count():
    more = verdict("facts-sum", lambda part: replace(part, opened=None))
    assert more == "coverage"


@pytest.mark.parametrize("name", ["crossing-sum", "crossing-final-counts"])
def test_the_order_of_the_alphas_needs_its_proof(name):
    assert verdict(name, lambda part: replace(part, order=Sum(()))) == "identity"


def test_the_arm_beside_the_others_is_best():
    assert verdict("crossing-final-counts", lambda part: replace(part, best=None)) == ("coverage")
    untold = verdict("crossing-final-counts", lambda part: replace(part, best=Combine({})))
    assert untold == "coverage"


@pytest.mark.parametrize("key", ["over", "pull"])
@pytest.mark.parametrize("name", ["facts-sum", "facts-first-pull"])
def test_another_sum_is_another_fact(name, key):
    other = {"all": "others", "others": "all", "first": "last", "last": "first"}
    more = verdict(name, lambda part: replace(part, **{key: other[getattr(part, key)]}))
    assert more in ("identity", "coverage", "hypothesis")


@pytest.mark.parametrize("policy", ["round-robin", "any"])
@pytest.mark.parametrize("name", SUMS)
def test_sums_after_an_opening_belong_to_index_policies(name, policy):
    run = replace(SUMS[name].claim.run, policy=policy)
    seen = tuple((name, said) for name, said in run.observed if said[0] not in ("idle", "rival"))
    run = replace(run, observed=seen)
    claim = replace(SUMS[name].claim, run=run)
    with pytest.raises(RejectedError) as error:
        judge(dumps(replace(SUMS[name], claim=claim)))
    assert error.value.reason in ("rule", "instance")


def test_sums_of_what_has_no_name():
    """Squares, idle arms, and the count of the best arm."""
    _, region = start_of(SUMS["crossing-sum"].claim)
    part = sum_in(SUMS["crossing-sum"].proof.goals[0])
    shares = Shares(number(Fraction(1)), {})
    for call in (
        lambda: sum_of_crossing(replace(part, gamma=LEVEL), region),
        lambda: sum_of_crossing(replace(part, alpha_idle=LEVEL), region),
        lambda: sum_of_shares(replace(shares, gamma=number(Fraction(1))), region),
        lambda: sum_of_shares(replace(shares, gamma_opt=number(Fraction(1))), region),
        lambda: sum_of_shares(replace(shares, over="others"), region),
    ):
        with pytest.raises(RejectedError) as error:
            call()
        assert error.value.reason == "rule"


def test_sums_at_another_time_are_about_counts_alone():
    """Squares, the opening and the best arm are those of T."""
    claim = read_question("ALG(2*T) >= ALG(T)", run=Run(ALGORITHM_1)).claims().claim
    _, region = start_of(claim)
    plain = Shares(number(Fraction(1)), {}, time="t1")
    sum_of_shares(plain, region)
    one = number(Fraction(1))
    for changes in ({"gamma": one}, {"gamma_opt": one}, {"opened": UNKNOWN}, {"over": "others"}):
        with pytest.raises(RejectedError) as error:
            sum_of_shares(replace(plain, **changes), region)
        assert error.value.reason == "rule"


# --- squares, by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["", "_opt"])
def test_squares_are_summed(unit):
    """0 >= -(N-1)^2 for every arm, so Q >= 2*T - k for the sum Q of all squares; so in OPT."""
    square = "*(_N - 1)^2"
    rays = {
        "case": "T - _j",
        "low": by(f"1/2*T.steps^2{square}", f"1/2*T.steps{square}"),
        "high": by(
            *(f"{p}{square}" for p in ("2", "5/2*ray", "1/2*ray^2", "c1", "ray*c1")),
        ),
    }
    one_arm = goal(f"1{square}")
    if unit:
        one_arm = goal(arms={"_g": {"constant": by(f"T.steps{square}"), "ray": rays}})
    share = {f"alpha{unit}": "-1", f"beta{unit}": "2", f"gamma{unit}": "-1"}
    shares = {"shares": "0", "proofs": {"any": one_arm}} | share
    proof = have("T", {"fact": "sizes"}, have("x", shares, goal(uses=[use("x")])))
    says = "(Q - 2*T + k)*OPT >= 0" if unit else "Q - 2*T + k >= 0"
    domain = {"T": have("T", {"fact": "sizes"}, by("T.steps"))} if unit else {}
    claim = statement(says, names="k T Q", run={"policy": "any", "observed": {"Q": ["squares"]}})
    assert outcome(claim, proof, domain=domain) == "proved"
    unnamed = claim | {"run": {"policy": "any", "observed": {"Q": ["most"]}}}
    assert outcome(unnamed, proof, domain=domain, at=1) == "rule"
