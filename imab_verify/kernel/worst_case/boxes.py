"""Branch trees for Algorithm 1 at one k and T: OPT(T) <= rho * ALG(T) on every instance.

Take any run with T >= 2k, name the arms so that the final counts N_1 >= N_2 >= ... fall, and let
o be an arm with OPT(T) = Rew(f_o,T). The level of a pull is max_j N_j just before it. K = N_1.

    y_i(M) = how many pulls of arm i had level <= M (the two initial pulls count as level <= 1)

describes the run as far as it matters here:
    y_i(1) = 2, y_i(K) = N_i, y_i is nondecreasing, y_i(M) <= M + 1;
    for 2 <= M < K exactly one arm has y_i(M) = M + 1: the one that crosses from M to M + 1.

A Box is a set of runs: N, o and bounds low <= y <= high. What is known in a box:

    Decision (i,n,M,j). If pull n >= 3 of arm i surely has level M, which is y_i(M-1) < n <= y_i(M),
    then P(f_i,n-1,M) >= P(f_j,u,M) for every arm j, u = min(high_j(M), M).
    For the estimate of i was maximal, arm j had some count b <= u then, and P(f,a,M) falls in a:
    P(f,a,M) - P(f,a+1,M) = (M-a)(M-a+1)/2 * (Delta(f,a) - Delta(f,a+1)) >= 0 for a < M.
    If n-1 > high_j(M), arm i had more pulls than j, so j had a smaller estimate, not an equal one:
    the inequality is strict.

A box is closed in one of four ways: nothing lies in it; the counts alone suffice; a nonnegative
combination of decisions does; or a combination of decisions contradicts itself. Otherwise it is
split into boxes that cover it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

from imab_verify.kernel.documents import Arm, build, key
from imab_verify.kernel.errors import Reason, RejectedError, pair_up
from imab_verify.kernel.functionals import estimate_weights
from imab_verify.kernel.limits import spend
from imab_verify.kernel.points import pairs_to
from imab_verify.kernel.worst_case.closing import EndCase, Inequality, check_closed

Rows = tuple[tuple[int, ...], ...]


# --- cases -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box(EndCase):
    """The runs with final counts N, optimal arm o, and low[i][M] <= y_i(M) <= high[i][M]."""

    low: Rows
    high: Rows

    @property
    def top(self) -> int:
        """K, the last level."""
        return max(self.counts)

    def kind(self, i: int) -> tuple[object, ...]:
        """All that the box says about arm i: arms of the same kind can be exchanged."""
        return self.counts[i], i == self.optimal, self.low[i], self.high[i]


def box_cases(k: int, T: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All (N, o): N falls, N_i >= 2, sum N_i = T, and o is the first arm with its count."""
    for counts in partitions(T, k, T):
        for o in range(k):
            if o == 0 or counts[o] != counts[o - 1]:
                yield counts, o


def partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """All most >= N_1 >= ... >= N_parts >= 2 with the given sum, in falling order.

    There are some: 2 * parts <= total <= parts * most.
    """
    if parts == 1:
        yield (total,)
        return
    for first in range(min(most, total - 2 * (parts - 1)), max(2, -(-total // parts)) - 1, -1):
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def whole(counts: tuple[int, ...], optimal: int) -> Box | None:
    """The box of all runs with these final counts and this optimal arm."""
    K = max(counts)
    low = [[2] * K + [N] for N in counts]
    high = [[2, 2, *(min(M + 1, N) for M in range(2, K)), N] for N in counts]
    return tighten(EndCase(sum(counts), counts, optimal), low, high)


def tighten(case: EndCase, low: list[list[int]], high: list[list[int]]) -> Box | None:
    """The box of the runs within these bounds, which are made tighter; None if there are none.

    y_i is nondecreasing; of each level below K exactly one arm is the one that crosses it.
    """
    K, totals = max(case.counts), [0]
    while totals != (totals := [sum(map(sum, bounds)) for bounds in (low, high)]):
        spend(len(low) * (K + 1))
        for mine, limit in zip(low, high, strict=True):
            mine[:] = accumulate(mine, max)
            limit[::-1] = accumulate(reversed(limit), min)
            if any(a > b for a, b in zip(mine, limit, strict=True)):
                return None
        for M in range(2, K):
            able = [i for i, limit in enumerate(high) if limit[M] == M + 1]
            sure = [i for i in able if low[i][M] == M + 1]
            if not able or len(sure) > 1:
                return None
            if len(able) == 1:
                low[able[0]][M] = M + 1
            elif sure:
                for i in set(able) - set(sure):
                    high[i][M] = M
    rows = (tuple(map(tuple, bounds)) for bounds in (low, high))
    return Box(case.T, case.counts, case.optimal, *rows)


def narrow(box: Box, arm: int, level: int, least: int, most: int) -> Box | None:
    """The runs with least <= y_arm(level) <= most."""
    low, high = [list(row) for row in box.low], [list(row) for row in box.high]
    low[arm][level] = max(low[arm][level], least)
    high[arm][level] = min(high[arm][level], most)
    return tighten(box, low, high)


def split(box: Box, arm: int, level: int, most: int) -> list[Box | None]:
    """The runs with y_arm(level) <= most, and those with y_arm(level) > most."""
    if not (0 <= arm < len(box.counts) and 2 <= level < box.top):
        raise RejectedError(Reason.RULE, f"{box}: nothing to split there")
    return [narrow(box, arm, level, 2, most), narrow(box, arm, level, most + 1, box.top)]


def crossings(box: Box, level: int) -> list[Box | None]:
    """The runs by the arm that crosses the level; of arms of a kind the first stands for all.

    Exchanging two arms of the same kind turns a run in the box into a run in the box.
    """
    if not 2 <= level < box.top:
        raise RejectedError(Reason.RULE, f"{box}: no arm crosses level {level}")
    first: dict[tuple[object, ...], int] = {}
    for i, limit in enumerate(box.high):
        if limit[level] == level + 1:
            first.setdefault(box.kind(i), i)
    return [narrow(box, i, level, level + 1, level + 1) for i in first.values()]


# --- closing a box -----------------------------------------------------------------------------


def weight(counts: tuple[int, ...], optimal: int, high: Rows | None = None) -> int:
    """V with T(T+1) * ALG(T) >= V * OPT(T) for every run with these counts and y <= high.

    Rew(f_o,n) >= n(n+1)/(T(T+1)) * OPT, because m(m+1) Rew(f,T) <= T(T+1) Rew(f,m) for m <= T.
    Another arm f with N >= 3 pulls got the last one at a level M with P(f,N-1,M) >= Rew(f_o,M).
    If M = N-1, it crossed: Rew(f,N) >= N/(N-1) * Rew(f,N-1) >= N^2/(T(T+1)) * OPT.
    If M >= N: M(M+1) Rew(f,N) >= (N-1)(N+2) P(f,N-1,M), so Rew(f,N) >= (N^2+N-2)/(T(T+1)) * OPT.
    Both are inequalities in f alone that hold on every ray. One arm at most crosses each level.
    """
    others = [(i, N) for i, N in enumerate(counts) if i != optimal and N >= 3]
    crossers = {N for i, N in others if high is None or high[i][N - 1] == N}
    total = counts[optimal] * (counts[optimal] + 1) + sum(N * N + N - 2 for _, N in others)
    return total - sum(N - 2 for N in crossers)


Decision = tuple[Arm, int, int, Arm, Fraction]
"""(i, n, M, j, multiplier): pull n of arm i at level M, compared with arm j."""


def box_inequality(box: Box, decision: Decision) -> Inequality:
    """The inequality of a decision whose level the box knows."""
    i, n, M, j, multiplier = decision
    k = len(box.counts)
    if not (0 <= i < k and 0 <= j < k and 2 <= M <= box.top):
        raise RejectedError(Reason.HYPOTHESIS, "a decision is outside the run")
    if not box.high[i][M - 1] < n <= box.low[i][M]:
        raise RejectedError(Reason.HYPOTHESIS, "a decision is not known to be made at its level")
    most = box.high[j][M]
    chosen, other = partial(estimate, n - 1, M), partial(estimate, min(most, M), M)
    return (i, chosen), (j, other), n - 1 > most, multiplier


def estimate(a: int, M: int) -> dict[int, int]:
    """P(f,a,M) for a >= 2, as n -> the coefficient of f(n)."""
    u, v = estimate_weights(M - a, pairs_to(M - a))
    weights = dict.fromkeys(range(1, a + 1), 1)
    weights[a] += u
    weights[a - 1] += v
    return weights


# --- trees -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dual:
    """rho * ALG - OPT - (the combination) >= 0 on every ray of every arm."""

    decisions: tuple[Decision, ...] = field(metadata=key("dual"))


@dataclass(frozen=True, slots=True)
class Contradiction:
    """-(the combination) >= 0 on every ray, though a decision with a positive multiplier is strict.

    So the combination is <= 0 and > 0 at once: no run lies in the box.
    """

    decisions: tuple[Decision, ...] = field(metadata=key("empty"))


@dataclass(frozen=True, slots=True)
class Split:
    """(arm, level, most): y_arm(level) <= most, or not."""

    where: tuple[Arm, int, int] = field(metadata=key("split"))
    fewer: Tree
    more: Tree


@dataclass(frozen=True, slots=True)
class LevelCrossing:
    """Which arm crosses the level, one branch for every kind of arm that can."""

    level: int = field(metadata=key("crossing"))
    branches: tuple[Tree, ...]


Tree = Dual | Contradiction | Split | LevelCrossing | None
"""None: nothing lies in the box, or V * rho >= T(T+1)."""


def check_box_tree(tree: Tree, box: Box | None, rho: Fraction) -> None:
    """OPT(T) <= rho * ALG(T) for every run in the box."""
    if box is None:
        if tree is not None:
            raise RejectedError(Reason.COVERAGE, "a branch without runs has a proof")
        return
    match tree:
        case None:
            if rho * weight(box.counts, box.optimal, box.high) < box.T * (box.T + 1):
                raise RejectedError(Reason.COVERAGE, f"{box}: the counts do not suffice")
        case Dual(decisions) | Contradiction(decisions):
            known = [box_inequality(box, d) for d in decisions]
            check_closed(box, rho, known, empty=isinstance(tree, Contradiction))
        case Split(where, fewer, more):
            _check_parts((fewer, more), split(box, *where), rho)
        case LevelCrossing(level, branches):
            _check_parts(branches, crossings(box, level), rho)
        case _:
            raise RejectedError(Reason.RULE, f"{box}: this proves nothing")


def _check_parts(branches: Sequence[Tree], parts: Sequence[Box | None], rho: Fraction) -> None:
    for branch, part in pair_up(branches, parts, Reason.COVERAGE, "branches"):
        check_box_tree(branch, part, rho)


@dataclass(frozen=True, slots=True)
class BoxCase:
    """A line that closes the case of these counts and this optimal arm."""

    counts: tuple[int, ...]
    optimal: Arm
    tree: Tree


def check_cases(k: int, T: int, rho: Fraction, lines: Iterator[Any]) -> None:
    """Every case is closed by its line, or by its counts."""
    written = (build(BoxCase, line) for line in lines)
    line: BoxCase | None = next(written, None)
    for counts, o in box_cases(k, T):
        spend(k)
        if line is not None and (line.counts, line.optimal) == (counts, o):
            check_box_tree(line.tree, whole(counts, o), rho)
            line = next(written, None)
        elif rho * weight(counts, o) < T * (T + 1):
            raise RejectedError(Reason.COVERAGE, f"{EndCase(T, counts, o)}: the case is missing")
    if line is not None:
        raise RejectedError(Reason.COVERAGE, "a line closes no case, or is out of order")
