"""Sums over arms: a bound for what every arm earns is a bound for ALG(T).

The level of a pull is the largest count M just before it. An arm *crosses* the level M if it has M
pulls itself, so that the largest count becomes M+1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from imab_verify.kernel.arms import (
    Crossing,
    Fact,
    Node,
    Region,
    Shares,
    check_goal,
    check_known,
    check_sign,
)
from imab_verify.kernel.facts import (
    ALG,
    EARNED,
    OPT,
    OPTIMAL,
    Facts,
    arm_at,
    beside_of,
    bring_in_fact,
    count_of,
    index_of,
    moment,
    named,
    named_facts,
    of_count,
    of_opening,
    opening_of,
    seen,
    time_of,
)
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, at, reject
from imab_verify.kernel.statement import Comparison, Form, K, T, rew

PULLED, COUNT, LEVEL, BEFORE = "_f", "_N", "_M", "_B"
NEXT_ARM, NEXT_LEVEL, NEXT_BEFORE, LATER_BEFORE = "_e", "_L", "_H", "_G"
N, M, L = map(Polynomial.variable, (COUNT, LEVEL, NEXT_LEVEL))
Kinds = dict[str, tuple[Region, Comparison]]
"""What must be shown of each kind of arm, and what is known of it."""


def bring_in_of_run(name: str, source: Fact | Shares | Crossing, region: Region) -> Region:
    """What is brought in about a run: a row of the table, or a sum over arms."""
    if isinstance(source, Fact):
        return bring_in_fact(name, source, region)
    _check_opened(source.opened, region)
    if isinstance(source, Shares):
        _check_kinds(source.proofs, share_kinds(source, region))
        return region.assuming([(name, sum_of_shares(source, region))])
    _check_conditions(source, region)
    _check_kinds(source.proofs, crossing_kinds(source, region))
    return region.assuming([(name, sum_of_crossing(source, region))])


def _check_opened(opened: Node | None, region: Region) -> None:
    """T >= m*k: every arm got the m pulls of the opening."""
    if opened is not None:
        check_sign(opened, region, T - opening_of(region) * K)


def _check_kinds(proofs: Mapping[str, Node], kinds: Kinds) -> None:
    """Every kind of arm has a proof of its bound."""
    for kind, (inside, goal) in kinds.items():
        if kind not in proofs:
            reject("coverage", f"there is no bound for the kind of arm {kind}")
        with at(f"proofs.{kind}"):
            check_goal(proofs[kind], inside, goal)


def kind_of(
    region: Region, names: tuple[str, ...], arms: tuple[str, ...], *facts: tuple[str, Facts]
) -> Region:
    """What is known of a kind of arms, by the names of its facts; declared for it alone."""
    inside = region.declaring(names, arms)
    for name, rows in facts:
        inside = inside.assuming(named_facts(name, rows))
    return inside


# --- shares --------------------------------------------------------------------------------------


def sum_of_shares(part: Shares, region: Region) -> Comparison:
    """Shares: a bound for what every arm earns, summed over the arms, is a bound for ALG.

    From D*Rew(f_i,N_i) >= alpha + beta*N_i + gamma*N_i^2 for each of the k arms, with
    sum_i N_i = T and S = sum_i N_i^2, follows D*ALG(T) >= k*alpha + beta*T + gamma*S; so, too, with
    multiples of OPT(T), and without squares at any time t of the run in the place of T. The k-1
    arms other than the best arm g have T - N_g pulls, squares S - N_g^2, and earn
    ALG(T) - Rew(g,N_g).
    """
    numbers = (part.alpha, part.beta, part.gamma, part.alpha_opt, part.beta_opt, part.gamma_opt)
    check_known(region.names, part.weight, *numbers)
    t, number = time_of(region, part.time)
    squared = len(part.gamma) or len(part.gamma_opt)
    if number and (squared or part.opened is not None or part.over == "others"):
        reject("rule", "squares, the opening and the best arm are those of T")
    arms, pulls, earned = K, t, rew(arm_at(EARNED, number), t)
    squares = named(region, "squares") if squared else ZERO
    if part.over == "others":
        best = count_of(region, OPTIMAL)
        arms, pulls, squares = K - 1, T - best, squares - best * best
        earned = ALG - rew(OPTIMAL, best)
    shares = _shares(part, region, arms, pulls, squares)
    return Comparison(earned.scaled(part.weight) - shares)


def _shares(
    part: Shares, region: Region, arms: Polynomial, pulls: Polynomial, squares: Polynomial
) -> Form:
    """The sum of share + share_opt*OPT(t) over arms with so many pulls."""
    t, number = time_of(region, part.time)
    own = part.alpha * arms + part.beta * pulls + part.gamma * squares
    opt = part.alpha_opt * arms + part.beta_opt * pulls + part.gamma_opt * squares
    return Form(own) + rew(arm_at(OPTIMAL, number), t).scaled(opt)


def share_kinds(part: Shares, region: Region) -> Kinds:
    """The bound for an arm _f with N pulls at the end: `any`, or `idle` and `late`.

    If every arm got the m pulls of the opening: for N = m (idle), and for N >= m+1 with what is
    known at its last pull, before which it had N-1, or at its first one after the opening, before
    which it had m (late). In the latter case, if _f is not the best arm g, the k-2 others have m
    pulls each beside the N + N_g of these two. Otherwise for any count.
    """
    t, number = time_of(region, part.time)
    best: Facts = [("best", Comparison(rew(arm_at(OPTIMAL, number), t) - rew(PULLED, t)))]

    def bound(count: Polynomial) -> Comparison:
        shares = _shares(part, region, ONE, count, count * count)
        return Comparison(rew(PULLED, count).scaled(part.weight) - shares)

    if part.opened is None:
        counted: Facts = [("low", N), ("sum", t - N)] if number else of_count(region, N)
        inside = kind_of(region, (COUNT,), (PULLED,), ("f", best), ("N", counted))
        return {"any": (inside, bound(N))}
    m, index, first = opening_of(region), index_of(region), part.pull == "first"
    before = moment(region, PULLED, m if first else N - 1, M, [(BEFORE, OPTIMAL)], index)
    late: list[tuple[str, Comparison | Polynomial]] = [*best, ("late", N - m - 1), *before]
    if first and part.over == "others":
        late.append(("beside_best", T - N - count_of(region, OPTIMAL) - m * (K - 2)))
    counted = [*of_count(region, N), *of_opening(region, N)]
    inside = kind_of(region, (COUNT, LEVEL, BEFORE), (PULLED,), ("f", late), ("N", counted))
    idle = kind_of(region, (), (PULLED,), ("f", best))
    return {"idle": (idle, bound(m)), "late": (inside, bound(N))}


# --- crossings -----------------------------------------------------------------------------------


def sum_of_crossing(part: Crossing, region: Region) -> Comparison:
    """Crossing sum: shares of OPT(T) for all arms, with a potential for those that led in the end.

    Its bound, if every arm got the m pulls of the opening of an index policy, is

        W*ALG(T) >= ((k-2)*alpha + alpha_optimal + alpha_last + beta*T + gamma*S
                     + z*(alpha_idle - alpha))*OPT(T),

    where S is the sum of the squares of all counts, and z the number of arms other than g that got
    these m pulls only.

    Let g be an arm with OPT = Rew(g,T), and N_i the final counts; if the claim counts the arms
    beside one, this arm is to be shown to be best, and is g. An arm other than g has N = m; or its
    last pull came later, at a level M >= N-1. If M >= N this pull is *late*. If M = N-1 the arm
    crossed the level b = N-1 with it, and its score was maximal:

        score(f,b,b) >= score(h,B,b)    for every arm h, with m <= B <= b pulls then.

    The largest count grows by one at a time, so a level is crossed once, and lower levels before
    higher ones: the arms of this kind are f_1, ..., f_s, with levels b_1 < ... < b_s. The kinds of
    arms say, with share(N) = alpha + beta*N + gamma*N^2 and pot(f,b) = u(b)*Rew(f,b) + v(b)*OPT,

        best        W*Rew(g,N) >= share(N)*OPT, with alpha_optimal for alpha
        idle        W*Rew(f,m) >= share(m)*OPT, with alpha_idle for alpha
        late        W*Rew(f,N) >= share(N)*OPT
        first       W*Rew(f_1,b_1+1) >= share(b_1+1)*OPT + pot(f_1,b_1)
        next        pot(f_(m-1),b_(m-1)) + W*Rew(f_m,b_m+1) >= share(b_m+1)*OPT + pot(f_m,b_m)
        last        pot(f_s,b_s) >= (alpha_last - alpha)*OPT.

    Their sum is the bound, as N_1 + ... + N_k = T. If no arm crossed with its last pull, the sum
    has one more alpha in the place of alpha_last, and alpha >= alpha_last (`order`).
    """
    bound = (K - 2) * part.alpha + part.alpha_optimal + part.alpha_last + part.beta * T
    if len(part.gamma):
        bound = bound + part.gamma * named(region, "squares")
    if part.alpha_idle is not None:
        bound = bound + (part.alpha_idle - part.alpha) * named(region, "idle", beside_of(region))
    return Comparison(ALG.scaled(part.weight) - OPT.scaled(bound))


def _check_conditions(part: Crossing, region: Region) -> None:
    """The names that a crossing sum uses, the order of its alphas, and who is best."""
    own = [part.weight, part.beta, part.alpha, part.alpha_optimal, part.alpha_last, part.gamma]
    check_known(region.names, *own, *([] if part.alpha_idle is None else [part.alpha_idle]))
    check_known(region.names | {LEVEL}, part.share, part.rest)
    check_sign(part.order, region, part.alpha - part.alpha_last)
    if beside_of(region):
        if part.best is None:
            reject("coverage", "nothing shows that the arm beside others is best")
        check_goal(part.best, region, beside_is_best(region))


def beside_is_best(region: Region) -> Comparison:
    """The arm beside which others are counted earns as much as the best arm in T pulls."""
    return Comparison(rew(beside_of(region), T) - OPT)


def crossing_kinds(part: Crossing, region: Region) -> Kinds:
    """The bounds for the kinds of arms; see `sum_of_crossing`.

    Each arm has m pulls at least, which bounds the counts of the others: N <= T - m(k-1), and
    N + N' <= T - m(k-2) for two arms. A bound about so many arms needs k to be as large.
    """
    m, index, W = opening_of(region), index_of(region), part.weight
    pair, three = (PULLED,), (PULLED, NEXT_ARM)

    def about(arms: tuple[str, ...], names: tuple[str, ...], *facts: tuple[str, Facts]) -> Region:
        several = [("arms", K - Polynomial.constant(1 + len(arms))), ("opened", T - K * m)]
        return kind_of(region, names, arms, ("all", several), *facts)

    def crossed(f: str, level: Polynomial, *before: tuple[str, str]) -> Facts:
        return [("low", level - m), *moment(region, f, level, level, before, index)]

    both = [("above", L - M - 1), ("steps", T - (K - 2) * m - M - L - 2)]
    here, gain = _potential(part, PULLED, M), _gain(part, PULLED, M)
    following = here + _gain(part, NEXT_ARM, L) - _potential(part, NEXT_ARM, L)
    own = rew(OPTIMAL, N).scaled(W) - OPT.scaled(part.at(N, part.alpha_optimal))
    idle = rew(PULLED, m).scaled(W) - OPT.scaled(part.at(m, part.alpha_idle))
    last = here + OPT.scaled(part.alpha - part.alpha_last)
    late = [*moment(region, PULLED, N - 1, M, [(BEFORE, OPTIMAL)], index), ("beyond", M - N)]
    ahead = crossed(PULLED, M, (BEFORE, OPTIMAL))
    crossing = about(pair, (LEVEL, BEFORE), ("f", ahead), ("N", _other(region, M + 1)))
    after = about(
        three,
        (LEVEL, NEXT_LEVEL, BEFORE, NEXT_BEFORE, LATER_BEFORE),
        ("M", both),
        ("f", crossed(PULLED, M, (BEFORE, OPTIMAL), (NEXT_BEFORE, NEXT_ARM))),
        ("e", crossed(NEXT_ARM, L, (LATER_BEFORE, OPTIMAL))),
        ("N", _other(region, M + 1)),
        ("L", _other(region, L + 1)),
    )
    best = about((), (COUNT,), ("N", [*of_count(region, N), *of_opening(region, N)]))
    of_late = about(pair, (COUNT, LEVEL, BEFORE), ("f", late), ("N", _other(region, N)))
    return {
        "best": (best, Comparison(own)),
        "idle": (about(pair, ()), Comparison(idle)),
        "late": (of_late, Comparison(_gain(part, PULLED, N - 1))),
        "first": (crossing, Comparison(gain - here)),
        "next": (after, Comparison(following)),
        "last": (crossing, Comparison(last)),
    }


def _other(region: Region, n: Polynomial) -> Iterator[tuple[str, Comparison | Polynomial]]:
    """What is known of the final count n, m+1 or more, of an arm other than the best one."""
    yield from (*of_count(region, n), *of_opening(region, n))
    yield "late", n - opening_of(region) - 1
    beside = beside_of(region)
    if beside and (rival := seen(region, "rival", beside)) is not None:
        yield "rival", rival - n


def _potential(part: Crossing, arm: str, b: Polynomial) -> Form:
    """u(b)*Rew(f,b) + v(b)*Rew(g,T)."""
    u, v = (p.substitute({LEVEL: b}) for p in (part.share, part.rest))
    return rew(arm, b).scaled(u) + OPT.scaled(v)


def _gain(part: Crossing, arm: str, b: Polynomial) -> Form:
    """W*Rew(f,b+1) - share(b+1)*Rew(g,T)."""
    return rew(arm, b + 1).scaled(part.weight) - OPT.scaled(part.at(b + 1))
