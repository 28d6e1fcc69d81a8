"""Random runs of policies, played here and not by the kernel, and what is true in them.

A `World` gives every name of a claim about the run its value: names of counts, arms of the
instance, and the names that facts of the kernel declare. Comparisons are evaluated from the
definitions.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, product

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
    Form,
    Index,
    Kind,
    Polynomial,
    RejectedError,
    Run,
)
from imab_verify.kernel.arms import start_of
from imab_verify.kernel.facts import ROWS, after_row, beside_of, row_of
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, check_well_formed, knows_horizon
from imab_verify.language.policy_names import ALGORITHM_1

K, T, M, A = (Polynomial.variable(v) for v in ("k", "T", "M", "a"))
TIME = Polynomial.variable("t")


# --- arms ----------------------------------------------------------------------------------------


class Arm:
    """f(0), f(1), ...; the last value goes on."""

    def __init__(self, values):
        self.values = values
        self.sums = [Fraction(0), *accumulate(values[1:])]

    def f(self, n):
        assert n >= 0, "f is not defined there"
        return self.values[min(n, len(self.values) - 1)]

    def rew(self, n):
        assert n >= 0, "Rew is not defined there"
        last = len(self.sums) - 1
        return self.sums[min(n, last)] + max(n - last, 0) * self.values[-1]

    def of(self, kind, n, target=0):
        """A functional, by its definition."""
        match kind:
            case Kind.VALUE:
                return self.f(n)
            case Kind.REW:
                return self.rew(n)
            case Kind.DELTA:
                return self.f(n) - self.f(n - 1)
            case Kind.P:
                steps, rise = target - n, self.f(n) - self.f(n - 1)
                assert steps >= 0, "P is not defined there"
                return self.rew(n) + sum(self.f(n) + (i + 1) * rise for i in range(steps))
        raise AssertionError(kind)


def random_arm(random, size):
    """Concave and increasing, in [0,1]; few slopes, so that ties are frequent."""
    palette = random.choice(((0, 0, 1, 2, 5, 12), (0, 1), (0, 12), (0, 0, 0, 12), (3,), (0,)))
    slopes = sorted((random.choice(palette) for _ in range(size)), reverse=True)
    values = [*accumulate(slopes, initial=random.choice((0, 0, 0, 1, 7, 30)))]
    top = max(values[-1], 1) if random.random() < 0.3 else 12 * size + 30
    return Arm([Fraction(v, top) for v in values])


# --- policies ------------------------------------------------------------------------------------


def random_index(random):
    """An index policy with any score that it can see."""
    m = random.randint(1, 3)
    seen = [Atom(Kind.VALUE, "f", (A,)), Atom(Kind.REW, "f", (A,))]
    if m >= 2:
        seen += [Atom(Kind.VALUE, "f", (A - ONE,)), Atom(Kind.DELTA, "f", (A,))]
        seen += [Atom(Kind.P, "f", (A, target)) for target in (M, M + ONE, T, A + K)]
    factors = (ONE, ONE, -ONE, A, M, K, T, M - A, A * A - M, ONE.scaled(Fraction(1, 3)))
    terms = tuple(
        (random.choice(factors), random.choice(seen)) for _ in range(random.randint(1, 3))
    )
    return Index(m, Form(random.choice((ZERO, ZERO, A, -A, K - M, A * M)), terms))


def random_policy(random):
    order = random.choice(("rounds", "pairs"))
    own = replace(random_index(random), order=order)
    named = replace(ALGORITHM_1, order=order)
    return Run(random.choice((named, named, own, own, own, ROUND_ROBIN, ANY)))


def opening_of(run):
    """The pulls of every arm in the opening."""
    return run.index.opening if run.index else 0


@dataclass
class Played:
    """A run: T steps are looked at, and some more are played."""

    run: Run
    arms: list[Arm]
    T: int
    pulls: list[int]

    def counts(self, t=None):
        counts = Counter(self.pulls[: self.T if t is None else t])
        return [counts[i] for i in range(len(self.arms))]

    def alg(self, t):
        return sum(arm.rew(n) for arm, n in zip(self.arms, self.counts(t), strict=True))

    def best_at(self, t):
        totals = [arm.rew(t) for arm in self.arms]
        return [i for i, total in enumerate(totals) if total == max(totals)]

    def last_pull(self, i):
        """The step of the last pull among the first T, from 0; -1 if there is none."""
        return max((t for t in range(self.T) if self.pulls[t] == i), default=-1)


def score(index, arm, a, M, k, T):
    """The score of an arm with a pulls, from its definition."""
    at = {"a": Fraction(a), "M": Fraction(M), "k": Fraction(k), "T": Fraction(T)}
    total = index.score.constant.at(at)
    for coefficient, atom in index.score.terms:
        where = [int(p.at(at)) for p in atom.indices]
        total += coefficient.at(at) * arm.of(atom.kind, *where)
    return total


def play(random, run, arms, T, steps):
    """The pulls of a policy with horizon T, with ties broken at random."""
    k, index, m = len(arms), run.index, opening_of(run)
    pulls, counts = [], [0] * k
    while len(pulls) < steps:
        t = len(pulls)
        if run.policy == ROUND_ROBIN:
            i = t % k
        elif index is None:
            i = pulls[-1] if pulls and random.random() < 0.3 else random.randrange(k)
        elif t < m * k:
            i = t % k if index.order == "rounds" else t // m
        else:
            level = max(counts)
            scores = [score(index, arm, counts[j], level, k, T) for j, arm in enumerate(arms)]
            best = [j for j in range(k) if scores[j] == max(scores)]
            fewest = min(counts[j] for j in best)
            i = random.choice([j for j in best if counts[j] == fewest])
        pulls.append(i)
        counts[i] += 1
    return pulls


def random_played(random, run=None):
    run = run or random_policy(random)
    k = random.choice((1, 2, 2, 3, 3, 4, 5))
    start = opening_of(run) * k
    T = random.randint(0, start) if random.random() < 0.15 else start + random.randint(0, 16)
    steps = T if knows_horizon(run) else random.choice((T, T + random.randint(0, 5), 2 * T))
    pool = [random_arm(random, random.randint(1, T + 6)) for _ in range(random.choice((1, k, k)))]
    if random.random() < 0.4:  # one slope and several bends: arms overtake one another
        pool = [
            Arm([Fraction(n, T + 7) for n in range(random.randint(3, T + 6))]) for _ in range(k)
        ]
    arms = [random.choice(pool) for _ in range(k)]
    return Played(run, arms, T, play(random, run, arms, T, steps))


# --- what is true --------------------------------------------------------------------------------


@dataclass
class World:
    """A claim about a run that is played, what the kernel says it gives, and what is true."""

    played: Played
    claim: Claim
    region: object
    values: dict
    roles: dict = field(default_factory=dict)
    """The arm of the instance that a name stands for."""
    constants: dict = field(default_factory=dict)
    """The constant that an arm for ALG stands for."""

    @property
    def opened(self):
        """Whether every arm got the pulls of the opening of an index policy."""
        run = self.played.run
        return run.index is not None and run.index.opening * len(self.played.arms) <= self.played.T

    def at(self, p):
        return p.at({name: Fraction(self.values[name]) for name in p.names()})

    def of(self, form):
        total = self.at(form.constant)
        for coefficient, atom in form.terms:
            arm = self.constants.get(atom.arm) or self.played.arms[self.roles[atom.arm]]
            where = [self.at(p) for p in atom.indices]
            assert all(n.denominator == 1 for n in where)
            total += self.at(coefficient) * arm.of(atom.kind, *map(int, where))
        return total

    def holds(self, comparison):
        value = self.of(comparison.form)
        return {">=": value >= 0, ">": value > 0, "==": value == 0}[comparison.relation.value]

    def knowing(self, region, values=(), roles=()):
        """The same run with more names; everything new that is known there must be true."""
        old = self.region
        more = World(
            self.played,
            self.claim,
            region,
            self.values | dict(values),
            self.roles | dict(roles),
            self.constants,
        )
        for c in region.constraints[len(old.constraints) :]:
            value = more.at(c.polynomial)
            assert value > 0 or (value == 0 and not c.strict), (c, more.values, self.claim)
        for name, fact in region.hypotheses[len(old.hypotheses) :]:
            assert more.holds(fact), (name, fact, more.values, more.roles, self.claim)
        assert region.names <= more.values.keys(), "a name that is declared has no value here"
        assert {arm for arm, _ in region.arms} <= {*more.roles, *more.constants}
        return more

    @property
    def facts(self):
        return len(self.region.constraints) + len(self.region.hypotheses)


def chosen(random, chance, value, otherwise=""):
    return value if random.random() < chance else otherwise


def random_world(random, run=None):
    """A run with a claim that gives names to some of what there is."""
    played = random_played(random, run)
    final, k = played.counts(), len(played.arms)
    names = ["f", "g", "e"][: random.randint(1, 3)]
    roles = {name: random.randrange(k) for name in names}
    if random.random() < 0.5:
        roles[names[-1]] = random.choice(played.best_at(played.T))
    run, values, observed, late = played.run, {}, [], []

    def observe(chance, name, number, *words):
        if random.random() < chance:
            observed.append((name, words))
            values[name] = number

    for name in names:
        observe(0.7, f"N{name}", final[roles[name]], "pulls", name)
    different = []
    for name in names:
        if random.random() < 0.8 and roles[name] not in [roles[other] for other in different]:
            different.append(name)
    observe(0.6, "M", max(final), "most")
    observe(0.6, "L", min(final), "least")
    observe(0.6, "S", sum(n * n for n in final), "squares")
    for beside in random.sample(names, random.choice((0, 1, 1, len(names)))):
        others = [n for i, n in enumerate(final) if i != roles[beside]]
        if run.index is not None:
            idle = sum(n <= opening_of(run) for n in others)
            observe(0.7, f"Z{beside}", idle, "idle", beside)
        observe(0.7, f"R{beside}", max(others, default=0), "rival", beside)
    for pulled in random.sample(names, random.choice((0, 1, 1, len(names)))):
        last = played.last_pull(roles[pulled])
        if last < 0:
            continue
        then = played.counts(last)
        for name in names:
            observe(0.5, f"B{pulled}{name}", then[roles[name]], "before", pulled, name)
        observe(0.7, f"V{pulled}", max(then), "level", pulled)
        if run.index and last >= opening_of(run) * k and random.random() < 0.7:
            late.append(pulled)
    run = Run(run.policy, tuple(observed), tuple(late), chosen(random, 0.7, tuple(different), ()))
    values |= {"k": k, "T": played.T, "t": random.randint(0, len(played.pulls))}
    goals = [Comparison(Form(ZERO, ((ONE, Atom(Kind.OPT)),)))]
    if not knows_horizon(run) and random.random() < 0.5:
        goals += [
            Comparison(Form(ZERO, ((ONE, Atom(kind, indices=(time,))),)))
            for kind in (Kind.OPT, Kind.ALG)
            for time in (TIME, T + T)
            if random.random() < 0.6 and (time == TIME or len(played.pulls) >= 2 * played.T)
        ]
    floors = chosen(random, 0.3, (Floor("q", T, K),), ())
    arms = tuple((name, ArmClass.CONCAVE) for name in names)
    parameters = ("k", "T", "t", *run.named)
    claim = Claim(parameters, arms, (), tuple(goals), run=run, floors=floors)
    check_well_formed(claim)
    _, region = start_of(claim)
    values |= {"q": played.T // k} if floors else {}
    world = World(played, claim, region, values, roles)
    for number, time in enumerate((T, *region.times)):
        t, end = int(world.at(time)), str(number or "")
        best = played.best_at(t)
        own = roles.get(beside_of(region))
        roles[f"_g{end}"] = own if own in best and not number else random.choice(best)
        mean = played.alg(t) / t if t else Fraction(random.randint(0, 3), 3)
        world.constants[f"_h{end}"] = Arm([mean])
    return world


# --- rows ----------------------------------------------------------------------------------------


def declared_by(word, of, world):
    """The values and the arms of what a row declares, by the definitions of these names."""
    played, roles = world.played, world.roles
    if word == "best_count":
        return {"_n": played.counts()[roles["_g"]]}, {}
    if word in ("last", "pulled"):
        then = played.counts(played.last_pull(roles[of[0]]))
        before = {f"_C{arm}": then[i] for arm, i in roles.items()}
        return {"_L": max(then), "_V": max(then)} | before, {}
    if word == "leader":
        most = max(played.counts())
        step = next(t for t in range(played.T) if most in played.counts(t + 1))
        then = played.counts(step)
        return {f"_R{arm}": then[i] for arm, i in roles.items()}, {"_l": played.pulls[step]}
    return {}, {}


def with_row(world, word, of, name):
    """The world after a row, if its conditions are true there; None if it says nothing."""
    try:
        row = row_of(word, of, world.region)
        region = after_row(name, row, world.region)
    except RejectedError:
        return None
    if any(world.at(p) < 0 for p in row.conditions):
        return None
    values, roles = declared_by(word, of, world)
    return world.knowing(region, values, roles)


def arguments(world, random):
    """All that a row could be asked about, in a random order, and what it should not be."""
    region = world.region
    words = [*dict(region.counts), *(arm for arm, _ in region.arms), "T", "t1", "t2", "t3"]
    words += [name for name in map(world.claim.run.name_of, ("most", "least")) if name]
    every = [(), *((word,) for word in words), *product(words, repeat=2)]
    some = [tuple(random.sample(words, 3)) for _ in range(20)]
    return random.sample(every + some, len(every) + len(some))


def with_random_rows(world, random, count, words=tuple(ROWS)):
    """The world after some rows, each at some of its arguments."""
    met = Counter()
    for number in range(count):
        word = random.choice(words)
        for of in arguments(world, random)[:25]:
            after = with_row(world, word, of, f"x{number}")
            if after is not None:
                met[word] += after.facts - world.facts + len(after.values) - len(world.values)
                world = after
                break
    return world, met
