"""Sums over arms: what is known of each kind of arm is true, and so is the sum of true bounds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from played import random_world, with_random_rows, with_row

from imab_verify.kernel import (
    ALGORITHM_1,
    ROWS,
    ZERO,
    Crossing,
    Polynomial,
    Run,
    Shares,
    Sum,
    crossing_kinds,
    share_kinds,
    sum_of_crossing,
    sum_of_shares,
)

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
    played, m, final = world.played, world.played.run.opening, world.played.counts()
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
    played, m, g = world.played, world.played.run.opening, world.roles["_g"]
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
    squared = bool(world.claim.run.squares)
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
    for kind, within, goal in check_kinds(world, kinds, share_situations(world, part), random):
        assert within.holds(goal)
        met[kind] += 1
    assert world.holds(sum_of_shares(part, world.region)), (part, world)
    return met


def random_crossing(world, random):
    """A bound by crossings that is true in this run: every alpha is as large as it can be."""
    run, opt = world.claim.run, opt_of(world)
    gamma = coefficient(random) if run.squares and random.random() < 0.5 else ZERO
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
    counted = bool(run.idle) and random.random() < 0.8
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
    run = world.claim.run
    if not world.opened or (run.beside and world.roles[run.beside] != world.roles["_g"]):
        return Counter()
    part = random_crossing(world, random)
    kinds = crossing_kinds(part, world.region)
    met = Counter()
    for kind, within, goal in check_kinds(world, kinds, crossing_situations(world), random):
        assert within.holds(goal)
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
