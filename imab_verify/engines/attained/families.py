"""Instances that are worst for a policy, and the phases of a run on them.

All rewards are multiplied by T. The line is n, a bent line min(n,q), zeros are 0.

    Algorithm 1   The constant N/2 leads up to N-1 pulls, ahead of the lines, whose estimate is
                  M(M+1)/2 at the level M. There it is as good as they, and all get N-1 pulls;
                  then it gets one more, and at the level N so do those that are still lines. The
                  line is optimal: bent lines look like it until their last pull.
    round robin   The line is the last arm, after zeros.
    an index      The line leads, or waits while a constant does, or a line that bends after the
                  opening. If the constant has to be as small as may be, it is the one with which
                  the claim is an equality: a*OPT = b*ALG.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from imab_verify.kernel import (
    ALGORITHM_1,
    INDEX,
    ONE,
    ROUND_ROBIN,
    ZERO,
    Atom,
    Claim,
    ClaimProof,
    Curve,
    Floor,
    Group,
    Kind,
    Phase,
    Polynomial,
    Run,
    Schedule,
)

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO, THREE, FOUR, FIVE = map(Polynomial.constant, (2, 3, 4, 5))
UNPROVED = ClaimProof({}, ())
CONSTANT, LINE, BENT, EARLY, ZEROS, FIRST = "constant", "line", "bent", "early", "zeros", "first"


@dataclass(frozen=True, slots=True)
class Family:
    """A schedule; or two of them, where `split` <= 0 and where it is > 0. Proofs are missing."""

    way: str
    floors: tuple[Floor, ...]
    low: Schedule
    split: Polynomial | None = None
    high: Schedule | None = None


def families(claim: Claim, run: Run) -> Iterator[Family]:
    """Every family that is worth a try."""
    if run.policy == ROUND_ROBIN:
        yield _round_robin(claim)
        return
    opening = Polynomial.constant(run.opening)
    if run.policy == ALGORITHM_1:
        yield _even_counts(claim)
        yield _counts_of_four(claim)
        two = _crossing_schedule(FOUR, line=THREE, zeros=K - TWO)
        yield Family("a constant and a line among zeros", (), two)
    yield Family("a line among zeros", (), _leading_schedule(LINE, opening))
    yield Family("a constant that keeps the lead", (), _leading_schedule(CONSTANT, opening))
    if run.policy == INDEX:
        yield Family("a line that bends keeps the lead", (), _bent_lead(opening))
        yield _just_ahead(claim, opening)


def _floor(
    claim: Claim, numerator: Polynomial, divisor: Polynomial
) -> tuple[str, tuple[Floor, ...]]:
    """The name of a floor, and the floor itself if the claim has no name for it."""
    for floor in claim.floors:
        if (floor.numerator, floor.divisor) == (numerator, divisor):
            return floor.name, ()
    return "_q", (Floor("_q", numerator, divisor),)


def _schedule(
    groups: dict[str, Group],
    phases: Sequence[Phase],
    bent: Sequence[str],
    opening: Polynomial = TWO,
) -> Schedule:
    """The schedule with those groups that are not always empty; the line is optimal."""
    return Schedule((), groups, T, opening, tuple(phases), tuple(bent), LINE, UNPROVED)


def _phase(
    groups: Sequence[str], until: Polynomial, bent: Sequence[str] = (), bending: Sequence[str] = ()
) -> Phase:
    return Phase(tuple(groups), until, tuple(bent), tuple(bending), UNPROVED)


# --- Algorithm 1 ---------------------------------------------------------------------------------


def _crossing_schedule(
    N: Polynomial,
    *,
    line: Polynomial,
    bent: Polynomial = ZERO,
    early: Polynomial = ZERO,
    zeros: Polynomial = ZERO,
) -> Schedule:
    """The constant N/2 with N pulls, `bent` arms with N, `early` arms with N-1, and the line."""
    sizes = {
        CONSTANT: Group(ONE, N.scaled(Fraction(1, 2)), ONE),
        EARLY: Group(early, ONE, N - TWO),
        BENT: Group(bent, ONE, N - ONE),
        LINE: Group(ONE, ONE, T),
        ZEROS: Group(zeros, ZERO, T),
    }
    groups = {name: group for name, group in sizes.items() if group.size != ZERO}
    rising = [name for name in (EARLY, BENT, LINE) if name in groups]
    done = [name for name in (CONSTANT, EARLY) if name in groups]
    last = [BENT] * (BENT in groups) + [LINE] * (line == N)
    phases = [_phase([CONSTANT], N - ONE, [CONSTANT])]
    if EARLY in groups:
        phases.append(_phase(rising, N - TWO, [CONSTANT]))
    phases.append(_phase(rising, N - ONE, [CONSTANT], done[1:]))
    phases.append(_phase([CONSTANT], N, done))
    if last:
        phases.append(_phase(last, N, done, [BENT] * (BENT in groups)))
    return _schedule(groups, phases, [*done, *([BENT] * (BENT in groups))])


def _even_counts(claim: Claim) -> Family:
    """Every arm has m or m+1 pulls, where m = T//k."""
    name, floors = _floor(claim, T, K)
    m = Polynomial.variable(name)
    r = T - K * m
    low = _crossing_schedule(m, line=m, bent=K - TWO)
    high = _crossing_schedule(m + ONE, line=m, bent=r - ONE, early=K - ONE - r)
    return Family("a constant, bent lines and a line with T//k pulls", floors, low, r, high)


def _counts_of_four(claim: Claim) -> Family:
    """T - 2k pulls beyond two are shared by two or more arms with four pulls, one with five."""
    D = T - TWO * K
    name, floors = _floor(claim, D, TWO)
    a = Polynomial.variable(name)
    low = _crossing_schedule(FOUR, line=FOUR, bent=a - TWO, zeros=K - a)
    high = _crossing_schedule(FIVE, line=FOUR, early=a - TWO, zeros=K - a)
    return Family("arms with four pulls among zeros", floors, low, D - TWO * a, high)


# --- other policies ------------------------------------------------------------------------------


def _round_robin(claim: Claim) -> Family:
    name, floors = _floor(claim, T, K)
    m = Polynomial.variable(name)
    r = T - K * m
    groups = {
        FIRST: Group(r, ZERO, ONE),
        ZEROS: Group(K - ONE - r, ZERO, T),
        LINE: Group(ONE, ONE, T),
    }
    phases = [_phase([FIRST], m + ONE)]
    return Family("a line as the last arm", floors, _schedule(groups, phases, [FIRST], m))


def _leading_schedule(leader: str, opening: Polynomial) -> Schedule:
    """One arm gets all pulls after the opening: the line, or a constant ahead of it."""
    line = {LINE: Group(ONE, ONE, T)}
    above = {CONSTANT: Group(ONE, opening + ONE, ONE)} if leader == CONSTANT else {}
    rest = K - Polynomial.constant(1 + len(above))
    groups = {**above, **line, ZEROS: Group(rest, ZERO, T)}
    bent = list(above)
    until = T - (K - ONE) * opening
    return _schedule(groups, [_phase([leader], until, bent)], bent, opening)


def _bent_lead(opening: Polynomial) -> Schedule:
    """A line that bends after the opening gets all later pulls, the first of them at a tie."""
    line, bent = Group(ONE, ONE, T), Group(ONE, ONE, opening)
    groups = {BENT: bent, LINE: line, ZEROS: Group(K - TWO, ZERO, T)}
    untils = (opening + ONE, T - (K - ONE) * opening)
    return _schedule(groups, [_phase([BENT], until, [BENT]) for until in untils], [BENT], opening)


def _just_ahead(claim: Claim, m: Polynomial) -> Family:
    """The constant c with a*OPT = b*ALG, ahead of the line s*n, for a conclusion a*OPT >= b*ALG.

    With D pulls after the opening a*s*T(T+1)/2 = b*(s*m(m+1)/2 + c*(m+D)): c and s are polynomials.
    """
    terms = claim.conclusion[0].form.terms
    of_opt, of_alg = (
        sum((c for c, atom in terms if atom == Atom(kind)), ZERO) for kind in (Kind.OPT, Kind.ALG)
    )
    later = T - (K - ONE) * m
    s = (-of_alg * later).scaled(2)
    c = of_opt * T * (T + ONE) + of_alg * m * (m + ONE)
    groups = {
        CONSTANT: Group(ONE, c, ONE),
        LINE: Group(ONE, s, T),
        ZEROS: Group(K - TWO, ZERO, T),
    }
    plan = _schedule(groups, [_phase([CONSTANT], later, [CONSTANT])], [CONSTANT], m)
    return Family("a constant just ahead of a line", (), replace(plan, scale=s * T + c))


# --- one run -------------------------------------------------------------------------------------


def pull_by_pull(curves: Sequence[Curve], pulls: Sequence[int], opening: int) -> Schedule | None:
    """The schedule of one run: every arm is a group, and every pull after the opening a phase.

    None if an arm is no c*min(n,q), or nothing can be gained.
    """
    k, T = len(curves), len(pulls)
    groups = {_arm(i): _capped_group(curve, T) for i, curve in enumerate(curves)}
    best = max(range(k), key=lambda i: curves[i].rew(T))
    if None in groups.values() or opening * k > T or not curves[best].rew(T):
        return None
    known = {name: group for name, group in groups.items() if group is not None}
    counts, phases = dict.fromkeys(known, opening), []
    for i in pulls[opening * k :]:
        until = Polynomial.constant(counts[_arm(i)] + 1)
        phases.append(_phase([_arm(i)], until, _past_their_bend(known, counts)))
        counts[_arm(i)] += 1
    bent, opened = _past_their_bend(known, counts), Polynomial.constant(opening)
    return Schedule((), known, ONE, opened, tuple(phases), tuple(bent), _arm(best), UNPROVED)


def _arm(i: int) -> str:
    return f"f{i + 1}"


def _capped_group(curve: Curve, T: int) -> Group | None:
    """The arm as c*min(n,q) for n >= 1, if it is one: from (0, 0) to (q, c*q), or a constant."""
    (_, start), *rest = curve.points
    if len(rest) > 1 or (rest and start):
        return None
    bend, top = rest[0] if rest else (1, start)
    bend, top = (bend, top) if bend <= T else (T, top * T / bend)
    return Group(ONE, Polynomial.constant(top / bend), Polynomial.constant(bend))


def _past_their_bend(groups: Mapping[str, Group], counts: Mapping[str, int]) -> list[str]:
    return [name for name, group in groups.items() if counts[name] > group.bend.at({})]
