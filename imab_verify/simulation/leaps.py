"""Leaps: stretches of a run that repeat one round of pulls.

A leap pulls the arms (i_1, ..., i_g) in this order, over and over, all inside one linear piece of
their rewards, unless whole leaps will do. A run of any length is a list of leaps, as many as
something happens in it. This module has the book-keeping, and the leaps of round robin and greedy;
`envelope` has those of Algorithm 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from imab_verify.simulation.pieces import Pieces

HIGHEST: Final = "highest-index"


@dataclass(frozen=True, slots=True)
class Leap:
    """`pulls` pulls in the cyclic order `arms`, made after `start` pulls in all.

    `counts` are the pull counts of these arms before the leap. The last round of a run may be cut
    short by the horizon.
    """

    start: int
    pulls: int
    arms: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def end(self) -> int:
        """Number of pulls made in the run when the leap is over."""
        return self.start + self.pulls

    def counts_at(self, t: int) -> list[int]:
        """Give the counts of the leap's arms when start <= t <= end pulls are made in all."""
        rounds, rest = divmod(t - self.start, len(self.arms))
        return [n + rounds + (place < rest) for place, n in enumerate(self.counts)]


@dataclass(slots=True)
class Course:
    """A run under way: the pieces of the arms, the counts so far, and the horizon T."""

    arms: Sequence[Pieces]
    T: int
    made: int = 0
    counts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = [0] * len(self.arms)

    def leap(self, arms: Sequence[int], rounds: int) -> Leap:
        """Make `rounds` rounds of pulls of `arms`, or as many pulls as the horizon allows."""
        pulls = min(rounds * len(arms), self.T - self.made)
        leap = Leap(self.made, pulls, tuple(arms), tuple(self.counts[i] for i in arms))
        self.made = leap.end
        for i, n in zip(arms, leap.counts_at(leap.end), strict=True):
            self.counts[i] = n
        return leap


def tie_order(k: int, ties: str) -> range:
    """Give the arms in the order in which ties between equal counts are broken."""
    return range(k - 1, -1, -1) if ties == HIGHEST else range(k)


def fewest(counts: Sequence[int], tied: Sequence[int], ceiling: int) -> tuple[list[int], int]:
    """Give the arms of `tied` with fewest pulls, and how far they rise before others join them.

    While the tied arms stay tied, "fewest pulls first" lifts the lowest of them together, round
    by round, to the next count found among them (or to the ceiling).
    """
    low = min(counts[i] for i in tied)
    level = min((counts[i] for i in tied if counts[i] > low), default=ceiling)
    return [i for i in tied if counts[i] == low], min(level, ceiling)


def round_robin(course: Course, *, whole: bool) -> Iterator[Leap]:
    """Pull the arms 1, ..., k, 1, ..., k, ...: a leap lasts until an arm's piece ends.

    With `whole` it is all one leap, for those who ask only how often each arm was pulled.
    """
    everyone = range(len(course.arms))
    if whole and course.T:
        yield course.leap(everyone, course.T)
    rounds_made = 0
    while course.made < course.T:
        end = min(arm.at(rounds_made + 1).end for arm in course.arms)
        yield course.leap(everyone, end - rounds_made)
        rounds_made = end


def greedy(course: Course, ties: str) -> Iterator[Leap]:
    """Pull every arm once, then always an arm whose last reward is largest.

    Rewards never fall, so an arm that is pulled stays among the best. Arms tied at the best reward
    share the pulls while the next pulls of all of them bring nothing new; the first whose reward
    rises keeps all the pulls to come.
    """
    order = tie_order(len(course.arms), ties)
    yield course.leap(range(len(course.arms)), 1)
    while course.made < course.T:
        counts = course.counts
        last = [arm.rew(n) - arm.rew(n - 1) for arm, n in zip(course.arms, counts, strict=True)]
        best = max(last)
        movers, level = fewest(counts, [i for i in order if last[i] == best], course.T)
        low = counts[movers[0]]
        ahead = [course.arms[i].at(low + 1) for i in movers]
        if all(piece.line.a == 0 for piece in ahead):
            yield course.leap(movers, min(level, *(piece.end for piece in ahead)) - low)
        else:
            rises = ahead[0].line.a > 0
            yield course.leap(movers[:1], ahead[0].end - low if rises else 1)
