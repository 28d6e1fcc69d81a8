"""Proofs of A*ALG(T) >= R*OPT(T) for index policies: a bound for every arm, summed over all arms.

Say an estimate of f is at most what it is worth, N^2*score(f,N-1,M) <= L*Rew(f,N), and at its last
pull it was at least score(g,B,M) for the best arm g, with c*T(T+1)*score(g,B,M) >= L*OPT(T). Then
c*T(T+1)*Rew(f,N) >= N^2*OPT(T) for an arm with N pulls, N > m; with N^2 + N - 2 in place of N^2 if
M is at least N. Lines below N^2 are summed over the arms other than g, which itself has N^2 + N:
the tangent at N = T/k, and the one through (m,0), which is for short horizons. L is twice the score
of the line f(n) = n, or M(M+1), or T(T+1). The factor c is what the claim leaves.

The first pull after the opening says more of a policy that looks at last rewards: if f(m) is at
least what the best arm paid, c*T(T+1)*Rew(f,N) >= m(2N-m+1)*OPT(T), where the right side is that of
min(n,m) beside the line n. The line through (m,0) that meets it at the largest N is summed over the
arms other than g. If these get no later pull, what g earns is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.goals import exact_quotient, lowest_terms
from imab_verify.engines.arms.points import points_in
from imab_verify.engines.runs.combining import (
    MONOTONE,
    NONNEGATIVE,
    RATIO,
    Cited,
    Lemmas,
    Step,
    about_rewards,
    about_score,
    combine_steps,
    prove_lemma,
)
from imab_verify.engines.runs.facts import opened, with_words
from imab_verify.engines.runs.known import (
    Known,
    claim_proof,
    quotient_of,
    start_with,
    with_counts,
)
from imab_verify.engines.runs.ratios import ratio_shares
from imab_verify.kernel import (
    ArmClass,
    Case,
    Claim,
    ClaimProof,
    Comparison,
    Index,
    Node,
    Polynomial,
    ProvedClaim,
    Shares,
)
from imab_verify.kernel.arms import Constraint, Region, cut, functional, on_ray
from imab_verify.kernel.facts import OPTIMAL, OPTIMAL_COUNT
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
WORTH, HOPES, ENOUGH = "worth", "hopes", "enough"
SIZES = 60
"""Sizes at which a factor is looked for."""
OPT_POSITIVE = Cited(NONNEGATIVE, OPTIMAL, {"n": T})
RATIO_OF_BEST = Cited(RATIO, OPTIMAL, {"n": BEST_COUNT, "t": T})


def number(value: int | Fraction) -> Polynomial:
    """A constant polynomial."""
    return Polynomial.constant(value)


@dataclass(frozen=True, slots=True)
class Line:
    """weight * share(N) >= alpha + beta*N, where T(T+1)*Rew(f,N) >= share(N)*OPT(T).

    `share` is a polynomial in the count of an arm; the line is summed over the arms other than the
    best one, whose own share is n^2 + n. What the sum is too large for, n^2 and a line in n, has
    the square of `gap` in it. `pull` is the pull that is looked at, last or first.
    """

    share: Polynomial
    weight: Polynomial
    alpha: Polynomial
    beta: Polynomial
    gap: Polynomial = ZERO
    pull: str = "last"

    def shares(self, c: Fraction) -> Shares:
        """c*T(T+1)*weight*Rew(f,N) >= (alpha + beta*N)*OPT(T), without its proofs."""
        return Shares(
            (TRIANGLE * self.weight).scaled(c),
            {},
            alpha_opt=self.alpha,
            beta_opt=self.beta,
            over="others",
            pull=self.pull,
        )

    def others(self) -> Polynomial:
        """The sum of the line over the arms other than the best one."""
        return (K - ONE) * self.alpha + (T - BEST_COUNT) * self.beta


def lines(m: int) -> Iterator[Line]:
    """That of the first pull: the arms other than the best one, with n pulls, have E later ones.

    Then the tangent of k^2*N^2 at N = T/k, and that of N^2 through (m,0). Then the tangent of
    k^2*(N^2 + N - 2).
    """
    share, E = (N.scaled(2) - number(m - 1)).scaled(m), T - BEST_COUNT - (K - ONE).scaled(m)
    most, mean = share.substitute({COUNT: E + number(m)}), K * BEST_COUNT - T
    yield Line(share, E, most.scaled(-m), most, pull="first")
    yield Line(N * N, K * K, -(T * T), (K * T).scaled(2), mean)
    yield Line(N * N, ONE, number(-4 * m * m), number(4 * m), BEST_COUNT - number(2 * m))
    alpha, beta = -(T * T) - (K * K).scaled(2), (K * T).scaled(2) + K * K
    yield Line(N * N + N - number(2), K * K, alpha, beta, mean)


def sum_proofs(claim: Claim, clock: Clock) -> Iterator[Citing]:
    """Proofs of A*ALG(T) >= R*OPT(T) for an index policy."""
    ratio, index = ratio_shares(claim), run_of(claim).index
    if index is None:
        return
    for line in lines(index.opening):
        start = with_counts(start_with(claim), best=True)
        if line.pull == "first":
            start = with_words(start, ("share",))
        ready = start.shown(start.conditions("opening")[0], clock)
        if ready is None:
            return
        known = start.having("opening", conditions=(ready,))
        for c in factors(known, ratio, line):
            clock.tick()
            part = replace(line.shares(c), opened=ready)
            plausible = known.summing("sum", part).plausible
            estimate = estimates(index, line, c) if plausible else None
            if estimate is None:
                continue
            proofs = _for_every_arm(part, line, known, estimate, clock)
            if proofs is None:
                continue
            whole = known.summing("sum", replace(part, proofs=proofs))
            goal = _from_the_sum(whole.region, part, line, ratio, estimate.lemmas, clock)
            proof = claim_proof(claim, None if goal is None else (whole.finish(goal),), clock)
            if proof is not None:
                yield proof, tuple(estimate.lemmas.values())


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
    lemma = prove_lemma(
        Claim(
            claim.parameters,
            (("f", ArmClass.CONCAVE),),
            tuple(replace(given, form=given.form.substitute(own)) for given in sizes),
            (Comparison(enough.substitute(own)),),
            reals=claim.reals,
            floors=tuple(replace(q, name=str(own[q.name])) for q in floors),
        )
    )
    if lemma is None:
        return
    lemmas = {**about_rewards(MONOTONE), ENOUGH: lemma}
    values = {name: Polynomial.variable(name) for name in (*claim.parameters, *claim.reals)}
    values |= {str(name): Polynomial.variable(q) for q, name in own.items()}
    steps = (
        Step(f"share_{OPTIMAL}.share", alg),
        Step(Cited(MONOTONE, OPTIMAL, {"a": count, "n": BEST_COUNT}), alg),
        Step(Cited(ENOUGH, OPTIMAL, values), ONE),
    )
    node = combine_steps(known.region, ONE, steps, lemmas, clock)
    proof = claim_proof(claim, None if node is None else (known.finish(node),), clock)
    if proof is not None:
        yield proof, tuple(lemmas.values())


# --- what an estimate is worth -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimates:
    """The lemmas that bounds cite, and L, a polynomial in a, M, k and T.

    share(a)*score(f,a-1,M) <= L*Rew(f,a) and c*T(T+1)*score(f,B,M) >= L*Rew(f,T); with m in the
    place of a-1 if the first pull is looked at.
    """

    lemmas: Lemmas
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
        worth = about_score(
            ("a", "M", "k", "T"),
            (A - m - ONE, LARGEST - count, *sizes),
            rew("f", A).scaled(level) + own.scaled(-share),
        )
        hopes = about_score(
            ("B", "M", "k", "T"),
            (BEFORE_PULL - m, LARGEST - BEFORE_PULL, *sizes),
            before.scaled(TRIANGLE.scaled(c)) + rew("f", T).scaled(-level),
        )
        if worth is not None and hopes is not None:
            return Estimates(
                {**about_rewards(NONNEGATIVE, RATIO), WORTH: worth, HOPES: hopes}, level
            )
    return None


def _for_every_arm(
    part: Shares, line: Line, known: Known, estimate: Estimates, clock: Clock
) -> dict[str, Node] | None:
    """Proofs of the bound for an arm of the opening alone, and for one with a later pull."""
    m = number(known.run.index.opening if known.run.index else 0)
    gap = line.weight * line.share - line.alpha - line.beta * N
    level = estimate.level.substitute({"M": M})
    sizes = {"M": M, "k": K, "T": T}
    steps = {
        "late": (
            Step(Cited(WORTH, PULLED, {"a": N, **sizes}), part.weight),
            Step(f"f.{BEFORE}_score", part.weight * line.share),
            Step(Cited(HOPES, OPTIMAL, {"B": B, **sizes}), line.weight * line.share),
            Step(OPT_POSITIVE, gap * level),
        ),
        "idle": (
            Step(Cited(NONNEGATIVE, PULLED, {"n": m}), part.weight),
            Step(OPT_POSITIVE, -line.alpha - line.beta * m),
        ),
    }
    proofs: dict[str, Node] = {}
    for kind, (region, _) in share_kinds(part, known.region).items():
        scale = level if kind == "late" else ONE
        node = combine_steps(region, scale, steps[kind], estimate.lemmas, clock)
        if node is None:
            return None
        proofs[kind] = node
    return proofs


def factors(known: Known, ratio: Ratio, line: Line) -> Iterator[Fraction]:
    """The largest c that the claim leaves at sampled sizes, and the whole number below it.

    A factor below 1 will not do: if all arms are n/T, then T(T+1)*Rew(f,N) = N(N+1)*OPT(T).
    """
    alg, opt = ratio
    sums = line.others() + line.weight * BEST_COUNT * (BEST_COUNT + ONE)
    ratios = []
    for values in points_in(known.region, SIZES):
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
    region: Region, part: Shares, line: Line, ratio: Ratio, lemmas: Lemmas, clock: Clock
) -> Node | None:
    """The claim from the sum: s*(A*ALG - R*OPT) = u*sum + own*(the ratio of g) + rest*OPT.

    The sum is over the arms other than the best arm g, with n pulls. A line of the first pull
    serves where its weight is not 0; elsewhere g alone earns enough.
    """
    combined = partial(combine_steps, lemmas=lemmas, clock=clock)
    scale, use = lowest_terms([part.weight, ratio[0]])
    own = (exact_quotient(part.weight, TRIANGLE) or ZERO) * use
    rest = own * BEST_COUNT * (BEST_COUNT + ONE) + use * line.others() - scale * ratio[1]
    square = use * line.gap * line.gap  # its sign is plain, and what is left is simpler
    steps = (
        Step("sum", use),
        Step(OPT_POSITIVE, square),
        Step(OPT_POSITIVE, rest - square),
        Step(RATIO_OF_BEST, own),
    )
    if line.pull == "last":
        return combined(region, scale, steps)
    low, high = region.branches(line.weight)
    above = combined(high, scale, steps)
    below = _best_alone(low, ratio, lemmas, clock) if above is not None else None
    return None if above is None or below is None else Case(line.weight, below, above)


def _best_alone(region: Region, ratio: Ratio, lemmas: Lemmas, clock: Clock) -> Node | None:
    """s*(A*ALG - R*OPT) from ALG >= Rew(g,n), OPT >= 0 and T(T+1)*Rew(g,n) >= n(n+1)*OPT."""
    scale, use = lowest_terms([TRIANGLE, ratio[0]])
    rest = use * BEST_COUNT * (BEST_COUNT + ONE) - scale * ratio[1]
    steps = (
        Step(f"share_{OPTIMAL}.share", use * TRIANGLE),
        Step(OPT_POSITIVE, rest),
        Step(RATIO_OF_BEST, use),
    )
    return combine_steps(region, scale, steps, lemmas, clock)
