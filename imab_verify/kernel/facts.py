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

from imab_verify.kernel.arms import Fact, Region, check_sign, parameter_region, with_floors
from imab_verify.kernel.polynomials import (
    ONE,
    Polynomial,
    Reason,
    RejectedError,
    item_at,
    pair_up,
    total,
)
from imab_verify.kernel.statement import (
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
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
LAST_LEVEL, LAST_BEFORE, REACHED_BEFORE, OPTIMAL_COUNT, QUOTIENT = "_L", "_C", "_R", "_n", "_q"
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
        givens=tuple(_about_arms(given, times) for given in claim.givens),
        conclusion=tuple(_about_arms(goal, times) for goal in claim.conclusion),
        run=None,
    )
    region = parameter_region(stated, lemmas)
    return stated, replace(region, run=run, counts=run.pulls, times=times)


def _about_arms(comparison: Comparison, times: Sequence[Polynomial]) -> Comparison:
    """OPT(T) and ALG(T) as rewards of the two arms that stand for them; so at other times."""
    arm_of = {Kind.OPT: OPTIMAL, Kind.ALG: EARNED, Kind.OPT_AT: OPTIMAL, Kind.ALG_AT: EARNED}

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
    floors: tuple[Floor, ...] = ()


def known_run(region: Region) -> Run:
    """The run that the hypotheses are about."""
    if region.run is None:
        raise RejectedError(Reason.RULE, "the claim is not about a run")
    return region.run


def index_of(region: Region) -> Index:
    """The data of the policy, if it is an index policy."""
    run = known_run(region)
    if run.scoring is None:
        raise RejectedError(Reason.RULE, f"{run.policy} has no index")
    return run.scoring


def opening_of(region: Region) -> Polynomial:
    """The pulls of every arm in the opening."""
    return Polynomial.constant(index_of(region).opening)


def own_arms(region: Region) -> list[str]:
    """The arms of the instance that the claim names, those that stand for OPT and ALG left out."""
    others = {*stand_ins(region.times)}
    return [arm for arm, _ in region.arms if arm not in others]


def count_of(region: Region, arm: str) -> Polynomial:
    """The name of the final count of an arm."""
    names = [name for name, other in region.counts if other == arm]
    if not names:
        raise RejectedError(Reason.RULE, f"the final count of {arm or 'an arm'} has no name")
    return Polynomial.variable(names[0])


def named(region: Region, what: str) -> Polynomial:
    """A total of the run, such as `most`, by the name that the claim gives to it."""
    name: str = getattr(known_run(region), what)
    if not name:
        raise RejectedError(Reason.RULE, f"the claim has no name for {what} of the run")
    return Polynomial.variable(name)


def quotient_of(region: Region) -> Polynomial | None:
    """The name for floor(T/k), if there is one."""
    own = [floor.name for floor in region.floors if (floor.numerator, floor.divisor) == (T, K)]
    return Polynomial.variable(own[0]) if own else None


def different_counts(region: Region) -> list[Polynomial]:
    """The counts of arms that are said to be different, one for each arm."""
    run = known_run(region)
    own = dict(reversed([(arm, name) for name, arm in run.pulls]))
    return [Polynomial.variable(own[arm]) for arm in run.different if arm in own]


def _time(region: Region, number: str) -> tuple[Polynomial, int]:
    """A time of the run with its number: T is number 0, then t1, t2, ... of the claim."""
    place = 0 if number == "T" else int(number[1:]) if number[1:].isdecimal() else -1
    return item_at((T, *region.times), place, Reason.RULE, "time"), place


# --- the table -----------------------------------------------------------------------------------


def sizes(_: Region) -> Row:
    """k >= 1 and T >= 0: a run has an arm, and does not end before it begins."""
    return Row([("arms", K - ONE), ("steps", T)])


def quotient(_: Region) -> Row:
    """The name _q for floor(T/k): k >= 1 in every run."""
    return Row([], names=(QUOTIENT,), floors=(Floor(QUOTIENT, T, K),))


def count(region: Region, name: str) -> Row:
    """A final count N is between 0 and T, and between least and most; N^2 is one of all squares.

    N and the k-1 other counts, each between least and most, make T. So for most and least, which
    are counts of arms. In round robin a count is floor(T/k) or ceil(T/k).
    """
    run = known_run(region)
    if name not in {*dict(region.counts), *filter(None, (run.most, run.least))}:
        raise RejectedError(Reason.RULE, f"{name} is no final count of an arm")
    return Row(one_count(region, Polynomial.variable(name)))


def one_count(region: Region, N: Polynomial) -> Facts:
    """What is known of the final count of any arm; see `count`."""
    yield from (("low", N), ("high", T - N))
    yield from beside_others(region, N)
    if known_run(region).squares:
        yield "square", named(region, "squares") - N * N


def beside_others(region: Region, N: Polynomial) -> Facts:
    """What is known of a count beside those of the k-1 other arms; see `count`."""
    run = known_run(region)
    if run.most:
        yield "most", named(region, "most") - N
    if run.least:
        yield "least", N - named(region, "least")
    yield from with_others(region, N, K - ONE)
    q = quotient_of(region)
    if run.policy == ROUND_ROBIN and q is not None:
        yield from (("floor", N - q), ("ceiling", q + ONE - N), ("turn", T + K - ONE - K * N))


def with_others(region: Region, N: Polynomial, others: Polynomial) -> Facts:
    """N pulls of some arms and those of so many others are T."""
    run = known_run(region)
    if run.least:
        yield "others_least", T - N - others * named(region, "least")
    if run.most:
        yield "others_most", N + others * named(region, "most") - T


def same(region: Region, first: str, second: str) -> Row:
    """Two names for the final count of one arm are equal."""
    counts = dict(region.counts)
    if first not in counts or counts[first] != counts.get(second):
        raise RejectedError(Reason.RULE, f"{first} and {second} are not counts of one arm")
    gap = Polynomial.variable(first) - Polynomial.variable(second)
    return Row([("equal", Comparison(Form(gap), Relation.EQ))])


def different(region: Region) -> Row:
    """d arms that are said to be different are d of the k arms.

    Their counts are at most T in all, the k-d others make up the rest, and their squares are part
    of the sum of all.
    """
    run, counts = known_run(region), different_counts(region)
    d, N = Polynomial.constant(len(run.different)), total(counts)
    facts: list[tuple[str, Comparison | Polynomial]] = [("arms", K - d), ("sum", T - N)]
    facts += with_others(region, N, K - Polynomial.constant(len(counts)))
    if run.squares:
        facts.append(("squares", named(region, "squares") - total(n * n for n in counts)))
    return Row(facts)


def others(region: Region) -> Row:
    """The k-1 arms other than one: the largest of their counts (rival), and how many are idle.

    Their counts make up what is left of T. If there is no other arm, the largest is 0.
    """
    run, rest = known_run(region), K - ONE
    facts: list[tuple[str, Comparison | Polynomial]] = []
    if run.idle:
        idle = named(region, "idle")
        facts += [("idle_low", idle), ("idle_high", rest - idle)]
    if run.rival:
        rival = named(region, "rival")
        facts += [("low", rival), ("high", T - rival), ("alone", rest * T - rival)]
        if run.most:
            facts.append(("most", named(region, "most") - rival))
        for name, arm in run.pulls:
            N = Polynomial.variable(name)
            if arm == run.beside:
                facts += [(f"{name}_sum", T - N - rival), (f"{name}_rest", N + rest * rival - T)]
            elif {arm, run.beside} <= {*run.different}:
                facts.append((f"{name}_rival", rival - N))
    return Row(facts)


def pulled(region: Region) -> Row:
    """The last pull that a claim looks at, of any policy, and the counts before it.

    The arm had N-1 pulls before it, T-1 pulls at most were made by then, and counts do not fall; M
    is the largest of the counts then. If the pull came after the opening, there were more than m*k
    steps, and more than m pulls of the arm if the policy opens with m of every arm.
    """
    run = known_run(region)
    if not run.pulled:
        raise RejectedError(Reason.RULE, "the claim looks at no last pull")
    m, late = Polynomial.constant(run.opening), run.stage == "after"
    facts: list[tuple[str, Comparison | Polynomial]] = [
        ("steps", T - ONE - m * K if late else T - ONE)
    ]
    own = [(name, Polynomial.variable(name)) for name, arm in run.pulls if arm == run.pulled]
    facts += [(f"{name}_late", N - ONE - m if late and run.scoring else N - ONE) for name, N in own]
    if run.level:
        M = named(region, "level")
        facts += [("level_low", M), ("level_high", T - ONE - M)]
        facts += [(f"{name}_level", M - N + ONE) for name, N in own]
        if run.most:
            facts.append(("level_most", named(region, "most") - M))
    for name, arm in run.before:
        B = Polynomial.variable(name)
        facts += [(f"{name}_low", B), (f"{name}_high", T - ONE - B)]
        if run.level:
            facts.append((f"{name}_level", named(region, "level") - B))
        for final, other in region.counts:
            if other == arm:
                N = Polynomial.variable(final)
                facts.append((f"{name}_{final}", N - B))
                if arm == run.pulled:
                    facts.append((f"{name}_{final}_last", B - N + ONE))
    return Row(facts)


def best(region: Region, arm: str, number: str = "T") -> Row:
    """Rew(f,t) <= OPT(t) for every arm f of the instance, also for one that is best elsewhere."""
    t, place = _time(region, number)
    instance = {*own_arms(region), *(arm_at(OPTIMAL, i) for i in range(len(region.times) + 1))}
    if arm not in instance:
        raise RejectedError(Reason.RULE, f"{arm} is no arm of the instance")
    form = rew(arm_at(OPTIMAL, place), t) + rew(arm, t).scaled(-ONE)
    return Row([("best", Comparison(form))])


def bound(region: Region, number: str = "T") -> Row:
    """OPT(t) <= t, for rewards are at most 1."""
    t, place = _time(region, number)
    return Row([("bound", Comparison(Form(t) + rew(arm_at(OPTIMAL, place), t).scaled(-ONE)))])


def regret(region: Region, number: str = "T") -> Row:
    """ALG(t) <= OPT(t), for t*Rew(f,N) <= N*Rew(f,t) and the counts add up to t."""
    t, i = _time(region, number)
    return Row(
        [
            (
                "regret",
                Comparison(rew(arm_at(OPTIMAL, i), t) + rew(arm_at(EARNED, i), t).scaled(-ONE)),
            )
        ]
    )


def share(region: Region, *arms: str) -> Row:
    """ALG(T) >= the sum of Rew(f,N) over different arms, or for one arm."""
    return Row([("share", Comparison(ALG + _earned(region, arms).scaled(-ONE)))])


def rest(region: Region, *arms: str) -> Row:
    """ALG(T) <= what d different arms earn + (k-d)*OPT(T), and T <= their counts + (k-d)*T.

    Each other arm earns OPT(T) at most, and gets T pulls at most.
    """
    others = K - Polynomial.constant(len(arms))
    earned = _earned(region, arms) + OPT.scaled(others) + ALG.scaled(-ONE)
    counts = total(count_of(region, arm) for arm in arms) + others * T - T
    return Row([("earned", Comparison(earned)), ("pulls", counts)])


def _earned(region: Region, arms: Sequence[str]) -> Form:
    """What these arms earn in all: one arm, or different ones."""
    together = {*known_run(region).different}
    if not arms or (len(arms) > 1 and not (len({*arms}) == len(arms) and {*arms} <= together)):
        raise RejectedError(Reason.RULE, "one arm is needed, or arms that are said to be different")
    sum_of = Form()
    for arm in arms:
        sum_of = sum_of + rew(arm, count_of(region, arm))
    return sum_of


def one_arm(_: Region) -> Row:
    """ALG(T) + (k-2)*OPT(T) >= 0: for k = 1, ALG(T) = OPT(T)."""
    return Row([("all", Comparison(ALG + OPT.scaled(K - ONE - ONE)))])


def best_count(_: Region) -> Row:
    """The name _n for the final count of the best arm _g."""
    return Row([], names=(OPTIMAL_COUNT,), counts=((OPTIMAL_COUNT, OPTIMAL),))


def order(region: Region, first: str, second: str) -> Row:
    """ALG(s) <= ALG(t) <= ALG(s) + t - s if s <= t, for each pull pays something in [0,1]."""
    (s, i), (t, j) = _time(region, first), _time(region, second)
    gain = rew(arm_at(EARNED, j), t) + rew(arm_at(EARNED, i), s).scaled(-ONE)
    facts = [("gain", Comparison(gain)), ("steps", Comparison(gain.scaled(-ONE) + Form(t - s)))]
    return Row(facts, (t - s,))


def opening(region: Region) -> Row:
    """The opening: if T >= m*k then every arm has m pulls at least, and the others beside it too.

    Beside an arm with N pulls those that are not idle have m+1. With several different arms, the
    others have m each.
    """
    run, m, rest = known_run(region), opening_of(region), K - ONE
    totals = [name for name in (run.most, run.least) if name]
    facts: list[tuple[str, Comparison | Polynomial]] = []
    for name in (*dict(region.counts), *totals):
        N = Polynomial.variable(name)
        facts += [(f"{name}_low", N - m), (f"{name}_high", T - N - m * rest)]
    counts = different_counts(region)
    if len(counts) > 1:
        beside = K - Polynomial.constant(len(counts))
        facts.append(("different", T - total(counts) - m * beside))
    for name, arm in run.pulls:
        if run.idle and arm == run.beside:
            active = rest - named(region, "idle")
            facts.append((f"{name}_idle", T - Polynomial.variable(name) - m * rest - active))
    if run.rival:
        facts.append(("rival", rest * (named(region, "rival") - m)))
    return Row(facts, (T - m * K,))


def last(region: Region, arm: str) -> Row:
    """The last pull of an arm f with N >= m+1 pulls in the end, in the run of an index policy.

    It came after the opening of m pulls of every arm, when f had N-1. The largest count then is
    named _L, and that of an arm g is named _Cg, if the claim has no names for them. The score of f
    was maximal: score(f,N-1,_L) >= score(g,_Cg,_L). Counts do not fall, and the other k-1 arms have
    m pulls at least; see `pull`, which has all of it.
    """
    run, N = known_run(region), count_of(region, arm)
    here = run.pulled == arm
    level = run.level if here and run.level else LAST_LEVEL
    before = run.before if here else ()
    taken = {other for _, other in before} | {arm, *stand_ins(region.times)}
    if arm != OPTIMAL:
        taken.discard(OPTIMAL)
    more = tuple((LAST_BEFORE + other, other) for other, _ in region.arms if other not in taken)
    names = [name for name, _ in more] + [LAST_LEVEL] * (level == LAST_LEVEL)
    facts = pull(region, arm, N - ONE, N, Polynomial.variable(level), (*before, *more))
    return Row(facts, (N - opening_of(region) - ONE,), tuple(names))


def pull(
    region: Region,
    f: str,
    a: Polynomial,
    N: Polynomial,
    M: Polynomial,
    before: Sequence[tuple[str, str]],
) -> Facts:
    """A pull of an index policy that opens with m pulls of every arm, after the opening.

    Say f has N >= m+1 pulls at the end, and a before the pull that is looked at: N-1 if it is the
    last one, m if it is the first one after the opening. M = max_j N_j then, so a <= M. The score
    was maximal: score(f,a,M) >= score(g,B,M) for every arm g with B pulls then, and m <= B <= M;
    for f itself B = a. Every arm has m pulls, so m(k-1) + M <= T-1 (there are k-1 arms besides one
    with M pulls), m(k-1) + N <= T and m(k-1) + most <= T. Counts do not fall: M <= most, and B is
    at most the final count of g.
    """
    run, index, m = known_run(region), index_of(region), opening_of(region)
    others = (K - ONE) * m
    yield from (("late", N - m - ONE), ("level", M - a))
    yield from (("level_steps", T - ONE - others - M), ("steps", T - others - N))
    if run.most:
        most = named(region, "most")
        yield from (("most", most - N), ("most_steps", T - others - most), ("level_most", most - M))
    for name, arm in before:
        B = Polynomial.variable(name)
        if arm == f:
            yield f"{name}_own", Comparison(Form(B - a), Relation.EQ)
        else:
            yield from ((f"{name}_low", B - m), (f"{name}_level", M - B))
            score = index.of(f, a, M) + index.of(arm, B, M).scaled(-ONE)
            yield f"{name}_score", Comparison(score)
        for final, other in region.counts:
            if other == arm:
                yield f"{name}_{final}", Polynomial.variable(final) - B


def leader(region: Region) -> Row:
    """The largest count L >= m+1 was reached by some arm _l, which had M = L-1 pulls before.

    Counts grow by one, so M was the largest count before the first pull that made it L. That pull
    was none of the opening, which gives m pulls: every arm f of the claim had B >= m pulls by
    then, at most M and at most its final count, and score(_l,M,M) >= score(f,B,M).
    """
    index, m, M = index_of(region), opening_of(region), named(region, "most") - ONE
    own = own_arms(region)
    facts: list[tuple[str, Comparison | Polynomial]] = [("steps", T - m * (K - ONE) - M - ONE)]
    for arm in own:
        name = REACHED_BEFORE + arm
        B = Polynomial.variable(name)
        facts += [(f"{name}_low", B - m), (f"{name}_level", M - B)]
        for final, other in region.counts:
            if other == arm:
                facts.append((f"{name}_{final}", Polynomial.variable(final) - B))
        score = index.of(LEADER, M, M) + index.of(arm, B, M).scaled(-ONE)
        facts.append((f"{name}_score", Comparison(score)))
    return Row(facts, (M - m,), tuple(REACHED_BEFORE + arm for arm in own), (LEADER,))


_TABLE = (sizes, quotient, count, same, different, others, pulled, best, bound, regret, share)
ROWS: dict[str, Callable[..., Row]] = {
    row.__name__: row for row in (*_TABLE, rest, one_arm, best_count, order, opening, last, leader)
}


def bring_in_fact(name: str, fact: Fact, region: Region) -> Region:
    """A row of the table at its arguments, with proofs of its conditions."""
    row = row_of(fact.word, fact.of, region)
    for node, p in pair_up(fact.conditions, row.conditions, Reason.COVERAGE, "conditions"):
        check_sign(node, region, p)
    return after_row(name, row, region)


def row_of(word: str, arguments: Sequence[str], region: Region) -> Row:
    """What a row says at its arguments; RejectedError if there is none, or it takes others."""
    known_run(region)
    if word not in ROWS:
        raise RejectedError(Reason.RULE, f"there is no fact about runs called {word}")
    try:
        return ROWS[word](region, *arguments)
    except TypeError:
        raise RejectedError(Reason.RULE, f"the fact {word} takes other arguments") from None


def after_row(name: str, row: Row, region: Region) -> Region:
    """The region with what a row declares and says."""
    region = region.declaring(row.names, row.arms)
    region = replace(region, counts=region.counts + row.counts, floors=region.floors + row.floors)
    return with_floors(region.assuming(named_facts(name, row.facts)), row.floors)


def named_facts(name: str, facts: Facts) -> Iterator[tuple[str, Comparison]]:
    """Facts under their whole names."""
    for end, fact in facts:
        yield f"{name}.{end}", at_least(fact) if isinstance(fact, Polynomial) else fact
