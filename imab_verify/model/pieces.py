"""Cumulated rewards as integer quadratics, one for each linear piece of a reward function.

Let f run along the line through (p, f(p)) with slope s on the indices p < n <= e. Then

    Q(x) = Rew(f,p) + (x-p) f(p) + s (x-p)(x-p+1)/2

is what f would have paid after x pulls if that line went on for ever. It plays three parts:

* p <= x <= e: Q(x) = Rew(f,x);
* p < n <= e:  Q(M) = P(f,n,M), whatever n is, so the estimate of Algorithm 1 does not change
  while an arm stays inside a piece;
* the reward of the n-th pull is Q(n) - Q(n-1) for p < n <= e.

None of this needs concavity, only that f is linear between integer breakpoints. All quadratics of
an instance are multiplied by one integer, twice the common denominator of values and slopes, so
every comparison made with them is a comparison of integers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heapreplace
from math import isqrt, lcm
from typing import NamedTuple

from imab_verify.model.rewards import Piece as LinearPiece
from imab_verify.model.rewards import Reward


class Quadratic(NamedTuple):
    """The polynomial a x^2 + b x + c with integer coefficients."""

    a: int
    b: int
    c: int

    def at(self, x: int) -> int:
        """Give the value at x."""
        return (self.a * x + self.b) * x + self.c

    def plus(self, other: Quadratic) -> Quadratic:
        """Give the sum of both."""
        return Quadratic(self.a + other.a, self.b + other.b, self.c + other.c)

    def minus(self, other: Quadratic) -> Quadratic:
        """Give the difference of both."""
        return Quadratic(self.a - other.a, self.b - other.b, self.c - other.c)

    def after(self, step: int, shift: int) -> Quadratic:
        """Give the polynomial whose value at x is this one's at step x + shift."""
        slope = 2 * self.a * shift + self.b
        return Quadratic(self.a * step * step, slope * step, self.at(shift))


def first_nonnegative(d: Quadratic, start: int, stop: int) -> int:
    """The least integer x with start <= x < stop and d(x) >= 0, or stop if there is none."""
    if start >= stop or d.at(start) >= 0:
        return min(start, stop)
    # Often no root is needed: d is convex and negative at both ends, or concave and falls.
    if d.at(stop - 1) < 0 if d.a >= 0 else 2 * d.a * start + d.b <= 0:
        return stop
    return next((x for x in near_roots(d) if start < x < stop and d.at(x) >= 0), stop)


def near_roots(d: Quadratic) -> Iterator[int]:
    """Give floor(r) and floor(r) + 1 for every real root r of d, in order; nothing if constant.

    Both sides of the inequality between 2ar + b and the root of the discriminant are integers once
    that root is rounded, so the integer square root decides exactly.
    """
    a, b, c = d if d.a >= 0 else (-d.a, -d.b, -d.c)
    if a == 0:
        floors = [-c // b] if b else []
    elif (discriminant := b * b - 4 * a * c) < 0:
        floors = []
    else:
        root = isqrt(discriminant)
        ceiling = root + (root * root < discriminant)
        floors = [(-b - ceiling) // (2 * a), (-b + root) // (2 * a)]
    for floor in floors:
        yield floor
        yield floor + 1


class Piece(NamedTuple):
    """A linear piece: its last index, and its quadratic Q."""

    end: int
    line: Quadratic


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one arm in order. The last is constant and reaches any index asked for."""

    ends: tuple[int, ...]
    lines: tuple[Quadratic, ...]

    def at(self, n: int) -> Piece:
        """Give the piece in force at n >= 1: the one with start < n <= end."""
        i = bisect_left(self.ends, n)
        return Piece(self.ends[i], self.lines[i])

    def rew(self, n: int) -> int:
        """Give Rew(f,n), scaled."""
        return self.at(n).line.at(n) if n else 0


def scaled_pieces(rewards: Sequence[Reward], T: int) -> tuple[int, list[Pieces]]:
    """Give the factor that all quadratics carry, and the pieces of every arm, to T at least."""
    # Many arms are often one and the same object.
    different = {id(arm): arm for arm in rewards}
    arms = {at: list(arm.pieces()) for at, arm in different.items()}
    numbers = (q for arm in arms.values() for piece in arm for q in (piece.value, piece.slope))
    scale = lcm(*(q.denominator for q in numbers))
    scaled = {at: _pieces(arm, scale, T) for at, arm in arms.items()}
    return 2 * scale, [scaled[id(arm)] for arm in rewards]


def _pieces(arm: Sequence[LinearPiece], scale: int, T: int) -> Pieces:
    first = arm[0]
    rew = 2 * _times(first.value, scale) * first.start
    # Where there is no f(0), the first pull is a piece of its own.
    ends = [1] if first.start else []
    lines = [Quadratic(0, rew, 0)] if first.start else []
    for start, end, value, slope in arm:
        last = max(T, start) + 1 if end is None else end
        line = line_from(start, rew, _times(value, scale), _times(slope, scale))
        rew = line.at(last)
        ends.append(last)
        lines.append(line)
    return Pieces(tuple(ends), tuple(lines))


def line_from(p: int, rew: int, value: int, slope: int) -> Quadratic:
    """Expand rew + 2 value (x-p) + slope (x-p)(x-p+1); rew is twice the cumulated reward."""
    return Quadratic(slope, 2 * value + slope, rew).after(1, -p)


def _times(q: Fraction, scale: int) -> int:
    """Give q * scale, for a multiple of the denominator of q."""
    return q.numerator * (scale // q.denominator)


class Tournament:
    """Finds the largest of several quadratics at a place M that moves to the right.

    A kinetic tournament: the arms are the leaves of a binary tree, and every node holds an arm
    whose quadratic is largest among those below it, with the last place up to which that is known
    to stay so. A question looks only at the nodes where the answer is not known yet, so its cost
    follows the arms that matter and not their number.
    """

    def __init__(self, lines: Sequence[Quadratic], M: int, horizon: int) -> None:
        self.lines = list(lines)
        self.M = M
        k = len(lines)
        # Node n has the children 2n and 2n + 1; the leaves are the nodes k, ..., 2k - 1.
        self._leaves = k
        self._winner = [0] * k + list(range(k))
        self._until = [horizon] * (2 * k)
        for node in range(k - 1, 0, -1):
            self._settle(node)

    def best(self) -> list[int]:
        """The arms with the largest quadratic at M."""
        top = self.lines[self._winner[1]].at(self.M)
        arms, waiting = [], [1]
        while waiting:
            node = waiting.pop()
            if self.lines[self._winner[node]].at(self.M) == top:
                if node >= self._leaves:
                    arms.append(node - self._leaves)
                else:
                    waiting += (2 * node, 2 * node + 1)
        return arms

    def change(self, arm: int, line: Quadratic) -> None:
        """Give an arm another quadratic."""
        if line == self.lines[arm]:
            return
        self.lines[arm] = line
        node = (arm + self._leaves) // 2
        while node:
            self._settle(node)
            node //= 2

    def advance(self, M: int) -> None:
        """Go on to another place."""
        self.M = M
        for node in self._outdated_nodes(1):
            self._settle(node)

    def meeting(self, leader: Quadratic, last: int) -> int:
        """The least M' > M where a quadratic other than the leader's reaches it; or last + 1.

        The leader's is the largest at M. What is best in a node stays so for a while: if it does
        not reach the leader until then, nothing below the node does.
        """
        meeting, waiting = last + 1, [1]
        while waiting:
            node = waiting.pop()
            line, until = self.lines[self._winner[node]], self._until[node]
            if line != leader:
                meeting = first_nonnegative(line.minus(leader), self.M + 1, meeting)
                if until >= meeting - 1:
                    continue
            if node < self._leaves:
                waiting += (2 * node, 2 * node + 1)
        return meeting

    def _outdated_nodes(self, node: int) -> Iterator[int]:
        """The nodes whose winner may have changed, children before their parents."""
        if self._until[node] < self.M:
            yield from self._outdated_nodes(2 * node)
            yield from self._outdated_nodes(2 * node + 1)
            yield node

    def _settle(self, node: int) -> None:
        """Find the winner of a node at M, and how long it stays."""
        ahead, behind = self._winner[2 * node], self._winner[2 * node + 1]
        d = self.lines[behind].minus(self.lines[ahead])
        if d.at(self.M) > 0:
            ahead, d = behind, Quadratic(-d.a, -d.b, -d.c)
        until = min(self._until[2 * node], self._until[2 * node + 1])
        overtaken = first_nonnegative(d._replace(c=d.c - 1), self.M + 1, until + 1)
        self._winner[node], self._until[node] = ahead, min(until, overtaken - 1)


class Optimum(NamedTuple):
    """Up to horizon `last`, `arm` is optimal and OPT(t) is the quadratic `opt`."""

    last: int
    arm: int
    opt: Quadratic


def optima_of(arms: Sequence[Pieces], T: int) -> list[Optimum]:
    """Split the horizons 1, ..., T where the optimal arm changes or passes a breakpoint.

    Inside its piece Rew(f_i, t) is the quadratic Q_i(t), so a tournament knows who has the largest
    until somebody reaches the one who leads, or the piece of some arm ends.
    """
    first = [arm.at(1) for arm in arms]
    rivals = Tournament([piece.line for piece in first], 1, T + 1)
    ends = [(piece.end, i) for i, piece in enumerate(first)]
    heapify(ends)
    optima: list[Optimum] = []
    t = 1
    while t <= T:
        best = min(rivals.best())
        line = rivals.lines[best]
        stop = min(ends[0][0], T)
        last = min(rivals.meeting(line, stop) - 1, stop)
        if optima and optima[-1][1:] == (best, line):
            optima.pop()
        optima.append(Optimum(last, best, line))
        t = last + 1
        rivals.advance(min(t, T))
        while ends[0][0] < t <= T:
            i = ends[0][1]
            piece = arms[i].at(t)
            rivals.change(i, piece.line)
            heapreplace(ends, (piece.end, i))
    return optima
