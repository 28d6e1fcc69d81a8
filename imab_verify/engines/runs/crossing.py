"""Proofs of A*ALG(T) >= R*OPT(T) by crossing sums, for all k and all T after the opening.

For Algorithm 1, and for an index policy with m pulls of every arm at the start whose score is what
an arm has paid where it has most pulls, and otherwise at least what it would really have paid and
at most c times what Algorithm 1 hopes for. In units of OPT/(c*T(T+1)) an arm with N pulls pays at
least N(N+1) if it is optimal, N^2 + N - 2 if its last pull was late, and the arms that crossed pay
N^2 + N - 1 but for the last of them, which pays N^2. The rule needs a line, or a parabola if the
sum of the squares of all counts has a name, below all these; the potential of an arm that crossed
the level b keeps what the arm has above b(b+1), and above the line.

    8(T-2k) + 4, 9(T-2k)    for two pulls at the start, the lines 8N-16 and 9N-18, which are 0
                            there, and so for m pulls; and the line 0, which gives m(m+1)
    the closed form         with q = floor(T/k), chords of the parabola over q and q+1 where k
                            divides T, over q+1 and q+2 for the arm that crossed last where not
    the final counts        the parabola N^2 + N - 2 itself

What is left to prove of a line are four inequalities of parameters: everything else is the same
for all lines, as combinations of lemmas about one arm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.goals import exact_quotient, lowest_terms
from imab_verify.engines.arms.points import run_sizes
from imab_verify.engines.arms.proofs import prove_goals
from imab_verify.engines.runs.combining import (
    MEAN,
    NONNEGATIVE,
    RATIO,
    RISE,
    Cited,
    Lemmas,
    Step,
    about_rewards,
    about_score,
    combine_steps,
)
from imab_verify.engines.runs.instances import find_run_witness
from imab_verify.engines.runs.known import (
    Known,
    claim_proof,
    quotient_of,
    start_with,
    with_counts,
)
from imab_verify.engines.runs.ratios import (
    Values,
    alg_and_opt,
    ratio_shares,
    values_where_givens_hold,
)
from imab_verify.engines.runs.sums import TRIANGLE, B, K, M, N, T, number
from imab_verify.kernel import (
    Case,
    Claim,
    Crossing,
    Index,
    Node,
    Polynomial,
    Proved,
    RejectedError,
    Sum,
)
from imab_verify.kernel.arms import Region
from imab_verify.kernel.facts import OPTIMAL, beside_of
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import rew
from imab_verify.kernel.sums import (
    BEFORE,
    COUNT,
    LATER_BEFORE,
    LEVEL,
    NEXT_ARM,
    NEXT_BEFORE,
    NEXT_LEVEL,
    PULLED,
    beside_is_best,
    crossing_kinds,
    sum_of_crossing,
)

L, H, G = map(Polynomial.variable, (NEXT_LEVEL, NEXT_BEFORE, LATER_BEFORE))
TWO = number(2)
NO_PROOF = Sum(())

# --- lemmas --------------------------------------------------------------------------------------

ESTIMATE, LATE, REACHED = "estimate", "late", "reached"
"""Names of the lemmas about a score."""
FACTORS = tuple(Fraction(n, 4) for n in range(4, 17))
"""What c may be."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The lemmas that a crossing sum cites, the pulls of the opening, and the factor c."""

    lemmas: Lemmas
    opening: int
    factor: Fraction

    @property
    def m(self) -> Polynomial:
        """The pulls of every arm in the opening."""
        return number(self.opening)

    @property
    def weight(self) -> Polynomial:
        """c*T(T+1)."""
        return TRIANGLE.scaled(self.factor)


@cache
def tools_for(index: Index) -> Tools | None:
    """The lemmas for a score that speaks of nothing but the counts, if they can be proved."""
    if {*"kT"} & {
        n for c, atom in index.score.terms for p in (c, *atom.indices) for n in p.names()
    }:
        return None
    a, n = Polynomial.variable("a"), Polynomial.variable("n")
    m = number(index.opening)
    hopes = index.of("f", a, n) + rew("f", n).scaled(-ONE)
    reached = rew("f", n) + index.of("f", n, n).scaled(-ONE)
    estimate = about_score(("a", "n"), (a - m, n - a), hopes)
    at_level = about_score(("n",), (n - m,), reached) if estimate is not None else None
    if estimate is None or at_level is None:
        return None
    before = index.of("f", a - ONE, n).scaled(-(a - ONE) * (a + TWO))
    for c in FACTORS:
        worth = rew("f", a).scaled((n * (n + ONE)).scaled(c)) + before
        late = about_score(("a", "n"), (a - m - ONE, n - a), worth)
        if late is not None:
            lemmas = about_rewards(NONNEGATIVE, RATIO, MEAN, RISE)
            own = {ESTIMATE: estimate, LATE: late, REACHED: at_level}
            return Tools({**lemmas, **own}, index.opening, c)
    return None


# --- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slope:
    """A line in units of OPT/(c*T(T+1)): gamma*N^2 + beta*N plus one of several alphas."""

    beta: Polynomial
    alpha: Polynomial
    optimal: Polynomial
    last: Polynomial
    gamma: Polynomial = ZERO
    idle: Polynomial | None = None

    def at(self, n: Polynomial, alpha: Polynomial | None = None) -> Polynomial:
        """The share of an arm with n pulls."""
        return (self.alpha if alpha is None else alpha) + self.beta * n + self.gamma * n * n

    def crossing(self, weight: Polynomial) -> Crossing:
        """The sum with the potential Rew(f,b) - b(b+1) + (b+1)^2 - share(b+1), without proofs."""
        return Crossing(
            weight=weight,
            beta=self.beta,
            alpha=self.alpha,
            alpha_optimal=self.optimal,
            alpha_last=self.last,
            share=weight,
            rest=M + ONE - self.at(M + ONE),
            opened=NO_PROOF,
            order=NO_PROOF,
            proofs={},
            gamma=self.gamma,
            alpha_idle=self.idle,
        )


def bound_of(part: Crossing, known: Known) -> Polynomial:
    """The sum over all arms, in units of OPT(T)."""
    total = sum_of_crossing(part, known.region).form
    return -next(c for c, atom in total.terms if atom.arm == OPTIMAL)


def through_opening(m: int = 2) -> Iterator[Slope]:
    """The lines that are 0 at m pulls, for arms other than the optimal one: all T >= m*k.

    The steepest whole slope b with N^2 + N - 2 >= b(N-m), one less, and 0.
    """
    steepest = min(x + 2 * m + 1 + Fraction((m - 1) * (m + 2), x) for x in range(1, 2 * m + 1)) // 1
    for b in (steepest - 1, steepest):
        optimal = min(n * n + n - b * n for n in range(m, 4 * m))
        last = min(n * n - b * n for n in range(m + 1, 4 * m))
        yield Slope(number(b), number(-b * m), number(optimal), number(min(last, -b * m)))
    yield Slope(ZERO, ZERO, number(m * (m + 1)), ZERO)


def at_quotient(q: Polynomial, divides: bool) -> Iterator[Slope]:
    """The lines for q = floor(T/k), from 4 on for two pulls; with two arms alpha does not count."""
    if divides:
        beta, optimal, last = q * TWO + ONE, -q * q, -q * (q + ONE)
    else:
        beta, optimal, last = q * TWO + TWO, -q * (q + ONE), -(q + ONE) * (q + ONE)
    yield Slope(beta, optimal - TWO, optimal, last)
    yield Slope(beta, last, optimal, last)


# --- proofs --------------------------------------------------------------------------------------


def crossing_certificates(claim: Claim, clock: Clock) -> Iterator[Proved]:
    """Certificates by crossing sums, for the kernel to judge."""
    run = claim.played
    if run is None or run.index is None:
        return
    try:
        shares = ratio_shares(claim) if not run.named else alg_and_opt(claim)
        tools = tools_for(run.index)
        if tools is None or not all(map(len, shares)):
            return
        sizes = [] if run.named else [*_some_sizes(claim)]
        known, search = with_counts(start_with(claim)), Search(tools, shares, clock, sizes)
        node = search.by_counts(known) if run.named else search.by_sizes(known)
        proof = claim_proof(claim, None if node is None else (known.finish(node),), clock)
        witness = find_run_witness(claim) if proof is not None else None
    except (OutOfTimeError, RejectedError):
        return
    if proof is not None and witness is not None:
        yield Proved(claim, proof, witness, tuple(tools.lemmas.values()))


def _some_sizes(claim: Claim) -> Iterator[Values]:
    """Some k and T at which the givens hold, from few arms to many."""
    for k, horizon in run_sizes(claim, wide=True):
        values = values_where_givens_hold(claim, k, horizon)
        if values is not None:
            yield values


@dataclass(frozen=True, slots=True)
class Search:
    """A search for the crossing sum from which a claim A*ALG >= R*OPT follows: `shares` are A, R.

    What is known at the start is brought in by whoever asks. A line that is not enough at one of
    the `sizes` is passed over.
    """

    tools: Tools
    shares: tuple[Polynomial, Polynomial]
    clock: Clock
    sizes: Sequence[Values] = ()

    def by_sizes(self, known: Known) -> Node | None:
        """A claim about k and T alone: one line for all k and T, or two by whether k divides T,

        or both of these, for T <= 4k and T > 4k apart.
        """
        opening = [*through_opening(self.tools.opening)]
        proof = self.by_lines(known, opening) or self.by_quotient(known)
        if proof is not None:
            return proof
        split = T - K * number(4)
        low, high = known.split(split)
        above = self.by_quotient(high)
        below = self.by_lines(low, opening) if above is not None else None
        return None if above is None or below is None else Case(split, below, above)

    def by_quotient(self, known: Known) -> Node | None:
        """Where the givens say whether k divides T, one of the lines at floor(T/k) may do."""
        q, start = quotient_of(known.region), replace(known, steps=())
        if q is None:
            start = start.with_quotient()
            q = Polynomial.variable(start.region.floors[-1].name)
        elif alone := self.by_lines(known, [*at_quotient(q, True), *at_quotient(q, False)]):
            return alone
        split = T - K * q
        low, high = start.split(split)
        below = self.by_lines(low, at_quotient(q, True))
        above = self.by_lines(high, at_quotient(q, False)) if below is not None else None
        return None if below is None or above is None else start.finish(Case(split, below, above))

    def by_counts(self, known: Known) -> Node | None:
        """A claim that names the sum of squares of all counts: the parabola N^2 + N - 2.

        What the claim leaves for the arm that crossed last is its alpha.
        """
        if not known.run.name_of("squares"):
            return None
        m, (alg, opt) = self.tools.m, self.shares
        idle = -m * (m + ONE) if known.run.all_of("idle") else None
        start = Slope(ONE, number(-2), ZERO, ZERO, ONE, idle)
        whole = exact_quotient(opt * self.tools.weight, alg)
        if whole is None:
            return None
        rest = bound_of(start.crossing(self.tools.weight), known)
        return self.by_lines(known, [replace(start, last=whole - rest)])

    def by_lines(self, known: Known, slopes: Iterable[Slope]) -> Node | None:
        """The first of the lines that proves the claim."""
        start = replace(known, steps=())
        ready = start.shown(start.conditions("opening")[0], self.clock)
        if ready is None:
            return None
        after = start.having("opening", conditions=(ready,))
        for slope in slopes:
            part = replace(slope.crossing(self.tools.weight), opened=ready)
            node = self._by_line(after, slope, part)
            if node is not None:
                return node
        return None

    def _by_line(self, known: Known, slope: Slope, part: Crossing) -> Node | None:
        """The sum as a fact about the run, with proofs of all that it needs; then the claim."""
        alg, opt = self.shares
        scale, use = lowest_terms([part.weight, alg])
        rest = use * bound_of(part, known) - scale * opt
        at_sizes = [c for c in known.region.constraints if c.polynomial.names() <= {"k", "T"}]
        for size in self.sizes if rest.names() <= {"k", "T"} else ():
            if rest.at(size) < 0 and all(c.holds(size) for c in at_sizes):
                return None
        whole = known.summing("crossing", part)
        node = self._combine(whole.region, scale, (Step("crossing", use), _optimum(rest)))
        order = known.shown(slope.alpha - slope.last, self.clock) if node is not None else None
        if node is None or order is None:
            return None
        part = replace(part, order=order)
        if beside_of(known.region):
            best = prove_goals([beside_is_best(known.region)], known.region, self.clock)
            if best is None:
                return None
            part = replace(part, best=best[0])
        proofs: dict[str, Node] = {}
        kinds, ways = crossing_kinds(part, known.region), combinations(slope, self.tools)
        for (kind, (region, _)), way in zip(kinds.items(), ways, strict=True):
            shown = self._combine(region, *way)
            if shown is None:
                return None
            proofs[kind] = shown
        return known.summing("crossing", replace(part, proofs=proofs)).finish(node)

    def _combine(self, region: Region, scale: Polynomial, steps: tuple[Step, ...]) -> Node | None:
        return combine_steps(region, scale, steps, self.tools.lemmas, self.clock)


# --- claims about arms ---------------------------------------------------------------------------


def combinations(slope: Slope, tools: Tools) -> Iterator[tuple[Polynomial, tuple[Step, ...]]]:
    """For each of the claims about arms, the multiple of it that is a sum of hypotheses.

    Nothing is left over: the coefficient of Rew(g,T) is the gap between parabola and line.
    """
    W, late, apart = tools.weight, (N - ONE) * (N + TWO), L - M
    level = {COUNT: M + ONE}
    own = N * (N + ONE) - slope.at(N, slope.optimal)
    kept = (N * N - slope.at(N, slope.last)).substitute(level)
    ahead = (late + ONE - slope.at(N)).substitute(level)
    ratio = partial(_ratio, tools)
    yield ONE, (*ratio(N, ONE), _optimum(ONE, own))
    none = -slope.at(tools.m, slope.idle)
    yield ONE, (Step(Cited(NONNEGATIVE, PULLED, {"n": tools.m}), W), _optimum(none))
    yield (
        M * (M + ONE),
        (
            Step(Cited(LATE, PULLED, {"a": N, "n": M}), TRIANGLE),
            Step(f"f.{BEFORE}_score", TRIANGLE * late),
            Step(Cited(ESTIMATE, OPTIMAL, {"a": B, "n": M}), TRIANGLE * late),
            Step(Cited(RATIO, OPTIMAL, {"n": M, "t": T}), late),
            _optimum(M * (M + ONE), late - slope.at(N)),
        ),
    )
    mean = Step(Cited(MEAN, PULLED, {"n": M}), W)
    yield M, (mean, *_crossing(f"f.{BEFORE}_score", PULLED, OPTIMAL, M, B, W), *ratio(M, ONE))
    yield (
        apart,
        (
            Step(Cited(RISE, NEXT_ARM, {"a": M, "n": L}), W),
            *_crossing(f"f.{BEFORE}_score", PULLED, OPTIMAL, M, B, (apart - ONE) * W),
            *_crossing(f"f.{NEXT_BEFORE}_score", PULLED, NEXT_ARM, M, H, W),
            *_crossing(f"e.{LATER_BEFORE}_score", NEXT_ARM, OPTIMAL, L, G, W),
            *ratio(M, apart - ONE),
            *ratio(L, ONE),
            _optimum(apart, ahead, LEVEL),
        ),
    )
    yield (
        ONE,
        (
            *_crossing(f"f.{BEFORE}_score", PULLED, OPTIMAL, M, B, W),
            *ratio(M, ONE),
            _optimum(ONE, kept, LEVEL),
        ),
    )


def _ratio(tools: Tools, n: Polynomial, times: Polynomial) -> Iterator[Step]:
    """c*T(T+1)*Rew(g,n) >= n(n+1)*Rew(g,T), so often."""
    yield Step(Cited(RATIO, OPTIMAL, {"n": n, "t": T}), times)
    yield Step(Cited(NONNEGATIVE, OPTIMAL, {"n": n}), times * (tools.weight - TRIANGLE))


def _crossing(
    given: str, f: str, h: str, b: Polynomial, before: Polynomial, times: Polynomial
) -> Iterator[Step]:
    """Rew(f,b) >= Rew(h,b), where f crosses the level b, so often."""
    yield Step(given, times)
    yield Step(Cited(REACHED, f, {"n": b}), times)
    yield Step(Cited(ESTIMATE, h, {"a": before, "n": b}), times)


def _optimum(times: Polynomial, gap: Polynomial = ONE, name: str = COUNT) -> Step:
    """Rew(g,T) >= 0, so often."""
    return Step(Cited(NONNEGATIVE, OPTIMAL, {"n": T}), times, gap, name)
