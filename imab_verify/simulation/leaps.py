"""Leaps: stretches of a run that repeat one round of pulls.

A leap pulls the arms (i_1, ..., i_g) in this order, over and over, all inside one linear piece of
their rewards, unless whole leaps will do. A run of any length is a list of leaps, as many as
something happens in it. This module has the book-keeping, and the leaps of those policies that need
no more; `envelope` has those of Algorithm 1, `elimination` those of elimination.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from imab_verify.simulation.pieces import scaled_pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from imab_verify.model.instances import Instance
    from imab_verify.simulation.pieces import Pieces

HIGHEST: Final = "highest-index"
ESTIMATE: Final = "estimate"


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
    """A run under way: the pieces of the arms, the counts so far, and the horizon T.

    Rewards are scaled: `one` stands for the reward 1.
    """

    arms: Sequence[Pieces]
    T: int
    one: int
    made: int = 0
    counts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = [0] * len(self.arms)

    @classmethod
    def on(cls, instance: Instance, T: int) -> Self:
        """The start of a run on the instance."""
        one, arms = scaled_pieces(instance, T)
        return cls(arms, T, one)

    @property
    def paid(self) -> int:
        """What the pulls made so far have paid, scaled."""
        return sum(arm.rew(n) for arm, n in zip(self.arms, self.counts, strict=True))

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


def in_rounds(course: Course, arms: Sequence[int], count: int, *, whole: bool) -> Iterator[Leap]:
    """Pull arms of equal counts in rounds, until each has so many pulls or the horizon is reached.

    A leap lasts until the piece of an arm ends. With `whole` it is all one leap, for those who ask
    only how often each arm was pulled.
    """
    while course.made < course.T and course.counts[arms[0]] < count:
        n = course.counts[arms[0]]
        ends = () if whole else (course.arms[i].at(n + 1).end for i in arms)
        yield course.leap(arms, min((count, *ends)) - n)


def round_robin(course: Course, *, whole: bool) -> Iterator[Leap]:
    """Pull the arms 1, ..., k, 1, ..., k, ..."""
    return in_rounds(course, range(len(course.arms)), course.T, whole=whole)


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


def explore_then_commit(
    course: Course, explore: int, commit: str, ties: str, *, whole: bool
) -> Iterator[Leap]:
    """Pull every arm m = `explore` times in rounds, then an arm of largest f(m) or P(f,m,m+T-mk).

    The estimate is Q(m + T - mk), for the quadratic Q of the piece in force at m.
    """
    everyone = range(len(course.arms))
    yield from in_rounds(course, everyone, explore, whole=whole)
    if course.made == course.T:
        return
    if commit == ESTIMATE:
        last = explore + course.T - course.made
        scores = [arm.at(explore).line.at(last) for arm in course.arms]
    else:
        scores = [arm.rew(explore) - arm.rew(explore - 1) for arm in course.arms]
    best = max(tie_order(len(course.arms), ties), key=scores.__getitem__)
    yield from in_rounds(course, [best], course.T, whole=whole)
