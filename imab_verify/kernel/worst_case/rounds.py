"""Runs of Algorithm 1 in rounds: what is checked does not grow with the number of pulls.

After the opening every arm has two pulls. A round pulls some arms once, in the order of their
numbers; (A, c) says that c rounds of the arms A follow. M = max_j N_j is the level before them.

Level. The arms of A have a pulls each, and a + c <= M; or A is one arm, and a + c - 1 <= M. So all
    these pulls have level M. Let P(f_i,a,M) = P(f_i,a+c-1,M) = s for i in A. P(f,n,M) falls in n:
    P(f,n,M) - P(f,n+1,M) = (M-n)(M-n+1)/2 * (Delta(f,n) - Delta(f,n+1)) >= 0 for n < M. So the arm
    pulled always has the estimate s, and an arm of A never has more. So the pulls are right if
    P(f_j,N_j,M) <= s for all other arms j, and none of those with equality is preferred: it has
    more than a + c - 1 pulls, or as many and it may or does come later in a tie.
    Within A, an arm that was pulled in the round has more pulls, one that waits a larger number.
Lead. A is one arm i with N_i = M, and c >= 2. Its pulls have the levels M, ..., M + c - 1 and, at
    level m, the estimate Rew(f_i,m). For every other arm j consider D(m) = Rew(f_i,m) -
    P(f_j,N_j,m). If D > 0 at all these levels, arm i is the only one of maximal estimate. It is
    enough to look at the first and the last of them if c = 2, or if D is concave, which it is if
    Delta(f_i,M+2) <= Delta(f_j,N_j): for m > M, as f_i is concave, D(m+1) - 2 D(m) + D(m-1) =
    Delta(f_i,m+1) - Delta(f_j,N_j) <= 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.documents import Arm
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Kind
from imab_verify.kernel.points import Curve

Rounds = tuple[tuple[tuple[Arm, ...], int], ...]
"""(A, c), one after the other."""
Curves = Sequence[Curve]
Counts = Sequence[int]


def counts_after(curves: Curves, rounds: Rounds, T: int, *, first: bool) -> list[int]:
    """The counts after these rounds, T pulls in all, each of them right; ties as said below.

    The policy prefers fewest pulls and then, if `first`, the lowest number.
    """
    counts = [2] * len(curves)
    if any(not arms or c < 1 or any(i >= j for i, j in pairwise(arms)) for arms, c in rounds):
        raise RejectedError(Reason.RULE, "a round has arms, in the order of their numbers")
    if sum(counts) + sum(len(arms) * c for arms, c in rounds) != T:
        raise RejectedError(Reason.INSTANCE, f"the rounds do not have {T} pulls")
    for number, (arms, c) in enumerate(rounds, start=1):
        rule = _lead if len(arms) == 1 and c > 1 and counts[arms[0]] == max(counts) else _level
        if not rule(curves, counts, arms, c, first):
            raise RejectedError(Reason.INSTANCE, f"the policy does not allow rounds {number}")
        for i in arms:
            counts[i] += c
    return counts


def _level(curves: Curves, counts: Counts, arms: Counts, c: int, first: bool) -> bool:
    M, a = max(counts), counts[arms[0]]
    s, last = _estimate(curves[arms[0]], a, M), a + c - 1
    others = set(range(len(curves))).difference(arms)
    return (
        all(counts[i] == a for i in arms)
        and last + (len(arms) > 1) <= M
        and all(_estimate(curves[i], n, M) == s for i in arms for n in (a, last))
        and all(
            (s, counts[j], not first or max(j, arms[-1]) == j)
            > (_estimate(curves[j], counts[j], M), last, False)
            for j in others
        )
    )


def _lead(curves: Curves, counts: Counts, arms: Counts, c: int, _: bool) -> bool:
    i, M = arms[0], max(counts)
    bend = curves[i].value(M + 2) - curves[i].value(M + 1)
    return all(
        min(curves[i].rew(m) - _estimate(f, n, m) for m in (M, M + c - 1)) > 0
        and (c == 2 or bend <= f.value(n) - f.value(n - 1))
        for j, (f, n) in enumerate(zip(curves, counts, strict=True))
        if j != i
    )


def _estimate(f: Curve, a: int, M: int) -> Fraction:
    """P(f,a,M)."""
    return f.functional(Kind.P, (a, M), ArmClass.CONCAVE.first)
