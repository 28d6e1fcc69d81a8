"""What is true in every run: a claim about a run becomes a claim about arms, with more givens.

In the claim about arms OPT(T) and ALG(T) are Rew(_g,T) and Rew(_h,T) for two more arms. _g is an
arm of the instance that is best at T. _h is the constant ALG(T)/T: it is concave, and in [0,1]
because rewards are; for T = 0 it is any arm, since ALG(0) = 0 = Rew(_h,0). OPT(t) and ALG(t) at
each other time t have two such arms of their own. A claim that holds for all arms that satisfy the
facts below, each of which is true in the run, holds in the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from imab_verify.kernel.claims import Claim, times_of
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import ROUND_ROBIN, Index, K, Run, T
from imab_verify.kernel.documents import Natural
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Floor, Form, Kind, Relation, at_least, rew
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, shown, total
from imab_verify.kernel.proofs import ClaimProof
from imab_verify.kernel.regions import Constraint, parameter_region
from imab_verify.kernel.runs.play import run_of

PULLED, OPTIMAL, EARNED, LEADER = "_f", "_g", "_h", "_l"
COUNT, LEVEL, BEFORE = "_N", "_M", "_B"
LAST_LEVEL, LAST_BEFORE, REACHED_BEFORE, OPTIMAL_COUNT, QUOTIENT = "_L", "_C", "_R", "_n", "_q"

Counts = tuple[tuple[str, str], ...]


OPT, ALG = rew(OPTIMAL, T), rew(EARNED, T)


def sum_of_squares(run: Run) -> Polynomial:
    """The sum of the squares of all final counts, by its name."""
    if not run.squares:
        raise RejectedError(Reason.RULE, "the sum of the squares of all counts has no name")
    return Polynomial.variable(run.squares)


# --- the data of a proof -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shares:
    """weight * Rew(f,N) >= share + share_opt*OPT(T) for every arm.

    share = alpha + beta*N + gamma*N^2, and share_opt the same with the other three. The proofs are
    of the claims of `per_arm`, in their order. The sum is over all arms, or over those other than
    the best arm, whose count then has a name.
    """

    weight: Polynomial
    alpha: Polynomial
    beta: Polynomial
    alpha_opt: Polynomial
    beta_opt: Polynomial
    proofs: tuple[ClaimProof, ...]
    over: Annotated[str, "all", "others"] = "all"
    gamma: Polynomial = ZERO
    gamma_opt: Polynomial = ZERO

    def of(self, arms: Polynomial, pulls: Polynomial, squares: Polynomial) -> Form:
        """The sum of share + share_opt*OPT(T) over arms with so many pulls."""
        own = self.alpha * arms + self.beta * pulls + self.gamma * squares
        opt = self.alpha_opt * arms + self.beta_opt * pulls + self.gamma_opt * squares
        return Form(own) + OPT.scaled(opt)


class Fact(StrEnum):
    """Words for facts about rewards, which `functional_facts` explains."""

    BEST = "best"
    BOUND = "bound"
    REGRET = "regret"
    SHARES = "shares"
    REST = "rest"
    OTHERS = "others"
    ONE_ARM = "one-arm"
    OPTIMAL_COUNT = "optimal-count"


@dataclass(frozen=True, slots=True)
class Later:
    """Time number `second` is not before time number `first`, with a proof; number 0 is T."""

    first: Natural
    second: Natural
    proof: ClaimProof


@dataclass(frozen=True, slots=True)
class Known:
    """A claim about arms, the run it comes from, and all final counts that have a name."""

    claim: Claim
    run: Run
    counts: Counts
    times: tuple[Polynomial, ...] = ()

    def adding(self, *facts: Comparison) -> Known:
        """The claim with more givens; those are left out that are plain already."""
        region, new = parameter_region(self.claim), []
        for fact in facts:
            p = fact.form.constant
            if not fact.form.terms and fact.relation == Relation.GE:
                if region.implies(p):
                    continue
                region = region.adding(Constraint(p))
            new.append(fact)
        return replace(self, claim=replace(self.claim, givens=(*self.claim.givens, *new)))

    def declaring(self, parameters: Sequence[str], arms: Sequence[str] = ()) -> Known:
        """The claim with more integers and concave arms."""
        claim = replace(
            self.claim,
            parameters=(*self.claim.parameters, *parameters),
            arms=(*self.claim.arms, *((arm, ArmClass.CONCAVE) for arm in arms)),
        )
        return replace(self, claim=claim)

    def count_of(self, arm: str) -> Polynomial:
        """The name of the final count of an arm."""
        names = [name for name, other in self.counts if other == arm]
        if not names:
            raise RejectedError(Reason.RULE, f"the final count of {arm or 'an arm'} has no name")
        return Polynomial.variable(names[0])


# --- what is known ------------------------------------------------------------------------------


def known_of(claim: Claim, words: Sequence[Fact]) -> Known:
    """The claim about arms with k >= 1, T >= 0, what is known of counts, and the chosen facts."""
    run = run_of(claim)
    counts = (*run.pulls, *(((OPTIMAL_COUNT, OPTIMAL),) if Fact.OPTIMAL_COUNT in words else ()))
    floors = claim.floors
    if run.policy == ROUND_ROBIN and not _own_quotient(claim):
        floors = (*floors, Floor(QUOTIENT, T, K))
    elif run.policy != ROUND_ROBIN and not _speaks_of_quotient(claim):
        floors = tuple(floor for floor in floors if floor.name != QUOTIENT)
    about_arms = replace(
        claim,
        givens=tuple(_about_arms(given, times_of(claim)) for given in claim.givens),
        conclusion=tuple(_about_arms(goal, times_of(claim)) for goal in claim.conclusion),
        floors=floors,
        run=None,
    )
    times = times_of(claim)
    known = Known(about_arms, run, counts, times)
    extra = [OPTIMAL_COUNT] * (len(counts) - len(run.pulls))
    known = known.declaring(extra, stand_ins(times))
    facts = [K - ONE, T, *_count_facts(known), *_pulled_facts(known)]
    known = known.adding(*map(at_least, facts))
    return known.adding(*functional_facts(known, words))


def _about_arms(comparison: Comparison, times: Sequence[Polynomial]) -> Comparison:
    """OPT(T) and ALG(T) as rewards of the two arms that stand for them; so at other times."""
    arm_of = {Kind.OPT: OPTIMAL, Kind.ALG: EARNED, Kind.OPT_AT: OPTIMAL, Kind.ALG_AT: EARNED}

    def about_arms(atom: Atom) -> Atom:
        if atom.kind not in arm_of:
            return atom
        number = 1 + times.index(atom.indices[0]) if atom.indices else 0
        return Atom(Kind.REW, arm_at(arm_of[atom.kind], number), atom.indices or (T,))

    terms = tuple((c, about_arms(atom)) for c, atom in comparison.form.terms)
    return Comparison(Form(comparison.form.constant, terms), comparison.relation)


def stand_ins(times: Sequence[Polynomial]) -> list[str]:
    """The arms that stand for OPT and ALG at T and at the other times.

    Those for ALG are no arms of the instance: of them nothing is known but what is said of ALG.
    """
    return [arm_at(arm, i) for i in range(len(times) + 1) for arm in (OPTIMAL, EARNED)]


def arm_at(arm: str, number: int) -> str:
    """The arm that stands for OPT or ALG at time number `number`; number 0 is T."""
    return f"{arm}{number}" if number else arm


# --- counts --------------------------------------------------------------------------------------


def _count_facts(known: Known) -> Iterator[Polynomial]:
    """What is >= 0 of the final counts, in the run of any policy: they add up to T over k arms.

    0 <= N <= T; least <= N <= most; N and the k-1 other counts, each between least and most, make
    T. The same for the arm with most and that with least pulls, so k*least <= T <= k*most. Counts
    of different arms add up to at most T, and the k-d others make up the rest; d <= k. Their
    squares are part of the sum of all. Two names for the count of one arm are equal.
    """
    run = known.run
    for number, (name, arm) in enumerate(known.counts):
        N = Polynomial.variable(name)
        yield from one_count(known, N)
        for other, same in known.counts[:number]:
            if same == arm:
                yield from (N - Polynomial.variable(other), Polynomial.variable(other) - N)
    extremes = [Polynomial.variable(name) for name in (run.most, run.least) if name]
    for N in extremes:
        yield from one_count(known, N)
    distinct = _different_counts(known)
    if run.different:
        yield K - Polynomial.constant(len(run.different))
    if len(distinct) > 1:
        N, others = total(distinct), K - Polynomial.constant(len(distinct))
        yield T - N
        yield from _with_others(run, N, others)
        if run.squares:
            yield sum_of_squares(run) - total(n * n for n in distinct)
    yield from _other_facts(known)


def _other_facts(known: Known) -> Iterator[Polynomial]:
    """What is >= 0 of the k-1 arms other than one: the largest of their counts, the idle ones.

    Their counts make up what is left of T, or are none, and then the largest is 0.
    """
    run, others = known.run, K - ONE
    if run.idle:
        idle = Polynomial.variable(run.idle)
        yield from (idle, others - idle)
    if run.rival:
        rival = Polynomial.variable(run.rival)
        yield from (rival, T - rival, others * T - rival)
        if run.most:
            yield Polynomial.variable(run.most) - rival
        for N in (Polynomial.variable(name) for name, arm in run.pulls if arm == run.beside):
            yield from (T - N - rival, N + others * rival - T)
        apart = run.different if run.beside in run.different else ()
        yield from (
            rival - Polynomial.variable(name)
            for name, arm in run.pulls
            if arm in apart and arm != run.beside
        )


def one_count(known: Known, N: Polynomial) -> Iterator[Polynomial]:
    """What is >= 0 of the count of one arm."""
    yield from (N, T - N)
    yield from beside_others(known, N)
    if known.run.squares:
        yield sum_of_squares(known.run) - N * N


def beside_others(known: Known, N: Polynomial) -> Iterator[Polynomial]:
    """What is >= 0 of a count beside the others; in round robin it is floor(T/k) or ceil(T/k)."""
    run = known.run
    if run.most:
        yield Polynomial.variable(run.most) - N
    if run.least:
        yield N - Polynomial.variable(run.least)
    yield from _with_others(run, N, K - ONE)
    if run.policy == ROUND_ROBIN:
        q = Polynomial.variable(_own_quotient(known.claim))
        yield from (N - q, q + ONE - N, T + K - ONE - K * N)


def _pulled_facts(known: Known) -> Iterator[Polynomial]:
    """What is >= 0 where arm f got a last pull, of any policy.

    It had N-1 pulls before that, T-1 pulls at most were made by then, and counts do not fall; M is
    the largest of the counts then. If the pull came after the opening, there were more than m*k
    steps, and more than m pulls of f if the policy opens with m of every arm.
    """
    run = known.run
    if not run.pulled:
        return
    m = Polynomial.constant(run.opening)
    late = run.stage == "after"
    yield T - ONE - (m * K if late else ZERO)
    own = [Polynomial.variable(name) for name, arm in run.pulls if arm == run.pulled]
    yield from (N - ONE - (m if late and run.scoring else ZERO) for N in own)
    M = Polynomial.variable(run.level)
    if run.level:
        yield from (M, T - ONE - M, *(M - N + ONE for N in own))
        if run.most:
            yield Polynomial.variable(run.most) - M
    for name, arm in run.before:
        B = Polynomial.variable(name)
        yield from (B, T - ONE - B)
        if run.level:
            yield M - B
        for final in (Polynomial.variable(n) for n, other in known.counts if other == arm):
            yield from (final - B, B - final + ONE) if arm == run.pulled else (final - B,)


def _with_others(run: Run, N: Polynomial, others: Polynomial) -> Iterator[Polynomial]:
    """N pulls of some arms and those of the others are T."""
    if run.least:
        yield T - N - others * Polynomial.variable(run.least)
    if run.most:
        yield N + others * Polynomial.variable(run.most) - T


def _different_counts(known: Known) -> list[Polynomial]:
    """The counts of arms that are said to be different, one for each arm."""
    named = dict(reversed([(arm, name) for name, arm in known.run.pulls]))
    return [Polynomial.variable(named[arm]) for arm in known.run.different if arm in named]


def _speaks_of_quotient(claim: Claim) -> bool:
    """Whether the name that a rule gave to floor(T/k) is used; if not, it is left out again."""
    forms = [comparison.form for comparison in claim.comparisons()]
    used = [form.constant for form in forms]
    used += [p for form in forms for c, atom in form.terms for p in (c, *atom.indices)]
    used += [p for floor in claim.floors for p in (floor.numerator, floor.divisor)]
    return any(QUOTIENT in p.names() for p in used)


def _own_quotient(claim: Claim) -> str:
    """The name that the claim has for floor(T/k)."""
    own = [floor.name for floor in claim.floors if (floor.numerator, floor.divisor) == (T, K)]
    return own[0] if own else ""


# --- rewards -------------------------------------------------------------------------------------


def functional_facts(known: Known, words: Sequence[Fact]) -> Iterator[Comparison]:
    """Facts about rewards in the run of any policy.

    best      Rew(f,T) <= OPT(T) for every arm f of the claim
    bound     OPT(T) <= T, for rewards are at most 1
    regret    ALG(T) <= OPT(T), for T*Rew(f,N) <= N*Rew(f,T) and the counts add up to T
    shares    ALG(T) >= the sum of Rew(f,N) over different arms, or for one arm
    rest      ALG(T) <= that sum + (k-d)*OPT(T), for d arms: each other arm earns OPT(T) at most
    others    T <= the sum of their counts + (k-d)*T: each other arm gets T pulls at most
    one-arm   ALG(T) + (k-2)*OPT(T) >= 0: for k = 1, ALG(T) = OPT(T)
    optimal-count   a name for the count of the best arm, for which all this holds too
    """
    minus_alg, minus_opt = ALG.scaled(-ONE), OPT.scaled(-ONE)
    if Fact.BEST in words:
        own = [arm for arm, _ in known.claim.arms if arm not in stand_ins(known.times)]
        yield from (Comparison(OPT + rew(arm, T).scaled(-ONE)) for arm in own)
    if Fact.BOUND in words:
        yield Comparison(minus_opt + Form(T))
    if Fact.REGRET in words:
        yield Comparison(OPT + minus_alg)
    for group in _groups(known):
        sum_of = Form()
        for arm, N in group:
            sum_of = sum_of + rew(arm, N)
        if Fact.SHARES in words:
            yield Comparison(ALG + sum_of.scaled(-ONE))
        others = K - Polynomial.constant(len(group))
        if Fact.REST in words:
            yield Comparison(sum_of + OPT.scaled(others) + minus_alg)
        if Fact.OTHERS in words:
            yield at_least(total(N for _, N in group) + others * T - T)
    if Fact.ONE_ARM in words:
        yield Comparison(ALG + OPT.scaled(K - ONE - ONE))
    yield from _facts_at_times(known, words)


def _facts_at_times(known: Known, words: Sequence[Fact]) -> Iterator[Comparison]:
    """best, bound and regret at the other times t of the run: they hold after any number of pulls.

    The best arm at one time is an arm of the instance, so best at another time holds for it too.
    """
    every = (T, *known.times)
    own = [arm for arm, _ in known.claim.arms if arm not in stand_ins(known.times)]
    best = [arm_at(OPTIMAL, number) for number in range(len(every))]
    for number, t in enumerate(every):
        opt, alg = rew(best[number], t), rew(arm_at(EARNED, number), t)
        arms = [*(own if number else ()), *(arm for arm in best if arm != best[number])]
        if Fact.BEST in words:
            yield from (Comparison(opt + rew(arm, t).scaled(-ONE)) for arm in arms)
        if Fact.BOUND in words and number:
            yield Comparison(opt.scaled(-ONE) + Form(t))
        if Fact.REGRET in words and number:
            yield Comparison(opt + alg.scaled(-ONE))


def order_claim(known: Known, part: Later) -> Claim:
    """The claim that one time is not before another."""
    first, second = _times(known, part)
    return about_parameters(known, second - first)


def ordered(known: Known, part: Later) -> Known:
    """With s <= t: ALG(s) <= ALG(t) <= ALG(s) + t - s, for each pull pays something in [0,1]."""
    (s, t), numbers = _times(known, part), (part.first, part.second)
    before, after = (rew(arm_at(EARNED, i), x) for i, x in zip(numbers, (s, t), strict=True))
    gain = after + before.scaled(-ONE)
    return known.adding(Comparison(gain), Comparison(gain.scaled(-ONE) + Form(t - s)))


def _times(known: Known, part: Later) -> tuple[Polynomial, Polynomial]:
    every = (T, *known.times)
    if max(part.first, part.second) >= len(every):
        raise RejectedError(Reason.RULE, "the run is not looked at at so many times")
    return every[part.first], every[part.second]


def _groups(known: Known) -> Iterator[list[tuple[str, Polynomial]]]:
    """Arms with their counts: those that are different together, each other one by itself."""
    together = [arm for arm in known.run.different if arm in {a for _, a in known.run.pulls}]
    if together:
        yield [(arm, known.count_of(arm)) for arm in together]
    for arm in dict.fromkeys(arm for _, arm in known.counts):
        if arm not in together:
            yield [(arm, known.count_of(arm))]


# --- index policies ------------------------------------------------------------------------------


def index_of(known: Known) -> Index:
    """The data of the policy, if it is an index policy."""
    if known.run.scoring is None:
        raise RejectedError(Reason.RULE, f"{known.run.policy} has no index")
    return known.run.scoring


def opening_of(known: Known) -> Polynomial:
    """The pulls of every arm in the opening."""
    return Polynomial.constant(index_of(known).opening)


def about_parameters(known: Known, p: Polynomial) -> Claim:
    """The claim that p >= 0 under what is known of the parameters."""
    givens = tuple(given for given in known.claim.givens if not given.form.terms)
    return replace(known.claim, arms=(), givens=givens, conclusion=(at_least(p),))


def opening_claim(known: Known) -> Claim:
    """T >= m*k, for m pulls of every arm in the opening."""
    return about_parameters(known, T - opening_of(known) * K)


def opened(known: Known) -> Known:
    """Opening: if T >= m*k then every arm has m pulls at least; the others have m each, too.

    Beside an arm with N pulls those that are not idle have m+1.
    """
    m = opening_of(known)
    names = [*(name for name, _ in known.counts), known.run.most, known.run.least]
    facts: list[Polynomial] = []
    for N in (Polynomial.variable(name) for name in names if name):
        facts += [N - m, T - N - m * (K - ONE)]
    distinct = _different_counts(known)
    if len(distinct) > 1:
        facts.append(T - total(distinct) - m * (K - Polynomial.constant(len(distinct))))
    run, others = known.run, K - ONE
    for N in (
        Polynomial.variable(name) for name, arm in run.pulls if run.idle and arm == run.beside
    ):
        facts.append(T - N - m * others - (others - Polynomial.variable(run.idle)))
    if run.rival:
        facts.append(others * (Polynomial.variable(run.rival) - m))
    return known.adding(*map(at_least, facts))


def late_claim(known: Known, arm: str) -> Claim:
    """N >= m+1, for an arm with N pulls in the end: then its last pull is none of the opening."""
    return about_parameters(known, known.count_of(arm) - opening_of(known) - ONE)


def last_pulled(known: Known, arm: str) -> Known:
    """What is known when an arm of the claim got its last pull, against all arms that it names."""
    run = known.run
    at_this_pull = run.pulled == arm
    level = run.level if at_this_pull and run.level else LAST_LEVEL
    before = run.before if at_this_pull else ()
    named = {other for _, other in before} | {arm, *stand_ins(known.times)}
    if arm != OPTIMAL and any(atom.arm == OPTIMAL for atom in known.claim.atoms()):
        named.remove(OPTIMAL)
    more = tuple(
        (LAST_BEFORE + other, other) for other, _ in known.claim.arms if other not in named
    )
    known = known.declaring([name for name, _ in more] + [LAST_LEVEL] * (level == LAST_LEVEL))
    M = Polynomial.variable(level)
    facts = last_pull_facts(known, arm, known.count_of(arm), M, (*before, *more))
    return known.adding(*facts)


def last_pull_facts(
    known: Known, f: str, N: Polynomial, M: Polynomial, before: Counts
) -> Iterator[Comparison]:
    """Last pull of an index policy that opens with m pulls of every arm.

    Say f has N >= m+1 pulls at the end, so a = N-1 before its last pull, and M = max_j N_j then.
    Its score was maximal: score(f,a,M) >= score(g,B,M) for every arm g with B pulls then, and
    m <= B <= M; for f itself B = N-1. Every arm has m pulls, so m(k-1) + M <= T-1 (there are k-1
    arms besides one with M pulls), m(k-1) + N <= T and m(k-1) + most <= T. Counts do not fall:
    M <= most, and B is at most the final count of g.
    """
    index, m = index_of(known), opening_of(known)
    others = (K - ONE) * m
    yield at_least(N - m - ONE)
    yield at_least(M - N + ONE)
    yield at_least(T - ONE - others - M)
    yield at_least(T - others - N)
    if known.run.most:
        most = Polynomial.variable(known.run.most)
        yield from (at_least(most - N), at_least(T - others - most))
    mine = index.of(f, N - ONE, M)
    for name, arm in before:
        B = Polynomial.variable(name)
        if arm == f:
            yield Comparison(Form(B - N + ONE), Relation.EQ)
            continue
        yield from (at_least(B - m), at_least(M - B))
        yield Comparison(mine + index.of(arm, B, M).scaled(-ONE))
    if known.run.most:
        yield at_least(Polynomial.variable(known.run.most) - M)
    for name, arm in before:
        finals = [Polynomial.variable(final) for final, other in known.counts if other == arm]
        yield from (at_least(N - Polynomial.variable(name)) for N in finals)


def reached_claim(known: Known) -> Claim:
    """most >= m+1, so that the largest count was not reached in the opening."""
    return about_parameters(known, _most(known) - opening_of(known) - ONE)


def _most(known: Known) -> Polynomial:
    if not known.run.most:
        raise RejectedError(Reason.RULE, "the largest count has no name")
    return Polynomial.variable(known.run.most)


def reached(known: Known) -> Known:
    """The largest count L >= m+1 was reached by some arm _l, which had M = L-1 pulls before.

    Counts grow by one, so M was the largest count before the first pull that made it L. That pull
    was none of the opening, which gives m pulls: every arm f of the claim had B >= m pulls by
    then, at most M and at most its final count, and score(_l,M,M) >= score(f,B,M).
    """
    index, m, M = index_of(known), opening_of(known), _most(known) - ONE
    own = [arm for arm, _ in known.claim.arms if arm not in stand_ins(known.times)]
    known = known.declaring([REACHED_BEFORE + arm for arm in own], [LEADER])
    known = known.adding(at_least(T - m * (K - ONE) - M - ONE))
    for arm in own:
        B = Polynomial.variable(REACHED_BEFORE + arm)
        finals = [Polynomial.variable(name) for name, other in known.counts if other == arm]
        known = known.adding(*map(at_least, (B - m, M - B, *(N - B for N in finals))))
        score = index.of(LEADER, M, M) + index.of(arm, B, M).scaled(-ONE)
        known = known.adding(Comparison(score))
    return known


# --- sums over arms ------------------------------------------------------------------------------


def summed(part: Shares, known: Known) -> Comparison:
    """Sum over arms: from D*Rew(f_i,N_i) >= alpha + beta*N_i + gamma*N_i^2 for each of the k arms,

    with sum_i N_i = T and S = sum_i N_i^2, follows D*ALG(T) >= k*alpha + beta*T + gamma*S; so, too,
    with multiples of OPT(T). The k-1 arms other than the best arm g have T - N_g pulls, squares
    S - N_g^2, and earn ALG(T) - Rew(g,N_g).
    """
    names = parameter_region(known.claim).names
    squared = len(part.gamma) or len(part.gamma_opt)
    numbers = (part.alpha, part.beta, part.gamma, part.alpha_opt, part.beta_opt, part.gamma_opt)
    for p in (part.weight, *numbers):
        if not p.names() <= names:
            raise RejectedError(Reason.IDENTITY, f"{shown(p)} uses names that the claim lacks")
    arms, pulls, earned = K, T, ALG
    squares = sum_of_squares(known.run) if squared else ZERO
    if part.over == "others":
        best = known.count_of(OPTIMAL)
        arms, pulls, squares = K - ONE, T - best, squares - best * best
        earned = ALG + rew(OPTIMAL, best).scaled(-ONE)
    return Comparison(earned.scaled(part.weight) + part.of(arms, pulls, squares).scaled(-ONE))


def per_arm(part: Shares, known: Known, *, is_opened: bool) -> tuple[Claim, ...]:
    """The claims that the bound holds for an arm _f of the instance with N pulls at the end.

    If every arm got the m pulls of the opening: for N = m, and for N >= m+1 with what is known
    at its last pull. Otherwise for any count.
    """
    known = known.declaring([], [PULLED])
    known = known.adding(Comparison(OPT + rew(PULLED, T).scaled(-ONE)))
    N, M = Polynomial.variable(COUNT), Polynomial.variable(LEVEL)
    if not is_opened:
        anyhow = known.declaring([COUNT])
        return (_bounded(part, anyhow.adding(*map(at_least, one_count(anyhow, N))), N),)
    last = known.declaring([COUNT, LEVEL, BEFORE])
    last = last.adding(*last_pull_facts(last, PULLED, N, M, ((BEFORE, OPTIMAL),)))
    last = last.adding(*map(at_least, beside_others(last, N)))
    return _bounded(part, known, opening_of(known)), _bounded(part, last, N)


def _bounded(part: Shares, known: Known, N: Polynomial) -> Claim:
    bound = rew(PULLED, N).scaled(part.weight) + part.of(ONE, N, N * N).scaled(-ONE)
    return replace(known.claim, conclusion=(Comparison(bound),))
