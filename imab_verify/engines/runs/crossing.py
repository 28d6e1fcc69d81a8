"""Proofs of A*ALG(T) >= R*OPT(T) for Algorithm 1 by crossing sums, for all k and T >= 2k.

In units of OPT/(T(T+1)) an arm with N pulls pays at least N(N+1) if it is optimal, N^2 + N - 2 if
its last pull was late, and the arms that crossed pay N^2 + N - 1 but for the last of them, which
pays N^2. The rule needs a line below all these; the potential of an arm that crossed the level b
keeps what the arm has above b(b+1), and above the line.

    8(T-2k) + 4, 9(T-2k)    the lines 8N-16 and 9N-18, which are 0 at two pulls; and the line 0,
                            which gives 6
    the closed form         with m = floor(T/k), chords of the parabola over m and m+1 where k
                            divides T, over m+1 and m+2 for the arm that crossed last where not

What is left to prove of a line are four inequalities of parameters: everything else is the same
for all lines, as combinations of six lemmas about one arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.facts import prove_sign_by_facts
from imab_verify.engines.arms.points import Values, run_sizes
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning
from imab_verify.engines.runs.parabolas import prove_parabola, times
from imab_verify.engines.runs.proofs import (
    arms_proof,
    find_run_witness,
    find_weakening,
    number,
    prove_for_sizes,
)
from imab_verify.kernel import (
    ALGORITHM_1,
    BEFORE,
    COUNT,
    LEVEL,
    NEXT_ARM,
    NEXT_LEVEL,
    ONE,
    OPTIMAL,
    PULLED,
    AnyRunProof,
    Claim,
    ClaimProof,
    Combine,
    CrossingSum,
    Given,
    Lemma,
    Line,
    Node,
    Polynomial,
    Proved,
    ProvedClaim,
    Region,
    RejectedError,
    RunCases,
    Sum,
    Use,
    crossing_claims,
    parameter_region,
    ratio_shares,
    run_branches,
    run_region,
    settle,
    with_quotient,
)
from imab_verify.kernel.worst_case import least_weight
from imab_verify.language.reading import read_question

K, T, N, M, L, B = map(Polynomial.variable, ("k", "T", COUNT, LEVEL, NEXT_LEVEL, BEFORE))
TWO = number(2)
TRIANGLE = T * (T + ONE)
FAR = 10**4

NONNEGATIVE, RATIO, ESTIMATE, LATE, MEAN, RISE = range(6)
LEMMAS = (
    ("Rew(f,n) >= 0", "n >= 0"),
    ("t*(t+1)*Rew(f,n) >= n*(n+1)*Rew(f,t)", "n <= t"),
    ("P(f,a,n) >= Rew(f,n)", "a <= n"),
    ("n*(n+1)*Rew(f,a) >= (a-1)*(a+2)*P(f,a-1,n)", "a >= 3", "a <= n"),
    ("n*Rew(f,n+1) >= (n+1)*Rew(f,n)",),
    ("(n-a)*(Rew(f,n+1) - Rew(f,n)) >= Rew(f,n) - Rew(f,a)", "a < n"),
)
"""What crossing sums cite, about any concave arm: each with its givens."""


@cache
def crossing_lemmas() -> tuple[ProvedClaim, ...]:
    """The lemmas with their proofs."""
    return tuple(_proved(*texts) for texts in LEMMAS)


def _proved(text: str, *givens: str) -> ProvedClaim:
    claim = read_question(text, givens).claims().claim
    proof = arms_proof(claim, Clock(20))
    if proof is None:
        raise RuntimeError(f"{text} must be provable")
    return ProvedClaim(claim, proof)


# --- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slope:
    """A line in units of OPT/(T(T+1)): beta*N plus alpha, alpha_optimal or alpha_last."""

    beta: Polynomial
    alpha: Polynomial
    optimal: Polynomial
    last: Polynomial

    def line(self) -> Line:
        """The line with the potential Rew(f,b) - b(b+1) + (b+1)^2 - alpha - beta*(b+1)."""
        rest = M + ONE - self.alpha - self.beta * (M + ONE)
        return Line(TRIANGLE, self.beta, self.alpha, self.optimal, self.last, TRIANGLE, rest)


def through_two_pulls() -> Iterator[Slope]:
    """The lines that are 0 at two pulls, for arms other than the optimal one: all T >= 2k."""
    yield Slope(number(8), number(-16), number(-12), number(-16))
    yield Slope(number(9), number(-18), number(-16), number(-20))
    yield Slope(number(0), number(0), number(6), number(0))


def at_quotient(m: Polynomial, *, divides: bool) -> Iterator[Slope]:
    """The lines for T >= 4k with m = floor(T/k); with two arms alpha does not count."""
    if divides:
        beta, optimal, last = m * TWO + ONE, -m * m, -m * (m + ONE)
    else:
        beta, optimal, last = m * TWO + TWO, -m * (m + ONE), -(m + ONE) * (m + ONE)
    yield Slope(beta, optimal - TWO, optimal, last)
    yield Slope(beta, last, optimal, last)


# --- proofs --------------------------------------------------------------------------------------


def crossing_certificates(claim: Claim, clock: Clock) -> Iterator[Proved]:
    """Certificates by crossing sums, for the kernel to judge."""
    if claim.played is None or claim.played.policy != ALGORITHM_1:
        return
    try:
        proof = crossing_proof(claim, clock) if _possible(claim) else None
        witness = find_run_witness(claim) if proof is not None else None
    except (OutOfTimeError, RejectedError):
        return
    if proof is not None and witness is not None:
        yield Proved(claim, proof, witness, crossing_lemmas())


def _possible(claim: Claim) -> bool:
    """Whether the claim is true at some sizes, as far as the exact worst case says."""
    alg, opt = ratio_shares(claim)
    return all(
        size["T"] >= 2 * size["k"]
        and alg.at(size) * least_weight(int(size["k"]), int(size["T"]))
        >= opt.at(size) * TRIANGLE.at(size)
        for size in _sizes(claim)
    )


def _sizes(claim: Claim) -> Iterator[Values]:
    """Some k and T at which the givens hold, with their floors; T far beyond k among them."""
    if set(claim.parameters) != {"k", "T"} or claim.reals:
        return
    far = [(k, FAR * k) for k in range(1, 6)]
    for k, horizon in (*far, *run_sizes(claim, wide=True)):
        with suppress(RejectedError):
            size = settle(claim, {"k": Fraction(k), "T": Fraction(horizon)})
            if all(given.relation.holds(given.form.constant.at(size)) for given in claim.givens):
                yield size


def crossing_proof(claim: Claim, clock: Clock) -> AnyRunProof | None:
    """One line for all k and T, or two by whether k divides T, for T <= 4k and T > 4k apart."""
    proof = _by_lines(claim, through_two_pulls(), clock) or _by_quotient(claim, clock)
    if proof is not None:
        return proof
    split = T - K * number(4)
    low, high = run_branches(claim, split)
    above = _by_quotient(high, clock)
    below = _by_lines(low, through_two_pulls(), clock) if above is not None else None
    return None if above is None or below is None else RunCases(split, below, above)


def _by_quotient(claim: Claim, clock: Clock) -> AnyRunProof | None:
    """Where the givens say whether k divides T, one of the lines at floor(T/k) may do."""
    named, m = with_quotient(claim)
    even, uneven = (at_quotient(m, divides=divides) for divides in (True, False))
    alone = _by_lines(claim, chain(even, uneven), clock) if named is claim else None
    if alone is not None:
        return alone
    split = T - K * m
    low, high = run_branches(named, split)
    below = _by_lines(low, at_quotient(m, divides=True), clock)
    above = _by_lines(high, at_quotient(m, divides=False), clock) if below is not None else None
    return None if below is None or above is None else RunCases(split, below, above)


def _by_lines(claim: Claim, slopes: Iterator[Slope], clock: Clock) -> CrossingSum | None:
    """The first of the lines that proves the claim."""
    return next(filter(None, (crossing_sum(claim, slope, clock) for slope in slopes)), None)


def crossing_sum(claim: Claim, slope: Slope, clock: Clock) -> CrossingSum | None:
    """The proof with this line, if all that it needs can be shown."""
    region, line = run_region(claim), slope.line()
    alg, opt = ratio_shares(claim)
    needed = (
        slope.alpha - slope.last,
        -slope.alpha - slope.beta * TWO,
        alg * line.bound() - opt * line.weight,
    )
    if any(p.at(size) < 0 for size in _sizes(claim) for p in needed):
        return None
    weakening = find_weakening(claim, region, line.weight, line.bound(), clock)
    if weakening is None:
        return None
    initialised = prove_for_sizes(T - K * TWO, claim, region, clock)
    order = prove_for_sizes(slope.alpha - slope.last, claim, region, clock)
    if initialised is None or order is None:
        return None
    proofs = []
    for about_arms, steps in zip(crossing_claims(line, claim), combinations(slope), strict=True):
        proof = _combined(about_arms, *steps, clock)
        if proof is None:
            return None
        proofs.append(proof)
    optimal, two_pulls, late, first, following, last = proofs
    return CrossingSum(
        line=line,
        initialised=initialised,
        order=order,
        optimal=optimal,
        two_pulls=two_pulls,
        late=late,
        first=first,
        following=following,
        last=last,
        weakening=weakening,
    )


@dataclass(frozen=True, slots=True)
class Cited:
    """A lemma about one arm, at these values of its parameters."""

    lemma: int
    arm: str
    values: Mapping[str, Polynomial]


@dataclass(frozen=True, slots=True)
class Step:
    """A hypothesis of the run, by its place, or a lemma, so many times.

    The gap, if there is one, is a parabola in the count `name`, as a further factor.
    """

    source: int | Cited
    times: Polynomial
    gap: Polynomial = ONE
    name: str = COUNT


def combinations(slope: Slope) -> Iterator[tuple[Polynomial, tuple[Step, ...]]]:
    """For each of the claims about arms, the multiple of it that is a sum of hypotheses.

    Nothing is left over: the coefficient of Rew(g,T) is the gap between parabola and line.
    """
    W, late, apart = TRIANGLE, (N - ONE) * (N + TWO), L - M
    line = slope.beta * N + slope.alpha
    level = {COUNT: M + ONE}
    two = line.substitute({COUNT: TWO})
    own = N * (N + ONE) - slope.beta * N - slope.optimal
    kept = (N * N - slope.beta * N - slope.last).substitute(level)
    ahead = (late + ONE - line).substitute(level)
    yield ONE, (_ratio(N, ONE), _optimum(ONE, own))
    yield ONE, (Step(Cited(NONNEGATIVE, PULLED, {"n": TWO}), W), _optimum(-two))
    yield (
        M * (M + ONE),
        (
            Step(Cited(LATE, PULLED, {"a": N, "n": M}), W),
            Step(0, W * late),
            Step(Cited(ESTIMATE, OPTIMAL, {"a": B, "n": M}), W * late),
            _ratio(M, late),
            _optimum(M * (M + ONE), late - line),
        ),
    )
    yield M, (Step(Cited(MEAN, PULLED, {"n": M}), W), Step(0, W), _ratio(M, ONE))
    yield (
        apart,
        (
            Step(Cited(RISE, NEXT_ARM, {"a": M, "n": L}), W),
            Step(0, (apart - ONE) * W),
            Step(1, W),
            Step(2, W),
            _ratio(M, apart - ONE),
            _ratio(L, ONE),
            _optimum(apart, ahead, LEVEL),
        ),
    )
    yield ONE, (Step(0, W), _ratio(M, ONE), _optimum(ONE, kept, LEVEL))


def _ratio(n: Polynomial, times: Polynomial) -> Step:
    """T(T+1)*Rew(g,n) >= n(n+1)*Rew(g,T), so often."""
    return Step(Cited(RATIO, OPTIMAL, {"n": n, "t": T}), times)


def _optimum(times: Polynomial, gap: Polynomial = ONE, name: str = COUNT) -> Step:
    """Rew(g,T) >= 0, so often."""
    return Step(Cited(NONNEGATIVE, OPTIMAL, {"n": T}), times, gap, name)


def _combined(
    claim: Claim, scale: Polynomial, steps: Sequence[Step], clock: Clock
) -> ClaimProof | None:
    """The claim by one combination of its hypotheses, which leaves nothing over."""
    search = _Search(claim, parameter_region(claim), clock)
    positive = search.sign(scale, strict=True)
    uses = [search.use(step) for step in steps if len(step.times)]
    found = tuple(use for use in uses if use is not None)
    if positive is None or len(found) < len(uses):
        return None
    try:
        domain = check_meaning(claim, clock)
    except UndefinedError:
        return None
    return ClaimProof(tuple(domain), (Combine(scale, positive, found, {}, Sum(())),))


@dataclass(frozen=True, slots=True)
class _Search:
    """What stays the same while one claim about arms is proved."""

    claim: Claim
    region: Region
    clock: Clock

    def sign(self, p: Polynomial, *, strict: bool = False) -> Node | None:
        """p >= 0, or > 0, on the region of the claim."""
        return prove_sign_by_facts(p, self.claim, self.region, self.clock, strict=strict)

    def use(self, step: Step) -> Use | None:
        """The hypothesis with its multiplier."""
        source = self.source(step.source)
        sign = self.multiplier(step)
        if source is None or sign is None:
            return None
        return Use(source, step.times * step.gap, sign)

    def multiplier(self, step: Step) -> Node | None:
        """times * gap >= 0."""
        if step.gap == ONE:
            return self.sign(step.times)
        gap = prove_parabola(step.gap, step.name, self.region) or self.sign(step.gap)
        return None if gap is None else times(gap, step.times, self.region)

    def source(self, source: int | Cited) -> Given | Lemma | None:
        """The hypothesis, with proofs that the lemma holds at these values."""
        if isinstance(source, int):
            return Given([i for i, c in enumerate(self.claim.givens) if c.form.terms][source])
        lemma = crossing_lemmas()[source.lemma].claim
        wanted = [c.polynomial for c in parameter_region(lemma).constraints]
        proofs = [self.sign(p.substitute(source.values)) for p in wanted]
        shown = tuple(proof for proof in proofs if proof is not None)
        if len(shown) < len(proofs):
            return None
        return Lemma(source.lemma, 0, source.values, {"f": source.arm}, shown)
