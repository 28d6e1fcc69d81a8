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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import Attempted, Game, Shown, prove_exhibit, showing
from imab_verify.kernel import Atom, Claim, Kind, Node, Polynomial, Run, Schedule
from imab_verify.kernel.arms import Group, Phase
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ROUND_ROBIN
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
