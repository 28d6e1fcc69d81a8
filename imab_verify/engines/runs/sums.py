"""Proofs of A*ALG(T) >= R*OPT(T) for index policies: a bound for every arm, summed over all arms.

Say an estimate of f is at most what it is worth, N^2*score(f,N-1,M) <= L*Rew(f,N), and at its last
pull it was at least score(g,B,M) for the best arm g, with c*T(T+1)*score(g,B,M) >= L*OPT(T). Then
c*T(T+1)*Rew(f,N) >= N^2*OPT(T) for an arm with N pulls, N > m; with N^2 + N - 2 in place of N^2 if
M is at least N. Lines below N^2 are summed: the tangent at N = T/k, and the one through (m,0),
which is for short horizons. L is twice the score of the line f(n) = n, or M(M+1), or T(T+1). The
factor c is what the claim leaves.

The first pull after the opening says more of a policy that looks at last rewards: if f(m) is at
least what the best arm paid, c*T(T+1)*Rew(f,N) >= m(2N-m+1)*OPT(T), where the right side is that of
min(n,m) beside the line n. The line through (m,0) that meets it at the largest N is summed over the
arms other than g. If these get no later pull, what g earns is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.goals import prove_goal
from imab_verify.engines.arms.hints import Hints, Hypothesis, Multipliers
from imab_verify.engines.arms.multipliers import exact_quotient, lowest_terms
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.runs.combining import Cited, Step, combine_steps
from imab_verify.engines.runs.facts import arms_proof, condition, opened, plausible, with_words
from imab_verify.engines.runs.known import (
    Known,
    Place,
    claim_proof,
    quotient_of,
    start_with,
    with_counts,
)
from imab_verify.engines.runs.ratios import ratio_shares
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Case,
    Claim,
    ClaimProof,
    Comparison,
    Form,
    Index,
    Kind,
    Lemma,
    Node,
    Polynomial,
    ProvedClaim,
    RejectedError,
    Shares,
    Sum,
)
from imab_verify.kernel.arms import Constraint, Region, cut, functional, on_ray, parameter_region
from imab_verify.kernel.facts import OPT, OPTIMAL, OPTIMAL_COUNT
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY, ROUND_ROBIN, at_least, rew, run_of
from imab_verify.kernel.sums import BEFORE, COUNT, LEVEL, PULLED, share_kinds

K, T = Polynomial.variable("k"), Polynomial.variable("T")
N, M, B, BEST_COUNT = map(Polynomial.variable, (COUNT, LEVEL, BEFORE, OPTIMAL_COUNT))
Ratio = tuple[Polynomial, Polynomial]
"""A and R of a claim A*ALG(T) >= R*OPT(T)."""
Citing = tuple[ClaimProof, tuple[ProvedClaim, ...]]
"""A proof with the lemmas that it cites."""
TRIANGLE = T * (T + ONE)
A, LARGEST, BEFORE_PULL = map(Polynomial.variable, ("a", "M", "B"))
WORTH, HOPES = 3, 4
"""The places of the lemmas about a score."""
SIZES, LEMMA = 60, 5.0
"""Sizes at which a factor is looked for, and seconds for a lemma."""


def number(value: int | Fraction) -> Polynomial:
    """A constant polynomial."""
    return Polynomial.constant(value)


@dataclass(frozen=True, slots=True)
class Line:
    """weight * share(N) >= alpha + beta*N, where T(T+1)*Rew(f,N) >= share(N)*OPT(T).

    `share` is a polynomial in the count of an arm; `best` is that of the best arm, if the sum is
    over the others. `pull` is the pull that is looked at, last or first.
    """

    share: Polynomial
    weight: Polynomial
    alpha: Polynomial
    beta: Polynomial
    best: Polynomial | None = None
    pull: str = "last"

    def shares(self, c: Fraction) -> Shares:
        """c*T(T+1)*weight*Rew(f,N) >= (alpha + beta*N)*OPT(T), without its proofs."""
        weight = (TRIANGLE * self.weight).scaled(c)
        over = "all" if self.best is None else "others"
        return Shares(
            weight, {}, alpha_opt=self.alpha, beta_opt=self.beta, over=over, pull=self.pull
        )

    def total(self) -> Polynomial:
        """A lower bound of the sum of all shares, times the weight, if all counts are T/k."""
        if self.best is None:
            return K * self.alpha + T * self.beta
        own = self.weight * self.best.substitute({COUNT: BEST_COUNT})
        return (K - ONE) * self.alpha + (T - BEST_COUNT) * self.beta + own


def lines(m: int) -> Iterator[Line]:
    """That of the first pull: the arms other than the best one, with n pulls, have E later ones.

    Then the tangent of k^2*N^2 at N = T/k, and that of N^2 through (m,0). Then, with N^2 + N - 2
    for an arm and N^2 + N for the best arm, the tangents of these.
    """
    share, E = (N.scaled(2) - number(m - 1)).scaled(m), T - BEST_COUNT - (K - ONE).scaled(m)
    most = share.substitute({COUNT: E + number(m)})
    yield Line(share, E, most.scaled(-m), most, N * N + N, "first")
    yield Line(N * N, K * K, -(T * T), number(2) * K * T)
    yield Line(N * N, ONE, number(-4 * m * m), number(4 * m))
    alpha, beta = -(T * T) - (K * K).scaled(2), (K * T).scaled(2) + K * K
    yield Line(N * N + N - number(2), K * K, alpha, beta, N * N + N)


def sum_proofs(claim: Claim, clock: Clock) -> Iterator[Citing]:
    """Proofs of A*ALG(T) >= R*OPT(T) for an index policy."""
    ratio, index = ratio_shares(claim), run_of(claim).index
    if index is None:
        return
    for line in lines(index.opening):
        start = with_counts(start_with(claim), best=line.best is not None)
        if line.pull == "first":
            start = with_words(start, ("share",))
        known = opened(start, clock)
        ready = start.shown(start.conditions("opening")[0], clock)
        if known is None or ready is None:
            return
        for c in factors(known, ratio, line):
            clock.tick()
            part = replace(line.shares(c), opened=ready)
            estimate = estimates(index, line, c) if _plausible_sum(part, known) else None
            if estimate is None:
                continue
            proofs = _for_every_arm(part, line, known, estimate, clock)
            if proofs is None:
                continue
            whole = known.summing("sum", replace(part, proofs=proofs))
            goal = _from_the_sum(whole, part, line, ratio, clock)
            goals = None if goal is None else (whole.finish(goal),)
            proof = claim_proof(claim, goals, clock)
            if proof is not None:
                yield proof, estimate.lemmas


def _plausible_sum(part: Shares, known: Known) -> bool:
    return plausible(known.summing("sum", part).claim)


def guaranteed_proofs(claim: Claim, clock: Clock) -> Iterator[Citing]:
    """Proofs of A*ALG(T) >= R*OPT(T) from the c pulls that every arm surely gets.

    ALG(T) >= Rew(g,n) >= Rew(g,c) for the best arm g with n pulls, and A*Rew(g,c) >= R*Rew(g,T).
    Round robin: c = floor(T/k). An index policy whose opening is complete: c pulls of the opening.
    """
    alg, opt = ratio_shares(claim)
    start = with_words(with_counts(start_with(claim), best=True), ("share",))
    known: Known | None = start
    if start.run.index is not None:
        known, count = opened(start, clock), number(start.run.index.opening)
    elif start.run.policy == ROUND_ROBIN:
        count = quotient_of(start.region) or ZERO
    else:
        return
    if known is None:
        return
    floors = known.region.floors
    own = {q.name: Polynomial.variable(q.name.replace("_", "q")) for q in floors}
    enough = rew("f", count).scaled(alg) + rew("f", T).scaled(-opt)
    sizes = (*claim.givens, at_least(K - ONE), at_least(T))
    lemma = Claim(
        claim.parameters,
        (("f", ArmClass.CONCAVE),),
        tuple(replace(given, form=given.form.substitute(own)) for given in sizes),
        (Comparison(enough.substitute(own)),),
        reals=claim.reals,
        floors=tuple(replace(q, name=str(own[q.name])) for q in floors),
    )
    proved = condition(lemma, clock)
    if proved is None:
        return
    lemmas = (*lemmas_about_rewards(), ProvedClaim(lemma, proved))
    values = {name: Polynomial.variable(name) for name in (*claim.parameters, *claim.reals)}
    values |= {str(name): Polynomial.variable(q) for q, name in own.items()}
    steps = (
        Step(f"share_{OPTIMAL}.share", alg),
        Step(Cited(2, OPTIMAL, {"a": count, "n": BEST_COUNT}), alg),
        Step(Cited(3, OPTIMAL, values), ONE),
    )
    node = combine_steps(known.place, ONE, steps, lemmas, clock)
    proof = claim_proof(claim, None if node is None else (known.finish(node),), clock)
    if proof is not None:
        yield proof, lemmas


# --- what an estimate is worth -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimates:
    """The lemmas that bounds cite, and L, a polynomial in a, M, k and T.

    share(a)*score(f,a-1,M) <= L*Rew(f,a) and c*T(T+1)*score(f,B,M) >= L*Rew(f,T); with m in the
    place of a-1 if the first pull is looked at.
    """

    lemmas: tuple[ProvedClaim, ...]
    level: Polynomial


@cache
def estimates(index: Index, line: Line, c: Fraction) -> Estimates | None:
    """The lemmas about the score of an index policy, with the first L for which they hold."""
    share, m = line.share.substitute({COUNT: A}), number(index.opening)
    count = m if line.pull == "first" else A - ONE
    own, before = (index.of("f", n, LARGEST) for n in (count, BEFORE_PULL))
    sizes = (T - LARGEST - ONE, K - ONE)
    levels = [_on_line(index, count, LARGEST).scaled(2), LARGEST * (LARGEST + ONE), TRIANGLE]
    for level in dict.fromkeys(levels):
        if "a" in level.names():
            continue
        worth = rew("f", A).scaled(level) + own.scaled(-share)
        hopes = before.scaled(TRIANGLE.scaled(c)) + rew("f", T).scaled(-level)
        claims = (
            _lemma(("a", "M", "k", "T"), (A - m - ONE, LARGEST - count, *sizes), worth),
            _lemma(("B", "M", "k", "T"), (BEFORE_PULL - m, LARGEST - BEFORE_PULL, *sizes), hopes),
        )
        proofs = [condition(claim, Clock(LEMMA)) for claim in claims]
        if None not in proofs:
            more = (ProvedClaim(*pair) for pair in zip(claims, filter(None, proofs), strict=True))
            return Estimates((*lemmas_about_rewards(), *more), level)
    return None


def _for_every_arm(
    part: Shares, line: Line, known: Known, estimate: Estimates, clock: Clock
) -> dict[str, Node] | None:
    """Proofs of the bound for an arm of the opening alone, and for one with a later pull."""
    places = {
        kind: Place(region, (goal,), known.question.parameters)
        for kind, (region, goal) in share_kinds(part, known.region).items()
    }
    m = number(known.run.index.opening if known.run.index else 0)
    gap = line.weight * line.share - line.alpha - line.beta * N
    level = estimate.level.substitute({"M": M})
    sizes = {"M": M, "k": K, "T": T}
    steps = (
        Step(Cited(WORTH, PULLED, {"a": N, **sizes}), part.weight),
        Step(f"f.{BEFORE}_score", part.weight * line.share),
        Step(Cited(HOPES, OPTIMAL, {"B": B, **sizes}), line.weight * line.share),
        Step(Cited(0, OPTIMAL, {"n": T}), gap * level),
    )
    late = combine_steps(places["late"], level, steps, estimate.lemmas, clock)
    start = (
        Step(Cited(0, PULLED, {"n": m}), part.weight),
        Step(Cited(0, OPTIMAL, {"n": T}), -line.alpha - line.beta * m),
    )
    idle = (
        None if late is None else combine_steps(places["idle"], ONE, start, estimate.lemmas, clock)
    )
    return None if idle is None or late is None else {"idle": idle, "late": late}


def factors(known: Known, ratio: Ratio, line: Line) -> Iterator[Fraction]:
    """The largest c that the claim leaves at sampled sizes, and the whole number below it.

    A factor below 1 will not do: if all arms are n/T, then T(T+1)*Rew(f,N) = N(N+1)*OPT(T).
    """
    alg, opt = ratio
    sums = line.total()
    ratios = []
    for values in parameter_points(replace(known.claim, arms=(), conclusion=()), SIZES):
        below = (opt * TRIANGLE * line.weight).at(values)
        if below > 0:
            ratios.append((alg * sums).at(values) / below)
    largest = min(ratios, default=Fraction(0))
    yield from dict.fromkeys(c for c in (Fraction(largest // 1), largest) if c >= 1)


def _on_line(index: Index, a: Polynomial, level: Polynomial) -> Polynomial:
    """The score of the line f(n) = n."""
    form = index.of("f", a, level)
    parts = functional(list(form.terms))
    kind = ArmClass.CONCAVE
    before = Region(tuple(Constraint(-cut(kind, e)) for _, e in parts), frozenset())
    return on_ray(kind, parts, before).substitute({RAY: ONE})


def _from_the_sum(
    known: Known, part: Shares, line: Line, ratio: Ratio, clock: Clock
) -> Node | None:
    """The claim from the sum; a line of the first pull serves where its weight is not 0."""
    place = known.place
    the_sum = place.number("sum")
    if line.best is None:
        scale, use = lowest_terms([part.weight, ratio[0]])
        proof = arms_proof(place.claim, clock, Hints((Multipliers(scale, ((the_sum, use),)),)))
        return None if proof is None else place.node(proof.goals[0])
    cited = (_nonnegative(place.claim, clock), _ratio_of_best(place.claim, clock))
    positive = the_sum + 1
    scale, use, own, rest = _with_the_best(part, ratio)
    if line.pull == "last":
        gap = K * BEST_COUNT - T
        square = use * gap * gap  # its sign is plain, and what is left is simpler
        uses = ((the_sum, use), (positive, square), (positive, rest - square), (positive + 1, own))
        hints = Hints((Multipliers(scale, uses),), cited=cited)
        proof = arms_proof(place.claim, clock, hints)
        return None if proof is None else place.node(proof.goals[0])
    others = Multipliers(scale, ((the_sum, use), (positive, rest), (positive + 1, own)))
    alone = _best_alone(ratio, place.number(f"share_{OPTIMAL}.share"), positive)
    return _in_cases(place, line.weight, (alone, others), cited, clock)


def _with_the_best(part: Shares, ratio: Ratio) -> tuple[Polynomial, ...]:
    """s*(A*ALG - R*OPT) = u*sum + rest*OPT + own*(T(T+1)*Rew(g,n) - n(n+1)*OPT): s, u, own, rest.

    The sum is over the arms other than the best arm g, with n pulls.
    """
    scale, use = lowest_terms([part.weight, ratio[0]])
    own = (exact_quotient(part.weight, TRIANGLE) or ZERO) * use
    opt = (K - ONE) * part.alpha_opt + (T - BEST_COUNT) * part.beta_opt
    rest = own * BEST_COUNT * (BEST_COUNT + ONE) + use * opt - scale * ratio[1]
    return scale, use, own, rest


def _best_alone(ratio: Ratio, share: int, positive: int) -> Multipliers:
    """s*(A*ALG - R*OPT) from ALG >= Rew(g,n), OPT >= 0 and T(T+1)*Rew(g,n) >= n(n+1)*OPT."""
    scale, use = lowest_terms([TRIANGLE, ratio[0]])
    rest = use * BEST_COUNT * (BEST_COUNT + ONE) - scale * ratio[1]
    return Multipliers(scale, ((share, use * TRIANGLE), (positive, rest), (positive + 1, use)))


def _in_cases(
    place: Place,
    split: Polynomial,
    ways: tuple[Multipliers, Multipliers],
    cited: tuple[Hypothesis, ...],
    clock: Clock,
) -> Node | None:
    """The goal where `split` <= 0 and where it is > 0, each with multipliers of its own."""
    claim = place.claim
    regions = parameter_region(claim).branches(split)
    try:
        low, high = (
            prove_goal(claim.plain[0], claim, region, clock, (way,), cited)
            for way, region in zip(ways, regions, strict=True)
        )
    except (OutOfTimeError, RejectedError):
        return None
    return None if low is None or high is None else place.node(Case(split, low, high))


# --- lemmas --------------------------------------------------------------------------------------


def _rew(n: Polynomial, c: Polynomial = ONE) -> Form:
    return Form(ZERO, ((c, Atom(Kind.REW, "f", (n,))),))


def _lemma(names: tuple[str, ...], givens: tuple[Polynomial, ...], form: Form) -> Claim:
    arms = (("f", ArmClass.CONCAVE),)
    return Claim(names, arms, tuple(map(at_least, givens)), (Comparison(form),))


@cache
def lemmas_about_rewards() -> tuple[ProvedClaim, ...]:
    """The lemmas about rewards with their proofs, to cite."""
    proofs = [arms_proof(claim, Clock(5)) for claim in LEMMAS]
    return tuple(
        ProvedClaim(claim, proof)
        for claim, proof in zip(LEMMAS, proofs, strict=True)
        if proof is not None
    )


SMALL = Polynomial.variable("n")
LEMMAS = (
    _lemma(("n",), (SMALL,), _rew(SMALL)),
    _lemma(("n", "T"), (SMALL, T - SMALL), _rew(SMALL, TRIANGLE) + _rew(T, -SMALL * (SMALL + ONE))),
    _lemma(("a", "n"), (A, SMALL - A), _rew(SMALL) + _rew(A, -ONE)),
)
"""Rew(f,n) >= 0; T(T+1)*Rew(f,n) >= n(n+1)*Rew(f,T) for n <= T; Rew(f,n) >= Rew(f,a) for a <= n."""


def _nonnegative(claim: Claim, clock: Clock) -> Hypothesis:
    """OPT(T) >= 0, by the first lemma."""
    nodes = _conditions(claim, (T,), clock)
    return Hypothesis(Lemma(0, 0, {"n": T}, {"f": OPTIMAL}, nodes), Comparison(OPT))


def _conditions(claim: Claim, wanted: tuple[Polynomial, ...], clock: Clock) -> dict[str, Node]:
    """Proofs of the givens of a lemma; one that is not found is wrong, and costs an attempt."""
    region = parameter_region(claim)
    return {f"h{i}": prove_sign(p, region, clock) or Sum(()) for i, p in enumerate(wanted, start=1)}


def _ratio_of_best(claim: Claim, clock: Clock) -> Hypothesis:
    """T(T+1)*Rew(g,n) >= n(n+1)*OPT(T), by the second lemma."""
    n = BEST_COUNT
    nodes = _conditions(claim, (n, T - n), clock)
    lemma = Lemma(1, 0, {"n": n, "T": T}, {"f": OPTIMAL}, nodes)
    form = rew(OPTIMAL, n).scaled(TRIANGLE) + OPT.scaled(-n * (n + ONE))
    return Hypothesis(lemma, Comparison(form))
