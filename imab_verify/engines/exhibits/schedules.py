"""Instances that are worst for a policy, with phases of a run; adversaries for every policy.

All rewards are multiplied by T. The line is n, a bent line min(n,q), zeros are 0.

    Algorithm 1   The constant N/2 leads up to N-1 pulls, ahead of the lines, whose estimate is
                  M(M+1)/2 at the level M. There it is as good as they, and all get N-1 pulls;
                  then it gets one more, and at the level N so do those that are still lines. The
                  line is optimal: bent lines look like it until their last pull.
    round robin   The line is the last arm, after zeros.
    an index      The line leads, or waits while a constant does, or a line that bends after the
                  opening. If the constant has to be as small as may be, it is the one with which
                  the claim is an equality: a*OPT = b*ALG.

Adversaries that know T: floor(T/k) pulls of every arm but one (the ratio is k^2/(2k-1) or more),
caps at 2/(3m) of what is left with m arms open (about 3k/4), arms that pay nothing at first (T <=
2k). Without T the last arm to pass c pulls goes on, where c is a parameter of the claim, what T is
at least, or 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import Attempted, Game, Shown, prove_exhibit, showing
from imab_verify.kernel import (
    Atom,
    Caps,
    Claim,
    Every,
    Kind,
    LastArm,
    Node,
    Polynomial,
    Relation,
    Run,
    Schedule,
)
from imab_verify.kernel.arms import Group, Phase
from imab_verify.kernel.exhibits import OPEN
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANYTIME, ROUND_ROBIN
from imab_verify.language.policy_names import is_algorithm_1

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO, THREE, FOUR, FIVE = map(Polynomial.constant, (2, 3, 4, 5))
CONSTANT, LINE, BENT, EARLY, ZEROS, FIRST = "constant", "line", "bent", "early", "zeros", "first"


class Family(NamedTuple):
    """Instances in words, and the proof that a run on them serves, if it does."""

    way: str
    shown: Shown


def schedules(
    claim: Claim, run: Run, clock: Clock, more: Iterable[Family] = ()
) -> Iterator[Attempted]:
    """Every family that is worth a try."""
    for family in chain(_families(claim, run), more):
        yield Attempted(family.way, prove_exhibit(claim, clock, family.shown))


def _families(claim: Claim, run: Run) -> Iterator[Family]:
    if run.policy == ROUND_ROBIN:
        yield Family("a line as the last arm", _round_robin)
        return
    opening = Polynomial.constant(run.index.opening if run.index else 0)
    if is_algorithm_1(run):
        yield Family("a constant, bent lines and a line with T//k pulls", _even_counts)
        yield Family("arms with four pulls among zeros", _counts_of_four)
        two = _crossing_schedule(FOUR, line=THREE, zeros=K - TWO)
        yield Family("a constant and a line among zeros", showing(two))
    yield Family("a line among zeros", showing(_leading_schedule(LINE, opening)))
    yield Family("a constant that keeps the lead", showing(_leading_schedule(CONSTANT, opening)))
    if run.index and not is_algorithm_1(run):
        yield Family("a line that bends keeps the lead", showing(_bent_lead(opening)))
        yield Family("a constant just ahead of a line", showing(_just_ahead(claim, opening)))


def _schedule(
    groups: dict[str, Group],
    phases: Sequence[Phase],
    bent: Sequence[str],
    opening: Polynomial = TWO,
) -> Schedule:
    """The schedule with those groups that are not always empty; the line is optimal."""
    return Schedule(groups, T, opening, tuple(phases), tuple(bent), LINE, {})


def _phase(
    groups: Sequence[str], until: Polynomial, bent: Sequence[str] = (), bending: Sequence[str] = ()
) -> Phase:
    return Phase(tuple(groups), until, tuple(bent), tuple(bending))


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


def _even_counts(game: Game) -> Node | None:
    """Every arm has m or m+1 pulls, where m = T//k."""

    def with_share(inside: Game, m: Polynomial) -> Node | None:
        r = T - K * m
        low = _crossing_schedule(m, line=m, bent=K - TWO)
        high = _crossing_schedule(m + ONE, line=m, bent=r - ONE, early=K - ONE - r)
        return inside.split(r, showing(low), showing(high))

    return game.quotient(T, K, with_share)


def _counts_of_four(game: Game) -> Node | None:
    """T - 2k pulls beyond two are shared by two or more arms with four pulls, one with five."""
    D = T - TWO * K

    def with_half(inside: Game, a: Polynomial) -> Node | None:
        low = _crossing_schedule(FOUR, line=FOUR, bent=a - TWO, zeros=K - a)
        high = _crossing_schedule(FIVE, line=FOUR, early=a - TWO, zeros=K - a)
        rest = D - TWO * a
        return inside.split(rest, showing(low), showing(high))

    return game.quotient(D, TWO, with_half)


def crossing_at(shares: Sequence[int], zeros: int, horizon: int) -> Schedule:
    """The same at numbers: the counts of the arms that are not 0, that of the line last."""
    most, line, others = shares[0], shares[-1], shares[1:-1]
    plan = _crossing_schedule(
        _number(most),
        line=_number(line),
        bent=_number(others.count(most)),
        early=_number(others.count(most - 1)),
        zeros=_number(zeros),
    )
    return _at(plan, {"T": _number(horizon)})


def leading_at(k: int, horizon: int) -> Schedule:
    """A line that gets all pulls after the opening, among k-1 arms that pay nothing."""
    return _at(_leading_schedule(LINE, TWO), {"k": _number(k), "T": _number(horizon)})


def _number(value: int) -> Polynomial:
    return Polynomial.constant(value)


def _at(plan: Schedule, numbers: dict[str, Polynomial]) -> Schedule:
    """A schedule with numbers for names, without groups and phases that are empty then."""
    sized = {name: group.size.substitute(numbers) for name, group in plan.groups.items()}
    groups = {
        name: Group(sized[name], group.slope, group.bend.substitute(numbers))
        for name, group in plan.groups.items()
        if len(sized[name])
    }
    counts, phases = dict.fromkeys(groups, plan.opening), []
    for phase in plan.phases:
        until = phase.until.substitute(numbers)
        if until != counts[phase.groups[0]]:
            phases.append(replace(phase, until=until))
            counts |= dict.fromkeys(phase.groups, until)
    scale = plan.scale.substitute(numbers)
    return replace(plan, groups=groups, scale=scale, phases=tuple(phases))


# --- other policies ------------------------------------------------------------------------------


def _round_robin(game: Game) -> Node | None:
    """The line is the last arm; the arms that get a pull more pay nothing."""

    def with_share(inside: Game, m: Polynomial) -> Node | None:
        r = T - K * m
        groups = {
            FIRST: Group(r, ZERO, ONE),
            ZEROS: Group(K - ONE - r, ZERO, T),
            LINE: Group(ONE, ONE, T),
        }
        return inside.shows(_schedule(groups, [_phase([FIRST], m + ONE)], [FIRST], m))

    return game.quotient(T, K, with_share)


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


def _just_ahead(claim: Claim, m: Polynomial) -> Schedule:
    """The constant c with a*OPT = b*ALG, ahead of the line s*n, for a conclusion a*OPT >= b*ALG.

    With D pulls after the opening a*s*T(T+1)/2 = b*(s*m(m+1)/2 + c*(m+D)): c and s are polynomials.
    """
    terms = claim.plain[0].form.terms
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
    return replace(plan, scale=s * T + c)


# --- adversaries ----------------------------------------------------------------------------------


K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO = Polynomial.constant(2)


def adversaries(claim: Claim, clock: Clock) -> Iterator[Attempted]:
    """Every adversary that is worth a try."""
    if claim.run == Every(ANYTIME):
        for cap, horizon in _anytime_data(claim):
            exhibit = showing(LastArm(ZERO, cap, {}, horizon))
            yield Attempted("the last arm goes on", prove_exhibit(claim, clock, exhibit))
        return
    thirds = Polynomial.constant(3) * Polynomial.variable(OPEN)
    ways = {
        "an arm with at most T//k pulls": _share,
        "caps at 2/(3m) of what is left": showing(Caps(TWO, thirds, {})),
        "arms that pay nothing at first": _short_horizon,
    }
    for way, exhibit in ways.items():
        yield Attempted(way, prove_exhibit(claim, clock, exhibit))


def _share(game: Game) -> Node | None:
    """floor(T/k) pulls of every arm but one."""
    return game.quotient(T, K, lambda inside, share: inside.shows(LastArm(ZERO, share, {})))


def _short_horizon(game: Game) -> Node | None:
    """For T <= k-1 all arms pay nothing but one that is not pulled.

    For T <= 2k-1 the first 2k-1-T arms pay nothing, and the others 1; for T = 2k all do.
    """

    def last_arm(zeros: Polynomial, cap: Polynomial) -> Shown:
        return showing(LastArm(zeros, cap, {}))

    def from_k(inside: Game) -> Node | None:
        zeros = TWO * K - ONE - T
        return inside.split(-zeros, last_arm(zeros, ONE), last_arm(ZERO, ONE))

    return game.split(T - K + ONE, last_arm(ZERO, ZERO), from_k)


# --- data for an unknown horizon -----------------------------------------------------------------


def _anytime_data(claim: Claim) -> Iterator[tuple[Polynomial, Polynomial]]:
    """A number c of pulls, and a time by which all arms should have them: the latest T, 2kc."""
    least, most = _bounds(claim, 1), _bounds(claim, -1)
    free = [Polynomial.variable(name) for name in claim.parameters if name not in ("k", "T")]
    for cap in dict.fromkeys((*free, *least, ONE, *(K * p for p in free))):
        for horizon in dict.fromkeys((*most, TWO * K * cap)):
            yield cap, horizon


def _bounds(claim: Claim, sign: int) -> list[Polynomial]:
    """What T is at least (sign 1) or at most (sign -1), by the givens that say so plainly."""
    bounds = []
    for given in claim.givens:
        slope = given.form.constant - given.form.constant.substitute({"T": T - ONE})
        if slope == Polynomial.constant(sign) and given.relation is not Relation.EQ:
            strict = ONE if given.relation is Relation.GT else ZERO
            rest = given.form.constant.substitute({"T": ZERO}) - strict
            bounds.append(rest.scaled(-sign))
    return [bound for bound in bounds if bound.denominator() == 1]
