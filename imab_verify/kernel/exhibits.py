"""Exhibits: adversaries for every deterministic policy; schedules, or a run, for some run of one.

An exhibit is the leaf of a proof that there is an instance: it shows one for all parameters of a
case. Everything that it needs are inequalities of parameters, `duties`, each with a proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from imab_verify.kernel.arms import (
    Caps,
    Group,
    LastArm,
    Node,
    Phase,
    Played,
    Region,
    Schedule,
    check_all,
    check_integer,
    check_known,
    functional,
    multiples,
    on_side,
    parameter_region,
)
from imab_verify.kernel.polynomials import (
    ONE,
    ZERO,
    Polynomial,
    at,
    reject,
    total,
    triangle,
    use,
)
from imab_verify.kernel.semantics import (
    Point,
    check_instance,
    play,
    settle,
    sum_up,
)
from imab_verify.kernel.statement import (
    ANYTIME,
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Every,
    Form,
    Index,
    K,
    Kind,
    Relation,
    Run,
    Some,
    T,
    at_least,
    equal,
    positive,
    rew,
)

PULLS, OPEN = "_x", "_m"
X = Polynomial.variable(PULLS)
"""The pulls that an arm has, in the end or just before it is pulled."""
MAX_GROUPS = 12
Duties = dict[str, tuple[Region, Sequence[Comparison]]]
"""What must be shown, by a name for each part, and where."""


def start_of_exhibit(claim: Claim, lemmas: Sequence[Claim]) -> Region:
    """What an exhibit is made of: the parameters, and k >= 1 (`arms`).

    Policies that do not know T play against one who fixes T while they play: he knows the givens
    that do not name T, and owes the others.
    """
    region = parameter_region(claim, lemmas)
    if claim.run == Every(ANYTIME):
        if any("T" in f.numerator.names() | f.divisor.names() for f in claim.floors):
            reject("rule", "a floor depends on T, which is yet to be chosen")
        known = tuple(c for c in region.constraints if "T" not in c.polynomial.names())
        region = replace(region, names=region.names - {"T"}, constraints=known)
    return region.assuming([("arms", at_least(K - 1))])


def check_exhibit(node: Node, region: Region, claim: Claim) -> None:
    """Exhibit: there is an instance for all parameters of a case if all duties have proofs."""
    for name, (where, wanted) in duties(node, region, claim).items():
        proofs = getattr(node, "proofs").get(name, {})  # noqa: B009
        with at(f"proofs.{name}"):
            check_all(proofs, where, wanted)


def duties(node: Node, region: Region, claim: Claim) -> Duties:
    """All that an exhibit must show."""
    of: tuple[Run, ...] = ()
    match node, claim.run:
        case LastArm(horizon=None) | Caps(), Every(every="policy"):
            pass
        case LastArm(horizon=Polynomial()), Every(every="anytime-policy"):
            pass
        case Schedule() | Played(), Some(run):
            of = (run,)
        case _:
            reject("rule", "this exhibits no instance that the claim speaks of")
    rule = RULES[type(node)]
    use(rule.__name__.replace("_", "-"))
    return rule(node, region, claim, *of)


def _between(region: Region, name: str, low: Polynomial, high: Polynomial) -> Region:
    """The region with one more integer, between two others."""
    x = Polynomial.variable(name)
    ends = ((f"{name}.low", at_least(x - low)), (f"{name}.high", at_least(high - x)))
    return region.declaring([name]).assuming(ends)


# --- adversaries ---------------------------------------------------------------------------------

"""An adversary answers the pulls of a policy one by one; afterwards there must be an instance with
these answers. The policy is deterministic and its next pull depends on nothing but the answers so
far, so its run on that instance is the very run that was answered.

All adversaries here pay n for the n-th pull of some arm to the end, and no arm pays more: so
OPT(T) = T(T+1)/2. These rewards are divided by a number `scale` >= T that is fixed in advance, and
that arm stays at 1 after as many pulls.
"""


def outcome(
    claim: Claim, alg: Polynomial, scale: Polynomial, factor: Polynomial = ONE
) -> Iterator[Comparison]:
    """Bounds: the conclusion where OPT = T(T+1)/2 and factor*ALG <= alg, before rewards are scaled.

    The factor is > 0, and the scale >= T. With rewards divided by the scale, a*OPT + b*ALG + d >= 0
    (or > 0) if b <= 0 and a*factor*T(T+1)/2 + b*alg + d*factor*scale >= 0 (or > 0). OPT > 0 if
    T >= 1.
    """
    yield at_least(T - 1)
    for of_alg, comparison in concluded(claim, factor * triangle(T), alg, factor * scale):
        if comparison.relation == Relation.EQ:
            reject("rule", "a lower bound is an inequality")
        yield at_least(-of_alg)
        yield comparison


def concluded(
    claim: Claim, opt: Polynomial, alg: Polynomial, scale: Polynomial
) -> Iterator[tuple[Polynomial, Comparison]]:
    """a*opt + b*alg + d*scale >= 0 (or > 0, == 0) for each a*OPT + b*ALG + d, after its b."""
    for comparison in claim.plain:
        of_opt, of_alg = multiples(comparison.form, Atom(Kind.OPT), Atom(Kind.ALG))
        value = of_opt * opt + of_alg * alg + comparison.form.constant * scale
        yield of_alg, Comparison(Form(value), comparison.relation)


def check_witness(claim: Claim, point: object) -> None:
    """The givens can hold: here they do, for k >= 1 and T >= 0, in every run of that size."""
    named = claim.played.named if claim.played else ()
    if not isinstance(point, Point) or point.curves or claim.arms or named:
        reject("instance", "parameters are no witness of a claim about arms")
    if any(given.form.terms for given in claim.givens):
        reject("instance", "parameters are no witness of givens about rewards")
    values = settle(claim, point.parameters)
    for number, given in enumerate((*claim.givens, at_least(K - 1), at_least(T))):
        if not given.relation.holds(given.form.constant.at(values)):
            reject("instance", f"given number {number} is false there")


def last_arm(plan: LastArm, region: Region, claim: Claim) -> Duties:
    """The last arm goes on: z = `zeros` arms pay nothing, the others at most q = `cap`, but one.

    The first z different arms that are pulled pay 0 for ever. Every other arm pays n for its n-th
    pull up to n = q. When it is pulled once more it pays min(n,q) for ever; but if all other arms
    are decided by then (z <= k-1 of them are 0, the others have more than q pulls) it goes on: n.
    Arms that are undecided in the end go on too, so there is one that does.

    Behind: no arm that goes on has more than q pulls. At most T-z pulls paid anything (or fewer
    than z arms were pulled, and none did), the n-th pull of an arm at most min(n,q). Equal
    nondecreasing rewards add up to most if one arm gets all pulls: ALG <= Rew(min(.,q),T-z), where
    q <= T-z.
    Ahead: an arm that goes on has x > q pulls. The z arms have Z >= z pulls, the other k-z-1 have
    more than q each and Y = T-Z-x in all, so x + (k-z-1)(q+1) <= T-z and
    ALG = x(x+1)/2 + q*Y - (k-z-1)*q(q-1)/2, where Y <= T-z-x.

    A policy that does not know T is stopped before the last arm passes q pulls. Let the first z
    different arms pay 0 and all others min(n,q) up to the time H = `horizon`. The run up to H is
    one run, whatever T <= H is, and the givens that name T are duties.

    Full: at time H one of the others has at most q pulls. It could as well go on, so T = H, and ALG
    is that of "behind".
    Stopped: otherwise let the last of the others to get its (q+1)-th pull get it at step T+1 <= H.
    After T steps it has q pulls and could as well go on. The z arms have had a pull, the other
    k-z-1 more than q: T >= z + (k-z-1)(q+1) + q, and ALG is that of "ahead" with x = q.
    """
    z, q, H = plan.zeros, plan.cap, T if plan.horizon is None else plan.horizon
    for count in (z, q, H):
        check_integer(count, region)
    others = K - z - 1

    def paid(x: Polynomial) -> Polynomial:
        return triangle(x) + q * (T - z - x) - others * q * (q - 1) * Fraction(1, 2)

    owed = [given for given in claim.givens if not given.form.names() <= region.names]
    most = on_side(ArmClass.CONCAVE, Kind.REW, T - z, after=True, bend=q)
    behind = [*map(at_least, (z, others, q, T - z - q)), *owed, *outcome(claim, most, T)]
    if plan.horizon is None:
        ahead = _between(region, PULLS, q + 1, T - z - others * (q + 1))
        return {"behind": (region, behind), "ahead": (ahead, [*outcome(claim, paid(X), T)])}
    stopped = _between(region, "T", z + others * (q + 1) + q, H - 1)
    full = [wanted.substitute({"T": H}) for wanted in behind]
    return {"full": (region, full), "stopped": (stopped, [*owed, *outcome(claim, paid(q), H)])}


def caps(plan: Caps, region: Region, claim: Claim) -> Duties:
    """Caps: arms are capped one after the other, each at its share a = above/below of what is left.

    Let w = T at first. An open arm pays n for its n-th pull. With m >= 2 open arms and w left, the
    first open arm with more than c = a(m)*w pulls pays min(n,c) for ever, and w-c is left. Caps
    do not fall, so this agrees with what the arm paid before. The last open arm is never capped.

    Write c_i and w_i for the cap of arm i and what was left then: w_i = w_(i-1) - c_i, and with
    b = a/(1-a), c_i = b(m)*w_i where m arms were open. Say j arms are capped in the end, with
    N_i > c_i pulls, and the others have n_l pulls. Since sum_(n <= N) min(n,c) <= cN - c^2/2 + c/2
    for N >= c (for c = h + t with an integer h and 0 <= t < 1 the difference is t(1-t)/2) and
    c_i <= N_i, the halves add up to at most T/2: 2*ALG <= T + 2E with
    E = sum c_i*N_i - sum c_i^2/2 + sum n_l^2/2.

    j = 0: n_l <= c_1, so E <= c_1*T/2 <= c_1*T - c_1^2/2 = B_1, as c_1 <= T.
    j >= 1: n_l <= 2*c_j, because n_l <= c_(j+1) <= 2*c_j or, for the last open arm, n_l < w_j and
    w_j <= 2*c_j. So n_l^2/2 <= c_j*n_l, and with sum N_i + sum n_l = T
    E <= c_j*T - sum (c_j - c_i)*N_i - sum c_i^2/2 <= c_j*w_j + sum c_i^2/2 = B_j, as c_i <= c_j.
    B_(j+1) <= B_j because c_(j+1)*(w_j - c_(j+1)/2) <= c_j*w_j. So E <= B_1 = a(k)(2-a(k))*T^2/2.

    Duties, with m open arms: 0 < a(m) < 1 for 2 <= m <= k (`shares`); b(m+1) <= a(m) and
    a(m)(2-a(m)) <= 2b(m+1) for 2 <= m <= k-1 (`steps`), where a(m) < a(m)(2-a(m)), so that caps
    do not more than double; k >= 2, 1 <= 2b(2), and the conclusion (`bound`).
    """
    m, two, p, q = Polynomial.variable(OPEN), Polynomial.constant(2), plan.above, plan.below
    check_known(region.names | {OPEN}, p, q)
    (p1, q1), (p2, q2), (pk, qk) = (
        (p.substitute({OPEN: arms}), q.substitute({OPEN: arms})) for arms in (m + 1, two, K)
    )
    less = p * (q1 - p1) - p1 * q
    double = 2 * p1 * q * q - p * (2 * q - p) * (q1 - p1)
    alg = (pk * (2 * qk - pk) * T * T + qk * qk * T) * Fraction(1, 2)
    start = (at_least(K - 2), at_least(2 * p2 - (q2 - p2)))

    return {
        "shares": (_between(region, OPEN, two, K), (positive(p), positive(q - p))),
        "steps": (_between(region, OPEN, two, K - 1), (at_least(less), at_least(double))),
        "bound": (region, (*start, *outcome(claim, alg, T, factor=qk * qk))),
    }


# --- schedules -----------------------------------------------------------------------------------


def schedule(plan: Schedule, region: Region, claim: Claim, run: Run) -> Duties:
    """Schedule: groups of equal arms, and phases in which they are pulled in turn.

    An arm of group g pays c*min(n,q) for its n-th pull, divided by S = `scale`. It is concave and
    in [0,1], as c >= 0, q is an integer with 1 <= q <= T, and S > 0, S >= c*q. The sizes are
    integers >= 0, and k in all. An index policy opens with m = `opening` pulls of every arm. Then,
    phase after phase, the arms of the groups g, h, ..., which all have a pulls, are pulled in
    rounds: each arm of g once, then each of h once, ..., until all have b >= a.

    The policy may do so if, whenever the next arm f has x pulls, a <= x < b, and the largest count
    is M, no arm has a larger score than f, and none with fewer pulls than f has the same. Arms of
    the phase have x pulls, or x+1 if they were pulled before in this round; the others as many as
    the phases before left them with. If that is b-1 or b, or M >= b, it is x or more; otherwise
    their score must be smaller. M begins with m: either b <= M, and M stays, or a = M, one arm
    alone is pulled, and so M = x. A score looks at rewards of one arm at indices e that are its
    count or one less. If they are all <= q, or all >= q, as `bent` and `bending` say, it is a
    polynomial, here multiplied by S. Each phase has a proof of all this, for every such x.

    Where ties fall to the lowest (or highest) index, the groups stand in the order of their arms,
    the first (or last) arm first, and so do those of a phase. No arm before f has x pulls and the
    same score: in the phase it has been pulled in this round, and others that are as good must have
    more pulls or come later.

    Round robin opens with m pulls of every arm, for any m >= 0. In a phase the count is m before
    and m+1 after it: those arms are the first ones of the instance.

    Outcome: the final counts add up to T. So these are the T pulls of a run, ALG is the sum of
    Rew(f,N), and OPT = Rew(f,T) for an arm of the best group. The conclusion is that
    a*OPT + b*ALG + d*S >= 0 (or > 0, or == 0) with rewards that are not scaled.
    """
    _check_plan(plan, run, region)
    counts, level = dict.fromkeys(plan.groups, plan.opening), plan.opening
    own: Duties = {}
    wanted = [at_least(plan.opening)]
    for number, phase in enumerate(plan.phases, start=1):
        starts, until = {counts[name] for name in phase.groups}, phase.until
        if len(starts) != 1 or len({*phase.groups}) != len(phase.groups):
            reject("rule", "the groups of a phase differ, with equal counts")
        (start,) = starts
        wanted.append(at_least(until - start))
        orders: list[Comparison] = []
        if run.index is None:
            if (start, until) != (plan.opening, plan.opening + 1):
                reject("rule", "round robin pulls an arm once more in a phase")
        elif start != level:
            wanted.append(at_least(level - until))
            orders = [*_orders(plan, phase, run.index, counts, level)]
        elif [plan.groups[name].size for name in phase.groups] != [ONE]:
            reject("rule", "the largest count is raised by one arm alone")
        else:
            orders = [*_orders(plan, phase, run.index, counts, X)]
            level = until
        own[f"phase{number}"] = _between(region, PULLS, start, until - 1), orders
        counts |= dict.fromkeys(phase.groups, until)
    return own | {"outcome": (region, (*wanted, *_instance(plan), *_outcome(plan, counts, claim)))}


def _check_plan(plan: Schedule, run: Run, region: Region) -> None:
    """Counts are integers, all names are known, and the opening is that of the policy."""
    if run.index is None and run.policy != ROUND_ROBIN:
        reject("rule", "a schedule is for round robin, or a policy by a score")
    groups = plan.groups.values()
    sizes = (p for group in groups for p in (group.size, group.bend))
    for count in (plan.opening, *(phase.until for phase in plan.phases), *sizes):
        check_integer(count, region)
    check_known(region.names, plan.scale, *(group.slope for group in groups))
    if run.index is not None and plan.opening != Polynomial.constant(run.index.opening):
        reject("rule", "the policy opens with another number of pulls")
    named = [*plan.bent, plan.best]
    for phase in plan.phases:
        named += (*phase.groups, *phase.bent, *phase.bending)
    if not {*named} <= plan.groups.keys() or len(groups) > MAX_GROUPS:
        reject("rule", "a phase names a group that there is not, or too many")


def _orders(
    plan: Schedule, phase: Phase, index: Index, counts: Mapping[str, Polynomial], M: Polynomial
) -> Iterator[Comparison]:
    """No arm is better than the one that is pulled, and none with fewer pulls as good.

    Where ties fall by index, none that comes earlier has as many pulls and is as good.
    """
    order, by_index = [*plan.groups], index.ties != "any"
    if by_index and [*phase.groups] != [name for name in order if name in phase.groups]:
        reject("rule", "the groups of a phase are not in the order of their arms")

    def score(name: str, count: Polynomial, bent: bool) -> tuple[Polynomial, list[Comparison]]:
        form = index.of("f", count, M)
        value, sides = _reward_of(plan.groups[name], form, bent)
        return value + form.constant * plan.scale, sides

    now = {name: X if name in phase.groups else counts[name] for name in order}
    scores = {name: score(name, count, name in phase.bent) for name, count in now.items()}
    later = {name: score(name, X + 1, name in phase.bending) for name in phase.groups}
    for number, name in enumerate(phase.groups):
        own, sides = scores[name]
        yield from sides
        for place, other in enumerate(order):
            if other == name and plan.groups[name].size == ONE:
                continue
            pulled = other == name or other in phase.groups[:number]
            value, sides = (later if pulled else scores)[other]
            yield from sides
            ahead = {phase.until, M}
            if not (by_index and place < order.index(name)):
                ahead.add(phase.until - 1)
            weak = other in phase.groups or counts[other] in ahead
            yield at_least(own - value) if weak else positive(own - value)


def _reward_of(group: Group, form: Form, bent: bool) -> tuple[Polynomial, list[Comparison]]:
    """A functional of c*min(n,q), with all indices <= q, or >= q if bent; and that they are."""
    collected, q = functional(list(form.terms)), group.bend
    sides = [at_least(e - q if bent else q - e) for _, e in collected]
    rewards = (c * on_side(ArmClass.CONCAVE, *part, bent, q) for part, c in collected.items())
    return group.slope * total(rewards), sides


def _instance(plan: Schedule) -> Iterator[Comparison]:
    """k concave arms in [0,1]."""
    groups = plan.groups.values()
    yield equal(total(group.size for group in groups), K)
    yield positive(plan.scale)
    for group in groups:
        c, q = group.slope, group.bend
        yield from map(at_least, (group.size, c, q - 1, T - q, plan.scale - c * q))


def _outcome(
    plan: Schedule, counts: Mapping[str, Polynomial], claim: Claim
) -> Iterator[Comparison]:
    """T pulls, OPT > 0 by an arm of the best group, and the conclusion."""
    groups, alg = plan.groups, ZERO
    yield equal(total(group.size * counts[name] for name, group in groups.items()), T)
    for name, group in groups.items():
        paid, sides = _reward_of(group, rew("f", counts[name]), name in plan.bent)
        yield from sides
        alg += group.size * paid
    opt = {name: _reward_of(group, rew("f", T), bent=True)[0] for name, group in groups.items()}
    yield at_least(groups[plan.best].size - 1)
    yield positive(opt[plan.best])
    yield from (at_least(opt[plan.best] - other) for other in opt.values())
    yield from (c for _, c in concluded(claim, opt[plan.best], alg, plan.scale))


# --- one run -------------------------------------------------------------------------------------


def played(plan: Played, region: Region, claim: Claim, run: Run) -> Duties:
    """Played: an instance, and a run on it that is played pull by pull, at one k and T.

    The constraints fix k and T. With ALG and OPT > 0 of the run a comparison of the conclusion is
    one of parameters, to be shown.

    Nearby: the instance f may be a limit. Then the pulls are those of the run on an instance g, and
    on f every pulled arm has a maximal score, ties not looked at. Scores are linear in the rewards
    (or affine), so on (1-e)*f + e*g, for 0 < e <= 1, the pulled arm has a maximal score too, and an
    arm with the same score has it on g as well: there the tie was broken in favour of the arm that
    is pulled. So the pulls are those of the run. These instances are concave and in [0,1]. As e
    tends to 0, OPT and ALG tend to those of f; so every comparison that holds strictly on f holds
    for small e, and OPT > 0.
    """
    numbers = region.numbers()
    if not {"k", "T"} <= numbers.keys():
        reject("rule", "a run is played at one k and T")
    k, T = int(numbers["k"]), int(numbers["T"])
    for curves in (plan.curves, plan.near or plan.curves):
        if len(curves) != k:
            reject("instance", "the instance, and the one nearby, need k arms")
        check_instance(curves)
    play(run, plan.near or plan.curves, T, plan.pulls)
    if plan.near is not None:
        play(run, plan.curves, T, plan.pulls, weak=True)
    counts = Counter(plan.pulls)
    alg = sum_up((1, f.rew(counts[i])) for i, f in enumerate(plan.curves))
    opt = max(f.rew(T) for f in plan.curves)
    if opt <= 0:
        reject("instance", "OPT(T) is 0 there")
    known = {name: Polynomial.constant(value) for name, value in numbers.items()}
    wanted = [
        c for _, c in concluded(claim, Polynomial.constant(opt), Polynomial.constant(alg), ONE)
    ]
    if plan.near is not None:
        if any(c.relation == Relation.EQ for c in wanted):
            reject("strictness", "an equation need not hold near a limit")
        wanted = [positive(c.form.constant) for c in wanted]
    return {"outcome": (region, [c.substitute(known) for c in wanted])}


RULES: dict[type, Callable[..., Duties]] = {
    LastArm: last_arm,
    Caps: caps,
    Schedule: schedule,
    Played: played,
}
"""The rule for each kind of exhibit."""
