"""From the arms of a linear program to a run that Algorithm 1 really makes.

The program knows only weak inequalities, and only some of them. `realise` looks for a sequence of
pulls to the wanted counts, first one that obeys the tie rule (the ratio is attained), then one that
only ties stand against, and moves the arms a little so that it becomes legal (it is approached).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, permutations
from math import lcm

from imab_verify.engines.worst_case.box_programs import Values, interior
from imab_verify.engines.worst_case.witness import WitnessRun, opening
from imab_verify.kernel.worst_case import Box, Decision

STATES = 20_000
"""Vectors of counts that a search for a sequence may visit."""
ORDERS = 5040
"""Orders of the arms that are tried against a fixed tie order."""
NEAR = Fraction(1, 1024)
"""How far from the limit the instance nearby is, on the way to the inner one."""
HALVINGS = 60

Arms = tuple[Values, ...]


class Scores:
    """The estimates of Algorithm 1 on arms given by their values, as integers."""

    def __init__(self, arms: Arms) -> None:
        scale = lcm(*(v.denominator for arm in arms for v in arm))
        self.values = [[v.numerator * (scale // v.denominator) for v in arm] for arm in arms]
        self.rew = []
        for row in self.values:
            sums = [0]
            for v in row[1:]:
                sums.append(sums[-1] + v)
            self.rew.append(sums)

    def best(self, counts: Sequence[int]) -> list[int]:
        """The arms of maximal estimate."""
        M = max(counts)
        scores = []
        for f, rew, a in zip(self.values, self.rew, counts, strict=True):
            g = M - a
            scores.append(rew[a] + g * f[a] + g * (g + 1) // 2 * (f[a] - f[a - 1]))
        top = max(scores)
        return [i for i, score in enumerate(scores) if score == top]

    def ratio(self, counts: Sequence[int], T: int) -> Fraction | None:
        """OPT/ALG at these final counts, if ALG > 0."""
        alg = sum(rew[n] for rew, n in zip(self.rew, counts, strict=True))
        return Fraction(max(rew[T] for rew in self.rew), alg) if alg else None


def fewest(best: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Those among the best arms with fewest pulls."""
    least = min(counts[i] for i in best)
    return [i for i in best if counts[i] == least]


def find_path(
    scores: Scores, counts: tuple[int, ...], *, weak: bool, box: Box | None = None
) -> tuple[int, ...] | None:
    """Pulls after the initialisation that lead to these counts, if some way of ties does.

    Weak: any arm of maximal estimate may be pulled, not only one with fewest pulls. With a box,
    runs inside it are tried first.
    """
    k, T = len(counts), sum(counts)
    path: list[int] = []
    at = [2] * k
    seen: set[tuple[int, ...]] = set()
    choices = [_choices(scores, at, counts, weak, box)]
    while len(path) + 2 * k < T:
        if not choices[-1]:
            choices.pop()
            if not path:
                return None
            at[path.pop()] -= 1
            continue
        arm = choices[-1].pop()
        at[arm] += 1
        state = tuple(at)
        if state in seen or len(seen) > STATES:
            at[arm] -= 1
            continue
        seen.add(state)
        path.append(arm)
        choices.append(_choices(scores, at, counts, weak, box) if len(path) + 2 * k < T else [])
    return tuple(path)


def _choices(
    scores: Scores, at: list[int], goal: tuple[int, ...], weak: bool, box: Box | None
) -> list[int]:
    """The next arms, the preferred one last."""
    best = scores.best(at)
    arms = best if weak else fewest(best, at)
    M = max(at)
    inside = [i for i in arms if at[i] < goal[i]]
    if box is None:
        return inside
    return sorted(inside, key=lambda i: (at[i] < box.high[i][M], at[i] < M, box.low[i][M] - at[i]))


def box_of_path(counts: tuple[int, ...], optimal: int, path: Sequence[int]) -> Box:
    """The box of the one vector y that the pulls after the initialisation have."""
    K, at = max(counts), [2] * len(counts)
    rows = [[2] * (K + 1) for _ in counts]
    for arm in path:
        M = max(at)
        at[arm] += 1
        for level in range(M, K + 1):
            rows[arm][level] = at[arm]
    fixed = tuple(map(tuple, rows))
    return Box(sum(counts), counts, optimal, fixed, fixed)


def realise(
    box: Box, arms: Arms, value: Fraction, *, ties: str, init: str
) -> WitnessRun | tuple[Decision, ...] | None:
    """A run with the counts of the box at which OPT/ALG is `value` or more, or tends to it.

    A tuple of decisions is a contradiction in the box, found when it holds a single vector y.
    """
    start = opening(len(arms), init)
    scores = Scores(arms)
    path = find_path(scores, box.counts, weak=False, box=box)
    if path is not None:
        run = _run_along(arms, start, path)
        reordered = run if ties == "any" else _reorder(arms, run.ratio, box.T, init)
        if reordered is not None:
            return reordered
    path = path or find_path(scores, box.counts, weak=True, box=box)
    if path is None:
        return None
    pattern = box_of_path(box.counts, box.optimal, path)
    everything = ties == "lowest-index"
    attained = interior(pattern, value, all_strict=everything)
    if attained.arms is not None:
        path = find_path(Scores(attained.arms), box.counts, weak=False, box=pattern)
        if path is not None:
            return _run_along(attained.arms, start, path)
    inner = interior(pattern, None, all_strict=everything)
    if inner.arms is not None:
        return _approach(pattern, arms, inner.arms, start)
    return inner.contradiction if box == pattern else None


def _run_along(
    arms: Arms, start: Sequence[int], path: Sequence[int], near: Arms | None = None
) -> WitnessRun:
    sequence = (*start, *path)
    counts = [sequence.count(i) for i in range(len(arms))]
    ratio = Scores(arms).ratio(counts, len(sequence))
    if ratio is None:
        raise RuntimeError("a program with ALG = 1 gave arms with ALG = 0")
    return WitnessRun.of(ratio, arms, sequence, near)


def _approach(box: Box, limit: Arms, inner: Arms, start: Sequence[int]) -> WitnessRun | None:
    """Walk from the limit a little towards the inner arms, along the same sequence."""
    step = NEAR
    for _ in range(HALVINGS):
        near = between(limit, inner, step)
        path = find_path(Scores(near), box.counts, weak=False, box=box)
        if path is not None and _is_weakly_legal(Scores(limit), path):
            return _run_along(limit, start, path, near)
        step /= 2
    return None


def between(limit: Arms, inner: Arms, step: Fraction) -> Arms:
    """(1-step)*limit + step*inner."""
    return tuple(
        tuple((1 - step) * v + step * w for v, w in zip(f, g, strict=True))
        for f, g in zip(limit, inner, strict=True)
    )


def _is_weakly_legal(scores: Scores, path: Sequence[int]) -> bool:
    at = [2] * len(scores.values)
    for arm in path:
        if arm not in scores.best(at):
            return False
        at[arm] += 1
    return True


def _reorder(arms: Arms, ratio: Fraction, T: int, init: str) -> WitnessRun | None:
    """A run with the ratio under the fixed tie order, with the arms in some other order."""
    k = len(arms)
    for order in islice(permutations(arms), ORDERS):
        scores = Scores(order)
        sequence = lowest_index_run(scores, k, T, init)
        counts = [sequence.count(i) for i in range(k)]
        if scores.ratio(counts, T) == ratio:
            return WitnessRun.of(ratio, order, sequence)
    return None


def lowest_index_run(scores: Scores, k: int, T: int, init: str) -> list[int]:
    """The run of Algorithm 1 with ties by lowest index."""
    sequence = opening(k, init)
    at = [2] * k
    while len(sequence) < T:
        arm = fewest(scores.best(at), at)[0]
        at[arm] += 1
        sequence.append(arm)
    return sequence


def departure(box: Box, arms: Arms) -> int:
    """The level at which the run on these arms, ties falling as the box wants, leaves the box."""
    scores, at = Scores(arms), [2] * len(arms)
    while sum(at) < box.T:
        M = max(at)
        allowed = [i for i in scores.best(at) if at[i] < box.high[i][M]]
        if not allowed:
            return M
        arm = max(allowed, key=lambda i: (at[i] < M, box.low[i][M] - at[i]))
        at[arm] += 1
        if at[arm] > M and any(n < low[M] for n, low in zip(at, box.low, strict=True)):
            return M
    return box.top
