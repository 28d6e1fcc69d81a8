"""Best-first search for the worst case of an index policy at one small k and T.

The opening pulls every arm, so that no arm is worth anything without being seen.
A node is a path: a sequence of decisions. Its program: maximise OPT = Rew(f_o,T) with the rewards
on the path summing to 1, over all arms for which every pull had a maximal index. That bounds every
run that begins with the path. A path is closed by its bound, by a contradiction of the strict
decisions that ties force, or it goes on with every arm.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, count
from operator import ge
from time import monotonic

from imab_verify.engines.lp import Infeasible, Optimal, Sense
from imab_verify.engines.rays import Coefficients, RayProgram, combine, values_of_mixture
from imab_verify.engines.worst_case.witness import WitnessRun
from imab_verify.kernel import ArmClass, Kind, Tree
from imab_verify.kernel.arms import Compared, DecisionTree, Next, PathContradiction, PathDual
from imab_verify.kernel.tree import Counts, Runs, counts_of

Arms = tuple[tuple[Fraction, ...], ...]
"""Arms by their values f(0..T)."""
LOWEST = "lowest-index"
STATES = 20_000
"""Vectors of counts that a search for a sequence may visit."""
NEAR = Fraction(1, 1024)
"""How far from the limit the instance nearby is, on the way to the inner one."""
ENOUGH = 16
"""After so many programs it is known whether those of paths so long close many of them."""
NOTHING = PathDual(())
"""No decision at all: what bounds every run."""


@dataclass(slots=True)
class Path:
    """A path with the optimal arm, a bound for it that its leaf proves, and its continuations."""

    optimal: int
    pulls: tuple[int, ...]
    bound: Fraction
    arms: Arms | None = None
    solved: bool = False
    leaf: PathDual | PathContradiction = NOTHING
    parts: list[Path | None] = field(default_factory=list)

    def worst(self) -> Fraction:
        """No run that begins so does worse than this, as far as the tree knows."""
        if isinstance(self.leaf, PathContradiction):
            return Fraction(0)
        parts = [part.worst() for part in self.parts if part is not None]
        return min(self.bound, max(parts)) if parts else self.bound

    def tree(self, rho: Fraction) -> DecisionTree:
        """The proof that OPT <= rho * ALG on every run that begins so."""
        if isinstance(self.leaf, PathContradiction) or not self.parts or self.bound <= rho:
            return self.leaf
        return Next(tuple(None if part is None else part.tree(rho) for part in self.parts))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A leaf that closes every path with these decisions, this best arm, and so many pulls.

    What a decision says depends on the counts at which it is made, not on the way there. So one
    program closes many paths.
    """

    optimal: int
    counts: Counts
    decisions: tuple[tuple[tuple[Counts, int], int, Fraction], ...]
    """(counts, arm pulled), another arm, multiplier."""
    bound: Fraction
    kind: type[PathDual | PathContradiction]


@dataclass(slots=True)
class IndexSearch:
    """The state of a search; `run` goes on with it."""

    runs: Runs
    lower: WitnessRun = field(init=False)
    roots: list[Path] = field(init=False)
    programs: int = 0
    _open: list[tuple[Fraction, tuple[int, bool, int], Path]] = field(default_factory=list)
    _order: Iterator[int] = field(default_factory=count)
    _solved: Counter[int] = field(default_factory=Counter)
    _closed: Counter[int] = field(default_factory=Counter)
    _lessons: list[Lesson] = field(default_factory=list)
    _indices: dict[tuple[Counts, int], Mapping[int, Fraction]] = field(default_factory=dict)
    _differences: dict[tuple[Counts, int, int], Coefficients] = field(default_factory=dict)

    def __post_init__(self) -> None:
        start = self.runs.opening
        self.roots = [Path(best, start, _most(self.T)) for best in self.runs.best_arms]
        self.lower = self._constant_run()
        for root in self.roots:
            self._push(root)

    @property
    def T(self) -> int:
        """The horizon."""
        return self.runs.T

    @property
    def ties(self) -> str:
        """How they fall."""
        return self.runs.run.ties

    @property
    def upper(self) -> Fraction:
        """No run does worse than this; true at any moment, also in the middle of a step."""
        return max([self.lower.ratio, *(root.worst() for root in self.roots)])

    def run(self, deadline: float | None, report: Callable[[Fraction, Fraction], None]) -> None:
        """Search until the bounds meet, or the deadline passes."""
        while self._open and -self._open[0][0] > self.lower.ratio:
            if deadline is not None and monotonic() > deadline:
                return
            report(self.lower.ratio, -self._open[0][0])
            path = heapq.heappop(self._open)[-1]
            if path.solved:
                self._take_up(path)
            elif not self._is_closed_by_lesson(path):
                if self._is_worth_a_program(path):
                    self._solve(path)
                path.solved = True
                self._push(path)

    def proof(self, rho: Fraction) -> Tree:
        """That OPT <= rho * ALG in every run, for every arm that may be best."""
        return Tree(tuple(root.tree(rho) for root in self.roots))

    def _push(self, path: Path) -> None:
        """Of paths with the same bound the longest is taken up first, if its arms are known."""
        order = (-len(path.pulls), not path.solved, next(self._order))
        heapq.heappush(self._open, (-path.bound, order, path))

    def _solve(self, path: Path) -> None:
        """Bound the path by its program."""
        self.programs += 1
        program = self._program_of(path.pulls)
        compared = self._require_decisions(program, path.pulls, slack=None)
        outcome = program.maximise(program.arms[path.optimal].rew(self.T))
        if isinstance(outcome, Optimal):
            path.arms = self._arms(program, outcome.x)
            # First the proof, then what it proves: an interrupt may come between them.
            path.leaf = PathDual(_used_decisions(compared, outcome.duals[1:]))
            path.bound = min(path.bound, outcome.value)
            self._play_out(path.arms, path.pulls)
        elif isinstance(outcome, Infeasible):
            self._close_worthless(path)
        left = self.T - len(path.pulls)
        self._solved[left] += 1
        if path.bound <= self.lower.ratio:
            self._closed[left] += 1
            self._learn(path)

    def _is_worth_a_program(self, path: Path) -> bool:
        """Whether it may save more than it costs; shortly before the end it saves k programs.

        Earlier, where paths are few, it always is: bounds should be good at any moment.
        """
        left = self.T - len(path.pulls)
        few = left not in (1, 2) or self._solved[left] < ENOUGH
        return few or self._closed[left] * self.runs.k >= self._solved[left]

    def _steps(self, pulls: Sequence[int]) -> dict[tuple[Counts, int], int]:
        """The counts and the arm pulled of every decision, with its step."""
        first = len(self.runs.opening)
        counts, steps = [*counts_of(self.runs.k, pulls[:first])], {}
        for step, arm in enumerate(pulls[first:], start=first):
            steps[tuple(counts), arm] = step
            counts[arm] += 1
        return steps

    def _learn(self, path: Path) -> None:
        """Keep why a path is closed."""
        decided = [*self._steps(path.pulls)]
        first, counts = len(self.runs.opening), counts_of(self.runs.k, path.pulls)
        used = tuple((decided[step - first], other, m) for step, other, m in path.leaf.decisions)
        self._lessons.append(Lesson(path.optimal, counts, used, path.bound, type(path.leaf)))

    def _is_closed_by_lesson(self, path: Path) -> bool:
        """Close a path by what was learned from another, if that is enough."""
        steps, counts = self._steps(path.pulls), counts_of(self.runs.k, path.pulls)
        for lesson in self._lessons:
            if (
                lesson.optimal == path.optimal
                and all(at in steps for at, _, _ in lesson.decisions)
                and all(map(ge, counts, lesson.counts))
            ):
                path.leaf = lesson.kind(tuple((steps[at], j, m) for at, j, m in lesson.decisions))
                path.bound = lesson.bound
                return True
        return False

    def _close_worthless(self, path: Path) -> None:
        """Close a path whose decisions force ALG = 0, and with it OPT <= T(T+1)/2 * ALG = 0.

        ALG <= 1 in place of ALG = 1 makes the program feasible; its largest ALG is 0, and the
        decisions with their multipliers show that.
        """
        program = self._program_of(path.pulls, Sense.LE)
        compared = self._require_decisions(program, path.pulls, slack=None)
        outcome = program.maximise(program.rows[0].coefficients)
        if isinstance(outcome, Optimal) and outcome.value == 0:
            duals = [_most(self.T) * y for y in outcome.duals[1:]]
            path.leaf = PathDual(_used_decisions(compared, duals))
            path.bound = Fraction(0)

    def _take_up(self, path: Path) -> None:
        """At the horizon look for a real run; before it go on with every arm."""
        if len(path.pulls) < self.T:
            self._extend(path)
            return
        everything = self.ties == LOWEST
        arms, _ = self._interior(path, path.bound, all_strict=everything)
        if arms is not None:
            self.lower = WitnessRun.of(path.bound, arms, path.pulls)
            return
        if path.arms is None:
            return
        other = self._run_with_ratio(path.arms, path.bound)
        if other is not None:
            self.lower = WitnessRun.of(path.bound, path.arms, other)
            return
        inner, contradiction = self._interior(path, None, all_strict=everything)
        if inner is not None:
            near = _between(path.arms, inner, NEAR)
            self.lower = WitnessRun.of(path.bound, path.arms, path.pulls, near)
        elif contradiction:
            path.leaf, path.bound = PathContradiction(contradiction), Fraction(0)
            self._learn(path)

    def _run_with_ratio(self, arms: Arms, ratio: Fraction) -> tuple[int, ...] | None:
        """A run on these arms with OPT/ALG = ratio, if among all ways of ties there is one.

        ALG depends on the counts alone, so of the runs to the same counts one is followed.
        """
        k, seen, waiting = self.runs.k, set[tuple[int, ...]](), [self.runs.opening]
        sums = [tuple(accumulate(f[1:], initial=Fraction(0))) for f in arms]
        while waiting and len(seen) < STATES:
            pulls = waiting.pop()
            counts = counts_of(k, pulls)
            if counts in seen:
                continue
            seen.add(counts)
            if len(pulls) < self.T:
                tied = self._tied_arms(arms, counts)
                waiting += ((*pulls, i) for i in (tied[:1] if self.ties == LOWEST else tied))
                continue
            alg = sum((rew[n] for rew, n in zip(sums, counts, strict=True)), Fraction(0))
            if alg and max(rew[self.T] for rew in sums) == ratio * alg:
                return pulls
        return None

    def _play_out(self, arms: Arms, path: Sequence[int]) -> None:
        """Play the policy on the arms of a program, along the path where ties allow it.

        So there is a lower bound long before the first path is long enough.
        """
        pulls = list(self.runs.opening)
        while len(pulls) < self.T:
            tied = self._tied_arms(arms, counts_of(self.runs.k, pulls))
            wanted = path[len(pulls)] if len(pulls) < len(path) else tied[0]
            pulls.append(wanted if wanted in tied and self.ties != LOWEST else tied[0])
        counts = counts_of(self.runs.k, pulls)
        alg = sum((sum(f[1 : n + 1]) for f, n in zip(arms, counts, strict=True)), Fraction(0))
        opt = max(sum(f[1:]) for f in arms)
        if alg and opt > self.lower.ratio * alg:
            self.lower = WitnessRun.of(opt / alg, arms, pulls)

    def _tied_arms(self, arms: Arms, counts: Counts) -> list[int]:
        """The arms of maximal index with fewest pulls, of which any may be pulled."""
        scores = [
            sum(c * f[n] for n, c in self._index(counts, i).items()) for i, f in enumerate(arms)
        ]
        best = [i for i, score in enumerate(scores) if score == max(scores)]
        least = min(counts[i] for i in best)
        return [i for i in best if counts[i] == least]

    def _extend(self, path: Path) -> None:
        self._divide(path)
        for part in path.parts:
            if part is not None:
                self._push(part)

    def _divide(self, path: Path) -> None:
        """Go on with every arm; what bounds the path bounds them, as ALG only grows."""
        parts: list[Path | None] = []
        others = self.runs.alike(path.pulls, path.optimal)
        others -= {min(others, default=0)}
        for arm in range(self.runs.k):
            longer = (*path.pulls, arm)
            part = Path(path.optimal, longer, path.bound, leaf=path.leaf)
            parts.append(None if arm in others else part)
        path.parts = parts

    # --- programs ------------------------------------------------------------------------------

    def _program_of(self, pulls: Sequence[int], sense: Sense = Sense.EQ) -> RayProgram:
        """The rewards on the path sum to 1, or at most to that, over all arms on {0..T}."""
        k = self.runs.k
        program = RayProgram((ArmClass.CONCAVE, range(self.T + 1)) for _ in range(k))
        pulled = zip(program.arms, counts_of(k, pulls), strict=True)
        program.require(combine(*((1, arm.rew(n)) for arm, n in pulled)), sense, 1)
        return program

    def _index(self, counts: Counts, arm: int) -> Mapping[int, Fraction]:
        """The index of an arm as a combination of its rewards; computed once, as paths meet."""
        if (counts, arm) not in self._indices:
            self._indices[counts, arm] = self.runs.index(counts, arm)
        return self._indices[counts, arm]

    def _difference(
        self, program: RayProgram, counts: Counts, arm: int, other: int
    ) -> Coefficients:
        """index of an arm - index of another, as a row of any program about these arms."""
        at = counts, arm, other
        if at not in self._differences:
            rows = []
            for sign, i in ((1, arm), (-1, other)):
                terms = tuple((c, Kind.VALUE, n) for n, c in self._index(counts, i).items())
                rows.append((sign, program.arms[i].functional(terms)))
            self._differences[at] = combine(*rows)
        return self._differences[at]

    def _require_decisions(
        self,
        program: RayProgram,
        pulls: Sequence[int],
        slack: int | None,
        *,
        all_strict: bool = False,
    ) -> list[tuple[int, int]]:
        """index of the pulled arm - index of the other >= 0, or >= slack where it is strict."""
        compared = []
        for step in range(len(self.runs.opening), len(pulls)):
            counts, arm = counts_of(self.runs.k, pulls[:step]), pulls[step]
            for other in range(self.runs.k):
                if other == arm:
                    continue
                row = self._difference(program, counts, arm, other)
                if slack is not None and (all_strict or counts[arm] > counts[other]):
                    row = row | {slack: -1}
                program.require(row, Sense.GE, 0)
                compared.append((step, other))
        return compared

    def _interior(
        self, path: Path, ratio: Fraction | None, *, all_strict: bool
    ) -> tuple[Arms | None, tuple[Compared, ...]]:
        """Arms that follow the path, with OPT/ALG = ratio if given; or why there are none."""
        program = self._program_of(path.pulls)
        slack = program.add_unknown()
        program.require({slack: 1}, Sense.LE, 1)
        if ratio is not None:
            program.require(program.arms[path.optimal].rew(self.T), Sense.EQ, ratio)
        first = len(program.rows)
        compared = self._require_decisions(program, path.pulls, slack, all_strict=all_strict)
        outcome = program.maximise({slack: 1})
        if isinstance(outcome, Optimal) and outcome.value > 0:
            return self._arms(program, outcome.x), ()
        if not isinstance(outcome, Optimal) or ratio is not None or all_strict:
            return None, ()
        return None, _used_decisions(compared, outcome.duals[first:])

    def _arms(self, program: RayProgram, x: Sequence[Fraction]) -> Arms:
        places = range(self.T + 1)
        return tuple(
            tuple(values_of_mixture(arm.kind, arm.weights(x), places)) for arm in program.arms
        )

    def _constant_run(self) -> WitnessRun:
        """All arms equal to 1: ratio 1, by pulling any arm with fewest pulls."""
        arms: Arms = (((Fraction(1),) * (self.T + 1)),) * self.runs.k
        pulls = list(self.runs.opening)
        while len(pulls) < self.T:
            counts = counts_of(self.runs.k, pulls)
            pulls.append(self._tied_arms(arms, counts)[0])
        return WitnessRun.of(Fraction(1), arms, pulls)


def _between(limit: Arms, inner: Arms, step: Fraction) -> Arms:
    """(1-step)*limit + step*inner."""
    return tuple(
        tuple((1 - step) * v + step * w for v, w in zip(f, g, strict=True))
        for f, g in zip(limit, inner, strict=True)
    )


def _most(T: int) -> Fraction:
    """OPT/ALG at most: every arm is pulled in the opening, and T(T+1)/2 * f(1) >= Rew(f,T)."""
    return Fraction(T * (T + 1), 2)


def _used_decisions(
    compared: Sequence[tuple[int, int]], duals: Sequence[Fraction]
) -> tuple[Compared, ...]:
    """The decisions with the multipliers that a solution gives them, zeros left out."""
    pairs = zip(compared, duals, strict=True)
    return tuple((*c, -y) for c, y in pairs if y)
