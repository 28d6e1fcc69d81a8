"""Best-first search for the worst case of Algorithm 1 at one k and T, with T >= 2k.

A node is a box of runs with an upper bound on OPT/ALG in it: from its counts, then from its linear
program. The node of the largest bound is taken up: if its arms really run that way the search is
over, otherwise the box is split. Stopped at any time, the largest bound of an open node is an upper
bound for all runs, and the tree proves it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, islice
from time import monotonic

from imab_verify.engines.worst_case.box_programs import Relaxation, relax, value_of
from imab_verify.engines.worst_case.realise import (
    Arms,
    Scores,
    departure,
    lowest_index_run,
    realise,
)
from imab_verify.engines.worst_case.witness import WitnessRun
from imab_verify.errors import InputError
from imab_verify.kernel.worst_case import (
    Box,
    Contradiction,
    Decision,
    Dual,
    LevelCrossing,
    Split,
    Tree,
    box_cases,
    crossings,
    split,
    weight,
    whole,
)
from imab_verify.processes import mapping

BATCH = 8
"""Programs handed to each worker at a time."""

Report = Callable[[Fraction, Fraction], None]
"""Called with the bounds so far."""
MOST_CASES = 2_500_000
"""k * k * (the number of cases), which the kernel walks through."""

Case = tuple[tuple[int, ...], int]
"""The final counts and the optimal arm."""
Solve = Callable[[Sequence[Box]], list[Relaxation]]


@dataclass(slots=True)
class Node:
    """A box, what is known about it, and its parts once it is split (None: nothing lies there)."""

    box: Box
    bound: Fraction
    relaxation: Relaxation | None = None
    contradiction: tuple[Decision, ...] = ()
    kept: Tree | None = None
    """The leaf that an earlier search had here."""
    rule: tuple[int, ...] = ()
    parts: list[Node | None] = field(default_factory=list)

    @classmethod
    def of(cls, box: Box) -> Node:
        """The node with the bound of its counts."""
        return cls(box, Fraction(box.T * (box.T + 1), weight(box.counts, box.optimal, box.high)))

    def divide(self, rule: tuple[int, ...]) -> list[Node | None]:
        """Split the box: by who crosses (level,), or by y at (arm, level, most)."""
        self.rule = rule
        boxes = crossings(self.box, *rule) if len(rule) == 1 else split(self.box, *rule)
        parts = [None if box is None else Node.of(box) for box in boxes]
        for part in parts:
            if part is not None:
                part.bound = min(part.bound, self.bound)
        self.parts = parts
        return parts

    def worst(self) -> Fraction:
        """No run in the box does worse than this, as far as the tree knows."""
        if self.contradiction:
            return Fraction(0)
        parts = [part.worst() for part in self.parts if part is not None]
        return min(self.bound, max(parts, default=Fraction(0))) if self.parts else self.bound

    def tree(self, rho: Fraction, *, whole: bool = False) -> Tree:
        """The proof that OPT <= rho * ALG in the box: a short one, or the whole of what is known.

        A search that is not at its end needs the whole, to go on from there.
        """
        if self._by_counts(rho) and not whole:
            return None
        if self.contradiction:
            return Contradiction(self.contradiction)
        leaf = self._leaf(rho)
        if not self._by_parts(rho) or (leaf is not None and not whole):
            return leaf
        below = [None if part is None else part.tree(rho, whole=whole) for part in self.parts]
        if len(self.rule) == 1:
            return LevelCrossing(self.rule[0], tuple(below))
        arm, level, most = self.rule
        return Split((arm, level, most), below[0], below[1])

    def closed(self, rho: Fraction) -> bool:
        """Whether there is a proof that OPT <= rho * ALG in the box."""
        mine = self.contradiction or self._by_counts(rho) or self._leaf(rho) is not None
        return bool(mine) or self._by_parts(rho)

    def _by_parts(self, rho: Fraction) -> bool:
        return bool(self.parts) and all(part is None or part.closed(rho) for part in self.parts)

    def _by_counts(self, rho: Fraction) -> bool:
        return self.of(self.box).bound <= rho

    def _leaf(self, rho: Fraction) -> Tree:
        """The proof by the program of the box itself, now or earlier."""
        if self.relaxation is not None and self.relaxation.value <= rho:
            return Dual(self.relaxation.decisions)
        return None if self.parts else self.kept


@dataclass(slots=True)
class BoxSearch:
    """The state of a search; `run` goes on with it."""

    k: int
    T: int
    ties: str = "any"
    init: str = "rounds"
    lower: WitnessRun = field(init=False)
    roots: list[Node] = field(init=False)
    programs: int = 0
    _open: list[tuple[Fraction, bool, int, Node]] = field(default_factory=list)
    _order: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        most = MOST_CASES // self.k**2
        all_cases = list(islice(box_cases(self.k, self.T), most + 1))
        if len(all_cases) > most:
            raise InputError(
                f"k = {self.k}, T = {self.T} has more than {most} cases, too many to search"
            )
        boxes = (whole(counts, o) for counts, o in all_cases)
        self.roots = [Node.of(box) for box in boxes if box is not None]
        self.lower = _some_run(self.k, self.T, self.init)
        for node in self.roots:
            self._push(node)

    @property
    def upper(self) -> Fraction:
        """No run does worse than this; true at any moment, also in the middle of a step."""
        return max([self.lower.ratio, *(node.worst() for node in self.roots)])

    def run(self, solve: Solve, batch: int, deadline: float | None, report: Report) -> None:
        """Search until the bounds meet, or the deadline passes."""
        while self._open and -self._open[0][0] > self.lower.ratio:
            if deadline is not None and monotonic() > deadline:
                return
            report(self.lower.ratio, -self._open[0][0])
            if self._open[0][-1].relaxation is None:
                self._relax_some(solve, batch)
            else:
                self._take_up(heapq.heappop(self._open)[-1])

    def proofs(self, rho: Fraction) -> Iterator[tuple[Box, Tree]]:
        """The cases that need more than their counts, each with its proof."""
        unfinished = rho > self.lower.ratio
        for node in self.roots:
            tree = node.tree(rho, whole=unfinished)
            if tree is not None:
                yield node.box, tree

    def improve(self, run: WitnessRun | None) -> None:
        """Take a run as the lower bound if it is better."""
        if run is not None and _is_better(run, self.lower):
            self.lower = run

    def _push(self, node: Node) -> None:
        """Of nodes with the same bound, one whose arms are known is taken up first."""
        heapq.heappush(self._open, (-node.bound, node.relaxation is None, next(self._order), node))

    def _relax_some(self, solve: Solve, batch: int) -> None:
        """Solve the programs of the most promising nodes."""
        waiting: list[Node] = []
        rest: list[Node] = []
        while self._open and len(waiting) < batch and -self._open[0][0] > self.lower.ratio:
            node = heapq.heappop(self._open)[-1]
            (waiting if node.relaxation is None else rest).append(node)
        for node, relaxation in zip(waiting, solve([n.box for n in waiting]), strict=True):
            node.relaxation = relaxation
            node.bound = min(node.bound, relaxation.value)
            self.programs += 1
        for node in (*waiting, *rest):
            self._push(node)

    def _take_up(self, node: Node) -> None:
        """Realise the arms of the node's program, or split it."""
        relaxation = node.relaxation
        if relaxation is None or relaxation.arms is None:
            return
        result = realise(
            node.box, relaxation.arms, relaxation.value, ties=self.ties, init=self.init
        )
        if isinstance(result, tuple):
            node.contradiction = result
            return
        self.improve(result)
        if self.lower.ratio >= node.bound:
            return
        rule = _choose_split(node.box, relaxation.arms)
        if rule is not None:
            self._split(node, rule)

    def _split(self, node: Node, rule: tuple[int, ...]) -> None:
        for part in node.divide(rule):
            if part is not None:
                self._push(part)

    def restore(self, lower: WitnessRun, upper: Fraction, trees: Mapping[Case, Tree]) -> None:
        """Start from an earlier search: its best run, its upper bound, its splits."""
        self.lower = lower
        self._open.clear()
        for node in self.roots:
            node.bound = min(node.bound, upper)
            self._restore(node, trees.get((node.box.counts, node.box.optimal)))

    def _restore(self, node: Node, tree: Tree | None) -> None:
        match tree:
            case Split(where, fewer, more):
                parts, below = node.divide(where), (fewer, more)
            case LevelCrossing(level, below):
                parts = node.divide((level,))
            case _:
                if isinstance(tree, Dual):
                    # What was proved is often better than what was needed: so the search goes on
                    # where it stopped, and no program is solved before its turn.
                    node.bound = min(node.bound, value_of(node.box, tree.decisions))
                node.kept = tree
                self._push(node)
                return
        for part, branch in zip(parts, below, strict=True):
            if part is not None:
                self._restore(part, branch)


def _is_better(run: WitnessRun, known: WitnessRun) -> bool:
    """A larger ratio, or the same one attained instead of approached."""
    return (run.ratio, run.near is None) > (known.ratio, known.near is None)


def _some_run(k: int, T: int, init: str) -> WitnessRun:
    """The run on one arm f(n) = n, the others 0: a first lower bound."""
    line = tuple(Fraction(n, T) for n in range(T + 1))
    arms: Arms = (line, *(((Fraction(0),) * (T + 1),) * (k - 1)))
    scores = Scores(arms)
    sequence = lowest_index_run(scores, k, T, init)
    ratio = scores.ratio([sequence.count(i) for i in range(k)], T)
    if ratio is None:
        raise RuntimeError("the run on a growing arm has no reward")
    return WitnessRun.of(ratio, arms, sequence)


def _choose_split(box: Box, arms: Arms) -> tuple[int, ...] | None:
    """How to split a box: (level,) by who crosses it, or (arm, level, most) by y.

    First who makes the last pulls that cross a level, then at which levels the other arms got
    their last pulls, then whatever is open near the level at which the run leaves the box.
    """
    k = len(box.counts)
    for M in range(box.top - 1, 1, -1):
        able = [i for i in range(k) if box.high[i][M] == M + 1]
        if len(able) > 1 and any(box.counts[i] == M + 1 for i in able):
            return (M,)
    for i, N in enumerate(box.counts):
        if N >= 3:
            first = next(M for M in range(2, box.top + 1) if box.high[i][M] == N)
            last = next(M for M in range(2, box.top + 1) if box.low[i][M] == N)
            if first < last:
                return i, (first + last - 1) // 2, N - 1
    level = departure(box, arms)
    unsettled = [
        (abs(M - level), i, M)
        for i in range(k)
        for M in range(2, box.top)
        if box.low[i][M] < box.high[i][M]
    ]
    if not unsettled:
        return None
    _, i, M = min(unsettled)
    return i, M, (box.low[i][M] + box.high[i][M]) // 2


def solve_here(boxes: Sequence[Box]) -> list[Relaxation]:
    """Solve programs one after the other."""
    return [relax(box) for box in boxes]


@contextmanager
def solver(workers: int) -> Iterator[tuple[Solve, int]]:
    """How to solve programs, and how many at a time: here, or in worker processes."""
    if workers <= 1:
        yield solve_here, 1
        return
    with mapping(relax, workers=workers) as spread:
        yield spread, BATCH * workers
