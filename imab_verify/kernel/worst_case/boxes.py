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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

from imab_verify.kernel.claims import Kind, estimate_weights
from imab_verify.kernel.documents import Arm, Layout, key
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.limits import bits, spend
from imab_verify.kernel.points import pairs_to
from imab_verify.kernel.rays import hinge

Rows = tuple[tuple[int, ...], ...]


# --- cases -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """The runs with final counts N, optimal arm o, and low[i][M] <= y_i(M) <= high[i][M]."""

    T: int
    counts: tuple[int, ...]
    optimal: int
    low: Rows
    high: Rows

    @property
    def top(self) -> int:
        """K, the last level."""
        return max(self.counts)

    def kind(self, i: int) -> tuple[object, ...]:
        """All that the box says about arm i: arms of the same kind can be exchanged."""
        return self.counts[i], i == self.optimal, self.low[i], self.high[i]


def cases(k: int, T: int) -> Iterator[tuple[tuple[int, ...], int]]:
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
    low = tuple((2,) * K + (N,) for N in counts)
    high = tuple((2, 2, *(min(M + 1, N) for M in range(2, K)), N) for N in counts)
    return tighten(Box(sum(counts), counts, optimal, low, high))


def tighten(box: Box) -> Box | None:
    """The same runs with tighter bounds, or None if there are none.

    y_i is nondecreasing; of each level below K exactly one arm is the one that crosses it.
    """
    low, high = [list(row) for row in box.low], [list(row) for row in box.high]
    before = None
    while before != (low, high):
        spend(len(low) * (box.top + 1))
        before = [row[:] for row in low], [row[:] for row in high]
        for mine, limit in zip(low, high, strict=True):
            for M in range(1, box.top + 1):
                mine[M] = max(mine[M], mine[M - 1])
            for M in range(box.top, 0, -1):
                limit[M - 1] = min(limit[M - 1], limit[M])
            if any(a > b for a, b in zip(mine, limit, strict=True)):
                return None
        for M in range(2, box.top):
            able = [i for i, limit in enumerate(high) if limit[M] == M + 1]
            sure = [i for i in able if low[i][M] == M + 1]
            if not able or len(sure) > 1:
                return None
            if len(able) == 1:
                low[able[0]][M] = M + 1
            elif sure:
                for i in set(able) - set(sure):
                    high[i][M] = M
    return replace(box, low=tuple(map(tuple, low)), high=tuple(map(tuple, high)))


def split(box: Box, arm: int, level: int, most: int) -> tuple[Box | None, Box | None]:
    """The runs with y_arm(level) <= most, and those with y_arm(level) > most."""
    high, low = min(most, box.high[arm][level]), max(most + 1, box.low[arm][level])
    fewer = replace(box, high=_with(box.high, arm, level, high))
    more = replace(box, low=_with(box.low, arm, level, low))
    return tighten(fewer), tighten(more)


def crossings(box: Box, level: int) -> list[Box | None]:
    """The runs by the arm that crosses the level; of arms of a kind the first stands for all.

    Exchanging two arms of the same kind turns a run in the box into a run in the box.
    """
    first: dict[tuple[object, ...], int] = {}
    for i, limit in enumerate(box.high):
        if limit[level] == level + 1:
            first.setdefault(box.kind(i), i)
    rows = (_with(box.low, i, level, level + 1) for i in first.values())
    return [tighten(replace(box, low=low)) for low in rows]


def _with(rows: Rows, arm: int, level: int, value: int) -> Rows:
    row = rows[arm]
    return (*rows[:arm], (*row[:level], value, *row[level + 1 :]), *rows[arm + 1 :])


# --- functionals on rays -----------------------------------------------------------------------
# On {0..m} the rays are the constant 1, here number 0, and min(n,j) for j = 1..m.


def ray_value(j: int, n: int) -> int:
    """f(n) on ray j."""
    return int(hinge(Kind.VALUE, n, j, n > j, pairs_to)) if j else 1


def ray_rew(j: int, n: int) -> int:
    """Rew(f,n) on ray j."""
    return int(hinge(Kind.REW, n, j, n > j, pairs_to)) if j else n


@lru_cache(maxsize=2**8)
def rew_on_rays(n: int, m: int) -> tuple[int, ...]:
    """Rew(f,n) on the rays 0..m."""
    return tuple(ray_rew(j, n) for j in range(m + 1))


@lru_cache(maxsize=2**8)
def estimate_on_rays(a: int, M: int, m: int) -> tuple[int, ...]:
    """P(f,a,M) on the rays 0..m."""
    u, v = estimate_weights(M - a, pairs_to(M - a))
    rays = range(m + 1)
    return tuple(ray_rew(j, a) + u * ray_value(j, a) + v * ray_value(j, a - 1) for j in rays)


# --- closing a box -----------------------------------------------------------------------------


def weight(box: Box) -> int:
    """V with T(T+1) * ALG(T) >= V * OPT(T) for every run in the box, from the counts alone.

    Rew(f_o,n) >= n(n+1)/(T(T+1)) * OPT, because m(m+1) Rew(f,T) <= T(T+1) Rew(f,m) for m <= T.
    Another arm f with N >= 3 pulls got the last one at a level M with P(f,N-1,M) >= Rew(f_o,M).
    If M = N-1, it crossed: Rew(f,N) >= N/(N-1) * Rew(f,N-1) >= N^2/(T(T+1)) * OPT.
    If M >= N: M(M+1) Rew(f,N) >= (N-1)(N+2) P(f,N-1,M), so Rew(f,N) >= (N^2+N-2)/(T(T+1)) * OPT.
    Both are inequalities in f alone that hold on every ray. One arm at most crosses each level.
    """
    crossers = {
        N
        for i, N in enumerate(box.counts)
        if i != box.optimal and N >= 3 and box.high[i][N - 1] == N
    }
    return _weight(box.counts, box.optimal, crossers)


def first_weight(counts: tuple[int, ...], optimal: int) -> int:
    """V for all runs with these counts, where every arm may have crossed last."""
    others = {N for i, N in enumerate(counts) if i != optimal and N >= 3}
    return _weight(counts, optimal, others)


def _weight(counts: tuple[int, ...], optimal: int, crossers: set[int]) -> int:
    total = counts[optimal] * (counts[optimal] + 1)
    total += sum(N * N + N - 2 for i, N in enumerate(counts) if i != optimal and N >= 3)
    return total - sum(N - 2 for N in crossers)


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """A positive integer that makes all of them integers."""
    common = 1
    for q in numbers:
        common = lcm(common, q.denominator)
        spend(1, bits(common))
    return common


@dataclass(frozen=True, slots=True)
class Decision(Layout):
    """Pull n of arm i at level M, compared with arm j; the multiplier of this inequality."""

    AS_LIST = True
    arm: Arm
    pull: int
    level: int
    other: Arm
    multiplier: Fraction


def decision_is_strict(box: Box, d: Decision) -> bool:
    """Check that the box knows the level of the pull; whether the inequality is strict."""
    k = len(box.counts)
    if not (0 <= d.arm < k and 0 <= d.other < k and 2 <= d.level <= box.top and d.pull >= 3):
        raise RejectedError(Reason.HYPOTHESIS, "a decision is outside the run")
    if not box.high[d.arm][d.level - 1] < d.pull <= box.low[d.arm][d.level]:
        raise RejectedError(Reason.HYPOTHESIS, "a decision is not known to be made at its level")
    if d.multiplier < 0:
        raise RejectedError(Reason.SIGN, "a multiplier is negative")
    return d.pull - 1 > box.high[d.other][d.level]


def remainder(box: Box, rho: Fraction, sign: int, decisions: Sequence[Decision]) -> list[list[int]]:
    """sign * (rho * ALG - OPT) - sum of multiplier * decision on every ray of every arm.

    All times one positive number that makes it integer. Only f on {0..N_i} matters, and f_o on
    {0..T}.
    """
    D = common_denominator([rho, *(d.multiplier for d in decisions)])
    alg, opt = sign * int(D * rho), sign * D
    tops = [box.T if i == box.optimal else N for i, N in enumerate(box.counts)]
    spend(4 * sum(tops), bits(D))
    left = [[alg * r for r in rew_on_rays(N, m)] for N, m in zip(box.counts, tops, strict=True)]
    o = box.optimal
    left[o] = [v - opt * r for v, r in zip(left[o], rew_on_rays(box.T, tops[o]), strict=True)]
    for d in decisions:
        m = int(D * d.multiplier)
        u = min(box.high[d.other][d.level], d.level)
        for i, count, factor in ((d.arm, d.pull - 1, -m), (d.other, u, m)):
            spend(2 * tops[i], bits(m))
            estimates = estimate_on_rays(count, d.level, tops[i])
            left[i] = [v + factor * p for v, p in zip(left[i], estimates, strict=True)]
    return left


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
class Crossing:
    """Which arm crosses the level, one branch for every kind of arm that can."""

    level: int = field(metadata=key("crossing"))
    branches: tuple[Tree, ...]


Tree = Dual | Contradiction | Split | Crossing | None
"""None: nothing lies in the box, or V * rho >= T(T+1)."""


def check_tree(tree: Tree, box: Box | None, rho: Fraction) -> None:
    """OPT(T) <= rho * ALG(T) for every run in the box."""
    if box is None:
        if tree is not None:
            raise RejectedError(Reason.COVERAGE, "a branch without runs has a proof")
        return
    where = f"counts {', '.join(map(str, box.counts))}, optimal arm {box.optimal + 1}"
    match tree:
        case None:
            if rho * weight(box) < box.T * (box.T + 1):
                raise RejectedError(Reason.COVERAGE, f"{where}: the counts do not suffice")
        case Dual(decisions) | Contradiction(decisions):
            strict = [decision_is_strict(box, d) and d.multiplier > 0 for d in decisions]
            sign = 1 if isinstance(tree, Dual) else 0
            if not sign and not any(strict):
                raise RejectedError(Reason.STRICTNESS, f"{where}: no contradiction")
            if any(min(values) < 0 for values in remainder(box, rho, sign, decisions)):
                raise RejectedError(Reason.SIGN, f"{where}: the multipliers do not suffice")
        case Split((arm, level, most), fewer, more):
            if not (0 <= arm < len(box.counts) and 2 <= level < box.top):
                raise RejectedError(Reason.RULE, f"{where}: nothing to split there")
            for branch, part in zip((fewer, more), split(box, arm, level, most), strict=True):
                check_tree(branch, part, rho)
        case Crossing(level, branches):
            if not 2 <= level < box.top:
                raise RejectedError(Reason.RULE, f"{where}: no arm crosses level {level}")
            parts = crossings(box, level)
            if len(parts) != len(branches):
                raise RejectedError(Reason.COVERAGE, f"{where}: {len(parts)} branches are needed")
            for branch, part in zip(branches, parts, strict=True):
                check_tree(branch, part, rho)
        case _:
            raise RejectedError(Reason.RULE, f"{where}: this proves nothing")
