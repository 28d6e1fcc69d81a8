"""Algorithm 1 in leaps along the upper envelope of the quadratics Q_i.

Write N_i for the counts, M for the largest of them, and Q_i for the quadratic of the piece that
holds arm i at count N_i, so that P(f_i,N_i,M) = Q_i(M) (see `pieces`). Let W be the set of arms
with the largest Q_i(M). The algorithm pulls the arm of W with fewest pulls, ties by index.

*An arm of W has fewer than M pulls.* Pulling it changes neither M nor, inside its piece, any Q_i.
So W stays as it is, and its lowest arms rise together until they meet the next arm of W, reach M,
or come to the end of a piece.

*All arms of W have M pulls.* The first of them in tie order, the leader, is pulled and M grows by
one. Let G be the arms of W with the same quadratic as the leader. As long as Q_G stays strictly
above every other Q_j, and the pieces last, the leader goes to M+1, the rest of G follows, and all
stand as before, one higher. So G is pulled in rounds up to the count before the least M' > M with
Q_j(M') >= Q_G(M') for some j outside G. A leader alone needs no followers and reaches M' itself.

If no whole round fits, one pull is made. Every leap ends at the end of a piece, at a count of
another arm of W, or where two different quadratics meet or cross, which is at most four integers
for every pair (the sign of a quadratic changes that often). So the number of leaps is bounded by
the number of arms and pieces alone, whatever the horizon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from imab_verify.simulation.leaps import HIGHEST, Course, Leap, fewest
from imab_verify.simulation.pieces import Piece
from imab_verify.simulation.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAIRS: Final = "pairs"


def algorithm_1(course: Course, init: str, ties: str) -> Iterator[Leap]:
    """Pull every arm twice, then always an arm of largest P(f_i, N_i, max_j N_j)."""
    yield from _twice(course, init)
    if course.made == course.T:
        return
    pieces = [arm.at(2) for arm in course.arms]
    # No count, and so no M, goes beyond the horizon, but questions may look one place further.
    rivals = Tournament([piece.line for piece in pieces], 2, course.T + 1)
    while course.made < course.T:
        movers, rounds = _next_leap(course, pieces, rivals, highest=ties == HIGHEST)
        yield course.leap(movers, rounds)
        for i in movers:
            pieces[i] = course.arms[i].at(course.counts[i])
            rivals.change(i, pieces[i].line)
        rivals.advance(max(rivals.M, course.counts[movers[0]]))


def _twice(course: Course, init: str) -> Iterator[Leap]:
    everyone = range(len(course.arms))
    groups: list[Sequence[int]] = [[i] for i in everyone] if init == PAIRS else [everyone]
    for group in groups:
        for _ in range(2):
            if course.made < course.T:
                yield course.leap(group, 1)


def _next_leap(
    course: Course, pieces: Sequence[Piece], rivals: Tournament, *, highest: bool
) -> tuple[list[int], int]:
    """Give the arms of the next leap in their order, and the number of rounds."""
    M = rivals.M
    movers, level = fewest(course.counts, sorted(rivals.best(), reverse=highest), M)
    low = course.counts[movers[0]]
    if low == M:
        line = pieces[movers[0]].line
        movers = [i for i in movers if pieces[i].line == line]
        last = min(course.T, *(pieces[i].end for i in movers))
        meeting = rivals.meeting(line, last)
        level = min(meeting, last) if len(movers) == 1 else meeting - 1
    else:
        level = min(level, *(pieces[i].end for i in movers))
    return (movers, level - low) if level > low else (movers[:1], 1)
