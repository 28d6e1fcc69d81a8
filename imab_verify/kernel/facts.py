"""The table of facts about runs: what is true in every run of a policy, a row for each word.

A claim about a run becomes one about arms: OPT(T) and ALG(T) are Rew(_g,T) and Rew(_h,T) for two
more arms. _g is an arm of the instance that is best at T. _h is the constant ALG(T)/T: it is
concave, and in [0,1] because rewards are; for T = 0 it is any arm, since ALG(0) = 0 = Rew(_h,0).
OPT(t) and ALG(t) at each other time t have two such arms of their own, _g1 and _h1, _g2 and _h2...
A claim that holds for all arms that satisfy facts that are true in the run holds in the run.

A row is a function of what is known and of its arguments. Its docstring is the fact and its reason.
It gives the conditions that must be shown to be >= 0, the names and arms that it declares, and the
facts, each with the end of its name: `have x by opening` brings in x.low, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from imab_verify.kernel.arms import Fact, Region, check_sign, parameter_region
from imab_verify.kernel.polynomials import (
    ZERO,
    Polynomial,
    RejectedError,
    item_at,
    pair_up,
    reject,
    total,
)
from imab_verify.kernel.statement import (
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Form,
    Index,
    K,
    Kind,
    Relation,
    Run,
    T,
    at_least,
    rew,
    run_of,
    times_of,
)

OPTIMAL, EARNED, LEADER = "_g", "_h", "_l"
LAST_LEVEL, LAST_BEFORE, REACHED_BEFORE, SEEN_LEVEL = "_L", "_C", "_R", "_V"
OPTIMAL_COUNT = "_n"
OPT, ALG = rew(OPTIMAL, T), rew(EARNED, T)
Facts = Iterable[tuple[str, Comparison | Polynomial]]
"""Each with the end of its name; a polynomial is >= 0."""


# --- a claim about a run as one about arms -------------------------------------------------------


def start_of_run(claim: Claim, lemmas: Sequence[Claim]) -> tuple[Claim, Region]:
    """The claim about arms that a claim about a run becomes, and what it gives."""
    run, times = run_of(claim), times_of(claim)
    stated = replace(
        claim,
        arms=(*claim.arms, *((arm, ArmClass.CONCAVE) for arm in stand_ins(times))),
        givens=tuple(about_arms(given, times) for given in claim.givens),
        conclusion=tuple(about_arms(goal, times) for goal in claim.plain),
        run=None,
    )
    region = parameter_region(stated, lemmas)
    counts = tuple((name, arm) for name, (arm,) in run.all_of("pulls"))
    return stated, replace(region, run=run, counts=counts, times=times)


def about_arms(comparison: Comparison, times: Sequence[Polynomial]) -> Comparison:
    """OPT(T) and ALG(T) as rewards of the two arms that stand for them; so at other times."""
    arm_of = {Kind.OPT: OPTIMAL, Kind.ALG: EARNED}

    def of_arm(atom: Atom) -> Atom:
        if atom.kind not in arm_of:
            return atom
        number = 1 + times.index(atom.indices[0]) if atom.indices else 0
        return Atom(Kind.REW, arm_at(arm_of[atom.kind], number), atom.indices or (T,))

    terms = tuple((c, of_arm(atom)) for c, atom in comparison.form.terms)
    return Comparison(Form(comparison.form.constant, terms), comparison.relation)


def stand_ins(times: Sequence[Polynomial]) -> list[str]:
    """The arms that stand for OPT and ALG at T and at the other times.

    Those for ALG are no arms of the instance: of them nothing is known but what is said of ALG.
    """
    return [arm_at(arm, i) for i in range(len(times) + 1) for arm in (OPTIMAL, EARNED)]


def arm_at(arm: str, number: int) -> str:
    """The arm that stands for OPT or ALG at time number `number`; number 0 is T."""
    return f"{arm}{number}" if number else arm


# --- what rows look at ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """What a row says: its conditions, what it declares, and its facts."""

    facts: Facts
    conditions: tuple[Polynomial, ...] = ()
    names: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    counts: tuple[tuple[str, str], ...] = ()


def known_run(region: Region) -> Run:
    """The run that the hypotheses are about."""
    if region.run is None:
        reject("rule", "the claim is not about a run")
    return region.run


def index_of(region: Region) -> Index:
    """The data of the policy, if it is an index policy."""
    index = known_run(region).index
    if index is None:
        reject("rule", "the policy has no index")
    return index


def opening_of(region: Region) -> Polynomial:
    """The pulls of every arm in the opening."""
    return Polynomial.constant(index_of(region).opening)


def own_arms(region: Region) -> list[str]:
    """The arms of the instance that the claim names, those that stand for OPT and ALG left out."""
    others = {*stand_ins(region.times)}
    return [arm for arm, _ in region.arms if arm not in others]


def names_of(region: Region, arm: str) -> list[Polynomial]:
    """The names of the final count of an arm."""
    return [Polynomial.variable(name) for name, other in region.counts if other == arm]


def count_of(region: Region, arm: str) -> Polynomial:
    """The name of the final count of an arm."""
    return item_at(names_of(region, arm), 0, "rule", f"name for the final count of {arm}")


def seen(region: Region, *words: str) -> Polynomial | None:
    """What these words say of the run, if the claim has a name for it."""
    name = known_run(region).name_of(*words)
    return Polynomial.variable(name) if name else None


def named(region: Region, *words: str) -> Polynomial:
    """What these words say of the run, by the name that the claim gives to it."""
    number = seen(region, *words)
    if number is None:
        reject("rule", f"the claim has no name for {' '.join(words)}")
    return number


def beside_of(region: Region) -> str:
    """The arm beside which the claim counts others, or ""."""
    run = known_run(region)
    return next((arm for _, (arm,) in (*run.all_of("rival"), *run.all_of("idle"))), "")


def time_of(region: Region, number: str) -> tuple[Polynomial, int]:
    """A time of the run with its number: T is number 0, then t1, t2, ... of the claim."""
    place = 0 if number == "T" else int(number[1:]) if number[1:].isdecimal() else -1
    return item_at((T, *region.times), place, "rule", "time"), place


# --- the table -----------------------------------------------------------------------------------


def sizes(_: Region) -> Row:
    """k >= 1 and T >= 0: a run has an arm, and does not end before it begins."""
    return Row([("arms", K - 1), ("steps", T)])


def count(region: Region, name: str) -> Row:
    """A final count N is between 0 and T, and between least and most; see `among`.

    So for most and least, which are counts of arms. In round robin a count is floor(T/k) or
    ceil(T/k).
    """
    run = known_run(region)
    if name not in {*dict(region.counts), run.name_of("most"), run.name_of("least")} - {""}:
        reject("rule", f"{name} is no final count of an arm")
    N = Polynomial.variable(name)
    return Row([*of_count(region, N), *squares_of(region, [N])])


def of_count(region: Region, N: Polynomial) -> Facts:
    """What is known of the final count of any arm; see `count`."""
    yield "low", N
    if (most := seen(region, "most")) is not None:
        yield "most", most - N
    if (least := seen(region, "least")) is not None:
        yield "least", N - least
    yield from among(region, [N])
    quotients = (q.name for q in region.floors if (q.numerator, q.divisor) == (T, K))
    for q in map(Polynomial.variable, quotients if known_run(region).policy == ROUND_ROBIN else ()):
        yield from (("floor", N - q), ("ceiling", q + 1 - N), ("turn", T + K - 1 - K * N))


def among(region: Region, counts: Sequence[Polynomial]) -> Facts:
    """The counts of d different arms are at most T in all, and the k-d others make up the rest.

    Each of the others is between least and most.
    """
    N, others = total(counts), K - Polynomial.constant(len(counts))
    yield "sum", T - N
    if (least := seen(region, "least")) is not None:
        yield "others_least", T - N - others * least
    if (most := seen(region, "most")) is not None:
        yield "others_most", N + others * most - T


def squares_of(region: Region, counts: Sequence[Polynomial]) -> Facts:
    """The squares of the counts of different arms are part of the sum of all squares."""
    if (squares := seen(region, "squares")) is not None:
        yield "squares", squares - total(n * n for n in counts)


def different(region: Region) -> Row:
    """The arms that are said to be different are d of the k arms; for their counts see `among`."""
    arms = known_run(region).different
    counts = [n for arm in arms for n in names_of(region, arm)[:1]]
    several = ("arms", K - Polynomial.constant(len(arms)))
    return Row([several, *among(region, counts), *squares_of(region, counts)])


def others(region: Region, arm: str) -> Row:
    """The k-1 arms other than one: the largest of their counts (rival), and how many are idle.

    Their counts make up what is left of T. If there is no other arm, the largest is 0.
    """
    rest, apart = K - 1, known_run(region).different
    facts: list[tuple[str, Comparison | Polynomial]] = []
    if (idle := seen(region, "idle", arm)) is not None:
        facts += [("idle_low", idle), ("idle_high", rest - idle)]
    if (rival := seen(region, "rival", arm)) is not None:
        facts += [("low", rival), ("high", T - rival), ("alone", rest * T - rival)]
        facts += [("most", n - rival) for n in (seen(region, "most"),) if n is not None]
        for N in names_of(region, arm):
            facts += [(f"{N}_sum", T - N - rival), (f"{N}_rest", N + rest * rival - T)]
        for other in apart if arm in apart else ():
            facts += [(f"{N}_rival", rival - N) for N in names_of(region, other) if other != arm]
    return Row(facts)


def pulled(region: Region, arm: str) -> Row:
    """An arm whose last pull the claim looks at got one; a late arm one after the opening.

    The opening has m*k steps, and the arm m of them. For the counts before the pull see `moment`.
    """
    run = known_run(region)
    late, before = arm in run.late, before_pull(run, arm)
    if not (late or before or run.name_of("level", arm)):
        reject("rule", f"the claim looks at no last pull of {arm}")
    m = opening_of(region) if late else ZERO
    facts: list[tuple[str, Comparison | Polynomial]] = [("steps", T - 1 - m * K)]
    facts += [(f"{N}_late", N - 1 - m) for N in names_of(region, arm)]
    level = run.name_of("level", arm) or SEEN_LEVEL
    own, M = [N - 1 for N in names_of(region, arm)], Polynomial.variable(level)
    facts += moment(region, arm if own else "", (own or [m])[0], M, before)
    return Row(facts, names=(level,) * (level == SEEN_LEVEL))


def best(region: Region, arm: str, number: str = "T") -> Row:
    """Rew(f,t) <= OPT(t) for every arm f of the instance, also for one that is best elsewhere."""
    t, place = time_of(region, number)
    instance = {*own_arms(region), *(arm_at(OPTIMAL, i) for i in range(len(region.times) + 1))}
    if arm not in instance:
        reject("rule", f"{arm} is no arm of the instance")
    form = rew(arm_at(OPTIMAL, place), t) - rew(arm, t)
    return Row([("best", Comparison(form))])


def share(region: Region, *arms: str) -> Row:
    """ALG(T) >= the sum of Rew(f,N) over different arms, or for one arm."""
    return Row([("share", Comparison(ALG - _earned(region, arms)))])


def rest(region: Region, *arms: str) -> Row:
    """ALG(T) <= what d different arms earn + (k-d)*OPT(T), and T <= their counts + (k-d)*T.

    Each other arm earns OPT(T) at most, and gets T pulls at most.
    """
    others = K - Polynomial.constant(len(arms))
    earned = _earned(region, arms) + OPT.scaled(others) - ALG
    counts = total(count_of(region, arm) for arm in arms) + others * T - T
    return Row([("earned", Comparison(earned)), ("pulls", counts)])


def _earned(region: Region, arms: Sequence[str]) -> Form:
    """What these arms earn in all: one arm, or different ones."""
    together = {*known_run(region).different}
    if not arms or (len(arms) > 1 and not (len({*arms}) == len(arms) and {*arms} <= together)):
        reject("rule", "one arm is needed, or arms that are said to be different")
    sum_of = Form()
    for arm in arms:
        sum_of = sum_of + rew(arm, count_of(region, arm))
    return sum_of


def best_count(_: Region) -> Row:
    """The name _n for the final count of the best arm _g."""
    return Row([], names=(OPTIMAL_COUNT,), counts=((OPTIMAL_COUNT, OPTIMAL),))


def order(region: Region, first: str, second: str) -> Row:
    """ALG(s) <= ALG(t) <= ALG(s) + t - s if s <= t, for each pull pays something in [0,1]."""
    (s, i), (t, j) = time_of(region, first), time_of(region, second)
    gain = rew(arm_at(EARNED, j), t) - rew(arm_at(EARNED, i), s)
    facts = [("gain", Comparison(gain)), ("steps", Comparison(Form(t - s) - gain))]
    return Row(facts, (t - s,))


def opening(region: Region) -> Row:
    """The opening: if T >= m*k then every arm has m pulls at least, and the others beside it too.

    Beside an arm with N pulls those that are not idle have m+1. With several different arms, the
    others have m each.
    """
    run, m = known_run(region), opening_of(region)
    facts: list[tuple[str, Comparison | Polynomial]] = []
    for name in (*dict(region.counts), run.name_of("most"), run.name_of("least")):
        if name:
            opened = of_opening(region, Polynomial.variable(name))
            facts += [(f"{name}_{end}", fact) for end, fact in opened]
    counts = [n for arm in run.different for n in names_of(region, arm)[:1]]
    beside = K - Polynomial.constant(len(counts))
    facts.append(("different", T - total(counts) - m * beside))
    for name, (arm,) in run.all_of("idle"):
        active = K - 1 - Polynomial.variable(name)
        facts += [(f"{N}_idle", T - N - m * (K - 1) - active) for N in names_of(region, arm)]
    for name, _ in run.all_of("rival"):
        facts.append((f"{name}_rival", (K - 1) * (Polynomial.variable(name) - m)))
    return Row(facts, (T - m * K,))


def of_opening(region: Region, N: Polynomial) -> Facts:
    """What is known of a final count after the opening; see `opening`."""
    m = opening_of(region)
    yield from (("opened", N - m), ("opened_rest", T - N - m * (K - 1)))


def last(region: Region, arm: str) -> Row:
    """The last pull of an arm f with N >= m+1 pulls in the end, in the run of an index policy.

    It came after the opening of m pulls of every arm, when f had N-1; see `moment`. The largest
    count then is named _L, and that of an arm g is named _Cg, if the claim has no names for them.
    """
    run, N = known_run(region), count_of(region, arm)
    level, before = run.name_of("level", arm) or LAST_LEVEL, before_pull(run, arm)
    taken = {arm, *(other for _, other in before)}
    more = [(LAST_BEFORE + g, g) for g in (*own_arms(region), OPTIMAL) if g not in taken]
    names = [*(name for name, _ in more), *[LAST_LEVEL] * (level == LAST_LEVEL)]
    M, index = Polynomial.variable(level), index_of(region)
    facts = moment(region, arm, N - 1, M, (*before, *more), index)
    return Row(facts, (N - opening_of(region) - 1,), tuple(names))


def before_pull(run: Run, arm: str) -> list[tuple[str, str]]:
    """The names for counts just before the last pull of an arm, each with its arm."""
    return [(name, of) for name, (own, of) in run.all_of("before") if own == arm]


def leader(region: Region) -> Row:
    """The largest count L >= m+1 was reached by some arm _l, which had M = L-1 pulls before.

    Counts grow by one, so M was the largest count before the first pull that made it L. That pull
    was none of the opening, which gives m pulls; see `moment`. Then an arm g had _Rg pulls.
    """
    M, arms = named(region, "most") - 1, (*own_arms(region), OPTIMAL)
    before = [(REACHED_BEFORE + arm, arm) for arm in arms]
    facts = moment(region, LEADER, M, M, before, index_of(region))
    names = tuple(name for name, _ in before)
    return Row(facts, (M - opening_of(region),), names, (LEADER,))


def moment(
    region: Region,
    f: str,
    a: Polynomial,
    M: Polynomial,
    before: Sequence[tuple[str, str]],
    index: Index | None = None,
) -> Facts:
    """The moment before a pull of an arm f that has a pulls, where M is the largest count.

    So a <= M, and every arm g has B <= M pulls then, which for f itself is a. Counts do not fall: M
    is at most the largest one in the end, and B at most that of g. If the pull is one of an index
    policy after its opening, every arm has m pulls or more, and score(f,a,M) >= score(g,B,M) for
    every arm g; otherwise let m be 0. One arm has M pulls, so m(k-1) + M <= T-1.
    """
    m = Polynomial.constant(index.opening if index else 0)
    yield from (("level", M - a), ("level_steps", T - 1 - m * (K - 1) - M))
    if (most := seen(region, "most")) is not None:
        yield "level_most", most - M
    for name, g in before:
        B = Polynomial.variable(name)
        if g == f:
            yield f"{name}_own", Comparison(Form(B - a), Relation.EQ)
        else:
            yield from ((f"{name}_low", B - m), (f"{name}_level", M - B))
            if index is not None:
                score = index.of(f, a, M) - index.of(g, B, M)
                yield f"{name}_score", Comparison(score)
        yield from ((f"{name}_{N}", N - B) for N in names_of(region, g))


_TABLE = (sizes, count, different, others, pulled, best, share, rest, best_count, order, opening)
ROWS: dict[str, Callable[..., Row]] = {row.__name__: row for row in (*_TABLE, last, leader)}


def bring_in_fact(name: str, fact: Fact, region: Region) -> Region:
    """A row of the table at its arguments, with proofs of its conditions."""
    row = row_of(fact.word, fact.of, region)
    for node, p in pair_up(fact.conditions, row.conditions, "coverage", "conditions"):
        check_sign(node, region, p)
    return after_row(name, row, region)


def row_of(word: str, arguments: Sequence[str], region: Region) -> Row:
    """What a row says at its arguments; RejectedError if there is none, or it takes others."""
    known_run(region)
    if word not in ROWS:
        reject("rule", f"there is no fact about runs called {word}")
    try:
        return ROWS[word](region, *arguments)
    except TypeError:
        raise RejectedError("rule", f"the fact {word} takes other arguments") from None


def after_row(name: str, row: Row, region: Region) -> Region:
    """The region with what a row declares and says."""
    region = region.declaring(row.names, row.arms)
    region = replace(region, counts=region.counts + row.counts)
    return region.assuming(named_facts(name, row.facts))


def named_facts(name: str, facts: Facts) -> Iterator[tuple[str, Comparison]]:
    """Facts under their whole names."""
    for end, fact in facts:
        yield f"{name}.{end}", at_least(fact) if isinstance(fact, Polynomial) else fact
