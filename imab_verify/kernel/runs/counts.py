"""Facts about the counts of a run: how many pulls every arm got."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.contexts import ROUND_ROBIN, K, Run, T
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Floor
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, total
from imab_verify.kernel.runs.known import QUOTIENT, Known


def count_facts(known: Known) -> Iterator[Polynomial]:
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
    distinct = different_counts(known)
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
        q = Polynomial.variable(own_quotient(known.claim))
        yield from (N - q, q + ONE - N, T + K - ONE - K * N)


def pulled_facts(known: Known) -> Iterator[Polynomial]:
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


def different_counts(known: Known) -> list[Polynomial]:
    """The counts of arms that are said to be different, one for each arm."""
    named = dict(reversed([(arm, name) for name, arm in known.run.pulls]))
    return [Polynomial.variable(named[arm]) for arm in known.run.different if arm in named]


def sum_of_squares(run: Run) -> Polynomial:
    """The sum of the squares of all final counts, by its name."""
    if not run.squares:
        raise RejectedError(Reason.RULE, "the sum of the squares of all counts has no name")
    return Polynomial.variable(run.squares)


# --- floor(T/k) ----------------------------------------------------------------------------------


def with_quotient(claim: Claim) -> tuple[Claim, Polynomial]:
    """The claim with floor(T/k) among its floors, and the name of that."""
    own = own_quotient(claim)
    named = claim if own else replace(claim, floors=(*claim.floors, Floor(QUOTIENT, T, K)))
    return named, Polynomial.variable(own or QUOTIENT)


def own_quotient(claim: Claim) -> str:
    """The name that the claim has for floor(T/k)."""
    own = [floor.name for floor in claim.floors if (floor.numerator, floor.divisor) == (T, K)]
    return own[0] if own else ""
