"""Elimination in leaps: the active arms take turns until one of them is dropped.

An arm once dropped stays dropped (see the policy), so it is enough to look at an arm when it has
its turn. Let g active arms of equal counts n take turns, all inside their linear pieces. In round
q = 0, 1, ... the arm at place p of the round has

    R = T - t - p - g q pulls left,  f(n+q) = v + d q,  and is kept iff U >= R B,

where B is the largest reward seen last. Let m = floor((1 - v)/d): the line v + d x is at most 1 up
to x = m. If m - q >= R it stays so to the end, and the arm is kept iff

    2 (v + d q) + d (R + 1) - 2 B >= 0.

Otherwise U is R without the sum of 1 - v - d x over q < x <= m, and the arm is kept iff

    2 R (1 - B) - 2 (m - q)(1 - v) + d (m (m+1) - q (q+1)) >= 0.

R falls at least as fast as m - q, so this one comes first, and the other from some round on. With
B = b + s q both are polynomials in q of degree at most 2, and the first round in which one fails is
found exactly.

*Which B.* A dropped arm has seen less than an active one, so B is over the active arms. The leader
is the one of largest f(n), and of these one of largest slope; no arm is above it during a leap.
After its turn B is its f(n+q+1). Before, B is its f(n+q), or the f(n+q+1) of an arm that had its
turn. The leader itself is kept: U >= R f(n+q+1). Of arms with the same line the last one is dropped
first, because U/R does not increase and B does not fall while time passes.

A leap ends where a piece ends, where an arm passes the leader, before a round in which an arm is
dropped, and before the horizon. If not one round is free of all that, it is played turn by turn. So
the number of leaps is bounded by the number of arms and pieces, whatever the horizon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from imab_verify.model.pieces import Piece, Pieces, Quadratic, first_nonnegative
from imab_verify.simulation.leaps import Leap, RunState, in_rounds


class Line(NamedTuple):
    """The reward value + slope * q in round q of a leap."""

    value: int
    slope: int

    def later(self) -> Line:
        """The line one pull further."""
        return Line(self.value + self.slope, self.slope)


def elimination(state: RunState) -> Iterator[Leap]:
    """Pull every arm twice, then go round the active ones."""
    active = list(range(len(state.arms)))
    yield from in_rounds(state, active, 2)
    first: dict[Pieces, int] = {}
    alike = [first.setdefault(arm, i) for i, arm in enumerate(state.arms)]
    while state.made < state.T and len(active) > 1:
        rounds = _quiet_rounds(state, active, alike)
        if not rounds:
            active, rounds = _kept(state, active, alike), 1
        yield state.leap(active, rounds)
    yield from in_rounds(state, active, state.T)


def _line(piece: Piece, n: int) -> Line:
    """The rewards from f(n) on, for n in the piece or where it starts.

    The reward of pull x in the piece is Q(x) - Q(x-1), and f is continuous.
    """
    a, b, _ = piece.line
    return Line(a * (2 * n - 1) + b, 2 * a)


def _kept(state: RunState, active: Sequence[int], alike: Sequence[int]) -> list[int]:
    """Play one round turn by turn: the arms that are kept when they have their turn.

    alike[i] is the first arm with the rewards of arm i, so that nothing is worked out twice.
    """
    n, left, one = state.counts[active[0]], state.T - state.made, state.one
    kinds = {alike[i] for i in active}
    now = {a: _line(state.arms[a].at(n), n) for a in kinds}
    then = {a: _line(state.arms[a].at(n + 1), n + 1).value for a in kinds}
    best = max(line.value for line in now.values())
    kept = []
    for i in active:
        value, slope = now[alike[i]]
        if value < best and left:
            below = min(left, (one - value) // slope) if slope else left
            future = below * value + below * (below + 1) // 2 * slope + (left - below) * one
            if future < left * best:
                continue
        kept.append(i)
        if left:
            left -= 1
            best = max(best, then[alike[i]])
    return kept


def _quiet_rounds(state: RunState, active: Sequence[int], alike: Sequence[int]) -> int:
    """The rounds from here in which no arm is dropped, comes to a bend or passes the leader.

    In round 0 an arm that stands at a bend is judged by the slope before it. If that is larger, to
    judge by the slope after it can only drop the arm too early: then the round is played out.
    """
    n, left, g = state.counts[active[0]], state.T - state.made, len(active)
    first: dict[int, int] = {}
    last = {alike[i]: p for p, i in enumerate(active)}
    for p, i in enumerate(active):
        first.setdefault(alike[i], p)
    rounds, lines = left // g, {}
    for a in first:
        piece = state.arms[a].at(n)
        if piece.end == n:
            before, piece = piece, state.arms[a].at(n + 1)
            if before.line.a < piece.line.a:
                return 0
        rounds = min(rounds, piece.end - n)
        lines[a] = _line(piece, n)
    leader = max(lines.values(), key=lambda line: (line.value, line.slope))
    place = min(first[a] for a, line in lines.items() if line == leader)
    others = {a: line for a, line in lines.items() if line != leader}
    for line in others.values():
        if line.slope > leader.slope:
            rounds = min(rounds, (leader.value - line.value) // (line.slope - leader.slope))
    for a, line in others.items():
        p = last[a]
        drop = _first_drop(line, left - p, leader.later(), g, rounds, state.one)
        if drop < rounds and p < place:
            ahead = {leader, *(lines[b].later() for b in lines if first[b] < p)}
            drop = min(_first_drop(line, left - p, rival, g, rounds, state.one) for rival in ahead)
        rounds = min(rounds, drop)
    return rounds


def _first_drop(line: Line, left: int, rival: Line, g: int, rounds: int, one: int) -> int:
    """The first of so many rounds in which an arm on the line is dropped if B is the rival's.

    In the first of them so many pulls are left when it has its turn. All numbers are scaled, and
    `one` stands for 1. If there is no such round, the number of rounds.
    """
    (v, d), (b, s) = line, rival
    m = (one - v) // d if d else left
    free = max(0, -((m - left) // (g - 1)))  # from this round on the line stays below 1
    if free:
        missing = Quadratic(
            d - 2 * g * s,
            2 * left * s + 2 * g * (one - b) - 2 * (one - v) + d,
            2 * m * (one - v) - d * m * (m + 1) - 2 * left * (one - b) - 1,
        )
        last = min(free, rounds)
        drop = first_nonnegative(missing, 0, last)
        if drop < last:
            return drop
    behind = Quadratic(0, d * (g - 2) + 2 * s, 2 * b - 2 * v - d * (left + 1) - 1)
    return first_nonnegative(behind, free, rounds)
