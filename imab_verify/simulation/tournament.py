"""Who has the largest quadratic, while the place M where they are compared moves to the right.

A kinetic tournament: the arms are the leaves of a binary tree, and every node holds an arm whose
quadratic is largest among those below it, with the last place up to which that is known to stay so.
A question looks only at the nodes where the answer is not known yet, so its cost follows the arms
that matter and not their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from imab_verify.simulation.pieces import Quadratic, first_nonnegative


class Tournament:
    """Integer quadratics, compared at places M that never fall, up to a horizon."""

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
                meeting = self._first_reach(line, leader, meeting)
                if until >= meeting - 1:
                    continue
            if node < self._leaves:
                waiting += (2 * node, 2 * node + 1)
        return meeting

    def _first_reach(self, line: Quadratic, leader: Quadratic, before: int) -> int:
        """The least place after M, and before the given one, where a line reaches the leader."""
        d = line.minus(leader)
        # d(M) <= 0. If d is convex and negative further on, it is negative in between: that
        # settles most arms without a root.
        if d.a >= 0 and d.at(before - 1) < 0:
            return before
        reached = first_nonnegative(d, self.M + 1)
        return before if reached is None else min(reached, before)

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
        overtaken = d._replace(c=d.c - 1)
        if overtaken.a < 0 or overtaken.at(until) >= 0:
            place = first_nonnegative(overtaken, self.M + 1)
            until = until if place is None else min(until, place - 1)
        self._winner[node], self._until[node] = ahead, until
