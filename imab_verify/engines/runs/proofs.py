"""Proofs of claims A*ALG(T) >= R*OPT(T) for all k, all T and all instances.

Algorithm 1, by the sum over arms: from T(T+1)*Rew(f,N) >= N^2*OPT(T) for an arm with N >= 3
pulls and any line alpha + beta*N below w*N^2, with alpha + 2*beta <= 0 for arms with two pulls.
The tangent at N = T/k and the line 8(N-2) through (2,0) are the two that matter.
Both policies, by guaranteed pulls: floor(T/k) for round robin, 2 for Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.arms.facts import prove_sign_by_facts
from imab_verify.engines.arms.hints import Hints, Hypothesis, Multipliers
from imab_verify.engines.arms.multipliers import exact_quotient
from imab_verify.engines.arms.points import parameter_points, run_sizes
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning, prove_claim
from imab_verify.engines.runs.facts import facts_proofs
from imab_verify.engines.runs.squares import squares_proofs
from imab_verify.engines.runs.sums import lemmas_about_rewards, sum_certificates
from imab_verify.kernel import (
    ALGORITHM_1,
    COUNT,
    INDEX,
    LEVEL,
    ONE,
    OPTIMAL,
    ROUND_ROBIN,
    ZERO,
    AnyRunProof,
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Form,
    GuaranteedPulls,
    Kind,
    LastPull,
    Lemma,
    Node,
    Polynomial,
    Proved,
    ProvedClaim,
    Region,
    RejectedError,
    RunPoint,
    Sum,
    SumOverArms,
    Weakening,
    at_least,
    guaranteed_claim,
    last_pull_claim,
    parameter_region,
    ratio_shares,
    run_region,
    two_claims,
    violation,
)
from imab_verify.language.declarations import run_names

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TRIANGLE = T * (T + ONE)

WITNESS_SECONDS = 5
"""For a run that satisfies the givens."""


def number(value: int) -> Polynomial:
    """A constant polynomial."""
    return Polynomial.constant(value)


def arms_proof(
    claim: Claim,
    clock: Clock,
    hints: tuple[Multipliers, ...] = (),
    extra: tuple[Hypothesis, ...] = (),
) -> ClaimProof | None:
    """A proof of a claim about arms, if its indices are in the domain."""
    try:
        domain = check_meaning(claim, clock)
    except UndefinedError:
        return None
    return prove_claim(claim, domain, clock, hints, extra)


def run_certificates(claim: Claim, hints: Hints, clock: Clock) -> Iterator[Proved]:
    """Certificates for a claim about a run, for the kernel to judge; the first is the best.

    Multipliers number the givens of the claim about rewards, then P(f,N-1,M) >= P(g,B,M) for each
    arm of `before`, then what is cited.
    """
    witness = find_run_witness(claim)
    if witness is None:
        return
    if claim.played is not None and claim.played.policy == INDEX and is_ratio(claim):
        with suppress(OutOfTimeError, RejectedError):
            yield from sum_certificates(claim, witness, clock)
    for proof in run_proofs(claim, hints, clock):
        yield Proved(claim, proof, witness, _lemmas(proof, hints))


def _lemmas(proof: AnyRunProof, hints: Hints) -> tuple[ProvedClaim, ...]:
    """What a proof cites: the lemmas of the hints, or those about rewards."""
    if isinstance(proof, SumOverArms | GuaranteedPulls):
        return lemmas_about_rewards()[:1]
    return hints.lemmas


def run_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[AnyRunProof]:
    """Proofs by the rules about runs."""
    run = claim.played
    if run is None:
        return
    try:
        if is_ratio(claim):
            yield from _ratio_proofs(claim, hints, clock)
        else:
            if run.pulled:
                yield from _by_last_pull(claim, hints, clock)
            yield from squares_proofs(claim, hints, clock)
            yield from facts_proofs(claim, hints, clock)
    except (OutOfTimeError, RejectedError):
        return


def _by_last_pull(claim: Claim, hints: Hints, clock: Clock) -> Iterator[LastPull]:
    """The rule about a last pull, where it applies."""
    try:
        derived = last_pull_claim(claim)
    except RejectedError:
        return
    inner = arms_proof(derived, clock, hints.multipliers, hints.cited)
    if inner is not None:
        yield LastPull(inner)


def is_ratio(claim: Claim) -> bool:
    """Whether the claim is A*ALG(T) >= R*OPT(T)."""
    try:
        alg, opt = ratio_shares(claim)
    except RejectedError:
        return False
    return bool(len(alg) and len(opt))


def _ratio_proofs(claim: Claim, hints: Hints, clock: Clock) -> Iterator[AnyRunProof]:
    """A*ALG(T) >= R*OPT(T) by guaranteed pulls and the sum over arms, then by facts."""
    policy = claim.played.policy if claim.played else ""
    if policy in (ALGORITHM_1, ROUND_ROBIN):
        yield from _by_guaranteed_pulls(claim, clock)
    if policy == ALGORITHM_1:
        for weight, alpha, beta in (
            (TRIANGLE * K * K, -(T * T), number(2) * K * T),
            (TRIANGLE, number(-16), number(8)),
        ):
            proof = sum_over_arms(claim, weight, alpha, beta, clock)
            if proof is not None:
                yield proof
    yield from facts_proofs(claim, hints, clock)


def sum_over_arms(
    claim: Claim,
    weight: Polynomial,
    alpha: Polynomial,
    beta: Polynomial,
    clock: Clock,
) -> SumOverArms | None:
    """The sum over arms with a line alpha + beta*N below w*N^2, where weight = w*T(T+1)."""
    region = run_region(claim)
    initialised = prove_for_sizes(T - number(2) * K, claim, region, clock)
    share = exact_quotient(weight, TRIANGLE)
    if initialised is None or share is None:
        return None
    weakening = find_weakening(claim, region, weight, K * alpha + T * beta, clock)
    if weakening is None:
        return None
    two, later = two_claims(weight, alpha, beta, claim)
    N, M = Polynomial.variable(COUNT), Polynomial.variable(LEVEL)
    level = M * (M + ONE)
    gap = share * N * N - alpha - beta * N
    positive = Hypothesis(
        Lemma(0, 0, {"n": T}, {"f": OPTIMAL}, (Sum(()),)),
        Comparison(Form(ZERO, ((ONE, Atom(Kind.REW, OPTIMAL, (T,))),))),
    )
    positive = _with_proof(positive, later, clock)
    hint = Multipliers(level, ((0, weight * N * N), (1, gap * level)))
    last_pull = arms_proof(later, clock, (hint,), (positive,))
    two_pulls = arms_proof(two, clock) if last_pull is not None else None
    if last_pull is None or two_pulls is None:
        return None
    return SumOverArms(weight, alpha, beta, initialised, two_pulls, last_pull, weakening)


def _with_proof(hypothesis: Hypothesis, claim: Claim, clock: Clock) -> Hypothesis:
    """The lemma instance with its condition T >= 0 proved where it is used."""
    node = prove_sign(T, parameter_region(claim), clock)
    if node is None or not isinstance(hypothesis.source, Lemma):
        return hypothesis
    return replace(hypothesis, source=replace(hypothesis.source, proofs=(node,)))


def _by_guaranteed_pulls(claim: Claim, clock: Clock) -> Iterator[GuaranteedPulls]:
    """Guaranteed pulls with the weights of the claim itself, or those of two pulls."""
    region = run_region(claim)
    alg, opt = ratio_shares(claim)
    run = claim.played
    ready = (
        Sum(())
        if run and run.policy == ROUND_ROBIN
        else prove_for_sizes(T - number(2) * K, claim, region, clock)
    )
    if ready is None:
        return
    for weight, bound in ((alg, opt), (TRIANGLE, number(6))):
        wanted = guaranteed_claim(weight, bound, claim)
        if find_counterexample(wanted, Clock(0.5), most=60) is not None:
            continue
        sign = prove_for_sizes(weight, claim, region, clock)
        weakening = find_weakening(claim, region, weight, bound, clock) if sign else None
        proof = arms_proof(wanted, clock) if weakening else None
        if sign is not None and proof is not None and weakening is not None:
            yield GuaranteedPulls(weight, bound, sign, ready, proof, weakening)


def prove_for_sizes(
    p: Polynomial, claim: Claim, region: Region, clock: Clock, *, strict: bool = False
) -> Node | None:
    """p >= 0 (or > 0) for the sizes of a claim about runs."""
    return prove_sign_by_facts(p, plain(claim), region, clock, strict=strict)


def plain(claim: Claim) -> Claim:
    """The parameters of a claim about ALG and OPT, with what is always known of them."""
    givens = (*claim.givens, at_least(K - ONE), at_least(T))
    return replace(claim, run=None, conclusion=(), givens=givens)


def find_weakening(
    claim: Claim, region: Region, D: Polynomial, E: Polynomial, clock: Clock
) -> Weakening | None:
    """A factor q with q > 0, q*A >= D and E >= q*R; D/A and E/R are tried first."""
    alg, opt = ratio_shares(claim)
    factors = [q for q in (exact_quotient(D, alg), exact_quotient(E, opt), ONE) if q is not None]
    sizes = list(parameter_points(plain(claim), 60))
    for factor in dict.fromkeys(factors):
        if any(
            (factor * alg - D).at(v) < 0 or (E - factor * opt).at(v) < 0 or factor.at(v) <= 0
            for v in sizes
        ):
            continue
        positive = prove_for_sizes(factor, claim, region, clock, strict=True)
        above = prove_for_sizes(factor * alg - D, claim, region, clock) if positive else None
        below = prove_for_sizes(E - factor * opt, claim, region, clock) if above else None
        if positive is not None and above is not None and below is not None:
            return Weakening(factor, positive, above, below)
    return None


def find_run_witness(claim: Claim) -> RunPoint | None:
    """A small run that satisfies the givens: arms that are 0, that rise slowly, or all but one."""
    clock = Clock(WITNESS_SECONDS)
    try:
        for point in _small_points(claim):
            clock.tick()
            try:
                if violation(claim, point) is None:
                    return point
            except RejectedError:
                continue
    except OutOfTimeError:
        pass
    return None


def _small_points(claim: Claim) -> Iterator[RunPoint]:
    for curves, horizon in _small_runs(claim):
        for roles in _role_choices(claim, len(curves)):
            for parameters in _free_values(claim):
                yield RunPoint(curves, horizon, roles, "lowest-index", parameters)


def _small_runs(claim: Claim) -> Iterator[tuple[tuple[Curve, ...], int]]:
    zero = Curve(((0, Fraction(0)),))
    rising = Curve(((0, Fraction(0)), (RISE, Fraction(1))))
    for k, horizon in run_sizes(claim):
        yield (zero,) * k, horizon
        if k < 4:
            yield (rising,) * k, horizon
            yield (rising, *(zero,) * (k - 1)), horizon


RISE = 30


def _role_choices(claim: Claim, k: int) -> Iterator[dict[str, int]]:
    """All declared arms the same arm, or different ones."""
    names = [arm for arm, _ in claim.arms]
    yield dict.fromkeys(names, 0)
    for first, shift in product(range(min(k, 2)), range(1, k if names else 1)):
        yield {name: (first + i * shift) % k for i, name in enumerate(names)}


def _free_values(claim: Claim) -> Iterator[dict[str, Fraction]]:
    """Values for the parameters that the run itself does not determine."""
    own = {name for group in run_names(claim.played) for name in group}
    free = [n for n in (*claim.parameters, *claim.reals) if n not in own]
    for values in product((1, 2, RISE), repeat=len(free)):
        yield {name: Fraction(value) for name, value in zip(free, values, strict=True)}
